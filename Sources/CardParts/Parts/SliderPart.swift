import CardRaster

/// A slider: a thumb on a track, at a value.
struct SliderPart: CardPart {
  var minimumValue = 0.0
  var maximumValue = 1.0
  var value = 0.0
  var minimumTrackTintColor: Color?
  var maximumTrackTintColor: Color?
  var thumbTintColor: Color?
  var trackHeight = 3.0
  var thumbImage: ImageSource?
  var minimumValueImage: ImageSource?
  var maximumValueImage: ImageSource?
  var isEnabled = true

  static let kind = PartKind(
    "slider", .control, "A slider: a thumb on a track, at a value.",
    example: #"{ "type": "slider", "maximumValue": 100, "value": 40, "trackHeight": 4 }"#,
    make: { SliderPart() },
    follow: { part, theme in part.trackHeight *= theme.unit },
    fields: {
      Field("minimumValue", \.minimumValue, .number(), "The value at the left end.")
      Field("maximumValue", \.maximumValue, .number(), "The value at the right end.")
      Field(
        "value", \.value, .number(),
        "The position of the thumb; a value outside the range is drawn at the nearest end.")
      Field(
        "minimumTrackTintColor", \.minimumTrackTintColor, .color,
        "The colour of the track on the left of the thumb.", default: "the theme's")
      Field(
        "maximumTrackTintColor", \.maximumTrackTintColor, .color,
        "The colour of the track on the right of the thumb.", default: "the theme's")
      Field(
        "thumbTintColor", \.thumbTintColor, .color,
        "The colour of the thumb; of a picture all non-transparent pixels.",
        default: "white, or the picture's own")
      Field("trackHeight", \.trackHeight, .length, "The thickness of the track.")
      Field(
        "thumbImage", \.thumbImage, .image, "A picture instead of the round thumb.",
        default: "a white disc of 28 points")
      Field("minimumValueImage", \.minimumValueImage, .image, "A picture at the left end.")
      Field("maximumValueImage", \.maximumValueImage, .image, "A picture at the right end.")
      Field("isEnabled", \.isEnabled, .boolean, "Whether the control is enabled; a disabled one is faded.")
    },
    check: { part, node, path, context in
      context.checkRange(part.minimumValue, part.maximumValue, [part.value], of: node, path)
      // In CardParts a slider's height is the height of its track.
      if let height = node["height"]?.number, height < thumbDiameter, part.thumbImage == nil,
        node["trackHeight"] == nil
      {
        context.warning(
          "the thumb of \(JSONNumber.format(thumbDiameter)) points sticks out of 'height' \(JSONNumber.format(height))",
          key: "height", of: node, path, hint: "the thickness of the track is 'trackHeight'")
      }
    })

  var hasNoWidth: Bool { true }

  /// The diameter of the thumb, in points.
  static let thumbDiameter = 28.0
  /// Space between the track and an image at its end, in points.
  static let imageGap = 8.0

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let theme = context.theme
    let thumb =
      thumbImage.map { ControlThumb.picture($0, tint: thumbTintColor) }
      ?? .system(diameter: SliderPart.thumbDiameter * theme.unit, color: thumbTintColor)
    let ends = [minimumValueImage, maximumValueImage].compactMap { $0?.size.height }
    let natural = max(ends.max() ?? 0, max(thumb.size.height, trackHeight))
    let width = proposal.width.bound.isFinite ? proposal.width.bound : 100
    var box = LayoutBox(size: Size(width: width, height: proposal.height.resolve(natural)))
    let middle = box.size.height / 2
    func room(_ image: ImageSource?) -> Double { image.map { $0.size.width + SliderPart.imageGap } ?? 0 }
    let left = room(minimumValueImage)
    let length = width - left - room(maximumValueImage)
    if length < thumb.size.width {
      box.warnings.append(context.warning("there is no room for the track of the slider"))
    }
    func addImage(_ image: ImageSource?, x: Double, key: String) {
      guard let image else { return }
      let frame = Rect(
        x: x, y: middle - image.size.height / 2, width: image.size.width, height: image.size.height)
      box.add(.image(DisplayItem.ImageItem(image: image, frame: frame)))
      if let warning = context.enlargementWarning(of: image, in: frame, key: key) {
        box.warnings.append(warning)
      }
    }
    addImage(minimumValueImage, x: 0, key: "minimumValueImage")
    addImage(maximumValueImage, x: width - (maximumValueImage?.size.width ?? 0), key: "maximumValueImage")

    let track = RoundedRect(
      rect: Rect(x: left, y: middle - trackHeight / 2, width: max(0, length), height: trackHeight),
      radii: CornerRadii(trackHeight / 2))
    let share = min(1, max(0, (value - minimumValue) / (maximumValue - minimumValue)))
    // The thumb stays on the track: its centre is at least half a thumb from both ends.
    let x = left + thumb.size.width / 2 + share * max(0, length - thumb.size.width)
    let start = Rect(
      x: left, y: track.rect.minY, width: min(x - left, track.rect.width), height: trackHeight)
    let end = Rect(
      x: start.maxX, y: track.rect.minY, width: track.rect.maxX - start.maxX, height: trackHeight)
    for (piece, color) in [
      (start, minimumTrackTintColor ?? theme.controlTintColor),
      (end, maximumTrackTintColor ?? theme.sliderTrackColor),
    ] {
      if let item = ControlTrack.piece(piece, of: track, color) { box.add(item) }
    }
    let center = Point(x: x, y: middle)
    for item in thumb.items(at: center) { box.add(item) }
    if let thumbImage,
      let warning = context.enlargementWarning(
        of: thumbImage, in: Rect(origin: center, size: thumb.size), key: "thumbImage")
    {
      box.warnings.append(warning)
    }
    if !isEnabled { box.opacity = ControlState.disabledOpacity }
    let text = JSONNumber.format(value)
    box.label = "\(text) (\(JSONNumber.format(minimumValue))–\(JSONNumber.format(maximumValue)))"
    box.attributes = [
      LayoutBox.Attribute("value", text),
      LayoutBox.Attribute("minimumValue", textOf: minimumValue),
      LayoutBox.Attribute("maximumValue", textOf: maximumValue),
    ]
    return box
  }
}

/// The appearance of disabled controls.
enum ControlState {
  /// The opacity of the whole control.
  static let disabledOpacity = 0.5
}
