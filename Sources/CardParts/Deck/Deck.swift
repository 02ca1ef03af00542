import CardCharts
import CardRaster

/// A deck: cards with their canvas, theme and data, read from JSON or written in Swift.
///
/// Both forms have one model: a tree of JSON values, each with its position in the source. JSON's syntax and
/// the format's version are already checked, and so are the deck's own keys. Defaults are not applied and
/// bindings are not resolved yet.
public struct Deck: Sendable {
  /// The file name, as shown in messages.
  public let file: String
  /// The folder in which pictures, fonts and themes are looked up; nil for a deck that uses no files.
  public internal(set) var folder: String?
  /// The root object of the deck.
  package internal(set) var root: JSONNode
  /// Issues in the text from which the deck was read.
  var textIssues: [DeckIssue] = []
  /// The files that positions in `root` refer to by index: Swift files, or files that the deck includes.
  var files: [String] = []
  /// Whether the deck was written in Swift, so that JSON's rules are not checked yet.
  var isMadeInCode = false
  /// The included files, below the folder.
  var includes: [String] = []
}

extension Deck: Hashable {
  /// Whether two decks draw the same: they have the same values, and look up files in the same folder.
  ///
  /// Source positions are not compared.
  public static func == (a: Deck, b: Deck) -> Bool { a.folder == b.folder && a.root.holdsSame(as: b.root) }

  /// Hashes the values and the folder of the deck.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(folder)
    root.hashValues(into: &hasher)
  }
}

extension ValueKind where Value == Canvas {
  /// The size, scale and background of the picture.
  static var canvas: Self {
    ValueKind("canvas", schema: .object(Canvas.object)) { node, path, context in
      if case .string(let name) = node.value, Canvas.Preset(rawValue: name) != nil {
        return context.mismatch(
          node, path, expected: "an object", hint: "write { \"preset\": \"\(name)\" }")
      }
      return changing(Canvas()) { Canvas.fields.read(node, path, context, into: &$0, what: "the canvas") }
    }
  }
}

extension ValueKind where Value == String {
  static var fontFile: Self {
    ValueKind("path", schema: .string, isExplained: false) { node, path, context in
      if case .string(let name) = node.value { return context.allowsFile(node, path) ? name : nil }
      return context.mismatch(node, path, expected: "the path of a font file")
    }
  }
}

extension ValueKind where Value == CalendarDate {
  static var date: Self {
    let form = Schema.TextForm(pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")
    return ValueKind(
      "date", schema: .text(form), show: { "`\($0.text)`" }, json: { .of($0.text) }
    ) { node, path, context in
      if case .string(let text) = node.value, let date = CalendarDate(text) { return date }
      return context.mismatch(node, path, expected: "a day such as \"2026-11-21\"")
    }
  }
}

extension ValueKind where Value == DeckLocale {
  /// A supported locale.
  static var locale: Self {
    ValueKind(
      "locale", schema: .text(DeckLocale.form), show: { "`\($0.identifier)`" }, json: { .of($0.identifier) }
    ) { node, path, context in
      guard case .string(let name) = node.value else {
        return context.mismatch(node, path, expected: "a locale such as \"en_US\"")
      }
      if let locale = DeckLocale(name) { return locale }
      context.log.add(DeckLocale.unknown(name, file: context.file, place: node.place, path: path))
      return nil
    }
  }
}

extension DeckLocale {
  /// A pattern for locale identifiers in any case, with underscore or hyphen, or a language without a region.
  static var form: Schema.TextForm {
    let shapes = identifiers.map { identifier in
      identifier.split(separator: "_").reversed().reduce("") { rest, word in
        let letters = Schema.TextForm.anyCase(String(word))
        return rest.isEmpty ? letters : "\(letters)([-_]\(rest))?"
      }
    }
    return Schema.TextForm(names: identifiers, pattern: "^(\(shapes.joined(separator: "|")))$", longest: 40)
  }
}

extension Deck {
  /// Whether a file next to the deck looks like its data.
  var leavesDataFile: Bool {
    !isMadeInCode && folder.map { FileTree.isFile("\($0)/\(BindingScope.dataFile)") } == true
  }

  /// The file position of the element at a path, or of its nearest existing ancestor; nil without a file.
  package func place(at path: String) -> SourcePlace? { JSONPath(path).flatMap { root.place(at: $0) } }

  /// The absolute path of the file with the value at a path, its line and its column; nil without a file.
  package func position(at path: JSONPath) -> JSONNode? {
    guard let place = root.place(at: path) else { return nil }
    // Included files are named relative to the deck's folder.
    let name =
      place.fileNumber == 0
      ? file : FilePath.join(folder ?? "", IssueLog(files: files).fileName(of: place, in: file))
    return .object([
      "file": .of(FilePath.absolute(name)), "line": .of(place.line), "column": .of(place.column),
    ])
  }

  /// An issue about the value at a path, placed at its nearest existing ancestor.
  package func issue(
    _ severity: DeckIssue.Severity, at path: JSONPath, _ message: String, hint: String? = nil,
    code: DeckIssue.Code? = nil
  ) -> DeckIssue {
    DeckIssue(
      severity, file: file, place: root.place(at: path), path: path, message: message, hint: hint, code: code)
  }
}

/// Checks that only decks made in Swift need: JSON's rules, which the scanner checks for a text.
enum SwiftDeckCheck {
  static func issues(_ root: JSONNode, file: String) -> [DeckIssue] {
    var issues: [DeckIssue] = []
    checkNode(root, .root, root.place, file, 0, &issues)
    if let node = root[Inclusion.deckKey] {
      issues.append(
        DeckIssue(
          .error, file: file, place: node.place ?? root.place, path: JSONPath.root.key(Inclusion.deckKey),
          message: "'\(Inclusion.deckKey)' is for decks in files",
          hint: "read the file with Deck(contentsOf:)"))
    }
    return issues
  }

  private static func checkNode(
    _ node: JSONNode, _ path: JSONPath, _ outer: SourcePlace?, _ file: String, _ depth: Int,
    _ issues: inout [DeckIssue]
  ) {
    let place = node.place ?? outer
    func error(_ message: String, _ code: DeckIssue.Code) {
      issues.append(
        DeckIssue(.error, file: file, place: place, path: path, message: message, code: code))
    }
    if depth > Limits.jsonDepth {
      error("values are nested deeper than the limit of \(Limits.jsonDepth)", .limit)
      return
    }
    switch node.value {
    case .number(let number):
      if !number.value.isFinite { error("a number must be finite, found \(number.value)", .outOfRange) }
    case .array(let elements):
      for (number, element) in elements.enumerated() {
        checkNode(element, path.index(number), place, file, depth + 1, &issues)
      }
    case .object(let members):
      var keys: Set<String> = []
      for member in members {
        if member.key == Inclusion.key { error("'\(Inclusion.key)' is for decks in files", .unknownKey) }
        if !keys.insert(member.key).inserted {
          error("the key '\(member.key)' is given twice", .duplicateKey)
        }
        checkNode(member.value, path.key(member.key), place, file, depth + 1, &issues)
      }
    case .null, .bool, .string: break
    }
  }
}

/// Loads a deck from the bytes of a file.
package enum DeckLoader {
  /// The newest supported version of the format.
  static let version = 1

  /// Loads a deck.
  ///
  /// - Parameters:
  ///   - bytes: JSON as UTF-8.
  ///   - file: The name for messages.
  ///   - folder: The folder of the deck's files; nil if it uses none.
  /// - Throws: A `DeckError` with all issues that can be found before bindings are resolved.
  package static func load(_ bytes: [UInt8], file: String, folder: String?) throws(DeckError) -> Deck {
    let log = IssueLog()
    var values = 0
    guard var root = JSONScanner.scan(bytes, file: file, log: log, values: &values) else {
      throw DeckError(log)
        ?? DeckError(file: file, message: "the file cannot be read as JSON", code: .notJSON)
    }
    guard case .object = root.value else {
      throw DeckError(
        file: file, place: root.place,
        message: "a deck is an object such as { \"version\": 1, \"cards\": [ … ] }, found \(root.kindText)")
    }
    if isChart(root) { root = deck(with: root) }
    guard Inclusion.isNeeded(root) else {
      // Errors in the deck's own keys do not hide those in the cards: they are reported together.
      return Deck(file: file, folder: folder, root: root, textIssues: log.issues)
    }
    let inclusion = Inclusion(folder: folder, file: file, log: log, values: values)
    let whole = inclusion.whole(root)
    // Checking a deck with failed includes would cause further errors.
    if log.hasErrors, let error = DeckError(log) { throw error }
    return Deck(
      file: file, folder: folder, root: whole, textIssues: log.issues, files: inclusion.files,
      includes: inclusion.files)
  }

  /// Whether the file is a specification of Vega-Lite, such as that of Altair's `chart.to_json()`.
  private static func isChart(_ root: JSONNode) -> Bool {
    root["cards"] == nil
      && (root["$schema"]?.plainText?.contains("/vega-lite/") == true
        || ["mark", "encoding", "layer", "spec", "hconcat", "vconcat"].contains { root[$0] != nil })
  }

  /// The deck with one chart, which fills the picture.
  ///
  /// In Vega-Lite `width` is that of the plot without its axis, or that of each panel.
  private static func deck(with chart: JSONNode) -> JSONNode {
    var part = chart
    part.set("type", .of("chart"))
    if part["$schema"] == nil { part.set("$schema", .of("https://vega.github.io/schema/vega-lite/v6.json")) }
    let channels = chart["encoding"]
    let hasPanels =
      ["spec", "concat", "hconcat", "vconcat"].contains { chart[$0] != nil }
      || ["row", "column", "facet"].contains { channels?[$0] != nil }
    var width = hasPanels ? 640.0 : 480
    if !hasPanels, let plot = chart["width"]?.number, plot >= 1, plot <= Double(Limits.canvasSide) - 100 {
      width = plot + 80
      part.set("width", nil)
    }
    var card = JSONNode.object([("parts", .list([part]))])
    card.place = chart.place
    var deck = JSONNode.object([
      ("canvas", .object(["width": .of(width)])), ("layout", .of("fullScreen")), ("cards", .list([card])),
    ])
    deck.place = chart.place
    return deck
  }
}
