/// What stands in a column of numbers.
enum FigureColumn {
  /// Whether a text is a number: digits with signs, separators, a currency or a per cent, and no other letters.
  static func holds(_ text: String) -> Bool {
    var letters = 0
    var hasDigit = false
    for scalar in text.unicodeScalars {
      if ("0"..."9").contains(scalar) {
        hasDigit = true
      } else if scalar.properties.isAlphabetic {
        letters += 1
      }
    }
    guard hasDigit, letters > 0 else { return hasDigit }
    // A code such as `EUR`, or the sign of a currency that is written in letters, such as `kr` or `zł`.
    let words = text.split { !$0.isLetter }
    return words.count == 1 && letters <= 3
  }
}
