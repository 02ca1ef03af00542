public import CardParts
public import CardRaster

/// What became of one golden in a run.
public struct GoldenOutcome: Hashable, Sendable {
  /// How it came out.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// The picture is the golden's, as far as the tolerance goes.
    case passed
    /// The picture is another one.
    case failed
    /// There is no golden, and none was written.
    case missing
    /// The golden was written in this run.
    case recorded
    /// There is a golden, and no deck that draws it.
    case orphaned
    /// There is no picture to compare: the deck has errors, or the golden cannot be read.
    case broken
    /// The golden belonged to no deck and was removed in this run.
    case pruned

    /// Whether a run with such an outcome is red.
    public var isGreen: Bool { self == .passed || self == .pruned }
  }

  /// The numbers of a comparison.
  public struct Figures: Hashable, Sendable {
    /// How many pixels differ.
    public var differingPixels: Int
    /// How many pixels were compared.
    public var comparedPixels: Int
    /// The largest distance of any pixel, 0…1.
    public var maxDelta: Double
    /// The width of the golden in pixels.
    public var expectedWidth: Int
    /// The height of the golden in pixels.
    public var expectedHeight: Int
    /// The width of this run's picture in pixels.
    public var actualWidth: Int
    /// The height of this run's picture in pixels.
    public var actualHeight: Int
    /// Where the different pixels are, in pixels.
    public var regions: [Comparison.Region]

    /// Makes numbers that a report has kept.
    init(
      pixels: (differing: Int, compared: Int), maxDelta: Double, sizes: [Int], regions: [Comparison.Region]
    ) {
      (differingPixels, comparedPixels, self.maxDelta, self.regions) = (
        pixels.differing, pixels.compared, maxDelta, regions
      )
      (expectedWidth, expectedHeight, actualWidth, actualHeight) = (sizes[0], sizes[1], sizes[2], sizes[3])
    }

    /// Takes the numbers of a comparison.
    public init(_ comparison: Comparison) {
      differingPixels = comparison.differingPixels
      comparedPixels = comparison.comparedPixels
      maxDelta = comparison.maxDelta
      regions = comparison.regions
      (expectedWidth, expectedHeight) = (comparison.expected.width, comparison.expected.height)
      (actualWidth, actualHeight) = (comparison.actual.width, comparison.actual.height)
    }
  }

  /// The golden's name, unique in a run: its path below the folder of goldens without the ending.
  ///
  /// `welcome`, `mail/offer@2x.dark`.
  public var name: String
  /// How it came out.
  public var verdict: Verdict
  /// What was found in one line, without the name: `154 of 131072 pixels differ (0.12 %), by at most 0.53`.
  public var message: String
  /// The deck's path as it was given; nil for an orphan, and for a picture that code has made.
  public var deck: String?
  /// The path of the golden: a picture, or the lock file.
  public var golden: String
  /// The path of the picture of this run, when it was written.
  public var actual: String?
  /// The fingerprint of this run's picture, when there is one; what is approved is told by it.
  public var fingerprint: String?
  /// The path of the strip *expected | difference | actual*, when there is one.
  public var strip: String?
  /// The path of the picture of the difference alone, when there is one.
  public var overlay: String?
  /// What changed, in words, the most telling first.
  public var changes: [LayoutChange]
  /// The numbers of the comparison, when there was one.
  public var figures: Figures?
  /// Errors and warnings of the deck.
  public var issues: [DeckIssue]
  /// Pixels in a point of this run's picture: places of changes are in points.
  public var scale: Double
  /// Where in the deck the first change was made, as far as that is known.
  public var place: SourcePlace?
  /// How long drawing and comparing took, in seconds by the clock; nil where nobody measured.
  public var seconds: Double?

  /// Makes an outcome.
  public init(
    name: String, verdict: Verdict, message: String, deck: String? = nil, golden: String,
    actual: String? = nil, fingerprint: String? = nil, strip: String? = nil, overlay: String? = nil,
    changes: [LayoutChange] = [],
    figures: Figures? = nil, issues: [DeckIssue] = [], scale: Double = 1
  ) {
    self.name = name
    self.verdict = verdict
    self.message = message
    self.deck = deck
    self.golden = golden
    self.actual = actual
    self.fingerprint = fingerprint
    self.strip = strip
    self.overlay = overlay
    self.changes = changes
    self.figures = figures
    self.issues = issues
    self.scale = scale
  }

  /// Whether this run's picture may become the golden: it was kept, and is not the golden already.
  public var isApprovable: Bool {
    guard fingerprint != nil, actual != nil else { return false }
    return switch verdict {
    case .failed, .missing, .broken: true
    case .passed, .recorded, .orphaned, .pruned: false
    }
  }
}
