import CardRaster

/// A named icon in one colour.
struct IconPart: CardPart {
  var icon: IconChoice?
  var isFilled = false
  var size = IconSet.side
  var tintColor: Color?

  static let kind = PartKind(
    "icon", .picture, "A named icon in one colour; `cardshot list icons` prints the names.",
    example:
      ##"{ "type": "icon", "icon": "heart", "isFilled": true, "size": 32, "tintColor": "#C62828", "alt": "Liked" }"##,
    make: { IconPart() }, follow: { part, theme in part.size *= theme.unit }, needs: [["icon"]],
    fields: {
      Field(
        "icon", \.icon, .icon,
        "The icon's name. Any picture can be an icon too, written as `icon:` and its name, such as `icon:heart`."
      )
      Field(
        "isFilled", \.isFilled, .boolean,
        "Whether the icon is drawn as areas instead of lines; some icons have only one form.")
      Field("size", \.size, .length, "The side of the square that the icon fills.")
      Field("tintColor", \.tintColor, .color, "The icon's colour.", default: "the theme's `primaryTextColor`")
    })

  var fillsWidth: Bool { false }
  var keepsWidth: Bool { true }
  /// A stretched box would separate the icon from its neighbours.
  var keepsSize: Bool { true }

  /// Icons that say yes or no, as characters.
  private static let signs = [
    "check": "✓", "check-double": "✓", "checkbox-circle": "✓", "close": "✗", "close-circle": "✗",
  ]

  /// Whether an alternative text is the sign of an icon, which belongs to the text after it.
  static func isSign(_ text: String) -> Bool { text == "✓" || text == "✗" }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let box = Size(width: proposal.width.resolve(size), height: proposal.height.resolve(size))
    var result = LayoutBox(size: box)
    guard let icon else { return result }
    result.label = Self.signs[icon.name]
    let side = min(
      box.width, box.height, proposal.width.exact == nil && proposal.height.exact == nil ? size : .infinity)
    try context.checkLength(side, "the icon's side in pixels")
    let frame = Rect(x: (box.width - side) / 2, y: (box.height - side) / 2, width: side, height: side)
    result.add(
      .image(
        DisplayItem.ImageItem(
          image: isFilled ? icon.filled : icon.outline, frame: frame,
          tint: tintColor ?? context.theme.base.primaryTextColor)))
    return result
  }
}

/// Both forms of an icon; they are equal if the name includes the form or the icon has only one form.
struct IconChoice: Hashable, Sendable {
  var name: String
  var outline: ImageSource
  var filled: ImageSource
}

extension ValueKind where Value == IconChoice {
  /// The name of an icon, with or without the prefix `icon:`.
  static var icon: Self {
    let form = Schema.TextForm(pattern: "^(icon:)?[a-z0-9-]+$", longest: 100)
    return ValueKind("icon's name", schema: .text(form), show: { "\"\($0.name)\"" }, json: { .of($0.name) }) {
      node, path, context in
      guard case .string(let given) = node.value else {
        return context.mismatch(node, path, expected: "the name of an icon, such as \"heart\"")
      }
      let name = given.hasPrefix("icon:") ? String(given.dropFirst("icon:".count)) : given
      do throws(RasterError) {
        let outline = try context.assets.icon(name, .outline)
        let filled = try context.assets.icon(name, .filled)
        let isTurned = context.theme.direction == .rightToLeft
        return IconChoice(
          name: name, outline: isTurned ? outline.fromRightToLeft : outline,
          filled: isTurned ? filled.fromRightToLeft : filled)
      } catch {
        return context.error(
          node, path, error.message,
          hint: context.assets.hint(for: "icon:\(name)")?.replacing("icon:", with: ""))
      }
    }
  }
}
