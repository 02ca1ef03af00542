package import CardRaster

/// A cloud of confetti, defined by a function of time.
///
/// A piece depends only on the seed, its source and its number, so any moment can be computed without the
/// previous ones, and is identical on every machine.
///
/// The values are those of CardParts for the intensity `i`. Each source emits 6i pieces per second, which
/// live for 14i seconds. They move at 350i points per second (± 40i) in a direction of the lower half, and
/// rotate by 3.5i radians per second (± 1i · 2). They start at the scale 1 (± i/2), which decreases by 0.1i
/// per second.
package struct ConfettiEmitter: Hashable, Sendable {
  /// The area where pieces start.
  package enum Shape: String, Sendable, CaseIterable {
    /// Along the top edge.
    case line
    /// In the sphere around the centre of the top edge that is as wide as the part.
    case sphere
    /// At the centre of the top edge.
    case point
    /// In a strip one point high along the top edge.
    case rectangle
  }

  /// One stream of pieces.
  package struct Source: Hashable, Sendable {
    package var color: Color
    package var look: ConfettiLook

    package init(color: Color, look: ConfettiLook) {
      self.color = color
      self.look = look
    }
  }

  /// One piece at a moment.
  struct Particle: Hashable, Sendable {
    var source: Int
    /// Its index among the pieces of its source, from 0.
    var number: Int
    /// The time since its start, in seconds.
    var age: Double
    /// Its centre, in points from the top left corner.
    var position: Point
    /// The rotation, in degrees clockwise.
    var angle: Double
    /// The scale; 1 for the natural size.
    var scale: Double
    /// The apparent width while it flips: 1 for the full width, negative when seen from behind.
    var breadth = 1.0
    /// The opacity, 0…1.
    var opacity = 1.0
  }

  /// The area where pieces start.
  package let shape: Shape
  /// The area through which pieces fall.
  package let size: Size
  /// The intensity, 0…1.
  package let intensity: Double
  package let sources: [Source]
  /// The seed of all random numbers.
  package let seed: Int
  /// The moment of a still, in seconds.
  package let time: Double
  /// When pieces start, and how they fall.
  package var fall = ConfettiFall()
  /// Whether pieces outside the edges are omitted.
  package var isBounded = true

  package init(
    shape: Shape, size: Size, intensity: Double, sources: [Source], seed: Int, time: Double,
    fall: ConfettiFall = ConfettiFall(), isBounded: Bool = true
  ) {
    self.shape = shape
    self.size = size
    self.intensity = intensity
    self.sources = sources
    self.seed = seed
    self.time = time
    self.fall = fall
    self.isBounded = isBounded
  }

  /// The time when the last piece disappears; infinity for endless confetti.
  var restsAt: Double {
    guard birthRate > 0 else { return 0 }
    return fall.end.map { $0 + lifetime } ?? .infinity
  }

  /// The number of pieces per source and second.
  var birthRate: Double { 6 * intensity }
  /// The lifetime of a piece, in seconds.
  var lifetime: Double { 14 * intensity }

  /// The maximum number of pieces at a moment.
  package static func most(intensity: Double, sources: Int) -> Int {
    Int((84 * intensity * intensity).rounded(.up)) * sources
  }

  /// The pieces that exist at a time, the oldest first.
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
    // A rational function of time: the exponential functions of different machines differ, and could change a
    // pixel.
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
      // The square root distributes pieces evenly over the disc.
      let radius = size.width / 2 * chance(.y).squareRoot()
      let way = Angle.sineAndCosine(degrees: 360 * chance(.x))
      return Point(x: middle.x + radius * way.cosine, y: radius * way.sine)
    }
  }

  /// The random properties, each with its own sequence of numbers.
  private enum Chance: UInt64 {
    case x, y, direction, velocity, spin, scale, flutter
  }

  /// A number in 0..<1 that depends only on the four arguments.
  static func chance(seed: Int, source: Int, number: Int, channel: UInt64) -> Double {
    var state = mixed(UInt64(bitPattern: Int64(seed)))
    for value in [UInt64(bitPattern: Int64(source)), UInt64(bitPattern: Int64(number)), channel] {
      state = mixed(state ^ value)
    }
    return Double(state >> 11) / 9_007_199_254_740_992
  }

  /// The mixing step of the SplitMix64 generator, in which each bit affects all others.
  static func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension ConfettiEmitter {
  /// The drawing items at a time; nil for the time of the still.
  ///
  /// If `isBounded` is true, pieces outside the edges are omitted.
  package func items(at moment: Double? = nil) -> [DisplayItem] {
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
      // A piece seen edge-on is still drawn as a line.
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

/// When pieces of confetti start, and how they fall.
package struct ConfettiFall: Hashable, Sendable {
  /// The start time of the first pieces, in seconds.
  package var start = 0.0
  /// The time when the last pieces start; nil for endless confetti.
  package var end: Double?
  /// The acceleration downwards, in points per second squared.
  var gravity = 0.0
  /// The air resistance: after 1/drag seconds, pieces have a quarter of their speed.
  var drag = 0.0
  /// The last fraction of a piece's lifetime, during which it fades.
  var fade = 0.0
  /// The number of flips per second about the piece's own vertical axis.
  var flutter = 0.0

  package init(
    start: Double = 0.0, end: Double? = nil, gravity: Double = 0.0, drag: Double = 0.0, fade: Double = 0.0,
    flutter: Double = 0.0
  ) {
    self.start = start
    self.end = end
    self.gravity = gravity
    self.drag = drag
    self.fade = fade
    self.flutter = flutter
  }

  package static let fields = FieldTable<ConfettiFall> {
    Field("start", \.start, .number(0...Limits.number), "The time of the first pieces, in seconds.")
    Field(
      "end", \.end, .number(0...Limits.number), "When the last pieces appear, in seconds.", default: "never")
    Field(
      "gravity", \.gravity, .number(-Limits.number...Limits.number),
      "The acceleration of falling pieces, in points per second squared.")
    Field(
      "drag", \.drag, .number(0...1000),
      "The air resistance: after 1/`drag` seconds, pieces have a quarter of their speed.")
    Field("fade", \.fade, .fraction, "The share of a piece's lifetime in which it fades out.")
    Field(
      "flutter", \.flutter, .number(0...100), "The turns of a piece per second.")
  }
}
