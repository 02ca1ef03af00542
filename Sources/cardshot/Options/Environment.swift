import Glibc

/// The variables of the environment that the program looks at; none of them reaches a picture.
enum Environment {
  /// The text of a variable; nil when it is not set.
  static func text(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Whether a variable has some text.
  static func isSet(_ name: String, to text: String) -> Bool { self.text(name) == text }

  /// What says which terminal this is.
  static var ofTerminal: [String: String] {
    let names = [
      "TERM", "TERM_PROGRAM", "KITTY_WINDOW_ID", "LC_TERMINAL", "TMUX", "STY", "KONSOLE_VERSION",
      "WT_SESSION",
    ]
    var found: [String: String] = [:]
    for name in names { found[name] = text(name) }
    return found
  }
}
