import CardModel
import CardRaster

/// The fonts and colours of a chart, from the theme and the deck.
struct ChartStyle {
  let labelFont, strongFont, titleFont: Font
  let labelColor, titleColor, gridColor, axisColor, ruleColor, bandColor: Color
  let otherColor, upColor, downColor: Color
  /// The colour behind the plot; on a gradient the mean of its colours.
  let surface: Color
  /// The background of values over marks.
  let plate: Color
  /// The colours of totals in a waterfall, which are its strongest bars, and of its rising bars.
  let totalColor, gainColor: Color
  let appearance: Appearance
  private var palette: [Color]
  /// The graded colours of many ordered series; otherwise empty.
  private(set) var ramp: [Color] = []
  /// The colours of names.
  private let named: [String: Color]
  /// Shades of the theme's colour of data, from the one nearest to the surface; empty in older themes.
  private let themeRamp: [Color]
  /// Whether the deck sets the colours of series.
  let hasOwnColors: Bool

  /// The names of the rest.
  private let otherNames: Set<String>

  /// - Parameter scale: the scale of the channel `color` for names.
  init(_ spec: ChartSpec, _ scale: ChartScaleSpec?, _ context: LayoutContext) {
    let theme = context.theme
    let label = spec.style.font?.over(theme.chartLabelFont) ?? theme.chartLabelFont
    labelFont = label
    var strong = label
    strong.weight = max(600, label.weight)
    strongFont = strong
    var title = theme.chartTitleFont
    if let font = spec.style.font {
      title = font.over(title)
      if let size = font.size { title.size = size * 1.15 }
    }
    titleFont = title
    labelColor = spec.style.labelColor ?? theme.chartLabelColor
    titleColor = theme.titleTextColor
    gridColor = spec.style.gridColor ?? theme.chartGridColor
    axisColor = spec.style.axisColor ?? theme.chartAxisColor
    (bandColor, otherColor) = (theme.chartBandColor, theme.chartOtherColor)
    (upColor, downColor) = (theme.chartUpColor, theme.chartDownColor)
    appearance = theme.appearance
    let grounds = theme.grounds.isEmpty ? [theme.cardBackgroundColor] : theme.grounds
    let surface = ChartScheme.mean(grounds)
    self.surface = surface
    // A rule in the colour of texts would be stronger than the data.
    let rule = theme.chartRuleColor
    let shades = stride(from: 0.4, to: 1, by: 0.04).map { ChartScheme.mixed(surface, rule, share: $0) }
    ruleColor =
      theme.compatibility.name == .none && rule == theme.base.primaryTextColor
      ? shades.first { $0.contrast(with: surface) >= Accents.words } ?? rule : rule
    // On a gradient, a plate of one colour would look like a patch.
    plate =
      theme.isOnEvenGround
      ? surface.multiplyingAlpha(by: 0.8)
      : ChartContrast.ink(on: theme.base.primaryTextColor).multiplyingAlpha(by: 0.35)
    let range = spec.colors == nil ? scale?.range ?? [] : []
    var (colors, named) = (range, [String: Color]())
    if case .list(let list)? = spec.colors { colors = list }
    if case .bySeries(let given)? = spec.colors { named = given }
    if !range.isEmpty {
      let names = (scale?.domain ?? []).enumerated()
      named = Dictionary(names.map { ($1.name, range[$0 % range.count]) }) { first, _ in first }
    }
    if colors.isEmpty { colors = theme.seriesColors.isEmpty ? [theme.barColor] : theme.seriesColors }
    (palette, self.named) = (colors, named)
    let isModern = theme.compatibility.name == .none
    themeRamp = isModern ? ChartScheme.shades(of: theme.base.dataColor, on: surface) : []
    hasOwnColors = spec.colors != nil || !range.isEmpty
    otherNames = Set(
      [ChartCompiler.other] + (isModern && !hasOwnColors ? [ChartDescription.other(context.locale)] : []))
    let strongest = isModern ? ChartScheme.mixed(surface, titleColor, share: 0.85) : palette[0]
    let isAlike = OKLab(strongest).distance(to: OKLab(upColor)) < 0.15
    totalColor = isAlike && !isModern ? otherColor : strongest
    // Farther from the totals, in its own hue.
    let up = OKLab(upColor)
    gainColor =
      isAlike && isModern
      ? OKLab(lightness: up.lightness + (appearance == .dark ? -0.17 : 0.17), a: 1.2 * up.a, b: 1.2 * up.b)
        .color
      : upColor
  }

  /// The colours of numbers that the deck or the theme sets; otherwise empty.
  ///
  /// One colour gives its shades, several are the steps of the ramp.
  ///
  /// - Parameter isThin: whether points have the colours, of which the palest would hardly be visible.
  func rampOfNumbers(isDiverging: Bool, isThin: Bool) -> [Color] {
    if hasOwnColors, named.isEmpty {
      return palette.count > 1 ? palette : [tint(palette[0], 0.15), palette[0]]
    }
    return isDiverging ? [] : Array(themeRamp.dropFirst(isThin ? 2 : 0))
  }

  /// The number of series with their own colour.
  var colorCount: Int { palette.count }

  /// The colour of a series.
  func color(_ number: Int, _ name: String) -> Color {
    if otherNames.contains(name) { return otherColor }
    if let color = named[name] { return color }
    if ramp.indices.contains(number) { return ramp[number] }
    return palette[max(0, number) % palette.count]
  }

  /// Assigns graded colours to series by their ranks: those of a scheme, shades of the first, or of the first two.
  ///
  /// - Parameters:
  ///   - isInTime: whether the ranks are periods, the last of which has a clearly stronger shade than earlier ones.
  ///   - isThin: whether lines or points have the colours, which need a contrast of 3:1 to the surface.
  mutating func grade(_ ranks: [Int], _ scheme: ChartScheme?, isOrdinal: Bool, isInTime: Bool, isThin: Bool) {
    guard palette.count > 1, ranks.count > 1 else { return }
    let ends = isOrdinal ? [tint(palette[0], 0.35), palette[0]] : [palette[0], palette[1]]
    // Of more than three shades, neighbours cannot differ that much.
    let least = isThin ? 3 : appearance == .dark ? 2.5 : 2
    let last = palette[0].standingOut(
      from: [surface], by: least * (ranks.count > 2 ? isThin ? 2.25 : 3.24 : 1.8))
    let growth = last.contrast(with: surface) / least
    ramp = ranks.map { rank in
      let share = Double(rank) / Double(ranks.count - 1)
      if let scheme { return scheme.color(at: share, appearance, on: surface) }
      guard isInTime else { return ChartScheme.mix(ends, at: share) }
      let contrast = least * RealMath.power(growth, share)
      let shades = stride(from: 0.2, to: 1, by: 0.02).map { tint(last, $0) }
      return shades.first { share < 1 && $0.contrast(with: surface) >= contrast } ?? last
    }
  }

  /// Orders the colours of slices so that neighbours differ clearly, also the last and the first slice.
  mutating func separateNeighbors(_ count: Int) {
    guard count > 2, count <= palette.count else { return }
    let colors = palette.map { OKLab($0) }
    func order(after chosen: [Int], _ least: Double) -> [Int]? {
      let last = colors[chosen[chosen.count - 1]]
      if chosen.count == count { return last.distance(to: colors[0]) >= least ? chosen : nil }
      return colors.indices.lazy.filter { !chosen.contains($0) && colors[$0].distance(to: last) >= least }
        .compactMap { order(after: chosen + [$0], least) }.first
    }
    guard let order = [0.18, 0.14, 0.1].lazy.compactMap({ order(after: [0], $0) }).first else { return }
    palette = (order + palette.indices.filter { !order.contains($0) }).map { palette[$0] }
  }

  /// Assigns shades of the colours of losses and gains to the series on both sides of 0, the strongest at the ends.
  ///
  /// A series in the middle is grey.
  mutating func diverge(_ negative: [Int], _ positive: [Int]) {
    guard palette.count > 1, negative.count + positive.count <= palette.count else { return }
    ramp = palette
    for number in palette.indices where !negative.contains(number) && !positive.contains(number) {
      ramp[number] = tint(otherColor, 0.5)
    }
    for (side, color) in [(negative, downColor), (positive.reversed(), upColor)] {
      for (place, number) in side.enumerated() where ramp.indices.contains(number) {
        ramp[number] = tint(color, side.count > 1 ? 1 - 0.55 * Double(place) / Double(side.count - 1) : 1)
      }
    }
  }

  /// The dash pattern of a series' line; series beyond the end of the palette are dashed.
  func dashes(_ number: Int) -> [Double] {
    guard ramp.isEmpty else { return [] }
    let rounds = number / palette.count
    return ChartStyle.dashes[rounds % ChartStyle.dashes.count]
  }

  /// The dash pattern of a line.
  static func dashes(_ series: ChartSeries, _ layer: ChartLayer, _ style: ChartStyle) -> [Double] {
    if !layer.mark.strokeDash.isEmpty { return layer.mark.strokeDash }
    return series.dash.map { dashes[$0 % dashes.count] } ?? style.dashes(series.number)
  }

  static let dashes: [[Double]] = [[], [6, 3], [2, 2], [6, 2, 2, 2], [10, 4], [1, 3]]

  /// A colour for words: mixed with the best colour of text until its contrast is sufficient.
  func readable(_ color: Color) -> Color {
    var share = 0.0
    var result = color
    let target = ChartContrast.ink(on: surface)
    while result.contrast(with: surface) < 4.5, share < 1 {
      share += 0.1
      result = ChartScheme.mixed(color, target, share: share)
    }
    return result
  }

  /// A colour mixed with the surface.
  func tint(_ color: Color, _ share: Double) -> Color { ChartScheme.mixed(surface, color, share: share) }
}

/// A text of a chart with its measurements.
struct ChartLabel {
  var text: ShapedText
  var string: String
  /// Whether a word ends with an ellipsis.
  var isShortened = false

  var width: Double { text.naturalWidth }
  var height: Double { text.size.height }
  /// The area of the label with its top left corner at a point.
  func frame(at origin: Point) -> Rect { Rect(origin: origin, size: Size(width: width, height: height)) }
  /// The distance from the top to the first baseline.
  var baseline: Double { text.lines.first?.baseline ?? 0 }
  /// The distance from the top to the last baseline.
  var lastBaseline: Double { text.lines.last?.baseline ?? 0 }
  /// The distance from the first to the last baseline.
  var block: Double { lastBaseline - baseline }
  /// The width of its lines as aligned.
  var blockWidth: Double { text.lines.count > 1 ? text.size.width : width }
  /// The height of its capital letters.
  var capHeight: Double { fontSize * chartCapHeight }
  /// The size of its first letters.
  var fontSize: Double { text.lines.first?.runs.first?.font.size ?? 11 }

  /// The top of a label so that the capital letters of its first line are centred at a height.
  func top(_ middle: Double, _ cap: Double) -> Double { middle + cap / 2 - baseline }
  /// The top of a label so that the capital letters of all lines together are centred at a height.
  func middleTop(_ middle: Double, _ cap: Double) -> Double {
    middle + cap / 2 - (baseline + lastBaseline) / 2
  }
}

/// Shapes the texts of a chart; each text is shaped once.
final class ChartTexts {
  let context: LayoutContext
  private var known: [Key: ChartLabel] = [:]
  private var names: [ChartAxis: [[ChartTick]]] = [:]
  private(set) var missing: [DeckIssue] = []
  /// Whether the legend does not fit all names, so that the alternative text lists them.
  var hasNamesLeftOut = false

  private struct Key: Hashable {
    let text: String
    let font: Font
    let color: Color
    let width: Double
    let lines: Int
    let alignment: ParagraphStyle.Alignment
    let isBalanced: Bool
  }

  init(_ context: LayoutContext) { self.context = context }

  private var told: [ChartPoint]?

  /// The points for the alternative text, collected once.
  func points(make: () -> [ChartPoint]) -> [ChartPoint] {
    let points = told ?? make()
    told = points
    return points
  }

  /// The names of the categories of an axis, created once.
  func names(of axis: ChartAxis, make: () -> [[ChartTick]]) -> [[ChartTick]] {
    let forms = names[axis] ?? make()
    names[axis] = forms
    return forms
  }

  /// A text in one line, or in several lines of a width.
  func label(
    _ text: String, _ font: Font, _ color: Color, width: Double = .infinity, lines: Int = 1,
    alignment: ParagraphStyle.Alignment = .left, isBalanced: Bool = false
  ) throws(RasterError) -> ChartLabel {
    let key = Key(
      text: text, font: font, color: color, width: width, lines: lines, alignment: alignment,
      isBalanced: isBalanced)
    if let label = known[key] { return label }
    var style = ParagraphStyle()
    style.maxLines = lines
    style.alignment = alignment
    if isBalanced { style.lineBreakStrategy = .balanced }
    let shaped = try context.shape(
      [TextSpan(text, font: font, color: color)], style, width: width.isFinite ? max(1, width) : nil)
    let label = ChartLabel(text: shaped, string: text)
    known[key] = label
    if !shaped.missing.isEmpty { missing += context.warnings(shaped).filter { !missing.contains($0) } }
    return label
  }
}

/// The height of capital letters as a share of the font size, close enough for all text families.
let chartCapHeight = 0.72
