import CardRaster

/// A message (RFC 5322) with a card in plain text, in HTML, and its pictures; who sends it adds whom it is from and to.
struct MailMessage {
  let subject: String
  let text: String
  let html: String
  /// The pictures, each with the name that the HTML has for it.
  let pictures: [(id: String, bytes: [UInt8])]

  /// The name of a picture in HTML.
  static func source(_ id: String) -> String { "cid:\(id)" }

  /// The bytes of the message.
  var bytes: [UInt8] {
    // Made of the content, so that the same card gives the same message.
    let sum = SHA256.hex(Array((subject + text + html).utf8)).prefix(24)
    let (outer, inner) = ("=_a\(sum)", "=_b\(sum)")
    var lines = [
      "Subject: \(Self.header(subject))", "MIME-Version: 1.0",
      "Content-Type: multipart/alternative; boundary=\"\(outer)\"", "", "--\(outer)",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
    ]
    lines += Self.base64(Array(text.replacing("\n", with: "\r\n").utf8))
    lines += [
      "--\(outer)", "Content-Type: multipart/related; type=\"text/html\"; boundary=\"\(inner)\"", "",
      "--\(inner)",
      "Content-Type: text/html; charset=utf-8", "Content-Transfer-Encoding: base64", "",
    ]
    lines += Self.base64(Array(html.replacing("\n", with: "\r\n").utf8))
    for picture in pictures {
      lines += [
        "--\(inner)", "Content-Type: image/png", "Content-Transfer-Encoding: base64",
        "Content-ID: <\(picture.id)>",
        "Content-Disposition: inline", "",
      ]
      lines += Self.base64(picture.bytes)
    }
    lines += ["--\(inner)--", "", "--\(outer)--", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  /// Lines of Base64, 76 letters each.
  private static func base64(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + 57, bytes.count)
      lines.append(Base64.text(Array(bytes[start..<end])))
      start = end
    }
    return lines
  }

  /// A text in a header (RFC 2047): words of at most 75 letters, one a line.
  private static func header(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }), text.utf8.count <= 60, !text.contains("=?") {
      return text
    }
    var words: [String] = []
    var part = ""
    for character in text {
      if part.utf8.count + String(character).utf8.count > 42, !part.isEmpty {
        words.append(part)
        part = ""
      }
      part.append(character)
    }
    words.append(part)
    return words.map { "=?utf-8?B?\(Base64.text(Array($0.utf8)))?=" }.joined(separator: "\r\n ")
  }
}
