import CardRaster

extension ValueKind where Value == Insets {
  /// A number, `[vertical, horizontal]`, `[top, left, bottom, right]` or an object.
  static var insets: Self {
    ValueKind(
      "insets", schema: .object(Insets.object),
      show: {
        $0.top == $0.left && $0.left == $0.bottom && $0.bottom == $0.right
          ? NumberText.text($0.top)
          : Numbers.text([$0.top, $0.left, $0.bottom, $0.right])
      },
      json: { Numbers.json([$0.top, $0.left, $0.bottom, $0.right]) }
    ) { node, path, context in
      // Left and right are sides of the picture; the box that they stand in is mirrored afterwards.
      let isMirrored = context.theme.direction == .rightToLeft
      switch node.value {
      case .number:
        return ValueKind<Double>.number().parse(node, path, context).map { Insets($0) }
      case .array(let nodes) where nodes.count == 2 || nodes.count == 4:
        guard let n = ValueKind<[Double]>.list(ValueKind<Double>.number(), 2...4).parse(node, path, context)
        else {
          return nil
        }
        return n.count == 2
          ? Insets(top: n[0], left: n[1], bottom: n[0], right: n[1])
          : Insets(top: n[0], left: n[isMirrored ? 3 : 1], bottom: n[2], right: n[isMirrored ? 1 : 3])
      case .object:
        var insets = InsetsSpec()
        InsetsSpec.fields.read(node, path, context, into: &insets, what: "insets")
        for (side, other) in [
          ("left", "leading"), ("left", "trailing"), ("right", "leading"), ("right", "trailing"),
        ]
        where node[side] != nil {
          if let value = node[other] {
            context.error(value, path.key(other), "'\(other)' cannot stand beside '\(side)'")
          }
        }
        return insets.insets(isMirrored: isMirrored)
      default:
        context.mismatch(
          node, path, expected: "insets: a number, [vertical, horizontal] or [top, left, bottom, right]")
        return nil
      }
    }
  }
}

extension Insets {
  static let object = ObjectSchema(
    "insets", "Distances from four edges.", InsetsSpec.fields,
    shortForms: [.number(-Limits.number...Limits.number), .numbers(2), .numbers(4)]
  ) { InsetsSpec() }
}

/// Insets as a deck writes them in an object.
struct InsetsSpec: Sendable {
  var top = 0.0
  var left: Double?
  var bottom = 0.0
  var right: Double?
  var leading: Double?
  var trailing: Double?

  static let fields = FieldTable<InsetsSpec> {
    Field("top", \.top, .number(), "Distance from the top edge.")
    Field("left", \.left, .number(), "Distance from the left edge.", default: "0")
    Field("bottom", \.bottom, .number(), "Distance from the bottom edge.")
    Field("right", \.right, .number(), "Distance from the right edge.", default: "0")
    Field("leading", \.leading, .number(), "Distance from the edge where rows begin.", default: "`left`")
    Field("trailing", \.trailing, .number(), "Distance from the edge where rows end.", default: "`right`")
  }

  /// The insets before the box that they stand in is mirrored.
  func insets(isMirrored: Bool) -> Insets {
    let (start, end) = isMirrored ? (right, left) : (left, right)
    return Insets(top: top, left: leading ?? start ?? 0, bottom: bottom, right: trailing ?? end ?? 0)
  }
}
