import CardRaster

/// A message (RFC 5322) with a card as plain text and HTML, and its pictures.
///
/// Without `from` and `to` the sending program adds sender and recipients.
struct MailMessage {
  let subject: String
  let from, to: String?
  let text: String
  let html: String
  /// The pictures inside of it, each with the name that the HTML has for it; empty where they lie elsewhere.
  let pictures: [(id: String, picture: ExportedFile)]

  /// The URL of an embedded picture in HTML.
  static func source(_ id: String) -> String { "cid:\(id)" }

  /// The maximum number of characters in a subject: email clients show about sixty.
  private static let mostLetters = 120
  /// The maximum number of UTF-8 bytes in a subject.
  ///
  /// A number of characters would not do, as one may have any number of combining marks.
  private static let mostBytes = 480

  /// The subject: the first text that contains more than addresses; nil if there is none.
  ///
  /// It is a single line. A header ends at a line break, so text after one could inject another header.
  static func subject(_ texts: [String?]) -> String? {
    for case .some(let text) in texts {
      let lines = text.unicodeScalars.split {
        $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x2028 || $0.value == 0x2029
      }
      let words = lines.flatMap { Printable.shown(String($0)).split(separator: " ") }
      let subject = words.filter { !isAddress($0) }.joined(separator: " ")
      guard subject.contains(where: { !$0.isWhitespace && !$0.isPunctuation }) else { continue }
      return subject.trimmingSpaces.shortened(to: mostLetters, bytes: mostBytes)
    }
    return nil
  }

  /// Whether a word is a link, which may contain private data.
  private static func isAddress(_ word: Substring) -> Bool {
    word.contains("://") || word.lowercased().drop { $0.isPunctuation }.hasPrefix("mailto:")
  }

  /// The bytes in the form of a message or of a service.
  func bytes(as form: MailSettings.Form) -> [UInt8] {
    let node: JSONNode
    switch form {
    case .postmark: node = postmark
    case .sendgrid: node = sendgrid
    case .ses: node = ses
    case .html, .mjml, .eml: return bytes
    }
    return Array((JSONDump.write(node, pretty: true) + "\n").utf8)
  }

  /// The pictures as objects of a service; nil without pictures.
  private func attachments(
    _ members: (_ id: String, _ picture: ExportedFile) -> KeyValuePairs<String, JSONNode>
  ) -> JSONNode? {
    pictures.isEmpty ? nil : .list(pictures.map { .object(members($0, $1)) })
  }

  /// The body of Postmark's `POST /email`.
  private var postmark: JSONNode {
    .object(present: [
      "From": from.map { .of($0) }, "To": to.map { .of($0) }, "Subject": .of(subject),
      "HtmlBody": .of(html), "TextBody": .of(text), "MessageStream": "outbound",
      "Attachments": attachments { id, picture in
        [
          "Name": .of(Self.fileName(id, picture)), "Content": .of(Base64.encode(picture.bytes)),
          "ContentType": .of(Self.type(picture)), "ContentID": .of(Self.source(id)),
        ]
      },
    ])
  }

  /// The body of SendGrid's `POST /v3/mail/send`.
  private var sendgrid: JSONNode {
    func address(_ text: String) -> JSONNode {
      let (name, address) = MailHeaders.parts(of: text)
      return .object(present: ["email": .of(address), "name": name.map { .of($0) }])
    }
    func content(_ type: String, _ value: String) -> JSONNode {
      .object(["type": .of(type), "value": .of(value)])
    }
    return .object(present: [
      "personalizations": to.map { .list([.object(["to": [address($0)]])]) },
      "from": from.map(address), "subject": .of(subject),
      "content": .list([content("text/plain", text), content("text/html", html)]),
      "attachments": attachments { id, picture in
        [
          "content": .of(Base64.encode(picture.bytes)), "type": .of(Self.type(picture)),
          "filename": .of(Self.fileName(id, picture)), "disposition": "inline", "content_id": .of(id),
        ]
      },
    ])
  }

  /// The body of `SendEmail` of Amazon SES (version 2), with the whole message.
  private var ses: JSONNode {
    .object(present: [
      "FromEmailAddress": from.map { .of($0) },
      "Destination": to.map { .object(["ToAddresses": [.of($0)]]) },
      "Content": .object(["Raw": .object(["Data": .of(Base64.encode(bytes))])]),
    ])
  }

  private static func type(_ picture: ExportedFile) -> String { "image/\(picture.format.rawValue)" }

  private static func fileName(_ id: String, _ picture: ExportedFile) -> String {
    "\(id.prefix { $0 != "@" }).\(picture.format.pathExtensions[0])"
  }

  /// The lines of an address header; none without an address.
  private static func addressLines(_ name: String, _ text: String?) -> [String] {
    guard let text else { return [] }
    let (person, address) = MailHeaders.parts(of: text)
    guard let person else { return ["\(name): \(address)"] }
    let isPlain = person.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    return ["\(name): \(isPlain ? "\"\(person)\"" : header(person)) <\(address)>"]
  }

  var bytes: [UInt8] {
    // A hash of the content, so that the same card produces the same message.
    let sum = SHA256.hex(Array((subject + text + html).utf8)).prefix(24)
    let (outer, inner) = ("=_a\(sum)", "=_b\(sum)")
    var lines = Self.addressLines("From", from) + Self.addressLines("To", to)
    lines += [
      "Subject: \(Self.header(subject))", "MIME-Version: 1.0",
      "Content-Type: multipart/alternative; boundary=\"\(outer)\"", "", "--\(outer)",
    ]
    lines += Self.part("text/plain; charset=utf-8", Self.words(text))
    lines.append("--\(outer)")
    let page = Self.part("text/html; charset=utf-8", Self.words(html))
    if pictures.isEmpty {
      lines += page
    } else {
      lines += [
        "Content-Type: multipart/related; type=\"text/html\"; boundary=\"\(inner)\"", "", "--\(inner)",
      ]
      lines += page
      for (id, picture) in pictures {
        lines.append("--\(inner)")
        lines += Self.part(
          Self.type(picture), picture.bytes,
          more: ["Content-ID: <\(id)>", "Content-Disposition: inline"])
      }
      lines.append("--\(inner)--")
    }
    lines += ["--\(outer)--", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  /// The text with CRLF line ends.
  private static func words(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }

  /// The lines of a MIME part: its headers, an empty line, and its content.
  ///
  /// The content is in Base64 with 76 characters per line.
  private static func part(_ type: String, _ bytes: [UInt8], more: [String] = []) -> [String] {
    var lines = ["Content-Type: \(type)", "Content-Transfer-Encoding: base64"] + more + [""]
    for start in stride(from: 0, to: bytes.count, by: 57) {
      lines.append(Base64.encode(Array(bytes[start..<min(start + 57, bytes.count)])))
    }
    return lines + [""]
  }

  /// A text in a header (RFC 2047): encoded words of at most 75 characters, one per line.
  private static func header(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }), text.utf8.count <= 60, !text.contains("=?") {
      return text
    }
    var words: [String] = []
    var part = ""
    for scalar in text.unicodeScalars {
      if part.utf8.count + String(scalar).utf8.count > 42 {
        words.append(part)
        part = ""
      }
      part.unicodeScalars.append(scalar)
    }
    words.append(part)
    return words.map { "=?utf-8?B?\(Base64.encode(Array($0.utf8)))?=" }.joined(separator: "\r\n ")
  }
}
