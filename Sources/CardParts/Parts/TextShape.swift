import CardRaster

/// A rectangle, possibly with rounded corners, that text flows around.
struct TextShape: Sendable {
  /// The horizontal position.
  enum Place: Hashable, Sendable {
    case at(Double)
    case left, center, right
  }

  var x = Place.at(0)
  var y = 0.0
  var width: Double?
  var height: Double?
  var cornerRadius = CornerRadii.zero

  static let fields = FieldTable<TextShape> {
    Field(
      "x", \.x, .textShapePlace,
      "The left edge in the text's area, or the side of the shape.")
    Field("y", \.y, .number(), "The upper edge in the area of the text.")
    Field("width", \.width, .length, "The width.", default: "a picture's own")
    Field("height", \.height, .length, "The height.", default: "a picture's own")
    Field(
      "cornerRadius", \.cornerRadius, .radii, "The corner radius; half the side makes a circle.")
  }

  /// The shape inside an area.
  ///
  /// - Parameter natural: The natural size of the picture in the shape. If one length is missing, the picture
  ///   keeps its aspect ratio.
  func shape(inAreaOf areaWidth: Double, natural: Size = .zero) -> RoundedRect {
    let size: Size
    switch (width, height) {
    case (let width?, let height?): size = Size(width: width, height: height)
    case (let width?, nil):
      size = Size(
        width: width, height: natural.width > 0 ? natural.height * width / natural.width : natural.height)
    case (nil, let height?):
      size = Size(
        width: natural.height > 0 ? natural.width * height / natural.height : natural.width, height: height)
    case (nil, nil):
      // A picture without a set size is scaled down to the width of the text.
      let factor = natural.width > areaWidth ? areaWidth / natural.width : 1
      size = Size(width: natural.width * factor, height: natural.height * factor)
    }
    let spare = areaWidth.isFinite ? areaWidth - size.width : 0
    let left =
      switch x {
      case .at(let x): x
      case .left: 0.0
      case .center: spare / 2
      case .right: spare
      }
    return RoundedRect(rect: Rect(origin: Point(x: left, y: y), size: size), radii: cornerRadius)
  }
}

extension ValueKind where Value == TextShape.Place {
  /// Points, or a side.
  static var textShapePlace: Self {
    let words: [(String, TextShape.Place)] = [("left", .left), ("center", .center), ("right", .right)]
    let number = ValueKind<Double>.number()
    return ValueKind(
      "points, `left`, `center`, `right`", schema: .any([number.schema, .word(words.map(\.0))]),
      show: { place in
        if case .at(let x) = place { return NumberText.format(x, digits: 3) }
        return words.first { $0.1 == place }.map { "`\($0.0)`" } ?? ""
      }
    ) { node, path, context in
      guard case .string(let word) = node.value else {
        return number.parse(node, path, context).map { .at($0) }
      }
      if let place = words.first(where: { $0.0 == word }) { return place.1 }
      return context.mismatch(node, path, expected: "points, 'left', 'center' or 'right'")
    }
  }
}

extension ValueKind where Value == TextShape {
  /// `[x, y, width, height]` or an object.
  static var textShape: Self { shape(lengths: [4], expected: "[x, y, width, height] or an object") }

  /// As `textShape`, or `[x, y]` for a picture in its natural size.
  static var pictureShape: Self {
    shape(lengths: [2, 4], expected: "[x, y], [x, y, width, height] or an object")
  }

  private static func shape(lengths: [Int], expected: String) -> Self {
    let object = ValueKind<TextShape>.object("textShape", "A shape in a text.", TextShape.fields) {
      TextShape()
    }
    return ValueKind(
      lengths == [4] ? "shape" : "place of a picture",
      schema: .any(lengths.map { .numbers($0) } + [object.schema])
    ) { node, path, context in
      switch node.value {
      case .array(let nodes) where lengths.contains(nodes.count):
        let list = ValueKind<[Double]>.list(ValueKind<Double>.number(), 2...4)
        guard let numbers = list.parse(node, path, context) else { return nil }
        var shape = TextShape()
        (shape.x, shape.y) = (.at(numbers[0]), numbers[1])
        guard numbers.count == 4 else { return shape }
        if let negative = (2...3).first(where: { numbers[$0] < 0 }) {
          return context.error(nodes[negative], path.index(negative), "a length cannot be negative")
        }
        (shape.width, shape.height) = (numbers[2], numbers[3])
        return shape
      case .object:
        guard let shape = object.parse(node, path, context) else { return nil }
        if lengths == [4] {
          for key in ["width", "height"] where node[key] == nil {
            context.error(node, path, "a shape needs '\(key)'")
          }
        }
        return shape
      default:
        return context.mismatch(node, path, expected: expected)
      }
    }
  }
}
