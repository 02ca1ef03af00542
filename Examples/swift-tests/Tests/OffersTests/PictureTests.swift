import CardTesting
import Offers
import XCTest

/// The same in XCTest.
final class PictureTests: XCTestCase {
  func testOffer() {
    expectGolden(of: Offer(title: "Black tea", price: "$3.90").deck)
  }

  /// A picture does not have to come from a deck.
  func testStripes() throws {
    let row: [UInt8] = (0..<16).flatMap { $0 < 8 ? [91, 79, 233, 255] : [255, 255, 255, 255] }
    let pixels = (0..<16).flatMap { _ in row }
    expectGolden(bitmap: try XCTUnwrap(Bitmap(width: 16, height: 16, pixels: pixels)), named: "stripes")
  }
}
