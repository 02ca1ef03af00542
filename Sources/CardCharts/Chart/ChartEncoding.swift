import CardModel
import CardRaster

/// The channels of a chart or layer: its columns and constant values.
struct ChartEncoding: Hashable, Sendable {
  @CopyOnWriteBox var x: ChartChannel? = nil
  @CopyOnWriteBox var y: ChartChannel? = nil
  @CopyOnWriteBox var color: ChartChannel? = nil
  @CopyOnWriteBox var size: ChartChannel? = nil
  @CopyOnWriteBox var shape: ChartChannel? = nil
  @CopyOnWriteBox var strokeDash: ChartChannel? = nil
  @CopyOnWriteBox var opacity: ChartChannel? = nil
  @CopyOnWriteBox var text: ChartChannel? = nil
  @CopyOnWriteBox var detail: ChartChannel? = nil
  @CopyOnWriteBox var order: ChartChannel? = nil
  @CopyOnWriteBox var theta: ChartChannel? = nil
  @CopyOnWriteBox var x2: ChartChannel? = nil
  @CopyOnWriteBox var y2: ChartChannel? = nil
  @CopyOnWriteBox var xOffset: ChartChannel? = nil
  @CopyOnWriteBox var row: ChartChannel? = nil
  @CopyOnWriteBox var column: ChartChannel? = nil
  @CopyOnWriteBox var facet: ChartChannel? = nil

  init(x: ChartChannel? = nil, y: ChartChannel? = nil) { (self.x, self.y) = (x, y) }

  static let object = ObjectSchema("chartEncoding", "The channels of a chart, as in Vega-Lite.", fields) {
    ChartEncoding()
  }

  static let fields = FieldTable<ChartEncoding>(ways: UnsupportedVegaKeys.encoding) {
    all.map { Field($0.name, $0.keyPath, .chartChannel, $0.summary) }
  }

  typealias Path = any WritableKeyPath<ChartEncoding, ChartChannel?> & Sendable

  /// The channels by name.
  static let all: [(name: String, keyPath: Path, summary: String)] = [
    ("x", \.x, "The horizontal axis."),
    ("y", \.y, "The vertical axis; several columns make several series."),
    ("color", \.color, "Splits into series by colour, or shows numbers as colours."),
    ("size", \.size, "The area of points."),
    ("shape", \.shape, "Splits into series by the shape of points."),
    ("strokeDash", \.strokeDash, "Splits into series by the dash pattern of lines."),
    (
      "opacity", \.opacity,
      "The opacity of marks: 0.3 for the smallest number or the first name to 0.8, or a `value` for all."
    ),
    ("text", \.text, "The text of `text` marks."),
    ("detail", \.detail, "Splits the data into series of the same colour."),
    ("order", \.order, "The order in which a line joins its points, or the order of a stack from its base."),
    ("theta", \.theta, "The size of slices."),
    ("x2", \.x2, "The other end along the horizontal axis."),
    ("y2", \.y2, "The other end along the vertical axis."),
    ("xOffset", \.xOffset, "Groups bars side by side in one category."),
    ("row", \.row, "Splits the chart into panels below each other, one for each value."),
    ("column", \.column, "Splits the chart into panels next to each other, one for each value."),
    ("facet", \.facet, "Splits the chart into panels in lines of `columns`, one for each value."),
  ]

  /// The channels that are set.
  var channels: [(name: String, channel: ChartChannel)] {
    ChartEncoding.all.compactMap { channel in self[keyPath: channel.keyPath].map { (channel.name, $0) } }
  }

  /// The channels of the positions along an axis.
  static func places(_ axis: ChartAxis) -> (start: Path, end: Path) {
    axis == .x ? (\.x, \.x2) : (\.y, \.y2)
  }

  /// Whether all values are in the deck.
  var hasNoColumns: Bool { channels.allSatisfy { $0.channel.fields.isEmpty } }

  /// Whether both axes have one value, such as those of an annotation.
  var isAtOnePlace: Bool { x?.datum != nil && y?.datum != nil && hasNoColumns }

  /// The channels for a table; columns whose names look like shorthands are used as columns.
  func named(in table: ChartTable?) -> ChartEncoding {
    guard let table else { return self }
    var result = self
    for path in ChartEncoding.all.map(\.keyPath) {
      result[keyPath: path] = result[keyPath: path]?.named(in: table)
    }
    return result
  }

  /// The channels of a layer, with missing ones from the chart.
  func over(_ base: ChartEncoding) -> ChartEncoding {
    var result = base
    for path in ChartEncoding.all.map(\.keyPath) where self[keyPath: path] != nil {
      result[keyPath: path] = self[keyPath: path]
    }
    return result
  }
}

/// A layer of a chart.
struct ChartLayerSpec: Hashable, Sendable {
  var mark: ChartMark?
  var data: ChartTable?
  var transform: [ChartTransform] = []
  @CopyOnWriteBox var short = ChartEncoding()
  @CopyOnWriteBox var encoding = ChartEncoding()

  static let object = ObjectSchema("chartLayer", "A layer of a chart.", fields) { ChartLayerSpec() }

  static let fields = FieldTable<ChartLayerSpec>(needs: [["mark"]], ways: ChartSpec.refused) {
    Field("mark", \.mark, .chartMark, "The kind of mark.")
    Field("data", \.data, .chartData, "The layer's own data.", default: "those of the chart")
    Field(
      "transform", \.transform, .chartTransforms,
      "Steps that prepare the rows of the layer, after those of the chart.", default: "none")
    Field(
      "encoding", \.encoding, .chartEncoding, "The channels, as in Vega-Lite.",
      default: "those of the chart")
    ChartEncoding.fields.fields.map { $0.lifted(\.short) }
  }
}

extension ChartSpec {
  /// A channel of the chart, and of each layer that has it.
  func channels(_ path: KeyPath<ChartEncoding, ChartChannel?>) -> [ChartChannel] {
    let own = short[keyPath: path] ?? encoding[keyPath: path]
    return ([own] + layer.map { $0.short[keyPath: path] ?? $0.encoding[keyPath: path] }).compactMap(\.self)
  }

  /// The channels as written, at all places where a deck can have them.
  var writtenEncodings: [ChartEncoding] { [short, encoding] + layer.flatMap { [$0.short, $0.encoding] } }

  /// The chart with channels adapted to its data.
  var named: ChartSpec {
    var result = self
    (result.short, result.encoding) = (short.named(in: data), encoding.named(in: data))
    for (number, layer) in layer.enumerated() {
      let data = layer.data ?? data
      result.layer[number].short = layer.short.named(in: data)
      result.layer[number].encoding = layer.encoding.named(in: data)
    }
    return result
  }
}

extension ValueKind where Value == ChartEncoding {
  /// An object of channels.
  static var chartEncoding: Self {
    let object = ChartEncoding.object
    return ValueKind("channels", schema: .object(object), isExplained: false) { node, path, context in
      guard case .object = node.value else {
        context.mismatch(node, path, expected: "an object of channels")
        return nil
      }
      var encoding = ChartEncoding()
      ChartEncoding.fields.read(
        node, path, context, into: &encoding, others: ["tooltip", "url", "key", "description"],
        what: "an encoding")
      return encoding
    }
  }
}

extension ValueKind where Value == ChartLayerSpec {
  /// A layer.
  static var chartLayer: Self {
    .object("chartLayer", "A layer of a chart.", ChartLayerSpec.fields) { ChartLayerSpec() }
  }
}
