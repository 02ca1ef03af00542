import Testing

@testable import CardRaster

/// JPEG files for tests: a file of our own drawing, 16 × 8 pixels, whose four corners differ, and EXIF for it.
enum SampleJPEG {
  /// An APP1 segment with an orientation, in either order of bytes.
  static func exif(_ orientation: UInt8, isLittle: Bool) -> [UInt8] {
    let tiff: [UInt8] =
      isLittle
      ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
      : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    let body = Array("Exif".utf8) + [0, 0] + tiff
    return [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
  }

  /// The file with a segment put behind its start.
  static func with(_ segment: [UInt8], in file: [UInt8]) -> [UInt8] {
    Array(file[..<2]) + segment + file[2...]
  }
}
