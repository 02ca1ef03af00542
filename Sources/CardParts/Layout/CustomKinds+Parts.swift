public import CardRaster

extension CustomKinds {
  /// What decks, the manual and the schema know of the parts.
  var parts: [PartKind] { partTypes.map { Self.part($0) } }

  /// The types of the parts, in order.
  var partNames: [String] { partTypes.map { $0.name } }

  /// The kind of a `type`.
  func part(named name: String) -> PartKind? { partTypes.first { $0.name == name }.map { Self.part($0) } }

  private var partTypes: [any CustomPart.Type] { types.compactMap { $0 as? any CustomPart.Type } }

  private static func part<Custom: CustomPart>(_ type: Custom.Type) -> PartKind { ForeignPart<Custom>.kind }
}

/// A part that a program brings with it: values out of a deck, a size, and what is drawn.
///
/// It is given to the drawing that may use it, in ``DeckOptions/custom``, and never registered globally. Decks name it by its `type`,
/// take its properties in JSON and in Swift, bind them, and are told of mistakes in them as of those of any other part.
public protocol CustomPart: CustomKind {
  /// The part's own properties; those of every part come by themselves.
  static var properties: [CustomProperty] { get }

  /// Takes the values of a deck, each of which is of its property's kind.
  ///
  /// - Throws: what is wrong with them together.
  init(_ values: CustomValues) throws(CustomMistake)

  /// The part's size for an offer.
  ///
  /// It must answer any offer, also one without bounds; an exact width or height wins over what is answered.
  func size(for proposal: Proposal, _ surroundings: PartSurroundings) throws(RasterError) -> Size

  /// Draws the part in the size that it got.
  func draw(in drawing: inout PartDrawing) throws(RasterError)
}

/// The part that a custom one becomes: it reads the values, checks the size and hands over what is drawn.
struct ForeignPart<Custom: CustomPart>: CardPart, CustomHolder {
  var values = CustomProperty.defaults(of: Custom.properties)
  private var custom: Custom?

  private init() {}

  static var kind: PartKind {
    PartKind(
      Custom.name, .chart, Custom.summary, example: Custom.example, make: { ForeignPart() },
      needs: CustomProperty.required(of: Custom.properties),
      fields: { Custom.properties.map { $0.field(of: ForeignPart.self) } },
      check: { part, node, path, context in
        part.custom = context.custom(node, path, Custom.properties, part.values) {
          values throws(CustomMistake) in try Custom(values)
        }
      })
  }

  /// What it draws is as it was drawn, whatever side the deck is read from.
  var keepsDirection: Bool { true }

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let surroundings = PartSurroundings(context: context)
    guard let custom else { return LayoutBox(size: .zero) }
    let natural = try custom.size(for: proposal, surroundings)
    let size = Size(
      width: proposal.width.resolve(natural.width), height: proposal.height.resolve(natural.height))
    for (length, what) in [(size.width, "width"), (size.height, "height")] {
      guard (0...Limits.number).contains(length) else {
        throw .limit(
          what: "the \(what) of a part '\(Custom.name)'", value: length, limit: Limits.number)
      }
    }
    var drawing = PartDrawing(size, surroundings)
    try custom.draw(in: &drawing)
    return drawing.box
  }
}

/// What a custom part may ask of what is around it.
public struct PartSurroundings {
  let context: LayoutContext

  /// The theme of the card.
  public var theme: ResolvedTheme { context.theme }
  /// Pixels in a point.
  public var scale: Double { context.scale }
  /// Today's date.
  public var date: CalendarDate { context.date }
  /// The seed of everything random.
  public var seed: Int { context.seed }

  /// Shapes one line of text, which ends in an ellipsis where it does not fit.
  ///
  /// - Throws: `RasterError.unknownFamily` for a font that is not there.
  public func line(
    _ text: String, _ font: Font, _ color: Color, width: Double = .infinity
  ) throws(RasterError) -> ShapedText {
    try context.line(text, font, color, width: width, alignment: .left)
  }
}

/// What a custom part draws: shapes and lines of text, the first at the bottom, in points from its top left.
public struct PartDrawing {
  /// The size that the part got.
  public let size: Size
  /// What is around it.
  public let surroundings: PartSurroundings
  /// What it says to those who cannot see it.
  public var label: String? {
    get { box.label }
    set { box.label = newValue }
  }
  private(set) var box: LayoutBox

  init(_ size: Size, _ surroundings: PartSurroundings) {
    (self.size, self.surroundings) = (size, surroundings)
    box = LayoutBox(size: size)
  }

  /// Fills an outline.
  public mutating func fill(_ path: Path, _ color: Color) {
    box.add(.fill(.path(path), .solid(color), bounds: Rect(origin: .zero, size: size)))
  }

  /// Draws a line along an outline.
  public mutating func stroke(_ path: Path, _ stroke: Stroke, _ color: Color) {
    box.add(.stroke(path, stroke, color))
  }

  /// Draws any shape or picture.
  public mutating func add(_ item: DisplayItem) { box.add(item) }

  /// Draws lines of text.
  public mutating func add(_ text: ShapedText, at point: Point) {
    box.add(text, at: point)
    box.warnings += surroundings.context.warnings(text)
  }

  /// Tells that something is drawn, though perhaps not as meant.
  ///
  /// - Parameters:
  ///   - message: what was found; one line, no final full stop.
  ///   - property: the property that it is about.
  ///   - hint: the way out.
  public mutating func warn(_ message: String, about property: String? = nil, hint: String? = nil) {
    box.warnings.append(surroundings.context.warning(message, key: property, hint: hint))
  }
}
