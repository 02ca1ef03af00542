import BundledFonts
import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardMaps
@testable import CardParts

/// The projection, checked against published values.
@Suite struct WebMercatorTests {
  @Test func theLogarithmIsThatOfTheCLibrary() {
    for value in [1e-300, 1e-9, 0.3, 0.999_999, 1, 1.000_001, 1.4142, 1.5, 1.999, 2, 10, 12_345.678, 1e300] {
      let expected = Foundation.log(value)
      let error = abs(RealMath.ln(value) - expected)
      #expect(error <= 4e-16 * max(1, abs(expected)), "\(value)")
    }
  }

  /// The example of EPSG's guidance note 7-2 for the method 1024: 24°22'54.433" N, 100°20'00.000" W.
  @Test func aPointIsProjectedAsInTheGuidanceNote() {
    let latitude = 24 + 22 / 60.0 + 54.433 / 3600
    let longitude = -(100 + 20 / 60.0)
    let east = (WebMercator.x(longitude: longitude) - 0.5) * WebMercator.circumference
    let north = (0.5 - WebMercator.y(latitude: latitude)) * WebMercator.circumference
    #expect(abs(east - -11_169_055.58) < 0.01)
    #expect(abs(north - 2_800_000.00) < 0.01)
    #expect(abs(WebMercator.latitude(y: WebMercator.y(latitude: latitude)) - latitude) < 1e-9)
  }

  @Test(arguments: [
    (37.7749, -122.4194, 11, 327, 791), (52.52, 13.405, 10, 550, 335), (0.0, 0.0, 1, 1, 1),
    (51.51202, 0.02435, 17, 65_544, 43_582),
  ]) func coordinatesAreInTheirTiles(latitude: Double, longitude: Double, zoom: Int, x: Int, y: Int) {
    let across = Double(1 << zoom)
    #expect(Int(WebMercator.x(longitude: longitude) * across) == x)
    #expect(Int(WebMercator.y(latitude: latitude) * across) == y)
  }

  @Test func thePolesAreOnTheEdge() {
    #expect(WebMercator.y(latitude: 90) == 0)
    #expect(WebMercator.y(latitude: -90) == 1)
    #expect(abs(WebMercator.y(latitude: WebMercator.latitudeLimit - 1e-9)) < 1e-9)
    #expect(WebMercator.longitude(x: 1.25) == -90)
  }
}

@Suite struct MapViewportTests {
  private func viewport(
    _ latitude: Double, _ longitude: Double, _ span: (Double, Double), _ width: Double, _ height: Double
  ) -> MapViewport {
    MapViewport(
      around: Coordinate(latitude: latitude, longitude: longitude),
      span: CoordinateSpan(latitudeDelta: span.0, longitudeDelta: span.1),
      size: Size(width: width, height: height))
  }

  @Test(arguments: [(300.0, 100.0), (100.0, 300.0), (200.0, 200.0)])
  func theWholeSpanIsVisibleAndCentred(width: Double, height: Double) {
    let map = viewport(48, 11, (4, 6), width, height)
    let middle = map.point(Coordinate(latitude: 48, longitude: 11))
    #expect(isNear(middle.x, width / 2))
    #expect(isNear(middle.y, height / 2))
    var touches = 0
    for (latitude, longitude) in [(50.0, 8.0), (46.0, 14.0)] {
      let corner = map.point(Coordinate(latitude: latitude, longitude: longitude))
      #expect(corner.x > -0.001 && corner.x < width + 0.001)
      #expect(corner.y > -0.001 && corner.y < height + 0.001)
      if isNear(corner.x, 0) || isNear(corner.x, width) || isNear(corner.y, height) || isNear(corner.y, 0) {
        touches += 1
      }
    }
    // As large as possible: an edge of the span is an edge of the map.
    #expect(touches > 0)
  }

  @Test func theWorldEndsAtItsEdges() {
    let north = viewport(90, 0, (10, 10), 200, 100)
    #expect(isNear(north.top, 0))
    let all = viewport(0, 0, (180, 360), 100, 400)
    #expect(isNear(all.worldSide, 400))
    #expect(all.isCut)
    #expect(!viewport(0, 0, (100, 360), 400, 300).isCut)
  }

  @Test func placesAcrossTheDateLineAreClose() {
    let map = viewport(-17, 179, (8, 8), 200, 200)
    let west = map.point(Coordinate(latitude: -17, longitude: -179))
    #expect(west.x > 100 && west.x < 200)
    #expect(map.copies.contains(1))
  }

  @Test func zoomAndMetresAreThoseOfWebMaps() {
    let map = viewport(0, 0, (1, 360), 256, 10)
    #expect(isNear(map.zoom, 0))
    // 156,543.03 metres per pixel at level 0 on the equator.
    #expect(abs(map.metresPerPoint - 156_543.034) < 0.001)
  }
}

/// The base map that is bundled with the program.
@Suite struct BaseMapTests {
  private func isLand(_ latitude: Double, _ longitude: Double) throws -> Bool {
    let map = MapViewport(
      around: Coordinate(latitude: latitude, longitude: longitude),
      span: CoordinateSpan(latitudeDelta: 0.02, longitudeDelta: 0.02), size: Size(width: 10, height: 10))
    let world = try BaseMap.shared.get()
    let land = world.land.areas(in: map, scale: 1)
    let water = world.lakes.areas(in: map, scale: 1)
    return !land.isEmpty && water.isEmpty
  }

  @Test(arguments: [
    (52.52, 13.40, true), (30, -40, false), (-25, 135, true), (0, 0, false), (40, 50.5, false),
    (-75, 0, true),
    (66.0, -179.0, true), (48.0, -87.5, false), (37.43, -122.10, true),
  ]) func landAndWaterAreAtTheirPlaces(latitude: Double, longitude: Double, expected: Bool) throws {
    #expect(try isLand(latitude, longitude) == expected)
  }

  @Test func theDataIsCompleteAndNamed() throws {
    let map = try BaseMap.shared.get()
    #expect(map.land.count > 3_000)
    #expect(map.land.pointCount > 80_000)
    #expect(map.lakes.count > 500)
    #expect(map.borders.count > 300)
    #expect(map.names.filter(\.isCountry).count > 180)
    #expect(map.names.contains { $0.text == "São Paulo" && !$0.isCountry })
    #expect(map.names.allSatisfy { $0.place.x >= 0 && $0.place.x <= 1 && $0.place.y >= 0 && $0.place.y <= 1 })
  }

  @Test(arguments: [
    (0.0, 0.0, 180.0, 360.0, 8.0), (60.0, 100.0, 60.0, 180.0, 8.0), (47.0, 9.0, 0.0001, 0.0001, 1.0),
    (-85.0, 180.0, 1.0, 1.0, 3.0),
  ]) func noPathExceedsTheLimitsOfPainters(
    latitude: Double, longitude: Double, tall: Double, wide: Double, scale: Double
  ) throws {
    let viewport = MapViewport(
      around: Coordinate(latitude: latitude, longitude: longitude),
      span: CoordinateSpan(latitudeDelta: tall, longitudeDelta: wide), size: Size(width: 400, height: 300))
    for item in try BaseMap.shared.get().items(in: viewport, palette: .standard, scale: scale) {
      let path: Path
      switch item {
      case .fill(.path(let area), _, _): path = area
      case .stroke(let line, _, _): path = line
      default: continue
      }
      #expect(path.elements.count <= Limits.pathPoints)
      for element in path.elements {
        guard case .line(let point) = element else { continue }
        #expect(abs(point.x) < 1000 && abs(point.y) < 1000)
      }
    }
  }

  @Test func aDamagedFileIsAnError() throws {
    let folder = try #require(BundledFonts.directory())
    let bytes = try FileReading.read(path: "\(folder)/Map/world.map", limit: Limits.patternBytes)
    func problem(_ bytes: [UInt8]) -> String { message { _ = try BaseMap(bytes, path: "world.map") } }
    let expected = "cannot access 'world.map': it is damaged, or belongs to another version of cardshot"
    #expect(problem(bytes) == "no error")
    #expect(problem(bytes + [0]) == expected)
    for count in [0, 7, 8, 20, 31, 32, 33, 50_000, 250_000, bytes.count - 1] {
      #expect(problem(Array(bytes.prefix(count))) == expected, "\(count) bytes")
    }
    // The version, the counts and the length of the first layer, its first outline, and the number of names.
    let names = try #require(bytes.firstRange(of: Array("United States".utf8))).lowerBound - 16
    for place in [7, 8, 15, 16, 24, 31, 32, 33, names, names + 7] {
      for bits in [UInt8(0x01), 0x80, 0xFF] {
        var changed = bytes
        changed[place] ^= bits
        #expect(problem(changed) == expected, "byte \(place) ^ \(bits)")
      }
    }
  }
}
