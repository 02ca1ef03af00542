extension SVGPainter.Drawing {
  /// Units of an em in the document.
  ///
  /// Outlines on whole units are exact to a hundredth of a pixel at 20 pixels an em,
  /// and two thousandths of a size in points is a short number.
  private static let unitsPerEm = 2000.0

  /// Draws a run of glyphs, as shapes or as text.
  mutating func draw(
    _ run: GlyphRun, glyphs: borrowing some GlyphSource & ~Copyable
  ) throws(RasterError) {
    guard !run.color.isClear || run.ink != nil else { return }
    if options.keepsText { drawText(run) } else { try drawShapes(run, glyphs: glyphs) }
  }

  private mutating func drawShapes(
    _ run: GlyphRun, glyphs: borrowing some GlyphSource & ~Copyable
  ) throws(RasterError) {
    let unit = run.font.size / Self.unitsPerEm
    guard unit > 0 else { return }
    if run.gradient != nil || run.outline != nil { return try drawInk(run, glyphs: glyphs) }
    var uses: [SVGTag] = []
    for glyph in run.glyphs {
      guard let id = try id(of: glyph.id, of: run, glyphs: glyphs) else { continue }
      var use = SVGTag("use")
      use.set(use: id)
      use.set("x", glyph.x / unit, digits: 0, unless: 0)
      use.set("y", glyph.y / unit, digits: 0, unless: 0)
      uses.append(use)
    }
    guard !uses.isEmpty else { return }
    var group = SVGTag("g")
    if !run.text.isEmpty, !isLabelled { group.set("aria-label", run.text) }
    group.set(Transform.scale(unit, unit).then(.translation(run.origin)))
    if run.isColor {
      group.set("opacity", Double(run.color.alpha) / 255, unless: 1)
    }
    group.set("fill", opacity: "fill-opacity", run.isColor ? run.color.opaque : run.color)
    writer.start(group)
    for use in uses { writer.empty(use) }
    writer.end(group)
  }

  /// Draws letters that are not of one colour, each with its own outline: a gradient runs through all of them.
  private mutating func drawInk(
    _ run: GlyphRun, glyphs: borrowing some GlyphSource & ~Copyable
  ) throws(RasterError) {
    var shapes: [Path] = []
    for glyph in run.glyphs {
      let outline = try glyphs.outline(of: glyph.id, in: run.face)
      if !outline.isEmpty { shapes.append(run.placed(outline, of: glyph)) }
    }
    var group = SVGTag("g")
    if !run.text.isEmpty, !isLabelled { group.set("aria-label", run.text) }
    writer.start(group)
    if let (line, color) = run.outline {
      for shape in shapes { stroke(shape, line, color) }
    }
    for shape in shapes {
      if let (gradient, bounds) = run.gradient {
        try fill(.path(shape), .gradient(gradient), bounds: bounds)
      } else {
        try fill(.path(shape), .solid(run.color), bounds: Rect(origin: .zero, size: .zero))
      }
    }
    writer.end(group)
  }

  /// The id of a glyph, or nil when it draws nothing.
  private mutating func id(
    of glyph: UInt32, of run: GlyphRun, glyphs: borrowing some GlyphSource & ~Copyable
  ) throws(RasterError) -> String? {
    let key = SVGPainter.Definitions.Key.glyph(run.face, glyph, isColor: run.isColor)
    if let known = definitions.known(key) { return known }
    return definitions.add("g", for: key, try shape(of: glyph, of: run, glyphs: glyphs))
  }

  /// The element of a glyph; a coloured one without a picture is drawn as its outline.
  private func shape(
    of glyph: UInt32, of run: GlyphRun, glyphs: borrowing some GlyphSource & ~Copyable
  ) throws(RasterError) -> SVGTag? {
    let units = Self.unitsPerEm
    if run.isColor, let picture = try glyphs.picture(of: glyph, in: run.face) {
      let frame = picture.frame
      return SVGTag.image(
        try ImageSource.File(png: picture.bitmap),
        frame: Rect(
          x: frame.minX * units, y: frame.minY * units, width: frame.width * units,
          height: frame.height * units))
    }
    let outline = try glyphs.outline(of: glyph, in: run.face)
    guard !outline.isEmpty else { return nil }
    var tag = SVGTag("path")
    tag.set(
      "d", verbatim: SVGPainter.PathData(outline.transformed(by: .scale(units, units)), digits: 0).bytes)
    return tag
  }

  /// Text that a viewer sets in its own fonts; `textLength` keeps its width where the font is another one.
  private mutating func drawText(_ run: GlyphRun) {
    guard !run.text.isEmpty else { return }
    var tag = SVGTag("text")
    // Text from right to left starts at its right end.
    tag.set("x", run.origin.x + (run.isRightToLeft ? run.width : 0))
    tag.set("y", run.origin.y + (run.glyphs.first?.y ?? 0))
    tag.set("font-family", run.font.familyList)
    tag.set("font-size", run.font.size)
    tag.set("font-weight", Double(run.font.weight), unless: 400)
    if run.font.isItalic { tag.set("font-style", "italic") }
    var looks = run.font.hasTabularFigures ? ["font-variant-numeric:tabular-nums"] : []
    if !run.font.features.isEmpty {
      // Tags are letters and digits.
      let list = run.font.features.map { "'\($0.tag)' \($0.value)" }.joined(separator: ",")
      looks.append("font-feature-settings:\(list)")
    }
    if !looks.isEmpty { tag.set("style", looks.joined(separator: ";")) }
    if run.isRightToLeft { tag.set("direction", "rtl") }
    if run.width > 0 {
      tag.set("textLength", run.width)
      // Room between the letters would part those that join.
      if run.isRightToLeft { tag.set("lengthAdjust", "spacingAndGlyphs") }
    }
    if let (gradient, bounds) = run.gradient, !gradient.isConic {
      tag.set("fill", reference: id(of: gradient, bounds: bounds, isBox: false))
    } else {
      tag.set("fill", opacity: "fill-opacity", run.color)
    }
    if let (line, color) = run.outline {
      tag.set("stroke", opacity: "stroke-opacity", color)
      tag.set("stroke-width", line.width)
      tag.set("stroke-linejoin", "round")
      tag.set("paint-order", "stroke")
    }
    tag.set("xml:space", "preserve")
    writer.element(tag, text: run.text)
  }
}

extension Font {
  /// The family and a generic one, as CSS writes them.
  fileprivate var familyList: String {
    let name = family.lowercased()
    let generic =
      if name.contains("mono") || name.contains("courier") {
        "monospace"
      } else if name.contains("serif"), !name.contains("sans") {
        "serif"
      } else {
        "sans-serif"
      }
    if family.isEmpty || name == generic { return generic }
    let isWord = family.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
    if isWord { return "\(family), \(generic)" }
    let escaped = family.reduce(into: "") { text, character in
      if character == "'" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return "'\(escaped)', \(generic)"
  }
}

extension Gradient {
  /// Whether it runs around a point, which SVG cannot say.
  fileprivate var isConic: Bool { if case .conic = kind { true } else { false } }
}
