import CardModel
import CardRaster

/// Rewrites a Vega-Lite specification into the properties of a chart, before they are read.
///
/// Keys with another form here are translated, keys without a meaning for a picture are removed. One warning
/// names those that change the look. A chart without such keys stays as it is.
struct VegaLiteAdapter {
  /// Why a key has no effect.
  private enum Reason: CaseIterable { case interaction, look }

  private struct Note {
    var reason: Reason
    var name: String
    var node: JSONNode
    var path: JSONPath
    var hint: String?
  }

  private typealias Keys = [String: JSONNode]

  private var notes: [Note] = []
  private var datasets = JSONNode(.null)
  private var config = JSONNode(.null)
  /// The parameters by name.
  private var parameters: Keys = [:]
  /// The columns of the channels of a chart or layer.
  private var siblings: Keys = [:]
  /// The channels without an aggregate.
  private var groups: Keys = [:]
  /// Whether the chart is split into panels.
  private var isFaceted = false
  /// Whether the chart is a whole specification: its axes have titles, and its height is that of the plot.
  private var isSpecification = false
  /// The number of columns that the adapter adds.
  private var added = 0

  static func adapt(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> JSONNode {
    guard case .object = node.value else { return node }
    var adapter = VegaLiteAdapter()
    let result = adapter.chart(node, path)
    adapter.report(context)
    return result
  }

  // MARK: Notes

  private mutating func note(
    _ reason: Reason, _ name: String, _ node: JSONNode, _ path: JSONPath, hint: String? = nil
  ) {
    notes.append(Note(reason: reason, name: name, node: node, path: path, hint: hint))
  }

  /// Reports the keys without effect: one warning for each reason.
  private func report(_ context: ReadContext) {
    for reason in Reason.allCases {
      let all = notes.filter { $0.reason == reason }
      guard let first = all.first else { continue }
      var names: [String] = []
      for note in all where !names.contains("'\(note.name)'") { names.append("'\(note.name)'") }
      let rest = names.count > 6 ? " and \(names.count - 6) more" : ""
      let keys = names.prefix(6).joined(separator: ", ") + rest
      let verb = names.count == 1 ? "has" : "have"
      switch reason {
      case .interaction:
        context.warning(
          first.node, first.path, "\(keys) \(verb) no effect: a picture is not interactive",
          hint: "the chart is drawn as if nothing was selected", code: .noEffect)
      case .look:
        context.warning(
          first.node, first.path, "\(keys) \(verb) no effect",
          hint: (names.count == 1 ? first.hint : nil) ?? UnsupportedVegaKeys.look, code: .noEffect)
      }
    }
  }

  /// Removes the keys of a table from an object, with a note for each.
  private mutating func remove(
    _ keys: [String: String], from node: inout JSONNode, _ path: JSONPath, _ owner: String
  ) {
    for key in node.names where keys[key] != nil {
      guard let value = node.member(key) else { continue }
      if value.value != .null { note(.look, "\(owner).\(key)", value, path.key(key), hint: keys[key]) }
      node.set(key, nil)
    }
  }

  // MARK: Charts and layers

  private mutating func chart(_ given: JSONNode, _ path: JSONPath) -> JSONNode {
    isSpecification = given["$schema"] != nil
    var node = facets(given, path)
    (datasets, config) = (node["datasets"] ?? datasets, node["config"] ?? config)
    node.set("datasets", nil)
    if let params = node.member("params") ?? node.member("selection") {
      addParameters(params, path.key("params"))
    }
    node.set("params", nil)
    node.set("selection", nil)
    if node.member("config") != nil {
      if case .object = config.value { useConfig(&node, path) }
      node.set("config", nil)
    }
    if let title = node["title"], case .object = title.value, title["text"] != nil {
      node.set("title", title["text"])
      if node["subtitle"] == nil { node.set("subtitle", title["subtitle"]) }
    }
    for key in ["title", "subtitle", "description"] { joinLines(&node, key) }
    if let color = node["background"] {
      if node["backgroundColor"] == nil, color.plainText != "transparent" {
        node.set("backgroundColor", color)
      }
      node.set("background", nil)
    }
    for key in ["width", "height"] {
      guard let size = node[key] else { continue }
      if isSpecification, key == "height", size.number != nil {
        node.set("plotHeight", size)
        node.set(key, nil)
      } else if isSpecification, isFaceted, size.number != nil {
        note(.look, key, size, path.key(key), hint: "panels share the size of the chart")
        node.set(key, nil)
      } else if case .object = size.value {
        note(
          .look, "\(key).step", size, path.key(key),
          hint: "a chart has the width of its part, and a 'height' in points")
        node.set(key, nil)
      } else if size.plainText == "container" {
        node.set(key, nil)
      }
    }
    if let view = node["view"] { note(.look, "view", view, path.key("view")) }
    node.set("view", nil)
    resolveData(&node)
    resolve(&node, path)
    let base = node["encoding"]
    node = unit(node, path)
    if let layers = node["layer"], case .array(let elements) = layers.value {
      var flat: [JSONNode] = []
      for (number, element) in elements.enumerated() {
        addLayers(element, path.key("layer").index(number), encoding: nil, base: base, into: &flat)
      }
      node.set("layer", layers.with(flat))
    }
    return node
  }

  /// Adds a layer, or the layers in it, with the channels, data and transforms of the layers around it.
  private mutating func addLayers(
    _ given: JSONNode, _ path: JSONPath, encoding: JSONNode?, base: JSONNode?, into flat: inout [JSONNode]
  ) {
    guard case .object = given.value else { return flat.append(given) }
    var node = given
    if let params = node.member("params") { addParameters(params, path.key("params")) }
    for key in ["params", "name", "title", "description", "width", "height", "view", "bounds"] {
      node.set(key, nil)
    }
    resolveData(&node)
    if let encoding {
      node.set("encoding", node["encoding"].map { encoding.over($0) } ?? encoding)
    }
    guard let layers = node["layer"], case .array(let elements) = layers.value, node["resolve"] == nil else {
      if node["resolve"] == nil { node.set("resolve", nil) }
      return flat.append(unit(node, path, base: base))
    }
    for (number, element) in elements.enumerated() {
      var inner = element
      if case .object = inner.value {
        if inner["data"] == nil {
          inner.set("data", node["data"])
          if let outer = node["transform"], case .array(let first) = outer.value {
            var steps = outer
            var own: [JSONNode] = []
            if let list = inner["transform"], case .array(let elements) = list.value { own = elements }
            steps.value = .array(first + own)
            inner.set("transform", steps)
          }
        }
      }
      addLayers(
        inner, path.key("layer").index(number), encoding: node["encoding"], base: base, into: &flat)
    }
  }

  /// Replaces `{ "name": … }` by the data set of this name.
  private func resolveData(_ node: inout JSONNode) {
    if let name = node["data"]?["name"]?.plainText, node["data"]?["values"] == nil,
      let values = datasets[name]
    {
      node.set("data", values)
    }
    flatten(&node)
    guard let transform = node["transform"], case .array(var steps) = transform.value else { return }
    for number in steps.indices {
      guard var from = steps[number]["from"], let name = from["data"]?["name"]?.plainText,
        let values = datasets[name]
      else { continue }
      from.set("data", values)
      steps[number].set("from", from)
    }
    node.set("transform", transform.with(steps))
  }

  /// Applies `flatten` as the first step: a row for each element of the lists in a row.
  ///
  /// A cell of a table is not a list, so it works on the rows in the deck only.
  private func flatten(_ node: inout JSONNode) {
    guard var transform = node["transform"], case .array(let steps) = transform.value,
      let step = steps.first, case .array(let fields)? = step["flatten"]?.value, let data = node["data"],
      case .array(let rows) = (data["values"] ?? data).value
    else { return }
    var given: [String] = []
    if case .array(let names)? = step["as"]?.value { given = names.compactMap(\.plainText) }
    let names = fields.compactMap(\.plainText)
    var result: [JSONNode] = []
    for row in rows {
      let lists = names.map { name -> [JSONNode] in
        if case .array(let elements)? = row[name]?.value { return elements }
        return row[name].map { [$0] } ?? []
      }
      for number in 0..<(lists.map(\.count).max() ?? 0) where result.count <= Limits.chartRows {
        var flat = row
        for (place, list) in lists.enumerated() {
          flat.set(names[place], nil)
          let element = list.indices.contains(number) ? list[number] : JSONNode(.null, place: row.place)
          flat.set(given.indices.contains(place) ? given[place] : names[place], element)
        }
        result.append(flat)
      }
    }
    transform.value = .array(Array(steps.dropFirst()))
    node.set("transform", steps.count > 1 ? transform : nil)
    node.set("data", JSONNode(.array(result), place: data.place))
  }

  /// The channels of panels that are divided once more, as rows and columns; nil if both are rows or columns.
  private static func crossed(_ outer: JSONNode, _ inner: JSONNode) -> JSONNode? {
    func placed(_ channels: JSONNode, _ name: String) -> JSONNode {
      guard let facet = channels["facet"] else { return channels }
      return JSONNode(.object([.init(key: name, value: facet)]), place: channels.place)
    }
    guard !inner.names.isEmpty else { return outer }
    let first = placed(outer, inner["row"] == nil ? "row" : "column")
    let second = placed(inner, first["column"] == nil ? "column" : "row")
    return Set(first.names).isDisjoint(with: second.names) ? first.over(second) : nil
  }

  /// A chart from a `facet` with a `spec`: the channels of the panels, and the steps and layers of the plots.
  private mutating func unfolded(_ given: JSONNode, _ path: JSONPath) -> JSONNode {
    guard let facet = given["facet"], case .object = facet.value, let spec = given["spec"],
      case .object = spec.value
    else { return given }
    var node = given
    let inner = unfolded(spec, path.key("spec"))
    let isGrid = facet["row"] != nil || facet["column"] != nil
    let outer =
      isGrid ? facet : JSONNode(.object([.init(key: "facet", value: facet)]), place: facet.place)
    var (encoding, own) = (inner["encoding"] ?? .object([]), JSONNode.object([]))
    for name in ChartFacets.names {
      own.set(name, encoding[name])
      encoding.set(name, nil)
    }
    let channels = Self.crossed(outer, own)
    let fields = outer.names.compactMap { outer[$0]?["field"] }
    node.set("facet", nil)
    // A key that stays is an error.
    if channels != nil { node.set("spec", nil) }
    if let resolve = inner["resolve"] {
      note(
        .look, "spec.resolve", resolve, path.key("spec").key("resolve"),
        hint: "the layers of a panel share their axes")
    }
    for key in inner.names where !["encoding", "transform", "layer", "resolve"].contains(key) {
      if key == "width", let size = inner[key] {
        note(.look, key, size, path.key("spec").key(key), hint: "panels share the size of the chart")
      } else if key == "height", let size = inner[key], size.number != nil {
        node.set("plotHeight", size)
      } else if node[key] == nil {
        node.set(key, inner[key])
      }
    }
    node.set("encoding", (channels ?? outer).over(encoding))
    // Steps that combine rows do so in each panel.
    let steps = Self.elements(inner["transform"]).map { Self.grouped($0, fields) }
    if !steps.isEmpty {
      let before = inner["data"] == nil ? Self.elements(given["transform"]) : []
      node.set("transform", JSONNode(.array(before + steps), place: inner["transform"]?.place))
    }
    if let layers = inner["layer"] {
      let all = Self.elements(layers).map { layer in
        var layer = layer
        guard let list = layer["transform"] else { return layer }
        layer.set(
          "transform",
          list.with(Self.elements(list).map { Self.grouped($0, fields) }))
        return layer
      }
      node.set("layer", JSONNode(.array(all), place: layers.place))
    }
    return node
  }

  /// The chart with the channels of its panels; notes the keys of panels that change only the look.
  private mutating func facets(_ given: JSONNode, _ path: JSONPath) -> JSONNode {
    var node = unfolded(given, path)
    var columns = node["columns"]
    for key in ["encoding", nil] {
      guard var holder = key == nil ? node : node["encoding"], case .object = holder.value else { continue }
      for name in ChartFacets.names {
        guard var channel = holder[name] else { continue }
        isFaceted = true
        guard case .object = channel.value else { continue }
        columns = columns ?? channel["columns"]
        for other in ["columns", "align", "bounds", "center", "spacing"] { channel.set(other, nil) }
        holder.set(name, channel)
      }
      if key == nil { node = holder } else { node.set("encoding", holder) }
    }
    node.set("columns", columns)
    guard isFaceted else { return node }
    for key in ["align", "center", "spacing"] {
      if let value = node[key] { note(.look, key, value, path.key(key), hint: "panels have equal plots") }
      node.set(key, nil)
    }
    return node
  }

  private static func elements(_ list: JSONNode?) -> [JSONNode] {
    if case .array(let elements)? = list?.value { elements } else { [] }
  }

  /// A step that combines rows with equal values of some columns.
  private static func grouped(_ step: JSONNode, _ fields: [JSONNode]) -> JSONNode {
    let combining = [
      "aggregate", "joinaggregate", "window", "stack", "impute", "density", "regression", "loess", "quantile",
      "pivot",
    ]
    guard combining.contains(where: { step[$0] != nil }) else { return step }
    var step = step
    step.set("groupby", JSONNode(.array(elements(step["groupby"]) + fields)))
    return step
  }

  /// The title of a header as that of its channel.
  private mutating func adaptHeader(_ node: inout JSONNode, _ path: JSONPath) {
    guard var header = node["header"], case .object = header.value else { return }
    joinLines(&header, "title")
    if node.member("title") == nil { node.set("title", header["title"]) }
    for key in header.names where key != "title" {
      guard let value = header[key] else { continue }
      note(.look, "header.\(key)", value, path.key(key), hint: "headers are above the panels, at their start")
    }
  }

  /// Keeps of `resolve` the scales; axes and legends follow them.
  private mutating func resolve(_ node: inout JSONNode, _ path: JSONPath) {
    guard var resolve = node["resolve"], case .object(let members) = resolve.value else { return }
    for member in members where member.key != "scale" { resolve.set(member.key, nil) }
    if var scale = resolve["scale"], case .object(let axes) = scale.value {
      // Each layer has its own colours and sizes, so that shared and independent scales look alike.
      for axis in axes where !["x", "y"].contains(axis.key) {
        scale.set(axis.key, nil)
        guard isFaceted, axis.value.plainText == "independent" else { continue }
        note(
          .look, "resolve.scale.\(axis.key)", axis.value, path.key("resolve").key("scale").key(axis.key),
          hint: "all panels share one legend")
      }
      resolve.set("scale", scale)
    }
    node.set("resolve", resolve)
  }

  private mutating func addParameters(_ node: JSONNode, _ path: JSONPath) {
    guard case .array(let elements) = node.value else { return note(.interaction, "params", node, path) }
    // A value is used as it is; only a reader could change it.
    if elements.contains(where: { $0["select"] != nil || $0["bind"] != nil || $0["type"] != nil }) {
      note(.interaction, "params", node, path)
    }
    for element in elements { if let name = element["name"]?.plainText { parameters[name] = element } }
  }

  private func joinLines(_ node: inout JSONNode, _ key: String) {
    guard let value = node[key], case .array(let lines) = value.value else { return }
    var text = value
    text.value = .string(lines.compactMap(\.plainText).joined(separator: " "))
    node.set(key, text)
  }

  // MARK: Config

  /// The keys of `config` that set properties of the chart.
  private static let settings: [(path: [String], key: String)] = [
    (["range", "category"], "colors"), (["range", "ramp", "scheme"], "scheme"),
    (["range", "heatmap", "scheme"], "scheme"), (["range", "diverging", "scheme"], "scheme"),
    (["scale", "bandPaddingInner"], "paddingInner"), (["scale", "barBandPaddingInner"], "paddingInner"),
    (["scale", "bandPaddingOuter"], "paddingOuter"), (["bar", "cornerRadiusEnd"], "cornerRadius"),
    (["background"], "backgroundColor"), (["legend", "orient"], "legend"),
    (["axis", "labelColor"], "labelColor"),
    (["axis", "gridColor"], "gridColor"), (["axis", "domainColor"], "axisColor"),
  ]
  /// The keys of `config` that a picture does not need, or that are the same here.
  private static let plainConfig: Set<String> = [
    "view", "autosize", "padding", "tooltipFormat", "aria", "concat", "facet", "header", "customFormatTypes",
    "projection", "selection", "params", "lineBreak", "normalizedNumberFormat", "locale", "font",
  ]
  /// The keys of marks in `config` that have an effect here.
  private static let markKeys: Set<String> = [
    "color", "fill", "stroke", "opacity", "filled", "interpolate", "point", "strokeDash", "strokeWidth",
    "cornerRadius", "cornerRadiusEnd", "innerRadius", "size", "dx", "dy", "align", "baseline", "extent",
    "ticks", "thickness",
  ]
  private static let axisKeys: Set<String> = [
    "grid", "domain", "ticks", "labels", "title", "orient", "labelAngle", "format", "tickCount",
    "labelOverlap",
  ]

  /// Uses what has a meaning here, and notes the rest.
  private mutating func useConfig(_ node: inout JSONNode, _ path: JSONPath) {
    let place = path.key("config")
    for (keys, key) in Self.settings {
      guard let value = keys.reduce(Optional(config), { $0?[$1] }), node[key] == nil else { continue }
      if key == "backgroundColor", value.plainText == "transparent" || node["background"] != nil { continue }
      if key == "legend", value.plainText.flatMap(ChartLegendPlace.init) == nil { continue }
      node.set(key, value)
    }
    let used = Set(Self.settings.map { $0.path.prefix(2).joined(separator: ".") })
    for name in config.names {
      guard let value = config[name], !Self.plainConfig.contains(name) else { continue }
      guard case .object(let members) = value.value else {
        if name != "background" { note(.look, "config.\(name)", value, place.key(name)) }
        continue
      }
      let isMark =
        name == "mark" || ChartMarkType(rawValue: name) != nil || ["circle", "square"].contains(name)
      let kept = isMark ? Self.markKeys : name.hasPrefix("axis") ? Self.axisKeys.union(["disable"]) : []
      for member in members where !kept.contains(member.key) && !used.contains("\(name).\(member.key)") {
        if member.value.isQuiet || Self.quiet.contains(member.key) { continue }
        note(.look, "config.\(name).\(member.key)", member.value, place.key(name).key(member.key))
      }
    }
  }

  /// Keys that change nothing in a picture.
  private static let quiet: Set<String> = [
    "tooltip", "aria", "ariaRole", "ariaRoleDescription", "cursor", "href", "url", "description", "clip",
    "key",
  ]

  /// The defaults of a channel's axis.
  private func axisDefaults(_ channel: String, _ type: String?) -> JSONNode? {
    var names = ["axis", channel == "x" ? "axisX" : "axisY"]
    if let type, let first = type.first {
      names.append("axis\(first.uppercased())\(type.dropFirst())")
    }
    var result: JSONNode?
    for name in names {
      guard var defaults = config[name], case .object = defaults.value else { continue }
      for key in defaults.names where !Self.axisKeys.contains(key) { defaults.set(key, nil) }
      if config[name]?["disable"]?.value == .bool(true) { return JSONNode(.bool(false)) }
      guard !defaults.names.isEmpty else { continue }
      result = result.map { $0.over(defaults) } ?? defaults
    }
    return result
  }

  // MARK: Marks

  /// A chart or a layer: its mark and its channels.
  private mutating func unit(_ given: JSONNode, _ path: JSONPath, base: JSONNode? = nil) -> JSONNode {
    var node = given
    if let transform = node["transform"], case .array(let steps) = transform.value {
      node.set("transform", transform.with(steps.map(withConstants)))
    }
    var kind = node["mark"]?.plainText
    if let mark = node["mark"], case .object = mark.value {
      kind = mark["type"]?.plainText
      node.set("mark", self.mark(mark, kind ?? "", path.key("mark"), &node))
    } else if let mark = node["mark"], let kind {
      var whole = JSONNode(.object([.init(key: "type", value: mark)]), place: mark.place)
      whole = self.mark(whole, kind, path.key("mark"), &node)
      // A short mark stays short.
      if whole.names.count > 1 { node.set("mark", whole) }
    }
    siblings = [:]
    groups = [:]
    for holder in [base, node["encoding"], node].compactMap({ $0 }) {
      for name in holder.names where Self.channels.contains(name) {
        if let channel = holder[name],
          let field = channel["field"] ?? (channel.plainText == nil ? nil : channel)
        {
          siblings[name] = field
          groups[name] = channel["aggregate"] == nil ? channel : nil
        }
      }
    }
    var steps: [JSONNode] = []
    for key in ["encoding", nil] {
      guard var holder = key == nil ? node : node["encoding"], case .object = holder.value else { continue }
      let place = key.map { path.key($0) } ?? path
      if let link = holder["href"] {
        note(
          .look, "href", link, place.key("href"), hint: "a mark has no link; the whole part can have a 'link'"
        )
        holder.set("href", nil)
      }
      // `value` and some other properties of the chart are not channels.
      for name in holder.names where Self.channels.contains(name) {
        guard let channel = holder.member(name) else { continue }
        holder.set(name, self.channel(channel, name, place.key(name), kind, &steps))
      }
      addErrors(&holder, &steps)
      rename(&holder, place)
      if key == nil { node = holder } else { node.set("encoding", holder) }
    }
    guard !steps.isEmpty else { return node }
    let list = node["transform"] ?? .list([])
    if case .array(let elements) = list.value { node.set("transform", list.with(elements + steps)) }
    return node
  }

  /// Gives expressions the values of the parameters.
  private func withConstants(_ step: JSONNode) -> JSONNode {
    var values: [JSONNode.Member] = []
    for (name, node) in parameters.sorted(by: { $0.key < $1.key }) {
      guard node["select"] == nil, let value = node["value"] else { continue }
      values.append(.init(key: name, value: value))
    }
    guard !values.isEmpty, case .object = step.value else { return step }
    var result = step
    result.set(TransformRun.constants, JSONNode(.object(values)))
    return result
  }

  /// The names of line forms that are drawn as a similar one.
  private static let interpolations = [
    "basis": "monotone", "bundle": "monotone", "cardinal": "monotone", "natural": "monotone",
    "cardinal-open": "monotone", "basis-open": "monotone", "linear-closed": "linear",
    "basis-closed": "monotone", "cardinal-closed": "monotone",
  ]
  private static let filled: Set<String> = [
    "bar", "area", "rect", "arc", "point", "circle", "square", "text", "boxplot", "errorband",
  ]

  private mutating func mark(
    _ given: JSONNode, _ kind: String, _ path: JSONPath, _ owner: inout JSONNode
  ) -> JSONNode {
    var node = given
    for name in ["mark", kind] {
      guard var defaults = config[name], case .object(let members) = defaults.value else { continue }
      for member in members where !Self.markKeys.contains(member.key) { defaults.set(member.key, nil) }
      node = defaults.over(node)
    }
    for key in node.names {
      guard let value = node[key] else { continue }
      if Self.quiet.contains(key) { node.set(key, nil) }
      evaluate(&node, key, value)
    }
    if let point = node["point"] {
      switch point.value {
      case .object(let members):
        if !members.isEmpty { note(.look, "mark.point", point, path.key("point")) }
        node.set("point", JSONNode(.bool(true), place: point.place))
      case .string: node.set("point", nil)
      default: break
      }
    }
    // The outline of a filled mark is not drawn.
    let isOutline = Self.filled.contains(kind) && kind != "point"
    if let stroke = node["stroke"], isOutline || node["fill"] != nil {
      note(.look, "mark.stroke", stroke, path.key("stroke"))
    } else if let stroke = node["stroke"] {
      if node["color"] == nil { node.set("color", stroke) }
    }
    if let fill = node["fill"], node["color"] == nil, fill.plainText != "none",
      fill.plainText != "transparent"
    {
      node.set("color", fill)
      if kind == "point", node["filled"] == nil { node.set("filled", JSONNode(.bool(true))) }
    }
    for key in ["fill", "stroke"] { node.set(key, nil) }
    for (old, new) in [
      ("thickness", "strokeWidth"), ("fillOpacity", "opacity"), ("strokeOpacity", "opacity"),
    ] {
      if let value = node[old], node[new] == nil { node.set(new, value) }
      node.set(old, nil)
    }
    if kind == "text" {
      for (old, new) in [("fontSize", "size"), ("xOffset", "dx"), ("yOffset", "dy")] {
        if let value = node[old], node[new] == nil { node.set(new, value) }
        node.set(old, nil)
      }
    }
    if kind == "bar" || kind == "boxplot", let size = node["size"], size.number != nil, owner["type"] != nil {
      if owner["barWidth"] == nil { owner.set("barWidth", size) }
      node.set("size", nil)
    }
    if let shape = node["shape"], shape.plainText.flatMap(ChartShape.number) == nil {
      note(
        .look, "mark.shape", shape, path.key("shape"),
        hint: "the shapes are \(ChartShape.names.joined(separator: ", "))")
      node.set("shape", nil)
    }
    for key in ["ticks", "borders", "outliers"] {
      guard let value = node[key], case .object(let members) = value.value else { continue }
      if !members.isEmpty { note(.look, "mark.\(key)", value, path.key(key)) }
      node.set(key, JSONNode(.bool(true), place: value.place))
    }
    if let baseline = node["baseline"]?.plainText, baseline.hasPrefix("line-") {
      node.set("baseline", JSONNode(.string(String(baseline.dropFirst(5)))))
    }
    for key in ["width", "height"] {
      guard let size = node[key], size.number != nil, owner["barWidth"] == nil, owner["type"] != nil else {
        continue
      }
      if kind == "bar" { owner.set("barWidth", size) }
      if kind == "bar" { node.set(key, nil) }
    }
    if let form = node["interpolate"], let other = form.plainText.flatMap({ Self.interpolations[$0] }) {
      note(.look, "mark.interpolate", form, path.key("interpolate"), hint: "the nearest form is drawn")
      node.set("interpolate", JSONNode(.string(other), place: form.place))
    }
    if node["line"]?.value == .bool(true) || node["line"]?.value == .bool(false) { node.set("line", nil) }
    if let corner = node["cornerRadius"], kind == "bar" {
      if node["cornerRadiusEnd"] == nil { node.set("cornerRadiusEnd", corner) }
      node.set("cornerRadius", nil)
    }
    for key in ["cornerRadiusTopLeft", "cornerRadiusTopRight"] {
      if let corner = node[key], kind == "bar", node["cornerRadiusEnd"] == nil {
        node.set("cornerRadiusEnd", corner)
      }
      if kind == "bar" { node.set(key, nil) }
    }
    remove(UnsupportedVegaKeys.mark, from: &node, path, "mark")
    return node
  }

  /// Replaces `{ "expr": … }` by its value, if the parameters give one.
  private func evaluate(_ node: inout JSONNode, _ key: String, _ value: JSONNode) {
    guard let text = value["expr"]?.plainText ?? value["signal"]?.plainText,
      let found = constant(text), let cell = found.cell
    else { return }
    var result = value
    switch cell {
    case .missing: return node.set(key, nil)
    case .number(let number): result.value = .number(number)
    case .text(let text): result.value = .string(text)
    case .flag(let flag): result.value = .bool(flag)
    }
    node.set(key, result)
  }

  /// The value of an expression of parameters alone; nil for others.
  private func constant(_ text: String) -> ExpressionValue? {
    var known: [String: ExpressionValue] = [:]
    for (name, node) in parameters {
      if let value = node["value"].flatMap({ ExpressionValue(node: $0) }) { known[name] = value }
    }
    var environment = ChartExpression.Environment(locale: .standard)
    return try? ChartExpression(text, ChartTable(), known).value(0, &environment)
  }

  // MARK: Channels

  private static let channels = Set(
    ChartEncoding.all.map(\.name) + [
      "yOffset", "fill", "stroke", "fillOpacity", "strokeOpacity", "xError", "yError", "xError2", "yError2",
    ])

  /// Channels with another name here.
  private mutating func rename(_ holder: inout JSONNode, _ path: JSONPath) {
    let names = [
      ("yOffset", "xOffset"), ("fill", "color"), ("stroke", "color"), ("fillOpacity", "opacity"),
      ("strokeOpacity", "opacity"),
    ]
    for (old, new) in names {
      guard let channel = holder[old] else { continue }
      // A channel that is there already wins.
      if holder[new] == nil {
        holder.set(new, channel)
      } else {
        note(.look, old, channel, path.key(old), hint: "use '\(new)'")
      }
      holder.set(old, nil)
    }
  }

  /// Errors on both sides of a value as the ends of the mark.
  private mutating func addErrors(_ holder: inout JSONNode, _ steps: inout [JSONNode]) {
    for name in ["x", "y"] {
      guard let error = holder["\(name)Error"]?["field"]?.plainText, var channel = holder[name],
        let field = channel["field"]?.plainText
      else { continue }
      let below =
        holder["\(name)Error2"]?["field"]?.plainText.map { " + datum['\($0)']" } ?? " - datum['\(error)']"
      for (end, rest) in [("low", below), ("high", " + datum['\(error)']")] {
        steps.append(
          JSONNode(
            .object([
              .init(key: "calculate", value: JSONNode(.string("datum['\(field)']\(rest)"))),
              .init(key: "as", value: JSONNode(.string("\u{1}\(name)\(end)"))),
            ]), place: channel.place))
      }
      if channel["title"] == nil { channel.set("title", channel["field"]) }
      channel.set("field", JSONNode(.string("\u{1}\(name)low")))
      holder.set(name, channel)
      holder.set(
        "\(name)2", JSONNode(.object([.init(key: "field", value: JSONNode(.string("\u{1}\(name)high")))])))
      for key in ["\(name)Error", "\(name)Error2"] { holder.set(key, nil) }
    }
  }

  /// The colours of schemes for names.
  private static let palettes = [
    "category10": "1f77b4 ff7f0e 2ca02c d62728 9467bd 8c564b e377c2 7f7f7f bcbd22 17becf",
    "tableau10": "4c78a8 f58518 e45756 72b7b2 54a24b eeca3b b279a2 ff9da6 9d755d bab0ac",
    "category20":
      "1f77b4 aec7e8 ff7f0e ffbb78 2ca02c 98df8a d62728 ff9896 9467bd c5b0d5 8c564b c49c94 e377c2 f7b6d2 7f7f7f c7c7c7 bcbd22 dbdb8d 17becf 9edae5",
    "category20b":
      "393b79 5254a3 6b6ecf 9c9ede 637939 8ca252 b5cf6b cedb9c 8c6d31 bd9e39 e7ba52 e7cb94 843c39 ad494a d6616b e7969c 7b4173 a55194 ce6dbd de9ed6",
    "category20c":
      "3182bd 6baed6 9ecae1 c6dbef e6550d fd8d3c fdae6b fdd0a2 31a354 74c476 a1d99b c7e9c0 756bb1 9e9ac8 bcbddc dadaeb 636363 969696 bdbdbd d9d9d9",
    "tableau20":
      "4c78a8 9ecae9 f58518 ffbf79 54a24b 88d27a b79a20 f2cf5b 439894 83bcb6 e45756 ff9d98 79706e bab0ac d67195 fcbfd2 b279a2 d6a5c9 9e765f d8b5a5",
    "set1": "e41a1c 377eb8 4daf4a 984ea3 ff7f00 ffff33 a65628 f781bf 999999",
    "set2": "66c2a5 fc8d62 8da0cb e78ac3 a6d854 ffd92f e5c494 b3b3b3",
    "set3": "8dd3c7 ffffb3 bebada fb8072 80b1d3 fdb462 b3de69 fccde5 d9d9d9 bc80bd ccebc5 ffed6f",
    "dark2": "1b9e77 d95f02 7570b3 e7298a 66a61e e6ab02 a6761d 666666",
    "accent": "7fc97f beaed4 fdc086 ffff99 386cb0 f0027f bf5b17 666666",
    "paired": "a6cee3 1f78b4 b2df8a 33a02c fb9a99 e31a1c fdbf6f ff7f00 cab2d6 6a3d9a ffff99 b15928",
    "pastel1": "fbb4ae b3cde3 ccebc5 decbe4 fed9a6 ffffcc e5d8bd fddaec f2f2f2",
    "pastel2": "b3e2cd fdcdac cbd5e8 f4cae4 e6f5c9 fff2ae f1e2cc cccccc",
  ]

  /// Replaces the aggregates `argmin` and `argmax` of a channel by a transform: the value in the row in which another
  /// column is lowest or highest.
  private mutating func findRow(_ node: inout JSONNode, _ steps: inout [JSONNode]) {
    guard let aggregate = node["aggregate"], case .object = aggregate.value,
      aggregate.names.count == 1,
      let operation = ["argmin", "argmax"].first(where: { aggregate[$0] != nil }),
      let other = aggregate[operation]?.plainText, let field = node["field"]?.plainText
    else { return }
    let name = "\(operation) of \(other)"
    let search = JSONNode.object([("op", .of(operation)), ("field", .of(other)), ("as", .of(name))])
    // Classes and dates are those of the channels.
    let fields = groups.sorted { $0.key < $1.key }.compactMap { channel, node -> JSONNode? in
      guard let field = node["field"] else { return node }
      for kind in ["bin", "timeUnit"] {
        guard var value = node[kind], !value.isQuiet else { continue }
        if value.value == .bool(true) {
          value = .object([("maxbins", .of(Double(ChartBin().most(channel))))])
        }
        added += 1
        let column = JSONNode.of("\u{1}class\(added)")
        steps.append(.object([(kind, value), ("field", field), ("as", column)]))
        return column
      }
      return field
    }
    steps.append(.object([("joinaggregate", .list([search])), ("groupby", .list(fields))]))
    node.set("field", .of("\(name).\(field)"))
    // All rows of a group have this value now.
    node.set("aggregate", .of("max"))
    if node["title"] == nil { node.set("title", .of(field)) }
  }

  private mutating func channel(
    _ given: JSONNode, _ name: String, _ path: JSONPath, _ mark: String?, _ steps: inout [JSONNode]
  ) -> JSONNode? {
    var node = given
    if case .array(let elements) = node.value, ["detail", "order"].contains(name) {
      // Altair and Vega-Lite write each column as a channel.
      let fields = elements.compactMap { $0["field"] ?? ($0.plainText == nil ? nil : $0) }
      guard fields.count == elements.count, !fields.isEmpty else { return node }
      if name == "order" { return elements[0] }
      node.value = .array(fields)
      return node
    }
    guard case .object = node.value else {
      // The defaults of axes need an object.
      guard ["x", "y"].contains(name), node.plainText != nil, let defaults = axisDefaults(name, nil) else {
        return node
      }
      return JSONNode(
        .object([.init(key: "field", value: node), .init(key: "axis", value: defaults)]), place: node.place)
    }
    settleCondition(&node, name, path, &steps)
    findRow(&node, &steps)
    if isSpecification, ["x", "y"].contains(name), node["bin"]?.value == .bool(true) {
      node.set("bin", .object([("maxbins", .of(10))]))
    }
    if node.names.isEmpty { return nil }
    if ChartFacets.names.contains(name) { adaptHeader(&node, path.key("header")) }
    node.set("header", nil)
    joinLines(&node, "title")
    for key in ["value", "datum"] {
      guard let value = node[key] else { continue }
      evaluate(&node, key, value)
      if let moment = value.dateTime {
        node.set(key, JSONNode(.string(ChartTransform.date(Double(moment.seconds)).name), place: value.place))
      }
    }
    if var sort = node["sort"], case .object = sort.value, let axis = sort["encoding"]?.plainText,
      ["x", "y"].contains(axis)
    {
      let sign = sort["order"]?.plainText == "descending" ? "-" : ""
      sort.value = .string("\(sign)\(axis)")
      node.set("sort", sort)
    }
    if let impute = node["impute"], case .object = impute.value {
      addImpute(impute, node, name, &steps, &node)
    }
    if ["x", "y", "color", "size"].contains(name) { addTitle(&node) }
    if ["x", "y"].contains(name) {
      let defaults = axisDefaults(name, node["type"]?.plainText)
      if let defaults, node.member("axis") == nil {
        node.set("axis", defaults)
      } else if let defaults, let axis = node["axis"], case .object = axis.value,
        case .object = defaults.value
      {
        node.set("axis", defaults.over(axis))
      }
    }
    if var axis = node["axis"], case .object = axis.value {
      adaptAxis(&axis, path.key("axis"))
      node.set("axis", axis)
    }
    if var legend = node["legend"], case .object = legend.value {
      adaptLegend(&legend, path.key("legend"))
      node.set("legend", legend)
    }
    if var scale = node["scale"], case .object = scale.value {
      adaptScale(&scale, name, path.key("scale"))
      node.set("scale", scale)
    }
    if config["legend"]?["disable"]?.value == .bool(true), node.member("legend") == nil,
      ["color", "size", "shape", "fill", "stroke"].contains(name), node["field"] != nil
    {
      node.set("legend", JSONNode(.bool(false)))
    }
    remove(UnsupportedVegaKeys.channel, from: &node, path, name)
    return node
  }

  /// Gives numbers, also those that are names, their title, which a chart of a deck has only if there is a `title`.
  private func addTitle(_ node: inout JSONNode) {
    let (field, aggregate) = (node["field"]?.plainText, node["aggregate"]?.plainText)
    let isNumber =
      node["type"].map {
        $0.plainText == "quantitative" || ($0.plainText == "ordinal" && node["timeUnit"] == nil)
      } ?? (aggregate != nil || node["bin"].map { $0.value != .bool(false) } == true)
    guard isSpecification, isNumber, field != nil || aggregate != nil, node.member("title") == nil,
      node["axis"]?.member("title") == nil
    else { return }
    let operation = aggregate.flatMap { ChartAggregate(rawValue: $0) }
    node.set(
      "title", .of(ChartChannel(fields: field.map { [$0] } ?? [], aggregate: operation).capitalizedHeading))
  }

  /// A condition: its value if it holds without any selection, else the channel's own.
  private mutating func settleCondition(
    _ node: inout JSONNode, _ name: String, _ path: JSONPath, _ steps: inout [JSONNode]
  ) {
    guard let written = node["condition"] else { return }
    node.set("condition", nil)
    var condition = written
    if case .array(let elements) = written.value { condition = elements.first ?? written }
    let test = condition["test"]
    if let test, !test.namesSelection, let yes = condition["value"], let no = node["value"],
      ["color", "fill", "stroke"].contains(name), yes.plainText != nil, no.plainText != nil
    {
      // One of two colours for each row: a column of colours.
      added += 1
      let column = JSONNode(.string("\u{1}color\(added)"))
      steps.append(
        JSONNode(
          .object([
            .init(key: TransformRun.choose, value: test), .init(key: "then", value: yes),
            .init(key: "else", value: no), .init(key: "as", value: column),
          ]), place: written.place))
      node.value =
        JSONNode.object([
          ("field", column), ("type", .of("nominal")), ("title", .of("")), ("legend", .of(false)),
          ("scale", JSONNode(.null)),
        ]).value
      return
    }
    let holds: Bool
    if let test {
      holds = test.namesSelection && selects(test)
      if !test.namesSelection {
        note(
          .look, "\(name).condition", written, path.key("condition"),
          hint: "add a column for these rows, and use it for 'color'")
      } else {
        note(.interaction, "condition", written, path.key("condition"))
      }
    } else {
      holds = selects(condition)
      note(.interaction, "condition", written, path.key("condition"))
    }
    guard holds else { return }
    for key in ["param", "selection", "test", "empty"] { condition.set(key, nil) }
    for key in ["value", "field", "datum", "type"] { node.set(key, nil) }
    node = node.over(condition)
  }

  /// Whether a condition holds while nothing is selected.
  private func selects(_ condition: JSONNode) -> Bool {
    if let list = condition["and"], case .array(let all) = list.value { return all.allSatisfy(selects) }
    if let list = condition["or"], case .array(let all) = list.value { return all.contains(where: selects) }
    if let other = condition["not"] { return !selects(other) }
    guard let name = condition["param"]?.plainText ?? condition["selection"]?.plainText else { return true }
    guard let parameter = parameters[name] else { return condition["empty"]?.value != .bool(false) }
    if parameter["select"] == nil, let value = parameter["value"].flatMap({ ExpressionValue(node: $0) }) {
      return value.isTrue
    }
    return condition["empty"]?.value != .bool(false) && parameter["value"] == nil
  }

  /// Missing values of a channel as a step before it.
  private func addImpute(
    _ impute: JSONNode, _ channel: JSONNode, _ name: String, _ steps: inout [JSONNode], _ node: inout JSONNode
  ) {
    guard let field = channel["field"], channel["aggregate"] == nil else { return }
    var step = impute
    step.set("impute", field)
    // The key is the position on the other axis, and each series is completed on its own.
    if step["key"] == nil { step.set("key", siblings[name == "x" ? "y" : "x"]) }
    let series = ["color", "shape", "detail", "strokeDash", "xOffset"].compactMap { siblings[$0] }
    if !series.isEmpty { step.set("groupby", JSONNode(.array(series))) }
    steps.append(step)
    node.set("impute", nil)
  }

  private mutating func adaptAxis(_ axis: inout JSONNode, _ path: JSONPath) {
    joinLines(&axis, "title")
    for key in axis.names { if let value = axis[key] { evaluate(&axis, key, value) } }
    if let angle = axis["labelAngle"]?.number, abs(angle) > 90, abs(angle) <= 360 {
      let turned = angle.truncatingRemainder(dividingBy: 180)
      axis.set(
        "labelAngle",
        JSONNode(.number(JSONNumber(turned > 90 ? turned - 180 : turned < -90 ? turned + 180 : turned))))
    }
    if let count = axis["tickCount"], case .object = count.value {
      note(.look, "axis.tickCount", count, path.key("tickCount"), hint: "'tickCount' is a number")
      axis.set("tickCount", nil)
    } else if let count = axis["tickCount"], count.plainText != nil || count.number == 0 {
      note(.look, "axis.tickCount", count, path.key("tickCount"), hint: "'tickCount' is a number from 1")
      axis.set("tickCount", nil)
    }
    if let values = axis["values"], case .array(let elements) = values.value {
      axis.set("values", values.with(elements.map(\.withoutDateTime)))
    }
    for key in ["grid", "ticks", "domain", "labels"] {
      if let value = axis[key], case .object = value.value {
        note(.look, "axis.\(key)", value, path.key(key))
        axis.set(key, nil)
      }
    }
    remove(UnsupportedVegaKeys.axis, from: &axis, path, "axis")
  }

  private static let sides = [
    "top-left": "top", "top-right": "top", "bottom-left": "bottom", "bottom-right": "bottom",
  ]

  private mutating func adaptLegend(_ legend: inout JSONNode, _ path: JSONPath) {
    joinLines(&legend, "title")
    if let side = legend["orient"], let other = side.plainText.flatMap({ Self.sides[$0] }) {
      note(.look, "legend.orient", side, path.key("orient"), hint: "a legend is next to the plot")
      legend.set("orient", JSONNode(.string(other), place: side.place))
    }
    remove(UnsupportedVegaKeys.legend, from: &legend, path, "legend")
  }

  private mutating func adaptScale(_ scale: inout JSONNode, _ name: String, _ path: JSONPath) {
    for key in scale.names { if let value = scale[key] { evaluate(&scale, key, value) } }
    if let nice = scale["nice"], nice.value != .bool(true), nice.value != .bool(false) {
      // A number of ticks, or a unit of time: the ends are round.
      scale.set("nice", JSONNode(.bool(nice.number != 0), place: nice.place))
    }
    if let domain = scale["domain"] {
      switch domain.value {
      case .array(let elements):
        scale.set("domain", domain.with(elements.map(\.withoutDateTime)))
      case .object:
        note(.interaction, "scale.domain", domain, path.key("domain"))
        scale.set("domain", nil)
      default: break
      }
    }
    if let scheme = scale["scheme"], case .object = scheme.value {
      scale.set("scheme", scheme["name"])
      if scheme.names.count > 1 {
        note(.look, "scale.scheme", scheme, path.key("scheme"), hint: "a scheme is used from end to end")
      }
    }
    if let name = scale["scheme"]?.plainText, let colors = Self.palettes[name], scale["range"] == nil {
      let list = colors.split(separator: " ").map { JSONNode(.string("#\($0)")) }
      scale.set("range", JSONNode(.array(list), place: scale["scheme"]?.place))
      scale.set("scheme", nil)
    }
    if let range = scale["range"], !["color", "fill", "stroke"].contains(name) {
      let isDashes = name == "strokeDash" || name == "shape"
      note(
        .look, "\(name).scale.range", range, path.key("range"),
        hint: isDashes ? "the chart chooses dashes and shapes" : "the chart chooses sizes by the room")
      scale.set("range", nil)
    } else if let range = scale["range"], range.plainText != nil {
      if range.plainText != "category" { note(.look, "scale.range", range, path.key("range")) }
      scale.set("range", nil)
    }
    if let type = scale["type"]?.plainText, ["ordinal", "bin-ordinal"].contains(type) {
      scale.set("type", nil)
    }
    remove(UnsupportedVegaKeys.scale, from: &scale, path, "\(name).scale")
  }
}

extension ExpressionValue {
  /// The value of a JSON literal.
  init?(node: JSONNode) {
    switch node.value {
    case .array(let elements): self = .list(elements.compactMap { ExpressionValue(node: $0) })
    case .object: return nil
    default:
      guard let cell = ChartValue(node) else { return nil }
      self.init(cell)
    }
  }
}

extension JSONNode {
  /// The object with the members of another one over its own.
  fileprivate func over(_ other: JSONNode) -> JSONNode {
    var result = self
    for name in other.names { result.set(name, other.member(name)) }
    result.place = other.place ?? place
    return result
  }

  /// A list with other elements, at the same place.
  fileprivate func with(_ elements: [JSONNode]) -> JSONNode {
    var list = self
    list.value = .array(elements)
    return list
  }

  /// A date object as a text.
  fileprivate var withoutDateTime: JSONNode {
    guard let moment = dateTime else { return self }
    return JSONNode(.string(ChartTransform.date(Double(moment.seconds)).name), place: place)
  }

  /// Whether a test asks for a selection.
  fileprivate var namesSelection: Bool {
    switch value {
    case .object(let members):
      members.contains { ["param", "selection"].contains($0.key) || $0.value.namesSelection }
    case .array(let elements): elements.contains { $0.namesSelection }
    default: false
    }
  }

  /// Whether a value turns something off.
  fileprivate var isQuiet: Bool { value == .null || value == .bool(false) }
}

/// Several plots of one specification as a stack of charts.
extension VegaLiteAdapter {
  private static let lists = ["hconcat", "vconcat", "concat"]
  /// The keys that the charts of a stack inherit.
  private static let inherited = ["data", "datasets", "config", "params", "$schema"]

  /// The stack for a chart with `hconcat`, `vconcat`, `concat` or `repeat`, or the chart with the layers of a
  /// `repeat`; nil for a chart with one plot.
  static func stack(for chart: JSONNode, _ path: JSONPath, _ context: ReadContext) -> JSONNode? {
    var node = distributed(chart)
    if let fields = node["repeat"], let spec = node["spec"] {
      guard let list = repetition(of: spec, fields) else { return nil }
      for key in ["repeat", "spec"] { node.set(key, nil) }
      for key in list.names { node.set(key, list[key]) }
      if node["layer"] != nil { return node }
    }
    guard let key = lists.first(where: { node[$0] != nil }), let list = node[key] else {
      // A chart with panels, whose layers were a `repeat`.
      return node["facet"] != nil && chart["spec"]?["repeat"] != nil ? node : nil
    }
    let columns = node["columns"]?.number.flatMap { Int(exactly: $0) } ?? 0
    let isRow = key == "hconcat" || (key == "concat" && columns < 1)
    var children = elements(list).map { part(of: node, $0, isInRow: isRow || key == "concat") }
    var adapter = VegaLiteAdapter()
    for number in children.indices where !children.allSatisfy({ $0["weight"] != nil }) {
      guard let width = elements(list)[number]["width"], isRow || key == "concat" else { continue }
      adapter.note(
        .look, "width", width, path.key(key).index(number).key("width"), hint: "give a width to all charts")
      children[number].set("weight", nil)
    }
    if key == "concat", columns > 0 {
      children = stride(from: 0, to: children.count, by: columns).map { start in
        stack(Array(children[start..<min(start + columns, children.count)]), of: node, isRow: true)
      }
    }
    let title = node["title"].flatMap { title in title["text"] ?? (title.plainText == nil ? nil : title) }
    var text: [JSONNode] = []
    if let title {
      text = [JSONNode.object([("type", .of("text")), ("style", .of("header")), ("text", title)])]
    }
    var result =
      isRow && !text.isEmpty
      ? stack(text + [stack(children, of: node, isRow: true)], of: node, isRow: false)
      : stack(text + children, of: node, isRow: isRow)
    result.place = chart.place
    let known = ChartSpec.ignored.union(
      lists + inherited + ["type", "transform", "columns", "title", "spacing"])
    for name in node.names where !known.contains(name) {
      guard let value = node[name] else { continue }
      if name == "description" {
        if node["alt"] == nil { result.set("alt", value) }
      } else if ["align", "center", "background", "view"].contains(name) {
        adapter.note(.look, name, value, path.key(name), hint: "each chart has its own surface")
      } else if name != "resolve" {
        result.set(name, value)
      } else if case .object(let axes)? = value["scale"]?.value,
        axes.contains(where: { $0.value.plainText == "shared" })
      {
        adapter.note(
          .look, name, value, path.key(name),
          hint: "each chart has its own scales; panels of a 'facet' share them")
      }
    }
    adapter.report(context)
    return result
  }

  /// The charts of a `facet` with several plots, each with the panels: rows of charts that are next to each other
  /// are charts with rows.
  private static func distributed(_ chart: JSONNode) -> JSONNode {
    guard let facet = chart["facet"], var inner = chart["spec"],
      let key = (lists + ["repeat"]).first(where: { inner[$0] != nil })
    else { return chart }
    var result = chart
    if key == "repeat", let fields = inner["repeat"], fields["layer"] != nil, let spec = inner["spec"] {
      for key in ["repeat", "spec"] { inner.set(key, nil) }
      inner.set("layer", repetition(of: spec, fields)?["layer"])
      result.set("spec", inner)
      return result
    }
    func withPanels(_ plot: JSONNode) -> JSONNode {
      var (plot, panels) = (plot, JSONNode.object([("facet", facet)]))
      if plot["data"] == nil, inner["transform"] != nil {
        plot.set("transform", .list(elements(inner["transform"]) + elements(plot["transform"])))
      }
      panels.set("spec", plot)
      for key in ["columns", "resolve"] { panels.set(key, chart[key]) }
      panels.place = plot.place
      return panels
    }
    if key == "repeat" {
      inner.set("spec", inner["spec"].map(withPanels))
    } else {
      inner.set(key, .list(elements(inner[key]).map(withPanels)))
    }
    for key in ["facet", "spec", "columns", "resolve"] { result.set(key, nil) }
    for key in inner.names where key != "transform" && result[key] == nil { result.set(key, inner[key]) }
    return result
  }

  private static func stack(_ children: [JSONNode], of node: JSONNode, isRow: Bool) -> JSONNode {
    let spacing = node["spacing"].flatMap { $0.number == nil ? nil : $0 } ?? .of(20)
    var stack = JSONNode.object([
      ("type", .of("stack")), ("axis", .of(isRow ? "horizontal" : "vertical")), ("alignAxes", .of(true)),
      ("spacing", spacing), ("arrangedSubviews", .list(children)),
    ])
    if isRow { stack.set("distribution", .of("fillEqually")) }
    stack.place = node.place
    return stack
  }

  /// A chart of a stack, with the data and the transforms around it.
  private static func part(of node: JSONNode, _ child: JSONNode, isInRow: Bool) -> JSONNode {
    guard case .object = child.value else { return child }
    var part = child
    if part["data"] == nil, node["transform"] != nil {
      part.set("transform", .list(elements(node["transform"]) + elements(part["transform"])))
    }
    for key in inherited where part[key] == nil { part.set(key, node[key]) }
    if isInRow, let width = part["width"] {
      // The widths of a row are shares of the width that it has.
      part.set("weight", width.number.flatMap { $0 > 0 ? JSONNode.of($0 / 100) : nil })
      part.set("width", nil)
    }
    part.set("type", .of("chart"))
    return part
  }

  /// The charts of a `repeat`: a list, rows and columns, or layers.
  private static func repetition(of spec: JSONNode, _ fields: JSONNode) -> JSONNode? {
    func copies(_ key: String, of spec: JSONNode, _ fields: JSONNode?) -> [JSONNode] {
      elements(fields).prefix(Limits.chartPanels + 1).map { repeated(spec, key, $0) }
    }
    if case .array = fields.value { return .object([("concat", .list(copies("repeat", of: spec, fields)))]) }
    if fields["layer"] != nil {
      return .object([("layer", .list(copies("layer", of: spec, fields["layer"])))])
    }
    var rows = [spec]
    if fields["row"] != nil { rows = copies("row", of: spec, fields["row"]) }
    guard fields["column"] != nil else { return .object([("vconcat", .list(rows))]) }
    let lines = rows.map { JSONNode.object([("hconcat", .list(copies("column", of: $0, fields["column"])))]) }
    return fields["row"] == nil ? lines[0] : .object([("vconcat", .list(lines))])
  }

  /// A specification with a field instead of each `{ "repeat": … }`.
  private static func repeated(_ node: JSONNode, _ key: String, _ field: JSONNode) -> JSONNode {
    var result = node
    switch node.value {
    case .object(let members):
      if members.count == 1, node["repeat"]?.plainText == key { return field }
      for member in members { result.set(member.key, repeated(member.value, key, field)) }
    case .array(let elements): result.value = .array(elements.map { repeated($0, key, field) })
    default: break
    }
    return result
  }
}
