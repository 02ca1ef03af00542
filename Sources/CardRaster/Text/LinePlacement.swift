extension TextShaper {
  /// Places lines in the box and groups their glyphs.
  func placed(_ text: FittedText, scaleFactor: Double) throws(RasterError) -> ShapedText {
    if !style.exclusions.isEmpty { return try placedAroundShapes(text, scaleFactor: scaleFactor) }
    let natural = text.lines.reduce(0) { max($0, $1.raw.width) }
    let room = max(width ?? natural, natural)
    var lines: [ShapedText.Line] = []
    var top = 0.0
    var usesRoom = false
    for line in text.lines {
      let x = start(of: line, in: room)
      if style.alignment == .right || style.alignment == .center || x > 0 { usesRoom = true }
      let frame = Rect(x: x, y: top, width: line.raw.width, height: line.height)
      lines.append(try placed(line, of: text.sources[line.source], frame))
      top += line.height + style.lineSpacing
    }
    let result = ShapedText(
      size: Size(width: usesRoom ? room : natural, height: text.height), naturalWidth: natural, lines: lines,
      words: wholeText, missing: missing(in: text),
      struckWords: spans.filter(\.isStruckThrough).map(\.text), isTruncated: text.isTruncated,
      scaleFactor: scaleFactor,
      hasBrokenWord: hasBrokenWord(text),
      isRightToLeft: text.lines.first?.raw.isRightToLeft ?? false)
    return try namingIdleFeatures(result.namingSynthesis())
  }

  /// Whether a word is broken without a hyphen.
  ///
  /// The lines of a long text may be marked although a word was moved as a whole.
  private func hasBrokenWord(_ text: FittedText) -> Bool {
    style.lineBreakMode != .charWrap && clusters.clusters.count <= Self.wholeText
      && text.hasBrokenWord
  }

  /// The x at which an aligned line starts.
  private func start(of line: FittedText.Line, in room: Double) -> Double {
    switch style.alignment {
    case .left: 0
    case .right: room - line.raw.width
    case .center: (room - line.raw.width) / 2
    case .natural, .justified: !style.isMirrored && line.raw.isRightToLeft ? room - line.raw.width : 0
    }
  }

  /// Places fragments in the intervals between shapes.
  ///
  /// The text is as wide as its fragments reach. If one is aligned to the right of its interval, the text has
  /// the requested width, since a narrower text would move it.
  private func placedAroundShapes(
    _ text: FittedText, scaleFactor: Double
  ) throws(RasterError) -> ShapedText {
    var lines: [ShapedText.Line] = []
    var natural = 0.0
    var usesRoom = false
    for line in text.lines {
      let slot = line.slot ?? FittedText.Slot(x: 0, width: width ?? .infinity, top: 0)
      let offset = slot.width.isFinite ? max(0, start(of: line, in: slot.width)) : 0
      if offset > 0 { usesRoom = true }
      let frame = Rect(x: slot.x + offset, y: slot.top, width: line.raw.width, height: line.height)
      natural = max(natural, frame.maxX)
      lines.append(try placed(line, of: text.sources[line.source], frame))
    }
    if usesRoom { natural = max(natural, width ?? 0) }
    let result = ShapedText(
      size: Size(width: natural, height: text.height), naturalWidth: natural, lines: lines,
      words: wholeText, missing: missing(in: text),
      struckWords: spans.filter(\.isStruckThrough).map(\.text), isTruncated: text.isTruncated,
      scaleFactor: scaleFactor,
      isRightToLeft: text.lines.first?.raw.isRightToLeft ?? false)
    return try namingIdleFeatures(result.namingSynthesis())
  }

  private func placed(
    _ line: FittedText.Line, of source: FittedText.Source, _ frame: Rect
  ) throws(RasterError) -> ShapedText.Line {
    // The extra height of a line multiple is above the glyphs.
    let baseline = frame.maxY - line.descent
    var setting = GlyphRun.Setting(isJustified: style.alignment == .justified)
    switch style.alignment {
    case .left: break
    case .center: setting.edge = .middle
    case .right: setting.edge = .right
    case .natural, .justified: if !style.isMirrored, line.raw.isRightToLeft { setting.edge = .right }
    }
    let walk = LineWalk(line, source, spans: spans, start: Point(x: frame.minX, y: baseline), setting)
    var runs = walk.runs { face in faces.isColor(face) }
    try faces.markOverlaps(in: &runs)
    var marks = MarkRow(source, spans: spans, heights: heights, frame: frame, baseline: baseline)
    marks.collect(line.raw.glyphs)
    return ShapedText.Line(
      frame: frame, baseline: baseline, backgrounds: marks.backgrounds, runs: runs, rules: marks.rules,
      text: source.clusters.sourceText(line.clusters), links: marks.links)
  }

  /// The characters that no font has, without duplicates, in order of appearance.
  private func missing(in text: FittedText) -> [Unicode.Scalar] {
    var missing: [Unicode.Scalar] = []
    func addMissing(_ scalars: [Unicode.Scalar]) {
      for scalar in scalars where !missing.contains(scalar) { missing.append(scalar) }
    }
    for line in text.lines {
      let source = text.sources[line.source].clusters
      for cluster in source.clusters[line.clusters] where cluster.isMissing {
        addMissing(tier.choice.lacking(in: source.text(of: cluster)))
      }
    }
    for source in text.sources { addMissing(source.unknown) }
    return missing
  }
}

extension FontFaces {
  /// Whether a face contains colour bitmaps; false for a face that cannot be opened.
  func isColor(_ face: FontFace) -> Bool { (try? open(face).isColor) ?? false }
}
