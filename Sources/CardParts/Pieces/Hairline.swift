/// The thin lines of the house.
enum Hairline {
  /// In points; drawn as one pixel up to scale 3.
  static let thickness = 0.5
}
