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
      let kinds = MovingFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "A \(chosenFormat.rawValue) file does not move: choose one of \(kinds), or write %03d in the name of --output "
          + "for a file each frame.")
    }
    try checkVideo()
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

  /// Refuses what a video cannot be, and options that it has no place for.
  private func checkVideo() throws {
    guard !chosenFormat.isStill else { return }
    let kind = chosenFormat.rawValue
    if FramePattern(name) != nil {
      throw ValidationError("A file each frame is a still picture, and \(kind) is a format of moving ones.")
    }
    guard moving.isMoving else {
      throw ValidationError(
        "\(kind) is a format of moving pictures: --frames or --duration is missing.")
    }
    if moving.loop != nil {
      throw ValidationError("--loop has no effect on \(kind), whose player decides how often it is played.")
    }
    if moving.posterFrame != nil {
      throw ValidationError("--poster-frame has no effect on \(kind), which has no place for a poster.")
    }
  }

  /// Writes the frames of all pages; returns what was written.
  @MainActor func writeMoving(
    _ deck: LaidOutDeck, _ names: [String], workers: Int, _ progress: inout Progress, _ pipeline: DeckPipeline
  ) async throws -> [JSONNode] {
    var outputs: [JSONNode] = []
    let timing = moving.timing
    try deck.checkFrames(timing, keepsPixels: movingFormat.map { $0.video == nil } ?? false)
    var frames = 0
    func painted() {
      frames += 1
      progress.advance(to: frames)
    }
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
        try await pipeline.paint(
          deck.moments(of: page, at: timing.times), as: chosenFormat, settings: settings, workers: workers
        ) { index, bytes in
          let path = pattern.name(index + 1)
          try FileWriting.write(bytes, to: path)
          note(path, bytes, [("frame", .of(index + 1)), ("time", .of(timing.times[index]))])
          painted()
        }
      } else if let format = movingFormat {
        let bytes = try await pipeline.encode(
          page, of: deck, as: format,
          PictureOrder.Movement(
            timing: timing, loops: moving.loop ?? 0, poster: moving.posterFrame.map { $0 - 1 }),
          settings: settings, workers: workers, onFrame: painted)
        try FileWriting.writeOutput(bytes, to: name)
        let shown = format == .gif ? GIFEncoder.playable(timing.delays).count : timing.frames
        note(name, bytes, [("frames", .of(shown)), ("milliseconds", .of(timing.delays.reduce(0, +)))])
      }
    }
    return outputs
  }
}
