import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// Animated parts at given times.
@Suite struct MovingTests {
  private static let deck =
    ##"{"theme":"turbo","canvas":{"width":200},"seed":3,"cards":[{"parts":[{"type":"bar","percent":0.5,"animated":true,"duration":2,"easing":"linear"},{"type":"progressBar","barColors":["red","green","blue"],"currentValue":3,"animated":true,"duration":1},{"type":"histogram","height":100,"topSpace":10,"bottomSpace":10,"animated":true,"dataEntries":[{"height":0.5,"textValue":"5"}]},{"type":"confetti","colors":["red","blue"],"height":80,"drag":0.5,"fade":0.5,"flutter":1,"gravity":30}]}]}"##

  private func laidOut(_ deck: String = deck) throws -> LaidOutDeck { try LaidOut(deck: deck).deck }

  @Test func easingIsMonotonic() {
    for easing in Easing.allCases {
      #expect(easing.share(0) < 1e-6)
      #expect(abs(easing.share(1) - 1) < 1e-6)
      let shares = (0...20).map { easing.share(Double($0) / 20) }
      #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 <= $1 })
    }
    #expect(abs(Easing.easeInOut.share(0.5) - 0.5) < 1e-6)
    #expect(Easing.easeIn.share(0.25) < 0.25 && Easing.easeOut.share(0.25) > 0.25)
    // CSS's ease-in-out at a quarter of the time.
    #expect(abs(Easing.easeInOut.share(0.25) - 0.1292) < 0.001)
  }

  @Test func aStillShowsTheFinalState() throws {
    let plain = Self.deck.replacing(##","animated":true,"duration":2,"easing":"linear""##, with: "")
      .replacing(##","animated":true,"duration":1"##, with: "").replacing(##","animated":true"##, with: "")
    let (moving, still) = (try laidOut(), try laidOut(plain))
    let fonts = try FontLibrary(moving.fonts)
    #expect(
      try BitmapPainter.bitmap(moving.pages[0].display, fonts: fonts)
        == BitmapPainter.bitmap(still.pages[0].display, fonts: fonts))
  }

  @Test func aLinearBarIsHalfFullAfterHalfItsTime() throws {
    let deck =
      ##"{"canvas":{"width":200},"theme":{"base":"turbo","cardPartMargins":0},"cards":[{"traits":{"border":{"width":0}},"parts":[{"type":"bar","percent":0.5,"barHeight":18,"cornerRadius":0,"barColor":"black","barBackgroundColor":"white","animated":true,"duration":2,"easing":"linear"}]}]}"##
    let laidOut = try laidOut(deck)
    let fonts = try FontLibrary(laidOut.fonts)
    func filled(_ time: Double) throws -> Int {
      let bitmap = try BitmapPainter.bitmap(laidOut.pages[0].display(at: time), fonts: fonts)
      return (0..<200).filter { bitmap.pixels[4 * (9 * bitmap.width + $0)] < 128 }.count
    }
    #expect(try [0, 1, 2, 9].map(filled) == [0, 50, 100, 100])
  }

  @Test func aMomentDependsOnlyOnTheDeckAndTheTime() async throws {
    let laidOut = try laidOut()
    let timing = FrameTiming(frames: 6, rate: 4)
    let one = try await laidOut.animation(of: laidOut.pages[0], timing)
    let two = try await laidOut.animation(of: laidOut.pages[0], timing, workers: 3)
    #expect(one == two)
    let alone = try await laidOut.animation(of: laidOut.pages[0], FrameTiming(start: 1, frames: 1, rate: 4))
    #expect(alone.frames[0] == one.frames[4])
    #expect(Set(one.frames).count == 6, "every frame differs")
    let again = try self.laidOut()
    #expect(again.pages[0].display(at: 0.75) == laidOut.pages[0].display(at: 0.75))
  }

  @Test func restsAtIsTheEndOfTheAnimation() throws {
    #expect(try laidOut().pages[0].restsAt == .infinity)
    let ended = Self.deck.replacing(##""flutter":1"##, with: ##""flutter":1,"end":1"##)
    // Half the intensity: pieces live for seven seconds.
    #expect(try laidOut(ended).pages[0].restsAt == 8)
    #expect(
      try laidOut(#"{"theme":"turbo","cards":[{"parts":[{"type":"text","text":"a"}]}]}"#).pages[0].restsAt
        == 0)
    #expect(
      try laidOut(
        #"{"theme":"turbo","cards":[{"parts":[{"type":"bar","percent":1,"animated":true,"duration":3}]}]}"#
      ).pages[
        0
      ]
      .restsAt == 3)
  }

  @Test func confettiStartsAndEnds() throws {
    func pieces(_ time: Double) -> Int {
      let emitter = ConfettiEmitter(
        shape: .line, size: Size(width: 300, height: 10_000), intensity: 0.5,
        sources: [ConfettiEmitter.Source(color: .black, look: .shape(.square))], seed: 1, time: 0,
        fall: ConfettiFall(start: 2, end: 4))
      return emitter.particles(at: time).count
    }
    #expect(pieces(1.9) == 0)
    #expect(pieces(2) == 1)
    // Three per second, the last one at the very end.
    #expect(pieces(4) == 7)
    #expect(pieces(8) == 7)
    #expect(pieces(10) < 7)
    #expect(pieces(11) == 0)
  }

  @Test func delaysAddUp() {
    let timing = FrameTiming(frames: 24, rate: 12)
    #expect(timing.delays.reduce(0, +) == 2000)
    #expect(timing.delays.allSatisfy { (83...84).contains($0) })
    #expect(timing.times.last.map { abs($0 - 23.0 / 12) < 1e-9 } == true)
    #expect(FrameTiming(frames: 0, rate: 1).frames == 1)
  }

  @Test func tooManyPixelsAreRefusedBeforeAnyIsDrawn() async throws {
    let laidOut = try laidOut(
      #"{"theme":"turbo","canvas":{"width":2000,"height":2000},"cards":[{"parts":[{"type":"bar","percent":1,"animated":true}]}]}"#
    )
    await #expect(throws: RasterError.self) {
      try await laidOut.animation(of: laidOut.pages[0], FrameTiming(frames: 100, rate: 10))
    }
  }

  @Test func framesThatTakeTooMuchAreRefusedBeforeAnyIsDrawn() async throws {
    let laidOut = try laidOut(
      #"{"theme":"turbo","canvas":{"width":8000,"height":8000,"scale":1},"cards":[{"parts":[{"type":"bar","percent":1,"animated":true}]}]}"#
    )
    let page = laidOut.pages[0]
    let (some, many) = (FrameTiming(frames: 100, rate: 30), FrameTiming(frames: 500, rate: 30))
    // The frames of a video are not kept, and each is within its own limit.
    try laidOut.checkFrames(some, keepsPixels: false)
    #expect(throws: RasterError.self) { try laidOut.frames(of: page, many, keepsPixels: false) }
    let found = #expect(throws: DeckError.self) { try laidOut.checkFrames(many, keepsPixels: false) }
    let issue = try #require(found?.issues.first)
    #expect(issue.text.hasPrefix("d.json:1:"), "\(issue.text)")
    #expect(issue.message.hasPrefix("the number of megapixels to paint and compress in all frames"))
    #expect(issue.message.hasSuffix("more than the limit of 1000000"))
    #expect(issue.path.text == "canvas.scale")
    #expect(issue.hint == "request fewer frames, or choose a smaller scale")
  }

  @Test(arguments: [nil, 0, 2]) func webPFramesThatAreNotKeptAreTheSameFile(poster: Int?) async throws {
    let laidOut = try laidOut()
    let (page, timing) = (laidOut.pages[0], FrameTiming(frames: 4, rate: 4))
    let pipeline = try DeckPipeline()
    let kept = try await MovingFormat.webp.encode(
      laidOut.animation(of: page, timing, loops: 3, poster: poster), scale: page.display.scale)
    var painted = 0
    let streamed = try await pipeline.encode(
      page, of: laidOut, as: .webp, ExportRequest.Movement(timing: timing, loops: 3, poster: poster),
      settings: OutputFormat.Settings(), workers: 2, onFrame: { painted += 1 })
    #expect(streamed == kept)
    #expect(painted == 4)
  }

  @Test(arguments: [
    (#"{"type":"bar","percent":0.5,"duration":2}"#, "'duration' has no effect on a part without animation"),
    (
      #"{"type":"progressBar","barColors":["red"],"currentValue":0,"animated":true}"#,
      "'animated' has no effect without a marker"
    ),
    (#"{"type":"confetti","start":3,"end":2}"#, "the confetti ends before it starts"),
  ]) func keysWithoutEffectCauseAWarning(part: String, message: String) throws {
    let issues = try LaidOut.issues(of: #"{"theme":"turbo","cards":[{"parts":[\#(part)]}]}"#)
    #expect(issues.count == 1 && issues[0].contains(message), "\(issues)")
  }
}
