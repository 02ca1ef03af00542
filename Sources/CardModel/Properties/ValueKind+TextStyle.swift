package import CardRaster

/// A text style as a theme sets it.
struct TextStyleSpec: Sendable {
  var base = ResolvedTheme.TextStyle.normal
  var font: FontSpec?
  var color: Color?
  var letterSpacing: LetterSpacing?
  var lineHeightMultiple: Double?
  var lineSpacing: Double?

  static let object = ObjectSchema("textStyle", "A text style.", fields) { TextStyleSpec() }

  static let fields = FieldTable<TextStyleSpec> {
    Field("base", \.base, .word, "The style of the theme that it changes.")
    Field("font", \.font, .font, "The font.", default: "that of `base`")
    Field("color", \.color, .color, "The colour of the letters.", default: "that of `base`")
    Field(
      "letterSpacing", \.letterSpacing, .letterSpacing, "Space added after each letter.",
      default: "the theme's `automaticLetterSpacing`")
    Field(
      "lineHeightMultiple", \.lineHeightMultiple, .number(0.5...10),
      "The natural line height is multiplied by this.",
      default: "the part's")
    Field(
      "lineSpacing", \.lineSpacing, .number(-100...1000), "Points between two lines.", default: "the part's")
  }

  /// The style with a name, complete with the values of the theme.
  func style(_ name: String, in theme: ResolvedTheme) -> NamedTextStyle {
    let (themeFont, themeColor) = base.fontAndColor(in: theme)
    return NamedTextStyle(
      name: name, font: font?.over(themeFont) ?? themeFont, color: color ?? themeColor,
      isHeading: base == .header || base == .title, letterSpacing: letterSpacing,
      lineHeightMultiple: lineHeightMultiple, lineSpacing: lineSpacing)
  }
}

extension ValueKind where Value == [NamedTextStyle] {
  /// An object with text styles by name.
  package static var textStyles: Self {
    ValueKind("text styles", schema: .map(.object(TextStyleSpec.object))) { node, path, context in
      guard case .object(let members) = node.value else {
        return context.mismatch(node, path, expected: "an object with a look for each name")
      }
      guard members.count <= Limits.textStyles else {
        return context.error(
          node, path, "\(members.count) text styles are more than the limit of \(Limits.textStyles)",
          code: .limit)
      }
      var styles: [NamedTextStyle] = []
      for member in members {
        let place = path.key(member.key)
        if ResolvedTheme.TextStyle(rawValue: member.key) != nil {
          context.error(
            member.value, place, "'\(member.key)' is a style of every theme",
            hint: "set '\(member.key)TextFont' to change it")
          continue
        }
        guard let filled = context.given(member.value, place) else { continue }
        var spec = TextStyleSpec()
        TextStyleSpec.fields.read(filled, place, context, into: &spec, what: "a text style")
        styles.append(spec.style(member.key, in: context.theme))
      }
      return styles.sorted { $0.name < $1.name }
    }
  }
}

/// The style of a text: one of the five standard styles, or one defined in the theme.
package enum TextStyleName: Hashable, Sendable {
  case standard(ResolvedTheme.TextStyle)
  case named(NamedTextStyle)

  /// The theme's font and colour for plain text.
  package func fontAndColor(in theme: ResolvedTheme) -> (Font, Color) {
    switch self {
    case .standard(let style): style.fontAndColor(in: theme)
    case .named(let style): (style.font, style.color)
    }
  }

  /// The theme's font and colour for attributed text.
  package func attributedFontAndColor(in theme: ResolvedTheme) -> (Font, Color) {
    switch self {
    case .standard(let style): style.attributedFontAndColor(in: theme)
    case .named(let style): (style.font, style.color)
    }
  }

  /// The style defined in the theme; nil for a standard style.
  var own: NamedTextStyle? { if case .named(let style) = self { style } else { nil } }
}

extension ValueKind where Value == TextStyleName {
  /// One of the five styles, or a name in the theme's `textStyles`.
  static var textStyle: Self {
    let words = ResolvedTheme.TextStyle.allCases.map(\.rawValue)
    return ValueKind(
      words.map { "`\($0)`" }.joined(separator: ", ") + ", or a name of `textStyles`",
      schema: .any([.word(words), .string]),
      show: { name in
        switch name {
        case .standard(let style): "`\(style.rawValue)`"
        case .named(let style): "`\(style.name)`"
        }
      },
      json: { name in
        switch name {
        case .standard(let style): .of(style.rawValue)
        case .named(let style): .of(style.name)
        }
      }
    ) { node, path, context in
      guard case .string(let name) = node.value else {
        return context.mismatch(node, path, expected: "the name of a text style")
      }
      if let style = ResolvedTheme.TextStyle(rawValue: name) { return .standard(style) }
      if let style = context.theme.textStyle(named: name) { return .named(style) }
      let known = words + context.theme.textStyles.map(\.name)
      return context.error(
        node, path, "unknown text style \(node.briefText)",
        hint: KeywordSuggestions.value(name, among: known) ?? Spelling.question(for: name, in: known)
          ?? "the styles are \(known.joined(separator: ", ")); define others in the theme's 'textStyles'")
    }
  }
}
