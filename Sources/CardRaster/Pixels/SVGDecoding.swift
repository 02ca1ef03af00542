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
