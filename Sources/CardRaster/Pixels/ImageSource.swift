/// An image that was read, checked and decoded, ready to be placed on a card.
public struct ImageSource: Hashable, Sendable {
  /// The content of an image.
  public enum Content: Hashable, Sendable {
    /// Pixels, upright (the EXIF orientation is already applied).
    case bitmap(Bitmap)
    /// Pixels that are decoded when the image is painted.
    case deferred(DeferredBitmap)
    /// An SVG document that was checked; it is rendered at the size where it is used.
    case vector(SVGPicture)
    /// An outline in the image's natural size, filled with one colour: an icon.
    case outline(Path)
  }

  /// The original file, for outputs that embed images.
  public struct File: Hashable, Sendable {
    /// `image/png`, `image/jpeg` or `image/svg+xml`.
    public var mediaType: String
    /// The bytes of the file.
    public var bytes: [UInt8]

    /// Makes a file.
    public init(mediaType: String, bytes: [UInt8]) {
      self.mediaType = mediaType
      self.bytes = bytes
    }
  }

  /// Its name in messages and dumps; equal names in one deck mean the same image.
  public var name: String
  /// Its natural size in points: its pixels, or the size in the SVG document.
  public var size: Size
  /// The decoded content.
  public var content: Content
  /// The original file if every viewer shows it as `content` has it; nil if it must be encoded again.
  public var file: File?

  /// A sentence about anything in the file that could not be honoured; nil if there is nothing to report.
  package internal(set) var warning: String?

  /// Makes an image source.
  public init(name: String, size: Size, content: Content, file: File?) {
    self.name = name
    self.size = size
    self.content = content
    self.file = file
  }

  /// Whether two sources show the same image under the same name.
  public static func == (a: ImageSource, b: ImageSource) -> Bool {
    a.name == b.name && a.size == b.size && a.content == b.content
  }

  /// Hashes the name and the size.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(size)
  }
}

extension ImageSource {
  /// The size in pixels; nil for a vector image.
  package var pixelSize: (width: Int, height: Int)? {
    switch content {
    case .bitmap(let bitmap): (bitmap.width, bitmap.height)
    case .deferred(let picture): (picture.width, picture.height)
    case .vector, .outline: nil
    }
  }

  /// The CPU time of its trial rendering as an SVG picture, in seconds; 0 if it was short.
  var trialTime: Double {
    if case .vector(let picture) = content { picture.trialTime } else { 0 }
  }

  /// Whether the image is a bitmap with only opaque pixels.
  package var hasOpaquePixels: Bool {
    switch content {
    case .bitmap(let bitmap): bitmap.isOpaque
    case .deferred(let picture): picture.isOpaque
    case .vector, .outline: false
    }
  }

  /// Its pixels; nil for a vector image.
  ///
  /// - Throws: the errors of `DeferredBitmap.bitmap`.
  package func bitmap() throws(RasterError) -> Bitmap? {
    switch content {
    case .bitmap(let bitmap): bitmap
    case .deferred(let picture): try picture.bitmap()
    case .vector, .outline: nil
    }
  }
}

/// Pixels that are decoded on demand, and again if they were evicted from memory meanwhile.
///
/// The images of a deck are deferred: a hundred photos are a gigabyte of pixels, and painting needs one at a
/// time. `DecodedImageCache` decides how long they stay. Guarantees: decoding always gives the same pixels.
public final class DeferredBitmap: Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// Whether every alpha is 255.
  public let isOpaque: Bool
  /// The mean colour, a dark and a light one; empty for a picture with transparent pixels.
  let tones: [UInt32]
  /// The bytes of the file that the pixels are decoded from.
  let source: [UInt8]
  /// A unique description of the change applied to the decoded pixels; empty for none.
  let change: String
  private let find: @Sendable () throws(RasterError) -> Bitmap

  /// Makes a deferred bitmap.
  ///
  /// - Parameters:
  ///   - first: the pixels from the first decoding; they are not retained here.
  ///   - source: the bytes of the file.
  ///   - change: a unique description of the change applied to the file's pixels.
  ///   - find: returns the same pixels again.
  init(
    _ first: Bitmap, of source: [UInt8], change: String,
    find: @escaping @Sendable () throws(RasterError) -> Bitmap
  ) {
    (width, height, isOpaque) = (first.width, first.height, first.isOpaque)
    tones = first.tones
    self.source = source
    self.change = change
    self.find = find
  }

  /// The pixels.
  ///
  /// - Throws: the errors of decoding, such as out of memory.
  public func bitmap() throws(RasterError) -> Bitmap { try find() }
}

extension DeferredBitmap: Hashable {
  /// Whether both give the same pixels.
  public static func == (a: DeferredBitmap, b: DeferredBitmap) -> Bool {
    a === b
      || a.width == b.width && a.height == b.height && a.change == b.change && a.source == b.source
  }

  /// Hashes the size and the change applied to the file's pixels.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(change)
  }
}
