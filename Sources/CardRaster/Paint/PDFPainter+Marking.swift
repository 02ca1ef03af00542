/// Marks the content of a page for the structure tree.
extension PDFPainter.Drawing {
  /// Marks an item for screen readers.
  ///
  /// Glyphs belong to a paragraph unless they are in another element. Shapes are artifacts, which are not
  /// read aloud.
  func mark(_ item: DisplayItem, _ glyphs: borrowing some Glyphs) throws(RasterError) {
    guard structure.silence == 0 else { return try write(item, glyphs) }
    switch item {
    case .glyphs(let run):
      if run.startsParagraph { endParagraph() }
      guard try sees(run, glyphs) else { return }
      if structure.isArtifact { endPiece() }
      if !structure.isMarking { startPiece() }
      structure.noteLabel(run.text)
      try write(item, glyphs)
    case .group(let group): try mark(group, glyphs)
    case .fill(_, .pattern, _), .fill(_, .layers, _): try artifact(item, glyphs)
    default:
      startArtifact()
      try write(item, glyphs)
    }
  }

  private func mark(_ group: DisplayItem.Group, _ glyphs: borrowing some Glyphs) throws(RasterError) {
    endPiece()
    let item = DisplayItem.group(group)
    let goesOn = group.link != nil && structure.hasParagraph && item.firstRun?.startsParagraph == false
    if !goesOn { endParagraph() }
    let outer = structure.hasParagraph
    structure.hasParagraph = false
    defer { structure.hasParagraph = outer }
    let label = group.label.flatMap { $0.isEmpty ? nil : $0 }
    if group.role == .artifact { return try artifact(item, glyphs) }
    if let target = group.link.flatMap({ LinkTarget($0) }),
      let frame = group.contentBounds(under: group.transform.then(canvas.map), .touch)
    {
      if structure.isInRow {
        structure.holdLink(target.uri, in: frame, alternative: label)
        try contents(of: group, glyphs)
        return endParagraph()
      }
      structure.beginLink(target.uri, in: frame, alternative: label)
      if label == nil { try contents(of: group, glyphs) } else { try piece(item, glyphs) }
      endParagraph()
      return structure.end()
    }
    // The text of a row's cells is read aloud.
    if let label, group.role != .row, !structure.isInRow, !group.items.contains(where: \.hasLink) {
      structure.begin("Figure", alternative: label)
      try piece(item, glyphs)
      return structure.end()
    }
    if let role = group.role {
      structure.begin(role)
      let isLinked = structure.beginHeldLink()
      try contents(of: group, glyphs)
      endParagraph()
      if isLinked { structure.end() }
      return structure.end(role)
    }
    try contents(of: group, glyphs)
    endParagraph()
  }

  /// Marks the content of a group; a layer is one marked-content sequence, as it is drawn as one.
  private func contents(of group: DisplayItem.Group, _ glyphs: borrowing some Glyphs) throws(RasterError) {
    let item = DisplayItem.group(group)
    guard group.isLayer else {
      // Shadows are drawn first, as images.
      if !group.shadows.isEmpty { startArtifact() }
      return try write(item, glyphs)
    }
    guard item.firstRun != nil else {
      return try artifact(item, glyphs)
    }
    try piece(item, glyphs)
    endParagraph()
  }

  /// Draws an item as one marked-content sequence of the open element.
  private func piece(_ item: DisplayItem, _ glyphs: borrowing some Glyphs) throws(RasterError) {
    startPiece()
    try silently { () throws(RasterError) in try write(item, glyphs) }
    endPiece()
  }

  /// Draws an item as an artifact, which is not read aloud.
  private func artifact(_ item: DisplayItem, _ glyphs: borrowing some Glyphs) throws(RasterError) {
    startArtifact()
    try silently { () throws(RasterError) in try write(item, glyphs) }
    endPiece()
  }

  func silently(_ body: () throws(RasterError) -> Void) throws(RasterError) {
    structure.silence += 1
    defer { structure.silence -= 1 }
    try body()
  }

  private func startPiece() {
    if !structure.takesContents {
      structure.begin("P")
      structure.hasParagraph = true
    }
    canvas.beginPiece(structure.mark())
    structure.isMarking = true
  }

  /// Begins an artifact, unless one is open.
  private func startArtifact() {
    guard !structure.isArtifact else { return }
    endPiece()
    canvas.beginPiece(nil)
    structure.isMarking = true
    structure.isArtifact = true
  }

  /// Ends the open marked-content sequence, if there is one.
  func endPiece() {
    if structure.isMarking { canvas.endPiece() }
    structure.isMarking = false
    structure.isArtifact = false
  }

  /// Ends the open paragraph.
  func endParagraph() {
    endPiece()
    guard structure.hasParagraph else { return }
    structure.hasParagraph = false
    structure.end()
  }
}

extension DisplayItem {
  /// The first glyph run in it; nil if there is none.
  fileprivate var firstRun: GlyphRun? {
    switch self {
    case .glyphs(let run): return run
    case .group(let group):
      for item in group.items {
        if let run = item.firstRun { return run }
      }
      return nil
    default: return nil
    }
  }
}
