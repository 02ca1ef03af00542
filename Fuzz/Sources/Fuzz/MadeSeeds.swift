import Glibc

@testable import CardParts
@testable import CardRaster

/// Generated seeds for file formats of which the project does not have a small file.
enum MadeSeeds {
  /// Writes a folder for each format.
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
      ("pdf/picture", try document()), ("gif/pixels", [15, 11, 0, 7] + pixels),
      ("comparison/pixels", [15, 11, 1, 3] + pixels),
    ] {
      let path = "\(folder)/\(name)"
      mkdir(folder, 0o755)
      mkdir(FilePath.directory(of: path), 0o755)
      try FileWriting.write(bytes, to: path)
    }
  }

  /// An SVG picture as a document of one page, with the objects that such pages refer to.
  private static func document() throws -> [UInt8] {
    let svg = """
      <svg xmlns='http://www.w3.org/2000/svg' width='16' height='12'>
      <linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='blue'/></linearGradient>
      <rect width='9' height='9' fill='url(#g)'/><g opacity='.5'><circle cx='8' cy='6' r='5'/></g></svg>
      """
    let size = Size(width: 16, height: 12)
    let drawing = SVGDrawing(
      svg: Array(svg.utf8), size: size, frame: Rect(origin: .zero, size: size), map: .identity)
    return try drawing.document(SVGHandle(try LibRSVG(drawing.svg)))
  }
}
