/// Paints pictures one after another of which each is much like the one before: what stays is not painted again.
///
/// How it works: of the last picture its items and its pixels are kept, and the pixels below the first item that changed. New
/// items are compared with the last ones. Rows that changed ones may touch go back to what lay below, all items above
/// that which may touch these rows are painted on them as they would be otherwise, and these rows alone are taken over.
/// Of a PNG file of `fast` the filtered rows are kept too.
///
/// Guarantees: pixels and files are those that `BitmapPainter` and `OutputFormat` make. A series belongs to one worker, whose
/// fonts stay open.
package final class PictureSeries {
  /// The most pixels of a picture of which something is kept; each takes some sixteen bytes.
  package static let pixels = 2 << 20

  private var last: Last?

  /// Starts a series.
  package init() {}

  /// What is known of the last picture.
  private struct Last {
    var list: DisplayList
    var picture: KeptPicture
    var ground: PictureGround?
    /// The rows of its PNG file.
    var rows: FilteredRows?
  }

  /// Paints a display list and packs it as a file; see `OutputFormat.encode`.
  ///
  /// - Throws: what that throws.
  package func encode(
    _ list: DisplayList, as format: OutputFormat, settings: OutputFormat.Settings,
    fonts: borrowing FontLibrary
  ) throws(RasterError) -> [UInt8] {
    guard format.hasPixels, isKept(list) else {
      last = nil
      return try format.encode(list, settings: settings, fonts: fonts)
    }
    let (kept, changed) = try paint(list, glyphs: fonts, cache: fonts.loaded.paints)
    guard format == .png, settings.compression == .fast else {
      return try format.pack(kept.picture, settings: settings)
    }
    let rows = last?.rows ?? FilteredRows()
    last?.rows = rows
    return try kept.picture.fastPNG(keeping: rows, changed: changed)
  }

  /// Paints a display list; see `BitmapPainter.bitmap`.
  ///
  /// - Throws: what that throws.
  package func bitmap(_ list: DisplayList, fonts: borrowing FontLibrary) throws(RasterError) -> Bitmap {
    guard isKept(list) else {
      last = nil
      return try BitmapPainter.bitmap(list, fonts: fonts)
    }
    return try paint(list, glyphs: fonts, cache: fonts.loaded.paints).kept.picture.bitmap()
  }

  /// Whether something is kept of a picture.
  private func isKept(_ list: DisplayList) -> Bool {
    list.pixelWidth <= Self.pixels / max(1, list.pixelHeight)
  }

  /// Paints a display list; see `BitmapPainter.bitmap`.
  func bitmap<Glyphs: GlyphSource & ~Copyable>(
    _ list: DisplayList, glyphs: borrowing Glyphs
  ) throws(RasterError) -> Bitmap {
    try paint(list, glyphs: glyphs, cache: nil).kept.picture.bitmap()
  }

  /// Paints a picture; of its rows, whether each differs from that of the last picture, nil when any may.
  private func paint<Glyphs: GlyphSource & ~Copyable>(
    _ list: DisplayList, glyphs: borrowing Glyphs, cache: PaintCache?
  ) throws(RasterError) -> (kept: KeptPicture, changed: [Bool]?) {
    // What ends in an error leaves nothing behind.
    let before = last
    last = nil
    guard let before, before.list.hasSheet(of: list), list.isPaintedByRows else {
      let kept = KeptPicture(try BitmapPainter.paint(list, glyphs: glyphs, cache: cache))
      last = Last(list: list, picture: kept)
      return (kept, nil)
    }
    try DisplayItem.Group.checkNesting(of: list.items)
    // What is refused does not depend on what was painted before.
    try PaintingCost.check(list)
    let state = try BitmapPainter.state(of: list)
    let change = try ItemChange(from: before.list.items, to: list.items, state, glyphs)
    guard let path = change.start else {
      last = before
      return (before.picture, [Bool](repeating: false, count: list.pixelHeight))
    }
    if let ground = before.ground, let items = ground.items(above: list, state) {
      let changed = try ground.paint(items, change.bands(in: state), state, glyphs, onto: before.picture)
      last = Last(list: list, picture: before.picture, ground: ground, rows: before.rows)
      return (before.picture, changed)
    }
    let (ground, kept) = try PictureGround.make(below: path, of: list, state, glyphs, cache)
    last = Last(list: list, picture: kept, ground: ground, rows: before.rows)
    return (kept, kept.changedRows(since: before.picture))
  }
}

extension DisplayList {
  /// Whether some rows of it can be painted alone.
  ///
  /// A blurred backdrop shows what lies in other rows. On pixels that are clear cairo paints the first item in another way
  /// than on others, and may end a step apart.
  fileprivate var isPaintedByRows: Bool {
    background?.isOpaque == true && items.allSatisfy { $0.backdrops == 0 }
  }

  /// Whether two pictures have one size and one background.
  fileprivate func hasSheet(of other: DisplayList) -> Bool {
    size == other.size && scale == other.scale && background == other.background
  }
}
