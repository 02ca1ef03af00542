/// A pixel in cairo's format: `0xAARRGGBB`, premultiplied by alpha.
struct PremultipliedPixel: RawRepresentable, Hashable, Sendable {
  /// Alpha in the highest byte, then red, green and blue.
  var rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `a × b ÷ 255`, rounded to the nearest, for two numbers of 0…255.
  @inline(__always) static func multiply(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let t = a &* b &+ 128
    return (t &+ t >> 8) >> 8
  }

  /// All four channels times a factor of 0…255, each rounded to the nearest.
  @inline(__always) func scaled(by factor: UInt32) -> PremultipliedPixel {
    // Two channels at a time: a product needs 16 bits, and 128 more do not carry into the next pair.
    let even = (rawValue & 0x00FF_00FF) &* factor &+ 0x0080_0080
    let odd = (rawValue >> 8 & 0x00FF_00FF) &* factor &+ 0x0080_0080
    return PremultipliedPixel(
      rawValue: (even &+ (even >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
        | (odd &+ (odd >> 8 & 0x00FF_00FF)) & 0xFF00_FF00)
  }

  /// The same for four pixels with a factor each; channels are in lanes of 16 bits.
  @inline(__always) static func scaled(_ pixels: SIMD4<UInt32>, by factors: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let low = SIMD4<UInt32>(repeating: 0x00FF_00FF)
    let both = unsafeBitCast(factors | factors &<< 16, to: SIMD8<UInt16>.self)
    let even = unsafeBitCast(pixels & low, to: SIMD8<UInt16>.self) &* both &+ 128
    let odd = unsafeBitCast(pixels &>> 8 & low, to: SIMD8<UInt16>.self) &* both &+ 128
    let evenRounded = (even &+ even &>> 8) &>> 8
    let oddRounded = (odd &+ odd &>> 8) & 0xFF00
    return unsafeBitCast(evenRounded, to: SIMD4<UInt32>.self)
      | unsafeBitCast(oddRounded, to: SIMD4<UInt32>.self)
  }

  /// The pixel composited over another one.
  @inline(__always) func over(_ below: PremultipliedPixel) -> PremultipliedPixel {
    PremultipliedPixel(rawValue: rawValue &+ below.scaled(by: 255 &- rawValue >> 24).rawValue)
  }
}
