/// An animation: frames of one size, each with its duration.
///
/// Guarantees: never empty; all frames have the same size; together with the poster, they have at most
/// `Limits.animationPixels` pixels.
public struct Animation: Hashable, Sendable {
  /// The frames in order.
  public let frames: [Bitmap]
  /// The duration of each frame, in milliseconds, at least 1.
  public let delays: [Int]
  /// The number of times it is played; 0 for an endless loop.
  public let loops: Int
  /// The frame shown by viewers that cannot play animations; nil for the first frame.
  ///
  /// Only some formats support it.
  public let poster: Bitmap?

  /// The width in pixels.
  public var width: Int { frames[0].width }
  /// The height in pixels.
  public var height: Int { frames[0].height }

  /// Makes an animation, or nil if the frames differ in size or exceed the limits.
  public init?(frames: [Bitmap], delays: [Int], loops: Int = 0, poster: Bitmap? = nil) {
    guard let first = frames.first, frames.count == delays.count,
      (frames + [poster].compactMap { $0 }).allSatisfy({
        ($0.width, $0.height) == (first.width, first.height)
      }),
      Self.isAllowed(
        width: first.width, height: first.height, delays: delays, loops: loops, hasPoster: poster != nil)
    else { return nil }
    self.frames = frames
    self.delays = delays
    self.loops = loops
    self.poster = poster
  }

  private init(_ frames: [Bitmap], _ delays: [Int], loops: Int) {
    self.frames = frames
    self.delays = delays
    self.loops = loops
    poster = nil
  }

  /// Whether an animation of this size, number of frames and loop count is allowed.
  static func isAllowed(width: Int, height: Int, delays: [Int], loops: Int, hasPoster: Bool) -> Bool {
    delays.allSatisfy { (1...655_350).contains($0) } && (0...65_535).contains(loops)
      && delays.count + (hasPoster ? 1 : 0) <= Limits.animationPixels / max(1, width * height)
  }

  /// The duration of a poster as the first frame, in milliseconds.
  static let posterDelay = 20

  /// The animation with the poster as its first frame, shown as briefly as players allow.
  ///
  /// Email clients that cannot play the animation show the poster.
  var withPosterInFront: Animation {
    guard let poster, poster != frames[0] else { return self }
    return Animation([poster] + frames, [Self.posterDelay] + delays, loops: loops)
  }

  /// The part of a frame that differs from the frame before; nil if nothing changed.
  func change(at number: Int) -> PixelRect? {
    let frame = frames[number]
    let whole = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    guard number > 0 else { return whole }
    return frame.difference(to: frames[number - 1])
  }
}

extension Bitmap {
  /// The smallest rectangle around all pixels that differ; nil if both are equal.
  ///
  /// Both have the same size.
  func difference(to other: Bitmap) -> PixelRect? {
    let (width, height) = (width, height)
    return pixels.withUnsafeBytes { a in
      other.pixels.withUnsafeBytes { b -> PixelRect? in
        guard let first = a.baseAddress, let second = b.baseAddress else { return nil }
        func isSame(_ x: Int, _ y: Int, _ count: Int) -> Bool {
          let place = 4 * (y * width + x)
          return first.isSame(place, as: second + place, count: 4 * count)
        }
        func differs(_ x: Int, _ y: Int) -> Bool {
          let place = 4 * (y * width + x)
          return first.load(fromByteOffset: place, as: UInt32.self)
            != second.load(fromByteOffset: place, as: UInt32.self)
        }
        guard let minY = (0..<height).first(where: { !isSame(0, $0, width) }),
          let maxY = (minY..<height).last(where: { !isSame(0, $0, width) })
        else { return nil }
        // A row is compared pixel by pixel only if it makes the rectangle wider.
        var (minX, maxX) = (width, 0)
        for y in minY...maxY {
          if !isSame(0, y, minX) { minX = (0..<minX).first { differs($0, y) } ?? minX }
          if !isSame(maxX, y, width - maxX) {
            maxX = (maxX..<width).last { differs($0, y) }.map { $0 + 1 } ?? maxX
          }
        }
        return PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY + 1)
      }
    }
  }

  /// A part of the picture as a new one; the part must be inside.
  func part(_ rect: PixelRect) -> Bitmap? {
    var part: [UInt8] = []
    part.reserveCapacity(4 * rect.width * rect.height)
    for y in rect.minY..<rect.maxY {
      let start = 4 * (y * width + rect.minX)
      part += pixels[start..<start + 4 * rect.width]
    }
    return Bitmap(width: rect.width, height: rect.height, pixels: part)
  }
}
