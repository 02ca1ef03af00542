/// A bitmap: RGBA8, straight alpha, row-major, 4 × width bytes per row.
///
/// Guarantees: never empty; `pixels` has exactly 4 × width × height bytes; within `Limits.imagePixels`.
public struct Bitmap: Hashable, Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// Red, green, blue and alpha of each pixel, the top row first.
  public let pixels: [UInt8]

  /// Makes a bitmap, or nil if the size does not match the bytes or exceeds the limits.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, width <= Limits.imagePixels / height,
      pixels.count == 4 * width * height
    else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

extension Bitmap {
  /// Passes the bytes of `pixels` to a closure, without a copy.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try pixels.span.bytes.withUnsafeBytes(body)
  }
}

/// The four bytes of each pixel in memory that a caller provides.
public struct PixelFormat: Hashable, Sendable {
  /// Whether blue comes first.
  let isBGRA: Bool
  /// Whether colours are multiplied by alpha.
  let isPremultiplied: Bool

  /// Red, green, blue, alpha, with straight alpha, as in ``Bitmap`` and in PNG files.
  public static let rgba = PixelFormat(isBGRA: false, isPremultiplied: false)
  /// Red, green, blue, alpha, with colours multiplied by alpha, as textures of graphics processors have them.
  public static let premultipliedRGBA = PixelFormat(isBGRA: false, isPremultiplied: true)
  /// Blue, green, red, alpha, with colours multiplied by alpha, as Cairo and window systems have them.
  public static let premultipliedBGRA = PixelFormat(isBGRA: true, isPremultiplied: true)
}

extension Bitmap {
  /// Whether every alpha is 255.
  package var isOpaque: Bool {
    let bytes = pixels.span.bytes
    for offset in stride(from: 0, to: bytes.byteCount, by: 4)
    where bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self) < 0xFF00_0000 {
      return false
    }
    return true
  }
}

extension Bitmap {
  /// The mean colour, a dark and a light one of a picture, each 0xRRGGBB; empty if it has transparent pixels.
  ///
  /// The cells of a grid of 24 × 24, each with up to 16 pixels, are sorted by their brightness; 5 % of them are
  /// darker than the dark colour, and 5 % lighter than the light one.
  var tones: [UInt32] {
    guard isOpaque else { return [] }
    let (cells, steps) = (24, 4)
    func mean(_ colors: [SIMD3<Int>]) -> SIMD3<Int> { colors.reduce(.zero, &+) / colors.count }
    let colors = (0..<cells * cells).map { cell in
      mean(
        (0..<steps * steps).map { step in
          let x = ((cell % cells * steps + step % steps) * 2 + 1) * width / (2 * cells * steps)
          let y = ((cell / cells * steps + step / steps) * 2 + 1) * height / (2 * cells * steps)
          let offset = 4 * (y * width + x)
          return SIMD3(Int(pixels[offset]), Int(pixels[offset + 1]), Int(pixels[offset + 2]))
        })
    }
    // The weights of red, green and blue in the brightness of video (Rec. 709), in tenths of a thousand.
    let sorted = colors.sorted {
      ($0 &* SIMD3(2126, 7152, 722)).wrappedSum() < ($1 &* SIMD3(2126, 7152, 722)).wrappedSum()
    }
    let dark = sorted.count / 20
    return [mean(colors), sorted[dark], sorted[sorted.count - 1 - dark]].map { (tone: SIMD3<Int>) -> UInt32 in
      UInt32(tone.x << 16 | tone.y << 8 | tone.z)
    }
  }
}

extension Bitmap {
  /// The picture scaled down to fit a box, with its aspect ratio kept; unchanged if it already fits.
  ///
  /// Each pixel is the mean of the area it covers, in premultiplied colours, so that edges to transparent
  /// parts keep their colour.
  public func reduced(toFit box: (width: Int, height: Int)) -> Bitmap {
    let ratio = max(Double(width) / Double(max(1, box.width)), Double(height) / Double(max(1, box.height)))
    guard ratio > 1 else { return self }
    let newWidth = max(1, min(box.width, Int((Double(width) / ratio).rounded())))
    let newHeight = max(1, min(box.height, Int((Double(height) / ratio).rounded())))
    let columns = Self.shares(of: width, among: newWidth)
    let rows = Self.shares(of: height, among: newHeight)
    var out: [UInt8] = []
    out.reserveCapacity(4 * newWidth * newHeight)
    var sums = [SIMD4<Float>](repeating: .zero, count: newWidth)
    for row in rows {
      for column in sums.indices { sums[column] = .zero }
      for (y, rowShare) in row {
        for (column, parts) in columns.enumerated() {
          var sum = SIMD4<Float>.zero
          for (x, share) in parts { sum += premultiplied(x, y) * share }
          sums[column] += sum * rowShare
        }
      }
      for sum in sums { out += Self.straight(sum) }
    }
    return Bitmap(width: newWidth, height: newHeight, pixels: out) ?? self
  }

  /// For each new pixel, the old pixels it covers, with weights that sum to 1.
  private static func shares(of count: Int, among newCount: Int) -> [[(Int, Float)]] {
    let length = Double(count) / Double(newCount)
    return (0..<newCount).map { number in
      let (start, end) = (Double(number) * length, Double(number + 1) * length)
      let last = min(count - 1, Int(end.rounded(.up)) - 1)
      return (Int(start)...max(Int(start), last)).map { old in
        let covered = min(end, Double(old + 1)) - max(start, Double(old))
        return (old, Float(max(0, covered) / length))
      }
    }
  }

  private func premultiplied(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let place = 4 * (y * width + x)
    let alpha = Float(pixels[place + 3])
    let color = SIMD4(Float(pixels[place]), Float(pixels[place + 1]), Float(pixels[place + 2]), 255)
    return color * (alpha / 255)
  }

  private static func straight(_ sum: SIMD4<Float>) -> [UInt8] {
    func byte(_ value: Float) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
    guard byte(sum.w) > 0 else { return [0, 0, 0, 0] }
    let whole = sum * (255 / sum.w)
    return [byte(whole.x), byte(whole.y), byte(whole.z), byte(sum.w)]
  }
}
