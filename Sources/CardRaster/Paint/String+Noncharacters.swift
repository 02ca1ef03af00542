extension String {
  /// The text with U+FFFD for each character that documents do not allow.
  ///
  /// These are noncharacters (Unicode 15, section 23.7), two of which XML 1.0 rejects (section 2.2), and
  /// U+0000. XML rejects that too, and PDF viewers end the text there.
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
