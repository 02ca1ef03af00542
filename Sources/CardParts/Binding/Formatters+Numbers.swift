/// A number cut to some decimals, as digits.
///
/// It is rounded half away from zero, and what counts are the digits of the number as they are written: 2.675,
/// which no binary number is, becomes 2.68.
struct Rounded: Hashable {
  let isNegative: Bool
  /// The digits before the point; at least one.
  let whole: [UInt8]
  /// The digits behind it.
  let fraction: [UInt8]

  /// Rounds a number.
  ///
  /// - Parameters:
  ///   - digits: how many decimals there are; zeros at the end are dropped down to the lower bound.
  ///   - shift: how many places the point moves to the right first: 2 makes percents.
  init(_ value: Double, digits: ClosedRange<Int>, shift: Int = 0) {
    self.init(JSONDecimal(value), digits: digits, shift: shift)
  }

  /// Rounds a number by its own digits.
  init(_ number: JSONNumber, digits: ClosedRange<Int>, shift: Int = 0) {
    self.init(number.decimal, digits: digits, shift: shift)
  }

  /// Rounds digits.
  init(_ exact: JSONDecimal, digits: ClosedRange<Int>, shift: Int = 0) {
    var point = exact.digits.isEmpty ? 0 : exact.point + shift
    let kept = point + digits.upperBound
    var all = kept > 0 ? Array(exact.digits.prefix(kept)) : []
    if kept >= 0, kept < exact.digits.count, exact.digits[kept] >= 5 {
      var place = all.count - 1
      while place >= 0, all[place] == 9 {
        all[place] = 0
        place -= 1
      }
      if place >= 0 {
        all[place] += 1
      } else {
        all.insert(1, at: 0)
        point += 1
      }
    }
    let digit = { (place: Int) in all.indices.contains(place) ? all[place] : 0 }
    whole = point > 0 ? (0..<point).map(digit) : [0]
    var fraction = (point..<point + digits.upperBound).map(digit)
    while fraction.count > digits.lowerBound, fraction.last == 0 { fraction.removeLast() }
    self.fraction = fraction
    isNegative = exact.isNegative && (whole != [0] || fraction.contains { $0 != 0 })
  }

  /// Whether nothing but zeros is left.
  var isZero: Bool { whole == [0] && fraction.allSatisfy { $0 == 0 } }

  /// A whole number of any length, given by its digits; none of them means 0.
  init(whole digits: String) {
    let digits = digits.utf8.map { $0 &- UInt8(ascii: "0") }.filter { $0 < 10 }
    whole = digits.isEmpty ? [0] : digits
    fraction = []
    isNegative = false
  }
}

extension DeckLocale {
  /// Digits as text.
  static func text(_ digits: ArraySlice<UInt8>) -> String {
    String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
  }

  /// A number with this locale's point, groups and minus sign.
  func decimalText(_ number: Rounded, group: String, isSigned: Bool = true) -> String {
    let sign = isSigned && number.isNegative ? minus : ""
    let fraction = number.fraction.isEmpty ? "" : decimal + DeckLocale.text(number.fraction[...])
    let digits = number.whole
    guard digits.count >= 3 + minimumGroup else { return sign + DeckLocale.text(digits[...]) + fraction }
    var parts = [DeckLocale.text(digits.suffix(3))]
    var rest = digits.dropLast(3)
    while !rest.isEmpty {
      let length = isLakh ? 2 : 3
      parts.append(DeckLocale.text(rest.suffix(length)))
      rest = rest.dropLast(length)
    }
    return sign + parts.reversed().joined(separator: group) + fraction
  }

  /// How much there is of how much: "3.5 of 5", and "3,5 / 5" in languages other than English.
  func textOf(_ value: Double, of whole: Double) -> String {
    let texts = [value, whole].map { decimalText(Rounded(JSONNumber($0), digits: 0...12), group: group) }
    return texts.joined(separator: identifier.hasPrefix("en") ? " of " : " / ")
  }

  /// A number with a maximum of decimals; a number that would become zero gets three significant digits instead.
  func numberText(_ number: JSONNumber, digits: Int) -> String {
    let decimal = number.decimal
    let rounded = Rounded(number, digits: 0...digits)
    if !rounded.isZero || decimal.digits.isEmpty { return decimalText(rounded, group: group) }
    return significantText(decimal, digits: 3, group: group)
  }

  /// A number with the given count of significant digits; below a millionth, with a power of ten.
  func significantText(_ decimal: JSONDecimal, digits: Int, group: String) -> String {
    if decimal.point < -5 { return scientificText(decimal, digits: digits - 1) }
    return decimalText(Rounded(decimal, digits: 0...max(0, digits - decimal.point)), group: group)
  }

  /// A number with a power of ten, such as 1.6 × 10⁻¹⁹.
  ///
  /// - Parameters:
  ///   - digits: how many decimals there are before the power; at most, where it is the number's own.
  ///   - power: the power that several numbers have in common; nil for the number's own.
  func scientificText(_ decimal: JSONDecimal, digits: Int, power: Int? = nil) -> String {
    if decimal.digits.isEmpty { return "0" }
    let least = power == nil ? 0 : digits
    var exponent = power ?? decimal.point - 1
    var rounded = Rounded(decimal, digits: least...digits, shift: -exponent)
    if power == nil, rounded.whole.count > 1 {
      exponent += 1
      rounded = Rounded(decimal, digits: least...digits, shift: -exponent)
    }
    let mantissa = decimalText(rounded, group: "")
    // Between letters that are read from the right a power would change places with its number.
    if isRightToLeft { return "\(mantissa)E\(exponent)" }
    let raised = String("\(exponent)".map { $0 == "-" ? "⁻" : Self.raised[$0.wholeNumberValue ?? 0] })
    if power == nil, mantissa == "1" { return "10\(raised)" }
    return "\(mantissa)\u{A0}×\u{A0}10\(raised)"
  }

  private static let raised = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")

  /// A share in percent with the given decimals; a share that would become zero is written as `<0.1%`.
  func shareText(_ share: JSONNumber, digits: Int) -> String {
    var rounded = Rounded(share, digits: digits...digits, shift: 2)
    var sign = ""
    if rounded.isZero, !share.decimal.digits.isEmpty {
      rounded = Rounded(
        JSONDecimal(share.decimal.isNegative ? "-1e-\(digits)" : "1e-\(digits)"), digits: digits...digits)
      sign = share.decimal.isNegative ? ">" : "<"
    }
    return sign + percent.replacing("#", with: decimalText(rounded, group: group))
  }

  /// An amount with the sign of its currency where this locale has it.
  ///
  /// A sign that ends in a letter never touches the digits.
  func currencyText(_ number: Rounded, code: String) -> String {
    let symbol = symbol(of: code)
    let amount = decimalText(number, group: currencyGroup ?? group, isSigned: false)
    var pattern = number.isNegative ? negativeCurrency ?? "-\(currencyPattern)" : currencyPattern
    let isWord = symbol.unicodeScalars.last?.properties.isAlphabetic ?? false
    if isWord { pattern = pattern.replacing("¤#", with: "¤\u{A0}#").replacing("¤-#", with: "¤\u{A0}-#") }
    var result = ""
    for character in pattern {
      switch character {
      case "¤": result += symbol
      case "#": result += amount
      case "-": result += minus
      default: result.append(character)
      }
    }
    return result
  }

  private func symbol(of code: String) -> String {
    if code == currency { return currencySymbol }
    let symbol = Currencies.symbols.first { $0.code == code }?.symbol ?? code
    // A dollar among other dollars, and a yen among yuans, says whose it is.
    if symbol == currencySymbol { return code == "USD" ? "US$" : code }
    return symbol
  }
}

/// The currencies of ISO 4217.
enum Currencies {
  /// The signs of those that are known by one everywhere; the others are written with their code.
  static let symbols: [(code: String, symbol: String)] = [
    ("USD", "$"), ("EUR", "€"), ("GBP", "£"), ("JPY", "¥"), ("INR", "₹"), ("KRW", "₩"), ("CNY", "CN¥"),
    ("BRL", "R$"),
    ("CAD", "CA$"), ("AUD", "A$"), ("NZD", "NZ$"), ("HKD", "HK$"), ("TWD", "NT$"), ("MXN", "MX$"),
    ("ILS", "₪"),
    ("VND", "₫"), ("PHP", "₱"),
  ]

  /// How many decimals amounts have.
  static func digits(_ code: String) -> Int {
    switch code {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF",
      "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    default: 2
    }
  }

  /// The codes in use.
  static let codes: [String] = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP \
    CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR \
    ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT \
    MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD \
    SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND \
    VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL
    """.split(separator: " ").map(String.init)
}
