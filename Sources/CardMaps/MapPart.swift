package import CardModel
package import CardRaster

/// A map of the area around a place.
package struct MapPart: CardPart {
  enum Style: String, Sendable, CaseIterable {
    case standard, muted, satellite

    func palette(_ appearance: Appearance) -> MapPalette {
      switch self {
      case .standard: appearance == .dark ? .standardDark : .standard
      case .muted: appearance == .dark ? .mutedDark : .muted
      case .satellite: .satellite
      }
    }
  }

  var style = Style.standard
  var location: Coordinate?
  var span: CoordinateSpan?
  package var annotations: [MapAnnotation] = []
  var annotationsOverlap = true
  var tiles: TileSource?
  var minimumZoom: Int?
  var maximumZoom: Int?
  var attribution: String?
  var showsLabels = true
  var showsScale = false

  /// The height of a map in CardParts, in points.
  static let naturalHeight = 300.0
  private static let naturalWidth = 320.0

  package static let kind = PartKind(
    "map", .picture,
    "A map around a place: made of tiles next to the deck, or a simple built-in one.",
    example:
      ##"{ "type": "map", "location": [48.2, 9.5], "span": [9, 14], "height": 180, "annotations": [ { "latitude": 48.137, "longitude": 11.575, "title": "Munich" } ] }"##,
    make: { MapPart() }, needs: [["location", "annotations"]],
    fields: {
      Field("style", \.style, .word, "The map type; `satellite` needs `tiles` with satellite images.")
      Field(
        "location", \.location, .coordinate, "The middle of the map: an object, or latitude and longitude.",
        default: "the middle of the annotations")
      Field(
        "span", \.span, .coordinateSpan,
        "The minimum visible degrees of latitude and longitude: an object or a pair.",
        default: "1 × 1; without `location`, the smallest span that contains all annotations")
      Field(
        "annotations", \.annotations, .annotations,
        "Pins: a list, or one pin repeated by its own `forEach`.")
      Field(
        "annotationsOverlap", \.annotationsOverlap, .boolean,
        "Whether pins may overlap. If not, of overlapping pins only the first in the list is drawn, as in MapKit."
      )
      Field(
        "tiles", \.tiles, .tiles,
        "Tiles in Web Mercator: an MBTiles archive, or files such as `tiles/{z}/{x}/{y}.png`, below the deck's folder."
      )
      Field(
        "minimumZoom", \.minimumZoom, .integer(0...TileSource.deepest),
        "The lowest zoom level of the tiles.", default: "that of the archive, or 0")
      Field(
        "maximumZoom", \.maximumZoom, .integer(0...TileSource.deepest),
        "The highest zoom level of the tiles.", default: "that of the archive, or the highest found")
      Field(
        "attribution", \.attribution, .text, "The attribution of the map; drawn in its corner.",
        default: "\"\(BaseMap.attribution)\", or that of the archive")
      Field("showsLabels", \.showsLabels, .boolean, "Whether countries and cities are labelled.")
      Field("showsScale", \.showsScale, .boolean, "Whether the map has a scale bar in kilometres.")
    },
    check: { part, node, path, context in part.validateProperties(node, path, context) })

  private func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    if node["location"] == nil, annotations.isEmpty, node["annotations"] != nil {
      context.error(node, path, "a map needs 'location', or 'annotations' to show")
    }
    if !context.counter.take(MapAnnotation.parts * annotations.count) {
      context.error(
        node["annotations"] ?? node, path.key("annotations"),
        "more parts than the limit of \(Limits.nodes), of which a pin of a map is \(MapAnnotation.parts)")
    }
    if style == .satellite, node["tiles"] == nil {
      context.error(
        node["style"] ?? node, path.key("style"), "style 'satellite' needs 'tiles'",
        hint: "give the path of tiles with pictures from above, or use 'standard' or 'muted'")
    }
    if node["tiles"] == nil {
      context.refuse(["minimumZoom", "maximumZoom"], of: node, path, "without 'tiles'")
    } else {
      context.refuse(["showsLabels"], of: node, path, "with 'tiles', which have their own names")
      if let tiles, attribution == nil, tiles.attribution == nil {
        context.warning(
          node["tiles"] ?? node, path.key("tiles"), "the tiles have no attribution",
          hint: "give 'attribution', which most licences require; \"\" for none")
      }
    }
    if let minimumZoom, let maximumZoom, minimumZoom > maximumZoom {
      context.error(
        node["minimumZoom"] ?? node, path.key("minimumZoom"),
        "'minimumZoom' is \(minimumZoom), above the 'maximumZoom' of \(maximumZoom)")
    }
  }

  package var clipsToCorners: Bool { true }

  package var keepsDirection: Bool { true }

  package func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let size = Size(
      width: proposal.width.resolve(min(proposal.width.bound, MapPart.naturalWidth)),
      height: proposal.height.resolve(MapPart.naturalHeight))
    var box = LayoutBox(size: size)
    guard size.width >= 1, size.height >= 1 else { return box }
    try context.checkLength(size.width, "the map's width in pixels")
    try context.checkLength(size.height, "the map's height in pixels")
    box.isClipped = true
    box.radii = CornerRadii(context.theme.compatibility.mapRadius ?? context.theme.buttonCornerRadius)
    box.hasMeasuredWords = false
    var palette = style.palette(context.theme.appearance)
    // Map tiles have their own fixed colours, and text on them must be legible.
    if tiles != nil, style == .standard { palette = .standard }
    let (middle, span) = region
    let viewport = MapViewport(around: middle, span: span, size: size, covered: context.coveredInsets)
    if viewport.isCut, self.span != nil {
      box.warnings.append(
        context.warning(
          "the map shows \(NumberText.format((viewport.right - viewport.left) * 360, digits: 1)) of the "
            + "\(JSONNumber.format(span.longitudeDelta)) degrees of longitude: it is taller than the world is at that width",
          key: "span"))
    }
    var labels = MapLabels(size: size)
    let credit = try credit(in: size, palette, context, &labels)
    let bar = showsScale ? try MapScale(viewport: viewport).layoutScale(palette, context) : nil
    if let bar {
      labels.keepFree(
        Rect(
          x: 6, y: size.height - 6 - bar.size.height - context.coveredCorner.y, width: bar.size.width,
          height: bar.size.height))
    }
    let pins = try pins(in: viewport, palette, context, &labels)
    box.warnings += pins.warnings
    if pins.hidden > 0 {
      box.attributes.append(LayoutBox.Attribute("hiddenAnnotations", number: Double(pins.hidden)))
    }
    if let tiles {
      let plan = MapTiles(
        source: tiles, viewport: viewport, scale: context.scale, lowest: minimumZoom, highest: maximumZoom)
      let drawn = try context.inside(key: "tiles") { () throws(RasterError) in
        try plan.layoutTiles(palette, context)
      }
      drawn.items.forEach { box.add($0) }
      box.warnings += drawn.warnings
      box.attributes.append(LayoutBox.Attribute("zoom", String(drawn.zoom)))
    } else {
      let map = try BaseMap.shared.get()
      map.items(in: viewport, palette: palette, scale: context.scale).forEach { box.add($0) }
      if showsLabels {
        try labels.names(of: map, in: viewport, palette: palette.names, context).forEach { box.add($0) }
      }
    }
    let covered = context.coveredCorner
    if let bar { box.add(bar, at: Point(x: 6, y: size.height - 6 - bar.size.height - covered.y)) }
    if let credit {
      box.add(
        credit,
        at: Point(
          x: size.width - credit.size.width - 4 - covered.x,
          y: size.height - credit.size.height - 4 - covered.y))
    }
    for (pin, point) in pins.boxes { box.add(pin, at: point) }
    if annotations.allSatisfy({ $0.title.isEmpty && $0.subtitle.isEmpty }) {
      // Without a named pin the alt text contains the coordinates.
      let place = "\(JSONNumber.format(middle.latitude)), \(JSONNumber.format(middle.longitude))"
      box.label = [credits, place].filter { !$0.isEmpty }.joined(separator: ". ")
    }
    box.firstBaseline = nil
    box.lastBaseline = nil
    return box
  }

  /// The area that the map must show.
  private var region: (middle: Coordinate, span: CoordinateSpan) {
    if let location { return (location, span ?? CoordinateSpan()) }
    let places = annotations.map(\.coordinate)
    guard let first = places.first else { return (Coordinate(), span ?? CoordinateSpan()) }
    // Longitudes are relative to the first one, so that places on both sides of the date line are close
    // together.
    let turned = places.map { $0.longitude - (($0.longitude - first.longitude) / 360).rounded() * 360 }
    let (west, east) = (turned.min() ?? 0, turned.max() ?? 0)
    let (south, north) = (places.map(\.latitude).min() ?? 0, places.map(\.latitude).max() ?? 0)
    let middle = Coordinate(
      latitude: WebMercator.latitude(
        y: (WebMercator.y(latitude: south) + WebMercator.y(latitude: north)) / 2),
      longitude: (west + east) / 2)
    guard span == nil, places.count > 1, east > west || north > south else {
      return (middle, span ?? CoordinateSpan())
    }
    // Pins and their titles need space on all sides.
    return (
      middle,
      CoordinateSpan(
        latitudeDelta: min(
          180, max(CoordinateSpan.least, 2 * max(north - middle.latitude, middle.latitude - south) * 1.5)),
        longitudeDelta: min(360, max(CoordinateSpan.least, (east - west) * 1.4)))
    )
  }

  /// The attribution of the map; empty if there is none.
  private var credits: String {
    attribution ?? (tiles == nil ? BaseMap.attribution : tiles?.attribution ?? "")
  }

  /// The attribution text in the corner.
  private func credit(
    in size: Size, _ palette: MapPalette, _ context: LayoutContext, _ labels: inout MapLabels
  ) throws(RasterError) -> LayoutBox? {
    guard !credits.isEmpty else { return nil }
    let font = Font(context.theme.smallTextFont.family, size: 8.5)
    let ink = palette.words.note
    // On a narrow map the attribution wraps, because it must be readable. The box is as wide as the text, so
    // left alignment works for every language.
    var style = ParagraphStyle()
    style.alignment = .left
    let text = try context.shape(
      [TextSpan(credits, font: font, color: ink)], style, width: max(1, size.width - 16))
    var box = LayoutBox(
      size: Size(width: text.naturalWidth.rounded(.up) + 8, height: text.size.height + 3))
    box.background = .solid(palette.words.plate)
    box.radii = CornerRadii(3)
    box.add(text, at: Point(x: 4, y: 1.5))
    box.warnings = context.warnings(text, key: "attribution")
    if box.size.height + 4 > size.height || box.size.width + 4 > size.width {
      box.warnings.append(context.warning("the map is too small for its attribution", key: "attribution"))
    }
    labels.keepFree(
      Rect(
        x: size.width - box.size.width - 4 - context.coveredCorner.x,
        y: size.height - box.size.height - 4 - context.coveredCorner.y, width: box.size.width,
        height: box.size.height))
    return box
  }

  private func pins(
    in viewport: MapViewport, _ palette: MapPalette, _ context: LayoutContext, _ labels: inout MapLabels
  ) throws(RasterError) -> (boxes: [(LayoutBox, Point)], warnings: [DeckIssue], hidden: Int) {
    var seen: [(annotation: MapAnnotation, point: Point)] = []
    var taken: [Rect] = []
    var hidden = 0
    var warnings: [DeckIssue] = []
    for annotation in annotations {
      let point = viewport.point(annotation.coordinate)
      let reach = annotation.frame.moved(by: point)
      guard reach.intersection(Rect(origin: .zero, size: viewport.size)) != nil else {
        try context.inside(annotation.region) { () throws(RasterError) in
          let name =
            annotation.title.isEmpty
            ? "an annotation" : "the annotation \(DeckIssue.quoted(annotation.title))"
          warnings.append(context.warning("\(name) is outside the map and not visible"))
        }
        continue
      }
      if !annotationsOverlap {
        guard !taken.contains(where: { $0.intersection(reach) != nil }) else {
          hidden += 1
          continue
        }
        taken.append(reach)
      }
      // Reserves the area of the pins first, so that no title covers a pin.
      labels.keepFree(reach)
      seen.append((annotation, point))
    }
    // Southern pins are in front.
    seen.sort { ($0.point.y, $0.point.x) < ($1.point.y, $1.point.x) }
    var boxes: [(LayoutBox, Point)] = []
    for (annotation, point) in seen {
      try context.inside(annotation.region) { () throws(RasterError) in
        let (box, origin) = try annotation.layoutPin(at: point, palette, context, &labels)
        boxes.append((box, origin))
      }
    }
    return (boxes, warnings, hidden)
  }
}
