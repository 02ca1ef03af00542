import CardRaster

/// A spring that starts at rest at 0 and settles at 1.
package struct Spring: Hashable, Sendable {
  /// The undamped angular frequency, in radians per second.
  let frequency: Double
  /// The damping ratio: 1 is critically damped, less than 1 oscillates.
  package let damping: Double
  /// The time after which no movement is visible, in seconds.
  package let duration: Double

  /// Creates a spring from tension (stiffness) and friction, for a mass of 1.
  package init(tension: Double, friction: Double) {
    frequency = tension.squareRoot()
    damping = min(1, friction / (2 * frequency))
    duration = Spring.settling(damping) / frequency
  }

  /// Creates a spring that settles to within 0.001 after a duration.
  ///
  /// - Parameter damping: The damping ratio, 0.01…1.
  package init(damping: Double, duration: Double) {
    self.damping = damping
    self.duration = duration
    frequency = duration > 0 ? Spring.settling(damping) / duration : 0
  }

  /// The settling time in units of 1/frequency, after which the amplitude is 0.001.
  private static func settling(_ damping: Double) -> Double {
    // The solution of (1 + x) · e^(−x) = 0.001.
    guard damping < 1 else { return 9.2334 }
    return -RealMath.ln(0.001 * (1 - damping * damping).squareRoot()) / damping
  }

  /// The position at a time; greater than 1 when the spring overshoots.
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
