import CardParts

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
  package var json: String {
    let list = approved.map { approval in
      JSONNode.object([("name", .of(approval.name)), ("fingerprint", .of(approval.fingerprint))])
    }
    return JSONDump.write(.object([("version", .of(1)), ("approved", .list(list))]), pretty: true) + "\n"
  }
}
