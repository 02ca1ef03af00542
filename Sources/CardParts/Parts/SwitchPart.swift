import CardRaster

/// A switch that is on or off.
struct SwitchPart: CardPart {
  var isOn = false
  var onTintColor: Color?
  var tintColor: Color?
  var thumbTintColor: Color?
  var isEnabled = true

  static let kind = PartKind(
    "switch", .control, "A switch that is on or off.",
    example:
      #"{ "type": "stack", "alignment": "center", "spacing": 12, "arrangedSubviews": [ { "type": "text", "style": "title", "text": "Notifications" }, { "type": "switch", "isOn": true } ] }"#,
    make: { SwitchPart() },
    fields: {
      Field("isOn", \.isOn, .boolean, "Whether it is on.")
      Field(
        "onTintColor", \.onTintColor, .color, "The colour of the track while it is on.",
        default: "the theme's")
      Field(
        "tintColor", \.tintColor, .color, "The colour of the track while it is off.", default: "the theme's")
      Field("thumbTintColor", \.thumbTintColor, .color, "The colour of the thumb.", default: "white")
      Field("isEnabled", \.isEnabled, .boolean, "Whether the control is enabled; a disabled one is faded.")
    })

  var fillsWidth: Bool { false }
  var keepsWidth: Bool { true }

  /// The size of a switch in points; it is never stretched.
  static let size = Size(width: 51, height: 31)
  /// The space between the thumb and the edge, in points.
  private static let inset = 2.0

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let unit = context.theme.unit
    let natural = Size(width: SwitchPart.size.width * unit, height: SwitchPart.size.height * unit)
    var box = LayoutBox(
      size: Size(
        width: proposal.width.resolve(natural.width), height: proposal.height.resolve(natural.height)))
    // If the box is too small, the whole switch is scaled down.
    let scale =
      unit * max(0, min(1, min(box.size.width / natural.width, box.size.height / natural.height)))
    let size = SwitchPart.size
    let frame = Rect(
      x: 0, y: (box.size.height - size.height * scale) / 2, width: size.width * scale,
      height: size.height * scale)
    let color =
      isOn ? onTintColor ?? context.theme.switchOnColor : tintColor ?? context.theme.switchTrackColor
    box.add(
      .roundedRect(RoundedRect(rect: frame, radii: CornerRadii(frame.height / 2)), .solid(color)))
    let diameter = frame.height - 2 * SwitchPart.inset * scale
    let away = SwitchPart.inset * scale + diameter / 2
    let center = Point(x: isOn ? frame.maxX - away : frame.minX + away, y: frame.midY)
    for item in ControlThumb.system(diameter: diameter, color: thumbTintColor).items(at: center) {
      box.add(item)
    }
    if !isEnabled { box.opacity = ControlState.disabledOpacity }
    box.label = isOn ? "on" : "off"
    box.attributes = [LayoutBox.Attribute("isOn", isOn ? "true" : "false")]
    return box
  }
}
