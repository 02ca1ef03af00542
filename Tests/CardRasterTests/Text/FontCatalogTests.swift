import BundledFonts
import CardRaster
import Foundation
import TestSupport
import Testing

@Suite("Fonts by name and file")
struct FontCatalogTests {
  @Test("All bundled files are listed, and each family is available")
  func bundle() throws {
    let folder = try #require(BundledFonts.directory())
    let catalog = FontCatalog(bundled: folder)
    #expect(catalog.folders.count == 2 && catalog.hasAllFonts)
    // Icons are not a text font.
    let files = try catalog.folders.flatMap { try FileManager.default.subpathsOfDirectory(atPath: $0) }
      .filter { ($0.hasSuffix(".ttf") || $0.hasSuffix(".otf")) && !$0.hasPrefix("RemixIcon/") }
    let library = try TextSamples.library()
    let families = try library.families
    #expect(families == families.sorted())
    #expect(families.contains("Inter") && families.contains("Noto Sans Symbols2"))
    var used: Set<String> = []
    for family in families {
      for weight in stride(from: 100, through: 900, by: 100) {
        for isItalic in [false, true] {
          let font = Font(family, size: 12, weight: weight, isItalic: isItalic)
          let sample = try library.shape(
            [TextSpan(sample(of: family), font: font, color: .black)], ParagraphStyle())
          for run in sample.lines[0].runs { used.insert(run.face.path) }
        }
      }
    }
    #expect(used.sorted() == files.map { "\(folder)/\(catalog.place(of: $0) ?? "")" }.sorted())
    for family in Set(files.map { $0.split(separator: "/")[0] }) {
      let place = try #require(catalog.place(of: "\(family)/LICENSE.txt"))
      #expect(FileManager.default.fileExists(atPath: "\(folder)/\(place)"))
    }
  }

  @Test("Without the fonts of the trait AllFonts, texts that need them are errors that name it")
  func smallBuild() throws {
    let temporary = try TemporaryFolder()
    let small = temporary.path + "/build/Files"
    try FileManager.default.createDirectory(atPath: small, withIntermediateDirectories: true)
    let folder = try #require(BundledFonts.directory())
    for name in ["Inter", "JetBrainsMono", "Words"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(small)/\(name)", withDestinationPath: "\(folder)/\(name)")
    }
    let library = try FontLibrary(FontCatalog(bundled: small))
    #expect(try library.families == ["Inter", "JetBrains Mono"])
    #expect(try library.shape([TextSamples.span("Grüße ♥")], ParagraphStyle()).missing.isEmpty)
    // Inter has a heart of its own, but it is not the picture that an emoji requests.
    for text in ["こ", "م", "😀", "♥\u{FE0F}"] {
      #expect(throws: RasterError.leftOut("a font for '\(text)'", trait: "AllFonts")) {
        try library.shape([TextSamples.span("Hi \(text)")], ParagraphStyle())
      }
    }
    for name in ["serif", "Noto Serif", "quicksand"] {
      #expect(throws: RasterError.leftOut("the font family '\(name)'", trait: "AllFonts")) {
        try library.require(family: name)
      }
    }
    #expect(throws: RasterError.unknownFamily("Intre", nearest: "Inter")) {
      try library.require(family: "Intre")
    }
  }

  /// A character that the family has and Inter may lack.
  private func sample(of family: String) -> String {
    let samples = [
      "Noto Sans Arabic": "م", "Noto Sans Hebrew": "ש", "Noto Sans Devanagari": "न", "Noto Sans Bengali": "ন",
      "Noto Sans Thai": "ส", "Noto Sans Tamil": "வ", "Noto Sans Telugu": "న", "Noto Sans Gujarati": "ન",
      "Noto Sans Kannada": "ನ", "Noto Sans Malayalam": "ന", "Noto Sans Gurmukhi": "ਸ",
      "Noto Sans Sinhala": "ආ",
      "Noto Sans Lao": "ສ", "Noto Sans Khmer": "ស", "Noto Sans Myanmar": "မ", "Noto Sans Georgian": "გ",
      "Noto Sans Armenian": "Բ", "Noto Sans Ethiopic": "ሰ", "Droid Sans Fallback": "丂",
      "Noto Sans CJK": "你",
      "Noto Sans Symbols2": "🮕", "Noto Sans Symbols": "⚕", "Noto Sans Math": "∯", "Noto Color Emoji": "😀",
    ]
    return samples[family] ?? "A"
  }

  @Test("An unknown family is an error with the nearest name")
  func unknown() throws {
    let library = try TextSamples.library()
    #expect(throws: RasterError.unknownFamily("Intre", nearest: "Inter")) {
      try library.require(family: "Intre")
    }
    #expect(throws: RasterError.unknownFamily("Comic Sans", nearest: nil)) {
      try library.shape([TextSamples.span("a", family: "Comic Sans")], ParagraphStyle())
    }
    try library.require(family: "jetbrains mono")
  }

  @Test(
    "Generic names are mapped to bundled families",
    arguments: [
      ("sans-serif", "Inter-Regular"), ("system-ui", "Inter-Regular"), ("System", "Inter-Regular"),
      ("San Francisco", "Inter-Regular"), ("Helvetica Neue", "Inter-Regular"),
      ("monospace", "JetBrainsMono-Regular"),
    ])
  func aliases(name: String, face: String) throws {
    let library = try TextSamples.library()
    try library.require(family: name)
    let run = try library.shape([TextSamples.span("a", family: name)], ParagraphStyle()).lines[0].runs[0]
    #expect(run.face.name == face)
    #expect(run.font.family == name)
  }

  @Test(
    "Each weight has its face",
    arguments: [
      (400, "Inter-Regular"), (500, "Inter-Medium"), (600, "Inter-SemiBold"), (700, "Inter-Bold"),
      (900, "Inter-Black"),
      (100, "Inter-Thin"), (800, "Inter-ExtraBold"),
    ])
  func weights(weight: Int, face: String) throws {
    let library = try TextSamples.library()
    let run = try library.shape([TextSamples.span("a", weight: weight)], ParagraphStyle()).lines[0].runs[0]
    #expect(run.face.name == face)
  }

  @Test("A font file can be added; another file is rejected")
  func adding() throws {
    let folder = try #require(BundledFonts.directory())
    let catalog = FontCatalog(bundled: folder)
    let more = try catalog.adding(files: [folder + "/JetBrainsMono/JetBrainsMono-Bold.ttf"])
    #expect(more != catalog)
    try FontLibrary(more).require(family: "JetBrains Mono")
    #expect(throws: RasterError.self) { try catalog.adding(files: [folder + "/Inter/LICENSE.txt"]) }
    #expect(throws: RasterError.file(path: "Files", reason: "it is not a regular file")) {
      try catalog.adding(files: [folder])
    }
    #expect(throws: RasterError.file(path: "nowhere.ttf", reason: "no such file")) {
      try catalog.adding(files: ["/nowhere.ttf"])
    }
    #expect(throws: RasterError.self) { _ = try FontLibrary(FontCatalog(bundled: "/nowhere")) }
  }
}
