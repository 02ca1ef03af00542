/// The words of text alternatives in other languages than English.
///
/// A number and a name never stand inside of a phrase that would have to be declined for them: each sentence is a word, a
/// colon and the figures.
struct ChartPhrases {
  private let kinds: [ChartMarkType: String]
  private let words: [Word: String]
  /// What a bar chart is called whose bars lie on each other, and what one whose bars lie down.
  let (stacked, lying): (String, String)
  /// Any chart.
  let chart: String

  /// A word of a sentence, in the order of the table.
  enum Word: Int, CaseIterable {
    /// Stands between what is shown and what it is shown by.
    case by
    case series, rises, falls, level, steadily, swings
    /// `#` stands for a number, twice.
    case fromTo
    case highest, lowest
    /// `#` stands for how many.
    case more
    case points, total, largest, correlation, above, noData
  }

  /// The words of a locale; nil for English and for languages without any.
  init?(_ locale: DeckLocale) {
    guard let row = ChartPhrases.table[String(locale.identifier.prefix { $0 != "_" })] else { return nil }
    let kinds = row.kinds.split(separator: "|").map(String.init)
    let words = row.words.split(separator: "|").map(String.init)
    let marks: [ChartMarkType] = [
      .column, .line, .area, .scatter, .bubble, .pie, .donut, .sparkline, .heatmap, .calendar, .gauge,
      .waterfall, .candlestick, .funnel,
    ]
    guard kinds.count == marks.count + 3, words.count == Word.allCases.count else { return nil }
    self.kinds = Dictionary(uniqueKeysWithValues: zip(marks, kinds))
    (stacked, lying, chart) = (kinds[marks.count], kinds[marks.count + 1], kinds[marks.count + 2])
    self.words = Dictionary(uniqueKeysWithValues: zip(Word.allCases, words))
  }

  /// What a chart of a mark is called.
  func kind(_ mark: ChartMarkType) -> String {
    switch mark {
    case .bar: kinds[.column] ?? chart
    case .horizontalBar: lying
    case .point: kinds[.scatter] ?? chart
    case .arc: kinds[.pie] ?? chart
    case .rect: kinds[.heatmap] ?? chart
    default: kinds[mark] ?? chart
    }
  }

  subscript(word: Word) -> String { words[word] ?? "" }

  /// A phrase with numbers in the places of `#`.
  func callAsFunction(_ word: Word, _ values: String...) -> String {
    var parts = self[word].split(separator: "#", omittingEmptySubsequences: false).map(String.init)
    for value in values where parts.count > 1 {
      parts[0] += value + parts[1]
      parts.remove(at: 1)
    }
    return parts.joined(separator: "#")
  }

  /// The languages that have words.
  static var languages: [String] { table.keys.sorted() }
}
