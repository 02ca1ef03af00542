// Spellings of CardParts' own README for which this library has another one. Each makes the same JSON.

extension CardPartTextView {
  /// Creates a text of a style, as `CardPartTextView(type: .normal)` in CardParts.
  public init(type: CardPartTextType, file: String = #fileID, line: Int = #line) {
    self.init(style: type, file: file, line: line)
  }
}

extension CardPartTitleView {
  /// Creates a title of a style, as `CardPartTitleView(type: .titleOnly)` in CardParts.
  public init(type: Style, file: String = #fileID, line: Int = #line) {
    self.init(style: type, file: file, line: line)
  }
}

extension CardPartConfettiView {
  /// The shape of the pieces; the same as `style`.
  public func type(_ value: Style) -> Self { style(value) }
}

extension CardPartMapView {
  /// Creates a map around a location.
  public init(
    type: Style, location: CardPartCoordinate, span: CardPartCoordinateSpan, file: String = #fileID,
    line: Int = #line
  ) {
    self = CardPartMapView(style: type, file: file, line: line).location(location).span(span)
  }
}

extension CardPartSpacerView {
  /// Creates a spacer with a height.
  public init(height: Double, file: String = #fileID, line: Int = #line) {
    self = CardPartSpacerView(file: file, line: line).height(height)
  }
}

extension CardPartTextField {
  /// A format of CardParts: a word, or an amount with a maximum length.
  public struct InputFormat: Hashable, Sendable {
    fileprivate let format: Format
    fileprivate let maxLength: Int?

    /// Any text.
    public static let none = InputFormat(format: .none, maxLength: nil)
    /// A telephone number.
    public static let phone = InputFormat(format: .phone, maxLength: nil)
    /// A postal code.
    public static let zipcode = InputFormat(format: .zipcode, maxLength: nil)
    /// A social security number.
    public static let ssn = InputFormat(format: .ssn, maxLength: nil)
    /// An amount of money with at most some digits.
    public static func currency(maxLength: Int) -> InputFormat {
      InputFormat(format: .currency, maxLength: maxLength)
    }
  }

  /// Creates an empty field for texts of a format.
  public init(format: InputFormat, file: String = #fileID, line: Int = #line) {
    self.init(maxLength: format.maxLength, file: file, line: line)
    self = self.format(format.format)
  }
}

extension CardPartCenterPosition {
  /// The right labels start at a distance from the middle, in points.
  public static func center(amount: Double) -> CardPartCenterPosition {
    CardPartCenterPosition(center: amount)
  }
}

extension CardPartHandlePosition {
  /// The handle is above the sheet at a distance, in points.
  public static func above(bottomPadding: Double) -> CardPartHandlePosition {
    CardPartHandlePosition(above: bottomPadding)
  }

  /// The handle is inside the sheet at a distance from its top, in points.
  public static func inside(topPadding: Double) -> CardPartHandlePosition {
    CardPartHandlePosition(inside: topPadding)
  }
}

extension CardPartHistogramLines {
  /// The lines of a histogram that are drawn.
  public static func lines(
    bottom: Bool = false, middle: Bool = false, top: Bool = false
  ) -> CardPartHistogramLines {
    CardPartHistogramLines(bottom: bottom, middle: middle, top: top)
  }
}

extension CardPartOrientedView {
  /// Creates it from a list of parts.
  public init(
    cardParts: [any CardPartView], orientation: CardVerticalEdge, file: String = #fileID, line: Int = #line
  ) {
    self.init(orientation: orientation, file: file, line: line) { cardParts }
  }
}

extension CardPartPagedView {
  /// Creates pages of stacks, all of one height.
  public init(
    withPages pages: [CardPartStackView], andHeight height: Double, file: String = #fileID, line: Int = #line
  ) {
    self.init(pageHeight: height, file: file, line: line) {
      for page in pages { CardPartPage(file: file, line: line) { page } }
    }
  }
}

extension CardPartMultiSliderView {
  /// Creates a slider with several thumbs at values.
  public init(value: [Double], file: String = #fileID, line: Int = #line) {
    self = CardPartMultiSliderView(file: file, line: line).value(value)
  }
}

extension CardPartStackView {
  /// Creates an empty stack; `arrangedSubviews` sets its parts.
  public init(
    axis: CardAxis? = nil, spacing: Double? = nil, file: String = #fileID, line: Int = #line
  ) {
    self.init(axis: axis, spacing: spacing, file: file, line: line) {}
  }
}

extension CardPartProgressBarView {
  /// Creates a bar in the order of arguments of CardParts.
  public init(
    barValues: [DeckText], barColors: [CardColor], marker: CardImage?, markerLabelTitle: DeckText? = nil,
    currentValue: Double, showShowBarValues: Bool = false, file: String = #fileID, line: Int = #line
  ) {
    self.init(
      barColors: barColors, currentValue: currentValue, marker: marker, markerLabelTitle: markerLabelTitle,
      barValues: barValues, showBarValues: showShowBarValues, file: file, line: line)
  }
}

extension CardState {
  /// A state of CardParts, or one of your own.
  public struct Name: Hashable, Sendable {
    fileprivate let text: String

    /// The state of a card without another one.
    public static let none = Name(text: "none")
    /// Data are on their way.
    public static let loading = Name(text: "loading")
    /// The data are missing.
    public static let empty = Name(text: "empty")
    /// There are data.
    public static let hasData = Name(text: "hasData")
    /// A state of your own.
    public static func custom(_ name: String) -> Name { Name(text: name) }
  }

  /// Creates a state from its parts.
  public init(
    _ name: Name, file: String = #fileID, line: Int = #line,
    @CardPartBuilder parts: () throws -> [any CardPartView]
  ) rethrows {
    try self.init(name.text, file: file, line: line, parts: parts)
  }
}

// Short forms of values that are seldom needed as such.

extension Card {
  /// Round corners of one radius, or of four.
  public func rounded(cornerRadius: CardRadii, file: String = #fileID, line: Int = #line) -> Card {
    rounded(CardRounded(cornerRadius: cornerRadius, file: file, line: line))
  }
}

extension Deck {
  /// The size of the picture in points, and its scale in pixels per point.
  public func canvas(
    width: Double, height: Double? = nil, scale: Double? = nil, file: String = #fileID, line: Int = #line
  ) -> Deck {
    canvas(DeckCanvas(width: width, height: height, scale: scale, file: file, line: line))
  }

  /// The arrangement of the cards with a number of columns and the space between them.
  public func layout(
    _ kind: CardsLayout.Kind, columns: Int? = nil, spacing: Double? = nil, file: String = #fileID,
    line: Int = #line
  ) -> Deck {
    layout(CardsLayout(type: kind, columns: columns, spacing: spacing, file: file, line: line))
  }
}
