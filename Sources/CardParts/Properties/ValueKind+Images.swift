import CardRaster

extension ValueKind where Value == ImageSource {
  /// A picture: a path below the deck's folder or a `data:` URI.
  static var image: Self {
    ValueKind("image", schema: .string, isExplained: false, show: { "\"\($0.name)\"" }) {
      node, path, context in
      guard case .string(let name) = node.value else {
        context.mismatch(node, path, expected: "the path of a picture, or a data: URI")
        return nil
      }
      switch context.assets.image(name) {
      case .success(let image):
        if case .vector(let picture) = image.content, picture.decoding == .inProcess {
          context.warning(
            node, path, "an SVG picture is drawn in this process, which may end with it",
            hint: "choose SVGDecoding.isolated, unless you trust it")
        }
        if let warning = image.warning {
          context.warning(node, path, warning, hint: "save the picture with sRGB colours")
        }
        if case .vector(let picture) = image.content, !picture.undrawn.isEmpty {
          context.warning(
            node, path,
            "the SVG picture uses \(picture.undrawn.joined(separator: ", ")), which \(picture.undrawn.count == 1 ? "is" : "are") not drawn",
            hint: "write it without, or use a PNG of it", code: .noEffect)
        }
        return context.theme.direction == .rightToLeft ? image.fromRightToLeft : image
      case .failure(let error):
        context.error(
          node, path, error.message,
          hint: SVGBudget.hint(for: error) ?? context.assets.hint(for: name))
        return nil
      }
    }
  }
}
