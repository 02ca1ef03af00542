package import CardRaster

/// A part, card or page after layout: its final size with all content in place.
///
/// Later stages do not need parts, traits, themes, font names, stretching or wrapping. All coordinates are in
/// points, relative to the box's top left corner, with y down. Content is in order from back to front.
public struct LayoutBox: Hashable, Sendable {
  /// One item of content.
  package enum Content: Hashable, Sendable {
    /// A shape or a picture.
    case item(DisplayItem)
    /// Lines of text whose origin is at the point.
    case text(ShapedText, at: Point)
    /// Another box; it is indirect because it is many times larger than the other cases.
    indirect case box(LayoutBox, at: Point)
    /// Confetti; its moment is decided when the box is flattened.
    case confetti(ConfettiEmitter, at: Point)
  }

  /// The origin of the box in the deck.
  package struct Source: Hashable, Sendable {
    /// The kind of element: `deck`, `card`, `row`, `cell` or a part's type.
    package var type: String
    /// The `id` in the deck, if it has one.
    package var id: String?
    /// The path in the deck.
    package var path: JSONPath = .root
    /// For a part: its number, unique in the deck.
    package var part: Int?

    package init(type: String, id: String? = nil, path: JSONPath = .root, part: Int? = nil) {
      self.type = type
      self.id = id
      self.path = path
      self.part = part
    }
  }

  /// Data about a box for programs that is not drawn, such as the options of a menu.
  package struct Attribute: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The value as text.
    package var value: String {
      switch content {
      case .text(let text): text
      case .number(let number): JSONNumber.format(number)
      }
    }
    private var content: Content
    /// Whether the value is a number or a boolean in JSON notation.
    package var isLiteral = false
    /// Whether this is an element of the list with that name.
    package var isElement = false

    /// The form in which a value is stored; numbers become text only when they are needed as text.
    private enum Content: Hashable {
      case text(String), number(Double)
    }

    /// Creates an attribute.
    package init(_ name: String, _ value: String) {
      self.name = name
      content = .text(value)
    }

    /// Creates an attribute from a number of the deck, with all its digits, as text.
    package init(_ name: String, textOf number: Double) {
      self.name = name
      content = .number(number)
    }

    /// Creates an element of a list.
    package init(_ name: String, element: String) {
      self.init(name, element)
      isElement = true
    }

    /// Creates a numeric attribute with at most three decimals.
    package init(_ name: String, number: Double) {
      self.init(name, NumberText.format(number, digits: 3))
      isLiteral = true
    }

    /// Creates a numeric attribute of a deck value, with all its digits.
    package init(_ name: String, value: Double) {
      self.init(name, textOf: value)
      isLiteral = true
    }

    /// Creates a boolean attribute.
    package init(_ name: String, flag: Bool) {
      self.init(name, flag ? "true" : "false")
      isLiteral = true
    }
  }

  /// A colour that distinguishes marks of a chart.
  package struct MarkColor: Hashable, Sendable {
    package var name: String
    package var color: Color

    package init(name: String, color: Color) {
      self.name = name
      self.color = color
    }
  }

  /// The action of a long press on the box; it is not drawn.
  package struct LongPress: Hashable, Sendable {
    /// The target.
    package var link: String
    /// The minimum duration of the press, in seconds.
    package var minimumPressDuration: Double
    /// The action in words.
    package var label: String?

    package init(link: String, minimumPressDuration: Double, label: String? = nil) {
      self.link = link
      self.minimumPressDuration = minimumPressDuration
      self.label = label
    }
  }

  /// Width and height, in points.
  package var size: Size
  /// The baseline of the first line of text, from the top edge, if there is one.
  package var firstBaseline: Double?
  /// The baseline of the last line of text, from the top edge, if there is one.
  package var lastBaseline: Double?
  /// Whether the content is not mirrored in a right-to-left deck.
  package var keepsDirection = false
  /// The distance of the visual centre below the centre of the box, in points.
  ///
  /// For example, lines of text have empty space above them.
  var opticalShift = 0.0
  /// The background, behind everything, with rounded corners of `radii`.
  package var background: Paint?
  /// The corner radii of the background and the clip.
  package var radii: CornerRadii = .zero
  /// The corner curve.
  package var cornerCurve = CornerCurve.circular
  /// Whether the content is clipped to the rounded edge.
  package var isClipped = false
  /// How far the clip extends beyond the left and right edges, in points.
  package var clipOutset = Insets.zero
  /// The length over which the content of a clipped box fades out, in points.
  ///
  /// There is one length for each edge beyond which the content continues.
  package var fade = Insets.zero
  /// The opacity of the whole box as a group, 0…1.
  package var opacity = 1.0
  /// The shadows of all content, the first on top.
  package var shadows: [Shadow] = []
  /// The content, from back to front.
  package var content: [Content] = []
  /// The motion to its position in an animation.
  package var motion: Motion?
  /// The plot area of a chart, for charts that align with it.
  package var plot: Rect?
  /// The mark colours set by the deck, with the names of the marks; they need contrast with the background.
  package var markColors: [MarkColor] = []
  /// The reveal around a point in an animation.
  package var sweep: Sweep?
  /// The target of a tap.
  package var link: String?
  /// The kind of control, for one that is a region of `inspect` even without a link.
  package var region: String?
  /// The action of a long press.
  package var longPress: LongPress?
  /// The alt text.
  package var label: String?
  /// Whether the deck sets the alt text; otherwise it is derived from the value or the content.
  package var givesLabel = false
  /// The short name in addition to a long alt text; may be empty.
  package var title: String?
  /// The reading order among sibling boxes: higher priorities first, equal ones in painting order.
  package var readingPriority: Int8 = 0
  /// The origin in the deck.
  package var source: Source?
  /// Further data for programs.
  package var attributes: [Attribute] = []
  /// The warnings about the box.
  package var warnings: [DeckIssue] = []
  /// Whether the contrast of its texts is checked.
  ///
  /// It is not checked for disabled controls and placeholders, or for texts that belong to a map or a player.
  package var hasMeasuredWords = true
  /// The storage of `flow`.
  private var rareFlow = Indirect<BoxFlow>.none
  /// How the box is split across pages; nil for never.
  package var flow: BoxFlow? {
    get { rareFlow.value }
    set { rareFlow = newValue.map { .some($0) } ?? .none }
  }
  /// The structure role in a tagged document.
  package var role: StructureRole?
  /// The storage of `decoration`.
  var rareDecoration = Indirect<BoxDecoration>.none
  /// The storage of `poses`.
  var rarePoses = Indirect<PoseTrack>.none

  /// Creates an empty box.
  package init(size: Size) { self.size = size }

  /// Adds a box, and takes over its first baseline if this box has none, and its last baseline.
  package mutating func add(_ box: LayoutBox, at point: Point) {
    content.append(.box(box, at: point))
    if firstBaseline == nil, let baseline = box.firstBaseline { firstBaseline = point.y + baseline }
    if let baseline = box.lastBaseline { lastBaseline = point.y + baseline }
  }

  package mutating func add(_ text: ShapedText, at point: Point) {
    content.append(.text(text, at: point))
    if firstBaseline == nil, let line = text.lines.first { firstBaseline = point.y + line.baseline }
    if let line = text.lines.last { lastBaseline = point.y + line.baseline }
  }

  package mutating func add(_ item: DisplayItem) { content.append(.item(item)) }
}

extension LayoutBox {
  /// The content in reading order: by `readingPriority`, then in painting order.
  package var contentAsRead: [Content] {
    func priority(_ entry: Content) -> Int8 {
      if case .box(let box, _) = entry { box.readingPriority } else { 0 }
    }
    guard content.contains(where: { priority($0) != 0 }) else { return content }
    return content.enumerated().sorted {
      (-priority($0.element), $0.offset) < (-priority($1.element), $1.offset)
    }.map(\.element)
  }

  /// Whether the content of the box or of a box inside of it is taller than the box.
  var isOverfull: Bool {
    if overhang > 0.5 || warnings.contains(where: { $0.code == .overflow }) { return true }
    return content.contains { if case .box(let inner, _) = $0 { inner.isOverfull } else { false } }
  }

  /// The number of texts in the box and in boxes inside of it that are truncated or have a broken word.
  package var damagedTexts: Int { texts.count { $0.isTruncated || $0.hasBrokenWord } }

  /// The number of texts in the box and in boxes inside of it whose lines have very different lengths.
  ///
  /// The last line counts only in headings.
  package var raggedTexts: Int {
    texts.count { text in
      let widths = text.lines.map(\.frame.width)
      let isHeading = if case .heading? = text.role { true } else { false }
      return widths.dropLast(isHeading ? 0 : 1).contains { $0 < 0.45 * (widths.max() ?? 0) }
    }
  }

  /// The number of headings that need their last line only for a few letters, so that they would fit into one line
  /// less if they were up to 15 % smaller.
  package var spilledHeadings: Int {
    content.reduce(0) { count, entry in
      switch entry {
      case .box(let box, _): return count + box.spilledHeadings
      case .text(let text, _):
        // Lines that end at pauses are read as phrases.
        guard case .heading? = text.role, text.lines.count > 1,
          !text.lines.dropLast().allSatisfy({ line in
            line.text.last { $0 != " " }.map(",;:!?–—،؛؟".contains) ?? false
          })
        else { return count }
        let length = text.lines.reduce(0) { $0 + $1.frame.width }
        return count + (length <= 1.09 * Double(text.lines.count - 1) * size.width ? 1 : 0)
      case .item, .confetti: return count
      }
    }
  }

  /// How far the texts of inner boxes overflow the bottom, in points.
  ///
  /// Boxes that report it themselves do not count.
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
  /// The box mirrored for right-to-left: everything inside is moved to the other side of its parent.
  ///
  /// Parts lay out their content from left to right, so this step is all that a right-to-left deck needs.
  /// Pictures, maps and the glyphs of a line are not mirrored.
  package func mirrored() -> LayoutBox {
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
