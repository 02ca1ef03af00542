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

  private static let table = """
    56d3edfb377a8bc3c4b77f4476405c770173c0e31221ad7c77d0a8e1f3039a3e DroidSansFallback/DroidSansFallback.ttf
    d108d003dd5e5a692a586e25aec09f5643f8078613e53d6d5e7ae45e1adf2fb4 Inter/Inter-Black.otf
    fdd250fe1eadd2d48151f9e18d989840d308450486ec4a2e4e4fde4b0d435f6c Inter/Inter-BlackItalic.otf
    1e9dfd6a6e33ac63a8fe3b4ed7ae0df9eac2d0b25e444e8e7daef4ac77943fc1 Inter/Inter-Bold.otf
    db4356b780ed61e0d0597a07566bef5bd7497d6f0edc2d88dbf8deaedaf1ace4 Inter/Inter-BoldItalic.otf
    158144ef2ad48baf0e45907951a00a1d3264f85c742ccfbc087e90d3d9288cfa Inter/Inter-ExtraBold.otf
    6afee6b920d669c589b47fc2abbcad7d459f3d22f6c934c39c33105b39c238da Inter/Inter-ExtraBoldItalic.otf
    a0f33dfec7784ebf09b19d4ea50ffa49e2595f880082351124aacf9ebfa48442 Inter/Inter-ExtraLight.otf
    df1d6a77ed02425ec3456dfb488f05bba51e20d62dad2a92edf4ab7425247697 Inter/Inter-ExtraLightItalic.otf
    45ecfe6cbadfd4803de6214e02c336a95163a7703973bc8a5ce7ac2d174ecaf7 Inter/Inter-Italic.otf
    e66f130fbadda71e297a9a78025e2f05e8d225ae9dfcea9f51f6570b68fdd905 Inter/Inter-Light.otf
    9e9b0aa66832affca1f1bed090eb7b49236de1ac7b7e81f8c7c80864de49a974 Inter/Inter-LightItalic.otf
    99dab2bdcb613c4c8264000a94351d1227f74dc95a86d1249493aeee0c0179c4 Inter/Inter-Medium.otf
    a0d825963fd0040dd3445c42bf769472dd0777b4e76323486caf72d955bb4723 Inter/Inter-MediumItalic.otf
    a7e791e8f5a0fb02b65663f7fca73e1d1ca9543f772ad480cbd76f4e3fe3f8cc Inter/Inter-Regular.otf
    8c1990b6012254ea2b487161697d107357dd0ee55811cfd91c8c11227bbef457 Inter/Inter-SemiBold.otf
    404251faffd4c55dfcb53007e7afb9d5c2891584c842165e35050345ab97744b Inter/Inter-SemiBoldItalic.otf
    4d9bb6a256c5a9a4f3c7a7f5f27eb0f7e849a1ceee20638d44c9073b41a0b015 Inter/Inter-Thin.otf
    e8ecee2030f42da7214c7d5dae3c9c29dfb5e728c7f14020b4ce813da6aff12d Inter/Inter-ThinItalic.otf
    6827cddb859145f5bad353666e92b35bce2a6807051e4a2bf7e93ae4832a30fa InterDisplay/InterDisplay-Black.otf
    2738619937fdcd1f0a331ea68d74ef6f9619a6eaaa1f904c73ceafc6c99879d6 InterDisplay/InterDisplay-Bold.otf
    b9478a740ae33a3cf78e4aaec74207fa7e35ab69f2ff94ece3bd2e1bf4a5191b InterDisplay/InterDisplay-BoldItalic.otf
    8d28ae39fa9c092d2898aeb8916022882600829e0a9f2d34390dccd245c0bee0 InterDisplay/InterDisplay-ExtraBold.otf
    f9ea85c3f52214c80fb4f562c68c647587c399a71cd8247c7b6a7f76cc75447f InterDisplay/InterDisplay-ExtraLight.otf
    416db016f05e828c3831069bd6b231a1e86f51ef1fe356a992e535a225404235 InterDisplay/InterDisplay-Italic.otf
    3c1ca9b58f22f6c0a736704bc62e754eeb15981f4b93bb510963f3d9a8297a23 InterDisplay/InterDisplay-Light.otf
    c6c1495a1d948689718b853983b699a86488c2a044fbc1317b64545eb78176bd InterDisplay/InterDisplay-Medium.otf
    82132edfc052b9f30a4bec53c9089cc5f1e6a0d4aa3b3aa3dfdd1eca89123780 InterDisplay/InterDisplay-Regular.otf
    1db59eb44058d96bd1eb258317ecc33e9766e96726939eb6850987dcda47ef5e InterDisplay/InterDisplay-SemiBold.otf
    88f004cbcf3a7fb4d044d3348d7fb5b537106b45a154e57fddae5b338074e894 InterDisplay/InterDisplay-Thin.otf
    3481028266ee80741bfa96beaa4ce2ea1c6beebf89979d3e64e039c4d83822d1 JetBrainsMono/JetBrainsMono-Bold.ttf
    a3014fb90ae8ddfbdfc778de75f95b49a857947fde5335ab3f50b6d56eb517be JetBrainsMono/JetBrainsMono-Regular.ttf
    e5899ed38b8ed83e08bd3ac5de09791e9d19d288333a796de1d35ad17396f1ec NotoColorEmoji/NotoColorEmoji.ttf
    ded6fc7359ca36d15d7aab9ef0c066e21ce48b26a069994d6602fa2cb9a1b952 NotoSans/NotoSansArabic-Bold.ttf
    504d7407d86875acf7d04dfaa0fd7524d0b8797723bc4aa18022f29db25b0b6e NotoSans/NotoSansArabic-Regular.ttf
    a0f398d0205f0b96d6637ac66d92e6e42b230f8ed3853a050d0aa5792eb9b7f7 NotoSans/NotoSansArmenian-Bold.ttf
    9636c32c121f4fc1fc6963dfad60ea32c41889507118a46f83a818eacf40348e NotoSans/NotoSansArmenian-Regular.ttf
    22c9ff99baca4d31c531ce450a1369beed889467e1ad964f4b8a6f810aa46955 NotoSans/NotoSansBengali-Bold.ttf
    9bb35b3547829ecc42041b6017e87fd4c5f1da1edcd00f59171777050f346018 NotoSans/NotoSansBengali-Regular.ttf
    77ad688cfe1dc55185bf4edb4db3c614202c65dd23a1463ad0e23fc52bcc9a5c NotoSans/NotoSansDevanagari-Bold.ttf
    79a470365ccb210fa3c7d8d8ff2e005ef9d983cfd067f735a0caf7e15070ca9f NotoSans/NotoSansDevanagari-Regular.ttf
    58bc43b062961b38ee45757d2e74e6a991a12011aa0399fb03004ac432e5c852 NotoSans/NotoSansEthiopic-Regular.ttf
    2cee22513f5c94b5577fe1a91df94836dc9825ac78e5b3a9f3c49d1f038a5f11 NotoSans/NotoSansGeorgian-Bold.ttf
    ba75f2154fef9beac8439f94c631dc37ef9c708d32f9254bb019afdfa9aa3138 NotoSans/NotoSansGeorgian-Regular.ttf
    4468a3a24516831874fb4a867b760a22257944584e478d32a97e3c4d4bfc6400 NotoSans/NotoSansGujarati-Regular.ttf
    1db960ff6f506a98f5b3ece78f54618388c6187e7edf8ceee5ab63389c0db3ab NotoSans/NotoSansGurmukhi-Regular.ttf
    d3b01343f71e8a93fffb84c345a1aecbaf4694b98d0eaace916cb9eac9e6dcd3 NotoSans/NotoSansHebrew-Bold.ttf
    436900d5ad77d33e4234247f3076eaecd25b92b9bea0519514f684140e3566a7 NotoSans/NotoSansHebrew-Regular.ttf
    892b841b0b87ca3c2702bdc78d3031c8220f53e8f5f496ec5e37ccf0ca03ddf7 NotoSans/NotoSansKannada-Regular.ttf
    bc9a5e2afcee249849e409aabe6e22330c479b878ea3e59bf5e7c84482d7ee53 NotoSans/NotoSansKhmer-Regular.ttf
    6c3de7db369e85cba20255d161eeeb3d934ea3c4c51e2574c2ddcce79a25025c NotoSans/NotoSansLao-Regular.ttf
    5433f4a642b4325aa169a55c4c6b8d1c4a45c4e08bcd9cbe72888229709a8f2d NotoSans/NotoSansMalayalam-Regular.ttf
    8242bd1e55368b27e32455260754cf9aa58f3ad7ea80664b66c21f1b09910d6c NotoSans/NotoSansMath-Regular.ttf
    3fe9a4babc12081adc979e0313433e6ec85bb3ad069681c23ee8d8ea8b91332b NotoSans/NotoSansMyanmar-Regular.ttf
    31f83eec724a27779d1434afc84beabee239c0ff77dc8d04bee9f49c60b23fdd NotoSans/NotoSansSinhala-Regular.ttf
    24b615ceb7d50a2c09060664ca9e24a160c9beb6bfca0563e8359369a4bc0993 NotoSans/NotoSansSymbols-Regular.ttf
    876598db5f1e3bef2bc77c4d94c5b0d5d2c1620be4878a06f18fb5434e331688 NotoSans/NotoSansSymbols2-Regular.ttf
    7ef7071ba2fad67dcae397dc7f5bfd4dbce69d86cdc453c2cc4abe640df0b442 NotoSans/NotoSansTamil-Bold.ttf
    a7bb7f92f165479af2f0556c4fd669b74c5959f464f603e18389b532f4d07a71 NotoSans/NotoSansTamil-Regular.ttf
    cb3165071121b1e80c55a041d0c1f79b3bbc68e4b0eab37b0d881958dfc3ed7a NotoSans/NotoSansTelugu-Regular.ttf
    97bbc8ea98328325285f2f552228c7aac1db39d8f38f0096a61ba7df1f1f780e NotoSans/NotoSansThai-Bold.ttf
    dfbd5ed0f1e68c3cbc51aa08f646d1ab0e68e7c4ceab70a69e465225ff701f93 NotoSans/NotoSansThai-Regular.ttf
    952f185190ccfff7f677411a3c42f32f85883584b22533480258bcdce7aa15f7 NotoSansCJK/NotoSansCJK-Bold.otf
    5b3e2c4030993ab221be47a7223d7a14a9024522564dd356e9f133ad47c128d1 NotoSansCJK/NotoSansCJK-Regular.otf
    0af0ff2be8f84910fb21ec5fe1b6b7395e3073250502a334baf6ca2f860c88fe NotoSerif/NotoSerif-Bold.ttf
    78a6d685e5690b7dcda0f336b689193afc03b6bab5cf18fc1a9ecc3aa0600059 NotoSerif/NotoSerif-BoldItalic.ttf
    bc25600aa27cd409e1e5b3d86340df3a329bb860fcfbe57a03a95070b229e1b0 NotoSerif/NotoSerif-Italic.ttf
    9d7583b7dc9e812afd32a14280c5cac3160012efe50c8d08938f4fea266ff67f NotoSerif/NotoSerif-Regular.ttf
    f3d4b33309aeccaede4e371a935608af5be8f640ed51af6f393a523c02e24f1a Quicksand/Quicksand-Bold.ttf
    6886a0cc046f686511ac860f8c19cd16bef5a91ab2ba46b3f76507454718abe6 Quicksand/Quicksand-Light.ttf
    a758c1bccf8fb64e03506b7b1fc39dea3a298829e3a25602bd1e65303abad9da Quicksand/Quicksand-Medium.ttf
    766f6d81bc3ddc2201ec59be9b18d917e1f6fbb8600c69b573791bb7d01ac94c Quicksand/Quicksand-Regular.ttf
    0ac8bc3ccea26ed47e96844ef26675969c669714d723c081101e51799d501520 RemixIcon/remixicon.ttf
    """
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
        "whole": "069e5a9e96264671e4a71098572150dda96a37e7e23ec1f71907b24b7506bacf",
        "shapes": "aeaa7635659699e3a2e9daeceb9f834bfc2f2af9593ae761390981c52bf7fae4",
        "gradient": "ac0b93f87aabd6cac3532028ba7f6ada496b95c80fe84fac3e08008c9d8f7dc9",
        "shadow": "98bfcff50596ea6319081f30418f9921cfcacedb9de640ff222fc4a3feca3168",
        "text": "e2c3bdfb3f88d838291227160696df305a2b0b0ef7b9c9df92c47cec8188aaf3",
        "scripts": "2c24181cf6852379471b5321dd333a8cae831b2de737956f15c7a3a46f07f553",
        "emoji": "6caba01eee076431b5af05e1a65d2719bcc68321e8f9f0fd89972212809d52f9",
        "picture": "934eb81ed99c89db48a961ca564f14c6064d6e8fc16b35310de1f717d6d01ed7",
        "jpeg": "350221bb202a52050468487d30bda48177433364fb56f4d42b8df8b110d127da",
        "webp": "0b3b273da111b58f3cf6bf534c68bde6fc73f3b09658089e1e776dc3f72a5ee6",
        "svg": "b084c42263e09dfd6fa4ff1146d654f5b4e244625dafd010e1cab23d0006ba7f",
        "chart": "f3d184321433adcca60cf592a474ddd12218ba2d93e7df203015a1fd97a7c8dc",
      ])
  ]
}
