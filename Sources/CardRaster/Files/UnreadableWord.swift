/// Words of the command line that are no UTF-8: Swift puts other letters into them, so that other files would be meant.
package enum UnreadableWord {
  /// The first such word, as well as it can be shown; nil when all can be read.
  package static var first: String? {
    for index in 0..<Int(CommandLine.argc) {
      guard let word = CommandLine.unsafeArgv[index], String(validatingCString: word) == nil else { continue }
      return String(cString: word)
    }
    return nil
  }
}
