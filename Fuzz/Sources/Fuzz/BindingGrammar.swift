/// A grammar of bindings, with arbitrary data.
enum BindingGrammar {
  private static let names = [
    "n", "s", "l", "o", "b", "e", "z", "d", "nul", "big", "o.k", "l[0]", "l[99]", "o['first name']", "ll",
    "u.v.w", "item",
    "index", "lo", "lo[0].k",
  ]
  private static let numbers = [
    "0", "-1", "2.5", "1e15", "-1e300", "1.7976931348623157e308", "5e-324", "9223372036854775808",
  ]
  private static let words = [
    "", "x", "nan", "inf", "1e400", "0x10", "2026-11-21", "9999-12-31T23:59:59Z", "\u{202E}a", "{{",
  ]
  private static let calls = [
    "currency", "currency('JPY',10)", "number", "number(10)", "percent(3)", "compact(2)", "date",
    "date('EEEE d MMM yyyy hh:mm')",
    "upper", "lower", "default('-')", "plural('one: #','other: # items')", "count", "sum", "sum('k')", "join",
    "join(', ', 'k')",
    "locale('de_DE')", "locale('ar_EG')", "nope", "number(11)",
  ]

  /// A deck of a few parts that are bound to data, as JSON.
  static func deck(_ chance: inout Chance) -> String {
    let parts = (0...chance.below(2)).map { _ in part(&chance) }.joined(separator: ",")
    let data = chance.object([
      ("n", 95, { $0.one(numbers) }), ("big", 95, { $0.one(numbers) }), ("s", 95, { $0.word(words) }),
      ("d", 95, { $0.word(words) }), ("b", 90, { _ in "true" }), ("z", 90, { _ in "0" }),
      ("nul", 80, { _ in "null" }),
      ("e", 80, { _ in "[]" }),
      ("l", 95, { $0.list(below: 6) { $0.happens(50) ? $0.one(numbers) : $0.word(words) } }),
      ("o", 90, { #"{"k":\#($0.one(numbers)),"first name":"x"}"# }), ("ll", 80, { _ in "[[1,2],[3]]" }),
      ("lo", 90, { $0.list(below: 5) { #"{"k":\#($0.one(numbers)),"x":{"y":[1]}}"# } }),
    ])
    return #"{"canvas":{"width":160,"scale":1},"data":\#(data),"cards":[{"parts":[\#(parts)]}]}"#
  }

  private static func part(_ chance: inout Chance) -> String {
    let key = chance.below(16)
    func text(_ chance: inout Chance) -> String { Chance.quoted("{{ \(expression(&chance, 0)) }}") }
    let (a, b) = (text(&chance), text(&chance))
    let kinds = [
      #""text","text":\#(a)"#, #""title","title":\#(a)"#, #""bar","percent":\#(a)"#, #""icon","icon":\#(a)"#,
      #""barcode","text":\#(a)"#, #""rating","value":\#(a)"#,
      #""text","text":"x","font":\#(a),"textColor":\#(b)"#,
      #""spacer","height":\#(a)"#, #""text","markdown":true,"text":\#(a)"#,
      #""table","rows":\#(a),"cell":{"leftTitleText":"{{ item }}"}"#,
      #""chart","mark":"bar","data":\#(a),"x":"k","y":"k""#,
      #""chart","mark":"line","data":\#(a)"#, #""histogram","dataEntries":\#(a)"#,
      #""text","text":"a","link":\#(a),"if":\#(b)"#,
      #""multiSlider","value":\#(a)"#, #""chart","mark":"gauge","value":\#(a)"#,
    ]
    let repetition = chance.happens(25) ? #","forEach":\#(b)"# : ""
    return #"{"type":\#(kinds[key])\#(repetition)}"#
  }

  private static func expression(_ chance: inout Chance, _ depth: Int) -> String {
    if depth > 3 || chance.happens(35) {
      return chance.happens(75) ? chance.one(names) : chance.one(numbers + ["'x'", "''", "true", "null"])
    }
    func inner(_ chance: inout Chance) -> String { expression(&chance, depth + 1) }
    switch chance.below(6) {
    case 0: return "\(inner(&chance)) \(chance.one(["+", "-", "*", "/", "%"])) \(inner(&chance))"
    case 1: return "\(inner(&chance)) \(chance.one(["==", "!=", "<", ">="])) \(inner(&chance))"
    case 2: return "\(inner(&chance)) \(chance.one(["and", "or"])) \(inner(&chance))"
    case 3: return "(\(inner(&chance)) if \(inner(&chance)) else \(inner(&chance)))"
    case 4: return "\(chance.one(["not ", "-", "!"]))\(inner(&chance))"
    default: return "(\(inner(&chance)) | \(chance.one(calls)))"
    }
  }
}
