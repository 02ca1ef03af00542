import CardParts
import CardRaster

/// The hexadecimal text of a SHA-256 checksum.
enum Fingerprint {
  /// Whether a text is 64 lowercase hexadecimal digits.
  static func isOne(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
  }

  /// The fingerprint of a layout.
  static func of(_ layout: LayoutSnapshot) -> String { SHA256.hex(Array(layout.json.utf8)) }
}
