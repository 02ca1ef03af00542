import CardRaster

/// What a gauge shows.
struct ChartGaugeSpec: Hashable, Sendable {
  var value: Double?
  var domain: [Double] = [0, 100]
  var thresholds: [ChartThreshold] = []
  var label: String?

  static let fields = FieldTable<ChartGaugeSpec> {
    Field("value", \.value, .number(-1e12...1e12), "The value of a `gauge`.")
    Field(
      "domain", \.domain, .list(.number(-1e12...1e12), 2...2), "Where the ring of a `gauge` starts and ends.")
    Field(
      "thresholds", \.thresholds, .list(.chartThreshold, 0...6), "The parts of a gauge's ring.",
      default: "none")
    Field("label", \.label, .text, "What stands below the number of a `gauge`.")
  }
}

/// How arcs lie in their ring.
struct ChartArcSpec: Hashable, Sendable {
  var innerRadius: Double?
  var padAngle = 1.0
  var startAngle: Double?
  var endAngle: Double?

  static let fields = FieldTable<ChartArcSpec> {
    Field(
      "innerRadius", \.innerRadius, .length, "The hole of arcs: a share up to 1, or points.",
      default: "0, of a `donut` 0.62")
    Field("padAngle", \.padAngle, .number(0...20), "The gap between two slices, in degrees.")
    Field(
      "startAngle", \.startAngle, .number(-360...360),
      "Where arcs start, in degrees clockwise from 12 o'clock.", default: "0, of a `gauge` -90")
    Field("endAngle", \.endAngle, .number(-360...720), "Where arcs end.", default: "360, of a `gauge` 90")
  }
}

/// How thick bars are, and their corners.
struct ChartBarSpec: Hashable, Sendable {
  var cornerRadius = 2.0
  var cornerCurve = CornerCurve.circular
  var barWidth: Double?
  var paddingInner: Double?
  var paddingOuter: Double?

  static let fields = FieldTable<ChartBarSpec> {
    Field("cornerRadius", \.cornerRadius, .length, "The corners at the outer end of bars.")
    Field(
      "cornerCurve", \.cornerCurve, .word,
      "The form of these corners: a quarter of a circle, or Apple's continuous curve.")
    Field("barWidth", \.barWidth, .number(1...1000), "How thick a bar is.", default: "by the room, up to 48")
    Field(
      "paddingInner", \.paddingInner, .fraction, "The share of a place that is left free between bars.",
      default: "0.3")
    Field(
      "paddingOuter", \.paddingOuter, .number(0...4), "The same before the first and after the last one.",
      default: "0.15")
  }
}

/// The font and the colours of what is no data.
struct ChartInk: Hashable, Sendable {
  var font: FontSpec?
  var labelColor: Color?
  var gridColor: Color?
  var axisColor: Color?

  static let fields = FieldTable<ChartInk> {
    Field("font", \.font, .font, "The font of all texts; titles are larger.", default: "the theme's")
    Field("labelColor", \.labelColor, .color, "The colour of labels.", default: "the theme's")
    Field("gridColor", \.gridColor, .color, "The colour of the grid.", default: "the theme's")
    Field("axisColor", \.axisColor, .color, "The colour of the line at 0.", default: "the theme's")
  }
}
