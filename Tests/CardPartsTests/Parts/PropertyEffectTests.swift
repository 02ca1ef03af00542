import CardRaster
import TestSupport
import Testing

@testable import CardCharts
@testable import CardMaps
@testable import CardModel
@testable import CardParts
@testable import CardScreens

/// Each property of a deck has an effect: it changes the picture or the output of `inspect`.
@Suite struct PropertyEffectTests {
  private static let picture =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='30' height='20'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E"

  /// A part of each kind in which its properties are visible, as JSON members.
  static let bases: [String: String] = [
    "text": #""text":"Seven words that wrap onto some lines here","width":90"#,
    "title": #""title":"A title","style":"titleWithMenu""#,
    "titleDescription":
      #""leftTitleText":"A left title","leftDescriptionText":"Left","rightTitleText":"A right title","rightDescriptionText":"Right","width":150"#,
    "pillLabel": #""labelText":"Label""#,
    "attributedText":
      #""attributedText":[{"text":"Seven words that wrap onto some lines "},{"text":"here","link":"https://example.com"}],"textViewImage":"\#(picture)","width":120"#,
    "iconLabel": #""labelText":"Label that wraps","icon":"\#(picture)","width":90"#,
    "textField": #""text":"1234","placeholder":"Type""#,
    "image": #""image":"\#(picture)","width":50,"height":50"#,
    "icon": #""icon":"heart""#,
    "avatars": #""avatars":[{"name":"Ann Lee"},{"name":"Bo"},{"name":"Cy"}]"#,
    "code":
      #""code":"let a = \"x\" // a comment that is too long\n\tlet b = 2","language":"swift","width":150"#,
    "rating": #""icon":"star","value":2.5"#,
    "barcode": #""text":"hello""#,
    "button": #""buttonTitle":"Apply","width":200"#,
    "stack":
      #""width":200,"height":100,"arrangedSubviews":[{"type":"text","text":"One"},{"type":"text","style":"header","text":"Two"},{"type":"text","text":"Three"}]"#,
    "table": #""rows":[{"leftTitleText":"Rent"}]"#,
    "collection":
      #""width":250,"items":[[{"type":"text","text":"a"}],[{"type":"text","text":"b"}],[{"type":"text","text":"c"}],[{"type":"text","text":"d"}],[{"type":"text","text":"e"}],[{"type":"text","text":"f"}]]"#,
    "paged":
      #""pages":[[{"type":"text","text":"a"}],[{"type":"text","text":"b"}],[{"type":"text","text":"c"}]]"#,
    "oriented": #""height":120,"cardParts":[{"type":"text","text":"a"},{"type":"text","text":"b"}]"#,
    "centered":
      #""leftView":{"type":"text","text":"a\nb"},"centeredView":{"type":"text","text":"b"},"rightView":{"type":"text","text":"c"}"#,
    "layers":
      #""height":60,"layers":[{"type":"text","text":"a"},{"type":"text","text":"b","anchor":"bottomRight"}]"#,
    "spacer": #""height":10"#,
    "triangle": "",
    "radioButton": #""isSelected":true"#,
    "switch": #""isOn":true"#,
    "slider": #""value":0.5"#,
    "multiSlider":
      ##""value":[0.3,0.6],"orientation":"horizontal","outerTrackColor":"#DDD","valueLabelPosition":"top","trackWidth":8"##,
    "histogram":
      #""dataEntries":[{"height":0.4,"title":"A","textValue":"4"},{"height":0.7,"title":"B","textValue":"7"}],"histogramLines":{}"#,
    "video": #""videoUrl":"v.mp4","poster":"\#(picture)","duration":200"#,
    "map":
      #""location":[48,10],"span":[12,14],"width":250,"height":120,"annotations":[{"latitude":48,"longitude":10,"title":"a"}]"#,
    "chart":
      #""mark":"bar","width":250,"data":{"k":["a","b","c"],"v":[3,5,4],"w":[2,1,3],"s":["p","q","p"]},"x":"k","y":"v""#,
    "confetti": #""height":150"#,
    "bar": #""percent":0.5,"showTodayLine":true"#,
    "progressBar":
      #""barColors":["red","green"],"currentValue":1,"markerLabelTitle":"Good","barValues":[1,2]"#,
  ]

  /// Other members that a property needs to be visible.
  static let context: [String: String] = [
    "text.verticalAlignment": #""height":200"#,
    "text.lineBreakMode": #""maxLines":1"#,
    "text.minimumScaleFactor": #""height":30"#,
    "text.maximumScaleFactor": #""height":200"#,
    "code.firstLineNumber": #""lineNumbers":true"#,
    "text.attributedText": "",
    "text.markdown": #""text":"*Seven* words""#,
    "text.paragraphSpacing": #""text":"One\nTwo""#,
    "text.figures": #""text":"1111 words""#,
    "text.hyphenation": #""text":"Unbelievable characteristics of hyphenation""#,
    "text.lineBreakStrategy": #""text":"A heading of several words that ends with one","width":200"#,
    "attributedText.figures": #""attributedText":null,"text":"1111 words""#,
    "attributedText.hyphenation":
      #""attributedText":null,"text":"Unbelievable characteristics of hyphenation","textViewImage":null,"width":80"#,
    "attributedText.lineBreakStrategy":
      #""attributedText":null,"text":"A heading of several words that ends with one","textViewImage":null,"width":200"#,
    "attributedText.text": #""attributedText":null,"text":"Old""#,
    "attributedText.lineBreakMode": #""maxLines":1"#,
    "attributedText.dataDetectorTypes":
      #""attributedText":null,"text":"example.com, (555) 234-5678, 12 March 2026""#,
    "iconLabel.text": #""labelText":null"#,
    "iconLabel.horizontalPadding": #""width":null"#,
    "textField.maxLength": #""format":"currency""#,
    "textField.placeholder": #""text":null"#,
    "textField.placeholderColor": #""text":null"#,
    "textField.cornerCurve": #""borderStyle":"line","cornerRadius":9"#,
    "textField.cornerRadius": #""borderStyle":"line""#,
    "titleDescription.titleCompression": #""secondaryPosition":"right""#,
    "switch.tintColor": #""isOn":false"#,
    "multiSlider.thumbShadowOpacity": #""thumbShadowOpacity":0.5"#,
    "multiSlider.orientation": #""valueLabelPosition":null"#,
    "barcode.errorCorrection": #""text":"hello, hello""#,
    "barcode.logoSize": #""logo":"icon:heart""#,
    "barcode.showsText": #""symbology":"code128""#,
    "barcode.font": #""symbology":"code128","showsText":true"#,
    "image.fallback": #""image":null"#,
    "image.focalPoint": #""contentMode":"scaleAspectFill","height":20"#,
    "icon.isFilled": "",
    "image.filters": #""image":"Goldens/parts/image/assets/icon.png""#,
    "image.imageName": #""image":null"#,
    "button.imagePadding": #""image":"\#(picture)""#,
    "title.menuOptionLinks": #""menuOptions":["a"]"#,
    "map.annotationsOverlap":
      #""annotations":[{"latitude":48,"longitude":10},{"latitude":48,"longitude":10.1}]"#,
    "map.routeColor": #""route":[[48,10],[49,11]]"#,
    "map.tiles": Self.town, "map.features": #""location":[0,0],"span":[0.01,0.01],"annotations":[]"#,
    "map.minimumZoom": Self.town + #","tiles":"\#(Self.tiles)""#,
    "map.maximumZoom":
      #""location":[37.3861,-122.0839],"span":[0.001,0.0425],"annotations":[],"tiles":"\#(Self.tiles)""#,
    "stack.alignAxes":
      #""width":260,"height":120,"distribution":"fillEqually","arrangedSubviews":[{"type":"chart","mark":"bar","data":[1,2]},{"type":"chart","mark":"bar","data":[1,2],"title":"T"}]"#,
    "stack.wraps": #""width":60"#, "stack.lineSpacing": #""wraps":true,"width":60,"height":null"#,
    "stack.lineAlignment": #""wraps":true,"width":60"#,
    "chart.size": #""mark":"point""#, "chart.shape": #""mark":"point""#,
    "chart.pointSize": #""mark":"point""#, "chart.strokeDash": #""mark":"line""#,
    "chart.opacity": #""mark":"point""#, "chart.text": #""layer":[{"mark":"text"}]"#,
    "chart.detail": #""mark":"line""#, "chart.order": #""mark":"line""#, "chart.lineWidth": #""mark":"line""#,
    "chart.theta": #""mark":"pie""#, "chart.x2": #""x":"v","y":"k""#,
    "chart.columns": #""facet":"k""#, "chart.resolve": #""layer":[{"mark":"line","y":"w"}]"#,
    "chart.value": #""mark":"gauge","value":50"#, "chart.domain": #""mark":"gauge","value":50"#,
    "chart.thresholds": #""mark":"gauge","value":50"#, "chart.label": #""mark":"gauge","value":50"#,
    "chart.stack": #""color":"s""#, "chart.patterns": #""color":"s""#, "chart.legend": #""color":"s""#,
    "chart.scheme": #""color":"w""#,
    "chart.missing": #""mark":"line","data":{"k":["a","b","c","d","e"],"v":[3,5,null,4,6]}"#,
    "chart.otherTitle": #""maxCategories":2"#, "chart.innerRadius": #""mark":"pie""#,
    "chart.padAngle": #""mark":"pie""#, "chart.startAngle": #""mark":"pie""#,
    "chart.endAngle": #""mark":"pie""#,
    "chart.centerText": #""mark":"donut""#, "chart.duration": #""animated":true"#,
    "chart.easing": #""animated":true"#, "chart.cornerCurve": #""cornerRadius":9"#,
    "confetti.end": #""time":5"#,
    "confetti.fade": #""time":6.5,"drag":3"#,
    "button.tintColor": #""image":"\#(picture)""#,
    "bar.duration": #""animated":true"#,
    "bar.easing": #""animated":true"#,
    "progressBar.duration": #""animated":true"#,
    "progressBar.easing": #""animated":true"#,
    "histogram.duration": #""animated":true"#,
    "histogram.easing": #""animated":true"#,
    "confetti.confettiImages": #""style":"mixed""#,
    "confetti.image": #""style":"image","image":"\#(picture)""#,
    "collection.minimumLineSpacing": #""minimumInteritemSpacing":3"#,
    "collection.headerReferenceSize": #""sections":[{"header":"h","items":[]}]"#,
    "collection.footerReferenceSize": #""sections":[{"footer":"f","items":[]}]"#,
    "collection.contentOffset": #""height":60"#,
    "collection.edgeFade": #""height":40"#,
    "table.columns": #""rows":[["a"]]"#,
    "table.usesAlternatingRowBackgroundColors": #""rows":[["a"],["b"]]"#,
    "table.sectionHeaderHeight": #""sections":[{"header":"h"}]"#,
    "table.repeatsHeader":
      #""rows":[\#([String](repeating: #"{"leftTitleText":"a"}"#, count: 9).joined(separator: ","))],"tableHeaderView":[{"type":"text","text":"Head"}]"#,
    "text.breakInside":
      #""text":"Many words that go on over several lines, since the page is narrow and the words are many of them"#
      + #", as everybody can see who reads all of it from the first word on.""#,
    "table.sectionFooterHeight": #""sections":[{"footer":"f"}]"#,
    "paged.contentAlignment": #""pageHeight":90"#,
    "paged.hidesForSinglePage": #""pages":[[{"type":"text","text":"a"}]]"#,
  ]

  private static let tiles = "Goldens/parts/map/assets/town/{z}/{x}/{y}.png"
  private static let town = #""location":[37.3861,-122.0839],"span":[0.05,0.05],"annotations":[]"#

  /// An object of each kind that differs from a default one.
  private static let objects: [String: String] = [
    "chartChannel": #"{"field":"w"}"#, "chartEncoding": #"{"color":{"field":"w"}}"#,
    "chartLayer": #"{"mark":"rule","y":{"datum":4}}"#, "chartThreshold": #"{"to":40}"#,
    "chartValueLabels": #"{"show":"all"}"#, "chartRule": #"{"y":4}"#, "chartMark": #"{"type":"line"}"#,
    "insets": "11", "statusBar": "{}", "filters": #"{"contrast":0.25}"#,
    "font": #"{"size":31}"#,
    "tableRow": #"{"leftTitleText":"Zq"}"#,
    "tableColumn": #"{"title":"Zq"}"#,
    "tableSection": #"{"rows":[{"leftTitleText":"Zq"}]}"#,
    "collectionSection": #"{"items":[[{"type":"text","text":"Zq"}]]}"#,
    "page": #"[{"type":"text","text":"Zq"}]"#,
    "collectionItem": #"[{"type":"text","text":"Zq"}]"#,
    "histogramEntry": #"{"height":0.3}"#,
    "histogramLines": #"{"top":false}"#,
    "annotation": #"{"latitude":48,"longitude":10,"title":"Zq"}"#,
    "textRun": #"{"text":"Zq"}"#,
    "textShape": #"{"x":31,"y":2,"width":17,"height":19}"#,
    "linkTextAttributes": ##"{"color":"#123456"}"##,
    "iconPosition": #"{"horizontal":"right","vertical":"bottom"}"#,
    "gradient": #"{"colors":["red","blue"]}"#, "gradientStop": #"{"color":"red"}"#,
    "chartGradient": #"{"gradient":"linear","stops":[{"color":"red"}]}"#,
    "border": #"{"width":3,"edges":["left"]}"#,
    "shadow": ##"{"color":"#123456"}"##,
    "pictureFallback": #"{"initials":"Zq"}"#,
    "backgroundImage": #"{"image":"\#(picture)"}"#,
    "borderLine": #"{"width":5}"#,
    "avatar": #"{"name":"Zq"}"#,
    "notches": #"{"radius":3}"#,
    "mask": #"{"gradient":{"colors":["black","clear"]}}"#,
    "backdropBlur": #"{"radius":3}"#,
    "textOutline": #"{"width":2}"#,
    "lineBackground": ##"{"color":"#123456"}"##,
    "syntaxColors": ##"{"string":"#123456"}"##,
  ]

  /// Values that differ from those in the base.
  static func samples(_ name: String, _ schema: Schema) -> [String] {
    let pictures = [
      "image", "imageName", "textViewImage", "marker", "menuButtonImage", "menuButtonImageName",
      "thumbImage",
      "logo", "minimumValueImage", "maximumValueImage", "minimumImage", "maximumImage", "poster",
    ]
    if pictures.contains(name) {
      return [
        #""data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='12' height='31'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E""#
      ]
    }
    if name == "icon" { return [#""home""#, #""icon:home""#] }
    switch name {
    case "transform": return [#"[{"sample":1}]"#]
    case "cell": return [#"{"leftTitleText":"Power"}"#]
    case "page": return [#"{"cardParts":[{"type":"text","text":"d"}]}"#]
    case "item": return [#"{"cardParts":[{"type":"text","text":"g"}]}"#]
    case "separatorInset": return ["[0,7,0,9]"]
    case "menuOptionLinks": return [#"["https://example.com"]"#]
    case "link", "menuButtonLink", "accessoryLink": return [#""https://example.com""#]
    case "currentValue": return ["2"]
    case "disabledThumbIndices": return ["[1]"]
    case "valueLabelFormatter": return [#""percent""#]
    case "exclusionPath": return ["[[31,2,17,19]]"]
    case "clip": return ["true"]
    case "count": return ["7"]
    case "maxWidth": return ["7"]
    case "maxHeight": return ["7"]
    case "minWidth", "minHeight": return ["700"]
    case "aspectRatio": return ["7"]
    case "alignSelf": return [#""right""#]
    case "moduleSize": return ["5"]
    case "logoSize": return ["0.25"]
    case "focalPoint": return ["[0,0]"]
    case "symbology": return [#""aztec""#]
    case "errorCorrection": return [#""high""#]
    case "iconPosition": return [#"["right","bottom"]"#]
    case "data": return [#"{"k":["a","b"],"v":[1,2]}"#]
    case "opacity": return ["0.25", #"{"value":0.3}"#]
    case "domain": return ["[0,200]"]
    case "resolve": return [#"{"scale":{"y":"independent"}}"#]
    case "tiles": return [#""\#(tiles)""#]
    case "route": return ["[[48,10],[50,12]]"]
    case "features": return [#""Examples/assets/town.geojson""#]
    case "minimumZoom": return ["13"]
    case "maximumZoom": return ["12"]
    case "confettiImages": return [#"["square"]"#]
    default: break
    }
    switch schema {
    case .text(let form) where !form.names.isEmpty: return form.names.map { #""\#($0)""# }
    case .string, .text: return [#""Zq""#]
    case .number(let range): return [97, 31, 1.5, 0.25].filter(range.contains).map { NumberText.format($0) }
    case .integer(let range): return [range.contains(31) ? "31" : "3", "2"]
    case .boolean: return ["true", "false"]
    case .word(let words): return words.map { #""\#($0)""# }
    case .numbers: return ["[31,17]"]
    case .any(let schemas): return schemas.flatMap { samples("", $0) }
    case .list(let element, let count):
      return samples("", element).map { sample in
        "[" + [String](repeating: sample, count: max(1, count.lowerBound)).joined(separator: ",") + "]"
      }
    case .reference(.color), .reference(.paint): return [##""#123456""##]
    case .reference(.part), .reference(.singlePart), .reference(.stackPart), .reference(.layerPart):
      return [#"{"type":"text","text":"Zq"}"#]
    case .object(let object): return objects[object.name].map { [$0] } ?? []
    case .reference, .map, .freeObject, .anything: return []
    }
  }

  /// All output of a deck, or its errors.
  private static func outcome(_ deck: String) throws -> (text: String, errors: [String]) {
    do {
      let laidOut = try LaidOut(deck: deck)
      let pages = laidOut.deck.pages.map(\.display.dump).joined()
      return (pages + (try laidOut.inspected().text), [])
    } catch let error as DeckError {
      return ("", error.issues.filter { $0.severity == .error }.map(\.text))
    }
  }

  /// The merged members of an object; later ones override earlier ones.
  static func object(_ members: String...) throws -> String {
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

  /// Properties that are visible only in a stack, where a part has its own width.
  private static let inStacks: Set<String> = ["iconLabel.horizontalPadding"]

  /// Properties that have an effect only on the pages of a report.
  private static let inReports: Set<String> = [
    "text.breakBefore", "text.breakAfter", "text.breakInside", "table.repeatsHeader",
  ]

  static func deck(_ part: String, for key: String) -> String {
    if inReports.contains(key) {
      return
        #"{"theme":"turbo","page":{"width":200,"height":200,"margins":20},"cards":[{"parts":[{"type":"spacer","height":60},\#(part),{"type":"text","text":"Below"}]}]}"#
    }
    let stack =
      #"{"type":"stack","axis":"vertical","alignment":"leading","arrangedSubviews":[\#(part)]}"#
    return deck(inStacks.contains(key) ? stack : part)
  }

  private static func deck(_ part: String) -> String {
    #"{"theme":"turbo","canvas":{"width":300},"cards":[{"parts":[{"type":"text","text":"Above"},\#(part)]}]}"#
  }

  /// Properties of all parts that the parts themselves do not handle; tested with one part.
  static let ofAllParts: Set<String> = [
    "minWidth", "maxWidth", "minHeight", "maxHeight", "aspectRatio", "alignSelf", "border", "shadow",
    "backgroundImage",
    "rotate", "skew", "clip", "notches", "mask", "bleed", "breakBefore", "breakAfter", "breakInside",
    "direction", "appearance",
  ]

  static let partNames = PartRegistry.kinds.map(\.name)

  @Test(arguments: partNames) func everyPropertyOfAPartHasAnEffect(type: String) throws {
    let kind = try #require(PartRegistry.kind(named: type))
    let own = Set(kind.properties.map(\.name))
    let common = PartCommon.columnFields.fields.map { PropertyDoc($0, of: PartCommon()) }
    for property in kind.properties + common.filter({ !own.contains($0.name) }) {
      // The parts do not handle sizes and decoration themselves: these work for any content.
      if type != "text", !own.contains(property.name), Self.ofAllParts.contains(property.name) { continue }
      let key = "\(type).\(property.name)"
      var extra = Self.context[key] ?? ""
      // A part that is clipped anyway needs another value to show the effect.
      if property.name == "clip" { extra = ##""backgroundColor":"#654321","cornerRadius":9"## }
      if property.name == "cornerRadius" { extra = ##""backgroundColor":"#654321""## }
      // A part that draws nothing needs a background to blend.
      if property.name == "blendMode", type == "spacer" { extra = ##""backgroundColor":"#654321""## }
      if property.name == "cornerCurve", !extra.isEmpty {
        // Set above.
      } else if property.name == "cornerCurve", own.contains("cornerRadius") {
        extra = #""cornerRadius":9"#
      } else if property.name == "cornerCurve" {
        extra = ##""backgroundColor":"#654321","cornerRadius":9"##
      }
      // Explicit lengths in the base would hide these.
      let type = #""type":"\#(type)""#
      let base = try Self.object(type, Self.bases[kind.name] ?? "", extra)
      let empty = try Self.object(
        type, Self.bases[kind.name] ?? "", extra == #""image":null"# ? "" : extra)
      try Self.expectEffect(
        of: key, Self.samples(property.name, property.schema), without: Self.deck(empty, for: key)
      ) { sample in
        _ = base
        return Self.deck(
          try Self.object(
            type, Self.bases[kind.name] ?? "", extra, #""\#(property.name)":\#(sample)"#), for: key)
      }
    }
  }

  /// `cardshot diff` mentions a length or a switch of the theme only if parts use it.
  @Test(arguments: partNames) func aPartUsesExactlyTheMeasuresItNames(type: String) throws {
    let kind = try #require(PartRegistry.kind(named: type))
    let named = Set(PartRegistry.kinds.flatMap(\.measures))
    #expect(named.isSubset(of: ResolvedTheme.fields.names))
    // An explicit value would hide that of the theme.
    let part = try Self.object(
      #""type":"\#(type)""#, Self.bases[type] ?? "", type == "bar" ? #""showTodayLine":null"# : "",
      type == "button" ? "" : ##""backgroundColor":"#654321""##)
    // Turbo's buttons have no frame and so no insets.
    let base = type == "button" ? "soft" : "turbo"
    func deck(_ theme: String) -> String {
      #"{"canvas":{"width":300},"theme":{"base":"\#(base)"\#(theme)},"cards":[{"parts":[\#(part)]}]}"#
    }
    let before = try Self.outcome(deck(""))
    for field in ResolvedTheme.fields.fields where named.contains(field.name) {
      let isSeen = try Self.samples(field.name, field.schema).contains { sample in
        try Self.outcome(deck(#","\#(field.name)":\#(sample)"#)).text != before.text
      }
      #expect(isSeen == kind.measures.contains(field.name), "\(type) and \(field.name)")
    }
  }

  @Test func everyPropertyOfARowHasAnEffect() throws {
    let texts =
      #""leftTitleText":"A left title","leftDescriptionText":"Left","rightTitleText":"A right title","rightDescriptionText":"Right","accessory":"checkmark""#
    for property in TableRow.fields.fields {
      let isContent = ["cardParts", "cells"].contains(property.name)
      var base = isContent ? #""margins":3"# : texts
      if property.name == "accessoryLink" { base = texts.replacing("checkmark", with: "detailButton") }
      func deck(_ row: String) -> String { Self.deck(#"{"type":"table","width":170,"rows":[\#(row)]}"#) }
      let without = try Self.object(isContent ? #""leftTitleText":"x""# : base)
      try Self.expectEffect(
        of: "row.\(property.name)", Self.samples(property.name, property.schema), without: deck(without)
      ) { deck(try Self.object(base, #""\#(property.name)":\#($0)"#)) }
    }
  }

  /// Expects that every property of an object inside a part changes the picture.
  ///
  /// - Parameters:
  /// - base: the other members of the object, by the name of the tested property.
  ///   - deck: the deck around the object.
  private static func expectEffects<Root>(
    of what: String, _ fields: FieldTable<Root>, base: (String) -> String, in deck: (String) -> String
  ) throws {
    for property in fields.fields {
      let base = base(property.name)
      try expectEffect(
        of: "\(what).\(property.name)", samples(property.name, property.schema),
        without: deck(try object(base))
      ) { deck(try object(base, #""\#(property.name)":\#($0)"#)) }
    }
  }

  @Test func everyPropertyOfAnItemHasAnEffect() throws {
    let base =
      ##""cardParts":[{"type":"text","text":"a"}],"borderWidth":1,"backgroundColor":"#999","cornerRadius":3"##
    try Self.expectEffects(of: "item", CollectionItem.fields, base: { _ in base }) {
      Self.deck(#"{"type":"collection","items":[\#($0)]}"#)
    }
  }

  @Test func everyPropertyOfASectionAndOfAPageHasAnEffect() throws {
    try Self.expectEffects(
      of: "table section", TableRow.sectionFields,
      base: { $0 == "rows" ? #""header":"h""# : #""rows":[{"leftTitleText":"a"}]"# }
    ) { Self.deck(#"{"type":"table","sections":[\#($0)]}"#) }
    try Self.expectEffects(
      of: "collection section", CollectionItem.sectionFields,
      base: { $0 == "items" ? #""header":"h""# : #""items":[[{"type":"text","text":"a"}]]"# }
    ) { Self.deck(#"{"type":"collection","sections":[\#($0)]}"#) }
    let looks = #""backgroundColor":"red","cardParts":[{"type":"text","text":"a"}]"#
    try Self.expectEffects(
      of: "page", PagedPart.Page.fields,
      base: { $0 == "arrangedSubviews" ? #""backgroundColor":"red""# : looks }
    ) { Self.deck(#"{"type":"paged","pages":[\#($0)]}"#) }
  }

  @Test func everyPropertyOfAnAnnotationHasAnEffect() throws {
    try Self.expectEffects(
      of: "annotation", MapAnnotation.fields, base: { _ in #""latitude":48,"longitude":10"# }
    ) {
      Self.deck(
        #"{"type":"map","location":[48,10],"height":150,"annotations":[{"latitude":48,"longitude":10,"clusteringIdentifier":"Zq"},\#($0)]}"#
      )
    }
  }

  @Test func everyPropertyOfABarOfAHistogramAndOfItsLinesHasAnEffect() throws {
    try Self.expectEffects(of: "bar", HistogramEntry.fields, base: { _ in #""height":0.7"# }) {
      Self.deck(#"{"type":"histogram","dataEntries":[\#($0)]}"#)
    }
    for property in HistogramLines.fields.fields {
      func deck(_ lines: String) -> String {
        Self.deck(#"{"type":"histogram","dataEntries":[{"height":0.7}],"histogramLines":{\#(lines)}}"#)
      }
      try Self.expectEffect(of: "lines.\(property.name)", ["false"], without: deck("")) {
        deck(#""\#(property.name)":\#($0)"#)
      }
    }
  }

  @Test func everyPropertyOfARunHasAnEffect() throws {
    for property in TextRunSpec.fields.fields {
      func deck(_ run: String) -> String {
        Self.deck(#"{"type":"text","attributedText":[{"text":"x"},\#(run)]}"#)
      }
      let base = #""text":"run 11""#
      try Self.expectEffect(
        of: "run.\(property.name)", Self.samples(property.name, property.schema),
        without: deck(try Self.object(base))
      ) { deck(try Self.object(base, #""\#(property.name)":\#($0)"#)) }
    }
  }

  @Test func everyTraitAndEachOfItsPropertiesHasAnEffect() throws {
    let bases = [
      "shadow": #""radius":3"#, "rounded": "", "gradient": ##""colors":["red","#0F0"]"##,
      "border": #""width":2"#, "backgroundImage": #""image":"Goldens/parts/image/assets/icon.png""#,
      "editable": ##""color":"#999999""##,
      "longPress": #""link":"https://example.com/press""#,
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
      if kind.name == "editable" {
        try Self.expectEffect(of: kind.name, ["true", "{}"], without: deck("")) {
          deck(#""editable":\#($0)"#)
        }
      }
      for property in kind.properties {
        // Some properties of a trait have an effect only together with another one.
        let base =
          property.name == "cornerCurve"
          ? #""cornerRadius":9"#
          : property.name == "extent"
            ? base + #","angle":45"#
            : ["gradient.center", "gradient.radius", "gradient.shape"].contains(
              "\(kind.name).\(property.name)") ? base + #","kind":"radial""# : base
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
      ("list", "cardCellMargins", "[1,2,3,4]"), ("grid", "cardCellMargins", "[1,2,3,4]"),
      ("list", "type", "\"grid\""),
    ] {
      try Self.expectEffect(
        of: "\(layout).\(name)", [value], without: #"{"layout":{"type":"\#(layout)"},\#(cards)}"#
      ) { #"{"layout":\#(try Self.object(#""type":"\#(layout)""#, #""\#(name)":\#($0)"#)),\#(cards)}"# }
    }
    try Self.expectEffect(
      of: "fullScreen.contentAlignment", ["\"top\"", "\"bottom\""],
      without: #"{"theme":"turbo","layout":"fullScreen","canvas":{"height":300},"cards":[{"parts":[]}]}"#
        .replacing("[]}", with: #"[{"type":"text","text":"a"}]}"#)
    ) {
      #"{"theme":"turbo","layout":{"type":"fullScreen","contentAlignment":\#($0)},"canvas":{"height":300},"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#
    }
  }

  @Test func everyPropertyOfABottomSheetHasAnEffect() throws {
    let base = #""type":"bottomSheet","content":{"parts":[{"type":"text","text":"a"}]}"#
    let context = [
      "pullUpResistance": #""currentHeight":400"#, "keyboardHeight": "",
      "adjustsForSafeAreaBottomInset": #""safeAreaInsets":34"#, "dragVelocity": #""currentHeight":40"#,
      "dragVelocityToDismiss": #""currentHeight":40,"dragVelocity":500"#,
      "appearAnimationDuration": #""transition":{"kind":"appear","time":0.1}"#,
      "dismissAnimationDuration": #""transition":{"kind":"dismiss","time":0.1}"#,
      "snapBackAnimationDuration":
        #""currentHeight":20,"transition":{"kind":"snapBack","time":0.1}"#,
      "changeHeightAnimationDuration":
        #""transition":{"kind":"changeHeight","fromHeight":300,"time":0.1}"#,
    ]
    let samples = [
      "shadow": ["{}"], "content": [#"{"parts":[{"type":"text","text":"b"}]}"#],
      "handlePosition": [#"{"inside":3}"#], "transition": [#"{"kind":"appear","progress":0.3}"#],
      "dragVelocity": ["400"], "dragVelocityToDismiss": ["600"],
    ]
    func deck(_ layout: String) -> String {
      #"{"theme":"turbo","layout":\#(layout),"cards":[{"parts":[{"type":"text","text":"1"}]},{"parts":[]}]}"#
    }
    for property in BottomSheetLayout.fields.fields where property.name != "type" {
      let around = context[property.name] ?? ""
      try Self.expectEffect(
        of: "bottomSheet.\(property.name)",
        samples[property.name] ?? Self.samples(property.name, property.schema),
        without: deck(try Self.object(base, around))
      ) { deck(try Self.object(base, around, #""\#(property.name)":\#($0)"#)) }
    }
  }

  @Test func everyPropertyOfASwipeStackHasAnEffect() throws {
    let swiping = #""animation":{"kind":"swipe","direction":"right","time":0.05}"#
    let drag = #""drag":{"translation":[30,-9],"touchPoint":[20,20],"velocity":[900,0]}"#
    let mgSpringing = #""drag":{"translation":[20,0]},"animation":{"kind":"cancel","time":0.1}"#
    let springing =
      #""compatibility":"shuffle","drag":{"translation":[20,0]},"animation":{"kind":"cancel","time":0.1}"#
    let context = [
      "compatibility": drag, "screen": drag, "swipeDirections": drag, "minimumSwipeSpeed": drag,
      "minimumSwipeMargin": drag, "minimumSwipeDistance": #""compatibility":"shuffle",\#(drag)"#,
      "maximumRotationAngle": drag,
      "swipeDuration": #""animation":{"kind":"swipe","direction":"right","time":0.3}"#,
      "undoDuration":
        #""swiped":[{"card":"1","direction":"left"}],"animation":{"kind":"undo","time":0.05}"#,
      "resetDuration": springing, "resetSpringDamping": springing,
      "resetAnimationSpringBounciness": mgSpringing, "resetAnimationSpringSpeed": mgSpringing,
      "shiftDuration": #""animation":{"kind":"shift","time":0.05}"#, "overlayFadeDuration": swiping,
      "numberOfVisibleCards": #""transforms":"fan""#, "inserted": #""compatibility":"shuffle""#,
      "deleted": #""compatibility":"shuffle""#,
    ]
    let samples = [
      "swiped": [#"[{"card":"1","direction":"left"}]"#], "order": [#"["2"]"#], "shift": ["1"],
      "transforms": [#""fan""#, #"[{"rotation":9},{"scaleX":0.5}]"#], "drag": [#"{"translation":[9,8]}"#],
      "animation": [#"{"kind":"swipe","direction":"up"}"#], "frame": ["[10,20,90,80]"],
      "screen": ["[100,700]"], "backdrop": [#"[{"type":"text","text":"b"}]"#], "numberOfVisibleCards": ["3"],
      "swipeDirections": [#"["up"]"#], "minimumSwipeDistance": ["10"], "minimumSwipeSpeed": ["10"],
      "overlayFadeDuration": ["0.2"], "swipeDuration": ["0.4"], "undoDuration": ["0.4"],
      "resetDuration": ["0.4"], "shiftDuration": ["0.4"], "compatibility": [#""shuffle""#],
      "resetSpringDamping": ["0.9"], "cardStackInsets": ["30"], "inserted": [#"[{"card":"4"}]"#],
      "deleted": [#"["1"]"#],
    ]
    let cards = (1...4).map {
      #"{"parts":[{"type":"text","text":"\#($0)"}],"swipe":{"rightOverlay":[{"type":"text","text":"o"}]}}"#
    }.joined(separator: ",")
    func deck(_ layout: String) -> String {
      #"{"theme":"turbo","canvas":{"width":200,"height":300},"layout":\#(layout),"cards":[\#(cards)]}"#
    }
    for property in SwipeStackLayout.fields.fields where property.name != "type" {
      let around = context[property.name] ?? ""
      let base = #""type":"swipeStack""#
      try Self.expectEffect(
        of: "swipeStack.\(property.name)",
        samples[property.name] ?? Self.samples(property.name, property.schema),
        without: deck(try Self.object(base, around))
      ) { deck(try Self.object(base, around, #""\#(property.name)":\#($0)"#)) }
    }
  }

  @Test func everyPropertyOfACardOfASwipeStackHasAnEffect() throws {
    let part = #"[{"type":"text","text":"o"}]"#
    let footer = #""footer":[{"type":"text","text":"f"}]"#
    let samples = [
      "footer": [part], "leftOverlay": [part], "upOverlay": [part], "rightOverlay": [part],
      "downOverlay": [part], "swipeDirections": [#"["up"]"#], "minimumSwipeDistance": ["10"],
      "minimumSwipeSpeed": ["10"], "minimumSwipeMargin": ["0.1"],
    ]
    let ways = ["leftOverlay": "[-30,0]", "upOverlay": "[0,-30]", "downOverlay": "[0,30]"]
    let drag = #""drag":{"translation":[20,0]},"animation":{"kind":"cancel","time":0.1}"#
    let animations = [
      "swipeDuration": #""animation":{"kind":"swipe","direction":"right","time":0.05}"#,
      "undoDuration":
        #""swiped":[{"card":"1","direction":"left"}],"animation":{"kind":"undo","time":0.05}"#,
      "resetDuration": drag, "resetSpringDamping": drag, "resetAnimationSpringBounciness": drag,
      "resetAnimationSpringSpeed": drag,
      "overlayFadeDuration": #""animation":{"kind":"swipe","direction":"right","time":0.05}"#,
    ]
    for property in SwipeCard.fields.fields {
      let isShuffle = (["minimumSwipeDistance"] + SwipeTimes.shuffleKeys).contains(property.name)
      let moment =
        animations[property.name]
        ?? #""drag":{"translation":\#(ways[property.name] ?? "[30,-9]"),"touchPoint":[9,9],"velocity":[90,0]}"#
      func deck(_ swipe: String) -> String {
        """
        {"theme":"turbo","canvas":{"width":200,"height":300},"layout":{"type":"swipeStack",\
        "compatibility":"\(isShuffle ? "shuffle" : "mgswipecards")",\(moment)},\
        "cards":[{"parts":[{"type":"spacer"},{"type":"text","text":"a"}],"swipe":\(swipe)}]}
        """
      }
      let around =
        property.name.hasPrefix("footerH") || property.name.hasPrefix("isF")
        ? footer : property.name == "overlayFadeDuration" ? #""rightOverlay":\#(part)"# : ""
      try Self.expectEffect(
        of: "swipeCard.\(property.name)",
        samples[property.name] ?? Self.samples(property.name, property.schema),
        without: deck(try Self.object("", around))
      ) { deck(try Self.object("", around, #""\#(property.name)":\#($0)"#)) }
    }
  }

  @Test func everyPropertyOfASheetHasAnEffect() throws {
    let part = #"[{"type":"text","text":"o"}]"#
    let push = #""transition":{"kind":"push","progress":0.5}"#
    let context = [
      "belowCardDim": push, "contentOffset": #""position":"extended""#, "mapDim": #""position":"extended""#,
      "buttonTintColor": "", "horizontalSizeClass": #""verticalSizeClass":"regular""#,
      "stickyBar": #""compatibility":"tgcard2019""#,
      "stickyBarHeight": #""compatibility":"tgcard2019","stickyBar":\#(part)"#,
    ]
    let samples = [
      "compatibility": [#""tgcard2019""#], "position": [#""collapsed""#], "cardY": ["333"],
      "contentOffset": ["20"],
      "transition": [#"{"kind":"pop","progress":0.5}"#], "header": [#"{"rightButton":"Go"}"#],
      "backdrop": [part], "topMapToolBarItems": [part], "bottomMapToolBarItems": [part],
      "headerAccessory": [part], "infoView": [part], "stickyBar": [part], "stickyBarHeight": ["77"],
      "safeAreaInsets": ["30"], "belowCardDim": ["0.7"], "mapDim": ["0.7"],
      "horizontalSizeClass": [#""regular""#], "verticalSizeClass": [#""compact""#],
      "mode": [#""sidebar""#],
    ]
    let rows = (0..<20).map { "\"\($0)\"" }.joined(separator: ",")
    func deck(_ layout: String) -> String {
      #"{"theme":"turbo","canvas":{"width":320,"height":568},"layout":\#(layout),"cards":[{"parts":[],"sheet":{"title":"a"}},{"parts":[],"sheet":{"title":"b","rows":[\#(rows)]}}]}"#
    }
    for property in SheetLayout.fields.fields where property.name != "type" {
      var base =
        #""type":"sheet","safeAreaInsets":{"top":20},"backdrop":[{"type":"spacer","backgroundColor":"red"}]"#
      if property.name == "headerAccessory" { base += #","header":{}"# }
      let around = context[property.name] ?? ""
      try Self.expectEffect(
        of: "sheet.\(property.name)",
        samples[property.name] ?? Self.samples(property.name, property.schema),
        without: deck(try Self.object(base, around))
      ) { deck(try Self.object(base, around, #""\#(property.name)":\#($0)"#)) }
    }
  }

  @Test func everyPropertyOfACardOfASheetHasAnEffect() throws {
    let part = #"[{"type":"text","text":"o"}]"#
    let pages = #""pages":[{"parts":\#(part)},{"parts":[]}]"#
    let samples = [
      "titleContent": [part], "accessory": [part], "titleStyle": [#""none""#], "floatingButton": ["{}"],
      "floatingToolBar": [part], "bottomView": [part], "bottomViewHeight": ["88"], "rows": [#"["x"]"#],
      "sections": [#"[{"title":"s","rows":["x"]}]"#], "selectedRow": ["0"], "currentPage": ["1"],
      "pageOffset": ["0.5"], "pages": [#"[{"parts":\#(part)}]"#], "mapContent": ["false"],
      "initialPosition": [#""collapsed""#], "lastPosition": [#""extended""#], "tableStyle": [#""grouped""#],
    ]
    let context = [
      "titleContent":
        #""title":null,"subtitle":null,"titleStyle":"custom","titleContent":[{"type":"text","text":"p"}]"#,
      "titleStyle": #""title":null,"subtitle":null"#, "selectedRow": #""rows":["x"]"#,
      "tableStyle": #""rows":["x"]"#, "currentPage": pages, "pageOffset": pages,
      "bottomViewHeight": #""bottomView":\#(part)"#,
      "floatingToolBarAlignment": #""floatingToolBar":\#(part)"#,
    ]
    let old = ["floatingButton", "bottomView", "bottomViewHeight"]
    let new = ["floatingToolBar", "floatingToolBarAlignment"]
    for property in SheetCard.fields.fields {
      let compatibility =
        old.contains(property.name) ? "tgcard2019" : new.contains(property.name) ? "tgcard2026" : "tgcard2021"
      let isLast = property.name == "lastPosition"
      let isPaged = property.name.hasPrefix("page") || property.name == "currentPage"
      let isTable = ["rows", "sections", "selectedRow", "tableStyle"].contains(property.name)
      func deck(_ sheet: String) -> String {
        let pop = isLast ? #","transition":{"kind":"pop"}"# : ""
        let plain = #"{"parts":[],"sheet":{"title":"z"}}"#
        let parts = isTable || isPaged ? "" : #"{"type":"text","text":"p"}"#
        let card = #"{"parts":[\#(parts)],"sheet":\#(sheet)}"#
        let cards = isLast ? "\(card),\(plain)" : "\(plain),\(card)"
        return
          #"{"theme":"turbo","canvas":{"width":320,"height":568},"layout":{"type":"sheet","compatibility":"\#(compatibility)","backdrop":[{"type":"spacer"}]\#(pop)},"cards":[\#(cards)]}"#
      }
      let base = isPaged ? "" : #""title":"a","subtitle":"b""#
      let around = context[property.name] ?? ""
      try Self.expectEffect(
        of: "sheetCard.\(property.name)",
        samples[property.name] ?? Self.samples(property.name, property.schema),
        without: deck(try Self.object(base, around))
      ) { deck(try Self.object(base, around, #""\#(property.name)":\#($0)"#)) }
    }
  }

  @Test func everyPropertyOfAStatusBarHasAnEffect() throws {
    for property in StatusBar.fields.fields {
      func deck(_ bar: String) -> String {
        #"{"theme":"turbo","canvas":{"width":200,"height":300},"layout":{"type":"swipeStack","statusBar":\#(bar)},"cards":[{"parts":[]}]}"#
      }
      try Self.expectEffect(
        of: "statusBar.\(property.name)", Self.samples(property.name, property.schema), without: deck("{}")
      ) { deck(#"{"\#(property.name)":\#($0)}"#) }
    }
  }

  @Test func everyPropertyOfAHeaderOfASheetHasAnEffect() throws {
    for property in SheetHeader.fields.fields {
      func deck(_ header: String) -> String {
        #"{"theme":"turbo","canvas":{"width":320,"height":568},"layout":{"type":"sheet","compatibility":"tgcard2019","header":\#(header)},"cards":[{"parts":[],"sheet":{"pages":[{"parts":[]},{"parts":[]}]}}]}"#
      }
      try Self.expectEffect(
        of: "sheetHeader.\(property.name)", Self.samples(property.name, property.schema), without: deck("{}")
      ) { deck(#"{"\#(property.name)":\#($0)}"#) }
    }
  }

  @Test(arguments: [
    (#""seed":7"#, "seed"), (#""date":"2026-02-03""#, "date"), (#""appearance":"dark""#, "appearance"),
  ]) func valuesOfTheDeckAreInInspect(member: String, name: String) throws {
    let cards = #""cards":[{"parts":[{"type":"text","text":"a"}]}]"#
    let before = try LaidOut(deck: "{\(cards)}").inspected()["canvas"]?[name]?.text
    let after = try LaidOut(deck: "{\(member),\(cards)}").inspected()["canvas"]?[name]?.text
    #expect(before != nil)
    #expect(before != after)
  }

  @Test func everyPropertyOfAShapeInTextHasAnEffect() throws {
    let base = #""width":30,"height":20"#
    for property in TextShape.fields.fields {
      func deck(_ shape: String) -> String {
        Self.deck(
          #"{"type":"attributedText","text":"Some words around it, and more of them to see what they do","width":150,"textViewImage":"\#(Self.picture)","textViewImageFrame":\#(shape)}"#
        )
      }
      try Self.expectEffect(
        of: "textShape.\(property.name)", Self.samples(property.name, property.schema),
        without: deck(try Self.object(base))
      ) { deck(try Self.object(base, #""\#(property.name)":\#($0)"#)) }
    }
  }

  @Test func everyPropertyOfTheLookOfLinksHasAnEffect() throws {
    for property in LinkTextAttributes.fields.fields {
      func deck(_ look: String) -> String {
        Self.deck(
          #"{"type":"attributedText","text":"www.example.com","dataDetectorTypes":"link","linkTextAttributes":\#(look)}"#
        )
      }
      try Self.expectEffect(
        of: "linkTextAttributes.\(property.name)", Self.samples(property.name, property.schema),
        without: deck("{}")
      ) { deck(try Self.object(#""\#(property.name)":\#($0)"#)) }
    }
  }

  @Test func everyPropertyOfAnIconsPlaceHasAnEffect() throws {
    for property in IconPosition.fields.fields {
      func deck(_ place: String) -> String {
        Self.deck(
          #"{"type":"iconLabel","text":"Some words that wrap beside it","numberOfLines":0,"width":90,"icon":"\#(Self.picture)","iconPosition":\#(place)}"#
        )
      }
      try Self.expectEffect(
        of: "iconPosition.\(property.name)", Self.samples(property.name, property.schema), without: deck("{}")
      ) { deck(try Self.object(#""\#(property.name)":\#($0)"#)) }
    }
  }
}
