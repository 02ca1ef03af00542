/// One thing to draw.
///
/// The set is closed: every painter draws all of them. Large payloads are `indirect`, since lists of
/// thousands of items are moved and copied.
public enum DisplayItem: Hashable, Sendable {
  /// A filled shape. The paint's unit square is stretched over `bounds`.
  case fill(Shape, Paint, bounds: Rect)
  /// A stroke along an outline.
  case stroke(Path, Stroke, Color)
  /// Glyphs in one face, size and colour.
  case glyphs(GlyphRun)
  /// An image stretched over a rectangle.
  case image(ImageItem)
  /// The shadow of a rounded rectangle, without the part below `hole`; nil draws all of it.
  case shadow(RoundedRect, Shadow, hole: RoundedRect?)
  /// An inner shadow: the part of a rounded rectangle that its moved and blurred shape leaves uncovered.
  case innerShadow(RoundedRect, Shadow)
  /// A blurred copy of the content behind a shape, which replaces that content.
  case backdrop(Shape, BackdropBlur)
  /// Items drawn as one unit.
  indirect case group(Group)

  /// An area.
  public enum Shape: Hashable, Sendable {
    /// A rectangle with or without rounded corners.
    case roundedRect(RoundedRect)
    /// The area between two rounded rectangles, one inside the other: a border.
    indirect case ring(outer: RoundedRect, inner: RoundedRect)
    /// The inside of an outline (non-zero winding).
    case path(Path)
  }

  /// An image and its frame.
  public struct ImageItem: Hashable, Sendable {
    /// The image to draw.
    public var image: ImageSource
    /// The rectangle that the whole image is stretched to.
    public var frame: Rect
    /// A colour that replaces the image's colours and keeps its alpha; nil keeps the colours.
    public var tint: Color?

    /// Makes an image item.
    public init(image: ImageSource, frame: Rect, tint: Color? = nil) {
      self.image = image
      self.frame = frame
      self.tint = tint
    }

    /// The filled shape of an outline image, black without a tint; nil for other kinds of images.
    package var fill: DisplayItem? {
      guard case .outline(let path) = image.content, !image.size.isEmpty else { return nil }
      let map = Transform.scale(frame.width / image.size.width, frame.height / image.size.height)
        .then(.translation(frame.origin))
      return .fill(.path(path.transformed(by: map)), .solid(tint ?? .black), bounds: frame)
    }
  }

  /// Items drawn as one unit, with a transform, clip, opacity, shadows and link.
  public struct Group: Hashable, Sendable {
    /// The transform from the items' coordinates to the parent's.
    public var transform: Transform
    /// The clip in the items' coordinates; nil for no clip.
    public var clip: Shape?
    /// 0…1, for the whole group at once.
    public var opacity: Double
    /// Shadows of the whole group, each below it, the topmost first; shadows cast no shadows themselves.
    public var shadows: [Shadow]
    /// The alpha mask of the group, including its shadows.
    public var mask: Mask?
    /// How the group is blended with the content below it on the same layer.
    public var blendMode = BlendMode.normal
    /// The role of the group in a tagged document; nil for no tag.
    public var role: StructureRole?
    /// The target of a link on the group.
    public var link: String?
    /// The text alternative of the group.
    public var label: String?
    /// The short title for a group with a long text alternative; may be empty.
    public var title: String?
    /// The items, from bottom to top.
    public var items: [DisplayItem]

    /// Makes a group; the defaults change nothing.
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

/// Frosted glass: the content drawn so far on the same layer, blurred.
///
/// A layer is a group that has opacity, a mask, a blend mode or shadows, or else the whole picture (CSS calls
/// it the backdrop root).
public struct BackdropBlur: Hashable, Sendable {
  /// The standard deviation of the Gaussian, in points.
  public var radius: Double
  /// The opacity of the blurred picture over the sharp one, 0…1.
  public var opacity: Double
  /// The saturation factor of the blurred colours: 1 keeps them, 0 makes them grey.
  public var saturation: Double

  /// Makes a blur.
  public init(radius: Double, opacity: Double = 1, saturation: Double = 1) {
    self.radius = radius
    self.opacity = opacity
    self.saturation = saturation
  }

  /// Whether the blur has a visible effect.
  var isSeen: Bool { radius > 0 && opacity > 0 }
}

/// Margins around an item's outlines that count towards its bounds.
struct BoundsMargins: Sendable {
  /// The margin around each glyph's origin, in ems.
  ///
  /// It applies only around the first and the last origin if `countsEachGlyph` is false.
  var glyphs: Insets
  /// Whether glyphs above and below the line count, such as stacked marks.
  var countsEachGlyph = true
  /// The margin of a stroke with mitre joins, in stroke widths: cairo's mitre limit is 10 half widths.
  var mitredStroke = 5.0
  /// The margin of a stroke with round joins, in stroke widths.
  var roundStroke = 0.5
  var countsShadows = true

  /// All pixels that may be drawn, never too few: stacked marks reach far beyond a line.
  static let pixels = BoundsMargins(
    glyphs: Insets(top: 5, left: 3, bottom: 5, right: 3), roundStroke: 5)
  /// The bitmap of a filter, which costs memory in every viewer.
  ///
  /// Two ems on each side cover all marks and swashes in use.
  static let filter = BoundsMargins(glyphs: Insets(2))
  /// The tap target of an item: the usual height of letters with their marks, without shadows.
  static let touch = BoundsMargins(
    glyphs: Insets(top: 0.95, left: 0, bottom: 0.25, right: 0), countsEachGlyph: false, mitredStroke: 0.5,
    countsShadows: false)
}

extension DisplayItem {
  /// The smallest upright rectangle around the transformed item and its margins; nil if nothing of it counts.
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
    // A backdrop shows other items.
    case .backdrop(let shape, _): return shape.bounds(under: map)
    case .innerShadow(let shape, _): return margins.countsShadows ? map.bounds(of: shape.rect) : nil
    case .group(let group): return group.bounds(under: map, margins)
    }
  }
}

extension DisplayItem {
  /// The smallest upright rectangle around the visible part of the item, without shadows.
  ///
  /// It is nil if nothing is visible.
  package var outline: Rect? { bounds(under: .identity, .touch) }
}

extension DisplayItem.Group {
  /// The smallest upright rectangle around the transformed group and its shadows.
  ///
  /// It is nil if nothing of the group counts.
  func bounds(under map: Transform, _ margins: BoundsMargins) -> Rect? {
    let inner = transform.then(map)
    guard let content = contentBounds(under: inner, margins) else { return nil }
    return margins.countsShadows ? shadows.bounds(below: content, under: inner) : content
  }

  /// The smallest upright rectangle around the clipped and transformed items.
  ///
  /// The transform is that of the items.
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
  /// Whether the shape's bounding box is this rectangle by definition; false if unknown.
  func isBox(_ bounds: Rect) -> Bool {
    switch self {
    case .roundedRect(let rounded), .ring(let rounded, _): rounded.rect == bounds
    case .path: false
    }
  }

  /// The smallest upright rectangle around the transformed shape; nil for a path without points.
  package func bounds(under map: Transform) -> Rect? {
    switch self {
    case .roundedRect(let shape), .ring(let shape, _): map.bounds(of: shape.rect)
    case .path(let path): path.bounds(under: map)
    }
  }
}

extension GlyphRun {
  /// The smallest upright rectangle around the transformed glyph origins and their margins.
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
  /// The reach of the blur in points: three standard deviations cover 99.7 %, plus one point for rounding.
  var reach: Double { radius > 0 ? 3 * radius + 1 : 0 }

  /// The visible bounds of the shadow of a box; the box is already transformed, the shadow is not.
  func bounds(below box: Rect, under map: Transform) -> Rect {
    let shift = map.apply(offset) - map.apply(.zero)
    return box.moved(by: shift).grown(by: reach, under: map)
  }
}

extension [Shadow] {
  /// The visible bounds of a box and its shadows; the box is already transformed, the shadows are not.
  func bounds(below box: Rect, under map: Transform = .identity) -> Rect {
    reduce(box) { $0.union($1.bounds(below: box, under: map)) }
  }
}

extension DisplayItem {
  /// Whether the item contains a link that is written.
  package var hasLink: Bool {
    guard case .group(let group) = self else { return false }
    return group.link.flatMap { LinkTarget($0) } != nil || group.items.contains(where: \.hasLink)
  }
}

extension Rect {
  /// The rectangle mirrored horizontally within a width.
  public func mirrored(in width: Double) -> Rect {
    Rect(x: width - maxX, y: minY, width: self.width, height: height)
  }
}

extension DisplayItem {
  /// The item mirrored horizontally within a width: shapes are flipped; images and glyphs are only moved.
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
      // The content is mirrored at its own origin, and so is the transform to the parent.
      let map = group.transform
      group.transform = Transform(a: map.a, b: -map.b, c: -map.c, d: map.d, tx: width - map.tx, ty: map.ty)
      group.clip = group.clip?.mirrored(in: 0)
      group.mask = group.mask?.placed { $0.mirrored(in: 0) }
      group.items = group.items.map { $0.mirrored(in: 0) }
      return .group(group)
    }
  }
}

extension DisplayItem.Shape {
  /// The area mirrored horizontally within a width.
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

/// An alpha mask: the alpha of a gradient or picture over a rectangle.
public struct Mask: Hashable, Sendable {
  /// The source of the alpha.
  public enum Content: Hashable, Sendable {
    /// A white gradient whose unit square is stretched over the bounds.
    case gradient(Gradient)
    /// A picture in its own frame.
    indirect case picture(DisplayItem.ImageItem)
  }

  /// The rectangle outside of which everything is hidden.
  public private(set) var bounds: Rect
  /// The content whose alpha is multiplied with the group's; its colours do not count.
  public private(set) var content: Content

  /// Makes a mask of the alpha of a gradient, stretched over a rectangle.
  public init(_ gradient: Gradient, over bounds: Rect) {
    // SVG masks multiply with the luminance too.
    content = .gradient(gradient.recolored { Color(rgb: 0xFFFFFF).multiplyingAlpha(by: $0) })
    self.bounds = bounds
  }

  /// Makes a mask of the alpha of a picture, cut off at the edges of a rectangle.
  public init(_ picture: DisplayItem.ImageItem, in bounds: Rect) {
    content = .picture(picture)
    self.bounds = bounds
  }

  /// The item whose alpha is that of the mask.
  var item: DisplayItem {
    let shape = DisplayItem.Shape.roundedRect(RoundedRect(rect: bounds))
    return switch content {
    case .gradient(let gradient): .fill(shape, .gradient(gradient), bounds: bounds)
    case .picture(let picture): .group(DisplayItem.Group([.image(picture)], clip: shape))
    }
  }

  /// The same mask in other coordinates.
  package func placed(_ place: (Rect) -> Rect) -> Mask {
    var result = self
    result.bounds = place(bounds)
    if case .picture(var picture) = content {
      picture.frame = place(picture.frame)
      result.content = .picture(picture)
    }
    return result
  }

  /// The masks that fade the edges of a rectangle, each over its own length.
  ///
  /// - Returns: an empty list if nothing fades; otherwise one mask for left and right and one for top and
  ///   bottom, as needed.
  public static func fading(at edges: Insets, of rect: Rect) -> [Mask] {
    let across = Self.stops(edges.left, edges.right, in: rect.width)
    let down = Self.stops(edges.top, edges.bottom, in: rect.height)
    return [
      across.flatMap { Gradient(kind: .linear(start: .zero, end: Point(x: 1, y: 0)), stops: $0) },
      down.flatMap { Gradient(kind: .linear(start: .zero, end: Point(x: 0, y: 1)), stops: $0) },
    ].compactMap { $0.map { Mask($0, over: rect) } }
  }

  /// The stops of a gradient that fades over a length at its start and another at its end.
  ///
  /// Returns nil if both are zero.
  private static func stops(_ start: Double, _ end: Double, in length: Double) -> [Gradient.Stop]? {
    guard length > 0, start > 0 || end > 0 else { return nil }
    // Fades that meet share the length in proportion.
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

/// A blend mode, named as in CSS (`mix-blend-mode`).
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  /// Covers the backdrop.
  case normal
  /// The product of both colours: never lighter than either.
  case multiply
  /// The product of both complements: never darker than either.
  case screen
  /// `multiply` on a dark backdrop, `screen` on a light one.
  case overlay
  /// The darker of both, channel by channel.
  case darken
  /// The lighter of both, channel by channel.
  case lighten
  /// Brightens the backdrop.
  case colorDodge = "color-dodge"
  /// Darkens the backdrop.
  case colorBurn = "color-burn"
  /// `multiply` where the source is dark, `screen` where it is light.
  case hardLight = "hard-light"
  /// A soft form of `hard-light`.
  case softLight = "soft-light"
  /// The difference of both.
  case difference
  /// `difference` with less contrast.
  case exclusion
  /// The hue of the source with the saturation and luminosity of the backdrop.
  case hue
  /// The saturation of the source with the hue and luminosity of the backdrop.
  case saturation
  /// The hue and saturation of the source with the luminosity of the backdrop.
  case color
  /// The luminosity of the source with the hue and saturation of the backdrop.
  case luminosity
}

/// The structure type of a group in a tagged PDF.
public enum StructureRole: Hashable, Sendable {
  /// A heading of a level; 1 is the highest.
  case heading(Int)
  /// The bullet or number of a list item.
  case label
  /// The content of a list item; it follows its label.
  case body
  /// A table; its children are rows.
  case table
  /// A table row; its children are cells.
  case row
  /// A column header cell.
  case columnHeader
  /// A row header cell.
  case rowHeader
  /// A data cell.
  case cell
  /// The continuation of the previous cell.
  case moreOfCell
  /// Content that repeats on every page and is not read aloud.
  case artifact
}

extension StructureRole {
  /// The name in dumps.
  var word: String {
    switch self {
    case .heading(let level): "heading \(NumberText.format(Double(level)))"
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
