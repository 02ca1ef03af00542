import CardRaster

/// The status bar of iOS at the top of a screen: time, network and battery.
struct StatusBar: Hashable, Sendable {
  /// The text colour.
  enum Style: String, Hashable, Sendable, CaseIterable {
    /// By appearance: black, or white in dark mode.
    case standard = "default"
    /// White in both appearances, for a dark backdrop.
    case light
    /// Black in both appearances, for a light backdrop.
    case dark
  }

  var style: Style?
  var time = "9:41"
  var carrier: String?
  var signal: Int?
  var wifi = 3
  var battery = 1.0
  var height: Double?

  /// The height from which the content is at both sides of a notch.
  ///
  /// The time is at one side, the rest at the other.
  static let notchHeight = 40.0

  static let fields = FieldTable<StatusBar> {
    Field(
      "style", \.style, .word, "Its colour: that of the appearance, white or black.",
      default: "`default`; over a header, white if the header is dark and black if it is light")
    Field("time", \.time, .text, "The text of the clock.")
    Field(
      "carrier", \.carrier, .text,
      "The name of the network operator; on a bar below \(NumberText.format(notchHeight)) points.")
    Field(
      "signal", \.signal, .integer(0...4), "The number of signal bars, of four.",
      default: "4; no bars with a `carrier`")
    Field("wifi", \.wifi, .integer(0...3), "The number of Wi-Fi arcs, of three; 0 hides the symbol.")
    Field("battery", \.battery, .fraction, "The battery level; red up to 0.2.")
    Field(
      "height", \.height, .length,
      "The height; from \(NumberText.format(notchHeight)) points on, the bar leaves room for a notch.",
      default: "the top of `safeAreaInsets`, or 20")
  }

  /// The description in explanations.
  var words: String {
    var words = [time]
    if let carrier { words.append(carrier) }
    if battery < 1 { words.append("battery \(NumberText.format(battery * 100, digits: 0))%") }
    if let style { words.append(style.rawValue) }
    return words.joined(separator: ", ")
  }
}

extension ValueKind where Value == StatusBar {
  static var statusBar: Self {
    .object("statusBar", "The status bar at the top of a screen.", StatusBar.fields) { StatusBar() }
      .refined("[status bar](#status-bar)").showing(\.words)
  }
}
