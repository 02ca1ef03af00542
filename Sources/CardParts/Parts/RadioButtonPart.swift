import CardRaster

/// A radio button: a ring, with a dot in it when it is selected.
struct RadioButtonPart: CardPart {
  var isSelected = false
  var outerCircleColor = Color(rgb: 0x0000FF)
  var innerCircleColor: Color?
  var outerCircleLineWidth = 3.0
  var innerCircleGap = 3.0
  /// The theme's colour of ring and dot when selected, used instead of the ring colour if the deck sets none.
  var selectedColor: Color?

  static let kind = PartKind(
    "radioButton", .control, "A radio button: a ring, with a dot in it when it is selected.",
    example:
      ##"{ "type": "stack", "spacing": 8, "alignment": "center", "arrangedSubviews": [ { "type": "radioButton", "isSelected": true }, { "type": "text", "text": "Every month" } ] }"##,
    make: { RadioButtonPart() },
    follow: { part, theme in
      part.outerCircleLineWidth = theme.compatibility.radioRingWidth * theme.base.growth
      part.innerCircleGap *= theme.base.growth
      guard theme.compatibility.usesThemeColors else { return }
      part.outerCircleColor = theme.buttonBorderColor
      part.selectedColor = theme.base.accentColor
    },
    fields: {
      Field("isSelected", \.isSelected, .boolean, "Whether the button is selected.")
      Field(
        "outerCircleColor", .color, "The colour of the ring.",
        default: "the theme's `accentColor` if selected, otherwise a grey; `#0000FF` in `turbo` and `mint`",
        get: { $0.outerCircleColor },
        set: { part, color in (part.outerCircleColor, part.selectedColor) = (color, nil) })
      Field(
        "innerCircleColor", \.innerCircleColor, .color, "The colour of the dot.",
        default: "`outerCircleColor`")
      Field(
        "outerCircleLineWidth", \.outerCircleLineWidth, .length, "The thickness of the ring.",
        default: "2; 3 in `turbo` and `mint`")
      Field("innerCircleGap", \.innerCircleGap, .length, "Space between the ring and the dot.")
    })

  var fillsWidth: Bool { false }
  var keepsWidth: Bool { true }

  /// The default width and height, in points.
  static let side = 20.0

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let natural = RadioButtonPart.side * context.theme.base.growth
    let size = Size(width: proposal.width.resolve(natural), height: proposal.height.resolve(natural))
    var box = LayoutBox(size: size)
    box.label = isSelected ? "selected" : "not selected"
    box.attributes = [LayoutBox.Attribute("isSelected", isSelected ? "true" : "false")]
    let side = max(0, min(size.width, size.height))
    let ringColor = isSelected ? selectedColor ?? outerCircleColor : outerCircleColor
    func circle(_ diameter: Double) -> RoundedRect {
      RoundedRect(
        rect: Rect(
          x: (size.width - diameter) / 2, y: (size.height - diameter) / 2, width: diameter, height: diameter),
        radii: CornerRadii(diameter / 2))
    }
    let ring = circle(side)
    if outerCircleLineWidth >= side / 2 {
      box.add(.roundedRect(ring, .solid(ringColor)))
    } else if outerCircleLineWidth > 0 {
      box.add(
        .fill(
          .ring(outer: ring, inner: ring.inset(by: outerCircleLineWidth)), .solid(ringColor),
          bounds: ring.rect))
    }
    guard isSelected else { return box }
    let dot = side - 2 * (outerCircleLineWidth + innerCircleGap)
    if dot > 0 {
      box.add(.roundedRect(circle(dot), .solid(innerCircleColor ?? ringColor)))
    } else {
      box.warnings.append(
        context.warning(
          "the ring of \(NumberText.format(side, digits: 3)) points leaves no room for the dot",
          hint: "make 'outerCircleLineWidth' or 'innerCircleGap' smaller"))
    }
    return box
  }
}
