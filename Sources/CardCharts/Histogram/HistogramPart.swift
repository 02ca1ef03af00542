package import CardModel
package import CardRaster

/// Coloured bars side by side, with values above and titles below.
package struct HistogramPart: CardPart {
  /// How bars share the width.
  enum Distribution: String, Sendable, CaseIterable {
    case fill, equalSpacing
  }

  package var dataEntries: [HistogramEntry] = []
  package var dataEntry: [HistogramEntry] = []
  var barWidth: Double?
  var spacing: Double?
  var topSpace: Double?
  var bottomSpace: Double?
  var cornerRadius = 4.0
  var cornerCurve = CornerCurve.circular
  var distribution = Distribution.fill
  var shouldShowHorizontalLines: Bool?
  package var histogramLines: HistogramLines?
  var lineColor: Color?
  var valueLook = TextLook()
  var titleLook = TextLook()
  var growing = GrowAnimation()

  /// The sentence of property descriptions about texts that do not fit side by side.
  private static let crowding =
    "without room for all of them, every second or third is drawn."

  package static let kind = PartKind(
    "histogram", .chart, "Coloured bars next to each other, with values above and titles below.",
    example:
      ##"{ "type": "histogram", "height": 180, "distribution": "equalSpacing", "histogramLines": { "middle": false, "top": false }, "dataEntries": [ { "title": "Mon", "textValue": "4.2", "height": 0.42, "color": "#77C344" }, { "title": "Tue", "textValue": "8.1", "height": 0.81, "color": "#3DACF7" }, { "title": "Wed", "textValue": "6.7", "height": 0.67, "color": "#F5B433" }, { "title": "Thu", "textValue": "9.5", "height": 0.95, "color": "#EF5931" }, { "title": "Fri", "textValue": "3.0", "height": 0.3, "color": "#CE0755" } ] }"##,
    template: "dataEntry", make: { HistogramPart() },
    follow: { part, theme in part.cornerRadius *= theme.base.growth }, needs: [["dataEntries", "dataEntry"]],
    fields: {
      Field("dataEntries", \.dataEntries, .histogramEntries, "The bars, from the left in every language.")
      Field(
        "dataEntry", \.dataEntry, .repeatedHistogramEntry,
        "One bar that is repeated by the histogram's `forEach`; comes after `dataEntries`.")
      Field(
        "barWidth", \.barWidth, .length, "The width of a bar.",
        default: "what fills the width, at most 48; 20 in `turbo` and `mint`")
      Field(
        "spacing", \.spacing, .length, "Space between two bars.",
        default: "3 tenths of the way to the next bar; 10 with `barWidth`, and in `turbo` and `mint`")
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
        "shouldShowHorizontalLines", \.shouldShowHorizontalLines, .boolean, "Whether lines are drawn.",
        default: "true when there are `histogramLines`")
      Field(
        "histogramLines", \.histogramLines,
        .object("histogramLines", "The lines of a histogram.", HistogramLines.fields) { HistogramLines() },
        "The lines behind the bars.", default: "all three")
      Field("lineColor", \.lineColor, .color, "The colour of the lines.", default: "the theme's")
      TextLook.fields(
        font: "textValueFont", color: "textValueColor", of: "values",
        summary: "The font of the values; \(HistogramPart.crowding)"
      ).map { $0.lifted(\.valueLook) }
      TextLook.fields(
        font: "titleFont", color: "titleColor", of: "titles",
        summary: "The font of the titles; \(HistogramPart.crowding)"
      ).map { $0.lifted(\.titleLook) }
      GrowAnimation.fields.fields.map { $0.lifted(\.growing) }
    },
    check: { part, node, path, context in part.validateProperties(node, path, context) })

  private func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    growing.validateProperties(node, path, context)
    if entries.isEmpty, !context.log.hasErrors {
      // If bars have errors, those are reported instead.
      context.warning(
        "the histogram has no bars", key: node["dataEntries"] == nil ? "dataEntry" : "dataEntries", of: node,
        path)
    }
    // In CardParts `width` is the width of a bar.
    if let width = node["width"]?.number, barWidth == nil, entries.count > 1,
      width <= HistogramPart.thickest, width < 8 * Double(entries.count)
    {
      context.warning(
        "'width' \(JSONNumber.format(width)) is that of the whole histogram, which has \(entries.count) bars",
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
      context.noteUnseen(["histogramLines"], of: node, path, "with 'shouldShowHorizontalLines' false")
    }
  }

  private var entries: [HistogramEntry] { dataEntries + dataEntry }
  private var showsLines: Bool { shouldShowHorizontalLines ?? (histogramLines != nil) }

  package var hasNoWidth: Bool { true }
  package var isFigure: Bool { true }
  package var hasNoHeight: Bool { true }

  /// The default height; with spaces of 40 points above and below, 120 points are left for bars.
  static let naturalHeight = 200.0
  /// Space between a bar and its value, in points.
  static let valueGap = 4.0
  /// Space between the bottom of the bars and the titles, in points.
  static let titleGap = 10.0
  /// The minimum space between two texts, in points.
  static let wordGap = 6.0

  package func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let entries = entries
    let width = proposal.width.bound.isFinite ? proposal.width.bound : 320
    let geometry = geometry(
      of: entries,
      Size(
        width: width, height: proposal.height.resolve(HistogramPart.naturalHeight * context.theme.base.growth)
      ),
      context.theme)
    var box = LayoutBox(size: geometry.size)
    if !entries.isEmpty { box.label = HistogramEntry.words(of: entries) }
    if geometry.room <= 0 {
      box.warnings.append(
        context.warning(
          "there is no room for bars between 'topSpace' and 'bottomSpace'",
          hint:
            "a 'height' above \(NumberText.format(geometry.topSpace + geometry.bottomSpace, digits: 3)) leaves some"
        ))
    }
    let seen = geometry.seen
    if seen < entries.count {
      box.warnings.append(
        context.warning(
          "\(entries.count - seen) of \(entries.count) bars are outside the histogram and not visible"))
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

  /// The geometry, from the deck's properties and the theme's defaults.
  func geometry(of entries: [HistogramEntry], _ size: Size, _ theme: ResolvedTheme)
    -> HistogramGeometry
  {
    var geometry = HistogramGeometry(size: size, heights: entries.map(\.share))
    geometry.barWidth = barWidth ?? geometry.barWidth
    geometry.spacing = spacing ?? geometry.spacing
    if theme.compatibility.fitsHistograms {
      let (values, titles) = (
        valueLook.over(theme.barValueFont, theme.barValueColor).0,
        titleLook.over(theme.detailTextFont, theme.detailTextColor).0
      )
      let hasValues = entries.contains { $0.textValue?.isEmpty == false }
      let hasTitles = entries.contains { $0.title?.isEmpty == false }
      // Line heights of some scripts are larger than those of Latin letters.
      geometry.topSpace = hasValues ? (values.size * 1.6 + HistogramPart.valueGap).rounded() : 0
      geometry.bottomSpace = hasTitles ? (titles.size * 1.3 + HistogramPart.titleGap).rounded() : 0
    }
    geometry.topSpace = topSpace ?? geometry.topSpace
    geometry.bottomSpace = bottomSpace ?? geometry.bottomSpace
    if theme.compatibility.fitsHistograms, barWidth == nil {
      geometry.fill(
        most: HistogramPart.thickest * theme.unit, spacing: spacing,
        reachesEnds: distribution == .equalSpacing)
    } else if distribution == .equalSpacing {
      geometry.spacing = HistogramGeometry.equalSpacing(
        count: entries.count, barWidth: geometry.barWidth, in: size.width)
    }
    return geometry
  }

  /// The default maximum width of a bar, as in charts.
  private static let thickest = 48.0

  /// Adds the lines, with gaps around the values above the bars.
  private func addLines(
    to box: inout LayoutBox, _ geometry: HistogramGeometry, around words: [Rect], _ theme: ResolvedTheme
  ) {
    let lines = histogramLines ?? HistogramLines()
    let color = lineColor ?? theme.histogramLineColor
    let width = geometry.size.width
    func addGridLine(at share: Double, dashed: Bool) {
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
    if lines.top { addGridLine(at: 1, dashed: false) }
    if lines.middle { addGridLine(at: 0.5, dashed: true) }
    if lines.bottom { addGridLine(at: 0, dashed: false) }
  }

  private func addLine(
    from start: Double, to end: Double, y: Double, dashed: Bool, _ color: Color, to box: inout LayoutBox
  ) {
    guard end > start else { return }
    func addSegment(_ from: Double, _ to: Double) {
      box.add(.rect(Rect(x: from, y: y, width: to - from, height: Hairline.thickness), color))
    }
    guard dashed else {
      addSegment(start, end)
      return
    }
    // Draws single dashes on whole pixels, like the solid lines. A dashed stroke would look paler.
    let pitch = 2 * HistogramPart.dash
    var x = (start / pitch).rounded(.down) * pitch
    while x < end {
      let (from, to) = (max(start, x), min(end, x + HistogramPart.dash))
      if to > from { addSegment(from, to) }
      x += pitch
    }
  }

  /// Space between a line and a text that interrupts it, in points.
  private static let lineGap = 3.0
  /// The length of a dash and of the gap after it, in points.
  private static let dash = 4.0

  /// The column of a bar, which is also its tap area, with the bar in it.
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
        // The bar rises from behind the base line.
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
    column.attributes = [LayoutBox.Attribute("value", textOf: entry.height)]
    if let text = entry.textValue { column.attributes.append(LayoutBox.Attribute("textValue", text)) }
    if let title = entry.title { column.attributes.append(LayoutBox.Attribute("title", title)) }
    return column
  }
}

/// The titles below the bars and the values above them.
extension HistogramPart {
  /// A text of a bar with its frame.
  private struct Word {
    var text: ShapedText
    var frame: Rect
  }

  /// The texts of the visible bars, each measured on first use.
  ///
  /// Texts are centred on their bars, but stay inside the part.
  private struct Words {
    let texts: [String?]
    let font: Font
    let color: Color
    let geometry: HistogramGeometry
    let context: LayoutContext
    private var known: [Int: Word] = [:]

    init(
      _ texts: [String?], _ font: Font, _ color: Color, _ geometry: HistogramGeometry,
      _ context: LayoutContext
    ) {
      self.texts = texts.map { $0?.isEmpty == true ? nil : $0 }
      self.font = font
      self.color = color
      self.geometry = geometry
      self.context = context
    }

    mutating func word(_ index: Int) throws(RasterError) -> Word? {
      if let word = known[index] { return word }
      guard let string = texts[index] else { return nil }
      let width = geometry.size.width
      var shaped = try context.line(string, font, color)
      if shaped.naturalWidth > width {
        shaped = try context.line(string, font, color, width: width, alignment: .left)
      }
      let length = min(width, shaped.naturalWidth)
      let middle = min(width, geometry.x(of: index) + geometry.barWidth / 2)
      let word = Word(
        text: shaped,
        frame: Rect(
          x: max(0, min(width - length, middle - length / 2)), y: 0, width: length,
          height: shaped.size.height))
      known[index] = word
      return word
    }
  }

  private func addWord(
    _ word: Word, _ key: String, to column: inout LayoutBox, _ index: Int, _ entry: HistogramEntry,
    _ geometry: HistogramGeometry, _ context: LayoutContext
  ) throws(RasterError) {
    let place = Point(x: word.frame.minX - geometry.x(of: index), y: word.frame.minY)
    let height = geometry.bar(index).height
    if key == "textValue", let motion = growing.motion(from: Point(x: 0, y: height)) {
      // A value moves with its bar.
      var riding = LayoutBox(size: word.frame.size)
      riding.motion = motion
      riding.add(word.text, at: .zero)
      column.add(riding, at: place)
    } else {
      column.add(word.text, at: place)
    }
    column.warnings += try context.inside(entry.region) {
      () throws(RasterError) in
      context.warnings(word.text, key: key)
    }
  }

  func addTitles(
    to columns: inout [LayoutBox], _ box: inout LayoutBox, _ entries: [HistogramEntry],
    _ geometry: HistogramGeometry, _ context: LayoutContext
  ) throws(RasterError) {
    let (font, color) = titleLook.over(context.theme.detailTextFont, context.theme.detailTextColor)
    var words = Words(
      entries.prefix(columns.count).map(\.title), font, color, geometry, context)
    guard words.texts.contains(where: { $0 != nil }) else { return }
    let step = try LabelRow.step(count: columns.count, from: geometry.leastStep(HistogramPart.wordGap)) {
      label, previous throws(RasterError) in
      guard let previous, let word = try words.word(label), let before = try words.word(previous) else {
        return true
      }
      return word.frame.minX >= before.frame.maxX + HistogramPart.wordGap
    }
    if step > 1 { box.attributes.append(LayoutBox.Attribute("titleStep", textOf: Double(step))) }
    var tallest = 0.0
    let written = stride(from: 0, to: columns.count, by: step)
    for index in written { tallest = max(tallest, try words.word(index)?.frame.height ?? 0) }
    let gap = max(0, min(HistogramPart.titleGap, geometry.bottomSpace - tallest))
    if tallest > geometry.bottomSpace + 0.5 {
      box.warnings.append(
        context.warning(
          "the titles are \(NumberText.format(tallest - geometry.bottomSpace, digits: 1)) points taller than 'bottomSpace'",
          key: "bottomSpace"))
    }
    for index in written {
      guard var word = try words.word(index) else { continue }
      word.frame.origin.y = geometry.feet + gap
      try addWord(word, "title", to: &columns[index], index, entries[index], geometry, context)
    }
  }

  /// Adds the values above the bars; returns their frames from left to right.
  func addValues(
    to columns: inout [LayoutBox], _ box: inout LayoutBox, _ entries: [HistogramEntry],
    _ geometry: HistogramGeometry, _ context: LayoutContext
  ) throws(RasterError) -> [Rect] {
    let (font, color) = valueLook.over(context.theme.barValueFont, context.theme.barValueColor)
    var words = Words(
      entries.prefix(columns.count).map(\.textValue), font, color, geometry, context)
    let given = words.texts.filter { $0 != nil }.count
    guard given > 0 else { return [] }
    func placed(_ index: Int) throws(RasterError) -> Word? {
      guard var word = try words.word(index) else { return nil }
      word.frame.origin.y = geometry.bar(index).minY - HistogramPart.valueGap - word.frame.height
      return word
    }
    let step = try LabelRow.step(count: columns.count, from: geometry.leastStep(HistogramPart.wordGap)) {
      label, previous throws(RasterError) in
      guard let word = try placed(label) else { return true }
      if touchesBar(word.frame, of: label, geometry) { return false }
      guard let previous, let before = try placed(previous) else { return true }
      let reach = Rect(
        x: before.frame.minX, y: before.frame.minY, width: before.frame.width + HistogramPart.wordGap,
        height: before.frame.height)
      return reach.intersection(word.frame) == nil
    }
    var frames: [Rect] = []
    // One value out of many would be misleading, so none is written.
    if step < columns.count || columns.count == 1 {
      for index in stride(from: 0, to: columns.count, by: step) {
        guard let word = try placed(index) else { continue }
        frames.append(word.frame)
        try addWord(word, "textValue", to: &columns[index], index, entries[index], geometry, context)
      }
    }
    if let highest = frames.map(\.minY).min(), highest < -0.5 {
      box.warnings.append(
        context.warning(
          "a value sticks out \(NumberText.format(-highest, digits: 1)) points over the histogram",
          key: "topSpace"))
    }
    if step > 1 { box.attributes.append(LayoutBox.Attribute("textValueStep", textOf: Double(step))) }
    if frames.count < given {
      box.warnings.append(
        context.warning(
          "there is no room for \(given - frames.count) of \(given) values over the bars; they are not written",
          hint: "make 'spacing' larger or 'textValueFont' smaller"))
    }
    return frames
  }

  /// Whether a value would touch a bar other than its own.
  private func touchesBar(_ frame: Rect, of own: Int, _ geometry: HistogramGeometry) -> Bool {
    let word = frame.inset(by: Insets(top: 0, left: -1.5, bottom: 0, right: -1.5))
    for direction in [-1, 1] {
      var bar = own + direction
      while geometry.heights.indices.contains(bar) {
        let rect = geometry.bar(bar)
        if direction < 0 ? rect.maxX <= word.minX : rect.minX >= word.maxX { break }
        if rect.intersection(word) != nil { return true }
        bar += direction
        // More than 100 bars under one text are too narrow for texts anyway.
        if abs(bar - own) > 100 { return true }
      }
    }
    return false
  }
}
