import CardRaster

/// Reads a theme in a deck: a name, the path of a theme file, or an object with `base` and overrides.
///
/// The appearance is that of the context's theme.
struct ThemeReading {
  let context: ReadContext
  let file: String

  /// The context with the default theme.
  var standard: ReadContext {
    themed(Chain(preset: ThemeRegistry.standard)) { _ in Chain(preset: ThemeRegistry.standard) }
  }

  /// The context with the theme of a node and its components.
  ///
  /// Returns the same context after an error, which is added to the log.
  func themed(_ node: JSONNode, _ path: JSONPath) -> ReadContext {
    guard let filled = context.given(node, path), let chain = chain(filled, path, context, depth: 0) else {
      return context
    }
    return themed(chain) { quiet in self.chain(filled, path, quiet, depth: 0) ?? chain }
  }

  /// The context with a theme.
  ///
  /// - Parameter other: Reads the theme again in another appearance.
  private func themed(_ chain: Chain, other: @escaping (ReadContext) -> Chain) -> ReadContext {
    let context = context
    let otherAppearance = ReadContext.OtherAppearance {
      let appearance: Appearance = context.theme.appearance == .light ? .dark : .light
      var theme = ThemeRegistry.standard.theme(for: appearance)
      theme.direction = context.theme.direction
      // Its errors have been reported.
      let quiet = context.with(
        scope: context.scope, log: IssueLog(files: context.log.files), counter: NodeCounter()
      ).with(theme: theme)
      return other(quiet).theme(for: quiet)
    }
    return context.with(
      theme: chain.theme(for: context), components: chain.components(over: context),
      otherAppearance: otherAppearance)
  }

  /// A preset with overriding layers, the lowest first: a theme file over its base, then the deck's values.
  private struct Chain {
    var preset: ThemePreset
    var layers: [Layer] = []

    /// An object with values.
    struct Layer {
      var node: JSONNode
      var path: JSONPath
      var context: ReadContext
      /// Keys that are not values of the theme.
      var others: [String]
    }

    /// The theme: the base values of all layers, then the values derived from them, then the fields by name.
    ///
    /// The deck's brand and the size of its canvas change the preset only, so values of layers are used
    /// unchanged.
    ///
    /// - Parameter appearance: replaces the appearance of the context.
    func theme(for context: ReadContext, _ appearance: Appearance? = nil) -> ResolvedTheme {
      let appearance = appearance ?? context.theme.appearance
      var base = preset.base(appearance)
      if let family = preset.headingFamilies.first(where: { context.families.has($0) }) {
        base.headingFontFamily = family
      }
      let setting = context.setting
      setting.brand?.apply(to: &base, for: appearance, isFilled: preset.growsWithCanvas)
      if preset.growsWithCanvas { base = base.growing(by: setting.growth, margin: setting.margin) }
      let direction = context.theme.direction
      guard !layers.isEmpty else {
        return changing(preset.theme(base, for: appearance)) { $0.direction = direction }
      }
      let baseKeys = ResolvedTheme.Base.fields.fields.map(\.name)
      let themeKeys = ResolvedTheme.fields.keys.allNames
      for layer in layers {
        // Names of colours refer to those of the preset.
        var named = layer.context.theme
        named.compatibility = preset.theme(base, for: appearance).compatibility
        ResolvedTheme.Base.fields.read(
          layer.node, layer.path, layer.context.with(theme: named), into: &base,
          others: themeKeys + layer.others, what: "a theme")
      }
      var theme = preset.theme(base, for: appearance)
      theme.direction = direction
      for layer in layers {
        ResolvedTheme.fields.read(
          layer.node, layer.path, layer.context.with(theme: theme), into: &theme,
          others: baseKeys + layer.others, what: "a theme")
      }
      return theme
    }

    /// The components of the context and of all layers; later ones override earlier ones with the same name.
    func components(over context: ReadContext) -> [String: Component] {
      layers.reduce(context.components) { known, layer in
        guard let node = layer.node["components"] else { return known }
        return Component.read(node, layer.path.key("components"), layer.context.with(components: known)) {
          context.kind(ofPart: $0) != nil
        }
      }
    }

    /// Adds an object as a layer, and its values for the current appearance as another layer.
    ///
    /// The values for the other appearance are read into an unused theme, so that their errors are always
    /// reported.
    mutating func addLayers(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
      layers.append(Layer(node: node, path: path, context: context, others: ThemeReading.others))
      let appearance = context.theme.appearance
      for variant in Appearance.allCases {
        guard let given = node[variant.rawValue] else { continue }
        let place = path.key(variant.rawValue)
        guard let filled = context.given(given, place) else { continue }
        guard case .object = filled.value else {
          context.mismatch(filled, place, expected: "an object with the theme's \(variant.rawValue) values")
          continue
        }
        if variant == appearance {
          layers.append(Layer(node: filled, path: place, context: context, others: []))
        } else {
          var unused = Chain(preset: preset)
          unused.layers = [Layer(node: filled, path: place, context: context, others: [])]
          _ = unused.theme(for: context, variant)
        }
      }
    }
  }

  /// A theme in object form.
  static let object = ObjectSchema("themeObject", "A theme: the values that differ from its base.") {
    [
      PropertyDoc(
        name: "base", kindName: "theme", schema: .reference(.theme), summary: "The theme that is changed."),
      PropertyDoc(
        name: "$schema", kindName: "text", schema: .string, summary: "Lets editors check the theme; ignored.",
        isBound: false),
      PropertyDoc(
        name: "name", kindName: "text", schema: .string, summary: "A name for readers; ignored.",
        isBound: false),
      PropertyDoc(
        name: "components", kindName: "components", schema: Component.allSchema,
        summary: "Components: parts made of other parts, by the name used as `type`.", isBound: false),
    ]
      + Appearance.allCases.map {
        PropertyDoc(
          name: $0.rawValue, kindName: "object", schema: .object(variant),
          summary: "Values for the \($0.rawValue) appearance only.")
      } + values
  }

  /// The values of a theme for one appearance.
  private static let variant = ObjectSchema(
    "themeVariant", "Values for one appearance only.", properties: { values })

  /// The values of a theme, without defaults because these depend on the base.
  private static var values: [PropertyDoc] {
    (PropertyDoc.all(ResolvedTheme.Base.fields, ResolvedTheme.Base())
      + PropertyDoc.all(ResolvedTheme.fields, ThemeRegistry.standard.theme())).map {
        PropertyDoc(name: $0.name, kindName: $0.kindName, schema: $0.schema, summary: $0.summary)
      }
  }

  /// The keys of a theme that are not values.
  static let others = ["base", "$schema", "name", "components"] + Appearance.allCases.map(\.rawValue)

  private func chain(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext, depth: Int) -> Chain? {
    switch node.value {
    case .string(let name):
      if let preset = ThemeRegistry.preset(named: name) { return Chain(preset: preset) }
      if FilePath.isJSON(name) { return fromFile(name, node, path, context, depth: depth) }
      return context.error(
        node, path, "unknown theme '\(name)'",
        hint: Appearance(rawValue: name.lowercased()).map {
          "the appearance is a key of the deck, \"appearance\": \"\($0.rawValue)\", or the option 'appearance'"
        } ?? Spelling.question(for: name, in: ThemeRegistry.presets.map(\.name))
          ?? "the themes are \(ThemeRegistry.presets.map(\.name).joined(separator: ", ")); a theme file ends in .json or .jsonc",
        code: .unknownTheme)
    case .object:
      var result: Chain? = Chain(preset: ThemeRegistry.standard)
      let place = path.key("base")
      if let base = node["base"], !context.isNull(base) {
        result = context.filled(base, place).flatMap { chain($0, place, context, depth: depth) }
      }
      result?.addLayers(node, path, context)
      return result
    default:
      return context.mismatch(node, path, expected: "a theme: a name, a path or an object")
    }
  }

  private func fromFile(
    _ name: String, _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, depth: Int
  ) -> Chain? {
    guard depth < 8 else {
      return context.error(node, path, "theme files refer to each other more than 8 deep")
    }
    guard context.allowsFile(node, path) else { return nil }
    let bytes: [UInt8]
    do throws(RasterError) {
      bytes = try context.assets.bytes(name, limit: Limits.jsonBytes)
    } catch {
      context.error(node, path, error)
      return nil
    }
    do throws(DeckIssue) {
      let root = try JSONScanner.scan(bytes, file: name)
      let inner = ReadContext(
        file: name, log: context.log, theme: context.theme, assets: context.assets,
        families: context.families,
        scope: context.scope, counter: context.counter, setting: context.setting)
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
