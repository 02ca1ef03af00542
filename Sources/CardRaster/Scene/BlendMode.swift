/// How what is drawn is mixed with what lies behind it, by CSS's words (`mix-blend-mode`).
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  /// It covers what lies behind.
  case normal
  /// The product of both: never lighter than either.
  case multiply
  /// The product of both complements: never darker than either.
  case screen
  /// `multiply` where what lies behind is dark, `screen` where it is light.
  case overlay
  /// The darker of both, channel by channel.
  case darken
  /// The lighter of both, channel by channel.
  case lighten
  /// What lies behind becomes lighter.
  case colorDodge = "color-dodge"
  /// What lies behind becomes darker.
  case colorBurn = "color-burn"
  /// `multiply` where it is dark itself, `screen` where it is light.
  case hardLight = "hard-light"
  /// A soft form of `hard-light`.
  case softLight = "soft-light"
  /// The difference of both.
  case difference
  /// `difference` with less contrast.
  case exclusion
  /// Its hue, with the saturation and brightness of what lies behind.
  case hue
  /// Its saturation, with the hue and brightness of what lies behind.
  case saturation
  /// Its hue and saturation, with the brightness of what lies behind.
  case color
  /// Its brightness, with the hue and saturation of what lies behind.
  case luminosity
}
