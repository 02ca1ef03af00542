/// Finds translucent letters that cover one another, which would be darker there.
extension FontFaces {
  /// Pixels of an em in which letters are compared.
  private static let pixels = 64.0
  /// How much more than a pixel two letters cover together where they overlap; edges that touch cover one pixel.
  private static let tolerance = 32
  /// How many letters before a letter are compared with it; marks may be between two letters.
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
        // Letters of two sizes are compared in none of them.
        for other in before where other.size == placed.size && placed.overlaps(other, Self.tolerance) {
          runs[number].overlaps = true
          runs[other.run].overlaps = true
        }
        before.append(placed)
        if before.count > Self.neighbours { before.removeFirst() }
      }
    }
  }

  /// A letter at its place in a line.
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
  /// Whether what is behind its letters is seen through them.
  package var isTranslucent: Bool { !isColor && color.alpha > 0 && color.alpha < 255 }
}
