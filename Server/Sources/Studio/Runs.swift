import DrawingProgram
import Foundation
import HTTPTypes

/// A message of the event stream.
struct StudioEvent: Sendable {
  var name: String
  /// One line of JSON.
  var data: String

  var text: String { "event: \(name)\ndata: \(data)\n\n" }
}

/// Watches the decks that pages show, and tells the pages of each run.
///
/// Each deck has a `cardshot watch` of its own, which ends some time after the last page has left.
actor Runs {
  private let drawing: Drawing
  private var decks: [String: WatchedDeck] = [:]
  private var pages: [Int: (deck: String, send: AsyncStream<StudioEvent>.Continuation)] = [:]
  private var lastPage = 0
  /// The largest number of decks that are watched, apart from that of the command line.
  private static let mostDecks = 8

  private struct WatchedDeck {
    var task: Task<Void, Never>
    var newest: StudioRun?
    /// Files that pictures with other options have read, with their state.
    var others: [String: StudioFolder.FileStamp] = [:]
    /// Files that `cardshot watch` watches itself.
    var own: Set<String> = []
    var lastUse = ContinuousClock.now
  }

  init(_ drawing: Drawing) { self.drawing = drawing }

  // MARK: Pages

  /// The events of a page, beginning with the newest run of its deck.
  func events(of deck: String?) -> (number: Int, events: AsyncStream<StudioEvent>) {
    // A page that does not read has lost its place, and gets the newest events when it reads again.
    let (events, send) = AsyncStream.makeStream(of: StudioEvent.self, bufferingPolicy: .bufferingNewest(64))
    lastPage += 1
    pages[lastPage] = (deck ?? "", send)
    if let deck {
      watch(deck)
      if let newest = decks[deck]?.newest { send.yield(Self.event(newest)) }
    }
    return (lastPage, events)
  }

  func leave(_ number: Int) {
    pages.removeValue(forKey: number)?.send.finish()
    tidy()
  }

  /// Sends an event to all pages.
  func send(_ event: StudioEvent) { for page in pages.values { page.send.yield(event) } }

  var hasPages: Bool { !pages.isEmpty }

  /// Ends all streams and processes.
  func end() {
    for page in pages.values { page.send.finish() }
    for deck in decks.values { deck.task.cancel() }
    (pages, decks) = ([:], [:])
  }

  private static func event(_ run: StudioRun) -> StudioEvent {
    StudioEvent(name: "run", data: Drawing.json(run))
  }

  // MARK: Decks

  /// Starts to watch a deck, unless it is watched.
  func watch(_ deck: String) {
    decks[deck]?.lastUse = .now
    guard decks[deck] == nil else { return }
    let task = Task { await follow(deck) }
    decks[deck] = WatchedDeck(task: task)
    tidy()
  }

  /// Stops watching decks that no page shows, the longest unused ones first.
  private func tidy() {
    let shown = Set(pages.values.map(\.deck) + [drawing.first?.path].compactMap(\.self))
    let idle = decks.filter { !shown.contains($0.key) }.sorted { $0.value.lastUse < $1.value.lastUse }
    for (deck, watched) in idle.prefix(max(0, decks.count - Self.mostDecks)) {
      watched.task.cancel()
      decks[deck] = nil
    }
  }

  /// Runs `cardshot watch` until the task is cancelled; starts it again if it ends.
  private func follow(_ deck: String) async {
    while !Task.isCancelled {
      do {
        try await drawing.inFolder { place in
          let words = try drawing.words(for: DrawingRequest(deck: deck)).words
          let isFirst = drawing.first?.path == deck
          let outputs = isFirst ? drawing.first?.outputs ?? [] : []
          let status = try await drawing.program.follow(
            ["watch", try drawing.folder.deck(deck)] + words + outputs.flatMap { ["-o", $0] }
              + ["-o", "\(place)/run-{page}.png", "--events"] + (outputs.isEmpty ? ["--quiet"] : []),
            showsErrors: isFirst
          ) { [self] line in await self.finished(line, deck, place) }
          // The program has said what is wrong with the command line, and would say it again and again.
          if status == 64, isFirst {
            try? FileManager.default.removeItem(atPath: drawing.scratch)
            exit(64)
          }
        }
      } catch let error as StudioError {
        fail(deck, error.message)
      } catch {
        if !Task.isCancelled { fail(deck, "cardshot cannot be run: \(error)") }
      }
      // A deck that was removed may come back.
      try? await Task.sleep(for: .seconds(1))
    }
  }

  private func fail(_ deck: String, _ message: String) {
    guard decks[deck]?.newest?.failure != message else { return }
    publish(
      RenderAnswer(ok: false, issues: [], milliseconds: 0, failure: message), pictures: [], deck)
  }

  /// Handles a line of `cardshot watch --events`.
  private func finished(_ line: String, _ deck: String, _ place: String) async {
    guard let answer = try? JSONDecoder().decode(RenderAnswer.self, from: Data(line.utf8)) else { return }
    let own = (answer.outputs ?? []).filter { $0.path.hasPrefix(place) }
    decks[deck]?.own = Set(answer.reads ?? [])
    publish(answer, pictures: answer.ok ? await drawing.pictures(own) : [], deck)
  }

  private func publish(_ answer: RenderAnswer, pictures: [StudioPicture], _ deck: String) {
    publish(
      StudioRun(
        run: 0, deck: deck, ok: answer.ok && answer.failure == nil,
        milliseconds: answer.milliseconds ?? 0, issues: drawing.issues(answer.issues, of: deck),
        failure: answer.failure, pictures: pictures))
  }

  /// Gives a run the next number of its deck, and tells the pages.
  private func publish(_ run: StudioRun) {
    guard var watched = decks[run.deck] else { return }
    var run = run
    run.run = (watched.newest?.run ?? 0) + 1
    watched.newest = run
    decks[run.deck] = watched
    for page in pages.values where page.deck == run.deck { page.send.yield(Self.event(run)) }
  }

  // MARK: Files of other variants

  /// Remembers what a picture with other options or data has read.
  func note(_ reads: [String], of deck: String) {
    guard let own = decks[deck]?.own else { return }
    let reads = reads.filter { !own.contains($0) && !$0.contains(".resources/") }
    let stamps = reads.prefix(500).map { ($0, Self.stamp($0)) }
    decks[deck]?.others.merge(stamps) { $1 }
    if decks[deck]?.others.count ?? 0 > 2_000 { decks[deck]?.others = Dictionary(stamps) { $1 } }
  }

  /// Repeats the newest run of decks of which only such a file has changed.
  func checkOthers() {
    for (deck, watched) in decks {
      var changed = false
      for (path, stamp) in watched.others where !watched.own.contains(path) {
        let now = Self.stamp(path)
        if now != stamp {
          changed = true
          decks[deck]?.others[path] = now
        }
      }
      if changed, let run = watched.newest { publish(run) }
    }
  }

  private static func stamp(_ path: String) -> StudioFolder.FileStamp {
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    return StudioFolder.FileStamp(
      size: facts?[.size] as? Int ?? -1, modified: facts?[.modificationDate] as? Date ?? .distantPast)
  }
}
