/// What lies behind a pixel that is not opaque.
struct Backdrop {
  var red: Double
  var green: Double
  var blue: Double

  static let white = Backdrop(red: 255, green: 255, blue: 255)

  init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The backdrop of the pixel with a number.
  ///
  /// Each channel is 48 or 207, changing in steps of the golden ratio and of its square, so that no pattern of a
  /// picture goes along with it. It is counted in bytes, as those whose counts this agrees with do; red never changes.
  init(_ background: Comparison.Settings.Background, at index: Int) {
    switch background {
    case .white: self = .white
    case .checkerboard:
      let place = Double(4 * index)
      func level(_ ratio: Double) -> Double { Int(place / ratio) % 2 == 0 ? 48 : 207 }
      self.init(red: 48, green: level(1.618033988749895), blue: level(2.618033988749895))
    }
  }
}
