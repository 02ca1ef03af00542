public import CardRaster

/// A picture: a file below the deck's folder, or bytes in memory.
public struct CardImage: Hashable, Sendable, ExpressibleByStringLiteral, DeckConvertible {
  /// The path of the file, or a `data:` URI.
  public let name: String

  /// Takes the path of a file below the deck's folder, or a `data:` URI.
  public init(_ name: String) { self.name = name }
  /// Takes the path of a file below the deck's folder, or a `data:` URI.
  public init(stringLiteral name: String) { self.init(name) }

  /// Takes the bytes of a PNG, JPEG, WebP or SVG picture, which become part of the deck.
  ///
  /// What they are is told by the bytes themselves; when they are no picture, rendering says so.
  public init(bytes: [UInt8]) {
    name = "data:application/octet-stream;base64," + Base64.text(bytes)
  }

  /// Takes a picture in memory, which becomes part of the deck as PNG.
  ///
  /// - Throws: what `PNGEncoder.encode` throws.
  public init(_ bitmap: Bitmap) throws(RasterError) {
    self.init(bytes: try PNGEncoder.encode(bitmap, scale: 1))
  }

  var deckNode: DeckNode { DeckNode(.of(name)) }
}
