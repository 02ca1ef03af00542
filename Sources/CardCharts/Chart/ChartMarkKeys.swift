/// The properties that each mark of a chart supports; properties that are not listed work with all marks.
enum ChartMarkKeys {
  /// Properties that the same marks use.
  struct Entry: Sendable {
    let keys: [String]
    let marks: Set<ChartMarkType>

    init(_ keys: String..., by marks: Set<ChartMarkType>) {
      self.keys = keys
      self.marks = marks
    }
  }

  /// The object that has the properties.
  enum Owner: CaseIterable {
    case chart, channels, mark, valueLabels

    var entries: [Entry] { ChartMarkKeys.table[self] ?? [] }

    /// The marks that support a property; nil if all do.
    fileprivate func marks(_ key: String) -> Set<ChartMarkType>? {
      entries.first { $0.keys.contains(key) }?.marks
    }
  }

  private static let all = Set(ChartMarkType.allCases)
  private static let bars: Set<ChartMarkType> = [.bar, .column, .horizontalBar]
  private static let points: Set<ChartMarkType> = [.point, .scatter, .bubble]
  private static let cells: Set<ChartMarkType> = [.rect, .heatmap]
  private static let slices: Set<ChartMarkType> = [.arc, .pie, .donut]
  private static let errors: Set<ChartMarkType> = [.errorbar, .errorband]
  /// Marks that can have a gradient.
  static let filled = bars.union([.area])
  /// Marks in a plot with two axes, including sparklines, whose axes are not drawn.
  static let plotted = all.subtracting(slices).subtracting([.gauge, .funnel, .calendar, .rings])

  /// Marks that support `maxCategories`; steps and stages do not, because each depends on the previous one.
  static let merging = all.subtracting([.calendar, .gauge, .funnel, .rings, .waterfall, .candlestick])

  private static let table: [Owner: [Entry]] = [
    .chart: chart, .channels: channels, .mark: mark, .valueLabels: valueLabels,
  ]

  /// Properties of the chart itself.
  private static let chart: [Entry] = [
    Entry("value", "domain", "thresholds", "label", by: [.gauge]),
    Entry("resolve", "rules", by: plotted),
    Entry("stack", by: bars.union([.area, .sparkline])),
    Entry("colors", by: all.subtracting([.candlestick])),
    Entry(
      "scheme",
      by: all.subtracting(slices).subtracting([.text, .gauge, .waterfall, .candlestick, .funnel, .rings])),
    Entry(
      "patterns", by: bars.union(cells).union(slices).union([.area, .sparkline, .boxplot, .errorband])),
    Entry("legend", by: all.subtracting([.sparkline, .gauge, .waterfall, .candlestick, .funnel])),
    Entry("axes", by: plotted.subtracting([.sparkline])),
    Entry("grid", by: plotted.subtracting(cells).subtracting([.sparkline])),
    Entry(
      "valueLabels", by: plotted.subtracting([.rule, .text, .candlestick, .tick, .errorbar]).union([.gauge])),
    Entry(
      "missing", by: all.subtracting(cells).subtracting([.text, .calendar, .gauge, .candlestick, .errorbar])),
    Entry("sort", by: all.subtracting([.calendar, .gauge, .funnel, .rings])),
    Entry("maxCategories", "otherTitle", by: merging),
    Entry("innerRadius", by: slices.union([.gauge, .rings])),
    Entry("startAngle", "endAngle", by: slices.union([.gauge])),
    Entry("padAngle", "centerText", by: slices),
    Entry("cornerRadius", by: bars.union(cells).union([.sparkline, .waterfall, .funnel])),
    Entry("cornerCurve", by: bars.union([.sparkline, .waterfall])),
    Entry("barWidth", by: bars.union([.boxplot, .errorbar, .sparkline, .waterfall, .candlestick])),
    Entry(
      "paddingInner", "paddingOuter",
      by: bars.union(cells).union([.rule, .sparkline, .waterfall, .candlestick, .boxplot, .errorbar])),
    Entry("lineWidth", by: [.line, .area, .sparkline, .trail]),
    Entry("pointSize", by: points.union([.line, .area, .sparkline, .boxplot, .trail, .errorband])),
    Entry("gridColor", by: all.subtracting([.sparkline, .gauge, .funnel, .rings])),
    Entry("axisColor", by: all.subtracting([.sparkline, .gauge, .funnel, .rings, .calendar])),
    Entry(
      "animated", "duration", "easing",
      by: all.subtracting(points).subtracting(cells).subtracting([.rule, .text, .calendar, .funnel, .rings])),
  ]

  /// The channels.
  private static let channels: [Entry] = [
    Entry("x", by: all.subtracting([.gauge])),
    Entry("color", by: all.subtracting([.gauge, .waterfall, .candlestick, .funnel, .rings])),
    Entry("size", by: points.union([.text])),
    Entry("shape", by: points),
    Entry("strokeDash", by: [.line, .sparkline]),
    Entry(
      "opacity",
      by: points.union(bars).union(cells).union(errors).union([
        .line, .area, .sparkline, .waterfall, .tick, .trail, .boxplot, .rule, .text,
      ])),
    Entry("text", by: [.text]),
    Entry("detail", by: plotted.subtracting(points).subtracting([.waterfall, .candlestick])),
    Entry("order", by: bars.union([.line, .area, .sparkline, .trail])),
    Entry("theta", by: slices),
    Entry("x2", by: bars.union(cells).union(errors).union([.rule, .sparkline])),
    Entry("y2", by: cells.union(errors).union([.bar, .column, .area, .rule, .sparkline, .rings])),
    Entry("xOffset", by: bars.union(points).union([.sparkline, .tick, .boxplot, .errorbar])),
  ]

  /// Properties of a mark.
  private static let mark: [Entry] = [
    Entry("color", by: all.subtracting(slices).subtracting([.calendar, .rings])),
    Entry(
      "opacity",
      by: points.union(bars).union(cells).union(errors).union([
        .line, .area, .sparkline, .waterfall, .candlestick, .tick, .trail, .boxplot, .rule, .text,
      ])),
    Entry("filled", by: points),
    Entry("interpolate", by: [.line, .area, .sparkline, .errorband, .trail]),
    Entry("point", by: [.line, .area, .sparkline, .trail]),
    Entry(
      "strokeDash", by: [.line, .rule, .sparkline, .candlestick, .errorbar, .boxplot, .tick, .trail]),
    Entry("strokeWidth", by: [.line, .area, .rule, .sparkline, .tick, .errorbar, .trail, .boxplot]),
    Entry("cornerRadiusEnd", by: bars.union([.sparkline, .waterfall])),
    Entry("cornerRadius", by: slices.union([.gauge, .rings, .bar])),
    Entry("innerRadius", by: slices),
    Entry("size", by: [.point, .scatter, .text, .tick, .bar, .boxplot]),
    Entry("of", by: [.sparkline]),
    Entry("dx", "dy", "align", "baseline", by: [.text]),
    Entry("extent", by: [.boxplot, .errorbar, .errorband]),
    Entry("ticks", by: [.boxplot, .errorbar]), Entry("borders", by: [.errorband]),
    Entry("outliers", by: [.boxplot]),
  ]

  /// Properties of `valueLabels`.
  private static let valueLabels: [Entry] = [
    Entry("show", "font", "color", by: all.subtracting([.gauge])),
    Entry("position", by: bars.union([.boxplot, .sparkline, .waterfall])),
  ]

  /// Channels that divide every mark into series, and that are visible on some of them.
  static let naming = ["shape", "strokeDash", "detail", "xOffset"]

  /// Whether a mark supports a property; a sparkline also needs the support of its underlying mark.
  static func isUsed(_ key: String, by mark: ChartMark, of owner: Owner) -> Bool {
    guard let marks = owner.marks(key) else { return true }
    guard marks.contains(mark.type) else { return false }
    return mark.type != .sparkline || marks.count == 1 || marks.contains(mark.of)
  }

  /// The channels that a mark supports, and those that divide it into series.
  static func used(_ encoding: ChartEncoding, by mark: ChartMark) -> ChartEncoding {
    var result = encoding
    for (name, keyPath, _) in ChartEncoding.all where !isUsed(name, by: mark, of: .channels) {
      // A waterfall has one series.
      if naming.contains(name), mark.type != .waterfall { continue }
      result[keyPath: keyPath] = nil
    }
    return result
  }

  /// The marks that support a property, in the order of the manual; empty if all do.
  static func owners(of key: String, of owner: Owner) -> [String] {
    owner.marks(key).map { marks in ChartMarkType.allCases.filter(marks.contains).map(\.rawValue) } ?? []
  }
}
