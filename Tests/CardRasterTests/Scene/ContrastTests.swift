import Testing

@testable import CardRaster

/// Contrast by WCAG 2 and lightness by OKLab.
@Suite struct ContrastTests {
  @Test func contrastMatchesTheStandard() {
    #expect(abs(Color.black.contrast(with: .white) - 21) < 1e-9)
    #expect(abs(Color(rgb: 0x777777).contrast(with: .white) - 4.478) < 1e-3)
    #expect(Color(rgb: 0x767676).contrast(with: .white) > 4.54)
    #expect(Color.white.contrast(with: Color(rgb: 0x123456)) == Color(rgb: 0x123456).contrast(with: .white))
  }

  /// The table of colours published by Ottosson.
  @Test(
    arguments: [
      (0xFFFFFF, 1.0, 0.0, 0.0), (0xFF0000, 0.6280, 0.2249, 0.1258), (0x00FF00, 0.8664, -0.2339, 0.1795),
      (0x0000FF, 0.4520, -0.0324, -0.3115), (0x000000, 0, 0, 0),
    ] as [(UInt32, Double, Double, Double)])
  func coordinatesMatchTheSource(rgb: UInt32, lightness: Double, a: Double, b: Double) {
    let color = OKLab(Color(rgb: rgb))
    #expect(abs(color.lightness - lightness) < 2e-4 && abs(color.a - a) < 2e-4 && abs(color.b - b) < 2e-4)
  }

  @Test func everySRGBColourSurvivesTheRoundTrip() {
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 15) {
        for blue in stride(from: 0, through: 255, by: 15) {
          let color = Color(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
          #expect(OKLab(color).color == color)
        }
      }
    }
  }

  @Test func anUnreachableLightnessReducesOnlyTheChroma() {
    let yellow = OKLab(Color(rgb: 0xFFD84D))
    let dark = OKLab(yellow.with(lightness: 0.3).color)
    #expect(abs(dark.lightness - 0.3) < 0.01)
    #expect(dark.chroma < yellow.chroma && dark.chroma > 0.03)
    // The same direction in the a-b plane is the same hue.
    #expect(abs(dark.a * yellow.b - dark.b * yellow.a) < 0.002)
  }

  @Test(arguments: [0xFFD84D, 0x45CAE6, 0xFF5A1F, 0x1A1D24, 0x808080] as [UInt32])
  func coloursAreAdjustedOnlyAsFarAsNeeded(rgb: UInt32) {
    let color = Color(rgb: rgb)
    for backdrop in [Color.white, Color(rgb: 0x1A1D24), Color(rgb: 0x888888)] {
      for ratio in [3.0, 4.5] {
        let found = color.standingOut(from: [backdrop], by: ratio)
        #expect(found.contrast(with: backdrop) >= ratio)
        if color.contrast(with: backdrop) >= ratio {
          #expect(found == color)
        } else {
          #expect(found.contrast(with: backdrop) < ratio * 1.1, "\(found.hexText) is too strong")
        }
      }
    }
  }

  @Test func withoutContrastTheBetterOfBlackAndWhiteIsUsed() {
    let found = Color(rgb: 0x808080).standingOut(from: [.black, .white], by: 7)
    #expect([Color.black, .white].contains(found))
  }

  @Test func coloursAreBlended() {
    let half = Color.black.multiplyingAlpha(by: 128.0 / 255)
    #expect(half.over(.white) == Color(rgb: 0x7F7F7F))
    #expect(Color(rgb: 0x123456).over(.white) == Color(rgb: 0x123456))
    #expect(Color.clear.over(.clear) == .clear)
    #expect(half.over(.clear).alpha == 128)
    #expect(Color.black.blended(with: .white, share: 0.5) == Color(rgb: 0x808080))
  }
}
