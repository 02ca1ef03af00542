/// The appearance of a deck: light or dark mode.
public enum Appearance: String, Hashable, Sendable, CaseIterable {
  /// Dark text on light surfaces, the default.
  case light
  /// Light text on dark surfaces.
  case dark
}

/// The appearance of a deck, which may be the only one.
public enum DeckAppearance: String, Hashable, Sendable, CaseIterable {
  /// Light, unless the caller wants the dark appearance.
  case light
  /// Dark, unless the caller wants the light appearance.
  case dark
  /// Always light.
  case lightOnly
  /// Always dark.
  case darkOnly

  /// The appearance without a wish of the caller.
  package var standard: Appearance { self == .light || self == .lightOnly ? .light : .dark }

  /// Whether the caller cannot change the appearance.
  package var isFixed: Bool { self == .lightOnly || self == .darkOnly }
}

/// The layout direction of a deck.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// Rows start at the left.
  case leftToRight = "ltr"
  /// Rows start at the right; everything is mirrored, except pictures and maps.
  case rightToLeft = "rtl"
}
