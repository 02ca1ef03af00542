/// Finds translucent letters that overlap, as the overlap would be darker.
extension FontFaces {
  /// Pixels per em of the masks that are compared.
  private static let pixels = 64.0
  /// The summed coverage of two letters, beyond one pixel, that counts as an overlap.
  ///
  /// Edges that touch cover one pixel.
  private static let tolerance = 32
  /// The number of preceding letters compared with a letter; marks may be between two letters.
  private static let neighbours = 4

  /// Marks the translucent runs of a line whose letters overlap.
  func markOverlaps(in runs: inout [GlyphRun]) throws(RasterError) {
    guard runs.contains(where: \.isTranslucent) else { return }
    var before: [PlacedMask] = []
    for number in runs.indices {
      let run = runs[number]
      guard run.isTranslucent, run.font.size > 0 else {
        before = []
        continue
      }
      let opened = try open(run.face)
      for glyph in run.glyphs {
        let scale = Self.pixels / run.font.size
        let x = ((run.origin.x + glyph.x) * scale * 4).rounded()
        let y = ((run.origin.y + glyph.y) * scale).rounded()
        guard x.magnitude < 1e9, y.magnitude < 1e9,
          let mask = try opened.mask(of: glyph.id, pixelSize: Self.pixels, phaseX: Int(x) & 3, phaseY: 0)
        else { continue }
        let placed = PlacedMask(
          run: number, size: run.font.size, left: (Int(x) >> 2) + mask.left, top: Int(y) + mask.top,
          mask: mask)
        // Letters of different sizes are not compared.
        for other in before where other.size == placed.size && placed.overlaps(other, Self.tolerance) {
          runs[number].overlaps = true
          runs[other.run].overlaps = true
        }
        before.append(placed)
        if before.count > Self.neighbours { before.removeFirst() }
      }
    }
  }

  /// The mask of a letter at its position in a line.
  private struct PlacedMask {
    let run: Int
    let size: Double
    let left: Int
    let top: Int
    let mask: GlyphMask

    func overlaps(_ other: PlacedMask, _ tolerance: Int) -> Bool {
      let columns = max(left, other.left)..<max(max(left, other.left), min(right, other.right))
      let rows = max(top, other.top)..<max(max(top, other.top), min(bottom, other.bottom))
      return rows.contains { row in
        columns.contains { column in
          coverage(column, row) + other.coverage(column, row) > 255 + tolerance
        }
      }
    }

    private var right: Int { left + mask.width }
    private var bottom: Int { top + mask.height }

    private func coverage(_ column: Int, _ row: Int) -> Int {
      Int(mask.coverage[(row - top) * mask.width + column - left])
    }
  }
}

extension GlyphRun {
  /// Whether the background is visible through its letters.
  package var isTranslucent: Bool { !isColor && color.alpha > 0 && color.alpha < 255 }
}
