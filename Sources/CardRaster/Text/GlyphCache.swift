/// Glyphs that were read or drawn already.
///
/// When masks or pictures take more memory than they may, they are all let go: what a card needs is soon back.
final class GlyphCache {
  /// Names a glyph.
  struct Key: Hashable {
    let face: FontFace
    let glyph: UInt32
  }

  /// Names a drawn glyph.
  struct MaskKey: Hashable {
    /// `number(of:)`: the path of a face would be read again for each letter.
    let face: Int
    let glyph: UInt32
    /// Pixels per em in 1/64.
    let size: Int
    /// Quarters of a pixel to the right, and four times those downward.
    let phase: Int
  }

  /// The most bytes of masks.
  static let maskBytes = 16 << 20
  /// The most bytes of pictures.
  static let pictureBytes = 32 << 20
  /// The most outlines.
  static let outlineCount = 16_384

  private var numbers: [FontFace: Int] = [:]
  private var latest: (face: FontFace, number: Int)?
  private var outlines: [Key: Path] = [:]
  private var masks: [MaskKey: GlyphMask?] = [:]
  private var pictures: [Key: GlyphPicture?] = [:]
  private var maskSize = 0
  private var pictureSize = 0

  /// The number of a face, which stays.
  func number(of face: FontFace) -> Int {
    if let latest, latest.face == face { return latest.number }
    let number = numbers[face] ?? numbers.count
    numbers[face] = number
    latest = (face, number)
    return number
  }

  /// Finds an outline or reads it.
  func outline(_ key: Key, read: () throws(RasterError) -> Path) throws(RasterError) -> Path {
    if let path = outlines[key] { return path }
    let path = try read()
    if outlines.count >= Self.outlineCount { outlines = [:] }
    outlines[key] = path
    return path
  }

  /// Finds a mask or draws it.
  func mask(_ key: MaskKey, draw: () throws(RasterError) -> GlyphMask?) throws(RasterError) -> GlyphMask? {
    if let mask = masks[key] { return mask }
    let mask = try draw()
    // What a mask takes beside its pixels.
    let size = 128 + (mask?.coverage.count ?? 0)
    if maskSize + size > Self.maskBytes { (masks, maskSize) = ([:], 0) }
    masks[key] = .some(mask)
    maskSize += size
    return mask
  }

  /// Finds a picture or reads it.
  func picture(_ key: Key, read: () throws(RasterError) -> GlyphPicture?) throws(RasterError) -> GlyphPicture?
  {
    if let picture = pictures[key] { return picture }
    let picture = try read()
    let size = 128 + (picture?.bitmap.pixels.count ?? 0)
    if pictureSize + size > Self.pictureBytes { (pictures, pictureSize) = ([:], 0) }
    pictures[key] = .some(picture)
    pictureSize += size
    return picture
  }
}
