extension CardPartChartView {
  /// Creates a chart from columns of data.
  ///
  /// - Parameters:
  ///   - mark: the kind of mark, such as bars or a line.
  ///   - data: a list of objects, an object of lists, a list of numbers, or the path of a file in the deck's
  ///     folder.
  ///   - x: the column for the horizontal axis, with an optional shorthand such as `yearmonth(date)`.
  ///   - y: the column for the vertical axis.
  ///   - color: the column with the names of the series.
  ///   - file: the Swift file, for messages.
  ///   - line: the line in the file, for messages.
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

  /// Creates a chart from a list of Swift values, such as `[Double]`; see the other initializer.
  ///
  /// `file` and `line` are used in messages.
  @_disfavoredOverload
  public init(
    _ mark: CardPartChartMarkType, data: some DeckValueConvertible, x: DeckText? = nil, y: DeckText? = nil,
    color: DeckText? = nil, file: String = #fileID, line: Int = #line
  ) {
    self.init(mark, data: data.deckValue, x: x, y: y, color: color, file: file, line: line)
  }

  /// Creates a chart from several columns, each of which is a series.
  ///
  /// - Parameters:
  ///   - mark: the kind of mark, such as bars or a line.
  ///   - data: the data, as in the other initializer.
  ///   - x: the column for the horizontal axis.
  ///   - y: the columns for the vertical axis.
  ///   - file: the Swift file, for messages.
  ///   - line: the line in the file, for messages.
  public init(
    _ mark: CardPartChartMarkType, data: DeckValue, x: DeckText, y: [DeckText], file: String = #fileID,
    line: Int = #line
  ) {
    self.init(mark, data: data, x: x, file: file, line: line)
    node.set("y", y)
  }
}
