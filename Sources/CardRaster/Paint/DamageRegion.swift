/// The differences between the items of two pictures of the same size.
struct DamageRegion {
  /// The index path of the first item that differs; nil if all items are equal.
  ///
  /// It consists of the indices of the plain groups around the item and the item's own.
  private(set) var start: [Int]?
  /// The pixels that the differing items may touch.
  private var areas: [PixelRect] = []

  /// Compares items; `state` is that of both lists.
  ///
  /// - Throws: `RasterError.library` if a glyph cannot be read.
  init(
    from old: [DisplayItem], to new: [DisplayItem], _ state: PaintState,
    _ glyphs: borrowing some Glyphs
  ) throws(RasterError) {
    try compare(old, new, at: [], state, glyphs)
  }

  private mutating func compare(
    _ old: [DisplayItem], _ new: [DisplayItem], at path: [Int], _ state: PaintState,
    _ glyphs: borrowing some Glyphs
  ) throws(RasterError) {
    let most = min(old.count, new.count)
    let first = (0..<most).first { !old[$0].looks(like: new[$0]) } ?? most
    guard first < max(old.count, new.count) else { return }
    var same = 0
    while same < most - first, old[old.count - 1 - same].looks(like: new[new.count - 1 - same]) { same += 1 }
    if old.count == new.count {
      for index in first..<new.count - same where !old[index].looks(like: new[index]) {
        try compare(old[index], new[index], at: path + [index], state, glyphs)
      }
    } else {
      if start == nil { start = path + [first] }
      for item in old[first..<old.count - same] + new[first..<new.count - same] {
        try addExtent(of: item, state, glyphs)
      }
    }
  }

  /// Compares two items that differ.
  private mutating func compare(
    _ old: DisplayItem, _ new: DisplayItem, at path: [Int], _ state: PaintState,
    _ glyphs: borrowing some Glyphs
  ) throws(RasterError) {
    if case .group(let old) = old, case .group(let new) = new, old.isPlain, new.isPlain,
      old.transform == new.transform, old.clip == new.clip
    {
      let inner = state.inside(new)
      return try compare(old.items, new.items, at: path, inner, glyphs)
    }
    if start == nil { start = path }
    try addExtent(of: old, state, glyphs)
    try addExtent(of: new, state, glyphs)
  }

  private mutating func addExtent(
    of item: DisplayItem, _ state: PaintState, _ glyphs: borrowing some Glyphs
  ) throws(RasterError) {
    if case .glyphs(let run) = item {
      // The tight extent of glyphs is mostly smaller than their bounds.
      if let area = try BitmapPainter.extent(of: run, state, glyphs) { areas.append(area) }
    } else if let area = item.extent(state) {
      areas.append(area)
    }
  }

  /// The rows of a picture that may be touched, from top to bottom, without overlaps.
  func bands(in state: PaintState) -> [Range<Int>] {
    var bands: [Range<Int>] = []
    let seen = areas.compactMap { $0.intersection(state.clip.bounds) }
    for area in seen.sorted(by: { $0.minY < $1.minY }) {
      if let last = bands.last, area.minY <= last.upperBound {
        bands[bands.count - 1] = last.lowerBound..<max(last.upperBound, area.maxY)
      } else {
        bands.append(area.minY..<area.maxY)
      }
    }
    return bands
  }
}

extension DisplayItem {
  /// Whether two items are painted identically; links, labels and roles do not count.
  func looks(like other: DisplayItem) -> Bool {
    guard case .group(var one) = self, case .group(var two) = other else { return self == other }
    guard one.items.look(like: two.items) else { return false }
    (one.items, one.link, one.label, one.title) = ([], nil, nil, nil)
    (two.items, two.link, two.label, two.title) = ([], nil, nil, nil)
    return one == two
  }
}

extension [DisplayItem] {
  /// Whether two lists of items are painted identically.
  func look(like other: [DisplayItem]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.looks(like: $1) }
  }

  /// Splits the items at an index path into those below it and the rest.
  ///
  /// Both contain the plain groups on the path, each with a part of their items.
  func split(at path: ArraySlice<Int>) -> (below: [DisplayItem], above: [DisplayItem])? {
    guard let place = path.first, place <= count else { return nil }
    if path.count == 1 { return (Array(self[..<place]), Array(self[place...])) }
    guard place < count, case .group(let group) = self[place], group.isPlain,
      let parts = group.items.split(at: path.dropFirst())
    else { return nil }
    var (below, above) = (group, group)
    (below.items, above.items) = (parts.below, parts.above)
    return (self[..<place] + [.group(below)], [.group(above)] + self[(place + 1)...])
  }

  /// The items that may touch some rows; plain groups are filtered in the same way.
  func touching(_ bands: [Range<Int>], _ state: PaintState) -> [DisplayItem] {
    compactMap { item in
      if case .group(var group) = item, group.isPlain {
        let inner = state.inside(group)
        group.items = group.items.touching(bands, inner)
        return group.items.isEmpty ? nil : .group(group)
      }
      guard let area = item.extent(state) else { return nil }
      return bands.contains { $0.overlaps(area.minY..<area.maxY) } ? item : nil
    }
  }
}
