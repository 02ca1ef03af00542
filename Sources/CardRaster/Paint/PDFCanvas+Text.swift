/// Text that stays text, so that it can be found and copied (ISO 32000-1, section 9.4).
extension PDFCanvas {
  /// Letters and what stands for them.
  private struct Cluster {
    var text: String
    var glyphs: Range<Int>
  }

  /// Shows the glyphs of a face with the text that they stand for.
  func show<Glyphs: GlyphSource & ~Copyable>(
    _ run: GlyphRun, _ glyphs: borrowing Glyphs
  ) throws(RasterError) {
    guard run.font.size > 0 else { return }
    let font = fonts.font(run.face, for: run.glyphs.count, &objects)
    contents.append("BT\n")
    contents.append(.font, font.object)
    contents.append(run.font.size, digits: 4)
    contents.append("Tf\n")
    var line = Line(size: run.font.size)
    for cluster in Self.clusters(of: run) {
      if run.isRightToLeft, let pieces = Self.pieces(of: cluster) {
        let glyph = run.glyphs[cluster.glyphs.lowerBound]
        for piece in pieces {
          // The outline is drawn with the last letter, which is at the left.
          let sign = PDFFonts.Font.Sign(
            glyph: glyph.id, text: piece.text, letters: piece.letters, isDrawn: piece.behind == 0)
          let (code, width) = try font.code(sign, glyphs)
          if line.y != glyph.y {
            line.end(&contents)
            line.begin(glyph, of: run, place, &contents)
          }
          let x = glyph.x + Double(piece.behind * width) / 1000 * run.font.size
          line.add(code, at: x, width: width, &contents)
        }
        continue
      }
      let isOne = cluster.glyphs.count == 1
      if !isOne {
        line.end(&contents)
        contents.append("/Span << /ActualText \(PDFText.hexadecimal(cluster.text)) >> BDC\n")
      }
      for index in cluster.glyphs {
        let glyph = run.glyphs[index]
        // Who does not look at the text of many glyphs finds it at the first of them, and nothing at the others.
        let text = index == cluster.glyphs.lowerBound ? cluster.text : "\u{200B}"
        let (code, width) = try font.code(.init(glyph: glyph.id, text: text), glyphs)
        if line.y != glyph.y {
          line.end(&contents)
          line.begin(glyph, of: run, place, &contents)
        }
        line.add(code, at: glyph.x, width: width, &contents)
      }
      if !isOne {
        line.end(&contents)
        contents.append("EMC\n")
      }
    }
    line.end(&contents)
    contents.append("ET\n")
  }

  /// A letter of a ligature.
  private struct Piece {
    var text: String
    /// How many letters the ligature has.
    var letters: Int
    /// How many of them are left of it.
    var behind: Int
  }

  /// The letters of a ligature from right to left, each with a place of its own, in the order in which they are read; nil for
  /// anything else.
  ///
  /// Readers turn a line from right to left around, and some turn the letters of one glyph around with it, also those of
  /// `ActualText`: of `لا` they make `ال`.
  private static func pieces(of cluster: Cluster) -> [Piece]? {
    guard cluster.glyphs.count == 1, cluster.text.unicodeScalars.count > 1 else { return nil }
    var letters: [String] = []
    for scalar in cluster.text.unicodeScalars {
      let isMark =
        scalar.properties.canonicalCombiningClass != .notReordered
        || scalar.properties.isDefaultIgnorableCodePoint
      if isMark, !letters.isEmpty {
        letters[letters.count - 1].unicodeScalars.append(scalar)
      } else {
        letters.append(String(scalar))
      }
    }
    guard letters.count > 1 else { return nil }
    return letters.enumerated().map { number, text in
      Piece(text: text, letters: letters.count, behind: letters.count - 1 - number)
    }
  }

  /// Four digits.
  static func digits(ofCode code: Int) -> String {
    let digits = String(code, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The letters of all glyphs, in the order in which they are read, which from right to left is not that of places; one
  /// cluster for all of the run where they are not known.
  private static func clusters(of run: GlyphRun) -> [Cluster] {
    // Codes stand for no text that has none of its own.
    let words = String(
      String.UnicodeScalarView(
        run.text.withoutNoncharacters.unicodeScalars.filter { $0 != "\0" && $0 != "\u{FEFF}" }))
    var known: [GlyphRun.Cluster] = []
    // Letters of which nothing is drawn belong to what is before them, or else behind.
    for cluster in words == run.text ? run.clusters : [] {
      if let last = known.last, cluster.glyphs == 0 || cluster.bytes == 0 || last.glyphs == 0 {
        known[known.count - 1] = GlyphRun.Cluster(
          bytes: last.bytes + cluster.bytes, glyphs: last.glyphs + cluster.glyphs)
      } else {
        known.append(cluster)
      }
    }
    let isKnown =
      known.allSatisfy { $0.glyphs > 0 && $0.bytes > 0 }
      && known.reduce(0) { $0 + $1.glyphs } == run.glyphs.count
      && known.reduce(0) { $0 + $1.bytes } == words.utf8.count
    guard isKnown else {
      return [Cluster(text: words.isEmpty ? "\u{200B}" : words, glyphs: run.glyphs.indices)]
    }
    var (bytes, count) = (words.utf8[...], 0)
    return known.map { cluster in
      defer {
        bytes = bytes.dropFirst(cluster.bytes)
        count += cluster.glyphs
      }
      let start = run.isRightToLeft ? run.glyphs.count - count - cluster.glyphs : count
      return Cluster(
        text: String(decoding: bytes.prefix(cluster.bytes), as: UTF8.self),
        glyphs: start..<start + cluster.glyphs)
    }
  }

  /// A list of codes and of the steps between them, as far as it is written.
  private struct Line {
    let size: Double
    /// The height of the glyphs; nil before the first.
    var y: Double?
    /// Where the next glyph would stand, in points from the start of the run.
    private var pen = 0.0
    private var isOpen = false
    private var hasCodes = false

    init(size: Double) { self.size = size }

    /// Goes to a glyph.
    mutating func begin(
      _ glyph: GlyphRun.Glyph, of run: GlyphRun, _ place: Transform, _ contents: inout PDFContents
    ) {
      let start = run.origin + Point(x: glyph.x, y: glyph.y)
      contents.append(Transform(a: 1, b: 0, c: 0, d: -1, tx: start.x, ty: start.y).then(place))
      contents.append("Tm\n")
      (y, pen) = (glyph.y, glyph.x)
    }

    /// Adds a glyph.
    mutating func add(_ code: Int, at x: Double, width: Int, _ contents: inout PDFContents) {
      if !isOpen {
        contents.append("[")
        isOpen = true
      }
      // Steps are in thousandths of an em, to the left; what is rounded is made good by the next.
      let step = ((pen - x) / size * 100_000).rounded() / 100
      if step != 0 {
        if hasCodes { contents.append(">") }
        contents.append(step, digits: 2)
        hasCodes = false
        pen -= step / 1000 * size
      }
      if !hasCodes { contents.append("<") }
      hasCodes = true
      contents.append(PDFCanvas.digits(ofCode: code))
      pen += Double(width) / 1000 * size
    }

    /// Ends the list.
    mutating func end(_ contents: inout PDFContents) {
      guard isOpen else { return }
      contents.append(hasCodes ? ">] TJ\n" : "] TJ\n")
      (isOpen, hasCodes) = (false, false)
    }
  }
}
