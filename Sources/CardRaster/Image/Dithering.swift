/// How colours that a palette lacks are told apart from those that it has.
public enum Dithering: String, CaseIterable, Hashable, Sendable {
  /// Each pixel becomes the nearest colour.
  case none
  /// A fixed pattern of 8 × 8 decides between near colours: still areas stay still, and files are small.
  case ordered
  /// What a pixel is off goes on to its neighbours (Floyd and Steinberg 1976): the smoothest gradients.
  case diffusion
}

/// Brings pixels to the colours of a palette.
struct PaletteMapping {
  private let colors: [ColorQuantizer.RGB]
  private let exact: [UInt32: UInt8]
  /// The nearest colour by bin, plus one; 0 where it has not been asked for yet.
  private var known: [UInt16]
  /// How far apart the colours are: the amplitude of the ordered pattern.
  private let spacing: Float

  init(_ palette: [UInt32]) {
    colors = palette.map { ColorQuantizer.rgb($0) }
    exact = Dictionary(palette.enumerated().map { ($0.element, UInt8($0.offset)) }) { first, _ in first }
    known = [UInt16](repeating: 0, count: 1 << 18)
    var sum: Float = 0
    for (number, color) in colors.enumerated() {
      var nearest = Float.infinity
      for (other, candidate) in colors.enumerated() where other != number {
        let difference = color - candidate
        nearest = min(nearest, (difference * difference).sum())
      }
      if nearest.isFinite { sum += nearest.squareRoot() }
    }
    spacing = min(48, sum / Float(max(1, colors.count)))
  }

  /// How many colours there are.
  var count: Int { colors.count }

  /// The numbers of the palette's colours for a picture; where `isKept` says so, `transparent` stands instead.
  ///
  /// - Parameters:
  ///   - origin: where the picture lies in the frame, so that the pattern does not move with it.
  mutating func indices(
    of bitmap: Bitmap, origin: (x: Int, y: Int), transparent: UInt8?, isKept: (Int) -> Bool,
    _ dithering: Dithering
  ) -> [UInt8] {
    let (width, height) = (bitmap.width, bitmap.height)
    var result = [UInt8](repeating: transparent ?? 0, count: width * height)
    var errors = [ColorQuantizer.RGB](repeating: .zero, count: width + 2)
    var below = errors
    for y in 0..<height {
      // Every second row runs back, which hides the direction in which errors travel.
      let isForward = y & 1 == 0
      let step = isForward ? 1 : -1
      for column in 0..<width {
        let x = isForward ? column : width - 1 - column
        let place = y * width + x
        if transparent != nil, isKept(place) { continue }
        let pixel = Self.color(bitmap, place)
        if dithering != .diffusion, let index = exact[pixel] {
          result[place] = index
          continue
        }
        var color = ColorQuantizer.rgb(pixel)
        switch dithering {
        case .none: break
        case .ordered: color += spacing * Self.threshold(origin.x + x, origin.y + y)
        case .diffusion:
          let error = errors[x + 1]
          // A colour that the palette has stays clean, whatever its neighbours were off by.
          if let index = exact[pixel] {
            result[place] = index
            continue
          }
          color += error
        }
        color = color.clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
        let index = nearest(color)
        result[place] = UInt8(index)
        if dithering == .diffusion {
          let error = color - colors[index]
          errors[x + 1 + step] += error * (7 / 16)
          below[x + 1 - step] += error * (3 / 16)
          below[x + 1] += error * (5 / 16)
          below[x + 1 + step] += error * (1 / 16)
        }
      }
      errors = below
      below = [ColorQuantizer.RGB](repeating: .zero, count: width + 2)
    }
    return result
  }

  private mutating func nearest(_ color: ColorQuantizer.RGB) -> Int {
    let red = UInt32(color.x), green = UInt32(color.y), blue = UInt32(color.z)
    let bin = ColorQuantizer.bin(of: red | green << 8 | blue << 16)
    if known[bin] > 0 { return Int(known[bin]) - 1 }
    // The middle of the bin stands for all of it.
    let middle = ColorQuantizer.RGB(Float(red & ~3) + 1.5, Float(green & ~3) + 1.5, Float(blue & ~3) + 1.5)
    let index = ColorQuantizer.nearest(to: middle, colors)
    known[bin] = UInt16(index + 1)
    return index
  }

  /// −½…½ by Bayer's pattern of 8 × 8: the bits of x ^ y and y, woven and reversed.
  private static func threshold(_ x: Int, _ y: Int) -> Float {
    let (a, b) = (x ^ y, y)
    var value = 0
    for bit in 0..<3 { value = value << 2 | (a >> bit & 1) << 1 | (b >> bit & 1) }
    return (Float(value) + 0.5) / 64 - 0.5
  }

  private static func color(_ bitmap: Bitmap, _ place: Int) -> UInt32 {
    UInt32(bitmap.pixels[4 * place]) | UInt32(bitmap.pixels[4 * place + 1]) << 8
      | UInt32(bitmap.pixels[4 * place + 2]) << 16
  }
}
