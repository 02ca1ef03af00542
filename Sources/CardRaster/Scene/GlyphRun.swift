/// Glyphs of one face in one size and colour, at their places on a line.
public struct GlyphRun: Hashable, Sendable {
  /// One glyph.
  public struct Glyph: Hashable, Sendable {
    /// Its number in the face.
    public var id: UInt32
    /// The pen position, in points from the run's origin.
    public var x: Double
    /// The height of the pen over the baseline is negative, as y goes down.
    public var y: Double

    /// Places a glyph.
    public init(id: UInt32, x: Double, y: Double) {
      self.id = id
      self.x = x
      self.y = y
    }
  }

  /// Letters of the text that are drawn together.
  package struct Cluster: Hashable, Sendable {
    /// How many bytes of UTF-8 they take.
    package var bytes: Int
    /// How many glyphs stand for them.
    package var glyphs: Int
  }

  /// How text that a viewer sets in fonts of its own stays at its place.
  package struct Setting: Hashable, Sendable {
    /// Which edge of the line stays where it is when letters are wider or narrower.
    package enum Edge: Hashable, Sendable {
      case left, middle, right

      /// The edge in a mirror.
      package var mirrored: Edge {
        switch self {
        case .left: .right
        case .middle: .middle
        case .right: .left
        }
      }
    }

    package var edge = Edge.left
    /// Points between two letters.
    package var letterSpacing = 0.0
    /// Whether the spaces between words are as wide as the line needs them.
    package var isJustified = false
    /// Whether it is the last of its line, behind whose last letter there is no space.
    package var endsLine = false
  }

  /// The face the numbers belong to.
  public var face: FontFace
  /// The font that was asked for (family, size in points, weight, slant).
  public var font: Font
  /// Whether the face holds coloured pictures instead of outlines.
  public var isColor: Bool
  /// The colour of outlines; of pictures only its alpha counts.
  public var color: Color
  /// The start of the baseline, in points.
  public var origin: Point
  /// The glyphs, in visual order.
  public var glyphs: [Glyph]
  /// How far the run advances, in points.
  public var width: Double
  /// The text it stands for, in logical order.
  public var text: String
  /// Which glyphs stand for which letters, in the order of the text; empty when that is not known.
  package var clusters: [Cluster] = []
  /// How it stays at its place in a viewer's own fonts.
  package var setting = Setting()
  /// Whether the text runs from right to left.
  public var isRightToLeft: Bool
  /// Whether a text begins with it, and not only a further line or look of one.
  public var startsParagraph = false
  /// Whether it is translucent and its letters, or those of it and of a run beside it, cover one another.
  package var overlaps = false
  /// What outlines are drawn with beside the colour; nil for nothing else.
  public var ink: GlyphInk? {
    get { rareInk.first }
    set { rareInk = newValue.map { [$0] } ?? [] }
  }
  /// One ink or none: most runs have none, and keep only a word for it.
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

/// What letters are drawn with beside a colour: a gradient, a line around them.
public struct GlyphInk: Hashable, Sendable {
  /// A line around letters, behind them.
  public struct Outline: Hashable, Sendable {
    /// How far it reaches beyond the letters, in points.
    public var width: Double
    /// Its colour.
    public var color: Color

    /// Makes a line.
    public init(width: Double, color: Color) {
      self.width = width
      self.color = color
    }
  }

  /// What fills the letters; nil for the run's colour.
  public var gradient: Gradient?
  /// What the gradient's unit square is stretched over, from the run's origin.
  public var bounds: Rect
  /// The line around the letters.
  public var outline: Outline?

  /// Makes an ink.
  public init(
    gradient: Gradient? = nil, bounds: Rect = Rect(origin: .zero, size: .zero), outline: Outline? = nil
  ) {
    self.gradient = gradient
    self.bounds = bounds
    self.outline = outline
  }
}

extension GlyphRun {
  /// The gradient of the letters and what it is stretched over, in points.
  var gradient: (gradient: Gradient, bounds: Rect)? {
    guard !isColor, let ink, let gradient = ink.gradient, !ink.bounds.size.isEmpty else { return nil }
    return (gradient, ink.bounds.moved(by: origin))
  }

  /// The line around the letters, which reaches to both sides of their edges and whose inner half they hide.
  var outline: (stroke: Stroke, color: Color)? {
    guard !isColor, let outline = ink?.outline, outline.width > 0, !outline.color.isClear else { return nil }
    return (Stroke(width: outline.width * 2, cap: .round), outline.color)
  }

  /// A glyph's outline at its place, in points; an em of `outline` is 1.
  func placed(_ outline: Path, of glyph: Glyph) -> Path {
    let pen = origin + Point(x: glyph.x, y: glyph.y)
    return outline.transformed(by: Transform.scale(font.size, font.size).then(.translation(pen)))
  }
}
