import CardModel
import CardRaster

/// The labels of a horizontal axis, turned as little as possible.
struct ChartAxisLabels {
  /// A label and the place of its tick, in points from the left end of the axis.
  struct Item {
    var label: ChartLabel
    var second: ChartLabel?
    var place: Double
  }

  /// The range for labels, in points from the left end of the axis.
  struct Bounds {
    var low = -Double.infinity
    var high = Double.infinity
  }

  var items: [Item] = []
  var bounds = Bounds()
  /// The rotation in degrees, 0 to 90.
  var angle = 0.0
  /// Whether turned labels are read upwards; otherwise downwards.
  var isRising = true
  /// Whether the labels are above the plot.
  var isOnTop = false
  /// The height of the labels, without the gap to the plot.
  var height = 0.0
  /// The number of hidden labels.
  var hidden = 0
  /// The number of hidden names that nothing else on the axis shows.
  var hiddenNames = 0
  /// Whether only the first of several dates has space.
  var isAlone = false
  /// Whether labels touch in every arrangement.
  var isCrowded = false

  static let gap = 8.0

  /// Whether a turned label ends at its tick; otherwise it begins there.
  private var endsAtTick: Bool { isRising != isOnTop }

  /// The distances that labels extend beyond the left and the right end of an axis with a length.
  ///
  /// These are turned labels, and the last flat number, which is centred on its tick.
  func overhang(
    _ length: Double, ofNumbers: Bool, inPanel: Bool = false
  ) -> (left: Double, right: Double) {
    let cosine = Angle.sineAndCosine(degrees: angle).cosine
    func most(_ reach: (Item) -> Double) -> Double { items.map { max(0, reach($0)) }.max() ?? 0 }
    if angle == 0 {
      // Panels have no room for moved labels, which would be nearer to other ticks.
      return (
        inPanel ? most { $0.label.width / 2 - $0.place } : 0,
        ofNumbers || inPanel ? most { $0.place + $0.label.width / 2 - length } : 0
      )
    }
    return endsAtTick
      ? (most { $0.label.width * cosine - $0.place }, 0)
      : (0, most { $0.place + $0.label.width * cosine - length })
  }

  /// The left edge of a label, moved into the part and away from a legend at a side.
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
      // Above a plot, labels with fewer lines are moved down to the plot.
      let down = isOnTop ? height - item.label.height - (item.second?.height ?? 0) : 0
      let left = ChartAxisLabels.left(item.label.width, at: item.place, in: bounds)
      let shift = (item.label.text.size.width - item.label.width) / 2
      box.write(item.label, origin.x + left - shift, origin.y + down + baseline - item.label.baseline)
      if let second = item.second {
        let left = ChartAxisLabels.left(second.width, at: item.place, in: bounds)
        box.write(second, origin.x + left, origin.y + down + item.label.height)
      }
    }
  }

  /// A label whose end, or start, is at its tick.
  private func turned(_ item: Item, at origin: Point) -> DisplayItem {
    let (sine, cosine) = Angle.sineAndCosine(degrees: isRising ? -angle : angle)
    let label = item.label
    let middle = (label.baseline + label.lastBaseline) / 2
    let reach = label.blockWidth
    var items: [DisplayItem] = []
    for line in label.text.lines {
      for run in line.runs {
        var moved = run
        let left = label.text.lines.count > 1 && !endsAtTick ? run.origin.x - line.frame.minX : run.origin.x
        moved.origin = Point(x: left - (endsAtTick ? reach : 0), y: run.origin.y - middle)
        items.append(.glyphs(moved))
      }
    }
    let (cap, block) = (label.capHeight, label.block)
    // The middle of the capital letters is at the tick, and the nearest corner at the edge. At 45 degrees,
    // the text is moved right and down a little, where slanted letters appear to start.
    let across = sine * cap * (angle == 45 ? -0.7425 : -0.5)
    let down = isOnTop ? height - cosine * block / 2 : cosine * (cap * (angle == 45 ? 1.06 : 1) + block / 2)
    let transform = Transform(
      a: cosine, b: sine, c: -sine, d: cosine, tx: origin.x + item.place + across, ty: origin.y + down)
    return .group(DisplayItem.Group(items, transform: transform))
  }
}

extension ChartAxisLabels {
  /// The settings for arranging labels.
  ///
  /// These arrangements are tried in order: one line, shorter month names, two or three lines broken at spaces,
  /// names with a smaller distance, names in a smaller font, every second or third number, month or date, rotation by
  /// 45° in one or two lines, rotation of short names by 90°. Names are only left out if rotated ones would overlap.
  struct Setting {
    let texts: ChartTexts
    var font: Font
    let color: Color
    /// The width of the area for all labels.
    let width: Double
    /// The position of the start of the axis in this area.
    let origin: Double
    /// The maximum height.
    var most = 130.0
    /// The distance of two names.
    var step = 0.0
    /// Whether the labels are names, which are kept if possible.
    var isNames = false
    /// Whether the names are those of months or weekdays, some of which are enough.
    var isCycle = false
    /// Whether all years have a label, if necessary as `’26`.
    var keepsYears = false
    /// The scale of the font for names that do not fit otherwise.
    var smallest = 1.0
    /// Whether words may be broken by the rules of the language.
    private var mayHyphenate = false
    /// How much wider than its share of the axis a word may be next to shorter names.
    private var stretch = 1.0
    /// Whether they are numbers on a continuous scale.
    var areNumbers = false
    var angle: Double?
    /// The maximum length of a label.
    var limit: Double?
    var overlap = ChartAxisSpec.Overlap.auto
    var isOnTop = false
    /// Whether the chart is low, so that larger units are in the line of their dates if they fit.
    var isLow = false
    /// The unit at the largest number.
    var unit = ChartUnit.Affixes()

    init(_ chart: ChartLayout, _ axis: ChartAxisSpec, width: Double, origin: Double) {
      texts = chart.texts
      (font, color) = (chart.style.labelFont, chart.style.labelColor)
      (self.width, self.origin) = (width, origin)
      (angle, limit, overlap) = (axis.labelAngle, axis.labelLimit, axis.labelOverlap)
      stretch = chart.isModern ? 1.5 : 1
      if chart.isModern, chart.spec.style.font?.size == nil {
        smallest = min(1, 10 * chart.growth / max(1, font.size))
      }
    }

    /// The number of letters of names that may be rotated by 90°.
    private static let longestUpright = 12
  }
}

extension ChartAxisLabels.Setting {
  /// Arranges labels.
  ///
  /// - Parameter forms: the texts at each place, the longest form first.
  func arrange(_ forms: [[ChartTick]], places: [Double]) throws(RasterError) -> ChartAxisLabels {
    var result = try arranged(forms, places)
    result.isOnTop = isOnTop
    result.bounds = bounds
    return result
  }

  private var bounds: ChartAxisLabels.Bounds { ChartAxisLabels.Bounds(low: -origin, high: width - origin) }

  private func arranged(_ forms: [[ChartTick]], _ places: [Double]) throws(RasterError) -> ChartAxisLabels {
    guard let shortest = forms.last else { return ChartAxisLabels() }
    if let angle, angle != 0 {
      var turned = try turned(isNames ? forms[0] : shortest, places, angle: angle.magnitude)
      turned.isRising = angle < 0
      return turned
    }
    if overlap == .none, let all = try flat(shortest, places, lines: 1, mayTouch: true) { return all }
    if let flat = try flatForms(forms, places) { return flat }
    if keepsYears, let years = Self.shortYears(shortest),
      let flat = try flat(years, places, lines: 1, gap: 0.5 * font.size)
    {
      return flat
    }
    let mayThin = !isNames || isCycle || angle == 0 || overlap == .parity || overlap == .greedy
    if mayThin, let thinned = try thinned(shortest, places) {
      guard areNumbers, thinned.items.count < 2, shortest.count(where: { !$0.text.isEmpty }) > 1 else {
        return thinned
      }
      // A single number is not a scale.
      let turned = try turnedNumbers(shortest, places)
      return turned.isCrowded ? thinned : turned
    }
    guard isNames else { return try turnedNumbers(shortest, places) }
    // Larger units that are not written below the names are part of them.
    let hasLargerUnits = shortest.contains { $0.second != nil }
    return try turnedNames(hasLargerUnits ? forms[0] : shortest, places)
  }

  /// The first form of the labels that fits upright; nil if there is none.
  private func flatForms(_ forms: [[ChartTick]], _ places: [Double]) throws(RasterError) -> ChartAxisLabels? {
    guard isNames else {
      for form in forms { if let flat = try flat(form, places, lines: 1) { return flat } }
      return nil
    }
    for setting in smallest < 1 ? [self, smaller] : [self] {
      // Numbers such as hours may be nearer to each other than words, which would look like one phrase.
      let areNumbers = forms.last?.allSatisfy { $0.text.contains(where: \.isNumber) } ?? false
      for gap in [ChartAxisLabels.gap, (areNumbers ? 0.4 : 0.5) * setting.font.size] {
        for lines in 1...3 {
          for form in forms {
            if let flat = try setting.flat(form, places, lines: lines, gap: gap) { return flat }
          }
        }
      }
    }
    guard stretch > 1 else { return nil }
    let settings = smallest < 1 ? [self, smaller] : [self]
    for (stretch, var setting) in [stretch, 1.25, 1].flatMap({ stretch in settings.map { (stretch, $0) } }) {
      (setting.mayHyphenate, setting.stretch) = (true, stretch)
      for form in forms {
        guard let flat = try setting.flat(form, places, lines: 3, gap: 0.5 * setting.font.size) else {
          continue
        }
        // With many broken words, turned names are easier to read.
        let broken = flat.items.count { Self.hasBrokenWord($0.label) }
        if 3 * broken <= max(3, flat.items.count) { return flat }
      }
    }
    return nil
  }

  /// The first year of a century, and the others with two digits; nil for other texts, and for many years.
  private static func shortYears(_ form: [ChartTick]) -> [ChartTick]? {
    let years = form.map { $0.text.utf8.count == 4 ? Int($0.text) ?? 0 : 0 }
    guard (2...12).contains(years.count), years.allSatisfy({ (1_000...2_999).contains($0) }) else {
      return nil
    }
    return form.indices.map { number in
      var tick = form[number]
      if number > 0, years[number] / 100 == years[number - 1] / 100 { tick.text = "’\(tick.text.suffix(2))" }
      return tick
    }
  }

  /// The setting with the smallest font.
  private var smaller: ChartAxisLabels.Setting {
    var result = self
    result.font.size *= smallest
    return result
  }

  private func turnedNumbers(_ form: [ChartTick], _ places: [Double]) throws(RasterError) -> ChartAxisLabels {
    let slanted = try turned(form, places, angle: 45)
    return slanted.height <= most && !slanted.isCrowded ? slanted : try turned(form, places, angle: 90)
  }

  private func turnedNames(_ form: [ChartTick], _ places: [Double]) throws(RasterError) -> ChartAxisLabels {
    let settings = smallest < 1 ? [self, smaller] : [self]
    // The first name may extend to the left of the plot; by how much is less important than that all names are written.
    for share in [0.25, 0.4] {
      for setting in settings {
        for lines in 1...2 {
          if let slanted = try setting.slanted(form, places, lines: lines, overhang: share) { return slanted }
        }
      }
    }
    let isShort = form.allSatisfy { $0.text.count <= Self.longestUpright }
    let setting = isShort ? self : settings[settings.count - 1]
    let turned = try setting.turned(form, places, angle: isShort ? 90 : 45)
    guard turned.isCrowded else { return turned }
    var kept = turned
    let every = max(
      2, Int(clamping: (turned.leastPitch(setting.font.size) / max(0.01, turned.pitch)).rounded(.up)))
    kept.items = turned.items.each(every)
    kept.hiddenNames = turned.items.count - kept.items.count
    kept.isCrowded = false
    return kept
  }

  /// All names rotated by 45°, in one or two lines; nil if they touch, are truncated or take too much space.
  ///
  /// - Parameter share: the share of the width that the first name may extend beyond the plot.
  private func slanted(
    _ form: [ChartTick], _ places: [Double], lines: Int, overhang share: Double
  ) throws(RasterError) -> ChartAxisLabels? {
    let result = try turned(form, places, angle: 45, lines: lines)
    let isTooLong = result.height > most || result.overhang(0, ofNumbers: false).left > share * width
    return isTooLong || result.isCrowded || result.items.contains { $0.label.text.isTruncated } ? nil : result
  }

  /// A text in two lines as short as its words allow; nil if they are too long.
  private func twoLines(_ text: String, _ whole: Double) throws(RasterError) -> ChartLabel? {
    for share in [0.52, 0.58, 0.66, 0.75] where share * whole <= most {
      let label = try texts.label(
        text, font, color, width: share * whole, lines: 2, alignment: isOnTop ? .left : .right)
      if !label.text.isTruncated, !Self.hasBrokenWord(label) { return label }
    }
    return nil
  }

  /// Leaves out as few labels as possible so that the others do not touch.
  private func thinned(_ form: [ChartTick], _ places: [Double]) throws(RasterError) -> ChartAxisLabels? {
    var choices: [[Int]] = []
    // If there are numbers on both sides of 0, 0 keeps its label.
    let zero = isNames ? 0 : form.firstIndex { $0.value == 0 } ?? 0
    func every(_ number: Int) -> [Int] { form.indices.filter { ($0 - zero) % number == 0 } }
    switch overlap {
    case .greedy: choices = [try greedy(form, places)]
    case .parity:
      choices = sequence(first: 2) { $0 * 2 }.prefix { $0 <= 2 * max(1, form.count) }.map(every)
    default: choices = roundYears(form) + (2...max(2, form.count)).map(every)
    }
    for kept in choices {
      if var thinned = try flat(kept.map { form[$0] }, kept.map { places[$0] }, lines: 1) {
        thinned.hidden = form.count - kept.count
        if isNames, !isCycle { thinned.hiddenNames = thinned.hidden }
        return thinned
      }
    }
    return nil
  }

  /// Selections of every second, fifth or tenth year, starting at round years.
  private func roundYears(_ form: [ChartTick]) -> [[Int]] {
    let numbers = form.compactMap { Int($0.text) }
    guard numbers.count == form.count, numbers.count > 10, numbers[0] >= 1_000 else { return [] }
    let step = numbers[1] - numbers[0]
    guard step > 0, zip(numbers, numbers.dropFirst()).allSatisfy({ $1 - $0 == step }) else { return [] }
    return [2, 5, 10, 20, 50, 100].map { every in form.indices.filter { numbers[$0] % (every * step) == 0 } }
      .filter { $0.count > 1 }
  }

  /// The labels that do not touch the previous one.
  private func greedy(_ form: [ChartTick], _ places: [Double]) throws(RasterError) -> [Int] {
    var kept: [Int] = []
    var reach = -Double.infinity
    for number in places.indices.sorted(by: { places[$0] < places[$1] }) where !form[number].text.isEmpty {
      let length = try texts.label(form[number].text, font, color).width
      let left = ChartAxisLabels.left(length, at: places[number], in: bounds)
      guard left >= reach + ChartAxisLabels.gap else { continue }
      kept.append(number)
      reach = left + length
    }
    return kept.sorted()
  }

  /// All labels upright in one or two lines; nil when two touch.
  private func flat(
    _ given: [ChartTick], _ places: [Double], lines: Int, gap: Double = ChartAxisLabels.gap,
    mayTouch: Bool = false
  ) throws(RasterError) -> ChartAxisLabels? {
    let ticks = withUnit(given)
    var result = ChartAxisLabels()
    var reach = -Double.infinity
    var shown: [ChartTick] = []
    // Names from right to left have descending positions.
    for number in places.indices.sorted(by: { places[$0] < places[$1] }) where !ticks[number].text.isEmpty {
      let tick = ticks[number]
      guard let label = try flatLabel(tick.text, lines: lines, gap) else { return nil }
      let item = ChartAxisLabels.Item(label: label, place: places[number])
      let left = ChartAxisLabels.left(label.width, at: item.place, in: bounds)
      if !mayTouch, left < reach + gap || label.width > width { return nil }
      reach = left + label.width
      result.height = max(result.height, label.height)
      result.items.append(item)
      shown.append(tick)
    }
    // A name without its year would be ambiguous.
    guard try addLargerUnits(to: &result, shown) || !isNames else { return nil }
    return result
  }

  /// Writes larger units, such as years, below their first dates; returns whether all of them fit.
  private func addLargerUnits(to labels: inout ChartAxisLabels, _ ticks: [ChartTick]) throws(RasterError)
    -> Bool
  {
    var hasAll = true
    var last: (number: Int, unit: String, span: ClosedRange<Double>)?
    var firstHeight = 0.0
    for number in ticks.indices.sorted(by: { ticks[$0].value < ticks[$1].value }) {
      guard let unit = ticks[number].second, unit != last?.unit else { continue }
      let below = try texts.label(unit, font, color)
      let left = ChartAxisLabels.left(below.width, at: labels.items[number].place, in: bounds)
      let span = (left - ChartAxisLabels.gap)...(left + below.width)
      if let known = last, known.span.overlaps(span) {
        hasAll = false
        // The year of the first tick is skipped if it is the last one of that year; others are written below
        // a later tick.
        guard known.number == 0 || known.number == ticks.count - 1 else { continue }
        labels.items[known.number].second = nil
      }
      labels.items[number].second = below
      last = (number, unit, span)
      firstHeight = max(firstHeight, labels.items[number].label.height + below.height)
    }
    labels.height = max(labels.height, firstHeight)
    return hasAll
  }

  /// The labels with the unit at the largest number.
  private func withUnit(_ ticks: [ChartTick]) -> [ChartTick] {
    var result = ticks
    let named = ticks.indices.filter { !ticks[$0].text.isEmpty }
    if let last = named.max(by: { ticks[$0].value < ticks[$1].value }) {
      result[last].text = unit.around(result[last].text)
    }
    return result
  }

  /// A label in one or more lines; nil when its words do not fit.
  private func flatLabel(_ text: String, lines: Int, _ gap: Double) throws(RasterError) -> ChartLabel? {
    guard lines > 1 else { return try texts.label(text, font, color, width: limit ?? .infinity) }
    let room = max(24, step - gap)
    // A long word may extend into the free space next to shorter names.
    let widths = [1, 1.25, 1.5].filter { $0 <= stretch }.map { $0 * room }
    for (width, mayBreak) in widths.map({ ($0, false) }) + (mayHyphenate ? [(room, true)] : []) {
      let label = try texts.label(text, font, color, width: width, lines: lines, alignment: .center)
      let isBroken = mayBreak ? label.text.hasBrokenWord : Self.hasBrokenWord(label)
      if !label.text.isTruncated, label.width <= width + 0.5, !isBroken { return label }
    }
    return nil
  }

  /// Whether a line ends within a word.
  static func hasBrokenWord(_ label: ChartLabel) -> Bool {
    func words(_ text: String) -> [Substring] { text.split { " -/–\u{200B}\u{AD}".contains($0) } }
    let whole = Set(words(label.string))
    let isBroken = label.text.lines.contains { line in words(line.text).contains { !whole.contains($0) } }
    // Scripts without spaces may break a line anywhere.
    return isBroken
      && !label.string.unicodeScalars.contains { scalar in
        scalar.value >= 0x2E80 || scriptsWithoutSpaces.contains { $0.contains(scalar.value) }
      }
  }

  /// Thai and Lao, Burmese, Khmer.
  private static let scriptsWithoutSpaces: [ClosedRange<UInt32>] = [
    0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF,
  ]

  /// All labels turned by an angle, in one line each; or long ones in two lines.
  private func turned(
    _ given: [ChartTick], _ places: [Double], angle: Double, lines: Int = 1
  ) throws(RasterError) -> ChartAxisLabels {
    let ticks = withUnit(given)
    var result = ChartAxisLabels()
    result.angle = angle
    let (sine, cosine) = Angle.sineAndCosine(degrees: angle)
    let longest = angle == 90 ? most : (most - font.size * cosine) / max(sine, 0.05)
    var block = 0.0
    for (number, tick) in ChartTick.inOneLine(ticks).enumerated() where !tick.text.isEmpty {
      let place = places[number]
      let room = min(limit ?? .infinity, max(24, longest))
      var label = try texts.label(tick.text, font, color, width: room)
      // A date without its larger unit is better than a truncated one.
      if label.text.isTruncated { label = try texts.label(ticks[number].text, font, color, width: room) }
      if lines > 1, label.width > 6 * font.size {
        label = try twoLines(tick.text, try texts.label(tick.text, font, color).width) ?? label
      }
      result.items.append(ChartAxisLabels.Item(label: label, place: place))
      result.height = max(result.height, label.width * sine + label.height * cosine)
      block = max(block, label.block)
    }
    result.isCrowded = result.pitch < result.leastPitch(font.size) + 1.1 * block / max(sine, 0.05)
    return result
  }
}

extension Array {
  /// Every second, third … element, with the first.
  func each(_ number: Int) -> [Element] {
    stride(from: 0, to: count, by: number).map { self[$0] }
  }
}

extension ChartAxisLabels {
  /// The smallest distance of two labels.
  fileprivate var pitch: Double {
    zip(items, items.dropFirst()).map { abs($1.place - $0.place) }.min() ?? .infinity
  }

  /// The smallest distance of turned labels in one line.
  ///
  /// The capital letters of upright neighbours do not touch; slanted ones appear closer than they are.
  fileprivate func leastPitch(_ size: Double) -> Double {
    size * (angle == 90 ? 1 : 1.15) / max(Angle.sineAndCosine(degrees: angle).sine, 0.05)
  }
}
