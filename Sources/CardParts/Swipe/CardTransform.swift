import CardRaster

/// How a card of a stack stands: scaled, turned about its middle, then moved.
struct CardTransform: Hashable, Sendable {
  var translateX = 0.0
  var translateY = 0.0
  var rotation = 0.0
  var scaleX = 1.0
  var scaleY = 1.0

  static let fields = FieldTable<CardTransform> {
    Field("translateX", \.translateX, .number(-10_000...10_000), "How far it is moved to the right.")
    Field("translateY", \.translateY, .number(-10_000...10_000), "How far it is moved down.")
    Field("rotation", \.rotation, .turn, "How far it is turned about its middle, clockwise.")
    Field("scaleX", \.scaleX, .number(0.001...100), "How much wider it is.")
    Field("scaleY", \.scaleY, .number(0.001...100), "How much taller it is.")
  }

  var pose: Pose {
    Pose(
      translation: Point(x: translateX, y: translateY), rotation: rotation, scaleX: scaleX, scaleY: scaleY)
  }
}

/// How the cards of a stack stand, by their number from the top.
enum CardTransforms: Hashable, Sendable {
  /// The top card upright, all others at 0.95 of their size: behind it, and not seen.
  case standard
  /// To the left and to the right in turn, each smaller than the one before.
  case fan
  /// One by one; the last holds for all below.
  case own([CardTransform])

  /// How the card of a number stands; numbers below 0 are those of cards that are on their way to the top.
  func pose(at index: Int) -> Pose {
    switch self {
    case .standard: return index == 0 ? .rest : Pose(scaleX: 0.95, scaleY: 0.95)
    case .fan:
      guard index != 0 else { return .rest }
      let (number, side) = (Double(abs(index)), index % 2 == 0 ? -1.0 : 1.0)
      let scale = max(0.001, 1 - 0.2 * number)
      return Pose(
        translation: Point(x: side * 20 * number, y: 20 * number), rotation: side * 15, scaleX: scale,
        scaleY: scale)
    case .own(let transforms):
      return transforms.isEmpty ? .rest : transforms[min(abs(index), transforms.count - 1)].pose
    }
  }
}

extension ValueKind where Value == CardTransforms {
  /// `default`, `fan` or a list.
  static var cardTransforms: Self {
    let own = ValueKind<[CardTransform]>.list(
      ValueKind<CardTransform>.object(
        "cardTransform", "How a card of a stack stands: scaled, turned about its middle, then moved.",
        CardTransform.fields
      ) { CardTransform() }, 1...100)
    return ValueKind(
      "`default`, `fan`, or a list of transforms", schema: .any([.word(["default", "fan"]), own.schema]),
      show: { transforms in
        switch transforms {
        case .standard: "`default`"
        case .fan: "`fan`"
        case .own(let list):
          "["
            + list.map {
              [$0.translateX, $0.translateY, $0.rotation, $0.scaleX, $0.scaleY].map { NumberText.text($0) }
                .joined(separator: " ")
            }.joined(separator: ", ") + "]"
        }
      }
    ) { node, path, context in
      switch node.value {
      case .string("default"): return .standard
      case .string("fan"): return .fan
      case .array: return own.parse(node, path, context).map { .own($0) }
      default:
        context.mismatch(node, path, expected: "'default', 'fan' or a list of transforms")
        return nil
      }
    }
  }
}
