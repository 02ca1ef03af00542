/// What holds at an edge of a card or part of a report, by CSS's words.
public enum PageBreak: String, Hashable, Sendable, CaseIterable {
  /// A page may end there.
  case auto
  /// A page ends there.
  case page
  /// No page ends there, as long as there is another way.
  case avoid
}

/// What holds inside of a card or part of a report, by CSS's words.
public enum BreakInside: String, Hashable, Sendable, CaseIterable {
  /// A page may end in it.
  case auto
  /// It stays on one page, as long as it has room on one.
  case avoid
}

/// Where the pages of a report may end around and in a card or part.
package struct Breaking: Hashable, Sendable {
  /// Above it.
  package var before = PageBreak.auto
  /// Below it; nil for the way of its kind.
  package var after: PageBreak?
  /// In it.
  package var inside = BreakInside.auto

  /// Makes one that says nothing.
  package init() {}

  /// The keys of a deck that say what is not so by itself.
  var keys: [String] {
    var keys: [String] = []
    if before != .auto { keys.append("breakBefore") }
    if let after, after != .auto { keys.append("breakAfter") }
    if inside != .auto { keys.append("breakInside") }
    return keys
  }
}
