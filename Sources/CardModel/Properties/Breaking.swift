/// The page break before or after a card or part of a report, with CSS's keywords.
public enum PageBreak: String, Hashable, Sendable, CaseIterable {
  /// A page break is allowed.
  case auto
  /// A page break is forced.
  case page
  /// A page break is avoided if possible.
  case avoid
}

/// Page breaks inside a card or part of a report, with CSS's keywords.
public enum BreakInside: String, Hashable, Sendable, CaseIterable {
  /// A page break is allowed.
  case auto
  /// Page breaks are avoided if the content fits on one page.
  case avoid
}

/// The page break properties of a card or part of a report.
package struct Breaking: Hashable, Sendable {
  /// The page break above the card or part.
  package var before = PageBreak.auto
  /// The break after it; nil for the default of the part type.
  package var after: PageBreak?
  /// Whether the card or part may be split across pages.
  package var inside = BreakInside.auto

  /// Creates the properties with their defaults.
  package init() {}

  /// The deck keys of the properties that differ from their defaults.
  package var keys: [String] {
    var keys: [String] = []
    if before != .auto { keys.append("breakBefore") }
    if let after, after != .auto { keys.append("breakAfter") }
    if inside != .auto { keys.append("breakInside") }
    return keys
  }
}
