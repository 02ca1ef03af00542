import CardRaster

/// The labels below a plot: as flat as they fit.
///
/// Tried in this order: in one line, in two at spaces, shorter names of months, every second or third of numbers and
/// moments, turned by 45°, upright. Names are never left out.
struct ChartAxisLabels {
  /// A label and where its tick is, in points from the left end of the axis.
  struct Item {
    var label: ChartLabel
    var second: ChartLabel?
    var place: Double
  }

  var items: [Item] = []
  /// 0, 45 or 90 degrees.
  var angle = 0.0
  /// How much height the labels take, the space above them left out.
  var height = 0.0
  /// How many labels were hidden.
  var hidden = 0
  /// Whether labels touch whatever was tried.
  var isCrowded = false

  static let gap = 8.0

  /// Arranges labels.
  ///
  /// - Parameters:
  ///   - names: what is written at each place, the longest form first.
  ///   - isNames: whether all must stay.
  ///   - width: the width of the part, which no label leaves.
  ///   - origin: where the axis begins in the part.
  static func arrange(
    _ forms: [[ChartTick]], places: [Double], isNames: Bool, step: Double, angle wanted: Double?,
    width: Double,
    origin: Double, most: Double, _ font: Font, _ color: Color, _ texts: ChartTexts
  ) throws(RasterError) -> ChartAxisLabels {
    if let wanted, wanted != 0 {
      return try turned(
        forms.last ?? [], places, angle: wanted.magnitude > 60 ? 90 : 45, most: most, font, color, texts)
    }
    for form in forms {
      if let flat = try flat(form, places, lines: 1, step: step, width, origin, font, color, texts) {
        return flat
      }
      if isNames, let two = try flat(form, places, lines: 2, step: step, width, origin, font, color, texts) {
        return two
      }
    }
    guard let form = forms.last else { return ChartAxisLabels() }
    if !isNames {
      for every in 2...max(2, form.count) {
        let kept = form.indices.filter { $0 % every == 0 }
        if let thinned = try flat(
          kept.map { form[$0] }, kept.map { places[$0] }, lines: 1, step: step, width, origin, font, color,
          texts)
        {
          var result = thinned
          result.hidden = form.count - kept.count
          return result
        }
      }
    }
    let slanted = try turned(form, places, angle: 45, most: most, font, color, texts)
    if slanted.height <= most, !slanted.isCrowded { return slanted }
    return try turned(form, places, angle: 90, most: most, font, color, texts)
  }

  /// All labels upright in one or two lines; nil when two touch.
  private static func flat(
    _ ticks: [ChartTick], _ places: [Double], lines: Int, step: Double, _ width: Double, _ origin: Double,
    _ font: Font, _ color: Color, _ texts: ChartTexts
  ) throws(RasterError) -> ChartAxisLabels? {
    var result = ChartAxisLabels()
    var reach = -Double.infinity
    var secondReach = -Double.infinity
    // Names that run from right to left come in falling places.
    let order = places.indices.sorted { places[$0] < places[$1] }
    for number in order {
      let tick = ticks[number]
      guard !tick.text.isEmpty else { continue }
      let label: ChartLabel
      if lines > 1 {
        let room = max(24, step - gap)
        label = try texts.label(tick.text, font, color, width: room, lines: 2, alignment: .center)
        if label.text.isTruncated || label.width > room + 0.5 || hasBrokenWord(label) { return nil }
      } else {
        label = try texts.label(tick.text, font, color)
      }
      var item = Item(label: label, place: places[number])
      let left = self.left(label.width, at: item.place, width, origin)
      if left < reach + gap { return nil }
      reach = left + label.width
      if let second = tick.second {
        let below = try texts.label(second, font, color)
        let left = self.left(below.width, at: item.place, width, origin)
        // The larger unit gives way where a later one stands; it says nothing new there.
        if left >= secondReach + gap {
          item.second = below
          secondReach = left + below.width
        }
      }
      if label.width > width { return nil }
      result.height = max(result.height, label.height + (item.second?.height ?? 0))
      result.items.append(item)
    }
    return result
  }

  /// Whether a line ends within a word.
  private static func hasBrokenWord(_ label: ChartLabel) -> Bool {
    let words = Set(
      label.string.split { $0 == " " || $0 == "\u{AD}" || $0 == "-" || $0 == "/" }.map(String.init))
    return label.text.lines.contains { line in
      line.text.split { $0 == " " || $0 == "-" || $0 == "/" }.contains { !words.contains(String($0)) }
    } && !label.string.unicodeScalars.contains { $0.value >= 0x2E80 }
  }

  /// The left edge of a label, moved into the part.
  static func left(_ length: Double, at place: Double, _ width: Double, _ origin: Double) -> Double {
    max(-origin, min(width - origin - length, place - length / 2))
  }

  private static func turned(
    _ ticks: [ChartTick], _ places: [Double], angle: Double, most: Double, _ font: Font, _ color: Color,
    _ texts: ChartTexts
  ) throws(RasterError) -> ChartAxisLabels {
    var result = ChartAxisLabels()
    result.angle = angle
    let (sine, cosine) = Angle.sineAndCosine(degrees: angle)
    let longest = angle == 90 ? most : (most - font.size * cosine) / sine
    for (tick, place) in zip(ticks, places) where !tick.text.isEmpty {
      let label = try texts.label(tick.text, font, color, width: max(24, longest))
      result.items.append(Item(label: label, place: place))
      result.height = max(result.height, label.width * sine + label.height * cosine)
    }
    let pitch =
      zip(result.items, result.items.dropFirst()).map { abs($1.place - $0.place) }.min() ?? .infinity
    result.isCrowded = pitch < font.size * 1.15 / sine
    return result
  }

  /// How far turned labels reach to the left of the axis.
  var overhang: Double {
    guard angle > 0, angle < 90 else { return 0 }
    let (_, cosine) = Angle.sineAndCosine(degrees: angle)
    return items.map { max(0, $0.label.width * cosine - $0.place) }.max() ?? 0
  }

  /// Draws the labels.
  ///
  /// - Parameter origin: the left end of the axis and the upper edge of the labels.
  func draw(into box: inout LayoutBox, at origin: Point, width: Double) {
    let baseline = items.map { $0.label.baseline }.max() ?? 0
    for item in items {
      if angle == 0 {
        let left = ChartAxisLabels.left(item.label.width, at: item.place, width, origin.x)
        let shift = (item.label.text.size.width - item.label.width) / 2
        box.content.append(
          .text(
            item.label.text,
            at: Point(x: origin.x + left - shift, y: origin.y + baseline - item.label.baseline)))
        if let second = item.second {
          let left = ChartAxisLabels.left(second.width, at: item.place, width, origin.x)
          box.content.append(
            .text(second.text, at: Point(x: origin.x + left, y: origin.y + item.label.height)))
        }
      } else {
        box.content.append(.item(turned(item, at: origin)))
      }
    }
  }

  /// A label that ends below its tick.
  private func turned(_ item: Item, at origin: Point) -> DisplayItem {
    let (sine, cosine) = Angle.sineAndCosine(degrees: -angle)
    let label = item.label
    var items: [DisplayItem] = []
    for line in label.text.lines {
      for run in line.runs {
        var moved = run
        moved.origin = Point(x: run.origin.x - label.width, y: run.origin.y - line.baseline)
        items.append(.glyphs(moved))
      }
    }
    let cap = (label.text.lines.first?.runs.first?.font.size ?? 11) * chartCapHeight
    let middle = angle == 90 ? cap / 2 : cap * 0.75
    let transform = Transform(
      a: cosine, b: sine, c: -sine, d: cosine,
      tx: origin.x + item.place + (angle == 90 ? middle : middle * 0.7),
      ty: origin.y + (angle == 90 ? 0 : cap * 0.75))
    return .group(DisplayItem.Group(items, transform: transform))
  }
}
