import CardParts
import CardRaster

/// The text of a SHA-256 sum.
enum Fingerprint {
  /// Whether a text is 64 hexadecimal digits in lower case.
  static func isOne(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
  }

  /// That of a layout.
  static func of(_ layout: LayoutSnapshot) -> String { SHA256.hex(Array(layout.json.utf8)) }
}
