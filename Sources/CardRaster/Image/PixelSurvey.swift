/// The result of a pass over a picture: the features that its file need not contain.
struct PixelSurvey {
  /// Whether every alpha is 255.
  var isOpaque: Bool
  /// Whether red, green and blue of every pixel are equal.
  var isGrey: Bool
  /// The distinct pixels, if there are at most 256.
  var palette: PixelPalette?

  /// Checks only alpha, and nothing if it is already known.
  init(opacityOf bytes: UnsafeRawBufferPointer, _ rows: PixelRows, known: Bool?) {
    isGrey = false
    palette = nil
    isOpaque = known ?? true
    guard known == nil, let base = bytes.baseAddress else { return }
    for y in 0..<rows.height where Self.all(base + y &* rows.stride, rows.width) < 0xFF00_0000 {
      isOpaque = false
      return
    }
  }

  /// Checks everything, until nothing more can be found out.
  init(_ bytes: UnsafeRawBufferPointer, _ rows: PixelRows, isOpaque known: Bool?) {
    var all = UInt32.max
    isGrey = true
    var colors: PixelPalette? = PixelPalette()
    for y in 0..<rows.height {
      guard let base = bytes.baseAddress else { break }
      let row = base + y &* rows.stride
      if known == nil, all >= 0xFF00_0000 { all &= Self.all(row, rows.width) }
      if isGrey { isGrey = Self.isGrey(row, rows.width) }
      if var counted = colors.take() {
        if counted.addRow(row, width: rows.width) { colors = counted }
      }
      if !isGrey, colors == nil, known != nil || all < 0xFF00_0000 { break }
    }
    isOpaque = known ?? (all >= 0xFF00_0000)
    palette = colors
  }

  /// The bits that all pixels of a row have in common.
  @inline(__always) private static func all(_ row: UnsafeRawPointer, _ width: Int) -> UInt32 {
    var all = UInt32.max
    for x in 0..<width { all &= row.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self) }
    return all
  }

  private static func isGrey(_ row: UnsafeRawPointer, _ width: Int) -> Bool {
    var differences: UInt32 = 0
    for x in 0..<width {
      let word = row.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self)
      differences |= (word ^ (word &>> 8)) & 0xFFFF
    }
    return differences == 0
  }
}

/// At most 256 distinct pixels, with a hash table from pixels to their indices.
struct PixelPalette {
  /// The pixels as stored in memory, in order of first use.
  private(set) var words: [UInt32] = []
  /// Open addressing: 0 is a free slot, otherwise the index of a word plus 1.
  private var places = [UInt16](repeating: 0, count: 1024)

  /// Counts the pixels of a row; false if there are more than 256 distinct ones.
  mutating func addRow(_ row: UnsafeRawPointer, width: Int) -> Bool {
    var last: UInt32?
    for x in 0..<width {
      let word = row.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self)
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

  /// The index of a pixel that was counted.
  @inline(__always)
  func index(of word: UInt32) -> Int { Int(places[place(of: word)]) - 1 }

  /// Moves the pixels that are not opaque to the front, so that the list of alphas in the file is short.
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
