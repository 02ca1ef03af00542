/// Where SVG pictures are read and drawn.
///
/// A picture that somebody made for that can make librsvg crash, run for ever or take all memory. In a process of its own
/// it ends that process alone, and the deck has an error with its place.
public enum SVGDecoding: Hashable, Sendable {
  /// In a process of its own, which has little time and memory, opens no files and reaches no network.
  ///
  /// The program is `cardshot`, or another that calls `SVGProcess.serveIfAsked` first. Nil stands for the running program
  /// if it did, else for a `cardshot` in its folder; where there is neither, an SVG picture is an error. In a PDF document a
  /// picture stays shapes: it is drawn there too, and this process copies shapes, colours and pixels of what comes back.
  case isolated(program: String?)
  /// In this process, behind a check that foretells the work and can be deceived: for pictures that you trust.
  ///
  /// A deck with an SVG picture has a warning then.
  case inProcess
  /// Not at all: an SVG picture is an error.
  case refused

  /// What holds where nothing else is said: a process of its own, by the program that is found.
  public static let standard = SVGDecoding.isolated(program: nil)
}
