package import CardRaster

/// Finds the part that cannot be painted, such as an SVG picture that needs too much memory at its size.
///
/// Painters work on display lists without parts, so their errors have no path.
extension Deck {
  /// Paints a page of the deck; an error of the painter gets the path of the part that failed.
  package func attachingLocation<Output>(
    _ display: DisplayList, of box: @autoclosure () -> LayoutBox?,
    _ paint: (DisplayList) throws(RasterError) -> Output
  ) throws(DeckError) -> Output {
    try attachingLocation([display], of: box().map { [$0] } ?? []) { (displays) throws(RasterError) in
      try paint(displays[0])
    }
  }

  /// Paints several pages of the deck into one file.
  ///
  /// - Parameters:
  ///   - displays: the display lists of the pages.
  ///   - boxes: the boxes that the display lists were made from.
  ///   - paint: paints pages; after an error it also paints single parts, to find the one that fails.
  package func attachingLocation<Output>(
    _ displays: [DisplayList], of boxes: @autoclosure () -> [LayoutBox],
    _ paint: ([DisplayList]) throws(RasterError) -> Output
  ) throws(DeckError) -> Output {
    do throws(RasterError) {
      return try paint(displays)
    } catch {
      // Not a single part is the reason.
      if error.isStop || error.isOfSVGProcess { throw DeckError(error, file: file) }
      let scale = displays.first?.scale ?? 1
      throw DeckError(
        issue(of: error, painting: boxes()) { (part) throws(RasterError) in
          _ = try paint([Flattening.flatten(part, scale: scale, title: "")])
        })
    }
  }

  /// The diagnostic for an error of a painter.
  ///
  /// - Parameters:
  ///   - pages: the boxes of the painted pages.
  ///   - paint: paints another page.
  package func issue(
    of error: RasterError, painting pages: [LayoutBox],
    _ paint: (LayoutBox) throws(RasterError) -> Void = { _ in }
  ) -> DeckIssue {
    var search = FailingPartSearch(error: error)
    var path = JSONPath.root
    for page in pages where path.steps.isEmpty { path = search.path(in: page, paint) ?? path }
    if case .picture(let name, _) = error, !path.steps.isEmpty {
      // The deck does not contain a name that comes from a binding; the path of the part is used instead.
      path = root.path(ofText: name, below: path) ?? path
    }
    let log = IssueLog(files: files)
    log.add(
      DeckIssue(error, file: file, place: path.steps.isEmpty ? nil : root.place(at: path), path: path))
    return log.issues[0]
  }
}

/// Searches the part of a page that cannot be painted: the one with the picture that the error names, or else
/// by painting the parts one by one.
private struct FailingPartSearch {
  let error: RasterError
  /// The maximum number of parts to paint.
  private var tries = 50

  init(error: RasterError) { self.error = error }

  /// The path of the innermost part that fails with the same error; nil if no single part fails.
  mutating func path(in box: LayoutBox, _ paint: (LayoutBox) throws(RasterError) -> Void) -> JSONPath? {
    for case .box(let child, _) in box.content where fails(child, paint) {
      return path(in: child, paint) ?? child.source?.path
    }
    return nil
  }

  private mutating func fails(_ box: LayoutBox, _ paint: (LayoutBox) throws(RasterError) -> Void) -> Bool {
    var page = LayoutBox(size: box.size)
    page.content = [.box(box, at: .zero)]
    if case .picture(let name, _) = error {
      return Flattening.flatten(page, scale: 1, title: "").items.contains { $0.shows(name) }
    }
    guard tries > 0, !box.size.isEmpty else { return false }
    tries -= 1
    do throws(RasterError) {
      try paint(page)
      return false
    } catch {
      return error.isLike(self.error)
    }
  }
}

extension RasterError {
  /// Whether the process for SVG pictures failed, which does not depend on the picture.
  fileprivate var isOfSVGProcess: Bool {
    if case .library(let operation, _) = self { operation.contains("SVG picture") } else { false }
  }

  /// Whether two errors are equal apart from their numbers.
  fileprivate func isLike(_ other: RasterError) -> Bool {
    if case .limit(let what, _, _) = self, case .limit(let other, _, _) = other { return what == other }
    return self == other
  }
}

extension DisplayItem {
  /// Whether the item shows a picture.
  fileprivate func shows(_ name: String) -> Bool {
    switch self {
    case .image(let item): item.image.name == name
    case .group(let group): group.items.contains { $0.shows(name) }
    case .fill, .stroke, .glyphs, .shadow, .innerShadow, .backdrop: false
    }
  }
}

extension JSONNode {
  /// The path of the first string below another path that equals the text; nil when there is none.
  fileprivate func path(ofText text: String, below start: JSONPath) -> JSONPath? {
    var node = self
    for step in start.steps {
      guard let next = node.child(step) else { return nil }
      node = next
    }
    return node.path(ofText: text, from: start)
  }

  private func path(ofText text: String, from path: JSONPath) -> JSONPath? {
    switch value {
    case .string(let own): return own == text ? path : nil
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let found = element.path(ofText: text, from: path.index(index)) { return found }
      }
    case .object(let members):
      for member in members {
        if let found = member.value.path(ofText: text, from: path.key(member.key)) { return found }
      }
    case .null, .bool, .number: break
    }
    return nil
  }
}
