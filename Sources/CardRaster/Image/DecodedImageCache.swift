import Synchronization

/// A cache of the pixels of deferred pictures: the most recently used ones.
///
/// How it works: pictures in use belong to the current generation. When it fills half of the limit, the
/// pixels of the previous generation are removed, and a new generation starts.
final class DecodedImageCache: Sendable {
  /// The cache shared by all decks of the process.
  static let shared = DecodedImageCache(limit: 128 << 20)

  private struct State {
    var present: [Holder] = []
    var presentSize = 0
    var past: [Holder] = []
    var pastSize = 0
  }

  private let limit: Int
  private let state = Mutex(State())
  private let number = Atomic(0)

  /// Makes an empty cache.
  ///
  /// - Parameter limit: the maximum number of bytes, unless a single picture is larger.
  init(limit: Int) { self.limit = limit }

  /// The number of bytes of cached pixels.
  var size: Int { state.withLock { $0.presentSize + $0.pastSize } }

  /// Removes pixels until there is room for more, or none are left.
  private func makeRoom(bytes: Int) {
    state.withLock { state in
      if state.presentSize > 0, state.presentSize + bytes > limit / 2 { age(&state) }
      if state.pastSize + state.presentSize + bytes > limit { forgetPast(&state) }
    }
  }

  /// Adds the pixels of a picture in use.
  private func keep(_ bitmap: Bitmap, of picture: Holder) {
    state.withLock { state in
      picture.hold(bitmap, generation: number.load(ordering: .relaxed))
      state.present.append(picture)
      state.presentSize += bitmap.pixels.count
      if state.presentSize > limit / 2 { age(&state) }
    }
  }

  /// Starts a new generation.
  private func age(_ state: inout State) {
    forgetPast(&state)
    (state.past, state.pastSize) = (state.present, state.presentSize)
    (state.present, state.presentSize) = ([], 0)
    number.add(1, ordering: .relaxed)
  }

  private func forgetPast(_ state: inout State) {
    let last = number.load(ordering: .relaxed) - 1
    for picture in state.past { picture.letGo(askedForBy: last) }
    (state.past, state.pastSize) = ([], 0)
  }

  /// The pixels of one picture while they are cached.
  private final class Holder: Sendable {
    private struct State {
      var bitmap: Bitmap?
      /// The generation in which they were last used.
      var generation: Int
    }

    private let state = Mutex(State(bitmap: nil, generation: -1))

    /// The pixels if they are cached, and the generation of their last use.
    var content: (bitmap: Bitmap?, generation: Int) { state.withLock { ($0.bitmap, $0.generation) } }

    /// Stores pixels.
    func hold(_ bitmap: Bitmap, generation: Int) {
      state.withLock { $0 = State(bitmap: bitmap, generation: generation) }
    }

    /// Removes the pixels, unless they were used after a generation.
    func letGo(askedForBy generation: Int) {
      state.withLock { if $0.generation <= generation { $0.bitmap = nil } }
    }
  }
}

extension DecodedImageCache {
  /// A deferred picture whose pixels were decoded once.
  ///
  /// - Parameters:
  ///   - bitmap: the pixels.
  ///   - source: the bytes of the file.
  ///   - change: a unique description of the change applied to the file's pixels.
  ///   - make: decodes the same pixels again.
  func picture(
    _ bitmap: Bitmap, of source: [UInt8], change: String = "",
    make: @escaping @Sendable () throws(RasterError) -> Bitmap
  ) -> DeferredBitmap {
    let (size, holder) = (bitmap.pixels.count, Holder())
    makeRoom(bytes: size)
    keep(bitmap, of: holder)
    return DeferredBitmap(bitmap, of: source, change: change) { [self] () throws(RasterError) in
      let known = holder.content
      if let bitmap = known.bitmap {
        if known.generation != number.load(ordering: .relaxed) { keep(bitmap, of: holder) }
        return bitmap
      }
      makeRoom(bytes: size)
      // Another thread may decode the same pixels meanwhile: that takes longer once, and changes nothing.
      let made = try make()
      keep(made, of: holder)
      return made
    }
  }

  /// A picture with pixels derived from those of another picture.
  ///
  /// - Parameters:
  ///   - bitmap: the derived pixels.
  ///   - change: a unique description of the change.
  ///   - make: applies the change.
  func picture(
    _ bitmap: Bitmap, of picture: DeferredBitmap, change: String,
    make: @escaping @Sendable (Bitmap) -> Bitmap
  ) -> DeferredBitmap {
    self.picture(bitmap, of: picture.source, change: "\(picture.change) \(change)") {
      () throws(RasterError) in
      make(try picture.bitmap())
    }
  }
}
