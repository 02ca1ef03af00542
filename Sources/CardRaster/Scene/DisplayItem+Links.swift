extension DisplayItem {
  /// Whether it holds a link that is written.
  package var hasLink: Bool {
    guard case .group(let group) = self else { return false }
    return group.link.flatMap { LinkTarget($0) } != nil || group.items.contains(where: \.hasLink)
  }
}
