public import CardParts

/// The sizes of a dial.
public enum DialSize: String, CaseIterable, Sendable {
  /// 90 points wide.
  case small
  /// 160 points wide.
  case large
}

/// A dial: an arc from the lower left to the lower right, filled as far as a value says, and the value in words.
public struct DialPart: CustomPart {
  /// What decks call it.
  public static let name = "dial"
  /// What it is.
  public static let summary = "An arc that is filled as far as a value says."
  /// A part that can be copied into a deck.
  public static let example = #"{ "type": "dial", "value": 0.7, "caption": "of the budget" }"#
  /// The fraction of the arc that is filled.
  public static let value = CustomKey.number("value", "How far the arc is filled.", in: 0...1)
  /// The value above which the arc has another colour.
  public static let warnsAbove = CustomKey.number(
    "warnsAbove", "From which value on it is in `alarmColor`.", in: 0...1, default: 1)
  /// The text below the value.
  public static let caption = CustomKey.text("caption", "Words below the value.").optional
  /// The colour of the filled arc.
  public static let color = CustomKey.color(
    "color", "The colour of the filled arc; the theme's `accentColor` without it."
  ).optional
  /// The colour of a value that is too high.
  public static let alarmColor = CustomKey.color(
    "alarmColor", "Its colour above `warnsAbove`; the theme's `negativeColor` without it."
  ).optional
  /// The size without a frame from outside.
  public static let size = CustomKey<DialSize>.word(
    "size", "How large it is where nothing else says it.", default: .large)
  /// What a deck may say of it.
  public static let properties = [
    value.property, warnsAbove.property, caption.property, color.property, alarmColor.property, size.property,
  ]

  private let value: Double
  private let warnsAbove: Double
  private let caption: String?
  private let color: Color?
  private let alarmColor: Color?
  private let diameter: Double

  /// Takes the values of a deck.
  public init(_ values: CustomValues) throws(CustomKindError) {
    value = values[Self.value]
    warnsAbove = values[Self.warnsAbove]
    caption = values[Self.caption]
    color = values[Self.color]
    alarmColor = values[Self.alarmColor]
    diameter = values[Self.size] == .small ? 90 : 160
    if alarmColor != nil, warnsAbove == 1 {
      throw CustomKindError(
        "'alarmColor' is never seen", about: "alarmColor", hint: "'warnsAbove' says from when on")
    }
  }

  /// As wide as its diameter; the opening below makes it less high.
  public func size(for proposal: SizeProposal, in surroundings: PartSurroundings) -> Size {
    Size(width: diameter, height: diameter * 0.86)
  }

  /// Draws the track, what is filled of it, and the words in the middle.
  public func draw(in drawing: inout PartDrawing) throws(RasterError) {
    let (size, theme) = (drawing.size, drawing.surroundings.theme)
    let side = min(size.width, size.height / 0.86)
    let middle = Point(x: size.width / 2, y: side / 2)
    let stroke = Stroke(width: side / 10, cap: .round)
    let track = Self.arc(middle, side * 0.44, to: 1)
    drawing.stroke(track, with: stroke, color: theme.barBackgroundColor)
    let alarm = value > warnsAbove
    let ink = alarm ? alarmColor ?? theme.negativeColor : color ?? theme.base.accentColor
    if value > 0 { drawing.stroke(Self.arc(middle, side * 0.44, to: value), with: stroke, color: ink) }

    let words = "\(Int((value * 100).rounded())) %"
    let room = side * 0.66
    let number = try drawing.surroundings.line(
      words, font: Font("Inter", size: side * 0.19, weight: 700), color: theme.titleTextColor, width: room)
    drawing.add(
      number, at: Point(x: middle.x - number.size.width / 2, y: middle.y - number.size.height * 0.62))
    if let caption {
      let below = try drawing.surroundings.line(
        caption, font: Font("Inter", size: max(9, side * 0.075)), color: theme.detailTextColor, width: room)
      drawing.add(
        below, at: Point(x: middle.x - below.size.width / 2, y: middle.y + number.size.height * 0.42))
    }
    drawing.label = caption.map { "\(words) \($0)" } ?? words
  }

  /// Three quarters of a circle, as far as a share of it: from the lower left over the top.
  private static func arc(_ middle: Point, _ radius: Double, to share: Double) -> Path {
    var path = Path()
    let (start, turn) = (135.0, 270.0 * share)
    // A curve for each eighth of the circle is a circle for the eye.
    let steps = max(1, Int((turn / 45).rounded(.up)))
    func point(_ degrees: Double, _ radius: Double, _ bend: Double = 0) -> Point {
      let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
      return Point(
        x: middle.x + radius * cosine - radius * bend * sine,
        y: middle.y + radius * sine + radius * bend * cosine)
    }
    let step = turn / Double(steps)
    let (half, whole) = (Angle.sineAndCosine(degrees: step / 4), 4.0 / 3)
    let bend = whole * half.sine / half.cosine
    path.move(to: point(start, radius))
    for number in 0..<steps {
      let from = start + Double(number) * step
      path.curve(point(from, radius, bend), point(from + step, radius, -bend), to: point(from + step, radius))
    }
    return path
  }
}
