/// Pictures that show where two pictures differ.
public enum DiffImage {
  /// What is drawn.
  public enum Style: String, CaseIterable, Hashable, Sendable {
    /// The expected picture in faint grey, with coloured pixels over it.
    case overlay
    /// The different pixels alone, on transparency.
    case mask
    /// The expected picture, the overlay and the actual picture beside each other.
    case strip

    /// One sentence for manuals.
    public var summary: String {
      switch self {
      case .overlay: "The expected picture in faint grey, with coloured pixels over it."
      case .mask: "The different pixels alone, on transparency."
      case .strip: "The expected picture, the overlay and the actual picture beside each other."
      }
    }
  }

  /// The colours of pixels.
  public struct Palette: Hashable, Sendable {
    /// Different ones.
    public var different: Color
    /// Different ones that are darker in the actual picture; nil for the same as others.
    public var darker: Color?
    /// Soft edges that are not counted; left out of a mask.
    public var antialiased: Color
    /// Those that are not compared; left out of a mask.
    public var ignored: Color
    /// Those that only one picture has.
    public var extra: Color

    /// Makes a palette.
    public init(
      different: Color = Color(red: 255, green: 0, blue: 0, alpha: 255), darker: Color? = nil,
      antialiased: Color = Color(red: 255, green: 255, blue: 0, alpha: 255),
      ignored: Color = Color(red: 190, green: 215, blue: 255, alpha: 255),
      extra: Color = Color(red: 255, green: 0, blue: 255, alpha: 255)
    ) {
      self.different = different
      self.darker = darker
      self.antialiased = antialiased
      self.ignored = ignored
      self.extra = extra
    }
  }

  /// The space between the pictures of a strip, in pixels.
  private static let gap = 4
  /// How much of the expected picture is seen in an overlay.
  private static let faintness = 0.1

  /// Draws the difference, as large as the larger of both pictures; a strip is three of these wide.
  ///
  /// - Throws: `RasterError.limit` when it would have more than `Limits.imagePixels`.
  public static func draw(
    _ comparison: Comparison, _ style: Style, palette: Palette = Palette()
  ) throws(RasterError) -> Bitmap {
    let marks = comparison.marks
    let width = style == .strip ? 3 * marks.width + 2 * gap : marks.width
    guard width <= Limits.imagePixels / marks.height else {
      throw .limit(
        what: "the number of pixels of the picture of the difference",
        value: Double(width) * Double(marks.height), limit: Double(Limits.imagePixels))
    }
    var canvas = Canvas(width: width, height: marks.height)
    switch style {
    case .overlay: canvas.drawOverlay(comparison, palette, isMask: false, x: 0)
    case .mask: canvas.drawOverlay(comparison, palette, isMask: true, x: 0)
    case .strip:
      canvas.draw(comparison.expected, x: 0)
      canvas.drawOverlay(comparison, palette, isMask: false, x: marks.width + gap)
      canvas.draw(comparison.actual, x: 2 * (marks.width + gap))
      let grey = Color(red: 128, green: 128, blue: 128, alpha: 255)
      canvas.fill(grey, x: marks.width, width: gap)
      canvas.fill(grey, x: 2 * marks.width + gap, width: gap)
    }
    guard let bitmap = Bitmap(width: width, height: marks.height, pixels: canvas.pixels) else {
      throw .image(reason: "the picture of the difference has no pixels")
    }
    return bitmap
  }

  /// Pixels that are drawn into; transparent at first.
  private struct Canvas {
    let width: Int
    let height: Int
    var pixels: [UInt8]

    init(width: Int, height: Int) {
      self.width = width
      self.height = height
      pixels = [UInt8](repeating: 0, count: 4 * width * height)
    }

    mutating func set(_ x: Int, _ y: Int, _ color: Color) {
      let place = 4 * (y * width + x)
      pixels[place] = color.red
      pixels[place + 1] = color.green
      pixels[place + 2] = color.blue
      pixels[place + 3] = color.alpha
    }

    mutating func fill(_ color: Color, x: Int, width: Int) {
      for y in 0..<height {
        for column in x..<x + width { set(column, y, color) }
      }
    }

    mutating func draw(_ bitmap: Bitmap, x: Int) {
      for y in 0..<bitmap.height {
        let start = 4 * (y * width + x)
        let row = 4 * y * bitmap.width
        pixels.replaceSubrange(
          start..<start + 4 * bitmap.width, with: bitmap.pixels[row..<row + 4 * bitmap.width])
      }
    }

    mutating func drawOverlay(_ comparison: Comparison, _ palette: Palette, isMask: Bool, x left: Int) {
      let marks = comparison.marks
      let expected = comparison.expected
      for y in 0..<marks.height {
        for x in 0..<marks.width {
          switch marks[x, y] {
          case .different: set(left + x, y, palette.different)
          case .darker: set(left + x, y, palette.darker ?? palette.different)
          case .extra: set(left + x, y, palette.extra)
          case .antialiased where !isMask: set(left + x, y, palette.antialiased)
          case .ignored where !isMask: set(left + x, y, palette.ignored)
          case .same where !isMask && x < expected.width && y < expected.height:
            let grey = Canvas.faint(expected, 4 * (y * expected.width + x))
            set(left + x, y, Color(red: grey, green: grey, blue: grey, alpha: 255))
          default: break
          }
        }
      }
    }

    /// The brightness of a pixel, most of the way to white.
    private static func faint(_ bitmap: Bitmap, _ place: Int) -> UInt8 {
      let luma = Luma.of(
        red: Double(bitmap.pixels[place]), green: Double(bitmap.pixels[place + 1]),
        blue: Double(bitmap.pixels[place + 2]))
      let alpha = Double(bitmap.pixels[place + 3])
      return UInt8(max(0, min(255, 255 + (luma - 255) * faintness * alpha / 255)))
    }
  }
}
