import CardRaster

/// A Foundation type whose JSON form differs from its own `encode(to:)`.
///
/// The libraries do not import Foundation, so these types are recognised by name. They always encode in a
/// form that all Foundation versions can decode.
enum FoundationValue: String {
  case date = "Date"
  case url = "URL"
  case decimal = "Decimal"
  case data = "Data"

  /// Recognises a type; nil for all other types.
  init?(_ type: any Any.Type) {
    // Reading a type's name is slow, and most values have one of these types.
    if type == String.self || type == Double.self || type == Int.self || type == Bool.self { return nil }
    let name = String(reflecting: type)
    guard let dot = name.lastIndex(of: "."), ["Foundation", "FoundationEssentials"].contains(name[..<dot])
    else { return nil }
    self.init(rawValue: String(name[name.index(after: dot)...]))
  }

  /// The JSON form of a value.
  ///
  /// - Parameters:
  ///   - own: the output of the value's own `encode(to:)`.
  ///   - dates: the format of dates.
  ///   - fault: creates the error for a value that has no such form.
  func json(
    of own: JSONNode, _ dates: DeckValue.DateEncoding, _ fault: (String) -> EncodingError
  ) throws -> JSONNode {
    let node: JSONNode? =
      switch self {
      case .date: Self.date(own, dates)
      case .url: URLText.absolute(own).map { .of($0) }
      case .decimal: Self.decimal(own)
      case .data: Self.bytes(own).map { .of(Base64.encode($0)) }
      }
    guard let node else { throw fault("JSON cannot represent this \(rawValue)") }
    return node
  }

  /// A date: Foundation encodes seconds since 2001, which began 978,307,200 seconds after 1970.
  private static func date(_ own: JSONNode, _ form: DeckValue.DateEncoding) -> JSONNode? {
    guard case .number(let number) = own.value else { return nil }
    let seconds = number.value + 978_307_200
    switch form {
    case .secondsSince1970: return .of(seconds)
    case .millisecondsSince1970: return .of(seconds * 1000)
    case .utc: return CalendarMoment(seconds: seconds).map { .of($0.text + "Z") }
    case .local(let offset): return CalendarMoment(seconds: seconds + Double(offset)).map { .of($0.text) }
    }
  }

  /// A decimal number: digits in base 65,536, least significant first, and a decimal exponent.
  private static func decimal(_ own: JSONNode) -> JSONNode? {
    guard case .number(let exponent)? = own["exponent"]?.value,
      case .number(let length)? = own["length"]?.value,
      case .bool(let isNegative)? = own["isNegative"]?.value, case .array(let words)? = own["mantissa"]?.value
    else { return nil }
    // Foundation encodes NaN as a negative number without digits.
    guard length.value > 0 || !isNegative else { return nil }
    var mantissa: UInt128 = 0
    for case .number(let word) in words.prefix(min(8, Int(length.value))).reversed().map(\.value) {
      mantissa = mantissa << 16 | UInt128(word.value)
    }
    let literal = "\(isNegative ? "-" : "")\(mantissa)e\(Int(exponent.value))"
    return Double(literal).map { .of(JSONNumber(literal: literal, value: $0)) }
  }

  private static func bytes(_ own: JSONNode) -> [UInt8]? {
    guard case .array(let elements) = own.value else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(elements.count)
    for element in elements {
      guard case .number(let number) = element.value, let byte = UInt8(exactly: number.value) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }
}

extension CalendarMoment {
  /// The date and time without a zone: `2026-11-18T19:33:20`.
  var text: String {
    func padded(_ number: Int, _ count: Int = 2) -> String { String(number).leftPadded(to: count) }
    return "\(padded(year, 4))-\(padded(month))-\(padded(day))"
      + "T\(padded(hour)):\(padded(minute)):\(padded(second))"
  }
}

/// The text of a URL that may be relative to a base URL.
///
/// It implements the part of RFC 3986, section 5.2, that URLs in data need.
enum URLText {
  /// The absolute text of an encoded URL: `relative`, resolved against `base` if there is one.
  static func absolute(_ own: JSONNode) -> String? {
    // The base was encoded before this value, so it is already a string.
    if case .string(let text) = own.value { return text }
    guard case .string(let relative)? = own["relative"]?.value else { return nil }
    guard let base = own["base"], let outer = absolute(base) else { return relative }
    return resolved(relative, against: outer)
  }

  /// The absolute form of a reference that is relative to a base URL.
  static func resolved(_ reference: String, against base: String) -> String {
    guard scheme(of: reference) == nil, let scheme = scheme(of: base) else { return reference }
    if reference.hasPrefix("//") { return "\(scheme):\(reference)" }
    let hierarchy = String(base.dropFirst(scheme.count + 1))
    let authority =
      hierarchy.hasPrefix("//") ? "//" + hierarchy.dropFirst(2).prefix { !"/?#".contains($0) } : ""
    let tail = String(hierarchy.dropFirst(authority.count))
    let path = String(tail.prefix { !"?#".contains($0) })
    let query = String(tail.dropFirst(path.count).prefix { $0 != "#" })
    let front = "\(scheme):\(authority)"
    if reference.isEmpty { return front + path + query }
    if reference.hasPrefix("#") { return front + path + query + reference }
    if reference.hasPrefix("?") { return front + path + reference }
    let own = String(reference.prefix { !"?#".contains($0) })
    let rest = String(reference.dropFirst(own.count))
    if own.hasPrefix("/") { return front + withoutDots(own) + rest }
    // The part after the last slash of the base's path is replaced.
    var folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    if folder.isEmpty, !authority.isEmpty { folder = "/" }
    return front + withoutDots(folder + own) + rest
  }

  private static func scheme(of text: String) -> String? {
    let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    guard name.first?.isLetter == true, text[name.endIndex...].first == ":" else { return nil }
    return String(name)
  }

  /// A path without `.` and `..` segments.
  private static func withoutDots(_ path: String) -> String {
    var steps: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false)
    for (number, step) in all.enumerated() {
      let isLast = number == all.count - 1
      switch step {
      case ".": if isLast { steps.append("") }
      case "..":
        if steps.count > 1 || steps.first?.isEmpty == false { steps.removeLast() }
        if isLast { steps.append("") }
      default: steps.append(step)
      }
    }
    return steps.joined(separator: "/")
  }
}
