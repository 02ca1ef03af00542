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
  package var json: String {
    let list = approved.map { approval in
      JSONNode.object([("name", .of(approval.name)), ("fingerprint", .of(approval.fingerprint))])
    }
    return JSONDump.write(.object([("version", .of(1)), ("approved", .list(list))]), pretty: true) + "\n"
  }
}

extension Approvals {
  /// Reads an approvals file.
  ///
  /// - Throws: everything that is wrong with it, each mistake with its place.
  package init(_ bytes: [UInt8], file: String) throws(DeckError) {
    var reader = ApprovalsReader(file: file)
    self = reader.read(bytes)
    let issues = reader.sorted
    if let error = DeckError(issues) { throw error }
  }
}

/// Reads one approvals file and collects what is wrong with it.
private struct ApprovalsReader {
  let file: String
  var issues: [DeckIssue] = []

  init(file: String) { self.file = file }

  /// The issues by place.
  var sorted: [DeckIssue] {
    let far = SourcePlace(line: .max, column: .max)
    let order = issues.enumerated().sorted { a, b in
      (a.element.place ?? far, a.offset) < (b.element.place ?? far, b.offset)
    }
    guard issues.count > Limits.issues else { return order.map(\.element) }
    let rest = issues.count - Limits.issues
    return order.prefix(Limits.issues).map(\.element) + [
      DeckIssue(
        .error, file: file, place: nil, path: .root,
        message: "\(rest) more problem\(rest == 1 ? "" : "s") not shown")
    ]
  }

  mutating func read(_ bytes: [UInt8]) -> Approvals {
    let (document, problems) = JSONNode.read(bytes, file: file)
    issues = problems
    guard let document else { return Approvals() }
    guard case .object(let members) = document.value else {
      expected("an object with 'version' and 'approved'", document, .root)
      return Approvals()
    }
    checkKeys(members, known: ["version", "approved"], .root)
    if let version = required("version", document, .root) {
      if version.number != 1 {
        error(
          version, JSONPath.root.key("version"), "expected version 1, found \(brief(version))",
          hint: "another version of cardshot wrote this file")
      }
    }
    guard let list = required("approved", document, .root) else { return Approvals() }
    let path = JSONPath.root.key("approved")
    guard case .array(let elements) = list.value else {
      expected("a list", list, path)
      return Approvals()
    }
    var approvals = Approvals()
    var places: [GoldenName: SourcePlace?] = [:]
    for (number, element) in elements.enumerated() {
      let path = path.index(number)
      guard let (name, fingerprint) = approval(element, path) else { continue }
      if let first = places[name] {
        error(
          element["name"] ?? element, path.key("name"), "'\(name)' is approved twice",
          hint: first.map { "first at \($0.text)" })
        continue
      }
      places[name] = .some(element["name"]?.place)
      approvals.approved.append(Approvals.Approval(name: name.text, fingerprint: fingerprint))
    }
    return approvals
  }

  private mutating func approval(_ node: JSONNode, _ path: JSONPath) -> (GoldenName, String)? {
    guard case .object(let members) = node.value else {
      expected("an object with 'name' and 'fingerprint'", node, path)
      return nil
    }
    checkKeys(members, known: ["name", "fingerprint"], path)
    let written = text("name", node, path)
    let fingerprint = text("fingerprint", node, path)
    var name: GoldenName?
    if let written, let value = node["name"] {
      do throws(GoldenError) {
        name = try GoldenName(written)
      } catch {
        self.error(value, path.key("name"), error.message)
      }
    }
    if let fingerprint, let value = node["fingerprint"] {
      let isDigest =
        fingerprint.utf8.count == 64
        && fingerprint.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
      guard isDigest else {
        error(
          value, path.key("fingerprint"),
          "expected 64 lower-case hexadecimal digits, found '\(shortened(fingerprint))'")
        return nil
      }
    }
    guard let name, let fingerprint else { return nil }
    return (name, fingerprint)
  }

  private mutating func text(_ key: String, _ node: JSONNode, _ path: JSONPath) -> String? {
    guard let value = required(key, node, path) else { return nil }
    guard case .string(let text) = value.value else {
      expected("a string", value, path.key(key))
      return nil
    }
    return text
  }

  private mutating func required(_ key: String, _ node: JSONNode, _ path: JSONPath) -> JSONNode? {
    if let value = node[key] { return value }
    error(node, path, "'\(key)' is missing")
    return nil
  }

  private mutating func checkKeys(_ members: [JSONNode.Member], known: [String], _ path: JSONPath) {
    for member in members where !known.contains(member.key) {
      issues.append(
        .unknownKey(
          member, of: path.steps.isEmpty ? "the approvals" : "an approval", at: path, in: file, known: known,
          hint: "known: \(known.joined(separator: ", "))"))
    }
  }

  private mutating func expected(_ what: String, _ node: JSONNode, _ path: JSONPath) {
    error(node, path, "expected \(what), found \(brief(node))")
  }

  private mutating func error(_ node: JSONNode, _ path: JSONPath, _ message: String, hint: String? = nil) {
    issues.append(DeckIssue(.error, file: file, place: node.place, path: path, message: message, hint: hint))
  }

  private func brief(_ node: JSONNode) -> String {
    switch node.value {
    case .string(let text): "'\(shortened(text))'"
    case .number: node.text
    default: node.kindText
    }
  }

  /// A text from the file for a message: one harmless line, not too long.
  private func shortened(_ text: String) -> String {
    let line = Printable.line(String(text.unicodeScalars.prefix(80)))
    return text.unicodeScalars.count > 80 ? line + "…" : line
  }
}
