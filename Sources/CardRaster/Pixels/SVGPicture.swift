/// An SVG document that was read, and where it is drawn.
public struct SVGPicture: Hashable, Sendable {
  /// The document as it was.
  public let bytes: [UInt8]
  /// Where it is drawn.
  public let decoding: SVGDecoding

  /// Makes a picture of a document.
  public init(_ bytes: [UInt8], _ decoding: SVGDecoding = .standard) {
    self.bytes = bytes
    self.decoding = decoding
  }
}
