/// A text of a deck: bindings are those that are written in the source, and what is interpolated is data, whatever it holds.
///
/// ```swift
/// CardPartTextView("Hello \(user.name), you owe {{ total | currency }}")
/// ```
///
/// A name with braces in it is drawn with its braces. Inside a binding what is interpolated is a text in quotes, so that
/// `{{ due | default("\(word)") }}` and `{{ \(word) | upper }}` are what they look like.
///
/// A `String` is data too. Parts take it as their main text, `CardPartTextView(name)`; elsewhere `"\(name)"` says the same.
/// ``init(template:)`` reads the bindings of one that the program trusts.
public struct DeckText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The text as a deck holds it.
  public let text: String

  /// Takes a text with its bindings, such as one that a translator wrote.
  ///
  /// - Parameter text: a text that the program trusts: its bindings see all data.
  public init(template text: String) { self.text = text }
  /// Takes a text with its bindings.
  public init(stringLiteral text: String) { self.text = text }
  /// Takes a text with its bindings and what is interpolated.
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Puts a text together: what was written, and what was interpolated.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// Where in the text the next piece stands.
    private enum Place: Equatable {
      case text
      case binding
      /// In a text in quotes, in a binding.
      case quotes(Unicode.Scalar)
    }

    fileprivate var text = ""
    private var place = Place.text
    /// How many braces and backslashes stand last that could join with what comes next.
    private var loose = 0

    /// Makes an empty one.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// Adds what was written; its braces are bindings.
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

    /// Goes over a scalar of words and what belongs to it.
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
      // Of backslashes before braces each second one stands for itself.
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

    /// Adds data; its braces are drawn.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      let data = String(describing: value)
      switch place {
      case .text: appendData(data)
      case .binding: text += Self.quoted(data, "\"")
      case .quotes(let quote): text += Self.escaped(data, quote)
      }
    }

    /// Adds a binding.
    public mutating func appendInterpolation(_ binding: DeckBinding) {
      if place == .text { appendData("") }
      appendLiteral(binding.text)
    }

    /// Adds a text with the bindings that it was written with.
    public mutating func appendInterpolation(_ text: DeckText) {
      if place == .text { appendData("") }
      appendLiteral(text.text)
    }

    /// Adds data among words.
    ///
    /// Braces and backslashes could join with those beside them: such data become a binding to a text in quotes.
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
