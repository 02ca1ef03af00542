import Synchronization

/// Pictures that were decoded before, for decks that come one after another and share a logo or an avatar.
///
/// Guarantees: a picture is found by its name and all bytes of its file, so what is drawn is the same with and without.
/// When pictures take more memory than they may, they are all let go: what a deck needs is soon back.
final class DecodedPictures: Sendable {
  /// The one that all decks of the process share.
  static let shared = DecodedPictures(limit: 16 << 20)

  private struct Entry {
    let bytes: [UInt8]
    let picture: ImageSource
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
  func picture(
    _ bytes: [UInt8], name: String, make: () throws(RasterError) -> ImageSource
  ) throws(RasterError) -> ImageSource {
    let known = state.withLock { state in
      state.entries.first { $0.picture.name == name && $0.bytes == bytes }?.picture
    }
    if let known { return known }
    // Others may make the same picture meanwhile: that takes longer once, and changes nothing.
    let picture = try make()
    let size = bytes.count + picture.pixelBytes
    guard size <= limit / 4 else { return picture }
    state.withLock { state in
      if state.size + size > limit { state = State() }
      state.entries.append(Entry(bytes: bytes, picture: picture))
      state.size += size
    }
    return picture
  }
}

extension ImageSource {
  /// The memory of its pixels in bytes.
  fileprivate var pixelBytes: Int {
    if case .bitmap(let bitmap) = content { bitmap.pixels.count } else { 0 }
  }
}
