package import CardRaster

/// The behaviour of parts where the modern themes differ from CardParts' own.
///
/// A theme chooses one set of values, and deck and parts can override most of them. The values have a fixed
/// size and are read in place, because a theme is used for every part.
package struct Compatibility: Hashable, Sendable {
  /// The name of a set of values in decks and themes.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    /// Modern defaults, compatible with no other library.
    case none
    /// The defaults of CardParts, as in apps that use it.
    case cardParts
  }

  package var name = Name.none

  // MARK: Lengths that `ResolvedTheme.scaled(_:)` multiplies

  /// Whether these lengths scale with the theme's `spacing`; otherwise they are in points.
  package var scalesWithSpacing = true
  /// The smallest height of a table row with texts.
  package var rowHeight = 44.0
  /// The smallest height of a table row with parts.
  package var partRowHeight = 44.0
  /// The gap between icon and text of an icon label.
  package var iconLabelGap = 8.0
  /// The largest side of the icon of an icon label.
  package var largestIcon = 24.0
  /// The padding of a text field with a rounded border: beside the text, and above and below it.
  package var textFieldPadding = Size(width: 12, height: 10)
  /// The padding of a pill: beside the text, and above and below it.
  package var pillPadding = Size(width: 2, height: 4)

  // MARK: Lengths in points

  /// The smallest distance of an icon from the upper and lower edge of its label.
  package var iconInset = 4.0
  /// The font size of icon labels and text fields; nil for the size of other texts.
  package var controlFontSize: Double?
  /// The corner radius of text fields; nil for that of buttons.
  package var textFieldRadius: Double?
  /// The width of the rounded border of text fields.
  package var textFieldBorderWidth = 1.0
  /// The corner radius of stacks with a background; nil for that of buttons.
  package var stackRadius: Double?
  /// The corner radius of maps and videos; nil for that of buttons.
  package var mapRadius: Double?
  /// Space between the edges of a stack with a background and its parts, unless the stack has a size.
  package var panelPadding = 12.0
  /// The corner radius of the background of barcodes; nil for that of buttons.
  package var barcodeRadius: Double?
  /// The smallest quiet zone around barcodes, in modules.
  package var barcodePadding = 4
  /// The smallest height of the bar part around its bar.
  package var barPartHeight = 0.0
  /// The width of a multi-slider's track.
  package var sliderTrackWidth = 4.0
  /// The line width of a radio button's ring.
  package var radioRingWidth = 2.0
  /// The height of the empty footer of a table.
  package var tableFooterHeight = 0.0
  /// The distance of a row's top right button from the right edge; nil for the margin of the row.
  package var rowButtonMargin: Double?
  /// The height that a title-description adds to a title without description, in points: the gaps above and
  /// below an empty description in CardParts.
  package var loneTitlePadding = 0.0

  /// The thickness of the accent line above the heading of a full-screen card on a canvas that is viewed from a
  /// distance, in points; 0 for cards without an accent.
  package var screenRule = 0.0

  // MARK: Texts

  /// The largest number of lines of the titles of a title-description.
  package var titleLines = 3
  /// The distribution of the space that `lineHeightMultiple` adds to a line.
  package var leadingDistribution: ParagraphStyle.LeadingDistribution = .even
  /// The line breaks of texts in the styles `title` and `header`.
  package var headingLineBreaks: ParagraphStyle.LineBreakStrategy = .balanced
  /// Whether the quotation mark with which a heading starts hangs into the margin.
  package var hangsQuotes = true
  /// Whether texts avoid a last line of one short word.
  package var avoidsOrphans = true
  /// Whether numbers, initials and the padding of buttons shrink before a text is broken or cut off.
  package var shrinksToFit = true
  /// The smallest scale to which headings shrink before a word is broken.
  package var leastHeadingScale = 0.7
  /// Whether words that are wider than a line are hyphenated, and amounts stay on one line.
  package var breaksWordsByRules = true
  /// Whether a full-screen card with too much text truncates it instead of losing its last parts.
  package var keepsLastParts = true
  /// Whether attributed text has the insets and line spacing of `UITextView` instead of those of plain text.
  package var hasTextViewInsets = false
  /// Whether code blocks in Markdown have a background.
  package var hasCodeBlocks = true
  /// Whether the key of a key with a value, such as "Shipping" before "€4.90", is quieter than its value.
  package var quietsKeys = true
  /// Whether all text of a right-to-left deck is aligned to the right, and not only that of its own language.
  package var alignsTextToStart = true

  // MARK: Colours

  /// Whether controls and decorations have the theme's colours instead of UIKit's.
  package var usesThemeColors = true
  /// Whether default colours of text have enough contrast with the background of their part.
  package var ensuresContrast = true
  /// Whether `brown`, `green` and `orange` are UIKit's colours instead of CSS's.
  package var hasUIKitColorNames = false
  /// Whether a full-screen card on a canvas that is viewed from a distance has a faint tint of the accent.
  package var tintsScreen = false
  /// Whether gradients reach from corner to corner instead of across the inscribed circle.
  package var gradientsReachCorners = true

  // MARK: Arrangement

  /// Whether parts such as pills and switches keep their size when a stack distributes space.
  package var keepsNaturalSizes = true
  /// Whether `left` and `right` of `anchor` and `alignSelf` are mirrored from right to left.
  package var mirrorsSides = false
  /// Whether icons scale with the text on canvases viewed from a distance.
  package var scalesIcons = true
  /// Whether the icons of icon labels are vertically centred instead of at the top.
  package var centersIcons = true
  /// Whether icon labels without background have padding.
  package var padsBareLabels = false
  /// Whether titles of buttons are centred on a background and next to other centred titles.
  package var centersButtonTitles = true
  /// Whether initials are on a tint of the theme's colours for charts.
  package var tintsAvatars = true
  /// How far initials move left on a covered avatar, as a share of the covered width.
  package var initialsShift = 0.5
  /// Whether multi-sliders are horizontal.
  package var hasHorizontalSliders = true
  /// Whether text fields have a rounded border.
  package var hasTextFieldBorders = true
  /// Whether tables have separators above the first and below the last row.
  package var hasOuterSeparators = false
  /// Whether selected and hidden rows are rounded rectangles without separators.
  package var hasRoundedSelection = true
  /// Whether groups of rows are on the page's colour, from edge to edge of the card.
  package var groupsFillCard = false
  /// Whether the pages of a paged part are inset from the other parts of the card.
  package var insetsPages = false
  /// Whether histograms fill their width and reserve space only for texts that they have.
  package var fitsHistograms = true
  /// Whether confetti has all shapes and colours, and fades out at the edges.
  package var mixesConfetti = true
  /// Whether confetti falls behind the other parts of its card.
  package var confettiIsBehind = true
  /// Whether cards of full screens and sheets have padding above and below their parts.
  package var padsScreenCards = true
  /// Whether a full-screen card shows the backdrop instead of a background of its own.
  package var showsBackdrop = true
  /// Whether cards are vertically centred on canvases for sharing.
  package var centersCards = true

  /// Modern defaults.
  package static let none = Compatibility()
  /// The defaults of CardParts.
  package static let cardParts = Compatibility(
    name: .cardParts, scalesWithSpacing: false, rowHeight: 60, partRowHeight: 0, iconLabelGap: 0,
    largestIcon: .infinity, textFieldPadding: Size(width: 7, height: 6),
    pillPadding: Size(width: 2, height: 2), iconInset: 0, controlFontSize: 17, textFieldRadius: 5,
    textFieldBorderWidth: 0.5, stackRadius: 4, mapRadius: 0, panelPadding: 0, barcodeRadius: 0,
    barcodePadding: 0, barPartHeight: 18,
    sliderTrackWidth: 2, radioRingWidth: 3, tableFooterHeight: 1, rowButtonMargin: 15, loneTitlePadding: 4,
    titleLines: 1, leadingDistribution: .above, headingLineBreaks: .standard, hangsQuotes: false,
    avoidsOrphans: false,
    shrinksToFit: false, leastHeadingScale: 1, breaksWordsByRules: false, keepsLastParts: false,
    hasTextViewInsets: true, hasCodeBlocks: false, quietsKeys: false, alignsTextToStart: false,
    usesThemeColors: false, ensuresContrast: false, hasUIKitColorNames: true, gradientsReachCorners: false,
    keepsNaturalSizes: false, mirrorsSides: true, scalesIcons: false, centersIcons: false,
    padsBareLabels: true,
    centersButtonTitles: false, tintsAvatars: false, initialsShift: 0, hasHorizontalSliders: false,
    hasTextFieldBorders: false,
    hasOuterSeparators: true, hasRoundedSelection: false, groupsFillCard: true, insetsPages: true,
    fitsHistograms: false, mixesConfetti: false, confettiIsBehind: false, padsScreenCards: false,
    showsBackdrop: false, centersCards: false)

  /// The values with a name.
  package static func named(_ name: Name) -> Compatibility { name == .none ? .none : .cardParts }
}

extension ResolvedTheme {
  /// One of the lengths of `Compatibility` that may scale with the theme's `spacing`, in points.
  package func scaled(_ length: Double) -> Double { compatibility.scalesWithSpacing ? length * unit : length }
}
