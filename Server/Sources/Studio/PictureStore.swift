import Crypto
import Foundation

/// Keeps pictures in memory, named by their content.
///
/// The page loads a picture after it was drawn, so the newest ones must stay for a while.
actor PictureStore {
  private var files: [String: Data] = [:]
  private var order: [String] = []
  private var size = 0
  private static let largest = 192 << 20

  /// Stores a file, and returns its address relative to the page.
  func add(_ data: Data, ending: String) -> String {
    let name = Self.sum(of: data) + "." + ending
    if files.updateValue(data, forKey: name) == nil {
      size += data.count
    } else {
      order.removeAll { $0 == name }
    }
    order.append(name)
    while size > Self.largest, order.count > 1 {
      size -= files.removeValue(forKey: order.removeFirst())?.count ?? 0
    }
    return "picture/" + name
  }

  /// The SHA-256 of some bytes, as hexadecimal digits.
  static func sum(of data: Data) -> String {
    SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
  }

  func content(of name: String) -> Data? { files[name] }

  /// The media type of a file, by the ending of its name.
  static func mediaType(_ name: String) -> String {
    switch StudioFolder.ending(name) {
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "webp": "image/webp"
    case "gif": "image/gif"
    case "svg": "image/svg+xml"
    case "pdf": "application/pdf"
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    default: "application/octet-stream"
    }
  }
}
