/// The one rule by which colours leave and enter the premultiplied form that cairo paints in.
///
/// Straight to premultiplied and back gives the same value wherever alpha is 255, and everywhere the nearest value
/// that the premultiplied form can tell apart.
enum Premultiplication {
  /// The straight value of a premultiplied channel: `(c × 255 + a / 2) / a`, at most 255; nothing where alpha is 0.
  @inline(__always)
  static func straight(_ channel: UInt8, alpha: UInt8) -> UInt8 {
    if alpha == 255 { return channel }
    if alpha == 0 { return 0 }
    let whole = UInt32(alpha)
    return UInt8(min(255, (UInt32(channel) &* 255 &+ whole / 2) / whole))
  }

  /// The premultiplied value of a straight channel: `c × a / 255`, rounded to the nearest.
  @inline(__always)
  static func premultiplied(_ channel: UInt8, alpha: UInt8) -> UInt8 {
    let product = UInt32(channel) &* UInt32(alpha) &+ 128
    return UInt8((product &+ (product >> 8)) >> 8)
  }
}
