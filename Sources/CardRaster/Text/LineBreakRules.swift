/// Line break opportunities between characters, as in browsers.
///
/// Pango follows Unicode's rules (UAX 14), which browsers change for ASCII: paths, dates and amounts stay
/// whole, and any space is a break opportunity. The rules for ASCII were observed in Chromium.
enum LineBreakRules {
  /// Whether a line may start with a cluster.
  ///
  /// - Parameters:
  ///   - unicode: the result of Unicode's rules.
  ///   - before: the character before the previous one, if there is one.
  static func mayBreak(
    _ before: TextClusters.Piece?, _ previous: TextClusters.Piece, _ next: TextClusters.Piece, unicode: Bool
  ) -> Bool {
    if next.kind == .space || next.kind == .newline { return false }
    if previous.kind == .space { return true }
    // Between Hebrew letters a hyphen is a break opportunity, as in LB21a since Unicode 15.1.
    if previous.isHyphen, next.isHebrew, before?.isHebrew ?? false { return true }
    guard let left = previous.ascii, let right = next.ascii else { return unicode }
    switch left {
    case UInt8(ascii: "-"):
      // A hyphen before a digit is a minus sign, unless it follows a letter or a digit.
      if isDigit(right) { return before?.ascii.map { isDigit($0) || isLetter($0) } ?? false }
      return !closing.contains(right)
    case UInt8(ascii: "?"): return !closing.contains(right)
    default: return opening.contains(right) && ending.contains(left)
    }
  }

  /// Characters that do not start a line after a hyphen or a question mark.
  private static let closing = Set("!\"'),./:;?]}".utf8).union(["$".utf8.first ?? 0])
  /// Characters that may start a line after one of `ending`.
  private static let opening = Set("(<[{".utf8)
  /// Characters after which an opening bracket may start a line.
  private static let ending = Set("!\"#%&)*+,.:;=>\\]|}~".utf8)

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

extension TextClusters {
  /// The properties of a cluster that matter for line breaks.
  struct Piece {
    let kind: Kind
    /// Its character if it is ASCII.
    let ascii: UInt8?
    /// Whether it is a Hebrew letter.
    var isHebrew = false
    /// Whether it is the ASCII or the Hebrew hyphen.
    var isHyphen = false
  }

  /// The properties of a cluster that matter for line breaks.
  func piece(_ number: Int) -> Piece {
    let cluster = clusters[number]
    let byte = cluster.length == 1 ? bytes[cluster.start] : nil
    var piece = Piece(kind: cluster.kind, ascii: byte, isHyphen: byte == 0x2D)
    if cluster.length > 1 {
      // UTF-8 of U+05D0 to U+05F2, and of U+05BE.
      let pair = (bytes[cluster.start], bytes[cluster.start + 1])
      piece.isHebrew = pair.0 == 0xD7 && (0x90...0xB2).contains(pair.1)
      piece.isHyphen = pair == (0xD6, 0xBE)
    }
    return piece
  }

  /// The line breaks that separate what belongs together.
  ///
  /// These are the breaks inside an amount (`12 %`, `€ 12`, `1 299`, `12 km`, `10万円`), between a day and its month
  /// (`3 December`, `Dec 3`), between a title and a name (`Dr. Koch`), before a sign between spaces (`·`), between an
  /// ampersand and a short word (`Rock & Roll`), after a prefix of one letter (`e-mail`), and except in standard running
  /// text after the hyphens of a compound.
  ///
  /// - Parameters:
  ///   - breaks: for each cluster of the range, whether a line may start with it.
  ///   - isCompound: whether to find those inside compounds, instead of all others.
  /// - Returns: positions in `breaks`.
  func keptBreaks(_ breaks: [Bool], in range: Range<Int>, isCompound: Bool) -> [Int] {
    breaks.indices.dropFirst().filter { place in
      guard breaks[place] else { return false }
      let number = place + range.lowerBound
      if clusters[number - 1].kind == .space {
        return !isCompound && isJoined(acrossSpaceBefore: number)
      }
      // A range, such as 1900–2017.
      if number > 1, let sign = scalar(number - 1), "–-".unicodeScalars.contains(sign),
        isDigit(number - 2), isDigit(number)
      {
        return !isCompound
      }
      if piece(number - 1).isHyphen, number > 1 {
        let isPrefix = isLetter(number - 2) && (number == 2 || clusters[number - 3].kind == .space)
        return isCompound ? isWordCharacter(number - 2) && isWordCharacter(number) : isPrefix
      }
      return !isCompound && isInsideCountOrSyllable(number)
    }
  }

  /// The positions next to the signs inside addresses: after `/` and `_`, and before `@` and `.`.
  func addressBreaks(in range: Range<Int>) -> [Int] {
    range.dropFirst().compactMap { number in
      guard clusters[number - 1].kind == .text, clusters[number].kind == .text else { return nil }
      let (before, after) = (bytes[clusters[number].start - 1], bytes[clusters[number].start])
      let isSign = "/_=&?".utf8.contains(before) || "@.".utf8.contains(after)
      return isSign ? number - range.lowerBound : nil
    }
  }

  /// The possible line breaks after a sign of a pause and a space.
  func pauses(_ breaks: [Bool], in range: Range<Int>) -> [Int] {
    breaks.indices.dropFirst(2).filter { place in
      let number = place + range.lowerBound
      guard breaks[place], clusters[number - 1].kind == .space, let sign = scalar(number - 2) else {
        return false
      }
      // A short word with a point is an abbreviation, such as "vs.".
      if sign == "." { return !(1...4).contains(word(before: number - 1).count) }
      return ",;:!?–—·،؛؟".unicodeScalars.contains(sign)
    }
  }

  /// Whether a line does not start with a cluster after a space.
  private func isJoined(acrossSpaceBefore number: Int) -> Bool {
    guard number > 1 else { return false }
    let next = word(from: number)
    if WordRules.joints.contains(next) { return true }
    let isNumber = isDigit(number)
    if isDigit(number - 2) {
      if isUnit(number) || isGroup(number) { return true }
      let previous = word(before: number - 1)
      return WordRules.units.contains(next) || WordRules.isCurrencyCode(next)
        || WordRules.isDate(previous, next) || WordRules.isGroup(previous) && WordRules.isGroup(next)
    }
    if isNumber, isUnit(number - 2) { return true }
    let previous = word(before: number - 1)
    if WordRules.isDate(previous, next) || WordRules.isDate(next, previous) { return true }
    if previous == "&", 1...WordRules.shortName ~= next.count { return true }
    if isNumber { return WordRules.numberSigns.contains(previous) || WordRules.isCurrencyCode(previous) }
    guard scalar(number)?.properties.isUppercase == true else { return false }
    // A single capital letter is an initial.
    let isInitial = previous.count == 2 && previous.hasSuffix(".") && previous.first?.isUppercase == true
    return isInitial || WordRules.titles.contains(previous.trimming(suffix: "."))
  }

  /// Whether a line does not start with a cluster: a small kana, or one inside a number with its counter, such as
  /// `10万円` and `3時間`.
  private func isInsideCountOrSyllable(_ number: Int) -> Bool {
    guard let next = scalar(number), let previous = scalar(number - 1) else { return false }
    if isDigit(number) { return previous == "第" }
    if WordRules.smallKana.contains(next) { return true }
    guard isIdeograph(number) else { return false }
    if isDigit(number - 1) { return true }
    guard number > 1, let before = scalar(number - 2) else { return false }
    if WordRules.powers.contains(previous) { return isDigit(number - 2) || WordRules.powers.contains(before) }
    return isDigit(number - 2) && WordRules.counters.contains("\(previous)\(next)")
  }

  /// The letters from a cluster to the next space, without punctuation at the end; empty if there are too many.
  private func word(from first: Int) -> String {
    let end = clusters[first...].prefix(WordRules.longest + 1).firstIndex { $0.kind != .text }
    let last = end ?? min(clusters.count, first + WordRules.longest + 1)
    var text = sourceText(first..<last)[...]
    while let sign = text.last, ".,;:!?)…".contains(sign) { text.removeLast() }
    return text.count > WordRules.longest ? "" : String(text)
  }

  /// The letters before a space, back to the previous one; empty if there are too many.
  private func word(before end: Int) -> String {
    let window = clusters[max(0, end - WordRules.longest - 1)..<end]
    let first = window.lastIndex { $0.kind != .text }.map { $0 + 1 } ?? window.startIndex
    return end - first > WordRules.longest ? "" : sourceText(first..<end)
  }

  /// For each cluster, whether a Japanese phrase starts with it; nil if the text has no kana.
  ///
  /// Particles and endings in hiragana belong to the word before them, so a phrase starts with another script after
  /// hiragana. Words of one script stay whole.
  func phraseStarts(_ breaks: [Bool], in range: Range<Int>) -> [Bool]? {
    let scripts = range.map { scalar($0).flatMap(JapaneseScript.init) }
    guard scripts.contains(where: { $0 == .hiragana || $0 == .katakana }) else { return nil }
    return zip(breaks, scripts.indices).map { mayBreak, place in
      guard mayBreak, place > 0, let before = scripts[place - 1], let next = scripts[place] else {
        return mayBreak
      }
      return next != .hiragana && next != before
    }
  }

  private func isDigit(_ number: Int) -> Bool {
    clusters.indices.contains(number) && scalar(number)?.properties.numericType == .decimal
  }

  private func isLetter(_ number: Int) -> Bool { scalar(number)?.properties.isAlphabetic ?? false }

  private func isWordCharacter(_ number: Int) -> Bool { isLetter(number) || isDigit(number) }

  private func isUnit(_ number: Int) -> Bool {
    guard let scalar = scalar(number) else { return false }
    return scalar == "%" || scalar == "‰" || scalar.properties.generalCategory == .currencySymbol
  }

  /// Whether three digits start here that continue a number before the space.
  private func isGroup(_ number: Int) -> Bool {
    guard (number..<number + 3).allSatisfy(isDigit), !isDigit(number + 3) else { return false }
    return !(2...5).allSatisfy { isDigit(number - $0) }
  }

  /// For each cluster, whether a line may start with it, from the result of Unicode's rules.
  func breaks(unicode: [Bool]) -> [Bool] {
    unicode.indices.map { number in
      guard number > 0 else { return false }
      return LineBreakRules.mayBreak(
        number > 1 ? piece(number - 2) : nil, piece(number - 1), piece(number), unicode: unicode[number])
    }
  }
}

/// Words that stay on one line with the number or name next to them.
private enum WordRules {
  /// The maximum length of these words.
  static let longest = 10
  /// The maximum length of a word that stays on one line with an ampersand before it.
  static let shortName = 5

  /// Words after a number.
  static let units = Set(
    """
    mm cm dm m km µm nm m² m³ km² cm² cm³ ha mi ft yd sq mph km/h m/s kn
    mg g kg t lb lbs oz ml cl dl l mL cL dL L hl
    ms s sec min h hr hrs Std Min Sek Uhr am pm AM PM a.m p.m
    W kW MW GW Wh kWh MWh GWh V kV A mA Ah mAh Hz kHz MHz GHz J kJ kcal cal N Pa hPa kPa bar psi dB
    B kB KB MB GB TB PB bit Mbit Gbit Mbit/s Gbit/s MB/s Mbps Gbps px pt dpi fps
    °C °F K ° K/W lx lm cd ppm CO₂e
    Mio Mrd Tsd Mill bn Bn mn million billion trillion Millionen Milliarden Million Milliarde millions milliards
    km/s kr Kr zł Kč Ft Fr lei лв руб грн км м см мм кг г мг л мл ч мин тыс млн млрд كم م كغ
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Signs between words with which no line starts.
  static let joints: Set<String> = ["&", "-", "–", "—", "·", "•", "×"]

  /// Words before a number.
  static let numberSigns: Set<String> = [
    "No.", "Nr.", "№", "N°", "n°", "Nº", "nº", "Rp", "Fr.", "kr", "kr.", "Kr.", "Rs", "Rs.", "Kap.", "Abb.",
  ]

  /// Words before a name, without a point.
  static let titles: Set<String> = [
    "Dr", "Prof", "Mr", "Mrs", "Ms", "Mx", "Sir", "Dame", "St", "Sr", "Sra", "Dra", "Herr", "Frau", "Hr",
    "Fr",
    "Mme", "Mlle", "Rev", "Capt", "Lt", "Gen", "Sgt", "Sen", "Ing", "Dipl.-Ing", "Mag", "Sig", "Dott",
  ]

  /// Kana that do not start a line: the rules of Unicode leave this to the program.
  static let smallKana = Set("ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶーゝゞヽヾ々".unicodeScalars)

  /// Powers of ten between digits and a counter.
  static let powers: Set<Unicode.Scalar> = ["万", "萬", "億", "亿", "兆", "千", "百", "만", "억", "천"]

  /// Counters of two characters.
  static let counters: Set<String> = [
    "時間", "分間", "秒間", "日間", "週間", "年間", "年度", "か月", "ヶ月", "カ月", "ケ月", "箇月", "個月", "个月", "か所", "ヶ所",
    "回目", "日目", "人目", "番目", "つ目", "小時", "小时", "分鐘", "分钟", "公里", "公斤", "平米", "시간", "개월",
  ]

  /// The first letters of months in Germanic and Romance languages.
  private static let months = Set(
    """
    jan gen ene feb fév fev mar mär apr avr abr may mai maj mag mei jun jui giu jul lug aug aoû ago sep set oct okt ott
    out nov dec déc dez dic
    """.split(whereSeparator: \.isWhitespace))

  /// Whether a word is the number of a day, such as `3`, `3.` and `3rd`, and another a month.
  static func isDate(_ day: String, _ month: String) -> Bool {
    let digits = day.prefix { $0.isNumber }
    return 1...2 ~= digits.count && day.count <= 4
      && day.dropFirst(digits.count).allSatisfy { $0.isLetter || $0 == "." }
      && months.contains(month.lowercased().prefix(3))
  }

  /// Whether a word may be a group of the number of an account, a card or a telephone, such as `DE89`, `+49` and `0532`.
  static func isGroup(_ word: String) -> Bool {
    word.count >= 2 && word.last?.isNumber == true && word.dropFirst(2).allSatisfy(\.isNumber)
  }

  static func isCurrencyCode(_ word: String) -> Bool {
    word.utf8.count == 3 && word.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }
}

extension String {
  /// The text without a suffix.
  fileprivate func trimming(suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}

/// The scripts of Japanese words.
private enum JapaneseScript {
  case hiragana, katakana, han

  /// The script of a character; nil for others and for punctuation.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x3041...0x309F: self = .hiragana
    case 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .katakana
    case 0x3005, 0x3400...0x4DBF, 0x4E00...0x9FFF: self = .han
    default: return nil
    }
  }
}
