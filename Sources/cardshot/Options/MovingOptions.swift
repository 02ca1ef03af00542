import ArgumentParser
import CardParts
import CardRaster

/// The options for animations, or for one moment of them.
struct MovingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Render an animation with this number of frames.", valueName: "count"))
  var frames: Int?

  @Option(help: ArgumentHelp("Render an animation of this duration.", valueName: "seconds"))
  var duration: Double?

  @Option(help: "Frames per second of an animation. (default: 12)")
  var fps: Double?

  @Option(
    help: ArgumentHelp(
      "Render this moment, in seconds after the start; for an animation, the moment of its first frame.",
      valueName: "seconds"))
  var at: Double?

  @Option(
    help: ArgumentHelp(
      "How often an animation is played; 0 repeats it forever. (default: 0)", valueName: "times"))
  var loop: Int?

  @Option(
    name: .customLong("poster-frame"),
    help: ArgumentHelp(
      "The frame, from 1, for viewers that cannot play animations; GIF and WebP show it briefly first.",
      valueName: "number"))
  var posterFrame: Int?

  @Option(help: ArgumentHelp("The largest number of colours of a GIF, 2 to 256.", valueName: "count"))
  var colors: Int?

  @Option(
    help: ArgumentHelp(
      "The dithering of a GIF: none, ordered or diffusion. (default: diffusion)",
      valueName: "way"),
    completion: .list(Dithering.allCases.map(\.rawValue)), transform: { try word($0) })
  var dither: Dithering?

  @Flag(name: .customLong("frame-palettes"), help: "Give every frame of a GIF its own palette.")
  var hasLocalPalettes = false

  /// Whether the output is an animation.
  var isMoving: Bool { frames != nil || duration != nil }

  /// The times of the frames; without `--fps` the rate is 12 frames per second.
  var timing: FrameTiming {
    let rate = fps ?? 12
    let count = frames ?? duration.map { max(1, Int(($0 * rate).rounded())) } ?? 1
    // If both frames and duration are given, they determine the frame rate.
    return FrameTiming(
      start: at ?? 0, frames: count,
      rate: frames.flatMap { frames in duration.map { Double(frames) / $0 } } ?? rate)
  }

  /// The palette settings of a GIF.
  var gif: GIFEncoder.Settings {
    GIFEncoder.Settings(
      colors: colors ?? 256, dithering: dither ?? .diffusion, hasLocalPalettes: hasLocalPalettes)
  }

  /// Maximum number of frames.
  static let mostFrames = 10_000

  func validate() throws {
    func validateRange(_ value: Double?, _ range: ClosedRange<Double>, _ name: String) throws {
      try refuse(
        value, outside: range,
        "--\(name) must be between \(JSONNumber.format(range.lowerBound)) and \(JSONNumber.format(range.upperBound))."
      )
    }
    try validateRange(frames.map(Double.init), 1...Double(Self.mostFrames), "frames")
    try validateRange(duration, 0.01...3600, "duration")
    try validateRange(fps, 0.1...100, "fps")
    try validateRange(at, 0...1_000_000, "at")
    try validateRange(loop.map(Double.init), 0...65_535, "loop")
    try validateRange(colors.map(Double.init), 2...256, "colors")
    try refuse(
      frames != nil && duration != nil && fps != nil,
      "--frames, --duration and --fps cannot be combined: the third follows from the other two.")
    if !isMoving {
      try refuse(
        ["fps": fps != nil, "loop": loop != nil, "poster-frame": posterFrame != nil],
        "has no effect without --frames or --duration.")
    }
    try refuse(timing.frames > Self.mostFrames, "\(timing.frames) frames are more than \(Self.mostFrames).")
    try refuse(
      posterFrame, outside: 1...timing.frames,
      "--poster-frame must be between 1 and \(timing.frames), the number of frames.")
  }
}

/// The placeholder for a frame number in a file name, such as `%03d`.
struct FramePattern {
  private let before: Substring
  private let after: Substring
  private let width: Int

  /// Finds the first placeholder in a name; nil if there is none.
  init?(_ name: String) {
    guard let start = name.firstIndex(of: "%") else { return nil }
    var place = name.index(after: start)
    var digits = ""
    while place < name.endIndex, name[place].isASCII, name[place].isNumber {
      digits.append(name[place])
      place = name.index(after: place)
    }
    guard place < name.endIndex, name[place] == "d", let width = digits.isEmpty ? 0 : Int(digits), width <= 12
    else {
      return nil
    }
    self.width = width
    before = name[..<start]
    after = name[name.index(after: place)...]
  }

  /// The file name of a frame; numbers start at 1.
  func name(_ number: Int) -> String { before + String(number).leftPadded(to: width) + after }
}
