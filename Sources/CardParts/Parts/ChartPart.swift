import CardRaster

/// A chart of data: columns, lines, areas, points, slices, cells and what is made of them.
struct ChartPart: CardPart {
  var spec = ChartSpec()
  var growing = Growing()
  /// The data as they are drawn; nil where something is wrong with them.
  private(set) var plan: ChartPlan?

  static let kind = PartKind(
    "chart", .chart,
    "A chart of data: columns, lines, areas, points, slices, cells and what is made of them.",
    example:
      ##"{ "type": "chart", "mark": "column", "height": 180, "data": { "month": ["Jan", "Feb", "Mar", "Apr", "May", "Jun"], "revenue": [12, 18, 15, 22, 27, 31] }, "x": "month", "y": "revenue", "valueLabels": true }"##,
    make: { ChartPart() }, needs: [["mark", "layer"]],
    fields: {
      ChartSpec.fields.fields.map { $0.lifted(\.spec) }
      Growing.fields.fields.map { $0.lifted(\.growing) }
    }, refused: ChartSpec.refused, ignored: ChartSpec.ignored,
    check: { part, node, path, context in part.check(node, path, context) })

  private mutating func check(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    growing.check(node, path, context)
    // What could not be read would be told once more as missing; mistakes of other parts are theirs.
    guard !context.log.hasErrors(below: path) else { return }
    let kinds = formatKinds(node, path, context)
    do throws(ChartPlan.Mistake) {
      let plan = try ChartPlanner.plan(spec, context.scope.locale, context.scope.budget)
      self.plan = plan
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

  /// What the formats write, by their places; those that nobody can read are told, each of them.
  private func formatKinds(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext
  ) -> [JSONPath: ChartFormatKind] {
    var kinds: [JSONPath: ChartFormatKind] = [:]
    for (place, format) in spec.formats(at: path) {
      do throws(BindingMistake) {
        kinds[place] = try ChartFormatKind(format, context.scope.locale)
      } catch {
        context.error(node.found(at: place, from: path), place, error.message, hint: error.hint)
      }
    }
    return kinds
  }

  /// Tells of formats that write something else than there is, and of those that write nothing.
  private func checkFormats(
    _ kinds: [JSONPath: ChartFormatKind], _ node: JSONNode, _ path: JSONPath, _ context: ReadContext
  ) {
    var places = plan?.formats ?? []
    if var values = plan?.valueFormat {
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

  var hasNoWidth: Bool { true }

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    guard let plan else { return LayoutBox(size: .zero) }
    return try ChartLayout(plan, spec, growing, context).layout(proposal)
  }
}

extension JSONNode {
  /// The deepest value on the way to a path that begins with another one.
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
