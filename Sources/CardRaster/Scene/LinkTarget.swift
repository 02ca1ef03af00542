/// Where a link goes: an address that every painter may write.
package struct LinkTarget: Hashable, Sendable {
  /// The address, without blanks at its ends; characters beyond ASCII are as they were given.
  package let address: String
  /// Its scheme.
  package let scheme: LinkScheme

  /// Reads an address as browsers do; nil when it is empty or must not be followed.
  ///
  /// Browsers drop white space and control characters at the ends, and tabs and line breaks inside, before they look for
  /// the scheme (URL Standard, "basic URL parser"): so the ends are cut, and a control character inside refuses.
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

  /// The address of nothing but the characters of a URI (RFC 3986), all others as percent escapes of their UTF-8.
  ///
  /// Escapes that are there stay. Parentheses become escapes too, though a URI may hold them: they are what ends a
  /// string in a PDF document.
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

  /// Whether a byte is one of RFC 3986's unreserved and reserved characters but the parentheses.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~:/?#[]@!$&'*+,;=".utf8.contains(byte)
    }
  }

  /// Whether bytes are `%` and two hexadecimal digits.
  private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 3
      && bytes.dropFirst().allSatisfy {
        Character(Unicode.Scalar($0)).isHexDigit
      }
  }
}

/// The schemes that the address of a link may have: those that do nothing but open a page or a message.
package enum LinkScheme: String, CaseIterable, Hashable, Sendable {
  /// No scheme: an address relative to the page.
  case relative = ""
  /// A page of the web.
  case https
  /// A page of the web, not encrypted.
  case http
  /// A message to a mail address.
  case mailto
  /// A call to a telephone number.
  case tel
  /// A short message to a telephone number.
  case sms

  /// The scheme of an address; nil for one that no link may have, such as `javascript`.
  package init?(of address: String) {
    guard let name = Self.name(in: address) else {
      self = .relative
      return
    }
    guard let scheme = Self(rawValue: name.lowercased()), scheme != .relative else { return nil }
    self = scheme
  }

  /// What stands before the first colon of an address; nil for a relative one.
  ///
  /// A colon behind `/`, `?` or `#` belongs to a path (RFC 3986, section 4.2). Scalars are looked at, not characters:
  /// to browsers a colon with an accent is a colon.
  package static func name(in address: String) -> String? {
    let scalars = address.unicodeScalars
    guard let end = scalars.firstIndex(where: { ":/?#".unicodeScalars.contains($0) }), scalars[end] == ":"
    else { return nil }
    return String(scalars[..<end])
  }
}
