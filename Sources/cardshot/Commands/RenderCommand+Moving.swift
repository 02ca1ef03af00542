import ArgumentParser
import CardParts
import CardRaster

/// Moving pictures: one file with all frames, or a file for each frame.
extension RenderCommand {
  /// The kind of moving file that was asked for; nil when each frame is a file of its own.
  var movingFormat: MovingFormat? {
    guard FramePattern(name) == nil else { return nil }
    return MovingFormat(rawValue: chosenFormat.rawValue)
  }

  /// Refuses what cannot move, and options that belong to a GIF.
  func checkMoving() throws {
    let isGIF = chosenFormat == .gif
    let palette: [(String, Bool)] = [
      ("colors", moving.colors != nil), ("dither", moving.dither != nil),
      ("frame-palettes", moving.hasLocalPalettes),
    ]
    if !isGIF, let name = palette.first(where: \.1)?.0 {
      throw ValidationError("--\(name) has no effect on \(chosenFormat.rawValue); it belongs to gif.")
    }
    if moving.isMoving, movingFormat == nil, FramePattern(name) == nil {
      throw ValidationError(
        "A \(chosenFormat.rawValue) file does not move: choose gif, png or webp, or write %03d in the name of --output "
          + "for a file each frame.")
    }
    if !moving.isMoving, FramePattern(name) != nil {
      throw ValidationError(
        "%d in the name of --output is the number of a frame: --frames or --duration is missing.")
    }
    if moving.isMoving, pages {
      throw ValidationError("--pages cannot be combined with --frames or --duration.")
    }
    let isSequence = FramePattern(name) != nil
    if isSequence,
      let name = [("loop", moving.loop != nil), ("poster-frame", moving.posterFrame != nil)].first(
        where: \.1)?.0
    {
      throw ValidationError("--\(name) has no effect on a file each frame.")
    }
  }

  /// Writes the frames of all pages; returns what was written.
  @MainActor func writeMoving(
    _ deck: LaidOutDeck, _ names: [String], workers: Int, _ progress: Progress, _ pipeline: DeckPipeline
  ) async throws -> [JSONNode] {
    var outputs: [JSONNode] = []
    let timing = moving.timing
    for (page, name) in zip(deck.pages, names) {
      func note(_ path: String, _ bytes: [UInt8], _ members: [(String, JSONNode)]) {
        outputs.append(
          .object(
            [("path", .of(path)), ("card", .of(page.name))] + members + [
              ("width", .of(page.display.pixelWidth)), ("height", .of(page.display.pixelHeight)),
              ("bytes", .of(bytes.count)),
            ]))
      }
      if let pattern = FramePattern(name) {
        let settings = OutputFormat.Settings(
          compression: compression, keepsSVGText: keepsSVGText, quality: quality, gif: moving.gif)
        try await pipeline.paint(
          deck.moments(of: page, at: timing.times), as: chosenFormat, settings: settings, workers: workers
        ) { index, bytes in
          let path = pattern.name(index + 1)
          try FileWriting.write(bytes, to: path)
          note(path, bytes, [("frame", .of(index + 1)), ("time", .of(timing.times[index]))])
          progress.advance(to: outputs.count)
        }
      } else if let format = movingFormat {
        let animation = try await pipeline.animation(
          of: page, in: deck, timing, loops: moving.loop ?? 0, poster: moving.posterFrame.map { $0 - 1 },
          workers: workers)
        let bytes = try await format.encode(
          animation, scale: page.display.scale,
          settings: OutputFormat.Settings(compression: compression, quality: quality, gif: moving.gif),
          workers: workers)
        if name == "-" {
          try FileWriting.writeStandardOutput(bytes)
        } else {
          try FileWriting.write(bytes, to: name)
        }
        note(
          name, bytes, [("frames", .of(timing.frames)), ("milliseconds", .of(timing.delays.reduce(0, +)))])
        progress.advance(to: outputs.count)
      }
    }
    return outputs
  }
}
