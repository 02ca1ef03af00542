/// A line as Pango breaks it: glyphs in visual order, not yet positioned in the text's box.
struct RawLine {
  struct Glyph {
    /// Its index in the face.
    var id: UInt32
    /// The number of its face in `RawText.faces`.
    var face: Int
    /// The first byte of its cluster.
    var byte: Int
    /// In points.
    var advance: Double
    /// The offset relative to the pen.
    var x: Double
    /// The offset relative to the baseline; y down.
    var y: Double
    /// Whether its text runs from right to left.
    var isRightToLeft: Bool
  }

  /// The byte range of the line.
  var bytes: Range<Int>
  /// In visual order.
  var glyphs: [Glyph]
  /// The sum of the advances.
  var width: Double
  /// Whether its paragraph runs from right to left.
  var isRightToLeft: Bool
  /// Whether it starts inside a word that is wider than a line.
  var startsInsideWord: Bool
}

extension TextShaper {
  /// Drops trailing spaces, justifies and spaces a line that is not the last of its paragraph.
  func end(_ line: inout RawLine, at range: Range<Int>, in source: FittedText.Source) {
    let visible = dropSpaces(at: range, of: &line, in: source)
    if style.alignment == .justified, let width { line.stretch(to: width, visible, in: source) }
  }

  /// Removes the advances of the spaces at the end of a line, and returns the range before them.
  func dropSpaces(at range: Range<Int>, of line: inout RawLine, in source: FittedText.Source) -> Range<Int> {
    let spaces = source.clusters.clusters[range].reversed().prefix { $0.kind == .space }.count
    let visible = range.dropLast(spaces)
    if spaces > 0 { line.dropAdvances(from: visible.upperBound, in: source) }
    return visible
  }
}

extension RawLine {
  /// Removes the advances of the spaces at which a line breaks; Pango does so for only one of them.
  fileprivate mutating func dropAdvances(from cluster: Int, in source: FittedText.Source) {
    for index in glyphs.indices where source.owners[glyphs[index].byte] >= cluster {
      width -= glyphs[index].advance
      glyphs[index].advance = 0
    }
  }

  /// Justifies a line: at its spaces, or, if it has none, between its ideographs.
  ///
  /// A line of one long word stays as it is. Pango's own justification includes the space at which the line
  /// breaks, and spaces out a word without spaces.
  fileprivate mutating func stretch(to room: Double, _ range: Range<Int>, in source: FittedText.Source) {
    let clusters = source.clusters
    var gaps = glyphs.indices.filter { index in
      let owner = source.owners[glyphs[index].byte]
      return range.contains(owner) && clusters.clusters[owner].kind == .space
    }
    if gaps.isEmpty, range.contains(where: { clusters.isIdeograph($0) }) {
      gaps = glyphs.indices.dropLast().filter { index in
        let (owner, next) = (source.owners[glyphs[index].byte], source.owners[glyphs[index + 1].byte])
        return owner != next && range.contains(owner) && range.contains(next)
      }
    }
    guard !gaps.isEmpty, room > width else { return }
    let extra = (room - width) / Double(gaps.count)
    for index in gaps { glyphs[index].advance += extra }
    width = room
  }
}

extension RawLine {
  /// Adds letter spacing after each character except the last visible one.
  ///
  /// Pango's own spacing includes the last one when it breaks lines, but not when it measures them.
  ///
  /// - Parameter visible: the clusters without the spaces at which the line breaks.
  mutating func space(_ visible: Range<Int>, _ source: FittedText.Source, _ spans: [TextSpan]) {
    guard spans.contains(where: \.isSpaced) else { return }
    let clusters = source.clusters.clusters
    let owners = glyphs.map { source.owners[$0.byte] }
    func isSpaced(_ index: Int) -> Bool {
      visible.contains(owners[index]) && clusters[owners[index]].kind != .inserted && !isEnd(index)
    }
    guard let last = glyphs.indices.last(where: isSpaced) else { return }
    for index in glyphs.indices[..<last] where isSpaced(index) && owners[index] != owners[index + 1] {
      let cluster = clusters[owners[index]]
      let spacing = spans[cluster.span].space(after: cluster)
      glyphs[index].advance += spacing
      width += spacing
    }
  }

  /// Whether a glyph is the separator that ends a line.
  private func isEnd(_ index: Int) -> Bool { glyphs[index].id == .max && glyphs[index].advance == 0 }
}

/// Pango's settings for shaping a text.
struct LineRequest: Equatable {
  /// The direction of all paragraphs; nil to detect it for each from its text.
  var isRightToLeft: Bool?
  /// The language for the glyph forms of ideographs; see `ParagraphStyle.language`.
  var language = "zh-hans"
  /// For each span, the width of the missing-glyph box, in em.
  var missingAdvances: [Double] = []
}

/// The end of a line inside a paragraph.
struct LineEnd: Equatable {
  /// The first cluster of the next line.
  var place: Int
  /// Whether the line ends inside a word that is wider than the line.
  var isInsideWord = false
  /// The hyphen after the last character; nil for none.
  var hyphen: String?
}
