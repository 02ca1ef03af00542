import CardRaster

/// A row of stars or other icons, some of them filled.
struct RatingPart: CardPart {
  var value = 0.0
  var count = 5
  var icon: IconChoice?
  var size = 18.0
  var spacing = 2.0
  var ratingColor: Color?
  var emptyColor: Color?

  static let kind = PartKind(
    "rating", .chart, "A row of stars or other icons, filled up to a value.",
    example:
      ##"{ "type": "rating", "value": 3.5, "ratingColor": "#F9A825", "alt": "3.5 of 5 stars" }"##,
    make: { RatingPart() },
    follow: { part, theme in
      part.size *= theme.unit
      part.spacing *= theme.unit
    }, needs: [["value"]],
    fields: {
      Field("value", \.value, .number(0...100), "The number of filled icons; fractions fill from the left.")
      Field("count", \.count, .integer(1...100), "The number of icons.")
      Field("icon", \.icon, .icon, "The icon that is repeated.", default: "`star`")
      Field("size", \.size, .length, "The side of each.")
      Field("spacing", \.spacing, .length, "The space between two of them.")
      Field(
        "ratingColor", \.ratingColor, .color, "The colour of filled ones.", default: "the theme's `barColor`")
      Field(
        "emptyColor", \.emptyColor, .color, "The colour of the others.",
        default:
          "the theme's `barBackgroundColor`; in themes but `turbo` and `mint` with a contrast of 1.6:1 or more"
      )
    },
    check: { part, node, path, context in
      if node["icon"] == nil { part.icon = ValueKind<IconChoice>.icon.parse(.of("star"), path, context) }
      guard part.value > Double(part.count) else { return }
      context.warning(
        "\(JSONNumber.format(part.value)) is more than 'count' \(part.count) and is drawn as \(part.count)",
        key: "value",
        of: node, path)
    })

  var fillsWidth: Bool { false }
  var keepsWidth: Bool { true }
  var keepsSize: Bool { true }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let pitch = size + spacing
    let natural = Size(width: Double(count) * pitch - spacing, height: size)
    try context.checkLength(natural.width, "the rating's width in pixels")
    var box = LayoutBox(
      size: Size(
        width: proposal.width.resolve(natural.width), height: proposal.height.resolve(natural.height)))
    guard let icon else { return box }
    // If the width is too small, all icons shrink.
    let factor = natural.width > 0 ? min(1, box.size.width / natural.width) : 1
    let (size, step) = (size * factor, pitch * factor)
    let top = (box.size.height - size) / 2
    for index in 0..<count {
      let frame = Rect(x: Double(index) * step, y: top, width: size, height: size)
      let part = min(1, max(0, value - Double(index)))
      if part < 1 { box.add(.image(item(icon, frame, emptyColor ?? track(context.theme)))) }
      guard part > 0 else { continue }
      let filled = DisplayItem.image(item(icon, frame, ratingColor ?? context.theme.barColor))
      let seen = Rect(x: frame.minX, y: frame.minY, width: size * part, height: size)
      box.add(
        part < 1
          ? .group(DisplayItem.Group([filled], clip: .roundedRect(RoundedRect(rect: seen)))) : filled)
    }
    box.label = context.locale.textOf(value, of: Double(count))
    box.attributes.append(LayoutBox.Attribute("value", value: min(value, Double(count))))
    return box
  }

  /// The colour of empty icons: that of tracks, but small icons need more contrast than a bar.
  private func track(_ theme: ResolvedTheme) -> Color {
    guard theme.compatibility.name == .none else { return theme.barBackgroundColor }
    let grounds = theme.grounds.isEmpty ? [theme.cardBackgroundColor] : theme.grounds
    let seen = theme.barBackgroundColor.over(grounds[0])
    return seen.standingOut(from: grounds, by: Self.leastContrast)
  }

  /// The least contrast of empty icons with the background.
  private static let leastContrast = 1.6

  private func item(_ icon: IconChoice, _ frame: Rect, _ color: Color) -> DisplayItem.ImageItem {
    DisplayItem.ImageItem(image: icon.filled, frame: frame, tint: color)
  }
}
