public import CardRaster

/// The variants in which each deck is drawn: every combination of the values of its axes.
///
/// An axis that is nil or empty uses the deck's own value and is not part of the names of pictures.
package struct GoldenMatrix: Hashable, Sendable {
  /// Names of themes, or theme files in the deck's folder.
  package var themes: [String]?
  /// Light, dark or both.
  package var appearances: [Appearance]?
  /// Pixels per point.
  package var scales: [Double]?
  /// Widths of the canvas in points.
  package var widths: [Double]?
  /// States of cards; `all` means every state of the deck.
  package var states: [String]?
  /// Locales of numbers, amounts and dates.
  package var locales: [String]?

  /// Creates a matrix of one picture.
  package init() {}

  /// The value that means every state of the deck.
  package static let allStates = "all"

  /// Whether no axis has a value.
  package var isEmpty: Bool { self == GoldenMatrix() }

  /// The matrix with its axes replaced by those of another one that have values.
  package func overridden(by other: GoldenMatrix) -> GoldenMatrix {
    var result = self
    take(other, into: &result, \.themes, \.appearances, \.scales, \.widths, \.states, \.locales)
    return result
  }

  static let most = 64

  static let fields = FieldTable<GoldenMatrix> {
    Field(
      "themes", \.themes, .axis(.themeName),
      "Names of themes, or theme files below the deck's folder.", default: "the deck's own")
    Field("appearances", \.appearances, .axis(.word), "Light, dark or both.", default: "the deck's own")
    Field(
      "scales", \.scales, .axis(.number(Limits.scales)), "Pixels in a point.", default: "the deck's own")
    Field(
      "widths", \.widths, .axis(.number(Limits.canvasLengths)), "Widths of the canvas in points.",
      default: "the deck's own")
    Field(
      "states", \.states, .axis(.word("a state", name: "state")),
      "States of cards, or `all` for every state of a deck; a deck without these states is rendered once.",
      default: "the deck's own")
    Field(
      "locales", \.locales, .axis(.localeName), "Languages of numbers, amounts and dates.",
      default: "the deck's own")
  }
}

/// Replaces the values that the other settings have.
private func take<Root, each Value>(
  _ other: Root, into result: inout Root, _ paths: repeat WritableKeyPath<Root, (each Value)?>
) {
  for path in repeat each paths {
    if let value = other[keyPath: path] { result[keyPath: path] = value }
  }
}

/// The settings for drawing and comparing a deck; nil means a lower layer or the default.
package struct GoldenSettings: Hashable, Sendable {
  /// The variants in which the deck is drawn.
  package var matrix = GoldenMatrix()
  /// Whether each card is drawn as a separate picture.
  package var drawsEachCard: Bool?
  /// Data files for bindings, relative to the plan's folder; they override the deck's data.
  package var data: [String]?
  /// Values for bindings as `path=value`; they override all others.
  package var assignments: [String]?
  /// The current date, instead of the deck's.
  package var date: CalendarDate?
  /// The metric for colour differences.
  package var metric: Metric?
  /// The largest distance of two colours that count as equal, 0…1.
  package var threshold: Double?
  /// Maximum number of differing pixels.
  package var amount: Tolerance.Amount?
  /// The side length in pixels of the window to which `amount` applies; nil for the whole picture.
  package var window: Int?
  /// Whether differences in the antialiasing of edges are counted.
  package var countsAntialiasing: Bool?
  /// The background of transparent pixels during the comparison.
  package var background: Comparison.Settings.Background?
  /// The ids of parts and cards that are not compared.
  package var ignoredIDs: [String]?
  /// Rectangles that are not compared, in pixels of the picture.
  package var ignoredRectangles: [PixelRect]?
  /// The path of a picture that marks areas which are not compared, relative to the plan's folder.
  package var mask: String?
  /// The treatment of a changed layout.
  package var layout: LayoutRule?

  /// Creates settings without values.
  package init() {}

  /// The settings with values replaced by those of another one.
  ///
  /// If the other metric is exact, settings for perceptual metrics are removed.
  package func overridden(by other: GoldenSettings) -> GoldenSettings {
    var result = self
    if other.metric == .exact {
      (result.threshold, result.countsAntialiasing, result.background) = (nil, nil, nil)
    }
    // A threshold over an exact metric selects the default perceptual metric.
    if metric == .exact, other.isPerceptual { result.metric = nil }
    result.matrix = matrix.overridden(by: other.matrix)
    take(
      other, into: &result, \.drawsEachCard, \.data, \.assignments, \.date, \.metric, \.threshold, \.amount,
      \.window, \.countsAntialiasing, \.background, \.ignoredIDs, \.ignoredRectangles, \.mask, \.layout)
    return result
  }

  /// Whether there is a setting that only perceptual metrics support.
  package var isPerceptual: Bool {
    threshold != nil || countsAntialiasing == true || background != nil
  }

  /// The settings of the comparison without the mask.
  ///
  /// The default metric is exact, or OKLab if there is a setting that only perceptual metrics support.
  package var comparison: Comparison.Settings {
    var settings = Comparison.Settings(metric: metric ?? (isPerceptual ? .oklab : .exact))
    if settings.metric.isPerceptual {
      settings.tolerance = .perceptual
      if let threshold { settings.tolerance.threshold = threshold }
      settings.tolerance.countsAntialiasing = countsAntialiasing ?? false
      settings.background = background ?? .checkerboard
    }
    if let amount { settings.tolerance.amount = amount }
    settings.tolerance.window = window
    settings.ignored = ignoredRectangles ?? []
    return settings
  }

  static let fields = FieldTable<GoldenSettings> {
    Field(
      "matrix", \.matrix,
      .object("matrix", "The variants of each deck.", GoldenMatrix.fields) { GoldenMatrix() },
      "The variants of each deck: every combination of the values of its axes.",
      default: "one picture")
    Field(
      "each", \.drawsEachCard, .boolean, "Whether each card is a separate picture.", default: .value(false))
    Field(
      "data", \.data, .list(.path("a data file"), 0...GoldenMatrix.most),
      "JSON files with values for bindings; they override the deck's values.", default: "none")
    Field(
      "set", \.assignments, .list(.assignment, 0...1_000), "Values for bindings; they override all others.",
      default: "none")
    Field("date", \.date, .date, "Today's date.", default: "the deck's own")
    Field(
      "metric", \.metric, .word, "The metric for colour differences.",
      default: "`exact`, or `oklab` with `threshold`")
    Field(
      "threshold", \.threshold, .fraction, "The largest distance of two colours that count as equal.",
      default: .value(0.1))
    Field(
      "maxDiff", \.amount, .pixelAmount, "Maximum number of differing pixels.",
      default: .value(.pixels(0)))
    Field(
      "window", \.window, .integer(1...Limits.canvasSide),
      "The side of the window in pixels that `maxDiff` applies to.", default: "the whole picture")
    Field(
      "countAntialiasing", \.countsAntialiasing, .boolean,
      "Whether pixels that differ only in antialiasing are counted.",
      default: .value(false))
    Field(
      "background", \.background, .word, "The background of transparent pixels during the comparison.",
      default: .value(.checkerboard))
    Field(
      "ignore", \.ignoredIDs, .list(.text, 0...1_000), "Parts and cards that are not compared, by their ids.",
      default: "none")
    Field(
      "ignoreRectangles", \.ignoredRectangles, .list(.pixelRectangle, 0...1_000),
      "Rectangles that are not compared, in pixels of the picture.", default: "none")
    Field(
      "mask", \.mask, .path("a picture"),
      "A picture that marks areas which are not compared: painted pixels if it has transparency, otherwise white ones.",
      default: "none")
    Field(
      "layout", \.layout, .word, "How a changed layout under an unchanged picture is treated.",
      default: .value(.told))
  }

  /// The fields that apply to pictures without a deck.
  static let comparisonFields = fields.fields.filter {
    [
      "metric", "threshold", "maxDiff", "window", "countAntialiasing", "background", "ignoreRectangles",
      "mask",
    ].contains($0.name)
  }

  /// Reports settings that contradict each other.
  static func validate(_ settings: GoldenSettings, _ node: JSONNode, _ path: JSONPath, _ context: ReadContext)
  {
    do throws(RasterError) { try settings.comparison.tolerance.check() } catch {
      let key = ["window", "maxDiff", "threshold"].first { node[$0] != nil } ?? "maxDiff"
      context.error(node[key] ?? node, path.key(key), error.message)
    }
    if settings.layout == .off, settings.ignoredIDs?.isEmpty == false {
      context.error(
        node["layout"] ?? node, path.key("layout"), "'ignore' needs layouts to locate its parts",
        hint: "remove 'layout', or ignore rectangles")
    }
    guard settings.metric == .exact, settings.isPerceptual else { return }
    let key = ["threshold", "countAntialiasing", "background"].first { node[$0] != nil } ?? "metric"
    context.error(
      node[key] ?? node, path.key(key), "the metric 'exact' has no '\(key)'",
      hint: "choose the metric 'oklab' or 'yiq'")
  }
}

extension ValueKind {
  /// The values of an axis, without duplicates.
  static func axis<Element: Sendable & Equatable>(_ element: ValueKind<Element>) -> ValueKind<[Element]>
  where Value == [Element] {
    let many = ValueKind<[Element]>.list(element, 0...GoldenMatrix.most)
    return ValueKind(many.name, schema: many.schema, show: many.show) { node, path, context in
      guard let values = many.parse(node, path, context) else { return nil }
      guard case .array(let nodes) = node.value else { return nil }
      for (number, value) in values.enumerated() where values[..<number].contains(value) {
        return context.error(nodes[number], path.index(number), "\(nodes[number].briefText) is given twice")
      }
      return values
    }
  }
}

extension ValueKind where Value == Tolerance.Amount {
  /// A number of pixels, or a share such as `"0.5%"`.
  static var pixelAmount: Self {
    ValueKind(
      "pixels, or a share such as `\"0.5%\"`", schema: .any([.integer(0...Limits.imagePixels), .string]),
      show: { amount in
        switch amount {
        case .pixels(let count): String(count)
        case .share(let share): "`\"\(NumberText.format(share * 100))%\"`"
        }
      }
    ) { node, path, context in
      switch node.value {
      case .number(let number):
        if let count = Int(exactly: number.value), (0...Limits.imagePixels).contains(count) {
          return .pixels(count)
        }
      case .string(let text): if let amount = Tolerance.Amount(text) { return amount }
      default: break
      }
      return context.mismatch(node, path, expected: "a number of pixels, or a share of \"0%\" to \"100%\"")
    }
  }
}

extension ValueKind where Value == PixelRect {
  /// A rectangle as `[x, y, width, height]` in whole pixels.
  static var pixelRectangle: Self {
    ValueKind(
      "`[x, y, width, height]`", schema: .numbers(4),
      show: { "`[\($0.minX), \($0.minY), \($0.width), \($0.height)]`" }
    ) { node, path, context in
      if case .array(let nodes) = node.value, nodes.count == 4 {
        let numbers = nodes.compactMap { node -> Int? in
          guard case .number(let number) = node.value, let whole = Int(exactly: number.value) else {
            return nil
          }
          return (0...Limits.canvasSide).contains(whole) ? whole : nil
        }
        if numbers.count == 4,
          let rectangle = PixelRect(
            minX: numbers[0], minY: numbers[1], maxX: numbers[0] + numbers[2], maxY: numbers[1] + numbers[3])
        {
          return rectangle
        }
      }
      return context.mismatch(
        node, path, expected: "four whole numbers [x, y, width, height], the last two not 0")
    }
  }
}

extension Tolerance.Amount {
  /// Parses an amount such as `12` or `0.5%`; nil if it is invalid.
  public init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), (0...100).contains(percent) else { return nil }
      self = .share(percent / 100)
    } else {
      guard let count = Int(text), count >= 0 else { return nil }
      self = .pixels(count)
    }
  }
}

extension ValueKind where Value == String {
  /// A string that is not empty.
  static func word(_ what: String, name: String = "name") -> Self {
    ValueKind(name, schema: .string, show: { "`\($0)`" }) { node, path, context in
      guard let text = ValueKind<String>.markup.parse(node, path, context) else { return nil }
      guard !text.isEmpty else { return context.mismatch(node, path, expected: what) }
      return text
    }
  }

  /// A value for a binding, in the format of `--set`.
  static var assignment: Self {
    ValueKind("`path=value`", schema: .string, show: { "`\($0)`" }) { node, path, context in
      guard let text = ValueKind<String>.word("path=value").parse(node, path, context) else { return nil }
      do throws(DeckIssue) { _ = try DataOverlay.parts(of: text) } catch {
        return context.error(node, path, error.message, hint: error.hint)
      }
      return text
    }
  }

  /// A path that is not empty and has no null character.
  static func path(_ what: String) -> Self {
    let inner = word("the path of \(what)")
    return ValueKind("path", schema: .string, show: { "`\($0)`" }) { node, path, context in
      guard let text = inner.parse(node, path, context) else { return nil }
      guard !text.utf8.contains(0) else {
        return context.error(node, path, "a path cannot contain a zero byte")
      }
      return text
    }
  }

  /// The name of a theme, or the path of a theme file.
  static var themeName: Self {
    ValueKind("theme", schema: .string, show: { "`\($0)`" }) { node, path, context in
      guard let name = ValueKind<String>.word("a theme").parse(node, path, context) else { return nil }
      if let issue = GoldenPlan.unknownTheme(name) {
        return context.error(node, path, issue.message, hint: issue.hint)
      }
      return name
    }
  }

  /// A locale, converted to its identifier.
  static var localeName: Self {
    ValueKind("locale", schema: .string, show: { "`\($0)`" }) { node, path, context in
      guard let name = ValueKind<String>.word("a locale").parse(node, path, context) else { return nil }
      guard let locale = DeckLocale(name) else {
        context.log.add(DeckLocale.unknown(name, file: context.file, place: node.place, path: path))
        return nil
      }
      return locale.identifier
    }
  }
}

/// The treatment of a changed layout when the picture is equal or within the tolerance.
///
/// The layout contains links, alternative texts, ids, frames and texts.
public enum LayoutRule: String, CaseIterable, Hashable, Sendable {
  /// A changed layout fails.
  case exact
  /// A changed layout is reported and passes.
  case told
  /// Layouts are neither stored nor compared.
  case off
}
