import CardRaster

/// Web and mail addresses.
extension TextSearch {
  /// The last labels of names on the web that are taken for one without a scheme in front.
  private static let topLevels: Set<String> = Set(
    """
    com org net edu gov mil int info biz io co tv me eu us uk ca au nz ie de fr es it nl be ch at lu li se no dk fi \
    pl cz sk hu ro bg gr pt tr ru ua lt lv ee hr si jp cn kr tw hk sg in br mx ar cl za il ae sa eg dev online shop \
    store blog news bank finance
    """.split(separator: " ").map(String.init))
  /// Those that are endings of files too: only with a path behind them.
  private static let doubtful: Set<String> = Set(
    "app ai sh md rs py cc so zip mov ps pm js am is to fm gg xyz".split(separator: " ").map(String.init))

  /// Ends a link wherever it stands.
  private func endsLink(_ place: Int) -> Bool {
    let scalar = at(place)
    switch scalar.value {
    case 0...0x20, 0x7F, 0x22, 0x3C, 0x3E, 0x60, 0x7C, 0xAB, 0xBB: return true
    case 0x21..<0x7F: return false
    case 0x201C...0x201F, 0x2039, 0x203A, 0x3000...0x303F, 0xFF01...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40,
      0xFF5B...0xFF65:
      return true
    default: return scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
    }
  }

  mutating func findLinks() {
    var place = 0
    while place < text.count {
      guard !endsLink(place) else {
        place += 1
        continue
      }
      let start = place
      var end = start
      while end < text.count, !endsLink(end) { end += 1 }
      while place < end {
        let isStart =
          place == start || "([{,;:'*~!?’‘".unicodeScalars.contains(at(place - 1)) || isIdeograph(place - 1)
        if isStart, let found = webAddress(place, end) ?? mailAddress(place, end) {
          add(.link, found.range, target: found.target, value: found.target)
          place = found.range.upperBound
        } else if isStart, hasPrefix("http://", at: place) || hasPrefix("https://", at: place) {
          // An address that is not shown, such as one with a password in it, is not shown in pieces.
          place = end
        } else {
          // A word is looked at once, from its start.
          let first = place
          while place < end, isNameCharacter(place) || at(place) == "." { place += 1 }
          place = max(place, first + 1)
        }
      }
    }
  }

  private typealias Found = (range: Range<Int>, target: String)

  private func isNameCharacter(_ place: Int) -> Bool {
    (isWordCharacter(place) && !isIdeograph(place)) || ["-", "_", "%", "+"].contains(at(place))
  }

  /// The name of a computer: labels with dots between them.
  private func host(from start: Int, to end: Int) -> [Range<Int>] {
    var labels: [Range<Int>] = []
    var place = start
    while place < end {
      let first = place
      while place < end, (isWordCharacter(place) && !isIdeograph(place)) || at(place) == "-" { place += 1 }
      guard place > first, at(first) != "-", at(place - 1) != "-" else { break }
      labels.append(first..<place)
      guard place < end, at(place) == "." else { break }
      place += 1
    }
    return labels
  }

  private func hasPrefix(_ prefix: String, at place: Int) -> Bool {
    for (offset, scalar) in prefix.unicodeScalars.enumerated() {
      let found = at(place + offset)
      guard found == scalar || (isLetter(place + offset) && found.value + 32 == scalar.value) else {
        return false
      }
    }
    return true
  }

  private func webAddress(_ start: Int, _ end: Int) -> Found? {
    let scheme = ["https://", "http://"].first { hasPrefix($0, at: start) }
    let labels = host(from: start + (scheme?.utf8.count ?? 0), to: end)
    guard let last = labels.last, let first = labels.first else { return nil }
    var stop = last.upperBound
    guard !["@", "_", "\\"].contains(at(stop)) else { return nil }
    if at(stop) == ":", stop + 1 < end, !isDigit(stop + 1) { return nil }
    if stop < end, at(stop) == ":", isDigit(stop + 1) {
      var place = stop + 1
      while place < end, isDigit(place) { place += 1 }
      guard at(place) != "@" else { return nil }
      if place - stop <= 6 { stop = place }
    }
    let hasPath = stop < end && ["/", "?", "#"].contains(at(stop))
    if scheme == nil {
      let top = string(last)
      let isWWW = labels.count > 2 && string(first).lowercased() == "www"
      let isKnown = Self.topLevels.contains(top) || (hasPath && Self.doubtful.contains(top))
      guard labels.count > 1, last.count < 30,
        isKnown || (isWWW && last.count > 1 && last.allSatisfy(isLetter))
      else { return nil }
      // 1.5.in is no name, 163.com is one.
      let second = labels[labels.count - 2]
      guard second.contains(where: isLetter) || second.count >= 3 else { return nil }
    }
    if hasPath { stop = pathEnd(stop, end) }
    let range = start..<stop
    return (range, (scheme == nil ? "https://" : "") + string(range))
  }

  /// The end of a path, without what belongs to the sentence around it: points, and brackets that were not opened.
  private func pathEnd(_ start: Int, _ end: Int) -> Int {
    var open: [Unicode.Scalar: Int] = [:]
    for place in start..<end {
      switch at(place) {
      case "(": open[")", default: 0] += 1
      case "[": open["]", default: 0] += 1
      case "{": open["}", default: 0] += 1
      case ")", "]", "}": open[at(place), default: 0] -= 1
      default: break
      }
    }
    var stop = end
    while stop > start {
      let last = at(stop - 1)
      if let count = open[last], [")", "]", "}"].contains(last) {
        guard count < 0 else { break }
        open[last] = count + 1
      } else if !".,;:!?'’‘*~…".unicodeScalars.contains(last) {
        break
      }
      stop -= 1
    }
    return stop
  }

  private func mailAddress(_ start: Int, _ end: Int) -> Found? {
    var place = start
    while place < end, place - start <= 64, isNameCharacter(place) || at(place) == "." { place += 1 }
    guard place > start, at(place) == "@", at(start) != ".", at(place - 1) != "." else { return nil }
    for index in start..<place where at(index) == "." && at(index + 1) == "." { return nil }
    let labels = host(from: place + 1, to: end)
    guard let last = labels.last, labels.count > 1, (2...24).contains(last.count), last.allSatisfy(isLetter),
      !["@", "_"].contains(at(last.upperBound))
    else { return nil }
    let hasScheme = start >= 7 && hasPrefix("mailto:", at: start - 7)
    let address = string(start..<last.upperBound)
    return ((hasScheme ? start - 7 : start)..<last.upperBound, "mailto:" + address)
  }
}
