/// One thing to draw.
///
/// The set is closed: every painter draws all of them. What is much larger than a shape is kept apart (`indirect`), since
/// lists of thousands of items are moved and copied.
public enum DisplayItem: Hashable, Sendable {
  /// A filled shape. The paint's unit square is stretched over `bounds`.
  case fill(Shape, Paint, bounds: Rect)
  /// A line along an outline.
  case stroke(Path, Stroke, Color)
  /// Glyphs in one face, size and colour.
  case glyphs(GlyphRun)
  /// A picture stretched over a rectangle.
  case image(ImageItem)
  /// The shadow of a rounded rectangle; the part of it below `hole` is left out (nothing when nil).
  case shadow(RoundedRect, Shadow, hole: RoundedRect?)
  /// The shadow that all around a rounded rectangle casts into it: what the moved and blurred shape leaves open of it.
  case innerShadow(RoundedRect, Shadow)
  /// What lies behind a shape, blurred: it takes the place of what was drawn there before.
  case backdrop(Shape, BackdropBlur)
  /// Items drawn together.
  indirect case group(Group)

  /// An area.
  public enum Shape: Hashable, Sendable {
    /// A rectangle, its corners rounded or not.
    case roundedRect(RoundedRect)
    /// The area between two rounded rectangles, one inside the other: a border.
    indirect case ring(outer: RoundedRect, inner: RoundedRect)
    /// The inside of an outline (non-zero winding).
    case path(Path)
  }

  /// A picture and where it goes.
  public struct ImageItem: Hashable, Sendable {
    /// The picture.
    public var image: ImageSource
    /// Where the whole picture is stretched to.
    public var frame: Rect
    /// A colour that replaces the picture's own, its alpha kept; nil leaves the colours.
    public var tint: Color?

    /// Makes an image item.
    public init(image: ImageSource, frame: Rect, tint: Color? = nil) {
      self.image = image
      self.frame = frame
      self.tint = tint
    }

    /// What is drawn of an outline: a filled shape, black without a tint; nil for a picture of another kind.
    package var fill: DisplayItem? {
      guard case .outline(let path) = image.content, !image.size.isEmpty else { return nil }
      let map = Transform.scale(frame.width / image.size.width, frame.height / image.size.height)
        .then(.translation(frame.origin))
      return .fill(.path(path.transformed(by: map)), .solid(tint ?? .black), bounds: frame)
    }
  }

  /// Items drawn together: moved, clipped, faded, with shadows, as one link.
  public struct Group: Hashable, Sendable {
    /// The map from the items' coordinates to those of the group's parent.
    public var transform: Transform
    /// What is drawn outside this shape (in the items' coordinates) is not seen.
    public var clip: Shape?
    /// 0…1, for the whole group at once.
    public var opacity: Double
    /// Shadows of all that the group draws, each below it, the first at the top; none shadows another.
    public var shadows: [Shadow]
    /// Where all that the group draws, its shadows included, is seen, and how strongly.
    public var mask: Mask?
    /// How all of it is mixed with what was drawn before on the same layer.
    public var blendMode = BlendMode.normal
    /// What it is in a document that is read out; nil for nothing of its own.
    public var role: StructureRole?
    /// Where a tap on the group goes.
    public var link: String?
    /// The text alternative of the group.
    public var label: String?
    /// What it is called, if it has a text alternative that describes it at length; may be empty.
    public var title: String?
    /// What it holds, the first at the bottom.
    public var items: [DisplayItem]

    /// Makes a group; without further arguments it changes nothing.
    public init(
      _ items: [DisplayItem], transform: Transform = .identity, clip: Shape? = nil, opacity: Double = 1,
      shadows: [Shadow] = [], mask: Mask? = nil, blendMode: BlendMode = .normal, role: StructureRole? = nil,
      link: String? = nil, label: String? = nil,
      title: String? = nil
    ) {
      self.items = items
      self.transform = transform
      self.clip = clip
      self.opacity = opacity
      self.shadows = shadows
      self.mask = mask
      self.blendMode = blendMode
      self.role = role
      self.link = link
      self.label = label
      self.title = title
    }
  }
}

extension DisplayItem {
  /// A filled rectangle.
  public static func rect(_ rect: Rect, _ color: Color) -> DisplayItem {
    .fill(.roundedRect(RoundedRect(rect: rect)), .solid(color), bounds: rect)
  }

  /// A filled rectangle with rounded corners.
  public static func roundedRect(_ shape: RoundedRect, _ paint: Paint) -> DisplayItem {
    .fill(.roundedRect(shape), paint, bounds: shape.rect)
  }
}

/// Frosted glass: what was drawn so far on the same layer, blurred.
///
/// A layer is what a group draws that is faded, masked, blended or has shadows, or else the whole picture (CSS calls it the
/// backdrop root).
public struct BackdropBlur: Hashable, Sendable {
  /// The standard deviation of the Gaussian, in points.
  public var radius: Double
  /// 0…1: how much of the blurred picture is laid over the sharp one.
  public var opacity: Double
  /// How far the blurred colours are from grey, in shares of what they were: 1 leaves them, 0 makes them grey.
  public var saturation: Double

  /// Makes a blur.
  public init(radius: Double, opacity: Double = 1, saturation: Double = 1) {
    self.radius = radius
    self.opacity = opacity
    self.saturation = saturation
  }

  /// Whether anything of it is seen.
  var isSeen: Bool { radius > 0 && opacity > 0 }
}

/// What of an item counts beyond its outlines when its bounds are asked for.
struct BoundsMargins: Sendable {
  /// Around each glyph's origin, in ems; around the origins of the first and the last one only when `countsEachGlyph` is
  /// false.
  var glyphs: Insets
  /// Whether glyphs above and below the line count, such as stacked marks.
  var countsEachGlyph = true
  /// Beside an outline whose corners are mitres, in widths of its line: cairo's limit for a mitre is 10 half widths.
  var mitredStroke = 5.0
  /// Beside an outline whose corners are round, in widths of its line.
  var roundStroke = 0.5
  /// Whether shadows count.
  var countsShadows = true

  /// All pixels that may be touched, never too few: marks that are stacked reach far beyond a line.
  static let pixels = BoundsMargins(
    glyphs: Insets(top: 5, left: 3, bottom: 5, right: 3), roundStroke: 5)
  /// The picture of a filter, which costs memory in every viewer: two ems on each side hold all marks and swashes that
  /// are in use.
  static let filter = BoundsMargins(glyphs: Insets(2))
  /// What a finger takes for the item: letters as high as they usually are with their marks, no shadows.
  static let touch = BoundsMargins(
    glyphs: Insets(top: 0.95, left: 0, bottom: 0.25, right: 0), countsEachGlyph: false, mitredStroke: 0.5,
    countsShadows: false)
}

extension DisplayItem {
  /// The smallest upright rectangle around the item after a map, margins included; nil when nothing of it counts.
  func bounds(under map: Transform, _ margins: BoundsMargins) -> Rect? {
    switch self {
    case .fill(let shape, _, _): return shape.bounds(under: map)
    case .stroke(let path, let stroke, _):
      let margin = stroke.width * (stroke.cap == .round ? margins.roundStroke : margins.mitredStroke)
      return path.bounds(under: map)?.grown(by: margin, under: map)
    case .glyphs(let run): return run.bounds(under: map, margins)
    case .image(let item): return map.bounds(of: item.frame)
    case .shadow(let shape, let shadow, _):
      return margins.countsShadows ? shadow.bounds(below: map.bounds(of: shape.rect), under: map) : nil
    // What it shows are other items.
    case .backdrop(let shape, _): return shape.bounds(under: map)
    case .innerShadow(let shape, _): return margins.countsShadows ? map.bounds(of: shape.rect) : nil
    case .group(let group): return group.bounds(under: map, margins)
    }
  }
}

extension DisplayItem {
  /// The smallest upright rectangle around what is seen of the item, without its shadows; nil when nothing is.
  package var outline: Rect? { bounds(under: .identity, .touch) }
}

extension DisplayItem.Group {
  /// The smallest upright rectangle around the group and its shadows after a map; nil when nothing of it counts.
  func bounds(under map: Transform, _ margins: BoundsMargins) -> Rect? {
    let inner = transform.then(map)
    guard let content = contentBounds(under: inner, margins) else { return nil }
    return margins.countsShadows ? shadows.bounds(below: content, under: inner) : content
  }

  /// The smallest upright rectangle around what the clip leaves of the items after a map, which is that of the items.
  func contentBounds(under map: Transform, _ margins: BoundsMargins) -> Rect? {
    var all: Rect?
    for item in items {
      guard let next = item.bounds(under: map, margins) else { continue }
      all = all?.union(next) ?? next
    }
    guard let clip else { return all }
    return clip.bounds(under: map).flatMap { all?.intersection($0) }
  }
}

extension DisplayItem.Shape {
  /// Whether the shape's bounding box is this rectangle by definition; false where that is not known.
  func isBox(_ bounds: Rect) -> Bool {
    switch self {
    case .roundedRect(let rounded), .ring(let rounded, _): rounded.rect == bounds
    case .path: false
    }
  }

  /// The smallest upright rectangle around the shape after a map; nil for a path without points.
  package func bounds(under map: Transform) -> Rect? {
    switch self {
    case .roundedRect(let shape), .ring(let shape, _): map.bounds(of: shape.rect)
    case .path(let path): path.bounds(under: map)
    }
  }
}

extension GlyphRun {
  /// The smallest upright rectangle around the glyphs' origins and their margins after a map.
  func bounds(under map: Transform, _ margins: BoundsMargins) -> Rect {
    var box = Rect(origin: origin, size: Size(width: max(0, width), height: 0))
    if margins.countsEachGlyph {
      for glyph in glyphs {
        box = box.union(Rect(origin: origin + Point(x: glyph.x, y: glyph.y), size: .zero))
      }
    }
    let (em, around) = (font.size, margins.glyphs)
    if let outline = ink?.outline { box = box.inset(by: Insets(-outline.width)) }
    return map.bounds(
      of: box.inset(
        by: Insets(
          top: -around.top * em, left: -around.left * em, bottom: -around.bottom * em,
          right: -around.right * em)))
  }
}

extension Shadow {
  /// How far the blur reaches, in points: three standard deviations hold 99.7 % of it, and a point for rounding.
  var reach: Double { radius > 0 ? 3 * radius + 1 : 0 }

  /// Where the shadow of a box can be seen after a map; the box is mapped already, the shadow not.
  func bounds(below box: Rect, under map: Transform) -> Rect {
    let shift = map.apply(offset) - map.apply(.zero)
    return box.moved(by: shift).grown(by: reach, under: map)
  }
}

extension [Shadow] {
  /// Where a box and the shadows below it can be seen after a map; the box is mapped already, the shadows not.
  func bounds(below box: Rect, under map: Transform = .identity) -> Rect {
    reduce(box) { $0.union($1.bounds(below: box, under: map)) }
  }
}

extension DisplayItem {
  /// Whether it holds a link that is written.
  package var hasLink: Bool {
    guard case .group(let group) = self else { return false }
    return group.link.flatMap { LinkTarget($0) } != nil || group.items.contains(where: \.hasLink)
  }
}

extension Rect {
  /// The rectangle as a mirror at the middle of a width shows it.
  public func mirrored(in width: Double) -> Rect {
    Rect(x: width - maxX, y: minY, width: self.width, height: height)
  }
}

extension DisplayItem {
  /// The item on the other side of a width: shapes are turned over, pictures and glyphs are moved as they are.
  public func mirrored(in width: Double) -> DisplayItem {
    let mirror = Transform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
    switch self {
    case .fill(let shape, let paint, let bounds):
      return .fill(shape.mirrored(in: width), paint, bounds: bounds.mirrored(in: width))
    case .stroke(let path, let stroke, let color): return .stroke(path.transformed(by: mirror), stroke, color)
    case .glyphs(var run):
      run.origin.x = width - run.origin.x - run.width
      return .glyphs(run)
    case .image(var item):
      item.frame = item.frame.mirrored(in: width)
      return .image(item)
    case .shadow(let shape, let shadow, let hole):
      return .shadow(shape.mirrored(in: width), shadow, hole: hole?.mirrored(in: width))
    case .innerShadow(let shape, let shadow): return .innerShadow(shape.mirrored(in: width), shadow)
    case .backdrop(let shape, let blur): return .backdrop(shape.mirrored(in: width), blur)
    case .group(var group):
      // What is inside is mirrored at its own origin, and so is the way from there to here.
      let map = group.transform
      group.transform = Transform(a: map.a, b: -map.b, c: -map.c, d: map.d, tx: width - map.tx, ty: map.ty)
      group.clip = group.clip?.mirrored(in: 0)
      if let mask = group.mask { group.mask?.bounds = mask.bounds.mirrored(in: 0) }
      group.items = group.items.map { $0.mirrored(in: 0) }
      return .group(group)
    }
  }
}

extension DisplayItem.Shape {
  /// The area as a mirror at the middle of a width shows it.
  func mirrored(in width: Double) -> DisplayItem.Shape {
    switch self {
    case .roundedRect(let shape): .roundedRect(shape.mirrored(in: width))
    case .ring(let outer, let inner):
      .ring(outer: outer.mirrored(in: width), inner: inner.mirrored(in: width))
    case .path(let path):
      .path(path.transformed(by: Transform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)))
    }
  }
}

/// Where a group is seen and how strongly: the alpha of a gradient, stretched over a rectangle.
public struct Mask: Hashable, Sendable {
  /// What the gradient's unit square is stretched over; nothing outside of it is seen.
  public var bounds: Rect
  /// Its alpha is multiplied with that of the group; its colours do not count.
  public let gradient: Gradient

  /// Makes a mask, or nil for a conic gradient, which SVG has no mask of.
  public init?(_ gradient: Gradient, over bounds: Rect) {
    if case .conic = gradient.kind { return nil }
    // White in any strength: SVG multiplies with the brightness too.
    let stops = gradient.stops.map { stop in
      Gradient.Stop(
        offset: stop.offset, color: Color(red: 255, green: 255, blue: 255, alpha: stop.color.alpha))
    }
    guard let white = Gradient(kind: gradient.kind, stops: stops) else { return nil }
    self.gradient = white
    self.bounds = bounds
  }

  /// The masks that together let something fade out at the edges of a rectangle, each over a length of its own.
  ///
  /// - Returns: none where nothing fades, one for the left and right edge, and one for the upper and lower one.
  public static func fading(at edges: Insets, of rect: Rect) -> [Mask] {
    let across = Self.stops(edges.left, edges.right, in: rect.width)
    let down = Self.stops(edges.top, edges.bottom, in: rect.height)
    return [
      across.flatMap { Gradient(kind: .linear(start: .zero, end: Point(x: 1, y: 0)), stops: $0) },
      down.flatMap { Gradient(kind: .linear(start: .zero, end: Point(x: 0, y: 1)), stops: $0) },
    ].compactMap { $0.flatMap { Mask($0, over: rect) } }
  }

  /// The stops of a blend that fades over a length at its start and another at its end; nil where neither does.
  private static func stops(_ start: Double, _ end: Double, in length: Double) -> [Gradient.Stop]? {
    guard length > 0, start > 0 || end > 0 else { return nil }
    // Fades that meet share the length by their own.
    let factor = min(1, length / (max(0, start) + max(0, end)))
    var stops: [Gradient.Stop] = []
    if start > 0 {
      stops.append(Gradient.Stop(offset: 0, color: .clear))
      stops.append(Gradient.Stop(offset: start * factor / length, color: .black))
    }
    if end > 0 {
      stops.append(Gradient.Stop(offset: 1 - end * factor / length, color: .black))
      stops.append(Gradient.Stop(offset: 1, color: .clear))
    }
    return stops
  }
}

/// How what is drawn is mixed with what lies behind it, by CSS's words (`mix-blend-mode`).
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  /// It covers what lies behind.
  case normal
  /// The product of both: never lighter than either.
  case multiply
  /// The product of both complements: never darker than either.
  case screen
  /// `multiply` where what lies behind is dark, `screen` where it is light.
  case overlay
  /// The darker of both, channel by channel.
  case darken
  /// The lighter of both, channel by channel.
  case lighten
  /// What lies behind becomes lighter.
  case colorDodge = "color-dodge"
  /// What lies behind becomes darker.
  case colorBurn = "color-burn"
  /// `multiply` where it is dark itself, `screen` where it is light.
  case hardLight = "hard-light"
  /// A soft form of `hard-light`.
  case softLight = "soft-light"
  /// The difference of both.
  case difference
  /// `difference` with less contrast.
  case exclusion
  /// Its hue, with the saturation and brightness of what lies behind.
  case hue
  /// Its saturation, with the hue and brightness of what lies behind.
  case saturation
  /// Its hue and saturation, with the brightness of what lies behind.
  case color
  /// Its brightness, with the hue and saturation of what lies behind.
  case luminosity
}

/// What a group is in a document that is read out.
public enum StructureRole: Hashable, Sendable {
  /// A heading of a level from 1, the highest.
  case heading(Int)
  /// The dot or the number before a thing of a list.
  case label
  /// What a thing of a list says; it follows its label.
  case body
  /// A table, which holds rows.
  case table
  /// A row of a table, which holds cells.
  case row
  /// A cell at the head of a column.
  case columnHeader
  /// A cell at the head of a row.
  case rowHeader
  /// Any other cell.
  case cell
  /// More of the cell before.
  case moreOfCell
  /// What stands on every page and is not read out.
  case artifact
}

extension StructureRole {
  /// The name in dumps.
  var word: String {
    switch self {
    case .heading(let level): "heading \(NumberText.text(Double(level)))"
    case .label: "label"
    case .body: "body"
    case .table: "table"
    case .row: "row"
    case .columnHeader: "column header"
    case .rowHeader: "row header"
    case .cell: "cell"
    case .moreOfCell: "more of a cell"
    case .artifact: "artifact"
    }
  }
}
