import CardModel
import CardRaster

/// The panels of a chart that is split by `row`, `column` or `facet`.
struct ChartFacets: Hashable, Sendable {
  /// The values of the panels below each other and next to each other; a `facet` is a column that wraps.
  var row, column: ChartDimension?
  /// The charts of the panels, row by row.
  var panels: [ChartModel] = []

  /// The panel of a series, by its names; nil for all rows or columns.
  struct Place: Hashable, Sendable {
    var row, column: String?

    func holds(_ other: Place) -> Bool {
      (row == nil || row == other.row) && (column == nil || column == other.column)
    }
  }

  typealias Path = any WritableKeyPath<ChartFacets, ChartDimension?> & Sendable
  typealias Channel = any WritableKeyPath<ChartEncoding, ChartChannel?> & Sendable

  static let channels: [(name: String, channel: Channel, dimension: Path)] = [
    ("row", \.row, \.row), ("column", \.column, \.column), ("facet", \.facet, \.column),
  ]
  static let names = channels.map(\.name)

  var dimensions: [ChartDimension] { [row, column].compactMap { $0 } }
  /// The number of panels.
  var count: Int { dimensions.reduce(1) { $0 * max(1, $1.categories.count) } }

  /// The panels, row by row; the only panel of empty data has no name.
  var places: [Place] {
    func names(_ dimension: ChartDimension?) -> [String?] {
      dimension.map { $0.categories.isEmpty ? [""] : $0.categories } ?? [nil]
    }
    return names(row).flatMap { row in names(column).map { Place(row: row, column: $0) } }
  }
}

extension ChartEncoding {
  var hasPanels: Bool { row != nil || column != nil || facet != nil }

  /// Removes the channels whose columns are missing in the layer's own data, so that all panels have it.
  mutating func removePanels(missingIn table: ChartTable) {
    for (_, path, _) in ChartFacets.channels {
      guard let field = self[keyPath: path]?.fields.first, table.column(field) == nil else { continue }
      self[keyPath: path] = nil
    }
  }
}

// MARK: Data

extension ChartCompiler {
  /// Rejects properties that do not match the panels.
  mutating func checkPanels(_ encoding: ChartEncoding) throws(Diagnostic) {
    guard encoding.hasPanels else {
      if let path = spec.resolve.paths[.x] {
        throw Diagnostic("only the vertical axis of layers may be independent, found 'x'", path: path)
      }
      if spec.columns != nil {
        model.warn("'columns' has no effect without 'facet' or 'column'", key: "columns")
      }
      return
    }
    if let facet = encoding.facet, encoding.row != nil || encoding.column != nil {
      throw Diagnostic("'facet' cannot be combined with 'row' or 'column'", path: facet.path)
    }
    for (name, path, _) in ChartFacets.channels {
      guard let channel = encoding[keyPath: path] else { continue }
      guard channel.fields.count == 1, channel.aggregate == nil else {
        throw Diagnostic("'\(name)' needs one column, whose values are the panels", path: channel.path)
      }
      if case .byValue? = channel.sort {
        throw Diagnostic(
          "panels are sorted by their names, a list of names, or a column",
          hint: #"to sort by a column, use "sort": { "field": "sales", "op": "sum", "order": "descending" }"#,
          path: channel.path.key("sort"))
      }
    }
    if spec.columns != nil, encoding.row != nil {
      model.warn("'columns' has no effect together with 'row'", key: "columns")
    }
  }

  /// Adds the channels of the panels of a layer.
  mutating func describePanels(
    _ rows: ChartRows, _ encoding: ChartEncoding, _ table: ChartTable
  ) throws(Diagnostic) {
    for (name, path, place) in ChartFacets.channels {
      guard let channel = encoding[keyPath: path], rows[name] != nil else { continue }
      var facets = model.facets ?? ChartFacets()
      var dimension = facets[keyPath: place] ?? ChartDimension()
      describe(&dimension, name, channel, rows, ChartMark())
      dimension.isDiscrete = true
      facets[keyPath: place] = dimension
      model.facets = facets
      if sortedPanels[name] == nil { sortedPanels[name] = try names(of: channel, sortedIn: table) }
    }
  }

  /// The panel of a row; a new name adds a panel.
  mutating func panel(of row: Int, _ rows: ChartRows) throws(Diagnostic) -> ChartFacets.Place? {
    guard var facets = model.facets else { return nil }
    var place = ChartFacets.Place()
    for (channel, _, path) in ChartFacets.channels {
      guard let value = rows[channel]?[row], let type = rows.types[channel] else { continue }
      let name = Self.category(value, type)
      if channel == "row" { place.row = name } else { place.column = name }
      guard facets[keyPath: path]?.categories.contains(name) == false else { continue }
      facets[keyPath: path]?.categories.append(name)
      guard facets.count <= Limits.chartPanels else {
        throw Diagnostic(
          "the chart has more than \(Limits.chartPanels) panels",
          hint: "filter the rows with 'transform', or combine them with 'bin' or 'timeUnit'", key: channel)
      }
      model.facets = facets
    }
    return place == ChartFacets.Place() ? nil : place
  }

  /// Stacks the series of each panel.
  mutating func stackPanels(_ layer: inout ChartLayer) throws(Diagnostic) {
    var places: [ChartFacets.Place?] = []
    for series in layer.series where !places.contains(series.panel) { places.append(series.panel) }
    guard places.count > 1 else { return try stack(&layer) }
    var result: [ChartSeries] = []
    var numbers: Set<Int> = []
    let all = layer.series.filter { numbers.insert($0.number).inserted }
    for place in places {
      var panel = layer
      panel.series = layer.series.filter { $0.panel == place }
      if layer.mark.type == .bar {
        // Bars side by side have equal places in all panels.
        let known = Set(panel.series.map(\.number))
        panel.series += all.filter { !known.contains($0.number) }.map { series in
          ChartSeries(number: series.number, name: series.name, points: [], panel: place)
        }
        panel.series.sort { $0.number < $1.number }
      }
      try stack(&panel)
      result += panel.series
      layer.isStacked = layer.isStacked || panel.isStacked
      layer.isCentered = layer.isCentered || panel.isCentered
    }
    layer.series = result
  }

  /// Creates the charts of the panels, whose scales are those of the chart unless they are independent.
  mutating func splitIntoPanels() {
    guard var facets = model.facets else { return }
    for (name, channel, path) in ChartFacets.channels {
      guard let channel = spec.short.over(spec.encoding)[keyPath: channel],
        let dimension = facets[keyPath: path]
      else { continue }
      let (names, isWeekday) = (dimension.categories, dimension.timeUnit == .day)
      let sort = sortedPanels[name].map { ChartSort.list($0) } ?? channel.sort
      var order = order(of: names, channel.scale.domain, sort, isWeekday: isWeekday)
      if order == nil, sort == nil, dimension.type != .nominal { order = sorted(names, isWeekday: isWeekday) }
      if let order { facets[keyPath: path]?.categories = order.map { names[$0] } }
    }
    facets.panels = facets.places.map { place in
      var panel = model
      (panel.facets, panel.warnings) = (nil, [])
      for number in panel.layers.indices {
        panel.layers[number].series.removeAll { $0.panel?.holds(place) == false }
      }
      return withOwnScales(panel)
    }
    model.facets = facets
  }

  /// A panel with the ranges and names of its own values on independent axes.
  private func withOwnScales(_ panel: ChartModel) -> ChartModel {
    var panel = panel
    for axis in [ChartAxis.x, .y] where spec.resolve.paths[axis] != nil {
      guard !panel[axis].isDiscrete else {
        let all = panel[axis].categories
        let used = Set(panel.layers.flatMap(\.points).compactMap { Int(exactly: $0[axis]) })
        let kept = all.indices.filter(used.contains)
        let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { (Double($1), Double($0)) })
        panel[axis].categories = kept.map { all[$0] }
        for number in panel.layers.indices {
          panel.layers[number].updatePoints { $0[axis] = places[$0[axis]] ?? $0[axis] }
        }
        continue
      }
      var own = self
      own.model = panel
      (own.model[axis].low, own.model[axis].high) = (.infinity, -.infinity)
      (own.model[axis].isWhole, own.model[axis].gap) = (true, nil)
      own.measure()
      if !own.model[axis].isEmpty { panel[axis] = own.model[axis] }
    }
    return panel
  }
}

// MARK: Layout

extension ChartLayout {
  /// A panel of a chart without a title and legend.
  ///
  /// - Parameters:
  ///   - hidden: the axes without labels, because another panel has them.
  ///   - namesRules: whether rules have their labels.
  private func panel(
    _ model: ChartModel, _ name: String, hidden: Set<ChartAxis>, namesRules: Bool
  ) -> ChartLayout {
    var (model, spec) = (model, spec)
    for index in spec.rules.indices where !namesRules { spec.rules[index].label = nil }
    (spec.title, spec.subtitle, spec.legend) = (nil, nil, spec.legend == .direct ? .direct : .none)
    for number in model.layers.indices {
      model.layers[number].mark = self.model.layers[number].mark
      model.layers[number].mark.interpolate = model.layers[number].mark.interpolate ?? .linear
    }
    for axis in [ChartAxis.x, .y, .second] where axis != .second || model.second != nil {
      let shared = self.model[axis]
      model[axis].ends = shared.ends
      guard hidden.contains(axis), model[axis].hasAxis != false, (spec.axes ?? .both).has(axis) else {
        continue
      }
      model[axis].axis.grid =
        model[axis].axis.grid ?? spec.grid?.has(axis) ?? (axis != .second && model.gridAxes.has(axis))
      model[axis].hasAxis = false
    }
    return ChartLayout(model, spec, name, of: self, ChartTexts(context))
  }

  /// The name of a panel: its row and its column.
  private func panelName(_ place: ChartFacets.Place) -> String {
    [headerText(place.row, model.facets?.row), headerText(place.column, model.facets?.column)]
      .compactMap { $0 }.joined(separator: ", ")
  }

  /// The displayed name of a row or column of panels.
  fileprivate func headerText(_ name: String?, _ dimension: ChartDimension?) -> String? {
    guard let name, let dimension else { return nil }
    let number = dimension.categories.firstIndex(of: name) ?? 0
    return makeForms(dimension).first?[at: Double(number)]?.text ?? self.name(name)
  }

  /// The charts of the panels.
  ///
  /// - Parameter hidden: the axes without labels of a panel.
  func panels(hidden: (Int) -> Set<ChartAxis> = { _ in [] }) -> [ChartLayout] {
    guard let facets = model.facets else { return [] }
    return zip(facets.panels, facets.places).enumerated().map { number, panel in
      // With shared scales, the label of a rule in the first panel is enough.
      self.panel(
        panel.0, panelName(panel.1), hidden: hidden(number),
        namesRules: number == 0 || !isModern || !spec.resolve.paths.isEmpty)
    }
  }

  /// The height of a chart with panels, without its title.
  func panelsHeight(_ width: Double) throws(RasterError) -> Double {
    var box = LayoutBox(size: Size(width: width, height: Limits.number))
    let room = Rect(origin: .zero, size: box.size)
    let (inner, _) = try surround(&box, room)
    guard model.form == .cartesian else {
      return try room.height - inner.height + CellGrid(self, inner.width).height
    }
    var grid = try ChartGrid(self, inner.width)
    try grid.solve(inner.width, nil)
    return room.height - inner.height + grid.height
  }

  /// Adds the legend and the titles around the panels, and returns the remaining room.
  private func surround(
    _ box: inout LayoutBox, _ room: Rect
  ) throws(RasterError) -> (room: Rect, titleOfX: ChartLabel?) {
    var inner = room
    var plot = ChartPlot(self, partWidth: room.width, room: room)
    plot.frame.largestPoint = ChartGrid.largestPoint
    let legends = model.form == .cartesian ? try plot.legends(room) : try legendOfSlices()
    for legend in legends { try plot.place(legend, &inner, into: &box) }
    let names = (model.facets?.dimensions ?? []).filter(\.hasTitle).map(\.title)
    if !names.isEmpty {
      let label = try label(names.joined(separator: ", "), width: inner.width, lines: 2, alignment: .natural)
      box.write(label, inner.minX, inner.minY)
      inner.cut(label.height + 6 * growth, atBottom: false)
    }
    guard model.form == .cartesian else {
      box.warnings += plot.warnings
      return (inner, nil)
    }
    try plot.addTitles(to: &box, &inner)
    let title = try plot.title(.x, width: inner.width)
    if let title { inner.cut(title.height + 6 * growth, atBottom: !plot.frame.xIsOnTop) }
    box.warnings += plot.warnings
    return (inner, title)
  }

  /// Draws the panels with one legend and one title for each axis.
  func drawPanels(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    let (inner, title) = try surround(&box, room)
    guard model.form == .cartesian else { return try CellGrid(self, inner.width).draw(into: &box, in: inner) }
    var grid = try ChartGrid(self, inner.width)
    try grid.solve(inner.width, inner.height)
    try grid.draw(into: &box, at: inner.origin)
    guard let title else { return }
    let isOnTop = model.x.axis.orient == .top
    box.write(
      title, inner.midX - title.blockWidth / 2,
      isOnTop ? inner.minY - title.height - 6 * growth : inner.maxY + 6 * growth)
  }
}

extension ChartLayout {
  /// The legend of panels with slices or rings, whose names are the same in all of them.
  fileprivate func legendOfSlices() throws(RasterError) -> [ChartPlot.LegendForm] {
    guard model.form == .arcs || model.form == .rings, spec.legend != .none else { return [] }
    let names = zip(model.x.categories, forms(.x).first ?? []).enumerated()
    let entries = try names.map { number, name throws(RasterError) in
      ChartLegend.Entry(
        label: try rowLabel(name.1.text, width: 240, lines: 2, alignment: .natural),
        color: style.color(number, name.0), symbol: .swatch,
        pattern: model.form == .arcs ? pattern(number) : nil)
    }
    let isFree = spec.legend == .auto || spec.legend == .direct
    return [.rows(ChartLegend(entries: entries, growth: growth), isFree ? .top : spec.legend)]
  }
}

/// The places of panels without axes: cells of equal size, each below its name.
struct CellGrid {
  private let whole: ChartLayout
  private var panels: [ChartLayout]
  private let headers: [ChartLabel]
  private let columns: Int
  /// The width of a cell.
  private let width: Double
  private let gap: Double

  init(_ whole: ChartLayout, _ width: Double) throws(RasterError) {
    self.whole = whole
    panels = whole.panels()
    // The ramp of all calendars is below the last one.
    if whole.model.form == .calendar, let last = panels.popLast() {
      let spec = changing(last.spec) { $0.legend = whole.spec.legend }
      panels.append(ChartLayout(last.model, spec, last.panelName, of: last, last.texts))
    }
    let unit = whole.style.labelFont.size / 11
    gap = 16 * unit
    let least = whole.model.form == .calendar ? 260 : whole.model.form == .funnel ? 220 : 80.0
    let most = max(1, min(panels.count, Int(clamping: (width + gap) / (least * unit + gap))))
    let rows = (panels.count + most - 1) / most
    let facets = whole.model.facets
    columns =
      facets?.row != nil
      ? max(1, facets?.column?.categories.count ?? 1)
      : min(panels.count, whole.spec.columns ?? (panels.count + rows - 1) / max(1, rows))
    let cell = max(1, (width - gap * Double(columns - 1)) / Double(max(1, columns)))
    self.width = cell
    headers = try panels.map { panel throws(RasterError) in
      try whole.texts.label(
        panel.panelName, whole.style.strongFont, whole.style.labelColor, width: cell, lines: 2,
        alignment: .natural)
    }
  }

  private var rows: Int { (panels.count + columns - 1) / max(1, columns) }
  /// The height of the names of panels.
  private var header: Double { (headers.map(\.height).max() ?? 0) + gap / 2 }

  /// The natural height.
  var height: Double {
    get throws(RasterError) {
      var most = whole.spec.plotHeight ?? 0
      if most == 0 {
        for panel in panels { most = max(most, try panel.wholeMark?.naturalHeight(width) ?? 0) }
      }
      return Double(rows) * (header + most + gap) - gap
    }
  }

  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    let pitch = (room.height + gap) / Double(max(1, rows))
    let size = Size(width: width, height: max(1, pitch - gap - header))
    for (number, panel) in panels.enumerated() {
      let (row, column) = (number / columns, number % columns)
      let place = Point(
        x: room.minX + Double(column) * (width + gap), y: room.minY + Double(row) * pitch + header)
      box.write(headers[number], place.x, place.y - header)
      box.warnings += whole.warnings(headers[number], key: "facet")
      let numbers = [place.x, place.y, size.width, size.height].map { NumberText.format($0, digits: 2) }
      box.attributes.append(
        LayoutBox.Attribute("panels", "\(panel.panelName): \(numbers.joined(separator: " "))"))
      // A combination without rows is empty.
      guard panel.model.pointCount > 0 else { continue }
      var inner = LayoutBox(size: size)
      try panel.wholeMark?.draw(into: &inner, in: Rect(origin: .zero, size: size))
      for warning in inner.warnings + panel.texts.missing where !box.warnings.contains(warning) {
        box.warnings.append(warning)
      }
      inner.warnings = []
      box.add(inner, at: place)
    }
  }
}

/// The places of panels: plots of equal size in rows and columns.
struct ChartGrid {
  /// The diameter of the largest point, which the legend shows.
  static let largestPoint = 14.0

  private struct Panel {
    let chart: ChartLayout
    var row, column: Int
    /// Whether its labels are in the row below, because it has no panel there.
    var isOpen: Bool
    var name: String?
    var header: ChartLabel?
    /// The space for labels around the plot.
    var insets = Insets.zero
  }

  private let whole: ChartLayout
  private var panels: [Panel] = []
  private let (rows, columns): (Int, Int)
  /// The names of rows, above them and below the names of columns.
  private var headers: [ChartLabel?]
  private var plot = Size.zero
  private let unit: Double

  init(_ whole: ChartLayout, _ width: Double) throws(RasterError) {
    self.whole = whole
    unit = whole.style.labelFont.size / 11
    let facets = whole.model.facets ?? ChartFacets()
    let places = facets.places
    let columns =
      facets.row != nil
      ? max(1, facets.column?.categories.count ?? 1)
      : min(places.count, whole.spec.columns ?? Self.fitting(whole, places.count, width, unit))
    let rows = (places.count + columns - 1) / columns
    (self.rows, self.columns) = (rows, columns)
    let independent = whole.spec.resolve.paths
    let yIsOnRight = ChartFrame(whole).side(.y) == .right
    let xIsOnTop = ChartFrame(whole).xIsOnTop
    func hidden(_ number: Int) -> Set<ChartAxis> {
      var hidden: Set<ChartAxis> = []
      let isFirst = number % columns == 0
      let isLast = (number + 1) % columns == 0 || number == places.count - 1
      let isOuter = xIsOnTop ? number < columns : number + columns >= places.count
      if independent[.x] == nil, !isOuter { hidden.insert(.x) }
      if independent[.y] == nil {
        if yIsOnRight ? !isLast : !isFirst { hidden.insert(.y) }
        if yIsOnRight ? !isFirst : !isLast { hidden.insert(.second) }
      }
      return hidden
    }
    let room =
      independent[whole.model.valueAxis] == nil
      ? try ChartPlot(whole, partWidth: width, room: Rect(x: 0, y: 0, width: width, height: width))
        .roomForValues() : nil
    headers = []
    for number in 0..<rows where facets.row != nil {
      let name = whole.headerText(places[number * columns].row, facets.row)
      headers.append(try name.map { name throws(RasterError) in try header(name, width - 40) })
    }
    for (number, chart) in whole.panels(hidden: hidden).enumerated() {
      (chart.largestPoint, chart.valueRoom) = (Self.largestPoint, room)
      if independent.isEmpty { chart.pointLayers = whole.model.layers }
      let row = number / columns
      var panel = Panel(
        chart: chart, row: row, column: number % columns,
        isOpen: independent[.x] == nil && row < rows - 1 && number + columns >= places.count)
      if facets.row == nil || row == 0 {
        panel.name = whole.headerText(places[number].column, facets.column)
      }
      panels.append(panel)
    }
  }

  /// The name of a row or a column, in two lines if it is wider than the available space.
  private func header(_ name: String, _ width: Double) throws(RasterError) -> ChartLabel {
    func label(_ width: Double, _ lines: Int) throws(RasterError) -> ChartLabel {
      try whole.texts.label(
        name, whole.style.strongFont, whole.style.labelColor, width: width, lines: lines, alignment: .natural)
    }
    let single = try label(.infinity, 1)
    return single.width <= width ? single : try label(width, 2)
  }

  /// The number of panels that fit next to each other, in lines of about equal length.
  private static func fitting(_ whole: ChartLayout, _ count: Int, _ width: Double, _ unit: Double) -> Int {
    let x = whole.model.x
    let bar = whole.model.isSideBySide ? 7 * Double(whole.model.series.count) : 14
    let labels = 36 * unit
    let names = x.isDiscrete ? Double(x.categories.count) * bar : 80
    var least = max(64, min(150, names)) * unit
    if whole.spec.resolve.paths[.y] != nil { least += labels }
    let most = max(1, min(count, Int(clamping: (width - labels + 14 * unit) / (least + 14 * unit))))
    let rows = (count + most - 1) / most
    return (count + rows - 1) / rows
  }

  // MARK: The sizes

  private func most(_ path: KeyPath<Insets, Double>, _ isMeant: (Panel) -> Bool) -> Double {
    panels.reduce(0) { isMeant($1) ? max($0, $1.insets[keyPath: path]) : $0 }
  }

  /// The space around the plot of a panel: that of its row and its column.
  private func insets(_ panel: Panel) -> Insets {
    Insets(
      top: most(\.top) { $0.row == panel.row }, left: most(\.left) { $0.column == panel.column },
      bottom: most(\.bottom) {
        panel.isOpen ? $0.isOpen || $0.row == rows - 1 : $0.row == panel.row && !$0.isOpen
      },
      right: most(\.right) { $0.column == panel.column })
  }

  /// The heights of the name of a row, and of the names of its panels.
  private func headerHeights(_ row: Int) -> (row: Double, panels: Double) {
    let own = headers.indices.contains(row) ? headers[row].map { $0.height + 4 * unit } : nil
    let names = panels.filter { $0.row == row }.compactMap(\.header?.height).max()
    return (own ?? 0, names.map { $0 + 4 * unit } ?? 0)
  }

  private var gaps: Size { Size(width: 14 * unit, height: 12 * unit) }

  /// The edges of the plots of columns from left to right, and the full width.
  private var lefts: (places: [Double], end: Double) {
    var (places, x) = ([Double](), 0.0)
    for column in 0..<columns {
      x += most(\.left) { $0.column == column } + (column > 0 ? gaps.width : 0)
      places.append(x)
      x += plot.width + most(\.right) { $0.column == column }
    }
    return (places, x)
  }

  /// The edges of the plots of rows from top to bottom, and the full height.
  private var tops: (places: [Double], end: Double) {
    var (places, y) = ([Double](), 0.0)
    for row in 0..<rows {
      let names = headerHeights(row)
      y += names.row + names.panels + most(\.top) { $0.row == row } + (row > 0 ? gaps.height : 0)
      places.append(y)
      y += plot.height + most(\.bottom) { $0.row == row && !$0.isOpen }
    }
    return (places, y)
  }

  var height: Double { tops.end }

  /// Measures the labels and sizes the plots alternately until both are stable.
  ///
  /// - Parameter height: the available height; nil for the natural one.
  mutating func solve(_ width: Double, _ height: Double?) throws(RasterError) {
    for _ in 0..<4 {
      plot.width = max(1, plot.width + (width - lefts.end) / Double(columns))
      for number in panels.indices {
        guard let name = panels[number].name else { continue }
        let column = panels[number].column
        let beside =
          most(\.right) { $0.column == column } + (column < columns - 1 ? gaps.width - 8 * unit : 0)
        panels[number].header = try header(name, max(24 * unit, plot.width + beside))
      }
      plot.height = height.map { max(1, plot.height + ($0 - tops.end) / Double(rows)) } ?? naturalHeight
      var isStable = true
      for number in panels.indices {
        let (least, known) = (insets(panels[number]), panels[number].insets)
        let found = try measure(panels[number].chart, least)
        let grown = Insets(
          top: max(known.top, found.top), left: max(known.left, found.left),
          bottom: max(known.bottom, found.bottom), right: max(known.right, found.right))
        if grown.top > least.top + 0.1 || grown.left > least.left + 0.1 || grown.bottom > least.bottom + 0.1
          || grown.right > least.right + 0.1
        {
          isStable = false
          panels[number].insets = grown
        }
      }
      if isStable { break }
    }
  }

  private var naturalHeight: Double {
    if let height = whole.spec.plotHeight { return height }
    if whole.isSparkline { return 32 }
    let y = whole.model.y
    guard y.isDiscrete || whole.model.hasRows else {
      let (low, high) = rows > 1 ? (72.0, 140.0) : (100, 220)
      return min(high * unit, max(low * unit, 0.7 * plot.width))
    }
    let slots = whole.model.isSideBySide ? Double(max(1, whole.model.series.count)) : 1
    let count = panels.map { max(1, $0.chart.model.y.rowCount) }.max() ?? 1
    return max(52, Double(count) * max(22, 12 * slots + 8)) * unit
  }

  private func size(_ insets: Insets) -> Size {
    Size(width: plot.width + insets.horizontal, height: plot.height + insets.vertical)
  }

  /// The space around the plot of a panel, with at least the given one.
  private func measure(_ chart: ChartLayout, _ least: Insets) throws(RasterError) -> Insets {
    var box = LayoutBox(size: size(least))
    let room = Rect(origin: .zero, size: box.size)
    return try whole.context.aligning(least) { () throws(RasterError) -> Insets in
      var plot = ChartPlot(chart, partWidth: room.width, room: room)
      var inner = room
      for legend in try plot.legends(room) { try plot.place(legend, &inner, into: &box) }
      try plot.solveAxes(&box, inner)
      let area = plot.area
      return Insets(
        top: area.minY, left: area.minX, bottom: room.maxY - area.maxY, right: room.maxX - area.maxX)
    }
  }

  // MARK: Drawing

  func draw(into box: inout LayoutBox, at origin: Point) throws(RasterError) {
    let (lefts, tops) = (lefts.places, tops.places)
    for panel in panels {
      let insets = insets(panel)
      let place = origin + Point(x: lefts[panel.column], y: tops[panel.row])
      if let header = panel.header {
        let top = most(\.top) { $0.row == panel.row }
        let y = place.y - top - headerHeights(panel.row).row - 4 * unit - header.height
        box.write(header, place.x, y)
        box.warnings += whole.warnings(header, key: "column")
      }
      var inner = LayoutBox(size: size(insets))
      try whole.context.aligning(insets) { () throws(RasterError) -> Void in
        try ChartPlot.draw(panel.chart, into: &inner, in: Rect(origin: .zero, size: inner.size))
      }
      let area = Rect(origin: place, size: plot)
      let numbers = [area.minX, area.minY, area.width, area.height].map { NumberText.format($0, digits: 2) }
      box.attributes.append(
        LayoutBox.Attribute("panels", "\(panel.chart.panelName): \(numbers.joined(separator: " "))"))
      box.attributes += inner.attributes.filter { $0.name != "plot" }
      for warning in inner.warnings + panel.chart.texts.missing where !box.warnings.contains(warning) {
        box.warnings.append(warning)
      }
      (inner.attributes, inner.warnings) = ([], [])
      box.add(inner, at: place - Point(x: insets.left, y: insets.top))
    }
    for (row, header) in headers.enumerated() {
      guard let header else { continue }
      let y = tops[row] - (most(\.top) { $0.row == row }) - 4 * unit - header.height
      // Next to names of columns, those of rows are further outside.
      let isInGrid = panels.contains { $0.header != nil }
      box.write(header, origin.x + (isInGrid ? 0 : lefts[0]), origin.y + y)
      box.warnings += whole.warnings(header, key: "row")
    }
  }
}

extension ChartDescription {
  /// The names of the panels, after the kind of the chart.
  func panelNames(_ terms: ChartTerms) -> String {
    guard let facets = model.facets else { return "" }
    let parts = facets.dimensions.map { dimension in
      let names = shortened((chart.makeForms(dimension).first ?? []).map(\.text)).joined(separator: ", ")
      return terms.isEnglish
        ? [dimension.title, "(\(names))"].filter { !$0.isEmpty }.joined(separator: " ")
        : [dimension.title, names].filter { !$0.isEmpty }.joined(separator: ": ")
    }
    guard terms.isEnglish else { return "; " + parts.joined(separator: "; ") }
    return ", \(facets.count) panel\(facets.count == 1 ? "" : "s") by " + parts.joined(separator: " and ")
  }
}
