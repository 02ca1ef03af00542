import CardRaster

/// A spring that is let go at rest, 0, and comes to 1: how far it is at a moment.
struct Spring: Hashable, Sendable {
  /// The frequency without damping, in radians a second.
  let frequency: Double
  /// 1 for a spring that does not swing, less for one that does.
  let damping: Double
  /// After which time nobody sees it move, in seconds.
  let duration: Double

  /// A spring of a stiffness and a friction, for a mass of 1.
  init(tension: Double, friction: Double) {
    frequency = tension.squareRoot()
    damping = min(1, friction / (2 * frequency))
    duration = Spring.settling(damping) / frequency
  }

  /// A spring that has settled, to the thousandth, after a time.
  ///
  /// - Parameter damping: 0.01…1.
  init(damping: Double, duration: Double) {
    self.damping = damping
    self.duration = duration
    frequency = duration > 0 ? Spring.settling(damping) / duration : 0
  }

  /// The time, in units of 1 over the frequency, after which what is left of the swing is a thousandth.
  private static func settling(_ damping: Double) -> Double {
    // Where (1 + x) · e^(−x) is 0.001.
    guard damping < 1 else { return 9.2334 }
    return -RealMath.ln(0.001 * (1 - damping * damping).squareRoot()) / damping
  }

  /// How far the spring is at a moment; beyond 1 where it swings past its end.
  func share(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < duration else { return 1 }
    let x = frequency * time
    guard damping < 1 else { return 1 - (1 + x) * RealMath.exp(-x) }
    let swing = (1 - damping * damping).squareRoot()
    let (sine, cosine) = Angle.sineAndCosine(degrees: swing * x * 180 / .pi)
    return 1 - RealMath.exp(-damping * x) * (cosine + damping / swing * sine)
  }
}
