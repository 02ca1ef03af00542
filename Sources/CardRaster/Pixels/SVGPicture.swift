/// An SVG document that was read, and where it is rendered.
public struct SVGPicture: Hashable, Sendable {
  /// The bytes of the document.
  public let bytes: [UInt8]
  /// Where the document is rendered.
  public let decoding: SVGDecoding
  /// The CPU time of its trial rendering when it was read, in seconds; 0 if it was short.
  private(set) var trialTime = 0.0

  /// The names of features that the document uses and that are not supported.
  package internal(set) var undrawn: [String] = []

  /// Makes a picture from a document.
  public init(_ bytes: [UInt8], _ decoding: SVGDecoding = .standard) {
    self.bytes = bytes
    self.decoding = decoding
  }

  /// Whether two pictures show the same; the time of the trial rendering does not count.
  public static func == (a: SVGPicture, b: SVGPicture) -> Bool {
    a.decoding == b.decoding && a.bytes == b.bytes
  }

  /// Hashes the document.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
    hasher.combine(decoding)
  }

  /// Stores the time of the trial rendering if it was long.
  ///
  /// Messages about other pictures therefore never depend on a clock.
  mutating func note(seconds: Double) { trialTime = seconds < Self.leastTime ? 0 : seconds }

  /// The minimum time that counts, in seconds; an icon takes a fiftieth of it.
  private static let leastTime = 0.05
}

/// Where SVG pictures are parsed and rendered.
///
/// A malicious picture can make librsvg crash, hang or exhaust memory. In a subprocess it ends only that
/// process, and the deck gets an error at the picture's place.
public enum SVGDecoding: Hashable, Sendable {
  /// In a sandboxed subprocess with little time and memory, no access to files and no network.
  ///
  /// The program is `cardshot`, or another one that calls `SVGProcess.serveIfAsked` first. Nil means the
  /// running program if it made that call, else a `cardshot` in its folder; if there is neither, an SVG
  /// picture is an error. In a PDF document a picture stays vector shapes: it is rendered in the subprocess
  /// too, and this process copies shapes, colours and pixels from the result.
  case isolated(program: String?)
  /// In this process, after a check that estimates the work and can be deceived: for pictures that you trust.
  ///
  /// A deck with an SVG picture then has a warning.
  case inProcess
  /// Not at all: an SVG picture is an error.
  case refused

  /// The default: a subprocess of the program that is found.
  public static let standard = SVGDecoding.isolated(program: nil)
}
