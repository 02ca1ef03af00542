/// The target of a link: an address that is safe to write in every output.
package struct LinkTarget: Hashable, Sendable {
  /// The address, trimmed; non-ASCII characters are kept as given.
  package let address: String
  /// The scheme of the address.
  package let scheme: LinkScheme

  /// Parses an address as browsers do; nil if it is empty or must not be followed.
  ///
  /// Browsers drop white space and control characters at the ends, and tabs and line breaks inside, before
  /// they look for the scheme (URL Standard, "basic URL parser"). The ends are therefore trimmed, and an
  /// address with a control character inside is rejected.
  package init?(_ text: String) {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 }
    var scalars = text.unicodeScalars.drop(while: isBlank)
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    let address = String(scalars)
    guard !scalars.isEmpty, !scalars.contains(where: Self.isControl), let scheme = LinkScheme(of: address)
    else {
      return nil
    }
    self.address = address
    self.scheme = scheme
  }

  /// The address with URI characters only (RFC 3986); all others are percent-encoded UTF-8.
  ///
  /// Existing escapes are kept. Parentheses are escaped too, though a URI may contain them, because they
  /// delimit strings in a PDF document.
  package var uri: String {
    let bytes = Array(address.utf8)
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if Self.isPlain(byte) || byte == UInt8(ascii: "%") && Self.isEscape(bytes[index...].prefix(3)) {
        result.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F
  }

  /// Whether a byte is an unreserved or reserved character of RFC 3986, except parentheses.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "-._~:/?#[]@!$&'*+,;=".utf8.contains(byte)
  }

  /// Whether the bytes are `%` and two hexadecimal digits.
  private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 3
      && bytes.dropFirst().allSatisfy {
        Character(Unicode.Scalar($0)).isHexDigit
      }
  }
}

/// The schemes allowed in links: those that only open a page or start a message or call.
package enum LinkScheme: String, CaseIterable, Hashable, Sendable {
  /// No scheme: an address relative to the page.
  case relative = ""
  /// A web page over TLS.
  case https
  /// A web page without encryption.
  case http
  /// An email address.
  case mailto
  /// A telephone number.
  case tel
  /// A text message to a telephone number.
  case sms

  /// The scheme of an address; nil for a scheme that is not allowed, such as `javascript`.
  package init?(of address: String) {
    guard let name = Self.name(in: address) else {
      self = .relative
      return
    }
    guard let scheme = Self(rawValue: name.lowercased()), scheme != .relative else { return nil }
    self = scheme
  }

  /// The text before the first colon of an address; nil for a relative one.
  ///
  /// A colon after `/`, `?` or `#` belongs to a path (RFC 3986, section 4.2). The search compares scalars,
  /// not characters: to browsers a colon with an accent is a colon.
  package static func name(in address: String) -> String? {
    let scalars = address.unicodeScalars
    guard let end = scalars.firstIndex(where: { ":/?#".unicodeScalars.contains($0) }), scalars[end] == ":"
    else { return nil }
    return String(scalars[..<end])
  }
}
