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
