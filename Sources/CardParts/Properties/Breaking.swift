/// Where the pages of a report may end, by CSS's words.
public struct Breaking: Hashable, Sendable {
  /// What holds at an edge of a card or part.
  public enum Edge: String, Hashable, Sendable, CaseIterable {
    /// A page may end there.
    case auto
    /// A page ends there.
    case page
    /// No page ends there, as long as there is another way.
    case avoid
  }

  /// What holds inside.
  public enum Inside: String, Hashable, Sendable, CaseIterable {
    /// A page may end in it.
    case auto
    /// It stays on one page, as long as it has room on one.
    case avoid
  }

  /// Above it.
  public var before = Edge.auto
  /// Below it; nil for the way of its kind.
  public var after: Edge?
  /// In it.
  public var inside = Inside.auto

  /// Makes one that says nothing.
  public init() {}
}
