public import CardRaster

/// What a caller decides over a deck, without changing it.
public struct DeckOptions: Sendable, Hashable {
  /// Objects laid over the deck's `data`, the later ones on top.
  public var data: [JSONNode] = []
  /// `key=value` pairs laid over all data.
  package var assignments: [String] = []
  /// Where each of `data` and of `assignments` stands in a file that gives them; empty for those of a command line.
  package var (dataPlaces, assignmentPlaces): ([OptionPlace], [OptionPlace]) = ([], [])
  /// A theme in the place of the deck's.
  public var theme: String?
  /// A theme with values of its own in the place of the deck's; `theme` wins over it.
  var themeNode: JSONNode?
  /// A width in the place of the canvas'.
  public var width: Double?
  /// A scale in the place of the canvas'.
  public var scale: Double?
  /// The state to draw of every card that has it.
  public var state: String?
  /// Whether every state of a card becomes a page of its own.
  public var drawsAllStates = false
  /// An appearance in the place of the deck's.
  public var appearance: Appearance?
  /// A locale in the place of the deck's.
  public var locale: String?
  /// A day in the place of the deck's today.
  public var date: CalendarDate?
  /// The cards to draw; empty for all.
  public var cards: [String] = []
  /// Whether names in the data that nobody asks for are told elsewhere: before the first of many rows or decks.
  package var hasCheckedNames = false
  /// Kinds of parts, traits and formatters that the deck may use besides cardshot's own.
  public var custom: CustomKinds = []
  /// Whether fonts of the machine may be used.
  public var usesSystemFonts = false
  /// Where SVG pictures are read and drawn.
  ///
  /// Default: in a process of their own, which takes a line in the program's `main`: see `SVGProcess.serveIfAsked`.
  public var svg = SVGDecoding.standard

  /// Makes options that change nothing.
  public init() {}
}

/// Where in a file something stands that else a command line gives, such as in the plan of a run.
package struct OptionPlace: Hashable, Sendable {
  let file: String
  let place: SourcePlace?
  let path: JSONPath

  /// Makes a place.
  package init(file: String, place: SourcePlace?, path: JSONPath) {
    (self.file, self.place, self.path) = (file, place, path)
  }
}

extension DeckIssue {
  /// The issue at the place of what gives the option; as it is where that is a command line.
  func placed(at place: OptionPlace?) -> DeckIssue {
    guard let place else { return self }
    var issue = self
    (issue.file, issue.place, issue.path, issue.option) = (place.file, place.place, place.path, nil)
    return issue
  }
}

extension [OptionPlace] {
  /// That of a value of the option; nil for a command line.
  func place(of number: Int) -> OptionPlace? { indices.contains(number) ? self[number] : nil }
}
