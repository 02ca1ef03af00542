/// The thin lines of the house.
enum Hairline {
  /// In points; drawn as one pixel up to scale 3.
  static let thickness = 0.5

  /// The thickness in a theme: on a canvas that is looked at from afar lines grow as words do.
  static func thickness(_ theme: ResolvedTheme) -> Double { thickness * theme.base.growth }
}
