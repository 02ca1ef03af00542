/// From which side a deck is read.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// Rows begin at the left.
  case leftToRight = "ltr"
  /// Rows begin at the right: everything is on the other side, but for pictures, maps and what they show.
  case rightToLeft = "rtl"
}
