import CardRaster

/// The visible content of a page, with the settings that explain it.
struct SnapshotPage: Hashable, Sendable {
  /// The name of the card; empty when the page shows all cards.
  var card = ""
  /// The state of the card.
  var state: String?
  /// The size in points.
  var size = Size(width: 0, height: 0)
  /// Pixels per point.
  var scale = 1.0
  /// The paint of the page's background.
  var background: String?
  /// The date, the seed and the appearance.
  var settings: [GivenProperty] = []
  /// The properties of the deck's layout, which explain changes.
  var layout: [GivenProperty] = []
  /// The visible values of the theme, which explain changes.
  var theme: [GivenProperty] = []
  /// The font files that are not bundled, each with the start of its digest.
  var fonts: [GivenProperty] = []
  /// The digest of the whole display list.
  var drawn = ""
  /// All nodes, each before its children.
  var nodes: [SnapshotNode] = []

  /// Whether two pages look the same and have the same links and texts.
  ///
  /// The display lists and the font files are compared. Properties and theme values are not.
  static func == (a: SnapshotPage, b: SnapshotPage) -> Bool {
    a.drawn == b.drawn && b.otherFonts(than: a).isEmpty && a.card == b.card && a.state == b.state
      && a.nodes.compactMap(\.unseen) == b.nodes.compactMap(\.unseen)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(drawn) }

  /// The value of a setting; nil for an unknown name.
  func setting(_ name: String) -> String? { settings.first { $0.name == name }?.value }

  /// The name of the theme, if it is a bundled one.
  var themeName: String? { theme.first { $0.name == "name" }?.value }
}

extension SnapshotPage {
  /// The names of font files whose content differs from the file with the same name in another page.
  ///
  /// A file that only one page lists does not count: older versions did not store digests, and an added or
  /// removed file changes the names in the drawing.
  func otherFonts(than old: SnapshotPage) -> [String] {
    GivenProperty.differences(old.fonts, fonts).compactMap { name, before, after in
      before == nil || after == nil ? nil : name
    }
  }
}
