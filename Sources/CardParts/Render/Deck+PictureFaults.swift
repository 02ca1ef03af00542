package import CardRaster

/// Where a picture stands that could be read and yet not be painted, such as an SVG picture that takes too much memory at
/// its size: painters know its name alone.
extension Deck {
  /// Paints some pages of the deck.
  ///
  /// - Parameter pages: their boxes, for the place of a picture that cannot be painted.
  /// - Throws: a `DeckError` for such a picture; other errors as they are.
  package func placing<Output>(
    _ pages: @autoclosure () -> [LayoutBox], _ paint: () throws(RasterError) -> Output
  ) throws -> Output {
    do throws(RasterError) {
      return try paint()
    } catch {
      guard case .picture = error else { throw error }
      throw DeckError(issue(of: error, painting: pages()))
    }
  }

  /// Paints a page of the deck; any error becomes one of the deck.
  package func painting<Output>(
    _ page: LayoutBox, _ paint: () throws(RasterError) -> Output
  ) throws(DeckError) -> Output {
    do throws(RasterError) {
      return try paint()
    } catch {
      throw DeckError(issue(of: error, painting: [page]))
    }
  }

  /// The issue for what a painter threw.
  ///
  /// - Parameter pages: the boxes of what was painted.
  package func issue(of error: RasterError, painting pages: [LayoutBox]) -> DeckIssue {
    var path = JSONPath.root
    if case .picture(let name, _) = error,
      let part = pages.lazy.compactMap({ $0.path(ofPicture: name) }).first
    {
      // Of a bound name the deck has no such text; the part is near enough then.
      path = root.path(ofText: name, below: part) ?? part
    }
    let log = IssueLog(files: files)
    log.add(
      DeckIssue(error, file: file, place: path.steps.isEmpty ? nil : root.place(at: path), path: path))
    return log.issues[0]
  }
}

extension LayoutBox {
  /// The path of the innermost thing that shows a picture; nil when nothing does.
  fileprivate func path(ofPicture name: String) -> JSONPath? {
    for entry in content {
      switch entry {
      case .box(let child, _):
        if let path = child.path(ofPicture: name) { return path.steps.isEmpty ? source?.path ?? path : path }
      case .item(let item) where item.shows(name): return source?.path ?? .root
      case .item, .text, .confetti: break
      }
    }
    return nil
  }
}

extension DisplayItem {
  /// Whether a picture is in it.
  fileprivate func shows(_ name: String) -> Bool {
    switch self {
    case .image(let item): item.image.name == name
    case .group(let group): group.items.contains { $0.shows(name) }
    case .fill, .stroke, .glyphs, .shadow, .innerShadow, .backdrop: false
    }
  }
}

extension JSONNode {
  /// The path of the first value below another that is a text; nil when none is.
  fileprivate func path(ofText text: String, below start: JSONPath) -> JSONPath? {
    var node = self
    for step in start.steps {
      switch (node.value, step) {
      case (.object, .key(let name)):
        guard let next = node[name] else { return nil }
        node = next
      case (.array(let elements), .index(let number)) where elements.indices.contains(number):
        node = elements[number]
      default: return nil
      }
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
