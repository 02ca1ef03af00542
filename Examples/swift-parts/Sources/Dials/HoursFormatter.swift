public import CardParts

/// A formatter: minutes as hours and minutes, such as `7 h 05`.
public enum HoursFormatter: CustomFormatter {
  /// What bindings call it.
  public static let name = "hours"
  /// What it is.
  public static let summary =
    "Minutes as hours and minutes; `hours(\"min\")` writes less than an hour in minutes."
  /// A text that can be copied into a deck.
  public static let example = "{{ 425 | hours }}"

  /// Writes a whole number of minutes.
  public static func text(for input: FormatterInput) throws(CustomKindError) -> String {
    guard let minutes = input.number.flatMap({ Int(exactly: $0) }), minutes >= 0 else {
      throw CustomKindError("the formatter 'hours' takes a whole number of minutes, found \(input.found)")
    }
    let rest = minutes % 60
    if minutes < 60, case .string(let unit)? = input.arguments.first?.value { return "\(minutes) \(unit)" }
    return "\(minutes / 60) h \(rest < 10 ? "0" : "")\(rest)"
  }
}
