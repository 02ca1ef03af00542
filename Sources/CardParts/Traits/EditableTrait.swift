public import CardRaster

/// A pencil at the card's top right, for something that can be edited.
struct EditableTrait: CardTrait {
  var isEditable = true
  var button = EditButton()

  static let fields = FieldTable<EditableTrait> {
    Field("isEditable", \.isEditable, .boolean, "Whether the pencil is there.")
    Field("color", \.button.color, .color, "The colour of the pencil.")
    Field("link", \.button.link, .link, "Where a tap on the pencil goes.")
    Field("alt", \.button.label, .text, "The text alternative of the pencil.")
  }

  static let kind = TraitKind(
    "editable",
    "A pencil at the card's top right, over the parts: `true`, or an object with its properties. Parts stay where they are; a text under the pencil is a warning.",
    example: ##"{ "editable": { "color": "#999999", "link": "https://example.com/edit" } }"##,
    kind: .editable, properties: fields.fields.map { PropertyDoc($0, of: EditableTrait()) })

  func apply(to frame: inout CardFrame) { frame.editButton = isEditable ? button : nil }
}

extension ValueKind where Value == EditableTrait {
  /// `true` or `false`, or an object.
  fileprivate static var editable: Self {
    let object = ValueKind.object("editable", EditableTrait.fields) { EditableTrait() }
    return ValueKind("boolean, or editable", schema: .any([.boolean, object.schema])) { node, path, context in
      switch node.value {
      case .bool(let isEditable): return EditableTrait(isEditable: isEditable)
      case .object: return object.parse(node, path, context)
      default:
        context.mismatch(node, path, expected: "true, false or an object such as { \"color\": \"#999\" }")
        return nil
      }
    }
  }
}

/// The button of a card that can be edited: a pencil in a square that is easy to hit.
public struct EditButton: Hashable, Sendable {
  /// The colour of the pencil.
  public var color = Color(rgb: 0x999999)
  /// Where a tap goes.
  public var link: String?
  /// The text alternative.
  public var label = "Edit"

  /// The side of the square.
  static let side = 50.0
  /// The side of the pencil's picture in its middle; the ink begins a tenth further in.
  static let pencilSide = 20.0

  /// The square at a card's upper right corner; no larger than the card.
  static func frame(in card: Size) -> Rect {
    let size = Size(width: min(side, card.width), height: min(side, card.height))
    return Rect(origin: Point(x: card.width - size.width, y: 0), size: size)
  }

  /// The pencil's picture in the middle of the square.
  static func pencilFrame(in card: Size) -> Rect {
    let frame = frame(in: card)
    let side = min(pencilSide, min(frame.width, frame.height))
    return Rect(x: frame.midX - side / 2, y: frame.midY - side / 2, width: side, height: side)
  }

  /// The button of a card of some size.
  func layout(in card: Size) -> LayoutBox {
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
