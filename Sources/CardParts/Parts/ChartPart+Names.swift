import CardRaster

/// Names in a chart that the data do not have.
extension ChartPart {
  /// The most names that a sentence lists.
  private static let mostListed = 8

  /// A name that nothing in the data has.
  private struct StrayName {
    /// What it would be of: a series, a slice, a category.
    var noun: String
    var name: String
    var place: JSONPath
    /// The names that the data have.
    var known: [String]
  }

  /// Tells of names in `colors` and in the lists of `sort` that nothing in the data has, in one warning.
  ///
  /// Data that differ from card to card need not have all of them.
  func noteUnknownNames(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    let strays = strayNames(path)
    guard let first = strays.first, !hasDataOfRows(node, context) else { return }
    context.warning(
      node.found(at: first.place, from: path), first.place, "there is \(Self.sentence(strays)) in the data",
      hint: Self.hint(for: strays), code: .noEffect)
  }

  /// Whether the data are those of a repetition, of a component's call or of a row, of which each has its own.
  private func hasDataOfRows(_ node: JSONNode, _ context: ReadContext) -> Bool {
    guard let data = node["data"] else { return false }
    let locals = context.scope.names
    return BindingNames(data).paths.contains { path in
      guard case .key(let first)? = path.steps.first else { return false }
      // What a deck has as its own sample stands somewhere in its file.
      return locals.contains(first) || context.scope.data[first]?.place == nil
    }
  }

  private func strayNames(_ path: JSONPath) -> [StrayName] {
    guard let plan, plan.pointCount > 0 else { return [] }
    var strays: [StrayName] = []
    func note(_ names: [(name: String, place: JSONPath)], _ known: [String], _ noun: String) {
      let written = Set(known)
      // An axis of numbers has no names that could be meant.
      guard !written.isEmpty else { return }
      for (name, place) in names
      where !written.contains(name) && !strays.contains(where: { $0.name == name && $0.noun == noun }) {
        strays.append(StrayName(noun: noun, name: name, place: place, known: known))
      }
    }
    func note(_ names: [String], _ place: JSONPath, _ known: [String], _ noun: String) {
      note(names.enumerated().map { ($1, place.index($0)) }, known, noun)
    }
    let isOfSlices = plan.form == .arcs
    if case .bySeries(let colors)? = spec.colors {
      let place = path.key("colors")
      note(
        colors.keys.sorted().map { ($0, place.key($0)) },
        isOfSlices
          ? plan.allCategories : plan.series + (plan.isLegendRedundant ? plan.allCategories : []),
        isOfSlices ? "slice" : "series")
    }
    if case .list(let names)? = spec.sort { note(names, path.key("sort"), plan.allCategories, "category") }
    for encoding in [spec.short, spec.encoding] + spec.layer.flatMap({ [$0.short, $0.encoding] }) {
      for (channel, known, noun) in [
        (encoding.x, plan.allCategories, "category"), (encoding.y, plan.allCategories, "category"),
        (encoding.color, isOfSlices ? plan.allCategories : plan.series, "series"),
      ] {
        guard let channel, case .list(let names)? = channel.sort else { continue }
        note(names, channel.path.key("sort"), known, noun)
      }
    }
    return strays
  }

  /// Such as "no series 'a' or 'b' and no category 'c'".
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
