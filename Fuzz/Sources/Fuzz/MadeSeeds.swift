import Glibc

@testable import CardParts
@testable import CardRaster

/// Seeds for kinds of files of which the project has no small one.
enum MadeSeeds {
  /// Writes a folder for each kind.
  static func write(to folder: String) throws {
    var pixels: [UInt8] = []
    for index in 0..<16 * 12 { pixels += [UInt8(index), UInt8(index % 16 * 16), 200, 255] }
    guard let bitmap = Bitmap(width: 16, height: 12, pixels: pixels),
      let animation = Animation(frames: [bitmap], delays: [40])
    else { return }
    let jpeg = try pixels.withUnsafeBytes {
      try TurboJPEGWriter().encode($0, width: 16, height: 12, stride: 64, quality: 70)
    }
    for (name, bytes) in [
      ("webp/lossless", try WebPEncoder.encode(animation, quality: nil)),
      ("webp/lossy", try WebPEncoder.encode(animation, quality: 60)),
      ("jpeg/colour", jpeg), ("png/colour", try PNGEncoder.encode(bitmap, scale: 1)),
      ("pdf/link", try document()), ("gif/pixels", [15, 11, 0, 7] + pixels),
      ("comparison/pixels", [15, 11, 1, 3] + pixels),
    ] {
      let path = "\(folder)/\(name)"
      mkdir(folder, 0o755)
      mkdir(FilePath.directory(of: path), 0o755)
      try FileWriting.write(bytes, to: path)
    }
  }

  /// A PDF document with text, a link and two pages.
  private static func document() throws -> [UInt8] {
    let deck = """
      {"canvas":{"width":60},"cards":[{"parts":[{"type":"text","text":"A","link":"https://example.com/a"}]},
       {"parts":[{"type":"bar","percent":0.5}]}]}
      """
    let pipeline = try DeckPipeline()
    let laidOut = try pipeline.layOut(
      try pipeline.load(Array(deck.utf8), file: "deck.json", folder: "/nowhere"))
    guard let page = laidOut.pages.first else { return [] }
    return try pipeline.encode(page.display, fonts: laidOut.fonts, as: .pdf)
  }
}
