/// Everything to draw for one picture, ready for any painter.
///
/// A painter needs no parts, traits, themes, bindings, font names, text direction, line breaking or file
/// names. Coordinates are points with the origin at the top left and y down. Rectangles are already on the
/// pixel grid of `scale`. Text consists of positioned glyphs of given faces. Items are ordered from back to
/// front.
public struct DisplayList: Hashable, Sendable {
  /// Width and height of the picture in points; both above zero.
  public var size: Size
  /// The pixels per point that the list was laid out for.
  public var scale: Double
  /// The paint behind all items; nil for a transparent background.
  public var background: Paint?
  /// The text alternative of the picture.
  public var title: String
  /// The metadata of a document that starts with this picture.
  public var document = DocumentInfo()
  /// The items, from bottom to top.
  public var items: [DisplayItem]

  /// Makes a display list.
  public init(size: Size, scale: Double, background: Paint?, title: String = "", items: [DisplayItem]) {
    self.size = size
    self.scale = scale
    self.background = background
    self.title = title
    self.items = items
  }

  /// The picture's width in pixels.
  public var pixelWidth: Int { PixelGrid(scale: scale).pixels(covering: size.width) }
  /// The picture's height in pixels.
  public var pixelHeight: Int { PixelGrid(scale: scale).pixels(covering: size.height) }
}

extension DisplayList {
  /// The list as indented text for goldens and debugging, one line per item; equal lists give equal text.
  ///
  /// Rectangles are x, y, width and height; numbers have at most two decimals. Faces, colours, targets and
  /// pictures are named. The text of a run is quoted, with control characters as `\u{…}`.
  public var dump: String {
    var text = "list \(number(size.width)) x \(number(size.height)) at \(number(scale))"
    if !title.isEmpty { text += " \(quoted(title))" }
    text += "\n"
    if let background { text += "  background \(background.dump)\n" }
    for item in items { item.dump(depth: 1, to: &text) }
    return text
  }
}

extension DisplayItem {
  /// Appends the item's line and those of its children.
  fileprivate func dump(depth: Int, to text: inout String) {
    text += String(repeating: "  ", count: depth)
    switch self {
    case .fill(let shape, let paint, let bounds):
      text += "fill \(shape.dump) \(paint.dump)"
      if !shape.isBox(bounds), !paint.isSolid { text += " over \(bounds.dump)" }
    case .stroke(let path, let stroke, let color):
      text += "stroke \(path.dump) \(color.hexText) width \(number(stroke.width))"
      if !stroke.dashes.isEmpty { text += " dashes \(numbers(stroke.dashes))" }
      if stroke.cap == .round { text += " round" }
    case .glyphs(let run): text += run.dump
    case .image(let item):
      text += "image \(quoted(item.image.name)) \(number(item.image.size.width)) x "
      text += "\(number(item.image.size.height)) in \(item.frame.dump)"
      if let tint = item.tint { text += " tint \(tint.hexText)" }
    case .shadow(let shape, let shadow, let hole):
      text += "shadow \(Shape.roundedRect(shape).dump) \(shadow.dump)"
      if let hole { text += " hole \(Shape.roundedRect(hole).dump)" }
    case .innerShadow(let shape, let shadow):
      text += "inner shadow \(Shape.roundedRect(shape).dump) \(shadow.dump)"
    case .backdrop(let shape, let blur):
      text += "backdrop \(shape.dump) blur \(number(blur.radius))"
      if blur.saturation != 1 { text += " saturation \(number(blur.saturation, digits: 3))" }
      if blur.opacity != 1 { text += " opacity \(number(blur.opacity, digits: 3))" }
    case .group(let group):
      text += "group\(group.dump)\n"
      for item in group.items { item.dump(depth: depth + 1, to: &text) }
      return
    }
    text += "\n"
  }
}

extension DisplayItem.Group {
  /// The properties of the group, each with a leading space.
  fileprivate var dump: String {
    var text = ""
    let t = transform
    if t == .translation(Point(x: t.tx, y: t.ty)) {
      if t != .identity { text += " move \(numbers([t.tx, t.ty]))" }
    } else {
      text += " map \(numbers([t.a, t.b, t.c, t.d, t.tx, t.ty], digits: 3))"
    }
    if let clip { text += " clip \(clip.dump)" }
    if opacity != 1 { text += " opacity \(number(opacity, digits: 3))" }
    for shadow in shadows { text += " shadow \(shadow.dump)" }
    if let mask { text += " mask \(mask.dump)" }
    if blendMode != .normal { text += " \(blendMode.rawValue)" }
    if let role { text += " as \(role.word)" }
    if let link { text += " link \(quoted(link))" }
    if let label { text += " label \(quoted(label))" }
    return text
  }
}

extension Mask {
  fileprivate var dump: String {
    switch content {
    case .gradient(let gradient): "\(gradient.dump) over \(bounds.dump)"
    case .picture(let item): "\(quoted(item.image.name)) at \(item.frame.dump) in \(bounds.dump)"
    }
  }
}

extension DisplayItem.Shape {
  fileprivate var dump: String {
    switch self {
    case .roundedRect(let rounded):
      let r = rounded.radii
      // Equal to a new rectangle with these radii: not an ellipse.
      guard rounded == RoundedRect(rect: rounded.rect, radii: r, curve: rounded.curve) else {
        return "ellipse \(rounded.rect.dump)"
      }
      if r.isZero { return "rect \(rounded.rect.dump)" }
      let radii =
        r == CornerRadii(r.topLeft) ? [r.topLeft] : [r.topLeft, r.topRight, r.bottomRight, r.bottomLeft]
      let curve = rounded.curve == .circular ? "" : " \(rounded.curve.rawValue)"
      return "rect \(rounded.rect.dump) radius \(numbers(radii))\(curve)"
    case .ring(let outer, let inner):
      return
        "ring \(DisplayItem.Shape.roundedRect(outer).dump) - \(DisplayItem.Shape.roundedRect(inner).dump)"
    case .path(let path): return path.dump
    }
  }
}

extension GlyphRun {
  fileprivate var dump: String {
    var text = "glyphs \(quoted(self.text)) \(face.name)"
    if face.index != 0 { text += "#\(face.index)" }
    text += " \(number(font.size)) \(color.hexText) at \(numbers([origin.x, origin.y]))"
    text += " width \(number(width)) count \(glyphs.count)"
    if isColor { text += " coloured" }
    if isRightToLeft { text += " right-to-left" }
    if let ink, let gradient = ink.gradient {
      text += " filled with \(Paint.gradient(gradient).dump) over \(ink.bounds.dump)"
    }
    if let outline = ink?.outline { text += " outlined \(number(outline.width)) \(outline.color.hexText)" }
    return text
  }
}

extension Paint {
  fileprivate var dump: String {
    switch self {
    case .solid(let color): color.hexText
    case .gradient(let gradient): gradient.dump
    case .pattern(let pattern): pattern.dump
    case .layers(let layers): "layers (\(layers.map(\.dump).joined(separator: " + ")))"
    }
  }
}

extension Pattern {
  fileprivate var dump: String {
    if case .tiles(let item) = figure {
      return "tiles \(quoted(item.image.name)) \(numbers([item.frame.width, item.frame.height]))"
    }
    return "\(figure) \(color.hexText) size \(number(size)) every \(number(spacing))"
  }
}

extension Gradient {
  fileprivate var dump: String {
    let head =
      switch kind {
      case .linear(let start, let end):
        "linear \(numbers([start.x, start.y], digits: 3)) to \(numbers([end.x, end.y], digits: 3))"
      case .radial(let center, let radius):
        "radial \(numbers([center.x, center.y], digits: 3)) radius \(number(radius, digits: 3))"
      case .conic(let center, let angle):
        "conic \(numbers([center.x, center.y], digits: 3)) angle \(number(angle))"
      }
    let stops = stops.map { "\($0.color.hexText) \(number($0.offset, digits: 3))" }
    return "\(head)\(isCircle ? " circle" : "") [\(stops.joined(separator: ", "))]"
  }
}

extension Shadow {
  fileprivate var dump: String {
    "\(color.hexText) blur \(number(radius)) offset \(numbers([offset.x, offset.y]))"
  }
}

extension Path {
  fileprivate var dump: String {
    var words = ["path"]
    for element in steps {
      switch element {
      case .move(let p): words.append("M \(numbers([p.x, p.y]))")
      case .line(let p): words.append("L \(numbers([p.x, p.y]))")
      case .curve(let a, let b, let p): words.append("C \(numbers([a.x, a.y, b.x, b.y, p.x, p.y]))")
      case .close: words.append("Z")
      }
    }
    return words.joined(separator: " ")
  }
}

extension Rect {
  fileprivate var dump: String { numbers([minX, minY, width, height]) }
}

private func number(_ value: Double, digits: Int = 2) -> String { NumberText.format(value, digits: digits) }

private func numbers(_ values: [Double], digits: Int = 2) -> String {
  values.map { number($0, digits: digits) }.joined(separator: " ")
}

/// The text in quotes; invisible characters and those that change the text direction are escaped.
private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\n": result += "\\n"
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
      "\u{2066}"..."\u{2069}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
      result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// The metadata of a document.
public struct DocumentInfo: Hashable, Sendable {
  /// Its title; nil for the title of its first page.
  public var title: String?
  /// The author's name.
  public var author: String?
  /// The language of its text, such as `en-US` (BCP 47); nil if unknown.
  public var language: String?

  /// Makes metadata; all fields are optional.
  public init(title: String? = nil, author: String? = nil, language: String? = nil) {
    self.title = title
    self.author = author
    self.language = language
  }

  /// The language for a PDF document: only letters, digits and hyphens, so nothing can end its string.
  var plainLanguage: String? {
    guard let language, !language.isEmpty, language.utf8.count <= 100 else { return nil }
    return language.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") } ? language : nil
  }
}
