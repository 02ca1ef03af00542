extension String {
  /// The text with leading zeros, at least `count` characters long.
  package func leftPadded(to count: Int) -> String {
    String(repeating: "0", count: Swift.max(0, count - self.count)) + self
  }

  /// The text with spaces at its end, at least `count` characters long.
  package func padded(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }

  /// The text without leading and trailing white space.
  package var trimmingSpaces: String {
    if let first = utf8.first, let last = utf8.last, (33...126).contains(first), (33...126).contains(last) {
      return self
    }
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// The text with `%` and two hexadecimal digits instead of each byte of UTF-8 that is not kept.
  package func percentEncoded(keeping isKept: (UInt8) -> Bool) -> String {
    utf8.reduce(into: "") { result, byte in
      result += isKept(byte) ? String(Unicode.Scalar(byte)) : "%" + byte.hexadecimal(2)
    }
  }
}

extension FixedWidthInteger {
  /// The number as upper-case hexadecimal digits with leading zeros, at least `count` of them.
  package func hexadecimal(_ count: Int) -> String {
    String(self, radix: 16, uppercase: true).leftPadded(to: count)
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit.
  package var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}
