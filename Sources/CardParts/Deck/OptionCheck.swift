import CardRaster

/// What is wrong with a caller's options, whatever the deck says.
///
/// An issue names the option as the command line does, in the place of a file, and its `option` the property.
enum OptionCheck {
  /// Whether pictures may have a scale.
  static func allows(scale: Double) -> Bool { (0.1...Limits.scale).contains(scale) }

  /// Whether a canvas may have a width.
  static func allows(width: Double) -> Bool { (1...Double(Limits.canvasSide)).contains(width) }

  /// What is wrong with numbers and words that fit no deck.
  static func issues(_ options: DeckOptions) -> [DeckIssue] {
    var issues: [DeckIssue] = []
    if let scale = options.scale, !allows(scale: scale) {
      issues.append(
        issue(
          "scale", "--scale",
          "the scale must be between 0.1 and \(JSONNumber.text(Limits.scale)), found \(text(scale))",
          nil, .outOfRange))
    }
    if let width = options.width, !allows(width: width) {
      issues.append(
        issue(
          "width", "--width",
          "the width must be between 1 and \(Limits.canvasSide) points, found \(text(width))", nil,
          .outOfRange))
    }
    return issues
  }

  /// An error of an option.
  ///
  /// - Parameters:
  ///   - option: the property of `DeckOptions`.
  ///   - word: the option of the command line.
  static func issue(
    _ option: String, _ word: String, _ message: String, _ hint: String?, _ code: DeckIssue.Code
  ) -> DeckIssue {
    var issue = DeckIssue(
      .error, file: word, place: nil, path: .root, message: message, hint: hint, code: code)
    issue.option = option
    return issue
  }

  /// A number that may be none.
  private static func text(_ number: Double) -> String {
    number.isFinite ? JSONNumber.text(number) : "\(number)"
  }
}
