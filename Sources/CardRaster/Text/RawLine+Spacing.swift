extension RawLine {
  /// Adds the space between letters: after each character but the last that is seen.
  ///
  /// Pango's own way counts the space behind the last one when it breaks lines, and not when it measures them.
  ///
  /// - Parameter visible: the clusters without the spaces that the line breaks at.
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
