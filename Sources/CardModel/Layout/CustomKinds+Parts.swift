public import CardRaster

extension CustomKinds {
  /// The descriptions of the custom parts for decks, the manual and the schema.
  ///
  /// - Parameter parts: reads the parts inside them.
  package func parts(reading parts: ValueKind<[AnyPart]>) -> [PartKind] {
    partTypes.map { Self.part($0, parts) }
  }

  /// The types of the custom parts, in the order of registration.
  package var partNames: [String] { partTypes.map { $0.name } }

  /// The kind of a `type`; nil if there is none.
  package func part(named name: String, reading parts: ValueKind<[AnyPart]>) -> PartKind? {
    partTypes.first { $0.name == name }.map { Self.part($0, parts) }
  }

  private var partTypes: [any CustomPart.Type] { types.compactMap { $0 as? any CustomPart.Type } }

  private static func part<Custom: CustomPart>(_ type: Custom.Type, _ parts: ValueKind<[AnyPart]>) -> PartKind
  {
    CustomPartAdapter<Custom>.kind(reading: parts)
  }

  /// Calls code of the program; its errors are the program's fault, unless values of the deck may cause them.
  package static func calling(_ what: String, _ body: () throws(RasterError) -> Void) throws(RasterError) {
    do throws(RasterError) {
      try body()
    } catch {
      switch error {
      // A text that is too long, or an unknown font.
      case .limit, .unknownFamily, .leftOut, .timeout, .cancelled: throw error
      case .library, .file, .image, .picture: throw .library(operation: what, reason: error.message)
      }
    }
  }
}

/// A part implemented by the calling program: values from a deck, a size, and a drawing.
///
/// Pass it to a renderer in ``DeckOptions/custom``; it is never registered globally. Decks refer to it by its
/// `type`. Its properties can be set in JSON and Swift, can be bound to data, and errors in them are reported
/// as for any other part.
public protocol CustomPart: CustomKind {
  /// The part's own properties; those that every part has are added automatically.
  static var properties: [CustomProperty] { get }

  /// Creates the part from the values in a deck, each of its property's type.
  ///
  /// - Throws: A `CustomKindError` if the values contradict each other.
  init(_ values: CustomValues) throws(CustomKindError)

  /// The part's size for a proposal.
  ///
  /// It must return a size for every proposal, also for one without bounds. An exact width or height of the
  /// proposal overrides the returned one.
  func size(for proposal: SizeProposal, in surroundings: PartSurroundings) throws(RasterError) -> Size

  /// Draws the part at its final size.
  func draw(in drawing: inout PartDrawing) throws(RasterError)
}

/// The adapter of a custom part: it reads the values, checks the size and passes the drawing on.
struct CustomPartAdapter<Custom: CustomPart>: CardPart, CustomHolder {
  var values = CustomProperty.defaults(of: Custom.properties)
  private var custom: Custom?

  private init() {}

  /// The kind without parts inside, which reads no deck.
  static var kind: PartKind { kind(reading: ValueKind("parts", schema: .anything) { _, _, _ in nil }) }

  static func kind(reading parts: ValueKind<[AnyPart]>) -> PartKind {
    PartKind(
      Custom.name, .chart, Custom.summary, example: Custom.example, make: { CustomPartAdapter() },
      needs: CustomProperty.required(of: Custom.properties),
      fields: { Custom.properties.map { $0.field(of: CustomPartAdapter.self, reading: parts) } },
      check: { part, node, path, context in
        part.custom = context.custom(node, path, Custom.properties, part.values) {
          values throws(CustomKindError) in try Custom(values)
        }
      })
  }

  /// The drawing is never mirrored in a right-to-left deck.
  var keepsDirection: Bool { true }

  var children: [AnyPart] {
    Custom.properties.filter(\.hasParts).flatMap {
      CustomValues(values: values).parts($0.name).map(\.part)
    }
  }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let surroundings = PartSurroundings(context: context)
    guard let custom else { return LayoutBox(size: .zero) }
    var box = LayoutBox(size: .zero)
    try CustomKinds.calling("the part '\(Custom.name)'") { () throws(RasterError) in
      let natural = try custom.size(for: proposal, in: surroundings)
      let size = Size(
        width: proposal.width.resolve(natural.width), height: proposal.height.resolve(natural.height))
      for (length, what) in [(size.width, "width"), (size.height, "height")] {
        guard (0...Limits.number).contains(length) else {
          let found =
            length.isFinite ? JSONNumber.format(length) : length.isNaN ? "not a number" : "not finite"
          throw .image(reason: "its \(what) is \(found)")
        }
      }
      var drawing = PartDrawing(size, surroundings)
      try custom.draw(in: &drawing)
      box = drawing.box
    }
    return box
  }
}

/// The environment of a custom part or trait.
public struct PartSurroundings {
  let context: LayoutContext

  package init(context: LayoutContext) { self.context = context }

  /// The theme of the card.
  public var theme: ResolvedTheme { context.theme }
  /// The number of pixels per point.
  public var scale: Double { context.scale }
  /// The date used as today.
  public var date: CalendarDate { context.date }
  /// The seed of all random numbers.
  public var seed: Int { context.seed }
  /// The reading direction of the deck; the drawing of a custom part is not mirrored automatically.
  public var direction: LayoutDirection { context.theme.direction }
  /// The identifier of the locale of numbers and dates, such as `de_DE`.
  public var locale: String { context.locale.identifier }

  /// A number as the formatter `number` writes it in the deck's locale, with at most some decimals.
  public func numberText(_ value: Double, digits: Int = 3) -> String {
    context.locale.numberText(JSONNumber(value), digits: max(0, min(20, digits)))
  }

  /// The size of parts below each other, as in a stack of the axis `vertical`.
  ///
  /// - Throws: `RasterError.limit` if a part exceeds a limit.
  public func size(
    of parts: [ChildPart], for proposal: SizeProposal, spacing: Double = 0
  ) throws(RasterError) -> Size {
    try column(parts, proposal, spacing).size
  }

  /// Lays out parts, mirrored in a right-to-left deck like all parts.
  func column(
    _ parts: [ChildPart], _ proposal: SizeProposal, _ spacing: Double
  ) throws(RasterError) -> LayoutBox {
    let stack = StackLayout(
      axis: .vertical, distribution: .fill, alignment: .fill, spacing: spacing,
      children: parts.map(\.part).filter { !$0.common.isHidden })
    return try context.mirroring { () throws(RasterError) in try stack.layoutStack(proposal, context) }
  }

  /// Shapes one line of text, truncated with an ellipsis if it does not fit.
  ///
  /// - Throws: `RasterError.unknownFamily` if the font family is not available.
  public func line(
    _ text: String, font: Font, color: Color, width: Double = .infinity
  ) throws(RasterError) -> ShapedText {
    try context.line(text, font, color, width: width, alignment: .left)
  }

  /// Shapes text that wraps at a width, in several fonts and colours.
  ///
  /// - Parameters:
  ///   - spans: the pieces of text, each with its font and colour.
  ///   - style: the alignment, the spacing and the maximum number of lines.
  ///   - width: the width at which lines break, in points.
  /// - Throws: `RasterError.unknownFamily` if a font family is not available.
  public func paragraph(
    _ spans: [TextSpan], style: ParagraphStyle = ParagraphStyle(), width: Double
  ) throws(RasterError) -> ShapedText {
    try context.shape(spans, style, width: width)
  }
}

/// The drawing of a custom part or trait.
///
/// It contains shapes and lines of text, from back to front, in points from the top left corner.
public struct PartDrawing {
  /// The size of the part or card, in points.
  public let size: Size
  /// The environment of the part or card.
  public let surroundings: PartSurroundings
  /// The alt text, read by screen readers.
  public var label: String? {
    get { box.label }
    set { box.label = newValue }
  }
  package private(set) var box: LayoutBox

  package init(_ size: Size, _ surroundings: PartSurroundings) {
    (self.size, self.surroundings) = (size, surroundings)
    box = LayoutBox(size: size)
  }

  /// Fills a path.
  public mutating func fill(_ path: Path, _ color: Color) {
    box.add(.fill(.path(path), .solid(color), bounds: Rect(origin: .zero, size: size)))
  }

  /// Fills a path with a colour, a gradient or a pattern, which is stretched over the part.
  public mutating func fill(_ path: Path, with paint: Paint) {
    box.add(.fill(.path(path), paint, bounds: Rect(origin: .zero, size: size)))
  }

  /// Strokes a path.
  public mutating func stroke(_ path: Path, with stroke: Stroke, color: Color) {
    box.add(.stroke(path, stroke, color))
  }

  /// Draws a picture stretched over a frame; with a tint, its opaque pixels have that colour.
  public mutating func draw(_ image: ImageSource, in frame: Rect, tint: Color? = nil) {
    box.add(.image(DisplayItem.ImageItem(image: image, frame: frame, tint: tint)))
  }

  /// Draws any shape or picture.
  public mutating func add(_ item: DisplayItem) { box.add(item) }

  /// Draws lines of text.
  public mutating func add(_ text: ShapedText, at point: Point) {
    box.add(text, at: point)
    box.warnings += surroundings.context.warnings(text)
  }

  /// Draws parts of the deck below each other in a frame, as in a stack of the axis `vertical`.
  ///
  /// - Throws: `RasterError.limit` if a part exceeds a limit.
  public mutating func add(
    _ parts: [ChildPart], in frame: Rect, spacing: Double = 0
  ) throws(RasterError) {
    box.add(try surroundings.column(parts, SizeProposal(frame.size), spacing), at: frame.origin)
  }

  /// Adds a warning; the part is drawn anyway.
  ///
  /// - Parameters:
  ///   - message: The problem, in one line without a final full stop.
  ///   - property: The property with the problem.
  ///   - hint: How to fix it.
  public mutating func warn(_ message: String, about property: String? = nil, hint: String? = nil) {
    box.warnings.append(surroundings.context.warning(message, key: property, hint: hint))
  }
}
