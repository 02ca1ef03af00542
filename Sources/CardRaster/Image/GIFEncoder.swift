/// Writes animated GIF files (GIF89a).
///
/// How it works: there is one palette for all frames, or one for each. Each frame stores the rectangle that
/// changed, with unchanged pixels transparent. Delays are rounded so that their sum is exact. Frames that are
/// too short for players are left out.
///
/// Guarantees: the same frames give the same bytes with any number of workers.
public enum GIFEncoder {
  /// The settings of a file.
  public struct Settings: Hashable, Sendable {
    /// The maximum number of colours of a palette, 2…256.
    ///
    /// Default: 256.
    public var colors: Int
    /// The drawing of colours that are not in the palette.
    ///
    /// Default: diffusion.
    public var dithering: Dithering
    /// Whether each frame has its own palette instead of one for all.
    ///
    /// Default: false.
    public var hasLocalPalettes: Bool

    /// Makes settings; the number of colours is clamped to 2…256.
    public init(colors: Int = 256, dithering: Dithering = .diffusion, hasLocalPalettes: Bool = false) {
      self.colors = max(2, min(256, colors))
      self.dithering = dithering
      self.hasLocalPalettes = hasLocalPalettes
    }
  }

  /// Encodes an animation whose frames are opaque.
  ///
  /// - Throws: `RasterError.image` if a frame is not opaque; `.library` if giflib fails.
  public static func encode(
    _ animation: Animation, settings: Settings = Settings(), workers: Int = 1
  ) async throws -> [UInt8] {
    guard animation.frames.allSatisfy(\.isOpaque) else {
      throw RasterError.image(
        reason: "GIF has no partial transparency, but the picture's background is not opaque")
    }
    let (animation, delays) = playable(animation)
    // One index is reserved for transparency.
    let most = settings.colors - (animation.frames.count > 1 ? 1 : 0)
    let shared = settings.hasLocalPalettes ? nil : sharedPalette(animation, most: most)
    let pieces = try await WorkerPool.with(
      min(workers, animation.frames.count), make: { shared.map { PaletteMapping($0) } }
    ) { pool in
      try await pool.map(animation.frames.count) { number, mapping in
        let piece = try piece(number, of: animation, settings, most: most, &mapping)
        return try GIFWriter.pack(
          piece, width: animation.width, height: animation.height, palette: shared ?? [])
      }
    }
    var writer = try GIFWriter(
      width: animation.width, height: animation.height, palette: shared ?? [],
      loops: animation.frames.count > 1 ? animation.loops : nil)
    for (piece, delay) in zip(pieces, delays) {
      try writer.appendFrame(piece, delay: animation.frames.count > 1 ? delay : 0)
    }
    return try writer.finish()
  }

  /// The indices of the frames that players can show, with their delays in hundredths of a second.
  ///
  /// Players treat less than two hundredths as an error and use ten instead, so shorter frames are left out.
  /// The sum of the delays is exact to a hundredth, and the last frame is always shown, as it stays on
  /// screen.
  ///
  /// - Parameter delays: the duration of each frame, in milliseconds; not empty.
  package static func playable(_ delays: [Int]) -> [(number: Int, delay: Int)] {
    var shown: [(number: Int, start: Int)] = []
    var elapsed = 0
    for (number, delay) in delays.enumerated() {
      let start = (elapsed + 5) / 10
      elapsed += delay
      if let last = shown.last, start < last.start + least { continue }
      shown.append((number, start))
    }
    let end = (elapsed + 5) / 10
    while shown.count > 1, let last = shown.last, end < last.start + least { shown.removeLast() }
    if let last = shown.popLast() { shown.append((delays.count - 1, last.start)) }
    let ends = shown.dropFirst().map(\.start) + [end]
    return zip(shown, ends).map { ($0.number, max(least, $1 - $0.start)) }
  }

  /// The shortest delay that players support, in hundredths of a second.
  private static let least = 2

  private static func playable(_ animation: Animation) -> (animation: Animation, delays: [Int]) {
    let shown = playable(animation.delays)
    let delays = shown.map(\.delay)
    if shown.count == animation.frames.count { return (animation, delays) }
    let frames = shown.map { animation.frames[$0.number] }
    let thinned = Animation(frames: frames, delays: delays.map { 10 * $0 }, loops: animation.loops)
    return (thinned ?? animation, delays)
  }

  /// Encodes a still picture.
  ///
  /// - Throws: `RasterError.image` if it is not opaque; `.library` if giflib fails.
  static func still(_ bitmap: Bitmap, settings: Settings) throws(RasterError) -> [UInt8] {
    guard bitmap.isOpaque, let alone = Animation(frames: [bitmap], delays: [10]) else {
      throw .image(reason: "GIF has no partial transparency, but the picture's background is not opaque")
    }
    let palette = sharedPalette(alone, most: settings.colors)
    var mapping: PaletteMapping? = PaletteMapping(palette)
    let piece = try piece(0, of: alone, settings, most: settings.colors, &mapping)
    let packed = try GIFWriter.pack(piece, width: alone.width, height: alone.height, palette: palette)
    var writer = try GIFWriter(width: alone.width, height: alone.height, palette: palette, loops: nil)
    try writer.appendFrame(packed, delay: 0)
    return try writer.finish()
  }

  /// A palette for the changed pixels of all frames.
  private static func sharedPalette(_ animation: Animation, most: Int) -> [UInt32] {
    var quantizer = ColorQuantizer()
    for number in animation.frames.indices { count(number, of: animation, in: &quantizer) }
    return quantizer.palette(most: most)
  }

  private static func count(_ number: Int, of animation: Animation, in quantizer: inout ColorQuantizer) {
    withPixels(number, of: animation) { pixels, before in
      guard let before else { return quantizer.countPixels(pixels.lazy.map { UInt32(littleEndian: $0) }) }
      quantizer.countPixels(
        pixels.indices.lazy.filter { pixels[$0] != before[$0] }.map { UInt32(littleEndian: pixels[$0]) })
    }
  }

  /// Passes the pixels of a frame and of the one before it; the first frame has none before.
  private static func withPixels<Result>(
    _ number: Int, of animation: Animation,
    _ body: (_ pixels: UnsafeBufferPointer<UInt32>, _ before: UnsafeBufferPointer<UInt32>?) -> Result
  ) -> Result {
    animation.frames[number].pixels.withUnsafeBytes { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      guard number > 0 else { return body(pixels, nil) }
      return animation.frames[number - 1].pixels.withUnsafeBytes {
        body(pixels, $0.bindMemory(to: UInt32.self))
      }
    }
  }

  private static func piece(
    _ number: Int, of animation: Animation, _ settings: Settings, most: Int, _ shared: inout PaletteMapping?
  ) throws(RasterError) -> GIFWriter.Frame {
    guard let rect = animation.change(at: number) ?? PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1) else {
      throw .image(reason: "a frame of an animation is empty")
    }
    var palette: [UInt32]?
    var mapping: PaletteMapping
    if let known = shared.take() {
      mapping = known
    } else {
      var quantizer = ColorQuantizer()
      count(number, of: animation, in: &quantizer)
      let own = quantizer.palette(most: most)
      palette = own
      mapping = PaletteMapping(own.isEmpty ? [0] : own)
    }
    // The index after all colours.
    let transparent = number > 0 ? UInt8(mapping.count) : nil
    let indices = withPixels(number, of: animation) { pixels, before in
      mapping.indices(
        of: animation.frames[number], in: rect, transparent: transparent,
        isKept: { place in before.map { $0[place] == pixels[place] } ?? false }, settings.dithering)
    }
    if palette == nil { shared = mapping }
    return GIFWriter.Frame(rect: rect, palette: palette, transparent: transparent, indices: indices)
  }
}
