import CardRaster

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
        context.mismatch(node, path, expected: "true, false or an object such as { \"color\": \"#999\" }")
        return nil
      }
    }
  }
}
