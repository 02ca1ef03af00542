import CardRaster
import Testing

@testable import CardModel
@testable import CardParts

/// Data shared by the tests in this folder.
enum Sample {
  static let data = node(
    #"""
    {"user": {"name": "Ann", "isPro": true, "first name": "A.", "nothing": null, "empty": ""}, "amount": 1234.5,
     "count": 3, "zero": 0, "rows": [{"x": 1}, {"x": "two"}, {"x": {"y": []}}], "evil": "{{ amount }}",
     "date": "2026-11-21"}
    """#)

  static func node(_ text: String) -> JSONNode {
    do throws(DeckIssue) {
      return try JSONScanner.scan(Array(text.utf8), file: "test")
    } catch {
      Issue.record("\(error.text)")
      return .null
    }
  }

  /// The filled text as JSON, or the texts of the issues.
  static func fill(_ text: String, locale: String = "en_US", data: JSONNode = Sample.data) -> String {
    let log = IssueLog()
    let scope = BindingScope(data: data, locale: DeckLocale(locale) ?? .standard)
    let filled = Binding.fill(
      JSONNode(.string(text), place: SourcePlace(line: 2, column: 9)), scope: scope, log: log, file: "d",
      path: JSONPath.root.key("text"))
    #expect((filled == nil) == log.hasErrors)
    return filled?.text ?? log.issues.map(\.text).joined(separator: "\n")
  }
}
