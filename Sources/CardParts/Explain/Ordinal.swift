/// Numbers that say which one.
enum Ordinal {
  private static let words = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
  ]

  /// `first`, `second`, …, `11th`.
  static func text(_ number: Int) -> String {
    if words.indices.contains(number - 1) { return words[number - 1] }
    let isTeen = (11...13).contains(number % 100)
    let ending = isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
    return "\(number)\(ending)"
  }
}
