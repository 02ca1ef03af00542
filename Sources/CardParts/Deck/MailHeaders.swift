import CardRaster

/// The headers of a card as an e-mail.
package struct MailHeaders: Sendable, Hashable {
  package var subject: String?
  package var from: String?
  package var to: String?

  static let fields = FieldTable<MailHeaders> {
    Field("subject", \.subject, .text, "The subject.", default: "the deck's `title`, or the first heading")
    Field("from", \.from, .mailAddress, "The sender, such as `Shop <shop@example.com>`.")
    Field("to", \.to, .mailAddress, "The recipient, such as `{{ email }}`.")
  }

  /// The name and the address of a header; the name is nil for a plain address.
  static func parts(of address: String) -> (name: String?, address: String) {
    guard let open = address.lastIndex(of: "<"), address.hasSuffix(">") else { return (nil, address) }
    let name = String(address[..<open]).trimmingSpaces
    return (name.isEmpty ? nil : name, String(address[address.index(after: open)...].dropLast()))
  }

  /// Whether a text is one address, with or without a name, that cannot add other headers.
  static func isAddress(_ text: String) -> Bool {
    let (name, address) = parts(of: text)
    let halves = address.split(separator: "@", omittingEmptySubsequences: false)
    let marks = "()<>[]:;,\\\"".utf8
    return halves.count == 2 && halves.allSatisfy { !$0.isEmpty } && address.utf8.count <= 254
      && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !marks.contains($0) }
      && (name ?? "").utf8.count <= 200
      && (name ?? "").unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
          && $0.value != 0x2028 && $0.value != 0x2029 && !"\"<>\\".unicodeScalars.contains($0)
      }
  }
}

extension ValueKind where Value == String {
  /// One address of an e-mail.
  fileprivate static var mailAddress: Self {
    ValueKind("address", schema: .string, isExplained: false) { node, path, context in
      if case .string(let text) = node.value, MailHeaders.isAddress(text) { return text }
      return context.mismatch(node, path, expected: "one address such as \"Ann <ann@example.com>\"")
    }
  }
}

extension ValueKind where Value == MailHeaders {
  /// The headers of an e-mail.
  static var mailHeaders: Self {
    .object("mailHeaders", "The headers of a card as an e-mail.", MailHeaders.fields) { MailHeaders() }
  }
}

extension Deck {
  /// The deck with other headers of an e-mail; texts may contain bindings.
  package func withMail(subject: String?, from: String?, to: String?) -> Deck {
    let given = [("subject", subject), ("from", from), ("to", to)].compactMap { name, text in
      text.map { (name, JSONNode.of($0)) }
    }
    guard !given.isEmpty else { return self }
    var deck = self
    let mail: JSONNode = .object(["mail": .object(given)])
    deck.root = root.merged(with: JSONNode(mail.value, place: root.place))
    return deck
  }
}
