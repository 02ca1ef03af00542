import Foundation
import Testing

/// A rule about code: a pattern that the lines of some files must not match.
struct Fence: Sendable, CustomTestStringConvertible {
  let reason: String
  /// The files the rule applies to: prefixes of paths in `Sources/`.
  let folders: [String]
  /// Exceptions among these.
  var except: [String] = []
  /// A regular expression for a line without its comment.
  let pattern: String
  /// A line that must match, which proves that the pattern works.
  let bad: String

  var testDescription: String { reason }

  /// The lines of a file that break the rule, as `path:line: text`.
  func breaches(in text: String, path: String) throws -> [String] {
    guard folders.contains(where: path.hasPrefix), !except.contains(where: path.hasPrefix) else { return [] }
    let expression = try NSRegularExpression(pattern: pattern)
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      number, line in
      let code = Fence.code(String(line))
      let range = NSRange(code.startIndex..., in: code)
      return expression.firstMatch(in: code, range: range) == nil ? nil : "\(path):\(number + 1): \(line)"
    }
  }

  /// A line without its comment.
  private static func code(_ line: String) -> String {
    let trimmed = line.trimmingCharacters(in: .whitespaces)
    if trimmed.hasPrefix("//") { return "" }
    return line.components(separatedBy: " // ")[0]
  }
}

/// The conventions that a compiler does not check.
@Suite struct HouseTests {
  /// The modules that implement decks and cards.
  private static let cards = ["CardModel/", "CardCharts/", "CardScreens/", "CardMaps/", "CardParts/"]

  static let fences = [
    Fence(
      reason: "C is imported in one folder", folders: [""], except: ["CardRaster/C/", "CCairo/"],
      pattern: #"import\s+CCairo"#, bad: "internal import CCairo"),
    Fence(
      reason: "only the folders for files and for C import the C library",
      folders: ["CardRaster/"] + cards,
      except: ["CardRaster/C/", "CardRaster/Files/"], pattern: #"import\s+Glibc"#, bad: "import Glibc"),
    Fence(
      reason: "the libraries do not use Foundation",
      folders: ["CardRaster/", "CardGoldens/", "CardTesting/"] + cards,
      pattern: #"import\s+Foundation"#, bad: "import FoundationEssentials"),
    Fence(
      reason: "the code does not use forced operations", folders: [""],
      pattern:
        #"\btry!|\bas!|\bfatalError\(|\bpreconditionFailure\(|@unchecked\s+Sendable|nonisolated\(unsafe\)"#,
      bad: "let value = try! read()"),
    Fence(
      reason: "a picture does not depend on the time, the locale or random numbers",
      folders: ["CardRaster/"] + cards,
      // Hashes of file names are only used to find rows with the same name within a run. The time only decides
      // whether a rendering ends with an error.
      except: ["CardParts/Rows/RowSurvey.swift", "CardRaster/RenderLimits.swift"],
      pattern:
        #"\bDate\(|\bLocale\b|\bProcessInfo\b|\.random\(|\.randomElement|\.shuffled\(|\.hashValue\b|\bUUID\(|\bSystemRandom|ContinuousClock|\bgetenv\("#,
      bad: "let now = Date()"),
    Fence(
      reason: "shapes and pixels do not depend on other folders",
      folders: ["CardRaster/Geometry/", "CardRaster/Pixels/", "CardRaster/Scene/"],
      pattern: #"^\s*(public |internal |private |@\w+ )*import\s"#, bad: "import CardParts"),
    Fence(
      reason: "comparing pictures is pure Swift", folders: ["CardRaster/Compare/"],
      pattern: #"^\s*(public |internal |private |@\w+ )*import\s"#, bad: "import Foundation"),
    Fence(
      reason: "cards do not use the libraries of painters", folders: cards,
      pattern: #"\bUnsafe\w*Pointer\b|\bOpaquePointer\b"#, bad: "let pointer: OpaquePointer"),
    Fence(
      reason:
        "data and what users wrote keep their digits: JSONNumber writes them, NumberText lengths and places",
      folders: [
        "CardModel/Binding/", "CardModel/JSON/", "CardModel/Properties/ReadContext",
        "CardModel/Properties/Record", "CardCharts/", "CardMaps/MapPart", "CardParts/Rows/",
        "CardParts/Parts/", "CardParts/Deck/DeckLoader", "CardParts/Deck/OptionCheck",
        "CardParts/Explain/SnapshotFile", "CardParts/Traits/",
        "CardGoldens/", "cardshot/",
      ], pattern: #"\bNumberText\.(append|format)\((?!.*\bdigits: [0-3]\))"#,
      bad: "case .number(let value): NumberText.format(value, digits: 6)"),
    Fence(
      reason: "no code depends on the wording of the manual or of a message", folders: [""],
      pattern:
        #"\b(message|hint|summary|sentence|defaultText|kindName)[?]?[.](hasPrefix|hasSuffix|contains|starts|firstRange|ranges|removeFirst|trimmingPrefix)\b|\b(message|hint|summary|sentence|defaultText|kindName) [!=]= ""#,
      bad: #"if issue.message.hasPrefix("expected") { return }"#),
    Fence(
      reason: "unknown keys are rejected in one place", folders: [""],
      except: ["CardModel/JSON/DeckIssue.swift"], pattern: #""unknown (key|trait)"#,
      bad: #"message: "unknown key '\(key)'""#),
    Fence(
      reason: "readers of decks warn in one place",
      folders: [
        "CardModel/Properties/", "CardCharts/Chart/ChartPart", "CardCharts/Histogram/", "CardMaps/",
        "CardParts/Parts/", "CardParts/Traits/",
      ],
      except: ["CardModel/Properties/ReadContext.swift"], pattern: #"^\s*[.]warning,|DeckIssue\([.]warning,"#,
      bad: "          .warning, file: context.file, path: path,"),
    Fence(
      reason: "only the program prints",
      folders: ["CardRaster/", "CardGoldens/", "CardTesting/"] + cards,
      pattern: #"(?<![.\w])(debugPrint|print)\("#, bad: "print(value)"),
  ]

  private static let sources: [(path: String, text: String)] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources").standardized.path
    let found = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return found.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".h") }.sorted().map {
      ($0, String(decoding: FileManager.default.contents(atPath: "\(root)/\($0)") ?? Data(), as: UTF8.self))
    }
  }()

  @Test(arguments: fences) func aRuleIsFollowed(_ fence: Fence) throws {
    #expect(HouseTests.sources.count > 100)
    let breaches = try HouseTests.sources.flatMap { try fence.breaches(in: $0.text, path: $0.path) }
    #expect(breaches == [])
  }

  @Test(arguments: fences) func aRuleDetectsItsExample(_ fence: Fence) throws {
    let path = (fence.folders.first ?? "") + "Somewhere.swift"
    #expect(try fence.breaches(in: "let fine = 1\n\(fence.bad)\n", path: path).count == 1)
    #expect(try fence.breaches(in: "// \(fence.bad)\n", path: path).isEmpty)
    for folder in fence.except {
      #expect(try fence.breaches(in: fence.bad, path: folder + "Somewhere.swift").isEmpty)
    }
  }
}
