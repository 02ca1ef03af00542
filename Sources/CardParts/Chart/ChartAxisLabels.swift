import CardRaster

/// The labels of a horizontal axis, as flat as they fit.
struct ChartAxisLabels {
  /// A label and where its tick is, in points from the left end of the axis.
  struct Item {
    var label: ChartLabel
    var second: ChartLabel?
    var place: Double
  }

  /// Where labels may be, in points from the left end of the axis.
  struct Bounds {
    var low = -Double.infinity
    var high = Double.infinity
  }

  var items: [Item] = []
  var bounds = Bounds()
  /// 0, or degrees up to 90.
  var angle = 0.0
  /// Whether turned labels are read upwards; otherwise downwards.
  var isRising = true
  /// Whether they stand above the plot.
  var isOnTop = false
  /// How much height the labels take, the space between them and the plot left out.
  var height = 0.0
  /// How many labels were hidden.
  var hidden = 0
  /// How many of the hidden ones are names, which nothing else on the axis tells.
  var hiddenNames = 0
  /// Whether the first of several moments is all that there is room for.
  var isAlone = false
  /// Whether labels touch whatever was tried.
  var isCrowded = false

  static let gap = 8.0

  /// Whether a turned label ends at its tick; otherwise it begins there.
  private var endsAtTick: Bool { isRising != isOnTop }

  /// How far turned labels reach to the left of the axis.
  var overhang: Double {
    guard angle > 0, endsAtTick else { return 0 }
    let (_, cosine) = Angle.sineAndCosine(degrees: angle)
    return items.map { max(0, $0.label.width * cosine - $0.place) }.max() ?? 0
  }

  /// How far turned labels reach beyond the right end of an axis of a length.
  func overhang(beyond length: Double) -> Double {
    guard angle > 0, !endsAtTick else { return 0 }
    let (_, cosine) = Angle.sineAndCosine(degrees: angle)
    return items.map { max(0, $0.place + $0.label.width * cosine - length) }.max() ?? 0
  }

  /// How far the last of flat labels reaches beyond the right end of an axis of a length, each centred at its tick.
  func reach(beyond length: Double) -> Double {
    guard angle == 0 else { return 0 }
    return items.map { max(0, $0.place + $0.label.width / 2 - length) }.max() ?? 0
  }

  /// The left edge of a label, moved to where it may be: into the part, and away from a legend at a side.
  static func left(_ length: Double, at place: Double, in bounds: Bounds) -> Double {
    max(bounds.low, min(bounds.high - length, place - length / 2))
  }

  /// Draws the labels.
  ///
  /// - Parameter origin: the left end of the axis and the upper edge of the labels.
  func draw(into box: inout LayoutBox, at origin: Point) {
    let baseline = items.map { $0.label.baseline }.max() ?? 0
    for item in items {
      guard angle == 0 else {
        box.content.append(.item(turned(item, at: origin)))
        continue
      }
      // Above a plot, what has fewer lines stands as near to it as the others.
      let down = isOnTop ? height - item.label.height - (item.second?.height ?? 0) : 0
      let left = ChartAxisLabels.left(item.label.width, at: item.place, in: bounds)
      let shift = (item.label.text.size.width - item.label.width) / 2
      box.content.append(
        .text(
          item.label.text,
          at: Point(x: origin.x + left - shift, y: origin.y + down + baseline - item.label.baseline)))
      if let second = item.second {
        let left = ChartAxisLabels.left(second.width, at: item.place, in: bounds)
        box.content.append(
          .text(second.text, at: Point(x: origin.x + left, y: origin.y + down + item.label.height)))
      }
    }
  }

  /// A label whose end, or start, stands at its tick.
  private func turned(_ item: Item, at origin: Point) -> DisplayItem {
    let (sine, cosine) = Angle.sineAndCosine(degrees: isRising ? -angle : angle)
    let label = item.label
    let middle = (label.baseline + label.lastBaseline) / 2
    let reach = label.text.lines.count > 1 ? label.text.size.width : label.width
    var items: [DisplayItem] = []
    for line in label.text.lines {
      for run in line.runs {
        var moved = run
        let left = label.text.lines.count > 1 && !endsAtTick ? run.origin.x - line.frame.minX : run.origin.x
        moved.origin = Point(x: left - (endsAtTick ? reach : 0), y: run.origin.y - middle)
        items.append(.glyphs(moved))
      }
    }
    let cap = (label.text.lines.first?.runs.first?.font.size ?? 11) * chartCapHeight
    let block = label.lastBaseline - label.baseline
    // The middle of the capital letters stands at the tick, and the nearest corner at the edge; at 45 degrees a little
    // farther right and down, where slanted letters seem to begin.
    let across = sine * cap * (angle == 45 ? -0.7425 : -0.5)
    let down = isOnTop ? height - cosine * block / 2 : cosine * (cap * (angle == 45 ? 1.06 : 1) + block / 2)
    let transform = Transform(
      a: cosine, b: sine, c: -sine, d: cosine, tx: origin.x + item.place + across, ty: origin.y + down)
    return .group(DisplayItem.Group(items, transform: transform))
  }
}
