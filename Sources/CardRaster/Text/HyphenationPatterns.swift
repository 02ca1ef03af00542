/// The hyphenation patterns of a language.
///
/// The algorithm is Liang's, "Word Hy-phen-a-tion by Com-put-er": each pattern found in a word assigns
/// numbers to the positions between its letters. The largest number of each position counts, and an odd one
/// allows a hyphen.
struct HyphenationPatterns {
  /// The languages with patterns, by the names of their files.
  static let languages = [
    "ca", "da", "de", "el", "en-gb", "en-us", "es", "fr", "it", "nl", "pl", "pt-br", "ru", "sk", "sl", "sv",
  ]

  /// Lines of letters and numbers, sorted by their bytes; see `Scripts/hyphenation.py`.
  private let bytes: [UInt8]
  /// The offset of the first pattern.
  private let body: Int
  /// The minimum number of letters before and after a hyphen, and the maximum of a pattern.
  private let limits: (front: Int, back: Int, pattern: Int)

  /// Reads a file of patterns; nil if it has another format.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    let head = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard head.count == 3 else { return nil }
    self.bytes = bytes
    body = end + 1
    limits = (max(2, head[0]), max(2, head[1]), head[2])
  }

  /// The indices of the letters before which a word may be broken.
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

  /// The numbers of a pattern, found by binary search.
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
  /// Adds the hyphenation points inside words that are wider than a line; returns whether there are any.
  func hyphenateWideWords(
    _ paragraphs: inout [ParagraphMeasure], _ source: TextClusters, _ width: Double
  ) throws(RasterError) -> Bool {
    guard patterns == nil, let language = style.emergencyHyphenation, style.lineBreakMode != .charWrap,
      let patterns = try loaded.patterns(of: language)
    else { return false }
    let before = paragraphs.reduce(0) { $0 + $1.hyphens.count }
    for index in paragraphs.indices {
      let range = paragraphs[index].start..<paragraphs[index].start + paragraphs[index].advances.count
      try hyphenate(&paragraphs[index], source, range, patterns, widerThan: width)
    }
    return paragraphs.reduce(0) { $0 + $1.hyphens.count } > before
  }

  /// Adds the hyphenation points inside words.
  ///
  /// - Parameter width: Narrower words get none.
  func hyphenate(
    _ measure: inout ParagraphMeasure, _ source: TextClusters, _ range: Range<Int>,
    _ patterns: HyphenationPatterns, widerThan width: Double = 0
  ) throws(RasterError) {
    var first = range.lowerBound
    while first < range.upperBound {
      let end = (first..<range.upperBound).first { source.endsWord($0) } ?? range.upperBound
      let advances = measure.advances[first - range.lowerBound..<end - range.lowerBound]
      guard width == 0 || advances.reduce(0, +) > width else {
        first = end + 1
        continue
      }
      let isLink = (first..<end).contains { spans[source.clusters[$0].span].link != nil }
      if !isLink, source.isProse(first..<end) {
        try hyphenate(word: first..<end, &measure, source, from: range.lowerBound, patterns)
      }
      first = end + 1
    }
  }

  /// Adds the hyphenation points inside the letters between two spaces.
  private func hyphenate(
    word range: Range<Int>, _ measure: inout ParagraphMeasure, _ source: TextClusters, from start: Int,
    _ patterns: HyphenationPatterns
  ) throws(RasterError) {
    var word: [Unicode.Scalar] = []
    var first = range.lowerBound
    for number in range.lowerBound...range.upperBound {
      if number < range.upperBound, let letter = source.letter(number) {
        if word.isEmpty { first = number }
        word.append(letter)
        continue
      }
      for place in patterns.places(in: word) {
        let index = first + place - start
        measure.mayBreak[index] = true
        measure.hyphens[index] = try hyphen(behind: source.clusters[first + place - 1])
      }
      word = []
    }
  }
}

extension TextClusters {
  /// The letter of a cluster.
  fileprivate func letter(_ number: Int) -> Unicode.Scalar? {
    guard let scalar = scalar(number), scalar.properties.isAlphabetic else { return nil }
    return scalar
  }

  func scalar(_ number: Int) -> Unicode.Scalar? {
    let cluster = clusters[number]
    guard cluster.kind == .text, cluster.length <= 4 else { return nil }
    let scalars = text(of: cluster).unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }

  /// Whether a word ends before a cluster: at spaces, including non-breaking ones, and at dashes.
  fileprivate func endsWord(_ number: Int) -> Bool {
    guard clusters[number].kind == .text else { return clusters[number].kind != .sign }
    guard let scalar = scalar(number), !scalar.isASCII else { return false }
    let category = scalar.properties.generalCategory
    return category == .spaceSeparator || category == .dashPunctuation || scalar.value == 0x200B
  }

  /// Whether the text between two spaces is a word of prose.
  ///
  /// Addresses, tags, file names, numbers and identifiers are not.
  fileprivate func isProse(_ range: Range<Int>) -> Bool {
    var scalars = range.map { scalar($0) }[...]
    while let first = scalars.first, first.map(Self.opensQuote) ?? false { scalars.removeFirst() }
    while let last = scalars.last, last.map(Self.endsSentence) ?? false { scalars.removeLast() }
    var wasLowercase = false
    for case let scalar? in scalars {
      let properties = scalar.properties
      if wasLowercase, properties.isUppercase { return false }
      wasLowercase = properties.isLowercase
      if properties.numericType != nil { return false }
      if scalar.isASCII, Self.inAddresses.contains(UInt8(scalar.value)) { return false }
    }
    return true
  }

  private static func opensQuote(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .finalPunctuation: true
    default: "\"'*<".unicodeScalars.contains(scalar)
    }
  }

  private static func endsSentence(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .closePunctuation, .initialPunctuation, .finalPunctuation: true
    default: "\"'*>.,;:!?…".unicodeScalars.contains(scalar)
    }
  }

  /// Characters inside addresses, tags, paths and identifiers.
  private static let inAddresses = Set("#$%&*+./:;<=>?@\\^_`|~".utf8)
}
