extension JSONScanner {
  /// What a text may go on with at a place.
  enum Wanted {
    /// The document's value.
    case value
    /// A value after a key's colon.
    case member
    /// A value at the start of a list, or its end.
    case firstElement
    /// A value after a comma.
    case nextElement
    /// A key at the start of an object, or its end.
    case firstKey
    /// A key after a comma.
    case nextKey
    /// The colon after a key.
    case colon(key: String)
    /// A comma, or the end of the object or list.
    case comma(isObject: Bool)
    /// A digit of a number.
    case digit(NumberPart)
    /// Nothing more.
    case end

    /// A part of a number that begins with a digit.
    enum NumberPart: String {
      case whole = "after '-'"
      case fraction = "after the decimal point"
      case exponent = "in the exponent"
    }

    /// What it is called in messages.
    var words: String {
      switch self {
      case .value: "a value"
      case .member: "a value after ':'"
      case .firstElement: "a value or ']' after '['"
      case .nextElement: "a value after ','"
      case .firstKey: "a key in double quotes or '}' after '{'"
      case .nextKey: "a key in double quotes after ','"
      case .colon(let key): "':' after the key \(DeckIssue.quoted(key, most: JSONScanner.mostLetters))"
      case .comma(let isObject): isObject ? "',' or '}' after a member" : "',' or ']' after an element"
      case .digit(let part): "a digit \(part.rawValue)"
      case .end: "the end of the file after the value"
      }
    }

    /// Whether a value may stand here.
    var isValue: Bool {
      switch self {
      case .value, .member, .firstElement, .nextElement: true
      default: false
      }
    }

    /// Whether a key may stand here.
    var isKey: Bool {
      switch self {
      case .firstKey, .nextKey: true
      default: false
      }
    }

    /// Whether a comma stands before it.
    var followsComma: Bool {
      switch self {
      case .nextElement, .nextKey: true
      default: false
      }
    }

    /// Whether a comma may stand here.
    var isComma: Bool { if case .comma = self { true } else { false } }
  }
}
