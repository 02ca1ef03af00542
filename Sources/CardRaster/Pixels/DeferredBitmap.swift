/// Pixels that are made when something asks for them, and made anew when they were let go meanwhile.
///
/// The pictures of a deck are such: a hundred photos are a gigabyte of pixels, of which painting needs one at a time.
/// `KeptPixels` decides how long they stay. Guarantees: each making gives the same pixels.
public final class DeferredBitmap: Sendable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Whether every alpha is 255.
  public let isOpaque: Bool
  /// What the pixels are made of: the bytes of a file.
  let source: [UInt8]
  /// What is done with the pixels of the source, in words that tell it from anything else; empty for nothing.
  let change: String
  private let find: @Sendable () throws(RasterError) -> Bitmap

  /// Makes a picture.
  ///
  /// - Parameters:
  ///   - first: the pixels as they are made the first time; they are not kept here.
  ///   - source: the bytes of the file that they are made of.
  ///   - change: what is done with the file's pixels, in words that tell it from anything else.
  ///   - find: gives the same pixels again.
  init(
    _ first: Bitmap, of source: [UInt8], change: String,
    find: @escaping @Sendable () throws(RasterError) -> Bitmap
  ) {
    (width, height, isOpaque) = (first.width, first.height, first.isOpaque)
    self.source = source
    self.change = change
    self.find = find
  }

  /// The pixels.
  ///
  /// - Throws: what decoding throws, as when there is no memory.
  public func bitmap() throws(RasterError) -> Bitmap { try find() }
}

extension DeferredBitmap: Hashable {
  /// Whether the same pixels come out.
  public static func == (a: DeferredBitmap, b: DeferredBitmap) -> Bool {
    a === b
      || a.width == b.width && a.height == b.height && a.change == b.change && a.source == b.source
  }

  /// Hashes the size and what is done with the file's pixels.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(change)
  }
}
