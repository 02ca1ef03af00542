import CardRaster

/// The plan of a golden test run, read from `cardshot.test.json`: decks, settings and folders.
package struct GoldenPlan: Hashable, Sendable {
  /// Settings for some decks.
  package struct Override: Hashable, Sendable {
    /// Decks and folders, relative to the plan's folder.
    package var decks: [String] = []
    /// The settings to override.
    package var settings = GoldenSettings()
    /// The path in the plan.
    package var path = JSONPath.root

    static let object = ObjectSchema("override", "Settings for some decks.", fields) { Override() }

    static let fields = FieldTable<Override>(
      [
        Field(
          "decks", \.decks, .oneOrMore(.path("a deck or folder"), most: 10_000),
          "The decks that it applies to, or folders of them, relative to the plan's folder.", default: "none")
      ] + GoldenSettings.fields.fields.map { $0.lifted(\.settings) }, needs: [["decks"]])

    static let reviewObject = ObjectSchema("override", "Settings for some pictures.", reviewFields) {
      Override()
    }

    static let reviewFields = FieldTable<Override>(
      [
        Field(
          "pictures", \.decks, .oneOrMore(.path("a pattern"), most: 10_000),
          "Patterns of names: `*` matches within a folder, `**` also across folders, `?` one character.",
          default: "none")
      ] + GoldenSettings.comparisonFields.map { $0.lifted(\.settings) }, needs: [["pictures"]])
  }

  /// The name of the plan's file in the current folder.
  package static let fileName = "cardshot.test.json"

  /// The name of the file in messages; nil without a file.
  package var file: String?
  /// The folder that paths in the plan and the names of goldens are relative to.
  package var folder: String
  /// Decks and folders, relative to the plan's folder; empty for the folder itself.
  package var decks: [String] = []
  /// The folder of the goldens, relative to the plan's folder.
  package var goldens = "Goldens"
  /// The lock file with fingerprints instead of pictures, relative to the plan's folder.
  package var lock: String?
  /// The folder for failed pictures, relative to the plan's folder.
  package var failures = "out/failures"
  /// The settings for all decks.
  package var settings = GoldenSettings()
  /// Overrides for some decks; the last one that matches a deck applies.
  package var overrides: [Override] = []
  /// The content of the file, to find the places of errors that are detected later.
  package var root = JSONNode.null

  /// Creates a plan without a file.
  package init(folder: String) { self.folder = folder }

  /// Reads a plan.
  ///
  /// - Parameters:
  ///   - bytes: JSON as UTF-8.
  ///   - file: the name for messages.
  ///   - folder: the folder of the file.
  /// - Throws: a `DeckError` with every error in the file and its place.
  package init(_ bytes: [UInt8], file: String, folder: String) throws(DeckError) {
    try self.init(bytes, Self.fields, file: file, folder: folder)
  }

  private init(
    _ bytes: [UInt8], _ fields: FieldTable<GoldenPlan>, file: String, folder: String
  ) throws(DeckError) {
    self.init(folder: folder)
    self.file = file
    let log = IssueLog()
    if let root = JSONScanner.scan(bytes, file: file, log: log) {
      self.root = root
      Self.read(root, fields, into: &self, file: file, log)
    }
    if let error = DeckError(log) { throw error }
  }

  /// The name of the settings file of `cardshot review` in the current folder.
  package static let reviewFileName = "cardshot.review.json"

  /// Reads the settings of `cardshot review`.
  ///
  /// In them, `decks` of overrides are patterns of picture names.
  ///
  /// - Throws: a `DeckError` with every error in the file and its place.
  package init(review bytes: [UInt8], file: String, folder: String) throws(DeckError) {
    try self.init(bytes, Self.reviewFields, file: file, folder: folder)
  }

  /// An error about the value at a path of the plan.
  package func error(_ path: JSONPath, _ message: String, hint: String? = nil) -> DeckIssue {
    DeckIssue(
      .error, file: file ?? "", place: root.place(at: path), path: path, message: message, hint: hint)
  }

  /// Rejects paths that lead out of the plan's folder, also by symbolic links.
  ///
  /// It is called for a plan that was found in the current folder, not named with `--config`.
  ///
  /// - Throws: a `DeckError` with all such paths.
  package func checkPathsStay() throws(DeckError) {
    let top = FilePath.identity(folder)
    var issues: [DeckIssue] = []
    func checkPath(_ name: String, _ path: JSONPath) {
      guard FilePath.relative(FilePath.identity(FilePath.join(folder, name)), to: top) == nil else { return }
      issues.append(
        error(
          path, "'\(name)' is outside the plan's folder",
          hint: "give the plan with --config \(Self.fileName) to allow this"))
    }
    for (name, key) in [(goldens, "goldens"), (failures, "failures")] + (lock.map { [($0, "lock")] } ?? []) {
      checkPath(name, JSONPath.root.key(key))
    }
    let objects = [(decks, settings, JSONPath.root)] + overrides.map { ($0.decks, $0.settings, $0.path) }
    for (decks, settings, path) in objects {
      for (number, deck) in decks.enumerated() { checkPath(deck, path.key("decks").index(number)) }
      for (number, file) in (settings.data ?? []).enumerated() {
        checkPath(file, path.key("data").index(number))
      }
      if let mask = settings.mask { checkPath(mask, path.key("mask")) }
    }
    if let error = DeckError(Array(issues.prefix(Limits.issues))) { throw error }
  }

  /// The positions of a list's elements; empty without a file.
  package func places(of list: JSONPath, _ count: Int) -> [OptionPlace] {
    guard let file else { return [] }
    return (0..<count).map { number in
      let path = list.index(number)
      return OptionPlace(file: file, place: root.place(at: path), path: path)
    }
  }

  /// Errors for settings of the comparison, which have no effect with a lock file.
  package var tolerances: [DeckIssue] {
    var objects = [(node: root, path: JSONPath.root)]
    if case .array(let nodes)? = root["overrides"]?.value {
      objects += nodes.enumerated().map { ($0.element, JSONPath.root.key("overrides").index($0.offset)) }
    }
    let keys = [
      "metric", "threshold", "maxDiff", "window", "countAntialiasing", "background", "ignore",
      "ignoreRectangles", "mask",
    ]
    return objects.flatMap { node, path in
      keys.filter { node[$0] != nil }.map { key in
        error(
          path.key(key), "'\(key)' has no effect on checksums in a lock file",
          hint: "remove it, or store pictures")
      }
    }
  }

  static let fields = FieldTable<GoldenPlan>(
    [
      Field(
        "decks", \.decks, .oneOrMore(.path("a deck or folder"), most: 10_000),
        "The decks, or folders of them, relative to the plan's folder.", default: "the plan's folder"),
      Field(
        "goldens", \.goldens, .path("a folder"), "The folder of the goldens, relative to the plan's folder."),
      Field(
        "lock", \.lock, .path("a lock file"),
        "A lock file that stores checksums instead of pictures, relative to the plan's folder.",
        default: "none"),
      Field(
        "failures", \.failures, .path("a folder"),
        "The folder for the report and the pictures of failures, relative to the plan's folder."),
    ] + GoldenSettings.fields.fields.map { $0.lifted(\.settings) } + [
      Field(
        "overrides", \.overrides, .list(.override, 0...10_000),
        "Overrides for some decks; the last match wins.", default: "none")
    ])

  /// Keys that are not settings.
  private static let others = ["$schema", "version"]

  /// The keys of the settings file of `cardshot review`.
  static let reviewFields = FieldTable<GoldenPlan>(
    GoldenSettings.comparisonFields.map { $0.lifted(\.settings) } + [
      Field(
        "overrides", \.overrides, .list(.reviewOverride, 0...10_000),
        "Settings for pictures whose names match a pattern; the last match wins.", default: "none")
    ])

  private static func read(
    _ root: JSONNode, _ fields: FieldTable<GoldenPlan>, into plan: inout GoldenPlan, file: String,
    _ log: IssueLog
  ) {
    let context = ReadContext(
      file: file, log: log, theme: ThemeRegistry.standard.theme(), assets: AssetStore(folder: plan.folder),
      families: FamilyList { .failure(.unknownFamily($0, nearest: nil)) },
      scope: BindingScope(data: JSONNode.object([:]), locale: .standard), counter: NodeCounter())
    fields.read(root, .root, context, into: &plan, others: others, what: "the plan of a run")
    if let version = root["version"], version.number != 1 {
      context.error(
        version, JSONPath.root.key("version"), "expected the number 1, found \(version.briefText)",
        hint: "a newer cardshot may support it")
    }
    GoldenSettings.validate(plan.settings, root, .root, context)
    if case .array(let decks)? = root["decks"]?.value, decks.isEmpty {
      context.error(
        root["decks"] ?? root, JSONPath.root.key("decks"), "an empty list names no deck",
        hint: "remove 'decks' for everything below the plan's folder")
    }
    if plan.lock != nil, root["goldens"] != nil {
      context.error(
        root["lock"] ?? root, JSONPath.root.key("lock"),
        "goldens are either pictures in a folder or checksums in a lock file, but both are given",
        hint: "remove 'goldens' or 'lock'")
    }
  }

  /// The error about the name of a theme; nil for a known name or a theme file.
  static func unknownTheme(_ name: String) -> (message: String, hint: String?)? {
    guard ThemeRegistry.preset(named: name) == nil, !FilePath.isJSON(name) else { return nil }
    return (
      "unknown theme '\(name)'",
      Spelling.question(for: name, in: ThemeRegistry.presets.map(\.name))
        ?? "a theme file ends in .json or .jsonc"
    )
  }
}

extension ValueKind where Value == GoldenPlan.Override {
  /// Settings for some decks.
  static var override: Self {
    override(GoldenPlan.Override.object, GoldenPlan.Override.fields, of: "decks")
  }

  /// Settings for some pictures of a review.
  static var reviewOverride: Self {
    override(GoldenPlan.Override.reviewObject, GoldenPlan.Override.reviewFields, of: "pictures")
  }

  private static func override(
    _ object: ObjectSchema, _ fields: FieldTable<GoldenPlan.Override>, of what: String
  ) -> Self {
    ValueKind("settings for some \(what)", schema: .object(object)) { node, path, context in
      var value = GoldenPlan.Override()
      value.path = path
      fields.read(node, path, context, into: &value, what: "an override")
      guard case .object = node.value else { return nil }
      if node[what] != nil, value.decks.isEmpty {
        context.error(node, path, "an override needs '\(what)', the \(what) that it applies to")
      }
      GoldenSettings.validate(value.settings, node, path, context)
      return value
    }
  }
}

/// Checks of values from the command line.
extension GoldenMatrix {
  /// The errors in the names of themes and locales; locales are replaced by their identifiers.
  package mutating func resolveNames() -> [String] {
    var problems: [String] = []
    for name in themes ?? [] {
      if let issue = GoldenPlan.unknownTheme(name) {
        problems.append(issue.message + (issue.hint.map { "; \($0)" } ?? ""))
      }
    }
    locales = locales?.map { name in
      guard let locale = DeckLocale(name) else {
        let issue = DeckLocale.unknown(name, file: "", place: nil, path: .root)
        problems.append(issue.message + (issue.hint.map { "; \($0)" } ?? ""))
        return name
      }
      return locale.identifier
    }
    func twice<Value: Hashable>(_ values: [Value]?, _ what: String, _ text: (Value) -> String) {
      var seen: Set<Value> = []
      for value in values ?? [] where !seen.insert(value).inserted {
        problems.append("the \(what) '\(text(value))' is given twice")
      }
    }
    twice(themes, "theme") { $0 }
    twice(appearances, "appearance") { $0.rawValue }
    twice(scales, "scale") { NumberText.format($0) }
    twice(widths, "width") { NumberText.format($0) }
    twice(states, "state") { $0 }
    twice(locales, "locale") { $0 }
    return problems
  }
}

extension GoldenPlan {
  /// The JSON Schema (2020-12) of a plan, for editors and validators.
  package static var schema: JSONNode { schema(fields, "cardshot test plan") }

  /// The JSON Schema of the settings of `cardshot review`.
  package static var reviewSchema: JSONNode { schema(reviewFields, "cardshot review settings") }

  private static func schema(_ fields: FieldTable<GoldenPlan>, _ title: String) -> JSONNode {
    let writer = SchemaWriter(takesBindings: false)
    let docs = PropertyDoc.all(fields, GoldenPlan(folder: "."))
    let head: [(String, JSONNode)] = [
      ("$schema", .object(["type": "string"])),
      ("version", .object(["description": "The version of the plan format: 1.", "const": 1])),
    ]
    return .object([
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .of(title), "type": "object",
      "properties": .object(head + docs.map { ($0.name, writer.property($0)) }),
      "additionalProperties": false,
      "$defs": .object(
        ObjectSchema.all(in: docs.map(\.schema)).map { ($0.name, writer.definition($0)) }),
    ])
  }

  /// The keys of a plan, for the manual: name, type, default and summary.
  package static var manual: [(name: String, kind: String, defaultText: String, summary: String)] {
    let plan = GoldenPlan(folder: ".")
    return docs(fields, plan)
  }

  /// The keys of the matrix, for the manual.
  package static var matrixManual: [(name: String, kind: String, defaultText: String, summary: String)] {
    docs(GoldenMatrix.fields, GoldenMatrix())
  }

  private static func docs<Root>(_ table: FieldTable<Root>, _ root: Root)
    -> [(name: String, kind: String, defaultText: String, summary: String)]
  {
    table.fields.map { PropertyDoc($0, of: root) }.map { ($0.name, $0.kindName, $0.defaultText, $0.summary) }
  }
}

/// A pattern of picture names: `*` within a folder, `**` across folders, `?` for one character.
package struct NamePattern: Sendable {
  private let pattern: [Unicode.Scalar]

  package init(_ text: String) { pattern = Array(text.unicodeScalars) }

  /// Whether the pattern matches a whole name, or a name in a folder of this name.
  package func matches(_ name: String) -> Bool {
    let text = Array(name.unicodeScalars)
    // Each row contains the places in the name that the first elements of the pattern can reach.
    var reached = Set([0])
    var index = 0
    while index < pattern.count {
      let isStar = pattern[index] == "*"
      let isDouble = isStar && index + 1 < pattern.count && pattern[index + 1] == "*"
      var next: Set<Int> = []
      for place in reached {
        if isStar {
          var end = place
          next.insert(end)
          while end < text.count, isDouble || text[end] != "/" {
            end += 1
            next.insert(end)
          }
        } else if place < text.count,
          pattern[index] == "?" ? text[place] != "/" : text[place] == pattern[index]
        {
          next.insert(place + 1)
        }
      }
      index += isDouble ? 2 : 1
      // `**/` also matches no folder at all.
      if isDouble, index < pattern.count, pattern[index] == "/" {
        index += 1
        reached = Set(next.compactMap { $0 < text.count && text[$0] == "/" ? $0 + 1 : nil }).union(reached)
        continue
      }
      reached = next
    }
    return reached.contains { $0 == text.count || text[$0] == "/" }
  }
}
