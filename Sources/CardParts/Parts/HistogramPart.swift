import CardRaster

/// Coloured bars beside each other, with values over them and titles below.
struct HistogramPart: CardPart {
  /// How bars share the width.
  enum Distribution: String, Sendable, CaseIterable {
    case fill, equalSpacing
  }

  var dataEntries: [HistogramEntry] = []
  var dataEntry: [HistogramEntry] = []
  var barWidth: Double?
  var spacing: Double?
  var topSpace: Double?
  var bottomSpace: Double?
  var cornerRadius = 4.0
  var cornerCurve = CornerCurve.circular
  var distribution = Distribution.fill
  var shouldShowHorizontalLines: Bool?
  var histogramLines: HistogramLines?
  var lineColor: Color?
  var valueLook = TextLook()
  var titleLook = TextLook()
  var growing = Growing()

  /// What becomes of words that stand side by side.
  private static let crowding =
    "where there is no room for all of them, every second or third … is written."

  static let kind = PartKind(
    "histogram", .chart, "Coloured bars beside each other, with values over them and titles below.",
    example:
      ##"{ "type": "histogram", "height": 180, "distribution": "equalSpacing", "histogramLines": { "middle": false, "top": false }, "dataEntries": [ { "title": "Mon", "textValue": "4.2", "height": 0.42, "color": "#77C344" }, { "title": "Tue", "textValue": "8.1", "height": 0.81, "color": "#3DACF7" }, { "title": "Wed", "textValue": "6.7", "height": 0.67, "color": "#F5B433" }, { "title": "Thu", "textValue": "9.5", "height": 0.95, "color": "#EF5931" }, { "title": "Fri", "textValue": "3.0", "height": 0.3, "color": "#CE0755" } ] }"##,
    template: "dataEntry", make: { HistogramPart() }, needs: [["dataEntries", "dataEntry"]],
    fields: {
      Field("dataEntries", \.dataEntries, .histogramEntries, "The bars, from the left in every language.")
      Field(
        "dataEntry", \.dataEntry, .repeatedHistogramEntry,
        "One bar that is repeated by the histogram's `forEach`; comes after `dataEntries`.")
      Field(
        "barWidth", \.barWidth, .length, "How wide a bar is.",
        default: "what fills the width, at most 48; 20 in `turbo` and `mint`")
      Field(
        "spacing", \.spacing, .length, "Space between two bars.",
        default: "3 tenths of the way to the next bar; 10 beside `barWidth`, and in `turbo` and `mint`")
      Field(
        "topSpace", \.topSpace, .length, "Space over a bar of height 1; its value is written there.",
        default: "what values need; 40 in `turbo` and `mint`")
      Field(
        "bottomSpace", \.bottomSpace, .length, "Space below the bars; titles are written there.",
        default: "what titles need; 40 in `turbo` and `mint`")
      Field("cornerRadius", \.cornerRadius, .length, "The upper two corners of bars.")
        .alsoCalled("barCornerRadius")
      Field(
        "cornerCurve", \.cornerCurve, .word,
        "The form of these corners: a quarter of a circle, or Apple's continuous curve.")
      Field(
        "distribution", \.distribution, .word,
        "Whether bars follow each other at `spacing`, or are spread over the width.")
      Field(
        "shouldShowHorizontalLines", \.shouldShowHorizontalLines, .boolean, "Whether there are lines.",
        default: "true when there are `histogramLines`")
      Field(
        "histogramLines", \.histogramLines,
        .object("histogramLines", "Which lines a histogram has.", HistogramLines.fields) { HistogramLines() },
        "Which lines there are behind the bars.", default: "all three")
      Field("lineColor", \.lineColor, .color, "The colour of the lines.", default: "the theme's")
      TextLook.fields(
        font: "textValueFont", color: "textValueColor", of: "values",
        summary: "The font of the values; \(HistogramPart.crowding)"
      ).map { $0.lifted(\.valueLook) }
      TextLook.fields(
        font: "titleFont", color: "titleColor", of: "titles",
        summary: "The font of the titles; \(HistogramPart.crowding)"
      ).map { $0.lifted(\.titleLook) }
      Growing.fields.fields.map { $0.lifted(\.growing) }
    },
    check: { part, node, path, context in part.check(node, path, context) })

  private func check(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    growing.check(node, path, context)
    if entries.isEmpty, !context.log.hasErrors {
      // Where bars could not be read, that is what is wrong.
      context.warning(
        "the histogram has no bars", key: node["dataEntries"] == nil ? "dataEntry" : "dataEntries", of: node,
        path)
    }
    // In CardParts 'width' is that of a bar.
    if let width = node["width"]?.number, barWidth == nil, entries.count > 1,
      width <= HistogramPart.thickest, width < 8 * Double(entries.count)
    {
      context.warning(
        "'width' \(JSONNumber.text(width)) is that of the whole histogram, which has \(entries.count) bars",
        key: "width", of: node, path, hint: "the width of a bar is 'barWidth'")
    }
    if distribution == .equalSpacing {
      context.refuse(["spacing"], of: node, path, "where bars are spread over the width")
    }
    if !showsLines, node["histogramLines"] == nil {
      context.refuse(
        ["lineColor"], of: node, path, "without lines", hint: "set 'shouldShowHorizontalLines' to true")
    }
    if shouldShowHorizontalLines == false {
      context.noteUnseen(["histogramLines"], of: node, path, "beside 'shouldShowHorizontalLines' false")
    }
  }

  private var entries: [HistogramEntry] { dataEntries + dataEntry }
  private var showsLines: Bool { shouldShowHorizontalLines ?? (histogramLines != nil) }

  var hasNoWidth: Bool { true }
  var hasNoHeight: Bool { true }

  /// The height where nothing is asked for: with spaces of 40 points it leaves 120 for bars.
  static let naturalHeight = 200.0
  /// Space between a bar and its value.
  static let valueGap = 4.0
  /// Space between the feet of the bars and the titles.
  static let titleGap = 10.0
  /// The least space between two words.
  static let wordGap = 6.0

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let entries = entries
    let width = proposal.width.bound.isFinite ? proposal.width.bound : 320
    let geometry = geometry(
      of: entries, Size(width: width, height: proposal.height.resolve(HistogramPart.naturalHeight)),
      context.theme)
    var box = LayoutBox(size: geometry.size)
    if !entries.isEmpty { box.label = HistogramEntry.words(of: entries) }
    if geometry.room <= 0 {
      box.warnings.append(
        context.warning(
          "there is no room for bars between 'topSpace' and 'bottomSpace'",
          hint:
            "a 'height' above \(NumberText.text(geometry.topSpace + geometry.bottomSpace, digits: 3)) leaves some"
        ))
    }
    let seen = geometry.seen
    if seen < entries.count {
      box.warnings.append(
        context.warning(
          "\(entries.count - seen) of \(entries.count) bars lie outside the histogram and are not seen"))
    } else if seen > 0, geometry.bar(seen - 1).maxX > width + 0.5 {
      box.warnings.append(context.warning("the last bar is cut off at the edge of the histogram"))
    }
    box.isClipped = seen > 0 && geometry.bar(seen - 1).maxX > width + 0.5
    var columns: [LayoutBox] = []
    for (index, entry) in entries.prefix(seen).enumerated() {
      columns.append(column(index, entry, geometry, context.theme))
    }
    try addTitles(to: &columns, &box, entries, geometry, context)
    let values = try addValues(to: &columns, &box, entries, geometry, context)
    if showsLines { addLines(to: &box, geometry, around: values, context.theme) }
    box.attributes += growing.attributes
    for (index, column) in columns.enumerated() {
      box.add(column, at: Point(x: geometry.x(of: index), y: 0))
    }
    return box
  }

  /// Where everything goes, by what the deck says and, where it says nothing, by the theme.
  func geometry(of entries: [HistogramEntry], _ size: Size, _ theme: ResolvedTheme)
    -> HistogramGeometry
  {
    var geometry = HistogramGeometry(size: size, heights: entries.map(\.share))
    geometry.barWidth = barWidth ?? geometry.barWidth
    geometry.spacing = spacing ?? geometry.spacing
    if theme.partDefaults == .today {
      let (values, titles) = (
        valueLook.over(theme.barValueFont, theme.barValueColor).0,
        titleLook.over(theme.detailTextFont, theme.detailTextColor).0
      )
      let hasValues = entries.contains { $0.textValue?.isEmpty == false }
      let hasTitles = entries.contains { $0.title?.isEmpty == false }
      // Lines of some scripts are taller than those of Latin letters.
      geometry.topSpace = hasValues ? (values.size * 1.6 + HistogramPart.valueGap).rounded() : 0
      geometry.bottomSpace = hasTitles ? (titles.size * 1.3 + HistogramPart.titleGap).rounded() : 0
    }
    geometry.topSpace = topSpace ?? geometry.topSpace
    geometry.bottomSpace = bottomSpace ?? geometry.bottomSpace
    if theme.partDefaults == .today, barWidth == nil {
      geometry.fill(
        most: HistogramPart.thickest * theme.unit, spacing: spacing,
        reachesEnds: distribution == .equalSpacing)
    } else if distribution == .equalSpacing {
      geometry.spacing = HistogramGeometry.equalSpacing(
        count: entries.count, barWidth: geometry.barWidth, in: size.width)
    }
    return geometry
  }

  /// The widest bar that nobody asked for, as in charts.
  private static let thickest = 48.0

  /// Adds the lines, which leave out the words over the bars.
  private func addLines(
    to box: inout LayoutBox, _ geometry: HistogramGeometry, around words: [Rect], _ theme: ResolvedTheme
  ) {
    let lines = histogramLines ?? HistogramLines()
    let color = lineColor ?? theme.histogramLineColor
    let width = geometry.size.width
    func add(at share: Double, dashed: Bool) {
      let y = geometry.line(at: share)
      let near = HistogramPart.lineGap / 2
      let inTheWay = words.filter { $0.minY < y + Hairline.thickness + near && $0.maxY > y - near }
      var start = 0.0
      for word in inTheWay + [Rect(x: width, y: y, width: 0, height: 0)] {
        let isLast = word.width == 0
        let end = isLast ? width : word.minX - HistogramPart.lineGap
        addLine(from: start, to: end, y: y, dashed: dashed, color, to: &box)
        start = word.maxX + HistogramPart.lineGap
      }
    }
    if lines.top { add(at: 1, dashed: false) }
    if lines.middle { add(at: 0.5, dashed: true) }
    if lines.bottom { add(at: 0, dashed: false) }
  }

  private func addLine(
    from start: Double, to end: Double, y: Double, dashed: Bool, _ color: Color, to box: inout LayoutBox
  ) {
    guard end > start else { return }
    func add(_ from: Double, _ to: Double) {
      box.add(.rect(Rect(x: from, y: y, width: to - from, height: Hairline.thickness), color))
    }
    guard dashed else {
      add(start, end)
      return
    }
    // Single dashes lie on whole pixels as the other lines do; a dashed stroke would be paler than they are.
    let pitch = 2 * HistogramPart.dash
    var x = (start / pitch).rounded(.down) * pitch
    while x < end {
      let (from, to) = (max(start, x), min(end, x + HistogramPart.dash))
      if to > from { add(from, to) }
      x += pitch
    }
  }

  /// Space between a line and a word that it leaves out.
  private static let lineGap = 3.0
  /// The length of a dash and of the space after it.
  private static let dash = 4.0

  /// The column of a bar: what a tap reaches, with the bar in it.
  private func column(
    _ index: Int, _ entry: HistogramEntry, _ geometry: HistogramGeometry, _ theme: ResolvedTheme
  ) -> LayoutBox {
    var column = LayoutBox(size: Size(width: geometry.barWidth, height: geometry.size.height))
    let bar = geometry.bar(index).moved(by: Point(x: -geometry.x(of: index), y: 0))
    if !bar.size.isEmpty {
      let radii = CornerRadii(
        topLeft: cornerRadius, topRight: cornerRadius, bottomRight: 0, bottomLeft: 0)
      let item = DisplayItem.roundedRect(
        RoundedRect(rect: bar, radii: radii, curve: cornerCurve), entry.color ?? .solid(theme.barColor))
      if let motion = growing.motion(from: Point(x: 0, y: bar.height)) {
        // It comes up from behind the line that its feet stand on.
        var rising = LayoutBox(size: column.size)
        rising.motion = motion
        rising.add(item)
        var seen = LayoutBox(size: Size(width: geometry.barWidth, height: geometry.feet))
        seen.isClipped = true
        seen.add(rising, at: .zero)
        column.add(seen, at: .zero)
      } else {
        column.add(item)
      }
    }
    column.mark(as: "entry", entry.region)
    column.attributes = [LayoutBox.Attribute("value", JSONNumber.text(entry.height))]
    if let text = entry.textValue { column.attributes.append(LayoutBox.Attribute("textValue", text)) }
    if let title = entry.title { column.attributes.append(LayoutBox.Attribute("title", title)) }
    return column
  }
}
