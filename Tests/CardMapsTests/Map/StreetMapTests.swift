import TestSupport
import Testing

@testable import CardMaps
@testable import CardModel
@testable import CardParts
@testable import CardRaster

/// Maps with streets from a GeoJSON file.
@Suite struct StreetMapTests {
  private func file(_ features: String...) -> String {
    #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
  }

  private func feature(_ tags: String, _ kind: String, _ coordinates: String) -> String {
    #"{"type":"Feature","properties":{\#(tags)},"geometry":{"type":"\#(kind)","coordinates":\#(coordinates)}}"#
  }

  private func read(_ text: String, features: Int = 100, points: Int = 100) throws(DeckIssue) -> MapFeatures {
    try MapFeatures.read(Array(text.utf8), name: "town.geojson", mostFeatures: features, mostPoints: points)
  }

  private func failure(_ text: String, features: Int = 100, points: Int = 100) -> String {
    do throws(DeckIssue) {
      _ = try read(text, features: features, points: points)
      return ""
    } catch {
      return error.text
    }
  }

  /// A map of 300 × 200 points whose middle is 0° north and 0° east; a point is 0.00001 degrees.
  private func map(_ features: String..., more: String = "", deck: String = "", theme: String = "turbo")
    throws -> LaidOut
  {
    let folder = try TemporaryFolder()
    try FileWriting.write(
      Array(file(features.joined(separator: ",")).utf8), to: folder.path + "/town.geojson")
    return try LaidOut(
      deck:
        #"{\#(deck)"theme":{"base":"\#(theme)","cardPartMargins":0},"canvas":{"width":300},"cards":[{"parts":[{"type":"map","features":"town.geojson","location":[0,0],\#(more.contains("span") ? "" : #""span":[0.002,0.003],"#)"height":200\#(more)}]}]}"#,
      folder: folder.path)
  }

  private func colors(_ laidOut: LaidOut) -> [Color] {
    func colors(_ items: [DisplayItem]) -> [Color] {
      items.flatMap { item -> [Color] in
        switch item {
        case .fill(_, .solid(let color), _), .stroke(_, _, let color): [color]
        case .group(let group): colors(group.items)
        default: []
        }
      }
    }
    return laidOut.deck.pages.first.map { colors($0.display.items) } ?? []
  }

  private let street = #""highway":"residential","name":"High Street""#
  private let along = "[[-0.001,0],[0.001,0]]"

  @Test func tagsDecideTheClassOfEachFeature() throws {
    let square = "[[[0,0],[1,0],[1,1],[0,0]]]"
    let features = try read(
      file(
        feature(#""highway":"primary_link""#, "LineString", "[[0,0],[1,1]]"),
        feature(#""highway":"path","bridge":"yes","layer":"9""#, "LineString", "[[0,0],[1,1]]"),
        feature(#""railway":"rail","tunnel":"yes""#, "LineString", "[[0,0],[1,1]]"),
        feature(#""natural":"water","name":"Lake","name:de":"See""#, "Polygon", square),
        feature(#""building":"yes""#, "MultiPolygon", "[\(square),\(square)]"),
        feature(#""highway":"service","area":"yes""#, "Polygon", square),
        feature(#""boundary":"administrative","admin_level":4"#, "Polygon", square),
        feature(#""place":"town","name":"A""#, "Point", "[1,2]"),
        feature(#""place":"town""#, "Point", "[1,2]"),
        feature(#""amenity":"bench","name":"B""#, "Point", "[1,2]"),
        #"{"type":"Feature","properties":null,"geometry":null}"#,
        feature(
          #""other_tags":"\"highway\"=>\"footway\",\"tunnel\"=>\"yes\"""#, "LineString", "[[0,0],[1,1]]")
      ))
    #expect(features.lines.map(\.kind) == [.primary, .path, .border, .path])
    #expect(features.lines.map(\.level) == [0, StreetMap.highestLevel, 0, -1])
    #expect(features.lines.map(\.isMinor) == [true, false, false, false])
    #expect(features.areas.map(\.kind) == [.water, .building, .building, .plaza])
    #expect(
      features.areas[0].name?.text(in: "de") == "See" && features.areas[0].name?.text(in: "fr") == "Lake")
    #expect(features.places.map(\.name.text) == ["A"])
    #expect(features.places[0].point == Point(x: WebMercator.x(longitude: 1), y: WebMercator.y(latitude: 2)))
  }

  @Test func whatIsNotGeoJSONIsAnErrorWithItsPlace() throws {
    for (text, error) in [
      (
        "[1]",
        "town.geojson:1:1: error: expected a GeoJSON object of type 'FeatureCollection' with 'features'"
      ),
      (#"{"elements":[]}"#, "Overpass's own format"), ("{", "invalid JSON"),
      (
        #"{"type":"FeatureCollection","features":[1]}"#,
        "1:41: error: expected a GeoJSON object of type 'Feature'"
      ),
      (
        file(feature("", "Circle", "[1,2]")),
        "expected the type of a GeoJSON geometry, such as 'LineString', found 'Circle'"
      ),
      (
        file(feature("", "Point", #"["a",2]"#)),
        "expected a longitude and a latitude in degrees, found a list at features[0].geometry.coordinates"
      ),
      (
        file(feature("", "LineString", "[[1,2],[500000,5800000]]")),
        "features[0].geometry.coordinates[1]; use the coordinates of WGS 84"
      ),
      (file(feature("", "Polygon", "[[1,2]]")), "expected a longitude and a latitude in degrees, found 1"),
      (file(feature("", "Polygon", "7")), "expected a list of coordinates, found 7"),
    ] {
      #expect(failure(text).contains(error), "\(text): \(failure(text))")
    }
    let deck = #"{"cards":[{"parts":[{"type":"map","location":[0,0],"features":"no.geojson"}]}]}"#
    #expect(
      try LaidOut.issues(of: deck).contains {
        $0.contains("no.geojson") && $0.contains("cards[0].parts[0].features")
      })
    let both = #"{"cards":[{"parts":[{"type":"map","location":[0,0],"features":"a","tiles":"b"}]}]}"#
    #expect(try LaidOut.issues(of: both).contains { $0.contains("'tiles' has no effect with 'features'") })
  }

  @Test func aFileHasNoMoreBytesFeaturesAndPointsThanTheLimits() throws {
    let two = file(feature(street, "LineString", along), feature(street, "LineString", along))
    #expect(failure(two, features: 1).contains("more features than the limit of 1"))
    #expect(failure(two, points: 3).contains("more points than the limit of 3"))
    #expect(failure(two).isEmpty)
    let large = [UInt8](repeating: 0x20, count: Limits.mapFeatureBytes + 1)
    #expect(throws: DeckIssue.self) { try MapFeatures.read(large, name: "a") }
    #expect(Limits.mapFeatures == 200_000 && Limits.mapPoints == 2_000_000)
  }

  @Test func eachElementOfTheFileMayHaveAsManyValuesAsADocument() throws {
    let names = (0..<600).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    let feature = feature(names, "LineString", along)
    let features = Array(repeating: feature, count: 1_700).joined(separator: ",")
    #expect(failure(file(features), features: 2_000, points: 9_999).isEmpty)
  }

  @Test func nothingInViewIsAWarning() throws {
    let far = try map(feature(street, "LineString", "[[1,1],[1.001,1]]"))
    #expect(far.warnings.count == 1)
    #expect(far.warnings[0].contains("no feature of 'town.geojson' is in the visible part of the map"))
    #expect(try map(feature(street, "LineString", along)).warnings.isEmpty)
  }

  @Test func bridgesAreAboveRoadsAndTunnelsBelow() throws {
    let palette = MapPalette.Streets.standard
    let laidOut = try map(
      feature(#""highway":"motorway","bridge":"yes""#, "LineString", "[[0,-0.001],[0,0.001]]"),
      feature(#""highway":"primary""#, "LineString", along),
      feature(#""highway":"residential","tunnel":"yes""#, "LineString", along),
      feature(#""natural":"water""#, "Polygon", "[[[0,0],[0.0005,0],[0.0005,0.0005],[0,0]]]"))
    let drawn = colors(laidOut)
    let order = [
      palette.land, palette.water, palette.road.edge, palette.major.edge, palette.major.fill,
      palette.motorway.edge, palette.motorway.fill,
    ].map { drawn.firstIndex(of: $0) ?? -1 }
    #expect(order == order.sorted() && order[0] >= 0, "\(order)")
  }

  @Test func namesFollowStreetsAndTheLocale() throws {
    let tags = #""highway":"residential","name":"High Street","name:de":"Hauptstraße""#
    let parts = [
      feature(tags, "LineString", "[[-0.001,-0.001],[0,0]]"),
      feature(tags, "LineString", "[[0.001,0.001],[0,0]]"),
    ]
    let laidOut = try map(parts.joined(separator: ","), deck: #""locale":"de_DE","#)
    // Both parts are one street with one name.
    #expect(laidOut.glyphRuns.filter { $0.text == "Hauptstraße" }.count == 1)
    #expect(laidOut.dump.contains("0.707"), "the name is turned by 45 degrees")
    #expect(laidOut.glyphRuns.contains { $0.text.contains("© OpenStreetMap contributors") })
    #expect(
      try map(parts[0], more: #","showsLabels":false,"attribution":"me""#).glyphRuns.map(\.text) == ["me"])
  }

  @Test func theStreetOfAPinHasItsNameFirst() throws {
    // At this scale only main streets have names.
    let features = [
      feature(#""highway":"residential","name":"Quiet Lane""#, "LineString", "[[-0.012,0],[0.012,0]]"),
      feature(#""highway":"primary","name":"Main Street""#, "LineString", "[[-0.012,0.0006],[0.012,0.0006]]"),
    ].joined(separator: ",")
    func names(_ more: String, theme: String = "soft") throws -> [String] {
      let laidOut = try map(
        features, more: #","attribution":"","span":[0.024,0.036]\#(more)"#, deck: "", theme: theme)
      return laidOut.glyphRuns.map(\.text)
    }
    let pin = #","annotations":[{"latitude":0,"longitude":0.004}]"#
    #expect(try names(pin).contains("Quiet Lane"))
    #expect(try names("") == ["Main Street"])
    #expect(try !names(pin, theme: "turbo").contains("Quiet Lane"))
  }

  @Test func theSeaIsToTheRightOfTheCoast() throws {
    // The coast runs to the east, in two parts, so the sea is in the south.
    let viewport = MapViewport(
      around: Coordinate(), span: CoordinateSpan(latitudeDelta: 0.002, longitudeDelta: 0.003),
      size: Size(width: 300, height: 200))
    func sea(_ coasts: String...) throws -> Rect? {
      let features = try read(
        file(coasts.map { feature(#""natural":"coastline""#, "LineString", $0) }.joined(separator: ",")))
      let items = StreetMap(features, viewport, .standard, scale: 1).items()
      guard items.count > 1, case .fill(.path(let path), _, _) = items[1] else { return nil }
      return path.bounds(under: .identity)
    }
    let south = try #require(try sea("[[0,0],[0.01,0]]", "[[-0.01,0],[0,0]]"))
    #expect(isNear(south.minY, 100) && south.maxY > 200 && south.minX < 0 && south.maxX > 300)
    let north = try #require(try sea("[[0.01,0],[-0.01,0]]"))
    #expect(isNear(north.maxY, 100) && north.minY < 0)
    // An island in the sea.
    let island = "[[-0.0005,-0.0005],[0.0005,-0.0005],[0,0.0005],[-0.0005,-0.0005]]"
    let around = try #require(try sea(island))
    #expect(around.minX < 0 && around.maxX > 300 && around.minY < 0 && around.maxY > 200)
  }

  @Test func aVeryLongLineAndAnAreaWithManyHolesAreDrawn() throws {
    let points = (0..<30_000).map {
      "[\(Double($0 % 200) * 0.00001 - 0.001),\(Double($0) * 0.00000005 - 0.001)]"
    }
    let holes = (0..<900).map { index -> String in
      let (x, y) = (Double(index % 30) * 0.00006 - 0.0009, Double(index / 30) * 0.00006 - 0.0009)
      let ring = (0..<12).map { "[\(x + Double($0) * 0.000002),\(y + Double($0 * $0 % 7) * 0.000004)]" }
      return "[\(ring.joined(separator: ",")),\(ring[0])]"
    }
    let outer = "[[-0.001,-0.001],[0.001,-0.001],[0.001,0.001],[-0.001,0.001],[-0.001,-0.001]]"
    let text = file(
      feature(#""highway":"primary""#, "LineString", "[\(points.joined(separator: ","))]"),
      feature(#""natural":"wood""#, "Polygon", "[\(([outer] + holes).joined(separator: ","))]"))
    let features = try read(text, points: 50_000)
    let viewport = MapViewport(
      around: Coordinate(), span: CoordinateSpan(latitudeDelta: 0.002, longitudeDelta: 0.003),
      size: Size(width: 3_000, height: 2_000))
    for case .stroke(let path, _, _) in StreetMap(features, viewport, .standard, scale: 8).items() {
      #expect(path.stepCount <= Limits.pathPoints)
    }
    let filled = StreetMap(features, viewport, .standard, scale: 8).items().compactMap { item in
      if case .fill(.path(let path), _, _) = item { path.stepCount } else { nil }
    }
    #expect(filled.count == 1 && filled[0] > 3_000 && filled[0] <= Limits.pathPoints, "\(filled)")
  }

  @Test func aRouteIsBelowNamesAndDecidesWhatIsVisible() throws {
    let laidOut = try LaidOut(
      part:
        ##"{"type":"map","route":[[51,0],[51,1],{"latitude":52,"longitude":1}],"routeColor":"#FF0000","height":100}"##
    )
    #expect(laidOut.warnings.isEmpty)
    let colors = colors(laidOut)
    let red = try #require(colors.firstIndex(of: Color(rgb: 0xFF0000)))
    #expect(colors[red - 1] == .white)
  }

  @Test func contentIsEnlargedInTheSameFrame() throws {
    func pin(_ more: String) throws -> Rect {
      let laidOut = try LaidOut(
        part:
          #"{"type":"map","location":[0,0],"width":200,"height":100,"annotations":[{"latitude":0,"longitude":0,"id":"pin","link":"https://example.com"}]\#(more)}"#
      )
      #expect(try laidOut.frame(0).size == Size(width: 200, height: 100))
      return try LaidOut.frame(of: try #require(laidOut.inspected()["regions"]?.element(0)))
    }
    let (usual, large) = (try pin(""), try pin(#","contentScaleFactor":2"#))
    #expect(isNear(usual.maxY, large.maxY) && isNear(usual.midX, large.midX))
    #expect(isNear(large.width, 2 * usual.width))
  }
}
