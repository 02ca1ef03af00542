/// A formatter that a program brings with it: what `{{ value | name }}` makes of a value.
///
/// ```swift
/// enum Stars: CustomFormatter {
///   static let name = "stars"
///   static let summary = "As many stars as a number says."
///   static let example = "{{ 3 | stars }}"
///   static func text(for input: FormatterInput) throws(CustomMistake) -> String {
///     guard let number = input.number, (0...5).contains(number) else {
///       throw CustomMistake("the formatter 'stars' takes a number from 0 to 5, found \(input.found)")
///     }
///     return String(repeating: "★", count: Int(number))
///   }
/// }
/// ```
///
/// A value that is missing or null goes past it until a `default` takes its place, as with any other formatter. Formats of charts
/// are d3's and cardshot's own formatters only.
public protocol CustomFormatter: CustomKind {
  /// Writes a value.
  ///
  /// - Throws: what is wrong with the value or the arguments.
  static func text(for input: FormatterInput) throws(CustomMistake) -> String
}

/// What a custom formatter is given.
public struct FormatterInput: Sendable {
  /// The value; never null.
  public let value: JSONNode
  /// What stands in parentheses behind the formatter's name.
  public let arguments: [JSONNode]
  /// The locale of the deck, such as `en_US`, or of a `locale` before it.
  public let locale: String

  /// The value as a number, also where it is a number in a cell of a table; nil for any other.
  public var number: Double? { value.meantNumber?.value }
  /// The value as a text; nil for any other.
  public var text: String? { if case .string(let text) = value.value { text } else { nil } }
  /// What was found, in a few words for messages, such as `a list`.
  public var found: String { value.foundText }
}

extension CustomKinds {
  /// The names of the formatters, in order.
  var formatterNames: [String] { types.filter { $0 is any CustomFormatter.Type }.map { $0.name } }

  /// Whether there is a formatter of a name.
  func hasFormatter(named name: String) -> Bool { formatterNames.contains(name) }

  /// What a formatter makes of a value; nil when there is none of that name.
  func apply(
    _ call: FormatterCall, to node: JSONNode, locale: DeckLocale, budget: DeckBudget
  ) throws(BindingMistake) -> JSONNode? {
    for type in types where type.name == call.name {
      guard let formatter = type as? any CustomFormatter.Type else { continue }
      let text: String
      do throws(CustomMistake) {
        text = try formatter.text(
          for: FormatterInput(value: node, arguments: call.arguments, locale: locale.identifier))
      } catch {
        throw BindingMistake(message: error.message, hint: error.hint)
      }
      try budget.take(bytes: text.utf8.count)
      return .of(text)
    }
    return nil
  }
}
