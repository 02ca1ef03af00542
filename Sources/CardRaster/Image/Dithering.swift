/// The drawing of colours that are not in a palette.
public enum Dithering: String, CaseIterable, Hashable, Sendable {
  /// Each pixel becomes the nearest colour.
  case none
  /// A fixed 8 × 8 pattern chooses between close colours: still areas stay still, and files are small.
  case ordered
  /// Distributes the error of each pixel to its neighbours, for the smoothest gradients.
  ///
  /// The method is that of Floyd and Steinberg (1976).
  case diffusion
}

/// Maps pixels to the colours of a palette.
struct PaletteMapping {
  private let colors: [ColorQuantizer.RGB]
  private let exact: PaletteNumbers
  /// A cache of the nearest colour by bin, plus one; 0 if it is not computed yet.
  private var known: [UInt16]
  /// The typical distance between colours: the amplitude of the ordered pattern.
  private let spacing: Float

  init(_ palette: [UInt32]) {
    colors = palette.map { ColorQuantizer.rgb($0) }
    exact = PaletteNumbers(palette)
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

  /// The number of colours.
  var count: Int { colors.count }

  /// The palette indices of a part of a picture; pixels selected by `isKept` become `transparent`.
  ///
  /// - Parameters:
  ///   - rect: the part, which is inside the picture.
  ///   - isKept: called with the number of a pixel in the whole picture, row by row.
  @inline(__always)
  mutating func indices(
    of bitmap: Bitmap, in rect: PixelRect, transparent: UInt8?, isKept: (Int) -> Bool, _ dithering: Dithering
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: rect.width * rect.height) { result, count in
      count = rect.width * rect.height
      bitmap.pixels.withUnsafeBytes { bytes in
        let pixels = bytes.bindMemory(to: UInt32.self)
        switch dithering {
        case .diffusion:
          diffuse(pixels, bitmap.width, rect, transparent, isKept: isKept, to: result)
        case .none, .ordered:
          let amplitude = dithering == .ordered ? spacing : 0
          for y in rect.minY..<rect.maxY {
            for x in rect.minX..<rect.maxX {
              let (place, target) = (y * bitmap.width + x, (y - rect.minY) * rect.width + x - rect.minX)
              if let transparent, isKept(place) {
                result[target] = transparent
                continue
              }
              let pixel = UInt32(littleEndian: pixels[place]) & 0xFF_FFFF
              if let number = exact[pixel] {
                result[target] = number
                continue
              }
              // The pattern is aligned with the whole picture, so that it does not move with the part.
              let color = ColorQuantizer.rgb(pixel) + amplitude * Self.threshold(x, y)
              result[target] = UInt8(
                nearest(color.clamped(lowerBound: .zero, upperBound: .init(repeating: 255))))
            }
          }
        }
      }
    }
  }

  /// Distributes the error of each pixel to its neighbours.
  @inline(__always)
  private mutating func diffuse(
    _ pixels: UnsafeBufferPointer<UInt32>, _ stride: Int, _ rect: PixelRect, _ transparent: UInt8?,
    isKept: (Int) -> Bool, to result: UnsafeMutableBufferPointer<UInt8>
  ) {
    let width = rect.width
    // Two rows of errors, with an extra column on each side.
    withUnsafeTemporaryAllocation(of: ColorQuantizer.RGB.self, capacity: 2 * (width + 2)) { rows in
      rows.initialize(repeating: .zero)
      var errors = UnsafeMutableBufferPointer(rebasing: rows[..<(width + 2)])
      var below = UnsafeMutableBufferPointer(rebasing: rows[(width + 2)...])
      for y in 0..<rect.height {
        // Every second row runs backwards, which hides the direction in which errors move.
        let isForward = y & 1 == 0
        let step = isForward ? 1 : -1
        let (first, target) = ((rect.minY + y) * stride + rect.minX, y * width)
        var x = isForward ? 0 : width - 1
        for _ in 0..<width {
          defer { x += step }
          if let transparent, isKept(first + x) {
            result[target + x] = transparent
            continue
          }
          let pixel = UInt32(littleEndian: pixels[first + x]) & 0xFF_FFFF
          // A colour of the palette stays exact, whatever the errors of its neighbours.
          if let number = exact[pixel] {
            result[target + x] = number
            continue
          }
          let color = (ColorQuantizer.rgb(pixel) + errors[x + 1])
            .clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
          let number = nearest(color)
          result[target + x] = UInt8(number)
          let sixteenth: ColorQuantizer.RGB = (color - colors[number]) / 16
          let (back, next) = (x + 1 - step, x + 1 + step)
          errors[next] += 7 * sixteenth
          below[back] += 3 * sixteenth
          below[x + 1] += 5 * sixteenth
          below[next] += sixteenth
        }
        swap(&errors, &below)
        below.update(repeating: .zero)
      }
    }
  }

  private mutating func nearest(_ color: ColorQuantizer.RGB) -> Int {
    let red = UInt32(color.x), green = UInt32(color.y), blue = UInt32(color.z)
    let bin = ColorQuantizer.bin(of: red | green << 8 | blue << 16)
    if known[bin] > 0 { return Int(known[bin]) - 1 }
    // The centre of the bin represents all of it.
    let middle = ColorQuantizer.RGB(Float(red & ~3) + 1.5, Float(green & ~3) + 1.5, Float(blue & ~3) + 1.5)
    let index = ColorQuantizer.nearest(to: middle, colors)
    known[bin] = UInt16(index + 1)
    return index
  }

  /// −½…½ by the 8 × 8 Bayer pattern: the bits of x ^ y and y, interleaved and reversed.
  private static func threshold(_ x: Int, _ y: Int) -> Float {
    let (a, b) = (x ^ y, y)
    var value = 0
    for bit in 0..<3 { value = value << 2 | (a >> bit & 1) << 1 | (b >> bit & 1) }
    return (Float(value) + 0.5) / 64 - 0.5
  }
}

/// A hash table from colours to palette indices.
///
/// How it works: the table is twice as large as the largest palette; a colour whose slot is taken uses the
/// next free one.
private struct PaletteNumbers {
  private static let places = 512
  /// A colour with its index in the upper half; all ones for a free slot.
  private var entries = [UInt64](repeating: .max, count: places)

  /// Of equal colours the first one counts.
  init(_ palette: [UInt32]) {
    for (number, color) in palette.prefix(256).enumerated() where self[color & 0xFF_FFFF] == nil {
      var place = Self.place(of: color & 0xFF_FFFF)
      while entries[place] != .max { place = (place + 1) % Self.places }
      entries[place] = UInt64(number) << 32 | UInt64(color & 0xFF_FFFF)
    }
  }

  /// The index of a colour without alpha; nil if it is not in the palette.
  subscript(color: UInt32) -> UInt8? {
    var place = Self.place(of: color)
    while entries[place] != .max {
      if UInt32(truncatingIfNeeded: entries[place]) == color { return UInt8(entries[place] >> 32) }
      place = (place + 1) % Self.places
    }
    return nil
  }

  /// The first slot of a colour: the uppermost bits of a product.
  ///
  /// See Knuth, The Art of Computer Programming, 6.4.
  private static func place(of color: UInt32) -> Int { Int((color &* 0x9E37_79B1) >> 23) }
}
