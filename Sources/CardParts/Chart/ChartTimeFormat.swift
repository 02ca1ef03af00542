/// How moments of a chart are written.
struct ChartTimeFormat {
  let locale: DeckLocale
  /// A pattern given by the deck, in the letters of `date`.
  var pattern: String?

  init(_ format: String?, _ locale: DeckLocale) {
    self.locale = locale
    guard let format else { return }
    if format.hasPrefix("date") {
      let quotes: [Character] = ["'", "\""]
      let inner = format.drop { !quotes.contains($0) }.dropFirst().prefix { !quotes.contains($0) }
      pattern = inner.isEmpty ? locale.dates[1] : String(inner)
      if let form = Formatters.dateForms.firstIndex(of: String(inner)) { pattern = locale.dates[form] }
    } else if format.contains("%") {
      pattern = ChartTimeFormat.pattern(d3: format)
    }
  }

  private static let letters: [Character: String] = [
    "Y": "yyyy", "y": "yy", "m": "MM", "B": "MMMM", "b": "MMM", "d": "dd", "e": "d", "H": "HH", "I": "hh",
    "M": "mm", "S": "ss", "p": "a", "A": "EEEE", "a": "EEE",
  ]

  /// The pattern of a d3-time-format string.
  private static func pattern(d3 format: String) -> String {
    var result = ""
    var isField = false
    var isShort = false
    for character in format {
      if isField {
        if character == "-" {
          isShort = true
          continue
        }
        let field = letters[character] ?? (character == "%" ? "%" : "")
        result += isShort && field.count == 2 ? String(field.prefix(1)) : field
        (isField, isShort) = (false, false)
      } else if character == "%" {
        isField = true
      } else {
        result += character.isLetter ? "'\(character)'" : String(character)
      }
    }
    return result
  }

  /// A moment by a pattern.
  func text(_ seconds: Double, _ pattern: String) -> String {
    let call = FormatterCall(name: "date", arguments: [.of(pattern)])
    return (try? Formatters.date(call, .of(seconds), locale)) ?? ""
  }

  /// A moment in full, as in a sentence.
  func full(_ seconds: Double, _ unit: TimeUnit? = nil) -> String {
    guard let moment = CalendarMoment(seconds: seconds) else { return "" }
    if let pattern { return text(seconds, pattern) }
    switch unit {
    case .year: return text(seconds, "yyyy")
    case .yearquarter: return "Q\((moment.month - 1) / 3 + 1) \(moment.year)"
    case .yearmonth: return text(seconds, "LLLL yyyy")
    default: break
    }
    let isDay = moment.hour == 0 && moment.minute == 0 && moment.second == 0
    return text(seconds, isDay ? locale.dates[1] : "\(locale.dates[1]) HH:mm")
  }

  /// How moments that are names of places are written, the longest form first; with no more than tells them apart.
  func forms(of moments: [Double], _ unit: TimeUnit?) -> [(Double) -> String] {
    if let pattern { return [{ text($0, pattern) }] }
    let step = TimeStep(holding: moments).unit
    let unit = unit ?? (moments.isEmpty ? nil : step == .year ? .year : step == .month ? .yearmonth : nil)
    switch unit {
    case .year, .yearquarter: return [{ full($0, unit) }]
    case .yearmonth: return [{ full($0, unit) }, { text($0, "LLL yyyy") }]
    default: return [{ full($0, unit) }, { text($0, dayPattern) }]
    }
  }

  /// A day with its short month, in the locale's order.
  var dayPattern: String {
    let medium = locale.dates[1]
    if medium.contains("MMM") {
      let order = medium.firstIndex(of: "M").flatMap { month in
        medium.firstIndex(of: "d").map { month < $0 }
      }
      return order == true ? "MMM d" : "d MMM"
    }
    return "d MMM"
  }
}
