/// The grid of device pixels over a card: the only place where lengths are rounded.
///
/// Rectangles are snapped to whole pixels, so that edges are crisp in every output. Anything with a thickness
/// keeps at least one pixel of it.
package struct PixelGrid: Hashable, Sendable {
  /// Pixels per point; positive.
  package let scale: Double

  /// Makes the grid of a scale.
  package init(scale: Double) { self.scale = scale }

  /// The nearest pixel edge, in points; halves round away from zero.
  package func snap(_ value: Double) -> Double { (value * scale).rounded() / scale }

  /// The rectangle with its edges snapped to pixels.
  ///
  /// A side above zero keeps at least one pixel.
  package func snap(_ rect: Rect) -> Rect {
    let (x, width) = snap(from: rect.minX, length: rect.width)
    let (y, height) = snap(from: rect.minY, length: rect.height)
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// The number of whole pixels that cover a length; at most ±10¹², and 0 if it is not a number.
  package func pixels(covering length: Double) -> Int {
    let pixels = (length * scale - 1e-6).rounded(.up)
    return pixels.isNaN ? 0 : Int(min(1e12, max(-1e12, pixels)))
  }

  private func snap(from start: Double, length: Double) -> (Double, Double) {
    let first = (start * scale).rounded()
    // A hairline is one pixel up to 1.5 pixels, wherever it starts.
    if length > 0, length * scale <= 1.5 { return (first / scale, 1 / scale) }
    let last = ((start + length) * scale).rounded()
    return (first / scale, (last - first) / scale)
  }
}
