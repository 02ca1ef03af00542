public import CardParts
public import CardRaster

/// The result of one golden in a run.
public struct GoldenOutcome: Hashable, Sendable {
  /// The kind of result.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// The picture equals the golden within the tolerance.
    case passed
    /// The picture differs from the golden.
    case failed
    /// The golden is missing, and was not written.
    case missing
    /// The golden was written in this run.
    case recorded
    /// The golden exists, but no deck renders it.
    case orphaned
    /// Nothing could be compared: the deck has errors, or the golden cannot be read.
    case broken
    /// The golden belonged to no deck and was removed in this run.
    case pruned

    /// Whether a run with only such outcomes passes.
    public var isGreen: Bool { self == .passed || self == .pruned }

    /// The verdict in one word.
    func word(_ isReviewed: Bool, isMoved: Bool = false) -> String {
      guard isReviewed else { return rawValue }
      return switch self {
      case .passed: "same"
      case .failed: "changed"
      case .missing: isMoved ? "moved" : "new"
      case .orphaned: "gone"
      case .broken: "unreadable"
      case .recorded, .pruned: rawValue
      }
    }
  }

  /// The numbers of a comparison.
  public struct Figures: Hashable, Sendable {
    /// The number of pixels that differ.
    public var differingPixels: Int
    /// The number of pixels that were compared.
    public var comparedPixels: Int
    /// The largest colour distance of a pixel, 0…1.
    public var maxDelta: Double
    /// The width of the golden in pixels.
    public var expectedWidth: Int
    /// The height of the golden in pixels.
    public var expectedHeight: Int
    /// The width of this run's picture in pixels.
    public var actualWidth: Int
    /// The height of this run's picture in pixels.
    public var actualHeight: Int
    /// The regions with differing pixels, in pixels.
    public var regions: [Comparison.Region]

    /// Creates the numbers from a stored report.
    init(
      pixels: (differing: Int, compared: Int), maxDelta: Double, sizes: [Int], regions: [Comparison.Region]
    ) {
      (differingPixels, comparedPixels, self.maxDelta, self.regions) = (
        pixels.differing, pixels.compared, maxDelta, regions
      )
      (expectedWidth, expectedHeight, actualWidth, actualHeight) = (sizes[0], sizes[1], sizes[2], sizes[3])
    }

    /// Takes the numbers from a comparison.
    public init(_ comparison: Comparison) {
      differingPixels = comparison.differingPixels
      comparedPixels = comparison.comparedPixels
      maxDelta = comparison.maxDelta
      regions = comparison.regions
      (expectedWidth, expectedHeight) = (comparison.expected.width, comparison.expected.height)
      (actualWidth, actualHeight) = (comparison.actual.width, comparison.actual.height)
    }
  }

  /// The golden's name, unique in a run: its path in the folder of goldens without extension.
  ///
  /// `welcome`, `mail/offer@2x.dark`.
  public var name: String
  /// The kind of result.
  public var verdict: Verdict
  /// The result in one line, without the name: `154 of 131072 pixels differ (0.12 %), by at most 0.53`.
  public var message: String
  /// The path of the deck as given; nil for an orphan and for a picture made by code.
  public var deck: String?
  /// The path of the golden: a picture, or the lock file.
  public var golden: String
  /// The path of this run's picture, if it was written.
  public var actual: String?
  /// The fingerprint of this run's picture, if there is one.
  ///
  /// Approvals identify the picture by it.
  public var fingerprint: String?
  /// The path of the strip *expected | difference | actual*, if there is one.
  public var strip: String?
  /// The path of the difference picture, if there is one.
  public var overlay: String?
  /// The changes in words, the most important first.
  public var changes: [LayoutChange]
  /// The numbers of the comparison, if there was one.
  public var figures: Figures?
  /// Errors and warnings of the deck.
  public var issues: [DeckIssue]
  /// Pixels per point of this run's picture.
  ///
  /// The positions of changes are in points.
  public var scale: Double
  /// The position of the first change in the deck, if it is known.
  public var place: SourcePlace?
  /// The path of the expected picture below its tree, for pictures of `cardshot review`; nil for goldens.
  public var file: String?
  /// The path of an expected picture below its tree that approving removes: the picture is gone or moved.
  public var removed: String?
  /// A hash of the change that replaces the one of `changes`.
  var ownCause: String?
  /// The wall time for rendering and comparing, in seconds; nil if it was not measured.
  public var seconds: Double?

  /// Creates an outcome.
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

  /// Sets the verdict with its message.
  mutating func settle(_ verdict: Verdict, _ message: String) {
    (self.verdict, self.message) = (verdict, message)
  }

  /// Whether this run's picture can be approved: it was written and is not the golden already.
  public var isApprovable: Bool {
    guard fingerprint != nil, actual != nil || removed != nil else { return false }
    return switch verdict {
    case .orphaned: removed != nil
    case .failed, .missing, .broken: true
    case .passed, .recorded, .pruned: false
    }
  }

  /// The strip, or this run's picture; nil without a picture, and for a PDF file.
  package var shownPicture: String? {
    (strip ?? actual).flatMap { FilePath.pathExtension(of: $0) == "pdf" ? nil : $0 }
  }

  /// The verdict in one word: for pictures of `cardshot review` same, changed, new, gone, moved or unreadable.
  public var word: String { verdict.word(file != nil, isMoved: removed != nil) }
}
