/// An image format, detected by the first bytes; the name of a file is not used.
enum ImageFormat: Equatable {
  case png, jpeg, webp, svg
  /// A format that is recognised and not supported.
  case unsupported(String)

  /// Detects the format from the first bytes; nil if it is unknown.
  init?(_ bytes: [UInt8]) {
    func has(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has("GIF87a") || has("GIF89a") {
      self = .unsupported("GIF")
    } else if has("BM"), bytes.count > 18, bytes[14...17].allSatisfy({ $0 == 0 || $0 >= 12 }) {
      self = .unsupported("BMP")
    } else if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      self = .unsupported("TIFF")
    } else if has("ftyp", at: 4) {
      let isHEIC = has("hei", at: 8) || has("mif1", at: 8)
      self = .unsupported(has("avi", at: 8) ? "AVIF" : isHEIC ? "HEIC" : "Video")
    } else if bytes.starts(with: [0, 0, 1, 0]) {
      self = .unsupported("Icon (ICO)")
    } else if bytes.starts(with: [0x1F, 0x8B]) {
      self = .unsupported("Compressed SVG (.svgz)")
    } else if has("%PDF") {
      self = .unsupported("PDF")
    } else if bytes.starts(with: [0xFF, 0x0A]) || has("JXL ", at: 4) {
      self = .unsupported("JPEG XL")
    } else if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      self = .unsupported("UTF-16 SVG")
    } else {
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
      guard text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "<") else {
        return nil
      }
      self = .svg
    }
  }
}
