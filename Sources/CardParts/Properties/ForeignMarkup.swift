/// Markup of other languages in a text of the deck, which is drawn as it stands: mostly somebody took it for ours.
///
/// Only what is hardly ever meant is told: a name in braces that the data knows, a pair of HTML's tags or one of its
/// entities. What a binding gives is data and may hold anything.
struct ForeignMarkup: Hashable {
  /// The markup as it stands in the text.
  let text: String
  /// What to write instead.
  let hint: String

  /// How many bytes of a text are looked at: whoever took us for a template of another kind did so at its start.
  private static let most = 4_096

  /// Warns of the markup in a text of the deck.
  static func check(_ text: String, _ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    guard !node.isBound, let markup = first(in: text, context.scope) else { return }
    context.warning(
      node, path, "\(DeckIssue.quoted(markup.text)) is drawn as it stands", hint: markup.hint,
      code: .foreignMarkup)
  }

  /// Warns of the markup in the `text` of a part, which may have bindings.
  static func check(_ text: String?, of part: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    guard let node = part["text"], let text, case .string(text) = node.value else { return }
    check(text, node, path.key("text"), context)
  }

  /// The first markup of a text, if there is one.
  private static func first(in whole: String, _ scope: BindingScope) -> ForeignMarkup? {
    let marks = "{<&*".utf8
    guard whole.utf8.contains(where: marks.contains) else { return nil }
    let text = String(decoding: whole.utf8.prefix(most), as: UTF8.self)
    let bytes = text.utf8
    if bytes.contains(UInt8(ascii: "{")), let name = name(in: text, scope) { return name }
    if bytes.contains(UInt8(ascii: "<")), let tag = tag(in: text) { return tag }
    if bytes.contains(UInt8(ascii: "&")), let entity = entity(in: text) { return entity }
    if bytes.contains(UInt8(ascii: "*")), let emphasis = text.firstMatch(of: /\*\*[^\s*][^*]{0,200}\*\*/) {
      return ForeignMarkup(
        text: String(emphasis.output), hint: "a text with \"markdown\": true has emphasis")
    }
    return nil
  }

  /// A name of the data in braces of one kind: `{name}` or `${name}`.
  private static func name(in text: String, _ scope: BindingScope) -> ForeignMarkup? {
    for match in text.matches(of: /\$?\{([\w.-]{1,100})\}/) {
      let name = String(match.output.1)
      guard let path = try? BindingParser.path(name), (try? scope.value(path)) != nil else { continue }
      return ForeignMarkup(text: String(match.output.0), hint: "write {{ \(name) }} for its value")
    }
    return nil
  }

  /// A pair of tags, or a break of a line.
  private static func tag(in text: String) -> ForeignMarkup? {
    if let lineBreak = text.firstMatch(of: /<br ?\/?>/) {
      return ForeignMarkup(text: String(lineBreak.output), hint: #"write \n for a new line"#)
    }
    let tags = /<(a|b|big|code|em|font|i|mark|p|s|small|span|strong|sub|sup|u)(?: [^<>]{0,200})?>/
    for match in text.matches(of: tags) {
      guard text[match.range.upperBound...].contains("</\(match.output.1)>") else { continue }
      return ForeignMarkup(
        text: String(match.output.0),
        hint: "looks of a few words are runs of 'attributedText', or Markdown in a text with \"markdown\": true")
    }
    return nil
  }

  /// The characters that the commonest entities of HTML stand for.
  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\\\"", "apos": "'", "nbsp": "\\u00A0", "copy": "©", "euro": "€",
    "hellip": "…", "mdash": "—", "ndash": "–",
  ]

  /// An entity.
  private static func entity(in text: String) -> ForeignMarkup? {
    for match in text.matches(of: /&([a-z]{2,6});/) {
      guard let character = entities[String(match.output.1)] else { continue }
      return ForeignMarkup(text: String(match.output.0), hint: "write \(character)")
    }
    return text.firstMatch(of: /&#(?:\d{1,7}|x[0-9A-Fa-f]{1,6});/).map {
      ForeignMarkup(text: String($0.output), hint: "write the character itself")
    }
  }
}
