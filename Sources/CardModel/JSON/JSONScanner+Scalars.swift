/// Strings and numbers.
extension JSONScanner {
  /// Reads a string; the offset moves from its opening quote to after its closing quote.
  mutating func string() throws(DeckIssue) -> String {
    let start = offset
    offset += 1
    var buffer: [UInt8] = []
    var segment = offset
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""):
        let rest = bytes[segment..<offset]
        offset += 1
        if buffer.isEmpty { return String(decoding: rest, as: UTF8.self) }
        buffer += rest
        return String(decoding: buffer, as: UTF8.self)
      case UInt8(ascii: "\\"):
        buffer += bytes[segment..<offset]
        try escape(into: &buffer)
        segment = offset
      case 0x0A, 0x0D: throw syntax("a line break in a string", hint: "write it as \\n, or close the string")
      case 0x00..<0x20:
        let code = DeckIssue.code(UInt32(byte))
        throw syntax("a control character (\(code)) in a string", hint: "write it as \\u\(code.dropFirst(2))")
      case 0x20..<0x80: offset += 1
      default:
        guard let length = scalarLength(at: offset) else { throw notUTF8() }
        offset += length
        continuations += length - 1
      }
    }
    offset = start
    throw syntax("the string is not closed", hint: "put a '\"' at its end")
  }

  /// Reads an escape sequence, starting at its backslash, and appends the character.
  private mutating func escape(into buffer: inout [UInt8]) throws(DeckIssue) {
    let letter = offset + 1 < bytes.count ? bytes[offset + 1] : 0
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(letter)
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "u"):
      try unicodeEscape(into: &buffer)
      return
    default:
      offset += 1
      let found = found
      offset -= 1
      throw syntax(
        "an unknown escape: '\\' before \(found)", hint: "write a backslash in a text as '\\\\'")
    }
    offset += 2
  }

  private mutating func unicodeEscape(into buffer: inout [UInt8]) throws(DeckIssue) {
    let first = try fourDigits()
    var code = first
    if first >= 0xD800, first < 0xDC00, offset + 7 < bytes.count, bytes[offset + 6] == UInt8(ascii: "\\"),
      bytes[offset + 7] == UInt8(ascii: "u")
    {
      let start = offset
      offset += 6
      let second = try fourDigits()
      offset = start
      if second >= 0xDC00, second < 0xE000 { code = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00) }
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw syntax(
        "a lone surrogate '\\u\(DeckIssue.code(code).dropFirst(2))'",
        hint: "a character beyond U+FFFF needs a surrogate pair, such as \\uD83D\\uDE00")
    }
    buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    offset += code > 0xFFFF ? 12 : 6
  }

  /// The four hexadecimal digits of the `\u` at the offset.
  private func fourDigits() throws(DeckIssue) -> UInt32 {
    var code: UInt32 = 0
    for place in offset + 2..<offset + 6 {
      let digit: UInt32
      switch place < bytes.count ? bytes[place] : 0 {
      case let byte where byte >= 0x30 && byte <= 0x39: digit = UInt32(byte) - 0x30
      case let byte where byte >= 0x41 && byte <= 0x46: digit = UInt32(byte) - 0x41 + 10
      case let byte where byte >= 0x61 && byte <= 0x66: digit = UInt32(byte) - 0x61 + 10
      default: throw syntax("'\\u' without four hexadecimal digits")
      }
      code = code << 4 + digit
    }
    return code
  }

  /// The number of bytes of the well-formed scalar at an index; nil if it is ill-formed.
  ///
  /// Overlong forms, surrogates and values above U+10FFFF are ill-formed. Source: The Unicode Standard, table
  /// 3-7.
  func scalarLength(at start: Int) -> Int? {
    let lead = bytes[start]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0x00..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard start + length <= bytes.count, second.contains(bytes[start + 1]) else { return nil }
    for place in start + 2..<max(start + 2, start + length) where bytes[place] & 0xC0 != 0x80 { return nil }
    return length
  }

  /// Reads a number; the binary number of `-0`, and of a number too small for a `Double`, is 0.
  mutating func number(_ place: SourcePlace) throws(DeckIssue) -> JSONNumber {
    let start = offset
    let negative = peek == UInt8(ascii: "-")
    if negative { offset += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    if peek == UInt8(ascii: "0") {
      offset += 1
      if isDigit { throw syntax("a number with a leading zero") }
    } else {
      guard isDigit else { throw unexpected(.digit(.whole)) }
      takeDigits(&mantissa, &digits)
    }
    var decimals = 0
    if peek == UInt8(ascii: ".") {
      offset += 1
      guard isDigit else { throw unexpected(.digit(.fraction)) }
      decimals = takeDigits(&mantissa, &digits)
    }
    var isPlain = true
    if peek | 0x20 == UInt8(ascii: "e") {
      isPlain = false
      offset += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
      guard isDigit else { throw unexpected(.digit(.exponent)) }
      takeDigits(&mantissa, &digits)
    }
    // Up to 15 digits and 22 decimals both numbers are exact, so their quotient is correctly rounded. Its
    // shortest digits are those of the text, unless the text has trailing zeros.
    if isPlain, digits <= 15, decimals <= 22 {
      let quotient = Double(mantissa) / JSONScanner.powers[decimals]
      let value = negative && quotient != 0 ? -quotient : quotient
      if decimals == 0 || bytes[offset - 1] != UInt8(ascii: "0") { return JSONNumber(value) }
      return JSONNumber(literal: String(decoding: bytes[start..<offset], as: UTF8.self), value: value)
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      hit(place, "number is too large: \(text.count > 40 ? "\(text.prefix(37))..." : text)")
      return 0
    }
    return JSONNumber(literal: text, value: value)
  }

  private var isDigit: Bool { peek >= UInt8(ascii: "0") && peek <= UInt8(ascii: "9") }

  /// Reads digits and returns their number; leading zeros are not counted in `digits`.
  @discardableResult
  private mutating func takeDigits(_ mantissa: inout UInt64, _ digits: inout Int) -> Int {
    let start = offset
    while isDigit {
      mantissa = mantissa &* 10 &+ UInt64(bytes[offset] - UInt8(ascii: "0"))
      if mantissa != 0 { digits += 1 }
      offset += 1
    }
    return offset - start
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20,
    1e21, 1e22,
  ]
}

extension JSONScanner {
  /// The tokens that may follow at a position.
  enum Wanted {
    /// The document's value.
    case value
    /// A value after a key's colon.
    case member
    /// The first value of a list, or its end.
    case firstElement
    /// A value after a comma.
    case nextElement
    /// The first key of an object, or its end.
    case firstKey
    /// A key after a comma.
    case nextKey
    /// The colon after a key.
    case colon(key: String)
    /// A comma, or the end of the object or list.
    case comma(isObject: Bool)
    /// A digit of a number.
    case digit(NumberPart)
    /// The end of the document.
    case end

    /// A part of a number that starts with a digit.
    enum NumberPart: String {
      case whole = "after '-'"
      case fraction = "after the decimal point"
      case exponent = "in the exponent"
    }

    /// The name in messages.
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

    var isValue: Bool {
      switch self {
      case .value, .member, .firstElement, .nextElement: true
      default: false
      }
    }

    var isKey: Bool {
      switch self {
      case .firstKey, .nextKey: true
      default: false
      }
    }

    /// Whether a comma precedes it.
    var followsComma: Bool {
      switch self {
      case .nextElement, .nextKey: true
      default: false
      }
    }

    var isComma: Bool { if case .comma = self { true } else { false } }
  }
}
