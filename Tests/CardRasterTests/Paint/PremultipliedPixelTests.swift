import Testing

@testable import CardRaster

@Suite struct PremultipliedPixelTests {
  @Test func straightChannelsAreRoundedToTheNearestForAllPairs() {
    for alpha in UInt32(0)...255 {
      for channel in UInt32(0)...255 {
        let straight = PremultipliedPixel(rawValue: alpha << 24 | channel << 16 | channel << 8 | channel)
          .straight
        let exact = alpha == 0 ? 0 : min(255, (Double(channel) * 255 / Double(alpha)).rounded())
        guard straight.red == UInt8(exact), straight.green == UInt8(exact), straight.blue == UInt8(exact),
          straight.alpha == UInt8(alpha)
        else {
          Issue.record("channel \(channel) at alpha \(alpha) became \(straight)")
          return
        }
      }
    }
  }

  @Test func productsAreRoundedToTheNearestForAllPairs() {
    for a in UInt32(0)...255 {
      for b in UInt32(0)...255 {
        let exact = UInt32((Double(a * b) / 255).rounded())
        let all = PremultipliedPixel(rawValue: a &* 0x0101_0101).scaled(by: b)
        guard PremultipliedPixel.multiply(a, b) == exact, all.rawValue == exact &* 0x0101_0101 else {
          Issue.record("\(a) × \(b) ÷ 255 is not \(exact)")
          return
        }
      }
    }
  }

  @Test func premultiplyingKeepsThePrecisionOfTheAlpha() {
    let color = Color(red: 200, green: 100, blue: 50, alpha: 128)
    let back = PremultipliedPixel(color).straight
    #expect(abs(Int(back.red) - 200) <= 1 && abs(Int(back.green) - 100) <= 1 && back.alpha == 128)
    #expect(PremultipliedPixel(Color(rgb: 0x123456)).straight == Color(rgb: 0x123456))
  }
}
