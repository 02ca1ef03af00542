import CardRaster

/// What a property needs to know while it is read out of a deck: where it is, what is bound, and the theme.
///
/// One per scope of bindings; the log, the assets and the fonts are shared by all contexts of one run.
final class ReadContext {
  /// What many contexts have in common.
  ///
  /// A theme is large, and there is a context for every row of a table: they must not each hold a copy.
  private final class Common {
    let file: String
    let log: IssueLog
    let theme: ResolvedTheme
    let assets: AssetStore
    let families: FamilyList
    let counter: NodeCounter
    let scale: Double
    let setting: ThemeSetting

    init(
      file: String, log: IssueLog, theme: ResolvedTheme, assets: AssetStore, families: FamilyList,
      counter: NodeCounter, scale: Double, setting: ThemeSetting
    ) {
      self.file = file
      self.log = log
      self.theme = theme
      self.assets = assets
      self.families = families
      self.counter = counter
      self.scale = scale
      self.setting = setting
    }
  }

  private let common: Common
  /// The parts that the deck and its themes make of others, by name.
  let components: [String: Component]
  /// The values that bindings see.
  let scope: BindingScope
  /// How deep in containers the part stands that is being read.
  let depth: Int

  /// The file that the nodes come from.
  var file: String { common.file }
  /// Where problems go.
  var log: IssueLog { common.log }
  /// The theme that names of colours and fonts are looked up in.
  var theme: ResolvedTheme { common.theme }
  /// Where pictures come from.
  var assets: AssetStore { common.assets }
  /// Says whether a font family can be had, and which one is near if not.
  var families: FamilyList { common.families }
  /// Counts the parts of the deck against `Limits.nodes`.
  var counter: NodeCounter { common.counter }
  /// Pixels in a point.
  var scale: Double { common.scale }
  /// What all themes of the deck follow.
  var setting: ThemeSetting { common.setting }

  init(
    file: String, log: IssueLog, theme: ResolvedTheme, assets: AssetStore, families: FamilyList,
    scope: BindingScope,
    counter: NodeCounter, scale: Double = 1, setting: ThemeSetting = ThemeSetting(), depth: Int = 0,
    components: [String: Component] = [:]
  ) {
    self.components = components
    common = Common(
      file: file, log: log, theme: theme, assets: assets, families: families, counter: counter, scale: scale,
      setting: setting)
    self.scope = scope
    self.depth = depth
  }

  private init(_ common: Common, _ scope: BindingScope, depth: Int, _ components: [String: Component]) {
    self.components = components
    self.common = common
    self.scope = scope
    self.depth = depth
  }

  /// The same context with other values bound, another theme, or one level deeper.
  func with(
    scope: BindingScope? = nil, theme: ResolvedTheme? = nil, scale: Double? = nil,
    setting: ThemeSetting? = nil,
    deeper: Bool = false, components: [String: Component]? = nil, file: String? = nil
  ) -> ReadContext {
    let components = components ?? self.components
    let (scope, depth) = (scope ?? self.scope, depth + (deeper ? 1 : 0))
    guard theme != nil || scale != nil || setting != nil || file.map({ $0 != self.file }) == true else {
      return ReadContext(common, scope, depth: depth, components)
    }
    return ReadContext(
      file: file ?? self.file, log: log, theme: theme ?? self.theme, assets: assets, families: families,
      scope: scope, counter: counter, scale: scale ?? self.scale, setting: setting ?? self.setting,
      depth: depth, components: components)
  }

  /// The same context for one card of many, which has problems and limits of its own.
  func with(scope: BindingScope, log: IssueLog, counter: NodeCounter) -> ReadContext {
    ReadContext(
      file: file, log: log, theme: theme, assets: assets, families: families, scope: scope, counter: counter,
      scale: scale, setting: setting, depth: depth, components: components)
  }

  /// The name of the file that a node stands in.
  func fileName(of node: JSONNode) -> String { log.fileName(of: node.place, in: file) }

  /// Reports an error at a node.
  func error(
    _ node: JSONNode, _ path: JSONPath, _ message: String, hint: @autoclosure () -> String? = nil,
    code: DeckIssue.Code? = nil
  ) {
    log.add(
      DeckIssue(.error, file: file, place: node.place, path: path, message: message, code: code), hint: hint)
  }

  /// Reports what drawing, decoding or a file threw for a node.
  func error(_ node: JSONNode, _ path: JSONPath, _ error: RasterError) {
    log.add(DeckIssue(error, file: file, place: node.place, path: path))
  }

  /// Reports a value of the wrong kind.
  func mismatch(_ node: JSONNode, _ path: JSONPath, expected: String, hint: @autoclosure () -> String? = nil)
  {
    error(node, path, "expected \(expected), found \(node.briefText)", hint: hint())
  }

  /// Reports something doubtful at a node.
  func warning(
    _ node: JSONNode, _ path: JSONPath, _ message: String, hint: String? = nil, code: DeckIssue.Code? = nil
  ) {
    log.add(
      DeckIssue(
        .warning, file: file, place: node.place, path: path, message: message, hint: hint, code: code))
  }

  /// Reports something doubtful about a property of an object.
  func warning(_ message: String, key: String, of node: JSONNode, _ path: JSONPath, hint: String? = nil) {
    warning(node[key] ?? node, path.key(key), message, hint: hint)
  }

  /// The value of an optional property with its binding filled in; nil when it is absent, null or wrong, which is in the
  /// log then.
  func given(_ node: JSONNode?, _ path: JSONPath) -> JSONNode? {
    guard let node, let filled = filled(node, path) else { return nil }
    if case .null = filled.value { return nil }
    return filled
  }

  /// The object without the members whose values are null, written or bound.
  func withoutNulls(_ node: JSONNode) -> JSONNode {
    guard case .object(let members) = node.value, members.contains(where: { isNull($0.value) }) else {
      return node
    }
    var result = node
    result.value = .object(members.filter { !isNull($0.value) })
    result.omitsBoundNulls = members.contains { $0.value.value != .null && isNull($0.value) }
    return result
  }

  /// Whether a value is null, or a binding alone in its text that gives null.
  func isNull(_ node: JSONNode) -> Bool {
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
      if case .null? = found?.value { return true }
      return false
    default: return false
    }
  }

  /// The node with its binding filled in; nil when that failed, which is in the log then.
  ///
  /// - Parameter inPlace: whether only the value itself is marked as bound, and nothing in it.
  func filled(_ node: JSONNode, _ path: JSONPath, inPlace: Bool = false) -> JSONNode? {
    guard !node.isBound, case .string = node.value else { return node }
    return Binding.fill(node, scope: scope, log: log, file: file, path: path, inPlace: inPlace)
  }
}

extension ReadContext {
  /// An entry of a list after `if` and `forEach`, with what is bound there.
  typealias Element = (node: JSONNode, path: JSONPath, context: ReadContext)

  /// The entries of a list with `if` and `forEach` done.
  func expand(_ nodes: [JSONNode], _ path: JSONPath, most: Int, noun: String = "parts") -> [Element] {
    expand(nodes, path, most: most, noun: noun) { ($0.node, $0.path, with(scope: $0.scope)) }
  }

  /// The same, with something else made of each entry.
  func expand<Result>(
    _ nodes: [JSONNode], _ path: JSONPath, most: Int, noun: String, _ make: (Repetition.Element) -> Result
  ) -> [Result] {
    Repetition.expand(
      list: nodes, at: path, scope: scope, limit: most, noun: noun, log: log, file: file, make)
  }

  /// The entries of a list, or of the single template that a container's `forEach` repeats.
  func elements(
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
  /// Checks the range and the values of a control: the range must not be empty, and values outside are doubtful.
  func checkRange(
    _ minimum: Double, _ maximum: Double, _ values: [Double], of node: JSONNode, _ path: JSONPath
  ) {
    guard minimum < maximum else {
      let key = node["maximumValue"] == nil ? "minimumValue" : "maximumValue"
      error(
        node[key] ?? node, path.key(key),
        "'maximumValue' \(JSONNumber.text(maximum)) is not above 'minimumValue' \(JSONNumber.text(minimum))")
      return
    }
    for value in values where value < minimum || value > maximum {
      let nearest = value < minimum ? minimum : maximum
      warning(
        "\(JSONNumber.text(value)) is outside \(JSONNumber.text(minimum))…\(JSONNumber.text(maximum)) and is drawn as "
          + JSONNumber.text(nearest), key: "value", of: node, path)
    }
  }
}

extension ReadContext {
  /// Reports properties that are given and can do nothing beside the others; a null stands for an absent one.
  ///
  /// - Parameters:
  ///   - reason: how the sentence ends that begins with "'key' has no effect".
  ///   - hint: what to do instead, where that is known.
  func refuse(
    _ keys: [String], of node: JSONNode, _ path: JSONPath, _ reason: String, hint: String? = nil
  ) {
    for (key, value) in given(keys, in: node) {
      error(value, path.key(key), "'\(key)' has no effect \(reason)", hint: hint)
    }
  }

  /// Reports properties that are given and belong to other kinds of what the object describes.
  func refuse(
    _ keys: [String], of node: JSONNode, _ path: JSONPath, _ reason: String, owners: [String]
  ) {
    let hint = "it belongs to " + owners.map { "'\($0)'" }.joined(separator: " and ")
    refuse(keys, of: node, path, reason, hint: hint)
  }

  /// Tells of properties that are given and are not seen beside the others.
  ///
  /// - Parameters:
  ///   - reason: how the sentence ends that begins with "'key' has no effect".
  ///   - hint: what to do instead.
  func noteUnseen(
    _ keys: [String], of node: JSONNode, _ path: JSONPath, _ reason: String, hint: String? = nil
  ) {
    for (key, value) in given(keys, in: node) {
      warning(value, path.key(key), "'\(key)' has no effect \(reason)", hint: hint, code: .noEffect)
    }
  }

  /// Reports a property that is given and can do nothing, with a sentence of its own that says why.
  func refuse(_ key: String, of node: JSONNode, _ path: JSONPath, because sentence: String) {
    for (key, value) in given([key], in: node) {
      error(value, path.key(key), "'\(key)' has no effect: \(sentence)")
    }
  }

  /// The properties that are given, with their values; none where bindings leave others out, beside which they may have
  /// an effect with other data.
  private func given(_ keys: [String], in node: JSONNode) -> [(key: String, value: JSONNode)] {
    node.omitsBoundNulls ? [] : keys.compactMap { key in node[key].map { (key, $0) } }
  }

  /// Reports what the screen takes of the edges where it is less than nothing.
  func check(safeArea insets: Insets, of node: JSONNode, _ path: JSONPath) {
    guard min(min(insets.top, insets.bottom), min(insets.left, insets.right)) < 0 else { return }
    let key = "safeAreaInsets"
    error(node[key] ?? node, path.key(key), "insets of the safe area cannot be negative")
  }
}

/// The font families that a deck may name.
final class FamilyList {
  private let find: (String) -> Result<String, RasterError>
  private var known: [String: Result<String, RasterError>] = [:]

  /// The way out of a family that is not there.
  static func hint(_ nearest: String?) -> String {
    nearest.map { "did you mean '\($0)'?" }
      ?? "name its file in the deck's 'fonts', or choose one of 'cardshot list fonts'"
  }

  init(_ find: @escaping (String) -> Result<String, RasterError>) { self.find = find }

  /// The family's own name for a name in a deck.
  func resolve(_ name: String) -> Result<String, RasterError> {
    if let result = known[name] { return result }
    let result = find(name)
    known[name] = result
    return result
  }

  /// Whether there is a family of a name.
  func has(_ name: String) -> Bool { if case .success = resolve(name) { true } else { false } }
}

/// Counts parts over a whole deck.
final class NodeCounter {
  private(set) var count = 0
  /// Whether a part more than allowed was asked for, which is in the log then.
  var isExhausted = false

  /// Takes the next number; nil when the limit is reached.
  func next() -> Int? {
    guard count < Limits.nodes else { return nil }
    count += 1
    return count
  }

  /// Takes several numbers; not when that would go beyond the limit.
  func take(_ numbers: Int) -> Bool {
    guard count + numbers <= Limits.nodes else { return false }
    count += numbers
    return true
  }
}
