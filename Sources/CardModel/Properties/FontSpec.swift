package import CardRaster

/// A font as a deck sets it; absent properties are inherited from the default font of the property.
package struct FontSpec: Hashable, Sendable {
  /// The family; nil for that of the default font.
  package var family: String?
  /// The size in points; nil for that of the default font.
  package var size: Double?
  /// The weight, 100…900; nil for that of the default font.
  package var weight: Int?
  /// Whether the font is italic; nil for the style of the default font.
  package var isItalic: Bool?

  /// The width of digits; nil for that of the default font.
  var figures: Figures?
  /// Whether lowercase letters are drawn as small capitals; nil as in the default font.
  var smallCaps: Bool?
  /// Whether `1/2` is drawn as a fraction; nil as in the default font.
  var fractions: Bool?
  /// Further OpenType features.
  var features: [FontFeature] = []

  /// The width of digits.
  package enum Figures: String, Sendable, CaseIterable {
    case proportional, tabular
  }

  /// The resolved font, with a default font for absent properties.
  package func over(_ font: Font) -> Font {
    Font(
      family ?? font.family, size: size ?? font.size, weight: weight ?? font.weight,
      isItalic: isItalic ?? font.isItalic,
      hasTabularFigures: figures.map { $0 == .tabular } ?? font.hasTabularFigures, isTracked: font.isTracked,
      features: switched(font.features))
  }

  /// The features of the default font with those of the spec; the last value of a tag wins.
  private func switched(_ inherited: [FontFeature]) -> [FontFeature] {
    var own = features
    if let smallCaps {
      own.insert(contentsOf: [FontFeature("smcp", value: smallCaps ? 1 : 0)].compactMap { $0 }, at: 0)
    }
    if let fractions {
      own.insert(contentsOf: [FontFeature("frac", value: fractions ? 1 : 0)].compactMap { $0 }, at: 0)
    }
    guard !own.isEmpty else { return inherited }
    var result: [FontFeature] = []
    for feature in inherited + own {
      result.removeAll { $0.tag == feature.tag }
      result.append(feature)
    }
    return result.sorted { $0.tag < $1.tag }
  }
}

extension FontSpec {
  package init(weight: Int) { self.init(family: nil, weight: weight) }

  /// Creates the spec of a complete font.
  package init(_ font: Font) {
    self.init(family: font.family, size: font.size, weight: font.weight, isItalic: font.isItalic)
    if font.hasTabularFigures { figures = .tabular }
    features = font.features
  }

  /// The weight names of Pango's font descriptions with their numbers.
  static let weights: [(name: String, weight: Int)] = [
    ("Thin", 100), ("ExtraLight", 200), ("Ultra-Light", 200), ("Light", 300), ("Book", 400), ("Regular", 400),
    ("Normal", 400), ("Medium", 500), ("SemiBold", 600), ("Demi-Bold", 600), ("Bold", 700),
    ("ExtraBold", 800),
    ("Ultra-Bold", 800), ("Black", 900), ("Heavy", 900),
  ]

  /// The weights by simplified name, computed once.
  private static let plainWeights: [(name: String, weight: Int)] = weights.map { (plain($0.name), $0.weight) }

  private static func plain(_ word: some StringProtocol) -> String {
    word.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  /// The weight with a name, ignoring case and hyphens.
  static func weight(named word: some StringProtocol) -> Int? {
    let wanted = plain(word)
    return plainWeights.first { $0.name == wanted }?.weight
  }

  /// Parses a Pango font description: a family, style words and a size, each optional, in this order.
  init?(description: String) {
    var words = description.split(whereSeparator: { $0 == " " || $0 == "," })
    guard !words.isEmpty else { return nil }
    if let last = words.last {
      let digits = last.hasSuffix("px") ? last.dropLast(2) : last
      if let number = Double(String(digits)), number.isFinite {
        size = number
        words.removeLast()
      }
    }
    while let last = words.last {
      if let weight = FontSpec.weight(named: last) {
        // The first style words win. In `Inter Bold Italic` both words are styles, and a family may end in
        // `Black`.
        self.weight = weight
      } else if ["italic", "oblique"].contains(last.lowercased()) {
        isItalic = true
      } else if ["roman"].contains(last.lowercased()) {
        isItalic = false
      } else {
        break
      }
      words.removeLast()
    }
    if !words.isEmpty { family = words.joined(separator: " ") }
    // A description with a family names a complete face: `Inter 16` is the regular one, whatever the theme's
    // font is.
    if family != nil {
      weight = weight ?? 400
      isItalic = isItalic ?? false
    }
  }
}

extension ValueKind where Value == FontSpec {
  /// A font: a Pango description, an object, or the name of a theme font.
  package static var font: Self {
    ValueKind(
      "font", schema: .any([.string, .object(FontSpec.object)]), show: { FontSpec.show($0) }
    ) { node, path, context in
      let spec: FontSpec
      switch node.value {
      case .string(let text):
        if let named = ResolvedTheme.fonts.first(where: { $0.name == text }) {
          return FontSpec(context.theme[keyPath: named.keyPath])
        }
        guard let read = FontSpec(description: text) else {
          context.mismatch(node, path, expected: "a font such as \"Inter Medium 16\"")
          return nil
        }
        spec = read
      case .object:
        var read = FontSpec()
        FontSpec.fields.read(node, path, context, into: &read, what: "a font")
        spec = read
      default:
        context.mismatch(node, path, expected: "a font such as \"Inter Medium 16\"")
        return nil
      }
      return spec.checked(node, path, context)
    }
  }
}

extension FontSpec {
  static let object = ObjectSchema(
    "font", "A font in parts.", fields
  ) { FontSpec() }

  static let fields = FieldTable<FontSpec> {
    Field("family", \.family, .text, "The family's name.", default: "the theme's")
    Field("size", \.size, .number(1...Limits.fontSize), "The size in points.", default: "the theme's")
    Field(
      "weight", \.weight, .fontWeight, "100 to 900, or a name such as `bold`.", default: "the theme's")
    Field("style", \.isItalic, .fontStyle, "Upright or slanted.", default: "the theme's")
    Field(
      "figures", \.figures, .word,
      "Whether all figures have the same width, so that columns of numbers align.",
      default: "the theme's")
    Field(
      "smallCaps", \.smallCaps, .boolean, "Small letters as small capitals, in families that have them.",
      default: "the theme's")
    Field(
      "fractions", \.fractions, .boolean, "`1/2` as a fraction, in families that have them.",
      default: "the theme's")
    Field(
      "features", \.features, .list(.fontFeature, 0...32),
      "Features of OpenType to switch on, or off with `=0`: `\"ss01\"`, `\"salt=2\"`, `\"calt=0\"`.")
  }

  package static func show(_ spec: FontSpec) -> String {
    [
      spec.family,
      spec.weight.flatMap { weight in weights.first { $0.weight == weight && $0.weight != 400 }?.name },
      spec.isItalic == true ? "Italic" : nil, spec.size.map { NumberText.format($0) },
    ].compactMap { $0 }.joined(separator: " ")
  }

  /// The spec with the family's canonical name; nil after logging an unknown family or an invalid size.
  fileprivate func checked(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> FontSpec? {
    var result = self
    if let size, !(1...Limits.fontSize).contains(size) {
      return context.error(
        node, path,
        "the font size \(NumberText.format(size)) is out of range: 1 to \(NumberText.format(Limits.fontSize))",
        code: .outOfRange)
    }
    if let family {
      switch context.families.resolve(family) {
      case .success(let name): result.family = name
      case .failure(.unknownFamily(_, let nearest)):
        return context.error(
          node, path, "no font family '\(family)'", hint: FamilyList.hint(nearest), code: .unknownFont)
      case .failure(let error):
        context.error(node, path, error)
        return nil
      }
    }
    return result
  }
}

extension ValueKind where Value == FontFeature {
  /// An OpenType tag of four letters or digits, followed by `=` and a value if it is not 1.
  static var fontFeature: Self {
    let form = Schema.TextForm(pattern: "^[A-Za-z0-9]{4}(=[0-9]{1,2})?$", longest: 7)
    return ValueKind(
      "feature", schema: .text(form), show: { "`\($0.tag)\($0.value == 1 ? "" : "=\($0.value)")`" }
    ) { node, path, context in
      guard case .string(let text) = node.value else {
        return context.mismatch(node, path, expected: "a feature such as \"ss01\" or \"salt=2\"")
      }
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 1 ? 1 : parts[1].count <= 2 ? Int(parts[1]) ?? -1 : -1
      if let tag = parts.first, let feature = FontFeature(String(tag), value: value) { return feature }
      return context.error(
        node, path, "\(node.briefText) is not a feature of OpenType",
        hint: "write four letters, as in \"ss01\" or \"salt=2\"")
    }
  }
}

extension ValueKind where Value == Int {
  /// A weight by number or name.
  static var fontWeight: Self {
    ValueKind(
      "weight", schema: .any([.integer(100...900), .word(FontSpec.weights.map { $0.name.lowercased() })]),
      show: { String($0) }
    ) { node, path, context in
      if case .string(let word) = node.value {
        if let weight = FontSpec.weight(named: word) { return weight }
        return context.error(
          node, path, "unknown weight '\(word)'",
          hint: Spelling.question(for: word, in: FontSpec.weights.map { $0.name.lowercased() }))
      }
      return ValueKind.integer(100...900).parse(node, path, context)
    }
  }
}

extension ValueKind where Value == Bool {
  /// `normal` or `italic` (or `oblique`).
  static var fontStyle: Self {
    ValueKind(
      "`normal`, `italic`", schema: .word(["normal", "italic", "oblique"]),
      show: { $0 ? "`italic`" : "`normal`" }
    ) { node, path, context in
      switch node.value {
      case .string("normal"): return false
      case .string("italic"), .string("oblique"): return true
      default:
        return context.mismatch(node, path, expected: "'normal' or 'italic'")
      }
    }
  }
}
