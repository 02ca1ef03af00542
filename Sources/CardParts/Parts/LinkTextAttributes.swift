import CardRaster

/// The style of links in text; absent properties are inherited from the surrounding text.
struct LinkTextAttributes: Sendable {
  var color: Color?
  var backgroundColor: Color?
  var underline = false
  var font: FontSpec?

  static let fields = FieldTable<LinkTextAttributes> {
    Field("color", \.color, .color, "The colour of the letters.", default: "the theme's `linkColor`")
    Field("backgroundColor", \.backgroundColor, .color, "The background colour of the letters.")
    Field("underline", \.underline, .boolean, "A line below the letters.")
    Field("font", \.font, .font, "The font.", default: "that of the text around")
  }

  /// Applies the link style to a run, except where the run has its own properties.
  func apply(to run: TextRunSpec, base: Font) -> (run: TextRunSpec, base: Font) {
    var run = run
    run.color = run.color ?? color
    run.backgroundColor = run.backgroundColor ?? backgroundColor
    run.underline = run.underline || underline
    return (run, font?.over(base) ?? base)
  }
}

extension ValueKind where Value == LinkTextAttributes {
  static var linkTextAttributes: Self {
    let object = ValueKind.object(
      "linkTextAttributes", "The look of links in text.", LinkTextAttributes.fields
    ) { LinkTextAttributes() }
    return ValueKind("look of links", schema: object.schema, show: object.show, parse: object.parse)
  }
}

/// The kinds of data that are detected in a text.
enum DataDetectorType: String, Sendable, CaseIterable {
  case link, phoneNumber, address, calendarEvent, all
}

/// Text with its explicit links and the links detected in it.
struct LinkedText {
  var runs: [TextRunSpec]
  var detectors: [DataDetectorType] = []
  var attributes = LinkTextAttributes()
  /// Whether 12/03/2026 means December 3rd.
  var monthComesFirst = true

  func spans(font: Font, color: Color, letterSpacing: LetterSpacing?, linkColor: Color) -> [TextSpan] {
    let found = findings()
    var spans: [TextSpan] = []
    var (start, next) = (0, 0)
    for run in runs {
      let scalars = Array(run.text.unicodeScalars)
      let end = start + scalars.count
      var place = start
      repeat {
        while next < found.count, found[next].range.upperBound <= place { next += 1 }
        var match: DataDetector.Match?
        var stop = end
        if next < found.count {
          let range = found[next].range
          if range.lowerBound <= place { match = found[next] }
          stop = min(end, range.lowerBound <= place ? range.upperBound : range.lowerBound)
        }
        var piece = run
        piece.text = String(String.UnicodeScalarView(scalars[place - start..<stop - start]))
        if let match { piece.link = match.target }
        var base = font
        if match != nil || piece.link != nil {
          (piece, base) = attributes.apply(to: piece, base: font)
          piece.color = piece.color ?? linkColor
        }
        var span = piece.span(font: base, color: color, letterSpacing: letterSpacing, linkColor: linkColor)
        span.finding = match.map { TextFinding(kind: $0.kind.rawValue, value: $0.value) }
        spans.append(span)
        place = stop
      } while place < end
      start = end
    }
    return spans
  }

  /// The detected matches, except those that overlap an explicit link.
  private func findings() -> [DataDetector.Match] {
    guard !detectors.isEmpty else { return [] }
    let wanted =
      detectors.contains(.all)
      ? DataDetector.Kind.allCases : detectors.compactMap { DataDetector.Kind(rawValue: $0.rawValue) }
    var given: [Range<Int>] = []
    var start = 0
    for run in runs {
      let end = start + run.text.unicodeScalars.count
      if run.link != nil, end > start { given.append(start..<end) }
      start = end
    }
    let text = runs.reduce(into: "") { $0 += $1.text }
    var next = 0
    return DataDetector.matches(in: text, monthComesFirst: monthComesFirst).filter { match in
      while next < given.count, given[next].upperBound <= match.range.lowerBound { next += 1 }
      let isGiven = next < given.count && given[next].overlaps(match.range)
      return !isGiven && wanted.contains(match.kind)
    }
  }
}
