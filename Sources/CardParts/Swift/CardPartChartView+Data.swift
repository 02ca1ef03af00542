extension CardPartChartView {
  /// Makes a chart of the columns of some data.
  ///
  /// - Parameters:
  ///   - mark: what is drawn.
  ///   - data: a list of objects, an object of lists, a list of numbers, or the path of a file beside the deck.
  ///   - x: the column along the horizontal axis, with a shorthand such as `yearmonth(date)` if wanted.
  ///   - y: the column along the vertical axis.
  ///   - color: the column of the names of series.
  ///   - file: the Swift file, for messages.
  ///   - line: the line in it, for messages.
  public init(
    _ mark: CardPartChartMarkType, data: DeckValue, x: DeckText? = nil, y: DeckText? = nil,
    color: DeckText? = nil,
    file: String = #fileID, line: Int = #line
  ) {
    var node = DeckNode(type: "chart", file, line)
    node.set("mark", mark)
    node.set("data", data)
    node.set("x", x)
    node.set("y", y)
    node.set("color", color)
    self.node = node
  }

  /// Makes a chart of several columns, each of which is a series.
  ///
  /// - Parameters:
  ///   - mark: what is drawn.
  ///   - data: as in the other initialiser.
  ///   - x: the column along the horizontal axis.
  ///   - y: the columns along the vertical axis.
  ///   - file: the Swift file, for messages.
  ///   - line: the line in it, for messages.
  public init(
    _ mark: CardPartChartMarkType, data: DeckValue, x: DeckText, y: [DeckText], file: String = #fileID,
    line: Int = #line
  ) {
    self.init(mark, data: data, x: x, file: file, line: line)
    node.set("y", y)
  }
}
