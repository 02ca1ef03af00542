/// Detection of numbers for a column of numbers.
package enum FigureColumn {
  /// Whether a text is a number.
  ///
  /// A number has digits with signs, separators, a currency or a percent sign, and no other letters.
  package static func holds(_ text: String) -> Bool {
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
    // A currency code such as `EUR`, or a currency symbol made of letters, such as `kr` or `zł`.
    let words = text.split { !$0.isLetter }
    return words.count == 1 && letters <= 3
  }
}
