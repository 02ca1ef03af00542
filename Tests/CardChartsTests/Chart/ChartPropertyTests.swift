import TestSupport
import Testing

@testable import CardCharts
@testable import CardParts

/// Each property of a chart, and of each object in it, changes the picture or the text alternative.
@Suite struct ChartPropertyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let (table, property): (String, String)
    /// The members of a chart without the property (or with its default), and with another value.
    let (plain, changed): (String, String)

    init(_ table: String, _ property: String, _ plain: String, _ changed: String) {
      (self.table, self.property, self.plain, self.changed) = (table, property, plain, changed)
    }

    var testDescription: String { "\(table).\(property)" }
  }

  private static func laidOut(_ chart: String) throws -> LaidOut {
    try LaidOut(
      deck: #"{"theme":"mint","canvas":{"width":300},"cards":[{"parts":[{"type":"chart",\#(chart)}]}]}"#)
  }

  @Test(arguments: cases) func changesThePicture(_ it: Case) throws {
    let (plain, changed) = (try Self.laidOut(it.plain), try Self.laidOut(it.changed))
    let isHeard = try plain.alternative != changed.alternative
    #expect(plain.dump != changed.dump || isHeard)
  }

  @Test func everyPropertyIsTested() {
    func names<Root>(_ table: FieldTable<Root>) -> Set<String> { Set(table.fields.map(\.name)) }
    let channels = names(ChartEncoding.fields)
    let all: [(String, Set<String>)] = [
      ("part", names(ChartSpec.fields).subtracting(channels)), ("encoding", channels),
      ("layer", names(ChartLayerSpec.fields).subtracting(channels)), ("channel", names(ChartChannel.table)),
      ("scale", names(ChartScaleSpec.fields)), ("axis", names(ChartAxisSpec.fields)),
      ("legend", names(ChartLegendSpec.fields)), ("mark", names(ChartMark.fields)),
      ("rule", names(ChartRule.fields)), ("valueLabels", names(ChartValueLabels.fields)),
      ("threshold", names(ChartThreshold.fields)), ("bin", names(ChartBin.fields)),
      ("unit", names(ChartUnit.fields)),
    ]
    for (table, properties) in all {
      let tried = Set(Self.cases.filter { $0.table == table }.map(\.property))
      #expect(tried == properties, "\(table)")
    }
    #expect(Set(Self.cases.map(\.table)) == Set(all.map(\.0)))
  }

  static let cases: [Case] = [
    Case(
      "part", "transform",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","transform":[{"filter":"datum.n > 9"}]"#
    ),
    Case(
      "layer", "transform",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":"line"}]"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":"line","transform":[{"filter":"datum.n > 9"}]}]"#
    ),
    Case(
      "mark", "align", #""mark":"text","data":{"m":["Jan","Feb"],"n":[12,18]},"x":"m","y":"n","text":"n""#,
      #""mark":{"type":"text","align":"left"},"data":{"m":["Jan","Feb"],"n":[12,18]},"x":"m","y":"n","text":"n""#
    ),
    Case(
      "mark", "baseline", #""mark":"text","data":{"m":["Jan","Feb"],"n":[12,18]},"x":"m","y":"n","text":"n""#,
      #""mark":{"type":"text","baseline":"top"},"data":{"m":["Jan","Feb"],"n":[12,18]},"x":"m","y":"n","text":"n""#
    ),
    Case(
      "mark", "extent",
      #""mark":"boxplot","data":{"m":["a","a","a","a","a"],"n":[1,2,3,4,40]},"x":"m","y":"n""#,
      #""mark":{"type":"boxplot","extent":"min-max"},"data":{"m":["a","a","a","a","a"],"n":[1,2,3,4,40]},"x":"m","y":"n""#
    ),
    Case(
      "mark", "ticks",
      #""mark":"boxplot","data":{"m":["a","a","a","a","a"],"n":[1,2,3,4,40]},"x":"m","y":"n""#,
      #""mark":{"type":"boxplot","ticks":true},"data":{"m":["a","a","a","a","a"],"n":[1,2,3,4,40]},"x":"m","y":"n""#
    ),
    Case(
      "mark", "outliers",
      #""mark":"boxplot","data":{"m":["a","a","a","a","a"],"n":[1,2,3,4,40]},"x":"m","y":"n""#,
      #""mark":{"type":"boxplot","outliers":false},"data":{"m":["a","a","a","a","a"],"n":[1,2,3,4,40]},"x":"m","y":"n""#
    ),
    Case(
      "mark", "borders",
      #""mark":"errorband","data":{"m":["a","a","a","a","a"],"n":[1,2,3,4,40]},"x":"m","y":"n""#,
      #""mark":{"type":"errorband","borders":true},"data":{"m":["a","a","a","a","a"],"n":[1,2,3,4,40]},"x":"m","y":"n""#
    ),
    Case(
      "part", "data",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,30,6],"k":["b","a","b"]},"x":"m","y":"n""#),
    Case(
      "part", "mark",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"line","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#),
    Case(
      "part", "layer",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":"line"}]"#
    ),
    Case(
      "part", "encoding",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"y":"n","x":"m""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"y":"n","encoding":{"x":{"field":"m"},"color":{"value":"red"}}"#
    ),
    Case(
      "part", "resolve",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":"line","y":{"datum":900}}]"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":"line","y":{"datum":900}}],"resolve":{"scale":{"y":"independent"}}"#
    ),
    Case("part", "value", #""mark":"gauge","value":58"#, #""mark":"gauge","value":20"#),
    Case("part", "domain", #""mark":"gauge","value":58"#, #""mark":"gauge","value":58,"domain":[0,60]"#),
    Case(
      "part", "thresholds", #""mark":"gauge","value":58"#, #""mark":"gauge","value":58,"thresholds":[40,70]"#),
    Case("part", "label", #""mark":"gauge","value":58"#, #""mark":"gauge","value":58,"label":"Score""#),
    Case(
      "part", "stack",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":"s""#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":"s","stack":false"#
    ),
    Case(
      "part", "colors",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","colors":"red""#
    ),
    Case(
      "part", "scheme",
      #""mark":"heatmap","data":{"x":["a","b","a","b"],"y":["p","p","q","q"],"v":[-2,5,9,1]},"x":"x","y":"y","color":"v""#,
      #""mark":"heatmap","data":{"x":["a","b","a","b"],"y":["p","p","q","q"],"v":[-2,5,9,1]},"x":"x","y":"y","color":"v","scheme":"viridis""#
    ),
    Case(
      "part", "patterns",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":"s""#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":"s","patterns":true"#
    ),
    Case(
      "part", "legend",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":"s""#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":"s","legend":"right""#
    ),
    Case(
      "part", "axes",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","axes":"x""#
    ),
    Case(
      "part", "grid",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","grid":false"#
    ),
    Case(
      "part", "valueLabels",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","valueLabels":true"#
    ),
    Case(
      "part", "rules",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","rules":[{"y":10}]"#
    ),
    Case(
      "part", "missing",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,null,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,null,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","missing":"connect""#
    ),
    Case(
      "part", "sort",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","sort":"descending""#
    ),
    Case(
      "part", "maxCategories",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","maxCategories":2"#
    ),
    Case(
      "part", "otherTitle",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","maxCategories":2"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","maxCategories":2,"otherTitle":"Rest""#
    ),
    Case(
      "part", "innerRadius", #""mark":"pie","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n""#,
      #""mark":"pie","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n","innerRadius":0.5"#),
    Case(
      "part", "padAngle", #""mark":"pie","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n""#,
      #""mark":"pie","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n","padAngle":8"#),
    Case(
      "part", "startAngle", #""mark":"pie","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n""#,
      #""mark":"pie","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n","startAngle":90"#),
    Case(
      "part", "endAngle", #""mark":"pie","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n""#,
      #""mark":"pie","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n","endAngle":180"#),
    Case(
      "part", "title",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","title":"Rain""#
    ),
    Case(
      "part", "subtitle",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","subtitle":"Rain""#
    ),
    Case(
      "part", "centerText", #""mark":"donut","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n""#,
      #""mark":"donut","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n","centerText":"total""#),
    Case(
      "part", "cornerRadius",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","cornerRadius":8"#
    ),
    Case(
      "part", "cornerCurve",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","cornerRadius":8"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","cornerRadius":8,"cornerCurve":"continuous""#
    ),
    Case(
      "part", "barWidth",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","barWidth":5"#
    ),
    Case(
      "part", "paddingInner",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","barWidth":300"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","barWidth":300,"paddingInner":0.6"#
    ),
    Case(
      "part", "paddingOuter",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","paddingOuter":2"#
    ),
    Case(
      "part", "lineWidth",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","lineWidth":5"#
    ),
    Case(
      "part", "pointSize",
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","pointSize":12"#
    ),
    Case(
      "part", "plotHeight", #""mark":"column","data":[4,8,6]"#,
      #""mark":"column","data":[4,8,6],"plotHeight":70"#),
    Case(
      "part", "font",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","font":{"size":14}"#
    ),
    Case(
      "part", "labelColor",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","labelColor":"red""#
    ),
    Case(
      "part", "gridColor",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","gridColor":"red""#
    ),
    Case(
      "part", "axisColor",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","axisColor":"red""#
    ),
    Case(
      "part", "textAlternative",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","textAlternative":"data""#
    ),
    Case(
      "part", "description",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","description":"Words""#
    ),
    Case(
      "encoding", "x",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"k","y":"n""#),
    Case(
      "encoding", "y",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"c""#
    ),
    Case(
      "encoding", "color",
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","color":"s""#
    ),
    Case(
      "encoding", "size",
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","size":"c""#
    ),
    Case(
      "encoding", "shape",
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","shape":"s""#
    ),
    Case(
      "encoding", "strokeDash",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"s":["p","q","p","q","p"]},"x":"a","y":"b","strokeDash":"s""#
    ),
    Case(
      "encoding", "opacity",
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","opacity":{"value":0.3}"#
    ),
    Case(
      "encoding", "text",
      #""mark":"text","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"text","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","text":"s""#
    ),
    Case(
      "encoding", "detail",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","detail":"s""#
    ),
    Case(
      "encoding", "order",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","order":"c""#
    ),
    Case(
      "encoding", "theta", #""mark":"pie","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n""#,
      #""mark":"pie","data":{"m":["Jan","Feb","Mar"],"n":[9,9,9]},"x":"m","theta":"n""#),
    Case(
      "encoding", "x2", #""mark":"bar","data":{"m":["a","b"],"n":[4,7],"o":[1,2]},"y":"m","x":"n""#,
      #""mark":"bar","data":{"m":["a","b"],"n":[4,7],"o":[1,2]},"y":"m","x":"n","x2":"o""#),
    Case(
      "encoding", "y2",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"z":[1,2,3],"k":["b","a","b"]},"x":"m","y":"n","y2":"z""#
    ),
    Case(
      "encoding", "xOffset",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","xOffset":"s""#
    ),
    Case(
      "encoding", "row",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","row":"s""#
    ),
    Case(
      "encoding", "column",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","column":"s""#
    ),
    Case(
      "encoding", "facet",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","facet":"s""#
    ),
    Case(
      "part", "columns",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","facet":"s""#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","facet":"s","columns":1"#
    ),
    Case(
      "layer", "mark",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":"line"}]"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":"point"}]"#
    ),
    Case(
      "layer", "data",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":"line"}]"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":"line","data":{"m":["Jan"],"n":[40]}}]"#
    ),
    Case(
      "layer", "encoding",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":"line"}]"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":"line","encoding":{"y":{"datum":30}}}]"#
    ),
    Case(
      "channel", "field",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b"}"#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"c"}"#
    ),
    Case(
      "channel", "type",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":{"field":"a","type":"nominal"},"y":"b""#
    ),
    Case(
      "channel", "title",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","title":"Title"}"#
    ),
    Case(
      "channel", "format",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","format":"currency(0)"}"#
    ),
    Case(
      "channel", "unit",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","unit":"km"}"#
    ),
    Case(
      "channel", "sort",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":{"field":"m","sort":"descending"},"y":"n""#
    ),
    Case(
      "channel", "stack",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":"s""#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":{"field":"n","stack":"normalize"},"color":"s""#
    ),
    Case(
      "channel", "value",
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","color":{"value":"red"}"#
    ),
    Case(
      "channel", "datum",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":"rule","y":{"datum":10}}]"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":"rule","y":{"datum":14}}]"#
    ),
    Case(
      "channel", "aggregate",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":{"field":"n","aggregate":"sum"}"#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":{"field":"n","aggregate":"max"}"#
    ),
    Case(
      "channel", "bin", #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":"a","y":"count()""#,
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":true},"y":"count()""#),
    Case(
      "channel", "timeUnit",
      #""mark":"line","data":{"d":["2026-01-05","2026-02-10","2026-02-20"],"n":[3,9,4]},"y":"n","x":"d""#,
      #""mark":"line","data":{"d":["2026-01-05","2026-02-10","2026-02-20"],"n":[3,9,4]},"y":"n","x":{"field":"d","timeUnit":"month"}"#
    ),
    Case(
      "channel", "scale",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"zero":false,"reverse":true}}"#
    ),
    Case(
      "channel", "axis",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","axis":false}"#
    ),
    Case(
      "channel", "legend",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":"s""#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":{"field":"s","legend":false}"#
    ),
    Case(
      "bin", "maxbins",
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":true},"y":"count()""#,
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":{"maxbins":3}},"y":"count()""#),
    Case(
      "bin", "minstep",
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":true},"y":"count()""#,
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":{"minstep":10}},"y":"count()""#),
    Case(
      "bin", "anchor",
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":true},"y":"count()""#,
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":{"anchor":3}},"y":"count()""#),
    Case(
      "bin", "extent",
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":true},"y":"count()""#,
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":{"extent":[0,10]}},"y":"count()""#),
    Case(
      "bin", "steps",
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":true},"y":"count()""#,
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":{"steps":[3,9]}},"y":"count()""#),
    Case(
      "bin", "base",
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":true},"y":"count()""#,
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":{"base":2}},"y":"count()""#),
    Case(
      "bin", "divide",
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":true},"y":"count()""#,
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":{"divide":[4]}},"y":"count()""#),
    Case(
      "bin", "nice",
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":true},"y":"count()""#,
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":{"nice":false}},"y":"count()""#),
    Case(
      "bin", "step",
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":true},"y":"count()""#,
      #""mark":"bar","data":{"a":[1,2,4,8,9,12,31]},"x":{"field":"a","bin":{"step":4}},"y":"count()""#),
    Case(
      "unit", "unit",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","unit":{"unit":"km"}}"#
    ),
    Case(
      "unit", "at",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","unit":{"unit":"km"}}"#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","unit":{"unit":"km","at":"all"}}"#
    ),
    Case(
      "scale", "type",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"type":"sqrt"}}"#
    ),
    Case(
      "scale", "domain",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"domain":[0,4000]}}"#
    ),
    Case(
      "scale", "domainMin",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"domainMin":-500}}"#
    ),
    Case(
      "scale", "domainMax",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"domainMax":4000}}"#
    ),
    Case(
      "scale", "domainMid",
      #""mark":"heatmap","data":{"x":["a","b","a","b"],"y":["p","p","q","q"],"v":[-2,5,9,1]},"x":"x","y":"y","color":"v""#,
      #""mark":"heatmap","data":{"x":["a","b","a","b"],"y":["p","p","q","q"],"v":[-2,5,9,1]},"x":"x","y":"y","color":{"field":"v","scale":{"domainMid":3}}"#
    ),
    Case(
      "scale", "nice",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1010,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1010,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"nice":false}}"#
    ),
    Case(
      "scale", "zero",
      #""mark":"line","data":{"a":[100,120,140,118,190],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"a""#,
      #""mark":"line","data":{"a":[100,120,140,118,190],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"a","scale":{"zero":true}}"#
    ),
    Case(
      "scale", "reverse",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"reverse":true}}"#
    ),
    Case(
      "scale", "clamp",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"domain":[0,500]}}"#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"domain":[0,500],"clamp":true}}"#
    ),
    Case(
      "scale", "base",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"type":"log"}}"#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"type":"log","base":2}}"#
    ),
    Case(
      "scale", "exponent",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"type":"pow"}}"#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"type":"pow","exponent":3}}"#
    ),
    Case(
      "scale", "constant",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"type":"symlog"}}"#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","scale":{"type":"symlog","constant":50}}"#
    ),
    Case(
      "scale", "range",
      #""mark":"heatmap","data":{"x":["a","b","a","b"],"y":["p","p","q","q"],"v":[-2,5,9,1]},"x":"x","y":"y","color":"v""#,
      #""mark":"heatmap","data":{"x":["a","b","a","b"],"y":["p","p","q","q"],"v":[-2,5,9,1]},"x":"x","y":"y","color":{"field":"v","scale":{"range":["white","red"]}}"#
    ),
    Case(
      "scale", "scheme",
      #""mark":"heatmap","data":{"x":["a","b","a","b"],"y":["p","p","q","q"],"v":[-2,5,9,1]},"x":"x","y":"y","color":"v""#,
      #""mark":"heatmap","data":{"x":["a","b","a","b"],"y":["p","p","q","q"],"v":[-2,5,9,1]},"x":"x","y":"y","color":{"field":"v","scale":{"scheme":"viridis"}}"#
    ),
    Case(
      "axis", "title",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","axis":{"title":"Axis"}}"#
    ),
    Case(
      "axis", "orient",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","axis":{"orient":"right"}}"#
    ),
    Case(
      "axis", "grid",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","axis":{"grid":false}}"#
    ),
    Case(
      "axis", "ticks",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","axis":{"ticks":true}}"#
    ),
    Case(
      "axis", "labels",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","axis":{"labels":false}}"#
    ),
    Case(
      "axis", "domain",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","axis":{"domain":true}}"#
    ),
    Case(
      "axis", "values",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","axis":{"values":[0,700]}}"#
    ),
    Case(
      "axis", "tickCount",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","axis":{"tickCount":9}}"#
    ),
    Case(
      "axis", "format",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":{"field":"b","axis":{"format":"currency(0)"}}"#
    ),
    Case(
      "axis", "labelAngle",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":{"field":"m","axis":{"labelAngle":-30}},"y":"n""#
    ),
    Case(
      "axis", "labelOverlap",
      #""mark":"line","data":{"a":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20],"b":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]},"y":"b","x":{"field":"a","type":"ordinal"}"#,
      #""mark":"line","data":{"a":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20],"b":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]},"y":"b","x":{"field":"a","type":"ordinal","axis":{"labelOverlap":false}}"#
    ),
    Case(
      "axis", "labelLimit",
      #""mark":"bar","data":{"m":["Research and development","Sales","Human resources and training"],"n":[4,9,2]},"x":"n","y":"m""#,
      #""mark":"bar","data":{"m":["Research and development","Sales","Human resources and training"],"n":[4,9,2]},"x":"n","y":{"field":"m","axis":{"labelLimit":40}}"#
    ),
    Case(
      "legend", "orient",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":"s""#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":{"field":"s","legend":{"orient":"bottom"}}"#
    ),
    Case(
      "legend", "title",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":"s""#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":{"field":"s","legend":{"title":"Kind"}}"#
    ),
    Case(
      "legend", "columns",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":"s""#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":{"field":"s","legend":{"columns":1}}"#
    ),
    Case(
      "legend", "symbolType",
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":"s""#,
      #""mark":"column","data":{"m":["a","b","a","b"],"n":[4,7,5,2],"s":["p","p","q","q"]},"x":"m","y":"n","color":{"field":"s","legend":{"symbolType":"circle"}}"#
    ),
    Case(
      "legend", "format",
      #""mark":"heatmap","data":{"x":["a","b","a","b"],"y":["p","p","q","q"],"v":[-2,5,9,1]},"x":"x","y":"y","color":"v""#,
      #""mark":"heatmap","data":{"x":["a","b","a","b"],"y":["p","p","q","q"],"v":[-2,5,9,1]},"x":"x","y":"y","color":{"field":"v","legend":{"format":"currency(0)"}}"#
    ),
    Case(
      "mark", "type",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":{"type":"area"},"data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#
    ),
    Case(
      "mark", "color",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":{"type":"line","color":"red"},"data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#
    ),
    Case(
      "mark", "opacity",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":{"type":"line","opacity":0.4},"data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#
    ),
    Case(
      "mark", "filled",
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":{"type":"point","filled":true},"data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#
    ),
    Case(
      "mark", "interpolate",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":{"type":"line","interpolate":"step"},"data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#
    ),
    Case(
      "mark", "point",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":{"type":"line","point":true},"data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#
    ),
    Case(
      "mark", "strokeDash",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":{"type":"line","strokeDash":[4,2]},"data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#
    ),
    Case(
      "mark", "strokeWidth",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":{"type":"line","strokeWidth":6},"data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#
    ),
    Case(
      "mark", "cornerRadius",
      #""mark":"donut","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n""#,
      #""mark":{"type":"donut","cornerRadius":4},"data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n""#
    ),
    Case(
      "mark", "cornerRadiusEnd",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":{"type":"column","cornerRadiusEnd":7},"data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#
    ),
    Case(
      "mark", "innerRadius", #""mark":"pie","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n""#,
      #""mark":{"type":"pie","innerRadius":0.4},"data":{"m":["Jan","Feb","Mar"],"n":[12,18,6]},"x":"m","y":"n""#
    ),
    Case(
      "mark", "size",
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":{"type":"point","size":300},"data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#
    ),
    Case(
      "mark", "dx",
      #""mark":{"type":"text"},"data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","text":"s""#,
      #""mark":{"type":"text","dx":20},"data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","text":"s""#
    ),
    Case(
      "mark", "dy",
      #""mark":{"type":"text"},"data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","text":"s""#,
      #""mark":{"type":"text","dy":20},"data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","text":"s""#
    ),
    Case(
      "mark", "of", #""mark":"sparkline","data":[3,9,4]"#,
      #""mark":{"type":"sparkline","of":"bar"},"data":[3,9,4]"#),
    Case(
      "rule", "y",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","rules":[{"y":10}]"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","rules":[{"y":"mean"}]"#
    ),
    Case(
      "rule", "x",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","rules":[{"x":"Jan"}]"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","rules":[{"x":"Feb"}]"#
    ),
    Case(
      "rule", "label",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","rules":[{"y":10}]"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","rules":[{"y":10,"label":"Goal"}]"#
    ),
    Case(
      "rule", "color",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","rules":[{"y":10}]"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","rules":[{"y":10,"color":"red"}]"#
    ),
    Case(
      "rule", "width",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","rules":[{"y":10}]"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","rules":[{"y":10,"width":4}]"#
    ),
    Case(
      "rule", "dash",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","rules":[{"y":10}]"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","rules":[{"y":10,"dash":[3,3]}]"#
    ),
    Case(
      "valueLabels", "show",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","valueLabels":{"show":"all"}"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","valueLabels":{"show":"last"}"#
    ),
    Case(
      "valueLabels", "format",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","valueLabels":{"show":"all"}"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","valueLabels":{"format":"currency(0)"}"#
    ),
    Case(
      "valueLabels", "font",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","valueLabels":{"show":"all"}"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","valueLabels":{"font":{"size":9}}"#
    ),
    Case(
      "valueLabels", "color",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","valueLabels":{"show":"all"}"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","valueLabels":{"color":"red"}"#
    ),
    Case(
      "valueLabels", "position",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","valueLabels":{"show":"all"}"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","valueLabels":{"position":"inside"}"#
    ),
    Case(
      "threshold", "to", #""mark":"gauge","value":58,"thresholds":[{"to":60}]"#,
      #""mark":"gauge","value":58,"thresholds":[{"to":30}]"#),
    Case(
      "threshold", "color", #""mark":"gauge","value":58,"thresholds":[{"to":60}]"#,
      #""mark":"gauge","value":58,"thresholds":[{"to":60,"color":"red"}]"#),
    Case(
      "threshold", "label", #""mark":"gauge","value":58,"thresholds":[{"to":60}]"#,
      #""mark":"gauge","value":58,"thresholds":[{"to":60,"label":"fair"}]"#),
    Case(
      "axis", "orient",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":{"field":"m","axis":{"orient":"top"}},"y":"n""#
    ),
    Case(
      "axis", "ticks",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":{"field":"m","axis":{"ticks":true}},"y":"n""#
    ),
    Case(
      "axis", "domain",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n""#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":{"field":"m","axis":{"domain":false}},"y":"n""#
    ),
    Case(
      "axis", "domain",
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b""#,
      #""mark":"line","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":{"field":"a","axis":{"domain":true}},"y":"b""#
    ),
    Case(
      "axis", "labelLimit",
      #""mark":"column","data":{"m":["Research and development","Sales","Human resources and training"],"n":[4,9,2]},"y":"n","x":"m""#,
      #""mark":"column","data":{"m":["Research and development","Sales","Human resources and training"],"n":[4,9,2]},"y":"n","x":{"field":"m","axis":{"labelLimit":40,"labelAngle":-90}}"#
    ),
    Case(
      "legend", "title",
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","size":"c""#,
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","size":{"field":"c","legend":{"title":"Kind"}}"#
    ),
    Case(
      "legend", "format",
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","size":"c""#,
      #""mark":"point","data":{"a":[1,2,4,8,9],"b":[3,50,200,1000,7],"c":[1,5,2,8,3],"s":["p","q","p","q","p"]},"x":"a","y":"b","size":{"field":"c","legend":{"format":"currency(0)"}}"#
    ),
    Case(
      "scale", "type", #""mark":"line","data":{"d":[2026,2027,2031],"n":[3,9,4]},"y":"n","x":"d""#,
      #""mark":"line","data":{"d":[2026,2027,2031],"n":[3,9,4]},"y":"n","x":{"field":"d","scale":{"type":"time"}}"#
    ),
    Case(
      "mark", "strokeDash",
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":"rule","y":{"datum":10}}]"#,
      #""mark":"column","data":{"m":["Jan","Feb","Mar"],"n":[12,18,6],"k":["b","a","b"]},"x":"m","y":"n","layer":[{"mark":{"type":"rule","strokeDash":[3,3]},"y":{"datum":10}}]"#
    ),
  ]
}

extension LaidOut {
  /// The text alternative of the only part.
  fileprivate var alternative: String? {
    get throws { try card()["parts"]?.element(0)?["alt"]?.plain }
  }
}
