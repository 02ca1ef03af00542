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

  mutating func combine(_ number: Int) { words.append(UInt64(bitPattern: Int64(number))) }

  mutating func combine(_ value: Double) {
    if isExact {
      // 0 and −0 are drawn alike.
      words.append(value == 0 ? 0 : value.bitPattern)
    } else {
      let thousandths = (min(1e12, max(-1e12, value)) * 1000).rounded()
      words.append(UInt64(bitPattern: Int64(value.isNaN ? 0 : thousandths)))
    }
  }

  mutating func combine(_ text: String) {
    text.forEachWord { words.append($0) }
    combine(text.utf8.count)
  }

  mutating func combine(_ color: Color) {
    words.append(
      UInt64(color.red) << 24 | UInt64(color.green) << 16 | UInt64(color.blue) << 8 | UInt64(color.alpha))
  }

  private mutating func combine(_ values: Double...) { for value in values { combine(value) } }

  mutating func combine(_ point: Point) { combine(point.x, point.y) }

  mutating func combine(_ size: Size) { combine(size.width, size.height) }

  mutating func combine(_ rect: Rect) {
    combine(rect.origin)
    combine(rect.size)
  }

  mutating func combine(_ insets: Insets) { combine(insets.top, insets.left, insets.bottom, insets.right) }

  mutating func combine(_ radii: CornerRadii) {
    combine(radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft)
  }

  /// Adds an optional value.
  private mutating func combine<Value>(_ value: Value?, _ body: (inout DrawingDigest, Value) -> Void) {
    combine(value == nil ? 0 : 1)
    if let value { body(&self, value) }
  }

  /// Adds the number of values, and each value.
  private mutating func combine<Value>(_ values: [Value], _ body: (inout DrawingDigest, Value) -> Void) {
    combine(values.count)
    for value in values { body(&self, value) }
  }
}

/// Display lists and their items.
extension DrawingDigest {
  /// Adds a whole picture.
  mutating func combine(_ list: DisplayList) {
    combine(list.size)
    combine(list.scale)
    combine(list.background) { $0.combine($1) }
    combine(list.title)
    combine(list.items)
  }

  mutating func combine(_ items: [DisplayItem]) {
    // The accessibility roles of groups are not drawn.
    combine(items.flatMap(\.withoutRole)) { $0.combine($1) }
  }

  mutating func combine(_ item: DisplayItem) {
    switch item {
    case .fill(let shape, let paint, let bounds):
      combine(1)
      combine(shape)
      combine(paint)
      // Only a gradient is stretched over the bounds.
      if !paint.isSolid { combine(bounds) }
    case .stroke(let path, let stroke, let color):
      combine(2)
      combine(path)
      combine(stroke.width)
      combine(stroke.dashes) { $0.combine($1) }
      combine(stroke.cap == .round ? 1 : 0)
      combine(color)
    case .glyphs(let run):
      combine(3)
      combine(run)
    case .image(let item):
      combine(4)
      combine(pictures.sum(of: item.image))
      combine(item.image.size)
      combine(item.frame)
      combine(item.tint) { $0.combine($1) }
    case .shadow(let shape, let shadow, let hole):
      combine(5)
      combine(shape)
      combine(shadow)
      combine(hole) { $0.combine($1) }
    case .innerShadow(let shape, let shadow):
      combine(6)
      combine(shape)
      combine(shadow)
    case .backdrop(let shape, let blur):
      combine(8)
      combine(shape)
      combine(blur.radius)
      combine(blur.opacity)
      if blur.saturation != 1 { combine(blur.saturation) }
    case .group(let group):
      combine(7)
      combine(group)
    }
  }

  private mutating func combine(_ group: DisplayItem.Group) {
    let map = group.transform
    combine(map.a, map.b, map.c, map.d, map.tx, map.ty)
    combine(group.clip) { $0.combine($1) }
    combine(group.opacity)
    combine(group.shadows)
    combine(group.mask) { sum, mask in
      sum.combine(mask.bounds)
      switch mask.content {
      case .gradient(let gradient): sum.combine(.gradient(gradient))
      case .picture(let item): sum.combine(.image(item))
      }
    }
    if group.blendMode != .normal { combine(group.blendMode.rawValue) }
    combine(group.link) { $0.combine($1) }
    combine(group.label) { $0.combine($1) }
    combine(group.title) { $0.combine($1) }
    combine(group.items)
  }

  private mutating func combine(_ shape: DisplayItem.Shape) {
    switch shape {
    case .roundedRect(let rect):
      combine(1)
      combine(rect)
    case .ring(let outer, let inner):
      combine(2)
      combine(outer)
      combine(inner)
    case .path(let path):
      combine(3)
      combine(path)
    }
  }

  private mutating func combine(_ shape: RoundedRect) {
    combine(shape.rect)
    combine(shape.radii)
    combine(shape.curve.rawValue)
    // An ellipse differs from a rounded rectangle only in not being equal to one with the same corners.
    combine(shape == RoundedRect(rect: shape.rect, radii: shape.radii, curve: shape.curve) ? 0 : 1)
  }

  private mutating func combine(_ path: Path) {
    combine(path.stepCount)
    for element in path.steps {
      switch element {
      case .move(let point):
        combine(1)
        combine(point)
      case .line(let point):
        combine(2)
        combine(point)
      case .curve(let first, let second, let end):
        combine(3)
        combine(first)
        combine(second)
        combine(end)
      case .close: combine(4)
      }
    }
  }

  mutating func combine(_ paint: Paint) {
    switch paint {
    case .solid(let color):
      combine(1)
      combine(color)
    case .gradient(let gradient):
      switch gradient.kind {
      case .linear(let start, let end):
        combine(2)
        combine(start)
        combine(end)
      case .radial(let center, let radius):
        combine(3)
        combine(center)
        combine(radius)
      case .conic(let center, let angle):
        combine(4)
        combine(center)
        combine(angle)
      }
      if gradient.isCircle { combine(1) }
      combine(gradient.stops) { sum, stop in
        sum.combine(stop.offset)
        sum.combine(stop.color)
      }
    case .pattern(let pattern):
      combine(5)
      if case .tiles(let item) = pattern.figure {
        combine(.image(item))
      } else {
        combine("\(pattern.figure)")
      }
      combine(pattern.color)
      combine(pattern.size)
      combine(pattern.spacing)
    case .layers(let layers):
      combine(6)
      combine(layers) { $0.combine($1) }
    }
  }

  mutating func combine(_ shadows: [Shadow]) {
    combine(shadows) { $0.combine($1) }
  }

  private mutating func combine(_ shadow: Shadow) {
    combine(shadow.color)
    combine(shadow.radius)
    combine(shadow.offset)
  }

  private mutating func combine(_ run: GlyphRun) {
    combine(run.face.name)
    combine(run.face.index)
    if let weight = run.face.axisWeight { combine(weight) }
    combine((run.face.isEmboldened ? 1 : 0) + (run.face.isSlanted ? 2 : 0))
    combine(run.font.family)
    combine(run.font.size)
    combine(run.font.weight)
    combine((run.font.isItalic ? 1 : 0) + (run.font.hasTabularFigures ? 2 : 0) + (run.isColor ? 4 : 0))
    for feature in run.font.features {
      combine(feature.tag)
      combine(feature.value)
    }
    combine(run.color)
    combine(run.origin)
    combine(run.width)
    combine(run.text)
    combine(run.isRightToLeft ? 1 : 0)
    if let ink = run.ink {
      if let gradient = ink.gradient { combine(Paint.gradient(gradient)) }
      combine(ink.bounds)
      if let outline = ink.outline {
        combine(outline.width)
        combine(outline.color)
      }
    }
    combine(run.glyphs) { sum, glyph in
      sum.combine(Int(glyph.id))
      sum.combine(glyph.x, glyph.y)
    }
  }

  /// Adds the lines of a text in a box.
  mutating func combine(_ text: ShapedText) {
    combine(text.lines) { sum, line in
      sum.combine(line.baseline)
      for marks in [line.backgrounds, line.rules] {
        sum.combine(marks) { sum, mark in
          sum.combine(mark.rect)
          sum.combine(mark.color)
        }
      }
      sum.combine(line.runs) { $0.combine($1) }
    }
  }
}

extension String {
  /// Calls the body with the UTF-8 bytes in words of eight; the last call has the remaining bytes lowest.
  func forEachWord(_ body: (UInt64) -> Void) {
    var word: UInt64 = 0
    for (number, byte) in utf8.enumerated() {
      word = word << 8 | UInt64(byte)
      if number % 8 == 7 { body(word) }
    }
    body(word)
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
