import CardRaster

/// What a chart has and none of its marks uses.
extension ChartPart {
  /// Marks that write values whatever `valueLabels` says.
  private static let writers: Set<ChartMarkType> = [.arc, .pie, .donut, .funnel, .gauge]

  /// Tells of properties that no mark uses.
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

  /// Tells of the members of an object that none of the marks uses.
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
      // Who says that there is none of what there is not says the truth.
      if !isMeant, member.key != "filled", isNone(context.filled(member.value, place) ?? member.value) {
        continue
      }
      warn(member.value, place, member.key, marks, owner, context)
    }
  }

  /// Whether an axis has places of a width for any mark.
  private var hasBands: Bool {
    ([spec.short, spec.encoding] + spec.layer.flatMap { [$0.short, $0.encoding] })
      .contains { $0.x?.scale.type == .band || $0.y?.scale.type == .band }
  }

  /// Whether a mark reaches from one value to another, so that its axes count and have grid lines.
  private var hasSpans: Bool {
    ([spec.short, spec.encoding] + spec.layer.flatMap { [$0.short, $0.encoding] })
      .contains { $0.x2 != nil || $0.y2 != nil }
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
        value, path, "'\(key)' is not seen on \(Self.listed(names)), it only parts the series",
        hint: "'color' tells series apart", code: .noEffect)
    }
    let owners = ChartMarkKeys.owners(of: key, of: owner)
    context.warning(
      value, path, "'\(key)' has no effect on \(Self.listed(names))",
      hint: owners.count > 6 ? nil : "it belongs to \(Self.listed(owners))", code: .noEffect)
  }

  private static func listed(_ words: [String]) -> String {
    let words = words.map { "'\($0)'" }
    return [words.dropLast().joined(separator: ", "), words.last ?? ""].filter { !$0.isEmpty }
      .joined(separator: " and ")
  }
}
