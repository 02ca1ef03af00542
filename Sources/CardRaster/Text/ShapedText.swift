/// Text broken into lines, with every glyph at its place.
///
/// Guarantees: lines are in order from top to bottom; each rectangle and origin is in points relative to the top left
/// corner of the text's own box; `size` holds all lines and is never wider than the width that was asked for,
/// unless a single character is.
public struct ShapedText: Hashable, Sendable {
  /// One line; in a text around shapes a piece of one, and the pieces of a line have the same top.
  public struct Line: Hashable, Sendable {
    /// The line's box: from the start to the end of its text, and the full height of the line.
    public var frame: Rect
    /// The distance of the baseline from the top of the text's box.
    public var baseline: Double
    /// Backgrounds, to be drawn below the glyphs.
    public var backgrounds: [Mark] = []
    /// The glyphs, in visual order; each run's origin lies on the baseline.
    public var runs: [GlyphRun]
    /// Underlines and strikethroughs, to be drawn over the glyphs.
    public var rules: [Mark] = []
    /// The text of the line, in logical order, as in the source (an ellipsis is not part of it).
    public var text: String
    /// Where the links of the line are.
    public var links: [Link] = []
  }

  /// A coloured rectangle that belongs to text.
  public struct Mark: Hashable, Sendable {
    /// Where it is.
    public var rect: Rect
    /// Its colour.
    public var color: Color
  }

  /// The part of a line that is a link.
  public struct Link: Hashable, Sendable {
    /// Where it is.
    public var rect: Rect
    /// Where it goes; empty where text was found to be something that has no address.
    public var target: String
    /// What the text was found to be, for programs.
    public var finding: TextFinding?
    /// The words of the whole link, whatever of them stands on this line.
    public var text: String = ""
  }

  /// The box that holds all lines; as wide as the widest line, or as the width asked for when lines were aligned in it.
  public var size: Size
  /// The natural width: that of the widest line, without the alignment's room.
  public var naturalWidth: Double
  /// The lines.
  public var lines: [Line]
  /// The whole text as it was given, whatever of it the lines show: without control characters and without line ends at its
  /// start and end; every line end in it is a line feed.
  public var words: String = ""
  /// What it is in a document that is read out; nil for a paragraph.
  public var role: StructureRole?
  /// The characters that no font has, each once, in order of appearance.
  public var missing: [Unicode.Scalar] = []
  /// The characters whose letters were thickened, each once, as no font has bold ones.
  public var withoutBold: [Unicode.Scalar] = []
  /// The characters whose letters were slanted, each once, as no font has italic ones.
  public var withoutItalic: [Unicode.Scalar] = []
  /// The tags of features that are switched on and that no font of the text has, each once.
  package var idleFeatures: [String] = []
  /// Whether text was left out.
  public var isTruncated: Bool = false
  /// How much smaller the text became; 1 when it kept its size.
  public var scaleFactor: Double = 1
  /// Whether its first paragraph runs from right to left.
  public var isRightToLeft: Bool = false
}

extension ShapedText {
  /// Whether this text, of which no line was broken, would be the same in a width.
  func isSame(in width: Double, _ style: ParagraphStyle) -> Bool {
    guard naturalWidth <= width, !isTruncated, scaleFactor == 1 else { return false }
    switch style.alignment {
    case .left: return true
    case .natural, .justified:
      return !lines.contains { $0.runs.contains(where: \.isRightToLeft) } && !isRightToLeft
    case .center, .right: return false
    }
  }

  /// The text on the other side of its box: each line is moved as it is.
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
  /// The line somewhere else in its row.
  fileprivate func moved(by distance: Double) -> ShapedText.Line {
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
  /// The first lines and the rest as two texts, each with its share of the words.
  package func divided(after count: Int) -> (upper: ShapedText, lower: ShapedText) {
    var (upper, lower) = (self, self)
    upper.lines = Array(lines.prefix(count))
    lower.lines = Array(lines.dropFirst(count))
    // Lines leave out blanks and line ends of the text, and nothing else.
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
