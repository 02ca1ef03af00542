import CardRaster

/// What a binding may do with its value, as in `{{ amount | currency }}`.
///
/// The locale is an argument, never the machine's.
enum Formatters: String, CaseIterable {
  /// `currency`, `currency("EUR")`, `currency("EUR", 0)`, `currency(0)`: the code and the decimals are the locale's
  /// and the currency's own unless given.
  case currency
  /// `number`, `number(2)`: at most three decimals, or exactly as many as given; without them a number that three decimals
  /// would make zero has digits of its own.
  case number
  /// `percent`, `percent(1)`: 0.72 is 72 %; no decimals unless given, and 0.001 is <1 %.
  case percent
  /// `compact`, `compact(1)`: the locale's short form of a large number, such as 1.2K.
  case compact
  /// `date`, `date("long")`, `date("d. MMMM yyyy")`: see `Formatters+Dates.swift`.
  case date
  /// `upper`: in capital letters.
  case upper
  /// `lower`: in small letters.
  case lower
  /// `default("–")`: what stands in for a value that is missing or null.
  case `default`
  /// `plural("one: # item", "other: # items")`: see `Formatters+Lists.swift`.
  case plural
  /// `count`: how many entries a list has, members an object, or characters a text.
  case count
  /// `sum`, `sum("due")`: of the numbers of a list, or of one value of each entry.
  case sum
  /// `join(", ")`, `join(", ", "name")`: the entries of a list as one text, or one value of each.
  case join
  /// `locale("de_DE")`: formatters after it write as they do there.
  case locale

  /// What is said of a name that no formatter has.
  static func unknown(_ name: String, _ custom: CustomKinds) -> BindingMistake {
    let names = allCases.map(\.rawValue) + custom.formatterNames
    return BindingMistake(
      message: "unknown formatter \(DeckIssue.quoted(name))",
      hint: Spelling.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
        ?? "the formatters are \(names.joined(separator: ", "))")
  }

  /// The value that any formatter makes, one of cardshot's own or of the caller's.
  ///
  /// - Throws: when there is none of that name, the value has the wrong type or the arguments do not fit.
  static func apply(
    _ call: FormatterCall, to node: JSONNode, locale: DeckLocale, budget: DeckBudget,
    texts: BindingTexts = BindingTexts(), custom: CustomKinds
  ) throws(BindingMistake) -> JSONNode {
    if let formatter = Formatters(rawValue: call.name) {
      return try apply(formatter, call, to: node, locale: locale, budget: budget, texts: texts)
    }
    guard let value = try custom.apply(call, to: node, locale: locale, budget: budget) else {
      throw unknown(call.name, custom)
    }
    return value
  }

  /// The argument of `default`.
  static func fallback(_ call: FormatterCall) throws(BindingMistake) -> JSONNode {
    guard call.arguments.count == 1 else {
      throw BindingMistake(
        message: "the formatter 'default' takes 1 argument, found \(call.arguments.count)",
        hint: "write it as default(\"–\")")
    }
    return call.arguments[0]
  }

  /// The formatted value.
  ///
  /// - Throws: when the value has the wrong type or the arguments do not fit.
  static func apply(
    _ formatter: Formatters, _ call: FormatterCall, to node: JSONNode, locale: DeckLocale,
    budget: DeckBudget, texts: BindingTexts = BindingTexts()
  ) throws(BindingMistake) -> JSONNode {
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
          locale.percent.replacing(
            "#", with: locale.decimalText(Rounded(number, digits: $0...$0, shift: 2), group: locale.group))
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
        throw BindingMistake(message: "the formatter '\(call.name)' takes a string, found \(node.kindText)")
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
    case .join:
      try budget.take(entries: entries(in: node))
      return .of(try join(call, node, budget, texts))
    case .locale:
      _ = try Self.locale(call)
      return node
    case .default:
      // What is wrong with it is told with any value.
      _ = try fallback(call)
      return node
    }
    try budget.take(bytes: text.utf8.count)
    return .of(text)
  }

  /// The number in a value.
  static func wanted(_ node: JSONNode, for call: FormatterCall) throws(BindingMistake) -> JSONNumber {
    guard let value = node.meantNumber else {
      throw BindingMistake(
        message: "the formatter '\(call.name)' takes a number, found \(node.foundText)",
        hint: numberHint(node))
    }
    return value
  }

  private static func numberHint(_ node: JSONNode) -> String? {
    guard case .string(let text) = node.value else { return nil }
    return JSONNode.cell(text).meantNumber != nil
      ? "write it without quotes: \(text)" : CSVTable.meantNumber(text)
  }

  static func noArguments(_ call: FormatterCall) throws(BindingMistake) {
    guard call.arguments.isEmpty else {
      throw BindingMistake(
        message: "the formatter '\(call.name)' takes no argument, found \(call.arguments.count)")
    }
  }

  /// The last argument as a count of decimals; nil when there is none.
  private static func digits(_ call: FormatterCall, atMost count: Int) throws(BindingMistake) -> Int? {
    guard call.arguments.count <= count else {
      let most = "at most \(count) argument\(count == 1 ? "" : "s")"
      throw BindingMistake(
        message: "the formatter '\(call.name)' takes \(most), found \(call.arguments.count)")
    }
    guard let last = call.arguments.last else { return nil }
    guard case .number(let value) = last.value, let digits = Int(exactly: value.value),
      (0...10).contains(digits)
    else {
      throw BindingMistake(
        message: "the formatter '\(call.name)' takes 0 to 10 decimals, found \(DeckIssue.quoted(last.text))")
    }
    return digits
  }

  private static func currency(
    _ call: FormatterCall, _ node: JSONNode, _ locale: DeckLocale
  ) throws(BindingMistake) -> String {
    let value = try wanted(node, for: call)
    var call = call
    var code = locale.currency
    if case .string(let given)? = call.arguments.first?.value {
      code = given
      call.arguments.removeFirst()
      if !Currencies.codes.contains(code) {
        throw BindingMistake(
          message: "unknown currency \(DeckIssue.quoted(given))",
          hint: Spelling.nearest(to: given, in: Currencies.symbols.map(\.code) + Currencies.codes).map {
            "did you mean '\($0)'?"
          } ?? "a currency is a code such as \"EUR\"")
      }
    }
    let digits = try digits(call, atMost: 1) ?? Currencies.digits(code)
    return locale.currencyText(Rounded(value, digits: digits...digits), code: code)
  }
}
