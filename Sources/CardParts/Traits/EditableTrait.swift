package import CardRaster

/// An edit button at the card's top right corner.
struct EditableTrait: CardTrait {
  var isEditable = true
  var button = EditButton()

  static let fields = FieldTable<EditableTrait> {
    Field("isEditable", \.isEditable, .boolean, "Whether the pencil is shown.")
    Field("color", \.button.color, .color, "The colour of the pencil.")
    Field("link", \.button.link, .link, "The link of the pencil.")
    Field("alt", \.button.label, .text, "The text alternative of the pencil.")
  }

  static let kind = TraitKind(
    "editable",
    "A pencil at the card's top right, over the parts: `true`, or an object with its properties. Parts stay where they are; a text under the pencil causes a warning.",
    example: ##"{ "editable": { "color": "#999999", "link": "https://example.com/edit" } }"##,
    kind: .editable, properties: fields.fields.map { PropertyDoc($0, of: EditableTrait()) })

  func apply(to frame: inout CardFrame) { frame.editButton = isEditable ? button : nil }
}

extension ValueKind where Value == EditableTrait {
  /// `true` or `false`, or an object.
  fileprivate static var editable: Self {
    let object = ValueKind.object("editable", "A pencil for editing.", EditableTrait.fields) {
      EditableTrait()
    }
    return ValueKind("boolean, or editable", schema: .any([.boolean, object.schema])) { node, path, context in
      switch node.value {
      case .bool(let isEditable): return EditableTrait(isEditable: isEditable)
      case .object: return object.parse(node, path, context)
      default:
        return context.mismatch(
          node, path, expected: "true, false or an object such as { \"color\": \"#999\" }")
      }
    }
  }
}

/// A pencil at 45°, with its tip at the bottom left.
enum Pencil {
  /// The outline in a square, of which a tenth is empty at each side.
  static func path(in frame: Rect) -> Path {
    let unit = frame.width / 20
    /// The point at a distance `along` the pencil from its tip, and `across` it to the lower right.
    ///
    /// The pencil is in a square of 20 units.
    func point(_ along: Double, _ across: Double) -> Point {
      let (x, y) = (2 + along + across, 18 - along + across)
      return Point(x: frame.minX + unit * x, y: frame.minY + unit * y)
    }
    // Half the thickness. In these units x and y change by the same amount.
    let half = 1.9
    let end = 16 - half
    let round = 0.9
    let k = round * (1 - Path.circleConstant)
    var path = Path()
    path.move(to: point(0, 0))
    path.line(to: point(3.1, -half))
    path.line(to: point(end - 3.9, -half))
    path.line(to: point(end - 3.9, half))
    path.line(to: point(3.1, half))
    path.close()
    // The rubber, separated from the wood by a gap.
    path.move(to: point(end - 2.9, -half))
    path.line(to: point(end - round, -half))
    path.curve(point(end - k, -half), point(end, -half + k), to: point(end, -half + round))
    path.line(to: point(end, half - round))
    path.curve(point(end, half - k), point(end - k, half), to: point(end - round, half))
    path.line(to: point(end - 2.9, half))
    path.close()
    return path
  }
}

/// The edit button of a card: a pencil in a square that is easy to tap.
package struct EditButton: Hashable, Sendable {
  /// The colour of the pencil.
  package var color = Color(rgb: 0x999999)
  /// The target of a tap.
  package var link: String?
  /// The alt text.
  package var label = "Edit"

  /// The side of the square, in points.
  static let side = 50.0
  /// The side of the pencil's picture in points, centred in the square; a tenth of it is empty at each side.
  static let pencilSide = 20.0

  /// The square at a card's top right corner, no larger than the card.
  static func frame(in card: Size) -> Rect {
    let size = Size(width: min(side, card.width), height: min(side, card.height))
    return Rect(origin: Point(x: card.width - size.width, y: 0), size: size)
  }

  /// The pencil's frame, centred in the square.
  static func pencilFrame(in card: Size) -> Rect {
    let frame = frame(in: card)
    let side = min(pencilSide, min(frame.width, frame.height))
    return Rect(x: frame.midX - side / 2, y: frame.midY - side / 2, width: side, height: side)
  }

  func layoutButton(in card: Size) -> LayoutBox {
    let frame = Self.frame(in: card)
    let pencil = Self.pencilFrame(in: card).moved(by: Point.zero - frame.origin)
    var box = LayoutBox(size: frame.size)
    box.add(.fill(.path(Pencil.path(in: pencil)), .solid(color), bounds: pencil))
    box.link = link
    box.label = label
    box.source = LayoutBox.Source(type: "editButton")
    box.region = "editButton"
    return box
  }
}
