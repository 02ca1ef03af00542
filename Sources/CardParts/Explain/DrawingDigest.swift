import CardRaster

/// A digest of drawings: equal drawings have equal digests.
///
/// The paths of font and picture files do not count: a font counts by the name of its face, a picture by its
/// pixels.
struct DrawingDigest {
  /// Whether lengths are exact; otherwise they are rounded to a thousandth of a point.
  private let isExact: Bool
  private let pictures: PictureSums
  private var words: [UInt64] = []

  init(isExact: Bool, _ pictures: PictureSums) {
    self.isExact = isExact
    self.pictures = pictures
  }

  /// The digest as hexadecimal digits, at most 64.
  func hex(_ digits: Int = 64) -> String { String(SHA256.hex(words: words).prefix(digits)) }

  mutating func add(_ number: Int) { words.append(UInt64(bitPattern: Int64(number))) }

  mutating func add(_ value: Double) {
    if isExact {
      // 0 and −0 are drawn alike.
      words.append(value == 0 ? 0 : value.bitPattern)
    } else {
      let thousandths = (min(1e12, max(-1e12, value)) * 1000).rounded()
      words.append(UInt64(bitPattern: Int64(value.isNaN ? 0 : thousandths)))
    }
  }

  mutating func add(_ text: String) {
    var word: UInt64 = 0
    var count = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 { words.append(word) }
    }
    words.append(word)
    add(count)
  }

  mutating func add(_ color: Color) {
    words.append(
      UInt64(color.red) << 24 | UInt64(color.green) << 16 | UInt64(color.blue) << 8 | UInt64(color.alpha))
  }

  mutating func add(_ point: Point) {
    add(point.x)
    add(point.y)
  }

  mutating func add(_ size: Size) {
    add(size.width)
    add(size.height)
  }

  mutating func add(_ rect: Rect) {
    add(rect.origin)
    add(rect.size)
  }

  mutating func add(_ insets: Insets) {
    for value in [insets.top, insets.left, insets.bottom, insets.right] { add(value) }
  }

  mutating func add(_ radii: CornerRadii) {
    for value in [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft] { add(value) }
  }

  /// Adds an optional value.
  private mutating func add<Value>(_ value: Value?, _ body: (inout DrawingDigest, Value) -> Void) {
    add(value == nil ? 0 : 1)
    if let value { body(&self, value) }
  }
}

/// Display lists and their items.
extension DrawingDigest {
  /// Adds a whole picture.
  mutating func add(_ list: DisplayList) {
    add(list.size)
    add(list.scale)
    add(list.background) { $0.add($1) }
    add(list.title)
    add(list.items)
  }

  mutating func add(_ items: [DisplayItem]) {
    // The accessibility roles of groups are not drawn.
    let items = items.flatMap(\.withoutRole)
    add(items.count)
    for item in items { add(item) }
  }

  mutating func add(_ item: DisplayItem) {
    switch item {
    case .fill(let shape, let paint, let bounds):
      add(1)
      add(shape)
      add(paint)
      // Only a gradient is stretched over the bounds.
      if case .gradient = paint { add(bounds) }
    case .stroke(let path, let stroke, let color):
      add(2)
      add(path)
      add(stroke.width)
      add(stroke.dashes.count)
      for dash in stroke.dashes { add(dash) }
      add(stroke.cap == .round ? 1 : 0)
      add(color)
    case .glyphs(let run):
      add(3)
      add(run)
    case .image(let item):
      add(4)
      add(pictures.sum(of: item.image))
      add(item.image.size)
      add(item.frame)
      add(item.tint) { $0.add($1) }
    case .shadow(let shape, let shadow, let hole):
      add(5)
      add(shape)
      add(shadow)
      add(hole) { $0.add($1) }
    case .innerShadow(let shape, let shadow):
      add(6)
      add(shape)
      add(shadow)
    case .backdrop(let shape, let blur):
      add(8)
      add(shape)
      add(blur.radius)
      add(blur.opacity)
      if blur.saturation != 1 { add(blur.saturation) }
    case .group(let group):
      add(7)
      add(group)
    }
  }

  private mutating func add(_ group: DisplayItem.Group) {
    let map = group.transform
    for value in [map.a, map.b, map.c, map.d, map.tx, map.ty] { add(value) }
    add(group.clip) { $0.add($1) }
    add(group.opacity)
    add(group.shadows)
    add(group.mask) { sum, mask in
      sum.add(mask.bounds)
      sum.add(.gradient(mask.gradient))
    }
    if group.blendMode != .normal { add(group.blendMode.rawValue) }
    add(group.link) { $0.add($1) }
    add(group.label) { $0.add($1) }
    add(group.title) { $0.add($1) }
    add(group.items)
  }

  private mutating func add(_ shape: DisplayItem.Shape) {
    switch shape {
    case .roundedRect(let rect):
      add(1)
      add(rect)
    case .ring(let outer, let inner):
      add(2)
      add(outer)
      add(inner)
    case .path(let path):
      add(3)
      add(path)
    }
  }

  private mutating func add(_ shape: RoundedRect) {
    add(shape.rect)
    add(shape.radii)
    add(shape.curve.rawValue)
    // An ellipse differs from a rounded rectangle only in not being equal to one with the same corners.
    add(shape == RoundedRect(rect: shape.rect, radii: shape.radii, curve: shape.curve) ? 0 : 1)
  }

  private mutating func add(_ path: Path) {
    add(path.stepCount)
    for element in path.steps {
      switch element {
      case .move(let point):
        add(1)
        add(point)
      case .line(let point):
        add(2)
        add(point)
      case .curve(let first, let second, let end):
        add(3)
        add(first)
        add(second)
        add(end)
      case .close: add(4)
      }
    }
  }

  mutating func add(_ paint: Paint) {
    switch paint {
    case .solid(let color):
      add(1)
      add(color)
    case .gradient(let gradient):
      switch gradient.kind {
      case .linear(let start, let end):
        add(2)
        add(start)
        add(end)
      case .radial(let center, let radius):
        add(3)
        add(center)
        add(radius)
      case .conic(let center, let angle):
        add(4)
        add(center)
        add(angle)
      }
      add(gradient.stops.count)
      for stop in gradient.stops {
        add(stop.offset)
        add(stop.color)
      }
    }
  }

  mutating func add(_ shadows: [Shadow]) {
    add(shadows.count)
    for shadow in shadows { add(shadow) }
  }

  private mutating func add(_ shadow: Shadow) {
    add(shadow.color)
    add(shadow.radius)
    add(shadow.offset)
  }

  private mutating func add(_ run: GlyphRun) {
    add(run.face.name)
    add(run.face.index)
    if let weight = run.face.axisWeight { add(weight) }
    add((run.face.isEmboldened ? 1 : 0) + (run.face.isSlanted ? 2 : 0))
    add(run.font.family)
    add(run.font.size)
    add(run.font.weight)
    add((run.font.isItalic ? 1 : 0) + (run.font.hasTabularFigures ? 2 : 0) + (run.isColor ? 4 : 0))
    for feature in run.font.features {
      add(feature.tag)
      add(feature.value)
    }
    add(run.color)
    add(run.origin)
    add(run.width)
    add(run.text)
    add(run.isRightToLeft ? 1 : 0)
    if let ink = run.ink {
      if let gradient = ink.gradient { add(Paint.gradient(gradient)) }
      add(ink.bounds)
      if let outline = ink.outline {
        add(outline.width)
        add(outline.color)
      }
    }
    add(run.glyphs.count)
    for glyph in run.glyphs {
      add(Int(glyph.id))
      add(glyph.x)
      add(glyph.y)
    }
  }

  /// Adds the lines of a text in a box.
  mutating func add(_ text: ShapedText) {
    add(text.lines.count)
    for line in text.lines {
      add(line.baseline)
      for marks in [line.backgrounds, line.rules] {
        add(marks.count)
        for mark in marks {
          add(mark.rect)
          add(mark.color)
        }
      }
      add(line.runs.count)
      for run in line.runs { add(run) }
    }
  }
}

extension DisplayItem {
  /// The items of a group that has only an accessibility role; otherwise the item itself.
  fileprivate var withoutRole: [DisplayItem] {
    guard case .group(let group) = self, group.role != nil, group.isPlain, group.transform == .identity,
      group.clip == nil, group.link == nil, group.label == nil, group.title == nil
    else { return [self] }
    return group.items.flatMap(\.withoutRole)
  }
}

/// The digests of pictures; each is computed once.
final class PictureSums {
  private struct Key: Hashable {
    let name: String
    let size: Size
  }

  private var known: [Key: String] = [:]

  init() {}

  /// The digest of the pixels, or of the document of an SVG picture.
  func sum(of image: ImageSource) -> String {
    // Within one deck, equal names mean equal pictures.
    let key = Key(name: image.name, size: image.size)
    if let sum = known[key] { return sum }
    let sum =
      switch image.content {
      case .bitmap(let bitmap): bitmap.fingerprint
      // A picture that cannot be decoded again is reported when it is painted.
      case .deferred(let picture): (try? picture.bitmap())?.fingerprint ?? ""
      case .vector(let picture): SHA256.hex(picture.bytes)
      case .outline: SHA256.hex(Array(image.name.utf8))
      }
    known[key] = sum
    return sum
  }
}
