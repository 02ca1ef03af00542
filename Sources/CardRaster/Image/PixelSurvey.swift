/// What one look over a picture finds out, so that the file need not hold what the picture does not have.
struct PixelSurvey {
  /// Every alpha is 255.
  var isOpaque: Bool
  /// Every pixel has three equal colours.
  var isGrey: Bool
  /// The different pixels, when there are at most 256.
  var palette: PixelPalette?

  /// The share of pixels that are like neither the one at their left nor the one above, of every fourth row.
  var novelty = 0.0

  /// Looks only at alpha, and at nothing when the caller knows it.
  init(opacityOf bytes: borrowing RawSpan, _ rows: PixelRows, known: Bool?) {
    isGrey = false
    palette = nil
    if let known {
      isOpaque = known
      return
    }
    isOpaque = true
    for y in 0..<rows.height {
      var all = UInt32.max
      let start = y &* rows.stride
      for x in 0..<rows.width {
        all &= bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ 4 &* x, as: UInt32.self)
      }
      if all < 0xFF00_0000 {
        isOpaque = false
        return
      }
    }
  }

  /// Looks at everything; the count of colours stops at the first that is too many.
  init(_ bytes: borrowing RawSpan, _ rows: PixelRows, isOpaque known: Bool?) {
    var all = UInt32.max
    var differences: UInt32 = 0
    var colors: PixelPalette? = PixelPalette()
    var novel = 0
    for y in 0..<rows.height {
      let start = y &* rows.stride
      if y & 3 == 3 { novel += Self.novelPixels(bytes, rows, at: start) }
      for x in 0..<rows.width {
        let word = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ 4 &* x, as: UInt32.self)
        all &= word
        differences |= (word ^ (word >> 8)) & 0xFFFF
      }
      if var counted = colors.take() {
        if counted.addRow(bytes, at: start, width: rows.width) { colors = counted }
      }
    }
    isOpaque = known ?? (all >= 0xFF00_0000)
    isGrey = differences == 0
    novelty = Double(novel) / Double(max(1, rows.height / 4) * rows.width)
    palette = colors
  }

  private static func novelPixels(_ bytes: borrowing RawSpan, _ rows: PixelRows, at start: Int) -> Int {
    var total: UInt32 = 0
    for x in 1..<max(1, rows.width) {
      let place = start &+ 4 &* x
      let word = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt32.self)
      let left = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place &- 4, as: UInt32.self)
      let above = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place &- rows.stride, as: UInt32.self)
      // Both differences are non-zero: one bit each, without a branch.
      total &+= (word == left ? 0 : 1) & (word == above ? 0 : 1)
    }
    return Int(total)
  }
}

/// At most 256 different pixels, with a quick way from a pixel to its number.
struct PixelPalette {
  /// The pixels as they are in memory, in order of first use.
  private(set) var words: [UInt32] = []
  /// Open addressing: 0 is a free place, otherwise the number of a word plus 1.
  private var places = [UInt16](repeating: 0, count: 1024)

  /// Counts the pixels of a row; false when they are more than 256 by now.
  mutating func addRow(_ bytes: borrowing RawSpan, at start: Int, width: Int) -> Bool {
    var last: UInt32?
    for x in 0..<width {
      let word = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ 4 &* x, as: UInt32.self)
      if word == last { continue }
      last = word
      let place = place(of: word)
      if places[place] == 0 {
        if words.count == 256 { return false }
        words.append(word)
        places[place] = UInt16(words.count)
      }
    }
    return true
  }

  /// The number of a pixel that was counted.
  @inline(__always)
  func index(of word: UInt32) -> Int { Int(places[place(of: word)]) - 1 }

  /// Puts the pixels that are not opaque first, so that the list of alphas in the file ends early.
  mutating func moveTransparentFirst() {
    words = words.filter { $0 < 0xFF00_0000 } + words.filter { $0 >= 0xFF00_0000 }
    for place in places.indices { places[place] = 0 }
    for (index, word) in words.enumerated() { places[place(of: word)] = UInt16(index + 1) }
  }

  private func place(of word: UInt32) -> Int {
    var place = Int((word &* 0x9E37_79B1) >> 22)
    while places[place] != 0, words[Int(places[place]) - 1] != word { place = (place + 1) & 1023 }
    return place
  }
}
