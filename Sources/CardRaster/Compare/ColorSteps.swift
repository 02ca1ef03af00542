/// How far one step of one channel may lead, at most, by the least green of two pixels.
struct ColorSteps {
  /// Of any two.
  var dark: Double
  /// Where green is at least `middleGreen`.
  var middle: Double
  /// Where green is at least `brightGreen`.
  var bright: Double
  var middleGreen: Int32 = 4
  var brightGreen: Int32 = 12
}
