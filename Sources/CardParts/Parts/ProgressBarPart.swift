import CardRaster

/// A bar of coloured segments with a marker, a title above the marker and values below.
struct ProgressBarPart: CardPart {
  var barColors: [Color] = []
  var currentValue: Double?
  var progressBarWidth: Extent?
  var barHeight: Double?
  var barCornerRadius: Double?
  var marker: ImageSource?
  var markerColor: Color?
  var markerViewHeight = 7.0
  var markerLabelTitle: String?
  var titleLook = TextLook()
  var barValues: [BarValue] = []
  var showBarValues: Bool?
  var valueLook = TextLook()
  var labelToMarkerCushion = 4.0
  var markerToColorsBarCushion = 4.0
  var colorsBarToValuesBarCushion = 8.0
  var growing = GrowAnimation()

  static let kind = PartKind(
    "progressBar", .chart, "A bar of coloured segments, with a marker over one of them and values below.",
    example:
      ##"{ "type": "progressBar", "barColors": ["#FF655B", "#FFA057", "#5FDB63", "#219D60"], "currentValue": 3, "progressBarWidth": 240, "barCornerRadius": 5, "markerLabelTitle": "Good" }"##,
    make: { ProgressBarPart() },
    follow: { part, theme in
      for path in [
        \ProgressBarPart.markerViewHeight, \.labelToMarkerCushion, \.markerToColorsBarCushion,
        \.colorsBarToValuesBarCushion,
      ] { part[keyPath: path] *= theme.base.growth }
    }, needs: [["barColors"]],
    fields: {
      Field(
        "barColors", \.barColors, .list(.color, 1...256), "The colours of the segments; all are equally wide."
      )
      Field(
        "currentValue", \.currentValue, .number(-1e15...1e15),
        "Where the marker is: the number of a segment, from 1, or, where `barValues` has numbers for the joints, a value between them; 0 for no marker."
      )
      Field(
        "progressBarWidth", \.progressBarWidth, .extent,
        "The width of the bar, which is centred in the part.",
        default: "that of the part; 120 in `turbo` and `mint`")
      Field("barHeight", \.barHeight, .length, "The height of the bar.", default: .value(10))
      Field(
        "barCornerRadius", \.barCornerRadius, .length, "The corners of the whole bar.",
        default: "half the height; 0 in `turbo` and `mint`")
      Field(
        "marker", \.marker, .image, "A picture instead of the triangle; as tall as `markerViewHeight`.",
        default: "a triangle")
      Field("markerColor", \.markerColor, .color, "The colour of the triangle.", default: "the theme's")
      Field(
        "markerViewHeight", \.markerViewHeight, .length,
        "The height of the marker; the triangle is as wide as tall.")
      Field("markerLabelTitle", \.markerLabelTitle, .text, "A title over the marker; one line.")
      TextLook.fields(font: "markerTitleFont", color: "markerTitleColor", of: "title").map {
        $0.lifted(\.titleLook)
      }
      Field(
        "barValues", \.barValues, .list(.barValue, 0...257),
        "Values below the bar: one for each segment, centred below it, or one for each joint and end. Rising or falling numbers at the joints are a scale for `currentValue`."
      )
      Field(
        "showBarValues", \.showBarValues, .boolean, "Whether the values are shown.",
        default: "true when there are `barValues`")
      TextLook.fields(font: "barValueFont", color: "barValueColor", of: "values").map {
        $0.lifted(\.valueLook)
      }
      Field(
        "labelToMarkerCushion", \.labelToMarkerCushion, .length, "Space between the title and the marker.")
      Field(
        "markerToColorsBarCushion", \.markerToColorsBarCushion, .length,
        "Space between the marker and the bar.")
      Field(
        "colorsBarToValuesBarCushion", \.colorsBarToValuesBarCushion, .length,
        "Space between the bar and the values.")
      GrowAnimation.fields.fields.map { $0.lifted(\.growing) }
    },
    check: { part, node, path, context in
      part.growing.validateProperties(node, path, context)
      let position = part.position
      if let value = part.currentValue, value != 0, position == nil, !part.barColors.isEmpty {
        context.error(
          node["currentValue"] ?? node, path.key("currentValue"),
          "\(JSONNumber.format(value)) is out of range: \(part.expected)", code: .outOfRange)
      }
      if position == nil {
        let hint = "set 'currentValue' to the number of a segment"
        if part.growing.animated {
          context.refuse(["animated"], of: node, path, "without a marker", hint: hint)
        }
        context.refuse(["markerLabelTitle"], of: node, path, "without a marker", hint: hint)
      }
      if part.marker != nil { context.refuse(["markerColor"], of: node, path, "with 'marker'") }
      if part.showBarValues == true, node["barValues"] == nil, !node.omitsBoundNulls {
        context.error(node["showBarValues"] ?? node, path, "'showBarValues' needs 'barValues'")
      }
      if part.barValues.isEmpty || part.showBarValues == false {
        context.noteUnseen(
          ["barValueFont", "barValueColor", "colorsBarToValuesBarCushion"], of: node, path, "without values",
          hint: part.barValues.isEmpty ? "give the bar 'barValues'" : "set 'showBarValues' to true")
      }
    })

  /// The position of the marker, in segments from the start of the bar; nil without a marker.
  private var position: Double? {
    guard let currentValue else { return nil }
    if let scale = scale(readsTexts: false) { return BarValue.position(of: currentValue, on: scale) }
    if currentValue >= 1, currentValue <= Double(barColors.count), currentValue.rounded() == currentValue {
      return currentValue - 0.5
    }
    return scale(readsTexts: true).flatMap { BarValue.position(of: currentValue, on: $0) }
  }

  /// The values at the segment boundaries; nil unless all are numbers in ascending or descending order.
  ///
  /// - Parameter readsTexts: Whether texts such as "300" count as numbers.
  private func scale(readsTexts: Bool) -> [Double]? {
    guard barValues.count == barColors.count + 1 else { return nil }
    let numbers = barValues.compactMap { readsTexts ? JSONNode.cell($0.text).meantNumber?.value : $0.number }
    let pairs = Array(zip(numbers, numbers.dropFirst()))
    guard numbers.count == barValues.count, pairs.allSatisfy(<) || pairs.allSatisfy(>) else { return nil }
    return numbers
  }

  /// The valid range of `currentValue`, for messages.
  private var expected: String {
    let scale = scale(readsTexts: true).flatMap { scale in
      scale.first.flatMap { first in
        scale.last.map { "a value from \(JSONNumber.format(first)) to \(JSONNumber.format($0))" }
      }
    }
    let count = barColors.count
    let segment = "the number of a segment, \(count == 1 ? "1" : "1 to \(count)")"
    if let scale {
      return "expected \(self.scale(readsTexts: false) == nil ? "\(segment), or " : "")\(scale)"
    }
    let hint = "; numbers at the \(count + 1) joints in 'barValues' make it a value on their scale"
    return "expected \(segment)\(hint)"
  }

  var groupRole: GroupRole? { .meter }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let theme = context.theme
    let isClassic = theme.compatibility.name == .cardParts
    let room = proposal.width.bound.isFinite ? proposal.width.bound : 240
    let wanted =
      switch progressBarWidth {
      case .points(let width): width
      case .share(let share): share * room
      case nil: isClassic ? 120 : room
      }
    let width = proposal.width.resolve(wanted)
    let barWidth = min(wanted, width)
    let left = (width - barWidth) / 2
    let segment = barWidth / Double(max(1, barColors.count))
    var box = LayoutBox(size: .zero)
    var y = 0.0
    if wanted > width + 0.5, progressBarWidth != nil {
      box.warnings.append(
        context.warning(
          "the bar is \(NumberText.format(wanted, digits: 3)) points wide and was shortened to \(NumberText.format(width, digits: 3))",
          key: "progressBarWidth"))
    }
    if let position {
      let middle = left + segment * position
      var slider = LayoutBox(size: Size(width: width, height: 0))
      if let markerLabelTitle, !markerLabelTitle.isEmpty {
        let (font, color) = titleLook.over(theme.markerTitleFont, theme.markerTitleColor)
        // Centred on the marker by its own width, in every language direction.
        let title = try context.line(
          markerLabelTitle, font, color, width: width, alignment: .left)
        let x = max(0, min(width - title.naturalWidth, middle - title.naturalWidth / 2))
        var name = LayoutBox(size: Size(width: width, height: title.size.height))
        // The animation starts where the title is for the first segment, clamped to the part.
        let start = max(
          0, min(width - title.naturalWidth, left + segment / 2 - title.naturalWidth / 2))
        name.motion = growing.motion(from: Point(x: start - x, y: 0))
        name.add(title, at: Point(x: x, y: 0))
        box.add(name, at: Point(x: 0, y: y))
        box.warnings += context.warnings(title, key: "markerLabelTitle")
        y += title.size.height + labelToMarkerCushion
      }
      slider.motion = growing.motion(from: Point(x: segment * (0.5 - position), y: 0))
      addMarker(to: &slider, middle: middle, y: 0, theme)
      slider.size.height = markerViewHeight
      box.add(slider, at: Point(x: 0, y: y))
      y += markerViewHeight + markerToColorsBarCushion
    }
    let height = barHeight ?? 10 * theme.base.growth
    addSegments(
      to: &box, Rect(x: left, y: y, width: barWidth, height: height), segment,
      radius: barCornerRadius ?? (isClassic ? 0 : height / 2))
    y += height
    if showBarValues ?? true, !barValues.isEmpty {
      y += colorsBarToValuesBarCushion
      y += try addValues(to: &box, left: left, barWidth: barWidth, width: width, y: y, context)
    }
    box.label = alternative(context.locale)
    box.attributes += growing.attributes
    let total = proposal.height.resolve(y)
    box.size = Size(width: width, height: total)
    return box
  }

  /// The alt text: the value and its range; nil without a marker, or if the marker has a title.
  private func alternative(_ locale: DeckLocale) -> String? {
    guard let currentValue, position != nil, markerLabelTitle?.isEmpty != false else { return nil }
    let isSegment = currentValue == currentValue.rounded() && scale(readsTexts: false) == nil
    guard let scale = scale(readsTexts: true), let first = scale.first, let last = scale.last,
      !(isSegment && (1...Double(barColors.count)).contains(currentValue))
    else { return locale.textOf(currentValue, of: Double(barColors.count)) }
    return "\(JSONNumber.format(currentValue)) (\(JSONNumber.format(first))–\(JSONNumber.format(last)))"
  }

  private func addMarker(to box: inout LayoutBox, middle: Double, y: Double, _ theme: ResolvedTheme) {
    if let marker {
      let width = marker.size.height > 0 ? marker.size.width * markerViewHeight / marker.size.height : 0
      box.add(
        .image(
          DisplayItem.ImageItem(
            image: marker, frame: Rect(x: middle - width / 2, y: y, width: width, height: markerViewHeight))))
      return
    }
    let half = markerViewHeight / 2
    let triangle = Path.polygon([
      Point(x: middle - half, y: y), Point(x: middle + half, y: y), Point(x: middle, y: y + markerViewHeight),
    ])
    let bounds = Rect(x: middle - half, y: y, width: markerViewHeight, height: markerViewHeight)
    box.add(.fill(.path(triangle), .solid(markerColor ?? theme.markerColor), bounds: bounds))
  }

  private func addSegments(to box: inout LayoutBox, _ bar: Rect, _ segment: Double, radius: Double) {
    let items = barColors.enumerated().map { index, color in
      DisplayItem.rect(
        Rect(x: bar.minX + Double(index) * segment, y: bar.minY, width: segment, height: bar.height), color)
    }
    let shape = RoundedRect(rect: bar, radii: CornerRadii(radius))
    box.add(.group(DisplayItem.Group(items, clip: .roundedRect(shape))))
  }

  /// Adds the row of values; returns its height.
  private func addValues(
    to box: inout LayoutBox, left: Double, barWidth: Double, width: Double, y: Double,
    _ context: LayoutContext
  ) throws(RasterError) -> Double {
    let theme = context.theme
    let (font, color) = valueLook.over(theme.barValueFont, theme.barValueColor)
    let isUnderMiddles = barValues.count == barColors.count
    let steps = Double(isUnderMiddles ? barValues.count : max(1, barValues.count - 1))
    var height = 0.0
    var end = -Double.infinity
    for (index, value) in barValues.enumerated() {
      let text = try context.line(value.text, font, color)
      let middle = left + barWidth * (Double(index) + (isUnderMiddles ? 0.5 : 0)) / steps
      let x = max(0, min(width - text.naturalWidth, middle - text.naturalWidth / 2))
      if x < end {
        box.warnings.append(
          context.warning(
            "the value \(DeckIssue.quoted(value.text)) overlaps its neighbour", key: "barValues", index: index
          ))
      }
      end = x + text.naturalWidth
      box.add(text, at: Point(x: x, y: y))
      box.warnings += context.warnings(text, key: "barValues", index: index)
      height = max(height, text.size.height)
    }
    return height
  }
}
