package import CardModel
package import CardRaster

/// Cards over a map, the last one on top.
///
/// It is a sheet with three positions, with the property names of TGCardViewController.
package struct MapSheet: Sendable {
  /// The position of the card on a wide screen.
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    case floating, sidebar
  }

  /// The shapes of the button panels over the map.
  package enum ButtonShape: String, Hashable, Sendable, CaseIterable {
    case roundedRect, circle, none
  }

  /// A group of buttons over the map.
  package enum ButtonGroup: String, Hashable, Sendable, CaseIterable {
    case top, bottom
  }

  var version = SheetCompatibility.Name.tgcard2021
  package var compatibility: SheetCompatibility { .named(version) }
  package var mode = Mode.floating
  package var safeAreaInsets = Insets.zero
  package var horizontalSizeClass: SizeClass?
  package var verticalSizeClass: SizeClass?
  package var statusBarBlur = true
  package var position: SheetPosition?
  package var cardY: Double?
  package var contentOffset = 0.0
  package var transition: SheetTransition?
  package var mapDim = 0.25
  package var belowCardDim = 0.25
  package var showDefaultButtons = true
  package var compassHeading = 0.0
  package var showZoomButtons = false
  package var locationButtonPosition = ButtonGroup.top
  package var buttonShape = ButtonShape.roundedRect
  package var buttonTintColor: Color?
  package var areButtonsTranslucent = true
  package var mapOverlaysHidden = false
  package var header: SheetHeader?
  package var stickyBarHeight: Double?
  package var topMapToolBarItems: [AnyPart] = []
  package var bottomMapToolBarItems: [AnyPart] = []
  package var headerAccessory: [AnyPart] = []
  package var infoView: [AnyPart] = []
  package var stickyBar: [AnyPart] = []

  package init() {}

  /// The parts under all keys.
  package var parts: [AnyPart] {
    topMapToolBarItems + bottomMapToolBarItems + headerAccessory + infoView + stickyBar
  }

  package static let fields = FieldTable<MapSheet> {
    Field(
      "compatibility", \.version, .word,
      "The version of TGCardViewController whose style and animations are used."
    ).formerly(
      "profile", words: ["2019": "tgcard2019", "2021": "tgcard2021", "2026": "tgcard2026"])
    Field(
      "mode", \.mode, .word,
      "`sidebar` makes the card a panel along the edge of the screen; not with `tgcard2019`.")
    Field(
      "safeAreaInsets", \.safeAreaInsets, .insets,
      "The insets of the status bar, notch and home indicator. If the last text of the card is in the lower one, this is a warning."
    )
    Field(
      "horizontalSizeClass", \.horizontalSizeClass, .word,
      "The horizontal size class; on a `regular` screen the card is next to the map.",
      default: "`regular` from 600 points on each side on")
    Field(
      "verticalSizeClass", \.verticalSizeClass, .word,
      "The vertical size class; on a `compact` screen the card is next to the map and always extended.",
      default: "`compact` below 500 points")
    Field(
      "statusBarBlur", \.statusBarBlur, .boolean,
      "Whether the map is blurred behind the status bar; never with `tgcard2026`.")
    Field(
      "position", \.position, .word, "The position of the last card.",
      default: "its `initialPosition`, else `peaking`; without a map `extended`")
    Field(
      "cardY", \.cardY, .number(0...100_000),
      "The top of a dragged card, from the lower edge of the header; overrides `position`.")
    Field(
      "contentOffset", \.contentOffset, .number(0...100_000),
      "How far the content of the extended card is scrolled; a line is then drawn below its title. A finger that pulls the content down moves the card instead: `cardY`."
    )
    Field("transition", \.transition, .sheetTransition, "The transition of the sheet.")
    Field("mapDim", \.mapDim, .fraction, "How much an extended card dims the map.")
    Field(
      "belowCardDim", \.belowCardDim, .fraction,
      "How much a card dims the one below during a transition: TGCardViewController documents 0.25, its code uses 0.15."
    )
    Field(
      "showDefaultButtons", \.showDefaultButtons, .boolean,
      "Whether the map has the location button and the buttons after it.")
    Field(
      "compassHeading", \.compassHeading, .turn,
      "The map's heading, in degrees clockwise from north; other than 0, a compass shows where north is."
    )
    Field(
      "showZoomButtons", \.showZoomButtons, .boolean,
      "Whether zoom buttons are below those buttons.")
    Field("locationButtonPosition", \.locationButtonPosition, .word, "The group of these buttons.")
    Field("buttonShape", \.buttonShape, .word, "The form of the groups of buttons.")
    Field(
      "buttonTintColor", \.buttonTintColor, .color, "The colour of the icons of these buttons.",
      default: "the accent colour of the deck's brand; the blue of iOS without one, and in `turbo` and `mint`"
    )
    Field(
      "areButtonsTranslucent", \.areButtonsTranslucent, .boolean,
      "Whether the groups are translucent; otherwise they have a border and a shadow. In `tgcard2026` both have the shadow."
    )
    Field(
      "mapOverlaysHidden", \.mapOverlaysHidden, .boolean,
      "Shows the map alone: no card, no buttons, no dimming; not with `tgcard2019`.")
    Field("header", \.header, .sheetHeader, "A bar at the top of the screen, over the map.")
    Field(
      "stickyBarHeight", \.stickyBarHeight, .length, "The height of the sticky bar; only with `tgcard2019`.",
      default: "what its parts need, and the status bar's where it would hide text; 50 without any")
  }

  /// Reports properties that have no effect in combination with others.
  package func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    func refuse(_ keys: [String], _ reason: String) { context.refuse(keys, of: node, path, reason) }
    let version = "with compatibility '\(version.rawValue)'"
    refuse(compatibility.unsupportedKeys, version)
    if let header = node["header"] {
      context.refuse(compatibility.unsupportedHeaderKeys, of: header, path.key("header"), version)
    }
    if node["header"] == nil { refuse(["headerAccessory"], "without 'header'") }
    if !showDefaultButtons {
      refuse(
        ["locationButtonPosition", "buttonTintColor", "compassHeading", "showZoomButtons"],
        "while 'showDefaultButtons' is false")
    }
    if node["stickyBar"] == nil, !compatibility.unsupportedKeys.contains("stickyBarHeight") {
      refuse(["stickyBarHeight"], "without 'stickyBar'")
    }
    if mapOverlaysHidden {
      refuse(
        ["position", "cardY", "transition", "mapDim", "belowCardDim", "topMapToolBarItems"]
          + ["bottomMapToolBarItems", "contentOffset"], "while 'mapOverlaysHidden' is true")
    }
    if let transition {
      if transition.kind == .snap {
        refuse(["position"], "with a snap, which ends at the position that the card moves to")
      } else {
        refuse(["cardY"], "with '\(transition.kind.rawValue)'")
      }
      if !transition.kind.hasTwoCards {
        refuse(["belowCardDim"], "with '\(transition.kind.rawValue)'")
      }
    } else {
      refuse(["belowCardDim"], "without a 'transition' with two cards")
    }
    context.checkSafeArea(safeAreaInsets, of: node, path)
  }
}

/// A bar at the top of the screen, over the map.
package struct SheetHeader: Hashable, Sendable {
  package var title: String?
  package var subtitle: String?
  package var height: Double?
  package var backgroundColor: Paint?
  package var closeButton = false
  package var nextButton = false
  package var rightButton: String?

  static let fields = FieldTable<SheetHeader> {
    Field(
      "title", \.title, .text,
      "The text in its middle, for pages without a text of their own; only with `tgcard2019`.")
    Field("subtitle", \.subtitle, .text, "Smaller text below; only with `tgcard2019`.")
    Field(
      "height", \.height, .length, "Its height, without that of the status bar.",
      default: "the height of its content, at least 44")
    Field(
      "backgroundColor", \.backgroundColor, .paint, "Its background.", default: "that of the last card")
    Field(
      "closeButton", \.closeButton, .boolean,
      "Whether a close button is at its leading edge; only with `tgcard2019`.")
    Field(
      "nextButton", \.nextButton, .boolean,
      "Whether an arrow to the next page is at its trailing edge, except on the last page; only with `tgcard2019`."
    )
    Field("rightButton", \.rightButton, .text, "The text of a button at its trailing edge.")
  }
}

extension ValueKind where Value == SheetHeader {
  static var sheetHeader: Self {
    .object("sheetHeader", "A bar at the top of the screen.", SheetHeader.fields) { SheetHeader() }
      .refined("[header](#sheet)", isExplained: false)
  }
}
