extension IconSet {
  /// The icons that point along the rows or show words in rows: in a deck that is read from right to left they are turned over.
  ///
  /// All others look alike in every script: checks, clocks, glasses, things, logos, what goes up and down, the controls of a
  /// player, and what is named for a side of a text, such as `align-left`.
  static let directional: Set<String> = [
    "arrow-drop-left", "arrow-drop-right", "arrow-go-back", "arrow-go-forward", "arrow-left",
    "arrow-left-circle", "arrow-left-down", "arrow-left-s", "arrow-left-up", "arrow-right",
    "arrow-right-circle", "arrow-right-down", "arrow-right-s", "arrow-right-up", "article", "chat-forward",
    "delete-back", "delete-back-2", "draft", "external-link", "file-list", "file-list-2", "file-list-3",
    "file-transfer", "folder-received", "folder-shared", "folder-transfer", "indent-decrease",
    "indent-increase", "list-check", "list-check-2", "list-ordered", "list-settings", "list-unordered",
    "login-box", "login-circle", "logout-box", "logout-box-r", "logout-circle", "logout-circle-r",
    "mail-send", "menu-2", "menu-3", "menu-4", "menu-5", "menu-fold", "menu-unfold", "order-play",
    "play-list", "play-list-2", "play-list-add", "reply", "reply-all", "send-plane", "send-plane-2",
    "share-box", "share-circle", "share-forward", "share-forward-2", "share-forward-box", "sort-asc",
    "sort-desc", "survey", "text-wrap", "todo", "user-received", "user-received-2", "user-shared",
    "user-shared-2", "volume-down", "volume-mute", "volume-up", "volume-vibrate",
  ]

  /// A name without the form at its end.
  static func base(of name: String) -> String {
    Form.allCases.first { name.hasSuffix($0.rawValue) }.map { String(name.dropLast($0.rawValue.count)) }
      ?? name
  }
}

extension ImageSource {
  /// An icon as it looks where rows begin at the right; any other picture as it is.
  package var fromRightToLeft: ImageSource {
    guard case .outline(let path) = content, name.hasPrefix("icon:"),
      IconSet.directional.contains(IconSet.base(of: String(name.dropFirst("icon:".count))))
    else { return self }
    let mirror = Transform(a: -1, b: 0, c: 0, d: 1, tx: size.width, ty: 0)
    return ImageSource(
      name: "\(name) mirrored", size: size, content: .outline(path.transformed(by: mirror)), file: nil)
  }
}
