package import CardParts
import CardRaster

/// The pictures that somebody has looked at and wants as goldens: the file that the report writes and `cardshot approve`
/// reads.
///
/// ```json
/// { "version": 1, "approved": [ { "name": "mail/offer@2x.dark", "fingerprint": "9f86d0…" } ] }
/// ```
///
/// A picture is approved by its fingerprint, so a later run's picture is not approved by mistake.
///
/// Guarantees, when it was read from a file: every name stays below the folder of goldens, no two are equal, and every
/// fingerprint is 64 lower-case hexadecimal digits.
package struct Approvals: Hashable, Sendable {
  /// One picture.
  package struct Approval: Hashable, Sendable {
    /// The golden's name.
    package var name: String
    /// The fingerprint of the picture that was looked at.
    package var fingerprint: String

    /// Makes an approval.
    package init(name: String, fingerprint: String) {
      self.name = name
      self.fingerprint = fingerprint
    }
  }

  /// The name that the report gives the file.
  package static let fileName = "cardshot-approvals.json"

  /// The pictures, in the order of the file.
  package var approved: [Approval]

  /// Takes pictures.
  package init(_ approved: [Approval] = []) { self.approved = approved }

  /// Takes every picture of a run that may become a golden.
  package init(all run: GoldenRun) {
    approved = run.outcomes.compactMap { outcome in
      guard outcome.isApprovable, let fingerprint = outcome.fingerprint else { return nil }
      return Approval(name: outcome.name, fingerprint: fingerprint)
    }
  }

  /// The file's text.
  package var json: String { Self.record.text(self) }

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
  /// - Throws: everything that is wrong with it, each mistake with its place.
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
  /// The name of a golden.
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
