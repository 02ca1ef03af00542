public import CardRaster

/// What every part has.
public struct PartCommon: Hashable, Sendable {
  /// A name for selecting it.
  public var id: String?
  /// The space around it; nil for the default of its kind.
  public var margins: Insets?
  /// An explicit width in points.
  public var width: Double?
  /// An explicit height in points.
  public var height: Double?
  /// A hidden part takes no space.
  public var isHidden = false
  /// 0…1.
  public var alpha = 1.0
  /// Behind the part.
  public var backgroundColor: Paint?
  /// The corners of the background, and of a picture.
  public var cornerRadius: CornerRadii?
  /// The form of the corners; nil for the part's own.
  public var cornerCurve: CornerCurve?
  /// Where a tap goes.
  public var link: String?
  /// The text alternative.
  public var alt: String?
  /// In a stack: the share of the space that is left over.
  public var weight: Double?

  /// Makes the values of a part that gives none of them.
  public init() {}

  /// Puts background, opacity and link around a part's own box.
  ///
  /// - Parameter clips: whether the corners cut off what the part holds.
  func decorate(_ box: inout LayoutBox, clips: Bool) {
    if let backgroundColor { box.background = backgroundColor }
    if let cornerRadius {
      box.radii = cornerRadius
      if clips, !cornerRadius.isZero { box.isClipped = true }
    }
    if let cornerCurve { box.cornerCurve = cornerCurve }
    if alpha < 1 { box.opacity *= alpha }
    if let link { box.link = link }
    if let alt { box.label = alt }
  }
}

extension PartCommon {
  /// The properties of every part.
  static let fields = FieldTable<PartCommon> {
    Field("id", \.id, .identifier, "A name for selecting the part and for its region in `inspect`.")
    Field(
      "margins", \.margins, .insets, "Space around the part. In a stack only margins that are given count.",
      default: "the theme's")
    Field("width", \.width, .length, "An explicit width.", default: "the part's own")
    Field("height", \.height, .length, "An explicit height.", default: "the part's own")
    Field("isHidden", \.isHidden, .boolean, "A hidden part takes no space.")
    Field("alpha", \.alpha, .fraction, "The opacity of the whole part.")
    Field("backgroundColor", \.backgroundColor, .paint, "A colour or gradient behind the part.")
    Field(
      "cornerRadius", \.cornerRadius, .radii,
      "The corners of the background; pictures, stacks, tables and collections are cut off by them too.",
      default: "the part's own")
    Field(
      "cornerCurve", \.cornerCurve, .word,
      "The form of these corners: a quarter of a circle, or Apple's continuous curve.",
      default: "`circular`")
    Field("link", \.link, .link, "Where a tap goes.")
    Field("alt", \.alt, .text, "The text alternative.")
  }

  /// The properties of a part in a stack.
  static let stackFields = FieldTable<PartCommon> {
    fields.fields
    Field(
      "weight", \.weight, .number(0...1000),
      "In a stack: the part takes this share of the space that is left over.")
  }
}

/// A part of any kind, with what every part has.
public struct AnyPart: Sendable {
  /// Its type in the deck.
  let type: String
  /// What every part has.
  public var common: PartCommon
  /// The part itself.
  let part: any CardPart
  /// A number that no other part of the deck has.
  let number: Int
  /// Where it stands in the deck.
  let path: JSONPath
  /// Where it stands in the file.
  let place: SourcePlace?
  /// Which repetition of the nearest `forEach` it is, from 0.
  let repetition: Int?

  /// The space around it.
  func margins(_ theme: Theme) -> Insets { common.margins ?? part.margins(theme) }
}

extension ValueKind where Value == [AnyPart] {
  /// A list of parts, with `if` and `forEach`.
  static var parts: Self { parts(PartCommon.fields) }

  /// A list of parts that stand in a stack.
  static var stackParts: Self { parts(PartCommon.stackFields) }

  private static func parts(_ common: FieldTable<PartCommon>) -> Self {
    ValueKind(
      "parts", schema: .list(.reference(common["weight"] == nil ? "part" : "stackPart"), 0...Limits.nodes),
      show: { _ in "none" }
    ) { node, path, context in
      guard case .array(let nodes) = node.value else {
        context.mismatch(node, path, expected: "a list of parts")
        return nil
      }
      guard context.depth < Limits.nesting else {
        context.error(node, path, "parts are nested deeper than the limit of \(Limits.nesting)")
        return nil
      }
      var parts: [AnyPart] = []
      for (node, path, inner) in context.expand(nodes, path, most: Limits.nodes) {
        if let part = AnyPart.read(node, path, inner.with(deeper: true), common) { parts.append(part) }
        // One error is enough, and reading on would take as long as the limit is to prevent.
        if context.counter.isExhausted { break }
      }
      return parts
    }
  }
}

extension ValueKind where Value == AnyPart {
  /// A single part, which may have an `if`.
  static var part: Self {
    ValueKind("part", schema: .reference("part"), show: { _ in "none" }) { node, path, context in
      guard case .object = node.value else {
        context.mismatch(node, path, expected: "a part such as { \"type\": \"text\", … }")
        return nil
      }
      guard context.depth < Limits.nesting else {
        context.error(node, path, "parts are nested deeper than the limit of \(Limits.nesting)")
        return nil
      }
      guard let element = context.expand([node], path, most: 1, noun: "part here").first else { return nil }
      return AnyPart.read(element.node, path, element.context.with(deeper: true), PartCommon.fields)
    }
  }
}

extension AnyPart {
  /// Reads one part.
  static func read(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, _ fields: FieldTable<PartCommon>
  )
    -> AnyPart?
  {
    guard case .object = node.value else {
      context.mismatch(node, path, expected: "a part such as { \"type\": \"text\", … }")
      return nil
    }
    guard let typeNode = node["type"] else {
      context.error(node, path, "a part needs 'type'")
      return nil
    }
    guard let filled = context.filled(typeNode, path.key("type")) else { return nil }
    guard case .string(let type) = filled.value else {
      context.mismatch(filled, path.key("type"), expected: "the type of a part")
      return nil
    }
    guard let kind = PartRegistry.kind(named: type) else {
      let near = Spelling.nearest(to: type, in: PartRegistry.entries.map(\.name))
      context.error(
        filled, path.key("type"), "unknown part type '\(type)'", hint: near.map { "did you mean '\($0)'?" })
      return nil
    }
    guard let number = context.counter.next() else {
      if !context.counter.isExhausted {
        context.error(node, path, "more parts than the limit of \(Limits.nodes)")
        context.counter.isExhausted = true
      }
      return nil
    }
    var common = PartCommon()
    let part = kind.read(node, path, context, fields, &common)
    if let radii = common.cornerRadius, !radii.isZero, common.backgroundColor == nil, !part.clipsToCorners {
      context.log.add(
        DeckIssue(
          .warning, file: context.file, place: node["cornerRadius"]?.place, path: path.key("cornerRadius"),
          message: "'cornerRadius' is not seen without 'backgroundColor'"))
    }
    return AnyPart(
      type: type, common: common, part: part, number: number, path: path, place: node.place,
      repetition: context.scope.repetition)
  }
}
