import CardRaster

/// The formatters of bindings, as in `{{ amount | currency }}`.
///
/// The locale is an argument; the system's locale is not used.
package enum Formatters: String, CaseIterable {
  /// `currency`, `currency("EUR")`, `currency("EUR", 0)`, `currency(0)`.
  ///
  /// The code defaults to the locale's currency, and the decimals to those of the currency.
  case currency
  /// `number`, `number(2)`: at most three decimals, or exactly the given number.
  ///
  /// Without an argument, a number that would become zero has three significant digits.
  case number
  /// `percent`, `percent(1)`: 0.72 becomes 72 %; the default is 0 decimals, and 0.001 becomes <1 %.
  case percent
  /// `compact`, `compact(1)`: the locale's short form of a large number, such as 1.2K.
  case compact
  /// `date`, `date("long")`, `date("d. MMMM yyyy")`; see `Formatters+Dates.swift`.
  case date
  /// `upper`: in uppercase.
  case upper
  /// `lower`: in lowercase.
  case lower
  /// `default("–")`: replaces a value that is missing or null.
  case `default`
  /// `plural("one: # item", "other: # items")`; see `plural`.
  case plural
  /// `count`: the number of entries of a list, members of an object, or characters of a text.
  case count
  /// `sum`, `sum("due")`: the sum of a list of numbers, or of a member of each entry.
  case sum
  /// `mean`, `mean("due")`: the mean of a list of numbers, or of a member of each entry.
  case mean
  /// `sort("due")`, `sort("-due")`: the list in the order of a member, or in descending order.
  case sort
  /// `group("city")`: the entries with the same value of a member, as a list of objects with `key` and `rows`.
  case group
  /// `join(", ")`, `join(", ", "name")`: joins the entries of a list, or a member of each entry, into a text.
  case join
  /// `locale("de_DE")`: sets the locale of the formatters after it.
  case locale

  /// The error about an unknown formatter.
  package static func unknown(_ name: String, _ custom: CustomKinds) -> BindingError {
    let names = allCases.map(\.rawValue) + custom.formatterNames
    let meant = ["round": "number(0)", "length": "count", "size": "count"]
    return BindingError(
      message: "unknown formatter \(DeckIssue.quoted(name))",
      hint: (meant[name] ?? Spelling.nearest(to: name, in: names)).map { "did you mean '\($0)'?" }
        ?? "the formatters are \(names.joined(separator: ", "))")
  }

  /// Applies a built-in or custom formatter.
  ///
  /// - Throws: an error if the formatter is unknown, the value has the wrong type or the arguments are
  ///   invalid.
  package static func apply(
    _ call: FormatterCall, to node: JSONNode, locale: DeckLocale, budget: DeckBudget,
    texts: BindingTexts = BindingTexts(), custom: CustomKinds
  ) throws(BindingError) -> JSONNode {
    if let formatter = Formatters(rawValue: call.name) {
      return try apply(formatter, call, to: node, locale: locale, budget: budget, texts: texts)
    }
    guard let value = try custom.apply(call, to: node, locale: locale, budget: budget) else {
      throw unknown(call.name, custom)
    }
    return value
  }

  /// The argument of `default`.
  static func fallback(_ call: FormatterCall) throws(BindingError) -> JSONNode {
    guard call.arguments.count == 1 else {
      throw BindingError(
        message: "the formatter 'default' takes 1 argument, found \(call.arguments.count)",
        hint: "write it as default(\"–\")")
    }
    return call.arguments[0]
  }

  /// Applies a built-in formatter.
  ///
  /// - Throws: an error if the value has the wrong type or the arguments are invalid.
  package static func apply(
    _ formatter: Formatters, _ call: FormatterCall, to node: JSONNode, locale: DeckLocale,
    budget: DeckBudget, texts: BindingTexts = BindingTexts()
  ) throws(BindingError) -> JSONNode {
    let text: String
    switch formatter {
    case .currency: text = try currency(call, node, locale)
    case .number:
      let number = try wanted(node, for: call)
      text =
        try digits(call, atMost: 1).map {
          locale.decimalText(Rounded(number, digits: $0...$0), group: locale.group)
        } ?? locale.numberText(number, digits: 3)
    case .percent:
      let number = try wanted(node, for: call)
      text =
        try digits(call, atMost: 1).map {
          locale.percentText(
            locale.decimalText(Rounded(number, digits: $0...$0, shift: 2), group: locale.group))
        } ?? locale.shareText(number, digits: 0)
    case .compact:
      let digits = try digits(call, atMost: 1)
      let number = try wanted(node, for: call)
      text =
        digits == nil && number.value.magnitude < 0.05
        ? locale.numberText(number, digits: 1) : locale.compactText(number.value, digits: digits)
    case .date: return .of(try date(call, node, locale, budget))
    case .upper, .lower:
      guard case .string(let value) = node.value else {
        throw BindingError(message: "the formatter '\(call.name)' takes a string, found \(node.kindText)")
      }
      try noArguments(call)
      try budget.take(bytes: value.utf8.count)
      return .of(formatter == .upper ? locale.uppercased(value) : locale.lowercased(value))
    case .plural: return .of(try plural(call, node, locale, budget))
    case .count:
      try budget.take(entries: entries(in: node))
      return .of(try count(call, node))
    case .sum:
      try budget.take(entries: entries(in: node))
      return .of(try sum(call, node, texts))
    case .mean:
      try budget.take(entries: entries(in: node))
      return .of(try mean(call, node, texts))
    case .sort, .group:
      let count = entries(in: node)
      try budget.take(entries: count * (Int.bitWidth - count.leadingZeroBitCount))
      return formatter == .sort ? try sort(call, node, locale, texts) : try group(call, node, budget, texts)
    case .join:
      try budget.take(entries: entries(in: node))
      return .of(try join(call, node, budget, texts))
    case .locale:
      _ = try Self.locale(call)
      return node
    case .default:
      // Invalid arguments are errors even if the value exists.
      _ = try fallback(call)
      return node
    }
    try budget.take(bytes: text.utf8.count)
    return .of(text)
  }

  /// The number in a value; throws for other values.
  static func wanted(_ node: JSONNode, for call: FormatterCall) throws(BindingError) -> JSONNumber {
    guard let value = node.meantNumber else {
      throw BindingError(
        message: "the formatter '\(call.name)' takes a number, found \(node.foundText)",
        hint: numberHint(node))
    }
    return value
  }

  private static func numberHint(_ node: JSONNode) -> String? {
    guard case .string(let text) = node.value else { return nil }
    if let hint = node.cellHint { return hint }
    return JSONNode.cell(text).meantNumber != nil
      ? "write it without quotes: \(text)" : CSVTable.meantNumber(text)
  }

  static func noArguments(_ call: FormatterCall) throws(BindingError) {
    guard call.arguments.isEmpty else {
      throw BindingError(
        message: "the formatter '\(call.name)' takes no argument, found \(call.arguments.count)")
    }
  }

  /// The last argument as a number of decimals; nil without arguments.
  private static func digits(_ call: FormatterCall, atMost count: Int) throws(BindingError) -> Int? {
    guard call.arguments.count <= count else {
      let most = "at most \(count) argument\(count == 1 ? "" : "s")"
      throw BindingError(
        message: "the formatter '\(call.name)' takes \(most), found \(call.arguments.count)")
    }
    guard let last = call.arguments.last else { return nil }
    guard case .number(let value) = last.value, let digits = Int(exactly: value.value),
      (0...10).contains(digits)
    else {
      throw BindingError(
        message: "the formatter '\(call.name)' takes 0 to 10 decimals, found \(DeckIssue.quoted(last.text))")
    }
    return digits
  }

  private static func currency(
    _ call: FormatterCall, _ node: JSONNode, _ locale: DeckLocale
  ) throws(BindingError) -> String {
    let value = try wanted(node, for: call)
    var call = call
    var code = locale.currency
    if case .string(let given)? = call.arguments.first?.value {
      code = given
      call.arguments.removeFirst()
      if !Currencies.codes.contains(code) {
        throw BindingError(
          message: "unknown currency \(DeckIssue.quoted(given))",
          hint: Spelling.question(for: given, in: Currencies.symbols.map(\.code) + Currencies.codes)
            ?? "a currency is a code such as \"EUR\"")
      }
    }
    let digits = try digits(call, atMost: 1) ?? Currencies.digits(code)
    return locale.currencyText(Rounded(value, digits: digits...digits), code: code)
  }
}

/// Formatters for lists and counts.
extension Formatters {
  /// The form for a number: the first that matches, with `#` replaced by the number.
  ///
  /// A form such as `"=0: none"` matches an exact number, and `"one: # item"` a plural category of the
  /// locale's language.
  static func plural(
    _ call: FormatterCall, _ node: JSONNode, _ locale: DeckLocale, _ budget: DeckBudget
  ) throws(BindingError) -> String {
    let number = try wanted(node, for: call)
    var forms: [(key: String, text: Substring)] = []
    for argument in call.arguments {
      guard case .string(let form) = argument.value, let colon = form.firstIndex(of: ":") else {
        throw pluralError("takes forms such as \"one: # item\", found \(DeckIssue.quoted(argument.text))")
      }
      let key = String(form[..<colon])
      let isExact = key.first == "=" && Double(key.dropFirst()) != nil
      guard isExact || PluralCategory(rawValue: key) != nil else {
        throw pluralError(
          "has no category \(DeckIssue.quoted(key))",
          Spelling.question(for: key, in: PluralCategory.allCases.map(\.rawValue)))
      }
      let text = form[form.index(after: colon)...]
      forms.append((key, text.first == " " ? text.dropFirst() : text))
    }
    guard forms.contains(where: { $0.key == "other" }) else {
      throw pluralError("needs a form \"other: …\", which every language has")
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

  private static func pluralError(
    _ message: String, _ hint: @autoclosure @escaping @Sendable () -> String? = nil
  ) -> BindingError {
    BindingError(
      message: "the formatter 'plural' \(message)",
      hint: hint() ?? "write it as plural(\"one: # item\", \"other: # items\")")
  }

  /// The cost of visiting a value: the entries of a list, or one for every eight bytes of a text.
  static func entries(in node: JSONNode) -> Int {
    switch node.value {
    case .array(let elements): elements.count
    case .string(let text): text.utf8.count / 8
    case .object, .null, .bool, .number: 0
    }
  }

  static func count(_ call: FormatterCall, _ node: JSONNode) throws(BindingError) -> Int {
    try noArguments(call)
    switch (node.meantCollection ?? node).value {
    case .array(let elements): return elements.count
    case .object(let members): return members.count
    case .string(let text): return text.count
    case .null, .bool, .number:
      throw BindingError(
        message: "the formatter 'count' takes a list, an object or a text, found \(node.kindText)")
    }
  }

  static func sum(
    _ call: FormatterCall, _ node: JSONNode, _ texts: BindingTexts
  ) throws(BindingError) -> JSONNumber {
    var total: JSONNumber = 0
    for value in try entries(of: node, call, member: 0, texts) where !value.isNull {
      total = try total.calculated(.plus, try wanted(value, for: call))
    }
    return total
  }

  /// The mean of the numbers that exist.
  private static func mean(
    _ call: FormatterCall, _ node: JSONNode, _ texts: BindingTexts
  ) throws(BindingError) -> JSONNumber {
    let count = try entries(of: node, call, member: 0, texts).count { !$0.isNull }
    guard count > 0 else {
      throw BindingError(message: "the formatter 'mean' takes numbers, found an empty list")
    }
    return try sum(call, node, texts).calculated(.divided, JSONNumber(count))
  }

  /// The entries in the order of a member: numbers, then texts by the rules of the language, then missing ones.
  private static func sort(
    _ call: FormatterCall, _ node: JSONNode, _ locale: DeckLocale, _ texts: BindingTexts
  ) throws(BindingError) -> JSONNode {
    var call = call
    var isDescending = false
    if case .string(let name)? = call.arguments.first?.value, name.hasPrefix("-") {
      isDescending = true
      call.arguments[0] = .of(String(name.dropFirst()))
      if name == "-" { call.arguments.removeFirst() }
    }
    let keys = try entries(of: node, call, member: 0, texts)
    let collation = Collation(locale)
    var order: [(number: Int, value: JSONNumber?, text: Collation.Key?)] = []
    for (number, key) in keys.enumerated() {
      switch key.value {
      case .string(let text) where key.meantNumber == nil:
        order.append((number, nil, collation.key(of: key.isoText(text))))
      case .null: order.append((number, nil, nil))
      default: order.append((number, try wanted(key, for: call), nil))
      }
    }
    order.sort { a, b in
      let (first, second) = isDescending ? (b, a) : (a, b)
      if let one = first.value, let other = second.value {
        let sign = one.compared(to: other)
        return sign == 0 ? a.number < b.number : sign < 0
      }
      if let one = first.text, let other = second.text {
        return one == other ? a.number < b.number : one < other
      }
      // Missing values are last in both orders.
      let (rank, other) = (
        a.value != nil ? 0 : a.text != nil ? 1 : 2, b.value != nil ? 0 : b.text != nil ? 1 : 2
      )
      return rank == other ? a.number < b.number : rank < other
    }
    guard case .array(let elements) = (node.meantCollection ?? node).value else { return node }
    return .list(order.map { elements[$0.number] })
  }

  /// The entries with equal values of a member, in the order of their first entries.
  private static func group(
    _ call: FormatterCall, _ node: JSONNode, _ budget: DeckBudget, _ texts: BindingTexts
  ) throws(BindingError) -> JSONNode {
    guard call.arguments.count == 1 else {
      throw BindingError(message: "the formatter 'group' takes the name of a value, such as group(\"city\")")
    }
    let keys = try entries(of: node, call, member: 0, texts)
    guard case .array(let elements) = (node.meantCollection ?? node).value else { return node }
    var groups: [(key: JSONNode, rows: [JSONNode])] = []
    var places: [String: Int] = [:]
    for (key, element) in zip(keys, elements) {
      let text = key.meantNumber?.text ?? key.plainText ?? JSONDump.write(key, pretty: false)
      let place = places[text] ?? groups.count
      if place == groups.count {
        places[text] = place
        groups.append((key, []))
      }
      groups[place].rows.append(element)
    }
    try budget.take(values: groups.count * 3)
    return .list(groups.map { .object(["key": $0.key, "rows": .list($0.rows)]) })
  }

  static func join(
    _ call: FormatterCall, _ node: JSONNode, _ budget: DeckBudget, _ texts: BindingTexts
  ) throws(BindingError) -> String {
    guard case .string(let separator) = (call.arguments.first ?? .of(", ")).value else {
      throw BindingError(message: "the formatter 'join' takes a text, such as join(\", \")")
    }
    var parts: [String] = []
    for value in try entries(of: node, call, member: 1, texts) {
      switch value.value {
      case .string(let text): parts.append(text)
      case .number(let number): parts.append(number.text)
      case .bool(let flag): parts.append(flag ? "true" : "false")
      case .null: continue
      case .array, .object:
        throw BindingError(
          message: "the formatter 'join' takes a list of texts, found \(value.kindText) in it",
          hint: "name the value of each, such as join(\", \", \"name\")")
      }
    }
    let separators = max(0, parts.count - 1) * separator.utf8.count
    try budget.take(bytes: parts.reduce(separators) { $0 + $1.utf8.count })
    return parts.joined(separator: separator)
  }

  /// The entries of a list, or the named member of each entry.
  private static func entries(
    of node: JSONNode, _ call: FormatterCall, member: Int, _ texts: BindingTexts
  ) throws(BindingError) -> [JSONNode] {
    guard case .array(let elements) = (node.meantCollection ?? node).value else {
      throw BindingError(message: "the formatter '\(call.name)' takes a list, found \(node.kindText)")
    }
    guard call.arguments.count <= member + 1 else {
      throw BindingError(
        message:
          "the formatter '\(call.name)' takes at most \(member + 1) argument\(member == 0 ? "" : "s"), found \(call.arguments.count)"
      )
    }
    guard call.arguments.count > member else { return elements }
    guard case .string(let name) = call.arguments[member].value else {
      throw BindingError(
        message: "the formatter '\(call.name)' takes the name of a value, such as \"name\"")
    }
    // A column of a table may have any name.
    let path = (try? BindingParser.path(name)) ?? JSONPath([.key(name)])
    var values: [JSONNode] = []
    for element in elements { values.append(try BindingScope(data: element, texts: texts).value(path)) }
    return values
  }

  /// The locale in the argument of `locale`.
  package static func locale(_ call: FormatterCall) throws(BindingError) -> DeckLocale {
    guard call.arguments.count == 1, case .string(let name) = call.arguments[0].value else {
      throw BindingError(
        message: "the formatter 'locale' takes one text", hint: "write it as locale(\"de_DE\")")
    }
    if let locale = DeckLocale(name) { return locale }
    throw BindingError(
      message: "unknown locale \(DeckIssue.quoted(name))",
      hint: Spelling.question(for: name, in: DeckLocale.identifiers)
        ?? "the locales are \(DeckLocale.identifiers.joined(separator: ", "))")
  }
}

/// A plural category of a language.
///
/// The rules of the languages are in `Generated/Locales.swift`.
enum PluralCategory: String, CaseIterable {
  case zero, one, two, few, many, other
}

/// The properties of a number that the plural rules of CLDR use.
struct PluralOperands {
  /// CLDR's `i`: the integer part.
  ///
  /// A longer one is replaced by 1 and its last eighteen digits, which all rules treat alike.
  let whole: Int
  /// CLDR's `v`: the number of decimals.
  let decimals: Int
  /// CLDR's `f`: the decimals as an integer.
  let fraction: Int
  /// CLDR's `t`: the decimals without trailing zeros as an integer.
  let trimmed: Int

  init(_ number: Rounded) {
    func value(_ digits: some Sequence<UInt8>, from start: Int = 0) -> Int {
      digits.reduce(start) { $0 * 10 + Int($1) }
    }
    whole = value(number.whole.suffix(18), from: number.whole.count > 18 ? 1 : 0)
    decimals = number.fraction.count
    fraction = value(number.fraction)
    trimmed = value(number.fraction.reversed().drop { $0 == 0 }.reversed())
  }
}

extension DeckLocale {
  /// The plural category of a number as written with its decimals.
  func pluralCategory(of number: Rounded) -> PluralCategory { .of(PluralOperands(number), in: identifier) }
}
