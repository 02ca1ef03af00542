extension TextShaper {
  /// Does what is due at the end of a line that is not the last of its paragraph.
  func end(_ line: inout RawLine, at range: Range<Int>, in source: FittedText.Source) {
    let visible = dropSpaces(at: range, of: &line, in: source)
    if style.alignment == .justified, let width { line.stretch(to: width, visible, in: source) }
  }

  /// Takes the room of the spaces at the end of a line, and says what is in front of them.
  func dropSpaces(at range: Range<Int>, of line: inout RawLine, in source: FittedText.Source) -> Range<Int> {
    let spaces = source.clusters.clusters[range].reversed().prefix { $0.kind == .space }.count
    let visible = range.dropLast(spaces)
    if spaces > 0 { line.dropAdvances(from: visible.upperBound, in: source) }
    return visible
  }
}

extension RawLine {
  /// Takes the room of the spaces that a line breaks at; Pango does so with one of them only.
  fileprivate mutating func dropAdvances(from cluster: Int, in source: FittedText.Source) {
    for index in glyphs.indices where source.owners[glyphs[index].byte] >= cluster {
      width -= glyphs[index].advance
      glyphs[index].advance = 0
    }
  }

  /// Widens a line to both edges: at its spaces, or, when it has none, between its ideographs.
  ///
  /// A line of one long word stays as it is. Pango's own way counts the space that the line breaks at, and sets
  /// words wide when there is no space.
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
