import CardRaster

/// What iOS blurs and lays a colour over, in both appearances.
///
/// The system's materials are no figures in TGCardViewController. On the pictures of its page a panel of buttons is
/// (217, 240, 160) over a map of (208, 230, 165): colours 1.8 times as far from grey, and a white of 0.3 over them.
struct SheetMaterial {
  /// The standard deviation of the blur, in points.
  var radius: Double
  var saturation = 1.8
  /// Over what is blurred.
  var color: Color

  /// Behind the status bar and groups of buttons.
  static func regular(_ colors: SheetColors) -> SheetMaterial {
    SheetMaterial(
      radius: 12,
      color: colors.isDark ? Self.night.multiplyingAlpha(by: 0.6) : .white.multiplyingAlpha(by: 0.3))
  }

  /// Through which little is seen: solid buttons and sidebars.
  static func thick(_ colors: SheetColors) -> SheetMaterial {
    SheetMaterial(radius: 15, color: (colors.isDark ? Self.night : .white).multiplyingAlpha(by: 0.85))
  }

  /// The pane of a card of iOS 26.
  static func pane(_ color: Color) -> SheetMaterial {
    SheetMaterial(radius: 15, color: color.multiplyingAlpha(by: 0.75))
  }

  private static let night = Color(rgb: 0x1C1C1E)

  /// Frosts what lies behind a box, below its background.
  func frost(_ box: inout LayoutBox) {
    if box.decoration == nil { box.decoration = BoxDecoration() }
    box.decoration?.backdropBlur = radius
    box.decoration?.backdropSaturation = saturation
  }

  /// Makes a box a pane of the material.
  func fill(_ box: inout LayoutBox) {
    frost(&box)
    box.background = .solid(color)
  }
}
