/// Where the words of a language may be broken.
///
/// The rule is Liang's, "Word Hy-phen-a-tion by Com-put-er": each pattern that a word holds gives numbers to the places between its
/// letters, the largest number of each place counts, and an odd one is a place to break.
struct HyphenationPatterns {
  /// The languages with patterns, by the names of their files.
  static let languages = [
    "ca", "da", "de", "el", "en-gb", "en-us", "es", "fr", "it", "nl", "pl", "pt-br", "ru", "sk", "sl", "sv",
  ]

  /// Lines of letters and numbers, sorted by their bytes; see `Scripts/hyphenation.py`.
  private let bytes: [UInt8]
  /// Where the first pattern starts.
  private let body: Int
  /// The least letters in front of a hyphen and behind it, and the most of a pattern.
  private let limits: (front: Int, back: Int, pattern: Int)

  /// Takes a file of patterns; nil when it is not one.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    let head = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard head.count == 3 else { return nil }
    self.bytes = bytes
    body = end + 1
    limits = (max(2, head[0]), max(2, head[1]), head[2])
  }

  /// The numbers of the letters in front of which a word may be broken.
  func places(in word: [Unicode.Scalar]) -> [Int] {
    guard word.count >= 5, word.count <= Limits.unbrokenRun else { return [] }
    var letters: [[UInt8]] = [[0x2E]]
    for scalar in word {
      let lower = scalar.properties.lowercaseMapping
      guard lower.unicodeScalars.count == 1 else { return [] }
      letters.append(Array(lower.utf8))
    }
    letters.append([0x2E])
    var numbers = [UInt8](repeating: 0, count: letters.count + 1)
    for first in letters.indices {
      var key: [UInt8] = []
      for last in first..<min(letters.count, first + limits.pattern) {
        key += letters[last]
        guard let found = digits(of: key) else { continue }
        for (offset, number) in found.enumerated() {
          numbers[first + offset] = max(numbers[first + offset], number - 0x30)
        }
      }
    }
    return (limits.front...max(limits.front, word.count - limits.back)).filter {
      $0 <= word.count - limits.back && numbers[$0 + 1] % 2 == 1
    }
  }

  /// The numbers of a pattern, found by halves.
  private func digits(of key: [UInt8]) -> ArraySlice<UInt8>? {
    var low = body
    var high = bytes.count
    while low < high {
      var start = (low + high) / 2
      while start > low, bytes[start - 1] != 0x0A { start -= 1 }
      var tab = start
      var place = 0
      var order = 0
      while tab < bytes.count, bytes[tab] != 0x09 {
        if order == 0 {
          order = place < key.count ? Int(bytes[tab]) - Int(key[place]) : 1
        }
        place += 1
        tab += 1
      }
      if order == 0, place < key.count { order = -1 }
      let end = bytes[tab...].firstIndex(of: 0x0A) ?? bytes.count
      if order == 0 { return tab < end ? bytes[(tab + 1)..<end] : nil }
      if order < 0 { low = end + 1 } else { high = start }
    }
    return nil
  }
}

extension TextShaper {
  /// Adds the places inside words at which a hyphen may stand.
  func hyphenate(
    _ measure: inout ParagraphMeasure, _ source: TextClusters, _ range: Range<Int>,
    _ patterns: HyphenationPatterns
  ) throws(RasterError) {
    var word: [Unicode.Scalar] = []
    var first = range.lowerBound
    func scalar(_ number: Int) -> Unicode.Scalar? {
      let cluster = source.clusters[number]
      guard cluster.kind == .text, cluster.length <= 4 else { return nil }
      let scalars = source.text(of: cluster).unicodeScalars
      guard scalars.count == 1, let scalar = scalars.first, scalar.properties.isAlphabetic else { return nil }
      return scalar
    }
    for number in range.lowerBound...range.upperBound {
      if number < range.upperBound, let letter = scalar(number) {
        if word.isEmpty { first = number }
        word.append(letter)
        continue
      }
      for place in patterns.places(in: word) {
        let index = first + place - range.lowerBound
        measure.mayBreak[index] = true
        measure.hyphens[index] = try hyphen(behind: source.clusters[first + place - 1])
      }
      word = []
    }
  }
}
