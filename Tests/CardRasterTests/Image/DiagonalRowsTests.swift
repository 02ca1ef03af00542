import TestSupport
import Testing

@testable import CardRaster

@Suite struct DiagonalRowsTests {
  private static let (width, height) = (400, 500)

  /// A picture of 400 × 500 pixels, with the colour of each pixel from a function.
  private static func picture(_ color: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8)) -> [UInt8] {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue) = color(x, y)
        pixels += [red, green, blue, 255]
      }
    }
    return pixels
  }

  /// A gradient at 45° between two colours, which shifts by one pixel per row.
  private static let diagonal = picture { x, y in
    func mixed(_ from: Int, _ to: Int) -> UInt8 {
      UInt8((Double(from) + Double((to - from) * (x + y)) / Double(width + height)).rounded())
    }
    return (mixed(15, 30), mixed(23, 64), mixed(42, 175))
  }

  private static func rows() throws -> PixelRows {
    try PixelRows(
      width: width, height: height, stride: 4 * width, order: .straightRGBA, byteCount: 4 * width * height)
  }

  private static func file(_ pixels: [UInt8], _ compression: PNGCompression) throws -> [UInt8] {
    let bitmap = try #require(Bitmap(width: width, height: height, pixels: pixels))
    return try PNGEncoder.encode(bitmap, scale: 1, compression: compression)
  }

  /// The filter numbers of a file's rows.
  private static func filters(_ file: [UInt8]) throws -> Set<UInt8> {
    let png = try #require(PNGFile(file))
    var rows = [UInt8](repeating: 9, count: png.filteredBytes + 16)
    let count = png.filteredBytes
    let isWhole = rows.withUnsafeMutableBytes {
      PNGDecoder.inflate(png, file, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<count]))
    }
    #expect(isWhole)
    return Set((0..<png.height).map { rows[$0 * (1 + png.rowBytes)] })
  }

  private static func isSkewed(_ pixels: [UInt8]) throws -> Bool {
    let rows = try rows()
    return pixels.withUnsafeBytes { bytes in
      var source = PNGRows(bytes, rows, .rgb, .fixed(.none))
      return source.isDiagonalGradient(at: 0)
    }
  }

  @Test func diagonalRowsAreDetected() throws {
    #expect(try Self.isSkewed(Self.diagonal))
    #expect(
      try Self.isSkewed(Self.picture { x, y in (UInt8((x + 500 - y) / 4), 20, UInt8((x + 500 - y) / 7)) }))
  }

  /// Horizontal, vertical and steep gradients, noise and plain colours compress well without this method.
  @Test func otherPicturesAreNotDiagonal() throws {
    var random = SampleNumbers(state: 5)
    #expect(try !Self.isSkewed(Self.picture { x, _ in (UInt8(x / 2), 0, UInt8(x / 3)) }))
    #expect(try !Self.isSkewed(Self.picture { _, y in (UInt8(y / 2), 0, UInt8(y / 3)) }))
    #expect(
      try !Self.isSkewed(Self.picture { x, y in (UInt8((x + 7 * y) / 20), 0, UInt8((x + 7 * y) / 30)) }))
    #expect(try !Self.isSkewed(Self.picture { _, _ in (UInt8.random(in: 0...255, using: &random), 7, 7) }))
    #expect(try !Self.isSkewed(Self.picture { _, _ in (1, 2, 3) }))
  }

  /// With filters this picture is more than twice as large.
  @Test(arguments: [PNGCompression.fast, .balanced]) func diagonalRowsAreWrittenWithoutFilters(
    compression: PNGCompression
  )
    throws
  {
    let file = try Self.file(Self.diagonal, compression)
    #expect(try Self.filters(file) == [0])
    let rows = try Self.rows()
    let filtered = try Self.diagonal.withUnsafeBytes { bytes in
      try PNGEncoder.smallestData(bytes, rows, .rgb, [.smallestSum([.up, .sub])], level: 6)
    }
    if compression == .balanced { #expect(2 * file.count < filtered.count) }
  }

  /// A part that is no longer diagonal is filtered as a whole, even the rows that did not change.
  @Test func aSeriesWritesTheFileOfEachPicture() throws {
    var random = SampleNumbers(state: 6)
    var noisy = Self.diagonal
    for index in 4 * Self.width * 20..<4 * Self.width * 150 where index % 4 != 3 {
      noisy[index] = UInt8.random(in: 0...255, using: &random)
    }
    #expect(try Self.filters(Self.file(noisy, .fast)) != [0])
    let rows = try Self.rows()
    let kept = FilteredRows()
    var before: [UInt8]?
    for pixels in [Self.diagonal, noisy, Self.diagonal, Self.diagonal, noisy] {
      let changed = before.map { before in
        (0..<Self.height).map { y in
          let row = 4 * Self.width * y..<4 * Self.width * (y + 1)
          return before[row] != pixels[row]
        }
      }
      let found = try pixels.withUnsafeBytes { bytes in
        try PNGEncoder.fast(
          bytes, rows, isOpaque: true, scale: 1, kept: PNGEncoder.Kept(rows: kept, changed: changed))
      }
      #expect(try found == Self.file(pixels, .fast))
      before = pixels
    }
  }

  /// Each thread starts at another row, which does not change the file.
  @Test(arguments: [PNGCompression.fast, .balanced]) func threadsWriteTheSameBytes(
    compression: PNGCompression
  )
    throws
  {
    let rows = try Self.rows()
    let found = try Self.diagonal.withUnsafeBytes { bytes in
      try PNGEncoder.encode(
        bytes, rows, isOpaque: nil, scale: 1, compression: compression, threads: RowParallelism(3))
    }
    #expect(try found == Self.file(Self.diagonal, compression))
  }
}
