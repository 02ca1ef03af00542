import CardParts
import CardRaster

/// The parts of a picture that are ignored by their ids: what the golden and this run's picture both hold of them.
///
/// A part that has moved, grown, come or gone would hide what it now lies over, so that such a picture cannot pass.
struct IgnoredParts {
  /// The pixels that are left out.
  private(set) var regions: [PixelRect] = []
  /// Why the picture cannot pass, unless every pixel is equal; nil when nothing has moved.
  private(set) var complaint: String?

  /// Nothing is ignored.
  init() {}

  /// Looks for some ids in the golden's layout and in that of this run.
  ///
  /// - Parameter before: the golden's layout; nil when it is missing.
  init(_ ids: [String], before: LayoutSnapshot?, now: LayoutSnapshot, width: Int, height: Int) {
    guard let before else {
      if ids.contains(where: { !now.frames(ofID: $0).isEmpty }) {
        complaint = "the golden's layout is missing, which says what is ignored, so nothing is"
      }
      return
    }
    var moved: [String] = []
    for id in ids {
      let old = before.pixels(ofID: id, width: width, height: height)
      let new = now.pixels(ofID: id, width: width, height: height)
      if old == new {
        regions += old
      } else {
        moved.append(id)
        for part in old { regions += new.compactMap(part.intersection) }
      }
    }
    guard !moved.isEmpty else { return }
    complaint =
      "\(moved.map { "'\(GoldenName.harmless($0))'" }.joined(separator: ", "))"
      + " is not where the golden has it, so only what both hold is ignored"
  }
}
