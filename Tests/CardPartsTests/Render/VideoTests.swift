import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Videos encoded by ffmpeg and read back by its decoders.
@Suite struct VideoTests {
  private static let formats = MovingFormat.allCases.filter { $0.video != nil }

  /// A bar that grows on a coloured card; an odd number of pixels in both directions.
  private static func deck(background: String = "#FFF6E0", width: Int = 121, padding: Int = 0) throws -> Deck
  {
    try Deck(
      json: Array(
        ##"{"theme":"turbo","canvas":{"width":\##(width),"padding":\##(padding),"background":"\##(background)"},"cards":[{"parts":[{"type":"spacer","height":7},{"type":"bar","percent":0.9,"barColor":"#1F4FD8","animated":true},{"type":"text","text":"GrowAnimation"}]}]}"##
          .utf8))
  }

  private static let timing = FrameTiming(frames: 9, rate: 24)

  /// The output of a decoder: the frames as RGBA, and the frame rate.
  private func read(_ file: [UInt8]) throws -> (frames: [Bitmap], rate: String) {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(file, to: "\(folder)/video")
    func run(_ program: String, _ words: [String]) throws -> String {
      let result = try BuiltProgram.run(words, folder: folder, program: "/usr/bin/\(program)")
      #expect(result.status == 0, "\(result.errorText)")
      return result.outputText
    }
    let entries = "stream=width,height,r_frame_rate,pix_fmt,color_space,color_range"
    let told = try run(
      "ffprobe",
      ["-v", "error", "-show_entries", entries, "-of", "default=nokey=0:noprint_wrappers=1", "video"])
    let facts = Dictionary(
      uniqueKeysWithValues: told.split(separator: "\n").map { line in
        let halves = line.split(separator: "=", maxSplits: 1)
        return (String(halves[0]), String(halves[1]))
      })
    #expect(facts["pix_fmt"] == "yuv420p")
    #expect(facts["color_space"] == "bt709")
    #expect(facts["color_range"] == "tv")
    let (width, height) = (Int(facts["width"] ?? "") ?? 0, Int(facts["height"] ?? "") ?? 0)
    _ = try run("ffmpeg", ["-v", "error", "-i", "video", "-f", "rawvideo", "-pix_fmt", "rgba", "pixels"])
    let bytes = try FileReading.read(path: "\(folder)/pixels", limit: 1 << 28)
    let size = 4 * width * height
    try #require(size > 0 && bytes.count % size == 0)
    let frames = try stride(from: 0, to: bytes.count, by: size).map {
      try #require(Bitmap(width: width, height: height, pixels: Array(bytes[$0..<$0 + size])))
    }
    return (frames, facts["r_frame_rate"] ?? "")
  }

  /// The mean difference in the common area, of 255.
  private func difference(_ a: Bitmap, _ b: Bitmap) -> Double {
    var sum = 0
    for y in 0..<a.height {
      for place in 0..<4 * a.width {
        sum += abs(Int(a.pixels[4 * y * a.width + place]) - Int(b.pixels[4 * y * b.width + place]))
      }
    }
    return Double(sum) / Double(4 * a.width * a.height)
  }

  @Test(arguments: formats) func framesAreThoseThatWereDrawn(_ format: MovingFormat) async throws {
    let pipeline = try DeckPipeline()
    let laidOut = try pipeline.laidOut(try Self.deck())
    let drawn = try await pipeline.animation(of: laidOut.pages[0], in: laidOut, Self.timing)
    let video = try await Self.deck().renderAnimation(to: format, timing: Self.timing)
    let read = try read(video)
    #expect(read.rate == "24/1")
    try #require(read.frames.count == 9)
    for (own, theirs) in zip(drawn.frames, read.frames) {
      #expect(theirs.width - own.width == (format == .mp4 ? 1 : 0))
      #expect(difference(own, theirs) < 1.5)
    }
    // The video is animated: the last frame is closer to its own picture than to the first.
    #expect(difference(drawn.frames[0], read.frames[8]) > 2 * difference(drawn.frames[8], read.frames[8]))
    // Encoding all frames at once gives the same file as encoding them one by one, with any number of
    // workers.
    #expect(try await format.encode(drawn, scale: 1) == video)
    #expect(try await Self.deck().renderAnimation(to: format, timing: Self.timing, workers: 3) == video)
  }

  @Test(arguments: formats) func lowerQualityTakesFewerBytes(_ format: MovingFormat) async throws {
    func bytes(_ quality: Int?) async throws -> Int {
      try await Self.deck(width: 320).renderAnimation(
        to: format, timing: Self.timing, settings: OutputFormat.Settings(quality: quality)
      ).count
    }
    let usual = try await bytes(nil)
    #expect(try await bytes(65) == usual)
    #expect(try await bytes(10) < usual)
    #expect(try await bytes(100) > usual)
  }

  @Test(arguments: formats) func unsupportedVideosAreErrors(_ format: MovingFormat) async throws {
    func reason(_ deck: Deck, loops: Int = 0, poster: Int? = nil) async throws -> String {
      let error = await #expect(throws: (any Error).self) {
        _ = try await deck.renderAnimation(to: format, timing: Self.timing, loops: loops, poster: poster)
      }
      return error.map(String.init(describing:)) ?? ""
    }
    let deck = try Self.deck()
    #expect(try await reason(deck, loops: 2).contains("the player decides how often"))
    #expect(try await reason(deck, poster: 1).contains("does not support a poster frame"))
    #expect(try await reason(try Self.deck(background: "#FFF6E080", padding: 4)).contains("is not opaque"))
    let still = try #require(OutputFormat(rawValue: format.rawValue))
    let error = #expect(throws: DeckError.self) { try deck.render(to: .file(still)) }
    #expect(error?.issues.first?.message.contains("is a format for animations") == true)
  }

  @Test func aLengthenedVideoKeepsItsRate() async throws {
    let frame = try #require(Bitmap(width: 2, height: 2, pixels: [UInt8](repeating: 255, count: 16)))
    func rate(_ delays: [Int]) async throws -> String {
      let frames = [Bitmap](repeating: frame, count: delays.count)
      let animation = try #require(Animation(frames: frames, delays: delays))
      return try read(try await MovingFormat.mp4.encode(animation, scale: 1)).rate
    }
    #expect(try await rate(FrameTiming(frames: 7, rate: 30).delays) == "30/1")
    #expect(try await rate([400, 400]) == "5/2")
  }
}
