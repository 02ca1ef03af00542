import CardRaster

/// The pages of a report: their size, margins, header and footer.
package struct PageSetup: Sendable, Hashable {
  /// Paper sizes, in portrait orientation.
  enum Paper: String, Sendable, Hashable, CaseIterable {
    case a3 = "A3"
    case a4 = "A4"
    case a5 = "A5"
    case letter = "Letter"
    case legal = "Legal"
    case tabloid = "Tabloid"

    /// Width and height in points (72 per inch), rounded to whole points.
    var size: Size {
      switch self {
      case .a3: Size(width: 842, height: 1191)
      case .a4: Size(width: 595, height: 842)
      case .a5: Size(width: 420, height: 595)
      case .letter: Size(width: 612, height: 792)
      case .legal: Size(width: 612, height: 1008)
      case .tabloid: Size(width: 792, height: 1224)
      }
    }
  }

  enum Orientation: String, Sendable, Hashable, CaseIterable {
    case portrait, landscape
  }

  var size = Paper.a4
  var orientation = Orientation.portrait
  var width: Double?
  var height: Double?
  var margins = Insets(40)
  var spacing = 16.0

  static let object = ObjectSchema(
    "pageSetup", "The pages of a report.", fields
  ) { PageSetup() }

  static let fields = FieldTable<PageSetup> {
    Field("size", \.size, .word, "The paper.")
    Field("orientation", \.orientation, .word, "The page orientation.")
    Field(
      "width", \.width, .number(72...Double(Limits.canvasSide)), "The width of another paper, in points.",
      default: "that of `size`")
    Field(
      "height", \.height, .number(72...Double(Limits.canvasSide)), "The height of another paper, in points.",
      default: "that of `size`")
    Field("margins", \.margins, .insets, "Space between the edges of the paper and its content.")
    Field("spacing", \.spacing, .length, "The space between header, cards and footer.")
    running(
      "header",
      "Parts above the cards of every page; `page` is its number, `pages` the number of pages.")
    running(
      "footer",
      "Parts below the cards of every page; `page` is its number, `pages` the number of pages.")
  }

  private static func running(_ name: String, _ summary: String) -> Field<PageSetup> {
    Field(
      name, readElsewhere: "parts", .list(.reference(.part), 0...Limits.nodes), summary, isBound: false)
  }

  /// The resolved size of a page, in points.
  var finalSize: Size {
    let paper = size.size
    let turned = orientation == .landscape ? Size(width: paper.height, height: paper.width) : paper
    return Size(width: width ?? turned.width, height: height ?? turned.height)
  }
}

extension ValueKind where Value == PageSetup {
  static var pageSetup: Self {
    ValueKind("page", schema: .object(PageSetup.object)) { node, path, context in
      guard case .object = node.value else {
        return context.mismatch(node, path, expected: "an object such as { \"size\": \"A4\" }")
      }
      var setup = PageSetup()
      PageSetup.fields.read(node, path, context, into: &setup, what: "the page of a report")
      return setup
    }
  }
}

extension Deck {
  /// Whether the deck is a report: its cards flow over pages of one size.
  package var isReport: Bool { root["page"] != nil }
}
