/// Formats coordinates and lengths for output: SVG, dumps and messages.
///
/// Independent of the locale, without exponent and trailing zeros. Not for data, whose digits it would cut:
/// use `JSONNumber` for those.
package enum NumberText {
  /// Formats a number with at most `digits` decimals (0…6), rounded half away from zero.
  ///
  /// `-0` becomes `0`. Numbers outside ±1e12, including infinities, are clamped to it, since no value of a
  /// deck can be that large (see `Limits`); a value that is not a number becomes `0`.
  package static func format(_ value: Double, digits: Int = 3) -> String {
    var out: [UInt8] = []
    append(value, digits: digits, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// Appends the same text to UTF-8 bytes.
  package static func append(_ value: Double, digits: Int = 3, to out: inout [UInt8]) {
    var power: Double = 1
    for _ in 0..<digits { power *= 10 }
    let limit = 1e12
    let finite = value.isNaN ? 0 : min(limit, max(-limit, value))
    let scaled = Int64((finite * power).rounded())
    var whole = scaled.magnitude / UInt64(power)
    var rest = scaled.magnitude % UInt64(power)
    if scaled < 0 { out.append(UInt8(ascii: "-")) }
    var buffer: [UInt8] = []
    repeat {
      buffer.append(UInt8(ascii: "0") + UInt8(whole % 10))
      whole /= 10
    } while whole > 0
    out.append(contentsOf: buffer.reversed())
    guard rest > 0 else { return }
    out.append(UInt8(ascii: "."))
    var place = UInt64(power) / 10
    while rest > 0 {
      out.append(UInt8(ascii: "0") + UInt8(rest / place))
      rest %= place
      place /= 10
    }
  }
}
