import TestSupport
import Testing

@testable import CardMaps
@testable import CardParts
@testable import CardRaster

/// The picture of a map part, and its text alternative.
@Suite struct MapPartTests {
  private func map(_ members: String, folder: String = ".") throws -> LaidOut {
    try LaidOut(
      deck:
        #"{"theme":{"base":"turbo","cardPartMargins":0},"canvas":{"width":300},"cards":[{"parts":[{"type":"map",\#(members)}]}]}"#,
      folder: folder)
  }

  @Test func anIconInsteadOfAPinHasTheColourOfItsText() throws {
    for (appearance, color) in [
      ("light", MapPalette.standard.words.title), ("dark", MapPalette.standardDark.words.title),
    ] {
      let deck =
        #"{"appearance":"\#(appearance)","cards":[{"parts":[{"type":"map","height":100,"annotations":[{"latitude":52.5,"longitude":13.4,"image":"icon:home"}]}]}]}"#
      let dump = try LaidOut(deck: deck).deck.pages[0].display.dump
      #expect(dump.lowercased().contains(color.hexText.lowercased()), "\(appearance): \(dump.suffix(600))")
    }
  }

  @Test func aMapHasNoMorePinsThanItsLimit() throws {
    let pins = Array(repeating: #"{"latitude":48,"longitude":11}"#, count: Limits.annotations + 1)
    let deck =
      #"{"theme":"turbo","cards":[{"parts":[{"type":"map","annotations":[\#(pins.joined(separator: ","))]}]}]}"#
    #expect(try LaidOut.issues(of: deck).contains { $0.contains("error: more than 20000 annotations") })
  }

  @Test func itIsThreeHundredTallAndAsWideAsTheCard() throws {
    #expect(try map(#""location":[1,2]"#).frame(0) == Rect(x: 0, y: 0, width: 300, height: 300))
    #expect(try map(#""location":[1,2],"height":40"#).frame(0).height == 40)
  }

  @Test func pinsThatOverlapAreHiddenOnRequest() throws {
    func map(_ more: String) throws -> JSONNode {
      let pins = [(0.0, 0.0, "A"), (0, 0.5, "B"), (0, 8, "C"), (0.4, 8.2, "D")].map {
        #"{"latitude":\#($0.0),"longitude":\#($0.1),"title":"\#($0.2)"}"#
      }
      return try LaidOut(
        part:
          #"{"type":"map","location":[0,4],"span":[10,20],"height":200,"annotations":[\#(pins.joined(separator: ","))]\#(more)}"#
      ).card()
    }
    func pins(_ card: JSONNode) -> Int { card.text.ranges(of: #""type":"annotation""#).count }
    let (all, some) = try (map(""), map(#","annotationsOverlap":false"#))
    #expect(pins(all) == 4 && !all.text.contains("hiddenAnnotations"))
    #expect(pins(some) == 2 && some.text.contains(#""hiddenAnnotations":2"#))
    #expect(some.text.contains(#""hiddenTitles":["B","D"]"#))
  }

  @Test func overlappingPinsOfAClusterAreOneCircleWithTheirNumber() throws {
    func card(_ second: String, _ titles: String = "") throws -> String {
      let pins = [(0.0, "a"), (0.3, "a"), (0.6, second), (9, "a")].map {
        #"{"latitude":0,"longitude":\#($0.0),"title":"T\#(NumberText.format($0.0))","clusteringIdentifier":"\#($0.1)"}"#
      }
      return try LaidOut(
        part:
          #"{"type":"map","location":[0,4],"span":[10,20],"height":200,"annotations":[\#(pins.joined(separator: ","))]}"#
      ).card().text
    }
    let three = try card("a")
    #expect(three.contains(#""type":"cluster""#) && three.contains(#""annotations":3"#))
    #expect(three.contains("T0, T0.3, T0.6"))
    #expect(three.ranges(of: #""type":"annotation""#).count == 1)
    let two = try card("b")
    #expect(two.contains(#""annotations":2"#) && two.ranges(of: #""type":"annotation""#).count == 2)
  }

  @Test func namesKeepClearOfCoveredAreas() {
    let labels = MapLabels(
      size: Size(width: 100, height: 100), coveredInsets: Insets(top: 20, left: 0, bottom: 40, right: 0),
      coveredAreas: [Rect(x: 80, y: 20, width: 20, height: 20)])
    #expect(labels.isFree(Rect(x: 10, y: 22, width: 30, height: 10)))
    for covered in [
      Rect(x: 10, y: 15, width: 30, height: 10), Rect(x: 10, y: 55, width: 30, height: 10),
      Rect(x: 60, y: 25, width: 30, height: 10),
    ] {
      #expect(!labels.isFree(covered) && labels.isFreeOnMap(covered))
    }
  }

  @Test func theTipOfAPinIsAtItsPlace() throws {
    let laidOut = try map(
      #""location":[10,20],"height":200,"annotations":[{"latitude":10,"longitude":20,"id":"here","link":"https://example.com","alt":"Here"}]"#
    )
    let pin = try laidOut.frame(0, 0)
    #expect(isNear(pin.midX, 150))
    #expect(isNear(pin.maxY, 100))
    let region = try #require(laidOut.inspected()["regions"]?.element(0))
    #expect(region["link"]?.plain == "https://example.com")
    #expect(region["id"]?.plain == "here")
    #expect(region["alt"]?.plain == "Here")
  }

  @Test func annotationsAloneDetermineTheVisibleRegion() throws {
    let laidOut = try map(
      #""height":200,"annotations":[{"latitude":-16,"longitude":179},{"latitude":-18,"longitude":-179}]"#)
    for number in 0...1 {
      let pin = try laidOut.frame(0, number)
      #expect(pin.minX > 0 && pin.maxX < 300)
      #expect(pin.minY > 0 && pin.maxY < 200)
    }
    #expect(laidOut.warnings.isEmpty)
    let single = try map(#""annotations":[{"latitude":48,"longitude":11}]"#)
    #expect(isNear(try single.frame(0, 0).midX, 150))
  }

  @Test func titlesDoNotOverlap() throws {
    let places = (0..<5).map {
      #"{"latitude":\#(48 + Double($0) * 0.12),"longitude":\#(11 + Double($0 % 2) * 0.3),"title":"Place \#($0)"}"#
    }
    let laidOut = try map(
      #""location":[48.25,11.1],"span":[1,1.4],"showsLabels":false,"annotations":[\#(places.joined(separator: ","))]"#
    )
    #expect(laidOut.warnings.isEmpty)
    let lines = try (0..<5).map {
      try LaidOut.frame(
        of: #require(laidOut.card()["parts"]?.element(0)?["parts"]?.element($0)?["lines"]?.element(0)))
    }
    for (number, line) in lines.enumerated() {
      for other in lines.dropFirst(number + 1) { #expect(line.intersection(other) == nil) }
    }
  }

  @Test func mapsOfModernThemesGrowWithTheirCanvas() throws {
    func map(_ canvas: String, _ theme: String, _ layout: String = "list", _ more: String = "") throws
      -> LaidOut
    {
      try LaidOut(
        deck:
          #"{"theme":"\#(theme)","canvas":{"preset":"\#(canvas)"},"layout":"\#(layout)","cards":[{"parts":[{"type":"text","style":"title","text":"Shops"},{"type":"map","annotations":[{"latitude":48.86,"longitude":2.35,"title":"Paris"},{"latitude":52.52,"longitude":13.4,"link":"https://example.com"}]\#(more)}]}]}"#
      )
    }
    func height(_ laidOut: LaidOut) throws -> Double { try laidOut.frame(1).height }
    func pinHeight(_ laidOut: LaidOut) throws -> Double {
      try LaidOut.frame(of: #require(laidOut.inspected()["regions"]?.element(0))).height
    }
    #expect(try height(map("email", "soft")) == 300)
    for theme in ["turbo", "mint"] { #expect(try height(map("square", theme, "fullScreen")) == 300) }
    let (list, full) = try (map("square", "soft"), map("square", "soft", "fullScreen"))
    #expect(try height(list) > 400)
    // The map takes the remaining height, and shrinks on a low canvas.
    #expect(try height(full) > height(list))
    let low = try map("og", "soft")
    #expect(try height(low) < 500)
    #expect(low.warnings.isEmpty && full.warnings.isEmpty, "\(low.warnings) \(full.warnings)")
    let own = try map("square", "soft", "fullScreen", #","contentScaleFactor":1"#)
    let ratio = try pinHeight(full) / pinHeight(own)
    #expect(isNear(ratio, 2.25, within: 0.01), "\(ratio)")
    #expect(try height(own) == height(full))
  }

  @Test func aTitleWithoutRoomIsLeftOutWithAWarning() throws {
    func map(_ subtitle: String) throws -> LaidOut {
      let pins = [
        (51.0, 5.0, "Middle"), (51.9, 5, "North"), (50.1, 5, "South"), (51, 6.5, "East"), (51, 3.5, "West"),
      ].map {
        #"{"latitude":\#($0.0),"longitude":\#($0.1),"title":"\#($0.2) of the land"\#(subtitle)}"#
      }
      return try LaidOut(
        part:
          #"{"type":"map","location":[51,5],"span":[6,8],"height":150,"showsLabels":false,"annotations":[\#(pins.joined(separator: ","))]}"#
      )
    }
    let laidOut = try map("")
    #expect(laidOut.warnings.count == 1, "\(laidOut.warnings)")
    #expect(laidOut.warnings.first?.contains("no free room for the title, which is not drawn") == true)
    let pins = try #require(laidOut.card()["parts"]?.element(0)?["parts"])
    let frames = try (0..<5).compactMap { try pins.element($0)?["lines"]?.element(0).map(LaidOut.frame) }
    #expect(frames.count == 4)
    for (number, frame) in frames.enumerated() {
      for other in frames.dropFirst(number + 1) { #expect(frame.intersection(other) == nil) }
    }
    // It stays in the text alternative.
    let words = try #require(try laidOut.inspected()["alt"]?.plain)
    for name in ["Middle", "North", "South", "East", "West"] {
      #expect(words.contains("\(name) of the land"))
    }
  }

  @Test func aMapAroundOnePlaceShowsANameOrACoast() throws {
    func map(_ more: String) throws -> LaidOut {
      try LaidOut(
        deck:
          #"{"theme":"soft","cards":[{"parts":[{"type":"map","location":[51.2,10.1],"height":200\#(more)}]}]}"#
      )
    }
    #expect(try map("").warnings.isEmpty)
    let set = try map(#","span":[0.02,0.02]"#)
    #expect(set.warnings.count == 1)
    #expect(
      set.warnings.first?.contains("the built-in map has no name, coast or border here") == true,
      "\(set.warnings)")
    #expect(set.warnings.first?.contains("or set 'span' to [") == true)
    // A span that is large enough is kept.
    #expect(try map(#","span":[12,12]"#).warnings.isEmpty)
  }

  @Test func aRouteFillsItsMap() throws {
    let ends = [(38.72, -9.14), (41.15, -8.61)]
    let pins = ends.map { #"{"latitude":\#($0.0),"longitude":\#($0.1)}"# }.joined(separator: ",")
    let route = ends.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
    let laidOut = try LaidOut(
      deck:
        #"{"theme":"soft","cards":[{"parts":[{"type":"map","height":300,"route":[\#(route)],"annotations":[\#(pins)]}]}]}"#
    )
    let map = try laidOut.frame(0)
    let (south, north) = try (laidOut.frame(0, 0), laidOut.frame(0, 1))
    let tips = [south.maxY, north.maxY].sorted()
    // The route has the whole height except for the pins and some room for their titles.
    #expect(isNear(tips[1] - tips[0], 230, within: 6), "\(tips)")
    #expect(min(south.minY, north.minY) > map.minY && tips[1] < map.maxY)
  }

  @Test func placesAllOverTheWorldAreInTheirUsualOrder() throws {
    func places(_ longitudes: [Double]) throws -> [Double] {
      // Northern pins are drawn first.
      let pins = longitudes.enumerated().map { #"{"latitude":\#(20 - $0),"longitude":\#($1)}"# }
        .joined(separator: ",")
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"soft","canvas":{"width":900},"cards":[{"parts":[{"type":"map","height":300,"annotations":[\#(pins)]}]}]}"#
      )
      return try longitudes.indices.map { try laidOut.frame(0, $0).midX }
    }
    let world = try places([-122, -74, 13, 104, 151])
    #expect(world == world.sorted())
    // The Bering Strait is not the whole width of the world.
    let strait = try places([-170, 170])
    #expect(strait[0] > strait[1])
  }

  @Test func theAttributionIsAlwaysShown() throws {
    #expect(try map(#""location":[1,2]"#).lines() == [], "the built-in map is in the public domain")
    #expect(try map(#""location":[1,2],"attribution":"Me""#).lines() == ["Me"])
    #expect(try map(#""location":[1,2],"attribution":"""#).lines() == [])
  }

  @Test func everySizeCanBeDrawn() throws {
    for members in [#""width":0,"height":0"#, #""width":0.5"#, #""height":3"#, #""width":2,"height":900"#] {
      #expect(
        try !LaidOut(parts: #"{"type":"text","text":"a"},{"type":"map","location":[45,10],\#(members)}"#)
          .dump.isEmpty)
    }
    let tall = try LaidOut.issues(
      of: #"{"theme":"turbo","cards":[{"parts":[{"type":"map","location":[0,0],"height":999999}]}]}"#)
    #expect(tall.contains { $0.contains("the map's height in pixels is 999999") }, "\(tall)")
  }
}

/// Tiles from folders and archives.
@Suite struct MapTilesTests {
  private static let town = #""location":[37.3861,-122.0839]"#
  private static let assets = "Goldens/parts/map/assets"

  private func map(_ members: String, folder: String = assets, scale: Int = 1) throws -> LaidOut {
    try LaidOut(
      deck:
        #"{"theme":{"base":"turbo","cardPartMargins":0},"canvas":{"width":240,"scale":\#(scale)},"cards":[{"parts":[{"type":"map","height":100,"attribution":"x",\#(Self.town),\#(members)}]}]}"#,
      folder: folder)
  }

  private func zoom(_ laidOut: LaidOut) throws -> String? {
    try laidOut.card()["parts"]?.element(0)?["zoom"]?.plain
  }

  @Test func theZoomLevelIsTheCoarsestWithoutEnlarging() throws {
    let tiles = #""tiles":"town/{z}/{x}/{y}.png""#
    // 240 points for 0.041 degrees are level 13, for 0.083 degrees level 12.
    let near = try map(#"\#(tiles),"span":[0.001,0.0425]"#)
    #expect(try zoom(near) == "13")
    #expect(near.warnings.isEmpty)
    #expect(try zoom(map(#"\#(tiles),"span":[0.001,0.085]"#)) == "12")
    let bounded = try map(#"\#(tiles),"span":[0.001,0.0425],"maximumZoom":12"#)
    #expect(try zoom(bounded) == "12")
    #expect(bounded.warnings.count == 1)
    #expect(
      bounded.warnings.first?.contains("end at level 12 and are enlarged 1.9") == true, "\(bounded.warnings)")
    // With twice the pixels per side the level is one less.
    let sharp = try map(#""tiles":"sharp/{z}/{x}/{y}.png","span":[0.001,0.0425]"#)
    #expect(try zoom(sharp) == "12")
    #expect(sharp.warnings.isEmpty)
  }

  @Test func missingTilesAreNamed() throws {
    let laidOut = try map(#""tiles":"holes/{z}/{x}/{y}.png","span":[0.001,0.0425]"#)
    #expect(laidOut.warnings.count == 1)
    #expect(laidOut.warnings.first?.contains("13/1317/") == true)
    #expect(laidOut.warnings.first?.contains("missing at cards[0].parts[0]") == true)
    let none = try LaidOut.issues(
      of:
        #"{"theme":"turbo","cards":[{"parts":[{"type":"map","location":[0,0],"attribution":"x","tiles":"town/{z}/{x}/{y}.png"}]}]}"#,
      folder: Self.assets)
    #expect(none.count == 1)
    #expect(none.first?.contains("no tile of 'town/{z}/{x}/{y}.png' covers the map") == true, "\(none)")
  }

  @Test func tilesWithoutAnAttributionCauseAWarning() throws {
    let issues = try LaidOut.issues(
      of:
        #"{"theme":"turbo","cards":[{"parts":[{"type":"map",\#(Self.town),"span":[0.02,0.02],"height":60,"tiles":"town/{z}/{x}/{y}.png"}]}]}"#,
      folder: Self.assets)
    #expect(issues.contains { $0.contains("the tiles have no attribution") }, "\(issues)")
  }

  @Test func anArchiveHasAnAttributionAndRowsFromTheSouth() throws {
    let folder = try SafeFolder(Self.assets)
    let source = try TileSource("town.mbtiles", in: folder)
    #expect(source.attribution == "© A town")
    #expect(source.levels == 13...13)
    let reader = TileReader()
    #expect(try reader.tile(TileAddress(zoom: 13, x: 1317, y: 3177), of: source) != nil)
    #expect(try reader.tile(TileAddress(zoom: 13, x: 1317, y: 8191 - 3177), of: source) == nil)
    #expect(TileAddress(zoom: 3, x: 1, y: 2).name(in: "a/{z}/{x}/{-y}@{y}.png") == "a/3/1/5@2.png")
  }

  @Test func nothingOutsideTheFolderIsRead() throws {
    let folder = try TemporaryFolder()
    let picture = try FileReading.read(path: Self.assets + "/town/12/658/1588.png", limit: 1 << 20)
    try FileWriting.write(picture, to: folder.path + "/secret.png")
    try python(
      "import os,sys; os.makedirs(sys.argv[1]+'/deck/t/0/0'); os.symlink('../../../../secret.png', sys.argv[1]+'/deck/t/0/0/0.png')",
      folder.path)
    for template in [
      "../secret.png?{z}{x}{y}", "t/{z}/../../../{x}{y}", "t/{z}/{x}/{y}.png", "/etc/{z}{x}{y}",
    ] {
      let issues = try LaidOut.issues(
        of:
          #"{"theme":"turbo","cards":[{"parts":[{"type":"map","location":[0,0],"span":[170,360],"attribution":"x","tiles":"\#(template)"}]}]}"#,
        folder: folder.path + "/deck")
      #expect(issues.count == 1)
      #expect(issues.first?.contains("error: cannot access '") == true, "\(issues)")
    }
  }

  /// Damaged archives, each with the SQL statements that create it.
  @Test(
    arguments: [
      ("create table metadata(name,value);", "no such table: tiles"),
      ("create table tiles(zoom_level,tile_column,tile_row,tile_data);", "no such table: metadata"),
      (
        "create table metadata(name,value); insert into metadata values('format','pbf'); create table tiles(a);",
        "vector tiles (pbf)"
      ),
      (
        "create table metadata(name,value); insert into metadata values('minzoom','0'),('maxzoom','9'); create view tiles as with recursive n(i) as (select 0 union all select i+1 from n) select count(*) as zoom_level, 0 as tile_column, 0 as tile_row, 1 as tile_data from n;",
        "a query takes too long"
      ),
      (
        "create table metadata(name,value); insert into metadata values('minzoom','9'),('maxzoom','9'); create table tiles(zoom_level,tile_column,tile_row,tile_data);",
        "the number of tiles of a map"
      ),
      (
        "create table metadata(name,value); insert into metadata values('minzoom','0'),('maxzoom','0'); create view tiles as select 0 as zoom_level, 0 as tile_column, 0 as tile_row, zeroblob(100000000) as tile_data;",
        "larger than"
      ),
      (
        "create table metadata(name,value); insert into metadata values('minzoom','0'),('maxzoom','0'); create view tiles as select 0 as zoom_level, 0 as tile_column, 0 as tile_row, 'no picture' as tile_data;",
        "cannot read the tile 'x.mbtiles/0/0/0': it is not a picture"
      ),
      (
        "create table metadata(name,value); insert into metadata values('minzoom','0'),('maxzoom','0'); create table t(d); insert into t values(1); create view tiles as select 0 as zoom_level, 0 as tile_column, 0 as tile_row, readfile('/etc/passwd') as tile_data from t;",
        "no such function: readfile"
      ),
    ]) func aHostileArchiveIsAnError(statements: String, message: String) throws
  {
    let folder = try TemporaryFolder()
    try python(
      "import sqlite3,sys; d=sqlite3.connect(sys.argv[1]); d.executescript(sys.argv[2]); d.close()",
      folder.path + "/x.mbtiles", statements)
    let issues = try archiveIssues(folder)
    #expect(issues.contains { $0.contains("error: ") && $0.contains(message) }, "\(issues)")
    #expect(folder.names == ["x.mbtiles"])
  }

  private func archiveIssues(_ folder: TemporaryFolder) throws -> [String] {
    try LaidOut.issues(
      of:
        #"{"theme":"turbo","cards":[{"parts":[{"type":"map","location":[0,0],"span":[100,200],"attribution":"x","tiles":"x.mbtiles"}]}]}"#,
      folder: folder.path)
  }

  @Test func aDamagedArchiveIsAnError() throws {
    let folder = try TemporaryFolder()
    let whole = try FileReading.read(path: Self.assets + "/town.mbtiles", limit: 1 << 20)
    let path = folder.path + "/town.mbtiles"
    let source: () throws -> Void = {
      let source = try TileSource("town.mbtiles", in: try SafeFolder(folder.path))
      let reader = TileReader()
      for y in 3176...3178 { _ = try reader.tile(TileAddress(zoom: 13, x: 1317, y: y), of: source) }
    }
    try FileWriting.write(whole, to: path)
    #expect(message(source) == "no error")
    var failures = 0
    for number in 0..<60 {
      var bytes = whole
      var state = UInt64(number)
      for _ in 0..<40 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[16 + Int(state >> 33) % (bytes.count - 16)] = UInt8(truncatingIfNeeded: state >> 20)
      }
      if number % 3 == 0 { bytes = Array(bytes.prefix(bytes.count * (number + 1) / 61)) }
      try FileWriting.write(bytes, to: path)
      if message(source) != "no error" { failures += 1 }
    }
    #expect(failures > 20)
    try FileWriting.write(Array("SQLite format 3\0".utf8), to: path)
    #expect(message(source).hasPrefix("cannot read the tiles of 'town.mbtiles': "))
  }

  private func python(_ script: String, _ arguments: String...) throws {
    let result = try BuiltProgram.run(["-c", script] + arguments, program: "/usr/bin/python3")
    try #require(result.status == 0, "\(result.errorText)")
  }
}

/// What a map decides by itself in modern themes.
@Suite struct MapDefaultsTests {
  private func map(_ members: String, width: Int = 390) throws -> LaidOut {
    try LaidOut(
      deck:
        #"{"theme":"soft","canvas":{"width":\#(width)},"cards":[{"parts":[{"type":"map",\#(members)}]}]}"#,
      folder: "Examples")
  }

  private func pins(_ places: [(Double, Double, String)], _ more: String = "") -> String {
    let list = places.map { #"{"latitude":\#($0.0),"longitude":\#($0.1),"title":"\#($0.2)"\#(more)}"# }
    return #""annotations":[\#(list.joined(separator: ","))]"#
  }

  private let germany = [(52.52, 13.405, "Berlin"), (52.5, 13.3, "Potsdam"), (48.1, 11.6, "Munich")]

  @Test func aStreetMapAroundOnePlaceShowsItsStreets() throws {
    let laidOut = try map(
      #""features":"assets/town.geojson","height":300,"location":[0,0],"#
        + pins([(0.003, 0, ""), (-0.003, 0, "")]))
    // The 318 points of the width are 0.009 degrees.
    let (north, south) = try (laidOut.frame(0, 0), laidOut.frame(0, 1))
    #expect(isNear(abs(south.midY - north.midY), 212, within: 1))
  }

  @Test func placesAroundThePacificAreCloseTogether() throws {
    let laidOut = try map(
      #""height":200,"# + pins([(35.7, 139.7, "Tokyo"), (37.8, -122.4, "San Francisco")]))
    let (tokyo, francisco) = try (laidOut.frame(0, 1), laidOut.frame(0, 0))
    #expect(abs(francisco.midX - tokyo.midX) > 150)
    let places = try MapOrder(laidOut)
    #expect(places.x("Tokyo") < places.x("San Francisco"))
  }

  /// The positions of pins by their titles.
  private struct MapOrder {
    private var places: [String: Double] = [:]

    init(_ laidOut: LaidOut) throws {
      for index in 0..<20 {
        guard let part = try laidOut.card()["parts"]?.element(0)?["parts"]?.element(index),
          let text = part["lines"]?.element(0)?["text"]?.plain
        else { break }
        places[text] = try LaidOut.frame(of: part).midX
      }
    }

    func x(_ title: String) -> Double { places.first { title.hasPrefix($0.key) }?.value ?? -1 }
  }

  @Test func aMapWiderThanTheWorldShowsItOnce() throws {
    let viewport = MapViewport(
      around: Coordinate(latitude: 0, longitude: 11),
      span: CoordinateSpan(latitudeDelta: 150, longitudeDelta: 360),
      size: Size(width: 900, height: 300))
    #expect(viewport.worldSide < 900)
    let items = try BaseMap.shared.get().itemsOnce(in: viewport, palette: .standard, scale: 1)
    #expect(items.count == 2)
    guard case .group(let group) = try #require(items.last) else { return #expect(Bool(false), "no group") }
    #expect(group.clip == .roundedRect(RoundedRect(rect: viewport.world)))
    #expect(viewport.isFirst(Point(x: 450, y: 10)) && !viewport.isFirst(Point(x: 5, y: 10)))
    // The right edge of the world is the Bering Strait, not the middle of Chukotka.
    #expect(isNear(WebMercator.longitude(x: viewport.center.x + 0.5), -169))
  }

  @Test func tilesShowTheWorldOnce() throws {
    let laidOut = try LaidOut(
      deck:
        #"{"theme":"soft","canvas":{"width":900},"cards":[{"parts":[{"type":"map","height":300,"location":[0,0],"span":[150,360],"attribution":"x","tiles":"world/{z}/{x}/{y}.png"}]}]}"#,
      folder: "Goldens/parts/map/assets")
    // The tile of the world, and no copies of it.
    #expect(laidOut.dump.ranges(of: "image ").count == 1)
  }

  @Test func onlyAMapWithoutCoastAndBorderHasAGrid() throws {
    func grid(_ span: Double) throws -> Bool {
      let text = try map(#""height":200,"location":[52.52,13.4],"span":[\#(span),\#(span)]"#).dump
      return text.contains(Color(red: 60, green: 80, blue: 100, alpha: 40).hexText)
    }
    #expect(try grid(0.2) && !grid(8))
  }

  @Test func aMapIsNotEnlargedUntilItsPinsCollide() throws {
    let london = [
      (51.51, -0.59, "Slough"), (51.53, -0.18, "Kilburn"), (51.52, 0, "Stratford"), (51.45, 0.22, "Dartford"),
      (51.38, -0.1, "Croydon"),
    ]
    let laidOut = try map(#""height":400,"annotationsOverlap":false,"# + pins(london), width: 320)
    let drawn = try #require(laidOut.card()["parts"]?.element(0)?["parts"])
    #expect((0..<5).allSatisfy { drawn.element($0) != nil })
  }

  @Test func pinsThatCollideBecomeACircleWithTheirNames() throws {
    let text = try map(#""height":200,"# + pins(germany)).card().text
    #expect(text.contains(#""type":"cluster""#) && text.contains(#""annotations":2"#))
    #expect(text.contains("Berlin, Potsdam"))
    let three = pins(germany.prefix(2) + [(52.4, 13.35, "Teltow"), (48.1, 11.6, "Munich")])
    let laidOut = try map(#""height":200,"# + three)
    #expect(try laidOut.card().text.contains("Potsdam\u{A0}+1"))
    #expect(try #require(laidOut.inspected()["alt"]?.plain).contains("Berlin, Potsdam, Teltow"))
    // A circle would lose the links; a deck can ask for pins that overlap.
    for other in [
      pins(germany, #","link":"https://example.com""#), pins(germany) + #","annotationsOverlap":true"#,
    ] {
      #expect(try !map(#""height":200,"# + other).card().text.contains(#""type":"cluster""#))
    }
  }

  @Test func aFewPinsThatCollideBecomeDotsWithTheirTitles() throws {
    let rhine = [(50.94, 6.96, "Köln"), (51.23, 6.78, "Düsseldorf"), (53.55, 9.99, "Hamburg")]
    let laidOut = try map(#""height":300,"# + pins(rhine))
    #expect(try laidOut.warnings.isEmpty && !laidOut.card().text.contains(#""type":"cluster""#))
    #expect(Set(laidOut.glyphRuns.map(\.text)).isSuperset(of: rhine.map(\.2)))
    // More pins than that become circles.
    let many = rhine + (0..<10).map { (47.5 + 0.4 * Double($0), 12.5, "") }
    #expect(try map(#""height":300,"# + pins(many)).card().text.contains(#""type":"cluster""#))
  }

  @Test func stopsOfARouteAreNeverJoined() throws {
    let stops = [(44.84, -0.58, "Bordeaux"), (43.32, -1.98, "San Sebastián"), (38.72, -9.14, "Lisbon")]
    let route = stops.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
    let laidOut = try map(#""height":200,"# + pins(stops) + #","route":[\#(route)]"#)
    #expect(try laidOut.warnings.isEmpty && !laidOut.card().text.contains(#""type":"cluster""#))
    #expect(Set(laidOut.glyphRuns.map(\.text)).isSuperset(of: stops.map(\.2)))
  }

  @Test func titlesOfCloseDotsAllFindAPlace() throws {
    let cities = [
      (59.33, 18.07, "Stockholm"), (59.91, 10.75, "Oslo"), (55.68, 12.57, "København"),
      (53.55, 9.99, "Hamburg"),
      (52.37, 4.9, "Amsterdam"), (51.51, -0.13, "London"), (48.86, 2.35, "Paris"), (41.39, 2.17, "Barcelona"),
    ]
    let laidOut = try map(#""height":260,"# + pins(cities), width: 320)
    #expect(laidOut.warnings.isEmpty, "\(laidOut.warnings)")
    #expect(Set(laidOut.glyphRuns.map(\.text)).isSuperset(of: cities.map(\.2)))
  }

  @Test(arguments: [("ja_JP", "東京、横浜"), ("en_US", "東京, 横浜")])
  func namesOfACircleAreAList(locale: String, list: String) throws {
    let deck =
      #"{"theme":"soft","locale":"\#(locale)","canvas":{"width":390},"cards":[{"parts":[{"type":"map","#
      + pins([(35.68, 139.76, "東京"), (35.66, 139.74, "横浜"), (43.06, 141.35, "札幌")]) + "}]}]}"
    #expect(try LaidOut(deck: deck).glyphRuns.map(\.text).joined().contains(list))
  }

  @Test func linesOfACircleBreakBetweenNamesOnly() throws {
    let names = [(48.137, 11.575, "Bad Tölz Ost"), (48.14, 11.58, "Sankt Wolfgang"), (53.5, 10, "Hamburg")]
    let laidOut = try map(#""height":200,"# + pins(names), width: 260)
    let lines = laidOut.glyphRuns.map { $0.text.replacing("\u{A0}", with: " ") }
    #expect(
      lines.contains { $0.hasPrefix("Bad Tölz Ost,") } && !lines.contains { $0.hasSuffix("Sankt") },
      "\(lines)")
  }

  @Test func landStandsOutFromWaterInTheDark() {
    for palette in [MapPalette.standardDark, .mutedDark] {
      #expect(palette.areas.land.contrast(with: palette.areas.water) >= 1.45)
    }
    for palette in [MapPalette.standard, .muted, .standardDark, .mutedDark] {
      #expect(palette.names.country.contrast(with: palette.areas.land) >= 4.5)
    }
  }

  // MARK: Names of the built-in map

  private func names(_ pins: String, _ locale: String, theme: String = "soft") throws -> Set<String> {
    let deck =
      #"{"theme":"\#(theme)","locale":"\#(locale)","canvas":{"width":390},"cards":[{"parts":[{"type":"map","height":260,\#(pins)}]}]}"#
    return try Set(LaidOut(deck: deck).glyphRuns.map(\.text))
  }

  private let german = [
    (48.137, 11.575, "A"), (53.55, 9.99, "B"), (50.94, 6.96, "C"), (51.34, 12.37, "D"),
  ]

  @Test(arguments: [
    ("en_US", "Germany"), ("de_AT", "Deutschland"), ("fr_CA", "Allemagne"), ("pl_PL", "Niemcy"),
    ("ja_JP", "ドイツ"),
  ]) func namesAreInTheLanguageOfTheDeck(locale: String, name: String) throws {
    #expect(try names(pins(german), locale).contains(name))
    #expect(try names(pins(german), locale, theme: "turbo").contains("Germany"))
  }

  @Test func everyLanguageOfDecksHasNames() throws {
    let map = try BaseMap.shared.get()
    for locale in DeckLocale.all where !locale.identifier.hasPrefix("en") {
      let names = map.names(in: locale, without: [])
      #expect(names.count == map.names.count && names.allSatisfy { !$0.text.isEmpty })
      #expect(zip(names, map.names).count { $0.text != $1.text } > 60, "\(locale.identifier)")
    }
  }

  @Test func citiesAndSmallCountriesBeyondTheBordersAreLeftOut() throws {
    let own = try names(pins(german), "en_US")
    #expect(own.isSuperset(of: ["Germany", "Berlin", "Belgium"]), "\(own)")
    #expect(own.isDisjoint(with: ["Paris", "Vienna", "Luxembourg", "The Hague"]))
    // Places of several countries have all names around them.
    let two = try names(pins(german + [(50.85, 4.35, "Brussels office")]), "en_US")
    #expect(two.contains("Luxembourg") && two.contains("Paris"), "\(two)")
  }

  @Test func citiesWithAPinAreNotNamedAgain() throws {
    let pins = pins([(41.9, 12.5, "Rom"), (45.5, 9.2, "Our office"), (40.85, 14.27, "Naples")])
    let own = try names(pins, "en_US")
    #expect(own.isDisjoint(with: ["Rome", "Milan"]) && own.contains("Our office"), "\(own)")
  }

  @Test func aNameOnAStreetMapIsNotWrittenTwice() throws {
    func count(_ text: String, title: String) throws -> Int {
      let pins = pins([(0.0005, 0.0005, title)])
      let laidOut = try map(#""features":"assets/town.geojson","height":300,"location":[0,0],"# + pins)
      return laidOut.glyphRuns.map(\.text).joined().ranges(of: text).count
    }
    #expect(try count("Bell Street", title: "A shop") == 1)
    #expect(try count("Bell Street", title: "Bell Street") == 1)
  }

  @Test func namesAreDrawnOnceWithAHalo() throws {
    let runs = try map(#""height":300,"location":[47,9],"span":[8,8],"# + pins([(47.4, 8.5, "Our office")]))
      .glyphRuns
    #expect(Set(runs.map(\.text)).isSuperset(of: ["Our office", "Geneva"]))
    #expect(Set(runs.map(\.text)).count == runs.count && runs.allSatisfy { $0.ink?.outline != nil })
  }

  @Test func theStartOfARouteHasARing() throws {
    func widths(_ more: String) throws -> [Double] {
      let laidOut = try map(
        #""height":260,"# + pins([(52.5, 13.4, ""), (48.1, 11.6, "")], more)
          + #","route":[[52.5,13.4],[48.1,11.6]]"#)
      return try [laidOut.frame(0, 0), laidOut.frame(0, 1)].map(\.width).sorted()
    }
    #expect(try widths("") == [16, 22])
    let single = try map(
      #""height":260,"# + pins([(52.5, 13.4, "")]) + #","route":[[52.5,13.4],[48.1,11.6]]"#)
    #expect(try single.frame(0, 0).width == 22)
  }

  @Test func aLongTitleHasTwoLinesOfAboutOneLength() throws {
    let laidOut = try map(
      #""height":200,"# + pins([(48.1, 11.6, "The concert hall at the old harbour of the town")]))
    #expect(laidOut.warnings.isEmpty)
    let lines = try #require(laidOut.card()["parts"]?.element(0)?["parts"]?.element(0)?["lines"])
    let widths = try [0, 1].map { try LaidOut.frame(of: #require(lines.element($0))).width }
    #expect(abs(widths[0] - widths[1]) < 30, "\(widths)")
  }

  @Test func aMapAroundPlacesOfOneRegionShowsNamesAndBorders() throws {
    let places = [(48.137, 11.575, "Munich"), (48.37, 10.9, "Augsburg")]
    let near = try map(#""height":240,"# + pins(places))
    let apart = try near.frame(0, 1).midX - near.frame(0, 0).midX
    #expect(abs(apart) < 150 && abs(apart) > 40, "\(apart)")
  }

  @Test(arguments: [
    (MapPalette.standard, MapPalette.standardDark), (MapPalette.muted, MapPalette.mutedDark),
  ])
  func darkMapsDifferAsMuchAsLightOnes(light: MapPalette, dark: MapPalette) {
    func pairs(_ palette: MapPalette) -> [Double] {
      let streets = palette.streets
      let green = streets.areas[.green] ?? streets.land
      return [
        (palette.areas.land, palette.areas.water), (streets.land, streets.water), (streets.land, green),
        (streets.water, green), (streets.land, streets.road.fill), (streets.land, streets.major.fill),
        (streets.land, streets.motorway.fill),
      ].map { OKLab($0.0).distance(to: OKLab($0.1)) }
    }
    let brown = Color(rgb: 0x2A1D18)
    for palette in [dark, dark.tinted(like: brown)] {
      for (index, (least, found)) in zip(pairs(light), pairs(palette)).enumerated() {
        #expect(found >= least * 0.94, "\(index): \(found) \(least)")
      }
    }
    let (land, own) = (OKLab(dark.tinted(like: brown).areas.land), OKLab(brown))
    #expect(abs(land.a - own.a) < 0.005 && abs(land.b - own.b) < 0.005)
  }

  @Test(arguments: [MapPalette.standard, .standardDark, .muted, .mutedDark])
  func pinsStandOutFromTheMap(palette: MapPalette) {
    for accent in [0xFFE600, 0x1F4FE0, 0x0B0B0B, 0xFFFFFF, 0x7FD1AE] {
      for isOnStreets in [false, true] {
        let color = palette.legible(Color(rgb: UInt32(accent)), isOnStreets: isOnStreets)
        let land = isOnStreets ? palette.streets.land : palette.areas.land
        #expect(color.contrast(with: land) >= 2.95)
        #expect(palette.outline(of: color).contrast(with: color) >= 1.5)
      }
    }
  }
}
