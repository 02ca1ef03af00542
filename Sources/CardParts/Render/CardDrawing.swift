public import CardRaster

/// What is known of a picture before it is painted.
public struct PageLabel: Hashable, Sendable {
  /// The name of its card; empty when it holds all cards of the deck.
  public let name: String
  /// The number of its card among those that are drawn, from 1.
  public let number: Int
  /// The state of its card; nil when it holds all cards of the deck.
  public let state: String?
  /// Pixels in a row.
  public let width: Int
  /// Rows of pixels.
  public let height: Int
}

extension Page {
  /// Its label.
  public var label: PageLabel {
    PageLabel(
      name: name, number: number, state: state, width: display.pixelWidth, height: display.pixelHeight)
  }
}

/// A long deck whose cards were all read and laid out without a mistake, and are about to be painted.
public struct CheckedCards: Sendable {
  /// A label for each picture, in order of the cards.
  public let labels: [PageLabel]
  /// Warnings in order of place.
  public let warnings: [DeckIssue]
  /// The deck's appearance.
  public let appearance: Appearance
}

/// Draws the cards of a long deck as pictures of their own, with a few of them in memory at a time.
///
/// How it works: every worker has a line of its own, from reading a card to its file, and takes the cards w, w + n, ….
/// All cards are read and laid out before the first is painted, so that a deck with a mistake writes nothing. The first
/// `kept` display lists stay for painting; later ones are made once more when it is their turn, which costs less than
/// to hold ten thousand of them.
public struct CardDrawing {
  /// The fewest cards for which it is worth the while.
  public static let least = 8
  /// How many display lists stay in memory.
  static let kept = 256

  private let deck: Deck
  private let options: DeckOptions
  private let fonts: FontCatalog
  private let elements: [CardElement]
  private let cost: CardCost

  /// Prepares the drawing of a deck's cards; nil for a deck that has few of them, or for which something is asked or wrong
  /// that concerns all of them at once.
  ///
  /// Then `DeckRenderer.layOut` is the way.
  public init?(_ deck: Deck, options: DeckOptions, catalog: FontCatalog) {
    guard options.state == nil, !options.drawsAllStates, options.cards.isEmpty,
      case .array(let nodes)? = deck.root["cards"]?.value
    else { return nil }
    let log = IssueLog(swiftFiles: deck.swiftFiles)
    let resolver = Resolver(deck, options, log)
    let fonts = resolver.fonts(catalog)
    let context = resolver.outline()
    let path = JSONPath.root.key("cards")
    elements = context.expand(nodes, path, most: Limits.cards, noun: "cards") {
      CardElement(node: $0.node, path: $0.path, bound: $0.scope.bound)
    }
    guard !log.hasErrors, elements.count >= Self.least else { return nil }
    cost = CardCost(parts: 0, context.scope.budget)
    self.deck = deck
    self.options = options
    self.fonts = fonts
  }

  /// What a worker tells.
  private enum Message: Sendable {
    /// What it found out about its cards; nil when something is wrong.
    case checked(Report?)
    /// A file.
    case file([UInt8])
  }

  /// What a worker found out about its cards.
  private struct Report: Sendable {
    var findings: [Finding] = []
    /// Doubts about the deck itself, the same from every worker.
    var issues: [DeckIssue]
    var appearance: Appearance
    var hasTransparency = false
  }

  /// What there is to know of a card that was laid out.
  private struct Finding: Sendable {
    var id: String
    var hasOwnID: Bool
    var state: String
    /// Nil for a card that is hidden.
    var pixels: (width: Int, height: Int)?
    var readingIssues: [DeckIssue]
    var layoutIssues: [DeckIssue]
    var cost: CardCost
  }

  /// Checks all cards, then paints and packs them, and hands the files over in order.
  ///
  /// The bytes depend on neither the number of workers nor on how many display lists were kept.
  ///
  /// - Parameters:
  ///   - workers: how many cards are drawn at once; at least 1.
  ///   - begin: takes what is known of all pictures before the first is painted; to throw here refuses the deck.
  ///   - deliver: takes the number of a picture and its file; called on the caller's task.
  /// - Returns: whether the deck was drawn; nothing was begun when something is wrong with it, which
  ///   `DeckRenderer.layOut` can tell.
  /// - Throws: what `OutputFormat.encode`, `begin` or `deliver` throws.
  public nonisolated(nonsending) func draw(
    as format: OutputFormat, settings: OutputFormat.Settings = OutputFormat.Settings(), workers: Int,
    begin: (CheckedCards) throws -> Void, deliver: (Int, [UInt8]) throws -> Void
  ) async throws -> Bool {
    let count = max(1, min(workers, elements.count))
    return try await withThrowingTaskGroup(of: Void.self) { group in
      var streams: [AsyncThrowingStream<Message, any Error>.Iterator] = []
      var gates: [Gate] = []
      for worker in 0..<count {
        let gate = Gate(0)
        let (stream, continuation) = AsyncThrowingStream<Message, any Error>.makeStream()
        gates.append(gate)
        streams.append(stream.makeAsyncIterator())
        let (deck, options, fonts, elements) = (deck, options, fonts, elements)
        group.addTask {
          do {
            let line = try CardLine(deck, options, fonts)
            let indices = stride(from: worker, to: elements.count, by: count)
            let (report, shown, keeps) = Self.check(line, indices, elements)
            var kept = keeps
            continuation.yield(.checked(report))
            for index in shown {
              try await gate.enter()
              let known = kept.removeValue(forKey: index)
              guard let display = known ?? line.sketch(elements[index], index: index)?.display else { break }
              continuation.yield(
                .file(try format.encode(display, settings: settings, fonts: line.shelf.library)))
            }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
      }
      do {
        var reports: [Report] = []
        for worker in 0..<count {
          if case .checked(let report?)? = try await streams[worker].next() { reports.append(report) }
        }
        let merged = reports.count == count ? merged(reports, format) : nil
        if let (cards, order) = merged {
          try begin(cards)
          // Two pictures of each worker may be finished before their turn.
          for gate in gates + gates { await gate.leave() }
          for (number, worker) in order.enumerated() {
            guard case .file(let bytes)? = try await streams[worker].next() else { break }
            await gates[worker].leave()
            try deliver(number, bytes)
          }
        }
        for gate in gates { await gate.close() }
        return merged != nil
      } catch {
        for gate in gates { await gate.close() }
        throw error
      }
    }
  }

  /// Reads and lays out all cards of a worker: what it found out, the cards that are shown, and the first display lists.
  private static func check(
    _ line: CardLine, _ indices: StrideTo<Int>, _ elements: [CardElement]
  ) -> (report: Report?, shown: [Int], kept: [Int: DisplayList]) {
    var report = Report(issues: line.log.issues, appearance: line.deck.theme.appearance)
    var shown: [Int] = []
    var kept: [Int: DisplayList] = [:]
    guard !line.log.hasErrors, line.log.omitted == 0, line.deck.layout.kind != .bottomSheet else {
      return (nil, [], [:])
    }
    for index in indices {
      guard let sketch = line.sketch(elements[index], index: index) else { return (nil, [], [:]) }
      var finding = Finding(
        id: sketch.id, hasOwnID: sketch.hasOwnID, state: sketch.state, readingIssues: sketch.readingIssues,
        layoutIssues: sketch.layoutIssues, cost: sketch.cost)
      if let display = sketch.display {
        finding.pixels = (display.pixelWidth, display.pixelHeight)
        if display.background?.isOpaque != true { report.hasTransparency = true }
        shown.append(index)
        if index < Self.kept { kept[index] = display }
      }
      report.findings.append(finding)
    }
    return (report, shown, kept)
  }

  /// Puts together what all workers found out, and the worker of each picture; nil when the deck as a whole has a fault,
  /// or cannot become files of a format.
  private func merged(_ reports: [Report], _ format: OutputFormat) -> (CheckedCards, order: [Int])? {
    if !format.hasTransparency, reports.contains(where: \.hasTransparency) { return nil }
    let log = IssueLog(swiftFiles: deck.swiftFiles)
    var cost = cost
    var names: Set<String> = []
    var labels: [PageLabel] = []
    var order: [Int] = []
    for issue in reports[0].issues { log.add(issue) }
    for index in elements.indices {
      let worker = index % reports.count
      let finding = reports[worker].findings[index / reports.count]
      cost.add(finding.cost)
      if finding.hasOwnID, !names.insert(finding.id).inserted { return nil }
      for issue in finding.readingIssues { log.add(issue) }
      guard let pixels = finding.pixels else { continue }
      if let limit = format.longestSide, max(pixels.width, pixels.height) > limit { return nil }
      order.append(worker)
      labels.append(
        PageLabel(
          name: finding.id, number: order.count, state: finding.state, width: pixels.width,
          height: pixels.height))
    }
    // All cards are read before the first is laid out; doubts about one place stand in that order.
    for index in elements.indices {
      for issue in reports[index % reports.count].findings[index / reports.count].layoutIssues {
        log.add(issue)
      }
    }
    guard cost.isAllowed, !labels.isEmpty else { return nil }
    return (
      CheckedCards(labels: labels, warnings: log.sorted, appearance: reports[0].appearance), order
    )
  }
}
