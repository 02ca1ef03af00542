package import CardRaster

/// The accessory at the right end of a row, with UIKit's names.
package enum RowAccessory: String, Sendable, CaseIterable {
  case none, disclosureIndicator, checkmark, detailButton, detailDisclosureButton

  package var hasButton: Bool { self == .detailButton || self == .detailDisclosureButton }

  /// The width reserved for it at the right edge, in points.
  package func room(_ theme: ResolvedTheme) -> Double {
    let natural: Double =
      switch self {
      case .none: 0
      case .disclosureIndicator, .checkmark: 26
      case .detailButton: RowAccessory.button + 12
      case .detailDisclosureButton: RowAccessory.button + 12 + 20
      }
    return natural * theme.unit
  }

  /// The side of the square around the button, in points.
  private static let button = 22.0

  /// Adds the accessory to a row, with its right edge at a given x and vertically centred.
  package func addAccessory(
    to box: inout LayoutBox, right: Double, color: Color?, link: String?, path: JSONPath,
    _ theme: ResolvedTheme
  ) {
    let (middle, unit) = (box.size.height / 2, theme.unit)
    func arrow() -> DisplayItem {
      Chevron.right(at: Point(x: right - 8 * unit, y: middle - 7 * unit), scale: unit, color: chevron)
    }
    let chevron = color ?? theme.accessoryColor
    let tint = color ?? theme.buttonTitleColor
    switch self {
    case .none: break
    case .disclosureIndicator: box.add(arrow())
    case .checkmark:
      box.add(RowAccessory.checkmark(tint, unit), at: Point(x: right - 13 * unit, y: middle - 5 * unit))
    case .detailButton:
      box.add(
        RowAccessory.detail(tint, unit, link: link, path: path),
        at: Point(x: right - RowAccessory.button * unit, y: middle - RowAccessory.button * unit / 2))
    case .detailDisclosureButton:
      box.add(arrow())
      box.add(
        RowAccessory.detail(tint, unit, link: link, path: path),
        at: Point(
          x: right - (20 + RowAccessory.button) * unit, y: middle - RowAccessory.button * unit / 2))
    }
  }

  /// A check mark; it is not mirrored in right-to-left decks.
  private static func checkmark(_ color: Color, _ unit: Double) -> LayoutBox {
    var box = LayoutBox(size: Size(width: 13 * unit, height: 9.5 * unit))
    box.keepsDirection = true
    var path = Path()
    path.move(to: Point(x: 0, y: 5 * unit))
    path.line(to: Point(x: 4 * unit, y: 9.5 * unit))
    path.line(to: Point(x: 12 * unit, y: 0))
    box.add(.stroke(path, Stroke(width: 2 * unit, cap: .round), color))
    return box
  }

  /// The letter i in a circle.
  private static func detail(_ color: Color, _ unit: Double, link: String?, path: JSONPath) -> LayoutBox {
    var box = LayoutBox(size: Size(width: button * unit, height: button * unit))
    let frame = Rect(origin: .zero, size: box.size)
    box.add(
      .stroke(.ellipse(in: frame.inset(by: 1.75 * unit)), Stroke(width: 1.5 * unit), color))
    let dot = Rect(x: 9.75 * unit, y: 5.75 * unit, width: 2.5 * unit, height: 2.5 * unit)
    box.add(.fill(.path(.ellipse(in: dot)), .solid(color), bounds: dot))
    var stem = Path()
    stem.move(to: Point(x: 11 * unit, y: 10.5 * unit))
    stem.line(to: Point(x: 11 * unit, y: 15.5 * unit))
    box.add(.stroke(stem, Stroke(width: 1.8 * unit, cap: .round), color))
    box.link = link
    box.source = LayoutBox.Source(type: "accessory", path: path.key("accessory"))
    return box
  }
}

/// The chevrons of titles and rows, as strokes.
package enum Chevron {
  /// A chevron pointing down, 14 × 7 points, with the top left corner of its box at `origin`.
  ///
  /// - Parameter scale: The scale, for pictures that are viewed at a reduced size.
  package static func down(at origin: Point, scale: Double = 1, color: Color) -> DisplayItem {
    stroke([(0, 0), (7, 7), (14, 0)], at: origin, scale, color)
  }

  /// A chevron pointing right, 7 × 14 points, with the top left corner of its box at `origin`.
  ///
  /// - Parameter scale: The scale, for pictures that are viewed at a reduced size.
  static func right(at origin: Point, scale: Double = 1, color: Color) -> DisplayItem {
    stroke([(0, 0), (7, 7), (0, 14)], at: origin, scale, color)
  }

  private static func stroke(
    _ points: [(Double, Double)], at origin: Point, _ scale: Double, _ color: Color
  ) -> DisplayItem {
    var path = Path()
    for (index, point) in points.enumerated() {
      let place = origin + Point(x: point.0 * scale, y: point.1 * scale)
      if index == 0 { path.move(to: place) } else { path.line(to: place) }
    }
    return .stroke(path, Stroke(width: 1.5 * scale, cap: .round), color)
  }
}
