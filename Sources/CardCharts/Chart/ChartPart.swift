package import CardModel
package import CardRaster

/// A data chart, with marks such as columns, lines, areas, points, slices and cells.
package struct ChartPart: CardPart {
  var spec = ChartSpec()
  var growing = GrowAnimation()
  /// The compiled chart; nil if the specification or its data have errors.
  private(set) var model: ChartModel?

  package static let kind = PartKind(
    "chart", .chart,
    "A chart of data: columns, lines, areas, points, slices, cells and combinations of them.",
    example:
      ##"{ "type": "chart", "mark": "column", "height": 180, "data": { "month": ["Jan", "Feb", "Mar", "Apr", "May", "Jun"], "revenue": [12, 18, 15, 22, 27, 31] }, "x": "month", "y": "revenue", "valueLabels": true }"##,
    adapt: { VegaLiteAdapter.adapt($0, $1, $2) }, make: { ChartPart() }, needs: [["mark", "layer"]],
    fields: {
      ChartSpec.fields.fields.map { $0.lifted(\.spec) }
      GrowAnimation.fields.fields.map { $0.lifted(\.growing) }
    }, refused: ChartSpec.refused, ignored: ChartSpec.ignored,
    check: { part, node, path, context in part.compileModel(node, path, context) })

  private mutating func compileModel(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    growing.validateProperties(node, path, context)
    // Values that could not be read would be reported a second time as missing. Errors of other parts do not
    // matter here.
    guard !context.log.hasErrors(below: path) else { return }
    let kinds = formatKinds(node, path, context)
    do throws(ChartModel.Diagnostic) {
      let model = try ChartCompiler.compile(spec, context.scope.locale, context.scope.budget)
      self.model = model
      if !model.ownColors.isEmpty { (spec.colors, spec.legend) = (.bySeries(model.ownColors), .none) }
      checkFormats(kinds, node, path, context)
      noteUnused(node, path, context)
      noteUnknownNames(node, path, context)
    } catch {
      let place = error.path ?? error.key.map { path.key($0) } ?? path
      let value = error.key.flatMap { node[$0] } ?? node
      context.error(
        error.path.map { node.found(at: $0, from: path) } ?? value, place, error.message, hint: error.hint)
    }
  }

  /// The kind of value that each format writes, by the format's path; reports each format that is not valid.
  private func formatKinds(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext
  ) -> [JSONPath: ChartFormatKind] {
    var kinds: [JSONPath: ChartFormatKind] = [:]
    for (place, format) in spec.formats(at: path) {
      do throws(BindingError) {
        kinds[place] = try ChartFormatKind(format, context.scope.locale)
      } catch {
        context.error(node.found(at: place, from: path), place, error.message, hint: error.hint)
      }
    }
    return kinds
  }

  /// Reports formats that do not match the type of their values, and warns about formats without effect.
  private func checkFormats(
    _ kinds: [JSONPath: ChartFormatKind], _ node: JSONNode, _ path: JSONPath, _ context: ReadContext
  ) {
    var places = model?.formats ?? []
    if var values = model?.valueFormat {
      values.path = ChartValueLabels.formatPath(path)
      places.append(values)
    }
    for place in places {
      guard let kind = kinds[place.path], !place.written.contains(kind) else { continue }
      let value = node.found(at: place.path, from: path)
      guard let wanted = place.written.count == 1 ? place.written.first : nil else {
        context.warning(
          value, place.path, "'format' has no effect \(place.unused)", hint: nil, code: .noEffect)
        continue
      }
      let owner = place.owner == "valueLabels" ? "values are" : "'\(place.owner)' has"
      context.error(
        value, place.path,
        "\(DeckIssue.quoted(place.format)) writes \(kind.rawValue), and \(owner) \(wanted.rawValue)",
        hint: wanted.hint)
    }
  }

  /// The stack of charts for a specification of Vega-Lite with several plots; nil for one plot.
  package static func stack(for node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> JSONNode? {
    VegaLiteAdapter.stack(for: node, path, context)
  }

  package var hasNoWidth: Bool { true }
  package var hasTitle: Bool { spec.title != nil }
  package var isFigure: Bool { spec.mark?.type != .sparkline }
  package var takesSpareHeight: Bool { spec.mark?.type != .sparkline }

  package func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    guard let model else { return LayoutBox(size: .zero) }
    return try ChartLayout(model, spec, growing, context).layoutChart(proposal)
  }
}

extension JSONNode {
  /// The deepest existing node on the way from `base` to `path`.
  func found(at path: JSONPath, from base: JSONPath) -> JSONNode {
    var node = self
    for step in path.steps.dropFirst(base.steps.count) {
      switch (step, node.value) {
      case (.key(let key), .object): if let next = node[key] { node = next } else { return node }
      case (.index(let number), .array(let elements)) where elements.indices.contains(number):
        node = elements[number]
      default: return node
      }
    }
    return node
  }
}

/// Warnings for names in a chart that its data do not contain.
extension ChartPart {
  /// The maximum number of names that a message lists.
  private static let mostListed = 8

  /// A name that does not occur in the data.
  private struct StrayName {
    /// The kind of name: a series, a slice or a category.
    var noun: String
    var name: String
    var place: JSONPath
    /// The names in the data.
    var known: [String]
  }

  /// Reports names in `colors` and in lists of `sort` that do not occur in the data, in one warning.
  ///
  /// Data that differ from card to card need not contain all of them.
  func noteUnknownNames(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    let strays = strayNames(path)
    guard let first = strays.first, !hasDataOfRows(node, context) else { return }
    context.warning(
      node.found(at: first.place, from: path), first.place, "the data has \(Self.sentence(strays))",
      hint: Self.hint(for: strays), code: .noEffect)
  }

  /// Whether the data differ for each repetition, component use or row.
  private func hasDataOfRows(_ node: JSONNode, _ context: ReadContext) -> Bool {
    guard let data = node["data"] else { return false }
    let locals = context.scope.names
    return BindingNames(data).paths.contains { path in
      guard case .key(let first)? = path.steps.first else { return false }
      // Sample data of the deck itself have a place in its file.
      return locals.contains(first) || context.scope.data[first]?.place == nil
    }
  }

  private func strayNames(_ path: JSONPath) -> [StrayName] {
    guard let model, model.pointCount > 0 else { return [] }
    var strays: [StrayName] = []
    func note(_ names: [(name: String, place: JSONPath)], _ known: [String], _ noun: String) {
      let written = Set(known)
      // A numeric axis has no names to match.
      guard !written.isEmpty else { return }
      for (name, place) in names
      where !written.contains(name) && !strays.contains(where: { $0.name == name && $0.noun == noun }) {
        strays.append(StrayName(noun: noun, name: name, place: place, known: known))
      }
    }
    func note(_ names: [String], _ place: JSONPath, _ known: [String], _ noun: String) {
      note(names.enumerated().map { ($1, place.index($0)) }, known, noun)
    }
    let isOfSlices = model.form == .arcs
    if case .bySeries(let colors)? = spec.colors {
      let place = path.key("colors")
      note(
        colors.keys.sorted().map { ($0, place.key($0)) },
        isOfSlices
          ? model.allCategories : model.series + (model.isLegendRedundant ? model.allCategories : []),
        isOfSlices ? "slice" : "series")
    }
    if case .list(let names)? = spec.sort { note(names, path.key("sort"), model.allCategories, "category") }
    for encoding in spec.writtenEncodings {
      for (channel, known, noun) in [
        (encoding.x, model.allCategories, "category"), (encoding.y, model.allCategories, "category"),
        (encoding.color, isOfSlices ? model.allCategories : model.series, "series"),
        (encoding.row, model.facets?.row?.categories ?? [], "panel"),
        (encoding.column ?? encoding.facet, model.facets?.column?.categories ?? [], "panel"),
      ] {
        guard let channel, case .list(let names)? = channel.sort else { continue }
        note(names, channel.path.key("sort"), known, noun)
      }
    }
    return strays
  }

  /// A text such as "no series 'a' or 'b' and no category 'c'".
  private static func sentence(_ strays: [StrayName]) -> String {
    var nouns: [String] = []
    for stray in strays where !nouns.contains(stray.noun) { nouns.append(stray.noun) }
    return nouns.map { noun in
      var names = strays.filter { $0.noun == noun }.map { DeckIssue.quoted($0.name) }
      if names.count > mostListed { names = names.prefix(mostListed) + ["\(names.count - mostListed) more"] }
      return "no \(noun) " + list(names, "or")
    }.joined(separator: " and ")
  }

  private static func hint(for strays: [StrayName]) -> String? {
    let near = strays.compactMap { Spelling.nearest(to: $0.name, in: $0.known).map { "'\($0)'" } }
    if !near.isEmpty { return "did you mean \(list(Array(near.prefix(mostListed)), "and"))?" }
    let known = strays[0].known
    guard strays.allSatisfy({ $0.known == known }), known.count <= mostListed else { return nil }
    let few = known.filter { !$0.isEmpty }.map { DeckIssue.quoted($0) }
    return few.isEmpty ? nil : "there is \(few.joined(separator: ", "))"
  }

  private static func list(_ words: [String], _ last: String) -> String {
    words.count < 2
      ? words.joined() : words.dropLast().joined(separator: ", ") + " \(last) \(words[words.count - 1])"
  }
}

/// Warnings for properties of a chart that none of its marks uses.
extension ChartPart {
  /// Marks that always write values, even without `valueLabels`.
  private static let writers: Set<ChartMarkType> = [.arc, .pie, .donut, .funnel, .gauge]

  /// Warns about properties that no mark uses.
  func noteUnused(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    let marks = ([spec.mark] + spec.layer.map(\.mark)).compactMap { $0 }
    guard !marks.isEmpty else { return }
    note(node, path, marks, .chart, context)
    noteChannels(node, path, marks, context)
    if let mark = spec.mark, let value = node["mark"] {
      note(value, path.key("mark"), [mark], .mark, context)
    }
    if let labels = node["valueLabels"], marks.contains(where: { uses($0, "valueLabels", .chart) }) {
      noteValueLabels(labels, path.key("valueLabels"), marks, context)
    }
    guard let layers = node["layer"], case .array(let elements) = layers.value else { return }
    for (number, (element, layer)) in zip(elements, spec.layer).enumerated() {
      guard let mark = layer.mark else { continue }
      let place = path.key("layer").index(number)
      noteChannels(element, place, [mark], context)
      if let value = element["mark"] { note(value, place.key("mark"), [mark], .mark, context) }
    }
  }

  private func uses(_ mark: ChartMark, _ key: String, _ owner: ChartMarkKeys.Owner) -> Bool {
    ChartMarkKeys.isUsed(key, by: mark, of: owner)
  }

  private func noteChannels(
    _ node: JSONNode, _ path: JSONPath, _ marks: [ChartMark], _ context: ReadContext
  ) {
    note(node, path, marks, .channels, context)
    if let encoding = node["encoding"] {
      note(encoding, path.key("encoding"), marks, .channels, context)
    }
  }

  private func noteValueLabels(
    _ labels: JSONNode, _ path: JSONPath, _ marks: [ChartMark], _ context: ReadContext
  ) {
    guard case .object = labels.value else {
      let value = context.filled(labels, path) ?? labels
      guard value.value != .bool(true), !marks.contains(where: { uses($0, "show", .valueLabels) })
      else { return }
      return warn(labels, path, "valueLabels", marks, .valueLabels, context)
    }
    note(labels, path, marks, .valueLabels, context)
  }

  /// Warns about the members of an object that none of the marks uses.
  private func note(
    _ node: JSONNode, _ path: JSONPath, _ marks: [ChartMark], _ owner: ChartMarkKeys.Owner,
    _ context: ReadContext
  ) {
    guard case .object(let members) = node.value else { return }
    for member in members where !marks.contains(where: { uses($0, member.key, owner) }) {
      let place = path.key(member.key)
      if hasBands, member.key.hasPrefix("padding") { continue }
      if hasSpans, member.key == "grid" { continue }
      let isMeant = member.key == "valueLabels" && marks.contains { ChartPart.writers.contains($0.type) }
      // Turning off something that the marks do not have is correct.
      if !isMeant, member.key != "filled", isNone(context.filled(member.value, place) ?? member.value) {
        continue
      }
      warn(member.value, place, member.key, marks, owner, context)
    }
  }

  /// Whether the x or y axis of any mark has a band scale.
  private var hasBands: Bool {
    spec.writtenEncodings.contains { $0.x?.scale.type == .band || $0.y?.scale.type == .band }
  }

  /// Whether a mark has `x2` or `y2`, so that its axes and grid lines count.
  private var hasSpans: Bool {
    spec.writtenEncodings.contains { $0.x2 != nil || $0.y2 != nil }
  }

  private func isNone(_ node: JSONNode) -> Bool {
    switch node.value {
    case .null, .bool(false), .string("none"), .string("auto"): true
    case .array(let elements): elements.isEmpty
    default: false
    }
  }

  private func warn(
    _ value: JSONNode, _ path: JSONPath, _ key: String, _ marks: [ChartMark], _ owner: ChartMarkKeys.Owner,
    _ context: ReadContext
  ) {
    var names: [String] = []
    for mark in marks where !names.contains(mark.type.rawValue) { names.append(mark.type.rawValue) }
    if owner == .channels, ChartMarkKeys.naming.contains(key), names != [ChartMarkType.waterfall.rawValue] {
      return context.warning(
        value, path, "'\(key)' is not visible on \(Self.listed(names)), it only splits the series",
        hint: "use 'color' to distinguish series", code: .noEffect)
    }
    let owners = ChartMarkKeys.owners(of: key, of: owner)
    var hint = owners.count > 6 ? nil : "it belongs to \(Self.listed(owners))"
    if owner == .channels, key == "text", marks.allSatisfy({ ChartMarkKeys.plotted.contains($0.type) }) {
      let channel = JSONDump.write(value, pretty: false)
      hint =
        "a layer draws texts: \"layer\": [{ \"mark\": \"text\", \"text\": \(channel.utf8.count > 60 ? "…" : channel) }]"
    }
    context.warning(
      value, path, "'\(key)' has no effect on \(Self.listed(names))", hint: hint, code: .noEffect)
  }

  private static func listed(_ words: [String]) -> String {
    let words = words.map { "'\($0)'" }
    return [words.dropLast().joined(separator: ", "), words.last ?? ""].filter { !$0.isEmpty }
      .joined(separator: " and ")
  }
}
