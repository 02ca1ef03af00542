import CardCharts
import CardRaster

#if Maps
import CardMaps
#endif

/// Creates the snapshot of a page from its layout boxes.
struct SnapshotBuilder {
  private var page = SnapshotPage()
  private var pictures = PictureSums()
  /// The number of nodes created so far or planned; child nodes are created after their parent is complete.
  private var promised = 0
  /// The parts of the page by number.
  private var parts: [Int: AnyPart] = [:]
  /// The deck's properties of cards and pieces, by path; a repeated path has one entry per repetition.
  private var given: [String: [[GivenProperty]]] = [:]
  /// The colours and fonts that are drawn.
  private var values: Set<String> = []

  /// The name of a picture that is embedded in the deck.
  static let embedded = "embedded"

  /// Creates the snapshot of a page.
  static func snapshot(_ page: DeckPage) -> SnapshotPage {
    var builder = SnapshotBuilder()
    builder.build(page)
    return builder.page
  }

  private mutating func build(_ source: DeckPage) {
    for card in source.origin.cards {
      let properties = card.traits.map(GivenProperty.ofTraits) ?? []
      let placement = GivenProperty.ofPlacement(card)
      if card.traits != nil || !placement.isEmpty {
        given[card.path.text, default: []].append(properties + placement)
      }
      for part in card.allParts { index(part) }
    }
    let deck = source.origin.deck
    for part in deck.layout.parts { index(part) }
    page.card = source.name
    page.state = source.state
    page.size = rounded(source.display.size)
    page.scale = source.display.scale
    page.background = source.display.background?.words
    if let background = page.background { values.insert(background) }
    page.settings = source.box.attributes.map { GivenProperty(name: $0.name, value: $0.value) }
    page.layout =
      (deck.layout.kind == DeckLayout().kind
        ? [] : [GivenProperty(name: "type", value: deck.layout.kind.name)])
      + GivenProperty.all(of: deck.layout, deck.layout.kind.fields.fields, unlike: DeckLayout())
    if let padding = deck.canvas.padding, padding != .zero {
      let given = GivenProperty.all(of: deck.canvas, Canvas.fields.fields, unlike: Canvas())
      page.layout += given.filter { $0.name == "padding" }
    }
    if let setup = deck.report?.setup { page.layout += GivenProperty.ofPages(setup) }
    var sum = DrawingDigest(isExact: true, pictures)
    sum.combine(source.display)
    page.drawn = sum.hex()
    page.fonts = deck.fontSums.files(in: source.display, deck.fonts).map {
      GivenProperty(name: $0.name, value: $0.sum)
    }
    for case .box(let child, let point) in source.box.content where promised < Limits.snapshotNodes {
      promised += 1
      visit(child, at: point, parent: nil, seen: nil)
    }
    page.theme =
      words(of: deck.theme)
      + GivenProperty.all(of: deck.brand ?? Brand(), Brand.fields.fields, unlike: Brand()).map {
        GivenProperty(name: ThemeRole.brandPrefix + $0.name, value: $0.value)
      }
    addThemes(of: source.origin.cards, deck.theme)
  }

  private mutating func index(_ part: AnyPart) {
    parts[part.number] = part
    for piece in (part.part as? any HoldsPieces)?.pieces ?? [] {
      given[piece.path.text, default: []].append(piece.given)
    }
    for child in part.part.children { index(child) }
  }

  /// Stores the theme of each card that has its own.
  private mutating func addThemes(of cards: [ResolvedCard], _ theme: ResolvedTheme) {
    for card in cards where card.theme != theme {
      let path = card.path.text
      for index in page.nodes.indices where page.nodes[index].type == "card" && page.nodes[index].path == path
      {
        page.nodes[index].theme = words(of: card.theme)
      }
    }
  }

  /// The values of a theme that may be visible: drawn colours and fonts, and all measures.
  private func words(of theme: ResolvedTheme) -> [GivenProperty] {
    var result: [GivenProperty] = []
    // The direction of text is not part of a preset.
    var undirected = theme
    undirected.direction = .leftToRight
    if let preset = ThemeRegistry.presets.first(where: { $0.theme(for: theme.appearance) == undirected }) {
      result.append(GivenProperty(name: "name", value: preset.name))
    }
    for (name, keyPath) in ResolvedTheme.fonts {
      let text = FontSpec.show(FontSpec(theme[keyPath: keyPath]))
      if values.contains(text) { result.append(GivenProperty(name: name, value: text)) }
    }
    for (name, keyPath) in ResolvedTheme.colors {
      let text = theme[keyPath: keyPath].hexText
      if values.contains(text) { result.append(GivenProperty(name: name, value: text)) }
    }
    for field in ResolvedTheme.fields.fields where ThemeRole.isMeasure(field.name) {
      guard let text = field.show(theme) else { continue }
      result.append(GivenProperty(name: field.name, value: text.filter { $0 != "`" }))
    }
    return result
  }
}

/// Nodes and their content.
extension SnapshotBuilder {
  /// The drawing of a node without its child nodes.
  private struct Own {
    var sum: DrawingDigest
    var aspects: [SnapshotNode.Aspect] = []
    var texts: [SnapshotText] = []
    /// The boxes that become child nodes.
    var children: [(box: LayoutBox, origin: Point, seen: Rect?)] = []

    /// The maximum number of values of one aspect; further ones only count in the digest.
    private static let most = 12

    mutating func note(_ aspect: String, _ value: String) {
      if let index = aspects.firstIndex(where: { $0.name == aspect }) {
        if !aspects[index].values.contains(value), aspects[index].values.count < Own.most {
          aspects[index].values.append(value)
        }
      } else {
        aspects.append(SnapshotNode.Aspect(name: aspect, values: [value]))
      }
    }
  }

  /// - Parameter seen: the visible area left by the clips around the box; nil when nothing clips it.
  private mutating func visit(_ box: LayoutBox, at origin: Point, parent: Int?, seen: Rect?) {
    let frame = Rect(origin: origin, size: box.size)
    var own = Own(sum: DrawingDigest(isExact: false, pictures))
    let isNode = box.source != nil
    collect(box, at: .zero, origin, seen: seen, isOutermost: true, into: &own)
    guard isNode || !own.children.isEmpty || !own.texts.isEmpty || !own.aspects.isEmpty else { return }
    var node = SnapshotNode(type: box.source?.type ?? "box")
    node.id = box.source?.id
    node.path = box.source?.path.text ?? ""
    node.frame = rounded(frame)
    if let seen { node.isHidden = frame.intersection(seen) == nil }
    node.link = box.link
    node.alt = box.label
    if let press = box.longPress {
      node.longPress =
        "\(press.link) after \(NumberText.format(press.minimumPressDuration)) s"
        + (press.label.map { ", \($0)" } ?? "")
    }
    for attribute in box.attributes {
      node.attributes.append(GivenProperty(name: attribute.name, value: attribute.value))
    }
    if let number = box.source?.part, let part = parts[number] {
      node.given = part.given
    } else if let next = given[node.path]?.first, node.type != "box" {
      node.given = next
      given[node.path]?.removeFirst()
    }
    node.derivesAlt =
      node.alt != nil && !box.givesLabel && !node.given.contains { $0.name == "description" }
    node.aspects = own.aspects
    node.texts = own.texts
    node.drawn = own.sum.hex(16)
    node.parent = parent
    node.flow.isContinued = box.flow?.isContinued == true
    node.flow.isRepeated = box.flow?.isRepeated == true
    let number = page.nodes.count
    page.nodes.append(node)
    for aspect in own.aspects {
      // The text of a border or a gradient contains colours among other values.
      for value in aspect.values {
        for word in value.split(whereSeparator: { $0 == " " || $0 == "," }) where word.first == "#" {
          values.insert(String(word))
        }
      }
    }
    for text in own.texts {
      values.formUnion(text.fonts)
      values.formUnion(text.colors)
    }
    for child in own.children { visit(child.box, at: child.origin, parent: number, seen: child.seen) }
  }

  /// Adds what a box draws, including the boxes inside it that are not nodes.
  ///
  /// - Parameters:
  ///   - offset: the position relative to the node's top left corner.
  ///   - origin: the position relative to the page's top left corner.
  private mutating func collect(
    _ box: LayoutBox, at offset: Point, _ origin: Point, seen: Rect?, isOutermost: Bool, into own: inout Own
  ) {
    decorate(box, at: offset, isOutermost: isOutermost, into: &own)
    var inner = seen
    if box.isClipped {
      let clip = box.seen.moved(by: origin)
      inner = seen.map { $0.intersection(clip) ?? Rect(origin: origin, size: .zero) } ?? clip
    }
    for entry in box.content {
      switch entry {
      case .item(let item):
        own.sum.combine(1, item)
        note(item, of: box, isOutermost: isOutermost, into: &own)
      case .text(let text, let point):
        own.sum.combine(2, point + offset, text)
        if let text = snapshot(text, at: origin + point) { own.texts.append(text) }
        for mark in text.lines.flatMap(\.backgrounds) { own.note("text background", mark.color.hexText) }
        for rule in text.lines.flatMap(\.rules) { own.note("text line", rule.color.hexText) }
      case .box(let child, let point):
        // Nodes beyond the limit are added to the digest of their parent.
        if child.source != nil, promised < Limits.snapshotNodes {
          promised += 1
          own.sum.combine(3)
          own.children.append((child, origin + point, inner))
        } else {
          own.sum.combine(4)
          collect(child, at: offset + point, origin + point, seen: inner, isOutermost: false, into: &own)
        }
      case .confetti(let emitter, let point):
        own.sum.combine(5, point + offset)
        let pieces = emitter.items(at: nil)
        own.sum.combine(items: pieces)
        own.note("confetti", "\(pieces.count) pieces")
      }
    }
  }

  /// Adds the background, border, shadows and other decorations of a box.
  private func decorate(_ box: LayoutBox, at offset: Point, isOutermost: Bool, into own: inout Own) {
    if !isOutermost { own.sum.combine(offset, box.link ?? "", box.label ?? "") }
    own.sum.combine(box.size, box.isClipped ? 1 : 0)
    if box.isClipped { own.sum.combine(box.clipOutset, box.fade) }
    if box.background != nil || box.isClipped || box.decoration?.followsCorners == true {
      own.sum.combine(box.radii, box.cornerCurve.rawValue)
      if !box.radii.isZero { own.note("corner radius", box.radii.words) }
    }
    if let background = box.background {
      own.sum.combine(background)
      own.note(isOutermost ? "background" : "fill", background.words)
    }
    own.sum.combine(box.opacity)
    if box.opacity < 1 { own.note("opacity", NumberText.format(box.opacity)) }
    if let decoration = box.decoration { note(decoration, of: box.size, into: &own) }
    own.sum.combine(box.shadows)
    for shadow in box.shadows { own.note("shadow", shadow.words) }
  }

  private func note(_ decoration: BoxDecoration, of size: Size, into own: inout Own) {
    own.sum.combine(decoration.shadows, decoration.innerShadows, decoration.rotation)
    for shadow in decoration.shadows { own.note("shadow", shadow.words) }
    for shadow in decoration.innerShadows { own.note("inner shadow", shadow.words) }
    if decoration.skew != .zero {
      own.sum.combine(decoration.skew)
      own.note("skew", "\(NumberText.format(decoration.skew.x))° \(NumberText.format(decoration.skew.y))°")
    }
    if decoration.rotation != 0 { own.note("turn", "\(NumberText.format(decoration.rotation))°") }
    if let spec = decoration.mask, let mask = spec.mask(over: Rect(origin: .zero, size: size)) {
      own.sum.combine(items: [.group(DisplayItem.Group([], mask: mask))])
      own.note("mask", spec.words)
    }
    if decoration.blendMode != .normal {
      own.sum.combine(decoration.blendMode.rawValue)
      own.note("blend mode", decoration.blendMode.rawValue)
    }
    if decoration.backdropBlur > 0 {
      own.sum.combine(decoration.backdropBlur)
      own.note("backdrop blur", NumberText.format(decoration.backdropBlur))
    }
    if decoration.backdropSaturation != 1 { own.sum.combine(decoration.backdropSaturation) }
    if let notches = decoration.notches {
      own.sum.combine(notches.words)
      own.note("notches", notches.words)
    }
    if let border = decoration.border {
      own.sum.combine(border.words)
      own.note("border", border.words)
      if let paint = border.paint {
        own.sum.combine(paint)
        own.note("paint of the border", paint.words)
      }
    }
    if let picture = decoration.picture {
      own.sum.combine(DisplayItem.image(picture.item))
      if picture.contentMode == .tile { own.sum.combine(picture.contentMode.rawValue) }
      own.note(
        "picture", "\(picture.item.image.fileLabel) \(pictures.sum(of: picture.item.image).prefix(16))")
      if let scrim = picture.scrim {
        own.sum.combine(scrim)
        own.note("scrim", scrim.words)
      }
    }
  }

  private func note(_ item: DisplayItem, of box: LayoutBox, isOutermost: Bool, into own: inout Own) {
    switch item {
    case .fill(let shape, let paint, _):
      let isWhole =
        if case .roundedRect(let rect) = shape {
          isOutermost && rect.rect == Rect(origin: .zero, size: box.size)
        } else {
          false
        }
      if case .ring(let outer, let inner) = shape {
        own.note("border", "\(paint.words) \(NumberText.format(inner.rect.minY - outer.rect.minY)) pt")
      } else {
        own.note(isWhole ? "background" : "fill", paint.words)
      }
      if case .roundedRect(let rect) = shape, !rect.radii.isZero {
        own.note("corner radius", rect.radii.words)
      }
    case .stroke(_, let stroke, let color):
      let dashes = stroke.dashes.isEmpty ? "" : " dashed"
      own.note("line", "\(color.hexText) \(NumberText.format(stroke.width)) pt\(dashes)")
    case .glyphs(let run): own.note("glyphs", run.color.hexText)
    case .image(let item):
      // The content of a barcode is an attribute of its part, and its picture has no name in the deck.
      if item.image.file != nil || !item.image.name.hasPrefix(BarcodePart.pictureName + " ") {
        own.note("picture", "\(item.image.fileLabel) \(pictures.sum(of: item.image).prefix(16))")
      }
      if let tint = item.tint { own.note("tint", tint.hexText) }
    case .shadow(_, let shadow, _): own.note("shadow", shadow.words)
    case .innerShadow(_, let shadow): own.note("inner shadow", shadow.words)
    case .backdrop(_, let blur): own.note("backdrop blur", NumberText.format(blur.radius))
    case .group(let group):
      if group.blendMode != .normal { own.note("blend mode", group.blendMode.rawValue) }
      if group.opacity < 1 { own.note("opacity", NumberText.format(group.opacity)) }
      for shadow in group.shadows { own.note("shadow", shadow.words) }
      for item in group.items { note(item, of: box, isOutermost: false, into: &own) }
    }
  }

  private func snapshot(_ text: ShapedText, at origin: Point) -> SnapshotText? {
    guard !text.lines.isEmpty else { return nil }
    var result = SnapshotText(isCut: text.isTruncated, lines: [])
    if text.lines.count > 1 || text.isTruncated { result.words = text.words }
    for line in text.lines {
      result.lines.append(
        SnapshotText.Line(
          text: line.text, frame: rounded(line.frame.moved(by: origin)),
          baseline: rounded(origin.y + line.baseline), links: line.links.map(\.target)))
      for run in line.runs {
        let font = FontSpec.show(FontSpec(run.font))
        let color = run.color.hexText
        if !result.fonts.contains(font), result.fonts.count < 8 { result.fonts.append(font) }
        if !run.isColor, !result.colors.contains(color), result.colors.count < 8 {
          result.colors.append(color)
        }
      }
    }
    return result
  }

  /// Rounds to a thousandth of a point, because smaller differences are noise.
  private func rounded(_ value: Double) -> Double {
    let result = (value * 1000).rounded() / 1000
    return result == 0 ? 0 : result
  }

  private func rounded(_ size: Size) -> Size {
    Size(width: rounded(size.width), height: rounded(size.height))
  }

  private func rounded(_ rect: Rect) -> Rect {
    Rect(
      x: rounded(rect.minX), y: rounded(rect.minY), width: rounded(rect.width), height: rounded(rect.height))
  }
}

extension Paint {
  /// The paint in words.
  var words: String {
    switch self {
    case .solid(let color): return color.hexText
    case .gradient(let gradient):
      func number(_ value: Double) -> String { NumberText.format(value) }
      let way =
        switch gradient.kind {
        case .linear(let start, let end):
          "linear \(number(start.x)),\(number(start.y))–\(number(end.x)),\(number(end.y))"
        case .radial(let center, let radius):
          "radial \(number(center.x)),\(number(center.y)) \(number(radius))"
        case .conic(let center, let angle):
          "conic \(number(center.x)),\(number(center.y)) \(number(angle))°"
        }
      let stops = gradient.stops.prefix(8).map { "\($0.color.hexText) \(number($0.offset * 100)) %" }
      let rest = gradient.stops.count > 8 ? ", …" : ""
      let circle = gradient.isCircle ? "circle " : ""
      return "gradient \(circle)\(way): \(stops.joined(separator: ", "))\(rest)"
    case .pattern(let pattern):
      if case .tiles(let item) = pattern.figure { return "tiles of \(item.image.name)" }
      return "\(pattern.figure) \(pattern.color.hexText) size \(NumberText.format(pattern.size)) every "
        + NumberText.format(pattern.spacing)
    case .layers(let layers): return layers.map(\.words).joined(separator: " below ")
    }
  }
}

extension Shadow {
  /// The shadow in words.
  fileprivate var words: String {
    "\(color.hexText) radius \(NumberText.format(radius)) offset \(NumberText.format(offset.x)), "
      + NumberText.format(offset.y)
  }
}

extension CornerRadii {
  /// The radii in words.
  fileprivate var words: String {
    let all = [topLeft, topRight, bottomRight, bottomLeft].map { NumberText.format($0) }
    return self == CornerRadii(topLeft) ? all[0] : all.joined(separator: " ")
  }
}

extension BoxDecoration {
  /// Whether a part of the decoration follows the corners of the box.
  fileprivate var followsCorners: Bool {
    border != nil || picture != nil || backdropBlur > 0 || notches != nil || !innerShadows.isEmpty
  }
}

extension ImageSource {
  /// The picture's file name without its folder; `embedded` for a picture in the deck.
  fileprivate var fileLabel: String {
    if name.hasPrefix("data:") { return SnapshotBuilder.embedded }
    return name.split(separator: "/").last.map(String.init) ?? name
  }
}

/// A part with pieces that have their own regions but are not parts: rows, items, pages, bars, pins.
protocol HoldsPieces {
  /// The path and the properties of each piece, in the order of the deck.
  var pieces: [(path: JSONPath, given: [GivenProperty])] { get }
}

extension ListEntry {
  /// The path and the properties of the entry.
  fileprivate var piece: (path: JSONPath, given: [GivenProperty]) {
    (region.path, GivenProperty.all(of: self, Self.fields.fields, unlike: Self()))
  }
}

extension TablePart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] {
    (rows + sections.flatMap(\.entries)).map(\.piece)
  }
}

extension CollectionPart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] {
    (items + item + sections.flatMap(\.entries)).map(\.piece)
  }
}

extension PagedPart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] { (pages + page).map(\.piece) }
}

extension HistogramPart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] { (dataEntries + dataEntry).map(\.piece) }
}

#if Maps
extension MapPart: HoldsPieces {
  var pieces: [(path: JSONPath, given: [GivenProperty])] { annotations.map(\.piece) }
}
#endif
