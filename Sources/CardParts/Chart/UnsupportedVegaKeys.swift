/// Keys of Vega-Lite that a chart does not take, with what to write instead.
enum UnsupportedVegaKeys {
  private static let look = "the look is that of the chart: 'font', 'labelColor', 'gridColor', 'axisColor'"
  private static let choice = "give the rows that are meant a column of their own, and its name to 'color'"
  private static let lines = "'bin' takes 'step' or 'maxbins'"

  /// Beside `mark` or in `encoding`.
  static let encoding: [String: String] = [
    "row": "use a chart for each part, in a stack", "column": "use a chart for each part, in a stack",
    "facet": "use a chart for each part, in a stack", "fill": "use 'color'", "stroke": "use 'color'",
    "fillOpacity": "use 'opacity'", "strokeOpacity": "use 'opacity'",
    "strokeWidth": "use 'strokeWidth' of the mark, or 'lineWidth' of the chart",
    "yOffset":
      "swap the axes: bars lie with 'horizontalBar', and stand side by side with 'xOffset' or \"stack\": false",
    "x2Offset": "use 'dx' of the mark", "y2Offset": "use 'dy' of the mark", "theta2": "use 'theta' alone",
    "radius": "slices are equally long; show the values as bars",
    "radius2": "slices are equally long; show the values as bars", "angle": "points and texts stand upright",
    "xError": "give 'x' and 'x2' of a 'rule'", "yError": "give 'y' and 'y2' of a 'rule'",
    "xError2": "give 'x' and 'x2' of a 'rule'", "yError2": "give 'y' and 'y2' of a 'rule'",
    "latitude": "use a 'map' part", "longitude": "use a 'map' part", "latitude2": "use a 'map' part",
    "longitude2": "use a 'map' part",
  ]

  /// Of a channel.
  static let channel: [String: String] = [
    "condition": choice, "impute": "use 'missing' of the chart: 'zero', 'connect', 'dash' or 'gap'",
    "band": "use 'paddingInner' of the chart, or 'barWidth'",
    "bandPosition": "a mark stands in the middle of its place", "header": "use 'title'", "test": choice,
  ]

  /// Of a mark.
  static let mark: [String: String] = [
    "orient": "bars lie with the mark 'horizontalBar', or where 'y' alone has names",
    "width": "use 'barWidth' of the chart", "height": "use 'barWidth' of the chart",
    "binSpacing": "classes stand one point apart", "cornerRadius": "use 'cornerRadiusEnd'",
    "cornerRadiusTopLeft": "use 'cornerRadiusEnd'", "cornerRadiusTopRight": "use 'cornerRadiusEnd'",
    "cornerRadiusBottomLeft": "use 'cornerRadiusEnd'", "cornerRadiusBottomRight": "use 'cornerRadiusEnd'",
    "stroke": "use 'color'", "fill": "use 'color'", "fillOpacity": "use 'opacity'",
    "strokeOpacity": "use 'opacity'", "strokeCap": "ends of lines are round", "strokeJoin": "joins are round",
    "line": "an area has a line without it", "tension": "use \"interpolate\": \"monotone\"",
    "fontSize": "use 'size'", "font": "use 'font' of the chart", "fontWeight": "use 'font' of the chart",
    "fontStyle": "use 'font' of the chart", "align": "use 'dx' and 'dy'; a text finds room beside its point",
    "baseline": "use 'dx' and 'dy'; a text finds room beside its point", "text": "use the channel 'text'",
    "limit": "texts are not cut", "angle": "points and texts stand upright",
    "radius": "slices take the room there is", "outerRadius": "slices take the room there is",
    "theta": "use the channel 'theta'", "padAngle": "use 'padAngle' of the chart",
    "shape": "use the channel 'shape'", "invalid": "use 'missing' of the chart", "style": look,
    "thickness": "use 'strokeWidth'", "extent": "compute the ends, and give them as 'y' and 'y2'",
    "xOffset": "use 'dx'", "yOffset": "use 'dy'", "gradient": "use 'color'",
  ]

  /// Of a scale.
  static let scale: [String: String] = [
    "padding": "use 'paddingInner' and 'paddingOuter' of the chart", "paddingInner": "use that of the chart",
    "paddingOuter": "use that of the chart", "domainMax": "give both ends in 'domain'",
    "domainMin": "give both ends in 'domain'", "domainRaw": "give both ends in 'domain'",
    "rangeMax": "a plot takes the room there is", "rangeMin": "a plot takes the room there is",
    "round": "places are exact", "align": "places are in the middle", "bins": "use 'bin' of the channel",
    "interpolate": "colours are mixed evenly to the eye",
  ]

  /// Of an axis.
  static let axis: [String: String] = [
    "labelExpr": "use 'format' or 'unit' of the channel; \"format\": \"abs\" leaves out the sign",
    "labelFontSize": look, "labelFont": look,
    "labelFontWeight": look, "labelColor": look, "titleFontSize": look, "titleColor": look, "titleFont": look,
    "titleFontWeight": look, "gridColor": look, "gridWidth": look, "gridDash": look, "gridOpacity": look,
    "domainColor": look, "domainWidth": look, "tickColor": look,
    "tickMinStep": "steps of whole numbers are whole; others are listed in 'values'",
    "tickSize": "'ticks' draws marks, or none", "tickBand": "ticks stand in the middle of a place",
    "tickOffset": "ticks stand at their values", "tickWidth": "'ticks' draws marks, or none",
    "offset": "an axis stands at the plot", "position": "an axis stands at the plot",
    "labelAlign": "labels stand at their ticks", "labelBaseline": "labels stand at their ticks",
    "labelPadding": "labels stand 8 points from the plot", "labelFlush": "labels never leave the part",
    "labelBound": "labels never leave the part", "labelSeparation": "labels stand 8 points apart",
    "titleAngle": "titles are never turned", "titlePadding": "titles stand where they are read",
    "titleAnchor": "titles stand where they are read", "titleAlign": "titles stand where they are read",
    "titleX": "titles stand where they are read", "titleY": "titles stand where they are read",
    "formatType": "'format' is found to be of numbers or of dates", "zindex": "the grid lies below the marks",
    "style": look, "minExtent": "plots of several charts align with 'alignAxes' of their stack",
    "maxExtent": "plots of several charts align with 'alignAxes' of their stack",
  ]

  /// Of a legend.
  static let legend: [String: String] = [
    "values": "a legend names what is drawn", "direction": "rows above and below, a column at a side",
    "labelFontSize": look, "labelColor": look, "labelFont": look, "titleFontSize": look, "titleColor": look,
    "symbolSize": look, "symbolFillColor": look, "symbolStrokeColor": look, "fillColor": look,
    "type": "numbers have a ramp, names have rows",
    "offset": "a legend stands beside the plot", "padding": "a legend stands beside the plot",
    "labelExpr": "name the series in the data", "labelLimit": "long names stand in two lines",
    "tickCount": "a ramp has its two ends", "gradientLength": "a ramp takes the room there is",
    "zindex": "a legend stands beside the plot", "symbolOpacity": "a symbol is as opaque as its colour",
    "symbolStrokeWidth": "use 'strokeWidth' of the mark", "symbolLimit": "all names are shown",
    "clipHeight": "points of a legend are as large as those of the plot",
    "gridAlign": "columns of a legend are as wide as its names need",
    "columnPadding": "names stand 16 points apart", "rowPadding": "names stand 4 points apart",
    "titleOrient": "the title begins the legend", "titleFont": look, "titleFontWeight": look,
    "titleLimit": "the title is not cut", "labelFontWeight": look, "labelOffset": look,
    "cornerRadius": look, "strokeColor": look,
  ]

  /// Of classes.
  static let bin: [String: String] = [
    "extent": lines, "nice": lines, "anchor": lines, "base": lines, "divide": lines, "minstep": lines,
    "steps": lines, "binned": "give both ends as 'x' and 'x2', without 'bin'",
  ]
}
