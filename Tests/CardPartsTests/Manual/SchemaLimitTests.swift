import CardRaster
import Testing

@testable import CardCharts
@testable import CardMaps
@testable import CardModel
@testable import CardParts
@testable import CardScreens

/// The reader accepts what the schema allows; what the schema forbids is an error or a warning.
@Suite struct SchemaLimitTests {
  /// An object with properties, and how it is read.
  struct Subject: Sendable, CustomTestStringConvertible {
    let name: String
    let properties: [PropertyDoc]
    /// Members of the object next to the tested one.
    var base = ""
    let read: @Sendable (JSONNode, ReadContext) -> Void
    var testDescription: String { name }

    init<Root>(_ name: String, _ table: FieldTable<Root>, _ make: @escaping @Sendable () -> Root) {
      self.name = name
      properties = PropertyDoc.all(table, make())
      read = { node, context in
        var root = make()
        table.read(node, .root, context, into: &root, what: name)
      }
    }

    init(
      _ name: String, _ properties: [PropertyDoc], read: @escaping @Sendable (JSONNode, ReadContext) -> Void
    ) {
      self.name = name
      self.properties = properties
      self.read = read
    }

    init(_ kind: PartKind) {
      name = "part \(kind.name)"
      let own = Set(kind.properties.map(\.name))
      properties =
        kind.properties
        + PropertyDoc.all(PartCommon.allFields, PartCommon()).filter { !own.contains($0.name) }
      base = #""type":"\#(kind.name)","# + (PropertyEffectTests.bases[kind.name] ?? "")
      read = { node, context in
        let isLayer = node.member("anchor") != nil || node.member("zIndex") != nil
        let shape: Schema.Reference = isLayer ? .layerPart : node.member("weight") != nil ? .stackPart : .part
        _ = AnyPart.read(node, .root, context, in: shape)
      }
    }

    /// The issues at a property with a value.
    func issues(_ property: String, _ value: String) throws -> [DeckIssue] {
      try allIssues(property, value).filter { $0.path.text.hasPrefix(property) }
    }

    /// All issues with a value of a property, or without the property.
    func allIssues(_ property: String, _ value: String?) throws -> [DeckIssue] {
      let text = "{\(base.hasSuffix(",") ? String(base.dropLast()) : base)}"
      let log = IssueLog()
      guard case .object(let members)? = JSONScanner.scan(Array(text.utf8), file: "", log: IssueLog())?.value
      else { throw Unreadable(text: text) }
      // The base may set the property to another value.
      var latest: [JSONNode.Member] = members.filter { $0.key != property }
      if let value {
        latest.append(
          JSONNode.Member(key: property, value: try JSONScanner.scan(Array(value.utf8), file: "")))
      }
      let context = ReadContext(
        file: "", log: log, theme: ThemeRegistry.standard.theme(), assets: AssetStore(folder: "."),
        families: FamilyList { .success($0) },
        scope: BindingScope(data: .object([("nothing", .null)]), locale: .standard), counter: NodeCounter())
      read(JSONNode(.object(latest)), context)
      return log.issues
    }
  }

  struct Unreadable: Error { let text: String }

  static let objects: [Subject] = [
    Subject("deck", PropertyDoc.all(Deck.fields, DeckValues())) { node, context in
      for issue in Deck(file: "", folder: ".", root: node).issues { context.log.add(issue) }
      var values = DeckValues()
      Deck.fields.read(node, .root, context, into: &values, what: "the deck")
    },
    Subject("canvas", Canvas.fields) { Canvas() },
    Subject("pageSetup", PageSetup.fields) { PageSetup() },
    Subject("layout", DeckLayout.fields) { DeckLayout() },
    Subject("bottomSheet", BottomSheetLayout.fields) { DeckLayout() },
    Subject("swipeStack", SwipeStackLayout.fields) { DeckLayout() },
    Subject("sheet", SheetLayout.fields) { DeckLayout() },
    Subject("sheetHeader", SheetHeader.fields) { SheetHeader() },
    Subject("sheetTransition", SheetTransition.fields) { SheetTransition() },
    Subject("sheetCard", SheetCard.fields) { SheetCard() },
    Subject("sheetSection", SheetSection.fields) { SheetSection() },
    Subject("sheetFloatingButton", SheetFloatingButton.fields) { SheetFloatingButton() },
    Subject("swipeCard", SwipeCard.fields) { SwipeCard() },
    Subject("swipedCard", SwipedCard.fields) { SwipedCard() },
    Subject("insertedCard", InsertedCard.fields) { InsertedCard() },
    Subject("statusBar", StatusBar.fields) { StatusBar() },
    Subject("cardTransform", CardTransform.fields) { CardTransform() },
    Subject("swipeDrag", SwipeDrag.fields) { SwipeDrag() },
    Subject("swipeAnimation", SwipeAnimation.fields) { SwipeAnimation() },
    Subject("bottomSheetTransition", BottomSheetTransition.fields) { BottomSheetTransition() },
    Subject("handlePosition", HandleDistance.fields) { HandleDistance() },
    Subject("card", CardReading.fields) { CardValues() },
    Subject("state", CardReading.StateValues.fields) { CardReading.StateValues() },
    Subject("tableRow", TableRow.fields) { TableRow() },
    Subject("tableSection", TableRow.sectionFields) { PartSection<TableRow>() },
    Subject("collectionItem", CollectionItem.fields) { CollectionItem() },
    Subject("collectionSection", CollectionItem.sectionFields) { PartSection<CollectionItem>() },
    Subject("page", PagedPart.Page.fields) { PagedPart.Page() },
    Subject("histogramEntry", HistogramEntry.object.properties) { node, context in
      // The list of entries warns about a height.
      _ = ValueKind<[HistogramEntry]>.repeatedHistogramEntry.parse(node, .root, context)
    },
    Subject("histogramLines", HistogramLines.fields) { HistogramLines() },
    Subject("annotation", MapAnnotation.fields) { MapAnnotation() },
    Subject("coordinate", Coordinate.fields) { Coordinate() },
    Subject("coordinateSpan", CoordinateSpan.fields) { CoordinateSpan() },
    Subject("textRun", TextRunSpec.fields) { TextRunSpec() },
    Subject("textShape", TextShape.fields) { TextShape() },
    Subject("textStyle", TextStyleSpec.fields) { TextStyleSpec() },
    Subject("linkTextAttributes", LinkTextAttributes.fields) { LinkTextAttributes() },
    Subject("iconPosition", IconPosition.fields) { IconPosition() },
    Subject("gradient", GradientSpec.fields) { GradientSpec() },
    Subject("paintLayers", PaintSpec.fields) { PaintSpec() },
    Subject("pattern", PatternSpec.fields) { PatternSpec() },
    Subject("filters", ColorFilters.fields) { ColorFilters() },
    Subject("grain", GrainSpec.fields) { GrainSpec() },
    Subject("shadow", ShadowSpec.fields) { ShadowSpec() },
    Subject("sheetShadow", ShadowSpec.fields) { ShadowSpec() },
    Subject("brand", Brand.fields) { Brand() },
    Subject("shadowLayer", ShadowLayer.fields) { ShadowLayer() },
    Subject("rounded", RoundedTrait.fields) { RoundedTrait() },
    Subject("editable", EditableTrait.fields) { EditableTrait() },
    Subject("border", BorderSpec.fields) { BorderSpec() },
    Subject("component", Component.Values.fields) { Component.Values() },
    Subject("input", Input.object.properties) { node, context in
      _ = Input.read(node, .root, context)
    },
    Subject("parameter", ComponentParameter.Values.fields) { ComponentParameter.Values() },
    Subject("avatar", AvatarsPart.Avatar.fields) { AvatarsPart.Avatar() },
    Subject("notches", Notches.fields) { Notches() },
    Subject("mask", MaskSpec.fields) { MaskSpec() },
    Subject("backdropBlur", BackdropBlurTrait.fields) { BackdropBlurTrait() },
    Subject("textOutline", TextOutline.fields) { TextOutline() },
    Subject("lineBackground", LineBackground.fields) { LineBackground() },
    Subject("syntaxColors", SyntaxColors.fields) { SyntaxColors() },
    Subject("borderLine", BorderSpec.Line.fields) { BorderSpec.Line() },
    Subject("backgroundImage", BackgroundImage.fields) { BackgroundImage() },
    Subject("pictureFallback", PictureFallback.fields) { PictureFallback() },
    Subject("longPress", LongPressTrait.fields) { LongPressTrait() },
    Subject("insets", InsetsSpec.fields) { InsetsSpec() }, Subject("font", FontSpec.fields) { FontSpec() },
    Subject("centerPosition", CenterPosition.fields) { CenterPosition() },
    Subject("chartChannel", ChartChannel.table) { ChartChannel() },
    Subject("chartEncoding", ChartEncoding.fields) { ChartEncoding() },
    Subject("chartLayer", ChartLayerSpec.fields) { ChartLayerSpec() },
    Subject("chartMark", ChartMark.fields) { ChartMark() },
    Subject("chartGradient", ChartGradient.fields) { ChartGradient() },
    Subject("gradientStop", ChartGradient.stop) { Gradient.Stop(offset: 0, color: .clear) },
    Subject("chartScale", ChartScaleSpec.fields) { ChartScaleSpec() },
    Subject("chartAxis", ChartAxisSpec.fields) { ChartAxisSpec() },
    Subject("chartLegend", ChartLegendSpec.fields) { ChartLegendSpec() },
    Subject("chartBin", ChartBin.fields) { ChartBin() },
    Subject("chartUnit", ChartUnit.fields) { ChartUnit() },
    Subject("chartRule", ChartRule.fields) { ChartRule() },
    Subject("chartValueLabels", ChartValueLabels.fields) { ChartValueLabels() },
    Subject("chartThreshold", ChartThreshold.fields) { ChartThreshold() },
    Subject("tableColumn", TableColumn.fields) { TableColumn() },
    Subject("tableTotal", TableTotal.fields) { TableTotal() },
    Subject("mailHeaders", MailHeaders.fields) { MailHeaders() },
    Subject("theme", ResolvedTheme.fields) { ThemeRegistry.standard.theme() },
    Subject("base of a theme", ResolvedTheme.Base.fields) { ResolvedTheme.Base() },
    Subject("traits", TraitRegistry.object.properties) { node, context in
      _ = TraitRegistry.read(node, .root, context)
    },
  ]

  @Test func everyObjectOfTheSchemaIsTested() {
    let tried = Set(Self.objects.map(\.name))
    let gathered: Set = ["themeObject", "themeVariant"]
    #expect(Set(SchemaDocument.objects.map(\.name)).subtracting(gathered).isSubset(of: tried))
  }

  @Test(arguments: objects + PartRegistry.kinds.map { Subject($0) })
  func theReaderHasTheLimitsOfTheSchema(_ subject: Subject) throws {
    var count = 0
    for property in subject.properties where !Self.isReadElsewhere(property, of: subject) {
      let isDependent = Self.dependent.contains("\(subject.name).\(property.name)")
      for value in isDependent ? [] : Self.within(property.schema) {
        let errors = try subject.issues(property.name, value).filter { issue in
          issue.severity == .error && Self.refusals.contains { issue.message.contains($0) }
        }
        #expect(
          errors.isEmpty, "\(subject.name).\(property.name) = \(value.prefix(80)): \(errors.map(\.text))")
        count += 1
      }
      for value in Self.beyond(property.schema) {
        let issues = try subject.issues(property.name, value)
        #expect(!issues.isEmpty, "\(subject.name).\(property.name) takes \(value.prefix(80))")
        count += 1
      }
    }
    #expect(count > 0)
  }

  /// A null counts as absent, written or bound; if the key is required, the error names the value.
  @Test(arguments: objects + PartRegistry.kinds.map { Subject($0) })
  func nullCountsAsAbsent(_ subject: Subject) throws {
    for property in subject.properties {
      let absent = try subject.allIssues(property.name, nil)
      let isMissing = absent.contains { $0.code == .missingValue }
      let nulls =
        ["null"] + (property.isBound ? [#""{{ nothing }}""#, #""{{ 1 if nothing else null }}""#] : [])
      for null in nulls {
        let issues = try subject.allIssues(property.name, null)
        let named = issues.filter { $0.code == .missingValue && $0.path.text == property.name }
        let others = issues.filter { issue in
          !named.contains(issue) && !absent.contains { $0.message == issue.message }
        }
        let name = "\(subject.name).\(property.name) = \(null): \(issues.map(\.text))"
        #expect(others.isEmpty, "\(name)")
        #expect(named.isEmpty || isMissing, "\(name)")
        #expect(named.allSatisfy { $0.message.hasSuffix("null") }, "\(name)")
        if absent.contains(where: { $0.code == .missingValue && $0.message.contains("'\(property.name)'") }) {
          #expect(named.count == 1, "\(name)")
        }
      }
    }
  }

  /// Phrases of errors about a value itself, as opposed to a value that has no effect next to others.
  private static let refusals = [
    "out of range", "expected", "unknown value", "is not a colour", "more than the",
  ]

  /// Properties whose limits depend on others, such as the number of pages, or whose words have an order.
  private static let dependent: Set<String> = [
    "part paged.currentPage", "part progressBar.currentValue", "part iconLabel.iconPosition",
    "part confetti.confettiImages", "part attributedText.exclusionPath",
  ]

  /// Whether a property is read by code that knows more than its table.
  private static func isReadElsewhere(_ property: PropertyDoc, of subject: Subject) -> Bool {
    let keys: [String: [String]] = [
      "deck": ["$schema", "cards", "data", "theme", "components", "extends"],
      "component": ["parameters", "part", "parts"], "parameter": ["default"],
      "card": ["traits", "parts", "states", "theme", "appearance", "locale"],
      "bottomSheet": ["type", "content"],
      "swipeStack": ["type", "backdrop"], "sheetCard": ["pages"],
      "pageSetup": ["header", "footer"],
      "sheet": [
        "type", "backdrop", "topMapToolBarItems", "bottomMapToolBarItems", "headerAccessory", "infoView",
        "stickyBar",
      ],
    ]
    return keys[subject.name]?.contains(property.name) ?? false
  }

  /// Values at the limits of a schema.
  private static func within(_ schema: Schema) -> [String] {
    switch schema {
    case .number(let range): [range.lowerBound, range.upperBound].map { JSONDump.number($0) }
    case .integer(let range): [String(range.lowerBound), String(range.upperBound)]
    case .boolean: ["true", "false"]
    case .word(let words): words.map { "\"\($0)\"" }
    case .text(let form): form.names.map { "\"\($0)\"" }
    case .list(let element, let count):
      [count.lowerBound, count.upperBound].filter { $0 <= 1_000 }.compactMap { list(element, $0) }
    case .numbers(let count): ["[" + [String](repeating: "1", count: count).joined(separator: ",") + "]"]
    case .any(let shapes): shapes.flatMap(within)
    case .reference(.color), .reference(.paint):
      [##""#123""##, ##""#12345678""##, #""Red""#, #""linkColor""#, #""hsl(120 50% 50% / 0.5)""#]
    default: []
    }
  }

  /// Values just beyond the limits, or of another kind.
  private static func beyond(_ schema: Schema) -> [String] {
    switch schema {
    case .number(let range):
      [JSONDump.number(range.lowerBound - 1), JSONDump.number(range.upperBound + 1), #""zq""#]
    case .integer(let range): [String(range.lowerBound - 1), String(range.upperBound + 1), "1.5"]
    case .boolean: [#""zq""#, "1"]
    case .word: [#""zq""#, "1"]
    case .text(let form):
      [#""a b:c""#, "1"]
        + (form.longest < 1_000 ? ["\"\(String(repeating: "a", count: form.longest + 1))\""] : [])
    case .string: ["{}"]
    case .list(let element, let count):
      [count.lowerBound - 1, count.upperBound + 1].filter { (0...1_001).contains($0) }.compactMap {
        list(element, $0)
      } + beyond(element).compactMap { list(element, max(1, count.lowerBound), last: $0) }
    case .numbers(let count):
      [list(.anything, count - 1, last: "1"), list(.anything, count + 1, last: "1")].compactMap { $0 }
    case .object(let object):
      object.shortForms.isEmpty || object.shortForms.contains(.boolean) ? ["1"] : ["true"]
    case .reference(.color), .reference(.paint): [#""bleu""#, ##""#12345""##, "1"]
    case .any(let shapes):
      shapes.flatMap(beyond).filter { value in !shapes.contains { allows($0, value) } }
    default: []
    }
  }

  /// Whether a schema allows a value; true if that cannot be decided.
  private static func allows(_ schema: Schema, _ value: String) -> Bool {
    guard let node = try? JSONScanner.scan(Array(value.utf8), file: "") else { return true }
    switch (schema, node.value) {
    case (.number(let range), .number(let number)): return range.contains(number.value)
    case (.integer(let range), .number(let number)):
      return Int(exactly: number.value).map(range.contains) ?? false
    case (.boolean, .bool), (.string, .string), (.text, .string), (.object, .object), (.map, .object):
      return true
    case (.word(let words), .string(let word)): return words.contains(word)
    case (.list(let element, let count), .array(let nodes)):
      return count.contains(nodes.count)
        && nodes.allSatisfy { allows(element, JSONDump.write($0, pretty: false)) }
    case (.numbers(let count), .array(let nodes)): return nodes.count == count
    case (.any(let shapes), _): return shapes.contains { allows($0, value) }
    case (.reference(.color), .number), (.reference(.paint), .number): return false
    case (.reference, _): return true
    case (.freeObject, .object), (.anything, _): return true
    default: return false
    }
  }

  /// A list with a length, whose last entry is `last` if given; nil without a sample for an entry.
  private static func list(_ element: Schema, _ count: Int, last: String? = nil) -> String? {
    let entry = within(element).first ?? PropertyEffectTests.samples("", element).first ?? last
    guard let entry else { return nil }
    var entries = [String](repeating: entry, count: count)
    if let last, !entries.isEmpty { entries[entries.count - 1] = last }
    return "[" + entries.joined(separator: ",") + "]"
  }
}
