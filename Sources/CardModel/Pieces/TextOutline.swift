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

  /// The colour, or the first visible colour of the gradient.
  package var firstColor: Color? {
    switch self {
    case .solid(let color): color
    case .gradient(let gradient):
      (gradient.stops.first { !$0.color.isClear } ?? gradient.stops.first)?.color
    }
  }
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
