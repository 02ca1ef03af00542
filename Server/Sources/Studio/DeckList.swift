import Foundation

/// The decks of the folder with the number of their problems, checked in the background.
actor DeckList {
  private let drawing: Drawing
  private let runs: Runs
  private var stamps: [String: StudioFolder.FileStamp] = [:]
  /// Files that are JSON but no decks.
  private var others: [String: StudioFolder.FileStamp] = [:]
  private var entries: [String: StudioFolder.Entry] = [:]
  private(set) var isTruncated = false
  /// Decks that have changed since their problems were counted.
  private var unchecked: Set<String> = []
  private var hasSearched = false

  init(_ drawing: Drawing, _ runs: Runs) { (self.drawing, self.runs) = (drawing, runs) }

  struct Answer: Codable, Sendable {
    var decks: [StudioFolder.Entry]
    var truncated: Bool
  }

  var answer: Answer {
    Answer(decks: entries.values.sorted { $0.path < $1.path }, truncated: isTruncated)
  }

  /// Searches, checks and tells the pages until the task is cancelled.
  func follow() async {
    while !Task.isCancelled {
      let start = ContinuousClock.now
      if await runs.hasPages || !hasSearched {
        hasSearched = true
        if search() { await tell() }
        await check()
      }
      await runs.checkOthers()
      // A large folder is searched less often.
      try? await Task.sleep(for: max(.milliseconds(700), start.duration(to: .now) * 5))
    }
  }

  private func tell() async {
    await runs.send(StudioEvent(name: "decks", data: Drawing.json(answer)))
  }

  /// Reads the folder again; returns whether decks came or went.
  func search() -> Bool {
    let folder = drawing.folder
    let listing = folder.search(folder.root, endings: ["json", "jsonc"])
    var found: [String: StudioFolder.FileStamp] = [:]
    var others: [String: StudioFolder.FileStamp] = [:]
    var isTruncated = listing.isTruncated
    for (path, stamp) in listing.files.sorted(by: { $0.key < $1.key }) {
      let isKnown = stamps[path] != nil
      if self.others[path] == stamp || (!isKnown && !folder.looksLikeDeck(path, stamp)) {
        others[path] = stamp
      } else if found.count < StudioFolder.mostDecks {
        found[path] = stamp
      } else {
        isTruncated = true
      }
    }
    self.others = others
    let isSame = Set(found.keys) == Set(stamps.keys) && isTruncated == self.isTruncated
    self.isTruncated = isTruncated
    for path in found.keys where entries[path] == nil { entries[path] = StudioFolder.Entry(path: path) }
    for path in Array(entries.keys) where found[path] == nil { entries[path] = nil }
    for (path, stamp) in found where stamps[path] != stamp { unchecked.insert(path) }
    unchecked.formIntersection(found.keys)
    stamps = found
    return !isSame
  }

  /// Counts the problems of some decks that have changed.
  private func check() async {
    var hasNews = false
    for path in unchecked.sorted().prefix(10) where !Task.isCancelled {
      unchecked.remove(path)
      guard var entry = entries[path] else { continue }
      let before = entry
      let answer = try? await drawing.inFolder { place in
        try await drawing.render(
          path, try drawing.words(for: DrawingRequest(deck: path)).words + ["-o", "\(place)/p-{page}.png"],
          input: Data())
      }
      entry.errors = answer?.issues.count { $0.severity == "error" }
      entry.warnings = answer?.issues.count { $0.severity == "warning" }
      entry.golden = await golden(path)
      entries[path] = entry
      hasNews = hasNews || entry != before
    }
    if hasNews { await tell() }
  }

  /// The verdict of the deck's golden tests; nil without goldens.
  private func golden(_ deck: String) async -> String? {
    guard StudioFolder.isFolder("Goldens") || StudioFolder.isFile(Goldens.plan) else { return nil }
    let outcomes = try? await drawing.inFolder { place in
      try await Goldens(drawing).test(deck, failures: place).outcomes
    }
    let verdicts = outcomes?.map(\.verdict) ?? []
    return ["broken", "failed", "missing", "passed"].first(where: verdicts.contains)
  }

  /// Checks a deck's golden tests again, after an approval.
  func forget(_ deck: String) { unchecked.insert(deck) }
}
