package import CardRaster

/// A part, a card or a page with its final size and everything inside it at its place.
///
/// What the next stage no longer has to know: parts, traits, themes, fonts by name, stretching and wrapping. All
/// coordinates are points relative to the box's own top left corner, y down. The first content lies at the bottom.
public struct LayoutBox: Hashable, Sendable {
  /// One thing inside a box.
  package enum Content: Hashable, Sendable {
    /// A shape or a picture.
    case item(DisplayItem)
    /// Lines of text; their own origin is moved to the point.
    case text(ShapedText, at: Point)
    /// Another box; apart, since it is many times as large as the rest.
    indirect case box(LayoutBox, at: Point)
    /// Confetti; flattening decides at which moment it is drawn.
    case confetti(ConfettiEmitter, at: Point)
  }

  /// What the box was made of.
  package struct Source: Hashable, Sendable {
    /// What kind of thing: `deck`, `card`, `row`, `cell` or a part's type.
    package var type: String
    /// Its name in the deck, if it has one.
    package var id: String?
    /// Where it stands in the deck.
    package var path: JSONPath = .root
    /// Of a part: the number that no other one of the deck has.
    var part: Int?
  }

  /// Something that a program wants to know of a box and that is not drawn, such as the options of a menu.
  package struct Attribute: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Its value.
    package var value: String
    /// Whether the value is a number or a boolean, written out.
    package var isLiteral = false
    /// Whether it is an element of the list of that name.
    package var isElement = false

    /// Makes an attribute.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    /// Makes an element of a list.
    package init(_ name: String, element: String) {
      self.init(name, element)
      isElement = true
    }

    /// Makes an attribute of a number, to the thousandth.
    package init(_ name: String, number: Double) {
      self.init(name, NumberText.text(number, digits: 3))
      isLiteral = true
    }

    /// Makes an attribute of a value of the deck, with all of its digits.
    package init(_ name: String, value: Double) {
      self.init(name, JSONNumber.text(value))
      isLiteral = true
    }

    /// Makes an attribute of a boolean.
    package init(_ name: String, flag: Bool) {
      self.init(name, flag ? "true" : "false")
      isLiteral = true
    }
  }

  /// A colour that tells some marks of a chart from others.
  struct MarkColor: Hashable, Sendable {
    var name: String
    var color: Color
  }

  /// What happens when somebody keeps a finger on the box; nothing of it is drawn.
  package struct LongPress: Hashable, Sendable {
    /// Where it goes.
    package var link: String
    /// The minimum press duration, in seconds.
    package var minimumPressDuration: Double
    /// What it does, in words.
    package var label: String?
  }

  /// Width and height.
  package var size: Size
  /// The baseline of the first line of text below the top edge, if there is one.
  package var firstBaseline: Double?
  /// The baseline of the last line of text below the top edge, if there is one.
  package var lastBaseline: Double?
  /// Whether what is inside stays as it is in a deck that is read from right to left.
  var keepsDirection = false
  /// How far the middle of what is seen lies below the middle of the box: of a text, whose lines have room above them.
  var opticalShift = 0.0
  /// Behind everything, inside `radii`.
  package var background: Paint?
  /// The corners of the background, and of the clip if there is one.
  package var radii: CornerRadii = .zero
  /// The form of the corners.
  package var cornerCurve = CornerCurve.circular
  /// Whether the content is cut off at the rounded edge.
  package var isClipped = false
  /// How far beyond the left and right edge the clip reaches.
  package var clipOutset = Insets.zero
  /// Over how many points the content of a clipped box fades out at each edge of the clip beyond which it goes on.
  package var fade = Insets.zero
  /// 0…1, for the whole box at once.
  package var opacity = 1.0
  /// Shadows of all that is inside, the first at the top.
  package var shadows: [Shadow] = []
  /// What is inside, the first at the bottom.
  package var content: [Content] = []
  /// How it comes to its place in a moving picture.
  package var motion: Motion?
  /// Where the plot of a chart is, for charts that align with it.
  var plot: Rect?
  /// The colours of its marks that a deck gave, which must stand out from what lies behind it; with the marks' names.
  var markColors: [MarkColor] = []
  /// How it is uncovered around a point in a moving picture.
  var sweep: Sweep?
  /// Where a tap goes.
  package var link: String?
  /// What kind of control it is, of one that is a region of `inspect` even without a link.
  package var region: String?
  /// What a long press does.
  package var longPress: LongPress?
  /// The text alternative.
  package var label: String?
  /// Whether the deck gives the text alternative; otherwise it is made from the value or the content.
  var givesLabel = false
  /// What it is called beside a text alternative that describes it at length; may be empty.
  package var title: String?
  /// Where it is read among the boxes beside it: higher ones first, equal ones in the order of painting.
  var readingPriority: Int8 = 0
  /// What it was made of.
  package var source: Source?
  /// What else a program may want to know.
  package var attributes: [Attribute] = []
  /// What is doubtful about it.
  package var warnings: [DeckIssue] = []
  /// Whether its words must stand out from what lies behind them; not those of something that is switched off or waits for
  /// words, nor those that a map or a player brings with it.
  package var hasMeasuredWords = true
  /// See `flow`.
  private var rareFlow = Rare<BoxFlow>.none
  /// How it goes on over pages; nil for not at all.
  var flow: BoxFlow? {
    get { rareFlow.value }
    set { rareFlow = newValue.map { .some($0) } ?? .none }
  }
  /// What it is in a document that is read out.
  var role: StructureRole?
  /// See `decoration`.
  var rareDecoration = Rare<BoxDecoration>.none
  /// See `poses`.
  var rarePoses = Rare<PoseTrack>.none

  /// Makes a box with nothing in it.
  package init(size: Size) { self.size = size }

  /// Adds a box and takes over its baselines as far as this one has none yet.
  mutating func add(_ box: LayoutBox, at point: Point) {
    content.append(.box(box, at: point))
    if firstBaseline == nil, let baseline = box.firstBaseline { firstBaseline = point.y + baseline }
    if let baseline = box.lastBaseline { lastBaseline = point.y + baseline }
  }

  /// Adds lines of text.
  mutating func add(_ text: ShapedText, at point: Point) {
    content.append(.text(text, at: point))
    if firstBaseline == nil, let line = text.lines.first { firstBaseline = point.y + line.baseline }
    if let line = text.lines.last { lastBaseline = point.y + line.baseline }
  }

  /// Adds a shape or a picture.
  mutating func add(_ item: DisplayItem) { content.append(.item(item)) }
}

extension LayoutBox {
  /// The content in the order in which it is read aloud: by `readingPriority`, and then as it is painted.
  var contentAsRead: [Content] {
    func priority(_ entry: Content) -> Int8 {
      if case .box(let box, _) = entry { box.readingPriority } else { 0 }
    }
    guard content.contains(where: { priority($0) != 0 }) else { return content }
    return content.enumerated().sorted {
      (-priority($0.element), $0.offset) < (-priority($1.element), $1.offset)
    }.map(\.element)
  }

  /// How far words of the boxes inside stick out below; nothing of those that tell it themselves.
  var overhang: Double {
    guard !isClipped else { return 0 }
    var most = 0.0
    for case .box(let inner, let point) in content {
      guard !inner.warnings.contains(where: { $0.code == .overflow || $0.code == .cutText }) else { continue }
      var bottom = inner.size.height + inner.overhang
      for case .text(let text, let place) in inner.content {
        bottom = max(bottom, place.y + text.size.height)
      }
      most = max(most, point.y + bottom - size.height)
    }
    return most
  }
}

extension LayoutBox {
  /// The box as it is read from the other side: everything inside stands on the other side of its own box.
  ///
  /// Parts place what they hold as if rows began at the left, so this one step is all that a deck from right to left needs.
  /// What pictures and maps show, and the glyphs of a line, are not turned.
  func mirrored() -> LayoutBox {
    guard !keepsDirection else { return self }
    var box = self
    box.radii = CornerRadii(
      topLeft: radii.topRight, topRight: radii.topLeft, bottomRight: radii.bottomLeft,
      bottomLeft: radii.bottomRight)
    (box.clipOutset.left, box.clipOutset.right) = (clipOutset.right, clipOutset.left)
    (box.fade.left, box.fade.right) = (fade.right, fade.left)
    box.motion?.offset.x *= -1
    if let notches = decoration?.notches { box.decoration?.notches = notches.mirrored(in: size) }
    if let border = decoration?.border { box.decoration?.border = border.mirrored }
    box.poses = poses?.mirrored
    box.sweep = sweep?.mirrored(in: size.width)
    box.content = content.map { entry in
      switch entry {
      case .item(let item): .item(item.mirrored(in: size.width))
      case .text(let text, let point):
        .text(text.mirrored(), at: Point(x: size.width - point.x - text.size.width, y: point.y))
      case .box(let inner, let point):
        .box(inner.mirrored(), at: Point(x: size.width - point.x - inner.size.width, y: point.y))
      case .confetti: entry
      }
    }
    return box
  }
}
