import ArgumentParser
import CardParts

/// Options that are given twice: the second would take the place of the first without a word.
enum RepeatedOptions {
  /// Those that may be given again; all are listed, so that a new one is forgotten on the safe side.
  private static let lists: Set<String> = [
    "--output", "-o", "--data", "--set", "--card", "--ignore", "--ignore-region", "--mask",
  ]

  /// Refuses words of a command line that name an option a second time.
  static func check(_ words: some Sequence<String>) throws {
    var seen: Set<String> = []
    for word in words {
      if word == "--" { return }
      let name = String(word.prefix { $0 != "=" })
      if name == "--out" { throw ValidationError("Unknown option '--out': did you mean '--output'?") }
      guard name.hasPrefix("--") || (name.count == 2 && name.hasPrefix("-") && name.last?.isLetter == true),
        !lists.contains(name)
      else { continue }
      if !seen.insert(name).inserted {
        throw ValidationError("\(Printable.line(name)) is given twice; only one of them would count.")
      }
    }
  }
}
