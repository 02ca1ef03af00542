import CardCharts
import CardRaster

extension StackPart {
  /// Whether this is a horizontal stack of buttons with equal widths; such buttons centre their titles.
  fileprivate var isRowOfButtons: Bool {
    axis == .horizontal && distribution == .fillEqually && !arrangedSubviews.isEmpty
      && arrangedSubviews.allSatisfy { $0.part is ButtonPart }
  }
}

extension AnyPart {
  /// Whether this is a button or a row of buttons.
  fileprivate var isOfButtons: Bool {
    part is ButtonPart || (part as? StackPart)?.isRowOfButtons == true
  }

  /// Whether the title is centred in a button that is wider than its title, or this is a row of such buttons.
  fileprivate func isCentredButton(_ theme: ResolvedTheme) -> Bool {
    if let row = part as? StackPart { return row.isRowOfButtons }
    guard let button = part as? ButtonPart else { return false }
    if let alignment = button.contentHorizontalAlignment { return alignment == .center }
    return common.backgroundColor != nil || (button.style ?? theme.buttonStyle) != .plain
  }

  /// This part with a centred title if it is a button without `contentHorizontalAlignment`.
  fileprivate var asCentredButton: AnyPart {
    guard var button = part as? ButtonPart, button.contentHorizontalAlignment == nil else { return self }
    button.contentHorizontalAlignment = .center
    return changing(self) { $0.part = button }
  }
}

extension [AnyPart] {
  /// The same parts with consistent button titles.
  ///
  /// In each run of adjacent buttons, if one title is centred, all are.
  func withAlignedButtons(_ theme: ResolvedTheme) -> [AnyPart] {
    guard theme.compatibility.centersButtonTitles else { return self }
    var result = self
    var start = startIndex
    while let first = self[start...].firstIndex(where: \.isOfButtons) {
      let end = self[first...].firstIndex { !$0.isOfButtons } ?? endIndex
      if self[first..<end].contains(where: { $0.isCentredButton(theme) }) {
        for index in first..<end { result[index] = self[index].asCentredButton }
      }
      start = end
    }
    return result
  }
}

extension AnyPart {
  /// The properties that the deck sets to something other than their default.
  var given: [GivenProperty] {
    let own = Swift.type(of: part).kind.given(part)
    let runs = (part as? any HoldsRuns)?.givenOfRuns ?? []
    let lines = (part as? HistogramPart)?.givenOfLines ?? []
    return own + runs + lines
      + GivenProperty.all(of: common, PartCommon.allFields.fields, unlike: common.fresh)
  }
}

extension PartCommon {
  /// Common properties with default values.
  ///
  /// It has an empty decoration if this one has a decoration, so that only the decoration's own properties
  /// are compared.
  fileprivate var fresh: PartCommon {
    var result = PartCommon()
    if decoration != nil { result.decoration = PartDecoration() }
    return result
  }
}

extension HistogramPart {
  /// The lines that the deck sets, as one value.
  fileprivate var givenOfLines: [GivenProperty] {
    guard let lines = histogramLines else { return [] }
    let names = [(lines.bottom, "bottom"), (lines.middle, "middle"), (lines.top, "top")].filter(\.0).map(\.1)
    let words = names.isEmpty ? "none" : names.joined(separator: ", ")
    return [GivenProperty(name: "histogramLines", value: words)]
  }
}

extension AnyPart {
  /// The same part with `style: plain` if it is a button without a style, as next to the texts of a row.
  var asPlainButton: AnyPart {
    guard var button = part as? ButtonPart, button.style == nil else { return self }
    button.style = .plain
    return AnyPart(
      type: type, common: common, part: button, number: number, path: path, place: place,
      repetition: repetition)
  }
}

extension ReadContext {
  /// The kind of a part: a built-in kind, or a custom kind registered by the caller.
  func kind(ofPart type: String) -> PartKind? {
    PartRegistry.kind(named: type) ?? scope.custom.part(named: type, reading: .stackParts)
  }

  /// The context for a part with its own `direction` or `appearance`; nil for those of its container.
  fileprivate func styled(as node: JSONNode, _ path: JSONPath) -> ReadContext? {
    let directed = directed(as: node, path)
    guard let given = node["appearance"],
      case .string(let word)? = filled(given, path.key("appearance"))?.value,
      let appearance = Appearance(rawValue: word)
    else { return directed }
    return (directed ?? self).with(appearance: appearance)
  }

  private func directed(as node: JSONNode, _ path: JSONPath) -> ReadContext? {
    guard let given = node["direction"],
      case .string(let word)? = filled(given, path.key("direction"))?.value,
      let direction = LayoutDirection(rawValue: word), direction != theme.direction
    else { return nil }
    var theme = theme
    theme.direction = direction
    return with(theme: theme)
  }

  /// The types of all parts except components.
  fileprivate var namesOfParts: [String] {
    PartRegistry.entries.map(\.name) + scope.custom.partNames
  }
}

extension ValueKind where Value == [AnyPart] {
  /// A list of parts, with support for `if` and `forEach`.
  static var parts: Self { parts(in: .part) }

  /// A list of parts in a stack.
  static var stackParts: Self { parts(in: .stackPart) }

  /// A list of parts in layers.
  static var layerParts: Self { parts(in: .layerPart) }

  private static func parts(in shape: Schema.Reference) -> Self {
    ValueKind("parts", schema: .list(.reference(shape), 0...Limits.nodes)) { node, path, context in
      guard case .array(let nodes) = node.value else {
        return context.mismatch(node, path, expected: "a list of parts")
      }
      guard context.depth < Limits.nesting else {
        return context.error(node, path, "parts are nested deeper than the limit of \(Limits.nesting)")
      }
      var parts: [AnyPart] = []
      for (node, path, inner) in context.expand(
        nodes.map(AnyPart.movingRepetitionInside), path, most: Limits.nodes)
      {
        if let part = AnyPart.read(node, path, inner.with(deeper: true), in: shape) { parts.append(part) }
        // One error is enough: the limit exists to stop reading here.
        if context.counter.isExhausted { break }
      }
      // Layers are placed by their anchors, not below each other.
      return shape == .layerPart ? parts : parts.withAlignedButtons(context.theme)
    }
  }
}

extension ValueKind where Value == AnyPart {
  /// A single part, which may have an `if`.
  static var part: Self {
    ValueKind("part", schema: .reference(.singlePart)) { node, path, context in
      guard case .object = node.value else {
        return context.mismatch(node, path, expected: "a part such as { \"type\": \"text\", … }")
      }
      guard context.depth < Limits.nesting else {
        return context.error(node, path, "parts are nested deeper than the limit of \(Limits.nesting)")
      }
      let node = AnyPart.movingRepetitionInside(node)
      guard let element = context.expand([node], path, most: 1, noun: "part here").first else { return nil }
      return AnyPart.read(element.node, path, element.context.with(deeper: true), in: .singlePart)
    }
  }
}

extension AnyPart {
  /// Reads one part, or returns the cached part if the previous repetition had an equal one.
  ///
  /// - Parameter shape: The kind of container, which decides which container-specific properties are allowed.
  static func read(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, in shape: Schema.Reference
  ) -> AnyPart? {
    let scope = context.scope
    guard let memory = scope.memory else { return readAnew(node, path, context, in: shape) }
    let question = PartCache.Question(
      node: node, path: path, number: context.counter.count, depth: context.depth, place: shape.rawValue,
      names: scope.names, repetition: scope.repetition, file: context.file,
      grounds: context.theme.grounds)
    if let (part, parts): (AnyPart, Int) = memory.answer(to: question, in: scope),
      context.counter.take(parts)
    {
      return part
    }
    return memory.reading(question, in: scope, context.log) {
      var part = readAnew(node, path, context, in: shape)
      part?.stamp = memory.nextAnswer()
      return (part, context.counter.count)
    }
  }

  private static func readAnew(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, in shape: Schema.Reference
  ) -> AnyPart? {
    guard case .object = node.value else {
      return context.mismatch(node, path, expected: "a part such as { \"type\": \"text\", … }")
    }
    guard let typeNode = node["type"] else { return context.error(node, path, "a part needs 'type'") }
    guard let filled = context.filled(typeNode, path.key("type")) else { return nil }
    guard case .string(let type) = filled.value else {
      return context.mismatch(filled, path.key("type"), expected: "the type of a part")
    }
    if type == ChartPart.kind.name, let stack = ChartPart.stack(for: node, path, context) {
      return readAnew(stack, path, context, in: shape)
    }
    guard let kind = context.kind(ofPart: type) else {
      if let component = context.components[type] { return read(component, node, path, context, in: shape) }
      if let trait = PartRegistry.traits[type] {
        context.error(filled, path.key("type"), RasterError.leftOut("the part '\(type)'", trait: trait))
        return nil
      }
      return context.error(
        filled, path.key("type"), "unknown part type '\(type)'",
        hint: KeywordSuggestions.hint(forPart: type) { PartRegistry.kind(named: $0) != nil }
          ?? Spelling.question(for: type, in: context.namesOfParts + context.components.keys.sorted()))
    }
    guard let number = context.counter.next() else {
      if !context.counter.isExhausted {
        context.error(node, path, "more parts than the limit of \(Limits.nodes)")
        context.counter.isExhausted = true
      }
      return nil
    }
    var common = PartCommon()
    let inner = context.styled(as: node, path)
    var part = kind.read(node, path, inner ?? context, PartCommon.fields(in: shape), &common)
    if var stack = part as? StackPart {
      let isPanel = common.width == nil && common.height == nil && common.sizing?.aspectRatio == nil
      stack.panelRadius = isPanel ? common.cornerRadius?.largest ?? 0 : nil
      part = stack
    }
    if inner != nil, common.margins != nil, let margins = node["margins"] {
      // The margins belong to the container.
      common.margins = ValueKind<Insets>.insets.readOptional(margins, path.key("margins"), context)
    }
    if common.appearance != nil { common.theme = inner?.theme }
    if part.isAbsent { common.isHidden = true }
    if let radii = common.cornerRadius, !radii.isZero, !common.hasOutline, !part.clipsToCorners {
      context.warning(
        "'cornerRadius' has no effect without 'backgroundColor'", key: "cornerRadius", of: node, path)
    }
    if common.bleed, part.overlay != .none {
      context.warning(
        "'bleed' has no effect on a part that fills the card anyway", key: "bleed", of: node, path)
    }
    return AnyPart(
      type: type, common: common, part: part, number: number, path: path, place: node.place,
      repetition: context.scope.repetition)
  }

  /// Reads the part of a component; errors in it also name the place where the component is used.
  private static func read(
    _ component: Component, _ use: JSONNode, _ path: JSONPath, _ context: ReadContext,
    in shape: Schema.Reference
  ) -> AnyPart? {
    guard context.depth < Limits.nesting else {
      return context.error(use, path, "parts are nested deeper than the limit of \(Limits.nesting)")
    }
    guard let (part, scope) = component.filled(use, path, context) else { return nil }
    let line = use.place.map { "line \($0.line) of " } ?? ""
    let place = "\(line)\(context.fileName(of: use))"
    return context.log.noting("component '\(component.name)', used at \(path.text) in \(place)") {
      read(part, component.path, context.with(scope: scope, deeper: true, file: component.ownFile), in: shape)
    }
  }

  /// Moves `forEach` into the template of a part that has one, such as `cell` of a table.
  ///
  /// The part is drawn once, and its rows repeat.
  static func movingRepetitionInside(_ node: JSONNode) -> JSONNode {
    let isMoved = { (member: JSONNode.Member) in member.key == "forEach" || member.key == "as" }
    guard case .object(let members) = node.value, members.contains(where: isMoved),
      case .string(let type)? = node["type"]?.value,
      let key = PartRegistry.kind(named: type)?.template, let template = node[key]
    else { return node }
    var inner: [JSONNode.Member]
    switch template.value {
    case .object(let values): inner = values
    case .array: inner = [JSONNode.Member(key: "cardParts", keyPlace: template.place, value: template)]
    default: return node
    }
    inner += members.filter(isMoved)
    var result = node
    result.value = .object(
      members.filter { !isMoved($0) }.map { member in
        guard member.key == key else { return member }
        return JSONNode.Member(
          key: key, keyPlace: member.keyPlace, value: JSONNode(.object(inner), place: template.place))
      })
    return result
  }
}
