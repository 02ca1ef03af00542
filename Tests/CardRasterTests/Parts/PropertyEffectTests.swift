import CardRaster
import Testing

@testable import CardParts

/// No property is taken from a deck and then dropped: each changes what is drawn or what `inspect` tells.
@Suite struct PropertyEffectTests {
  private static let picture =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='30' height='20'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E"

  /// A part of each kind in which its properties can show, as JSON members.
  private static let bases: [String: String] = [
    "text": #""text":"Seven words that wrap onto some lines here","width":90"#,
    "title": #""title":"A title","style":"titleWithMenu""#,
    "titleDescription":
      #""leftTitleText":"A left title","leftDescriptionText":"Left","rightTitleText":"A right title","rightDescriptionText":"Right","width":150"#,
    "pillLabel": #""labelText":"Label""#,
    "image": #""image":"\#(picture)","width":50,"height":50"#,
    "button": #""buttonTitle":"Apply","width":200"#,
    "stack":
      #""width":200,"height":100,"arrangedSubviews":[{"type":"text","text":"One"},{"type":"text","style":"header","text":"Two"},{"type":"text","text":"Three"}]"#,
    "table": #""rows":[{"leftTitleText":"Rent"}]"#,
    "collection":
      #""width":250,"items":[[{"type":"text","text":"a"}],[{"type":"text","text":"b"}],[{"type":"text","text":"c"}],[{"type":"text","text":"d"}],[{"type":"text","text":"e"}],[{"type":"text","text":"f"}]]"#,
    "spacer": #""height":10"#,
    "map":
      #""location":[48,10],"span":[12,14],"width":250,"height":120,"annotations":[{"latitude":48,"longitude":10,"title":"a"}]"#,
    "confetti": #""height":150"#,
    "bar": #""percent":0.5,"showTodayLine":true"#,
    "progressBar":
      #""barColors":["red","green"],"currentValue":1,"markerLabelTitle":"Good","barValues":[1,2]"#,
  ]

  /// What else a property needs before it can show.
  private static let context: [String: String] = [
    "text.verticalAlignment": #""height":200"#,
    "text.lineBreakMode": #""maxLines":1"#,
    "text.minimumScaleFactor": #""height":30"#,
    "text.attributedText": "",
    "titleDescription.titleCompression": #""secondaryPosition":"right""#,
    "image.imageName": #""image":null"#,
    "button.imagePadding": #""image":"\#(picture)""#,
    "map.tiles": Self.town,
    "map.minimumZoom": Self.town + #","tiles":"\#(Self.tiles)""#,
    "map.maximumZoom":
      #""location":[37.3861,-122.0839],"span":[0.001,0.0425],"annotations":[],"tiles":"\#(Self.tiles)""#,
    "confetti.confettiImages": #""style":"mixed""#,
    "confetti.image": #""style":"image","image":"\#(picture)""#,
    "collection.minimumLineSpacing": #""minimumInteritemSpacing":3"#,
  ]

  private static let tiles = "Goldens/parts/map/assets/town/{z}/{x}/{y}.png"
  private static let town = #""location":[37.3861,-122.0839],"span":[0.05,0.05],"annotations":[]"#

  /// Values that differ from what stands there already.
  private static func samples(_ name: String, _ schema: Schema) -> [String] {
    if ["image", "imageName", "marker", "menuButtonImage", "menuButtonImageName"].contains(name) {
      return [
        #""data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='12' height='31'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E""#
      ]
    }
    switch name {
    case "cell": return [#"{"leftTitleText":"Power"}"#]
    case "item": return [#"{"cardParts":[{"type":"text","text":"g"}]}"#]
    case "separatorInset": return ["[0,7,0,9]"]
    case "link", "menuButtonLink": return [#""https://example.com""#]
    case "currentValue": return ["2"]
    case "tiles": return [#""\#(tiles)""#]
    case "minimumZoom": return ["13"]
    case "maximumZoom": return ["12"]
    case "confettiImages": return [#"["square"]"#]
    default: break
    }
    switch schema {
    case .string: return [#""Zq""#]
    case .number(let range): return [97, 31, 1.5, 0.25].filter(range.contains).map { NumberText.text($0) }
    case .integer(let range): return [range.contains(31) ? "31" : "3", "2"]
    case .boolean: return ["true", "false"]
    case .word(let words): return words.map { #""\#($0)""# }
    case .numbers: return ["[31,17]"]
    case .any(let schemas): return schemas.flatMap { samples("", $0) }
    case .list(let element, let count):
      return samples("", element).map { sample in
        "[" + [String](repeating: sample, count: max(1, count.lowerBound)).joined(separator: ",") + "]"
      }
    case .reference("color"), .reference("paint"): return [##""#123456""##]
    case .reference("insets"): return ["11"]
    case .reference("font"): return [#"{"size":31}"#]
    case .reference("part"), .reference("stackPart"): return [#"{"type":"text","text":"Zq"}"#]
    case .reference("tableRow"): return [#"{"leftTitleText":"Zq"}"#]
    case .reference("collectionItem"): return [#"[{"type":"text","text":"Zq"}]"#]
    case .reference("annotation"): return [#"{"latitude":48,"longitude":10,"title":"Zq"}"#]
    case .reference("textRun"): return [#"{"text":"Zq"}"#]
    case .reference("gradient"): return [#"{"colors":["red","blue"]}"#]
    case .reference, .freeObject, .anything: return []
    }
  }

  /// All that comes out of a deck, or its errors.
  private static func outcome(_ deck: String) throws -> (text: String, errors: [String]) {
    do {
      let laidOut = try LaidOut(deck: deck)
      return (laidOut.dump + (try laidOut.inspected().text), [])
    } catch let error as DeckError {
      return ("", error.issues.filter { $0.severity == .error }.map(\.text))
    }
  }

  /// The members of an object, the later ones over the earlier ones.
  private static func object(_ members: String...) throws -> String {
    var result: [JSONNode.Member] = []
    for text in members where !text.isEmpty {
      guard case .object(let list) = try JSONScanner.scan(Array("{\(text)}".utf8), file: "").value else {
        continue
      }
      for member in list {
        if let index = result.firstIndex(where: { $0.key == member.key }) {
          result[index] = member
        } else {
          result.append(member)
        }
      }
    }
    return JSONNode(.object(result.filter { $0.value.value != .null })).text
  }

  private static func expectEffect(
    of name: String, _ samples: [String], without base: String, with deck: (String) throws -> String
  ) throws {
    let before = try outcome(base)
    #expect(before.errors.isEmpty, "\(name): \(before.errors)")
    try #require(!samples.isEmpty, "\(name) has no sample value")
    var reasons: [String] = []
    for sample in samples {
      let after = try outcome(deck(sample))
      if after.errors.isEmpty, after.text != before.text { return }
      reasons += after.errors
    }
    Issue.record("\(name) is accepted without effect; \(reasons)")
  }

  private static func deck(_ part: String) -> String {
    #"{"canvas":{"width":300},"cards":[{"parts":[{"type":"text","text":"Above"},\#(part)]}]}"#
  }

  static let partNames = PartRegistry.kinds.map(\.name)

  @Test(arguments: partNames) func everyPropertyOfAPartHasAnEffect(type: String) throws {
    let kind = try #require(PartRegistry.kind(named: type))
    let own = Set(kind.properties.map(\.name))
    let common = PartCommon.fields.fields.map { PropertyDoc($0, of: PartCommon()) }
    for property in kind.properties + common.filter({ !own.contains($0.name) }) {
      let key = "\(type).\(property.name)"
      var extra = Self.context[key] ?? ""
      if property.name == "cornerRadius" { extra = ##""backgroundColor":"#654321""## }
      // Explicit lengths of the base would hide these.
      let type = #""type":"\#(type)""#
      let base = try Self.object(type, Self.bases[kind.name] ?? "", extra)
      let empty = try Self.object(
        type, Self.bases[kind.name] ?? "", extra == #""image":null"# ? "" : extra)
      try Self.expectEffect(
        of: key, Self.samples(property.name, property.schema), without: Self.deck(empty)
      ) { sample in
        _ = base
        return Self.deck(
          try Self.object(
            type, Self.bases[kind.name] ?? "", extra, #""\#(property.name)":\#(sample)"#))
      }
    }
  }

  @Test func everyPropertyOfARowHasAnEffect() throws {
    let texts =
      #""leftTitleText":"A left title","leftDescriptionText":"Left","rightTitleText":"A right title","rightDescriptionText":"Right","accessory":"checkmark""#
    for property in TableRow.fields.fields {
      let base = property.name == "cardParts" ? #""margins":3"# : texts
      func deck(_ row: String) -> String { Self.deck(#"{"type":"table","width":170,"rows":[\#(row)]}"#) }
      let without = try Self.object(base == texts ? texts : #""leftTitleText":"x""#)
      try Self.expectEffect(
        of: "row.\(property.name)", Self.samples(property.name, property.schema), without: deck(without)
      ) { deck(try Self.object(base, #""\#(property.name)":\#($0)"#)) }
    }
  }

  @Test func everyPropertyOfAnItemHasAnEffect() throws {
    let base = ##""cardParts":[{"type":"text","text":"a"}],"borderWidth":1,"backgroundColor":"#999""##
    for property in CollectionItem.fields.fields {
      func deck(_ item: String) -> String { Self.deck(#"{"type":"collection","items":[\#(item)]}"#) }
      try Self.expectEffect(
        of: "item.\(property.name)", Self.samples(property.name, property.schema),
        without: deck(try Self.object(base))
      ) { deck(try Self.object(base, #""\#(property.name)":\#($0)"#)) }
    }
  }

  @Test func everyPropertyOfAnAnnotationHasAnEffect() throws {
    let base = #""latitude":48,"longitude":10"#
    for property in MapAnnotation.fields.fields {
      func deck(_ annotation: String) -> String {
        Self.deck(#"{"type":"map","location":[48,10],"height":150,"annotations":[\#(annotation)]}"#)
      }
      try Self.expectEffect(
        of: "annotation.\(property.name)", Self.samples(property.name, property.schema),
        without: deck(try Self.object(base))
      ) { deck(try Self.object(base, #""\#(property.name)":\#($0)"#)) }
    }
  }

  @Test func everyPropertyOfARunHasAnEffect() throws {
    for property in TextRunSpec.fields.fields {
      func deck(_ run: String) -> String {
        Self.deck(#"{"type":"text","attributedText":[{"text":"x"},\#(run)]}"#)
      }
      let base = #""text":"run""#
      try Self.expectEffect(
        of: "run.\(property.name)", Self.samples(property.name, property.schema),
        without: deck(try Self.object(base))
      ) { deck(try Self.object(base, #""\#(property.name)":\#($0)"#)) }
    }
  }

  @Test func everyTraitAndEachOfItsPropertiesHasAnEffect() throws {
    let bases = [
      "shadow": #""radius":3"#, "rounded": "", "gradient": ##""colors":["red","#0F0"]"##,
      "border": #""width":2"#,
    ]
    func deck(_ traits: String) -> String {
      #"{"theme":"mint","cards":[{"traits":{\#(traits)},"parts":[{"type":"text","text":"a"}]},{"parts":[{"type":"text","text":"b"}]}]}"#
    }
    for kind in TraitRegistry.kinds {
      guard let base = bases[kind.name] else {
        try Self.expectEffect(of: kind.name, Self.samples("", kind.schema), without: deck("")) {
          deck(#""\#(kind.name)":\#($0)"#)
        }
        continue
      }
      for property in kind.properties {
        let samples =
          property.name == "locations"
          ? ["[0.2,0.7]"]
          : property.name == "colors"
            ? [#"["red","blue"]"#]
            : Self.samples(property.name, property.schema)
        try Self.expectEffect(
          of: "\(kind.name).\(property.name)", samples, without: deck(#""\#(kind.name)":{\#(base)}"#)
        ) { deck(#""\#(kind.name)":\#(try Self.object(base, #""\#(property.name)":\#($0)"#))"#) }
      }
    }
  }

  @Test func everyPropertyOfTheCanvasAndOfALayoutHasAnEffect() throws {
    let cards = #""cards":[{"parts":[{"type":"text","text":"a"}]},{"parts":[{"type":"text","text":"b"}]}]"#
    for property in Canvas.fields.fields {
      let samples = property.name == "scale" ? ["2"] : Self.samples(property.name, property.schema)
      try Self.expectEffect(of: "canvas.\(property.name)", samples, without: "{\(cards)}") {
        #"{"canvas":{"\#(property.name)":\#($0)},\#(cards)}"#
      }
    }
    for (layout, name, value) in [
      ("list", "spacing", "31"), ("grid", "spacing", "31"), ("grid", "columns", "3"),
      ("list", "type", "\"grid\""),
    ] {
      try Self.expectEffect(
        of: "\(layout).\(name)", [value], without: #"{"layout":{"type":"\#(layout)"},\#(cards)}"#
      ) { #"{"layout":\#(try Self.object(#""type":"\#(layout)""#, #""\#(name)":\#($0)"#)),\#(cards)}"# }
    }
    try Self.expectEffect(
      of: "fullScreen.contentAlignment", ["\"top\"", "\"bottom\""],
      without: #"{"layout":"fullScreen","canvas":{"height":300},"cards":[{"parts":[]}]}"#
        .replacing("[]}", with: #"[{"type":"text","text":"a"}]}"#)
    ) {
      #"{"layout":{"type":"fullScreen","contentAlignment":\#($0)},"canvas":{"height":300},"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#
    }
  }

  @Test(arguments: [
    (#""seed":7"#, "seed"), (#""date":"2026-02-03""#, "date"),
  ]) func theDecksOwnValuesAreSeenByInspect(member: String, name: String) throws {
    let cards = #""cards":[{"parts":[{"type":"text","text":"a"}]}]"#
    let before = try LaidOut(deck: "{\(cards)}").inspected()["canvas"]?[name]?.text
    let after = try LaidOut(deck: "{\(member),\(cards)}").inspected()["canvas"]?[name]?.text
    #expect(before != nil)
    #expect(before != after)
  }
}
