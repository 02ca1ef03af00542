package import CardRaster

extension ValueKind where Value == Color {
  /// A colour in any notation, the name of a theme colour, or a light and a dark colour.
  package static var color: ValueKind<Color> {
    ValueKind("colour", schema: .reference(.color), show: { "`\($0.hexText)`" }, json: { .of($0.hexText) }) {
      node, path, context in
      if Appearances.isGiven(by: node) {
        return Appearances.read(node, path, context, what: "a colour", ValueKind<Color>.color)
      }
      guard case .string(let text) = node.value else {
        return context.mismatch(node, path, expected: "a colour such as \"#45CAE6\"")
      }
      if let named = ResolvedTheme.colors.first(where: { $0.name == text }) {
        return context.theme[keyPath: named.keyPath]
      }
      if !text.hasPrefix("#"), let color = UIKitColors.color(text, in: context.theme) { return color }
      if let color = Color(css: text) { return color }
      return context.error(
        node, path, "\(node.briefText) is not a colour",
        hint: (Color.nearestName(to: text) ?? Spelling.nearest(to: text, in: ResolvedTheme.colors.map(\.name)))
          .map { "did you mean '\($0)'?" } ?? "write #RRGGBB, rgb(…), hsl(…) or a CSS name")
    }
  }
}

extension ValueKind where Value == Paint {
  /// A colour, or layers such as gradients and patterns.
  package static var paint: Self {
    ValueKind(
      "paint", schema: .reference(.paint),
      show: { paint in
        switch paint {
        case .solid(let color): "`\(color.hexText)`"
        case .gradient: "a gradient"
        case .pattern: "a pattern"
        case .layers: "several layers"
        }
      },
      json: { paint in
        if case .solid(let color) = paint { return .of(color.hexText) }
        return nil
      }
    ) { node, path, context in
      guard case .object = node.value else {
        return ValueKind<Color>.color.parse(node, path, context).map { .solid($0) }
      }
      if Appearances.isGiven(by: node) {
        return Appearances.read(node, path, context, what: "a paint", ValueKind<Paint>.paint)
      }
      var spec = PaintSpec()
      PaintSpec.fields.read(node, path, context, into: &spec, what: "a paint")
      return spec.paint
    }
  }

  /// A colour or one gradient: letters have no layers.
  package static var letterPaint: Self {
    paint.refined { paint, node, path, context in
      switch paint {
      case .solid, .gradient: return true
      case .pattern, .layers:
        context.error(
          node, path, "letters can have a colour or one gradient, but no pattern, grain or several gradients",
          hint: "put a pattern into the 'backgroundColor'")
        return false
      }
    }
  }
}

/// UIKit colours whose names have another value in CSS.
private enum UIKitColors {
  /// The UIKit colour with a name; nil if the name means CSS's colour.
  ///
  /// CSS names need no capital letters, so `darkGray` is always UIKit's. Lowercase names are UIKit's in
  /// CardParts' themes.
  static func color(_ name: String, in theme: ResolvedTheme) -> Color? {
    switch name {
    case "darkGray": Color(rgb: 0x555555)
    case "lightGray": Color(rgb: 0xAAAAAA)
    case _ where !theme.compatibility.hasUIKitColorNames: nil
    case "brown": Color(rgb: 0x996633)
    case "green": Color(rgb: 0x00FF00)
    case "orange": Color(rgb: 0xFF8000)
    default: nil
    }
  }
}

/// A value that depends on the appearance: `{ "light": …, "dark": … }`.
package enum Appearances {
  /// Whether an object has this form.
  package static func isGiven(by node: JSONNode) -> Bool {
    Appearance.allCases.contains { node[$0.rawValue] != nil }
  }

  /// Reads both values, so that errors in either are found, and returns the one for the context's appearance.
  static func read<Value>(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, what: String, _ kind: ValueKind<Value>
  ) -> Value? {
    guard case .object(let members) = node.value else { return nil }
    let names = Appearance.allCases.map(\.rawValue)
    for member in members where !names.contains(member.key) {
      context.refuse(
        member, of: what, path, known: [], hint: "an object must have 'light' and 'dark'")
    }
    var result: Value?
    for appearance in Appearance.allCases {
      let place = path.key(appearance.rawValue)
      guard let value = node[appearance.rawValue] else {
        context.error(node, path, "\(what) for each appearance needs '\(appearance.rawValue)' too")
        continue
      }
      guard let filled = context.filled(value, place) else { continue }
      guard !isGiven(by: filled) else {
        context.error(filled, place, "the \(appearance.rawValue) one cannot depend on the appearance again")
        continue
      }
      let parsed = kind.parse(filled, place, context)
      if appearance == context.theme.appearance { result = parsed }
    }
    return result
  }
}

extension ValueKind where Value == Double {
  /// A number in a range; by default any number that a deck may contain.
  package static func number(_ range: ClosedRange<Double> = -Limits.number...Limits.number) -> Self {
    ValueKind("number", schema: .number(range), show: { JSONNumber.format($0) }, json: { .of($0) }) {
      node, path, context in
      guard let value = node.number else {
        return context.mismatch(
          node, path, expected: "a number", hint: node.unquotedHint ?? node.unitHint ?? node.cellHint)
      }
      // Numbers that are not finite can only come from Swift and are already reported.
      guard value.isFinite else { return nil }
      guard range.contains(value) else {
        return context.error(
          node, path,
          "\(node.briefText) is out of range: \(JSONNumber.format(range.lowerBound)) to "
            + JSONNumber.format(range.upperBound), code: .outOfRange)
      }
      return value
    }
  }

  /// A length in points, not negative.
  package static var length: Self { number(0...Limits.number).refined("points") }

  /// A number between 0 and 1.
  package static var fraction: Self { number(0...1).refined("0…1") }

  /// A fraction; numbers outside 0…1 are allowed, but the schema marks them and they cause a warning.
  package static var share: Self { number().refined(schema: .number(0...1)) }

  /// An angle in degrees.
  static var angle: Self { number().refined("degrees") }

  /// A rotation in degrees, at most one full turn in either direction.
  package static var turn: Self { number(-360...360).refined("degrees") }
}

extension ValueKind where Value == Int {
  /// An integer in a range.
  package static func integer(_ range: ClosedRange<Int>) -> Self {
    ValueKind("whole number", schema: .integer(range), show: { String($0) }, json: { .of($0) }) {
      node, path, context in
      guard case .number(let value) = node.value, let whole = Int(exactly: value.value) else {
        return context.mismatch(
          node, path, expected: "a whole number", hint: node.unquotedHint ?? node.cellHint)
      }
      guard range.contains(whole) else {
        return context.error(
          node, path, "\(node.briefText) is out of range: \(range.lowerBound) to \(range.upperBound)",
          code: .outOfRange)
      }
      return whole
    }
  }
}

extension ValueKind where Value == Bool {
  /// `true` or `false`.
  package static var boolean: Self {
    ValueKind("boolean", schema: .boolean, show: { $0 ? "true" : "false" }, json: { .of($0) }) {
      node, path, context in
      guard case .bool(let value) = node.value else {
        return context.mismatch(node, path, expected: "true or false", hint: node.unquotedHint)
      }
      return value
    }
  }
}

extension ValueKind where Value == String {
  /// Text that is drawn or spoken literally; a bound number or boolean is converted to text.
  package static var text: Self {
    markup.refined { text, node, path, context in
      ForeignMarkup.report(in: text, node, path, context)
      return true
    }
  }

  /// Text that may contain markup, such as Markdown, a name or a link.
  package static var markup: Self {
    ValueKind(
      "text", schema: .string, isExplained: false, show: { $0.isEmpty ? "empty" : "\"\($0)\"" },
      json: { $0.isEmpty ? nil : .of($0) }
    ) { node, path, context in
      func checked(_ value: String) -> String? {
        guard value.utf8.count <= Limits.textBytes else {
          return context.error(
            node, path,
            "the text has \(value.utf8.count) bytes, more than the limit of \(Limits.textBytes)",
            code: .limit)
        }
        return value
      }
      switch node.value {
      case .string(let value): return checked(value)
      case .number(let value) where node.isBound: return checked(value.text)
      case .bool(let value) where node.isBound: return value ? "true" : "false"
      case .number, .bool:
        return context.mismatch(
          node, path, expected: "a string", hint: "put it in quotes: \"\(node.briefText)\"")
      default:
        return context.mismatch(node, path, expected: "a string")
      }
    }
  }

  /// Whether a text is safe in a file name: letters, digits, `-`, `_` and `.`, not starting with `.`.
  package static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 200 && name.first != "."
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_" || $0 == "."
          // Combining marks, such as an accent encoded as a separate character.
          || $0.properties.generalCategory == .nonspacingMark || $0.properties.generalCategory == .spacingMark
      }
  }

  /// A name of letters, digits, `-`, `_` and `.`, so that it is safe in file names.
  package static var identifier: Self {
    // Letters of all languages, but no ASCII characters other than those in the hint.
    let pattern = #"^[^\x00-,./:-@\[-\^\x60{-\x7f][^\x00-,/:-@\[-\^\x60{-\x7f]*$"#
    return ValueKind(
      "name", schema: .text(Schema.TextForm(pattern: pattern, longest: 200)), isExplained: false,
      show: { "\"\($0)\"" }
    ) {
      node, path, context in
      guard let name = ValueKind<String>.markup.parse(node, path, context) else { return nil }
      guard isPlainName(name) else {
        return context.error(
          node, path, "\(node.briefText) is not a name", hint: "use letters, digits, '-', '_' and '.'")
      }
      return name
    }
  }

  /// The target of a tap: a web, mail, telephone or SMS address, or a path relative to the page.
  package static var link: Self {
    ValueKind("link", schema: .text(.link), isExplained: false, show: { "\"\($0)\"" }) {
      node, path, context in
      guard let target = ValueKind<String>.markup.parse(node, path, context) else { return nil }
      guard LinkScheme(of: target) != nil else {
        return context.error(
          node, path, "links cannot use '\(LinkScheme.name(in: target) ?? ""):'",
          hint: "use https:, http:, mailto:, tel: or sms:")
      }
      guard LinkTarget(target) != nil, !target.unicodeScalars.contains(where: { $0.value <= 0x20 }) else {
        return context.error(node, path, "\(node.briefText) is not a link: spaces must be written %20")
      }
      if target.lowercased().hasPrefix("www.") {
        context.warning(
          node, path, "\(node.briefText) is relative to the web page",
          hint: "write https://\(target) for a web address")
      }
      return target
    }
  }
}

extension Schema.TextForm {
  /// A path without a colon before its first slash, question mark or hash, or a URL with a known scheme.
  fileprivate static var link: Self {
    let names = LinkScheme.allCases.map(\.rawValue).filter { !$0.isEmpty }
    let known = names.map(anyCase).joined(separator: "|")
    return Self(
      pattern: #"^([^:\x00- \x7f]+|[^:\x00- \x7f]*[/?#][^\x00- \x7f]*|(\#(known)):[^\x00- \x7f]*)$"#)
  }
}

extension ValueKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private static var words: [String] { Value.allCases.map(\.rawValue) }

  /// One of the cases of an enumeration, by name.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package static var word: Self {
    ValueKind<String>.word(of: words).compactMap({ Value(rawValue: $0) }, back: \.rawValue)
  }
}

extension ValueKind where Value == String {
  /// One of some keywords.
  package static func word(of words: [String]) -> Self {
    ValueKind(
      words.map { "`\($0)`" }.joined(separator: ", "), schema: .word(words), show: { "`\($0)`" },
      json: { .of($0) }
    ) { node, path, context in
      guard case .string(let word) = node.value else {
        return context.mismatch(
          node, path, expected: "one of \(words.map { "'\($0)'" }.joined(separator: ", "))")
      }
      if words.contains(word) { return word }
      return context.error(
        node, path, "unknown value '\(word)', expected one of \(words.joined(separator: ", "))",
        hint: KeywordSuggestions.value(word, among: words)
          ?? Spelling.question(for: word, in: words))
    }
  }
}

extension ValueKind {
  /// A list of values of one kind.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package static func list<Element: Sendable>(_ element: ValueKind<Element>, _ count: ClosedRange<Int>)
    -> ValueKind<
      [Element]
    >
  where Value == [Element] {
    ValueKind<[Element]>(
      "list of \(element.name)", schema: .list(element.schema, count), isExplained: element.isExplained,
      show: { values in
        let words = values.compactMap(element.show)
        guard words.count == values.count else { return nil }
        return words.isEmpty ? "empty" : "[" + words.joined(separator: ", ") + "]"
      },
      json: { values in
        let nodes = values.compactMap(element.json)
        return nodes.count == values.count && !nodes.isEmpty ? .list(nodes) : nil
      }
    ) { node, path, context in
      guard case .array(let nodes) = node.value else {
        return context.mismatch(node, path, expected: "a list")
      }
      guard count.contains(nodes.count) else {
        let isShort = nodes.count < count.lowerBound
        let bound = isShort ? count.lowerBound : count.upperBound
        return context.error(
          node, path,
          "expected at \(isShort ? "least" : "most") \(bound) \(bound == 1 ? "entry" : "entries"), found \(nodes.count)"
        )
      }
      let values = nodes.enumerated().compactMap { number, node in
        element.read(node, path.index(number), context)
      }
      return values.count == nodes.count ? values : nil
    }
  }

  /// One value or a list of values.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package static func oneOrMore<Element: Sendable>(_ element: ValueKind<Element>, most: Int) -> ValueKind<
    [Element]
  >
  where Value == [Element] {
    let many = ValueKind<[Element]>.list(element, 0...most)
    return ValueKind<[Element]>(
      "\(element.name), or a list", schema: .any([element.schema, many.schema]),
      isExplained: many.isExplained, show: many.show, json: many.json
    ) { node, path, context in
      if case .array = node.value { return many.parse(node, path, context) }
      return element.parse(node, path, context).map { [$0] }
    }
  }

  /// An object with its own properties.
  ///
  /// - Parameters:
  ///   - name: The name among the schema's definitions and in messages.
  ///   - summary: The description in one sentence.
  ///   - make: Creates a new object with the defaults.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package static func object(
    _ name: String, _ summary: String, _ fields: FieldTable<Value>, repeats: Bool = false,
    shortForms: [Schema] = [], follow: (@Sendable (inout Value, ReadContext) -> Void)? = nil,
    _ make: @escaping @Sendable () -> Value
  ) -> ValueKind<Value> {
    let object = ObjectSchema(name, summary, fields, repeats: repeats, shortForms: shortForms, make: make)
    return ValueKind(name, schema: .object(object)) { node, path, context in
      guard case .object = node.value else {
        return context.mismatch(
          node, path, expected: "an object", hint: fields.keys.object(around: node))
      }
      var value = make()
      follow?(&value, context)
      fields.read(node, path, context, into: &value, what: name)
      return value
    }
  }
}
