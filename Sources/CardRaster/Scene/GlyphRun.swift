/// A glyph run: glyphs of one face, size and colour at their positions on a line.
public struct GlyphRun: Hashable, Sendable {
  /// A glyph and its position.
  public struct Glyph: Hashable, Sendable {
    /// The glyph index in the face.
    public var id: UInt32
    /// The pen position, in points from the run's origin.
    public var x: Double
    /// The pen position relative to the baseline, in points; negative above it, as y points down.
    public var y: Double

    /// Makes a positioned glyph.
    public init(id: UInt32, x: Double, y: Double) {
      self.id = id
      self.x = x
      self.y = y
    }
  }

  /// A cluster: letters that are drawn together.
  package struct Cluster: Hashable, Sendable {
    /// The length of its text in UTF-8 bytes.
    package var bytes: Int
    /// The number of its glyphs.
    package var glyphs: Int
  }

  /// How text stays in position if a viewer draws it in its own fonts.
  package struct Setting: Hashable, Sendable {
    /// The edge of the line that stays in place if the letters are wider or narrower.
    package enum Edge: Hashable, Sendable {
      case left, middle, right

      /// The opposite edge, for a mirrored layout.
      package var mirrored: Edge {
        switch self {
        case .left: .right
        case .middle: .middle
        case .right: .left
        }
      }
    }

    package var edge = Edge.left
    /// The letter spacing in points.
    package var letterSpacing = 0.0
    /// Whether the spaces between words are stretched to justify the line.
    package var isJustified = false
    /// Whether the run is the last of its line; its last letter has no letter spacing after it.
    package var endsLine = false
  }

  /// The face that the glyph indices refer to.
  public var face: FontFace
  /// The font that was requested (family, size in points, weight, slant).
  public var font: Font
  /// Whether the face contains colour bitmaps instead of outlines.
  public var isColor: Bool
  /// The colour of outlines; for colour bitmaps only its alpha is used.
  public var color: Color
  /// The start of the baseline, in points.
  public var origin: Point
  /// The glyphs, in visual order.
  public var glyphs: [Glyph]
  /// The advance of the run, in points.
  public var width: Double
  /// The text of the run, in logical order.
  public var text: String
  /// The clusters in text order; empty if unknown.
  package var clusters: [Cluster] = []
  /// How it stays in position in a viewer's own fonts.
  package var setting = Setting()
  /// Whether the text runs from right to left.
  public var isRightToLeft: Bool
  /// Whether the run starts a text, as opposed to a further line or style of one.
  public var startsParagraph = false
  /// Whether it is translucent and its letters overlap each other or those of an adjacent run.
  package var overlaps = false
  /// The gradient or outline of the letters; nil for the plain colour.
  public var ink: GlyphInk? {
    get { rareInk.first }
    set { rareInk = newValue.map { [$0] } ?? [] }
  }
  /// Zero or one element: most runs have no ink, and an empty array takes only one word.
  private var rareInk: [GlyphInk] = []

  /// Makes a run.
  public init(
    face: FontFace, font: Font, isColor: Bool, color: Color, origin: Point, glyphs: [Glyph], width: Double,
    text: String, isRightToLeft: Bool
  ) {
    self.face = face
    self.font = font
    self.isColor = isColor
    self.color = color
    self.origin = origin
    self.glyphs = glyphs
    self.width = width
    self.text = text
    self.isRightToLeft = isRightToLeft
  }
}

/// The decoration of letters besides a colour: a gradient fill, an outline.
public struct GlyphInk: Hashable, Sendable {
  /// A stroke around letters, behind them.
  public struct Outline: Hashable, Sendable {
    /// The reach of the stroke beyond the letters, in points.
    public var width: Double
    /// The colour of the stroke.
    public var color: Color

    /// Makes an outline.
    public init(width: Double, color: Color) {
      self.width = width
      self.color = color
    }
  }

  /// The gradient that fills the letters; nil for the run's colour.
  public var gradient: Gradient?
  /// The rectangle that the gradient's unit square is stretched over, relative to the run's origin.
  public var bounds: Rect
  /// The stroke around the letters.
  public var outline: Outline?

  /// Makes the decoration of letters.
  public init(
    gradient: Gradient? = nil, bounds: Rect = Rect(origin: .zero, size: .zero), outline: Outline? = nil
  ) {
    self.gradient = gradient
    self.bounds = bounds
    self.outline = outline
  }
}

extension GlyphRun {
  /// The gradient of the letters and the rectangle it is stretched over, in points.
  var gradient: (gradient: Gradient, bounds: Rect)? {
    guard !isColor, let ink, let gradient = ink.gradient, !ink.bounds.size.isEmpty else { return nil }
    return (gradient, gradient.square(in: ink.bounds.moved(by: origin)))
  }

  /// The stroke around the letters, centred on their edges; the letters cover its inner half.
  var outline: (stroke: Stroke, color: Color)? {
    guard !isColor, let outline = ink?.outline, outline.width > 0, !outline.color.isClear else { return nil }
    return (Stroke(width: outline.width * 2, cap: .round), outline.color)
  }

  /// A glyph's outline at its position, in points; `outline` has 1 unit per em.
  func placed(_ outline: Path, of glyph: Glyph) -> Path {
    let pen = origin + Point(x: glyph.x, y: glyph.y)
    return outline.transformed(by: Transform.scale(font.size, font.size).then(.translation(pen)))
  }
}
