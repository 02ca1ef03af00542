import CardRaster

/// A clickable area of a picture.
struct MailArea: Hashable {
  /// The HTML shape and its coordinates in whole points.
  ///
  /// These are left, top, right and bottom of a rectangle (`rect`), or the corners of a polygon (`poly`).
  let shape: String
  let coordinates: [Int]
  let link: String
  let alt: String

  /// The areas of a page from front to back, which is the order in which browsers check them.
  static func all(of page: DeckPage) -> [MailArea] {
    var areas: [MailArea] = []
    let picture = Rect(origin: .zero, size: page.display.size)
    collect(page.box, at: .zero, seen: picture, map: .identity, into: &areas)
    return areas.reversed()
  }

  /// Collects the areas of a box.
  ///
  /// - Parameter map: The rotation of the boxes around it.
  private static func collect(
    _ box: LayoutBox, at origin: Point, seen: Rect, map: Transform, into areas: inout [MailArea]
  ) {
    let frame = Rect(origin: origin, size: box.size)
    // Content dimmed by an overlay is not clickable.
    if box.isOverlay { areas = [] }
    let map = box.turn(at: origin).map { $0.then(map) } ?? map
    if let link = box.link, let rect = frame.intersection(seen) {
      let radii = rect == frame ? Self.radii(of: box) : .zero
      appendArea(rect, radii, map, link, box.label ?? TextAlternative.words(of: box) ?? "", to: &areas)
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
            appendArea(rect, .zero, map, link.target, link.text.isEmpty ? line.text : link.text, to: &areas)
          }
        }
      case .box(let child, let point): collect(child, at: origin + point, seen: inner, map: map, into: &areas)
      case .item, .confetti: break
      }
    }
  }

  /// The corner radii of the visible box; those of a card are in its content, which is clipped there.
  private static func radii(of box: LayoutBox) -> CornerRadii {
    guard box.source?.type == "card", box.radii.isZero else { return box.radii }
    for case .box(let inner, .zero) in box.content where inner.size == box.size && !inner.radii.isZero {
      return inner.radii
    }
    return .zero
  }

  private static func appendArea(
    _ rect: Rect, _ radii: CornerRadii, _ map: Transform, _ link: String, _ alt: String,
    to areas: inout [MailArea]
  ) {
    func whole(_ number: Double) -> Int { Int(clamping: number.rounded()) }
    if radii.isZero, map == .identity {
      let sides = [whole(rect.minX), whole(rect.minY), whole(rect.maxX), whole(rect.maxY)]
      guard sides[2] > sides[0], sides[3] > sides[1] else { return }
      areas.append(MailArea(shape: "rect", coordinates: sides, link: link, alt: alt))
    } else {
      let corners = Self.corners(of: rect, radii).map { map.apply($0) }
      guard rect.size.width >= 1, rect.size.height >= 1 else { return }
      areas.append(
        MailArea(
          shape: "poly", coordinates: corners.flatMap { [whole($0.x), whole($0.y)] }, link: link, alt: alt))
    }
  }

  /// The clockwise outline of a rectangle, with rounded corners approximated by points.
  private static func corners(of rect: Rect, _ radii: CornerRadii) -> [Point] {
    let most = min(rect.size.width, rect.size.height) / 2
    func corner(_ radius: Double, _ x: Double, _ y: Double, from start: Double) -> [Point] {
      guard radius > 0 else { return [Point(x: x, y: y)] }
      let radius = min(radius, most)
      // The centre of the circle is inside the corner.
      let middle = Point(
        x: x == rect.minX ? x + radius : x - radius, y: y == rect.minY ? y + radius : y - radius)
      return stride(from: start, through: start + 90, by: 22.5).map { degrees in
        let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
        return Point(x: middle.x + radius * cosine, y: middle.y + radius * sine)
      }
    }
    return corner(radii.topLeft, rect.minX, rect.minY, from: 180)
      + corner(radii.topRight, rect.maxX, rect.minY, from: 270)
      + corner(radii.bottomRight, rect.maxX, rect.maxY, from: 0)
      + corner(radii.bottomLeft, rect.minX, rect.maxY, from: 90)
  }
}
