internal import CCairo

extension PangoFonts {
  /// Shapes text in lines that end only at a paragraph or a line separator (U+2028).
  ///
  /// Pango has sizes of 1/1024 point in 32 bits, so a long text in a large font is shaped smaller by a power
  /// of two and the result is scaled up again. Without hinting that changes only the last digits.
  ///
  /// Recent short texts are cached: a text is measured before it is laid out, each time with another width,
  /// and Pango's input does not depend on the width.
  ///
  /// The corresponding C function is `pango_layout_get_lines_readonly`.
  func lines(
    of text: TextClusters, _ spans: [TextSpan], _ request: LineRequest
  ) throws(RasterError) -> RawText {
    let question = ShapingKey(text: text, spans: spans, request: request)
    asked = question
    if let known = answers.answer(to: question) { return known }
    if !families.areBundled, text.clusters.count > Self.window { try checkPortions(of: text, spans, request) }
    shapedBytes += text.bytes.count
    let unit = show(question)
    try checkGlyphs(of: text)
    var reader = LineReader(unit: 1 / (1024 * unit))
    var next = pango_layout_get_lines_readonly(layout)
    while let link = next {
      if let line = link.pointee.data { try reader.read(line.assumingMemoryBound(to: PangoLayoutLine.self)) }
      next = link.pointee.next
    }
    answers.insert(reader.text, for: question)
    return reader.text
  }

  /// The number of clusters shaped at once with a font that is not bundled.
  private static let window = 2048

  /// Shapes a long text in portions before it is shaped as a whole: HarfBuzz lets a font make sixteen
  /// thousand glyphs from any word.
  private func checkPortions(
    of text: TextClusters, _ spans: [TextSpan], _ request: LineRequest
  ) throws(RasterError) {
    for start in stride(from: 0, to: text.clusters.count, by: Self.window / 2) {
      let part = text.part(start..<min(start + Self.window / 2, text.clusters.count))
      _ = show(ShapingKey(text: part, spans: spans, request: request))
      try checkGlyphs(of: part)
    }
  }

  /// Checks that a font does not make more glyphs from the text in the layout than texts need, before they
  /// are copied.
  private func checkGlyphs(of text: TextClusters) throws(RasterError) {
    var glyphs = 0
    var line = pango_layout_get_lines_readonly(layout)
    while let link = line {
      var run = link.pointee.data.flatMap { $0.assumingMemoryBound(to: PangoLayoutLine.self).pointee.runs }
      while let link = run {
        if let item = link.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) {
          glyphs += Int(item.pointee.glyphs?.pointee.num_glyphs ?? 0)
        }
        run = link.pointee.next
      }
      line = link.pointee.next
    }
    let most = Limits.glyphsOfByte * text.bytes.count + Limits.glyphsOfText
    guard glyphs <= most else {
      // An oversized result is not kept either.
      pango_layout_set_text(layout, "", 0)
      shown = nil
      throw .limit(
        what: "the number of glyphs in a text", value: Double(glyphs), limit: Double(most))
    }
  }

  /// Sets a text in the layout and returns the factor by which its size was reduced.
  private func show(_ question: ShapingKey) -> Double {
    let (text, spans) = (question.text, question.spans)
    let largest = spans.reduce(1) { max($0, $1.font.size + max(0, $1.letterSpacing + $1.tracking)) }
    var unit = 1.0
    while Double(text.bytes.count + 1) * largest * 1.5 * unit > 1_000_000 { unit /= 2 }
    set(text, spans, question.request, scale: unit)
    pango_layout_set_width(layout, -1)
    setDirection(question.request.isRightToLeft)
    shown = question
    return unit
  }

  /// For each cluster of the most recently shaped text, whether a line may start with it.
  ///
  /// The corresponding C function is `pango_layout_get_log_attrs_readonly`.
  func lineBreaks(of text: TextClusters) -> [Bool] {
    // A cached text may differ from the one in the layout.
    if let asked, shown != asked { _ = show(asked) }
    var count: Int32 = 0
    guard let attributes = pango_layout_get_log_attrs_readonly(layout, &count) else { return [] }
    var character = 0
    return text.clusters.map { cluster in
      let mayBreak = character < count && attributes[character].is_line_break != 0
      for byte in text.bytes[cluster.start..<cluster.start + cluster.length] where byte & 0xC0 != 0x80 {
        character += 1
      }
      return mayBreak
    }
  }

  private func setDirection(_ isRightToLeft: Bool?) {
    pango_layout_set_auto_dir(layout, isRightToLeft == nil ? 1 : 0)
    let direction =
      switch isRightToLeft {
      case nil: PANGO_DIRECTION_WEAK_LTR
      case true?: PANGO_DIRECTION_RTL
      case false?: PANGO_DIRECTION_LTR
      }
    if pango_context_get_base_dir(context) != direction { pango_context_set_base_dir(context, direction) }
  }

  /// Sets text and attributes in the layout.
  private func set(_ text: TextClusters, _ spans: [TextSpan], _ request: LineRequest, scale: Double) {
    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    let end = UInt32(text.bytes.count)
    pango_attr_list_insert(attributes, cs_attribute_between(pango_attr_fallback_new(0), 0, max(1, end)))
    var first = 0
    while first < text.clusters.count {
      let look = text.clusters[first]
      var last = first + 1
      let isSeparate = hasSeparateLetters(look, text, spans)
      while last < text.clusters.count, text.clusters[last].hangs == look.hangs,
        text.clusters[last].span == look.span
          || spans[text.clusters[last].span].isShaped(like: spans[look.span]),
        hasSeparateLetters(text.clusters[last], text, spans) == isSeparate,
        text.clusters[last].family == look.family, text.clusters[last].isMissing == look.isMissing,
        text.clusters[last].ideographs == look.ideographs,
        !look.isMissing || text.clusters[last - 1].addition == 0
      { last += 1 }
      let bytes = UInt32(look.start)..<(last < text.clusters.count ? UInt32(text.clusters[last].start) : end)
      addAttributes(
        of: spans[look.span], family: look.family, hasSeparateLetters: isSeparate, to: attributes, bytes,
        scale: scale)
      if families.all[look.family].name == FontCatalog.cjk {
        let language = pango_language_from_string(look.ideographs.language ?? request.language)
        pango_attr_list_insert(
          attributes,
          cs_attribute_between(pango_attr_language_new(language), bytes.lowerBound, bytes.upperBound))
      }
      if look.isMissing {
        // The line separator is not part of the ellipsis or hyphen.
        let seen = bytes.lowerBound..<bytes.upperBound - UInt32(text.clusters[last - 1].addition)
        addBox(request.missingAdvances[look.span] * spans[look.span].font.size * scale, to: attributes, seen)
      }
      first = last
    }
    // Pango adds a hyphen if a line ends inside a word; here the hyphens are part of the text.
    pango_attr_list_insert(attributes, cs_attribute_between(pango_attr_insert_hyphens_new(0), 0, max(1, end)))
    if text.clusters.isEmpty, let span = spans.first {
      let sans = families.index(of: FontCatalog.sans) ?? 0
      addAttributes(of: span, family: sans, hasSeparateLetters: false, to: attributes, 0..<1, scale: scale)
    }
    text.bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        pango_layout_set_text(layout, characters.baseAddress, Int32(characters.count))
      }
    }
    pango_layout_set_attributes(layout, attributes)
  }

  /// Whether letters of a cluster have letter spacing and must not form ligatures; the spacing itself is
  /// added to Pango's result.
  private func hasSeparateLetters(
    _ cluster: TextClusters.Cluster, _ text: TextClusters, _ spans: [TextSpan]
  ) -> Bool {
    let span = spans[cluster.span]
    return span.isSpaced && span.space(after: cluster) != 0 && text.hasOptionalLigatures(cluster)
  }

  private func addAttributes(
    of span: TextSpan, family: Int, hasSeparateLetters: Bool, to attributes: OpaquePointer?,
    _ bytes: Range<UInt32>,
    scale: Double
  ) {
    func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
      pango_attr_list_insert(attributes, cs_attribute_between(attribute, bytes.lowerBound, bytes.upperBound))
    }
    let font = span.font
    let description = Self.description(
      family: families.all[family].name, weight: font.weight, isItalic: font.isItalic,
      size: font.size * scale)
    insert(pango_attr_font_desc_new(description))
    pango_font_description_free(description)
    var features = font.hasTabularFigures ? ["tnum=1"] : []
    features += font.features.map { "\($0.tag)=\($0.value)" }
    if hasSeparateLetters { features += ["liga=0", "clig=0", "dlig=0"] }
    if !features.isEmpty { insert(pango_attr_font_features_new(features.joined(separator: ","))) }
  }

  /// Reserves space for the missing-glyph box.
  ///
  /// The corresponding C function is `pango_attr_shape_new`.
  private func addBox(_ width: Double, to attributes: OpaquePointer?, _ bytes: Range<UInt32>) {
    var box = PangoRectangle(x: 0, y: 0, width: Int32((width * 1024).rounded()), height: 0)
    let attribute = pango_attr_shape_new(&box, &box)
    pango_attr_list_insert(attributes, cs_attribute_between(attribute, bytes.lowerBound, bytes.upperBound))
  }
}

/// Copies lines from Pango.
private struct LineReader {
  /// Points per Pango unit.
  let unit: Double
  var text = RawText(lines: [], faces: [])
  private var faces: [UnsafeMutablePointer<PangoFont>: Int] = [:]

  init(unit: Double) { self.unit = unit }

  mutating func read(_ line: UnsafeMutablePointer<PangoLayoutLine>) throws(RasterError) {
    let start = Int(line.pointee.start_index)
    var result = RawLine(
      bytes: start..<start + Int(line.pointee.length), glyphs: [], width: 0,
      isRightToLeft: line.pointee.resolved_dir == PANGO_DIRECTION_RTL.rawValue, startsInsideWord: false)
    var next = line.pointee.runs
    while let link = next {
      if let run = link.pointee.data {
        try read(run.assumingMemoryBound(to: PangoGlyphItem.self).pointee, into: &result)
      }
      next = link.pointee.next
    }
    text.lines.append(result)
  }

  private mutating func read(_ run: PangoGlyphItem, into line: inout RawLine) throws(RasterError) {
    guard let item = run.item?.pointee, let string = run.glyphs?.pointee, let glyphs = string.glyphs,
      let clusters = string.log_clusters, let font = item.analysis.font
    else { return }
    let face = try number(of: font)
    for index in 0..<Int(string.num_glyphs) {
      let info = glyphs[index]
      let isEmpty = info.glyph == PangoFonts.emptyGlyph
      let isUnknown = info.glyph & PangoFonts.unknownGlyph != 0
      if isUnknown, let scalar = Unicode.Scalar(info.glyph & 0xFF_FFFF), !text.unknown.contains(scalar) {
        text.unknown.append(scalar)
      }
      let advance = Double(info.geometry.width) * unit
      line.glyphs.append(
        RawLine.Glyph(
          id: isEmpty ? .max : isUnknown ? 0 : info.glyph, face: face,
          byte: Int(item.offset + clusters[index]),
          advance: advance, x: Double(info.geometry.x_offset) * unit,
          y: Double(info.geometry.y_offset) * unit,
          isRightToLeft: item.analysis.level % 2 == 1))
      line.width += advance
    }
  }

  private mutating func number(of font: UnsafeMutablePointer<PangoFont>) throws(RasterError) -> Int {
    if let number = faces[font] { return number }
    guard let face = FontMap.face(of: font) else {
      throw .library(operation: "look up a font's file", reason: "the font has no file")
    }
    let number = text.faces.firstIndex(of: face) ?? text.faces.count
    if number == text.faces.count { text.faces.append(face) }
    faces[font] = number
    return number
  }
}
