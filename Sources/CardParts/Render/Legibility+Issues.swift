import CardRaster

extension Legibility {
  /// The contrast below which words are hard to make out for everybody, in good light too.
  ///
  /// WCAG asks for 4.5, 3 for large words; much of what is below that is meant, such as the grey of a date. Nobody means
  /// 2.
  static let least = 2.0

  /// A warning for each part, or card, with a text that can hardly be read.
  func issues(file: String, isMeant: (Reading) -> Bool = { _ in false }) -> [DeckIssue] {
    var worst: [JSONPath: Entry] = [:]
    var order: [JSONPath] = []
    for entry in entries {
      guard let reading = entry.reading, reading.ratio < Self.least, !isMeant(reading) else { continue }
      if let other = worst[entry.path]?.reading {
        if reading.ratio < other.ratio { worst[entry.path] = entry }
      } else {
        order.append(entry.path)
        worst[entry.path] = entry
      }
    }
    return order.compactMap { path in worst[path].flatMap { issue(of: $0, file: file) } }
      + markIssues(file: file)
  }

  /// What marks of a chart need to be told from the card, by WCAG.
  static let leastOfMarks = 3.0

  /// A warning for each chart with colours of the deck's own that hardly stand out.
  private func markIssues(file: String) -> [DeckIssue] {
    var pale: [JSONPath: [MarkEntry]] = [:]
    var order: [JSONPath] = []
    for mark in marks where mark.reading.ratio < Self.leastOfMarks {
      if pale[mark.path] == nil { order.append(mark.path) }
      pale[mark.path, default: []].append(mark)
    }
    return order.compactMap { path in
      guard let marks = pale[path], let worst = marks.min(by: { $0.reading.ratio < $1.reading.ratio })
      else { return nil }
      let reading = worst.reading
      let name = worst.name.isEmpty ? "its marks" : DeckIssue.quoted(worst.name)
      let more = marks.count > 1 ? ", and \(marks.count - 1) more hardly stand out" : ""
      return DeckIssue(
        .warning, file: file, place: nil, path: path,
        message:
          "the colour of \(name) hardly stands out: \(reading.ink.hexText) on \(reading.ground.hexText) is \(NumberText.text(reading.ratio, digits: 2)):1\(more)",
        hint: "marks need 3:1, or their values beside them ('valueLabels')", code: .lowContrast)
    }
  }

  /// Characters of a text that a message quotes as a whole.
  private static let quoted = 24

  private func issue(of entry: Entry, file: String) -> DeckIssue? {
    guard let reading = entry.reading else { return nil }
    let words =
      entry.words.unicodeScalars.count > Self.quoted
      ? LayoutContext.opening(of: entry.words) : DeckIssue.quoted(entry.words)
    let ratio = NumberText.text(reading.ratio, digits: 2)
    return DeckIssue(
      .warning, file: file, place: nil, path: entry.path,
      message:
        "the text \(words) can hardly be read: \(reading.ink.hexText) on \(reading.ground.hexText) is \(ratio):1",
      hint: "words need 4.5:1, large ones 3:1", code: .lowContrast)
  }
}

extension ResolvedDeck {
  /// Whether a text on a page of these cards is as pale as CardParts has it: the blue of its buttons on its white.
  func isInherited(_ reading: Legibility.Reading, on cards: [ResolvedCard]) -> Bool {
    guard theme.partDefaults == .cardParts || cards.contains(where: { $0.theme.partDefaults == .cardParts })
    else { return false }
    let classic = ResolvedTheme.Base()
    return reading.ink == classic.accentColor
      && [classic.surfaceColor, classic.pageColor].contains(reading.ground)
  }
}

extension DisplayList {
  /// The list without letters, and so small that it is painted at once: what lies behind texts.
  var backdrop: DisplayList {
    var list = self
    let side = max(size.width, size.height) * scale
    list.scale = scale * min(1, DisplayList.backdropSide / max(1, side))
    list.items = items.compactMap(\.withoutLetters)
    return list
  }

  /// Pixels of the longer side: enough to tell what a line of text stands on.
  private static let backdropSide = 600.0
}

extension DisplayItem {
  /// The item without the letters in it; nil when it is nothing else.
  fileprivate var withoutLetters: DisplayItem? {
    switch self {
    case .glyphs: return nil
    case .group(var group):
      group.items = group.items.compactMap(\.withoutLetters)
      return group.items.isEmpty ? nil : .group(group)
    case .fill, .stroke, .image, .shadow, .innerShadow, .backdrop: return self
    }
  }
}
