/// Tells whether a pixel is the soft edge of a shape, which falls a little differently each time it is drawn.
///
/// Source: V. Vyšniauskas, Anti-aliased pixel and intensity slope detector (2009). Such a pixel has hardly a neighbour
/// like itself, has darker and brighter ones, and the darkest or the brightest of them belongs to an even area, in both
/// pictures.
struct AntialiasingDetector {
  /// The size that both pictures have.
  let width: Int
  let height: Int

  /// Looks at a pixel of one picture; a row of it has `stride` pixels, one of the other picture `otherStride`.
  func isEdge<Distance: ColorDistance>(
    _ picture: borrowing RawSpan, _ stride: Int, _ other: borrowing RawSpan, _ otherStride: Int, x: Int,
    y: Int, _ distance: Distance
  ) -> Bool {
    let pixel = Self.word(picture, y &* stride &+ x)
    let (left, right) = (max(0, x &- 1), min(width &- 1, x &+ 1))
    let (top, bottom) = (max(0, y &- 1), min(height &- 1, y &+ 1))
    // A neighbour that is not there counts as one like the pixel itself, which is met too and must not count.
    var equal = isBorder(x, y) ? 0 : -1
    var common = pixel
    var row = top
    while row <= bottom {
      var place = row &* stride &+ left
      let end = row &* stride &+ right
      while place <= end {
        let neighbor = Self.word(picture, place)
        if neighbor == pixel { equal &+= 1 }
        common &= neighbor
        place &+= 1
      }
      row &+= 1
    }
    if equal > 2 { return false }
    var (darkest, brightest) = (0.0, 0.0)
    var (darkX, darkY, brightX, brightY) = (0, 0, 0, 0)
    let index = y &* width &+ x
    // Column after column: among equally dark ones the first that is met is kept.
    var column = left
    while column <= right {
      row = top
      while row <= bottom {
        let neighbor = Self.word(picture, row &* stride &+ column)
        if neighbor != pixel {
          // Whole numbers are quicker, but only for opaque pixels exact.
          let brightness =
            common >= 0xFF00_0000
            ? Double(Luma.units(of: pixel) &- Luma.units(of: neighbor))
            : distance.brightness(of: pixel, over: neighbor, at: index)
          if brightness == 0 {
            equal &+= 1
            if equal > 2 { return false }
          } else if brightness < brightest {
            (brightest, brightX, brightY) = (brightness, column, row)
          } else if brightness > darkest {
            (darkest, darkX, darkY) = (brightness, column, row)
          }
        }
        row &+= 1
      }
      column &+= 1
    }
    guard darkest != 0, brightest != 0 else { return false }
    return (isEven(picture, stride, brightX, brightY) && isEven(other, otherStride, brightX, brightY))
      || (isEven(picture, stride, darkX, darkY) && isEven(other, otherStride, darkX, darkY))
  }

  /// Whether a pixel has at least three neighbours of exactly its own colour.
  private func isEven(_ picture: borrowing RawSpan, _ stride: Int, _ x: Int, _ y: Int) -> Bool {
    let pixel = Self.word(picture, y &* stride &+ x)
    var equal = isBorder(x, y) ? 0 : -1
    for row in max(0, y &- 1)...min(height &- 1, y &+ 1) {
      for column in max(0, x &- 1)...min(width &- 1, x &+ 1)
      where Self.word(picture, row &* stride &+ column) == pixel {
        equal &+= 1
      }
    }
    return equal > 2
  }

  private func isBorder(_ x: Int, _ y: Int) -> Bool {
    x == 0 || y == 0 || x == width - 1 || y == height - 1
  }

  @inline(__always) private static func word(_ picture: borrowing RawSpan, _ index: Int) -> UInt32 {
    picture.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* index, as: UInt32.self)
  }
}
