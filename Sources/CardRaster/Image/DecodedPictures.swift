import Synchronization

/// Pictures that were decoded before, for decks that come one after another and share a logo or an avatar.
///
/// Guarantees: a picture is found by its name and all bytes of its file, so what is drawn is the same with and without.
/// When pictures take more memory than they may, they are all let go: what a deck needs is soon back.
final class DecodedPictures: Sendable {
  /// The one that all decks of the process share.
  static let shared = DecodedPictures(limit: 16 << 20)

  private struct Entry {
    let name: String
    let bytes: [UInt8]
    let svg: SVGDecoding
    /// A picture, or what is wrong with it: to find that out may have taken seconds.
    let outcome: Result<ImageSource, RasterError>
    /// The processor time that it took as an SVG picture, in seconds.
    let seconds: Double
  }

  private struct State {
    var entries: [Entry] = []
    var size = 0
  }

  /// The most bytes of files and pixels that are kept; a picture of more than a quarter is not.
  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// How many pictures are kept.
  var count: Int { state.withLock { $0.entries.count } }

  /// Finds the picture of a file, or makes it.
  ///
  /// What an SVG picture takes of the budget does not depend on whether it is found.
  ///
  /// - Parameters:
  ///   - svg: where it is drawn if it is an SVG picture.
  ///   - budget: what all SVG pictures of the deck may take; `make` counts what it takes of it.
  /// - Throws: what `make` and `SVGBudget.check` throw.
  func picture(
    _ bytes: [UInt8], name: String, _ svg: SVGDecoding = .standard,
    _ budget: SVGBudget = SVGBudget(), make: () throws(RasterError) -> ImageSource
  ) throws(RasterError) -> ImageSource {
    let known = state.withLock { state in
      state.entries.first { $0.name == name && $0.svg == svg && $0.bytes == bytes }
    }
    if let known {
      budget.count(known.seconds)
      if known.seconds > 0 { try budget.check() }
      return try known.outcome.get()
    }
    if case .svg = ImageFormat(bytes) { try budget.check() }
    let before = budget.taken
    // Others may make the same picture meanwhile: that takes longer once, and changes nothing.
    let outcome: Result<ImageSource, RasterError>
    do throws(RasterError) {
      outcome = .success(try make())
    } catch {
      outcome = .failure(error)
    }
    let seconds = budget.taken - before
    let size = bytes.count + outcome.pixelBytes
    if outcome.lasts, size <= limit / 4 {
      state.withLock { state in
        if state.size + size > limit { state = State() }
        state.entries.append(
          Entry(name: name, bytes: bytes, svg: svg, outcome: outcome, seconds: seconds))
        state.size += size
      }
    }
    let picture = try outcome.get()
    if seconds > 0 { try budget.check() }
    return picture
  }
}

extension Result<ImageSource, RasterError> {
  /// The memory of its pixels in bytes.
  fileprivate var pixelBytes: Int {
    if case .success(let picture) = self, case .bitmap(let bitmap) = picture.content {
      bitmap.pixels.count
    } else {
      0
    }
  }

  /// Whether it would be the same another time: not when the machine failed instead of the picture.
  fileprivate var lasts: Bool {
    switch self {
    case .success, .failure(.image), .failure(.limit): true
    case .failure: false
    }
  }
}
