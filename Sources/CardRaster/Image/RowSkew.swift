/// Whether some rows of pixels are the ones above moved by a pixel, as those of a gradient at an angle are.
///
/// No filter foretells such a row, but a deflater finds nearly all of it in the one above, when both are written as they are.
/// So those pixels are counted that are like neither the one at the left nor the one above: moved ones, which are like a
/// neighbour of the one above, smooth ones, which are near the left or the one above, and hard ones.
struct RowSkew {
  private var moved = 0
  private var smooth = 0
  private var hard = 0
  /// How many pixels were looked at.
  private var seen = 0

  /// Whether plain bytes take less than filtered ones.
  ///
  /// The shares were measured with libdeflate at level 6 on cards with gradients, pictures and text.
  var isLarge: Bool { 200 * moved >= seen && moved > 0 && 2 * moved >= smooth && 4 * moved >= hard }

  /// Looks at a row, which is not the first: at one group of four pixels in `rate`, in each row at other ones.
  mutating func look(
    at row: UnsafeRawPointer, above: UnsafeRawPointer, width: Int, number: Int, rate: Int
  ) {
    var (new, far, elsewhere) = (Pixels.zero, Pixels.zero, Pixels.zero)
    // The first pixel has none at its left, the last none at the right of the one above.
    var x = 4 * (1 + number % rate)
    while x &+ 5 <= width {
      let here = row.loadUnaligned(fromByteOffset: 4 &* x, as: Pixels.self)
      let higher = above.loadUnaligned(fromByteOffset: 4 &* x, as: Pixels.self)
      seen &+= 4
      if RowContent.isAny(here ^ higher) {
        let left = row.loadUnaligned(fromByteOffset: 4 &* x &- 4, as: Pixels.self)
        if RowContent.isAny(here ^ left) {
          let before = above.loadUnaligned(fromByteOffset: 4 &* x &- 4, as: Pixels.self)
          let behind = above.loadUnaligned(fromByteOffset: 4 &* x &+ 4, as: Pixels.self)
          let isNew = RowContent.ones(here ^ left) & RowContent.ones(here ^ higher)
          let isElsewhere = isNew & RowContent.ones(here ^ before) & RowContent.ones(here ^ behind)
          new = new &+ isNew
          elsewhere = elsewhere &+ isElsewhere
          far =
            far
            &+ (isElsewhere & RowContent.ones(RowContent.far(here, left))
              & RowContent.ones(RowContent.far(here, higher)))
        }
      }
      x &+= 4 &* rate
    }
    for lane in 0..<4 {
      hard &+= Int(far[lane])
      smooth &+= Int(elsewhere[lane] &- far[lane])
      moved &+= Int(new[lane] &- elsewhere[lane])
    }
  }

  private typealias Pixels = RowContent.Pixels
}
