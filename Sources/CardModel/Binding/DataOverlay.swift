import CardRaster

/// External data that overrides the `data` of a deck: files (`--data`) and single values (`--set`).
package enum DataOverlay {
  /// Reads a data file, which must contain one object.
  static func read(_ bytes: [UInt8], file: String) throws(DeckIssue) -> JSONNode {
    let node = try JSONScanner.scan(bytes, file: file)
    guard case .object = node.value else {
      throw DeckIssue(
        .error, file: file, place: node.place, path: .root,
        message: "the data must be an object, found \(node.kindText)",
        hint: "put it under a name, such as {\"rows\": [...]}")
    }
    return node
  }

  /// Overrides one value with another: objects are merged recursively, other values are replaced.
  ///
  /// Members keep the order of the lower object; new members follow.
  package static func merge(_ over: JSONNode, onto base: JSONNode) -> JSONNode {
    guard case .object(let upper) = over.value, case .object(var lower) = base.value else { return over }
    var places: [String: Int] = [:]
    for (number, member) in lower.enumerated() { places[member.key] = number }
    for member in upper {
      if let number = places[member.key] {
        lower[number].value = merge(member.value, onto: lower[number].value)
      } else {
        places[member.key] = lower.count
        lower.append(member)
      }
    }
    return JSONNode(.object(lower), place: base.place, isBound: base.isBound)
  }

  /// Sets one value, as in `user.name=Ann`, `rows[0].amount=12.5` or `tags=["a","b"]`.
  ///
  /// The text after `=` is parsed as JSON if it is valid JSON, and is a string otherwise. Missing objects are
  /// created; an element of a list must exist.
  ///
  /// - Throws: an error about `--set` if the path is invalid or does not fit the data, or if the JSON exceeds
  ///   a limit.
  ///
  /// - Parameter check: Checks and converts the value before it is set.
  package static func set(
    _ assignment: String, in data: JSONNode, check: (JSONNode, JSONPath) -> JSONNode = { value, _ in value }
  ) throws(DeckIssue) -> JSONNode {
    let (path, value) = try parts(of: assignment)
    return try put(check(value, path), at: path.steps[...], of: path, in: data)
  }

  /// Splits an assignment into its path and value.
  ///
  /// - Throws: the errors of `set(_:in:)` that do not depend on the data.
  package static func parts(of assignment: String) throws(DeckIssue) -> (path: JSONPath, value: JSONNode) {
    guard let equals = assignment.firstIndex(of: "="), equals != assignment.startIndex else {
      throw issue("expected path=value, found \(DeckIssue.quoted(assignment))")
    }
    let path: JSONPath
    do throws(BindingError) {
      path = try BindingParser.path(String(assignment[..<equals]))
    } catch { throw issue(error.message, error.hint) }
    guard path.steps.count <= Limits.jsonDepth else {
      throw issue("a path of more than \(Limits.jsonDepth) steps")
    }
    return (path, try value(String(assignment[assignment.index(after: equals)...])))
  }

  private static func value(_ text: String) throws(DeckIssue) -> JSONNode {
    do throws(DeckIssue) {
      // These positions would be mistaken for positions in the deck.
      return try JSONScanner.scan(Array(text.utf8), file: "--set")
        .marked({ $0.place = nil }, keys: { $0 = nil })
    } catch {
      guard error.code == .notJSON else { throw error }
      return .of(text)
    }
  }

  private static func put(
    _ value: JSONNode, at steps: ArraySlice<JSONPath.Step>, of path: JSONPath, in node: JSONNode
  ) throws(DeckIssue) -> JSONNode {
    guard let step = steps.first else { return value }
    let rest = steps.dropFirst()
    let before = JSONPath(Array(path.steps[..<steps.startIndex]))
    var result = node
    switch (node.value, step) {
    case (.object(var members), .key(let name)):
      if let number = members.firstIndex(where: { $0.key == name }) {
        members[number].value = try put(value, at: rest, of: path, in: members[number].value)
      } else {
        members.append(JSONNode.Member(key: name, value: try put(value, at: rest, of: path, in: .null)))
      }
      result.value = .object(members)
    case (.null, .key(let name)):
      result.value = .object([
        JSONNode.Member(key: name, value: try put(value, at: rest, of: path, in: .null))
      ])
    case (.array(var elements), _):
      guard let number = index(step), elements.indices.contains(number) else {
        let count = elements.count == 1 ? "1 element" : "\(elements.count) elements"
        throw issue("no \(shown(JSONPath(before.steps + [step])))", "\(shown(before)) is a list of \(count)")
      }
      elements[number] = try put(value, at: rest, of: path, in: elements[number])
      result.value = .array(elements)
    default:
      let name = before.steps.isEmpty ? "the data" : shown(before)
      throw issue("cannot set \(shown(path))", "\(name) is \(node.kindText)")
    }
    return result
  }

  private static func index(_ step: JSONPath.Step) -> Int? {
    switch step {
    case .index(let number): number
    case .key(let name): Int(name)
    }
  }

  private static func shown(_ path: JSONPath) -> String { DeckIssue.quoted(path.text) }

  private static func issue(_ message: String, _ hint: String? = nil) -> DeckIssue {
    changing(DeckIssue(.error, file: "--set", message: message, hint: hint)) { $0.option = "assignments" }
  }
}
