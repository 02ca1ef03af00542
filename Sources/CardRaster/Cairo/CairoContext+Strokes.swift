internal import CCairo

/// Lines along paths, whose pixels are the same in every release of cairo.
///
/// Releases differ in two ways. Up to 1.16 every round corner is an arc, while 1.18 leaves those straight whose arc
/// would reach out by less than the tolerance; and up to 1.16 the tolerance of curves is measured before the map, from
/// 1.18 on after it. They agree on lines of dashes, on corners that are cut off, on arcs of corners that turn enough,
/// and on lines in pixels: each line takes one of these ways.
extension CairoContext {
  /// The cosine of a turn that shows no corner, not even of a line as wide as a card: about two and a half degrees.
  private static let leastTurn = 0.999
  /// What is kept off the limit between corners that 1.18 rounds and those that it does not, in cosines.
  private static let margin = 0.02
  /// One dash that is longer than any path.
  private static let endlessDash = [1e30]

  /// Draws a line along the path and forgets it; the width is in the caller's coordinates.
  ///
  /// The corresponding C function is `cairo_stroke`.
  func stroke(_ stroke: Stroke) { self.stroke(stroke, join: stroke.join) }

  /// Draws a line along a path; the pen is a circle before the map to pixels.
  ///
  /// - Throws: `RasterError.limit` when there are too many points or one of them is too far away for cairo.
  func stroke(_ path: Path, _ stroke: Stroke, under map: Transform) throws(RasterError) {
    try append(path, under: map)
    withPointer { cairo_set_tolerance($0, Self.tolerance) }
    let isRound = stroke.cap == .round
    var line = stroke
    guard stroke.dashes.isEmpty, isRound || path.hasCurves else {
      return self.stroke(line, join: line.join, pen: map)
    }
    guard let scale = map.evenScale else {
      line.dashes = Self.endlessDash
      return self.stroke(line, join: line.join, pen: map)
    }
    line.width *= scale
    // Cairo draws nothing of a line whose width is no more than half of the tolerance; of its dashes it does.
    guard 2 * line.width > Self.tolerance else { return self.stroke(line, join: line.join) }
    let least = Self.leastCosine(width: line.width)
    guard isRound else {
      if least == nil { line.dashes = Self.endlessDash }
      return self.stroke(line, join: line.join)
    }
    guard let turns = path.turns(under: map) else { return self.stroke(line, join: line.join) }
    if turns.lowerBound > Self.leastTurn, least != nil {
      return self.stroke(line, join: CAIRO_LINE_JOIN_BEVEL)
    }
    if turns.upperBound >= least ?? -1 { line.dashes = Self.endlessDash }
    self.stroke(line, join: line.join)
  }

  /// The cosine above which 1.18 leaves corners of a line straight; nil for a line so thin that it leaves all.
  ///
  /// Half the width less the tolerance is where the chord of such a corner lies.
  private static func leastCosine(width: Double) -> Double? {
    let chord = 1 - tolerance / (width / 2)
    return chord > 0 ? 2 * chord * chord - 1 - margin : nil
  }

  private func stroke(_ stroke: Stroke, join: cairo_line_join_t, pen: Transform? = nil) {
    saved { () throws(Never) in
      if let pen { setMap(pen) }
      withPointer { pointer in
        cairo_set_line_width(pointer, stroke.width)
        cairo_set_line_cap(pointer, stroke.cap == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
        cairo_set_line_join(pointer, join)
        cairo_set_dash(pointer, stroke.dashes, Int32(clamping: stroke.dashes.count), 0)
        cairo_stroke(pointer)
      }
    }
  }
}

extension Stroke {
  fileprivate var join: cairo_line_join_t { cap == .round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER }
}
