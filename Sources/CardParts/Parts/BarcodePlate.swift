import CardRaster

/// What a code lies on: its light modules and the light around them.
struct BarcodePlate {
  /// The colour of light modules.
  let color: Color
  /// The light at the left and the right, in modules.
  let beside: Double
  /// The light above and below, in modules.
  let above: Double

  /// The least light around a code that is seen as a plate of its own, in modules.
  private static let padding = 4

  init(_ part: BarcodePart, _ theme: ResolvedTheme) {
    let isClassic = theme.partDefaults == .cardParts
    let asked = part.symbology.quietZone
    let quiet = part.quietZone ?? (isClassic ? asked : max(asked, Self.padding))
    beside = Double(quiet)
    // Readers ask for nothing above bars: what stands there is for the eye.
    above = part.symbology.isLinear ? (isClassic ? 0 : Double(min(quiet, Self.padding))) : Double(quiet)
    color = part.backgroundColor ?? Self.color(theme, below: part.codeColor)
  }

  /// White; in the dark look of today's themes the colour of words, as white would outshine them.
  private static func color(_ theme: ResolvedTheme, below code: Color) -> Color {
    let words = theme.base.primaryTextColor
    let isSoftened =
      theme.partDefaults == .today && theme.appearance == .dark && words.isOpaque
      && brightness(words) - brightness(code) >= 0.8
    return isSoftened ? words : .white
  }

  /// The radius of the plate's corners: the theme's, as far as none of them comes near a corner of the code.
  ///
  /// - Parameter side: that of a module, in points.
  func cornerRadius(_ side: Double, _ theme: ResolvedTheme) -> Double {
    guard theme.partDefaults == .today else { return 0 }
    // From a corner of the code to the arc one module stays free, along the diagonal.
    let quiet = min(beside, above) * side
    let most = (quiet * 2.0.squareRoot() - side) / (2.0.squareRoot() - 1)
    return max(0, min(theme.buttonCornerRadius, most))
  }

  /// The brightness on white paper, 0…1.
  static func brightness(_ color: Color) -> Double {
    let alpha = Double(color.alpha) / 255
    func part(_ channel: UInt8) -> Double { Double(channel) / 255 * alpha + 1 - alpha }
    return 0.2126 * part(color.red) + 0.7152 * part(color.green) + 0.0722 * part(color.blue)
  }
}
