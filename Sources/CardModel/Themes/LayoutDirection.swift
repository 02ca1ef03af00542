/// The layout direction of a deck.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// Rows start at the left.
  case leftToRight = "ltr"
  /// Rows start at the right; everything is mirrored, except pictures and maps.
  case rightToLeft = "rtl"
}
