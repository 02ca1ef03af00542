import CardRaster
import TestSupport

@testable import CardCharts
@testable import CardParts

/// The generated blocks of hand-written pages, between `<!-- generated: name -->` and `<!-- end -->`.
enum ManualBlocks {
  /// A page with all of its blocks generated again.
  ///
  /// - Throws: if a block is not closed or its name is unknown.
  static func filled(_ page: String, text: String) throws -> String {
    let (start, close, end) = ("<!-- generated: ", " -->", "<!-- end -->")
    var result = ""
    var rest = Substring(text)
    while let opening = rest.firstRange(of: start) {
      guard let name = rest[opening.upperBound...].firstRange(of: close),
        let ending = rest[name.upperBound...].firstRange(of: end)
      else { throw Unreadable(page: page, what: "a block that is not closed") }
      let words = rest[opening.upperBound..<name.lowerBound]
      guard let block = try block(String(words), page: page) else {
        throw Unreadable(page: page, what: "an unknown block: \(words)")
      }
      result += rest[..<name.upperBound] + "\n" + block + "\n" + end
      rest = rest[ending.upperBound...]
    }
    return result + rest
  }

  /// A page that cannot be generated.
  struct Unreadable: Error, CustomStringConvertible {
    var page: String
    var what: String

    var description: String { "\(page) has \(what)" }
  }

  private static func block(_ words: String, page: String) throws -> String? {
    let name = words.prefix { $0 != " " }
    let argument = words.dropFirst(name.count + 1)
    switch name {
    case "parts": return partsTable
    case "traits": return traitsTable
    case "themes": return table(["theme", ""], Manual.themes.map { ["`\($0.name)`", $0.summary] })
    case "formats":
      return table(["format", ""], OutputFormat.allCases.map { ["`.\($0.rawValue)`", $0.summary] })
    case "deck": return deckTable
    case "common": return ManualPages.table(Manual.common, on: page)
    case "object":
      return Manual.objects.first { $0.name == argument }.map { ManualPages.table($0.keys, on: page) }
    case "chart-marks": return chartMarks
    case "chart-keys": return chartKeys
    case "theme-base":
      let families = try families()
      return themeTable(Manual.themes.map { Manual.themeBase($0.name, families: families) }, on: page)
    case "theme-properties":
      let families = try families()
      return themeTable(Manual.themes.map { Manual.theme($0.name, families: families) }, on: page)
    case "theme-appearances": return try appearanceTable(families())
    case "limits": return try limitsTable()
    case "codes":
      return table(
        ["code", "whose part", "meaning"],
        DeckIssue.Code.entries.map { ["`\($0.code)`", "`\($0.origin.rawValue)`", $0.meaning] })
    case "help": return try help(String(argument))
    case "locales": return try localesTable()
    case "vega-lite":
      return table(["feature", "result"], try VegaLiteList.all.map { [$0.name, try $0.result] })
    case "templates": return try TemplateGallery.text()
    case "file": return DocsFolder.text(String(argument)).map { "```json\n\($0.trimmed)\n```" }
    default: return nil
    }
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map { row in
      "| " + row.map(ManualPages.cell).joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  private static var partsTable: String {
    table(
      ["part", "picture", "what it is"],
      Manual.parts.map { part in
        let page = "parts/\(part.name).md"
        let picture = "pictures/parts/\(part.name).png"
        return [
          "[`\(part.name)`](\(page))", "<img src=\"\(picture)\" width=\"240\" alt=\"\(part.name)\">",
          part.summary,
        ]
      })
  }

  private static var traitsTable: String {
    table(
      ["trait", "what it does"],
      Manual.traits.map { ["[`\($0.name)`](traits/\($0.name).md)", $0.summary] })
  }

  private static var deckTable: String {
    let rows = Manual.deck.properties.map { ["`\($0.name)`", $0.defaultText, $0.summary] }
    return (Manual.deck.choices.map(ManualPages.choice) + [table(["key", "default", "meaning"], rows)])
      .joined(separator: "\n\n")
  }

  /// All marks in a sentence, with the notes on points.
  private static var chartMarks: String {
    let marks = ManualPages.listed(ChartMarkType.allCases.map(\.rawValue), "and")
    let shapes = ManualPages.listed(ChartMarkType.shapes, "and")
    return "The marks are \(marks); \(shapes) are points of that shape."
  }

  /// Which marks use which properties of a chart, of its channels and marks.
  private static var chartKeys: String {
    let all = ChartMarkType.allCases
    let owners: [(owner: ChartMarkKeys.Owner, name: String)] = [
      (.chart, "chart"), (.channels, "channel"), (.mark, "mark"), (.valueLabels, "valueLabels"),
    ]
    let rows = owners.flatMap { owner, name in
      owner.entries.map { entry in
        let others = all.filter { !entry.marks.contains($0) }
        let used = ManualPages.listed(all.filter { entry.marks.contains($0) }.map(\.rawValue), "and")
        let isMost = others.count < entry.marks.count
        return [
          name, entry.keys.map { "`\($0)`" }.joined(separator: ", "),
          isMost ? "all but \(ManualPages.listed(others.map(\.rawValue), "and"))" : used,
        ]
      }
    }
    return table(["of", "property", "marks that use it"], rows)
  }

  /// The families of the bundled fonts.
  private static func families() throws -> [String] { try FontLibrary(DocsDeck.catalog()).families }

  /// A table of theme properties with their values in each theme of the library.
  private static func themeTable(_ values: [[Manual.Property]], on page: String) -> String {
    let names = Manual.themes.map(\.name)
    let rows = (values.first ?? []).enumerated().map { index, property in
      ["`\(property.name)`", ManualPages.kind(property.kind, on: page)]
        + values.map { $0[index].defaultText } + [property.summary]
    }
    return table(["property", "value"] + names.map { "`\($0)`" } + ["meaning"], rows)
  }

  /// The base values and properties that differ in the dark appearance, for each theme of the library.
  private static func appearanceTable(_ families: [String]) -> String {
    let names = Manual.themes.map(\.name)
    func values(_ appearance: Appearance) -> [[Manual.Property]] {
      names.map {
        Manual.themeBase($0, appearance, families: families)
          + Manual.theme($0, appearance, families: families)
      }
    }
    let (light, dark) = (values(.light), values(.dark))
    let rows = (light.first ?? []).indices.filter { index in
      names.indices.contains { light[$0][index].defaultText != dark[$0][index].defaultText }
    }.map { index in
      ["`\(light[0][index].name)`"] + names.indices.map { dark[$0][index].defaultText }
    }
    return table(["property"] + names.map { "`\($0)` dark" }, rows)
  }

  /// The limits with their reasons, read from the source file that defines them.
  private static func limitsTable() throws -> String {
    var rows: [[String]] = []
    var reason: [Substring] = []
    for line in (DocsFolder.text("Sources/CardRaster/Limits.swift") ?? "").split(separator: "\n") {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("///") {
        reason.append(line.dropFirst(3).drop { $0 == " " })
      } else if line.hasPrefix("public static let ") {
        let words = line.dropFirst("public static let ".count).split(separator: " ", maxSplits: 2)
        guard words.count == 3, let value = number(words[2]) else {
          throw Unreadable(page: "Limits.swift", what: "a limit that cannot be read: \(line)")
        }
        rows.append([
          "`\(words[0])`", value, reason.filter { !$0.isEmpty }.joined(separator: " "),
        ])
        reason = []
      } else {
        reason = []
      }
    }
    return table(["limit", "value", "what it is, and why"], rows)
  }

  /// A Swift number such as `64 << 20`, `1e6` or `100_000`, with its digits grouped.
  private static func number(_ text: Substring) -> String? {
    let words = text.split(separator: " ")
    let digits = words.first.map { $0.replacing("_", with: "") } ?? ""
    guard var value = Double(digits) else { return nil }
    if words.count == 3, words[1] == "<<", let shift = Int(words[2]) {
      for _ in 0..<shift { value *= 2 }
    } else if words.count != 1 {
      return nil
    }
    return DeckLocale.standard.decimalText(Rounded(value, digits: 0...3), group: ",")
  }

  private static func help(_ command: String) throws -> String {
    let folder = try TemporaryFolder()
    let arguments = command == "cardshot" ? ["--help"] : [command, "--help"]
    let result = try Program.run(arguments, in: folder.path)
    return "```text\n\(result.output.trimmed)\n```"
  }

  /// The locales, each with the same values formatted.
  private static func localesTable() throws -> String {
    let values = [
      ("1234567.891", "number"), ("0.725", "percent"), ("-1234.5", "currency"), ("\"2026-11-21\"", "date"),
      ("\"2026-11-21\"", "date('long')"),
    ]
    let cards = values.map { value, formatter in
      """
      { "forEach": [\(value)], "alt": "{{ item | \(formatter) }}", "parts": [ { "type": "separator" } ] }
      """
    }
    let rows = try DeckLocale.all.map { locale in
      let deck = "{ \"locale\": \"\(locale.identifier)\", \"cards\": [ \(cards.joined(separator: ", ")) ] }"
      let resolved = try DocsDeck.laidOut(Array(deck.utf8), file: locale.identifier).resolved
      return ["`\(locale.identifier)`"] + resolved.cards.map { $0.alt ?? "" }
    }
    return table(["locale"] + values.map { "`\($0.1)`" }, rows)
  }
}

extension String {
  /// The text without line breaks and spaces at its end.
  var trimmed: String {
    var text = Substring(self)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
