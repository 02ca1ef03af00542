extension SVGPainter {
  /// The text of a `d` attribute, on a grid of decimals.
  ///
  /// Each step is relative or absolute, whichever is shorter. Points are rounded to the grid before
  /// differences are computed, so rounding errors never add up along a path.
  struct PathData {
    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []
    private let digits: Int
    private let unit: Double
    private var current = GridPoint(x: 0, y: 0)
    private var start = GridPoint(x: 0, y: 0)
    private var lastLetter: UInt8 = 0

    private struct GridPoint: Equatable {
      var x: Int64
      var y: Int64
    }

    /// Starts empty data with a number of decimals.
    init(digits: Int = 3) {
      self.digits = digits
      unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
    }

    /// The data of one path.
    init(_ path: Path, digits: Int = 3) {
      self.init(digits: digits)
      appendPath(path)
    }

    /// Adds the outlines of a path.
    mutating func appendPath(_ path: Path) {
      let steps = path.elements
      for (index, element) in steps.enumerated() {
        switch element {
        case .move(let p):
          write("m", [grid(p)])
          start = current
        case .line(let p):
          let to = grid(p)
          // A line to its own start is invisible, unless it is the whole path: then a round cap makes it a
          // dot.
          let isSpare = to == current && index + 1 < steps.count && steps[index + 1].isDrawn
          if isSpare { continue }
          if to.y == current.y {
            write("h", values: [to.x], relative: [to.x - current.x], end: to)
          } else if to.x == current.x {
            write("v", values: [to.y], relative: [to.y - current.y], end: to)
          } else {
            write("l", [to])
          }
        case .curve(let a, let b, let p): write("c", [grid(a), grid(b), grid(p)])
        case .close:
          bytes.append(UInt8(ascii: "z"))
          lastLetter = 0
          current = start
        }
      }
    }

    private func grid(_ point: Point) -> GridPoint {
      func round(_ value: Double) -> Int64 {
        let limit = 1e12
        return Int64(((value.isNaN ? 0 : min(limit, max(-limit, value))) * unit).rounded())
      }
      return GridPoint(x: round(point.x), y: round(point.y))
    }

    private mutating func write(_ letter: Unicode.Scalar, _ points: [GridPoint]) {
      write(
        letter, values: points.flatMap { [$0.x, $0.y] },
        relative: points.flatMap { [$0.x - current.x, $0.y - current.y] }, end: points[points.count - 1])
    }

    private mutating func write(
      _ letter: Unicode.Scalar, values: [Int64], relative: [Int64], end: GridPoint
    ) {
      let lower = UInt8(ascii: letter)
      let upper = lower - 32
      let absoluteText = command(upper, values)
      let relativeText = command(lower, relative)
      let isRelative = !bytes.isEmpty && relativeText.count <= absoluteText.count
      bytes += isRelative ? relativeText : absoluteText
      lastLetter = isRelative ? lower : upper
      current = end
    }

    /// A command letter, unless it repeats the last one, and numbers with as few spaces as possible.
    private func command(_ letter: UInt8, _ values: [Int64]) -> [UInt8] {
      // Numbers after those of a move would be read as lines, so its letter is always written.
      let repeats = letter == lastLetter && letter | 32 != UInt8(ascii: "m")
      var out: [UInt8] = repeats ? [] : [letter]
      for (index, value) in values.enumerated() {
        if value >= 0, repeats || index > 0 { out.append(UInt8(ascii: " ")) }
        NumberText.append(Double(value) / unit, digits: digits, to: &out)
      }
      return out
    }
  }
}

extension Path.Element {
  /// Whether the step draws something.
  fileprivate var isDrawn: Bool {
    switch self {
    case .line, .curve: true
    case .move, .close: false
    }
  }
}

extension SVGPainter.Drawing {
  /// Draws the shadow of a rounded rectangle.
  ///
  /// The shape is at the origin and moved into place, so that shadows of equal shapes share filter and clip.
  mutating func draw(_ shape: RoundedRect, _ shadow: Shadow, hole: RoundedRect?) {
    guard !shadow.color.isClear, !shape.rect.size.isEmpty else { return }
    let place = shape.rect.origin + shadow.offset
    let local = shape.moved(by: Point.zero - shape.rect.origin)
    let region = local.rect.inset(by: -shadow.reach).roundedOut
    var tag = tag(of: local)
    tag.set(.translation(place))
    tag.set("fill", opacity: "fill-opacity", shadow.color)
    if shadow.radius > 0 {
      let filter = self.filter(region: region)
      tag.set("filter", reference: definitions.id("f", filter, [blur(shadow.radius)]))
    }
    if let hole {
      // At a half-covered pixel the clip would pass only half of the shadow, which shows as a light line. The
      // hole therefore ends below the shape.
      let hole = hole.inset(by: 1).moved(by: Point.zero - place)
      // The clip is all around the hole: even-odd needs the hole inside of the outer rectangle.
      let around = region.union(hole.rect).inset(by: -1).roundedOut
      let clip = clipID(of: .ring(outer: RoundedRect(rect: around), inner: hole))
      tag.set("clip-path", reference: clip)
    }
    writer.empty(tag)
  }

  /// Draws an inner shadow.
  ///
  /// It is a frame around the shape with the moved shape as a hole, blurred and clipped to the outline.
  mutating func draw(_ shadow: Shadow, inside shape: RoundedRect) {
    guard !shadow.color.isClear, !shape.rect.size.isEmpty else { return }
    let local = shape.moved(by: Point.zero - shape.rect.origin)
    let hole = local.moved(by: shadow.offset)
    // The blurred outer edge must not reach the visible part of the shape.
    let around = local.rect.inset(by: -shadow.reach - 1).union(hole.rect.inset(by: -1)).roundedOut
    var clip = SVGTag("g")
    clip.set(.translation(shape.rect.origin))
    clip.set("clip-path", reference: clipID(of: .roundedRect(local)))
    var tag = tag(of: .ring(outer: RoundedRect(rect: around), inner: hole))
    tag.set("fill", opacity: "fill-opacity", shadow.color)
    if shadow.radius > 0 {
      tag.set(
        "filter", reference: definitions.id("f", filter(region: around), [blur(shadow.radius)]))
    }
    writer.start(clip)
    writer.empty(tag)
    writer.end(clip)
  }

  /// The id of the filter that draws a group's shadows, or nil if there is nothing to see.
  mutating func filterID(ofShadowsBelow group: DisplayItem.Group) -> String? {
    let shadows = group.shadows.filter { !$0.color.isClear }
    guard !shadows.isEmpty, let content = group.contentBounds(under: .identity, .filter) else { return nil }
    var steps: [SVGTag] = []
    // From the lowest to the highest, each over those before it.
    var below: String?
    for (index, shadow) in shadows.reversed().enumerated() {
      let number = index == 0 ? "" : NumberText.format(Double(index + 1))
      var offset = SVGTag("feOffset")
      if shadow.radius > 0 {
        var blur = blur(shadow.radius)
        blur.set("in", "SourceAlpha")
        steps.append(blur)
      } else {
        offset.set("in", "SourceAlpha")
      }
      offset.set("dx", shadow.offset.x, unless: 0)
      offset.set("dy", shadow.offset.y, unless: 0)
      offset.set("result", "shadow\(number)")
      var flood = SVGTag("feFlood")
      flood.set("flood-color", opacity: "flood-opacity", shadow.color)
      let tinted = SVGTag(
        "feComposite", ["in2": "shadow\(number)", "operator": "in", "result": "tinted\(number)"])
      steps += [offset, flood, tinted]
      if let lower = below {
        steps.append(
          SVGTag("feComposite", ["in": "tinted\(number)", "in2": lower, "result": "all\(number)"]))
        below = "all\(number)"
      } else {
        below = "tinted\(number)"
      }
    }
    var both = SVGTag("feComposite", ["in": "SourceGraphic"])
    if let below { both.set("in2", below) }
    steps.append(both)
    let region = shadows.bounds(below: content).roundedOut
    return definitions.id("f", filter(region: region), steps)
  }

  /// The id of the filter that recolours an image and keeps its alpha.
  mutating func filterID(ofTint color: Color) -> String {
    let filter = SVGTag(
      "filter", ["x": "0", "y": "0", "width": "1", "height": "1", "color-interpolation-filters": "sRGB"])
    var flood = SVGTag("feFlood")
    flood.set("flood-color", opacity: "flood-opacity", color)
    let composite = SVGTag("feComposite", ["in2": "SourceAlpha", "operator": "in"])
    return definitions.id("f", filter, [flood, composite])
  }

  /// A filter on a region, in sRGB like everything else here.
  private func filter(region: Rect) -> SVGTag {
    var tag = SVGTag("filter", ["filterUnits": "userSpaceOnUse"])
    // Both default to a share of the bounding box, never to 0.
    tag.set(region, unless: nil)
    tag.set("color-interpolation-filters", "sRGB")
    return tag
  }

  private func blur(_ radius: Double) -> SVGTag {
    SVGTag("feGaussianBlur", ["stdDeviation": NumberText.format(radius)])
  }
}
