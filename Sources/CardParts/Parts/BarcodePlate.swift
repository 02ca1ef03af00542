import CardRaster

/// The background of a code: its light modules and the quiet zone around them.
struct BarcodePlate {
  /// The colour of light modules.
  let color: Color
  /// The quiet zone at the left and the right, in modules.
  let beside: Double
  /// The quiet zone above and below, in modules.
  let above: Double

  init(_ part: BarcodePart, _ theme: ResolvedTheme) {
    let least = theme.compatibility.barcodePadding
    let quiet = part.quietZone ?? max(part.symbology.quietZone, least)
    beside = Double(quiet)
    // Scanners need no quiet zone above bars. This one is only for looks.
    above = part.symbology.isLinear ? Double(min(quiet, least)) : Double(quiet)
    color = part.backgroundColor ?? Self.color(theme, below: part.codeColor)
  }

  /// White, or the text colour in the dark appearance of modern themes, because white would be too bright.
  private static func color(_ theme: ResolvedTheme, below code: Color) -> Color {
    let words = theme.onSurface.base.primaryTextColor
    let isSoftened =
      theme.compatibility.usesThemeColors && theme.appearance == .dark && words.isOpaque
      && brightness(words) - brightness(code) >= 0.8
    return isSoftened ? words : .white
  }

  /// The corner radius of the plate.
  ///
  /// It is that of the theme's buttons, reduced so that no arc comes near a corner of the code.
  ///
  /// - Parameter side: The side of a module, in points.
  func cornerRadius(_ side: Double, _ theme: ResolvedTheme) -> Double {
    // Keeps one module free along the diagonal between a corner of the code and the arc.
    let quiet = min(beside, above) * side
    let most = (quiet * 2.0.squareRoot() - side) / (2.0.squareRoot() - 1)
    return max(0, min(theme.compatibility.barcodeRadius ?? theme.buttonCornerRadius, most))
  }

  /// The luma of the colour over white, 0…1.
  static func brightness(_ color: Color) -> Double {
    let alpha = Double(color.alpha) / 255
    func part(_ channel: UInt8) -> Double { Double(channel) / 255 * alpha + 1 - alpha }
    return 0.2126 * part(color.red) + 0.7152 * part(color.green) + 0.0722 * part(color.blue)
  }
}
