import CardRaster

/// A digest of drawings: equal drawings have equal digests.
///
/// The paths of font and picture files do not count: a font counts by the name of its face, a picture by its
/// pixels.
struct DrawingDigest {
  /// Whether lengths are exact; otherwise they are rounded to a thousandth of a point.
  fileprivate let isExact: Bool
  fileprivate let pictures: PictureSums
  fileprivate var words: [UInt64] = []

  init(isExact: Bool, _ pictures: PictureSums) {
    self.isExact = isExact
    self.pictures = pictures
  }

  /// The digest as hexadecimal digits, at most 64.
  func hex(_ digits: Int = 64) -> String { String(SHA256.hex(words: words).prefix(digits)) }

  /// Adds values.
  mutating func combine<each Value: Digestible>(_ values: repeat each Value) {
    repeat (each values).combine(into: &self)
  }

  /// Adds items without the accessibility roles of their groups, which are not drawn.
  mutating func combine(items: [DisplayItem]) { combine(items.flatMap(\.withoutRole)) }
}

/// A value that can be added to the digest of a drawing.
protocol Digestible {
  func combine(into sum: inout DrawingDigest)
}

extension Int: Digestible {
  func combine(into sum: inout DrawingDigest) { sum.words.append(UInt64(bitPattern: Int64(self))) }
}

extension Double: Digestible {
  func combine(into sum: inout DrawingDigest) {
    if sum.isExact {
      // 0 and −0 are drawn alike.
      sum.words.append(self == 0 ? 0 : bitPattern)
    } else {
      let thousandths = (min(1e12, max(-1e12, self)) * 1000).rounded()
      sum.words.append(UInt64(bitPattern: Int64(isNaN ? 0 : thousandths)))
    }
  }
}

extension String: Digestible {
  func combine(into sum: inout DrawingDigest) {
    forEachWord { sum.words.append($0) }
    sum.combine(utf8.count)
  }
}

extension Optional: Digestible where Wrapped: Digestible {
  func combine(into sum: inout DrawingDigest) {
    sum.combine(self == nil ? 0 : 1)
    self?.combine(into: &sum)
  }
}

extension Array: Digestible where Element: Digestible {
  func combine(into sum: inout DrawingDigest) {
    sum.combine(count)
    for value in self { value.combine(into: &sum) }
  }
}

extension Color: Digestible {
  func combine(into sum: inout DrawingDigest) {
    sum.words.append(UInt64(red) << 24 | UInt64(green) << 16 | UInt64(blue) << 8 | UInt64(alpha))
  }
}

extension Point: Digestible {
  func combine(into sum: inout DrawingDigest) { sum.combine(x, y) }
}

extension Size: Digestible {
  func combine(into sum: inout DrawingDigest) { sum.combine(width, height) }
}

extension Rect: Digestible {
  func combine(into sum: inout DrawingDigest) { sum.combine(origin, size) }
}

extension Insets: Digestible {
  func combine(into sum: inout DrawingDigest) { sum.combine(top, left, bottom, right) }
}

extension CornerRadii: Digestible {
  func combine(into sum: inout DrawingDigest) { sum.combine(topLeft, topRight, bottomRight, bottomLeft) }
}

extension DisplayList: Digestible {
  func combine(into sum: inout DrawingDigest) {
    sum.combine(size, scale, background, title)
    sum.combine(items: items)
  }
}

extension DisplayItem: Digestible {
  func combine(into sum: inout DrawingDigest) {
    switch self {
    case .fill(let shape, let paint, let bounds):
      sum.combine(1, shape, paint)
      // Only a gradient is stretched over the bounds.
      if !paint.isSolid { sum.combine(bounds) }
    case .stroke(let path, let stroke, let color):
      sum.combine(2, path, stroke.width, stroke.dashes, stroke.cap == .round ? 1 : 0, color)
    case .glyphs(let run): sum.combine(3, run)
    case .image(let item):
      sum.combine(4, sum.pictures.sum(of: item.image), item.image.size, item.frame, item.tint)
    case .shadow(let shape, let shadow, let hole): sum.combine(5, shape, shadow, hole)
    case .innerShadow(let shape, let shadow): sum.combine(6, shape, shadow)
    case .backdrop(let shape, let blur):
      sum.combine(8, shape, blur.radius, blur.opacity)
      if blur.saturation != 1 { sum.combine(blur.saturation) }
    case .group(let group): sum.combine(7, group)
    }
  }
}

extension DisplayItem.Group: Digestible {
  func combine(into sum: inout DrawingDigest) {
    let map = transform
    sum.combine(map.a, map.b, map.c, map.d, map.tx, map.ty, clip, opacity, shadows, mask)
    if blendMode != .normal { sum.combine(blendMode.rawValue) }
    sum.combine(link, label, title)
    sum.combine(items: items)
  }
}

extension Mask: Digestible {
  func combine(into sum: inout DrawingDigest) {
    sum.combine(bounds)
    switch content {
    case .gradient(let gradient): sum.combine(Paint.gradient(gradient))
    case .picture(let item): sum.combine(DisplayItem.image(item))
    }
  }
}

extension DisplayItem.Shape: Digestible {
  func combine(into sum: inout DrawingDigest) {
    switch self {
    case .roundedRect(let rect): sum.combine(1, rect)
    case .ring(let outer, let inner): sum.combine(2, outer, inner)
    case .path(let path): sum.combine(3, path)
    }
  }
}

extension RoundedRect: Digestible {
  func combine(into sum: inout DrawingDigest) {
    // An ellipse differs from a rounded rectangle only in not being equal to one with the same corners.
    let isPlain = self == RoundedRect(rect: rect, radii: radii, curve: curve)
    sum.combine(rect, radii, curve.rawValue, isPlain ? 0 : 1)
  }
}

extension Path: Digestible {
  func combine(into sum: inout DrawingDigest) {
    sum.combine(stepCount)
    for element in steps {
      switch element {
      case .move(let point): sum.combine(1, point)
      case .line(let point): sum.combine(2, point)
      case .curve(let first, let second, let end): sum.combine(3, first, second, end)
      case .close: sum.combine(4)
      }
    }
  }
}

extension Paint: Digestible {
  func combine(into sum: inout DrawingDigest) {
    switch self {
    case .solid(let color): sum.combine(1, color)
    case .gradient(let gradient):
      switch gradient.kind {
      case .linear(let start, let end): sum.combine(2, start, end)
      case .radial(let center, let radius): sum.combine(3, center, radius)
      case .conic(let center, let angle): sum.combine(4, center, angle)
      }
      if gradient.isCircle { sum.combine(1) }
      sum.combine(gradient.stops.count)
      for stop in gradient.stops { sum.combine(stop.offset, stop.color) }
    case .pattern(let pattern):
      sum.combine(5)
      if case .tiles(let item) = pattern.figure {
        sum.combine(DisplayItem.image(item))
      } else {
        sum.combine("\(pattern.figure)")
      }
      sum.combine(pattern.color, pattern.size, pattern.spacing)
    case .layers(let layers): sum.combine(6, layers)
    }
  }
}

extension Shadow: Digestible {
  func combine(into sum: inout DrawingDigest) { sum.combine(color, radius, offset) }
}

extension GlyphRun: Digestible {
  func combine(into sum: inout DrawingDigest) {
    sum.combine(face.name, face.index)
    if let weight = face.axisWeight { sum.combine(weight) }
    sum.combine(
      (face.isEmboldened ? 1 : 0) + (face.isSlanted ? 2 : 0), font.family, font.size, font.weight,
      (font.isItalic ? 1 : 0) + (font.hasTabularFigures ? 2 : 0) + (isColor ? 4 : 0))
    for feature in font.features { sum.combine(feature.tag, feature.value) }
    sum.combine(color, origin, width, text, isRightToLeft ? 1 : 0)
    if let ink {
      if let gradient = ink.gradient { sum.combine(Paint.gradient(gradient)) }
      sum.combine(ink.bounds)
      if let outline = ink.outline { sum.combine(outline.width, outline.color) }
    }
    sum.combine(glyphs.count)
    for glyph in glyphs { sum.combine(Int(glyph.id), glyph.x, glyph.y) }
  }
}

extension ShapedText: Digestible {
  func combine(into sum: inout DrawingDigest) {
    sum.combine(lines.count)
    for line in lines {
      sum.combine(line.baseline)
      for marks in [line.backgrounds, line.rules] {
        sum.combine(marks.count)
        for mark in marks { sum.combine(mark.rect, mark.color) }
      }
      sum.combine(line.runs)
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
