/// Groups the glyphs of one line into runs of one face, one span and one direction.
struct LineWalk {
  private let line: FittedText.Line
  private let source: FittedText.Source
  private let spans: [TextSpan]
  private let start: Point
  private let setting: GlyphRun.Setting
  /// The first clusters of all glyphs, in text order.
  private let starts: [Int]

  init(
    _ line: FittedText.Line, _ source: FittedText.Source, spans: [TextSpan], start: Point,
    _ setting: GlyphRun.Setting
  ) {
    self.line = line
    self.source = source
    self.spans = spans
    self.start = start
    self.setting = setting
    var starts = line.raw.glyphs.map { source.owners[$0.byte] }
    if zip(starts, starts.dropFirst()).contains(where: { $0 >= $1 }) {
      starts = Array(Set(starts)).sorted()
    }
    self.starts = starts
  }

  /// A run that is being filled.
  private struct Open {
    var run: GlyphRun
    var face: Int
    var span: Int
    /// The first and last index in `starts`.
    var places: ClosedRange<Int>
  }

  /// The runs, in visual order.
  func runs(isColor: (FontFace) -> Bool) -> [GlyphRun] {
    var runs: [GlyphRun] = []
    var open: Open?
    // The number of the open run's glyphs at each index; 0 if nothing is drawn.
    var counts = [Int](repeating: 0, count: starts.count)
    var x = start.x
    for glyph in line.raw.glyphs {
      let cluster = source.owners[glyph.byte]
      let place = place(of: cluster)
      let span = source.clusters.clusters[cluster].span
      if let current = open, !continues(current, glyph, span: span, place: place) {
        runs.append(finished(current, &counts))
        open = nil
      }
      // Taken instead of copied: a shared array of glyphs would be copied for each glyph that is added.
      var current = open.take() ?? opened(glyph, span: span, place: place, x: x, isColor: isColor)
      current.places = min(current.places.lowerBound, place)...max(current.places.upperBound, place)
      if glyph.id != .max || source.clusters.clusters[cluster].isMissing {
        current.run.glyphs.append(
          GlyphRun.Glyph(
            id: glyph.id == .max ? 0 : glyph.id, x: x - current.run.origin.x + glyph.x, y: glyph.y))
        counts[place] += 1
      }
      x += glyph.advance
      current.run.width = x - current.run.origin.x
      open = current
    }
    if let open { runs.append(finished(open, &counts)) }
    if !runs.isEmpty { runs[runs.count - 1].setting.endsLine = true }
    return runs.filter { !$0.glyphs.isEmpty }
  }

  private func continues(_ run: Open, _ glyph: RawLine.Glyph, span: Int, place: Int) -> Bool {
    guard run.face == glyph.face, run.span == span, run.run.isRightToLeft == glyph.isRightToLeft else {
      return false
    }
    return glyph.isRightToLeft
      ? (run.places.lowerBound - 1...run.places.lowerBound).contains(place)
      : (run.places.upperBound...run.places.upperBound + 1).contains(place)
  }

  private func opened(
    _ glyph: RawLine.Glyph, span: Int, place: Int, x: Double, isColor: (FontFace) -> Bool
  ) -> Open {
    let face = source.faces[glyph.face]
    let look = spans[span]
    var run = GlyphRun(
      face: face, font: look.font, isColor: isColor(face), color: look.color,
      origin: Point(x: x, y: start.y - look.baselineOffset), glyphs: [], width: 0, text: "",
      isRightToLeft: glyph.isRightToLeft)
    run.setting = setting
    run.setting.letterSpacing = look.space(after: source.clusters.clusters[starts[place]])
    return Open(run: run, face: glyph.face, span: span, places: place...place)
  }

  /// A glyph represents all characters up to those of the next glyph, as in a ligature.
  private func finished(_ open: Open, _ counts: inout [Int]) -> GlyphRun {
    var run = open.run
    let next = open.places.upperBound + 1
    let end =
      next < starts.count ? starts[next] : max(line.clusters.upperBound, starts[open.places.upperBound] + 1)
    var clusters: [GlyphRun.Cluster] = []
    clusters.reserveCapacity(open.places.count)
    var text: [UInt8] = []
    for place in open.places {
      let last = place < open.places.upperBound ? starts[place + 1] : end
      let before = text.count
      for cluster in source.clusters.clusters[starts[place]..<last] where cluster.kind != .inserted {
        text += source.clusters.source(of: cluster)
      }
      clusters.append(GlyphRun.Cluster(bytes: text.count - before, glyphs: counts[place]))
      counts[place] = 0
    }
    run.text = String(decoding: text, as: UTF8.self)
    run.clusters = clusters
    return run
  }

  /// The index of a cluster in `starts`.
  private func place(of cluster: Int) -> Int {
    var low = 0
    var high = starts.count - 1
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < cluster { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
