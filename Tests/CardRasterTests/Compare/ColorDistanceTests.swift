import Foundation
import TestSupport
import Testing

@testable import CardRaster

/// The arithmetic of comparisons.
@Suite("Colour distances") struct ColorDistanceTests {
  @Test("Roots are exact to the last digits for every value that a table needs")
  func rootsAreExact() {
    for step in 0...4097 {
      let value = Double(step) / 4096
      #expect(abs(Roots.cube(value) - cbrt(value)) <= 4e-16)
    }
    for byte in 0...255 {
      let value = Double(byte) / 255
      let exact = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      #expect(abs(Color.light(value) - exact) <= 4e-16)
    }
    #expect(Roots.cube(0) == 0)
    #expect(Roots.cube(8.0 / 4096 * 512) == 1)
    #expect(Roots.fifth(1) == 1)
  }

  @Test("The distance of every grey agrees with the formulas")
  func greysAreMeasured() {
    for byte in 0..<255 {
      var distance = OklabDistance(threshold: 0.1, background: .checkerboard)
      let (low, high) = (UInt32(byte), UInt32(byte + 1))
      let found = distance.measure(
        0xFF00_0000 | low * 0x01_0101, 0xFF00_0000 | high * 0x01_0101, at: 0)
      let a = NaiveComparison.oklab([Double](repeating: Double(low), count: 3))
      let b = NaiveComparison.oklab([Double](repeating: Double(high), count: 3))
      #expect(abs(found.extent - (b[0] - a[0]) - hypot(a[1] - b[1], a[2] - b[2])) < 1e-12)
      #expect(!found.exceeds)
      #expect(!found.isDarker)
    }
  }

  /// The largest step of dark colours, where roots are steep, and of a sample of the others.
  private func largestStep(_ greens: some Sequence<Int>, _ measure: (UInt32, UInt32) -> Double) -> Double {
    let others = Array(0...10) + [12, 16, 24, 40, 64, 100, 160, 254]
    var largest = 0.0
    for green in greens {
      for red in others {
        for blue in others {
          let pixel = 0xFF00_0000 | UInt32(blue) << 16 | UInt32(green) << 8 | UInt32(red)
          for step: UInt32 in [1, 0x100, 0x1_0000] where step != 0x100 || green < 255 {
            largest = max(largest, measure(pixel, pixel + step))
          }
        }
      }
    }
    return largest
  }

  @Test("No single step of a colour is longer than its bound")
  func boundsHold() {
    func oklab(_ a: UInt32, _ b: UInt32) -> Double {
      var distance = OklabDistance(threshold: 0.1, background: .checkerboard)
      return distance.measure(a, b, at: 0).extent
    }
    let steps = OklabDistance.steps
    let dark = largestStep(0...3, oklab)
    let middle = largestStep(4...11, oklab)
    let bright = largestStep([12, 13, 14, 15, 20, 30, 60, 120, 200, 255], oklab)
    #expect(dark <= steps.dark)
    #expect(middle <= steps.middle)
    #expect(bright <= steps.bright)
    // The bounds are tight enough to skip most pixels quickly.
    #expect(dark > steps.dark * 0.9)
    #expect(middle > steps.middle * 0.9)
    #expect(bright > steps.bright * 0.9)
    func yiq(_ a: UInt32, _ b: UInt32) -> Double {
      let distance = YIQDistance(threshold: 0.1, background: .checkerboard)
      return YIQDistance.distance(of: distance.measure(a, b, at: 0).extent)
    }
    let largest = largestStep([0, 50, 200], yiq)
    #expect(largest <= YIQDistance.steps.dark)
    #expect(largest > YIQDistance.steps.dark * 0.99)
  }

  @Test("Integer luma gives the same results as fractional luma")
  func unitsAgreeWithLuma() {
    var numbers = SeededNumbers(3)
    for _ in 0..<1000 {
      let pixel = UInt32(numbers.below(1 << 24))
      let luma = Luma.of(
        red: Double(pixel & 255), green: Double(pixel >> 8 & 255), blue: Double(pixel >> 16 & 255))
      #expect(abs(Double(Luma.units(of: pixel)) / Luma.unitsInOne - luma) < 1e-9)
    }
    #expect(Luma.units(of: 0) == 0)
  }
}
