import Synchronization

/// A cache of decoded pictures, for successive decks that share a logo or an avatar.
///
/// Guarantees: the key is the picture's name and all bytes of its file, so the output is the same without the
/// cache. If the pictures exceed the memory limit, all of them are removed: a deck quickly fills the cache
/// again.
final class DecodedPictures: Sendable {
  /// The cache shared by all decks of the process.
  static let shared = DecodedPictures(limit: 16 << 20)

  private struct Entry {
    let name: String
    let bytes: [UInt8]
    let svg: SVGDecoding
    /// A picture, or its error: finding the error may have taken seconds.
    let outcome: Result<ImageSource, RasterError>
    /// Its CPU time as an SVG picture, in seconds.
    let seconds: Double
  }

  private struct State {
    var entries: [Entry] = []
    var size = 0
  }

  /// The maximum number of bytes of files and pixels; a picture of more than a quarter of it is not cached.
  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// The number of cached pictures.
  var count: Int { state.withLock { $0.entries.count } }

  /// Finds the picture of a file in the cache, or decodes it.
  ///
  /// An SVG picture uses the same amount of the budget whether it is cached or not.
  ///
  /// - Parameters:
  ///   - svg: where an SVG picture is rendered.
  ///   - budget: the budget of all SVG pictures of the deck; `make` adds the time it takes.
  /// - Throws: the errors of `make` and `SVGBudget.check`.
  func picture(
    _ bytes: [UInt8], name: String, _ svg: SVGDecoding = .standard,
    _ budget: SVGBudget = SVGBudget(), make: () throws(RasterError) -> ImageSource
  ) throws(RasterError) -> ImageSource {
    let known = state.withLock { state in
      state.entries.first { $0.name == name && $0.svg == svg && $0.bytes == bytes }
    }
    if let known {
      budget.count(known.seconds)
      if known.seconds > 0 { try budget.throwIfExceeded() }
      return try known.outcome.get()
    }
    if case .svg = ImageFormat(bytes) { try budget.throwIfExceeded() }
    let before = budget.taken
    // Another thread may decode the same picture meanwhile: that takes longer once, and changes nothing.
    let outcome = Result { () throws(RasterError) in try make() }
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
    if seconds > 0 { try budget.throwIfExceeded() }
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

  /// Whether a second attempt would give the same error; false if the machine failed instead of the picture.
  fileprivate var lasts: Bool {
    switch self {
    case .success, .failure(.image), .failure(.limit): true
    case .failure: false
    }
  }
}
