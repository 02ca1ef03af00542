import CardRaster

/// How a box stands: scaled, then turned, about its middle, then moved, and how much of it is seen.
struct Pose: Hashable, Sendable {
  /// How far it is from its place, in points.
  var translation = Point.zero
  /// How far it is turned, in degrees clockwise.
  var rotation = 0.0
  /// How much wider it is.
  var scaleX = 1.0
  /// How much taller it is.
  var scaleY = 1.0
  /// 0…1.
  var opacity = 1.0
  /// A map about the middle in the place of scale and turn: between two maps whose numbers were mixed one by one.
  var mixed: Transform?

  /// At its place, upright, seen whole.
  static let rest = Pose()

  /// The map about the middle, without the shift.
  var linear: Transform {
    if let mixed { return mixed }
    let scale = Transform.scale(scaleX, scaleY)
    guard rotation != 0 else { return scale }
    let (sine, cosine) = Angle.sineAndCosine(degrees: rotation)
    return scale.then(Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0))
  }

  /// Between this pose and another one: shift, turn and scale each for itself.
  ///
  /// - Parameter share: 0 for this one, 1 for the other; a spring goes beyond.
  func blended(with other: Pose, _ share: Double) -> Pose {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    if mixed != nil || other.mixed != nil { return mixing(with: other, share) }
    return Pose(
      translation: Point(
        x: between(translation.x, other.translation.x), y: between(translation.y, other.translation.y)),
      rotation: between(rotation, other.rotation), scaleX: between(scaleX, other.scaleX),
      scaleY: between(scaleY, other.scaleY), opacity: min(1, max(0, between(opacity, other.opacity))))
  }

  /// Between this pose and another one: each number of their maps for itself, so that turns become narrower on the way.
  func mixing(with other: Pose, _ share: Double) -> Pose {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    let (a, b) = (linear, other.linear)
    return Pose(
      translation: Point(
        x: between(translation.x, other.translation.x), y: between(translation.y, other.translation.y)),
      opacity: min(1, max(0, between(opacity, other.opacity))),
      mixed: Transform(
        a: between(a.a, b.a), b: between(a.b, b.b), c: between(a.c, b.c), d: between(a.d, b.d), tx: 0, ty: 0))
  }

  /// The pose as it is seen from the other side.
  var mirrored: Pose {
    var result = self
    result.translation.x *= -1
    result.rotation *= -1
    result.mixed?.b *= -1
    result.mixed?.c *= -1
    return result
  }
}

/// The poses of a box in a moving picture, one after another.
struct PoseTrack: Hashable, Sendable {
  /// How a box gets from one pose to the next.
  enum Pace: Hashable, Sendable {
    case easing(Easing)
    case spring(Spring)
  }

  /// The way to a pose.
  struct Leg: Hashable, Sendable {
    /// When it begins, in seconds.
    var begin: Double
    /// How long it takes.
    var duration: Double
    /// Where it leads.
    var pose: Pose
    /// How it gathers and loses speed.
    var pace = Pace.easing(.linear)

    fileprivate func share(at time: Double) -> Double {
      guard time < begin + duration else { return 1 }
      return switch pace {
      case .easing(let easing): easing.share((time - begin) / duration)
      case .spring(let spring): spring.share(at: time - begin)
      }
    }
  }

  /// The pose before the first leg.
  var start: Pose
  /// In the order in which they begin, none before the one before it has ended.
  var legs: [Leg] = []

  /// The pose that a still shows: the last one.
  var end: Pose { legs.last?.pose ?? start }

  /// When nothing moves any more, in seconds.
  var restsAt: Double { legs.reduce(0) { max($0, $1.begin + $1.duration) } }

  /// The pose at a moment; nil for a still.
  func pose(at time: Double?) -> Pose {
    guard let time else { return end }
    var pose = start
    for leg in legs where time >= leg.begin {
      let share = leg.share(at: time)
      pose = share == 1 ? leg.pose : pose.blended(with: leg.pose, share)
    }
    return pose
  }

  /// The track as it is seen from the other side.
  var mirrored: PoseTrack {
    var result = self
    result.start = start.mirrored
    for index in legs.indices { result.legs[index].pose = legs[index].pose.mirrored }
    return result
  }

  /// The track that begins later.
  func delayed(by time: Double) -> PoseTrack {
    var result = self
    for index in legs.indices { result.legs[index].begin += time }
    return result
  }

  /// The track that has come to a moment and stays there.
  func stopped(at time: Double?) -> PoseTrack { PoseTrack(start: pose(at: time)) }
}

extension LayoutBox {
  /// How it stands while nothing is said of the time; nil for a box that stands at its place.
  var poses: PoseTrack? {
    get { rarePoses.value }
    set { rarePoses = newValue.map { .some($0) } ?? .none }
  }

  /// Adds a box that has poses; the shift of the pose that a still shows is in its place.
  mutating func add(_ box: LayoutBox, at point: Point, _ track: PoseTrack) {
    var box = box
    let shift = track.end.translation
    var moved = track
    moved.start.translation = moved.start.translation - shift
    for index in moved.legs.indices {
      moved.legs[index].pose.translation = moved.legs[index].pose.translation - shift
    }
    if moved != PoseTrack(start: .rest) { box.poses = moved }
    content.append(.box(box, at: point + shift))
  }

  /// How a pose moves it from its place at a moment, as far as it is moved alone.
  func shift(at time: Double?) -> Point { poses?.pose(at: time).translation ?? .zero }

  /// The map of a pose about the middle of the box, in the coordinates of the box around it; nil for none.
  func map(of pose: Pose, at origin: Point) -> Transform? {
    let linear = pose.linear
    guard linear != .identity else { return nil }
    let middle = origin + Point(x: size.width / 2, y: size.height / 2)
    return Transform.translation(.zero - middle).then(linear).then(.translation(middle))
  }
}
