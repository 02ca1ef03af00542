import CardRaster

/// A bar on a track that shows a percentage.
struct BarPart: CardPart {
  var percent = 0.0
  var barHeight: Double?
  var barColor: Color?
  var barBackgroundColor: Color?
  var cornerRadius: Double?
  var cornerCurve = CornerCurve.circular
  var showTodayLine: Bool?
  var todayLineColor: Color?
  var growing = GrowAnimation()

  static let kind = PartKind(
    "bar", .chart, "A bar over a track, which shows a share of a whole.",
    example: #"{ "type": "bar", "percent": 0.72 }"#,
    measures: ["barHeight", "roundedCorners", "barCornerRadius", "showTodayLine"],
    make: { BarPart() },
    fields: {
      Field("percent", \.percent, .share, "The share, 0…1; a value outside is drawn as the nearest end.")
      Field("barHeight", \.barHeight, .length, "The height of bar and track.", default: "the theme's")
      Field("barColor", \.barColor, .color, "The colour of the bar.", default: "the theme's")
      Field(
        "barBackgroundColor", \.barBackgroundColor, .color, "The colour of the track.", default: "the theme's"
      )
      Field(
        "cornerRadius", \.cornerRadius, .length, "The corners of bar and track.",
        default: "half the height with a theme of round corners, else 0"
      ).alsoCalled("barCornerRadius")
      Field(
        "cornerCurve", \.cornerCurve, .word,
        "The form of these corners: a quarter of a circle, or Apple's continuous curve.")
      Field(
        "showTodayLine", \.showTodayLine, .boolean, "Whether a line marks the deck's `date` in its month.",
        default: "the theme's")
      Field("todayLineColor", \.todayLineColor, .color, "The colour of that line.", default: "the theme's")
      GrowAnimation.fields.fields.map { $0.lifted(\.growing) }
    },
    check: { part, node, path, context in
      part.growing.validateProperties(node, path, context)
      if !(0...1).contains(part.percent) {
        context.warning(
          "percent \(JSONNumber.format(part.percent)) is outside 0…1 and is drawn as \(part.percent < 0 ? 0 : 1)",
          key: "percent", of: node, path,
          hint: part.percent >= 2 && part.percent <= 100
            ? "did you mean \(JSONNumber.format(part.percent / 100))?" : nil)
      }
    })

  var hasNoWidth: Bool { true }
  var groupRole: GroupRole? { .meter }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let theme = context.theme
    let thickness = barHeight ?? theme.barHeight
    // A taller bar makes the part taller; in CardParts it overflows.
    let natural = max(theme.compatibility.barPartHeight, thickness)
    let width = proposal.width.bound.isFinite ? proposal.width.bound : 100
    let size = Size(width: width, height: proposal.height.resolve(natural))
    var box = LayoutBox(size: size)
    let radius = cornerRadius ?? (theme.roundedCorners ? theme.barCornerRadius ?? thickness / 2 : 0)
    let track = RoundedRect(
      rect: Rect(x: 0, y: (size.height - thickness) / 2, width: width, height: thickness),
      radii: CornerRadii(radius), curve: cornerCurve)
    box.add(.roundedRect(track, .solid(barBackgroundColor ?? theme.barBackgroundColor)))
    let share = min(1, max(0, percent))
    if share > 0 {
      // The bar is never shorter than its round ends, so that the smallest value is a dot.
      let least = min(width, min(thickness, 2 * track.radii.largest))
      let length = max(width * share, least)
      let shape = RoundedRect(
        rect: Rect(origin: track.rect.origin, size: Size(width: length, height: thickness)),
        radii: CornerRadii(radius), curve: cornerCurve)
      let paint = Paint.solid(barColor ?? theme.barColor)
      if let motion = growing.motion(from: Point(x: -length, y: 0)) {
        var fill = LayoutBox(size: track.rect.size)
        fill.motion = motion
        fill.add(.roundedRect(shape.moved(by: Point(x: -track.rect.minX, y: -track.rect.minY)), paint))
        var seen = LayoutBox(size: track.rect.size)
        seen.radii = track.radii
        seen.cornerCurve = track.curve
        seen.isClipped = true
        seen.add(fill, at: .zero)
        box.add(seen, at: track.rect.origin)
      } else {
        box.add(.roundedRect(shape, paint))
      }
    }
    if showTodayLine ?? theme.showTodayLine {
      let day = context.date
      let x = min(width - 1, width * Double(day.day) / Double(day.daysInMonth))
      box.add(.rect(Rect(x: x, y: 0, width: 1, height: size.height), todayLineColor ?? theme.todayLineColor))
    } else if todayLineColor != nil {
      box.warnings.append(
        context.warning(
          "'todayLineColor' has no effect without that line", key: "todayLineColor",
          hint: "set 'showTodayLine' to true", code: .noEffect))
    }
    let digits = Rounded(JSONNumber(percent), digits: 0...3, shift: 2)
    let locale = context.locale
    box.label = locale.percentText(locale.decimalText(digits, group: locale.group))
    box.attributes += growing.attributes
    return box
  }
}
