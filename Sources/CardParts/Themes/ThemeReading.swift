import CardRaster

/// Reads a theme out of a deck: a name, the path of a theme file, or an object with `base` and overrides.
struct ThemeReading {
  let context: ReadContext
  let file: String

  /// The theme of a node; the standard one when the node is wrong, which is in the log then.
  func theme(_ node: JSONNode, _ path: JSONPath, what: String) -> Theme {
    guard let filled = context.filled(node, path) else { return context.theme }
    return read(filled, path, context, depth: 0)
  }

  private func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext, depth: Int) -> Theme {
    switch node.value {
    case .string(let name):
      if let preset = ThemeRegistry.preset(named: name) { return preset.theme() }
      if name.lowercased().hasSuffix(".json") { return fromFile(name, node, path, context, depth: depth) }
      let near = Spelling.nearest(to: name, in: ThemeRegistry.presets.map(\.name))
      context.error(
        node, path, "unknown theme '\(name)'",
        hint: near.map { "did you mean '\($0)'?" } ?? "a theme file ends in .json")
      return context.theme
    case .object: return overrides(node, path, context, depth: depth)
    default:
      context.mismatch(node, path, expected: "a theme: a name, a path or an object")
      return context.theme
    }
  }

  /// A theme over its base: base values first, then all that follows from them, then the fields by name.
  private func overrides(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext, depth: Int) -> Theme {
    var preset = ThemeRegistry.standard
    var start: Theme?
    if let base = node["base"], let filled = context.filled(base, path.key("base")) {
      if case .string(let name) = filled.value, let known = ThemeRegistry.preset(named: name) {
        preset = known
      } else {
        start = read(filled, path.key("base"), context, depth: depth)
      }
    }
    let baseKeys = Theme.Base.fields.fields.map(\.name)
    let themeKeys = Theme.fields.fields.map(\.name)
    let ours = ["base", "$schema", "name"]
    var theme = start ?? preset.theme()
    if baseKeys.contains(where: { node[$0] != nil }) {
      var base = start?.base ?? preset.base
      Theme.Base.fields.read(node, path, context, into: &base, others: themeKeys + ours, what: "a theme")
      theme = preset.theme(base)
    }
    Theme.fields.read(
      node, path, context.with(theme: theme), into: &theme, others: baseKeys + ours, what: "a theme")
    return theme
  }

  private func fromFile(
    _ name: String, _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, depth: Int
  ) -> Theme {
    guard depth < 8 else {
      context.error(node, path, "theme files refer to each other more than 8 deep")
      return context.theme
    }
    let bytes: [UInt8]
    do throws(RasterError) {
      bytes = try FileReading.read(path: try context.assets.path(name), limit: Limits.jsonBytes)
    } catch {
      context.error(node, path, error.message)
      return context.theme
    }
    do throws(DeckIssue) {
      let root = try JSONScanner.scan(bytes, file: name)
      let inner = ReadContext(
        file: name, log: context.log, theme: context.theme, assets: context.assets,
        families: context.families,
        scope: context.scope, counter: context.counter)
      guard case .object = root.value else {
        inner.mismatch(root, .root, expected: "an object with a theme")
        return context.theme
      }
      return read(root, .root, inner, depth: depth + 1)
    } catch {
      context.log.add(error)
    }
    return context.theme
  }
}
