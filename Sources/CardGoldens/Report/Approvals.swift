package import CardParts
import CardRaster

/// The pictures that were approved as goldens: the file that the report writes and `cardshot approve` reads.
///
/// ```json
/// { "version": 1, "approved": [ { "name": "mail/offer@2x.dark", "fingerprint": "9f86d0…" } ] }
/// ```
///
/// A picture is approved by its fingerprint, so a later run's picture is not approved by mistake.
///
/// In approvals read from a file, every name is a valid golden name, all names are distinct, and every
/// fingerprint consists of 64 lowercase hexadecimal digits.
package struct Approvals: Hashable, Sendable {
  /// One approved picture.
  package struct Approval: Hashable, Sendable {
    package var name: String
    /// The fingerprint of the approved picture.
    package var fingerprint: String
  }

  /// The file name that the report suggests.
  package static let fileName = "cardshot-approvals.json"

  /// The pictures, in the order of the file.
  package var approved: [Approval]

  package init(_ approved: [Approval] = []) { self.approved = approved }

  /// Approves every picture of a run that can become a golden.
  package init(all run: GoldenRun) {
    approved = run.outcomes.compactMap { outcome in
      guard outcome.isApprovable, let fingerprint = outcome.fingerprint else { return nil }
      return Approval(name: outcome.name, fingerprint: fingerprint)
    }
  }

  /// The text of the file.
  package var json: String { Self.record.jsonText(of: self) }

  private static let record = Record("the approvals", Approvals()) {
    RecordField.version(1)
    RecordField("approved", \.approved, .list(approval.kind))
  }

  private static let approval = Record("an approval", Approval(name: "", fingerprint: "")) {
    RecordField("name", \.name, .goldenName)
    RecordField("fingerprint", \.fingerprint, .digest(64))
  }

  /// Reads an approvals file.
  ///
  /// - Throws: a `DeckError` with every error in the file and its place.
  package init(_ bytes: [UInt8], file: String) throws(DeckError) {
    var read = Approvals()
    try RecordReader.read(bytes, file: file) { root, reader in
      read = Self.record.kind.read(root, .root, reader) ?? read
      guard case .array(let elements)? = root["approved"]?.value else { return }
      var places: [GoldenName: JSONNode] = [:]
      for (number, element) in elements.enumerated() {
        guard let node = element["name"], case .string(let text) = node.value,
          let name = try? GoldenName(text)
        else { continue }
        guard let first = places.updateValue(node, forKey: name) else { continue }
        reader.error(
          node, JSONPath.root.key("approved").index(number).key("name"), "'\(name)' is approved twice",
          hint: first.place.map { "first at \($0.text)" })
      }
    }
    self = read
  }
}

extension RecordKind where Value == String {
  /// A text that is a valid golden name.
  static var goldenName: Self {
    RecordKind(json: { .of($0) }) { node, path, reader in
      guard let text = text.read(node, path, reader) else { return nil }
      do throws(GoldenError) {
        return try GoldenName(text).text
      } catch {
        reader.error(node, path, error.message)
        return nil
      }
    }
  }
}
