package import CardModel
import CardRaster

/// A pin on a map, with a text next to it.
package struct MapAnnotation: ListEntry {
  var latitude = 0.0
  var longitude = 0.0
  var title = ""
  var subtitle = ""
  var color = Color(rgb: 0xE5484D)
  var image: ImageSource?
  var clusteringIdentifier: String?
  package var region = EntryRegion()

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
    Field("color", \.color, .color, "The colour of the pin.")
    Field(
      "image", \.image, .image, "A picture instead of the pin, centred at the place.",
      default: "a pin")
    Field(
      "clusteringIdentifier", \.clusteringIdentifier, .text,
      "Overlapping pins with the same identifier are drawn as one circle with their number, as in MapKit.",
      default: "none")
    regionFields()
  }

  var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

  /// The frame of the pin or picture, relative to the place.
  var frame: Rect {
    if let image {
      return Rect(
        x: -image.size.width / 2, y: -image.size.height / 2, width: image.size.width,
        height: image.size.height)
    }
    return Rect(
      x: -MapAnnotation.radius, y: -MapAnnotation.height, width: 2 * MapAnnotation.radius,
      height: MapAnnotation.height)
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
  func layoutPin(at point: Point, _ palette: MapPalette, _ context: LayoutContext, _ labels: inout MapLabels)
    throws(RasterError) -> (LayoutBox, Point)
  {
    let pin = frame.moved(by: point)
    var lines: [ShapedText] = []
    var given: [String] = []
    var warnings: [DeckIssue] = []
    let family = context.theme.detailTextFont.family
    let most = min(MapAnnotation.widest, max(20, labels.size.width - 16))
    for (key, words, font, ink) in [
      ("title", title, Font(family, size: 11.5, weight: 600), palette.words.title),
      ("subtitle", subtitle, Font(family, size: 10, weight: 400), palette.words.subtitle),
    ] where !words.isEmpty {
      let text = try context.line(words, font, ink, width: most, alignment: .left)
      warnings += context.warnings(text, key: key)
      lines.append(text)
      given.append(key)
    }
    // A title without room for its subtitle is drawn alone.
    var words: (frame: Rect, share: Double)?
    while !lines.isEmpty {
      words = wordsPlace(of: lines, beside: pin, labels)
      guard words == nil else { break }
      lines.removeLast()
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
      labels.keepFree(words.frame)
      whole = whole.union(words.frame)
    }
    var box = LayoutBox(size: whole.size)
    if let image {
      box.add(
        .image(
          DisplayItem.ImageItem(
            image: image, frame: pin.moved(by: .zero - whole.origin),
            tint: image.tint(nil, words: palette.words.title))))
    } else {
      MapAnnotation.pin(at: point - whole.origin, color).forEach { box.add($0) }
    }
    if let words {
      var y = words.frame.minY - whole.minY
      for line in lines {
        let x = words.frame.minX - whole.minX + (words.frame.width - line.naturalWidth) * words.share
        MapLabels.halo(of: line, at: Point(x: x, y: y), palette.words.halo.multiplyingAlpha(by: 0.9)).forEach
        {
          box.add($0)
        }
        box.add(line, at: Point(x: x, y: y))
        y += line.size.height
      }
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
  private func wordsPlace(of lines: [ShapedText], beside pin: Rect, _ labels: MapLabels)
    -> (frame: Rect, share: Double)?
  {
    let size = Size(
      width: lines.map(\.naturalWidth).max() ?? 0, height: lines.reduce(0) { $0 + $1.size.height })
    let head = image == nil ? pin.minY + MapAnnotation.radius : pin.midY
    let (left, right) = (pin.minX - MapAnnotation.gap - size.width, pin.maxX + MapAnnotation.gap)
    // Below, right, left, above, and then at the height of the tip.
    let places = [
      (Point(x: pin.midX - size.width / 2, y: pin.maxY + 2), 0.5),
      (Point(x: right, y: head - size.height / 2), 0.0),
      (Point(x: left, y: head - size.height / 2), 1.0),
      (Point(x: pin.midX - size.width / 2, y: pin.minY - 2 - size.height), 0.5),
      (Point(x: right, y: pin.maxY - size.height / 2), 0.0),
      (Point(x: left, y: pin.maxY - size.height / 2), 1.0),
    ].map { (frame: Rect(origin: $0.0, size: size), share: $0.1) }
    return places.first { labels.isFree($0.frame) } ?? places.first { labels.isFreeOnMap($0.frame) }
  }

  /// A drop-shaped pin with its tip at a point, a white border and a white centre.
  private static func pin(at tip: Point, _ color: Color) -> [DisplayItem] {
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
            .stroke(drop, Stroke(width: 2, cap: .round), .white),
            .fill(.path(drop), .solid(color), bounds: bounds),
            .fill(.path(.ellipse(in: eye)), .solid(.white), bounds: eye),
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

/// Pins of a map that are drawn at one place: one pin, or a circle with their number.
struct MapCluster {
  private(set) var members: [MapAnnotation]
  private(set) var point: Point

  init(_ annotation: MapAnnotation, at point: Point) {
    (members, self.point) = ([annotation], point)
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
    guard let own = members[0].clusteringIdentifier else { return false }
    return own == other.members[0].clusteringIdentifier && frame.intersection(other.frame) != nil
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
        let isFree = cluster.members[0].clusteringIdentifier == nil
        if !isFree, let index = next.firstIndex(where: { $0.joins(cluster) }) {
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
  func layoutCircle(_ palette: MapPalette, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let size = frame.size
    let color = members[0].color
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
    box.add(.roundedRect(shape, .solid(.white)))
    box.add(
      .roundedRect(
        RoundedRect(rect: circle.inset(by: 2), radii: CornerRadii(size.width / 2 - 2)), .solid(color)))
    box.add(text, at: Point(x: (size.width - text.naturalWidth) / 2, y: (size.height - text.size.height) / 2))
    box.source = LayoutBox.Source(type: "cluster", path: members[0].region.path)
    box.attributes = [LayoutBox.Attribute("annotations", number: Double(members.count))]
    let titles = members.map(\.title).filter { !$0.isEmpty }
    let named = titles.prefix(3)
    let rest = members.count - named.count
    box.label = (named + (rest > 0 ? ["\(named.isEmpty ? "" : "+")\(rest)"] : [])).joined(separator: ", ")
    return box
  }
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
