/// A picture file that is to be compared with another one, read as far as it can be without that.
///
/// Several may be read side by side; `PicturePair` finishes two of them together.
package struct ComparedFile: Sendable {
  private let bytes: [UInt8]
  /// The rows of most PNG files.
  let inflated: InflatedPNG?
  private let decoded: ImageSource?

  /// Reads a file.
  ///
  /// - Throws: what `ImageDecoding.decode` throws, but for PNG files whose rows are filtered in a way that there is not.
  package init(_ bytes: [UInt8]) throws(RasterError) {
    self.bytes = bytes
    inflated = InflatedPNG(bytes)
    decoded = inflated == nil ? try ImageDecoding.decode(bytes, name: "") : nil
  }

  /// Whether bytes begin as a picture of pixels that can be read does.
  package static func isPicture(_ bytes: [UInt8]) -> Bool {
    switch ImageFormat(bytes) {
    case .png, .jpeg, .webp: true
    default: false
    }
  }

  /// How many bytes the pixels of a PNG file take, by its beginning; 0 for all else.
  package static func pixelBytes(_ bytes: [UInt8]) -> Int {
    guard case .png? = ImageFormat(bytes), let header = try? PNGHeader(bytes),
      header.width <= Limits.imagePixels / header.height
    else { return 0 }
    return 4 * header.width * header.height
  }

  /// The picture by itself; nil for an SVG file, which has no pixels.
  ///
  /// - Throws: `RasterError.image` when the file is damaged.
  package func picture() throws(RasterError) -> Bitmap? {
    if let picture = inflated?.picture() { return picture }
    var image = decoded
    if image == nil { image = try ImageDecoding.decode(bytes, name: "") }
    guard case .bitmap(let bitmap)? = image?.content else { return nil }
    return bitmap
  }
}

/// Two pictures, with what reading them together has told.
///
/// Guarantees: the pictures are those that `ImageDecoding` gives, and `equalRows` marks no row that differs.
package struct PicturePair: Sendable {
  /// The picture that was wanted.
  package let expected: Bitmap
  /// The picture that came.
  package let actual: Bitmap
  /// For each row from the top whether it is known to be equal; empty when nothing is known.
  let equalRows: [Bool]

  /// Two pictures of which nothing is known.
  package init(expected: Bitmap, actual: Bitmap) {
    self.expected = expected
    self.actual = actual
    equalRows = []
  }

  /// A picture and itself: what two equal files show.
  package init(twice picture: Bitmap) {
    expected = picture
    actual = picture
    equalRows = [Bool](repeating: true, count: picture.height)
  }

  /// Unfilters two PNG files side by side; nil where that cannot be, and each file has to be read by itself.
  package init?(_ expected: ComparedFile, _ actual: ComparedFile) {
    guard let one = expected.inflated, let two = actual.inflated,
      let found = InflatedPNG.unfilter(one, two)
    else { return nil }
    (self.expected, self.actual, equalRows) = (found.expected, found.actual, found.equalRows)
  }

  /// Whether two files hold the same bytes, and therefore show the same.
  package static func areEqual(_ expected: [UInt8], _ actual: [UInt8]) -> Bool {
    MemoryEquality.holds(expected, actual)
  }
}
