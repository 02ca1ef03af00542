/// The appearance of a deck: light or dark mode.
public enum Appearance: String, Hashable, Sendable, CaseIterable {
  /// Dark text on light surfaces, the default.
  case light
  /// Light text on dark surfaces.
  case dark
}
