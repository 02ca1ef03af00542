public import CardRaster

/// An image: a file in the deck's folder, or bytes in memory.
public struct CardImage: Hashable, Sendable, ExpressibleByStringLiteral, DeckConvertible {
  /// The path of the file, or a `data:` URI.
  public let name: String

  /// Uses a file in the deck's folder, or a `data:` URI.
  public init(_ name: String) { self.name = name }
  /// Uses a file in the deck's folder, or a `data:` URI.
  public init(stringLiteral name: String) { self.init(name) }

  /// Embeds the bytes of a PNG, JPEG, WebP or SVG image in the deck.
  ///
  /// The format is detected from the bytes. Rendering reports an error if they are not an image.
  public init(bytes: [UInt8]) {
    name = "data:application/octet-stream;base64," + Base64.encode(bytes)
  }

  /// Embeds a bitmap in the deck, as PNG.
  ///
  /// - Throws: the errors of `PNGEncoder.encode`.
  public init(_ bitmap: Bitmap) throws(RasterError) {
    self.init(bytes: try PNGEncoder.encode(bitmap, scale: 1))
  }

  var deckNode: DeckNode { DeckNode(.of(name)) }
}
