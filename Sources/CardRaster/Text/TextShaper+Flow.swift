extension TextShaper {
  /// Lines of a text that keeps clear of shapes.
  ///
  /// How it works: each paragraph is measured as one line. A row asks the area which stretches are free at its height,
  /// fills them in the direction of the paragraph, and moves down when none takes a word. A row that turns out taller
  /// than expected is filled again, since it may meet more shapes then. What begins below all shapes is broken as
  /// every other text.
  func flowed(most: Int?) throws(RasterError) -> FittedText {
    let area = TextArea(
      width: width ?? .infinity, shapes: style.exclusions, padding: max(0, style.exclusionPadding))
    let all = clusters.clusters
    let enough = most.map { $0 < Int.max ? $0 + 1 : $0 } ?? .max
    var flow = Flow()
    var start = 0
    while flow.rows < enough {
      guard area.hasShapes(below: flow.top) else {
        var rest = try broken(most: most.map { max(1, $0 - flow.rows) }, from: start)
        for index in rest.lines.indices { rest.lines[index].stretch(by: style) }
        flow.appendWhole(rest, width: area.width, spacing: style.lineSpacing)
        break
      }
      let end = all[start...].firstIndex { $0.kind == .newline } ?? all.count
      try appendParagraph(start..<end, in: area, enough: enough, to: &flow)
      guard end < all.count else { break }
      start = end + 1
    }
    return flow.text
  }

  private func appendParagraph(
    _ paragraph: Range<Int>, in area: TextArea, enough: Int, to flow: inout Flow
  ) throws(RasterError) {
    var cursor = try Cursor(paragraph, self)
    repeat {
      try appendRow(&cursor, in: area, to: &flow)
    } while cursor.place < paragraph.upperBound && flow.rows < enough
  }

  private func appendRow(
    _ cursor: inout Cursor, in area: TextArea, to flow: inout Flow
  ) throws(RasterError) {
    let span =
      clusters.clusters.isEmpty ? 0 : clusters.clusters[min(cursor.place, clusters.clusters.count - 1)].span
    let (ascent, descent) = reach(of: span)
    let expected = (ascent + descent) * style.lineHeightMultiple
    var height = expected
    var attempts = 0
    while true {
      let slots = area.slots(at: flow.top, height: height, atLeast: 2 * spans[span].font.size)
      var row = FittedText()
      var next = cursor
      for slot in cursor.measure.isRightToLeft ? slots.reversed() : slots {
        try fill(slot, of: area, from: &next, at: flow.top, in: &row)
        if next.place >= cursor.paragraph.upperBound, !row.lines.isEmpty { break }
      }
      guard !row.lines.isEmpty else {
        flow.top = area.top(after: flow.top, height: height) ?? flow.top + height
        (height, attempts) = (expected, 0)
        continue
      }
      if cursor.paragraph.isEmpty { (row.lines[0].ascent, row.lines[0].descent) = (ascent, descent) }
      row.level(style)
      // Sizes that take turns could keep a row from settling; the last try stands then.
      if row.lines[0].height <= height + 0.01 || attempts == 8 {
        cursor = next
        flow.append(row, spacing: style.lineSpacing)
        return
      }
      height = row.lines[0].height
      attempts += 1
    }
  }

  /// Puts the words that fit into a stretch of a row; none when the first of them would have to be broken there and
  /// need not be further down.
  private func fill(
    _ slot: TextArea.Slot, of area: TextArea, from cursor: inout Cursor, at top: Double,
    in row: inout FittedText
  ) throws(RasterError) {
    let end = try cursor.end(width: slot.width, self)
    if slot.width < area.width, cursor.place < cursor.paragraph.upperBound {
      if cursor.measure.advances[cursor.place - cursor.measure.start] > slot.width { return }
      if end.isInsideWord, try !cursor.end(width: area.width, self).isInsideWord { return }
    }
    let place = try resized(to: slot.width).appendLine(
      cursor.place, end.place, cursor.measure, isLast: end.place == cursor.paragraph.upperBound,
      startsInsideWord: cursor.startsInsideWord, to: &row)
    row.lines[row.lines.count - 1].slot = FittedText.Slot(x: slot.x, width: slot.width, top: top)
    cursor.startsInsideWord = end.isInsideWord || place != end.place
    cursor.place = place
  }

  /// From the baseline to the top and to the bottom of a line in the font of a span.
  private func reach(of span: Int) -> (ascent: Double, descent: Double) {
    let (metrics, look) = (heights[span], spans[span])
    return (
      metrics.ascent * look.font.size + look.baselineOffset,
      metrics.descent * look.font.size - look.baselineOffset
    )
  }
}

/// Where the breaking of a paragraph has come to.
private struct Cursor {
  let paragraph: Range<Int>
  var place: Int
  var startsInsideWord = false
  /// Of the clusters of `window`.
  private(set) var measure: ParagraphMeasure
  private var window: Range<Int>

  init(_ paragraph: Range<Int>, _ shaper: TextShaper) throws(RasterError) {
    self.paragraph = paragraph
    place = paragraph.lowerBound
    window = place..<min(paragraph.upperBound, place + TextShaper.portion)
    measure = try shaper.measured(window, isRightToLeft: shaper.style.isRightToLeft)
  }

  /// Where a line ends that starts here.
  mutating func end(
    width: Double, _ shaper: TextShaper
  ) throws(RasterError) -> LineEnd {
    while true {
      let end = measure.end(ofLineFrom: place, width: width)
      // What ends with the window may go on behind it.
      if end.place < window.upperBound || window.upperBound == paragraph.upperBound { return end }
      let portion = window.lowerBound == place ? 2 * window.count : TextShaper.portion
      window = place..<min(paragraph.upperBound, place + portion)
      measure = try shaper.measured(window, isRightToLeft: measure.isRightToLeft)
    }
  }
}

/// Rows of a text around shapes, from top to bottom.
private struct Flow {
  var text = FittedText()
  var rows = 0
  /// Where the next row begins.
  var top = 0.0

  /// Adds the fragments of one row.
  mutating func append(_ row: FittedText, spacing: Double) {
    top += (row.lines.first?.height ?? 0) + spacing
    rows += 1
    add(row)
  }

  /// Adds lines that have the whole width.
  mutating func appendWhole(_ rest: FittedText, width: Double, spacing: Double) {
    var rest = rest
    for index in rest.lines.indices {
      rest.lines[index].slot = FittedText.Slot(x: 0, width: width, top: top)
      top += rest.lines[index].height + spacing
      rows += 1
    }
    add(rest)
  }

  private mutating func add(_ part: FittedText) {
    for var line in part.lines {
      line.source += text.sources.count
      text.lines.append(line)
    }
    text.sources += part.sources
  }
}

extension FittedText {
  /// Gives all fragments of a row one baseline and one height.
  fileprivate mutating func level(_ style: ParagraphStyle) {
    let ascent = lines.reduce(-Double.infinity) { max($0, $1.ascent) }
    let descent = lines.reduce(-Double.infinity) { max($0, $1.descent) }
    for index in lines.indices {
      lines[index].ascent = ascent
      lines[index].descent = descent
      lines[index].stretch(by: style)
    }
  }

  /// How many of the fragments stand in the first rows that are allowed; at least those of one row.
  func fragments(most: Int?, height: Double?) -> Int {
    var row = 0
    var top: Double?
    for (index, line) in lines.enumerated() {
      guard let slot = line.slot else { continue }
      if slot.top != top {
        row += 1
        top = slot.top
      }
      if row > most ?? .max { return index }
      if row > 1, let height, slot.top + line.height > height + 0.01 { return index }
    }
    return lines.count
  }
}
