import CardRaster

/// A sum of words, for telling quickly whether two things may be the same.
struct KeySum {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(_ text: String) { add(text) }

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x9FB2_1C65_1E98_DF25
    value ^= value >> 32
  }

  mutating func add(_ text: String) {
    var word: UInt64 = 0
    var count: UInt64 = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 { add(word) }
    }
    add(word)
    add(count)
  }
}
