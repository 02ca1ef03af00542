import CardRaster

/// What stands at the right end of a row, by UIKit's names.
enum RowAccessory: String, Sendable, CaseIterable {
  case none, disclosureIndicator, checkmark, detailButton, detailDisclosureButton

  /// Whether it holds a button of its own.
  var hasButton: Bool { self == .detailButton || self == .detailDisclosureButton }

  /// The room that texts leave for it at the right edge.
  var room: Double {
    switch self {
    case .none: 0
    case .disclosureIndicator, .checkmark: 26
    case .detailButton: RowAccessory.button + 12
    case .detailDisclosureButton: RowAccessory.button + 12 + 20
    }
  }

  /// The side of the square around the button.
  private static let button = 22.0

  /// Adds it to a row, its right end at a given place, in the middle of the row's height.
  func add(
    to box: inout LayoutBox, right: Double, color: Color?, link: String?, path: JSONPath, _ theme: Theme
  ) {
    let middle = box.size.height / 2
    let chevron = color ?? theme.accessoryColor
    let tint = color ?? theme.buttonTitleColor
    switch self {
    case .none: break
    case .disclosureIndicator: box.add(Chevron.right(at: Point(x: right - 8, y: middle - 7), color: chevron))
    case .checkmark:
      var path = Path()
      path.move(to: Point(x: right - 13, y: middle))
      path.line(to: Point(x: right - 9, y: middle + 4.5))
      path.line(to: Point(x: right - 1, y: middle - 5))
      box.add(.stroke(path, Stroke(width: 2, cap: .round), tint))
    case .detailButton:
      box.add(
        RowAccessory.detail(tint, link: link, path: path),
        at: Point(x: right - RowAccessory.button, y: middle - RowAccessory.button / 2))
    case .detailDisclosureButton:
      box.add(Chevron.right(at: Point(x: right - 8, y: middle - 7), color: chevron))
      box.add(
        RowAccessory.detail(tint, link: link, path: path),
        at: Point(x: right - 20 - RowAccessory.button, y: middle - RowAccessory.button / 2))
    }
  }

  /// The letter i in a circle.
  private static func detail(_ color: Color, link: String?, path: JSONPath) -> LayoutBox {
    var box = LayoutBox(size: Size(width: button, height: button))
    let frame = Rect(origin: .zero, size: box.size)
    box.add(.stroke(.ellipse(in: frame.inset(by: 1.75)), Stroke(width: 1.5), color))
    let dot = Rect(x: 9.75, y: 5.75, width: 2.5, height: 2.5)
    box.add(.fill(.path(.ellipse(in: dot)), .solid(color), bounds: dot))
    var stem = Path()
    stem.move(to: Point(x: 11, y: 10.5))
    stem.line(to: Point(x: 11, y: 15.5))
    box.add(.stroke(stem, Stroke(width: 1.8, cap: .round), color))
    box.link = link
    box.source = LayoutBox.Source(type: "accessory", path: path.key("accessory"))
    return box
  }
}
