import CardRaster

/// The maximum size of a file, and the settings that are reduced one after the other to stay within it.
package struct ByteBudget: Sendable, Hashable {
  /// The maximum number of bytes.
  package let bytes: Int

  /// Parses a number of bytes with the optional suffix `k` (thousand) or `M` (million); nil if it is invalid.
  package init?(_ text: String) {
    let factor = text.hasSuffix("k") ? 1_000 : text.hasSuffix("M") ? 1_000_000 : 1
    let digits = factor == 1 ? text[...] : text.dropLast()
    guard let number = Int(digits), number > 0, number <= Limits.imageBytes / factor else { return nil }
    bytes = number * factor
  }

  /// The settings of one attempt to encode the file.
  struct Attempt: Equatable {
    var format = OutputFormat.png
    var quality: Int?
    var compression = PNGCompression.balanced
    /// The maximum number of colours of a GIF.
    var colors = 256
    /// Draws every nth frame.
    var step = 1
    /// The share of the requested scale, at most 1.
    var factor = 1.0

    /// The losses compared with the requested settings, in words.
    func losses(against wanted: Attempt, frames: Int) -> [String] {
      var losses: [String] = []
      if format != wanted.format {
        losses.append("the format \(format.rawValue) instead of \(wanted.format.rawValue)")
      }
      if let quality, quality != wanted.quality { losses.append("quality \(quality)") }
      if colors != wanted.colors { losses.append("\(colors) colours") }
      if step > 1 { losses.append("\((frames + step - 1) / step) of \(frames) frames") }
      if factor < 1 { losses.append("\(NumberText.format(factor * 100)) % of its width and height") }
      return losses
    }
  }

  /// The attempts: first the requested settings, then mostly smaller and smaller files.
  ///
  /// - Parameter others: formats that may replace the requested one before the number of pixels is reduced.
  static func attempts(_ wanted: Attempt, frames: Int, others: [OutputFormat] = []) -> [Attempt] {
    var attempts = [wanted]
    var last = wanted
    func next(_ change: (inout Attempt) -> Void) {
      change(&last)
      attempts.append(last)
    }
    func lowerQuality(_ format: OutputFormat, from start: Int) {
      for quality in [90, 80, 70, 60, 50] where quality < start { next { $0.quality = quality } }
    }
    switch wanted.format {
    case .jpeg, .webp:
      lowerQuality(wanted.format, from: wanted.quality ?? (wanted.format == .jpeg ? 90 : 96))
    case .mp4, .webm:
      let start = wanted.quality ?? VideoEncoder.quality
      for quality in [55, 45, 35, 25] where quality < start { next { $0.quality = quality } }
    case .gif:
      for colors in [128, 64, 32] where colors < wanted.colors { next { $0.colors = colors } }
    case .png: if wanted.compression != .smallest { next { $0.compression = .smallest } }
    case .svg, .pdf: break
    }
    for format in others where format != wanted.format {
      next { ($0.format, $0.quality) = (format, 90) }
      lowerQuality(format, from: 90)
    }
    if frames > 3 { next { $0.step = 2 } }
    for factor in [0.75, 0.5, 0.35] { next { $0.factor = factor } }
    return attempts
  }

  /// Whether an attempt can possibly fit, given the size of an earlier attempt.
  ///
  /// Skipping hopeless attempts saves the time of encoding a picture. The estimate assumes that a better
  /// compression saves at most half, and a lower quality or another format at most seven eighths. Fewer
  /// pixels or frames may need up to three times the bytes that their share suggests for pixels.
  func mayHold(_ attempt: Attempt, after last: (attempt: Attempt, bytes: Int)) -> Bool {
    var most = 1.0
    if attempt.compression != last.attempt.compression { most *= 2 }
    if attempt.quality != last.attempt.quality || attempt.colors != last.attempt.colors
      || attempt.format != last.attempt.format
    {
      most *= 8
    }
    if attempt.factor != last.attempt.factor || attempt.step != last.attempt.step {
      let share = attempt.factor / last.attempt.factor
      most *= 3 / (share * share)
    }
    return Double(last.bytes) <= Double(bytes) * most
  }
}

/// The search for the first attempt that stays within the budget.
struct BudgetSearch {
  private let budget: ByteBudget
  private let attempts: [ByteBudget.Attempt]
  private let frames: Int
  private var index = 0
  private var last: (attempt: ByteBudget.Attempt, bytes: Int)?
  /// The smallest file of all attempts, in bytes.
  private(set) var smallest = Int.max

  init(_ budget: ByteBudget, _ wanted: ByteBudget.Attempt, frames: Int, others: [OutputFormat]) {
    (self.budget, self.frames) = (budget, frames)
    attempts = ByteBudget.attempts(wanted, frames: frames, others: others)
  }

  /// The next attempt that may fit; nil after the last one.
  mutating func next() -> ByteBudget.Attempt? {
    while index < attempts.count {
      let attempt = attempts[index]
      index += 1
      // The last attempt is always made, because the estimate alone does not prove that no attempt fits.
      if let last, index < attempts.count, !budget.mayHold(attempt, after: last) { continue }
      return attempt
    }
    return nil
  }

  /// Records the size of an attempt; returns whether it is within the budget.
  mutating func holds(_ attempt: ByteBudget.Attempt, bytes: Int) -> Bool {
    smallest = min(smallest, bytes)
    last = (attempt, bytes)
    return bytes <= budget.bytes
  }

  /// The losses of an attempt, in words.
  func losses(of attempt: ByteBudget.Attempt) -> [String] {
    attempt.losses(against: attempts[0], frames: frames)
  }

  /// The error when no attempt was small enough.
  func failure(of name: String, file: String) -> DeckError {
    DeckError(
      file: file,
      message:
        "'\(name)' cannot be reduced to \(budget.bytes) bytes: the smallest attempt has \(smallest)",
      hint: "choose a smaller --scale, another format or fewer frames")
  }
}
