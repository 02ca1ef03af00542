public import CardRaster

/// Options with which a caller overrides parts of a deck without changing it.
public struct DeckOptions: Sendable, Hashable {
  /// Objects merged into the deck's `data`; they override it, and later ones override earlier ones.
  package var dataLayers: [JSONNode] = []
  /// `key=value` pairs merged over all data.
  package var assignments: [String] = []
  /// The names of the files of the first objects in `dataLayers`, for messages about them.
  package var dataFiles: [String] = []
  /// The positions of `dataLayers` and `assignments` in a file that sets them; empty for the command line.
  package var (dataPlaces, assignmentPlaces): ([OptionPlace], [OptionPlace]) = ([], [])
  /// The name or the file of a theme that replaces the deck's theme.
  package var themeName: String?
  /// A theme with its own values that replaces the deck's theme; ignored if `themeName` is set.
  var themeNode: JSONNode?
  /// A width that replaces the canvas width, in points.
  public var width: Double?
  /// A scale that replaces the canvas scale.
  public var scale: Double?
  /// The state to draw, for every card that has it.
  public var state: String?
  /// Whether every state of a card becomes a separate page.
  public var drawsAllStates = false
  /// An appearance that replaces the deck's appearance.
  public var appearance: Appearance?
  /// A locale that replaces the deck's locale.
  public var locale: String?
  /// A locale of numbers and dates in tables that replaces the deck's `rowsLocale`.
  public var rowsLocale: String?
  /// A date that replaces the deck's today.
  public var date: CalendarDate?
  /// The ids of the cards to draw; empty for all.
  public var cards: [String] = []
  /// Whether unused names in the data are reported elsewhere: before the first of many rows or decks.
  package var hasCheckedNames = false
  /// Custom parts, traits and formatters that the deck may use.
  public var custom: CustomKinds = []
  /// Whether system fonts may be used.
  public var usesSystemFonts = false
  /// The process in which SVG pictures are read and drawn.
  ///
  /// Default: a separate process, which needs one line in the program's `main`: see
  /// `SVGProcess.serveIfAsked`.
  public var svg = SVGDecoding.standard

  /// Limits of this rendering that are stricter than those of every rendering.
  public var limits = DeckLimits()

  /// Whether messages name the properties of this type instead of the options of the command line.
  var namesProperties = false

  /// Creates options without any effect.
  public init() {}
}

/// Limits for the decks of an endpoint, which are stricter than `Limits`; exceeding one is an error with the code
/// `limit`.
///
/// ```swift
/// DeckOptions(limits: DeckLimits(pixels: 4_000_000, cards: 20, time: .seconds(1), memory: 64 << 20))
/// ```
///
/// Limits never change a picture: a deck within them is drawn as without them.
public struct DeckLimits: Hashable, Sendable {
  /// The maximum number of pixels of each picture: width times height, with its scale.
  public var pixels: Int?
  /// The maximum number of cards of a deck after its repetitions.
  public var cards: Int?
  /// The maximum time of a call from reading to the finished file; waiting for a free worker does not count.
  public var time: Duration?
  /// The maximum number of bytes of the pixels and layers of a picture.
  public var memory: Int?

  /// Creates limits; nil values leave only `Limits`.
  public init(pixels: Int? = nil, cards: Int? = nil, time: Duration? = nil, memory: Int? = nil) {
    (self.pixels, self.cards, self.time, self.memory) = (pixels, cards, time, memory)
  }

  /// Runs a part of a rendering within the limits of time and memory, unless an outer call already does.
  func within<Value>(_ body: () throws(DeckError) -> Value) throws(DeckError) -> Value {
    guard time != nil || memory != nil, !RenderLimits.current.isSet else { return try body() }
    let result: Result<Value, DeckError> = RenderLimits.$current.withValue(raster) {
      do throws(DeckError) { return .success(try body()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// The limits of painting, whose time begins now.
  var raster: RenderLimits { RenderLimits(time: time, memory: memory) }

  /// The error about a picture that is too large; nil if it is allowed.
  func issue(_ display: DisplayList, of deck: Deck) -> DeckIssue? {
    let count = display.pixelWidth * display.pixelHeight
    guard let pixels, count > pixels else { return nil }
    return deck.issue(
      .error, at: JSONPath.root.key("canvas").key("scale"),
      "the picture has \(count) pixels, more than the limit of \(pixels) of the options",
      hint: "choose a smaller scale or width", code: .limit)
  }
}

extension DeckOptions {
  /// The options that affect pictures, as an object with a member for each one that is set.
  ///
  /// Custom kinds are missing: they are code.
  package static let record = Record("options", DeckOptions()) {
    RecordField("data", \.dataLayers, .list(.any), default: [])
    RecordField("set", \.assignments, .list(.text), default: [])
    RecordField("theme", \.themeName, .text)
    RecordField("themeValues", \.themeNode, .any)
    RecordField("width", \.width, .number(Limits.canvasLengths))
    RecordField("scale", \.scale, .number(Limits.scales))
    RecordField("state", \.state, .text)
    RecordField("allStates", \.drawsAllStates, .flag, default: false)
    RecordField("appearance", \.appearance, .word)
    RecordField("locale", \.locale, .text)
    RecordField("rowsLocale", \.rowsLocale, .text)
    RecordField(
      "date", \.date, RecordKind<String>.text.map("a day such as 2026-11-21", CalendarDate.init, json: \.text)
    )
    RecordField("cards", \.cards, .list(.text), default: [])
    RecordField("systemFonts", \.usesSystemFonts, .flag, default: false)
  }
}

extension DeckOptions {
  /// The same options, for a program that uses the library: messages name properties.
  package var ofLibrary: DeckOptions { changing(self) { $0.namesProperties = true } }

  /// The name of an option in messages.
  ///
  /// - Parameters:
  ///   - property: the property of this type.
  ///   - flag: the option of the command line.
  func name(_ property: String, _ flag: String) -> String {
    namesProperties ? "DeckOptions.\(property)" : flag
  }

  /// An error about an option.
  func issue(
    _ property: String, _ flag: String, _ message: String, _ hint: String?, _ code: DeckIssue.Code
  ) -> DeckIssue {
    var issue = DeckIssue(.error, file: name(property, flag), message: message, hint: hint, code: code)
    issue.option = property
    return issue
  }
}

/// The position in a file of a value that can also be an option of the command line.
///
/// Such a file is, for example, a render plan.
package struct OptionPlace: Hashable, Sendable {
  let file: String
  let place: SourcePlace?
  let path: JSONPath
}

extension DeckIssue {
  /// The issue at the position of the option's value; it is unchanged for the command line.
  func placed(at place: OptionPlace?) -> DeckIssue {
    guard let place else { return self }
    var issue = self
    (issue.file, issue.place, issue.path, issue.option) = (place.file, place.place, place.path, nil)
    return issue
  }
}

extension [OptionPlace] {
  /// The position of a value of the option; nil for the command line.
  func place(of number: Int) -> OptionPlace? { indices.contains(number) ? self[number] : nil }
}
