/// A worker's cache of scaled pictures and blurred shadows.
///
/// The cards of a deck share avatars, logos and shadows, which take longer than everything else. Guarantees:
/// the key of an entry contains all inputs, so a picture is the same without the cache. If the entries exceed
/// the memory limit, all of them are removed: a card quickly fills the cache again.
final class PaintCache {
  /// The maximum number of bytes of scaled pictures, including their sources.
  static let pictureBytes = 16 << 20
  /// The maximum number of bytes of shadows.
  static let shadowBytes = 8 << 20

  private struct Picture {
    let bitmap: Bitmap
    let frame: Rect
    let part: PixelRect
    let scaled: ScaledPicture
  }

  /// All inputs of the mask of a shadow.
  struct ShadowKey: Hashable {
    let shape: RoundedRect
    let sigma: Double
    let area: PixelRect
    let hole: RoundedRect?
  }

  private var pictures: [Picture] = []
  private var pictureSize = 0
  private var shadows: [ShadowKey: [UInt8]] = [:]
  private var shadowSize = 0

  /// Finds a part of a picture that is stretched over a frame, or makes it.
  func scaled(
    _ bitmap: Bitmap, to frame: Rect, part: PixelRect, make: () throws(RasterError) -> ScaledPicture
  ) throws(RasterError) -> ScaledPicture {
    // Positions first: pixels are compared only if they are equal, and then they mostly share storage.
    let known = pictures.first { $0.part == part && $0.frame == frame && $0.bitmap == bitmap }
    if let known { return known.scaled }
    let made = try make()
    let size = bitmap.pixels.count + 4 * part.width * part.height
    guard size <= Self.pictureBytes / 4 else { return made }
    if pictureSize + size > Self.pictureBytes { (pictures, pictureSize) = ([], 0) }
    pictures.append(Picture(bitmap: bitmap, frame: frame, part: part, scaled: made))
    pictureSize += size
    return made
  }

  /// Finds the mask of a shadow or makes it.
  func shadow(_ key: ShadowKey, make: () throws(RasterError) -> [UInt8]) throws(RasterError) -> [UInt8] {
    if let mask = shadows[key] { return mask }
    let mask = try make()
    guard mask.count <= Self.shadowBytes / 2 else { return mask }
    if shadowSize + mask.count > Self.shadowBytes { (shadows, shadowSize) = ([:], 0) }
    shadows[key] = mask
    shadowSize += mask.count
    return mask
  }
}

/// A surface that several pictures may be painted from.
final class ScaledPicture {
  let surface: CairoSurface

  init(_ surface: consuming CairoSurface) { self.surface = surface }
}
