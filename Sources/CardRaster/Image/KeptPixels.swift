import Synchronization

/// The pixels of deferred pictures that stay in memory: those that were asked for last.
///
/// How it works: pictures that are asked for belong to the present generation. When that has half of the room, the generation
/// before it lets its pixels go, and another one begins.
final class KeptPixels: Sendable {
  /// The one that all decks of the process share.
  static let shared = KeptPixels(limit: 128 << 20)

  private struct State {
    var present: [Holder] = []
    var presentSize = 0
    var past: [Holder] = []
    var pastSize = 0
  }

  private let limit: Int
  private let state = Mutex(State())
  private let number = Atomic(0)

  /// Makes room for pixels.
  ///
  /// - Parameter limit: the most bytes, unless a single picture has more.
  init(limit: Int) { self.limit = limit }

  /// How many bytes of pixels are kept.
  var size: Int { state.withLock { $0.presentSize + $0.pastSize } }

  /// Lets pixels go until some more have room, or none are left.
  private func makeRoom(bytes: Int) {
    state.withLock { state in
      if state.presentSize > 0, state.presentSize + bytes > limit / 2 { age(&state) }
      if state.pastSize + state.presentSize + bytes > limit { forgetPast(&state) }
    }
  }

  /// Keeps the pixels of a picture that was asked for.
  private func keep(_ bitmap: Bitmap, of picture: Holder) {
    state.withLock { state in
      picture.hold(bitmap, generation: number.load(ordering: .relaxed))
      state.present.append(picture)
      state.presentSize += bitmap.pixels.count
      if state.presentSize > limit / 2 { age(&state) }
    }
  }

  /// Begins another generation.
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

  /// Where the pixels of one picture are while they are kept.
  private final class Holder: Sendable {
    private struct State {
      var bitmap: Bitmap?
      /// The generation in which they were asked for last.
      var generation: Int
    }

    private let state = Mutex(State(bitmap: nil, generation: -1))

    /// The pixels if they are kept, and since when.
    var content: (bitmap: Bitmap?, generation: Int) { state.withLock { ($0.bitmap, $0.generation) } }

    /// Takes pixels over.
    func hold(_ bitmap: Bitmap, generation: Int) {
      state.withLock { $0 = State(bitmap: bitmap, generation: generation) }
    }

    /// Lets the pixels go, unless they were asked for after a generation.
    func letGo(askedForBy generation: Int) {
      state.withLock { if $0.generation <= generation { $0.bitmap = nil } }
    }
  }
}

extension KeptPixels {
  /// A picture of pixels that were made once.
  ///
  /// - Parameters:
  ///   - bitmap: the pixels.
  ///   - source: the bytes of the file that they are made of.
  ///   - change: what is done with the file's pixels, in words that tell it from anything else.
  ///   - make: makes the same pixels once more.
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
      // Others may make the same pixels meanwhile: that takes longer once, and changes nothing.
      let made = try make()
      keep(made, of: holder)
      return made
    }
  }

  /// Pixels that are made of those of another picture.
  ///
  /// - Parameters:
  ///   - bitmap: what they become.
  ///   - change: what is done with them, in words that tell it from anything else.
  ///   - make: does it.
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
