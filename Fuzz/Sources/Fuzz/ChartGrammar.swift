/// A grammar of charts: every key with values at and beyond its limits, with arbitrary data.
enum ChartGrammar {
  private static let numbers = [
    "0", "-0.0", "1", "-1", "2", "3", "7", "0.5", "100", "99.5", "-5", "1e-9", "0.30000000000000004", "1e6",
    "-1e6", "1e12",
    "999999999999999", "-999999999999999", "1e-279", "2026", "1999", "12", "253402300799", "-62135596800",
    "123456.789",
  ]
  private static let farNumbers = [
    "1e15", "1e16", "-1e18", "9223372036854775808", "1e300", "-1e300", "1.7976931348623157e308", "5e-324",
    "1e-300",
  ]
  private static let dates = [
    "2026", "2026-03", "2026-03-01", "2026-11-21T10:00:00Z", "0001-01-01", "9999-12-31", "2024-02-29",
    "1970-01-01",
    "2026-01-02", "2026-01-03",
  ]
  private static let farDates = ["2026-13-01", "10000-01-01", "2026-02-30"]
  private static let words = [
    "a", "b", "c", "d", "Jan", "Feb", "", " ", "nan", "NaN", "inf", "-inf", "infinity", "1e300", "1e400",
    "0x10", "007", "12",
    "-3", "6.5", "Other", "total", "mean", "today", "index", "value", "é", "\u{202E}x", "日本", "\u{1}other",
    "true",
    String(repeating: "W", count: 120), "5–9",
  ]
  private static let marks = [
    "bar", "line", "area", "point", "rule", "rect", "arc", "text", "column", "horizontalBar", "scatter",
    "bubble", "pie",
    "donut", "sparkline", "heatmap", "calendar", "gauge", "waterfall", "candlestick", "funnel", "circle",
    "square",
  ]
  private static let formats = [
    ",.1f", "~s", ".3s", "%", "+,d", "$,.2f", ".20e", "100d", "(,.2f", "#x", "%Y", "%b %Y", "%j %U %V", "%%",
    "%", "abs",
    "abs | percent(1)", "compact", "currency('EUR', 0)", "date('MMM yyyy')", "number(2)",
    "plural('other: #')", "|", "",
  ]
  private static let colors = ["red", "#123", "#12345678", "accentColor", "transparent", "nope"]
  /// Columns of anything, of numbers, of words and of dates.
  private static let fields = ["a", "b", "c", "t"]

  /// A chart part as JSON.
  static func part(_ chance: inout Chance) -> String {
    var members = [#""type":"chart""#]
    func add(_ key: String, _ percent: Int, _ make: (inout Chance) -> String) {
      if chance.happens(percent) { members.append("\"\(key)\":\(make(&chance))") }
    }
    add("mark", 99, mark)
    let isPlain = chance.happens(10)
    add("transform", 20) { $0.list(below: 4, step) }
    add("data", 99) { isPlain ? "[" + cells(&$0, 12, kind: 1).joined(separator: ",") + "]" : data(&$0) }
    add("x", isPlain ? 10 : 96) { channel(&$0, of: ["a", "a", "c", "t", "b"]) }
    add("y", isPlain ? 10 : 96) { channel(&$0, of: ["b", "b", "b", "b", "a", "t"]) }
    for (key, percent) in [
      ("color", 35), ("size", 15), ("shape", 10), ("strokeDash", 10), ("text", 15), ("detail", 8),
      ("order", 8), ("theta", 8), ("x2", 8), ("y2", 8), ("xOffset", 8), ("opacity", 5),
    ] { add(key, percent) { channel(&$0, of: fields) } }
    add("layer", 25) { chance in
      let layers = (0...chance.below(3)).map { _ in
        let keys = ["x", "y", "color", "text"].map { key in
          (key, 30, { (chance: inout Chance) in channel(&chance, of: fields) })
        }
        return chance.object([("mark", 100, mark), ("data", 10, data)] + keys)
      }
      return "[" + layers.joined(separator: ",") + "]"
    }
    for key in ["row", "column", "facet"] { add(key, 4) { channel(&$0, of: fields) } }
    add("columns", 4) { $0.one(["1", "2", "1000"]) }
    add("resolve", 8) { _ in #"{"scale":{"y":"independent"}}"# }
    add("value", 10, number)
    add("domain", 10) { "[\(number(&$0)),\(number(&$0))]" }
    add("thresholds", 8) { $0.list(below: 4, number) }
    add("stack", 20) { $0.one([#""zero""#, #""normalize""#, #""center""#, "false"]) }
    add("colors", 15) { $0.one([#""red""#, #"["red","blue"]"#, #"{"a":"red"}"#]) }
    add("scheme", 8) { $0.word(["viridis", "blues", "redblue"]) }
    add("patterns", 8) { _ in "true" }
    add("legend", 20) { $0.word(["auto", "none", "top", "bottom", "left", "right", "direct"]) }
    for key in ["axes", "grid"] { add(key, 12) { $0.one(["true", "false", #""x""#, #""y""#]) } }
    add("valueLabels", 30, valueLabels)
    add("rules", 25) { $0.list(below: 4, rule) }
    add("missing", 20) { $0.word(["gap", "connect", "dash", "zero"]) }
    add("sort", 20) { $0.one([#""ascending""#, #""descending""#, #""x""#, #""-y""#, #"["b","nan","3"]"#]) }
    add("maxCategories", 15) { $0.one(["2", "3", "1000", "1"]) }
    for key in ["title", "subtitle", "otherTitle", "label"] { add(key, 8) { $0.word(words) } }
    add("centerText", 8) { $0.one([#""total""#, #"["a","b"]"#]) }
    for (key, values) in [
      ("innerRadius", ["0", "0.62", "1", "50", "1e6"]), ("padAngle", ["0", "20", "1"]),
      ("startAngle", ["-360", "0", "90", "360"]), ("endAngle", ["-360", "0", "90", "720"]),
      ("cornerRadius", ["0", "1e6", "3"]), ("barWidth", ["1", "1000"]),
      ("paddingInner", ["0", "1", "0.999999"]),
      ("paddingOuter", ["0", "4"]), ("lineWidth", ["0", "1e-5", "40"]), ("pointSize", ["0", "100"]),
      ("height", ["0", "1", "5", "60", "180", "400", "2000"]), ("width", ["0", "1", "20", "100", #""50%""#]),
    ] { add(key, 8) { $0.one(values) } }
    add("font", 6) { $0.word(["Inter 2000", "Bold 1", "Inter 0.001"]) }
    add("textAlternative", 15) { $0.word(["short", "full", "data"]) }
    add("animated", 8) { _ in "true" }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func number(_ chance: inout Chance) -> String {
    chance.below(250) == 0
      ? chance.one(farNumbers) : chance.happens(50) ? chance.one(numbers) : "\(chance.below(200) - 50)"
  }

  private static func value(_ chance: inout Chance) -> String {
    switch chance.below(4) {
    case 0: chance.word(words)
    case 1: chance.word(dates)
    default: number(&chance)
    }
  }

  private static func mark(_ chance: inout Chance) -> String {
    let type = chance.word(marks)
    guard chance.happens(25) else { return type }
    return chance.object([
      ("type", 100, { _ in type }), ("color", 20, { $0.word(colors) }),
      ("opacity", 20, { $0.one(["0", "0.5", "1"]) }),
      (
        "interpolate", 30,
        { $0.word(["linear", "monotone", "step", "step-before", "step-after", "catmull-rom"]) }
      ),
      ("point", 20, { _ in "true" }), ("filled", 15, { _ in "false" }),
      ("strokeDash", 25, { $0.one(["[1,2]", "[0]", "[0,0]", "[1e-6,1e-6]", "[1e6]", "[3,1,2]"]) }),
      ("strokeWidth", 20, { $0.one(["0", "1e-5", "40"]) }), ("size", 20, { $0.one(["0", "10000", "30"]) }),
      ("of", 15, { $0.word(["line", "bar", "area", "point"]) }), ("dx", 10, { $0.one(["1000", "-1000"]) }),
      ("dy", 10, { $0.one(["1000", "-1000"]) }), ("cornerRadiusEnd", 10, { $0.one(["0", "1e6"]) }),
    ])
  }

  /// A column of numbers, dates, words, or a mix of these.
  private static func cells(_ chance: inout Chance, _ count: Int, kind: Int) -> [String] {
    (0..<count).map { _ in
      if chance.happens(5) { return "null" }
      if chance.below(250) == 0 { return chance.word(farDates) }
      switch kind {
      case 0, 1: return number(&chance)
      case 2: return chance.word(words)
      case 3: return chance.word(dates)
      default: return value(&chance)
      }
    }
  }

  private static func data(_ chance: inout Chance) -> String {
    let count = chance.one([0, 1, 1, 2, 3, 3, 5, 8, 12, 30])
    let kinds = [chance.below(5), 1, chance.happens(70) ? 2 : 4, 3]
    var columns = zip(fields, kinds).map { ($0, cells(&chance, count, kind: $1)) }
    if chance.happens(8) {
      columns += ["open", "high", "low", "close"].map { ($0, cells(&chance, count, kind: 1)) }
    }
    guard chance.happens(40) else {
      return "{" + columns.map { "\"\($0)\":[\($1.joined(separator: ","))]" }.joined(separator: ",") + "}"
    }
    let rows = (0..<count).map { row in
      "{" + columns.map { "\"\($0)\":\($1[row])" }.joined(separator: ",") + "}"
    }
    return "[" + rows.joined(separator: ",") + "]"
  }

  private static func scale(_ chance: inout Chance) -> String {
    chance.object([
      ("type", 70, { $0.word(["linear", "log", "symlog", "sqrt", "pow", "time", "utc", "band", "point"]) }),
      (
        "domain", 35,
        { chance in
          switch chance.below(3) {
          case 0: "[\(number(&chance)),\(number(&chance))]"
          case 1: "[\(value(&chance)),\(value(&chance))]"
          default: chance.one(["[0,1e308]", "[5e-324,1e-323]", "[0,0]", "[1,1.000000000000001]", "[-1,1]"])
          }
        }
      ),
      ("nice", 15, { $0.one(["true", "false"]) }), ("zero", 15, { $0.one(["true", "false"]) }),
      ("reverse", 15, { _ in "true" }), ("clamp", 15, { _ in "true" }),
      ("base", 20, { $0.one(["2", "2.0000001", "2.5", "3", "1000"]) }),
      ("exponent", 20, { $0.one(["0.01", "100", "0.5"]) }), ("constant", 20, { $0.one(["1e-6", "1e6"]) }),
      ("domainMid", 15, { $0.one(["0", "1e12"]) }), ("range", 10, { _ in #"["red","blue"]"# }),
    ])
  }

  private static func channel(_ chance: inout Chance, of fields: [String]) -> String {
    let field = chance.one(fields)
    if chance.happens(40) { return Chance.quoted(field) }
    if chance.happens(25) {
      let forms = [
        "sum(_)", "mean(_):Q", "count()", "yearmonth(_)", "_:T", "_:N", "_:O", "_:Q", "median(_)", "year(_)",
        "day(_)",
        "hours(_)", "week(_):O", "month(_)", "quarter(_)", "date(_)", "yearweek(_):T", "max(_)",
      ]
      return Chance.quoted(chance.one(forms).replacing("_", with: field))
    }
    if chance.happens(10) { return "[\"\(field)\",\"\(chance.one(fields))\"]" }
    return chance.object([
      ("field", 88, { _ in Chance.quoted(field) }),
      ("type", 35, { $0.word(["quantitative", "temporal", "ordinal", "nominal"]) }),
      ("title", 15, { $0.word(words) }),
      ("format", 25, { $0.word(formats) }),
      ("unit", 15, { $0.one([#""€""#, #"{"unit":"km","at":"top"}"#]) }),
      ("sort", 25, { $0.one([#""ascending""#, #""descending""#, #""-x""#, #"["a","nan"]"#]) }),
      ("stack", 12, { $0.one([#""normalize""#, #""center""#, "false"]) }), ("value", 6, value),
      ("datum", 8, value),
      ("aggregate", 20, { $0.word(["count", "sum", "mean", "median", "min", "max"]) }),
      ("bin", 15, { $0.one(["true", #"{"step":5}"#, #"{"step":1e-6}"#, #"{"maxbins":1000}"#]) }),
      (
        "timeUnit", 20,
        {
          $0.word([
            "year", "quarter", "month", "week", "day", "date", "hours", "yearquarter", "yearmonth",
            "yearweek",
            "yearmonthdate", "yearmonthdatehours",
          ])
        }
      ), ("scale", 45, scale),
      (
        "axis", 25,
        { chance in
          chance.object([
            ("values", 40, { $0.list(below: 5, value) }), ("format", 25, { $0.word(formats) }),
            ("tickCount", 25, { $0.one(["1", "100"]) }), ("labelAngle", 20, { $0.one(["-90", "45", "30"]) }),
            ("orient", 20, { $0.word(["top", "bottom", "left", "right"]) }), ("ticks", 20, { _ in "true" }),
            ("labelLimit", 15, { $0.one(["0", "1", "1e6"]) }),
            ("labelOverlap", 20, { $0.one(["true", "false", #""parity""#, #""greedy""#]) }),
          ])
        }
      ),
      (
        "legend", 15,
        {
          $0.one(["false", #"{"orient":"left","columns":1}"#, #"{"orient":"direct"}"#, #"{"format":"%Y"}"#])
        }
      ),
    ])
  }

  private static func valueLabels(_ chance: inout Chance) -> String {
    chance.happens(60)
      ? chance.one(["true", #""all""#, #""last""#, #""ends""#, #""extremes""#])
      : chance.object([
        ("show", 50, { $0.word(["all", "last", "extremes"]) }), ("format", 50, { $0.word(formats) }),
        ("position", 40, { $0.word(["auto", "inside", "outside", "center"]) }),
        ("font", 20, { $0.word(["Bold 30", "Inter 1"]) }),
      ])
  }

  private static func rule(_ chance: inout Chance) -> String {
    func place(_ chance: inout Chance) -> String {
      switch chance.below(4) {
      case 0: chance.word(["mean", "median", "today"])
      case 1: "[\(value(&chance)),\(value(&chance))]"
      default: value(&chance)
      }
    }
    return chance.object([
      ("y", 97, place), ("x", 40, place), ("label", 40, { $0.word(words) }),
      ("width", 20, { $0.one(["0.25", "40"]) }),
      ("dash", 30, { $0.one(["[1e-6]", "[0,0]", "[1,2,3]", "[1e6]", "[1e-6,1e6]"]) }),
    ])
  }

  // MARK: Transforms

  private static let functions = [
    "abs", "ceil", "clamp", "date", "datetime", "day", "format", "hours", "if", "indexof", "inrange", "isNaN",
    "isValid",
    "join", "length", "log", "lower", "max", "min", "month", "pad", "parseInt", "pow", "quarter", "random",
    "replace",
    "reverse", "round", "sequence", "slice", "span", "split", "sqrt", "substring", "test", "time",
    "timeFormat",
    "toNumber", "toString", "truncate", "upper", "utcyear", "week", "year", "nope",
  ]

  /// An expression of Vega's language, or nearly one.
  private static func expression(_ chance: inout Chance, _ depth: Int = 0) -> String {
    func inner(_ chance: inout Chance) -> String { expression(&chance, depth + 1) }
    switch chance.below(depth < 4 ? 12 : 4) {
    case 0: return number(&chance)
    case 1:
      return chance.one([
        "'a'", "''", "'2026-03-01'", "'[a'", "/a+/", "/(/", "true", "null", "NaN", "PI", "now",
      ])
    case 2, 3: return "datum.\(chance.one(fields + ["nope", "s"]))"
    case 4: return "datum['\(chance.one(fields))']"
    case 5, 6:
      let signs = [
        "+", "-", "*", "/", "%", "**", "==", "===", "!=", "<", ">=", "&&", "||", "&", "^", "<<", "??",
      ]
      return "\(inner(&chance)) \(chance.one(signs)) \(inner(&chance))"
    case 7: return "\(inner(&chance)) ? \(inner(&chance)) : \(inner(&chance))"
    case 8: return "\(chance.one(["-", "!", "+", "~", "("]))\(inner(&chance))\(chance.one(["", ")"]))"
    case 9: return "[\(inner(&chance)), \(inner(&chance))][\(inner(&chance))]"
    default:
      let values = (0..<chance.below(4)).map { _ in inner(&chance) }
      return "\(chance.one(functions))(\(values.joined(separator: ", ")))"
    }
  }

  private static func test(_ chance: inout Chance) -> String {
    if chance.happens(50) { return Chance.quoted(expression(&chance)) }
    if chance.happens(20) {
      return chance.object([("and", 50, { $0.list(below: 3, test) }), ("not", 50, test)])
    }
    return chance.object([
      ("field", 97, { $0.word(fields) }), ("gt", 20, value), ("equal", 20, value),
      ("oneOf", 20, { $0.list(below: 4, value) }), ("range", 20, { "[\(value(&$0)),\(value(&$0))]" }),
      ("valid", 20, { _ in "true" }), ("timeUnit", 10, { $0.word(["year", "month"]) }),
    ])
  }

  private static func step(_ chance: inout Chance) -> String {
    let operations = [
      "count", "sum", "mean", "min", "argmax", "ci0", "distinct", "rank", "lag", "ntile", "nope",
    ]
    func names(_ chance: inout Chance) -> String { chance.list(below: 3) { $0.word(fields + ["s"]) } }
    func list(_ chance: inout Chance) -> String {
      chance.list(below: 3) {
        $0.object([
          ("op", 97, { $0.word(operations) }), ("field", 80, { $0.word(fields) }),
          ("as", 60, { $0.word(fields + ["s"]) }),
          ("param", 20, number),
        ])
      }
    }
    let field: (inout Chance) -> String = { $0.word(fields) }
    let kinds: [(String, Int, (inout Chance) -> String)] = [
      ("filter", 100, test), ("calculate", 100, { Chance.quoted(expression(&$0)) }), ("aggregate", 100, list),
      ("joinaggregate", 100, list), ("window", 100, list), ("stack", 100, field), ("fold", 100, names),
      ("flatten", 100, names), ("pivot", 100, field), ("impute", 100, field), ("lookup", 100, field),
      ("density", 100, field), ("regression", 100, field), ("loess", 100, field), ("quantile", 100, field),
      ("sample", 100, number), ("extent", 100, field),
      ("timeUnit", 100, { $0.word(["year", "week", "nope"]) }),
      ("bin", 100, { $0.one(["true", #"{"step":1e-6}"#, #"{"maxbins":3}"#]) }),
    ]
    return chance.object([
      chance.one(kinds), ("groupby", 30, names),
      ("as", 40, { $0.happens(60) ? $0.word(fields + ["s"]) : names(&$0) }),
      ("field", 40, field), ("on", 30, field), ("key", 30, field), ("value", 30, value), ("param", 15, field),
      ("frame", 15, { $0.one(["[null,0]", "[-1,1]", "[null,null]", "[5,-5]", "[-1e9,1e9]"]) }),
      ("sort", 15, { $0.list(below: 2) { $0.object([("field", 95, { $0.word(fields) })]) } }),
      ("method", 15, { $0.word(["linear", "log", "exp", "pow", "quad", "poly", "mean", "median"]) }),
      ("order", 10, { $0.one(["0", "3", "50"]) }), ("steps", 10, { $0.one(["1", "1e6"]) }),
      ("bandwidth", 15, { $0.one(["0", "0.3", "1", "1e9"]) }), ("probs", 10, { $0.list(below: 4, number) }),
      ("from", 25, { _ in #"{"data":[{"a":"a","u":1},{"a":"b","u":2}],"key":"a","fields":["u"]}"# }),
    ])
  }
}
