/// A formatter that a program adds to bindings, used as `{{ value | name }}`.
///
/// ```swift
/// enum Stars: CustomFormatter {
///   static let name = "stars"
///   static let summary = "As many stars as a number says."
///   static let example = "{{ 3 | stars }}"
///   static func text(for input: FormatterInput) throws(CustomKindError) -> String {
///     guard let number = input.number, (0...5).contains(number) else {
///       throw CustomKindError("the formatter 'stars' takes a number from 0 to 5, found \(input.found)")
///     }
///     return String(repeating: "★", count: Int(number))
///   }
/// }
/// ```
///
/// Like all formatters, it is skipped for a value that is missing or null, until a `default` replaces it. It
/// cannot be used in formats of charts, which support d3 formats and built-in formatters only.
public protocol CustomFormatter: CustomKind {
  /// Formats a value.
  ///
  /// - Throws: an error about the value or the arguments.
  static func text(for input: FormatterInput) throws(CustomKindError) -> String
}

/// The input of a custom formatter.
public struct FormatterInput: Sendable {
  /// The value; never null.
  public let value: JSONNode
  /// The arguments in parentheses after the formatter's name.
  public let arguments: [JSONNode]
  /// The locale, such as `en_US`: the deck's, or that of a preceding `locale`.
  public let locale: String

  /// The value as a number, also if it is a number in a cell of a table; nil for other values.
  public var number: Double? { value.meantNumber?.value }
  /// The value as a string; nil for other values.
  public var text: String? { if case .string(let text) = value.value { text } else { nil } }
  /// A short description of the value for messages, such as `a list`.
  public var found: String { value.foundText }
}

extension CustomKinds {
  /// The names of the formatters, in order.
  var formatterNames: [String] { types.filter { $0 is any CustomFormatter.Type }.map { $0.name } }

  /// Whether a formatter with the name exists.
  func hasFormatter(named name: String) -> Bool { formatterNames.contains(name) }

  /// Formats a value with a custom formatter; nil if no formatter has the name.
  func apply(
    _ call: FormatterCall, to node: JSONNode, locale: DeckLocale, budget: DeckBudget
  ) throws(BindingError) -> JSONNode? {
    for type in types where type.name == call.name {
      guard let formatter = type as? any CustomFormatter.Type else { continue }
      let text: String
      do throws(CustomKindError) {
        text = try formatter.text(
          for: FormatterInput(value: node, arguments: call.arguments, locale: locale.identifier))
      } catch {
        throw BindingError(message: error.message, hint: error.hint)
      }
      try budget.take(bytes: text.utf8.count)
      return .of(text)
    }
    return nil
  }
}
