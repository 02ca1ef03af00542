package import CardModel
import CardRaster

/// A pin on a map, with a text next to it.
package struct MapAnnotation: ListEntry {
  var latitude = 0.0
  var longitude = 0.0
  var title = ""
  var subtitle = ""
  var color: Color?
  var image: ImageSource?
  var clusteringIdentifier: String?
  package var region = EntryRegion()
  /// The mark at the place.
  var form = Form.pin

  /// A pin; a ring for a stop of a route that ends at another pin; or a dot where pins would overlap.
  enum Form { case pin, ring, dot }

  package init() {}

  package static let noun = "an annotation"

  static let object = ObjectSchema(
    "annotation", "A pin on a map.", fields, repeats: true
  ) { MapAnnotation() }

  package static let fields = FieldTable<MapAnnotation>(needs: [["latitude"], ["longitude"]]) {
    Field("latitude", \.latitude, .number(-90...90), "Degrees north; negative values are south.")
    Field("longitude", \.longitude, .number(-180...180), "Degrees east; negative values are west.")
    Field("title", \.title, .text, "The label of the pin.")
    Field("subtitle", \.subtitle, .text, "Smaller text below the title.")
    Field(
      "color", \.color, .color, "The colour of the pin.",
      default:
        "the theme's accent colour, as light or dark as the map requires; #E5484D in `turbo` and `mint`")
    Field(
      "image", \.image, .image, "A picture instead of the pin, centred at the place.",
      default: "a pin")
    Field(
      "clusteringIdentifier", \.clusteringIdentifier, .text,
      "Overlapping pins with the same identifier are drawn as one circle with their number, as in MapKit.",
      default:
        "one for all pins without `link`, `alt` and `id`; none in `turbo` and `mint`, or with `annotationsOverlap`"
    )
    regionFields()
  }

  /// Whether it may be joined with others: a circle has neither the link nor the text alternative of a pin.
  var isFree: Bool { region.link == nil && region.alt == nil && !region.isNamed }

  var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
  /// The place in the unit square of the world.
  var place: Point {
    Point(x: WebMercator.x(longitude: longitude), y: WebMercator.y(latitude: latitude))
  }

  /// The frame of the pin or picture, relative to the place.
  var frame: Rect {
    if form != .pin, image == nil {
      return Rect(origin: .zero, size: .zero).inset(by: form == .ring ? -MapAnnotation.ringRadius : -6.5)
    }
    if let image {
      return Rect(
        x: -image.size.width / 2, y: -image.size.height / 2, width: image.size.width,
        height: image.size.height)
    }
    return Rect(
      x: -MapAnnotation.radius, y: -MapAnnotation.height, width: 2 * MapAnnotation.radius,
      height: MapAnnotation.height)
  }

  /// The radius of the ring at the start or at a stop of a route, in points.
  static let ringRadius = 8.0

  /// A ring or a dot: circles of its outline, its colour and its centre.
  static func circles(in frame: Rect, _ colors: [Color]) -> [DisplayItem] {
    zip([0, 1.5, 5], colors).map { inset, color in
      let circle = frame.inset(by: inset)
      return .fill(.path(.ellipse(in: circle)), .solid(color), bounds: circle)
    }
  }

  /// The number of parts for which it counts.
  ///
  /// It takes as much memory and time as a pin, its shadow and two texts.
  static let parts = 3

  private static let radius = 11.0
  private static let height = 31.0
  /// The space between the pin and its text, in points.
  private static let gap = 4.0
  /// The maximum width of a title, in points.
  private static let widest = 150.0

  /// The box of the pin and its text, and its position in the map.
  ///
  /// - Parameter circle: What is drawn instead of the pin, for several pins at one place.
  func layoutPin(
    in pin: Rect, circle: LayoutBox? = nil, _ style: MapPinStyle, _ context: LayoutContext,
    _ labels: inout MapLabels
  ) throws(RasterError) -> (LayoutBox, Point) {
    let palette = style.palette
    let family = context.theme.detailTextFont.family
    let most = min(MapAnnotation.widest, max(20, labels.size.width - 16))
    let texts = [
      (key: "title", words: title, font: Font(family, size: 11.5, weight: 600), ink: palette.words.title),
      (
        key: "subtitle", words: subtitle, font: Font(family, size: 10, weight: 400),
        ink: palette.words.subtitle
      ),
    ].filter { !$0.words.isEmpty }
    let given = texts.map(\.key)
    func shape(_ index: Int, _ width: Double, _ alignment: ParagraphStyle.Alignment) throws(RasterError)
      -> ShapedText
    {
      let text = texts[index]
      var paragraph = ParagraphStyle()
      (paragraph.alignment, paragraph.maxLines) = (alignment, 1)
      if style.isModern, text.key == "title" {
        (paragraph.lineBreakStrategy, paragraph.maxLines) = (.balanced, 2)
      }
      return try context.shape(
        [TextSpan(text.words, font: text.font, color: text.ink)], paragraph, width: width)
    }
    var lines: [ShapedText] = []
    var warnings: [DeckIssue] = []
    for (index, text) in texts.enumerated() {
      let line = try shape(index, most, .left)
      warnings += context.warnings(line, key: text.key)
      lines.append(line)
    }
    // A title without room for its subtitle is drawn alone, and one without room for its line on two lines.
    var words: (frame: Rect, share: Double)?
    while !lines.isEmpty {
      words = wordsPlace(of: lines, beside: pin, labels, isModern: style.isModern)
      if words == nil, style.isModern, title.contains(" "), lines[0].lines.count == 1 {
        let narrow = try shape(0, lines[0].naturalWidth * 0.7, .left)
        if context.warnings(narrow).isEmpty {
          let wrapped = [narrow] + lines.dropFirst()
          words = wordsPlace(of: wrapped, beside: pin, labels, isModern: true)
          if words != nil { lines = wrapped }
        }
      }
      guard words == nil else { break }
      lines.removeLast()
    }
    if let words, let title = lines.first, title.lines.count > 1, words.share > 0 {
      lines[0] = try shape(0, title.naturalWidth.rounded(.up) + 0.5, words.share < 1 ? .center : .right)
    }
    if lines.count < given.count {
      let key = given[lines.count]
      warnings.append(
        context.warning(
          "no free room for the \(key), which is not drawn", key: key,
          hint: "enlarge the map, or show a smaller part of the world", code: .cutText))
    }
    var whole = pin
    if let words {
      // Another name close to it would look like a part of it.
      labels.keepFree(
        title: style.isModern
          ? words.frame.inset(by: Insets(top: -1, left: -8, bottom: -1, right: -8)) : words.frame)
      whole = whole.union(words.frame)
    }
    var box = LayoutBox(size: whole.size)
    if let circle {
      box.add(circle, at: pin.origin - whole.origin)
    } else if let image {
      box.add(
        .image(
          DisplayItem.ImageItem(
            image: image, frame: pin.moved(by: .zero - whole.origin),
            tint: image.tint(nil, words: palette.words.title))))
    } else if form != .pin {
      let color = style.color(of: self)
      let colors = [style.outline(of: color), color] + (form == .ring ? [palette.words.halo] : [])
      Self.circles(in: pin.moved(by: .zero - whole.origin), colors).forEach { box.add($0) }
    } else {
      let color = style.color(of: self)
      MapAnnotation.pin(
        at: Point(x: pin.midX, y: pin.maxY) - whole.origin, color, outline: style.outline(of: color)
      ).forEach { box.add($0) }
    }
    if let words {
      var y = words.frame.minY - whole.minY
      for line in lines {
        let x = words.frame.minX - whole.minX + (words.frame.width - line.naturalWidth) * words.share
        box.add(line, at: Point(x: x, y: y))
        y += line.size.height
      }
      box.ink(nil, MapLabels.outline(palette.words.halo))
    }
    box.warnings = warnings
    box.mark(as: "annotation", region)
    // Screen readers also read what has no room.
    if lines.count < given.count, box.label == nil {
      box.label = [title, subtitle].filter { !$0.isEmpty }.joined(separator: ". ")
    }
    return (box, whole.origin)
  }

  /// The place of lines next to a pin that overlaps no other pin and no other text; nil if there is none.
  ///
  /// The second value is the fraction of the free width that is left of a shorter line.
  private func wordsPlace(of lines: [ShapedText], beside pin: Rect, _ labels: MapLabels, isModern: Bool)
    -> (frame: Rect, share: Double)?
  {
    let size = Size(
      width: lines.map(\.naturalWidth).max() ?? 0, height: lines.reduce(0) { $0 + $1.size.height })
    let head = pin.width < pin.height && image == nil ? pin.minY + MapAnnotation.radius : pin.midY
    let (left, right) = (pin.minX - MapAnnotation.gap - size.width, pin.maxX + MapAnnotation.gap)
    // Below, right, left, above, and then at the height of the tip.
    var points = [
      (Point(x: pin.midX - size.width / 2, y: pin.maxY + 2), 0.5),
      (Point(x: right, y: head - size.height / 2), 0.0),
      (Point(x: left, y: head - size.height / 2), 1.0),
      (Point(x: pin.midX - size.width / 2, y: pin.minY - 2 - size.height), 0.5),
      (Point(x: right, y: pin.maxY - size.height / 2), 0.0),
      (Point(x: left, y: pin.maxY - size.height / 2), 1.0),
    ]
    if isModern {
      // Next to the edge of the map: below and above, with an edge in common with the pin.
      for y in [pin.maxY + 2, pin.minY - 2 - size.height] {
        points += [(Point(x: pin.minX, y: y), 0.0), (Point(x: pin.maxX - size.width, y: y), 1.0)]
      }
      // Next to a route, beside its line, or farther below and above.
      for y in [pin.minY - size.height, pin.maxY] {
        points += [(Point(x: pin.maxX, y: y), 0.0), (Point(x: pin.minX - size.width, y: y), 1.0)]
      }
      for y in [pin.maxY + 8, pin.minY - 8 - size.height] {
        points.append((Point(x: pin.midX - size.width / 2, y: y), 0.5))
      }
    }
    let places = points.map { (frame: Rect(origin: $0.0, size: size), share: $0.1) }
    if let place = places.first(where: { labels.isFree($0.frame) }) { return place }
    // Only the title of a covered pin may be covered.
    return isModern && labels.isUncovered(pin) ? nil : places.first { labels.isFreeOnMap($0.frame) }
  }

  /// A drop-shaped pin with its tip at a point; its outline and its centre have the same colour.
  private static func pin(at tip: Point, _ color: Color, outline: Color) -> [DisplayItem] {
    let r = radius - 1
    let middle = Point(x: tip.x, y: tip.y - height + radius)
    let k = 0.5523 * r
    var drop = Path()
    drop.move(to: Point(x: tip.x, y: tip.y - 0.5))
    drop.curve(
      Point(x: tip.x - 1.5, y: tip.y - 5.5), Point(x: middle.x - r, y: middle.y + 7.5),
      to: Point(x: middle.x - r, y: middle.y))
    drop.curve(
      Point(x: middle.x - r, y: middle.y - k), Point(x: middle.x - k, y: middle.y - r),
      to: Point(x: middle.x, y: middle.y - r))
    drop.curve(
      Point(x: middle.x + k, y: middle.y - r), Point(x: middle.x + r, y: middle.y - k),
      to: Point(x: middle.x + r, y: middle.y))
    drop.curve(
      Point(x: middle.x + r, y: middle.y + 7.5), Point(x: tip.x + 1.5, y: tip.y - 5.5),
      to: Point(x: tip.x, y: tip.y - 0.5))
    drop.close()
    let bounds = Rect(x: middle.x - r, y: middle.y - r, width: 2 * r, height: tip.y - middle.y + r)
    let eye = Rect(x: middle.x - 3.75, y: middle.y - 3.75, width: 7.5, height: 7.5)
    let shadow = Shadow(
      color: Color.black.multiplyingAlpha(by: 0.35), radius: 1.25, offset: Point(x: 0, y: 1))
    return [
      .group(
        DisplayItem.Group(
          [
            .stroke(drop, Stroke(width: 2, cap: .round), outline),
            .fill(.path(drop), .solid(color), bounds: bounds),
            .fill(.path(.ellipse(in: eye)), .solid(outline), bounds: eye),
          ], shadows: [shadow]))
    ]
  }
}

extension MapAnnotation {
  package mutating func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    readKeys(node, path, context)
    let node = context.withoutNulls(node)
    if node["image"] != nil { context.refuse(["color"], of: node, path, "with 'image'") }
  }
}

/// The colours of pins.
struct MapPinStyle {
  var palette: MapPalette
  /// The colour of pins without their own.
  var accent: Color
  var isModern: Bool

  func color(of annotation: MapAnnotation) -> Color { annotation.color ?? accent }

  func outline(of color: Color) -> Color { isModern ? palette.outline(of: color) : .white }
}

/// Pins of a map that are drawn at one place: one pin, or a circle with their number.
struct MapCluster {
  private(set) var members: [MapAnnotation]
  private(set) var point: Point
  /// Only clusters with the same identifier are joined; nil for a pin of its own.
  private let identifier: String?

  /// - Parameter joinsOthers: Whether pins without an identifier are joined, too.
  init(_ annotation: MapAnnotation, at point: Point, joinsOthers: Bool) {
    (members, self.point) = ([annotation], point)
    identifier = annotation.clusteringIdentifier ?? (joinsOthers && annotation.isFree ? "" : nil)
  }

  /// The names of up to two pins, and the number of the others; lines break between short names only.
  private func title(in locale: DeckLocale) -> String {
    let titles = members.map(\.title).filter { !$0.isEmpty }.map {
      $0.count > 20 ? $0 : $0.replacing(" ", with: "\u{A0}")
    }
    let rest = members.count - min(2, titles.count)
    return titles.isEmpty
      ? "" : titles.prefix(2).joined(separator: locale.listSeparator) + (rest > 0 ? "\u{A0}+\(rest)" : "")
  }

  /// The frame of the pin or circle.
  var frame: Rect {
    guard members.count > 1 else { return members[0].frame.moved(by: point) }
    // Larger numbers are wider.
    let radius = 14 + 2.5 * Double(String(members.count).count - 1)
    return Rect(x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius)
  }

  /// Whether two clusters become one.
  func joins(_ other: MapCluster) -> Bool {
    guard let identifier else { return false }
    return identifier == other.identifier && frame.intersection(other.frame) != nil
  }

  mutating func join(_ other: MapCluster) {
    let (own, more) = (Double(members.count), Double(other.members.count))
    point = (point * own + other.point * more) * (1 / (own + more))
    members += other.members
  }

  /// Joins clusters until none overlap, the first of the list first.
  static func joined(_ clusters: [MapCluster]) -> [MapCluster] {
    var result = clusters
    var count = result.count + 1
    while result.count < count {
      count = result.count
      var next: [MapCluster] = []
      for cluster in result {
        if let index = next.firstIndex(where: { $0.joins(cluster) }) {
          next[index].join(cluster)
        } else {
          next.append(cluster)
        }
      }
      result = next
    }
    return result
  }

  /// The circle with the number of pins; its text alternative contains their titles.
  func layoutCircle(_ style: MapPinStyle, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let size = frame.size
    let color = style.color(of: members[0])
    let ink = Color.white.contrast(with: color) >= 3 ? Color.white : Color(rgb: 0x1C1E21)
    let text = try context.line(
      String(members.count), Font(context.theme.detailTextFont.family, size: 13, weight: 700), ink,
      alignment: .left)
    var box = LayoutBox(size: size)
    let circle = Rect(origin: .zero, size: size)
    let radii = CornerRadii(size.width / 2)
    let shape = RoundedRect(rect: circle, radii: radii)
    box.add(
      .shadow(
        shape,
        Shadow(color: Color(red: 0, green: 0, blue: 0, alpha: 80), radius: 2, offset: Point(x: 0, y: 1)),
        hole: nil))
    box.add(.roundedRect(shape, .solid(style.outline(of: color))))
    box.add(
      .roundedRect(
        RoundedRect(rect: circle.inset(by: 2), radii: CornerRadii(size.width / 2 - 2)), .solid(color)))
    box.add(text, at: Point(x: (size.width - text.naturalWidth) / 2, y: (size.height - text.size.height) / 2))
    return box
  }

  /// The box of the pins, and its position in the map.
  func layoutPins(_ style: MapPinStyle, _ context: LayoutContext, _ labels: inout MapLabels)
    throws(RasterError) -> (LayoutBox, Point)
  {
    guard members.count > 1 else { return try members[0].layoutPin(in: frame, style, context, &labels) }
    var summary = MapAnnotation()
    if style.isModern { summary.title = title(in: context.locale) }
    let circle = try layoutCircle(style, context)
    var (box, origin) = try summary.layoutPin(in: frame, circle: circle, style, context, &labels)
    box.source = LayoutBox.Source(type: "cluster", path: members[0].region.path)
    box.attributes = [LayoutBox.Attribute("annotations", number: Double(members.count))]
    let titles = members.map(\.title).filter { !$0.isEmpty }
    let named = titles.prefix(style.isModern ? MapCluster.mostNamed : 3)
    let rest = members.count - named.count
    box.label = (named + (rest > 0 ? ["\(named.isEmpty ? "" : "+")\(rest)"] : [])).joined(separator: ", ")
    return (box, origin)
  }

  /// The number of pins whose titles are in the text alternative.
  private static let mostNamed = 20
}

extension ValueKind where Value == [MapAnnotation] {
  /// A list of annotations with support for `if` and `forEach`, or a single one.
  static var annotations: Self {
    let one = Schema.object(MapAnnotation.object)
    return entries(
      "annotations", schema: .any([.list(one, 0...Limits.annotations), one]), most: Limits.annotations,
      noun: "annotations")
  }
}
