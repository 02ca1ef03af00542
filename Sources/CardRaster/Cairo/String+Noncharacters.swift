extension String {
  /// The text with U+FFFD for each character that cairo takes for invalid UTF-8: noncharacters (Unicode 15, section
  /// 23.7), and U+0000, which ends a string of C.
  var withoutNoncharacters: String {
    func isRefused(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value == 0 || scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
    }
    guard unicodeScalars.contains(where: isRefused) else { return self }
    var result = Self.UnicodeScalarView()
    for scalar in unicodeScalars { result.append(isRefused(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }
}
