import TestSupport
import Testing

@testable import CardRaster

/// Which part of an animation's frame differs from the previous frame.
@Suite struct AnimationTests {
  @Test func aPosterCountsAmongThePixelsAndGoesInFront() throws {
    let side = 2048
    let most = Limits.animationPixels / (side * side)
    let white = try #require(
      Bitmap(width: side, height: side, pixels: [UInt8](repeating: 255, count: 4 * side * side)))
    let grey = try #require(
      Bitmap(width: side, height: side, pixels: [UInt8](repeating: 127, count: 4 * side * side)))
    func animation(_ count: Int) -> Animation? {
      Animation(
        frames: Array(repeating: white, count: count), delays: Array(repeating: 10, count: count),
        poster: grey)
    }
    #expect(animation(most) == nil)
    let whole = try #require(animation(most - 1)).withPosterInFront
    #expect(whole.frames.count == most && whole.frames[0] == grey && whole.poster == nil)
  }

  @Test func movingWebPTakesAtMostWhatItsMemoryAllows() {
    func found(_ frames: Int, side: Int = 4_096, loops: Int = 0) -> String {
      message {
        _ = try MovingWebP(
          width: side, height: side, delays: Array(repeating: 10, count: frames), loops: loops, quality: nil)
      }
    }
    #expect(found(7) == "no error")
    #expect(
      found(8)
        == "the memory of an animated WebP picture in bytes is 1073741824, more than the limit of 1006632960")
    #expect(found(2, side: 8, loops: 70_000) == "the frames of an animation have different sizes")
  }

  @Test("The changed part is the smallest rectangle around all different pixels", arguments: 0..<40)
  func changes(seed: Int) throws {
    var random = SampleNumbers(state: UInt64(seed + 1))
    func number(below limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    // Sizes on both sides of the block size of the comparison.
    let (width, height) = (1 + number(below: 37), 1 + number(below: 9))
    let before = [UInt8](repeating: 255, count: 4 * width * height)
    var after = before
    var places: [(x: Int, y: Int)] = []
    for _ in 0..<number(below: 4) {
      let place = (x: number(below: width), y: number(below: height))
      after[4 * (place.y * width + place.x) + number(below: 3)] = 7
      places.append(place)
    }
    let frames = try [before, after].map {
      try #require(Bitmap(width: width, height: height, pixels: $0))
    }
    let animation = try #require(Animation(frames: frames, delays: [10, 10]))
    guard let first = places.first else { return #expect(animation.change(at: 1) == nil) }
    let expected = places.reduce((first.x, first.y, first.x, first.y)) {
      (min($0.0, $1.x), min($0.1, $1.y), max($0.2, $1.x), max($0.3, $1.y))
    }
    #expect(
      animation.change(at: 1)
        == PixelRect(minX: expected.0, minY: expected.1, maxX: expected.2 + 1, maxY: expected.3 + 1))
  }
}
