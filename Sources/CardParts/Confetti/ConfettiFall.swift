import CardRaster

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
    Field("fade", \.fade, .fraction, "The share of a piece's life, at its end, in which it fades.")
    Field(
      "flutter", \.flutter, .number(0...100), "How often a piece turns over in a second.")
  }
}
