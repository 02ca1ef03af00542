/// Text broken into lines of positioned glyphs.
///
/// Guarantees: lines are in order from top to bottom. Each rectangle and origin is in points relative to the
/// top left corner of the text's own box. `size` contains all lines and is never wider than the requested
/// width, unless a single character is.
public struct ShapedText: Hashable, Sendable {
  /// One line; in a text around shapes a fragment of one, and the fragments of a line have the same top.
  public struct Line: Hashable, Sendable {
    /// The line's box: from the start to the end of its text, and the full height of the line.
    public var frame: Rect
    /// The distance of the baseline from the top of the text's box.
    public var baseline: Double
    /// Backgrounds, drawn below the glyphs.
    public var backgrounds: [Mark] = []
    /// The glyphs, in visual order; each run's origin is on the baseline.
    public var runs: [GlyphRun]
    /// Underlines and strikethroughs, drawn over the glyphs.
    public var rules: [Mark] = []
    /// The source text of the line, in logical order, without an ellipsis.
    public var text: String
    /// The areas of the line's links.
    public var links: [Link] = []
  }

  /// A coloured rectangle below or over text.
  public struct Mark: Hashable, Sendable {
    /// The area.
    public var rect: Rect
    /// Its colour.
    public var color: Color
  }

  /// The part of a line that is a link.
  public struct Link: Hashable, Sendable {
    /// The area.
    public var rect: Rect
    /// The target; empty for detected text without an address.
    public var target: String
    /// The kind of the detected text, for programs.
    public var finding: TextFinding?
    /// The text of the whole link, including parts on other lines.
    public var text: String = ""
  }

  /// The size of the box around all lines.
  ///
  /// Its width is that of the widest line, or the requested width if lines are aligned in it.
  public var size: Size
  /// The natural width: that of the widest line, without space for alignment.
  public var naturalWidth: Double
  /// The lines, from top to bottom.
  public var lines: [Line]
  /// The whole source text, including parts that are not shown.
  ///
  /// It has no control characters and no line ends at its start and end; other line ends are line feeds.
  public var words: String = ""
  /// The role in a tagged document; nil for a paragraph.
  public var role: StructureRole?
  /// The characters that no font has, without duplicates, in order of appearance.
  public var missing: [Unicode.Scalar] = []
  /// The characters with synthetic bold, without duplicates, as no font has a bold face for them.
  public var withoutBold: [Unicode.Scalar] = []
  /// The characters with synthetic italic, without duplicates, as no font has an italic face for them.
  public var withoutItalic: [Unicode.Scalar] = []
  /// The tags of features that are switched on and that no font of the text has, without duplicates.
  package var idleFeatures: [String] = []
  /// The parts of `words` with a strikethrough, in order.
  package var struckWords: [String] = []
  /// Whether some of the text is not shown.
  public var isTruncated: Bool = false
  /// The scale of a text that was shrunk; 1 if it kept its size.
  public var scaleFactor: Double = 1
  /// Whether a line ends between two letters of a word, without a hyphen.
  package var hasBrokenWord = false
  /// Whether its first paragraph runs from right to left.
  public var isRightToLeft: Bool = false
}

extension ShapedText {
  /// Whether this text, which has no line breaks, would look the same in a width.
  func isSame(in width: Double, _ style: ParagraphStyle) -> Bool {
    guard naturalWidth <= width, !isTruncated, scaleFactor == 1 else { return false }
    switch style.alignment {
    case .left: return true
    case .natural, .justified:
      return !lines.contains { $0.runs.contains(where: \.isRightToLeft) } && !isRightToLeft
    case .center, .right: return false
    }
  }

  /// The text mirrored within its box: each line is moved as a whole.
  public func mirrored() -> ShapedText {
    var result = self
    result.lines = lines.map { line in
      var line = line.moved(by: size.width - line.frame.maxX - line.frame.minX)
      for index in line.runs.indices {
        line.runs[index].setting.edge = line.runs[index].setting.edge.mirrored
      }
      return line
    }
    return result
  }
}

extension ShapedText.Line {
  /// The line moved horizontally.
  package func moved(by distance: Double) -> ShapedText.Line {
    var line = self
    let shift = Point(x: distance, y: 0)
    line.frame = frame.moved(by: shift)
    for index in runs.indices { line.runs[index].origin.x += distance }
    for index in backgrounds.indices {
      line.backgrounds[index].rect = backgrounds[index].rect.moved(by: shift)
    }
    for index in rules.indices { line.rules[index].rect = rules[index].rect.moved(by: shift) }
    for index in links.indices { line.links[index].rect = links[index].rect.moved(by: shift) }
    return line
  }
}

extension ShapedText {
  /// The first lines and the rest as two texts, each with its part of `words`.
  package func divided(after count: Int) -> (upper: ShapedText, lower: ShapedText) {
    var (upper, lower) = (self, self)
    upper.lines = Array(lines.prefix(count))
    lower.lines = Array(lines.dropFirst(count))
    // Lines leave out only spaces and line ends of the text.
    var seen = upper.lines.reduce(0) { sum, line in
      sum + line.text.unicodeScalars.count { !$0.properties.isWhitespace }
    }
    let scalars = words.unicodeScalars
    var place = lower.lines.isEmpty ? scalars.endIndex : scalars.startIndex
    while place < scalars.endIndex, seen > 0 {
      if !scalars[place].properties.isWhitespace { seen -= 1 }
      place = scalars.index(after: place)
    }
    upper.words = String(scalars[..<place])
    lower.words = String(scalars[place...])
    return (upper, lower)
  }
}
