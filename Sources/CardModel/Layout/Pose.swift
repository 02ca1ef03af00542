package import CardRaster

/// A transform and opacity of a box: it is scaled, then rotated about its centre, then moved.
package struct Pose: Hashable, Sendable {
  /// The offset from its position, in points.
  package var translation = Point.zero
  /// The rotation, in degrees clockwise.
  package var rotation = 0.0
  package var scaleX = 1.0
  package var scaleY = 1.0
  /// The opacity, 0…1.
  package var opacity = 1.0
  /// A transform about the centre that replaces scale and rotation.
  ///
  /// It is for poses between two matrices whose elements were interpolated.
  var mixed: Transform?

  package init(
    translation: Point = .zero, rotation: Double = 0.0, scaleX: Double = 1.0, scaleY: Double = 1.0,
    opacity: Double = 1.0, mixed: Transform? = nil
  ) {
    self.translation = translation
    self.rotation = rotation
    self.scaleX = scaleX
    self.scaleY = scaleY
    self.opacity = opacity
    self.mixed = mixed
  }

  /// The pose without any effect.
  package static let rest = Pose()

  /// The transform about the centre, without the translation.
  var linear: Transform {
    if let mixed { return mixed }
    let scale = Transform.scale(scaleX, scaleY)
    guard rotation != 0 else { return scale }
    let (sine, cosine) = Angle.sineAndCosine(degrees: rotation)
    return scale.then(Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0))
  }

  /// Interpolates translation, rotation and scale separately.
  ///
  /// - Parameter share: 0 for this pose, 1 for the other; springs exceed 1.
  package func blended(with other: Pose, _ share: Double) -> Pose {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    if mixed != nil || other.mixed != nil { return mixing(with: other, share) }
    return Pose(
      translation: Point(
        x: between(translation.x, other.translation.x), y: between(translation.y, other.translation.y)),
      rotation: between(rotation, other.rotation), scaleX: between(scaleX, other.scaleX),
      scaleY: between(scaleY, other.scaleY), opacity: min(1, max(0, between(opacity, other.opacity))))
  }

  /// Interpolates the matrix elements separately, so that rotating boxes become narrower on the way.
  package func mixing(with other: Pose, _ share: Double) -> Pose {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    let (a, b) = (linear, other.linear)
    return Pose(
      translation: Point(
        x: between(translation.x, other.translation.x), y: between(translation.y, other.translation.y)),
      opacity: min(1, max(0, between(opacity, other.opacity))),
      mixed: Transform(
        a: between(a.a, b.a), b: between(a.b, b.b), c: between(a.c, b.c), d: between(a.d, b.d), tx: 0, ty: 0))
  }

  var mirrored: Pose {
    var result = self
    result.translation.x *= -1
    result.rotation *= -1
    result.mixed?.b *= -1
    result.mixed?.c *= -1
    return result
  }
}

/// The sequence of poses of a box in an animation.
package struct PoseTrack: Hashable, Sendable {
  /// The timing from one pose to the next.
  package enum Pace: Hashable, Sendable {
    case easing(Easing)
    case spring(Spring)
  }

  /// The transition to a pose.
  package struct Leg: Hashable, Sendable {
    /// The start time, in seconds.
    package var begin: Double
    /// The duration, in seconds.
    package var duration: Double
    package var pose: Pose
    /// The timing curve.
    package var pace = Pace.easing(.linear)

    package init(begin: Double, duration: Double, pose: Pose, pace: Pace = .easing(.linear)) {
      self.begin = begin
      self.duration = duration
      self.pose = pose
      self.pace = pace
    }

    fileprivate func share(at time: Double) -> Double {
      guard time < begin + duration else { return 1 }
      return switch pace {
      case .easing(let easing): easing.share((time - begin) / duration)
      case .spring(let spring): spring.share(at: time - begin)
      }
    }
  }

  /// The pose before the first leg.
  package var start: Pose
  /// The legs in order of their start; they do not overlap.
  package var legs: [Leg] = []

  package init(start: Pose, legs: [Leg] = []) {
    self.start = start
    self.legs = legs
  }

  /// The final pose, which a still shows.
  package var end: Pose { legs.last?.pose ?? start }

  /// The time after which nothing moves, in seconds.
  package var restsAt: Double { legs.reduce(0) { max($0, $1.begin + $1.duration) } }

  /// The pose at a time; the final pose if the time is nil, as in a still.
  package func pose(at time: Double?) -> Pose {
    guard let time else { return end }
    var pose = start
    for leg in legs where time >= leg.begin {
      let share = leg.share(at: time)
      pose = share == 1 ? leg.pose : pose.blended(with: leg.pose, share)
    }
    return pose
  }

  var mirrored: PoseTrack {
    var result = self
    result.start = start.mirrored
    for index in legs.indices { result.legs[index].pose = legs[index].pose.mirrored }
    return result
  }

  /// The track with a later start.
  package func delayed(by time: Double) -> PoseTrack {
    var result = self
    for index in legs.indices { result.legs[index].begin += time }
    return result
  }

  /// The track frozen at a time.
  package func stopped(at time: Double?) -> PoseTrack { PoseTrack(start: pose(at: time)) }
}

extension LayoutBox {
  /// The poses of the box; nil for a box that does not move.
  package var poses: PoseTrack? {
    get { rarePoses.value }
    set { rarePoses = newValue.map { .some($0) } ?? .none }
  }

  /// Adds a box with poses; the translation of the final pose becomes part of its position.
  package mutating func add(_ box: LayoutBox, at point: Point, _ track: PoseTrack) {
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

  /// The transform of a pose about the box's centre, in the parent's coordinates; nil for none.
  package func map(of pose: Pose, at origin: Point) -> Transform? {
    let linear = pose.linear
    guard linear != .identity else { return nil }
    let middle = origin + Point(x: size.width / 2, y: size.height / 2)
    return Transform.translation(.zero - middle).then(linear).then(.translation(middle))
  }
}
