import CardRaster

/// The most bytes that a file may have, and what is given up one after the other to stay within.
package struct ByteBudget: Sendable, Hashable {
  /// The most bytes.
  package let bytes: Int

  /// Reads a number of bytes, in which `k` and `M` stand for a thousand and a million; nil for anything else.
  package init?(_ text: String) {
    let factor = text.hasSuffix("k") ? 1_000 : text.hasSuffix("M") ? 1_000_000 : 1
    let digits = factor == 1 ? text[...] : text.dropLast()
    guard let number = Int(digits), number > 0, number <= Limits.imageBytes / factor else { return nil }
    bytes = number * factor
  }

  /// One way to make the file.
  struct Attempt: Equatable {
    var format = OutputFormat.png
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
      if format != wanted.format {
        losses.append("the format \(format.rawValue) in the place of \(wanted.format.rawValue)")
      }
      if let quality, quality != wanted.quality { losses.append("quality \(quality)") }
      if colors != wanted.colors { losses.append("\(colors) colours") }
      if step > 1 { losses.append("\((frames + step - 1) / step) of \(frames) frames") }
      if factor < 1 { losses.append("\(NumberText.text(factor * 100)) % of its width and height") }
      return losses
    }
  }

  /// The ways to make a file, the one that was asked for first, each smaller than the one before or nearly so.
  ///
  /// - Parameter others: formats that may take the place of the one that was asked for, before pixels are given up.
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

  /// Whether a way may succeed where another one gave too many bytes, as far as anybody can tell beforehand: to try
  /// what cannot takes as long as a picture.
  ///
  /// A better compression saves no half, a lower quality or another format no seven eighths; with fewer pixels there are at
  /// least a third of the bytes that their number foretells, and a half of the frames has at least a third of them.
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

/// The ways of making a file that are tried one after another until one stays within a number of bytes.
struct BudgetSearch {
  private let budget: ByteBudget
  private let attempts: [ByteBudget.Attempt]
  private let frames: Int
  private var index = 0
  private var last: (attempt: ByteBudget.Attempt, bytes: Int)?
  /// The fewest bytes of all that were tried.
  private(set) var smallest = Int.max

  init(_ budget: ByteBudget, _ wanted: ByteBudget.Attempt, frames: Int, others: [OutputFormat]) {
    (self.budget, self.frames) = (budget, frames)
    attempts = ByteBudget.attempts(wanted, frames: frames, others: others)
  }

  /// The next way that may hold; nil when all were tried.
  mutating func next() -> ByteBudget.Attempt? {
    while index < attempts.count {
      let attempt = attempts[index]
      index += 1
      // The last one is tried in any case: nobody believes an estimate that there is no way.
      if let last, index < attempts.count, !budget.mayHold(attempt, after: last) { continue }
      return attempt
    }
    return nil
  }

  /// Notes how many bytes a way gave; whether that is within the budget.
  mutating func holds(_ attempt: ByteBudget.Attempt, bytes: Int) -> Bool {
    smallest = min(smallest, bytes)
    last = (attempt, bytes)
    return bytes <= budget.bytes
  }

  /// What a way gives up.
  func losses(of attempt: ByteBudget.Attempt) -> [String] {
    attempt.losses(against: attempts[0], frames: frames)
  }

  /// What is said when no way was good enough.
  func failure(of name: String, file: String) -> DeckError {
    DeckError(
      DeckIssue(
        .error, file: file, place: nil, path: .root,
        message:
          "'\(name)' cannot be made within \(budget.bytes) bytes: the smallest that was tried has \(smallest)",
        hint: "choose a smaller --scale, another format or fewer frames"))
  }
}
