import ArgumentParser
import CardParts

/// Options that are given twice: the second would take the place of the first without a word.
enum RepeatedOptions {
  /// Those that may be given again, by command; all are listed, so that a new one is forgotten on the safe side.
  private static func lists(of command: String) -> Set<String> {
    let deck: Set<String> = ["--data", "--set", "--card"]
    switch command {
    case "worker", "render": return deck.union(["--output"])
    case "compare": return deck.union(["--ignore", "--ignore-region"])
    case "test": return ["--data", "--set", "--ignore", "--ignore-region"]
    case "approve": return ["--like"]
    case "inspect", "bench", "diff": return deck
    case "merge", "doctor", "new", "list", "schema": return []
    // `render` may be left out.
    default: return deck.union(["--output"])
    }
  }

  /// Refuses words of a command line that name an option a second time.
  static func check(_ words: some Sequence<String>) throws {
    var seen: Set<String> = []
    let words = Array(words)
    let lists = lists(of: words.first ?? "")
    for word in words {
      if word == "--" { return }
      let spelled = String(word.prefix { $0 != "=" })
      if spelled == "--out" { throw ValidationError("Unknown option '--out': did you mean '--output'?") }
      let name = spelled == "-o" ? "--output" : spelled
      guard name.hasPrefix("--") || (name.count == 2 && name.hasPrefix("-") && name.last?.isLetter == true),
        !lists.contains(name)
      else { continue }
      if !seen.insert(name).inserted {
        throw ValidationError("\(Printable.line(spelled)) is given twice; only one of them would count.")
      }
    }
  }
}
