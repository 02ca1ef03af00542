import BundledFonts
package import CardRaster

/// Finds out whether this machine draws what others draw: libraries, fonts, and small pictures whose sums are known.
///
/// Nothing of the machine but these is read: no name, no folder of a user, no variable.
package struct SystemCheck: Sendable {
  /// A library, and whether the known pictures were drawn with this version.
  package struct Library: Hashable, Sendable {
    /// The library and its version here.
    package var library: LibraryVersion
    /// The version of the nearest set of known pictures; nil when the library does not decide over them.
    package var known: String?
  }

  /// A bundled font.
  package struct Font: Hashable, Sendable {
    /// The file below the folder of fonts.
    package var file: String
    /// Its SHA-256 sum; nil when it cannot be read.
    package var sum: String?
    /// Whether that is the expected one.
    package var isExpected: Bool
  }

  /// A picture of the self-test.
  package struct Picture: Hashable, Sendable {
    /// How it came out.
    package enum Verdict: String, Hashable, Sendable {
      /// It is a picture that is known.
      case known
      /// It is another one.
      case different
      /// It could not be drawn.
      case failed
    }

    /// The name of the test.
    package var name: String
    /// What it shows.
    package var summary: String
    /// The sum of the pixels; nil when it could not be drawn.
    package var fingerprint: String?
    /// How it came out.
    package var verdict: Verdict
    /// Why it could not be drawn, or the libraries that decide over it.
    package var note: String
  }

  /// The libraries that decide over pictures, then the others.
  package private(set) var libraries: [Library] = []
  /// Where the fonts were found, seen from the program; never a path of the machine.
  package private(set) var fontPlace = ""
  /// All bundled fonts.
  package private(set) var fonts: [Font] = []
  /// The pictures.
  package private(set) var pictures: [Picture] = []
  /// The name of the set of known pictures that was drawn with just these versions.
  package private(set) var knownAs: String?
  /// How SVG pictures are kept apart.
  package private(set) var svg = SVGProcess.Isolation.none(reason: "")
  /// What follows from all this, and what to do, a sentence each.
  package private(set) var advice: [String] = []

  /// The variables of the environment that libraries read for themselves and that change pixels.
  ///
  /// Both are made for those who search for mistakes in pixman and HarfBuzz; nothing else of the environment counts.
  package static let variables = ["PIXMAN_DISABLE", "HB_SHAPER_LIST"]

  /// The kind of processor that the program was built for.
  package static var processor: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "another"
    #endif
  }

  /// Whether pictures are those that are known, with the fonts that belong to them.
  package var isFine: Bool {
    fonts.allSatisfy(\.isExpected) && pictures.allSatisfy { $0.verdict == .known }
  }

  /// Checks the machine.
  ///
  /// - Throws: a `DeckError` when there are no fonts, without which nothing can be drawn.
  package init() throws(DeckError) {
    let folder = try FontCatalog.bundledFolder()
    self.init(fonts: folder, known: KnownPictures.all)
    fontPlace = Self.place(of: folder)
  }

  /// Checks with other fonts or other known pictures.
  init(fonts folder: String, known sets: [KnownPictures], versions given: [LibraryVersion]? = nil) {
    let all = given ?? LibraryVersions.all + LibraryVersions.more
    var versions: [String: String] = [:]
    for library in all { versions[library.name] = library.version }
    let exact = sets.last { known in known.libraries.allSatisfy { versions[$0.key] == $0.value } }
    knownAs = exact?.name
    fonts = KnownFonts.all.map { Self.check($0, in: folder) }
    pictures = Self.draw(SelfTest.all, sets: exact.map { [$0] } ?? sets, folder)
    // The set that is nearest tells what is different.
    let nearest = exact ?? sets.max { a, b in Self.agreement(a, versions) < Self.agreement(b, versions) }
    libraries = all.map { Library(library: $0, known: nearest?.libraries[$0.name]) }
    svg = SVGProcess.isolation()
    advice = advise(nearest)
    if case .none(let reason) = svg { advice.append("SVG pictures cannot be drawn: \(reason).") }
  }

  private static func agreement(_ known: KnownPictures, _ versions: [String: String]) -> Int {
    known.libraries.count { versions[$0.key] == $0.value }
  }

  private static func check(_ known: KnownFonts.Entry, in folder: String) -> Font {
    guard let bytes = try? FileReading.read(path: "\(folder)/\(known.file)", limit: Limits.fontBytes) else {
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
        let laidOut = try pipeline.layOut(deck)
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

  /// Where a folder of fonts is, seen from the program.
  static func place(of folder: String) -> String {
    let places = BundledFonts.candidates()
    guard let number = places.firstIndex(of: folder) else { return "a folder that was given" }
    if number == 0 { return "beside the program, in cardshot_BundledFonts.resources/Files" }
    // After the first come two places for each folder above.
    let levels = (number + 1) / 2
    let name =
      folder.hasSuffix("/share/cardshot/Fonts")
      ? "share/cardshot/Fonts" : "cardshot_BundledFonts.resources/Files"
    return String(repeating: "../", count: levels) + name + ", seen from the program"
  }
}

/// What to do.
extension SystemCheck {
  private func advise(_ nearest: KnownPictures?) -> [String] {
    var result: [String] = []
    let missing = fonts.filter { $0.sum == nil }.map(\.file)
    let changed = fonts.filter { $0.sum != nil && !$0.isExpected }.map(\.file)
    if !missing.isEmpty {
      result.append(
        "Fonts are missing (\(Wording.list(missing))): install the program with all of its files again.")
    }
    if !changed.isEmpty {
      result.append(
        "Fonts are not those of this version (\(Wording.list(changed))): texts differ from other machines. Install "
          + "them again.")
    }
    let wrong = pictures.filter { $0.verdict != .known }
    let others = libraries.filter { $0.known != nil && $0.known != $0.library.version }
    let names = others.map { "\($0.library.name) \($0.library.version) instead of \($0.known ?? "")" }
    if wrong.isEmpty {
      result.append(
        knownAs != nil
          ? "All pictures are the known ones: goldens recorded here pass wherever these versions are."
          : "There is no known picture for just these versions"
            + (names.isEmpty ? "" : " (\(Wording.list(names, most: 4)))") + ", and yet all pictures are "
            + "those of \(nearest?.name ?? "others"): goldens pass in both places.")
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
        "The versions are known, and yet pictures differ: \(which)."
          + (changed.isEmpty && missing.isEmpty
            ? " A library may be patched, a variable that libraries read may be set, or the processor may draw differently: compare "
              + "'cardshot doctor --json' of both machines." : " The fonts above are the likely reason."))
      return result
    }
    result.append("There is no known picture for these versions: \(Wording.list(names, most: 6)).")
    let same = pictures.filter { $0.verdict == .known }.map(\.name)
    result.append(
      "Different: \(which)." + (same.isEmpty ? "" : " As known: \(Wording.list(same, most: 12))."))
    result.append(
      "Record goldens with the versions that check them, for instance in one container image, or compare with "
        + "--metric oklab, which lets soft edges differ.")
    return result
  }
}
