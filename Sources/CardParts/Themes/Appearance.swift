/// Whether a deck is drawn for a light or a dark surrounding.
public enum Appearance: String, Hashable, Sendable, CaseIterable {
  /// Dark letters on light surfaces: what holds when nothing is said.
  case light
  /// Light letters on dark surfaces.
  case dark
}
