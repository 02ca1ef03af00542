import CardCharts
public import CardRaster

/// Describes a page for programs: every card, part, line and link region with its frame.
package struct Inspection {
  /// The visible area of a long list, for visibility ratios.
  package struct Viewport: Hashable, Sendable {
    /// The top edge in points.
    package var top: Double
    /// The height in points.
    package var height: Double

    /// Creates a viewport.
    package init(top: Double, height: Double) {
      self.top = top
      self.height = height
    }

    /// The visible share of a card, and the share of the viewport that it covers.
    ///
    /// The rules are those of CardParts: touching edges do not overlap, and a card or viewport without height
    /// is never visible.
    package func ratios(cardTop: Double, cardHeight: Double) -> (visibility: Double, coverage: Double) {
      let (bottom, cardBottom) = (top + height, cardTop + cardHeight)
      guard height > 0, cardHeight > 0 else { return (0, 0) }
      let seen: Double
      if cardTop < top, cardBottom > bottom {
        seen = height
      } else if cardTop < top, cardBottom > top {
        seen = cardHeight - (top - cardTop)
      } else if cardBottom > bottom, cardTop < bottom {
        seen = bottom - cardTop
      } else if cardTop >= top, cardBottom <= bottom {
        seen = cardHeight
      } else {
        return (0, 0)
      }
      return (seen / cardHeight, seen / height)
    }
  }

  private let viewport: Viewport?
  /// The deck whose positions are added to the boxes; nil for none.
  private let positions: Deck?
  /// The contrast of each line of the page.
  private var contrasts: Contrasts?

  /// Creates an inspection.
  ///
  /// With a viewport it has visibility ratios; with a deck, the position of every card and part in its files.
  package init(viewport: Viewport? = nil, positionsIn deck: Deck? = nil) {
    (self.viewport, positions) = (viewport, deck)
  }

  /// The page as JSON: `canvas`, `cards` with their parts, layers above the cards, and touchable `regions`.
  package func page(_ page: DeckPage) -> JSONNode {
    let size = page.display.size
    var nodes: [JSONNode] = []
    var inspection = self
    inspection.contrasts = Contrasts(of: page)
    inspection.collect(page.box, at: .zero, into: &nodes)
    let (cards, above, overlays) = splitting(nodes)
    var members: [(String, JSONNode)] = [
      (
        "canvas",
        .object(
          [
            ("width", number(size.width)), ("height", number(size.height)),
            ("scale", number(page.display.scale)),
            ("pixelWidth", .of(page.display.pixelWidth)), ("pixelHeight", .of(page.display.pixelHeight)),
          ] + page.box.attributes.map { ($0.name, value($0)) })
      ),
      ("cards", .list(cards)),
    ]
    if !page.display.title.isEmpty { members.insert(("alt", .of(page.display.title)), at: 1) }
    if let state = page.state { members.insert(("state", .of(state)), at: 0) }
    if !page.name.isEmpty { members.insert(("card", .of(page.name)), at: 0) }
    members += above
    if !overlays.isEmpty { members.append(("overlays", .list(overlays))) }
    members.append(("regions", .list(regions(of: page))))
    return .object(members)
  }

  /// The touchable regions of a page; later ones are above earlier ones.
  func regions(of page: DeckPage) -> [JSONNode] {
    var regions: [JSONNode] = []
    self.regions(page.box, at: .zero, seen: nil, into: &regions)
    return regions
  }

  /// Separates cards from layers above them: an overlay, a sheet, or parts above the whole picture.
  private func splitting(_ nodes: [JSONNode]) -> (
    cards: [JSONNode], above: [(String, JSONNode)], overlays: [JSONNode]
  ) {
    var result: (cards: [JSONNode], above: [(String, JSONNode)], overlays: [JSONNode]) = ([], [], [])
    let types = [
      BottomSheetLayout.overlayType, BottomSheetLayout.sheetType, SwipeStackLayout.stackType,
      SheetLayout.sheetType,
    ]
    for node in nodes {
      guard case .string(let type) = node["type"]?.value else { continue }
      if types.contains(type) {
        result.above.append((type, node))
      } else if type == "card" {
        result.cards.append(node)
      } else {
        result.overlays.append(node)
      }
    }
    return result
  }

  private func value(_ attribute: LayoutBox.Attribute) -> JSONNode {
    guard attribute.isLiteral else { return .of(attribute.value) }
    return Double(attribute.value).map { .of($0) } ?? .of(attribute.value == "true")
  }

  /// Rounds to a thousandth of a point, because smaller differences are noise.
  private func number(_ value: Double) -> JSONNode { .of((value * 1000).rounded() / 1000) }

  private func frame(_ rect: Rect) -> JSONNode {
    .object([
      "x": number(rect.minX), "y": number(rect.minY), "width": number(rect.width),
      "height": number(rect.height),
    ])
  }

  /// Collects the boxes with a source; the content of other boxes belongs to the box around them.
  ///
  /// Boxes that a clip hides completely are left out.
  private func collect(_ box: LayoutBox, at origin: Point, into result: inout [JSONNode]) {
    for case .box(let child, let point) in box.content where box.shows(child, at: point) {
      if child.source == nil {
        collect(child, at: origin + point, into: &result)
      } else {
        result.append(node(child, at: origin + point))
      }
    }
  }

  private func node(_ box: LayoutBox, at origin: Point) -> JSONNode {
    var members: [(String, JSONNode)] = []
    let source = box.source
    members.append(("type", .of(source?.type ?? "")))
    if let id = source?.id { members.append(("id", .of(id))) }
    if let path = source?.path, path != .root {
      members.append(("path", .of(path.text)))
      if let place = positions?.position(at: path) { members.append(("place", place)) }
    }
    members.append(("frame", frame(Rect(origin: origin, size: box.size))))
    for attribute in box.attributes {
      let value = value(attribute)
      members.append((attribute.name, attribute.isElement ? .list([value]) : value))
    }
    if let link = box.link { members.append(("link", .of(link))) }
    let words = source?.type == "card" ? TextAlternative.words(of: box) : nil
    if let label = box.label ?? words { members.append(("alt", .of(label))) }
    if box.opacity < 1 { members.append(("alpha", number(box.opacity))) }
    if let degrees = box.decoration?.rotation, degrees != 0 { members.append(("rotate", number(degrees))) }
    if let skew = box.decoration?.skew, skew != .zero {
      members.append(("skew", .list([number(skew.x), number(skew.y)])))
    }
    if let viewport, source?.type == "card" {
      let ratios = viewport.ratios(cardTop: origin.y, cardHeight: box.size.height)
      members.append(("cardVisibilityRatio", number(ratios.visibility)))
      members.append(("containerCoverageRatio", number(ratios.coverage)))
    }
    var lines: [JSONNode] = []
    self.lines(box, at: origin, into: &lines)
    if !lines.isEmpty {
      // The text of a barcode is already an attribute.
      if !members.contains(where: { $0.0 == "text" }) {
        members.append(("text", .of(TextAlternative.lines(in: box).joined(separator: "\n"))))
      }
      members.append(("lines", .list(lines)))
    }
    var children: [JSONNode] = []
    collect(box, at: origin, into: &children)
    if !children.isEmpty { members.append(("parts", .list(children))) }
    return .object(uniqued(members))
  }

  /// Joins attributes with the same name, such as the options of a menu, into a list.
  private func uniqued(_ members: [(String, JSONNode)]) -> [(String, JSONNode)] {
    var result: [(String, JSONNode)] = []
    func elements(_ node: JSONNode) -> [JSONNode] {
      if case .array(let values) = node.value { values } else { [node] }
    }
    for (name, value) in members {
      if let index = result.firstIndex(where: { $0.0 == name }) {
        result[index].1 = .list(elements(result[index].1) + elements(value))
      } else {
        result.append((name, value))
      }
    }
    return result
  }

  private func lines(_ box: LayoutBox, at origin: Point, into result: inout [JSONNode]) {
    for entry in box.content {
      switch entry {
      case .text(let text, let point):
        for line in text.lines {
          result.append(
            .object(
              [
                ("text", .of(line.text)), ("frame", frame(line.frame.moved(by: origin + point))),
                ("baseline", number(origin.y + point.y + line.baseline)),
              ] + (contrasts?[line, at: origin + point] ?? [])))
        }
      case .box(let child, let point) where child.source == nil:
        lines(child, at: origin + point, into: &result)
      case .box, .item, .confetti: break
      }
    }
  }

  /// Types that are touchable without a link: an overlay can be tapped, a sheet and its handle dragged.
  private static let touched = [
    BottomSheetLayout.overlayType, BottomSheetLayout.sheetType, BottomSheetLayout.handleType,
  ]

  /// Collects the regions in painting order, without the areas that clips cut off.
  ///
  /// - Parameter map: the rotation of the boxes around; the region of a rotated box is its bounding
  /// rectangle.
  private func regions(
    _ box: LayoutBox, at origin: Point, seen: Rect?, map: Transform = .identity, into result: inout [JSONNode]
  ) {
    func visible(_ rect: Rect, _ seen: Rect?) -> Rect? { seen.map { rect.intersection($0) } ?? rect }
    if let poses = box.poses, poses.end.opacity <= 0 { return }
    let turned = box.turn(at: origin).map { $0.then(map) } ?? map
    let map = box.poses.flatMap { box.map(of: $0.end, at: origin) }.map { $0.then(turned) } ?? turned
    if let rect = visible(Rect(origin: origin, size: box.size), seen) {
      appendRegions(of: box, at: frame(map.bounds(of: rect)), to: &result)
    }
    let inner: Rect?
    if box.isClipped {
      // An empty rectangle if nothing is visible, which leaves out all regions.
      let clip = box.seen.moved(by: origin)
      inner = visible(clip, seen) ?? Rect(origin: origin, size: .zero)
    } else {
      inner = seen
    }
    for entry in box.content {
      switch entry {
      case .text(let text, let point):
        for line in text.lines {
          for link in line.links {
            guard let rect = visible(link.rect.moved(by: origin + point), inner) else { continue }
            var members: [(String, JSONNode)] = [("kind", .of(link.finding?.kind ?? "link"))]
            if !link.target.isEmpty { members.append(("link", .of(link.target))) }
            if let finding = link.finding { members.append(("value", .of(finding.value))) }
            members.append(("frame", frame(map.bounds(of: rect))))
            members.append(("alt", .of(link.text.isEmpty ? line.text : link.text)))
            result.append(.object(members))
          }
        }
      case .box(let child, let point):
        regions(child, at: origin + point, seen: inner, map: map, into: &result)
      case .item, .confetti: break
      }
    }
  }

  /// Adds the regions of the box itself.
  private func appendRegions(of box: LayoutBox, at area: JSONNode, to result: inout [JSONNode]) {
    if let type = box.source?.type, Inspection.touched.contains(type),
      !box.attributes.contains(BottomSheetLayout.untouchable)
    {
      result.append(.object(["kind": .of(type), "frame": area]))
    }
    func names(_ label: String?) -> [(String, JSONNode)] {
      [("id", box.source?.id), ("alt", label)].compactMap { name, text in text.map { (name, .of($0)) } }
    }
    if box.link != nil || box.region != nil {
      var members: [(String, JSONNode)] = [("kind", .of(box.region ?? "link"))]
      if let link = box.link { members.append(("link", .of(link))) }
      members.append(("frame", area))
      // The values that a program shows when the pointer is on a mark of a chart.
      if box.region == ChartLayout.markType { members += box.attributes.map { ($0.name, value($0)) } }
      result.append(.object(members + names(box.label ?? TextAlternative.words(of: box))))
    }
    if let press = box.longPress {
      result.append(
        .object(
          [
            ("kind", JSONNode.of("longPress")), ("link", .of(press.link)), ("frame", area),
            ("minimumPressDuration", number(press.minimumPressDuration)),
          ] + names(press.label)))
    }
  }
}

extension Inspection {
  /// The contrast of each line of a page, found by its frame and words.
  struct Contrasts {
    private struct Place: Hashable {
      let frame: Rect
      let words: String
    }

    private var ratios: [Place: Double] = [:]

    init(of page: DeckPage) {
      let (cards, deck) = (page.origin.cards, page.origin.deck)
      let lint = PageLint(box: page.box, cards: cards, deck: deck)
      for entry in lint.legibility(page.display, DeckPipeline(deck.fonts)).entries {
        guard let ratio = entry.reading?.ratio else { continue }
        ratios[Place(frame: entry.frame, words: entry.words)] = ratio
      }
    }

    /// The `contrast` of a line in `inspect`, from 1 to 21 with two decimals; empty if it is not known.
    subscript(line: ShapedText.Line, at origin: Point) -> [(String, JSONNode)] {
      guard let ratio = ratios[Place(frame: line.frame.moved(by: origin), words: line.text)] else {
        return []
      }
      return [("contrast", .of((ratio * 100).rounded() / 100))]
    }
  }
}

extension Inspection {
  /// The frames of all cards and parts with an id, in points, in painting order.
  ///
  /// The frame of a rotated element, or of one in a rotated box, is its bounding rectangle.
  package func frames(in page: DeckPage) -> [(id: String, frame: Rect)] {
    var result: [(id: String, frame: Rect)] = []
    collectFrames(page.box, at: .zero, into: &result)
    return result
  }

  private func collectFrames(
    _ box: LayoutBox, at origin: Point, under map: Transform = .identity,
    into result: inout [(id: String, frame: Rect)]
  ) {
    let map = box.turn(at: origin).map { $0.then(map) } ?? map
    if let id = box.source?.id { result.append((id, map.bounds(of: Rect(origin: origin, size: box.size)))) }
    for case .box(let child, let point) in box.content {
      collectFrames(child, at: origin + point, under: map, into: &result)
    }
  }
}

extension DeckPage {
  /// The pixels of the parts and cards with the given ids, in a picture of the page.
  ///
  /// Empty areas and areas outside of the canvas are left out.
  public func pixels(ofIDs ids: [String], scale: Double, width: Int, height: Int) -> [PixelRect] {
    guard !ids.isEmpty, let canvas = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) else { return [] }
    return Inspection().frames(in: self).filter { ids.contains($0.id) }.compactMap { _, frame in
      PixelRect(
        minX: Int((frame.minX * scale).rounded(.down)), minY: Int((frame.minY * scale).rounded(.down)),
        maxX: Int((frame.maxX * scale).rounded(.up)), maxY: Int((frame.maxY * scale).rounded(.up)))?
        .intersection(canvas)
    }
  }
}
