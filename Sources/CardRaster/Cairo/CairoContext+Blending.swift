internal import CCairo

/// How what is drawn is mixed with what lies behind.
extension CairoContext {
  /// Mixes what the body draws with what lies behind it.
  ///
  /// The corresponding C function is `cairo_set_operator`.
  func blended(as mode: BlendMode, _ body: () -> Void) {
    withPointer { cairo_set_operator($0, mode.cairo) }
    body()
    withPointer { cairo_set_operator($0, CAIRO_OPERATOR_OVER) }
  }

  /// Puts the source in the place of what is there, within the clip, as far as it is to be seen.
  ///
  /// The corresponding C function is `cairo_set_operator`.
  func replace(opacity: Double) {
    withPointer { cairo_set_operator($0, CAIRO_OPERATOR_SOURCE) }
    paint(opacity: opacity)
    withPointer { cairo_set_operator($0, CAIRO_OPERATOR_OVER) }
  }
}

extension BlendMode {
  fileprivate var cairo: cairo_operator_t {
    switch self {
    case .normal: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .hue: CAIRO_OPERATOR_HSL_HUE
    case .saturation: CAIRO_OPERATOR_HSL_SATURATION
    case .color: CAIRO_OPERATOR_HSL_COLOR
    case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
    }
  }
}
