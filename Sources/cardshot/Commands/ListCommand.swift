import ArgumentParser
import BundledTemplates
import CardParts
import CardRaster

struct ListCommand: ParsableCommand {
  /// The kinds of things to list.
  enum Topic: String, ExpressibleByArgument, CaseIterable {
    case parts, traits, themes, templates, formats, fonts, icons
  }

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print the available parts, traits, themes, templates, formats, fonts and icons.",
    discussion: """
      With a name, the page of one part or trait is printed, with all its properties.

      EXAMPLES
        cardshot list parts            all parts, one line each
        cardshot list parts text       the properties of a text, and an example
        cardshot list traits shadow
      """)

  @Argument(help: "parts, traits, themes, templates, formats, fonts or icons. (default: all but icons)")
  var topic: Topic?

  @Argument(
    help: "A name of the topic, such as a part: prints only this one, with its properties.",
    completion: .list(Manual.partNames + Manual.traitNames))
  var name: String?

  @Flag(help: "Also print every property of parts and traits.")
  var properties = false

  @Flag(help: "Print Markdown tables.")
  var markdown = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let topics = topic.map { [$0] } ?? Topic.allCases.filter { $0 != .icons }
    var all = try IssuePrinter(isJSON: false, isQuiet: false).reporting {
      try topics.map { (topic: $0, rows: try rows($0)) }
    }
    if let name, let topic {
      guard let row = all[0].rows.first(where: { $0.name == name }) else {
        throw ValidationError(Self.unknown(name, topic, all[0].rows.map(\.name)))
      }
      if !json, let entry = row.entry {
        StandardStreams.output(markdown ? entry.markdown + "\n" : page(of: entry))
        return
      }
      all[0].rows = [row]
    }
    if json {
      let members = all.map { ($0.topic.rawValue, JSONNode.list($0.rows.map(node))) }
      StandardStreams.output(JSONDump.write(.object(members), pretty: true) + "\n")
      return
    }
    let blocks = all.map { formatTopic($0.topic, $0.rows, isAlone: topics.count == 1) }
    StandardStreams.output(blocks.joined(separator: "\n"))
  }

  private struct Row {
    var name: String
    var summary: String
    var size: String?
    var entry: Manual.Entry?
    var properties: [Manual.Property] { entry?.properties ?? [] }
  }

  /// The page of a part or a trait for a terminal.
  private func page(of entry: Manual.Entry) -> String {
    var lines = ["\(entry.name): \(entry.summary)", "", "  \(entry.example)", ""]
    var seen: Set<String> = []
    for property in entry.properties {
      lines.append("  " + line(of: property))
      for object in property.objects where seen.insert(object.name).inserted {
        lines.append("    \(object.name): \(object.keys.joined(separator: ", "))")
      }
    }
    if !entry.family.isEmpty {
      lines.append("  Every part also takes \(Manual.common.map(\.name).joined(separator: ", ")).")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(of property: Manual.Property) -> String {
    "\(property.name): \(property.kind); default \(property.defaultText). \(property.summary)"
  }

  /// The topic with a part or a trait of this name; nil for other words.
  static func topic(of name: String) -> Topic? {
    Manual.partNames.contains(name) ? .parts : Manual.traitNames.contains(name) ? .traits : nil
  }

  /// The message about a name that a topic does not have.
  private static func unknown(_ name: String, _ topic: Topic, _ names: [String]) -> String {
    let what = "Unknown \(topic.rawValue.dropLast()) '\(Printable.line(name))'"
    let hint = topic == .parts ? KeywordSuggestions.hint(forPart: name, isPart: names.contains) : nil
    if let hint = hint ?? Spelling.question(for: name, in: names) {
      return "\(what): \(hint)"
    }
    return "\(what); 'cardshot list \(topic.rawValue)' prints all."
  }

  private func rows(_ topic: Topic) throws -> [Row] {
    switch topic {
    case .parts: return Manual.parts.map { Row(name: $0.name, summary: $0.summary, entry: $0) }
    case .traits: return Manual.traits.map { Row(name: $0.name, summary: $0.summary, entry: $0) }
    case .themes: return Manual.themes.map { Row(name: $0.name, summary: $0.summary) }
    case .templates:
      return try BundledTemplates.shelf().all().map {
        Row(name: $0.name, summary: $0.summary, size: $0.size)
      }
    case .formats: return OutputFormat.allCases.map { Row(name: $0.rawValue, summary: $0.summary) }
    case .fonts:
      return try FontLibrary(try FontCatalog.bundled()).families.map { Row(name: $0, summary: "") }
    case .icons: return try IconSet.bundled().names.map { Row(name: $0, summary: "") }
    }
  }

  private func node(_ row: Row) -> JSONNode {
    let properties = row.properties.map { property in
      JSONNode.object([
        "name": .of(property.name), "kind": .of(property.kind), "default": .of(property.defaultText),
        "summary": .of(property.summary),
      ])
    }
    return .object(present: [
      "name": .of(row.name), "summary": row.summary.isEmpty ? nil : .of(row.summary),
      "size": row.size.map { .of($0) }, "properties": properties.isEmpty ? nil : .list(properties),
    ])
  }

  private func formatTopic(_ topic: Topic, _ rows: [Row], isAlone: Bool) -> String {
    var lines: [String] = []
    if markdown {
      lines += ["| \(topic.rawValue.dropLast()) | |", "|---|---|"]
      lines += rows.map { "| `\($0.name)` | \($0.size.map { "\($0). " } ?? "")\($0.summary) |" }
      return lines.joined(separator: "\n") + "\n"
    }
    if !isAlone { lines.append(topic.rawValue) }
    let width = rows.map(\.name.count).max() ?? 0
    let sizeWidth = rows.compactMap(\.size?.count).max() ?? 0
    for row in rows {
      let size = row.size.map { "\($0.padded(to: sizeWidth))  " } ?? ""
      let name = row.summary.isEmpty ? row.name : "\(row.name.padded(to: width))  \(size)\(row.summary)"
      lines.append((isAlone ? "" : "  ") + name)
      if properties {
        lines += row.properties.map { "      " + line(of: $0) }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
