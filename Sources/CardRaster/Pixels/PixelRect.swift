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

  /// Pixels in a row.
  public var width: Int { maxX - minX }
  /// Rows.
  public var height: Int { maxY - minY }

  /// Makes a rectangle, or nil when it is empty.
  public init?(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    guard minX < maxX, minY < maxY else { return nil }
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The pixels that a rectangle in pixel coordinates touches, or nil when there are none.
  ///
  /// What is over by less than 1/512 of a pixel does not touch: cairo's grid is 1/256.
  init?(covering rect: Rect) {
    self.init(
      minX: Self.whole((rect.minX + 1.0 / 512).rounded(.down)),
      minY: Self.whole((rect.minY + 1.0 / 512).rounded(.down)),
      maxX: Self.whole((rect.maxX - 1.0 / 512).rounded(.up)),
      maxY: Self.whole((rect.maxY - 1.0 / 512).rounded(.up)))
  }

  /// Coordinates far from any picture stay far from it.
  private static func whole(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(min(1e9, max(-1e9, value)))
  }

  /// The pixels that are in both, or nil when there are none.
  public func intersection(_ other: PixelRect) -> PixelRect? {
    PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }

  /// The rectangle grown by whole pixels at each edge; `amount` is not negative.
  func grown(by amount: Int) -> PixelRect {
    PixelRect(minX: minX - amount, minY: minY - amount, maxX: maxX + amount, maxY: maxY + amount) ?? self
  }

  /// The smallest rectangle that holds both.
  func union(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY)) ?? self
  }

  /// The same pixels counted from another origin.
  func moved(x: Int, y: Int) -> PixelRect {
    PixelRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y) ?? self
  }

  /// As a rectangle in pixel coordinates.
  var rect: Rect {
    Rect(x: Double(minX), y: Double(minY), width: Double(width), height: Double(height))
  }
}
