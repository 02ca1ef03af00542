import CardRaster

/// A horizontal or vertical slider with any number of thumbs on one track.
struct MultiSliderPart: CardPart {
  /// The direction in which values increase: to the right, or up.
  enum Orientation: String, Sendable, CaseIterable {
    case vertical, horizontal
  }

  /// The side of a thumb on which its value is drawn.
  enum ValueLabelPosition: String, Sendable, CaseIterable {
    case none, left, right, top, bottom
  }

  var value: [Double] = []
  var minimumValue = 0.0
  var maximumValue = 1.0
  var snapStepSize = 0.0
  var orientation = Orientation.vertical
  var thumbCount: Int?
  var disabledThumbIndices: [Int] = []
  var trackWidth = 2.0
  var hasRoundTrackEnds = true
  var tintColor: Color?
  var outerTrackColor: Color?
  /// The default colour of the track outside the thumbs, from the theme.
  var restColor: Color?
  var thumbImage: ImageSource?
  var thumbTintColor: Color?
  var thumbShadowColor = Color(rgb: 0x808080)
  var thumbShadowOpacity = 0.25
  var thumbShadowOffset = Point(x: 0, y: 4)
  var thumbShadowRadius = 2.0
  var showsThumbImageShadow = true
  var valueLabelPosition = ValueLabelPosition.none
  var isValueLabelRelative = false
  var valueLook = TextLook()
  var valueLabelFormatter = NumberFormat()
  var minimumImage: ImageSource?
  var maximumImage: ImageSource?

  /// The maximum number of thumbs; more cannot be distinguished.
  static let mostThumbs = 100

  static let kind = PartKind(
    "multiSlider", .control, "A slider with several thumbs on one track, horizontal or vertical.",
    example:
      ##"{ "type": "multiSlider", "maximumValue": 100, "value": [25, 75] }"##,
    make: { MultiSliderPart() },
    follow: { part, theme in
      part.orientation = theme.compatibility.hasHorizontalSliders ? .horizontal : .vertical
      part.trackWidth = theme.compatibility.sliderTrackWidth
      if theme.compatibility.usesThemeColors { part.restColor = theme.sliderTrackColor }
    },
    fields: {
      Field(
        "value", \.value, .oneOrMore(.number(), most: mostThumbs),
        "The values of the thumbs; they are sorted, rounded to the next step and limited to the range.")
      Field("minimumValue", \.minimumValue, .number(), "The value at the left or lower end.")
      Field("maximumValue", \.maximumValue, .number(), "The value at the right or upper end.")
      Field(
        "snapStepSize", \.snapStepSize, .length,
        "The distance between the values a thumb can have, from `minimumValue` on; 0 for all values.")
      Field(
        "orientation", \.orientation, .word, "Whether values increase upwards or to the right.",
        default: "`horizontal`; `vertical` in `turbo` and `mint`")
      Field(
        "thumbCount", \.thumbCount, .integer(1...mostThumbs),
        "The number of thumbs; those without a value are spread evenly up to `maximumValue`.",
        default: "as many as values")
      Field(
        "disabledThumbIndices", \.disabledThumbIndices, .list(.integer(0...mostThumbs), 0...mostThumbs),
        "The disabled thumbs, numbered from 0 at the lowest value; they are paler.")
      Field(
        "trackWidth", \.trackWidth, .length, "The thickness of the track.",
        default: "4; 2 in `turbo` and `mint`")
      Field(
        "hasRoundTrackEnds", \.hasRoundTrackEnds, .boolean,
        "Whether the ends of the track are half circles; otherwise its corner radius is 1.")
      Field("tintColor", \.tintColor, .color, "The colour of the track.", default: "the theme's")
      Field(
        "outerTrackColor", \.outerTrackColor, .color,
        "The colour of the track outside the first and the last of at least two thumbs.",
        default: "the theme's; `tintColor` in `turbo` and `mint`")
      Field(
        "thumbImage", \.thumbImage, .image, "A picture instead of the round thumbs.",
        default: "a white disc of 29 points")
      Field(
        "thumbTintColor", \.thumbTintColor, .color,
        "The colour of the thumbs; of a picture all non-transparent pixels.",
        default: "white, or the picture's own")
      Field("thumbShadowColor", \.thumbShadowColor, .color, "The colour of the thumbs' shadows.")
      Field("thumbShadowOpacity", \.thumbShadowOpacity, .fraction, "The opacity of the thumbs' shadows.")
      Field(
        "thumbShadowOffset", \.thumbShadowOffset, .offset,
        "The offset of a shadow from its thumb, to the right and down.")
      Field(
        "thumbShadowRadius", \.thumbShadowRadius, .blurRadius,
        "The blur of the shadows: the standard deviation of a Gaussian.")
      Field("showsThumbImageShadow", \.showsThumbImageShadow, .boolean, "Whether thumbs have shadows.")
      Field(
        "valueLabelPosition", \.valueLabelPosition, .word,
        "The place of the values: `top` or `bottom` of a horizontal slider, `left` or `right` of a vertical one."
      )
      Field(
        "isValueLabelRelative", \.isValueLabelRelative, .boolean,
        "Whether the written values are differences to the previous thumb, or to `minimumValue`.")
      TextLook.fields(font: "valueLabelFont", color: "valueLabelColor", of: "values").map {
        $0.lifted(\.valueLook)
      }
      Field(
        "valueLabelFormatter", \.valueLabelFormatter, .numberFormat,
        "The format of values: a formatter of bindings, such as `currency(0)`.")
      Field("minimumImage", \.minimumImage, .image, "A picture at the left or lower end.")
      Field("maximumImage", \.maximumImage, .image, "A picture at the right or upper end.")
    },
    check: { part, node, path, context in part.validateProperties(node, path, context) })

  private func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    context.checkRange(minimumValue, maximumValue, value, of: node, path)
    if let thumbCount, thumbCount < value.count {
      context.error(
        node["thumbCount"] ?? node, path.key("thumbCount"),
        "'thumbCount' \(thumbCount) is less than the number of values, \(value.count)")
    }
    for index in disabledThumbIndices where index >= max(value.count, thumbCount ?? 0) {
      context.error(
        node["disabledThumbIndices"] ?? node, path.key("disabledThumbIndices"), "no thumb \(index)",
        hint: "thumbs are counted from 0")
    }
    if outerTrackColor != nil, max(value.count, thumbCount ?? 0) < 2 {
      context.warning(
        "'outerTrackColor' has no effect with less than two thumbs", key: "outerTrackColor", of: node, path)
    }
    let isHorizontal = orientation == .horizontal
    if ([.left, .right].contains(valueLabelPosition) && isHorizontal)
      || ([.top, .bottom].contains(valueLabelPosition) && !isHorizontal)
    {
      context.error(
        node["valueLabelPosition"] ?? node, path.key("valueLabelPosition"),
        "the values of a \(orientation.rawValue) slider cannot be at its \(valueLabelPosition.rawValue)",
        hint: isHorizontal ? "use 'top' or 'bottom'" : "use 'left' or 'right'")
    }
    if valueLabelPosition == .none {
      context.refuse(
        ["isValueLabelRelative", "valueLabelFont", "valueLabelColor", "valueLabelFormatter"], of: node, path,
        "without 'valueLabelPosition'")
    }
    if !showsThumbImageShadow {
      context.refuse(
        ["thumbShadowColor", "thumbShadowOpacity", "thumbShadowOffset", "thumbShadowRadius"], of: node, path,
        "without 'showsThumbImageShadow'")
    }
  }

  var hasNoWidth: Bool { orientation == .horizontal }
  var hasNoHeight: Bool { orientation == .vertical }
  var keepsWidth: Bool { orientation == .vertical }

  /// The values of all thumbs, in ascending order.
  var thumbs: [Double] {
    var values = value.map(settled).sorted()
    let missing = (thumbCount ?? 0) - values.count
    guard missing > 0 else { return values }
    let start = values.last ?? minimumValue
    let hasStart = !values.isEmpty
    let steps = Double(hasStart ? missing : max(1, missing - 1))
    for number in 0..<missing {
      let share = Double(number + (hasStart ? 1 : 0)) / steps
      values.append(settled(start + (maximumValue - start) * share))
    }
    return values
  }

  /// The value, rounded to the nearest step and clamped to the range.
  private func settled(_ value: Double) -> Double {
    var value = value
    if snapStepSize > 0 {
      value = minimumValue + ((value - minimumValue) / snapStepSize).rounded() * snapStepSize
    }
    return min(maximumValue, max(minimumValue, value))
  }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let geometry = MultiSliderGeometry(self)
    let labels = try self.labels(context)
    return geometry.box(labels, proposal, context)
  }

  /// The shaped value labels; empty if they are hidden.
  private func labels(_ context: LayoutContext) throws(RasterError) -> [ShapedText] {
    guard valueLabelPosition != .none else { return [] }
    let (font, color) = valueLook.over(context.theme.sliderValueFont, context.theme.sliderValueColor)
    var labels: [ShapedText] = []
    var previous = minimumValue
    for value in thumbs {
      let shown = isValueLabelRelative ? value - previous : value
      // Reading the deck has verified that the formatter accepts numbers.
      let text = (try? valueLabelFormatter.format(JSONNumber(shown))) ?? NumberFormat.plain(shown)
      labels.append(try context.line(text, font, color))
      previous = value
    }
    return labels
  }
}
