import CardRaster

/// A format of numbers: plain, or by binding formatters such as `currency(0)`.
struct NumberFormat: Sendable {
  /// The formatters in order of application; empty for plain numbers.
  var calls: [FormatterCall] = []
  var locale = DeckLocale.standard
  /// Custom formatters registered by the caller.
  var custom: CustomKinds = []

  /// The formatted text of a value.
  ///
  /// - Throws: `BindingError` if a formatter does not accept the value.
  func format(_ number: JSONNumber) throws(BindingError) -> String {
    guard !calls.isEmpty else { return NumberFormat.plain(number.value) }
    var node = JSONNode.of(number)
    var locale = locale
    let budget = DeckBudget()
    for call in calls {
      if call.name == Formatters.locale.rawValue { locale = try Formatters.locale(call) }
      node = try Formatters.apply(call, to: node, locale: locale, budget: budget, custom: custom)
    }
    switch node.value {
    case .string(let text): return text
    case .number(let number): return NumberFormat.plain(number.value)
    default: throw BindingError(message: "the formatters return \(node.kindText)")
    }
  }

  /// A number with at most two decimals, at least one digit before the decimal point and no grouping.
  ///
  /// A number that would round to zero keeps all its digits.
  ///
  /// Halves round to even, based on the shortest decimal form of the number: 25.125 is 25.12, and 1.255 is
  /// 1.26 although the binary number is smaller.
  static func plain(_ value: Double) -> String {
    // A number of 1e15 or more has no decimals, and its hundredths do not fit an integer.
    guard value.magnitude < 1e15 else { return JSONNumber.format(value) }
    let exact = JSONDecimal(value)
    let kept = exact.point + 2
    var hundredths = 0
    for place in 0..<max(0, kept) {
      hundredths = hundredths * 10 + (exact.digits.indices.contains(place) ? Int(exact.digits[place]) : 0)
    }
    if kept >= 0, kept < exact.digits.count {
      let isTie = exact.digits[kept] == 5 && kept == exact.digits.count - 1
      if isTie ? hundredths % 2 == 1 : exact.digits[kept] >= 5 { hundredths += 1 }
    }
    let number = Double(hundredths) / 100
    return JSONNumber.format(number == 0 ? value : value < 0 ? -number : number)
  }
}

extension ValueKind where Value == NumberFormat {
  /// One or several binding formatters, such as `currency(0)`.
  static var numberFormat: Self {
    ValueKind("formatter", schema: .string, show: { _ in "at most two decimals" }) { node, path, context in
      guard let text = ValueKind<String>.markup.parse(node, path, context) else { return nil }
      do throws(BindingError) {
        let pieces = try BindingParser.pieces(of: "{{ value | \(text) }}")
        guard pieces.count == 1, case .binding(let expression)? = pieces.first,
          let calls = expression.callsOfPath
        else {
          throw BindingError(message: "\(DeckIssue.quoted(text)) is not a formatter")
        }
        let formatter = NumberFormat(
          calls: calls, locale: context.scope.locale, custom: context.scope.custom)
        // A wrong formatter fails for any number.
        _ = try formatter.format(1)
        return formatter
      } catch {
        return context.error(
          node, path, error.message, hint: error.hint ?? "write 'percent' or 'currency(0)'")
      }
    }
  }
}
