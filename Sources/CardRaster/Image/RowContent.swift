/// What a row of pixels is made of, as far as the choice of a filter asks for it.
///
/// Drawn shapes and letters repeat themselves: a deflater finds more of that in plain bytes than in filtered ones.
/// Gradients and photographs do not, but change little from pixel to pixel, and a filter makes that small. So the pixels
/// are counted that are like neither the one at their left nor the one above: smooth ones, which are near one of them, and
/// hard ones.
///
struct RowContent {
  private(set) var smooth = 0
  private(set) var hard = 0
  /// How many were looked at.
  private(set) var seen = 0

  /// A row of which much is new is of a photograph.
  var isPhotograph: Bool { 4 * (smooth + hard) > seen }
  /// Whether filtered bytes will take less than plain ones.
  var wantsFilter: Bool { smooth > hard || isPhotograph }

  /// Channels that are at most so far apart are near.
  private static let near: Int16 = 4

  /// Looks at a row, which is not the first: at one group of four pixels in `rate`, in each row at other ones.
  init(_ row: UnsafeRawPointer, above: UnsafeRawPointer, width: Int, number: Int, rate: Int) {
    var (changed, far) = (Pixels.zero, Pixels.zero)
    // The first pixel has none at its left.
    var x = 4 * (1 + number % rate)
    while x &+ 4 <= width {
      let here = row.loadUnaligned(fromByteOffset: 4 &* x, as: Pixels.self)
      let higher = above.loadUnaligned(fromByteOffset: 4 &* x, as: Pixels.self)
      seen &+= 4
      if Self.isAny(here ^ higher) {
        let left = row.loadUnaligned(fromByteOffset: 4 &* x &- 4, as: Pixels.self)
        if Self.isAny(here ^ left) {
          changed = changed &+ (Self.ones(here ^ left) & Self.ones(here ^ higher))
          far = far &+ (Self.ones(Self.far(here, left)) & Self.ones(Self.far(here, higher)))
        }
      }
      x &+= 4 &* rate
    }
    // What is far from both is different from both.
    for lane in 0..<4 {
      hard &+= Int(far[lane])
      smooth &+= Int(changed[lane] &- far[lane])
    }
  }

  /// Four pixels in the order of the memory they come from.
  typealias Pixels = SIMD4<UInt32>

  /// Whether a bit of four is set.
  @inline(__always) static func isAny(_ pixels: Pixels) -> Bool {
    let pair = unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
    return pair.x | pair.y != 0
  }

  /// 1 for each that is not 0.
  @inline(__always) static func ones(_ pixels: Pixels) -> Pixels { (pixels | (0 &- pixels)) &>> 31 }

  /// Not zero for pixels of which a channel is far from the same in the other.
  @inline(__always) static func far(_ a: Pixels, _ b: Pixels) -> Pixels {
    far(a & 0x00FF_00FF, channels: b & 0x00FF_00FF)
      | far((a &>> 8) & 0x00FF_00FF, channels: (b &>> 8) & 0x00FF_00FF)
  }

  /// The same of two channels.
  @inline(__always) private static func far(_ a: Pixels, channels b: Pixels) -> Pixels {
    let difference = unsafeBitCast(a, to: SIMD8<Int16>.self) &- unsafeBitCast(b, to: SIMD8<Int16>.self)
    let sign = difference &>> 15
    // Negative where it is too much.
    let excess = SIMD8<Int16>(repeating: near) &- ((difference ^ sign) &- sign)
    return unsafeBitCast(excess &>> 15, to: Pixels.self)
  }
}
