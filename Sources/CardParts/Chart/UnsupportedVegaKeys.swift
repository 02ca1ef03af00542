/// Keys of Vega-Lite that a chart does not support, with alternatives.
enum UnsupportedVegaKeys {
  private static let look = "the look is that of the chart: 'font', 'labelColor', 'gridColor', 'axisColor'"
  private static let choice = "give the rows that are meant a column of their own, and its name to 'color'"
  private static let lines = "'bin' takes 'step' or 'maxbins'"

  /// A table whose keys are space-separated lists of words.
  private static func table(_ rows: KeyValuePairs<String, String>) -> [String: String] {
    let pairs = rows.flatMap { keys, hint in keys.split(separator: " ").map { (String($0), hint) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// Keys of a chart.
  static let chart = table([
    "params selection": "a picture has nobody who could choose",
    "transform": "prepare the data, or use 'aggregate', 'bin' and 'timeUnit' of a channel",
    "config view": "the look comes from the theme",
    "facet row column": "use a chart for each part, in a stack", "repeat": "use 'forEach'",
    "concat hconcat vconcat columns": "use a stack", "projection": "use a 'map' part",
    "datasets": "give 'data' their values", "spec": "use 'layer', or a stack of charts",
    "align center": "a stack aligns its parts", "spacing": "a stack has a 'spacing'",
    "background": "use 'backgroundColor'",
  ])

  /// Keys next to `mark` or in `encoding`.
  static let encoding = table([
    "row column facet": "use a chart for each part, in a stack", "fill stroke": "use 'color'",
    "fillOpacity strokeOpacity": "use 'opacity'",
    "strokeWidth": "use 'strokeWidth' of the mark, or 'lineWidth' of the chart",
    "yOffset":
      "swap the axes: bars lie with 'horizontalBar', and stand side by side with 'xOffset' or \"stack\": false",
    "x2Offset": "use 'dx' of the mark", "y2Offset": "use 'dy' of the mark", "theta2": "use 'theta' alone",
    "radius radius2": "slices are equally long; show the values as bars",
    "angle": "points and texts stand upright", "xError xError2": "give 'x' and 'x2' of a 'rule'",
    "yError yError2": "give 'y' and 'y2' of a 'rule'",
    "latitude longitude latitude2 longitude2": "use a 'map' part",
  ])

  /// Keys of a channel.
  static let channel = table([
    "condition test": choice, "impute": "use 'missing' of the chart: 'zero', 'connect', 'dash' or 'gap'",
    "band": "use 'paddingInner' of the chart, or 'barWidth'",
    "bandPosition": "a mark stands in the middle of its place", "header": "use 'title'",
  ])

  /// Keys of a mark.
  static let mark = table([
    "orient": "bars lie with the mark 'horizontalBar', or where 'y' alone has names",
    "width height": "use 'barWidth' of the chart", "binSpacing": "classes stand one point apart",
    "cornerRadius cornerRadiusTopLeft cornerRadiusTopRight cornerRadiusBottomLeft cornerRadiusBottomRight":
      "use 'cornerRadiusEnd'",
    "stroke fill gradient": "use 'color'", "fillOpacity strokeOpacity": "use 'opacity'",
    "strokeCap": "ends of lines are round", "strokeJoin": "joins are round",
    "line": "an area has a line without it", "tension": "use \"interpolate\": \"monotone\"",
    "fontSize": "use 'size'", "font fontWeight fontStyle": "use 'font' of the chart",
    "align baseline": "use 'dx' and 'dy'; a text finds room beside its point",
    "text": "use the channel 'text'", "limit": "texts are not cut", "angle": "points and texts stand upright",
    "radius outerRadius": "slices take the room there is", "theta": "use the channel 'theta'",
    "padAngle": "use 'padAngle' of the chart", "shape": "use the channel 'shape'",
    "invalid": "use 'missing' of the chart", "style": look, "thickness": "use 'strokeWidth'",
    "extent": "compute the ends, and give them as 'y' and 'y2'", "xOffset": "use 'dx'", "yOffset": "use 'dy'",
  ])

  /// Keys of a scale.
  static let scale = table([
    "padding": "use 'paddingInner' and 'paddingOuter' of the chart",
    "paddingInner paddingOuter": "use that of the chart",
    "domainMax domainMin domainRaw": "give both ends in 'domain'",
    "rangeMax rangeMin": "a plot takes the room there is", "round": "places are exact",
    "align": "places are in the middle", "bins": "use 'bin' of the channel",
    "interpolate": "colours are mixed evenly to the eye",
  ])

  /// Keys of an axis.
  static let axis = table([
    "labelExpr": "use 'format' or 'unit' of the channel; \"format\": \"abs\" leaves out the sign",
    "labelFontSize labelFont labelFontWeight labelColor titleFontSize titleColor titleFont titleFontWeight gridColor gridWidth gridDash gridOpacity domainColor domainWidth tickColor style":
      look,
    "tickMinStep": "steps of whole numbers are whole; others are listed in 'values'",
    "tickSize tickWidth": "'ticks' draws marks, or none", "tickBand": "ticks stand in the middle of a place",
    "tickOffset": "ticks stand at their values", "offset position": "an axis stands at the plot",
    "labelAlign labelBaseline": "labels stand at their ticks",
    "labelPadding": "labels stand 8 points from the plot",
    "labelFlush labelBound": "labels never leave the part", "labelSeparation": "labels stand 8 points apart",
    "titleAngle": "titles are never turned",
    "titlePadding titleAnchor titleAlign titleX titleY": "titles stand where they are read",
    "formatType": "'format' is found to be of numbers or of dates", "zindex": "the grid lies below the marks",
    "minExtent maxExtent": "plots of several charts align with 'alignAxes' of their stack",
  ])

  /// Keys of a legend.
  static let legend = table([
    "values": "a legend names what is drawn", "direction": "rows above and below, a column at a side",
    "labelFontSize labelColor labelFont titleFontSize titleColor symbolSize symbolFillColor symbolStrokeColor fillColor titleFont titleFontWeight labelFontWeight labelOffset cornerRadius strokeColor":
      look,
    "type": "numbers have a ramp, names have rows",
    "offset padding zindex": "a legend stands beside the plot", "labelExpr": "name the series in the data",
    "labelLimit": "long names stand in two lines", "tickCount": "a ramp has its two ends",
    "gradientLength": "a ramp takes the room there is",
    "symbolOpacity": "a symbol is as opaque as its colour",
    "symbolStrokeWidth": "use 'strokeWidth' of the mark", "symbolLimit": "all names are shown",
    "clipHeight": "points of a legend are as large as those of the plot",
    "gridAlign": "columns of a legend are as wide as its names need",
    "columnPadding": "names stand 16 points apart", "rowPadding": "names stand 4 points apart",
    "titleOrient": "the title begins the legend", "titleLimit": "the title is not cut",
  ])

  /// Keys of classes.
  static let bin = table([
    "extent nice anchor base divide minstep steps": lines,
    "binned": "give both ends as 'x' and 'x2', without 'bin'",
  ])
}
