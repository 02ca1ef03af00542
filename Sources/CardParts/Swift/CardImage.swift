public import CardRaster

/// An image: a file in the deck's folder, or bytes in memory.
///
/// A literal may contain bindings, `"photos/{{ user.id }}.png"`. Interpolated values and strings are data.
public struct CardImage: Hashable, Sendable, ExpressibleByStringInterpolation, DeckConvertible {
  private let text: DeckText

  /// Uses a file in the deck's folder, or a `data:` URI.
  public init(_ name: String) { text = "\(name)" }
  /// Uses a file in the deck's folder, or a `data:` URI.
  public init(stringLiteral name: String) { text = DeckText(template: name) }
  /// Uses a file in the deck's folder whose path contains values.
  public init(stringInterpolation: DeckText.StringInterpolation) {
    text = DeckText(stringInterpolation: stringInterpolation)
  }

  /// Embeds the bytes of a PNG, JPEG, WebP or SVG image in the deck.
  ///
  /// The format is detected from the bytes. Rendering reports an error if they are not an image.
  public init(bytes: some Collection<UInt8>) {
    text = DeckText(template: "data:application/octet-stream;base64," + Base64.encode(Array(bytes)))
  }

  /// Embeds a bitmap in the deck, as PNG.
  ///
  /// - Throws: the errors of `PNGEncoder.encode`.
  public init(_ bitmap: Bitmap) throws(RasterError) {
    self.init(bytes: try PNGEncoder.encode(bitmap, scale: 1))
  }

  var deckNode: DeckNode { text.deckNode }
}
