package import CardRaster

/// A type of property values: how it is read, its schema, and its description in the manual.
package struct ValueKind<Value: Sendable>: Sendable {
  /// The name in the manual, such as `number` or `colour`.
  package var name: String { naming() }
  package var schema: Schema { shape() }
  /// Name and schema are created on demand for the manual or the schema, because no card needs them.
  let naming: @Sendable () -> String
  let shape: @Sendable () -> Schema
  /// Whether explanations include such values; texts and pictures are omitted, because they are visible.
  let isExplained: Bool
  /// A value as text for the manual; nil if it has no text form, such as a list of parts.
  package let show: @Sendable (Value) -> String?
  /// A value as JSON; nil if the schema has no default for it.
  package let json: @Sendable (Value) -> JSONNode?
  /// Reads a node whose binding is resolved; nil after logging an error.
  package let parse: @Sendable (JSONNode, JSONPath, ReadContext) -> Value?
  /// Whether the value of a binding is read from the data without a deep copy.
  ///
  /// This is for values that may be long and contain no bindings themselves.
  let readsDataInPlace: Bool

  package init(
    _ name: @autoclosure @escaping @Sendable () -> String,
    schema: @autoclosure @escaping @Sendable () -> Schema, isExplained: Bool = true,
    readsDataInPlace: Bool = false,
    show: @escaping @Sendable (Value) -> String? = { _ in nil },
    json: @escaping @Sendable (Value) -> JSONNode? = { _ in nil },
    parse: @escaping @Sendable (JSONNode, JSONPath, ReadContext) -> Value?
  ) {
    naming = name
    shape = schema
    self.isExplained = isExplained
    self.readsDataInPlace = readsDataInPlace
    self.show = show
    self.json = json
    self.parse = parse
  }

  /// Resolves a binding and reads the value.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> Value? {
    guard let filled = context.filled(node, path, inPlace: readsDataInPlace) else { return nil }
    return parse(filled.isCell ? filled.meant(as: schema) : filled, path, context)
  }

  /// Resolves a binding and reads the value of an optional property; a null counts as absent.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package func readOptional(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> Value? {
    guard let filled = context.filled(node, path, inPlace: readsDataInPlace) else { return nil }
    if case .null = filled.value { return nil }
    return parse(filled.isCell ? filled.meant(as: schema) : filled, path, context)
  }

  /// The same kind with a transformation of its value.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
  ) -> ValueKind<Other> {
    compactMap(transform, back: back)
  }

  /// The same kind with a transformation that may fail.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package func compactMap<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Other?, back: @escaping @Sendable (Other) -> Value
  ) -> ValueKind<Other> {
    ValueKind<Other>(
      name, schema: schema, isExplained: isExplained, readsDataInPlace: readsDataInPlace,
      show: { show(back($0)) }, json: { json(back($0)) }
    ) { node, path, context in
      parse(node, path, context).flatMap(transform)
    }
  }

  /// The same kind with another name or schema, or an additional check.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package func refined(
    _ name: String? = nil, schema: Schema? = nil, isExplained: Bool? = nil,
    check: @escaping @Sendable (Value, JSONNode, JSONPath, ReadContext) -> Bool = { _, _, _, _ in true }
  ) -> ValueKind {
    ValueKind(
      name ?? self.name, schema: schema ?? self.schema, isExplained: isExplained ?? self.isExplained,
      readsDataInPlace: readsDataInPlace, show: show, json: json
    ) { node, path, context in
      let nulls = context.nulls
      guard let value = parse(node, path, context),
        check(value, context.withoutNulls(node, since: nulls), path, context)
      else { return nil }
      return value
    }
  }

  /// The same kind with a check that reports errors itself.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package func checked(
    _ check: @escaping @Sendable (Value, JSONNode, JSONPath, ReadContext) -> Void
  ) -> ValueKind {
    refined { value, node, path, context in
      check(value, node, path, context)
      return true
    }
  }

  /// The same kind with another name, whose values may also be written as a text, a number or a boolean.
  ///
  /// - Parameter short: The value of such a node; nil for a node of another form.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package func orShort(_ name: String, _ short: @escaping @Sendable (JSONNode) -> Value?) -> ValueKind {
    ValueKind(
      name, schema: schema, isExplained: isExplained, readsDataInPlace: readsDataInPlace, show: show,
      json: json
    ) { node, path, context in short(node) ?? parse(node, path, context) }
  }

  /// The same kind with other descriptions of its values.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package func showing(_ show: @escaping @Sendable (Value) -> String?) -> ValueKind {
    ValueKind(
      name, schema: schema, isExplained: isExplained, readsDataInPlace: readsDataInPlace, show: show,
      json: json,
      parse: parse)
  }
}

extension ValueKind where Value == String {
  /// The name of an available font family.
  package static var fontFamily: Self {
    ValueKind("font family", schema: .string, show: { $0 }) { node, path, context in
      guard let name = ValueKind<String>.markup.parse(node, path, context) else { return nil }
      switch context.families.resolve(name) {
      case .success(let family): return family
      case .failure(.unknownFamily(_, let nearest)):
        context.error(
          node, path, "no font family '\(name)'", hint: FamilyList.hint(nearest), code: .unknownFont)
      case .failure(let error): context.error(node, path, error)
      }
      return nil
    }
  }
}

extension ValueKind where Value == Point {
  /// Two numbers: right and down.
  package static var offset: ValueKind<Point> {
    ValueKind(
      "[x, y]", schema: .numbers(2), show: { Numbers.formatList([$0.x, $0.y]) },
      json: { Numbers.json([$0.x, $0.y]) }
    ) { node, path, context in
      guard case .array(let nodes) = node.value, nodes.count == 2 else {
        return context.mismatch(node, path, expected: "two numbers [x, y]")
      }
      return ValueKind<[Double]>.list(ValueKind<Double>.number(), 2...2).parse(node, path, context).map {
        Point(x: $0[0], y: $0[1])
      }
    }
  }
}

extension ValueKind where Value == Rect {
  /// Four numbers: left, top, width and height.
  package static var frame: Self {
    ValueKind(
      "[x, y, width, height]", schema: .numbers(4),
      show: {
        Numbers.formatList([$0.minX, $0.minY, $0.width, $0.height])
      }
    ) { node, path, context in
      guard case .array(let nodes) = node.value, nodes.count == 4 else {
        return context.mismatch(node, path, expected: "four numbers [x, y, width, height]")
      }
      guard let n = ValueKind<[Double]>.list(ValueKind<Double>.number(), 4...4).parse(node, path, context)
      else { return nil }
      guard n[2] >= 0, n[3] >= 0 else {
        return context.error(node, path, "width and height cannot be negative")
      }
      return Rect(x: n[0], y: n[1], width: n[2], height: n[3])
    }
  }
}

extension ValueKind where Value == Size {
  /// Two lengths: width and height.
  package static var size: Self {
    ValueKind(
      "[width, height]", schema: .numbers(2),
      show: { Numbers.formatList([$0.width, $0.height]) },
      json: { Numbers.json([$0.width, $0.height]) }
    ) { node, path, context in
      guard case .array(let nodes) = node.value, nodes.count == 2 else {
        return context.mismatch(node, path, expected: "two numbers [width, height]")
      }
      return ValueKind<[Double]>.list(ValueKind<Double>.length, 2...2).parse(node, path, context).map {
        Size(width: $0[0], height: $0[1])
      }
    }
  }
}

extension ValueKind where Value == CornerRadii {
  /// One radius, or four: top left, top right, bottom right, bottom left.
  package static var radii: Self {
    let four = ValueKind<[Double]>.list(ValueKind<Double>.length, 4...4)
    return ValueKind(
      "radius, or four", schema: .any([.number(0...Limits.number), four.schema]),
      show: { r in
        r == CornerRadii(r.topLeft)
          ? NumberText.format(r.topLeft)
          : Numbers.formatList([r.topLeft, r.topRight, r.bottomRight, r.bottomLeft])
      },
      json: { r in
        r == CornerRadii(r.topLeft)
          ? .of(r.topLeft) : Numbers.json([r.topLeft, r.topRight, r.bottomRight, r.bottomLeft])
      }
    ) { node, path, context in
      if case .array = node.value {
        return four.parse(node, path, context).map {
          CornerRadii(topLeft: $0[0], topRight: $0[1], bottomRight: $0[2], bottomLeft: $0[3])
        }
      }
      return ValueKind<Double>.length.parse(node, path, context).map { CornerRadii($0) }
    }
  }
}

/// Several numbers as one value, such as `[1, 2]`.
enum Numbers {
  /// The text for the manual.
  static func formatList(_ values: [Double]) -> String {
    "[" + values.map { NumberText.format($0) }.joined(separator: ", ") + "]"
  }

  static func json(_ values: [Double]) -> JSONNode { .list(values.map { .of($0) }) }
}

extension ValueKind where Value == ImageSource {
  /// A picture: a path below the deck's folder or a `data:` URI.
  package static var image: Self {
    let choices = ValueKind<PictureChoice>.pictureOrIssue
    return ValueKind("image", schema: .string, isExplained: false, show: { "\"\($0.name)\"" }) {
      node, path, context in
      let choice = choices.parse(node, path, context)
      choice?.report(insteadShown: nil, context)
      return choice?.image
    }
  }
}

/// A picture of a deck, or the reason why it cannot be shown.
///
/// The part decides whether a missing picture is an error.
package enum PictureChoice: Sendable {
  case picture(ImageSource)
  /// There is no picture; `isBlank` if the deck names none, as in an empty cell of a table.
  case missing(DeckIssue, isBlank: Bool)

  package var image: ImageSource? { if case .picture(let image) = self { image } else { nil } }

  /// Reports a missing picture: as a warning if the part shows something else, otherwise as an error.
  ///
  /// - Parameter replacement: What the part shows instead, for the message; nil for nothing.
  package func report(insteadShown replacement: String?, _ context: ReadContext) {
    guard case .missing(var issue, let isBlank) = self else { return }
    if let replacement {
      guard !isBlank else { return }
      issue.severity = .warning
      issue.message += "; \(replacement) instead"
    }
    context.log.add(issue)
  }
}

extension ValueKind where Value == PictureChoice {
  /// A picture that may be missing.
  package static var pictureOrIssue: Self {
    ValueKind(
      "image", schema: .string, isExplained: false, show: { $0.image.map { "\"\($0.name)\"" } }
    ) { node, path, context in
      guard case .string(let name) = node.value else {
        return context.mismatch(node, path, expected: "the path of a picture, or a data: URI")
      }
      guard !AssetStore.isFile(name) || context.allowsFile(node, path) else { return nil }
      switch context.assets.image(name) {
      case .success(let image):
        if case .vector(let picture) = image.content, picture.decoding == .inProcess {
          context.warning(
            node, path, "an SVG picture is rendered in this process, which it can crash",
            hint: "use SVGDecoding.isolated, unless you trust the picture")
        }
        if let warning = image.warning {
          context.warning(node, path, warning, hint: "save the picture with sRGB colours")
        }
        if case .vector(let picture) = image.content, !picture.undrawn.isEmpty {
          context.warning(
            node, path,
            "the SVG picture uses \(picture.undrawn.joined(separator: ", ")), which \(picture.undrawn.count == 1 ? "is" : "are") not drawn",
            hint: "remove it, or use a PNG of the picture", code: .noEffect)
        }
        return .picture(context.theme.direction == .rightToLeft ? image.fromRightToLeft : image)
      case .failure(let error):
        var issue = context.issue(node, path, error)
        if let hint = context.assets.hint(for: name) { issue.hint = hint }
        switch error {
        case .file, .image, .picture: return .missing(issue, isBlank: name.isEmpty)
        case .limit, .library, .unknownFamily, .leftOut, .timeout, .cancelled:
          context.log.add(issue)
          return nil
        }
      }
    }
  }
}

extension ValueKind where Value == Insets {
  /// A number, `[vertical, horizontal]`, `[top, left, bottom, right]` or an object.
  package static var insets: Self {
    ValueKind(
      "insets", schema: .object(Insets.object),
      show: {
        $0.top == $0.left && $0.left == $0.bottom && $0.bottom == $0.right
          ? NumberText.format($0.top)
          : Numbers.formatList([$0.top, $0.left, $0.bottom, $0.right])
      },
      json: { Numbers.json([$0.top, $0.left, $0.bottom, $0.right]) }
    ) { node, path, context in
      // Left and right are sides of the picture. The box that contains them is mirrored later.
      let isMirrored = context.theme.direction == .rightToLeft
      switch node.value {
      case .number:
        return ValueKind<Double>.number().parse(node, path, context).map { Insets($0) }
      case .array(let nodes) where nodes.count == 2 || nodes.count == 4:
        guard let n = ValueKind<[Double]>.list(ValueKind<Double>.number(), 2...4).parse(node, path, context)
        else {
          return nil
        }
        return n.count == 2
          ? Insets(top: n[0], left: n[1], bottom: n[0], right: n[1])
          : Insets(top: n[0], left: n[isMirrored ? 3 : 1], bottom: n[2], right: n[isMirrored ? 1 : 3])
      case .object:
        var insets = InsetsSpec()
        InsetsSpec.fields.read(node, path, context, into: &insets, what: "insets")
        for (side, other) in [
          ("left", "leading"), ("left", "trailing"), ("right", "leading"), ("right", "trailing"),
        ]
        where node[side] != nil {
          if let value = node[other] {
            context.error(value, path.key(other), "'\(other)' cannot be combined with '\(side)'")
          }
        }
        return insets.insets(isMirrored: isMirrored)
      default:
        return context.mismatch(
          node, path, expected: "insets: a number, [vertical, horizontal] or [top, left, bottom, right]")
      }
    }
  }
}

extension Insets {
  static let object = ObjectSchema(
    "insets", "Distances from four edges.", InsetsSpec.fields,
    shortForms: [.number(-Limits.number...Limits.number), .numbers(2), .numbers(4)]
  ) { InsetsSpec() }
}

/// Insets as a deck sets them in an object.
struct InsetsSpec: Sendable {
  var top = 0.0
  var left: Double?
  var bottom = 0.0
  var right: Double?
  var leading: Double?
  var trailing: Double?

  static let fields = FieldTable<InsetsSpec> {
    Field("top", \.top, .number(), "Distance from the top edge.")
    Field("left", \.left, .number(), "Distance from the left edge.", default: "0")
    Field("bottom", \.bottom, .number(), "Distance from the bottom edge.")
    Field("right", \.right, .number(), "Distance from the right edge.", default: "0")
    Field("leading", \.leading, .number(), "Distance from the edge where rows begin.", default: "`left`")
    Field("trailing", \.trailing, .number(), "Distance from the edge where rows end.", default: "`right`")
  }

  /// The insets before the box that contains them is mirrored.
  func insets(isMirrored: Bool) -> Insets {
    let (start, end) = isMirrored ? (right, left) : (left, right)
    return Insets(top: top, left: leading ?? start ?? 0, bottom: bottom, right: trailing ?? end ?? 0)
  }
}

extension ValueKind where Value == LetterSpacing {
  /// Points, a fraction of the font size such as `"-0.02em"`, or `"auto"`.
  static var letterSpacing: Self {
    let form = Schema.TextForm(
      names: ["auto"], pattern: "^(auto|-?[0-9]{1,3}([.][0-9]{1,6})?em)$", longest: 12)
    return ValueKind(
      "points, `\"…em\"`, `\"auto\"`", schema: .any([.number(-100...1000), .text(form)]),
      show: { spacing in
        switch spacing {
        case .points(let points): NumberText.format(points)
        case .em(let share): "`\"\(NumberText.format(share, digits: 6))em\"`"
        case .automatic: "`\"auto\"`"
        }
      },
      json: { spacing in
        switch spacing {
        case .points(let points): .of(points)
        case .em(let share): .of(NumberText.format(share, digits: 6) + "em")
        case .automatic: .of("auto")
        }
      }
    ) { node, path, context in
      switch node.value {
      case .number:
        return ValueKind<Double>.number(-100...1000).parse(node, path, context).map { .points($0) }
      case .string("auto"): return .automatic
      case .string(let text) where text.hasSuffix("em") && text.utf8.count <= 12:
        if let share = Double(String(text.dropLast(2))), (-10.0...100).contains(share) { return .em(share) }
      default: break
      }
      return context.mismatch(
        node, path, expected: "points, a share of the size such as \"-0.02em\", or \"auto\"")
    }
  }
}
