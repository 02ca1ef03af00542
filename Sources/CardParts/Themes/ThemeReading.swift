import CardRaster

/// Reads a theme out of a deck: a name, the path of a theme file, or an object with `base` and overrides.
struct ThemeReading {
  let context: ReadContext
  let file: String

  /// The theme of a node; the standard one when the node is wrong, which is in the log then.
  func theme(_ node: JSONNode, _ path: JSONPath) -> Theme {
    guard let filled = context.filled(node, path) else { return context.theme }
    guard let chain = chain(filled, path, context, depth: 0) else { return context.theme }
    return chain.theme()
  }

  /// A preset and what is laid over it, the lowest first: a theme file over its base, the deck's overrides over that.
  private struct Chain {
    var preset: ThemePreset
    var layers: [(node: JSONNode, path: JSONPath, context: ReadContext)] = []

    /// Base values of all layers first, then all that follows from them, then the fields by name.
    func theme() -> Theme {
      let baseKeys = Theme.Base.fields.fields.map(\.name)
      let others = ["base", "$schema", "name"]
      let themeKeys = Theme.fields.fields.map(\.name)
      var base = preset.base
      for layer in layers {
        Theme.Base.fields.read(
          layer.node, layer.path, layer.context, into: &base, others: themeKeys + others, what: "a theme")
      }
      var theme = preset.theme(base)
      for layer in layers {
        Theme.fields.read(
          layer.node, layer.path, layer.context.with(theme: theme), into: &theme, others: baseKeys + others,
          what: "a theme")
      }
      return theme
    }
  }

  private func chain(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext, depth: Int) -> Chain? {
    switch node.value {
    case .string(let name):
      if let preset = ThemeRegistry.preset(named: name) { return Chain(preset: preset) }
      if name.lowercased().hasSuffix(".json") { return fromFile(name, node, path, context, depth: depth) }
      let near = Spelling.nearest(to: name, in: ThemeRegistry.presets.map(\.name))
      context.error(
        node, path, "unknown theme '\(name)'",
        hint: near.map { "did you mean '\($0)'?" } ?? "a theme file ends in .json")
      return nil
    case .object:
      var result: Chain? = Chain(preset: ThemeRegistry.standard)
      if let base = node["base"] {
        let place = path.key("base")
        result = context.filled(base, place).flatMap { chain($0, place, context, depth: depth) }
      }
      result?.layers.append((node, path, context))
      return result
    default:
      context.mismatch(node, path, expected: "a theme: a name, a path or an object")
      return nil
    }
  }

  private func fromFile(
    _ name: String, _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, depth: Int
  ) -> Chain? {
    guard depth < 8 else {
      context.error(node, path, "theme files refer to each other more than 8 deep")
      return nil
    }
    let bytes: [UInt8]
    do throws(RasterError) {
      bytes = try FileReading.read(path: try context.assets.path(name), limit: Limits.jsonBytes)
    } catch {
      context.error(node, path, error.message)
      return nil
    }
    do throws(DeckIssue) {
      let root = try JSONScanner.scan(bytes, file: name)
      let inner = ReadContext(
        file: name, log: context.log, theme: context.theme, assets: context.assets,
        families: context.families,
        scope: context.scope, counter: context.counter)
      guard case .object = root.value else {
        inner.mismatch(root, .root, expected: "an object with a theme")
        return nil
      }
      return chain(root, .root, inner, depth: depth + 1)
    } catch {
      context.log.add(error)
    }
    return nil
  }
}
