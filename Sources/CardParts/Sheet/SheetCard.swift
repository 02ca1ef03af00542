import CardRaster

/// The properties of a sheet's card besides its parts.
struct SheetCard: Sendable {
  /// The head of a card.
  enum TitleStyle: String, Hashable, Sendable, CaseIterable {
    /// Title and subtitle.
    case standard = "default"
    /// Custom parts.
    case custom
    /// Custom parts, with the card's content following below them.
    case customExtended
    /// No head.
    case none
  }

  /// The style of a table's rows.
  enum TableStyle: String, Hashable, Sendable, CaseIterable {
    case plain, grouped
  }

  var title: String?
  var subtitle: String?
  var titleStyle = TitleStyle.standard
  var titleContent: [AnyPart] = []
  var accessory: [AnyPart] = []
  var showCloseButton: Bool?
  var mapContent: Bool?
  var backdrop: [AnyPart] = []
  var initialPosition: SheetPosition?
  var lastPosition: SheetPosition?
  var titleTextColor: Color?
  var subtitleTextColor: Color?
  var titleFont: FontSpec?
  var subtitleFont: FontSpec?
  var backgroundColor: Paint?
  var grabHandleColor: Color?
  var closeButtonCrossColor: Color?
  var closeButtonBackgroundColor: Color?
  var tableStyle = TableStyle.plain
  var rows: [String] = []
  var sections: [SheetSection] = []
  var selectedRow: Int?
  var floatingButton: SheetFloatingButton?
  var floatingToolBar: [AnyPart] = []
  var floatingToolBarAlignment = ToolBarAlignment.center
  var bottomView: [AnyPart] = []
  var bottomViewHeight: Double?
  var currentPage = 0
  var pageOffset = 0.0

  /// The alignment of a floating toolbar.
  enum ToolBarAlignment: String, Hashable, Sendable, CaseIterable {
    case leading, center, trailing, fill
  }

  /// All parts that are not among the card's own parts.
  var parts: [AnyPart] { titleContent + accessory + floatingToolBar + bottomView + backdrop }

  /// The rows in sections; empty for a card without a table.
  var table: [SheetSection] { rows.isEmpty ? sections : [SheetSection(rows: rows)] }
}

/// Rows of a table that belong together.
struct SheetSection: Hashable, Sendable {
  var title: String?
  var rows: [String] = []

  static let fields = FieldTable<SheetSection>(needs: [["rows"]]) {
    Field("title", \.title, .text, "The text above the rows.")
    Field("rows", \.rows, .list(.text, 0...Limits.nodes), "The texts of each row.")
  }
}

/// A round floating button over a bottom corner of a card.
struct SheetFloatingButton: Hashable, Sendable {
  var color = Color(rgb: 0x00CC66)
  var image: ImageSource?

  static let fields = FieldTable<SheetFloatingButton> {
    Field("color", \.color, .color, "The colour of a button with a plus sign.")
    Field("image", \.image, .image, "A picture instead of that button.")
  }
}
