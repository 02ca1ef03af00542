/// Paints a series of similar pictures and repaints only what changes.
///
/// How it works: the series keeps the items and the pixels of the last picture, and the pixels below the
/// first item that changed. New items are compared with the last ones. Rows that changed items may touch are
/// restored to the content below. All items above it that may touch these rows are painted on them in the
/// usual way, and only these rows are copied. For a PNG file with `fast` compression the filtered rows are
/// kept too.
///
/// Guarantees: pixels and files are those of `BitmapPainter` and `OutputFormat`. A series belongs to one
/// worker, whose fonts stay open.
package final class IncrementalPainter {
  /// The maximum number of pixels of a picture that is kept; each takes about sixteen bytes.
  package static let pixels = 2 << 20

  private var last: Last?
  /// Called between painting and encoding, for measurements.
  package var onPainted: () -> Void = {}

  /// Starts a series.
  package init() {}

  /// The kept data of the last picture.
  private struct Last {
    var list: DisplayList
    var picture: CachedFrame
    var ground: StaticBackdrop?
    /// The filtered rows of its PNG file.
    var rows: FilteredRows?
  }

  /// Paints a display list and encodes it as a file; see `OutputFormat.encode`.
  ///
  /// - Throws: the errors of `OutputFormat.encode`.
  package func encode(
    _ list: DisplayList, as format: OutputFormat, settings: OutputFormat.Settings,
    fonts: borrowing FontLibrary
  ) throws(RasterError) -> [UInt8] {
    guard format.hasPixels, isKept(list) else {
      last = nil
      return try format.encode(list, settings: settings, fonts: fonts)
    }
    let (kept, changed) = try paint(list, glyphs: fonts, cache: fonts.loaded.paints)
    onPainted()
    guard format == .png, settings.compression == .fast else {
      return try format.pack(kept.picture, settings: settings)
    }
    let rows = last?.rows ?? FilteredRows()
    last?.rows = rows
    return try kept.picture.fastPNG(keeping: rows, changed: changed)
  }

  /// Paints a display list; see `BitmapPainter.bitmap`.
  ///
  /// - Throws: the errors of `BitmapPainter.bitmap`.
  package func bitmap(_ list: DisplayList, fonts: borrowing FontLibrary) throws(RasterError) -> Bitmap {
    guard isKept(list) else {
      last = nil
      return try BitmapPainter.bitmap(list, fonts: fonts)
    }
    return try paint(list, glyphs: fonts, cache: fonts.loaded.paints).kept.picture.bitmap()
  }

  /// Whether a picture is small enough to keep.
  private func isKept(_ list: DisplayList) -> Bool {
    list.pixelWidth <= Self.pixels / max(1, list.pixelHeight)
  }

  /// Paints a display list; see `BitmapPainter.bitmap`.
  func bitmap(_ list: DisplayList, glyphs: borrowing some Glyphs) throws(RasterError) -> Bitmap {
    try paint(list, glyphs: glyphs, cache: nil).kept.picture.bitmap()
  }

  /// Paints a picture and returns, for each row, whether it differs from the last picture.
  ///
  /// Returns nil if any row may differ.
  private func paint(
    _ list: DisplayList, glyphs: borrowing some Glyphs, cache: PaintCache?
  ) throws(RasterError) -> (kept: CachedFrame, changed: [Bool]?) {
    // After an error nothing is kept.
    let before = last
    last = nil
    guard let before, before.list.hasSheet(of: list), list.isPaintedByRows else {
      let kept = CachedFrame(try BitmapPainter.paint(list, glyphs: glyphs, cache: cache))
      last = Last(list: list, picture: kept)
      return (kept, nil)
    }
    try DisplayItem.Group.checkNesting(of: list.items)
    // The limits do not depend on earlier pictures.
    try PaintingCost.checkLimits(of: list)
    let state = try BitmapPainter.state(of: list)
    let change = try DamageRegion(from: before.list.items, to: list.items, state, glyphs)
    guard let path = change.start else {
      last = before
      return (before.picture, [Bool](repeating: false, count: list.pixelHeight))
    }
    if let ground = before.ground, let items = ground.items(above: list, state) {
      let changed = try ground.paint(items, change.bands(in: state), state, glyphs, onto: before.picture)
      last = Last(list: list, picture: before.picture, ground: ground, rows: before.rows)
      return (before.picture, changed)
    }
    let (ground, kept) = try StaticBackdrop.make(below: path, of: list, state, glyphs, cache)
    last = Last(list: list, picture: kept, ground: ground, rows: before.rows)
    return (kept, kept.changedRows(since: before.picture))
  }
}

extension DisplayList {
  /// Whether some rows of it can be painted alone.
  ///
  /// A backdrop blur reads other rows. On clear pixels cairo paints the first item differently, and channel
  /// values may differ by one.
  fileprivate var isPaintedByRows: Bool {
    background?.isOpaque == true && items.allSatisfy { $0.backdrops == 0 }
  }

  /// Whether two pictures have the same size and background.
  fileprivate func hasSheet(of other: DisplayList) -> Bool {
    size == other.size && scale == other.scale && background == other.background
  }
}
