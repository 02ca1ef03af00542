/// A rectangle of whole pixels.
///
/// Guarantees: not empty.
public struct PixelRect: Hashable, Sendable {
  /// The first column.
  public let minX: Int
  /// The first row.
  public let minY: Int
  /// The column after the last.
  public let maxX: Int
  /// The row after the last.
  public let maxY: Int

  /// The width in pixels.
  public var width: Int { maxX - minX }
  /// The height in pixels.
  public var height: Int { maxY - minY }

  /// Makes a rectangle, or nil if it is empty.
  public init?(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    guard minX < maxX, minY < maxY else { return nil }
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The pixels that a rectangle in pixel coordinates touches, or nil if there are none.
  ///
  /// An overlap of less than 1/512 of a pixel does not count: cairo's grid is 1/256.
  init?(covering rect: Rect) {
    self.init(
      minX: Self.whole((rect.minX + 1.0 / 512).rounded(.down)),
      minY: Self.whole((rect.minY + 1.0 / 512).rounded(.down)),
      maxX: Self.whole((rect.maxX - 1.0 / 512).rounded(.up)),
      maxY: Self.whole((rect.maxY - 1.0 / 512).rounded(.up)))
  }

  /// Rounds a coordinate; one far outside any picture stays far outside.
  private static func whole(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(min(1e9, max(-1e9, value)))
  }

  /// The pixels in both rectangles, or nil if there are none.
  public func intersection(_ other: PixelRect) -> PixelRect? {
    PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }

  /// The rectangle grown by whole pixels at each edge; `amount` is not negative.
  func grown(by amount: Int) -> PixelRect {
    PixelRect(minX: minX - amount, minY: minY - amount, maxX: maxX + amount, maxY: maxY + amount) ?? self
  }

  /// The smallest rectangle that contains both.
  func union(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY)) ?? self
  }

  /// The same pixels relative to another origin.
  func moved(x: Int, y: Int) -> PixelRect {
    PixelRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y) ?? self
  }

  /// The rectangle in pixel coordinates.
  var rect: Rect {
    Rect(x: Double(minX), y: Double(minY), width: Double(width), height: Double(height))
  }
}
