/// A text of a deck, in which only the source literal can contain bindings; interpolated values are data.
///
/// ```swift
/// CardPartTextView("Hello \(user.name), you owe {{ total | currency }}")
/// ```
///
/// Braces in an interpolated name are shown as braces. Inside a binding an interpolated value becomes a
/// quoted string, so `{{ due | default("\(word)") }}` and `{{ \(word) | upper }}` work as expected.
///
/// A `String` is data too. Parts accept it as their main text, `CardPartTextView(name)`; elsewhere write
/// `"\(name)"`. To use the bindings in a trusted `String`, call ``init(template:)``.
public struct DeckText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The text in the syntax of JSON decks.
  public let text: String

  /// Creates a text from a string with bindings, such as a translation.
  ///
  /// - Parameter text: a trusted string: its bindings can read all data.
  public init(template text: String) { self.text = text }
  /// Creates a text from a literal with bindings.
  public init(stringLiteral text: String) { self.text = text }
  /// Creates a text from a literal with bindings and interpolated values.
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Builds a text from its literal and interpolated segments.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// The context of the next segment.
    private enum Place: Equatable {
      case text
      case binding
      /// In a quoted string inside a binding.
      case quotes(Unicode.Scalar)
    }

    fileprivate var text = ""
    private var place = Place.text
    /// The number of braces and backslashes at the end that could combine with the next segment.
    private var loose = 0

    /// Creates an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// Appends a literal segment; braces in it are bindings.
    public mutating func appendLiteral(_ literal: String) {
      text += literal
      var scalars = Array(literal.unicodeScalars)[...]
      while let scalar = scalars.popFirst() {
        switch place {
        case .text: readText(scalar, &scalars)
        case .binding:
          if scalar == "\"" || scalar == "'" {
            place = .quotes(scalar)
          } else if scalar == "}", scalars.first == "}" {
            scalars.removeFirst()
            place = .text
          }
        case .quotes(let quote):
          if scalar == "\\" {
            _ = scalars.popFirst()
          } else if scalar == quote {
            place = .binding
          }
        }
      }
    }

    /// Advances over a scalar of plain text and its escapes.
    private mutating func readText(_ scalar: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>) {
      guard scalar == "\\" else {
        guard scalar == "{" else {
          loose = 0
          return
        }
        loose += 1
        if rest.first == "{" {
          rest.removeFirst()
          (place, loose) = (.binding, 0)
        }
        return
      }
      // In a run of backslashes before braces, each pair is one literal backslash.
      var count = 1
      while rest.first == "\\" {
        rest.removeFirst()
        count += 1
      }
      loose += count
      if count % 2 == 1, rest.starts(with: ["{", "{"] as [Unicode.Scalar]) {
        rest.removeFirst(2)
        loose = 0
      }
    }

    /// Appends a value; braces in it are shown.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      let data = String(describing: value)
      switch place {
      case .text: appendData(data)
      case .binding: text += Self.quoted(data, "\"")
      case .quotes(let quote): text += Self.escaped(data, quote)
      }
    }

    /// Appends a binding.
    public mutating func appendInterpolation(_ binding: DeckBinding) {
      if place == .text { appendData("") }
      appendLiteral(binding.text)
    }

    /// Appends a text, including its bindings.
    public mutating func appendInterpolation(_ text: DeckText) {
      if place == .text { appendData("") }
      appendLiteral(text.text)
    }

    /// Appends a value in plain text.
    ///
    /// Braces and backslashes could combine with their neighbours. In this case the value becomes a binding
    /// to a quoted string.
    private mutating func appendData(_ data: String) {
      let before = String(text.unicodeScalars.suffix(loose))
      text.unicodeScalars.removeLast(loose)
      loose = 0
      let whole = before + data
      let isPlain = !whole.unicodeScalars.contains { $0 == "{" || $0 == "\\" }
      text += isPlain ? whole : "{{ \(Self.quoted(whole, "\"")) }}"
    }

    private static func quoted(_ data: String, _ quote: Unicode.Scalar) -> String {
      "\(quote)\(escaped(data, quote))\(quote)"
    }

    private static func escaped(_ data: String, _ quote: Unicode.Scalar) -> String {
      var result = ""
      for scalar in data.unicodeScalars {
        if scalar == quote || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
      return result
    }
  }
}

extension DeckText: DeckConvertible {
  var deckNode: DeckNode { DeckNode(.of(text)) }
}

/// A cell of a row of a table: a text, which may contain bindings, or a number.
///
/// Numbers are written in the notation of the deck's locale, or in the format of their column.
public struct CardTableCell: Hashable, Sendable, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
{
  private let node: JSONNode

  /// Creates a cell from a text.
  public init(_ text: DeckText) { node = .of(text.text) }
  /// Creates a cell from a number.
  public init(_ number: Double) { node = .of(number) }
  /// Creates a cell from a whole number with all its digits.
  public init(_ number: some BinaryInteger) { node = .of(JSONNumber(number)) }
  /// Creates a cell from a literal with bindings.
  public init(stringLiteral text: String) { self.init(DeckText(stringLiteral: text)) }
  /// Creates a cell from a literal with bindings and interpolated values.
  public init(stringInterpolation: DeckText.StringInterpolation) {
    self.init(DeckText(stringInterpolation: stringInterpolation))
  }
  /// Creates a cell from a whole number.
  public init(integerLiteral number: Int) { self.init(number) }
  /// Creates a cell from a number.
  public init(floatLiteral number: Double) { self.init(number) }
}

extension CardTableCell: DeckConvertible {
  var deckNode: DeckNode { DeckNode(node) }
}
