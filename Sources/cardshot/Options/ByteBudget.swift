import ArgumentParser
import CardRaster

/// The most bytes that a file may have, and what is given up one after the other to stay within.
struct ByteBudget: ExpressibleByArgument {
  let bytes: Int

  /// A number of bytes; `k` and `M` stand for a thousand and a million.
  init?(argument: String) {
    let factor = argument.hasSuffix("k") ? 1_000 : argument.hasSuffix("M") ? 1_000_000 : 1
    let digits = factor == 1 ? argument[...] : argument.dropLast()
    guard let number = Int(digits), number > 0, number <= Limits.imageBytes / factor else { return nil }
    bytes = number * factor
  }

  /// One way to make the file.
  struct Attempt: Equatable {
    var quality: Int?
    var compression = PNGCompression.balanced
    /// The most colours of a GIF.
    var colors = 256
    /// One of so many frames is drawn.
    var step = 1
    /// Pixels in a point, as a share of what was asked for.
    var factor = 1.0

    /// What is given up against the way that was asked for.
    func losses(against wanted: Attempt, frames: Int) -> [String] {
      var losses: [String] = []
      if let quality, quality != wanted.quality { losses.append("quality \(quality)") }
      if colors != wanted.colors { losses.append("\(colors) colours") }
      if step > 1 { losses.append("\((frames + step - 1) / step) of \(frames) frames") }
      if factor < 1 { losses.append("\(NumberText.text(factor * 100)) % of its width and height") }
      return losses
    }
  }

  /// The ways to make a file, the one that was asked for first, each smaller than the one before or nearly so.
  static func attempts(_ wanted: Attempt, _ format: OutputFormat, frames: Int) -> [Attempt] {
    var attempts = [wanted]
    var last = wanted
    func next(_ change: (inout Attempt) -> Void) {
      change(&last)
      attempts.append(last)
    }
    switch format {
    case .jpeg, .webp:
      let start = wanted.quality ?? (format == .jpeg ? 90 : 96)
      for quality in [90, 80, 70, 60, 50] where quality < start { next { $0.quality = quality } }
    case .gif:
      for colors in [128, 64, 32] where colors < wanted.colors { next { $0.colors = colors } }
    case .png: if wanted.compression != .smallest { next { $0.compression = .smallest } }
    case .svg, .pdf: break
    }
    if frames > 3 { next { $0.step = 2 } }
    for factor in [0.75, 0.5, 0.35] { next { $0.factor = factor } }
    return attempts
  }

  /// Whether a way may succeed where another one gave too many bytes, as far as anybody can tell beforehand: to try
  /// what cannot takes as long as a picture.
  ///
  /// A better compression saves no half, a lower quality no seven eighths; with fewer pixels there are at least a third of
  /// the bytes that their number foretells, and a half of the frames has at least a third of them.
  func mayHold(_ attempt: Attempt, after last: (attempt: Attempt, bytes: Int)) -> Bool {
    var most = 1.0
    if attempt.compression != last.attempt.compression { most *= 2 }
    if attempt.quality != last.attempt.quality || attempt.colors != last.attempt.colors { most *= 8 }
    if attempt.factor != last.attempt.factor || attempt.step != last.attempt.step {
      let share = attempt.factor / last.attempt.factor
      most *= 3 / (share * share)
    }
    return Double(last.bytes) <= Double(bytes) * most
  }
}
