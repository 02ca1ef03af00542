import CardRaster

/// A page as it is seen.
struct SnapshotPage: Hashable, Sendable {
  /// The name of its card; empty when it holds all cards.
  var card = ""
  /// The state of its card.
  var state: String?
  /// Its size in points.
  var size = Size(width: 0, height: 0)
  /// Pixels in a point.
  var scale = 1.0
  /// Behind everything.
  var background: String?
  /// Date, seed and appearance.
  var settings: [GivenProperty] = []
  /// How cards are placed: causes.
  var layout: [GivenProperty] = []
  /// The values of the theme that the page may show: causes.
  var theme: [GivenProperty] = []
  /// The files of letters that are not bundled, each with the beginning of its sum.
  var fonts: [GivenProperty] = []
  /// The sum of the whole display list.
  var drawn = ""
  /// Everything with a frame, each before what is in it.
  var nodes: [SnapshotNode] = []

  /// Whether two look the same and do the same.
  ///
  /// The display list decides about what is seen, and the shapes of its letters; causes do not count.
  static func == (a: SnapshotPage, b: SnapshotPage) -> Bool {
    a.drawn == b.drawn && b.otherFonts(than: a).isEmpty && a.card == b.card && a.state == b.state
      && a.nodes.compactMap(\.unseen) == b.nodes.compactMap(\.unseen)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(drawn) }

  /// A setting by its name.
  func setting(_ name: String) -> String? { settings.first { $0.name == name }?.value }

  /// The name of the theme, when it is one that comes with the library.
  var themeName: String? { theme.first { $0.name == "name" }?.value }
}

extension SnapshotPage {
  /// The names of font files that are others than those of the same name in another page.
  ///
  /// A file that only one of them knows is none: an earlier program kept no sums, and one that came or went has another name in
  /// what is drawn.
  func otherFonts(than old: SnapshotPage) -> [String] {
    GivenProperty.differences(old.fonts, fonts).compactMap { name, before, after in
      before == nil || after == nil ? nil : name
    }
  }
}
