package import CardRaster

/// An outline around letters.
package struct TextOutline: Sendable {
  var width = 1.0
  var color = Color.black

  package var outline: GlyphInk.Outline { GlyphInk.Outline(width: width, color: color) }

  static let fields = FieldTable<TextOutline> {
    Field("width", \.width, .number(0...100), "The width of the outline outside the letters, in points.")
    Field("color", \.color, .color, "Its colour.")
  }
}

extension ValueKind where Value == TextOutline {
  /// An outline around letters.
  package static var textOutline: Self {
    ValueKind<TextOutline>.object("textOutline", "A line around letters.", TextOutline.fields) {
      TextOutline()
    }
    .shown { "\($0.color.hexText) width \(NumberText.format($0.width))" }
  }
}

extension Paint {
  /// The gradient; nil for a colour.
  package var gradient: Gradient? { if case .gradient(let gradient) = self { gradient } else { nil } }
}

extension LayoutBox {
  /// Draws the letters of the box's own lines with a gradient across all of them, and an outline around each.
  package mutating func ink(_ gradient: Gradient?, _ outline: GlyphInk.Outline?) {
    var all: Rect?
    for case .text(let text, let point) in content {
      for line in text.lines {
        let frame = line.frame.moved(by: point)
        all = all?.union(frame) ?? frame
      }
    }
    guard let all else { return }
    for number in content.indices {
      guard case .text(var text, let point) = content[number] else { continue }
      for line in text.lines.indices {
        for run in text.lines[line].runs.indices {
          let origin = text.lines[line].runs[run].origin + point
          let bounds = all.moved(by: Point(x: -origin.x, y: -origin.y))
          text.lines[line].runs[run].ink = GlyphInk(gradient: gradient, bounds: bounds, outline: outline)
        }
      }
      content[number] = .text(text, at: point)
    }
  }

  /// Casts shadows of the content, but not of the background.
  package mutating func castShadows(_ shadows: [Shadow]) {
    var inner = LayoutBox(size: size)
    inner.content = content
    inner.shadows = shadows
    content = [.box(inner, at: .zero)]
  }
}

/// A background behind each line of a text.
package struct LineBackground: Hashable, Sendable {
  var color = Color.black
  var padding: Insets?
  var cornerRadius: Double?

  package init() {}

  static let fields = FieldTable<LineBackground>(needs: [["color"]]) {
    Field("color", \.color, .color, "Its colour.")
    Field(
      "padding", \.padding, .insets, "Space between its edges and the words.",
      default: "0.08 em above and below, 0.3 em at both sides")
    Field("cornerRadius", \.cornerRadius, .length, "The radius of its corners.", default: "0.2 em")
  }

  /// The padding at a font size.
  package func padding(_ size: Double) -> Insets {
    padding ?? Insets(top: 0.08 * size, left: 0.3 * size, bottom: 0.08 * size, right: 0.3 * size)
  }

  /// One shape behind all lines, so that a translucent colour is not darker where two of them overlap.
  package func item(behind box: LayoutBox, _ size: Double) -> DisplayItem? {
    var path = Path()
    var bounds: Rect?
    for case .text(let text, let point) in box.content {
      let scale = text.scaleFactor
      let padding = padding(size * scale)
      for line in text.lines where line.text.contains(where: { !$0.isWhitespace }) {
        let frame = line.frame.moved(by: point)
        let rect = Rect(
          x: frame.minX - padding.left, y: frame.minY - padding.top, width: frame.width + padding.horizontal,
          height: frame.height + padding.vertical)
        path.append(RoundedRect(rect: rect, radii: CornerRadii(cornerRadius ?? 0.2 * size * scale)).path)
        bounds = bounds?.union(rect) ?? rect
      }
    }
    return bounds.map { .fill(.path(path), .solid(color), bounds: $0) }
  }
}

extension ValueKind where Value == LineBackground {
  /// A background behind each line.
  package static var lineBackground: Self {
    ValueKind<LineBackground>.object(
      "lineBackground", "A background behind each line of a text.", LineBackground.fields
    ) { LineBackground() }
  }
}

extension LayoutBox {
  /// The texts in the box and the boxes inside.
  package var texts: [ShapedText] {
    content.flatMap { entry -> [ShapedText] in
      switch entry {
      case .text(let text, _): [text]
      case .box(let box, _): box.texts
      default: []
      }
    }
  }
}
