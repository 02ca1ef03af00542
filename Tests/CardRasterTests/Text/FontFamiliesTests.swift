import BundledFonts
import Foundation
import TestSupport
import Testing

@testable import CardRaster

@Suite("Faces by family, weight and slant")
struct FontFamiliesTests {
  @Test(
    "The nearest face is chosen, by slant first and then by weight",
    arguments: [
      (400, false, "Regular"), (450, false, "Regular"), (490, false, "Medium"), (650, false, "SemiBold"),
      (1, false, "Thin"),
      (1000, false, "Black"), (840, false, "ExtraBold"), (400, true, "Italic"), (500, true, "Italic"),
      (600, true, "BoldItalic"),
    ])
  func nearest(weight: Int, isItalic: Bool, style: String) throws {
    // Inter Display, which has only two slanted weights.
    let folder = try #require(BundledFonts.directory())
    let families = try FontFamilies(
      bundled: FontCatalog(bundled: folder).available(FontCatalog.bundledFallback), in: folder, added: [],
      FontFaces())
    let index = try #require(families.index(of: "inter display"))
    let face = families.face(family: index, weight: weight, isItalic: isItalic).face
    #expect(face.name == "InterDisplay-\(style)")
  }

  @Test("A bundled face takes precedence over an added one of the same family")
  func added() throws {
    let folder = try #require(BundledFonts.directory())
    let bold = folder + "/JetBrainsMono/JetBrainsMono-Bold.ttf"
    let bundled = [
      FontCatalog.BundledFile(file: "JetBrainsMono/JetBrainsMono-Regular.ttf", family: "JetBrains Mono")
    ]
    let both = try FontFamilies(bundled: bundled, in: folder, added: [bold], FontFaces())
    #expect(both.all.map(\.name) == ["JetBrains Mono"])
    #expect(both.face(family: 0, weight: 700, isItalic: false).face.name == "JetBrainsMono-Regular")
    let alone = try FontFamilies(bundled: [], in: folder, added: [bold], FontFaces())
    #expect(alone.face(family: 0, weight: 400, isItalic: true).face.path == bold)
    #expect(alone.index(of: "Inter") == nil)
  }

  @Test("The built-in table of bundled faces agrees with fontconfig") func catalog() throws {
    let folder = try #require(BundledFonts.directory())
    let bundled = FontCatalog.bundledCore + FontCatalog.bundledFallback
    for file in FontCatalog(bundled: folder).available(bundled) {
      let said = NamedFace(file, in: folder)
      let found = try #require(try FontQuery.faces(of: said.face.path).first, "\(file.file)")
      #expect(said.face == found.face)
      #expect(said.slant == found.slant, "\(file.file)")
      #expect(abs(said.weight - found.weight) < 1, "\(file.file)")
      #expect(said.width == found.width, "\(file.file)")
      #expect(said.isColor == found.isColor, "\(file.file)")
      #expect(said.pixelSize == found.pixelSize, "\(file.file)")
    }
  }

  @Test("A font format that HarfBuzz does not read is rejected when it is added") func woff() throws {
    let folder = try TemporaryFolder()
    let font = try #require(VariableFont.data)
    let woff = folder.path + "/vary.woff"
    try Self.packed(font).write(to: URL(fileURLWithPath: woff))
    #expect(
      throws: RasterError.file(
        path: "vary.woff",
        reason: "it is a compressed web font (WOFF); convert it to TrueType or OpenType")
    ) {
      try FontCatalog(bundled: try #require(BundledFonts.directory())).adding(files: [woff])
    }
    #expect(throws: RasterError.self) { try FontQuery.faces(of: folder.path + "/nothing.ttf") }
  }

  /// The same font as WOFF, uncompressed, as the format allows.
  private static func packed(_ font: Data) -> Data {
    func number(_ value: Int) -> [UInt8] {
      (0..<4).map { (byte: Int) -> UInt8 in UInt8(value >> (24 - 8 * byte) & 0xFF) }
    }
    let count = Int(font[4]) << 8 | Int(font[5])
    var entries: [UInt8] = []
    var tables: [UInt8] = []
    for index in 0..<count {
      let entry = Array(font[12 + 16 * index..<28 + 16 * index])
      let fields = stride(from: 4, to: 16, by: 4).map { at in
        entry[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      }
      let (sum, offset, length) = (fields[0], fields[1], fields[2])
      entries +=
        entry[0..<4] + number(44 + 20 * count + tables.count) + number(length) + number(length) + number(sum)
      tables += font[offset..<offset + length]
      while tables.count % 4 != 0 { tables.append(0) }
    }
    let header =
      Array("wOFF".utf8) + font[0..<4] + number(44 + entries.count + tables.count) + font[4..<6] + [0, 0]
    return Data(header + number(font.count) + [UInt8](repeating: 0, count: 24) + entries + tables)
  }
}

@Suite("Variable fonts")
struct VariableFontTests {
  @Test("A named instance is a weight with its own width, without synthetic bold") func instances()
    throws
  {
    let folder = try TemporaryFolder()
    let path = try VariableFont.write(into: folder)
    let catalog = try FontCatalog(bundled: try #require(BundledFonts.directory())).adding(files: [path])
    let library = try FontLibrary(catalog)
    func run(_ weight: Int) throws -> (width: Double, face: FontFace) {
      let text = try library.shape(
        [TextSpan("AAA", font: Font("Vary", size: 100, weight: weight), color: .black)], ParagraphStyle())
      return (text.lines[0].frame.size.width, try #require(text.lines[0].runs.first).face)
    }
    let regular = try run(400)
    let bold = try run(700)
    #expect(abs(regular.width - 180) < 0.01)
    // At 700, three fifths of the way from 400 to 900, each A is 150 thousandths of an em wider.
    #expect(abs(bold.width - 225) < 0.1)
    #expect(!regular.face.isEmboldened && !bold.face.isEmboldened)
    #expect(regular.face.index != bold.face.index)
  }

  @Test("Fonts come from a file, a folder or memory, and are the same") func origins() throws {
    let folder = try TemporaryFolder()
    let path = try VariableFont.write(into: folder)
    let bundled = FontCatalog(bundled: try #require(BundledFonts.directory()))
    func width(_ catalog: FontCatalog) throws -> Double {
      try FontLibrary(catalog).shape(
        [TextSpan("AAA", font: Font("Vary", size: 100, weight: 700), color: .black)], ParagraphStyle()
      ).lines[0].frame.size.width
    }
    let bytes = try FileReading.read(path: path, limit: Limits.fontBytes)
    let expected = try width(bundled.adding(files: [path]))
    #expect(try width(bundled.adding(folder: folder.path)) == expected)
    #expect(try width(bundled.adding(fonts: [bytes])) == expected)
    let empty = try TemporaryFolder()
    #expect(throws: RasterError.self) { try bundled.adding(folder: empty.path) }
    let broken = #expect(throws: RasterError.self) {
      try bundled.adding(fonts: [bytes, Array("no font".utf8)])
    }
    #expect(broken?.message.contains("/proc") == false, "\(String(describing: broken))")
  }

  @Test(
    "Without named instances the weights come from the axis",
    arguments: [(400, 180.0), (700, 225), (900, 255)])
  func axis(weight: Int, width: Double) throws {
    let folder = try TemporaryFolder()
    let path = try VariableFont.write(into: folder, hasInstances: false)
    let catalog = try FontCatalog(bundled: try #require(BundledFonts.directory())).adding(files: [path])
    let text = try FontLibrary(catalog).shape(
      [TextSpan("AAA", font: Font("Vary", size: 100, weight: weight), color: .black)], ParagraphStyle())
    #expect(abs(text.lines[0].frame.size.width - width) < 0.1)
    let run = try #require(text.lines[0].runs.first)
    #expect(!run.face.isEmboldened)
    let opened = try FreeTypeFace(run.face, in: FreeTypeLibrary())
    #expect(opened.weight == weight)
  }

  @Test(
    "A weight between two instances uses the nearest one", arguments: [(500, 400), (600, 700), (900, 700)])
  func nearest(asked: Int, given: Int) throws {
    let folder = try TemporaryFolder()
    let path = try VariableFont.write(into: folder)
    let families = try FontFamilies(bundled: [], in: folder.path, added: [path], FontFaces())
    let face = families.face(family: 0, weight: asked, isItalic: false).face
    #expect(try FreeTypeFace(face, in: FreeTypeLibrary()).weight == given)
  }
}

@Suite("Fonts that cannot be read")
struct DamagedFontTests {
  @Test("A damaged system font is skipped, a damaged font of a deck is an error")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let good = try VariableFont.write(into: folder)
    let damaged = folder.path + "/damaged.ttf"
    try FileWriting.write([0, 1, 0, 0, 7], to: damaged)
    let families = try FontFamilies(
      bundled: [], in: folder.path, added: [], system: [damaged, good], FontFaces())
    #expect(families.all.count == 1)
    #expect(throws: RasterError.self) {
      _ = try FontFamilies(bundled: [], in: folder.path, added: [damaged], FontFaces())
    }
  }
}

/// A font made for these tests, with the instances Regular and Bold.
///
/// The letter A is a box, and the weight axis goes from 100 by 400 to 900.
private enum VariableFont {
  static func write(into folder: TemporaryFolder, hasInstances: Bool = true) throws -> String {
    let path = folder.path + "/vary.ttf"
    var data = try #require(data)
    // The number of instances in the table fvar.
    if !hasInstances { data[0x2AC + 13] = 0 }
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  static let data = Data(
    base64Encoded: """
      AAEAAAAMAIAAAwBAT1MvMkT/RHgAAAFIAAAAYGNtYXAAdABcAAABtAAAADxmdmFygkJpkgAAAqwAAAA0Z2x5Zhw8f9YAAAH4AAAA
      NGd2YXKRMXF7AAAC4AAAAE5oZWFkxw7/nAAAAMwAAAA2aGhlYQV6AcYAAAEEAAAAJGhtdHgFeABkAAABqAAAAAxsb2NhAA0AJwAA
      AfAAAAAIbWF4cAAFAAYAAAEoAAAAIG5hbWUGaRTQAAACLAAAAGBwb3N0AAMAAAAAAowAAAAgAAEAAAABAAA8ZGULXw889QADA+gA
      AAAAstBeAAAAAACy0F4AADIAAAImArwAAAADAAIAAAAAAAAAAQAAAyD/OAAAAlgAMgAyAiYAAQAAAAAAAAAAAAAAAAAAAAMAAQAA
      AAMABAABAAAAAAACAAAAAAAAAAAAAAAAAAAAAAADAdMBkAAFAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEA
      AAAAAAAAAAAAAAA/Pz8/AAAAIABBAyAAAAAAAyAAyAAAAAAAAAAAAAAAAAAAACAAAAH0ADIBLAAAAlgAMgAAAAIAAAADAAAAFAAD
      AAEAAAAUAAQAKAAAAAYABAABAAIAIABB//8AAAAgAEH////h/8EAAQAAAAAAAAAAAA0ADQAaAAEAMgAAAcICvAADAAAzESERMgGQ
      Arz9RAAAAQAyAAACJgK8AAMAADMRIREyAfQCvP1EAAAAAAQANgADAAEECQABAAgAAAADAAEECQACAA4ACAADAAEECQEAAAwAFgAD
      AAEECQEBAAgAIgBWAGEAcgB5AFIAZQBnAHUAbABhAHIAVwBlAGkAZwBoAHQAQgBvAGwAZAADAAAAAAAAAAAAAAAAAAAAAAAAAAAA
      AAAAAAAAAAAAAAEAAAAQAAIAAQAUAAIACHdnaHQAZAAAAZAAAAOEAAAAAAEAAAIAAAGQAAABAQAAArwAAAABAAAAAQABAAAAHAAD
      AAAAAAAeAAAACAAQABhAAIABAAgABgAAAIRAAPqBhwCAAQAIAAYAAACAQAD6gYMAgAEACAAGAAAAhEAA+oGHAAAA
      """, options: .ignoreUnknownCharacters)
}
