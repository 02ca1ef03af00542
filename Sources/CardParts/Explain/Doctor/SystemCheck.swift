import BundledFonts
package import CardRaster

/// Checks whether this machine draws the known pictures, with its libraries and fonts.
///
/// Only libraries, fonts and the self-test's pictures are read: no host name, no user folder and no
/// environment variable.
package struct SystemCheck: Sendable {
  /// A library and the version of it that drew the known pictures.
  package struct Library: Hashable, Sendable {
    /// The library and its version on this machine.
    package var library: LibraryVersion
    /// The version in the nearest set of known pictures; nil when the library does not affect pixels.
    package var known: String?
  }

  /// A bundled font.
  package struct Font: Hashable, Sendable {
    /// The path relative to the font folder.
    package var file: String
    /// The SHA-256 digest; nil when the file cannot be read.
    package var sum: String?
    /// Whether the digest is the expected one.
    package var isExpected: Bool
  }

  /// A picture of the self-test.
  package struct Picture: Hashable, Sendable {
    /// The result of comparing the picture with the known ones.
    package enum Verdict: String, Hashable, Sendable {
      /// The picture is in a set of known pictures.
      case known
      /// The picture differs from all known ones.
      case different
      /// The picture could not be drawn.
      case failed
    }

    /// The name of the test.
    package var name: String
    /// The content of the picture, in a few words.
    package var summary: String
    /// The fingerprint of the pixels; nil when the picture could not be drawn.
    package var fingerprint: String?
    /// The result of the comparison.
    package var verdict: Verdict
    /// The reason why drawing failed, or the libraries that affect the picture.
    package var note: String
  }

  /// The libraries that affect pixels, then the others.
  package private(set) var libraries: [Library] = []
  /// The font folder relative to the program; never an absolute path.
  package private(set) var fontPlace = ""
  /// All bundled fonts.
  package private(set) var fonts: [Font] = []
  /// The pictures of the self-test.
  package private(set) var pictures: [Picture] = []
  /// The name of the set of known pictures drawn with exactly these versions; nil when there is none.
  package private(set) var knownAs: String?
  /// The isolation of the process that draws SVG pictures.
  package private(set) var svg = SVGProcess.Isolation.none(reason: "")
  /// Recommendations, one sentence each.
  package private(set) var advice: [String] = []

  /// The environment variables that libraries read and that change pixels.
  ///
  /// Both are debugging options of pixman and HarfBuzz. No other variable affects pixels.
  package static let variables = ["PIXMAN_DISABLE", "HB_SHAPER_LIST"]

  /// The processor architecture that the program was built for.
  package static var processor: String {
    #if arch(x86_64)
    "x86_64"
    #elseif arch(arm64)
    "arm64"
    #else
    "another"
    #endif
  }

  /// Whether all fonts have the expected digests and all pictures are known.
  package var isFine: Bool {
    fonts.allSatisfy(\.isExpected) && pictures.allSatisfy { $0.verdict == .known }
  }

  /// Checks the machine.
  ///
  /// - Throws: a `DeckError` when the fonts are missing, without which nothing can be drawn.
  package init() throws(DeckError) {
    let folder = try FontCatalog.bundledFolder()
    self.init(fonts: folder, known: KnownPictures.all)
    fontPlace = Self.place(of: folder)
  }

  /// Checks with other fonts, known pictures or versions, for tests.
  init(fonts folder: String, known sets: [KnownPictures], versions given: [LibraryVersion]? = nil) {
    let all = given ?? LibraryVersions.all + LibraryVersions.more
    var versions: [String: String] = [:]
    for library in all { versions[library.name] = library.version }
    let exact = sets.last { known in known.libraries.allSatisfy { versions[$0.key] == $0.value } }
    knownAs = exact?.name
    fonts = KnownFonts.all.map { Self.checkFont($0, in: folder) }
    pictures = Self.draw(SelfTest.all, sets: exact.map { [$0] } ?? sets, folder)
    // Without an exact match, versions are compared with the set that has the most versions in common.
    let nearest = exact ?? sets.max { a, b in Self.agreement(a, versions) < Self.agreement(b, versions) }
    libraries = all.map { Library(library: $0, known: nearest?.libraries[$0.name]) }
    svg = SVGProcess.isolation()
    advice = advise(nearest)
    if case .none(let reason) = svg { advice.append("SVG pictures cannot be drawn: \(reason).") }
  }

  private static func agreement(_ known: KnownPictures, _ versions: [String: String]) -> Int {
    known.libraries.count { versions[$0.key] == $0.value }
  }

  private static func checkFont(_ known: KnownFonts.Entry, in folder: String) -> Font {
    let file = FontCatalog(bundled: folder).place(of: known.file) ?? known.file
    guard let bytes = try? FileReading.read(path: "\(folder)/\(file)", limit: Limits.fontBytes) else {
      return Font(file: known.file, sum: nil, isExpected: false)
    }
    let sum = SHA256.hex(bytes)
    return Font(file: known.file, sum: sum, isExpected: sum == known.sum)
  }

  private static func draw(_ tests: [SelfTest], sets: [KnownPictures], _ folder: String) -> [Picture] {
    let pipeline = DeckPipeline(FontCatalog(bundled: folder))
    return tests.map { test in
      var picture = Picture(
        name: test.name, summary: test.summary, verdict: .failed,
        note: test.libraries.joined(separator: ", "))
      do {
        let deck = try pipeline.load(Array(test.deck.utf8), file: "\(test.name).json", folder: ".")
        let laidOut = try pipeline.laidOut(deck)
        guard let page = laidOut.pages.first else { return picture }
        let sum = try pipeline.bitmap(page.display, fonts: laidOut.fonts).fingerprint
        picture.fingerprint = sum
        picture.verdict = sets.contains { $0.pictures[test.name] == sum } ? .known : .different
      } catch let error as DeckError {
        picture.note = error.issues.first?.message ?? ""
      } catch let error as RasterError {
        picture.note = error.message
      } catch {
        picture.note = "it could not be drawn"
      }
      return picture
    }
  }

  /// Describes a font folder relative to the program.
  static func place(of folder: String) -> String {
    let places = BundledFonts.candidates()
    guard let number = places.firstIndex(of: folder) else { return "a given folder" }
    if number == 0 { return "next to the program, in cardshot_BundledFonts.resources/Files" }
    // After the first candidate there are two candidates for each parent folder.
    let levels = (number + 1) / 2
    let name =
      folder.hasSuffix("/share/cardshot/Fonts")
      ? "share/cardshot/Fonts" : "cardshot_BundledFonts.resources/Files"
    return String(repeating: "../", count: levels) + name + ", relative to the program"
  }
}

/// The recommendations.
extension SystemCheck {
  private func advise(_ nearest: KnownPictures?) -> [String] {
    var result: [String] = []
    let missing = fonts.filter { $0.sum == nil }.map(\.file)
    let changed = fonts.filter { $0.sum != nil && !$0.isExpected }.map(\.file)
    if !missing.isEmpty {
      result.append(
        "Fonts are missing (\(Wording.list(missing))): install the program again with all of its files.")
    }
    if !changed.isEmpty {
      result.append(
        "Fonts differ from those of this version (\(Wording.list(changed))): texts differ from other machines. Install "
          + "them again.")
    }
    let wrong = pictures.filter { $0.verdict != .known }
    let others = libraries.filter { $0.known != nil && $0.known != $0.library.version }
    let names = others.map { "\($0.library.name) \($0.library.version) instead of \($0.known ?? "")" }
    if wrong.isEmpty {
      result.append(
        knownAs != nil
          ? "All pictures are as expected: goldens recorded here pass on every machine with these versions."
          : "The pictures of this set of versions are not known"
            + (names.isEmpty ? "" : " (\(Wording.list(names, most: 4)))") + ", but all pictures equal "
            + "those of \(nearest?.name ?? "others"): goldens pass on both machines.")
      return result
    }
    let failed = pictures.filter { $0.verdict == .failed }
    for picture in failed {
      result.append("The picture '\(picture.name)' could not be drawn: \(picture.note).")
    }
    let different = wrong.filter { $0.verdict == .different }
    guard !different.isEmpty else { return result }
    let which = Wording.list(different.map(\.name), most: 12)
    if knownAs != nil {
      result.append(
        "The versions are known, but pictures differ: \(which)."
          + (changed.isEmpty && missing.isEmpty
            ? " A library may be patched, a variable that libraries read may be set, or the processor may draw differently: compare "
              + "'cardshot doctor --json' of both machines." : " The fonts above are the likely reason."))
      return result
    }
    result.append("The pictures of these versions are not known: \(Wording.list(names, most: 6)).")
    let same = pictures.filter { $0.verdict == .known }.map(\.name)
    result.append(
      "Different: \(which)." + (same.isEmpty ? "" : " As expected: \(Wording.list(same, most: 12))."))
    result.append(
      "Record goldens with the versions that check them, for instance in one container image, or compare with "
        + "--metric oklab, which tolerates differences in antialiasing.")
    return result
  }
}

/// The SHA-256 digests of the bundled font files.
enum KnownFonts {
  /// A path relative to the font folder, and the file's SHA-256 digest.
  struct Entry: Hashable, Sendable {
    let file: String
    let sum: String
  }

  /// All files, sorted by name.
  static let all: [Entry] = table.split(separator: "\n").compactMap { line in
    let words = line.split(separator: " ")
    return words.count == 2 ? Entry(file: String(words[1]), sum: String(words[0])) : nil
  }
}

/// The fingerprints of the self-test's pictures for one set of library versions.
struct KnownPictures: Sendable {
  /// The name of the set: a distribution.
  let name: String
  /// The library versions that drew the pictures.
  let libraries: [String: String]
  /// The fingerprint of each test's picture, by the name of the test.
  let pictures: [String: String]

  /// All sets, the newest last.
  ///
  /// `cardshot doctor --json` prints the fingerprints of a machine. A set is added when the goldens pass on
  /// such a machine.
  static let all: [KnownPictures] = [
    KnownPictures(
      name: "Debian 12",
      libraries: [
        "cairo": "1.16.0", "pixman": "0.42.2", "pango": "1.50.12", "freetype": "2.12.1", "harfbuzz": "6.0.0",
        "fribidi": "1.0.8", "glib": "2.74.6", "librsvg": "2.54.7", "libturbojpeg": "0.2.0",
        "libwebp": "1.2.4", "libpng": "1.6.39",
      ],
      pictures: [
        "whole": "360f62ee2fb4e001a6cb382607dee1eed2eff86772fe00eff2125a320373a170",
        "shapes": "aeaa7635659699e3a2e9daeceb9f834bfc2f2af9593ae761390981c52bf7fae4",
        "gradient": "ac0b93f87aabd6cac3532028ba7f6ada496b95c80fe84fac3e08008c9d8f7dc9",
        "shadow": "98bfcff50596ea6319081f30418f9921cfcacedb9de640ff222fc4a3feca3168",
        "text": "e2c3bdfb3f88d838291227160696df305a2b0b0ef7b9c9df92c47cec8188aaf3",
        "scripts": "a377d0121f900a2b067fba3b0e4582968c56dbb537d6f117fd256ca2ec2d3ca0",
        "emoji": "6caba01eee076431b5af05e1a65d2719bcc68321e8f9f0fd89972212809d52f9",
        "picture": "934eb81ed99c89db48a961ca564f14c6064d6e8fc16b35310de1f717d6d01ed7",
        "jpeg": "350221bb202a52050468487d30bda48177433364fb56f4d42b8df8b110d127da",
        "webp": "0b3b273da111b58f3cf6bf534c68bde6fc73f3b09658089e1e776dc3f72a5ee6",
        "svg": "b084c42263e09dfd6fa4ff1146d654f5b4e244625dafd010e1cab23d0006ba7f",
        "chart": "f3d184321433adcca60cf592a474ddd12218ba2d93e7df203015a1fd97a7c8dc",
      ])
  ]
}
