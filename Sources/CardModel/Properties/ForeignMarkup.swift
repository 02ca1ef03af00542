/// Markup of other languages in a text of the deck; it is drawn literally, and is usually a mistake.
///
/// Only markup that is hardly ever intended is reported, with one warning for each text: names in braces,
/// template tags, pairs of HTML tags, HTML entities, and Markdown. Text from bindings is data and may contain
/// anything.
package struct ForeignMarkup: Hashable {
  let text: String
  let hint: String

  /// The number of bytes of a text that are searched; mistakes of this kind occur near the start.
  private static let most = 4_096

  /// Warns about markup in a text of the deck.
  static func report(in text: String, _ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    guard !node.isBound else { return }
    let found = all(in: text, context.scope)
    guard let last = found.last else { return }
    let names = found.map { DeckIssue.quoted($0.text) }
    let hints = found.map(\.hint).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let subject =
      found.count == 1
      ? "\(names[0]) is"
      : "\(names.dropLast().joined(separator: ", ")) and \(DeckIssue.quoted(last.text)) are"
    context.warning(
      node, path, "\(subject) drawn literally",
      hint: hints.joined(separator: "; "), code: .foreignMarkup)
  }

  /// Warns about markup in the `text` of a part, which may contain bindings.
  package static func report(in text: String?, of part: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    guard let node = part["text"], let text, case .string(text) = node.value else { return }
    report(in: text, node, path.key("text"), context)
  }

  /// The first markup of each kind.
  private static func all(in whole: String, _ scope: BindingScope) -> [ForeignMarkup] {
    let marks = "{<&*[#%_~`".utf8
    guard whole.utf8.contains(where: marks.contains) else { return [] }
    let text = String(decoding: whole.utf8.prefix(most), as: UTF8.self)
    func has(_ mark: Character) -> Bool { text.utf8.contains(mark.asciiValue ?? 0) }
    var found: [ForeignMarkup] = []
    if has("{") {
      if let name = name(in: text, scope) { found.append(name) }
      if let tag = templateTag(in: text) { found.append(tag) }
    }
    if has("<") {
      if let tag = tag(in: text) { found.append(tag) }
      if has("%"), let tag = text.firstMatch(of: /<%.{1,200}?%>/) {
        found.append(ForeignMarkup(text: String(tag.output), hint: "write a value as {{ name }}"))
      }
    }
    if has("&"), let entity = entity(in: text) { found.append(entity) }
    let percents = text.utf8.count { $0 == UInt8(ascii: "%") }
    if percents > 1 || has("[") || has("|"), let name = otherName(in: text, scope) { found.append(name) }
    found += markdown(in: text).map {
      ForeignMarkup(text: $0, hint: "a text with \"markdown\": true is drawn as Markdown")
    }
    return found
  }

  /// A name in single braces: `${name}`, or `{name}` if the data contain that name or it is used like a word.
  private static func name(in text: String, _ scope: BindingScope) -> ForeignMarkup? {
    // Braces of program code and of JSON are intended.
    let isCode = text.contains("\":") || text.contains("\" :") || text.contains(";")
    for match in text.matches(of: /[$#%]?\{([\p{L}_][\w.-]{0,99})\}/) {
      let (whole, name) = (String(match.output.0), String(match.output.1))
      let isKnown = (try? BindingParser.path(name)).flatMap { try? scope.value($0) } != nil
      let before = text[..<match.range.lowerBound].last
      let behind = text[match.range.upperBound...].first
      if before == "`" || behind == "`" { continue }
      if !isKnown {
        // Mathematical sets have short names. TeX commands, addresses with placeholders, and code have no
        // space before the brace.
        guard !isCode, name.count > 2 else { continue }
        let isWord =
          (before.map { $0.isWhitespace || "(\"'“‘«,".contains($0) } ?? true)
          && (behind.map { !$0.isLetter && !$0.isNumber && !"/{_^".contains($0) } ?? true)
        guard isWord || whole.hasPrefix("$") else { continue }
      }
      return ForeignMarkup(text: whole, hint: "write {{ \(name) }} for its value")
    }
    return nil
  }

  /// A tag of Jinja, Liquid, Twig or Django.
  private static func templateTag(in text: String) -> ForeignMarkup? {
    text.firstMatch(of: /\{%-? ?[A-Za-z].{0,200}?%\}|\{#.{1,200}?#\}/).map {
      ForeignMarkup(
        text: String($0.output),
        hint:
          "use the key 'if' of a part for a condition and 'forEach' for a repetition, or {{ 'a' if name else 'b' }} in a binding"
      )
    }
  }

  /// A placeholder of another program: `%name%`, `[[name]]`, `[name]` or `*|NAME|*`.
  ///
  /// The first three count only if the data contain that name.
  private static func otherName(in text: String, _ scope: BindingScope) -> ForeignMarkup? {
    if text.contains("*|"), let merge = text.firstMatch(of: /\*\|([A-Z][A-Z0-9_:]{0,60})\|\*/) {
      return ForeignMarkup(text: String(merge.output.0), hint: "write a value as {{ name }}")
    }
    for match in text.matches(of: /%([\p{L}_][\w.]{0,60})%|\[\[?([\p{L}_][\w.]{0,60})\]?\]/) {
      if let before = text[..<match.range.lowerBound].last, before.isLetter || before.isNumber { continue }
      let name = String(match.output.1 ?? match.output.2 ?? "")
      guard let path = try? BindingParser.path(name), (try? scope.value(path)) != nil else { continue }
      return ForeignMarkup(text: String(match.output.0), hint: "write {{ \(name) }} for its value")
    }
    return nil
  }

  /// Emphasis, links, headings, tasks, lists and code blocks of Markdown.
  private static func markdown(in text: String) -> [String] {
    var found: [String] = []
    if text.contains("**") || text.contains("__") || text.contains("~~") {
      let emphasis = /\*\*[^\s*][^*]{0,200}\*\*|\b__[A-Z][^_]{0,200}__\b|~~[^\s~][^~]{0,200}~~/
      if let match = text.firstMatch(of: emphasis) { found.append(String(match.output)) }
    }
    let link = /!?\[[^\[\]\n]{1,200}\]\((?:url|link|[^()\s]{0,500}[.\/:#][^()\s]{0,500})\)/
    if text.contains("]("), let link = text.firstMatch(of: link) { found.append(String(link.output)) }
    // A number sign before a lowercase word means "number", as in "# of users".
    if text.hasPrefix("#") || text.contains("\n#"),
      let heading = text.firstMatch(of: /(?:^|\n)(#{1,6} +[\p{Lu}\p{Lo}][^\n]{0,60})/)
    {
      found.append(String(heading.output.1))
    }
    let block = /(?:^|\n)([-*] \[[ xX]\] [^\n]{1,60}|\* [^\n]{1,60}(?=\n\* )|```\w*(?=\n))/
    if let item = text.firstMatch(of: block) { found.append(String(item.output.1)) }
    return found
  }

  /// A pair of HTML tags, or a line break tag.
  private static func tag(in text: String) -> ForeignMarkup? {
    if let lineBreak = text.firstMatch(of: /<br ?\/?>/) {
      return ForeignMarkup(text: String(lineBreak.output), hint: #"write \n for a new line"#)
    }
    let tags =
      /<(a|b|big|code|em|font|i|mark|p|s|center|del|div|h[1-6]|ins|li|ol|q|small|span|strong|sub|sup|u|ul)(?: [^<>]{0,200})?>/
    for match in text.matches(of: tags) {
      guard text[match.range.upperBound...].contains("</\(match.output.1)>") else { continue }
      return ForeignMarkup(
        text: String(match.output.0),
        hint:
          "to style a few words, use runs of 'attributedText', or Markdown in a text with \"markdown\": true")
    }
    return nil
  }

  /// The most common HTML entities with their characters.
  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\\\"", "apos": "'", "nbsp": "\\u00A0",
    "copy": "©", "euro": "€", "hellip": "…", "mdash": "—", "ndash": "–",
  ]

  /// An HTML entity.
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
