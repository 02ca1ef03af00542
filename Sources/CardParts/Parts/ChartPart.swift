import CardRaster

/// A chart of data: columns, lines, areas, points, slices, cells and what is made of them.
struct ChartPart: CardPart {
  var spec = ChartSpec()
  var growing = Growing()
  /// The data as they are drawn; nil where something is wrong with them.
  private var plan: ChartPlan?

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
    do throws(ChartPlan.Mistake) {
      try checkFormats()
      let plan = try ChartPlanner.plan(spec, firstWeekday: context.scope.locale.firstWeekday)
      self.plan = plan
    } catch {
      let place = error.path ?? error.key.map { path.key($0) } ?? path
      let value = error.key.flatMap { node[$0] } ?? node
      context.error(
        error.path.map { node.found(at: $0, from: path) } ?? value, place, error.message, hint: error.hint)
    }
  }

  private func checkFormats() throws(ChartPlan.Mistake) {
    let encodings = [spec.short, spec.encoding] + spec.layer.flatMap { [$0.short, $0.encoding] }
    for encoding in encodings {
      for (_, keyPath) in ChartEncoding.all {
        guard let channel = encoding[keyPath: keyPath], let format = channel.axis.format ?? channel.format
        else { continue }
        do throws(BindingMistake) {
          _ = try ChartFormat.style(format)
        } catch {
          throw ChartPlan.Mistake(message: error.message, hint: error.hint, path: channel.path)
        }
      }
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
  fileprivate func found(at path: JSONPath, from base: JSONPath) -> JSONNode {
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
