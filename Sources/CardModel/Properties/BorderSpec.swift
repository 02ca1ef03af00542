package import CardRaster

/// A border as a deck sets it: one line for all edges, with edges left out or styled separately.
package struct BorderSpec: Hashable, Sendable {
  /// The line style.
  package enum Style: String, Hashable, Sendable, CaseIterable {
    /// Without gaps.
    case solid
    /// Dashes three times as long as the line is thick.
    case dashed
    /// Round dots.
    case dotted
  }

  /// The edges of a box, clockwise.
  package enum Edge: String, Hashable, Sendable, CaseIterable {
    case top, right, bottom, left
  }

  /// The line of one edge that is styled separately.
  package struct Line: Hashable, Sendable {
    package var width: Double?
    package var color: Color?
    package var style: Style?

    package init(width: Double? = nil, color: Color? = nil, style: Style? = nil) {
      self.width = width
      self.color = color
      self.style = style
    }

    static let fields = FieldTable<Line> {
      Field("width", \.width, .length, "The thickness of this edge; 0 for none.", default: "the border's")
      Field("color", \.color, .color, "The colour of this edge.", default: "the border's")
      Field("style", \.style, .word, "The style of the line on this edge.", default: "the border's")
    }
  }

  var width = 0.5
  var color = Paint.solid(Color(rgb: 0xE7E7E7))
  var style = Style.solid
  /// The edges that have the line; other edges have a line only if it is set separately.
  package var edges = Edge.allCases
  package var top: Line?
  var right: Line?
  var bottom: Line?
  package var left: Line?

  package init() {}

  package static let fields = FieldTable<BorderSpec> {
    Field("width", \.width, .length, "The thickness; the content does not move.")
    Field(
      "color", \.color, .paint,
      "Its colour; a solid line around all edges can have gradients and patterns, stretched to the box.")
    Field("style", \.style, .word, "Whether the line is solid, dashed or dotted.")
    Field("edges", \.edges, .list(.word, 0...4), "The edges that have the line.")
    Field("top", \.top, line, "Values for the top edge only.")
    Field("right", \.right, line, "Values for the right edge only.")
    Field("bottom", \.bottom, line, "Values for the bottom edge only.")
    Field("left", \.left, line, "Values for the left edge only.")
  }

  private static let line = ValueKind<Line>.object("borderLine", "One edge of a border.", Line.fields) {
    Line()
  }

  package var border: Border {
    let line = color.firstColor ?? .black
    return Border(
      lines: zip(Edge.allCases, [top, right, bottom, left]).map { edge, given in
        let isDrawn = edges.contains(edge) || given != nil
        return Border.Line(
          width: isDrawn ? given?.width ?? width : 0, color: given?.color ?? line,
          style: given?.style ?? style)
      }, paint: color.isSolid ? nil : color)
  }
}

extension BorderSpec {
  /// Uses the separator colour in the dark appearance of modern themes.
  ///
  /// Light grey would be too bright there.
  fileprivate mutating func follow(_ theme: ResolvedTheme) {
    guard theme.compatibility.usesThemeColors, theme.appearance == .dark else { return }
    color = .solid(theme.separatorColor)
  }
}

extension ValueKind where Value == BorderSpec {
  package static var border: Self {
    ValueKind.object("border", "A border.", BorderSpec.fields, follow: { $0.follow($1.theme) }) {
      BorderSpec()
    }
    .shown { $0.border.words }
    .refined { border, node, path, context in
      if border.color.isSolid || (border.border.uniform?.style == .solid) { return true }
      context.error(
        node["color"] ?? node, path.key("color"),
        "a gradient needs a solid line that is the same on all edges",
        hint: "write a colour")
      return false
    }
  }
}

extension ValueKind {
  /// The same kind with other descriptions of its values.
  func shown(_ show: @escaping @Sendable (Value) -> String?) -> ValueKind {
    ValueKind(name, schema: schema, isExplained: isExplained, show: show, json: json, parse: parse)
  }
}
