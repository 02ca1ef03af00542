/// Finds command-line arguments that are not valid UTF-8.
///
/// Swift replaces the invalid bytes, so such arguments would name other files.
package enum UnreadableWord {
  /// The first such argument, as well as it can be shown; nil if all are valid.
  package static var first: String? {
    for index in 0..<Int(CommandLine.argc) {
      guard let word = CommandLine.unsafeArgv[index], String(validatingCString: word) == nil else { continue }
      return String(cString: word)
    }
    return nil
  }
}
