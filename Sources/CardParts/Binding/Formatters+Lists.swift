import CardRaster

/// Formatters of lists and of counts.
extension Formatters {
  /// The words for a number: the first that fits of `"=0: none"`, which is that very number, and of categories of the
  /// locale's language such as `"one: # item"`; `#` is the number.
  static func plural(
    _ call: FormatterCall, _ node: JSONNode, _ locale: DeckLocale, _ budget: DeckBudget
  ) throws(BindingMistake) -> String {
    let number = try wanted(node, for: call)
    var forms: [(key: String, text: Substring)] = []
    for argument in call.arguments {
      guard case .string(let form) = argument.value, let colon = form.firstIndex(of: ":") else {
        throw pluralMistake("takes forms such as \"one: # item\", found \(DeckIssue.quoted(argument.text))")
      }
      let key = String(form[..<colon])
      let isExact = key.first == "=" && Double(key.dropFirst()) != nil
      guard isExact || PluralCategory(rawValue: key) != nil else {
        throw pluralMistake(
          "has no category \(DeckIssue.quoted(key))",
          Spelling.nearest(to: key, in: PluralCategory.allCases.map(\.rawValue)).map {
            "did you mean '\($0)'?"
          })
      }
      let text = form[form.index(after: colon)...]
      forms.append((key, text.first == " " ? text.dropFirst() : text))
    }
    guard forms.contains(where: { $0.key == "other" }) else {
      throw pluralMistake("needs a form \"other: …\", which is there in every language")
    }
    let rounded = Rounded(number, digits: 0...3)
    let category = locale.pluralCategory(of: rounded).rawValue
    let form =
      forms.first { $0.key.first == "=" && Double($0.key.dropFirst()) == number.value }
      ?? forms.first { $0.key == category } ?? forms.first { $0.key == "other" }
    let (words, digits) = (form?.text ?? "", locale.decimalText(rounded, group: locale.group))
    let signs = words.utf8.count { $0 == UInt8(ascii: "#") }
    try budget.take(bytes: words.utf8.count + signs * digits.utf8.count)
    return String(words).replacing("#", with: digits)
  }

  private static func pluralMistake(
    _ message: String, _ hint: @autoclosure @escaping @Sendable () -> String? = nil
  ) -> BindingMistake {
    BindingMistake(
      message: "the formatter 'plural' \(message)",
      hint: hint() ?? "write it as plural(\"one: # item\", \"other: # items\")")
  }

  /// How much there is to go through: entries of a list, and some characters of a text in the place of one.
  static func entries(in node: JSONNode) -> Int {
    switch node.value {
    case .array(let elements): elements.count
    case .string(let text): text.utf8.count / 8
    case .object, .null, .bool, .number: 0
    }
  }

  static func count(_ call: FormatterCall, _ node: JSONNode) throws(BindingMistake) -> Int {
    try noArguments(call)
    switch (node.meantCollection ?? node).value {
    case .array(let elements): return elements.count
    case .object(let members): return members.count
    case .string(let text): return text.count
    case .null, .bool, .number:
      throw BindingMistake(
        message: "the formatter 'count' takes a list, an object or a text, found \(node.kindText)")
    }
  }

  static func sum(
    _ call: FormatterCall, _ node: JSONNode, _ texts: BindingTexts
  ) throws(BindingMistake) -> JSONNumber {
    var total: JSONNumber = 0
    for value in try entries(of: node, call, member: 0, texts) {
      total = try total.calculated(.plus, try wanted(value, for: call))
    }
    return total
  }

  static func join(
    _ call: FormatterCall, _ node: JSONNode, _ budget: DeckBudget, _ texts: BindingTexts
  ) throws(BindingMistake) -> String {
    guard case .string(let separator) = (call.arguments.first ?? .of(", ")).value else {
      throw BindingMistake(message: "the formatter 'join' takes a text, such as join(\", \")")
    }
    var parts: [String] = []
    for value in try entries(of: node, call, member: 1, texts) {
      switch value.value {
      case .string(let text): parts.append(text)
      case .number(let number): parts.append(number.text)
      case .bool(let flag): parts.append(flag ? "true" : "false")
      case .null: continue
      case .array, .object:
        throw BindingMistake(
          message: "the formatter 'join' takes a list of texts, found \(value.kindText) in it",
          hint: "name the value of each, such as join(\", \", \"name\")")
      }
    }
    let separators = max(0, parts.count - 1) * separator.utf8.count
    try budget.take(bytes: parts.reduce(separators) { $0 + $1.utf8.count })
    return parts.joined(separator: separator)
  }

  /// The entries of a list, or the value of each that an argument names.
  private static func entries(
    of node: JSONNode, _ call: FormatterCall, member: Int, _ texts: BindingTexts
  ) throws(BindingMistake) -> [JSONNode] {
    guard case .array(let elements) = (node.meantCollection ?? node).value else {
      throw BindingMistake(message: "the formatter '\(call.name)' takes a list, found \(node.kindText)")
    }
    guard call.arguments.count <= member + 1 else {
      throw BindingMistake(
        message:
          "the formatter '\(call.name)' takes at most \(member + 1) argument\(member == 0 ? "" : "s"), found \(call.arguments.count)"
      )
    }
    guard call.arguments.count > member else { return elements }
    guard case .string(let name) = call.arguments[member].value else {
      throw BindingMistake(
        message: "the formatter '\(call.name)' takes the name of a value, such as \"name\"")
    }
    let path = try BindingParser.path(name)
    var values: [JSONNode] = []
    for element in elements { values.append(try BindingScope(data: element, texts: texts).value(path)) }
    return values
  }

  /// The locale that `locale` names.
  static func locale(_ call: FormatterCall) throws(BindingMistake) -> DeckLocale {
    guard call.arguments.count == 1, case .string(let name) = call.arguments[0].value else {
      throw BindingMistake(
        message: "the formatter 'locale' takes one text", hint: "write it as locale(\"de_DE\")")
    }
    if let locale = DeckLocale(name) { return locale }
    throw BindingMistake(
      message: "unknown locale \(DeckIssue.quoted(name))",
      hint: Spelling.nearest(to: name, in: DeckLocale.identifiers).map { "did you mean '\($0)'?" }
        ?? "the locales are \(DeckLocale.identifiers.joined(separator: ", "))")
  }
}
