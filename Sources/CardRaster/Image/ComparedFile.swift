/// An image file for a comparison, decoded as far as possible without the other file.
///
/// Several may be read in parallel; `PicturePair` finishes two of them together.
package struct ComparedFile: Sendable {
  private let bytes: [UInt8]
  /// The inflated rows of a plain PNG file.
  let inflated: InflatedPNG?
  private let decoded: ImageSource?

  /// Reads a file.
  ///
  /// - Throws: the errors of `ImageDecoding.decode`, except that an invalid filter of a PNG file is only
  ///   found later.
  package init(_ bytes: [UInt8]) throws(RasterError) {
    self.bytes = bytes
    inflated = InflatedPNG(bytes)
    decoded = inflated == nil ? try ImageDecoding.decode(bytes, name: "") : nil
  }

  /// Whether the first bytes are those of a supported pixel format.
  package static func isPicture(_ bytes: [UInt8]) -> Bool {
    [.png, .jpeg, .webp].contains(ImageFormat(bytes))
  }

  /// The size in pixels of a PNG file, from its first 33 bytes; nil for all other files.
  package static func sizeOfPNG(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard case .png? = ImageFormat(bytes), let header = try? PNGHeader(bytes),
      header.width <= Limits.imagePixels / header.height
    else { return nil }
    return (header.width, header.height)
  }

  /// The number of bytes of a PNG file's pixels, from its header; 0 for all other files.
  package static func pixelBytes(_ bytes: [UInt8]) -> Int {
    sizeOfPNG(bytes).map { 4 * $0.width * $0.height } ?? 0
  }

  /// The picture alone; nil for an SVG file, which has no pixels.
  ///
  /// - Throws: `RasterError.image` if the file is damaged.
  package func picture() throws(RasterError) -> Bitmap? {
    if let picture = inflated?.picture() { return picture }
    var image = decoded
    if image == nil { image = try ImageDecoding.decode(bytes, name: "") }
    guard case .bitmap(let bitmap)? = image?.content else { return nil }
    return bitmap
  }
}

/// Two pictures, and which of their rows are known to be equal.
///
/// Guarantees: the pictures are those of `ImageDecoding`, and `equalRows` marks no row that differs.
package struct PicturePair: Sendable {
  /// The expected picture.
  package let expected: Bitmap
  /// The actual picture.
  package let actual: Bitmap
  /// For each row from the top, whether it is known to be equal; empty if nothing is known.
  let equalRows: [Bool]

  /// Two pictures without known equal rows.
  package init(expected: Bitmap, actual: Bitmap) {
    self.expected = expected
    self.actual = actual
    equalRows = []
  }

  /// A picture and itself: the content of two equal files.
  package init(twice picture: Bitmap) {
    expected = picture
    actual = picture
    equalRows = [Bool](repeating: true, count: picture.height)
  }

  /// Unfilters two PNG files in parallel; nil if that is not possible and each file must be decoded alone.
  package init?(_ expected: ComparedFile, _ actual: ComparedFile) {
    guard let one = expected.inflated, let two = actual.inflated,
      let found = InflatedPNG.unfilter(one, two)
    else { return nil }
    (self.expected, self.actual, equalRows) = (found.expected, found.actual, found.equalRows)
  }

  /// Whether two files have the same bytes, and therefore the same content.
  package static func areEqual(_ expected: [UInt8], _ actual: [UInt8]) -> Bool {
    MemoryEquality.holds(expected, actual)
  }
}
