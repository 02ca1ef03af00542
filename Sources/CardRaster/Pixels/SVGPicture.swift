/// An SVG document that was read, and where it is drawn.
public struct SVGPicture: Hashable, Sendable {
  /// The document as it was.
  public let bytes: [UInt8]
  /// Where it is drawn.
  public let decoding: SVGDecoding
  /// The processor time that its trial took when it was read, in seconds; 0 for one that takes little.
  private(set) var trialTime = 0.0

  /// The names of features that the document uses and that are not drawn.
  package internal(set) var undrawn: [String] = []

  /// Makes a picture of a document.
  public init(_ bytes: [UInt8], _ decoding: SVGDecoding = .standard) {
    self.bytes = bytes
    self.decoding = decoding
  }

  /// Whether two pictures show the same: how long it took to find that out is no part of it.
  public static func == (a: SVGPicture, b: SVGPicture) -> Bool {
    a.decoding == b.decoding && a.bytes == b.bytes
  }

  /// Hashes the document.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
    hasher.combine(decoding)
  }

  /// Keeps how long its trial took, if that was long: what is said of other pictures never depends on a clock.
  mutating func note(seconds: Double) { trialTime = seconds < Self.leastTime ? 0 : seconds }

  /// The time that is worth counting, in seconds; an icon takes a fiftieth of it.
  private static let leastTime = 0.05
}
