import CardRaster

/// The sums of pictures, each made once.
final class PictureSums {
  private struct Key: Hashable {
    let name: String
    let size: Size
  }

  private var known: [Key: String] = [:]

  init() {}

  /// The sum of a picture's pixels, or of the document of one that has none.
  func sum(of image: ImageSource) -> String {
    // Within one deck equal names mean the same picture.
    let key = Key(name: image.name, size: image.size)
    if let sum = known[key] { return sum }
    let sum =
      switch image.content {
      case .bitmap(let bitmap): bitmap.fingerprint
      // Pixels that cannot be made once more are told when they are painted.
      case .deferred(let picture): (try? picture.bitmap())?.fingerprint ?? ""
      case .vector(let picture): SHA256.hex(picture.bytes)
      case .outline: SHA256.hex(Array(image.name.utf8))
      }
    known[key] = sum
    return sum
  }
}
