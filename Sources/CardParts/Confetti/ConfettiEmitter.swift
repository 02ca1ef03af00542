import CardRaster

/// A cloud of confetti, as a rule for where each piece is at a time.
///
/// What the next stage no longer has to know: everything but the time. A piece depends on the seed, its source and its
/// number alone, so that any moment can be asked for without the ones before it, and is the same on every machine.
///
/// The figures are CardParts', by the intensity `i`: of every source 6i pieces are born in a second and live for 14i
/// seconds; they fly at 350i points a second (± 40i), in a direction of the lower half, turn by 3.5i radians a second (± 1i · 2),
/// are born 1 times as large as their pictures (± i/2) and lose 0.1i of that in a second.
package struct ConfettiEmitter: Hashable, Sendable {
  /// Where pieces are born.
  enum Shape: String, Sendable, CaseIterable {
    /// Anywhere along the upper edge.
    case line
    /// In the ball around the middle of the upper edge that is as wide as the part.
    case sphere
    /// In the middle of the upper edge.
    case point
    /// In a strip one point tall along the upper edge.
    case rectangle
  }

  /// One stream of pieces.
  struct Source: Hashable, Sendable {
    var color: Color
    var look: ConfettiLook
  }

  /// One piece at a moment.
  struct Particle: Hashable, Sendable {
    /// The number of its source.
    var source: Int
    /// Which of its source's pieces it is, from 0.
    var number: Int
    /// Seconds since it was born.
    var age: Double
    /// Its middle, in points from the upper left corner.
    var position: Point
    /// Degrees, clockwise.
    var angle: Double
    /// How large it is; 1 for its own size.
    var scale: Double
    /// How broad it looks while it turns over; 1 for all of its width, negative when seen from behind.
    var breadth = 1.0
    /// 0…1.
    var opacity = 1.0
  }

  /// Where pieces are born.
  let shape: Shape
  /// The area that they fall through.
  let size: Size
  /// 0…1.
  let intensity: Double
  /// The streams.
  let sources: [Source]
  /// Decides over everything that is left to chance.
  let seed: Int
  /// The moment of a still, in seconds.
  let time: Double
  /// When pieces are born, and how they fall.
  var fall = ConfettiFall()
  /// Whether pieces beyond the edges are left out.
  var isBounded = true

  /// From when on nothing is in the air; infinity when pieces are born for ever.
  var restsAt: Double {
    guard birthRate > 0 else { return 0 }
    return fall.end.map { $0 + lifetime } ?? .infinity
  }

  /// Pieces that each source bears in a second.
  var birthRate: Double { 6 * intensity }
  /// How long a piece lives, in seconds.
  var lifetime: Double { 14 * intensity }

  /// The most pieces that are in the air at once.
  static func most(intensity: Double, sources: Int) -> Int {
    Int((84 * intensity * intensity).rounded(.up)) * sources
  }

  /// The pieces that live at a time, the oldest first.
  func particles(at time: Double) -> [Particle] {
    guard birthRate > 0, time >= fall.start, time < restsAt else { return [] }
    let last = Int(((min(time, fall.end ?? time) - fall.start) * birthRate).rounded(.down))
    let first = max(0, Int(((time - fall.start - lifetime) * birthRate).rounded(.up)))
    guard first <= last else { return [] }
    return (first...last).flatMap { number in
      sources.indices.compactMap { particle(source: $0, number: number, at: time) }
    }
  }

  private func particle(source: Int, number: Int, at time: Double) -> Particle? {
    let age = time - fall.start - Double(number) / birthRate
    guard age >= 0, age < lifetime else { return nil }
    func chance(_ channel: Chance) -> Double {
      ConfettiEmitter.chance(seed: seed, source: source, number: number, channel: channel.rawValue)
    }
    func around(_ middle: Double, range: Double, _ channel: Chance) -> Double {
      middle + range * (chance(channel) - 0.5)
    }
    let velocity = around(350 * intensity, range: 80 * intensity, .velocity)
    let spin = around(3.5 * intensity, range: 4 * intensity, .spin)
    let born = around(1, range: intensity, .scale)
    let way = Angle.sineAndCosine(degrees: 180 * chance(.direction))
    let place = birthplace(chance)
    // Rational in time, so that no machine's exponential function decides over a pixel.
    let slowed = age / (1 + fall.drag * age)
    return Particle(
      source: source, number: number, age: age,
      position: Point(
        x: place.x + way.cosine * velocity * slowed,
        y: place.y + way.sine * velocity * slowed + fall.gravity * age * slowed / 2),
      angle: spin * age * 180 / Double.pi, scale: max(0, born - 0.1 * intensity * age),
      breadth: fall.flutter > 0
        ? Angle.sineAndCosine(degrees: 360 * (fall.flutter * age + chance(.flutter))).cosine : 1,
      opacity: fall.fade > 0 ? min(1, (1 - age / lifetime) / fall.fade) : 1)
  }

  private func birthplace(_ chance: (Chance) -> Double) -> Point {
    let middle = Point(x: size.width / 2, y: 0)
    switch shape {
    case .point: return middle
    case .line: return Point(x: size.width * chance(.x), y: 0)
    case .rectangle: return Point(x: size.width * chance(.x), y: chance(.y))
    case .sphere:
      // The root spreads pieces evenly over the disc.
      let radius = size.width / 2 * chance(.y).squareRoot()
      let way = Angle.sineAndCosine(degrees: 360 * chance(.x))
      return Point(x: middle.x + radius * way.cosine, y: radius * way.sine)
    }
  }

  /// What is left to chance, each with numbers of its own.
  private enum Chance: UInt64 {
    case x, y, direction, velocity, spin, scale, flutter
  }

  /// A number in 0..<1 that depends on its four arguments alone.
  static func chance(seed: Int, source: Int, number: Int, channel: UInt64) -> Double {
    var state = mixed(UInt64(bitPattern: Int64(seed)))
    for value in [UInt64(bitPattern: Int64(source)), UInt64(bitPattern: Int64(number)), channel] {
      state = mixed(state ^ value)
    }
    return Double(state >> 11) / 9_007_199_254_740_992
  }

  /// The step of the generator SplitMix64, which spreads every bit over all others.
  static func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension ConfettiEmitter {
  /// What is drawn at a time; nil for the time of the still.
  ///
  /// Where `isBounded` is true, pieces beyond the edges are left out.
  func items(at moment: Double? = nil) -> [DisplayItem] {
    particles(at: moment ?? time).compactMap { particle in
      let source = sources[particle.source]
      let size = source.look.size
      let reach = particle.scale * (size.width + size.height) / 2
      func isWithin(_ place: Double, _ length: Double) -> Bool { place > -reach && place < length + reach }
      guard particle.scale > 0,
        !isBounded
          || (isWithin(particle.position.x, self.size.width)
            && isWithin(particle.position.y, self.size.height))
      else { return nil }
      let (sine, cosine) = Angle.sineAndCosine(degrees: particle.angle)
      let (s, c) = (sine * particle.scale, cosine * particle.scale)
      // Seen edge on, a piece is still a line.
      let breadth =
        particle.breadth < 0 ? min(-0.06, particle.breadth) : max(0.06, particle.breadth)
      let transform = Transform(
        a: c * breadth, b: s * breadth, c: -s, d: c, tx: particle.position.x, ty: particle.position.y)
      let color = source.color.multiplyingAlpha(by: particle.opacity)
      let frame = Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
      switch source.look {
      case .picture(let picture):
        let image = DisplayItem.ImageItem(image: picture, frame: frame, tint: color)
        return .group(DisplayItem.Group([.image(image)], transform: transform))
      case .shape(let shape):
        switch shape.drawing {
        case .area(let path):
          let around = Rect(
            x: particle.position.x - reach, y: particle.position.y - reach, width: 2 * reach,
            height: 2 * reach)
          return .fill(.path(path.transformed(by: transform)), .solid(color), bounds: around)
        case .line(let path, var stroke):
          stroke.width *= particle.scale
          return .stroke(path.transformed(by: transform), stroke, color)
        }
      }
    }
  }
}

/// When pieces of confetti are born, and how they fall.
struct ConfettiFall: Hashable, Sendable {
  /// When the first pieces are born, in seconds.
  var start = 0.0
  /// When no more are born; nil for never.
  var end: Double?
  /// How much faster pieces fall with each second, in points a second.
  var gravity = 0.0
  /// How the air slows pieces down: after 1/drag seconds, to a quarter of their speed.
  var drag = 0.0
  /// The share of a piece's life, at its end, in which it fades.
  var fade = 0.0
  /// How often a piece turns over in a second, about its own upright axis.
  var flutter = 0.0

  static let fields = FieldTable<ConfettiFall> {
    Field("start", \.start, .number(0...Limits.number), "When the first pieces are born, in seconds.")
    Field(
      "end", \.end, .number(0...Limits.number), "When no more are born, in seconds.", default: "never")
    Field(
      "gravity", \.gravity, .number(-Limits.number...Limits.number),
      "How much faster pieces fall with each second, in points a second.")
    Field(
      "drag", \.drag, .number(0...1000),
      "How the air slows pieces down: after 1/`drag` seconds they have a quarter of their speed.")
    Field("fade", \.fade, .fraction, "The last share of a piece's life, in which it fades out.")
    Field(
      "flutter", \.flutter, .number(0...100), "How often a piece turns over in a second.")
  }
}
