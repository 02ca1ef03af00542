import CardRaster

/// Names in a chart that the data do not have.
extension ChartPart {
  /// The most names that a hint lists.
  private static let mostListed = 8

  /// Tells of names in `colors` and in the lists of `sort` that nothing in the data has.
  func noteUnknownNames(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    guard let plan, plan.pointCount > 0 else { return }
    if case .bySeries(let colors)? = spec.colors {
      let place = path.key("colors")
      let isOfSlices = plan.form == .arcs
      note(
        colors.keys.sorted().map { ($0, place.key($0)) }, isOfSlices ? plan.allCategories : plan.series,
        isOfSlices ? "slice" : "series", node, path, context)
    }
    if case .list(let names)? = spec.sort {
      note(names, path.key("sort"), plan.allCategories, "category", node, path, context)
    }
    for encoding in [spec.short, spec.encoding] + spec.layer.flatMap({ [$0.short, $0.encoding] }) {
      for (channel, known, noun) in [
        (encoding.x, plan.allCategories, "category"), (encoding.y, plan.allCategories, "category"),
        (encoding.color, plan.form == .arcs ? plan.allCategories : plan.series, "series"),
      ] {
        guard let channel, case .list(let names)? = channel.sort else { continue }
        note(names, channel.path.key("sort"), known, noun, node, path, context)
      }
    }
  }

  private func note(
    _ names: [String], _ place: JSONPath, _ known: [String], _ noun: String, _ node: JSONNode,
    _ path: JSONPath, _ context: ReadContext
  ) {
    note(names.enumerated().map { ($1, place.index($0)) }, known, noun, node, path, context)
  }

  private func note(
    _ names: [(name: String, place: JSONPath)], _ known: [String], _ noun: String, _ node: JSONNode,
    _ path: JSONPath, _ context: ReadContext
  ) {
    let written = Set(known)
    // An axis of numbers has no names that could be meant.
    guard !written.isEmpty else { return }
    for (name, place) in names where !written.contains(name) {
      let near = Spelling.nearest(to: name, in: known).map { "did you mean '\($0)'?" }
      let few = known.prefix(ChartPart.mostListed).filter { !$0.isEmpty }.map { DeckIssue.quoted($0) }
      let all =
        few.isEmpty || known.count > ChartPart.mostListed ? nil : "there is \(few.joined(separator: ", "))"
      context.warning(
        node.found(at: place, from: path), place, "there is no \(noun) \(DeckIssue.quoted(name)) in the data",
        hint: near ?? all, code: .noEffect)
    }
  }
}
