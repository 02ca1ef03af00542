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
    abstract: "Print the available parts, traits, themes, templates, formats, fonts and icons.")

  @Argument(help: "parts, traits, themes, templates, formats, fonts or icons. (default: all but icons)")
  var topic: Topic?

  @Flag(help: "Also print every property of parts and traits.")
  var properties = false

  @Flag(help: "Print Markdown tables.")
  var markdown = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let topics = topic.map { [$0] } ?? Topic.allCases.filter { $0 != .icons }
    let all = try IssuePrinter(isJSON: false, isQuiet: false).reporting {
      try topics.map { (topic: $0, rows: try rows($0)) }
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
    var properties: [Manual.Property] = []
  }

  private func rows(_ topic: Topic) throws -> [Row] {
    switch topic {
    case .parts:
      return Manual.parts.map { Row(name: $0.name, summary: $0.summary, properties: $0.properties) }
    case .traits:
      return Manual.traits.map { Row(name: $0.name, summary: $0.summary, properties: $0.properties) }
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
    var members: [(String, JSONNode)] = [("name", .of(row.name))]
    if !row.summary.isEmpty { members.append(("summary", .of(row.summary))) }
    if let size = row.size { members.append(("size", .of(size))) }
    if !row.properties.isEmpty {
      let list = row.properties.map { property in
        JSONNode.object([
          ("name", .of(property.name)), ("kind", .of(property.kind)), ("default", .of(property.defaultText)),
          ("summary", .of(property.summary)),
        ])
      }
      members.append(("properties", .list(list)))
    }
    return .object(members)
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
        lines += row.properties.map {
          "      \($0.name): \($0.kind); default \($0.defaultText). \($0.summary)"
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
