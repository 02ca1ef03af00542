import ArgumentParser
import CardParts
import CardRaster

/// A first word that looks like a command and is none: without this it would be taken for the name of a deck.
enum UnknownCommand {
  /// What other programs call the commands there are.
  private static let foreign = [
    "validate": "inspect", "check": "inspect", "lint": "inspect", "draw": "render", "build": "render",
    "export": "render",
  ]

  /// Refuses a word that is no command, when a deck's name follows and no file has the word as its name.
  static func check(_ words: some Collection<String>, known: [String]) throws {
    let words = Array(words.prefix(2))
    guard words.count == 2, let word = words.first, !known.contains(word), !word.isEmpty,
      word.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x2D }), !word.hasPrefix("-"),
      !words[1].hasPrefix("-"), (try? FileTree.kind(of: word)) == nil
    else { return }
    let near = foreign[word] ?? Spelling.nearest(to: word, in: known)
    throw ValidationError(
      "There is no command '\(word)'\(near.map { ": did you mean '\($0)'?" } ?? "; the commands are \(known.joined(separator: ", ")).")"
    )
  }
}
