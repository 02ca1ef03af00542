import CardRaster

@testable import CardParts

extension SwiftSurface {
  /// A list of keywords of a property, as an enumeration.
  struct Words {
    var name: String
    /// The type that contains the enumeration; nil for one that several properties share.
    var owner: String?
    /// The meaning of the only property; nil for several.
    var summary: String?
    var properties: [String]
    var words: [String]

    /// The name with that of its owner, as in the table of comments.
    var path: String { owner.map { "\($0).\(name)" } ?? name }

    /// The enumeration, with a sentence for each keyword.
    var lines: [String] {
      let comments = SwiftSurface.wordComments[path]
      let spelled = properties.map { "`\($0)`" }
      var lines =
        [""]
        + documented(
          comments?.summary ?? summary ?? "The values of \(listed(spelled)).",
          ["In JSON: \(listed(spelled))."])
      lines.append("public enum \(name): String, CaseIterable, DeckWord {")
      for word in words {
        lines.append("  /// \(comments?.words[word] ?? "")")
        lines.append("  case \(Words.spelled(word))")
      }
      return lines + ["}"]
    }

    private static func spelled(_ word: String) -> String {
      let name = word.swiftName
      return name.filter { $0 != "`" } == word ? name : "\(name) = \(word.swiftLiteral)"
    }

    /// The enumeration shared by several properties; nil for keywords of a single property.
    ///
    /// The type with that property contains an enumeration of its own.
    static func shared(as words: [String]) -> String? { sharedNames[Set(words)] }
  }

  /// Enumerations that are written by hand.
  private static let knownWords: [Set<String>: String] = [
    Set(CornerCurve.allCases.map(\.rawValue)): "CornerCurve",
    Set(LayerAnchor.allCases.map(\.rawValue)): "LayerAnchor",
    Set(PartAlignment.allCases.map(\.rawValue)): "PartAlignment",
    Set(LayoutDirection.allCases.map(\.rawValue)): "LayoutDirection",
    Set(Appearance.allCases.map(\.rawValue)): "Appearance",
    Set(DeckAppearance.allCases.map(\.rawValue)): "DeckAppearance",
    Set(PageBreak.allCases.map(\.rawValue)): "PageBreak",
    Set(BreakInside.allCases.map(\.rawValue)): "BreakInside",
    Set(CardFont.Figures.allCases.map(\.rawValue)): "CardFont.Figures",
  ]

  /// Enumerations shared by several properties, by the first type and property; others are named after both.
  private static let wordNames = [
    "CardPartBarView.Easing": "CardEasing", "CardPartChartView.Axes": "CardPartChartAxisName",
    "CardPartChartView.Legend": "CardPartChartLegendOrient",
    "CardPartChartView.Mark": "CardPartChartMarkType",
    "CardPartIconLabel.TextAlignment": "CardLabelTextAlignment",
    "CardPartImageView.ContentMode": "CardContentMode",
    "CardPartMultiSliderView.Orientation": "CardAxis", "CardPartSeparatorView.Style": "CardLineStyle",
    "CardSheet.HorizontalSizeClass": "CardSizeClass",
    "CardPartTextView.LineBreakMode": "CardLineBreakMode",
    "CardPartTextView.LineBreakStrategy": "CardLineBreakStrategy",
    "CardPartTextView.Style": "CardPartTextType",
    "CardPartTextView.TextAlignment": "CardTextAlignment",
    "CardPartTextView.VerticalAlignment": "CardVerticalAlignment",
    "CardPartTitleDescriptionView.SecondaryPosition": "CardPartSecondaryTitlePosition",
    "CardPartTitleDescriptionView.TitleCompression": "CardHorizontalEdge",
    "CardPartTitleDescriptionView.TitlePosition": "CardVerticalEdge",
    "CardPartTriangleView.Direction": "CardDirection",
  ]

  private static let sharedNames: [Set<String>: String] = {
    var names = knownWords
    for shared in sharedWords { names[Set(shared.words)] = shared.name }
    return names
  }()

  /// The enumerations that are used in several places, sorted by name.
  static let sharedWords: [Words] = {
    var uses: [Set<String>: [(owner: String, type: String, property: String, words: [String])]] = [:]
    for (owner, properties) in owners {
      for word in properties.flatMap(\.words) {
        uses[Set(word.words), default: []].append((owner, word.type, word.property, word.words))
      }
    }
    return uses.filter { $0.value.count > 1 && knownWords[$0.key] == nil }.values.map { uses in
      let first = uses[0]
      var properties: [String] = []
      for use in uses where !properties.contains(use.property) { properties.append(use.property) }
      let name = wordNames["\(first.owner).\(first.type)"] ?? (first.owner.withoutView + first.type)
      return Words(name: name, owner: nil, summary: nil, properties: properties, words: first.words)
    }.sorted { $0.name < $1.name }
  }()

  /// All types with properties, in order of the registries.
  static var owners: [(name: String, properties: [Property])] {
    elements.map { ($0.name, $0.properties) } + [
      ("Card", cardProperties + traitProperties), ("CardState", stateProperties),
      ("CardTheme", themeProperties),
    ]
  }
}

/// `a`, `a and b`, `a, b and c`.
func listed(_ names: [String]) -> String {
  names.count < 2
    ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
}

/// The words separated by commas, in as few lines as possible.
func wrapped(_ start: String, _ words: [String], _ end: String) -> [String] {
  let indent = String(repeating: " ", count: start.prefix { $0 == " " }.count + 2)
  var lines = [start]
  for (number, word) in words.enumerated() {
    let text = word + (number == words.count - 1 ? end : ",")
    let line = lines[lines.count - 1]
    if line.count + text.count + 1 > 110 {
      lines.append(indent + text)
    } else {
      lines[lines.count - 1] =
        line + (line.hasSuffix(" ") || line.hasSuffix("(") || line.hasSuffix("[") ? "" : " ") + text
    }
  }
  return lines
}

extension String {
  /// The name of a part without the common suffix.
  var withoutView: String { hasSuffix("View") ? String(dropLast(4)) : self }
}
