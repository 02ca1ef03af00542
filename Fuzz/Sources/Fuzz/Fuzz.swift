import CFuzzer
import CardRaster
import Glibc

/// `Fuzz TARGET [libFuzzer options]` runs one target with inputs.
///
/// It ends when the target fails, or when a number of runs is reached.
///
/// `Fuzz seeds FOLDER` writes the generated seeds. `Fuzz cases FIRST COUNT` draws cases of the grammars by
/// number, the same ones each time, and `Fuzz case NUMBER` prints one. `Fuzz chart FILE` prints the deck that the
/// target `charts` draws for an input.
@main enum Fuzz {
  static func main() throws {
    SVGProcess.serveIfAsked()
    let words = CommandLine.arguments
    if words.count == 3, words[1] == "seeds" { return try MadeSeeds.write(to: words[2]) }
    if words.count == 3, words[1] == "case", let number = Int(words[2]) {
      return print(GrammarTargets.deck(ofCase: number))
    }
    if words.count == 3, words[1] == "chart" {
      return print(GrammarTargets.chartDeck(try FileReading.read(path: words[2], limit: 1 << 20)))
    }
    if words.count == 4, words[1] == "cases", let first = Int(words[2]), let count = Int(words[3]) {
      return GrammarTargets.drawCases(first..<first + count)
    }
    guard words.count > 1, let target = FuzzTarget(rawValue: words[1]) else {
      print("usage: Fuzz \(FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")) [corpus] [-runs=N]")
      exit(64)
    }
    FuzzTarget.current.withLock { $0 = target }
    exit(drive([words[0]] + words.dropFirst(2)))
  }

  private static func drive(_ words: [String]) -> Int32 {
    var arguments = words.map { strdup($0) } + [nil]
    var count = Int32(words.count)
    return arguments.withUnsafeMutableBufferPointer {
      var list = $0.baseAddress
      return LLVMFuzzerRunDriver(&count, &list) { runOneInput($0, $1) }
    }
  }
}

/// The entry point for the engine.
///
/// The name is defined by libFuzzer, whose own `main` requires it even if it is not used.
@_cdecl("LLVMFuzzerTestOneInput")
public func runOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  FuzzTarget.current.withLock { $0 }.run(bytes)
  return 0
}
