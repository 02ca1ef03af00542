import TestSupport
import Testing

@testable import CardCharts
@testable import CardParts

/// The table of the keys that each mark uses is correct.
///
/// A used key changes the picture or its text. An unused key changes neither and causes a warning.
@Suite struct ChartMarkKeysTests {
  /// Members of a chart, each as JSON.
  typealias Members = [String: String]

  private static let rows =
    #""m":["Jan","Feb","Mar"],"n":[12,18,6],"w":[3,9,5],"k":["b","a","b"],"d":["2026-01-05","2026-02-07","2026-03-09"],"o":[2,1,3],"open":[1,3,2],"high":[20,22,9],"low":[1,2,3],"close":[4,8,3],"total":[false,false,true]"#
  private static let pairs =
    #""m":["Jan","Jan","Feb","Feb"],"n":[12,18,6,9],"w":[3,9,5,4],"k":["b","a","b","a"],"o":[2,1,3,4],"low":[1,2,3,4],"high":[20,22,9,30]"#
  private static let holes = rows.replacing("[12,18,6]", with: "[12,null,6]")

  private static func mark(_ mark: ChartMark, _ more: String = "") -> String {
    let of = mark.type == .sparkline ? #","of":"\#(mark.of.rawValue)""# : ""
    return #"{"type":"\#(mark.type.rawValue)"\#(of)\#(more)}"#
  }

  /// Charts with a mark; each of its properties is visible in at least one of them.
  private static func bases(_ mark: ChartMark) -> [Members] {
    let named: Members = ["data": "{\(rows)}", "x": #""m""#, "y": #""n""#]
    let series: Members = ["data": "{\(pairs)}", "x": #""m""#, "y": #""n""#, "color": #""k""#]
    let numbers: Members = ["data": "{\(rows)}", "x": #""n""#, "y": #""w""#]
    let shaded = named.merging(["color": #""w""#]) { $1 }
    // Several values in a category, of which one is far from the others.
    let repeated = named.merging([
      "data":
        #"{"m":["a","a","a","a","a","b","b"],"n":[1,2,3,4,40,7,9],"w":[1,2,3,4,5,6,7],"k":["a","a","a","a","a","b","b"],"o":[1,2,3,4,5,6,7],"low":[1,2,3,4,5,6,7],"high":[3,4,5,6,7,8,9]}"#
    ]) { $1 }
    let all: [Members]
    switch mark.type {
    case .gauge:
      all = [
        ["value": "58"], ["value": "58", "thresholds": "[40,70]"],
        ["data": "{\(rows)}", "y": #""n""#, "facet": #""m""#],
      ]
    case .arc, .pie, .donut, .waterfall, .funnel, .rings: all = [named]
    case .calendar: all = [["data": "{\(rows)}", "x": #""d""#, "y": #""n""#]]
    case .candlestick: all = [["data": "{\(rows)}", "x": #""m""#]]
    case .rect, .heatmap:
      all = [
        ["data": "{\(rows)}", "x": #""m""#, "y": #""k""#, "color": #""n""#],
        ["data": "{\(pairs)}", "x": #""m""#, "y": #""o""#, "color": #""k""#],
        ["data": "{\(holes)}", "x": #""m""#, "y": #""k""#, "color": #""n""#],
        ["data": "{\(rows)}", "x": #""n:Q""#, "y": #""k""#, "color": #""w""#],
        ["data": "{\(rows)}", "x": #""m""#, "y": #""n:Q""#, "color": #""w""#],
      ]
    case .bubble: all = [numbers, series, shaded].map { $0.merging(["size": #""high""#]) { $1 } }
    case .text: all = [named, series, numbers].map { $0.merging(["text": #""n""#]) { $1 } } + [named]
    case .sparkline: all = [named, series, numbers, shaded, named.merging(["y": #""w""#]) { $1 }]
    case .rule:
      all = [named, series, numbers, shaded, named.merging(["y": #""low""#, "y2": #""high""#]) { $1 }]
    case .boxplot, .errorbar: all = [named, series, numbers, shaded, repeated]
    case .line, .area, .trail, .errorband:
      // Many ordered series take their colours from a scheme.
      let years = (2001...2012).flatMap { [$0, $0] }
      let ordered: Members = [
        "data": #"{"m":\#(years.indices.map { $0 % 2 }),"n":\#(years.indices.map { $0 % 7 }),"y":\#(years)}"#,
        "x": #""m""#, "y": #""n""#, "color": #"{"field":"y","type":"ordinal"}"#,
      ]
      all = [named, series, numbers, ordered] + (mark.type == .errorband ? [repeated] : [])
    default: all = [named, series, numbers, shaded]
    }
    return all.map { $0.merging(["mark": Self.mark(mark)]) { $1 } }
  }

  /// Pairs of members that are merged into a chart: without and with a property.
  private static func probes(
    _ key: String, _ owner: ChartMarkKeys.Owner, _ mark: ChartMark
  ) -> [(plain: Members, changed: Members)] {
    let labels = ["valueLabels": "true"]
    let domain = ["x": #"{"field":"m","axis":{"domain":true}}"#]
    switch owner {
    case .chart: break
    case .channels: return (channels[key] ?? []).map { ([:], [key: $0]) }
    case .mark: return (marks[key] ?? []).map { ([:], ["mark": Self.mark(mark, ",\"\(key)\":\($0)")]) }
    case .valueLabels:
      return (valueLabels[key] ?? []).map { (labels, ["valueLabels": "{\"\(key)\":\($0)}"]) }
    }
    let given = (chart[key] ?? []).map { (plain: Members(), changed: [key: $0]) }
    switch key {
    case "resolve":
      let layer = ["layer": #"[{"mark":"line","y":{"datum":900}}]"#]
      return [(layer, layer.merging([key: #"{"scale":{"y":"independent"}}"#]) { $1 })]
    case "otherTitle":
      return [(["maxCategories": "2"], ["maxCategories": "2", key: #""Z""#])]
    case "missing":
      let data = ["data": "{\(holes)}"]
      return ["zero", "connect"].map { (data, data.merging([key: "\"\($0)\""]) { $1 }) }
    case "cornerCurve":
      return [(["cornerRadius": "9"], ["cornerRadius": "9", key: #""continuous""#])]
    case "centerText":
      return given + [(["innerRadius": "0.5"], ["innerRadius": "0.5", key: #""C""#])]
    case "pointSize": return given + [(labels, labels.merging([key: "17"]) { $1 })]
    case "axisColor": return given + [(domain, domain.merging([key: #""red""#]) { $1 })]
    case "gridColor":
      let nothing = ["data": #"{"m":["Jan"],"n":[0]}"#]
      return given + [(nothing, nothing.merging([key: #""red""#]) { $1 })]
    default: return given
    }
  }

  private static let chart: [String: [String]] = [
    "data": ["{\(holes)}", "{\(rows.replacing("[1,3,2]", with: "[3,1,2]"))}"],
    "value": ["30"], "domain": ["[0,200]"], "thresholds": ["[20,90]"], "label": [#""L""#],
    "rules": [#"[{"y":5,"label":"r"}]"#, #"[{"x":2,"label":"r"}]"#],
    "stack": [#""normalize""#, "false", #""center""#], "colors": [#"["red","blue"]"#],
    "scheme": [#""viridis""#], "patterns": ["true"],
    "legend": [#""none""#, #""right""#, #""bottom""#, #""direct""#],
    "axes": ["false", #""x""#], "grid": ["true", "false"],
    "valueLabels": ["true", #""extremes""#, #"{"format":".3f"}"#],
    "sort": [#""ascending""#, #"["Mar","Feb","Jan"]"#, #""descending""#], "maxCategories": ["2"],
    "innerRadius": ["0.4"], "startAngle": ["45"], "endAngle": ["120"], "padAngle": ["9"],
    "centerText": [#""C""#],
    "cornerRadius": ["9"], "barWidth": ["7"], "paddingInner": ["0.8"], "paddingOuter": ["2"],
    "lineWidth": ["7"],
    "pointSize": ["17"], "gridColor": [#""red""#], "axisColor": [#""red""#],
  ]
  private static let channels: [String: [String]] = [
    "x": [#""k""#, #""o""#], "y": [#""w""#, #"["open","close","low","high"]"#],
    "color": [#""k""#, #"{"value":"red"}"#, #""w""#], "size": [#""high""#, #"{"value":30}"#],
    "shape": [#""k""#], "strokeDash": [#""k""#], "opacity": [#"{"value":0.4}"#], "text": [#""k""#],
    "detail": [#""k""#], "order": [#""o""#], "theta": [#""w""#], "x2": [#""high""#], "y2": [#""low""#],
    "xOffset": [#""k""#],
  ]
  private static let marks: [String: [String]] = [
    "color": [#""red""#], "opacity": ["0.4"], "filled": ["false", "true"], "interpolate": [#""step""#],
    "point": ["true"], "strokeDash": ["[3,3]"], "strokeWidth": ["7"], "cornerRadius": ["3"],
    "cornerRadiusEnd": ["9"], "innerRadius": ["0.4"], "size": ["700", "19"], "of": [#""bar""#, #""area""#],
    "dx": ["9"], "dy": ["9"], "align": [#""left""#], "baseline": [#""top""#],
    "extent": [#""iqr""#, #""min-max""#], "ticks": ["true"], "borders": ["true"], "outliers": ["false"],
  ]
  private static let valueLabels: [String: [String]] = [
    "show": [#""extremes""#, #""none""#], "font": [#"{"size":8}"#], "color": [#""red""#],
    "position": [#""inside""#, #""center""#],
  ]

  /// The drawing and the text alternative of a chart, with its warnings; nil if the chart is invalid.
  private static func picture(_ members: Members) throws -> (look: [String], warnings: [String])? {
    let json = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    do {
      let laidOut = try LaidOut(parts: #"{"type":"chart",\#(json)}"#)
      let alt = try laidOut.card()["parts"]?.element(0)?["alt"]?.plain ?? ""
      return ([laidOut.dump, alt], laidOut.warnings)
    } catch is DeckError {
      return nil
    }
  }

  static let all: [ChartMark] =
    ChartMarkType.allCases.map { ChartMark(type: $0) }
    + [.bar, .area].map { ChartMark(type: .sparkline, of: $0) }

  @Test("The keys that a mark uses change its picture, and no other keys do", arguments: all)
  func isTrue(_ mark: ChartMark) throws {
    var plains: [Members: (look: [String], warnings: [String])?] = [:]
    func plain(_ members: Members) throws -> (look: [String], warnings: [String])? {
      if let known = plains[members] { return known }
      let made = try Self.picture(members)
      plains[members] = .some(made)
      return made
    }
    for owner in ChartMarkKeys.Owner.allCases {
      for key in owner.entries.flatMap(\.keys) where !["animated", "duration", "easing"].contains(key) {
        let isUsed = ChartMarkKeys.isUsed(key, by: mark, of: owner)
        // A sparkline without 'of' draws a line, so 'of' has no visible effect of its own.
        if mark.type == .sparkline, key == "of" { continue }
        // A line shows its scheme only in the legend, which a sparkline does not have; bars show it.
        if mark.type == .sparkline, mark.of != .bar, key == "scheme" { continue }
        if owner == .valueLabels, !ChartMarkKeys.isUsed("valueLabels", by: mark, of: .chart) { continue }
        if owner == .channels, ChartMarkKeys.naming.contains(key), !isUsed { continue }
        var isChanged = false
        // One chart shows that a key has no effect; several are needed to find one where a key has an effect.
        for base in isUsed ? Self.bases(mark)[...] : Self.bases(mark).prefix(2) {
          for (given, changed) in Self.probes(key, owner, mark) where !(isUsed && isChanged) {
            guard let a = try plain(base.merging(given) { $1 }),
              let b = try Self.picture(base.merging(changed) { $1 })
            else { continue }
            if a.look != b.look { isChanged = true }
            let isTold = b.warnings.contains { $0.contains("'\(key)' has no effect on '") }
            // Turning off a feature that the mark lacks causes no warning, and 'valueLabels' of a gauge are
            // named by a key inside them.
            let isOff = changed[key] == "false" || changed["mark"]?.contains("\"\(key)\":false") == true
            let isNone = isOff || changed.values.contains { $0.contains("\"none\"") }
            let isShort = key == "valueLabels" && mark.type == .gauge
            #expect(
              isTold != isUsed || isNone || isShort || key == "resolve",
              "\(owner).\(key) of \(mark.type): \(b.warnings)")
          }
        }
        #expect(isChanged == isUsed || key == "resolve", "\(owner).\(key) of \(mark.type)")
      }
    }
  }

  @Test("Each name in the table is a property")
  func names() {
    let known: [(ChartMarkKeys.Owner, [String])] = [
      (.chart, ChartSpec.fields.names + GrowAnimation.fields.names), (.channels, ChartEncoding.fields.names),
      (.mark, ChartMark.fields.names), (.valueLabels, ChartValueLabels.fields.names),
    ]
    for (owner, names) in known {
      let keys = owner.entries.flatMap(\.keys)
      #expect(Set(keys).isSubset(of: names) && Set(keys).count == keys.count, "\(owner)")
    }
    #expect(
      Set(ChartMarkKeys.Owner.channels.entries.flatMap(\.keys))
        == Set(ChartEncoding.fields.names).subtracting(ChartFacets.names + ["y"]), "all marks use 'y'")
  }

  private static let months = #""data":{"m":["Jan","Feb"],"n":[1,2],"k":["a","b"]},"x":"m","y":"n""#

  @Test(
    "A key that the marks of a chart do not use causes a warning at its place",
    arguments: [
      (
        #""mark":"column","innerRadius":0.4"#, "innerRadius", "'innerRadius' has no effect on 'column'",
        "it belongs to 'arc', 'pie', 'donut', 'gauge' and 'rings'"
      ),
      (
        #""mark":"column","layer":[{"mark":"line"}],"padAngle":4"#, "padAngle", "on 'column' and 'line'",
        "'donut'"
      ),
      (
        #""mark":{"type":"donut","interpolate":"step"}"#, "mark.interpolate", "on 'donut'",
        "it belongs to 'line', 'area', 'sparkline', 'trail' and 'errorband'"
      ),
      (
        #""mark":"column","layer":[{"mark":{"type":"line","dx":4}}]"#, "layer[0].mark.dx", "on 'line'",
        "it belongs to 'text'"
      ),
      (
        #""mark":"bar","encoding":{"shape":"k"}"#, "encoding.shape",
        "'shape' is not visible on 'bar', it only splits the series", "use 'color' to distinguish series"
      ),
      (
        #""mark":"point","text":"k""#, "text", "'text' has no effect on 'point'",
        #"a layer draws texts: "layer": [{ "mark": "text", "text": "k" }]"#
      ),
      (#""mark":"donut","text":"k""#, "text", "on 'donut'", "it belongs to 'text'"),
      (#""mark":"line","layer":[{"mark":"point","x2":"n"}]"#, "layer[0].x2", "on 'point'", ""),
      (#""mark":"funnel","valueLabels":false"#, "valueLabels", "on 'funnel'", ""),
      (
        #""mark":"line","valueLabels":{"position":"inside"}"#, "valueLabels.position", "on 'line'",
        "'waterfall'"
      ),
      (#""mark":{"type":"line","filled":false}"#, "mark.filled", "on 'line'", "'scatter'"),
    ])
  func warnings(chart: String, place: String, words: String, hint: String) throws {
    let issues = try LaidOut.issues(
      of: #"{"theme":"mint","cards":[{"parts":[{"type":"chart",\#(Self.months),\#(chart)}]}]}"#)
    #expect(issues.count == 1 && issues[0].contains("at cards[0].parts[0].\(place)"), "\(issues)")
    #expect(issues[0].contains("warning: ") && issues[0].contains(words), "\(issues)")
    #expect(issues[0].contains(hint), "\(issues)")
  }

  @Test("For a gauge only the format of 'valueLabels' has an effect")
  func gauge() throws {
    func issues(_ labels: String) throws -> [String] {
      try LaidOut.issues(
        of:
          #"{"theme":"mint","cards":[{"parts":[{"type":"chart","mark":"gauge","value":5,"valueLabels":\#(labels)}]}]}"#
      )
    }
    #expect(try issues("true") == [] && issues(#"{"format":".1f"}"#) == [])
    #expect(try issues("false").count == 1)
    #expect(try issues(#"{"format":".1f","color":"red"}"#).count == 1)
  }

  @Test(
    "Turning off a feature that the mark lacks causes no warning",
    arguments: [
      #""mark":"column","patterns":false,"animated":false"#,
      #""mark":"sparkline","legend":"none","axes":false,"grid":false"#,
      #""mark":"line","layer":[{"mark":"column"}],"barWidth":9"#,
      #""mark":"candlestick","valueLabels":false"#,
      #""mark":"point","x":{"field":"m","scale":{"type":"band"}},"paddingInner":0.5"#,
      #""mark":"point","layer":[{"mark":"line"}],"shape":"k""#,
    ])
  func silence(chart: String) throws {
    let data =
      chart.contains("candle")
      ? #""data":{"m":["Jan"],"open":[1],"high":[3],"low":[0],"close":[2]},"x":"m""#
      : chart.contains("\"x\"") ? #""data":{"m":["Jan","Feb"],"n":[1,2]},"y":"n""# : Self.months
    let deck = #"{"theme":"mint","cards":[{"parts":[{"type":"chart",\#(data),\#(chart)}]}]}"#
    #expect(try LaidOut.issues(of: deck) == [])
  }
}
