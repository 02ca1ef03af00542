import CardParts
import CardRaster

/// The places where a tool keeps expected and actual pictures.
///
/// The marks of a side are the end of the file's name before its extension, and the name of a folder. Without
/// its marks, the path of a picture is its key. Pictures with the same key belong together.
package struct ReviewLayout: Hashable, Sendable {
  /// The marks of one side; empty if paths have none.
  struct Marks: Hashable, Sendable {
    var suffix = ""
    var folder = ""
    var isEmpty: Bool { suffix.isEmpty && folder.isEmpty }
  }

  /// One of the two pictures to compare.
  enum Side: Hashable, Sendable {
    case expected
    case actual
  }

  package let name: String
  var expected = Marks()
  var actual = Marks()
  /// Ends of names, and starts of names, of files that are neither, such as difference pictures.
  var ignored: [String] = []
  /// Whether the tool writes only failures, so that a missing actual picture is not gone.
  var isPartial = false
  /// Whether the expected pictures of the layout are copies, made by the tool for its report.
  var isCopy = false
  /// Whether the folder of actual pictures has one folder per run; the last one counts.
  var hasRuns = false
  /// The folder below which paths start in both trees; nil for the tree itself.
  var top: String?

  /// Both trees have the same names.
  package static let mirrored = ReviewLayout(name: "mirrored")

  /// The layouts of other tools.
  package static let known: [ReviewLayout] = [
    ReviewLayout(
      name: "playwright", expected: Marks(suffix: "-expected"), actual: Marks(suffix: "-actual"),
      ignored: ["-diff", "-previous"], isPartial: true, isCopy: true),
    ReviewLayout(
      name: "backstop", expected: Marks(folder: "bitmaps_reference"), actual: Marks(folder: "bitmaps_test"),
      ignored: ["failed_diff_"], hasRuns: true),
    ReviewLayout(
      name: "jest-image-snapshot", expected: Marks(suffix: "-snap"),
      actual: Marks(suffix: "-received", folder: "__received_output__"), ignored: ["-diff"], isPartial: true),
    ReviewLayout(name: "paparazzi", ignored: ["delta-"], isPartial: true),
    ReviewLayout(name: "pytest", isPartial: true),
    ReviewLayout(
      name: "roborazzi", actual: Marks(suffix: "_actual"), ignored: ["_compare"], isPartial: true),
    ReviewLayout(
      name: "swift-snapshot-testing", isPartial: true, top: "__Snapshots__"),
    ReviewLayout(
      name: "flutter", expected: Marks(suffix: "_masterImage"), actual: Marks(suffix: "_testImage"),
      ignored: ["_maskedDiff", "_isolatedDiff"], isPartial: true, isCopy: true),
    ReviewLayout(
      name: "reg-suit", expected: Marks(folder: "expected"), actual: Marks(folder: "actual")),
  ]
}

extension ReviewLayout {
  /// The layout with a name, or one given by its marks: `-ref:-new` for ends of names, `ref/:new/` for
  /// folders.
  package init?(_ text: String) {
    if let found = ([.mirrored] + Self.known).first(where: { $0.name == text }) {
      self = found
      return
    }
    let sides = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    func marks(_ text: String) -> Marks {
      text.hasSuffix("/") ? Marks(folder: String(text.dropLast())) : Marks(suffix: text)
    }
    guard sides.count == 2, sides[0] != sides[1], !sides[1].isEmpty else { return nil }
    self.init(name: text, expected: marks(sides[0]), actual: marks(sides[1]))
    guard !expected.folder.contains("/"), !expected.suffix.contains("/"), !actual.folder.contains("/"),
      !actual.suffix.contains("/"), !actual.isEmpty
    else { return nil }
  }

  /// Whether one folder can contain both sides.
  package var fitsOneFolder: Bool { !actual.isEmpty }

  /// The side and the key of a picture; nil for a file that is neither.
  func side(of path: String) -> (side: Side, key: String)? {
    var steps = path.split(separator: "/").map(String.init)
    guard let file = steps.popLast() else { return nil }
    if let top, let place = steps.lastIndex(of: top) { steps.removeSubrange(...place) }
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    let (stem, ending) = (String(file[..<dot]), String(file[dot...]))
    for mark in ignored {
      if stem.hasSuffix(mark) || (!mark.hasPrefix("-") && stem.hasPrefix(mark)) { return nil }
    }
    func key(_ marks: Marks, run: Bool) -> String? {
      var (steps, stem) = (steps, stem)
      if !marks.folder.isEmpty {
        guard let place = steps.firstIndex(of: marks.folder) else { return nil }
        // Pictures of one run are in a folder with the time of the run.
        steps.removeSubrange(place...(run && steps.count > place + 1 ? place + 1 : place))
      }
      if !marks.suffix.isEmpty {
        guard stem.hasSuffix(marks.suffix), stem.count > marks.suffix.count else { return nil }
        stem.removeLast(marks.suffix.count)
      }
      return (steps + [stem + ending]).joined(separator: "/")
    }
    // A folder of one side may contain one with the name of the other side.
    let isInExpected =
      !expected.folder.isEmpty
      && steps.firstIndex(of: expected.folder) ?? .max < steps.firstIndex(of: actual.folder) ?? .max
    if !actual.isEmpty, !isInExpected, let key = key(actual, run: hasRuns) { return (.actual, key) }
    return key(expected, run: false).map { (.expected, $0) }
  }

  /// The folder of the run that made an actual picture; nil if the layout has no folders of runs.
  func run(of path: String) -> String? {
    let steps = path.split(separator: "/").map(String.init)
    guard hasRuns, let place = steps.firstIndex(of: actual.folder), steps.count > place + 2 else {
      return nil
    }
    return steps[place + 1]
  }

  /// The path of the expected picture of a key.
  func expectedPath(_ key: String) -> String {
    let folder = FilePath.directory(of: key)
    let file = FilePath.name(of: key)
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    let marked = file[..<dot] + expected.suffix + file[dot...]
    let inner = expected.folder.isEmpty ? String(marked) : FilePath.join(expected.folder, String(marked))
    return folder == "." ? inner : FilePath.join(folder, inner)
  }
}
