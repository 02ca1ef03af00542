import TestSupport

@testable import CardParts

/// Specifications of Vega-Lite, each with one feature, and their results.
enum VegaLiteList {
  /// A feature and the keys of its specification.
  struct Feature {
    let name: String
    let keys: String

    /// The result: what a user gets, in the words of the program.
    var result: String {
      get throws {
        let issues = try LaidOut.issues(of: "{\(keys)}")
        let isRefused = issues.contains { $0.contains(": error: ") }
        let told = issues.compactMap { Self.message($0) }
        guard let first = told.first else { return "drawn" }
        return (isRefused ? "refused: " : "drawn, with a warning: ") + first
      }
    }

    /// The message and the hint of an issue, without its place.
    private static func message(_ issue: String) -> String? {
      issue.firstMatch(of: #/: (?:error|warning): (.*?)(?: at [^ ;]+)?(;.*)?$/#).map { match in
        String(match.1) + (match.2.map(String.init) ?? "")
      }
    }
  }

  private static let rows =
    #""data":{"values":[{"a":"A","b":28,"c":3,"t":"2026-01-01","s":"x"},{"a":"B","b":55,"c":7,"t":"2026-02-01","s":"y"},{"a":"C","b":43,"c":5,"t":"2026-03-01","s":"x"},{"a":"A","b":91,"c":2,"t":"2026-04-01","s":"y"}]}"#
  private static let a = #""field":"a","type":"nominal""#
  private static let b = #""field":"b","type":"quantitative""#
  private static let c = #""field":"c","type":"quantitative""#
  private static let t = #""field":"t","type":"temporal""#

  private static func chart(_ mark: String, _ encoding: String, _ more: String = "") -> String {
    let mark = mark.hasPrefix("{") ? mark : "\"\(mark)\""
    return #"\#(rows),"mark":\#(mark),"encoding":{\#(encoding)}\#(more.isEmpty ? "" : ",")\#(more)"#
  }

  private static func bars(_ more: String, x: String = "", y: String = "") -> String {
    chart("bar", #""x":{\#(a)\#(x)},"y":{\#(b),"aggregate":"sum"\#(y)}"#, more)
  }

  private static func lines(_ more: String = "", x: String = "", y: String = "") -> String {
    chart("line", #""x":{\#(t)\#(x)},"y":{\#(b)\#(y)}"#, more)
  }

  private static func points(_ channel: String) -> String {
    chart("point", #""x":{\#(b)},"y":{\#(c)},\#(channel)"#)
  }

  private static func step(_ transform: String, y: String = "b") -> String {
    chart(
      "bar", #""x":{\#(a)},"y":{"field":"\#(y)","type":"quantitative","aggregate":"sum"}"#,
      #""transform":[\#(transform)]"#)
  }

  static let all: [Feature] =
    marks + channels + scales + transforms + compositions

  private static let marks: [Feature] =
    [
      ("bar", #""x":{\#(a)},"y":{\#(b),"aggregate":"sum"}"#), ("line", #""x":{\#(t)},"y":{\#(b)}"#),
      ("area", #""x":{\#(t)},"y":{\#(b)}"#), ("point", #""x":{\#(b)},"y":{\#(c)}"#),
      ("circle", #""x":{\#(b)},"y":{\#(c)}"#), ("square", #""x":{\#(b)},"y":{\#(c)}"#),
      ("rect", #""x":{\#(a)},"y":{"field":"s","type":"nominal"},"color":{\#(b),"aggregate":"sum"}"#),
      ("arc", #""theta":{\#(b),"aggregate":"sum"},"color":{\#(a)}"#),
      ("text", #""x":{\#(b)},"y":{\#(c)},"text":{\#(a)}"#), ("rule", #""y":{\#(b),"aggregate":"mean"}"#),
      ("tick", #""x":{\#(b)},"y":{\#(a)}"#), ("trail", #""x":{\#(t)},"y":{\#(b)}"#),
      ("boxplot", #""x":{\#(a)},"y":{\#(b)}"#), ("errorbar", #""x":{\#(a)},"y":{\#(b)}"#),
      ("errorband", #""x":{\#(t)},"y":{\#(b)}"#), ("image", #""x":{\#(b)},"y":{\#(c)},"url":{"field":"s"}"#),
      ("geoshape", #""color":{\#(b)}"#),
    ].map { Feature(name: "mark `\($0)`", keys: chart($0, $1)) }

  private static let channels: [Feature] = [
    Feature(name: "`color` for names", keys: chart("bar", #""x":{\#(t)},"y":{\#(b)},"color":{"field":"s"}"#)),
    Feature(name: "`color` for numbers", keys: points(#""color":{\#(b)}"#)),
    Feature(name: "`size`", keys: points(#""size":{\#(b)}"#)),
    Feature(name: "`shape`", keys: points(#""shape":{"field":"s","type":"nominal"}"#)),
    Feature(name: "`opacity`", keys: points(#""opacity":{\#(b)}"#)),
    Feature(name: "`detail`", keys: lines().replacing(#""y":{"#, with: #""detail":{"field":"s"},"y":{"#)),
    Feature(
      name: "`strokeDash`",
      keys: lines().replacing(#""y":{"#, with: #""strokeDash":{"field":"s","type":"nominal"},"y":{"#)),
    Feature(
      name: "`order`",
      keys: chart("line", #""x":{\#(b)},"y":{\#(c)},"order":{\#(t)}"#)),
    Feature(
      name: "`order` of a stack",
      keys: bars("", x: "").replacing(
        #""x":"#,
        with: #""color":{"field":"s"},"order":{"field":"c","aggregate":"sum","sort":"descending"},"x":"#)),
    Feature(name: "`x2`", keys: chart("bar", #""x":{\#(c)},"x2":{"field":"b"},"y":{\#(a)}"#)),
    Feature(
      name: "`xOffset`",
      keys: chart(
        "bar", #""x":{\#(a)},"xOffset":{"field":"s"},"y":{\#(b),"aggregate":"sum"},"color":{"field":"s"}"#)),
    Feature(name: "`tooltip`", keys: points(#""tooltip":{\#(a)}"#)),
    Feature(name: "`href`", keys: points(#""href":{"field":"s"}"#)),
    Feature(name: "`row`, `column`, `facet`", keys: points(#""column":{"field":"s","type":"nominal"}"#)),
    Feature(
      name: "`latitude`, `longitude`", keys: chart("point", #""longitude":{\#(b)},"latitude":{\#(c)}"#)),
    Feature(
      name: "a `condition` on a test",
      keys: points(#""color":{"condition":{"test":"datum.b > 50","value":"red"},"value":"grey"}"#)),
    Feature(
      name: "`params` with a selection",
      keys: bars(#""params":[{"name":"pick","select":"point"}]"#)),
    Feature(
      name: "`params` with a `value`",
      keys: step(#"{"filter":"datum.b > least"}"#) + #","params":[{"name":"least","value":30}]"#),
    Feature(name: "`aggregate`", keys: bars("")),
    Feature(
      name: "`aggregate`: `argmin`, `argmax`",
      keys: chart("bar", #""x":{\#(a)},"y":{\#(b),"aggregate":{"argmax":"c"}}"#)),
    Feature(name: "`bin`", keys: chart("bar", #""x":{\#(b),"bin":true},"y":{"aggregate":"count"}"#)),
    Feature(
      name: "`timeUnit`",
      keys: chart("bar", #""x":{\#(t),"timeUnit":"yearmonth"},"y":{\#(b),"aggregate":"sum"}"#)),
    Feature(
      name: "`timeUnit` with `step`",
      keys: chart(
        "bar", #""x":{\#(t),"timeUnit":{"unit":"month","step":3}},"y":{\#(b),"aggregate":"sum"}"#)),
    Feature(
      name: "`timeUnit` with `maxbins`",
      keys: chart(
        "bar", #""x":{\#(t),"timeUnit":{"unit":"month","maxbins":6}},"y":{\#(b),"aggregate":"sum"}"#)),
    Feature(name: "`sort` by another channel", keys: bars("", x: #","sort":"-y""#)),
    Feature(
      name: "`stack`: `normalize`",
      keys: chart("bar", #""x":{\#(a)},"y":{\#(b),"stack":"normalize"},"color":{"field":"s"}"#)),
    Feature(name: "`impute`", keys: lines(y: #","impute":{"value":0}"#)),
  ]

  private static let scales: [Feature] = [
    Feature(name: "scale `log`", keys: lines(y: #","scale":{"type":"log"}"#)),
    Feature(name: "scale `symlog`", keys: lines(y: #","scale":{"type":"symlog"}"#)),
    Feature(name: "scale `sqrt`", keys: lines(y: #","scale":{"type":"sqrt"}"#)),
    Feature(name: "`domain`", keys: lines(y: #","scale":{"domain":[0,100]}"#)),
    Feature(name: "`domainMax` alone", keys: lines(y: #","scale":{"domainMax":100}"#)),
    Feature(name: "`zero`: false of a line", keys: lines(y: #","scale":{"zero":false}"#)),
    Feature(name: "`zero`: false of bars", keys: bars("", y: #","scale":{"zero":false}"#)),
    Feature(name: "`scheme`", keys: points(#""color":{\#(b),"scale":{"scheme":"viridis"}}"#)),
    Feature(name: "`scale`: null", keys: points(#""color":{"value":"teal"}"#)),
    Feature(
      name: "`axis` with `format` and `grid`", keys: lines(y: #","axis":{"format":".1f","grid":false}"#)),
    Feature(name: "`axis`: null", keys: lines(y: #","axis":null"#)),
    Feature(name: "`axis` with `values`", keys: lines(y: #","axis":{"values":[0,50,100]}"#)),
    Feature(name: "`axis` with `labelFontSize`", keys: lines(y: #","axis":{"labelFontSize":9}"#)),
    Feature(name: "`config`", keys: bars(#""config":{"bar":{"color":"teal"},"axis":{"grid":false}}"#)),
    Feature(name: "`width` with a `step`", keys: bars(#""width":{"step":20}"#)),
  ]

  private static let transforms: [Feature] = [
    Feature(name: "`filter`", keys: step(#"{"filter":"datum.b > 30"}"#)),
    Feature(name: "`calculate`", keys: step(#"{"calculate":"datum.b / 2","as":"h"}"#, y: "h")),
    Feature(
      name: "`aggregate` as a step",
      keys: step(#"{"aggregate":[{"op":"mean","field":"b","as":"m"}],"groupby":["a"]}"#, y: "m")),
    Feature(
      name: "`joinaggregate`",
      keys: step(#"{"joinaggregate":[{"op":"sum","field":"b","as":"all"}]}"#, y: "all")),
    Feature(
      name: "`window`",
      keys: step(#"{"window":[{"op":"rank","as":"r"}],"sort":[{"field":"b"}]}"#, y: "r")),
    Feature(name: "`fold`", keys: step(#"{"fold":["b","c"],"as":["k","v"]}"#, y: "v")),
    Feature(name: "`pivot`", keys: step(#"{"pivot":"s","value":"b","groupby":["a"]}"#, y: "x")),
    Feature(
      name: "`lookup`",
      keys: step(
        #"{"lookup":"a","from":{"data":{"values":[{"k":"A","n":1},{"k":"B","n":2},{"k":"C","n":3}]},"key":"k","fields":["n"]}}"#,
        y: "n")),
    Feature(
      name: "`density`",
      keys: chart(
        "area", #""x":{"field":"value","type":"quantitative"},"y":{"field":"density","type":"quantitative"}"#,
        #""transform":[{"density":"b"}]"#)),
    Feature(
      name: "`regression`",
      keys: chart("line", #""x":{\#(b)},"y":{\#(c)}"#, #""transform":[{"regression":"c","on":"b"}]"#)),
    Feature(
      name: "`loess`",
      keys: chart("line", #""x":{\#(b)},"y":{\#(c)}"#, #""transform":[{"loess":"c","on":"b","bandwidth":1}]"#)
    ),
    Feature(name: "`sample`", keys: step(#"{"sample":2}"#)),
    Feature(
      name: "`flatten`",
      keys:
        #""data":{"values":[{"a":"A","n":[1,2]},{"a":"B","n":[3]}]},"transform":[{"flatten":["n"]}],"mark":"bar","encoding":{"x":{\#(a)},"y":{"field":"n","type":"quantitative","aggregate":"sum"}}"#
    ),
    Feature(name: "a regular expression", keys: step(#"{"filter":"test(/A/, datum.a)"}"#)),
  ]

  private static let compositions: [Feature] = [
    Feature(
      name: "`layer`",
      keys:
        #"\#(rows),"encoding":{"x":{\#(t)},"y":{\#(b)}},"layer":[{"mark":"line"},{"mark":"point"}]"#),
    Feature(
      name: "`resolve` of the y axes",
      keys:
        #"\#(rows),"encoding":{"x":{\#(t)}},"layer":[{"mark":"bar","encoding":{"y":{\#(b)}}},{"mark":"line","encoding":{"y":{\#(c)}}}],"resolve":{"scale":{"y":"independent"}}"#
    ),
    Feature(
      name: "`datasets`",
      keys:
        #""data":{"name":"d"},"datasets":{"d":[{"a":"A","b":1},{"a":"B","b":2}]},"mark":"bar","encoding":{"x":{\#(a)},"y":{\#(b)}}"#
    ),
    Feature(
      name: "data from the network",
      keys: bars("").replacing(rows, with: #""data":{"url":"https://example.com/a.json"}"#)),
    Feature(name: "`projection`", keys: chart("geoshape", "", #""projection":{"type":"mercator"}"#)),
    Feature(
      name: "`repeat`",
      keys:
        #"\#(rows),"repeat":["b","c"],"spec":{"mark":"bar","encoding":{"x":{\#(a)},"y":{"field":{"repeat":"repeat"},"aggregate":"sum","type":"quantitative"}}}"#
    ),
    Feature(
      name: "`hconcat`",
      keys:
        #"\#(rows),"hconcat":[{"mark":"bar","encoding":{"x":{\#(a)},"y":{\#(b),"aggregate":"sum"}}},{"mark":"bar","encoding":{"x":{\#(a)},"y":{\#(c),"aggregate":"sum"}}}]"#
    ),
    Feature(
      name: "`facet` with a `spec`, in a `vconcat`",
      keys: #"\#(rows),"vconcat":[{"facet":{"field":"s"},"spec":{\#(sums)}},{\#(sums)}]"#),
    Feature(
      name: "`row` and `column` in a `repeat`",
      keys:
        #"\#(rows),"repeat":["b","c"],"spec":{"mark":"bar","encoding":{"x":{\#(a)},"y":{"field":{"repeat":"repeat"},"aggregate":"sum","type":"quantitative"},"column":{"field":"s"}}}"#
    ),
    Feature(
      name: "`facet` of a `concat` or a `repeat`",
      keys: #"\#(rows),"facet":{"row":{"field":"s"}},"spec":{"hconcat":[{\#(sums)},{\#(sums)}]}"#),
    Feature(
      name: "`facet` of a `facet`",
      keys: #"\#(rows),"facet":{"field":"s"},"spec":{"facet":{"field":"t"},"spec":{\#(sums)}}"#),
    Feature(
      name: "`row` in a `row`",
      keys:
        #"\#(rows),"facet":{"row":{"field":"s"}},"spec":{"facet":{"row":{"field":"t"}},"spec":{\#(sums)}}"#),
  ]

  private static let sums =
    #""mark":"bar","encoding":{"x":{\#(a)},"y":{\#(b),"aggregate":"sum"}}"#
}
