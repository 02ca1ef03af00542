import CardRaster

/// The titles below the bars and the values over them.
extension HistogramPart {
  /// A text of a bar, where it would stand.
  private struct Word {
    var text: ShapedText
    var frame: Rect
  }

  /// The texts of the bars that are seen, each measured when somebody asks for it.
  ///
  /// Their middles stand over those of the bars, and all of them inside the part.
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

  /// Puts a word into its column.
  private func add(
    _ word: Word, _ key: String, to column: inout LayoutBox, _ index: Int, _ entry: HistogramEntry,
    _ geometry: HistogramGeometry, _ context: LayoutContext
  ) throws(RasterError) {
    let place = Point(x: word.frame.minX - geometry.x(of: index), y: word.frame.minY)
    let height = geometry.bar(index).height
    if key == "textValue", let motion = growing.motion(from: Point(x: 0, y: height)) {
      // A value rides on its bar.
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
    if step > 1 { box.attributes.append(LayoutBox.Attribute("titleStep", JSONNumber.text(Double(step)))) }
    var tallest = 0.0
    let written = stride(from: 0, to: columns.count, by: step)
    for index in written { tallest = max(tallest, try words.word(index)?.frame.height ?? 0) }
    let gap = max(0, min(HistogramPart.titleGap, geometry.bottomSpace - tallest))
    if tallest > geometry.bottomSpace + 0.5 {
      box.warnings.append(
        context.warning(
          "the titles are \(NumberText.text(tallest - geometry.bottomSpace, digits: 1)) points taller than 'bottomSpace'",
          key: "bottomSpace"))
    }
    for index in written {
      guard var word = try words.word(index) else { continue }
      word.frame.origin.y = geometry.feet + gap
      try add(word, "title", to: &columns[index], index, entries[index], geometry, context)
    }
  }

  /// Adds the values over the bars; returns their frames, from the left.
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
    // A step that leaves one value of many would say no more than none.
    if step < columns.count || columns.count == 1 {
      for index in stride(from: 0, to: columns.count, by: step) {
        guard let word = try placed(index) else { continue }
        frames.append(word.frame)
        try add(word, "textValue", to: &columns[index], index, entries[index], geometry, context)
      }
    }
    if let highest = frames.map(\.minY).min(), highest < -0.5 {
      box.warnings.append(
        context.warning(
          "a value sticks out \(NumberText.text(-highest, digits: 1)) points over the histogram",
          key: "topSpace"))
    }
    if step > 1 { box.attributes.append(LayoutBox.Attribute("textValueStep", JSONNumber.text(Double(step)))) }
    if frames.count < given {
      box.warnings.append(
        context.warning(
          "there is no room for \(given - frames.count) of \(given) values over the bars; they are not written",
          hint: "make 'spacing' larger or 'textValueFont' smaller"))
    }
    return frames
  }

  /// Whether a value would touch a bar beside its own.
  private func touchesBar(_ frame: Rect, of own: Int, _ geometry: HistogramGeometry) -> Bool {
    let word = frame.inset(by: Insets(top: 0, left: -1.5, bottom: 0, right: -1.5))
    for direction in [-1, 1] {
      var bar = own + direction
      while geometry.heights.indices.contains(bar) {
        let rect = geometry.bar(bar)
        if direction < 0 ? rect.maxX <= word.minX : rect.minX >= word.maxX { break }
        if rect.intersection(word) != nil { return true }
        bar += direction
        // So many bars under one word are too narrow for words anyway.
        if abs(bar - own) > 100 { return true }
      }
    }
    return false
  }
}
