import BundledFonts
import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

/// Moving files, decoded by a browser: as many frames, as long, and with the pixels that were drawn.
@Suite("Moving pictures in a browser", .serialized) struct MovingPictureBrowserTests {
  private static let deck = #"""
    { "canvas": { "width": 120, "background": "#FFFFFF" }, "theme": "turbo", "cards": [ { "parts": [
      { "type": "title", "title": "Done" }, { "type": "bar", "percent": 0.7, "animated": true },
      { "type": "confetti", "overlay": "deck", "style": "mixed", "shape": "line", "intensity": 0.6, "time": 0.5 }
    ] } ] }
    """#

  /// Decodes a file frame by frame, and tells duration and pixels of each.
  private static let script = #"""
    const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    async function read(type, file) {
      const decoder = new ImageDecoder({ data: bytes(file), type });
      await decoder.tracks.ready;
      await decoder.completed;
      const count = decoder.tracks.selectedTrack.frameCount;
      const frames = [];
      for (let frameIndex = 0; frameIndex < count; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex });
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const data = context.getImageData(0, 0, canvas.width, canvas.height).data;
        let pixels = "";
        for (const byte of data) pixels += String.fromCharCode(byte);
        frames.push([image.duration / 1000, btoa(pixels)]);
      }
      return frames;
    }
    """#

  private static let types: [MovingFormat: String] = [
    .gif: "image/gif", .png: "image/png", .webp: "image/webp",
  ]

  /// The largest mean error of a GIF's frame, of 255: it has 256 colours.
  private static let mostGIFError = 0.2

  @Test(
    "Frames, delays and pixels are those that were drawn",
    arguments: MovingFormat.allCases.filter { $0.video == nil })
  func reads(_ format: MovingFormat) async throws {
    let fonts = FontCatalog(bundled: try #require(BundledFonts.directory()))
    let deck = try DeckRenderer.layOut(
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
      read("\(type)", "\(Data(file).base64EncodedString())")
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
    #expect(frames.count == animation.frames.count)
    for (own, theirs) in zip(animation.frames, frames) {
      #expect(theirs[0] as? Double == 100)
      let text = try #require(theirs[1] as? String)
      let pixels = try #require(Data(base64Encoded: text))
      try #require(pixels.count == own.pixels.count)
      if format == .gif {
        let sum = zip(own.pixels, pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        let mean = Double(sum) / Double(pixels.count)
        #expect(mean < Self.mostGIFError, "\(mean)")
      } else {
        #expect(own.pixels == Array(pixels))
      }
    }
  }
}
