import CardRaster

/// A bottom sheet over a screen, with CardParts' property names.
package struct BottomSheet: Sendable, Hashable {
  enum HandlePosition: Sendable, Hashable {
    /// Above the sheet, with a distance between them.
    case above(bottomPadding: Double)
    /// Inside the sheet, with a distance from its top edge.
    case inside(topPadding: Double)
    /// No handle.
    case none

    /// The default distance between handle and sheet, in points.
    static let padding = 8.0
  }

  var contentHeight: Double?
  var bottomSheetBackgroundColor: Paint?
  var bottomSheetCornerRadius = 16.0
  var handlePosition = HandlePosition.above(bottomPadding: HandlePosition.padding)
  var handleHeight = 6.0
  var handleWidth = 64.0
  var handleColor = Color(rgb: 0xD4D7DC)
  var shouldIncludeOverlay = true
  var overlayColor = Color.black
  var overlayMaxAlpha = 0.5
  var isSticky = false
  var shadows: [ShadowSpec] = []
  var safeAreaInsets = Insets.zero
  var adjustsForSafeAreaBottomInset = true
  var keyboardHeight = 0.0
  var currentHeight: Double?
  var pullUpResistance = 5.0
  var dragHeightRatioToDismiss = 0.4
  var dragVelocity = 0.0
  var dragVelocityToDismiss = 250.0
  var shouldListenToOverlayTap = true
  var shouldListenToHandleDrag = true
  var transition: BottomSheetTransition?
  var appearAnimationDuration = 0.5
  var dismissAnimationDuration = 0.5
  var snapBackAnimationDuration = 0.25
  var changeHeightAnimationDuration = 0.25

  /// The default height of the screen: that of a phone 375 points wide with a notch.
  static let screenHeight = 812.0

  static let fields = FieldTable<BottomSheet> {
    Field(
      "contentHeight", \.contentHeight, .length, "The height of the content.",
      default: "what the content needs")
    Field(
      "bottomSheetBackgroundColor", \.bottomSheetBackgroundColor, .paint, "The sheet's background.",
      default: "the theme's `cardBackgroundColor`")
    Field(
      "bottomSheetCornerRadius", \.bottomSheetCornerRadius, .length, "The radius of the two upper corners.")
    Field(
      "handlePosition", \.handlePosition, .handlePosition,
      "The place of the handle, and its distance from the sheet's top edge.")
    Field("handleHeight", \.handleHeight, .length, "The handle's height; its ends are round.")
    Field("handleWidth", \.handleWidth, .length, "The handle's width.")
    Field("handleColor", \.handleColor, .color, "The handle's colour.")
    Field("shouldIncludeOverlay", \.shouldIncludeOverlay, .boolean, "Whether the page behind is dimmed.")
    Field("overlayColor", \.overlayColor, .color, "The colour that dims the page behind.")
    Field(
      "overlayMaxAlpha", \.overlayMaxAlpha, .fraction,
      "The opacity of the dimming; lower while the sheet is dragged down.")
    Field(
      "isSticky", \.isSticky, .boolean,
      "A permanent sheet: it has no overlay and no handle, and it cannot be dragged.")
    Field(
      "shadow", \.shadows,
      .oneOrMore(
        .object("sheetShadow", "A shadow of a sheet.", ShadowSpec.fields) { BottomSheet.shadow }
          .refined("shadow"),
        most: ShadowSpec.most),
      "One or more shadows of the sheet; the default of each is black at 0.2 with radius 4 and offset [0, 1].",
      default: "none")
    Field(
      "safeAreaInsets", \.safeAreaInsets, .insets,
      "The insets of the notch and home indicator: the page behind starts below `top`, and the sheet is taller by `bottom`."
    )
    Field(
      "adjustsForSafeAreaBottomInset", \.adjustsForSafeAreaBottomInset, .boolean,
      "Whether the sheet is higher by the `bottom` of `safeAreaInsets`.")
    Field(
      "keyboardHeight", \.keyboardHeight, .length,
      "Room for a keyboard below the content; nothing is drawn there.")
    Field(
      "currentHeight", \.currentHeight, .length,
      "How high a finger has dragged the sheet; beyond its full height the sheet follows with `pullUpResistance`.",
      default: "the full height")
    Field(
      "pullUpResistance", \.pullUpResistance, .number(1...1000),
      "The resistance beyond the full height: points of finger movement for each point of the sheet.")
    Field(
      "dragHeightRatioToDismiss", \.dragHeightRatioToDismiss, .fraction,
      "The share of its height that a sheet must be dragged down to be dismissed; `inspect` reports whether it is."
    )
    Field(
      "dragVelocity", \.dragVelocity, .number(-100_000...100_000),
      "The speed of the finger that drags the sheet, in points per second; negative is upward.")
    Field(
      "dragVelocityToDismiss", \.dragVelocityToDismiss, .number(0...100_000),
      "The downward speed, in points per second, that dismisses a dragged sheet at any distance."
    )
    Field(
      "shouldListenToOverlayTap", \.shouldListenToOverlayTap, .boolean,
      "Whether a tap on the overlay closes the sheet; if not, `inspect` lists no region for it.")
    Field(
      "shouldListenToHandleDrag", \.shouldListenToHandleDrag, .boolean,
      "Whether the handle can be dragged; if not, `inspect` lists no region for it.")
    Field("transition", \.transition, .bottomSheetTransition, "An animation of the sheet.")
    Field(
      "appearAnimationDuration", \.appearAnimationDuration, .number(0.01...60),
      "The duration of the transition `appear`, in seconds.")
    Field(
      "dismissAnimationDuration", \.dismissAnimationDuration, .number(0.01...60),
      "The duration of the transition `dismiss`, in seconds.")
    Field(
      "snapBackAnimationDuration", \.snapBackAnimationDuration, .number(0.01...60),
      "The duration of the transition `snapBack`, in seconds.")
    Field(
      "changeHeightAnimationDuration", \.changeHeightAnimationDuration, .number(0.01...60),
      "The duration of the transition `changeHeight`, in seconds.")
  }

  /// The duration of a transition, in seconds.
  func duration(of kind: BottomSheetTransition.Kind) -> Double {
    switch kind {
    case .appear: appearAnimationDuration
    case .dismiss: dismissAnimationDuration
    case .snapBack: snapBackAnimationDuration
    case .changeHeight: changeHeightAnimationDuration
    }
  }

  /// The default shadow, as in CardParts' `addShadow`.
  private static let shadow = ShadowSpec(
    color: .black, radius: 4, opacity: 0.2, offset: Point(x: 0, y: 1))

  /// Reports properties that have no effect in combination with others.
  func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    func refuse(_ keys: [String], _ reason: String) { context.refuse(keys, of: node, path, reason) }
    let look = ["handleHeight", "handleWidth", "handleColor"]
    let dimming = ["overlayColor", "overlayMaxAlpha"]
    if isSticky {
      refuse(
        look + dimming + ["handlePosition", "shouldIncludeOverlay", "currentHeight"]
          + ["pullUpResistance", "dragHeightRatioToDismiss", "dragVelocity", "dragVelocityToDismiss"]
          + ["shouldListenToOverlayTap", "shouldListenToHandleDrag"],
        "on a sticky sheet")
    } else {
      if handlePosition == .none { refuse(look + ["shouldListenToHandleDrag"], "without a handle") }
      if !shouldIncludeOverlay { refuse(dimming + ["shouldListenToOverlayTap"], "without an overlay") }
      if currentHeight == nil { refuse(["dragVelocity"], "without 'currentHeight'") }
    }
    for kind in BottomSheetTransition.Kind.allCases where kind != transition?.kind {
      refuse(["\(kind.rawValue)AnimationDuration"], "without the transition '\(kind.rawValue)'")
    }
    switch transition?.kind {
    case .appear, .changeHeight: refuse(["currentHeight"], "with '\(transition?.kind.rawValue ?? "")'")
    case .snapBack where currentHeight == nil:
      context.error(
        node["transition"] ?? node, path.key("transition"),
        "'snapBack' starts where the sheet was dragged: it needs 'currentHeight'")
    case .snapBack, .dismiss, nil: break
    }
    context.checkSafeArea(safeAreaInsets, of: node, path)
  }
}

extension ValueKind where Value == BottomSheet.HandlePosition {
  /// `above`, `inside`, `none`, or an object with the distance.
  static var handlePosition: Self {
    ValueKind(
      "`above`, `inside`, `none`, `{ \"above\": bottomPadding }`, `{ \"inside\": topPadding }`",
      schema: .any([.word(["above", "inside", "none"]), .object(HandleDistance.object)]),
      show: { position in
        switch position {
        case .above(let padding): "`{ \"above\": \(NumberText.format(padding)) }`"
        case .inside(let padding): "`{ \"inside\": \(NumberText.format(padding)) }`"
        case .none: "`none`"
        }
      }
    ) { node, path, context in
      let usual = BottomSheet.HandlePosition.padding
      switch node.value {
      case .string("above"): return .above(bottomPadding: usual)
      case .string("inside"): return .inside(topPadding: usual)
      case .string("none"): return BottomSheet.HandlePosition.none
      case .object:
        var values = HandleDistance()
        HandleDistance.fields.read(node, path, context, into: &values, what: "a handle's position")
        switch (values.above, values.inside) {
        case (let padding?, nil): return .above(bottomPadding: padding)
        case (nil, let padding?): return .inside(topPadding: padding)
        case (nil, nil): break
        case (.some, .some):
          context.error(node, path, "a handle is either 'above' or 'inside' the sheet, not both")
        }
        return nil
      default:
        return context.mismatch(
          node, path,
          expected: "'above', 'inside', 'none', { \"above\": points } or { \"inside\": points }")
      }
    }
  }
}

/// The object form of a handle's position.
struct HandleDistance: Sendable {
  var above: Double?
  var inside: Double?

  static let object = ObjectSchema(
    "handlePosition", "The place of a sheet's handle.", fields
  ) { HandleDistance() }

  static let fields = FieldTable<HandleDistance>(needs: [["above", "inside"]]) {
    Field("above", \.above, .length, "The distance of a handle above the sheet.")
    Field("inside", \.inside, .length, "The distance of a handle inside the sheet from its top edge.")
  }
}

/// An animation of a bottom sheet, with the names of CardParts' durations.
struct BottomSheetTransition: Hashable, Sendable {
  /// The kind of animation.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case appear, dismiss, snapBack, changeHeight
  }

  var kind = Kind.appear
  var time: Double?
  var progress: Double?
  var fromHeight: Double?

  static let fields = FieldTable<BottomSheetTransition>(needs: [["kind"]]) {
    Field(
      "kind", \.kind, .word,
      "`appear`: the sheet comes up; `dismiss`: it goes away; `snapBack`: it returns from `currentHeight` to its full height; `changeHeight`: its height changes from `fromHeight`."
    )
    Field(
      "time", \.time, .number(0...3600), "The time that is drawn, in seconds.",
      default: "the end in a still picture; an animation shows all of it")
    Field(
      "progress", \.progress, .fraction, "The moment as a share of the duration.", default: "as of `time`")
    Field(
      "fromHeight", \.fromHeight, .length,
      "The height of the sheet before `changeHeight`, with handle and safe area.")
  }

  /// The description of the transition in explanations.
  var words: String {
    var text = kind.rawValue
    if let fromHeight { text += " from \(NumberText.format(fromHeight))" }
    if let time { text += " at \(NumberText.format(time)) s" }
    if let progress { text += " at \(NumberText.format(progress * 100))%" }
    return text
  }

  /// Reports properties without effect.
  func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    if let value = node["progress"], node["time"] != nil {
      context.error(value, path.key("progress"), "'time' and 'progress' both set the moment that is drawn")
    }
    if kind != .changeHeight {
      context.refuse(["fromHeight"], of: node, path, "on '\(kind.rawValue)'")
    } else if fromHeight == nil {
      context.error(node, path, "'changeHeight' needs 'fromHeight'")
    }
  }
}

extension ValueKind where Value == BottomSheetTransition {
  static var bottomSheetTransition: Self {
    .object("bottomSheetTransition", "An animation of a bottom sheet.", BottomSheetTransition.fields) {
      BottomSheetTransition()
    }
    .refined("[transition](#bottom-sheet)").checked { $0.validateProperties($1, $2, $3) }.showing(\.words)
  }
}
