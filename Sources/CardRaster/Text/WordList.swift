/// The words of a language without spaces between them, used to find word boundaries.
///
/// How it works: at each position the longest word is taken that two more words can follow. Letters without a
/// word are skipped up to a letter that starts one.
struct WordList {
  /// A script without spaces between words; the raw value is the start of its block.
  enum Script: UInt32, CaseIterable {
    case thai = 0x0E00
    case lao = 0x0E80
    case burmese = 0x1000
    case khmer = 0x1780

    /// The name of its file in the bundle.
    var file: String { "\(self).words" }

    /// The script of a letter or a mark; digits and punctuation have none.
    init?(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x0E01...0x0E7F: self = .thai
      case 0x0E80...0x0EFF: self = .lao
      case 0x1000...0x109F: self = .burmese
      case 0x1780...0x17FF: self = .khmer
      default: return nil
      }
      switch scalar.properties.generalCategory {
      case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: break
      default: return nil
      }
    }

    /// The byte of a letter in word lists.
    func byte(_ scalar: Unicode.Scalar) -> UInt8 { UInt8(truncatingIfNeeded: scalar.value - rawValue + 0x20) }

    /// Whether a word may start with a letter.
    fileprivate func startsWord(_ byte: UInt8) -> Bool {
      let value = UInt32(byte) - 0x20 + rawValue
      return switch self {
      case .thai: (0x0E01...0x0E2E).contains(value) || (0x0E40...0x0E44).contains(value)
      case .lao:
        (0x0E81...0x0EAE).contains(value) || (0x0EDC...0x0EDD).contains(value)
          || (0x0EC0...0x0EC4).contains(value)
      case .burmese: (0x1000...0x102A).contains(value)
      case .khmer: (0x1780...0x17B3).contains(value)
      }
    }

    /// Whether a word may end in a letter.
    ///
    /// It may not end in a vowel that is written before its consonant, nor in a sign that joins two.
    fileprivate func endsWord(_ byte: UInt8) -> Bool {
      let value = UInt32(byte) - 0x20 + rawValue
      return switch self {
      case .thai: value != 0x0E31 && !(0x0E40...0x0E44).contains(value)
      case .lao: !(0x0EC0...0x0EC4).contains(value)
      case .burmese: value != 0x1039
      case .khmer: value != 0x17D2
      }
    }

    /// Whether a letter never starts a word.
    ///
    /// Such letters are marks on the letter before them, and signs of repetition or abbreviation.
    fileprivate func continuesWord(_ byte: UInt8) -> Bool {
      guard let scalar = Unicode.Scalar(UInt32(byte) - 0x20 + rawValue) else { return false }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .modifierLetter: return true
      default: return scalar.value == 0x0E2F
      }
    }

    /// A word with fewer letters absorbs following letters that are not in the list.
    fileprivate var shortWord: Int { self == .thai || self == .lao ? 3 : 10 }
  }

  private let script: Script
  /// One word per line, sorted by bytes.
  private let bytes: [UInt8]

  /// Reads a file; see `Scripts/word_lists.py`.
  init(_ script: Script, _ bytes: [UInt8]) {
    self.script = script
    self.bytes = bytes
  }

  /// The word ends among some letters, except for the end of all.
  func ends(in letters: [UInt8]) -> [Int] {
    guard letters.count > 3 else { return [] }
    var search = Search(list: self, letters: letters)
    var ends: [Int] = []
    var place = 0
    while place < letters.count {
      let length = search.word(at: place)
      place += length
      if length < script.shortWord, place < letters.count {
        let next = search.words(at: place)
        if next.lengths.isEmpty, length == 0 || next.known < script.shortWord {
          repeat {
            place += 1
          } while place < letters.count
            && !(script.endsWord(letters[place - 1]) && script.startsWord(letters[place])
              && !search.words(at: place).lengths.isEmpty)
        }
      }
      while place < letters.count, script.continuesWord(letters[place]) { place += 1 }
      if place < letters.count { ends.append(place) }
    }
    return ends
  }

  /// The words of one text that were looked up so far.
  private struct Search {
    let list: WordList
    let letters: [UInt8]
    private var found: [Int: Words] = [:]

    /// The lengths of words that start at a position, the longest first.
    ///
    /// `known` is the number of letters that start some word.
    struct Words {
      var lengths: [Int] = []
      var known = 0
    }

    init(list: WordList, letters: [UInt8]) {
      self.list = list
      self.letters = letters
    }

    mutating func words(at place: Int) -> Words {
      if let known = found[place] { return known }
      let words = list.words(letters[place...])
      found[place] = words
      return words
    }

    /// The length of the word that starts at a position; 0 if none does.
    mutating func word(at place: Int) -> Int {
      let firsts = words(at: place).lengths
      guard firsts.count > 1, let longest = firsts.first, place + longest < letters.count else {
        return firsts.first ?? 0
      }
      var best = longest
      for first in firsts {
        let seconds = words(at: place + first).lengths
        guard let second = seconds.first else { continue }
        best = first
        if place + first + second >= letters.count { return first }
        if seconds.contains(where: { !words(at: place + first + $0).lengths.isEmpty }) { return first }
      }
      return best
    }
  }

  private func words(_ letters: ArraySlice<UInt8>) -> Search.Words {
    var result = Search.Words()
    var low = 0
    for count in 1...letters.count {
      let start = letters.prefix(count)
      low = firstLine(notBefore: start, from: low)
      let end = low + count
      guard end < bytes.count, bytes[low..<end] == start else { break }
      result.known = count
      if bytes[end] == Self.newline { result.lengths.insert(count, at: 0) }
    }
    return result
  }

  private static let newline: UInt8 = 0x0A

  /// The offset of the first line that is not sorted before some letters, found by binary search.
  private func firstLine(notBefore letters: ArraySlice<UInt8>, from first: Int) -> Int {
    var (low, high) = (first, bytes.count)
    while low < high {
      var start = (low + high) / 2
      while start > low, bytes[start - 1] != Self.newline { start -= 1 }
      if bytes[start...].prefix(while: { $0 != Self.newline }).lexicographicallyPrecedes(letters) {
        low = (bytes[start...].firstIndex(of: Self.newline) ?? bytes.count - 1) + 1
      } else {
        high = start
      }
    }
    return low
  }
}

/// The lists that were read so far.
final class WordLists {
  private let folder: String
  private var known: [WordList.Script: WordList] = [:]

  /// - Parameter bundled: the folder of the bundled fonts.
  init(bundled: String) { folder = "\(bundled)/Words" }

  func list(_ script: WordList.Script) throws(RasterError) -> WordList {
    if let list = known[script] { return list }
    let list = WordList(
      script, try FileReading.read(path: "\(folder)/\(script.file)", limit: Limits.patternBytes))
    known[script] = list
    return list
  }
}

extension TextClusters {
  /// Allows line breaks between the words of languages without spaces, and only there.
  func breakBetweenWords(_ mayBreak: inout [Bool], _ lists: WordLists) throws(RasterError) {
    guard hasSpacelessScript else { return }
    var first = 0
    while first < clusters.count {
      guard let script = script(of: first) else {
        first += 1
        continue
      }
      var letters: [UInt8] = []
      var starts: [Int: Int] = [:]
      var end = first
      while end < clusters.count, clusters[end].kind == .inserted || self.script(of: end) == script {
        if clusters[end].kind != .inserted {
          starts[letters.count] = end
          for scalar in text(of: clusters[end]).unicodeScalars where WordList.Script(scalar) == script {
            letters.append(script.byte(scalar))
          }
        }
        end += 1
      }
      for place in first + 1..<max(first + 1, end) { mayBreak[place] = false }
      for place in try lists.list(script).ends(in: letters) {
        if let cluster = starts[place] { mayBreak[cluster] = true }
      }
      first = end
    }
  }

  /// The script without spaces between words that a cluster belongs to.
  private func script(of number: Int) -> WordList.Script? {
    let cluster = clusters[number]
    guard cluster.kind == .text, cluster.length > 2, bytes[cluster.start] & 0xFE == 0xE0 else { return nil }
    return text(of: cluster).unicodeScalars.first.flatMap { WordList.Script($0) }
  }

  /// Whether letters of such a script are likely, judged by the first bytes of letters.
  private var hasSpacelessScript: Bool {
    var last: UInt8 = 0
    for byte in bytes {
      switch (last, byte) {
      case (0xE0, 0xB8...0xBB), (0xE1, 0x80...0x82), (0xE1, 0x9E...0x9F): return true
      default: last = byte
      }
    }
    return false
  }
}
