import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// Animated PNG, GIF and WebP files, read back by another library (Pillow).
@Suite struct MovingFormatTests {
  /// A bar that fills next to a gradient, and a text that does not change.
  private static func frames(_ count: Int, background: String = "#FFFFFF") throws -> [Bitmap] {
    try (0..<count).map { number in
      let share = NumberText.format(Double(number) / Double(max(1, count - 1)))
      let deck =
        ##"{"theme":"turbo","canvas":{"width":120,"background":"\##(background)"},"cards":[{"traits":{"rounded":{},"gradient":{"colors":["#FFF6E0","#BFD8FF"]}},"parts":[{"type":"text","text":"Filling up"},{"type":"bar","percent":\##(share)}]}]}"##
      let laidOut = try LaidOut(deck: deck)
      return try Goldens.pixels(
        try OutputFormat.png.encode(
          laidOut.deck.pages[0].display, settings: OutputFormat.Settings(),
          fonts: try FontLibrary(laidOut.deck.fonts)), "frame")
    }
  }

  /// The output of Pillow: frames as RGBA, and the duration of each.
  private struct Read {
    var frames: [Bitmap] = []
    var delays: [Int] = []
    var loops: Int?
  }

  private static let program = """
    import sys
    from PIL import Image, ImageSequence
    picture = Image.open(sys.argv[1])
    out = open(sys.argv[2], 'wb')
    print(getattr(picture, 'n_frames', 1), picture.info.get('loop', -1), picture.width, picture.height)
    for frame in ImageSequence.Iterator(picture):
        out.write(frame.convert('RGBA').tobytes())
        print(int(round(frame.info.get('duration', 0))))
    """

  private func read(_ file: [UInt8]) throws -> Read {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(file, to: "\(folder)/moving")
    try FileWriting.write(Array(Self.program.utf8), to: "\(folder)/read.py")
    let result = try BuiltProgram.run(
      ["read.py", "moving", "pixels"], folder: folder, program: "/usr/bin/python3")
    #expect(result.status == 0, "\(result.errorText)")
    let lines = result.outputText.split(separator: "\n").map {
      $0.split(separator: " ").compactMap { Int($0) }
    }
    let head = try #require(lines.first)
    let bytes = try FileReading.read(path: "\(folder)/pixels", limit: 1 << 28)
    let size = 4 * head[2] * head[3]
    #expect(bytes.count == head[0] * size)
    var read = Read(loops: head[1] < 0 ? nil : head[1])
    for number in 0..<head[0] {
      let pixels = Array(bytes[number * size..<(number + 1) * size])
      read.frames.append(try #require(Bitmap(width: head[2], height: head[3], pixels: pixels)))
      read.delays.append(lines[number + 1].first ?? 0)
    }
    return read
  }

  private func animation(
    _ frames: [Bitmap], delay: Int = 80, loops: Int = 0, poster: Bitmap? = nil
  ) throws -> CardRaster.Animation {
    try #require(
      Animation(
        frames: frames, delays: [Int](repeating: delay, count: frames.count), loops: loops, poster: poster))
  }

  @Test(arguments: ["#FFFFFF", "#FFFFFF80", "transparent"], PNGCompression.allCases)
  func animatedPNGKeepsEveryPixel(background: String, compression: PNGCompression) async throws {
    let frames = try Self.frames(5, background: background)
    let file = try await APNGEncoder.encode(
      try animation(frames, loops: 3), scale: 1, compression: compression, workers: 2)
    let read = try read(file)
    #expect(read.frames == frames)
    #expect(read.delays == [80, 80, 80, 80, 80])
    #expect(read.loops == 3)
  }

  @Test(arguments: ["#FFFFFF", "#FFFFFF80"]) func animatedWebPKeepsEveryPixel(background: String) throws {
    let frames = try Self.frames(5, background: background)
    let moving = try animation(frames, loops: 2)
    let read = try read(try WebPEncoder.encode(moving, quality: nil))
    #expect(read.frames == frames)
    #expect(read.delays == [80, 80, 80, 80, 80])
    #expect(read.loops == 2)
  }

  @Test(arguments: Dithering.allCases, [true, false])
  func animatedGIFIsSimilar(dithering: Dithering, local: Bool) async throws {
    let frames = try Self.frames(5)
    let settings = GIFEncoder.Settings(dithering: dithering, hasLocalPalettes: local)
    let file = try await GIFEncoder.encode(try animation(frames, loops: 3), settings: settings, workers: 2)
    let read = try read(file)
    #expect(read.frames.count == 5)
    #expect(read.delays == [80, 80, 80, 80, 80])
    for (own, theirs) in zip(frames, read.frames) {
      let differences: [Int] = zip(own.pixels, theirs.pixels).map { abs(Int($0) - Int($1)) }
      #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 1.5)
    }
  }

  @Test func fewColoursAreKeptExactly() async throws {
    let red: [UInt8] = [200, 10, 30, 255]
    let white: [UInt8] = [255, 255, 255, 255]
    let flat = try (0..<4).map { (number: Int) -> Bitmap in
      let pixels = (0..<128).flatMap { (place: Int) -> [UInt8] in place % 16 < 4 * number ? red : white }
      return try #require(Bitmap(width: 16, height: 8, pixels: pixels))
    }
    let read = try read(try await GIFEncoder.encode(try animation(flat)))
    #expect(read.frames == flat)
  }

  @Test func delaysOfGIFKeepTheirSum() async throws {
    let frames = try Self.frames(7)
    let moving = try #require(Animation(frames: frames, delays: [83, 84, 83, 83, 84, 83, 83]))
    let read = try read(try await GIFEncoder.encode(moving))
    #expect(read.delays.allSatisfy { $0 == 80 || $0 == 90 })
    #expect(abs(read.delays.reduce(0, +) - 583) <= 5)
  }

  @Test(
    "A GIF is as long as the sum of its frames, at any rate",
    arguments: [
      24.0, 30, 48, 50, 60, 75, 99.9, 100,
    ]) func durationOfGIF(rate: Double) async throws
  {
    let timing = FrameTiming(seconds: 1, rate: rate)
    let shown = GIFEncoder.playable(timing.delays)
    #expect(shown.allSatisfy { $0.delay >= 2 })
    let (total, wanted) = (shown.reduce(0) { $0 + $1.delay } * 10, timing.delays.reduce(0, +))
    #expect(abs(total - wanted) <= 5)
    #expect((shown.count == timing.frames) == (rate <= 50))
    #expect(shown.last?.number == timing.frames - 1)
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.number < $1.number })
  }

  @Test("A GIF omits the frames that it drops, but keeps the last one") func droppedFrames()
    async throws
  {
    let frames = try Self.frames(10)
    let moving = try #require(Animation(frames: frames, delays: [Int](repeating: 10, count: 10)))
    let read = try read(try await GIFEncoder.encode(moving))
    #expect(read.delays == [20, 20, 20, 20, 20])
    #expect(GIFEncoder.playable(moving.delays).map(\.number) == [0, 2, 4, 6, 9])
    #expect(GIFEncoder.playable([5]).map(\.delay) == [2])
    #expect(GIFEncoder.playable([10, 10, 10]).map(\.number) == [2])
  }

  @Test func workersChangeNothing() async throws {
    let moving = try animation(try Self.frames(5))
    #expect(
      try await APNGEncoder.encode(moving, scale: 2, workers: 1)
        == (try await APNGEncoder.encode(moving, scale: 2, workers: 3)))
    #expect(
      try await GIFEncoder.encode(moving, workers: 1) == (try await GIFEncoder.encode(moving, workers: 3)))
  }

  @Test func viewersWithoutAnimationShowThePoster() async throws {
    let frames = try Self.frames(3)
    let file = try await APNGEncoder.encode(
      try animation(frames, poster: frames[2]), scale: 1, compression: .balanced)
    // Our own reader rejects animations; without its frame controls the file is a still of the poster frame.
    let names = Self.chunks(of: file)
    let firstImage = try #require(names.firstIndex(of: "IDAT"))
    let firstFrame = try #require(names.firstIndex(of: "fcTL"))
    #expect(firstImage < firstFrame)
    #expect(names.filter { $0 == "fdAT" }.count == 3)
  }

  @Test func anUnchangedFrameIsSmall() async throws {
    let frame = try #require(Self.frames(1).first)
    let one = try await APNGEncoder.encode(try animation([frame]), scale: 1)
    let five = try await APNGEncoder.encode(
      try animation([Bitmap](repeating: frame, count: 5)), scale: 1)
    #expect(five.count < one.count + 4 * 100)
    #expect(try read(five).frames.count >= 1)
  }

  @Test func transparencyIsAnErrorInGIF() async throws {
    let clear = try Self.frames(2, background: "transparent")
    await #expect(throws: RasterError.self) { try await GIFEncoder.encode(try animation(clear)) }
  }

  @Test func framesMustFitTogether() throws {
    let frame = try #require(Bitmap(width: 1, height: 1, pixels: [0, 0, 0, 255]))
    let wide = try #require(Bitmap(width: 2, height: 1, pixels: [UInt8](repeating: 255, count: 8)))
    #expect(Animation(frames: [], delays: []) == nil)
    #expect(Animation(frames: [frame, wide], delays: [10, 10]) == nil)
    #expect(Animation(frames: [frame], delays: [10, 10]) == nil)
    #expect(Animation(frames: [frame], delays: [0]) == nil)
    #expect(Animation(frames: [frame], delays: [10], loops: -1) == nil)
    #expect(Animation(frames: [frame], delays: [10], poster: wide) == nil)
  }

  private static func chunks(of file: [UInt8]) -> [String] {
    var (place, names) = (8, [String]())
    while place + 8 <= file.count {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      names.append(String(decoding: file[place + 4..<place + 8], as: UTF8.self))
      place += 12 + length
    }
    return names
  }
}
