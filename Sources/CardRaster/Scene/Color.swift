/// A colour in sRGB with straight alpha, eight bits a channel.
public struct Color: Hashable, Sendable {
  /// Red, 0…255.
  public var red: UInt8
  /// Green, 0…255.
  public var green: UInt8
  /// Blue, 0…255.
  public var blue: UInt8
  /// Opacity, 0…255; straight, not multiplied into the others.
  public var alpha: UInt8

  /// Opaque black.
  public static let black = Color(rgb: 0x000000)
  /// Opaque white.
  public static let white = Color(rgb: 0xFFFFFF)
  /// Nothing to be seen.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Makes a colour of its channels.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes an opaque colour of `0xRRGGBB`.
  public init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// The same colour with its opacity multiplied by a factor of 0…1.
  public func multiplyingAlpha(by factor: Double) -> Color {
    var result = self
    result.alpha = UInt8((Double(alpha) * min(1, max(0, factor))).rounded())
    return result
  }

  /// Whether it covers what lies below it.
  public var isOpaque: Bool { alpha == 255 }
  /// The same colour, opaque.
  package var opaque: Color { Color(red: red, green: green, blue: blue) }
  /// Whether it shows nothing.
  public var isClear: Bool { alpha == 0 }

  /// `#RRGGBB`, or `#RRGGBBAA` when it is not opaque.
  public var hexText: String {
    let digits = Array("0123456789ABCDEF")
    var text = "#"
    for channel in alpha == 255 ? [red, green, blue] : [red, green, blue, alpha] {
      text.append(digits[Int(channel >> 4)])
      text.append(digits[Int(channel & 15)])
    }
    return text
  }
}
