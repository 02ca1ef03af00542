import Glibc

/// The environment variables that the program reads.
///
/// None of them affects a picture.
enum Environment {
  /// The value of a variable; nil if it is not set.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Whether a variable has a given value.
  static func isSet(_ name: String, to text: String) -> Bool { self.variable(name) == text }

  /// The variables that identify the terminal.
  static var ofTerminal: [String: String] {
    let names = [
      "TERM", "TERM_PROGRAM", "KITTY_WINDOW_ID", "LC_TERMINAL", "TMUX", "STY", "KONSOLE_VERSION",
      "WT_SESSION",
    ]
    var found: [String: String] = [:]
    for name in names { found[name] = variable(name) }
    return found
  }
}
