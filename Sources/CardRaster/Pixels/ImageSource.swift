/// A picture that was read, checked and decoded, ready to be placed in a card.
public struct ImageSource: Hashable, Sendable {
  /// What the picture is made of.
  public enum Content: Hashable, Sendable {
    /// Pixels, upright (an EXIF orientation is already applied).
    case bitmap(Bitmap)
    /// The same, made when it is painted.
    case deferred(DeferredBitmap)
    /// An SVG document, checked to be readable; drawn at the size where it is used.
    case vector(SVGPicture)
    /// An outline in the picture's natural size, filled with one colour: an icon.
    case outline(Path)
  }

  /// The file as it was, for outputs that embed pictures.
  public struct File: Hashable, Sendable {
    /// `image/png`, `image/jpeg` or `image/svg+xml`.
    public var mediaType: String
    /// All its bytes.
    public var bytes: [UInt8]

    /// Makes a file.
    public init(mediaType: String, bytes: [UInt8]) {
      self.mediaType = mediaType
      self.bytes = bytes
    }
  }

  /// Its name in messages and dumps; equal names in one deck mean the same picture.
  public var name: String
  /// Its natural size in points: pixels, or the size an SVG document asks for.
  public var size: Size
  /// The picture.
  public var content: Content
  /// The original file when any viewer shows it as `content` has it; nil when it must be encoded anew.
  public var file: File?

  /// A sentence about what could not be read as the file has it; nil when all was.
  package internal(set) var warning: String?

  /// Makes an image source.
  public init(name: String, size: Size, content: Content, file: File?) {
    self.name = name
    self.size = size
    self.content = content
    self.file = file
  }

  /// Whether two sources show the same picture under the same name.
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
  /// How many pixels it has in a row and in a column; nil for a picture of shapes.
  package var pixelSize: (width: Int, height: Int)? {
    switch content {
    case .bitmap(let bitmap): (bitmap.width, bitmap.height)
    case .deferred(let picture): (picture.width, picture.height)
    case .vector, .outline: nil
    }
  }

  /// The processor time that its trial took as an SVG picture, in seconds; 0 for one that takes little.
  var trialTime: Double {
    if case .vector(let picture) = content { picture.trialTime } else { 0 }
  }

  /// Whether it has pixels and nothing shines through them.
  package var hasOpaquePixels: Bool {
    switch content {
    case .bitmap(let bitmap): bitmap.isOpaque
    case .deferred(let picture): picture.isOpaque
    case .vector, .outline: false
    }
  }

  /// Its pixels; nil for a picture of shapes.
  ///
  /// - Throws: what `DeferredBitmap.bitmap` throws.
  package func bitmap() throws(RasterError) -> Bitmap? {
    switch content {
    case .bitmap(let bitmap): bitmap
    case .deferred(let picture): try picture.bitmap()
    case .vector, .outline: nil
    }
  }
}

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
