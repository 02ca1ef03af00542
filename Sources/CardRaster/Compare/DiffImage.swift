/// Images that show the difference of two pictures.
public enum DiffImage {
  /// The content of a diff image.
  public enum Style: String, CaseIterable, Hashable, Sendable {
    /// The expected picture in faint grey, with coloured pixels over it.
    case overlay
    /// Only the different pixels, on transparency.
    case mask
    /// The expected picture, the overlay and the actual picture side by side.
    case strip

    /// One sentence for manuals.
    public var summary: String {
      switch self {
      case .overlay: "The expected picture in faint grey, with coloured pixels over it."
      case .mask: "Only the different pixels, on a transparent background."
      case .strip: "The expected picture, the overlay and the actual picture side by side."
      }
    }
  }

  /// The colours of a diff image.
  public struct Palette: Hashable, Sendable {
    /// Different pixels.
    public var different: Color
    /// Different pixels that are darker in the actual picture; nil for the same colour as the others.
    public var darker: Color?
    /// Anti-aliased edges that are not counted; left out of a mask.
    public var antialiased: Color
    /// Ignored pixels; left out of a mask.
    public var ignored: Color
    /// Pixels that only one picture has.
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

  /// The gap between the pictures of a strip, in pixels.
  private static let gap = 4
  /// The opacity of the expected picture in an overlay.
  private static let faintness = 0.1

  /// Draws the difference at the larger size of both pictures; a strip has three of these side by side.
  ///
  /// - Throws: `RasterError.limit` if it would have more than `Limits.imagePixels`.
  public static func draw(
    _ comparison: Comparison, _ style: Style, palette: Palette = Palette()
  ) throws(RasterError) -> Bitmap {
    let marks = comparison.marks
    let width = style == .strip ? 3 * marks.width + 2 * gap : marks.width
    guard width <= Limits.imagePixels / marks.height else {
      throw .limit(
        what: "the number of pixels of the difference picture",
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
      throw .image(reason: "the difference picture has no pixels")
    }
    return bitmap
  }

  /// A canvas of `Bitmap` words; transparent at first.
  private struct Canvas {
    let width: Int
    let height: Int
    var pixels: [UInt8]

    init(width: Int, height: Int) {
      self.width = width
      self.height = height
      pixels = [UInt8](repeating: 0, count: 4 * width * height)
    }

    mutating func fill(_ color: Color, x: Int, width: Int) {
      let word = Canvas.word(color)
      pixels.withUnsafeMutableBytes { bytes in
        for y in 0..<height {
          for column in x..<x + width {
            bytes.storeBytes(of: word, toByteOffset: 4 * (y * self.width + column), as: UInt32.self)
          }
        }
      }
    }

    mutating func draw(_ bitmap: Bitmap, x: Int) {
      pixels.withUnsafeMutableBytes { bytes in
        bitmap.pixels.withUnsafeBytes { source in
          let line = 4 * bitmap.width
          for y in 0..<bitmap.height {
            let start = 4 * (y * width + x)
            UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + line])
              .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[line * y..<line * (y + 1)]))
          }
        }
      }
    }

    mutating func drawOverlay(_ comparison: Comparison, _ palette: Palette, isMask: Bool, x left: Int) {
      let (marks, expected) = (comparison.marks, comparison.expected)
      let colors = Canvas.colors(palette, isMask: isMask)
      var faint = FaintGrey()
      let (source, width) = (expected.pixels.span.bytes, width)
      pixels.withUnsafeMutableBytes { bytes in
        for y in 0..<marks.height {
          let line = 4 &* (y &* width &+ left)
          // The number of pixels in the row that show the expected picture if they have no mark.
          let shown = isMask || y >= expected.height ? 0 : expected.width
          for x in 0..<marks.width {
            let place = line &+ 4 &* x
            let mark = marks[x, y]
            if mark != .same {
              bytes.storeBytes(of: colors[Int(mark.rawValue)], toByteOffset: place, as: UInt32.self)
            } else if x < shown {
              let word = source.unsafeLoadUnaligned(
                fromUncheckedByteOffset: 4 &* (y &* shown &+ x), as: UInt32.self)
              bytes.storeBytes(of: faint.word(of: word), toByteOffset: place, as: UInt32.self)
            }
          }
        }
      }
    }

    /// The words of all marks by their raw values; 0 for marks that a mask leaves out.
    private static func colors(_ palette: Palette, isMask: Bool) -> [UInt32] {
      let colors: [DifferenceMarks.Mark: Color] = [
        .different: palette.different, .darker: palette.darker ?? palette.different, .extra: palette.extra,
        .antialiased: palette.antialiased, .ignored: palette.ignored,
      ]
      var words = [UInt32](repeating: 0, count: 6)
      for (mark, color) in colors where !isMask || (mark != .antialiased && mark != .ignored) {
        words[Int(mark.rawValue)] = word(color)
      }
      return words
    }

    private static func word(_ color: Color) -> UInt32 {
      UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | UInt32(color.alpha) << 24
    }
  }

  /// The luma of pixels, blended most of the way to white.
  private struct FaintGrey {
    /// The last pixel and its result: most pixels equal the one before.
    private var last: UInt32 = 0
    private var grey: UInt32 = 0xFFFF_FFFF

    @inline(__always) mutating func word(of pixel: UInt32) -> UInt32 {
      if pixel == last { return grey }
      let luma = Luma.of(
        red: Double(pixel & 255), green: Double(pixel >> 8 & 255), blue: Double(pixel >> 16 & 255))
      let alpha = Double(pixel >> 24)
      let value = UInt32(max(0, min(255, 255 + (luma - 255) * faintness * alpha / 255)))
      (last, grey) = (pixel, value &* 0x01_0101 | 0xFF00_0000)
      return grey
    }
  }
}
