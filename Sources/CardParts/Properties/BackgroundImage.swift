import CardRaster

/// What is seen of a picture, and in which colour.
struct PictureView: Hashable, Sendable {
  var focalPoint = ContentMode.middle
  var tintColor: Color?

  static let fields = FieldTable<PictureView> {
    Field(
      "focalPoint", \.focalPoint, .focalPoint,
      "The point of the picture that stays in view where `scaleAspectFill` cuts off the rest: shares of width and height."
    )
    Field(
      "tintColor", \.tintColor, .color, "A colour for all that is not transparent.",
      default: "the picture's own")
  }
}

/// A picture behind a part, a card or all cards, as a deck gives it.
package struct BackgroundImage: Hashable, Sendable {
  var image: ImageSource?
  var contentMode = ContentMode.scaleAspectFill
  var view = PictureView()
  var blur = 0.0
  var scrim: Paint?

  static let fields = FieldTable<BackgroundImage>(needs: [["image"]]) {
    Field("image", \.image, .image, "The picture's path below the deck's folder, or a data: URI.")
    Field(
      "contentMode", \.contentMode, .word, "How the picture is put into the box; what sticks out is cut off.")
    PictureView.fields.fields.map { $0.lifted(\.view) }
    Field(
      "blur", \.blur, .blurRadius, "The standard deviation of a Gaussian that blurs the picture, in points.")
    Field("scrim", \.scrim, .paint, "A colour or gradient over the picture, so that words on it can be read.")
  }

  /// The picture in the manual's words.
  var words: String? {
    guard let image else { return nil }
    var words = ["\"\(image.name)\"", contentMode.rawValue]
    if view.focalPoint != ContentMode.middle {
      words.append("at \(NumberText.text(view.focalPoint.x)), \(NumberText.text(view.focalPoint.y))")
    }
    if let tintColor = view.tintColor { words.append("in \(tintColor.hexText)") }
    if blur > 0 { words.append("blur \(NumberText.text(blur))") }
    if let scrim { words.append("below " + (ValueKind<Paint>.paint.show(scrim) ?? "a gradient")) }
    return words.joined(separator: " ").filter { $0 != "`" }
  }
}

extension ValueKind where Value == BackgroundImage {
  /// A picture's name, or an object that says more of it.
  static var backgroundImage: Self {
    let object = ValueKind.object(
      "backgroundImage", "A picture behind something.", BackgroundImage.fields, shortForms: [.string]
    ) { BackgroundImage() }
    return ValueKind("image, or an object", schema: object.schema, show: { $0.words }) {
      node, path, context in
      guard case .object = node.value else {
        return ValueKind<ImageSource>.image.parse(node, path, context).map { BackgroundImage(image: $0) }
      }
      guard let value = object.parse(node, path, context) else { return nil }
      if value.blur > 0, case .vector? = value.image?.content {
        context.error(
          node["blur"] ?? node, path.key("blur"), "an SVG picture cannot be blurred",
          hint: "give a PNG, JPEG or WebP picture")
        return nil
      }
      return value.image == nil ? nil : value
    }
  }
}
