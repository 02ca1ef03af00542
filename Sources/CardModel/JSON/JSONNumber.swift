/// A number with its original digits.
///
/// `3.000` and `12345678901234567890` keep their digits when they are shown, compared or used in a name.
/// Lengths and positions use the closest binary number.
public struct JSONNumber: Sendable {
  /// The closest binary number; it is finite unless created by code.
  public let value: Double
  /// The digits, if they differ from the shortest text of `value`.
  private let digits: Digits?

  /// A reference, so that the many numbers without it stay small.
  private final class Digits: Sendable {
    let text: String
    init(_ text: String) { self.text = text }
  }

  /// Creates a number from a binary number, with its shortest digits.
  public init(_ value: Double) {
    self.value = value
    digits = nil
  }

  /// Creates an integer with all its digits.
  public init(_ whole: some BinaryInteger) {
    if let whole = Int(exactly: whole), whole.magnitude < 1_000_000_000_000_000 {
      self.init(Double(whole))
    } else {
      self.init(literal: String(whole), value: Double(whole))
    }
  }

  /// Creates a number from a JSON literal.
  ///
  /// - Parameter value: The closest binary number.
  package init(literal: String, value: Double) {
    self.value = value == 0 ? 0 : value
    let bytes = literal.utf8
    // Up to 15 digits without trailing zeros, the shortest digits are those of the text.
    if bytes.count <= 15, value != 0,
      !bytes.contains(where: { $0 == UInt8(ascii: ".") }) || bytes.last != UInt8(ascii: "0"),
      !bytes.contains(where: { $0 | 0x20 == UInt8(ascii: "e") })
    {
      digits = nil
      return
    }
    var text = Self.withoutExponent(literal)
    // Zero has no sign.
    if value == 0, text.first == "-", !text.utf8.contains(where: { (0x31...0x39).contains($0) }) {
      text.removeFirst()
    }
    digits = text == Self.format(value) ? nil : Digits(text)
  }

  /// The number as text, with its original digits.
  public var text: String { digits?.text ?? Self.format(value) }

  /// The number as JSON.
  package var json: String { digits?.text ?? JSONDump.number(value) }

  /// Whether the binary number represents all digits exactly.
  package var isExact: Bool {
    guard let digits else { return true }
    return JSONDecimal(digits.text) == JSONDecimal(value)
  }

  package var decimal: JSONDecimal { digits.map { JSONDecimal($0.text) } ?? JSONDecimal(value) }

  /// Whether its digits differ from the shortest ones.
  package var hasOwnDigits: Bool { digits != nil }
}

extension JSONNumber: Hashable {
  /// Whether both have the same digits: 1.5 and 1.50 are drawn differently.
  public static func == (a: JSONNumber, b: JSONNumber) -> Bool {
    a.value == b.value && a.digits?.text == b.digits?.text
  }

  /// Hashes the number and its digits.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    if let digits { hasher.combine(digits.text) }
  }
}

extension JSONNumber: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Creates a number from a literal.
  public init(floatLiteral value: Double) { self.init(value) }
  /// Creates a number from a literal.
  public init(integerLiteral value: Int) { self.init(value) }
}

extension JSONNumber {
  /// Compares two numbers.
  ///
  /// The result is negative if this number is smaller, positive if it is larger, and 0 if both are equal,
  /// such as 1.5 and 1.50.
  func compared(to other: JSONNumber) -> Int {
    if value != other.value { return value < other.value ? -1 : 1 }
    if digits == nil, other.digits == nil { return 0 }
    return decimal.compared(to: other.decimal)
  }

  /// The maximum number of digits to which an exponent is expanded.
  private static let longest = 40

  /// The shortest digits of a binary number, without an exponent if it has at most 40 digits.
  package static func format(_ value: Double) -> String {
    if value.magnitude < 1e15, let whole = Int64(exactly: value) { return "\(whole)" }
    let written = "\(value)"
    let text = written.contains("e") ? withoutExponent(written) : written
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A number without its exponent; unchanged if it would have more than 40 digits.
  private static func withoutExponent(_ literal: String) -> String {
    let bytes = Array(literal.utf8)
    guard let mark = bytes.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }),
      let exponent = Int(String(decoding: bytes[(mark + 1)...], as: UTF8.self)), abs(exponent) < 1_000
    else { return literal }
    let isNegative = bytes[0] == UInt8(ascii: "-")
    let mantissa = bytes[(isNegative ? 1 : 0)..<mark]
    // 0 stays 0 with every exponent.
    guard mantissa.contains(where: { (0x31...0x39).contains($0) }) else {
      return String(decoding: bytes[..<mark], as: UTF8.self)
    }
    let whole = mantissa.prefix { $0 != UInt8(ascii: ".") }
    var digits = Array(whole + mantissa.dropFirst(whole.count + 1))
    var point = whole.count + exponent
    while digits.count > 1, digits[0] == 0x30, point > 1 {
      digits.removeFirst()
      point -= 1
    }
    guard max(digits.count, point) - min(0, point) <= longest else { return literal }
    if point <= 0 {
      digits.insert(contentsOf: repeatElement(0x30, count: 1 - point), at: 0)
      point = 1
    }
    if point > digits.count { digits += repeatElement(0x30, count: point - digits.count) }
    if point < digits.count { digits.insert(UInt8(ascii: "."), at: point) }
    return (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
  }
}

/// The digits of a number from the first to the last that is not 0.
///
/// 12.5 is `[1, 2, 5]` and 2, 0.05 is `[5]` and -1, 0 is `[]` and 0.
package struct JSONDecimal: Hashable {
  package let digits: [UInt8]
  /// The number of digits before the decimal point; negative for zeros directly after it.
  package let point: Int
  let isNegative: Bool

  /// Creates the shortest digits of a binary number.
  package init(_ value: Double) { self.init("\(value)") }

  /// Creates the digits of a number in JSON or Swift syntax.
  init(_ text: String) {
    var digits: [UInt8] = []
    var point = 0
    var isFraction = false
    let bytes = text.utf8
    let mark = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.endIndex
    for byte in bytes[..<mark] {
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        if digits.isEmpty, byte == UInt8(ascii: "0") {
          if isFraction { point -= 1 }
          continue
        }
        digits.append(byte - UInt8(ascii: "0"))
        if !isFraction { point += 1 }
      }
    }
    while digits.last == 0 { digits.removeLast() }
    isNegative = bytes.first == UInt8(ascii: "-") && !digits.isEmpty
    self.digits = digits
    guard !digits.isEmpty, mark < bytes.endIndex else {
      self.point = digits.isEmpty ? 0 : point
      return
    }
    // An exponent that does not fit `Int` belongs to a number that rounds to zero.
    self.point = point + (Int(Substring(bytes[bytes.index(after: mark)...])) ?? -1_000_000_000)
  }

  /// A negative number if this number is smaller, a positive one if it is larger, and 0 if both are equal.
  func compared(to other: JSONDecimal) -> Int {
    if isNegative != other.isNegative { return isNegative ? -1 : 1 }
    let sign = isNegative ? -1 : 1
    if digits.isEmpty || other.digits.isEmpty {
      return digits.count == other.digits.count ? 0 : digits.isEmpty ? -sign : sign
    }
    if point != other.point { return point < other.point ? -sign : sign }
    if digits == other.digits { return 0 }
    return digits.lexicographicallyPrecedes(other.digits) ? -sign : sign
  }
}
