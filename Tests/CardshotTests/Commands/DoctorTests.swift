import BundledFonts
import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// `cardshot doctor`: libraries, fonts and pictures.
@Suite struct DoctorTests {
  private static let here = try? SystemCheck()

  private func folder() throws -> String { try #require(BundledFonts.directory()) }

  @Test func everyBundledFontIsListed() throws {
    let root = try folder()
    let catalog = FontCatalog(bundled: root)
    let files = try catalog.folders.flatMap { try FileManager.default.subpathsOfDirectory(atPath: $0) }
    let fonts = files.filter { $0.hasSuffix(".ttf") || $0.hasSuffix(".otf") }.sorted()
    #expect(fonts.count == 73)
    #expect(KnownFonts.all.map(\.file).sorted() == fonts)
    for entry in KnownFonts.all {
      let place = try #require(catalog.place(of: entry.file))
      let bytes = try FileReading.read(path: "\(root)/\(place)", limit: Limits.fontBytes)
      #expect(SHA256.hex(bytes) == entry.sum)
    }
  }

  @Test func thisMachineDrawsTheKnownPictures() throws {
    let check = try #require(Self.here)
    #expect(check.fonts.allSatisfy { $0.isExpected })
    // It is loaded lazily, but its version is listed all the same.
    #expect(check.libraries.contains { $0.library.name == "librsvg" && $0.library.version.hasPrefix("2.") })
    #expect(check.pictures.map(\.name) == SelfTest.all.map(\.name))
    #expect(check.pictures.allSatisfy { $0.verdict != .failed }, "\(check.pictures)")
    #expect(Set(check.pictures.compactMap(\.fingerprint)).count == SelfTest.all.count)
    // If the versions are known, the pictures are known too.
    if check.knownAs != nil {
      #expect(check.isFine, "\(check.pictures.map { "\($0.name): \($0.fingerprint ?? "")" })")
      #expect(check.advice.count == 1)
    }
    #expect(
      check.fontPlace.contains("cardshot_BundledFonts.resources/Files") && !check.fontPlace.hasPrefix("/"))
  }

  @Test func everyTestHasAPictureInEverySet() {
    for known in KnownPictures.all {
      #expect(known.pictures.keys.sorted() == SelfTest.all.map(\.name).sorted())
      #expect(known.pictures.values.allSatisfy { $0.utf8.count == 64 })
      for test in SelfTest.all {
        #expect(test.libraries.allSatisfy { known.libraries[$0] != nil }, "\(test.name)")
      }
    }
  }

  @Test func aChangedAndAMissingFontAreReported() throws {
    let copy = try BuiltProgram.folder()
    defer { BuiltProgram.remove(copy) }
    let fonts = "\(copy)/Fonts"
    // As an installation has them: all in one folder.
    let folders = FontCatalog(bundled: try folder()).folders
    try FileManager.default.copyItem(atPath: folders[0], toPath: fonts)
    for name in try FileManager.default.contentsOfDirectory(atPath: folders[1]) {
      try FileManager.default.copyItem(atPath: "\(folders[1])/\(name)", toPath: "\(fonts)/\(name)")
    }
    try FileManager.default.removeItem(atPath: "\(fonts)/NotoSans/NotoSansLao-Regular.ttf")
    let thai = "\(fonts)/NotoSans/NotoSansThai-Regular.ttf"
    let bytes = try FileReading.read(path: thai, limit: Limits.fontBytes)
    try FileManager.default.removeItem(atPath: thai)
    try FileWriting.write(bytes + [0], to: thai)
    let check = SystemCheck(fonts: fonts, known: KnownPictures.all)
    #expect(!check.isFine)
    #expect(
      check.fonts.filter { !$0.isExpected }.map(\.file) == [
        "NotoSans/NotoSansLao-Regular.ttf", "NotoSans/NotoSansThai-Regular.ttf",
      ])
    #expect(check.fonts.first { $0.file.contains("Lao") }?.sum == nil)
    #expect(check.advice.contains { $0.contains("Fonts are missing (NotoSans/NotoSansLao-Regular.ttf)") })
    #expect(check.advice.contains { $0.contains("Fonts differ from those of this version") })
  }

  @Test func pieceChecksumsShowWhichLibraryDiffers() throws {
    let sums = Dictionary(
      uniqueKeysWithValues: (Self.here?.pictures ?? []).map { ($0.name, $0.fingerprint ?? "") })
    let versions = ["cairo": "1.16.0", "pango": "1.50.12", "librsvg": "2.54.7"]
    func check(_ pictures: [String: String], cairo: String) throws -> SystemCheck {
      SystemCheck(
        fonts: try folder(), known: [KnownPictures(name: "One", libraries: versions, pictures: pictures)],
        versions: [
          LibraryVersion("cairo", cairo), LibraryVersion("pango", "1.50.12"),
          LibraryVersion("librsvg", "2.54.7"),
        ])
    }
    let same = try check(sums, cairo: "1.16.0")
    #expect(same.isFine && same.knownAs == "One")
    // Other versions with the same pictures.
    let lucky = try check(sums, cairo: "1.18.0")
    #expect(lucky.isFine && lucky.knownAs == nil)
    #expect(lucky.advice.first?.contains("cairo 1.18.0 instead of 1.16.0") == true)
    // Other versions and some other pictures.
    let other = sums.merging(["gradient": "0", "whole": "0"]) { $1 }
    let pieces = try check(other, cairo: "1.18.0")
    #expect(!pieces.isFine)
    #expect(pieces.pictures.filter { $0.verdict == .different }.map(\.name) == ["whole", "gradient"])
    #expect(pieces.libraries.first?.known == "1.16.0")
    #expect(
      pieces.advice.contains { $0.hasPrefix("Different: whole and gradient. As expected: shapes, shadow, ") })
    #expect(pieces.advice.contains { $0.contains("--metric oklab") })
    // The same versions with other pictures.
    let strange = try check(other, cairo: "1.16.0")
    #expect(strange.knownAs == "One" && !strange.isFine)
    #expect(strange.advice.contains { $0.hasPrefix("The versions are known, but pictures differ: ") })
  }

  @Test func libraryVersionsAreFound() {
    let more = LibraryVersions.more
    for name in [
      "pixman", "fribidi", "glib", "librsvg", "libturbojpeg", "libwebp", "libwebp, writing", "giflib",
      "isa-l",
      "sqlite",
    ] {
      let version = more.first { $0.name == name }?.version
      #expect(version?.first?.isNumber == true, "\(name) \(version ?? "")")
    }
    #expect(Set((LibraryVersions.all + more).map(\.name)).count == LibraryVersions.all.count + more.count)
  }

  @Test func theOutputIsTheSameInEveryEnvironment() throws {
    let plain = try BuiltProgram.run(["doctor"], environment: [:])
    #expect(plain.status == (Self.here?.isFine == true ? 0 : 1), "\(plain.errorText)")
    for words in [
      "libraries\n", "cairo", "fonts: \(KnownFonts.all.count) files", "Inter/Inter-Regular.otf",
      "pictures", "whole", "no effect", "SVG pictures: in a separate process, with limits",
    ] {
      #expect(plain.outputText.contains(words), "\(words)")
    }
    let others: [[String: String]] = [
      ["LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kolkata"],
      ["LANG": "C", "TZ": "America/St_Johns", "HOME": "/nonexistent", "FONTCONFIG_FILE": "/nonexistent"],
      ["PANGOCAIRO_BACKEND": "fc", "XDG_CONFIG_HOME": "/nonexistent", "G_DEBUG": "", "CI": "true"],
    ]
    for environment in others {
      let result = try BuiltProgram.run(["doctor"], environment: environment, folder: "/")
      #expect(result.status == plain.status && result.output == plain.output, "\(environment)")
    }
    // The output does not reveal anything about the machine.
    for word in [
      FileManager.default.currentDirectoryPath, NSUserName() + "@", ProcessInfo.processInfo.hostName,
    ] {
      #expect(!plain.outputText.contains(word), "\(word)")
    }
  }

  @Test func aVariableThatChangesPixelsIsReported() throws {
    let result = try BuiltProgram.run(["doctor"], environment: ["HB_SHAPER_LIST": "secret,fallback"])
    #expect(result.status == 1)
    #expect(result.outputText.contains("environment: HB_SHAPER_LIST set\n"))
    #expect(
      result.outputText.contains("HB_SHAPER_LIST is set and changes the output of libraries: unset it."))
    #expect(!result.outputText.contains("secret"))
  }

  @Test(arguments: [("/usr/bin:/bin", true), ("/nowhere", false)])
  func doctorReportsWhetherVideosCanBeMade(_ path: String, _ hasEncoder: Bool) throws {
    let words = hasEncoder ? "encoded with ffmpeg" : "not available, because ffmpeg is not in PATH"
    let text = try BuiltProgram.run(["doctor"], environment: ["PATH": path]).outputText
    #expect(text.contains("\nvideos: \(words)\n"))
    let json = try BuiltProgram.run(["doctor", "--json"], environment: ["PATH": path])
    let root = try JSONScanner.scan(json.output, file: "out")
    #expect(root["videos"]?["encoder"]?.value == .bool(hasEncoder))
  }

  @Test func machinesReadItAsJSON() throws {
    let result = try BuiltProgram.run(["doctor", "--json"])
    let root = try JSONScanner.scan(result.output, file: "out")
    #expect(root["ok"]?.value == .bool(result.status == 0))
    #expect(root["fonts"]?["files"]?.element(0)?["sha256"]?.plain == KnownFonts.all.first?.sum)
    #expect(root["pictures"]?.element(0)?["name"]?.plain == "whole")
    #expect(root["libraries"]?.element(0)?["name"]?.plain == "cairo")
    #expect(root["influences"]?["locale"]?.value == .bool(false))
  }
}
