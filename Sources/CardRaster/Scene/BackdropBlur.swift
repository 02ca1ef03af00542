/// Frosted glass: what was drawn so far on the same layer, blurred.
///
/// A layer is what a group draws that is faded, masked, blended or has shadows, or else the whole picture (CSS calls it the
/// backdrop root).
public struct BackdropBlur: Hashable, Sendable {
  /// The standard deviation of the Gaussian, in points.
  public var radius: Double
  /// 0…1: how much of the blurred picture is laid over the sharp one.
  public var opacity: Double
  /// How far the blurred colours are from grey, in shares of what they were: 1 leaves them, 0 makes them grey.
  public var saturation: Double

  /// Makes a blur.
  public init(radius: Double, opacity: Double = 1, saturation: Double = 1) {
    self.radius = radius
    self.opacity = opacity
    self.saturation = saturation
  }

  /// Whether anything of it is seen.
  var isSeen: Bool { radius > 0 && opacity > 0 }
}
