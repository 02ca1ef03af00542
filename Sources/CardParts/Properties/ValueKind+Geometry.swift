import CardRaster

extension ValueKind where Value == Point {
  /// Two numbers, to the right and down.
  static var offset: Self {
    ValueKind(
      "[x, y]", schema: .numbers(2), show: { Numbers.text([$0.x, $0.y]) },
      json: { Numbers.json([$0.x, $0.y]) }
    ) { node, path, context in
      guard case .array(let nodes) = node.value, nodes.count == 2 else {
        context.mismatch(node, path, expected: "two numbers [x, y]")
        return nil
      }
      return ValueKind<[Double]>.list(ValueKind<Double>.number(), 2...2).parse(node, path, context).map {
        Point(x: $0[0], y: $0[1])
      }
    }
  }
}

extension ValueKind where Value == Rect {
  /// Four lengths: left and upper edge, width and height.
  static var frame: Self {
    ValueKind(
      "[x, y, width, height]", schema: .numbers(4),
      show: {
        Numbers.text([$0.minX, $0.minY, $0.width, $0.height])
      }
    ) { node, path, context in
      guard case .array(let nodes) = node.value, nodes.count == 4 else {
        context.mismatch(node, path, expected: "four numbers [x, y, width, height]")
        return nil
      }
      guard let n = ValueKind<[Double]>.list(ValueKind<Double>.number(), 4...4).parse(node, path, context)
      else { return nil }
      guard n[2] >= 0, n[3] >= 0 else {
        context.error(node, path, "width and height cannot be negative")
        return nil
      }
      return Rect(x: n[0], y: n[1], width: n[2], height: n[3])
    }
  }
}

extension ValueKind where Value == Size {
  /// Two lengths, width and height.
  static var size: Self {
    ValueKind(
      "[width, height]", schema: .numbers(2),
      show: { Numbers.text([$0.width, $0.height]) },
      json: { Numbers.json([$0.width, $0.height]) }
    ) { node, path, context in
      guard case .array(let nodes) = node.value, nodes.count == 2 else {
        context.mismatch(node, path, expected: "two numbers [width, height]")
        return nil
      }
      return ValueKind<[Double]>.list(ValueKind<Double>.length, 2...2).parse(node, path, context).map {
        Size(width: $0[0], height: $0[1])
      }
    }
  }
}

extension ValueKind where Value == CornerRadii {
  /// One radius, or four: top left, top right, bottom right, bottom left.
  static var radii: Self {
    let four = ValueKind<[Double]>.list(ValueKind<Double>.length, 4...4)
    return ValueKind(
      "radius, or four", schema: .any([.number(0...Limits.number), four.schema]),
      show: { r in
        r == CornerRadii(r.topLeft)
          ? NumberText.text(r.topLeft)
          : Numbers.text([r.topLeft, r.topRight, r.bottomRight, r.bottomLeft])
      },
      json: { r in
        r == CornerRadii(r.topLeft)
          ? .of(r.topLeft) : Numbers.json([r.topLeft, r.topRight, r.bottomRight, r.bottomLeft])
      }
    ) { node, path, context in
      if case .array = node.value {
        return four.parse(node, path, context).map {
          CornerRadii(topLeft: $0[0], topRight: $0[1], bottomRight: $0[2], bottomLeft: $0[3])
        }
      }
      return ValueKind<Double>.length.parse(node, path, context).map { CornerRadii($0) }
    }
  }
}

/// Several numbers as one value, `[1, 2]`.
enum Numbers {
  /// The text of the manual.
  static func text(_ values: [Double]) -> String {
    "[" + values.map { NumberText.text($0) }.joined(separator: ", ") + "]"
  }

  /// The value of a deck.
  static func json(_ values: [Double]) -> JSONNode { .list(values.map { .of($0) }) }
}
