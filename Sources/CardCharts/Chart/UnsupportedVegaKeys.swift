/// Keys of Vega-Lite that a chart does not support, or that have no effect on it, with alternatives.
enum UnsupportedVegaKeys {
  static let look = "the style is that of the chart: 'font', 'labelColor', 'gridColor', 'axisColor'"
  private static let choice = "add a column that marks these rows, and use it for 'color'"

  /// A table whose keys are space-separated lists of words.
  private static func table(_ rows: KeyValuePairs<String, String>) -> [String: String] {
    let pairs = rows.flatMap { keys, hint in keys.split(separator: " ").map { (String($0), hint) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// Keys of a chart.
  static let chart = table([
    "repeat": "use 'forEach'", "concat hconcat vconcat": "use a stack", "projection": "use a 'map' part",
    "spec": "panels have one plot, and can be divided once more if there is one 'row' and one 'column'",
    "align center": "panels are aligned, and a stack aligns its parts", "spacing": "a stack has a 'spacing'",
  ])

  /// Keys next to `mark` or in `encoding`.
  static let encoding = table([
    "strokeWidth": "use 'strokeWidth' of the mark, or 'lineWidth' of the chart",
    "x2Offset": "use 'dx' of the mark", "y2Offset": "use 'dy' of the mark", "theta2": "use 'theta' alone",
    "radius radius2": "all slices have the same radius; show the values as bars",
    "angle": "texts are never rotated", "xError xError2": "give 'x' and 'x2' of a 'rule'",
    "yError yError2": "give 'y' and 'y2' of a 'rule'",
    "latitude longitude latitude2 longitude2": "use a 'map' part",
  ])

  /// Keys of a channel without effect.
  static let channel = table([
    "test": choice, "impute": "use 'missing' of the chart: 'zero', 'connect', 'dash' or 'gap'",
    "band": "use 'paddingInner' of the chart, or 'barWidth'",
    "bandPosition": "a mark is in the middle of its position",
  ])

  /// Keys of a mark without effect.
  static let mark = table([
    "orient": "bars are horizontal with the mark 'horizontalBar', or if only 'y' has names",
    "width height": "use 'barWidth' of the chart", "binSpacing": "bins are one point apart",
    "cornerRadiusTopLeft cornerRadiusTopRight cornerRadiusBottomLeft cornerRadiusBottomRight":
      "use 'cornerRadiusEnd'",
    "strokeCap": "line ends are round", "strokeJoin": "joins are round",
    "line": "areas always have a line", "tension": "use \"interpolate\": \"monotone\"",
    "fontSize": "use 'size'", "font fontWeight fontStyle": "use 'font' of the chart",
    "x y x2 y2": "use the channels 'x' and 'y'", "text": "use the channel 'text'",
    "limit": "texts are not cut", "angle": "texts are never rotated",
    "radius outerRadius": "slices fill the available room", "theta": "use the channel 'theta'",
    "padAngle": "use 'padAngle' of the chart",
    "median box rule band": "a composite mark has the colours of the series",
    "invalid": "use 'missing' of the chart", "style": look,
    "minBandSize bandSize discreteBandSize continuousBandSize timeUnitBandPosition timeUnitBandSize":
      "use 'barWidth' of the chart",
    "strokeOffset strokeDashOffset strokeMiterLimit blend dir lineBreak lineHeight ellipsis": look,
    "radius2 radiusOffset theta2 thetaOffset theta2Offset": "slices fill the available room",
    "x2Offset y2Offset": "a mark ends at its value", "xOffset": "use 'dx'", "yOffset": "use 'dy'",
  ])

  /// Keys of a scale without effect.
  static let scale = table([
    "padding": "use 'paddingInner' and 'paddingOuter' of the chart",
    "paddingInner paddingOuter": "use that of the chart",
    "domainRaw": "give both ends in 'domain'",
    "rangeMax rangeMin": "a plot fills the available room", "round": "positions are not rounded",
    "align": "positions are in the middle", "bins": "use 'bin' of the channel",
    "interpolate": "colours are interpolated in a perceptual colour space",
  ])

  /// Keys of an axis without effect.
  static let axis = table([
    "labelExpr": "use 'format' or 'unit' of the channel; \"format\": \"abs\" removes the sign",
    "labelFontSize labelFont labelFontWeight labelColor titleFontSize titleColor titleFont titleFontWeight labelFontStyle labelOpacity titleFontStyle titleOpacity titleLimit titleLineHeight gridColor gridWidth gridDash gridDashOffset gridOpacity gridCap domainColor domainWidth domainDash domainOpacity domainCap tickColor tickDash tickOpacity tickCap style aria description":
      look,
    "tickMinStep": "whole numbers have whole steps; list other ticks in 'values'",
    "tickSize tickWidth": "'ticks' is true or false",
    "tickBand tickExtra tickRound bandPosition": "ticks are centred",
    "tickOffset": "ticks are at their values",
    "offset position translate": "an axis is at the edge of the plot",
    "labelAlign labelBaseline labelOffset labelLineHeight labelFlushOffset": "labels are at their ticks",
    "labelPadding": "labels are 8 points from the plot",
    "labelFlush labelBound": "labels stay inside the part", "labelSeparation": "labels are 8 points apart",
    "titleAngle": "titles are never rotated",
    "titlePadding titleAnchor titleAlign titleX titleY": "titles have a fixed position",
    "formatType": "'format' detects numbers and dates", "zindex": "the grid is below the marks",
    "minExtent maxExtent": "plots of several charts align with 'alignAxes' of their stack",
  ])

  /// Keys of a legend without effect.
  static let legend = table([
    "values": "a legend lists the drawn values", "direction": "the position sets the direction",
    "labelFontSize labelColor labelFont titleFontSize titleColor symbolSize symbolFillColor symbolStrokeColor fillColor titleFont titleFontWeight labelFontWeight labelFontStyle labelAlign labelBaseline labelPadding titlePadding titleAlign titleAnchor titleBaseline titleFontStyle titleOpacity labelOpacity labelOffset cornerRadius strokeColor strokeWidth strokeDash gradientThickness gradientOpacity gradientStrokeColor symbolDash symbolOffset legendX legendY formatType aria description":
      look,
    "type": "numbers have a colour ramp, names have rows",
    "offset padding zindex": "a legend is next to the plot", "labelExpr": "name the series in the data",
    "labelLimit": "long names wrap to two lines", "tickCount": "a ramp has its two ends",
    "gradientLength": "a ramp fills the available room",
    "symbolOpacity": "a symbol is as opaque as its colour",
    "symbolStrokeWidth": "use 'strokeWidth' of the mark", "symbolLimit": "all names are shown",
    "clipHeight": "points in a legend are as large as in the plot",
    "gridAlign": "the columns of a legend fit its names",
    "columnPadding": "names are 16 points apart", "rowPadding": "names are 4 points apart",
    "titleOrient": "the title is at the start of the legend", "titleLimit": "the title is not truncated",
  ])

  /// Keys of classes.
  static let bin = table([
    "binned": "give both ends as 'x' and 'x2', without 'bin'"
  ])
}
