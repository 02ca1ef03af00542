import CardRaster

/// A place of a picture that leads somewhere when it is clicked.
struct MailArea: Hashable {
  /// Where it is, in whole points of the picture.
  let rect: PixelRect
  /// The corners of a shape that is no rectangle, in whole points; empty for a rectangle.
  var corners: [Int] = []
  let link: String
  /// What it says to those who cannot see it.
  let alt: String

  /// The areas of a page, the topmost first, as a browser asks them in that order.
  static func all(of page: Page) -> [MailArea] {
    var areas: [MailArea] = []
    collect(page.box, at: .zero, seen: Rect(origin: .zero, size: page.display.size), into: &areas)
    return areas.reversed()
  }

  private static func collect(_ box: LayoutBox, at origin: Point, seen: Rect, into areas: inout [MailArea]) {
    let frame = Rect(origin: origin, size: box.size)
    if let type = box.source?.type, type == BottomSheetLayout.overlayType {
      // What an overlay dims is out of reach.
      areas = []
    }
    if let link = box.link, let rect = frame.intersection(seen) {
      let radii = rect == frame ? box.radii : .zero
      add(rect, radii, link, box.label ?? TextAlternative.words(of: box) ?? "", to: &areas)
    }
    var inner = seen
    if box.isClipped {
      inner = seen.intersection(box.seen.moved(by: origin)) ?? Rect(origin: origin, size: .zero)
    }
    for entry in box.content {
      switch entry {
      case .text(let text, let point):
        for line in text.lines {
          for link in line.links where !link.target.isEmpty {
            guard let rect = link.rect.moved(by: origin + point).intersection(inner) else { continue }
            add(rect, .zero, link.target, link.text.isEmpty ? line.text : link.text, to: &areas)
          }
        }
      case .box(let child, let point): collect(child, at: origin + point, seen: inner, into: &areas)
      case .item, .confetti: break
      }
    }
  }

  private static func add(
    _ rect: Rect, _ radii: CornerRadii, _ link: String, _ alt: String, to areas: inout [MailArea]
  ) {
    guard
      let whole = PixelRect(
        minX: Int(rect.minX.rounded()), minY: Int(rect.minY.rounded()), maxX: Int(rect.maxX.rounded()),
        maxY: Int(rect.maxY.rounded()))
    else { return }
    var area = MailArea(rect: whole, link: link, alt: alt)
    if radii != .zero { area.corners = corners(of: whole, radii) }
    areas.append(area)
  }

  /// A rectangle with round corners as a polygon: each quarter of a circle by a few of its points.
  private static func corners(of rect: PixelRect, _ radii: CornerRadii) -> [Int] {
    let most = Double(min(rect.maxX - rect.minX, rect.maxY - rect.minY)) / 2
    // Sine and cosine of 0, 22.5, 45, 67.5 and 90 degrees.
    let steps: [(Double, Double)] = [
      (0, 1), (0.3827, 0.9239), (0.7071, 0.7071), (0.9239, 0.3827), (1, 0),
    ]
    var points: [Int] = []
    func corner(_ radius: Double, _ x: Int, _ y: Int, _ signX: Double, _ signY: Double, isTurned: Bool) {
      let radius = min(radius, most)
      for (first, second) in steps {
        let (dx, dy) = isTurned ? (first, second) : (second, first)
        points.append(Int((Double(x) + signX * radius * (1 - dx)).rounded()))
        points.append(Int((Double(y) + signY * radius * (1 - dy)).rounded()))
      }
    }
    // Clockwise from the left end of the upper left corner; going round, sine and cosine take turns.
    corner(radii.topLeft, rect.minX, rect.minY, 1, 1, isTurned: false)
    corner(radii.topRight, rect.maxX, rect.minY, -1, 1, isTurned: true)
    corner(radii.bottomRight, rect.maxX, rect.maxY, -1, -1, isTurned: false)
    corner(radii.bottomLeft, rect.minX, rect.maxY, 1, -1, isTurned: true)
    return points
  }

  /// `shape` and `coords` of an `area` in HTML.
  var shape: (name: String, coordinates: [Int]) {
    corners.isEmpty ? ("rect", [rect.minX, rect.minY, rect.maxX, rect.maxY]) : ("poly", corners)
  }
}
