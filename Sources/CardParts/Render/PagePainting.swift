public import CardRaster

extension LaidOutDeck {
  /// What keeps the pages from becoming files of a format: transparency or a size that it cannot hold.
  public func obstacles(to format: OutputFormat) -> [DeckIssue] {
    func issue(_ key: String, _ message: String, _ hint: String) -> DeckIssue {
      let path = JSONPath.root.key("canvas").key(key)
      return DeckIssue(
        .error, file: source.file, place: source.root.place(at: path), path: path, message: message,
        hint: hint)
    }
    var found: [DeckIssue] = []
    let name = format.rawValue
    if !format.hasTransparency, pages.contains(where: { $0.display.background?.isOpaque != true }) {
      found.append(
        issue(
          "background", "\(name) has no transparency, and the background is not opaque",
          "choose an opaque colour"))
    }
    if let limit = format.longestSide {
      let longest = pages.map { max($0.display.pixelWidth, $0.display.pixelHeight) }.max() ?? 0
      if longest > limit {
        found.append(
          issue(
            "scale", "the picture is \(longest) pixels long, more than the \(limit) that \(name) can hold",
            "make one picture of each card, or choose png"))
      }
    }
    return found
  }

  /// Paints and packs the pages on several workers, and hands them over in order of the pages.
  ///
  /// The bytes do not depend on the number of workers. Each worker has fonts of its own and holds one picture at a
  /// time; pages that are finished early wait for their turn, at most two a worker.
  ///
  /// - Parameters:
  ///   - workers: how many pages are painted at once; at least 1.
  ///   - deliver: takes the number of a page and its file; called on the caller's task.
  /// - Throws: what `OutputFormat.encode` throws, or what `deliver` throws.
  public nonisolated(nonsending) func paint(
    as format: OutputFormat, settings: OutputFormat.Settings = OutputFormat.Settings(), workers: Int = 1,
    deliver: (Int, [UInt8]) throws -> Void
  ) async throws {
    let count = max(1, min(workers, pages.count))
    if count == 1 {
      let library = try FontLibrary(painting: fonts)
      for (index, page) in pages.enumerated() {
        try deliver(index, try format.encode(page.display, settings: settings, fonts: library))
      }
      return
    }
    let fonts = fonts
    let pages = pages
    // Worker w paints the pages w, w + count, …, so that they advance together and the order of delivery is theirs.
    var streams: [AsyncThrowingStream<[UInt8], any Error>.Iterator] = []
    try await withThrowingTaskGroup(of: Void.self) { group in
      var gates: [Gate] = []
      for worker in 0..<count {
        let gate = Gate(2)
        gates.append(gate)
        let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        streams.append(stream.makeAsyncIterator())
        group.addTask {
          do {
            let library = try FontLibrary(painting: fonts)
            for index in stride(from: worker, to: pages.count, by: count) {
              try await gate.enter()
              try Task.checkCancellation()
              continuation.yield(try format.encode(pages[index].display, settings: settings, fonts: library))
            }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
      }
      do {
        for index in pages.indices {
          let worker = index % count
          guard let bytes = try await streams[worker].next() else { break }
          await gates[worker].leave()
          try deliver(index, bytes)
        }
      } catch {
        // Nobody takes what the workers still make: without this they would wait for their turn for ever.
        for gate in gates { await gate.close() }
        throw error
      }
    }
  }
}
