import BundledFonts
import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

/// Animated files decoded by a browser: number of frames, durations and pixels are those that were drawn.
@Suite("Animations in a browser", .serialized) struct MovingPictureBrowserTests {
  private static let deck = #"""
    { "canvas": { "width": 120, "background": "#FFFFFF" }, "theme": "turbo", "cards": [ { "parts": [
      { "type": "title", "title": "Done" }, { "type": "bar", "percent": 0.7, "animated": true },
      { "type": "confetti", "overlay": "deck", "style": "mixed", "shape": "line", "intensity": 0.6, "time": 0.5 }
    ] } ] }
    """#

  /// Decodes a file frame by frame and returns the duration and the pixels of each frame.
  private static let script = #"""
    const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    // The pixels of a drawable source, as text.
    function pixels(source, width, height) {
      const context = new OffscreenCanvas(width, height).getContext("2d");
      context.drawImage(source, 0, 0);
      let text = "";
      for (const byte of context.getImageData(0, 0, width, height).data) text += String.fromCharCode(byte);
      return btoa(text);
    }
    async function read(type, file) {
      const decoder = new ImageDecoder({ data: bytes(file), type });
      await decoder.tracks.ready;
      await decoder.completed;
      const count = decoder.tracks.selectedTrack.frameCount;
      const frames = [];
      for (let frameIndex = 0; frameIndex < count; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex });
        frames.push([image.duration / 1000, pixels(image, image.displayWidth, image.displayHeight)]);
      }
      return frames;
    }
    // Plays a video, stops it at a moment, and returns its duration and the pixels at that moment.
    async function play(type, file, moment) {
      const video = document.createElement("video");
      video.muted = true;
      const happens = name => new Promise((done, fail) => {
        video.addEventListener(name, done, { once: true });
        video.addEventListener("error", () => fail(video.error.message), { once: true });
      });
      const loaded = happens("loadeddata");
      video.src = URL.createObjectURL(new Blob([bytes(file)], { type }));
      await loaded;
      const sought = happens("seeked");
      video.currentTime = moment;
      await sought;
      // A browser may fire the event before it has a picture to draw, whose pixels are then all clear.
      for (;;) {
        const text = pixels(video, video.videoWidth, video.videoHeight);
        if (atob(text).charCodeAt(3) === 255) return [[video.duration, text]];
        await new Promise(done => setTimeout(done, 10));
      }
    }
    """#

  private static let types: [MovingFormat: String] = [
    .gif: "image/gif", .png: "image/png", .webp: "image/webp", .mp4: "video/mp4", .webm: "video/webm",
  ]

  /// The largest mean error of a GIF frame, of 255: a GIF has 256 colours.
  private static let mostGIFError = 0.2

  /// The same of a video, which has a quarter of the chroma: confetti lines are one and a half pixels wide.
  private static let mostVideoError = 4.0

  @Test(
    "Frames, delays and pixels are those that were drawn",
    arguments: MovingFormat.allCases.filter { $0.video == nil })
  func reads(_ format: MovingFormat) async throws {
    let (animation, frames) = try await answer(format) { "read(\($0), \($1))" }
    #expect(frames.count == animation.frames.count)
    for (own, theirs) in zip(animation.frames, frames) {
      #expect(theirs[0] as? Double == 100)
      let text = try #require(theirs[1] as? String)
      let pixels = try #require(Data(base64Encoded: text))
      try #require(pixels.count == own.pixels.count)
      if format == .gif {
        #expect(Self.meanError(own, pixels) < Self.mostGIFError)
      } else {
        #expect(own.pixels == Array(pixels))
      }
    }
  }

  @Test(
    "Videos have the duration and nearly the pixels that were drawn", arguments: [MovingFormat.mp4, .webm])
  func plays(_ format: MovingFormat) async throws {
    // In the middle of the fourth frame.
    let (animation, answer) = try await answer(format) { "play(\($0), \($1), 0.35)" }
    let frame = try #require(answer.first)
    #expect(try abs(#require(frame[0] as? Double) - 0.6) < 0.01)
    let pixels = try #require((frame[1] as? String).flatMap { Data(base64Encoded: $0) })
    let own = animation.frames[3].pixels
    // A video repeats the last row if the number of rows is odd.
    try #require(pixels.count >= own.count && pixels.count - own.count <= 4 * animation.width)
    let error = Self.meanError(animation.frames[3], pixels)
    #expect(error < Self.mostVideoError)
    #expect(error < Self.meanError(animation.frames[0], pixels))
  }

  /// The mean distance between the values of our picture and those of the browser, of 255.
  private static func meanError(_ own: Bitmap, _ theirs: Data) -> Double {
    let sum = zip(own.pixels, theirs).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(own.pixels.count)
  }

  /// Calls the script in a browser with the media type and the file as literals.
  private func answer(
    _ format: MovingFormat, _ call: (String, String) -> String
  ) async throws -> (CardRaster.Animation, [[Any]]) {
    let fonts = FontCatalog(bundled: try #require(BundledFonts.directory()))
    let deck = try DeckRenderer.laidOut(
      Array(Self.deck.utf8), file: "deck.json", folder: "/", catalog: fonts)
    let animation = try await deck.animation(of: deck.pages[0], FrameTiming(frames: 6, rate: 10), workers: 2)
    let file = try await format.encode(animation, scale: 1, workers: 2)
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let type = try #require(Self.types[format])
    let page = """
      <!doctype html><meta charset="utf-8"><title>moving</title><script>
      \(Self.script)
      let answer = "";
      \(call("\"\(type)\"", "\"\(Data(file).base64EncodedString())\""))
        .then(frames => { answer = JSON.stringify(frames); }, error => { answer = String(error); });
      </script>
      """
    try FileWriting.write(Array(page.utf8), to: folder + "/page.html")
    let browser = try Browser()
    try browser.open(file: folder + "/page.html")
    try browser.wait("the frames") { try browser.flag("answer !== ''") }
    let answer = try browser.text("answer")
    try #require(answer.hasPrefix("["), "\(answer.prefix(300))")
    let frames = try #require(
      try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [[Any]], "\(answer.prefix(200))")
    return (animation, frames)
  }
}
