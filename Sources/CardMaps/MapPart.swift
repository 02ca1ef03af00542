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
  var annotationsOverlap: Bool?
  var route: [Coordinate] = []
  var routeColor: Color?
  var features: MapFeatures?
  var tiles: TileSource?
  var minimumZoom: Int?
  var maximumZoom: Int?
  var attribution: String?
  var showsLabels = true
  var showsScale = false
  var contentScaleFactor: Double?
  /// Whether the theme is modern: the map scales with its canvas and takes the remaining height.
  private var isModern = false

  /// The height of a map in CardParts, in points.
  static let naturalHeight = 300.0
  private static let naturalWidth = 320.0

  package static let kind = PartKind(
    "map", .picture,
    "A map around a place: with streets from a file, made of tiles, or a simple built-in one.",
    example:
      ##"{ "type": "map", "location": [48.2, 9.5], "span": [9, 14], "height": 180, "annotations": [ { "latitude": 48.137, "longitude": 11.575, "title": "Munich" } ] }"##,
    make: { MapPart() }, follow: { part, theme in part.isModern = theme.compatibility.name == .none },
    needs: [["location", "annotations", "route"]],
    fields: {
      Field("style", \.style, .word, "The map type; `satellite` needs `tiles` with satellite images.")
      Field(
        "location", \.location, .coordinate, "The middle of the map: an object, or latitude and longitude.",
        default: "the middle of the annotations")
      Field(
        "span", \.span, .coordinateSpan,
        "The minimum visible degrees of latitude and longitude: an object or a pair.",
        default:
          "the smallest span that contains all annotations and the route; around one place 0.006 × 0.009 of streets, or as much as the built-in map needs to show names and a coast or border; 1 × 1 in `turbo` and `mint`"
      )
      Field(
        "annotations", \.annotations, .annotations,
        "Pins: a list, or one pin repeated by its own `forEach`.")
      Field(
        "annotationsOverlap", \.annotationsOverlap, .boolean,
        "Whether pins may overlap. If not, of overlapping pins only the first in the list is drawn, as in MapKit, and `inspect` lists the titles of the others as `hiddenTitles`.",
        default:
          "up to 12 pins become dots if any overlap; overlapping dots, or more pins, become one circle with their number; true in `turbo` and `mint`"
      )
      Field(
        "route", \.route, .list(.coordinate, 0...Limits.pathPoints / 2),
        "A line through places, such as the way to walk: each an object, or latitude and longitude. In themes but `turbo` and `mint` a ring is at its start, and pins at other stops are rings, if a pin is at its end."
      )
      Field(
        "routeColor", \.routeColor, .color, "The colour of the route.", default: "the theme's accent colour")
      Field(
        "features", \.features, .features,
        "Draws streets, waters, parks and buildings from a GeoJSON file with OpenStreetMap's tags, below the deck's folder."
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
        default:
          "with `features` \"\(MapFeatures.attribution)\"; or that of the archive; none for the built-in map, which is in the public domain"
      )
      Field("showsLabels", \.showsLabels, .boolean, "Whether places, streets and waters are labelled.")
      Field("showsScale", \.showsScale, .boolean, "Whether the map has a scale bar in kilometres.")
      Field(
        "contentScaleFactor", \.contentScaleFactor, .number(0.5...8),
        "The size of texts, pins and streets: 2 draws them twice as large, for a large picture that is seen small.",
        default:
          "the scale of the canvas: 2 on `og`, 2.25 on `square`, 2.5 on `story`, else 1; 1 in `turbo` and `mint`"
      )
    },
    check: { part, node, path, context in part.validateProperties(node, path, context) })

  private func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    if node["location"] == nil, annotations.isEmpty, route.isEmpty,
      node["annotations"] != nil || node["route"] != nil
    {
      context.error(node, path, "a map needs 'location', or 'annotations' or a 'route' to show")
    }
    if route.count < 2 { context.refuse(["routeColor"], of: node, path, "without a 'route' of two places") }
    if !context.counter.take(MapAnnotation.parts * annotations.count) {
      context.error(
        node["annotations"] ?? node, path.key("annotations"),
        "more parts than the limit of \(Limits.nodes), of which a pin of a map is \(MapAnnotation.parts)")
    }
    if node["features"] != nil { context.refuse(["tiles"], of: node, path, "with 'features'") }
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

  package var takesSpareHeight: Bool { isModern }
  package var isFigure: Bool { true }

  /// The natural height: on a canvas that is viewed from a distance up to 9/16 of the width.
  private func naturalHeight(_ width: Double, _ growth: Double) -> Double {
    min(MapPart.naturalHeight * growth, max(MapPart.naturalHeight, (width * 9 / 16).rounded()))
  }

  package func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let growth = isModern ? context.theme.base.growth : 1
    let factor = contentScaleFactor ?? growth
    let width = proposal.width.resolve(min(proposal.width.bound, MapPart.naturalWidth * growth))
    let frame = Size(width: width, height: proposal.height.resolve(naturalHeight(width, growth)))
    guard frame.width >= 1, frame.height >= 1 else { return LayoutBox(size: frame) }
    try context.checkLength(frame.width, "the map's width in pixels")
    try context.checkLength(frame.height, "the map's height in pixels")
    let map = try layoutMap(
      Size(width: frame.width / factor, height: frame.height / factor), MapCover(context, factor),
      scale: context.scale * factor, context)
    let radii = CornerRadii(context.theme.compatibility.mapRadius ?? context.theme.buttonCornerRadius)
    var box = factor == 1 ? map : LayoutBox(size: frame)
    (box.isClipped, box.radii) = (true, radii)
    guard factor != 1 else { return box }
    // The map is laid out in its own points and then enlarged about its centre.
    (box.warnings, box.attributes, box.label) = (map.warnings, map.attributes, map.label)
    var inner = map
    (inner.warnings, inner.attributes, inner.label) = ([], [], nil)
    box.hasMeasuredWords = false
    box.add(
      inner, at: Point(x: (frame.width - map.size.width) / 2, y: (frame.height - map.size.height) / 2),
      PoseTrack(start: Pose(scaleX: factor, scaleY: factor)))
    box.firstBaseline = nil
    box.lastBaseline = nil
    return box
  }

  /// The map in its own points.
  ///
  /// - Parameter scale: The number of pixels per point of the map.
  private func layoutMap(_ size: Size, _ cover: MapCover, scale: Double, _ context: LayoutContext)
    throws(RasterError) -> LayoutBox
  {
    var box = LayoutBox(size: size)
    box.hasMeasuredWords = false
    var palette = style.palette(context.theme.appearance)
    // Map tiles have their own fixed colours, and text on them must be legible.
    if tiles != nil, style == .standard { palette = .standard }
    if isModern, tiles == nil, context.theme.appearance == .dark {
      palette = palette.tinted(like: context.theme.base.surfaceColor)
    }
    let (middle, viewport) = try region(size, cover, scale: scale)
    if viewport.isCut, let span {
      box.warnings.append(
        context.warning(
          "the map shows \(NumberText.format((viewport.right - viewport.left) * 360, digits: 1)) of the "
            + "\(JSONNumber.format(span.longitudeDelta)) degrees of longitude: it is taller than the world is at that width",
          key: "span"))
    }
    var labels = MapLabels(
      size: size, coveredInsets: cover.insets, coveredAreas: cover.areas)
    let credit = try credit(in: size, palette, cover, context, &labels)
    let bar = showsScale ? try MapScale(viewport: viewport).layoutScale(palette, context) : nil
    if let bar {
      labels.keepFree(
        Rect(
          x: 6, y: size.height - 6 - bar.size.height - cover.corner.y, width: bar.size.width,
          height: bar.size.height))
    }
    for piece in routePieces(in: viewport) { labels.keepFree(along: piece, width: 8) }
    let pinStyle = MapPinStyle(
      palette: palette,
      accent: isModern
        ? palette.legible(context.theme.base.accentColor, isOnStreets: features != nil || tiles != nil)
        : Color(rgb: 0xE5484D), isModern: isModern)
    let pins = try pins(in: viewport, pinStyle, context, &labels)
    box.warnings += pins.warnings
    if !pins.hidden.isEmpty {
      box.attributes.append(LayoutBox.Attribute("hiddenAnnotations", number: Double(pins.hidden.count)))
      box.attributes += pins.hidden.map(\.title).filter { !$0.isEmpty }.map {
        LayoutBox.Attribute("hiddenTitles", element: $0)
      }
    }
    if let tiles {
      let plan = MapTiles(
        source: tiles, viewport: viewport, scale: scale, lowest: minimumZoom,
        highest: maximumZoom, isWorldDrawnOnce: isModern)
      let drawn = try context.inside(key: "tiles") { () throws(RasterError) in
        try plan.layoutTiles(palette, context)
      }
      drawn.items.forEach { box.add($0) }
      routeItems(in: viewport, pinStyle, context).forEach { box.add($0) }
      box.warnings += drawn.warnings
      box.attributes.append(LayoutBox.Attribute("zoom", String(drawn.zoom)))
    } else if let features {
      let map = StreetMap(features, viewport, palette.streets, scale: scale)
      map.items().forEach { box.add($0) }
      routeItems(in: viewport, pinStyle, context).forEach { box.add($0) }
      if showsLabels {
        let pins = isModern ? annotations : []
        try labels.names(of: map, palette: palette.streets.names, pins: pins, context).forEach { box.add($0) }
      }
      if map.isEmpty {
        box.warnings.append(
          context.warning(
            "no feature of '\(features.name)' is in the visible part of the map", key: "features",
            hint: "check 'location' and 'span', and that the extract contains the place", code: .blankMap))
      }
    } else {
      let map = try BaseMap.shared.get()
      let visible = Rect(origin: .zero, size: size).inset(by: cover.insets)
      let isPlain = isModern && !map.hasLines(in: visible, of: viewport)
      (isModern
        ? map.itemsOnce(in: viewport, palette: palette, scale: scale, hasGrid: isPlain)
        : map.items(in: viewport, palette: palette, scale: scale)).forEach { box.add($0) }
      routeItems(in: viewport, pinStyle, context).forEach { box.add($0) }
      let names =
        showsLabels
        ? try labels.names(
          of: map, in: viewport, palette: palette.names, pins: annotations, isModern: isModern, context) : []
      names.forEach { box.add($0) }
      // Several pins show where they are to each other.
      if isPlain, annotations.count < 2, names.isEmpty {
        box.warnings.append(blankMapWarning(map, middle, size, cover, context))
      }
    }
    let covered = cover.corner
    if let bar { box.add(bar, at: Point(x: 6, y: size.height - 6 - bar.size.height - covered.y)) }
    if let credit {
      box.add(
        credit,
        at: Point(
          x: size.width - credit.size.width - 4 - covered.x,
          y: size.height - credit.size.height - 4 - covered.y))
    }
    routeStart(in: viewport, pinStyle, center: palette.words.halo).forEach { box.add($0) }
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

  /// The middle of the area that the map must show, and the part of the world that it shows.
  private func region(_ size: Size, _ cover: MapCover, scale: Double) throws(RasterError) -> (
    Coordinate, MapViewport
  ) {
    func viewport(_ middle: Coordinate, _ span: CoordinateSpan, _ room: Insets = .zero) -> MapViewport {
      let covered = Insets(
        top: cover.insets.top + room.top, left: cover.insets.left + room.left,
        bottom: cover.insets.bottom + room.bottom, right: cover.insets.right + room.right)
      return MapViewport(around: middle, span: span, size: size, covered: covered)
    }
    var places = location.map { [$0] } ?? []
    if location == nil || isModern && span == nil { places += annotations.map(\.coordinate) + route }
    let first = places.first ?? Coordinate()
    let (west, east) = bounds(of: places.map(\.longitude), from: first.longitude)
    let (south, north) = (places.map(\.latitude).min() ?? 0, places.map(\.latitude).max() ?? 0)
    guard east > west || north > south else {
      if let span { return (first, viewport(first, span)) }
      guard isModern else { return (first, viewport(first, CoordinateSpan())) }
      guard isDrawn else { return (first, viewport(first, streetSpan(size, scale: scale))) }
      let least = try BaseMap.shared.get().leastSpan(
        around: first, size, cover.insets, pinFrames, showsNames: showsLabels)
      return (first, viewport(first, least ?? CoordinateSpan()))
    }
    let middle =
      location
      ?? Coordinate(
        latitude: WebMercator.latitude(
          y: (WebMercator.y(latitude: south) + WebMercator.y(latitude: north)) / 2),
        longitude: (west + east) / 2 - (west + east > 360 ? 360 : 0))
    if let span { return (middle, viewport(middle, span)) }
    if location != nil, !isDrawn {
      let near = viewport(middle, streetSpan(size, scale: scale))
      let points = places.map { near.point($0) }
      if points.allSatisfy({ 0...size.width ~= $0.x && 0...size.height ~= $0.y }) { return (middle, near) }
    }
    let longitude = middle.longitude + (middle.longitude < west ? 360 : 0)
    let (tall, wide) = (
      2 * max(north - middle.latitude, middle.latitude - south), 2 * max(east - longitude, longitude - west)
    )
    func area(_ share: (tall: Double, wide: Double)) -> CoordinateSpan {
      CoordinateSpan(
        latitudeDelta: min(180, max(CoordinateSpan.least, tall * share.tall)),
        longitudeDelta: min(360, max(CoordinateSpan.least, wide * share.wide)))
    }
    // Pins and their titles need space on all sides.
    guard isModern else { return (middle, viewport(middle, area((1.5, 1.4)))) }
    let free = Rect(origin: .zero, size: size).inset(by: cover.insets)
    let most = (x: max(0, free.width * 0.3), y: max(0, free.height * 0.3))
    let room = annotations.isEmpty ? Insets(24) : Insets(top: 44, left: 44, bottom: 26, right: 44)
    let limited = Insets(
      top: min(room.top, most.y), left: min(room.left, most.x), bottom: min(room.bottom, most.y),
      right: min(room.right, most.x))
    var found = viewport(middle, area((1, 1)), limited)
    guard isDrawn else { return (middle, found) }
    let map = try BaseMap.shared.get()
    // Close to its places the built-in map may have no name, coast or border. It is enlarged until pins collide.
    let larger =
      [found]
      + [1.4, 2, 3, 4.5, 6.5].map { viewport(middle, area(($0, $0)), limited) }.prefix {
        !hasCollisions(annotations, in: $0)
      }
    found =
      larger.first {
        map.hasLines(in: free, of: $0) && (!showsLabels || map.nameCount(in: free, of: $0, pinFrames) > 0)
      } ?? larger.first { map.hasLines(in: free, of: $0) } ?? found
    guard found.worldSide <= size.width else { return (middle, found) }
    // The whole world ends in the Bering Strait, or in the Atlantic if the places are around the Pacific.
    let crossesStrait = (west...east).contains(-169) || (west...east).contains(191)
    let whole = Coordinate(
      latitude: middle.latitude, longitude: crossesStrait && east - west < 300 ? 150 : 11)
    return (whole, viewport(whole, area((1, 1)), limited))
  }

  /// Whether the built-in map is drawn.
  private var isDrawn: Bool { tiles == nil && features == nil }

  /// The streets around one place, or as much as the tiles show without being enlarged.
  private func streetSpan(_ size: Size, scale: Double) -> CoordinateSpan {
    var degrees = 0.009
    if let tiles {
      let deepest = min(maximumZoom ?? TileSource.deepest, tiles.levels.upperBound)
      let side = MapTiles.usualSide * RealMath.power(2, Double(deepest)) / scale
      degrees = min(360, max(degrees, 360 * size.width / side))
    }
    return CoordinateSpan(latitudeDelta: min(180, degrees * 2 / 3), longitudeDelta: degrees)
  }

  /// The westernmost and the easternmost of longitudes: the smallest range, also across the date line.
  ///
  /// The eastern one is greater than 180 across the date line. In the old themes both are relative to the
  /// first longitude.
  private func bounds(of longitudes: [Double], from first: Double) -> (west: Double, east: Double) {
    func ends(_ turned: [Double]) -> (west: Double, east: Double) { (turned.min() ?? 0, turned.max() ?? 0) }
    guard isModern else { return ends(longitudes.map { $0 - (($0 - first) / 360).rounded() * 360 }) }
    let sorted = longitudes.sorted()
    var (best, widest) = (ends(sorted), 360 - (ends(sorted).east - ends(sorted).west))
    for (west, east) in zip(sorted, sorted.dropFirst()) where east - west > widest {
      (best, widest) = ((east, west + 360), east - west)
    }
    // Over most of the world, longitudes are in their usual order.
    let usual = ends(sorted)
    return usual.east - usual.west < 1.25 * (best.east - best.west) ? usual : best
  }

  /// The frames of the pins, each relative to its place.
  private var pinFrames: [(place: Coordinate, frame: Rect)] {
    annotations.map { ($0.coordinate, $0.frame) }
  }

  /// Whether pins would collide, or there are too many to find out.
  private func hasCollisions(_ annotations: [MapAnnotation], in viewport: MapViewport) -> Bool {
    let frames = annotations.map { $0.frame.moved(by: viewport.point($0.coordinate)) }
    return frames.count > 100
      || frames.indices.contains { index in
        frames[..<index].contains { $0.intersection(frames[index]) != nil }
      }
  }

  /// The warning that the built-in map has nothing to show.
  private func blankMapWarning(
    _ map: BaseMap, _ middle: Coordinate, _ size: Size, _ cover: MapCover, _ context: LayoutContext
  ) -> DeckIssue {
    let least = map.leastSpan(around: middle, size, cover.insets, pinFrames, showsNames: showsLabels)
    let degrees = least.map { JSONNumber.format($0.latitudeDelta) }
    return context.warning(
      "the built-in map has no name, coast or border here", key: span == nil ? nil : "span",
      hint: "draw streets with 'features' or 'tiles'"
        + (degrees.map { ", or set 'span' to [\($0), \($0)]" } ?? ""), code: .blankMap)
  }

  /// The pieces of the route inside the map.
  private func routePieces(in viewport: MapViewport) -> [[Point]] {
    guard var before = route.first.map({ viewport.point($0) }) else { return [] }
    let (low, high) = (Point(x: -8, y: -8), Point(x: viewport.size.width + 8, y: viewport.size.height + 8))
    var result: [[Point]] = []
    for place in route.dropFirst() {
      // The line continues in the copy of the world that is closest to the place before.
      var next = viewport.point(place)
      next.x -= ((next.x - before.x) / viewport.worldSide).rounded() * viewport.worldSide
      if let (a, b) = MapOutlines.cut(before, next, low, high) {
        if result.last?.last == a { result[result.count - 1].append(b) } else { result.append([a, b]) }
      }
      before = next
    }
    return result
  }

  /// The line of the route with a white edge.
  private func routeItems(in viewport: MapViewport, _ style: MapPinStyle, _ context: LayoutContext)
    -> [DisplayItem]
  {
    var pile = PathPile(most: Limits.pathPoints)
    for piece in routePieces(in: viewport) { pile.addOutline(piece, closed: false) }
    let color = routeColor ?? (isModern ? style.accent : context.theme.accentTextColor)
    let edge =
      isModern
      ? style.outline(of: color)
      : Color.white.multiplyingAlpha(by: context.theme.appearance == .dark ? 0.85 : 1)
    return [(isModern ? 7.5 : 8, edge), (5.0, color)].flatMap { width, color in
      pile.paths.map { .stroke($0, Stroke(width: width, cap: .round), color) }
    }
  }

  /// The ring where a route starts, unless a pin is there.
  private func routeStart(in viewport: MapViewport, _ style: MapPinStyle, center: Color) -> [DisplayItem] {
    guard isModern, route.count > 1, let start = route.first,
      !annotations.contains(where: { Self.isNear($0.coordinate, start, in: viewport) })
    else { return [] }
    let color = routeColor ?? style.accent
    return MapAnnotation.circles(
      in: Rect(origin: viewport.point(start), size: .zero).inset(by: -MapAnnotation.ringRadius),
      [style.outline(of: color), color, center])
  }

  /// The attribution of the map; empty if there is none, as for the built-in map in the public domain.
  private var credits: String {
    if let attribution { return attribution }
    if features != nil { return MapFeatures.attribution }
    return tiles?.attribution ?? ""
  }

  /// The attribution text in the corner.
  private func credit(
    in size: Size, _ palette: MapPalette, _ cover: MapCover, _ context: LayoutContext,
    _ labels: inout MapLabels
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
        x: size.width - box.size.width - 4 - cover.corner.x,
        y: size.height - box.size.height - 4 - cover.corner.y, width: box.size.width,
        height: box.size.height))
    return box
  }

  /// Whether a pin is at a stop of the route, and another one at its end.
  private func isStop(_ annotation: MapAnnotation, in viewport: MapViewport) -> Bool {
    guard let last = route.last, annotation.image == nil else { return false }
    return !Self.isNear(annotation.coordinate, last, in: viewport)
      && route.contains { Self.isNear(annotation.coordinate, $0, in: viewport) }
      && annotations.contains { Self.isNear($0.coordinate, last, in: viewport) }
  }

  private static func isNear(_ a: Coordinate, _ b: Coordinate, in viewport: MapViewport) -> Bool {
    let way = viewport.point(a) - viewport.point(b)
    return way.x * way.x + way.y * way.y <= 12 * 12
  }

  private func pins(
    in viewport: MapViewport, _ style: MapPinStyle, _ context: LayoutContext, _ labels: inout MapLabels
  ) throws(RasterError) -> (boxes: [(LayoutBox, Point)], warnings: [DeckIssue], hidden: [MapAnnotation]) {
    var seen: [MapCluster] = []
    var taken: [Rect] = []
    var hidden: [MapAnnotation] = []
    var warnings: [DeckIssue] = []
    let joinsOthers = isModern && annotationsOverlap == nil
    var annotations = annotations
    if isModern {
      for index in annotations.indices where isStop(annotations[index], in: viewport) {
        annotations[index].form = .ring
      }
    }
    // A few pins that overlap become dots, which show better where they are than a circle with their number.
    if joinsOthers, annotations.count <= MapPart.mostDots, hasCollisions(annotations, in: viewport) {
      for index in annotations.indices
      where annotations[index].form == .pin && annotations[index].isFree
        && annotations[index].clusteringIdentifier == nil
      {
        annotations[index].form = .dot
      }
    }
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
      seen.append(
        MapCluster(annotation, at: point, joinsOthers: joinsOthers && annotation.form != .ring))
    }
    seen = MapCluster.joined(seen)
    if annotationsOverlap == false {
      seen = seen.filter { cluster in
        if taken.contains(where: { $0.intersection(cluster.frame) != nil }) {
          hidden += cluster.members
          return false
        }
        taken.append(cluster.frame)
        return true
      }
    }
    // Reserves the area of the pins first, so that no title covers a pin.
    for cluster in seen { labels.keepFree(cluster.frame.inset(by: isModern ? -1 : 0)) }
    // Southern pins are in front.
    seen.sort { ($0.point.y, $0.point.x) < ($1.point.y, $1.point.x) }
    // The order in which titles take their places decides which ones find one: the first order that leaves out none.
    let south = Array(seen.indices)
    let west = south.sorted { (seen[$0].point.x, $0) < (seen[$1].point.x, $1) }
    let orders = isModern && seen.count <= 100 ? [south, south.reversed(), west, west.reversed()] : [south]
    var best: (boxes: [(LayoutBox, Point)], labels: MapLabels, lost: Int)?
    for order in orders where best?.lost != 0 {
      var (boxes, places, lost) = ([Int: (LayoutBox, Point)](), labels, 0)
      for index in order {
        let placed = try context.inside(seen[index].members[0].region) { () throws(RasterError) in
          try seen[index].layoutPins(style, context, &places)
        }
        lost += placed.0.warnings.count { $0.code == .cutText }
        boxes[index] = placed
      }
      if lost < best?.lost ?? .max { best = (south.compactMap { boxes[$0] }, places, lost) }
    }
    if let best { labels = best.labels }
    return (best?.boxes ?? [], warnings, hidden)
  }

  /// The number of pins up to which overlapping ones become dots.
  private static let mostDots = 12
}

/// The parts of a map that a sheet covers, in the map's points.
private struct MapCover {
  let insets: Insets
  /// The distance of the attribution from the right and bottom edges.
  let corner: Point
  let areas: [Rect]

  init(_ context: LayoutContext, _ factor: Double) {
    let (insets, share) = (context.coveredInsets, 1 / factor)
    self.insets = Insets(
      top: insets.top * share, left: insets.left * share, bottom: insets.bottom * share,
      right: insets.right * share)
    corner = context.coveredCorner * share
    areas = context.coveredAreas.map {
      Rect(x: $0.minX * share, y: $0.minY * share, width: $0.width * share, height: $0.height * share)
    }
  }
}
