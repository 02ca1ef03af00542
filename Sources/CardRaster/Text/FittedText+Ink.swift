/// How far ink reaches from the baseline.
struct InkReach: Hashable, Sendable {
  /// Upwards.
  var ascent = -Double.infinity
  /// Downwards.
  var descent = -Double.infinity

  /// Takes in what another one reaches.
  mutating func include(_ other: InkReach, size: Double = 1, offset: Double = 0) {
    ascent = max(ascent, other.ascent * size + offset)
    descent = max(descent, other.descent * size - offset)
  }
}

extension TextShaper {
  /// Moves lines apart where the ink of a face that nobody asked for would meet that of a neighbour or leave the text's box.
  ///
  /// All glyphs of such a face count in each line that has one, so that lines of one script keep one distance.
  func keepInkApart(in text: inout FittedText) throws(RasterError) {
    guard text.lines.contains(where: \.hasForeignInk), let first = text.lines.indices.first else { return }
    let faceReaches = try faceReaches(in: text)
    let reaches = text.lines.map { reach(of: $0, in: text.sources[$0.source], faceReaches) }
    let gap = Self.clearance * (spans.first?.font.size ?? 0)
    for index in text.lines.indices {
      let above = text.lines[index].height - text.lines[index].descent
      var needed = reaches[index].ascent
      if index > first, text.lines[index].hasForeignInk || text.lines[index - 1].hasForeignInk {
        needed += reaches[index - 1].descent + gap - text.lines[index - 1].descent - style.lineSpacing
      } else if index > first || !text.lines[index].hasForeignInk {
        continue
      }
      let growth = max(0, needed - above)
      text.lines[index].ascent += growth
      text.lines[index].height += growth
    }
    guard let last = text.lines.indices.last, text.lines[last].hasForeignInk else { return }
    let growth = max(0, reaches[last].descent - text.lines[last].descent)
    text.lines[last].descent += growth
    text.lines[last].height += growth
  }

  /// The least room between the ink of two lines, in em.
  private static let clearance = 0.05

  /// Makes a line as high as its ink: for fragments beside shapes, whose neighbours are not known yet.
  func growToInk(_ line: inout FittedText.Line, _ source: FittedText.Source) throws(RasterError) {
    var own = FittedText()
    own.sources = [source]
    own.lines = [line]
    own.lines[0].source = 0
    let reach = reach(of: own.lines[0], in: source, try faceReaches(in: own))
    line.ascent = max(line.ascent, reach.ascent)
    line.descent = max(line.descent, reach.descent)
    line.height = max(line.height, line.ascent + line.descent)
  }

  /// Whether a line has glyphs whose ink may leave the heights of the fonts asked for.
  ///
  /// Single signs and emoji do not count: they are small, or fit by their nature.
  func hasForeignInk(_ line: FittedText.Line, _ source: FittedText.Source) -> Bool {
    var last = (span: -1, face: -1)
    for glyph in line.raw.glyphs where glyph.id != .max {
      let cluster = source.clusters.clusters[source.owners[glyph.byte]]
      guard last != (cluster.span, glyph.face) else { continue }
      last = (cluster.span, glyph.face)
      let family = tier.fonts.families.all[cluster.family]
      if FontCatalog.signFamilies.contains(family.name) || family.isColor { continue }
      if source.faces[glyph.face] != asked[cluster.span] || isCapped[cluster.span] { return true }
    }
    return false
  }

  /// How far each face's glyphs in a text reach, in em.
  private func faceReaches(in text: FittedText) throws(RasterError) -> [FontFace: InkReach] {
    var reaches: [FontFace: InkReach] = [:]
    for line in text.lines {
      let source = text.sources[line.source]
      for glyph in line.raw.glyphs where glyph.id != .max {
        let face = source.faces[glyph.face]
        let span = spans[source.clusters.clusters[source.owners[glyph.byte]].span]
        var ink = try faces.open(face).ink(of: glyph.id)
        let shift = glyph.y / max(span.font.size, 1)
        ink.ascent -= shift
        ink.descent += shift
        reaches[face, default: InkReach()].include(ink)
      }
    }
    return reaches
  }

  private func reach(
    of line: FittedText.Line, in source: FittedText.Source, _ reaches: [FontFace: InkReach]
  ) -> InkReach {
    var result = InkReach(ascent: 0, descent: 0)
    var last = (span: -1, face: -1)
    for glyph in line.raw.glyphs where glyph.id != .max {
      let number = source.clusters.clusters[source.owners[glyph.byte]].span
      guard last != (number, glyph.face) else { continue }
      last = (number, glyph.face)
      let span = spans[number]
      result.include(
        reaches[source.faces[glyph.face]] ?? InkReach(), size: span.font.size, offset: span.baselineOffset)
    }
    return result
  }
}
