import CardRaster

/// Checks data from outside against the inputs of a deck, and converts table cells to the types of the inputs.
package struct InputCheck {
  /// The file of the data, for messages.
  let file: String
  let report: (DeckIssue) -> Void

  package init(file: String, report: @escaping (DeckIssue) -> Void) {
    (self.file, self.report) = (file, report)
  }

  /// Checks an object with a member for each input.
  ///
  /// - Parameter allowsOthers: Whether members that are not inputs are allowed, because they were checked before
  ///   or because they are the deck's own.
  package func members(
    _ node: JSONNode, of inputs: [Input], at path: JSONPath = .root, allowsOthers: Bool = false
  ) -> JSONNode {
    guard case .object(var members) = node.value else { return node }
    for (number, member) in members.enumerated() {
      guard let input = inputs.first(where: { $0.name == member.key }) else {
        if !allowsOthers {
          report(.unknownInput(member, at: path.key(member.key), in: file, known: inputs))
        }
        continue
      }
      members[number].value = value(member.value, of: input, at: path.key(member.key))
    }
    return changing(node) { $0.value = .object(members) }
  }

  /// Checks a value, and returns it converted to the type of the input.
  @discardableResult package func value(_ node: JSONNode, of input: Input, at path: JSONPath) -> JSONNode {
    // Null counts as missing.
    if case .null = node.value { return node }
    guard var result = converted(node, input) else {
      mismatch(node, input, path)
      return node
    }
    if !input.values.isEmpty, !input.values.contains(where: { Self.areEqual($0, result) }) {
      let near = result.plainText.flatMap {
        Spelling.nearest(to: $0, in: input.values.compactMap(\.plainText))
      }
      mismatch(node, input, path, hint: near.map { "did you mean '\($0)'?" })
    }
    switch result.value {
    case .number(let number): checkRange(number.value, node, input, path)
    case .string(let text) where input.kind == .picture:
      result.mayNameFile = true
      if !isAllowedPicture(text, input) { mismatch(node, input, path) }
    case .string(let text): checkText(text, node, input, path)
    case .array(var elements):
      checkCount(elements.count, input.minItems, input.maxItems, node, input, path, "entr")
      guard let entry = input.members.first else { break }
      for (number, element) in elements.enumerated() {
        if case .null = element.value { mismatch(element, entry, path.index(number)) }
        elements[number] = value(element, of: entry, at: path.index(number))
      }
      result.value = .array(elements)
    case .object where !input.members.isEmpty: result = members(result, of: input.members, at: path)
    case .object, .bool, .null: break
    }
    return result
  }

  /// The data with the defaults of missing inputs; reports missing inputs that are required.
  ///
  /// - Parameter given: Names whose values come from elsewhere.
  package func completed(
    _ node: JSONNode, _ inputs: [Input], at path: JSONPath = .root, given: Set<String> = []
  ) -> JSONNode {
    guard case .object(var members) = node.value else { return node }
    for input in inputs {
      let place = path.key(input.name)
      let index = members.firstIndex { $0.key == input.name }
      if let index, !members[index].value.isNull {
        members[index].value = completed(members[index].value, input, at: place)
        continue
      }
      if let standard = input.standard {
        // As for data from outside: types are converted, and pictures may name files.
        let member = JSONNode.Member(
          key: input.name, value: InputCheck(file: "") { _ in }.value(standard, of: input, at: place))
        if let index { members[index] = member } else { members.append(member) }
      } else if input.isRequired, !given.contains(input.name) {
        issue(
          index.map { members[$0].value } ?? node, place, "a required input is missing",
          hint: "expected \(input.expectation)", code: .missingValue)
      }
    }
    return changing(node) { $0.value = .object(members) }
  }

  /// The value of an input with the defaults in it.
  private func completed(_ node: JSONNode, _ input: Input, at path: JSONPath) -> JSONNode {
    guard case .array(let elements) = node.value, let entry = input.members.first else {
      return completed(node, input.members, at: path)
    }
    var result = node
    result.value = .array(elements.enumerated().map { completed($1, entry, at: path.index($0)) })
    return result
  }

  /// The value as one of the input's type; nil if it has another type.
  private func converted(_ node: JSONNode, _ input: Input) -> JSONNode? {
    var result = node
    result.isCell = false
    switch input.kind {
    case .string, .picture:
      guard let text = node.plainText else { return nil }
      if input.format == .date { result.value = .string(node.isoText(text)) }
      return result
    case .number, .integer:
      guard let number = node.meantNumber else { return nil }
      if input.kind == .integer, number.value.rounded() != number.value { return nil }
      result.value = .number(number)
    case .boolean:
      guard let flag = node.meantBool else { return nil }
      result.value = .bool(flag)
    case .array, .object:
      let value = node.meantCollection ?? node
      switch (value.value, input.kind) {
      case (.array, .array), (.object, .object): result.value = value.value
      default: return nil
      }
    }
    return result
  }

  private static func areEqual(_ a: JSONNode, _ b: JSONNode) -> Bool {
    if let first = a.number, let second = b.number { return first == second }
    return a.plainText == b.plainText
  }

  private func checkRange(_ number: Double, _ node: JSONNode, _ input: Input, _ path: JSONPath) {
    if number < input.minimum ?? -.infinity || number > input.maximum ?? .infinity {
      mismatch(node, input, path, code: .outOfRange)
    }
  }

  private func checkText(_ text: String, _ node: JSONNode, _ input: Input, _ path: JSONPath) {
    checkCount(text.unicodeScalars.count, input.minLength, input.maxLength, node, input, path, "character")
    let isValid =
      switch input.format {
      case .date: CalendarDate(text) != nil
      case .color: Color(css: text) != nil
      case .uri: LinkTarget(text).map { $0.scheme != .relative } ?? false
      case nil: true
      }
    if !isValid || input.pattern.map({ !$0.isFound(in: text) }) == true { mismatch(node, input, path) }
  }

  private func checkCount(
    _ count: Int, _ least: Int?, _ most: Int?, _ node: JSONNode, _ input: Input, _ path: JSONPath,
    _ noun: String
  ) {
    guard count < least ?? 0 || count > most ?? .max else { return }
    issue(
      node, path,
      "expected \(input.expectation), found \(noun == "entr" ? "\(count)" : DeckIssue.counted(count, noun))",
      code: .outOfRange)
  }

  /// Whether a path is a picture in the input's folder, or a picture that is not a file.
  private func isAllowedPicture(_ name: String, _ input: Input) -> Bool {
    guard let folder = input.folder else {
      return !AssetStore.isFile(name) || Input.steps(of: name)?.isEmpty == false
    }
    guard let steps = Input.steps(of: name), let outer = Input.steps(of: folder) else { return false }
    return steps.count > outer.count && steps.starts(with: outer)
  }

  private func mismatch(
    _ node: JSONNode, _ input: Input, _ path: JSONPath, hint: String? = nil, code: DeckIssue.Code? = nil
  ) {
    issue(node, path, "expected \(input.expectation), found \(node.briefText)", hint: hint, code: code)
  }

  private func issue(
    _ node: JSONNode, _ path: JSONPath, _ message: String, hint: String? = nil, code: DeckIssue.Code? = nil
  ) {
    report(
      DeckIssue(.error, file: file, place: node.place, path: path, message: message, hint: hint, code: code))
  }
}

extension DeckIssue {
  /// The error for a name in data that is not an input.
  package static func unknownInput(
    _ member: JSONNode.Member, at path: JSONPath, in file: String, known: [Input]
  ) -> DeckIssue {
    DeckIssue(
      .error, file: file, place: member.keyPlace ?? member.value.place, path: path, message: "unknown input",
      hint: Spelling.question(for: member.key, in: known.map(\.name)),
      code: .unknownKey)
  }
}

extension InputCheck {
  /// Checks a value at a path into the data, and returns it converted to the type of the input.
  ///
  /// Names at the top are checked elsewhere.
  package func value(_ node: JSONNode, at path: JSONPath, among inputs: [Input]) -> JSONNode {
    guard case .key(let name)? = path.steps.first, var input = inputs.first(where: { $0.name == name }) else {
      return node
    }
    for (number, step) in path.steps.enumerated().dropFirst() {
      // Inputs without members allow any values.
      guard let entry = input.members.first else { return node }
      switch (input.kind, step) {
      case (.object, .key(let name)):
        guard let member = input.members.first(where: { $0.name == name }) else {
          let place = JSONPath(Array(path.steps.prefix(number + 1)))
          report(
            .unknownInput(JSONNode.Member(key: name, value: node), at: place, in: file, known: input.members))
          return node
        }
        input = member
      case (.array, _): input = entry
      default: return node
      }
    }
    return value(node, of: input, at: path)
  }
}
