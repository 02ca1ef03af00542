package import CardRaster

/// The environment for reading a property from a deck: file, bindings and theme.
///
/// There is one for each binding scope. All contexts of a run share the log, the assets and the fonts.
package final class ReadContext {
  /// Values shared by many contexts.
  ///
  /// A theme is large and every table row has a context, so contexts must not contain copies of it.
  private struct Common {
    var file: String
    var log: IssueLog
    var theme: ResolvedTheme
    var assets: AssetStore
    var families: FamilyList
    var counter: NodeCounter
    var scale: Double
    var setting: ThemeSetting
    var otherAppearance: OtherAppearance?
  }

  /// A theme in the appearance that is not the one of the context, made when it is first needed.
  package final class OtherAppearance {
    package private(set) lazy var theme = make()
    private let make: () -> ResolvedTheme

    package init(_ make: @escaping () -> ResolvedTheme) { self.make = make }
  }

  @CopyOnWriteBox private var common: Common
  /// The components of the deck and its themes, by name.
  package let components: [String: Component]
  /// The values available to bindings.
  package let scope: BindingScope
  /// The nesting depth of the current part.
  package let depth: Int

  /// The file of the nodes.
  package var file: String { common.file }
  /// The log of errors and warnings.
  package var log: IssueLog { common.log }
  /// The theme in which colour and font names are looked up.
  package var theme: ResolvedTheme { common.theme }
  /// The source of pictures.
  package var assets: AssetStore { common.assets }
  /// Resolves font family names, with a suggestion for an unknown name.
  package var families: FamilyList { common.families }
  /// Counts the parts of the deck, limited by `Limits.nodes`.
  package var counter: NodeCounter { common.counter }
  /// The number of pixels per point.
  var scale: Double { common.scale }
  /// The settings that all themes of the deck follow.
  package var setting: ThemeSetting { common.setting }

  package init(
    file: String, log: IssueLog, theme: ResolvedTheme, assets: AssetStore, families: FamilyList,
    scope: BindingScope,
    counter: NodeCounter, scale: Double = 1, setting: ThemeSetting = ThemeSetting(), depth: Int = 0,
    components: [String: Component] = [:], otherAppearance: OtherAppearance? = nil
  ) {
    self.components = components
    common = Common(
      file: file, log: log, theme: theme, assets: assets, families: families, counter: counter, scale: scale,
      setting: setting, otherAppearance: otherAppearance)
    self.scope = scope
    self.depth = depth
  }

  private init(
    _ common: CopyOnWriteBox<Common>, _ scope: BindingScope, depth: Int, _ components: [String: Component]
  ) {
    self.components = components
    _common = common
    self.scope = scope
    self.depth = depth
  }

  /// The same context with another scope, theme or other values, or one level deeper.
  package func with(
    scope: BindingScope? = nil, theme: ResolvedTheme? = nil, scale: Double? = nil,
    setting: ThemeSetting? = nil,
    deeper: Bool = false, components: [String: Component]? = nil, file: String? = nil,
    otherAppearance: OtherAppearance? = nil
  ) -> ReadContext {
    let components = components ?? self.components
    let (scope, depth) = (scope ?? self.scope, depth + (deeper ? 1 : 0))
    guard theme != nil || scale != nil || setting != nil || file.map({ $0 != self.file }) == true else {
      return ReadContext(_common, scope, depth: depth, components)
    }
    return ReadContext(
      file: file ?? self.file, log: log, theme: theme ?? self.theme, assets: assets, families: families,
      scope: scope, counter: counter, scale: scale ?? self.scale, setting: setting ?? self.setting,
      depth: depth, components: components, otherAppearance: otherAppearance ?? common.otherAppearance)
  }

  /// The same context with the theme in an appearance.
  package func with(appearance: Appearance) -> ReadContext {
    let own = theme
    guard appearance != own.appearance, var theme = common.otherAppearance?.theme else {
      return own.grounds.isEmpty ? self : with(theme: own.adapted(to: []))
    }
    theme.direction = own.direction
    return with(theme: theme, otherAppearance: OtherAppearance { own.adapted(to: []) })
  }

  /// The same context for one of many cards, with its own log and limits.
  package func with(
    scope: BindingScope, log: IssueLog, counter: NodeCounter, assets: AssetStore? = nil
  ) -> ReadContext {
    ReadContext(
      file: file, log: log, theme: theme, assets: assets ?? self.assets, families: families, scope: scope,
      counter: counter,
      scale: scale, setting: setting, depth: depth, components: components,
      otherAppearance: common.otherAppearance)
  }

  /// The name of the file that contains a node.
  package func fileName(of node: JSONNode) -> String { log.fileName(of: node.place, in: file) }

  package func error(
    _ node: JSONNode, _ path: JSONPath, _ message: String, hint: @autoclosure () -> String? = nil,
    code: DeckIssue.Code? = nil
  ) {
    log.add(
      DeckIssue(.error, file: file, place: node.place, path: path, message: message, code: code), hint: hint)
  }

  /// Reports an error from drawing, decoding or reading a file for a node.
  package func error(_ node: JSONNode, _ path: JSONPath, _ error: RasterError) {
    log.add(issue(node, path, error))
  }

  /// Reports an error, and returns nil instead of the value that could not be read.
  package func error<Value>(
    _ node: JSONNode, _ path: JSONPath, _ message: String, hint: @autoclosure () -> String? = nil,
    code: DeckIssue.Code? = nil
  ) -> Value? {
    error(node, path, message, hint: hint(), code: code)
    return nil
  }

  /// The issue for an error from drawing, decoding or reading a file for a node.
  func issue(_ node: JSONNode, _ path: JSONPath, _ error: RasterError) -> DeckIssue {
    var issue = DeckIssue(error, file: file, place: node.place, path: path)
    issue.option = assets.option(causing: error)
    if issue.option == "folder" { issue.code = .unreadableFile }
    return issue
  }

  /// Reports a value of the wrong type.
  package func mismatch(
    _ node: JSONNode, _ path: JSONPath, expected: String, hint: @autoclosure () -> String? = nil
  ) {
    error(node, path, "expected \(expected), found \(node.briefText)", hint: hint())
  }

  /// Reports a value of the wrong type, and returns nil instead of the value.
  package func mismatch<Value>(
    _ node: JSONNode, _ path: JSONPath, expected: String, hint: @autoclosure () -> String? = nil
  ) -> Value? {
    error(node, path, "expected \(expected), found \(node.briefText)", hint: hint())
  }

  /// Whether a node may name a file; reports a bound value that is not that of a picture in a deck with `inputs`.
  package func allowsFile(_ node: JSONNode, _ path: JSONPath) -> Bool {
    if !assets.bindsPicturesOnly || !node.isBound || node.mayNameFile { return true }
    error(
      node, path, "\(node.briefText) comes from a binding and cannot name a file",
      hint: "bind the whole value to an input of type 'picture'", code: .invalidBinding)
    return false
  }

  package func warning(
    _ node: JSONNode, _ path: JSONPath, _ message: String, hint: String? = nil, code: DeckIssue.Code? = nil
  ) {
    log.add(
      DeckIssue(
        .warning, file: file, place: node.place, path: path, message: message, hint: hint, code: code))
  }

  /// Reports a warning about a property of an object.
  package func warning(
    _ message: String, key: String, of node: JSONNode, _ path: JSONPath, hint: String? = nil
  ) {
    warning(node[key] ?? node, path.key(key), message, hint: hint)
  }

  /// The value of an optional property with its binding resolved.
  ///
  /// Nil if it is absent or null, or after logging an error.
  package func given(_ node: JSONNode?, _ path: JSONPath) -> JSONNode? {
    guard let node, let filled = filled(node, path) else { return nil }
    if case .null = filled.value { return nil }
    return filled
  }

  /// The number of bindings of the deck so far whose value was null.
  var nulls: Int { scope.budget.nulls }

  /// The object without the members whose values are null, literally or by a binding.
  ///
  /// - Parameter nulls: The number of null bindings before the members of the object were read. If no binding
  ///   was null since then, the bindings are not evaluated a second time.
  package func withoutNulls(_ node: JSONNode, since nulls: Int? = nil) -> JSONNode {
    if nulls == self.nulls {
      guard case .object(let members) = node.value,
        members.indices.contains(where: { members[$0].value.isNull })
      else {
        return node
      }
      var result = node
      result.value = .object(members.filter { !$0.value.isNull })
      return result
    }
    guard case .object(let members) = node.value, members.contains(where: { isNull($0.value) }) else {
      return node
    }
    var result = node
    result.value = .object(members.filter { !isNull($0.value) })
    result.omitsBoundNulls = members.contains { $0.value.value != .null && isNull($0.value) }
    return result
  }

  /// Counts a value that other code reads if it is a binding whose value is null.
  func countNull(_ node: JSONNode) {
    if isNull(node) { scope.budget.countNull() }
  }

  /// Whether a value is null, or a text that is a single binding with the value null.
  package func isNull(_ node: JSONNode) -> Bool {
    switch node.value {
    case .null: return true
    case .string(let text) where !node.isBound && Binding.hasBinding(text):
      guard let pieces = try? scope.texts.pieces(of: text), pieces.count == 1,
        case .binding(let expression) = pieces[0], expression.mayBeNull
      else { return false }
      let found =
        if case .path(let path) = expression { try? scope.value(path, isNoted: false) } else {
          try? Binding.value(of: expression, scope: scope)
        }
      return found?.isNull == true
    default: return false
    }
  }

  /// The node with its binding resolved; nil after logging an error.
  ///
  /// - Parameter inPlace: Whether only the value itself is marked as bound, and not its descendants.
  package func filled(_ node: JSONNode, _ path: JSONPath, inPlace: Bool = false) -> JSONNode? {
    guard !node.isBound, case .string = node.value else { return node }
    return Binding.fill(node, scope: scope, log: log, file: file, path: path, inPlace: inPlace)
  }
}

extension ReadContext {
  /// An element of a list after evaluating `if` and `forEach`, with its scope.
  package typealias Element = (node: JSONNode, path: JSONPath, context: ReadContext)

  /// The elements of a list after evaluating `if` and `forEach`.
  package func expand(_ nodes: [JSONNode], _ path: JSONPath, most: Int, noun: String = "parts") -> [Element] {
    expand(nodes, path, most: most, noun: noun) { ($0.node, $0.path, with(scope: $0.scope)) }
  }

  /// As above, with a transformation of each element.
  package func expand<Result>(
    _ nodes: [JSONNode], _ path: JSONPath, most: Int, noun: String, _ make: (Repetition.Element) -> Result
  ) -> [Result] {
    Repetition.expand(
      list: nodes, at: path, scope: scope, limit: most, noun: noun, log: log, file: file, make)
  }

  /// The elements of a list, or of the single template that a container's `forEach` repeats.
  package func elements(
    _ node: JSONNode, _ path: JSONPath, what: String, most: Int = Limits.nodes, noun: String = "parts"
  ) -> [Element]? {
    switch node.value {
    case .array(let nodes): return expand(nodes, path, most: most, noun: noun)
    case .object: return expand([node], path, most: most, noun: noun).map { ($0.node, path, $0.context) }
    default:
      mismatch(node, path, expected: what)
      return nil
    }
  }
}

extension ReadContext {
  /// Checks the range and the values of a control.
  ///
  /// An empty range is an error; values outside are warnings.
  package func checkRange(
    _ minimum: Double, _ maximum: Double, _ values: [Double], of node: JSONNode, _ path: JSONPath
  ) {
    guard minimum < maximum else {
      let key = node["maximumValue"] == nil ? "minimumValue" : "maximumValue"
      error(
        node[key] ?? node, path.key(key),
        "'maximumValue' \(JSONNumber.format(maximum)) is not above 'minimumValue' \(JSONNumber.format(minimum))"
      )
      return
    }
    for value in values where value < minimum || value > maximum {
      let nearest = value < minimum ? minimum : maximum
      warning(
        "\(JSONNumber.format(value)) is outside \(JSONNumber.format(minimum))…\(JSONNumber.format(maximum)) and is drawn as "
          + JSONNumber.format(nearest), key: "value", of: node, path)
    }
  }
}

extension ReadContext {
  /// Reports properties that have no effect in combination with others; a null counts as absent.
  ///
  /// - Parameters:
  ///   - reason: The end of the sentence "'key' has no effect …".
  ///   - hint: How to fix it, if known.
  package func refuse(
    _ keys: [String], of node: JSONNode, _ path: JSONPath, _ reason: String, hint: String? = nil
  ) {
    for (key, value) in given(keys, in: node) {
      error(value, path.key(key), "'\(key)' has no effect \(reason)", hint: hint)
    }
  }

  /// Reports properties that belong to other kinds of the object.
  package func refuse(
    _ keys: [String], of node: JSONNode, _ path: JSONPath, _ reason: String, owners: [String]
  ) {
    let hint = "it belongs to " + owners.map { "'\($0)'" }.joined(separator: " and ")
    refuse(keys, of: node, path, reason, hint: hint)
  }

  /// Warns about properties that are not visible in combination with others.
  ///
  /// - Parameters:
  ///   - reason: The end of the sentence "'key' has no effect …".
  ///   - hint: How to fix it.
  package func noteUnseen(
    _ keys: [String], of node: JSONNode, _ path: JSONPath, _ reason: String, hint: String? = nil
  ) {
    for (key, value) in given(keys, in: node) {
      warning(value, path.key(key), "'\(key)' has no effect \(reason)", hint: hint, code: .noEffect)
    }
  }

  /// Reports a property without effect, with a complete sentence as the reason.
  package func refuse(_ key: String, of node: JSONNode, _ path: JSONPath, because sentence: String) {
    for (key, value) in given([key], in: node) {
      error(value, path.key(key), "'\(key)' has no effect: \(sentence)")
    }
  }

  /// The properties that are set, with their values.
  ///
  /// Empty if bindings omit other properties of the object, because with other data these properties may have
  /// an effect.
  private func given(_ keys: [String], in node: JSONNode) -> [(key: String, value: JSONNode)] {
    node.omitsBoundNulls ? [] : keys.compactMap { key in node[key].map { (key, $0) } }
  }

  /// Reports negative safe area insets.
  package func checkSafeArea(_ insets: Insets, of node: JSONNode, _ path: JSONPath) {
    guard min(min(insets.top, insets.bottom), min(insets.left, insets.right)) < 0 else { return }
    let key = "safeAreaInsets"
    error(node[key] ?? node, path.key(key), "insets of the safe area cannot be negative")
  }
}

/// The available font families.
package final class FamilyList {
  private let find: (String) -> Result<String, RasterError>
  private var known: [String: Result<String, RasterError>] = [:]

  /// The hint for an unknown font family.
  static func hint(_ nearest: String?) -> String {
    nearest.map { "did you mean '\($0)'?" }
      ?? "name its file in the deck's 'fonts', or choose one of 'cardshot list fonts'"
  }

  package init(_ find: @escaping (String) -> Result<String, RasterError>) { self.find = find }

  /// The canonical name of the family for a name in a deck.
  func resolve(_ name: String) -> Result<String, RasterError> {
    if let result = known[name] { return result }
    let result = find(name)
    known[name] = result
    return result
  }

  package func has(_ name: String) -> Bool { if case .success = resolve(name) { true } else { false } }
}

/// Counts the parts of a whole deck.
package final class NodeCounter {
  package private(set) var count = 0
  /// Whether the limit was exceeded, which is already logged.
  package var isExhausted = false

  package init() {}

  /// Takes the next number; nil if the limit is reached.
  package func next() -> Int? {
    guard count < Limits.nodes else { return nil }
    count += 1
    return count
  }

  /// Takes several numbers; returns false, and takes none, if the limit would be exceeded.
  package func take(_ numbers: Int) -> Bool {
    guard count + numbers <= Limits.nodes else { return false }
    count += numbers
    return true
  }
}
