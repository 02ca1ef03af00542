package import CardModel
package import CardRaster

/// The properties of a sheet's card besides its parts.
package struct SheetCard: Sendable {
  /// The head of a card.
  package enum TitleStyle: String, Hashable, Sendable, CaseIterable {
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
  package enum TableStyle: String, Hashable, Sendable, CaseIterable {
    case plain, grouped
  }

  package var title: String?
  package var subtitle: String?
  package var titleStyle = TitleStyle.standard
  package var titleContent: [AnyPart] = []
  package var accessory: [AnyPart] = []
  package var showCloseButton: Bool?
  package var mapContent: Bool?
  package var backdrop: [AnyPart] = []
  package var initialPosition: SheetPosition?
  package var lastPosition: SheetPosition?
  package var titleTextColor: Color?
  package var subtitleTextColor: Color?
  package var titleFont: FontSpec?
  package var subtitleFont: FontSpec?
  package var backgroundColor: Paint?
  package var grabHandleColor: Color?
  package var closeButtonCrossColor: Color?
  package var closeButtonBackgroundColor: Color?
  package var tableStyle = TableStyle.plain
  package var rows: [String] = []
  package var sections: [SheetSection] = []
  package var selectedRow: Int?
  package var floatingButton: SheetFloatingButton?
  package var floatingToolBar: [AnyPart] = []
  package var floatingToolBarAlignment = ToolBarAlignment.center
  package var bottomView: [AnyPart] = []
  package var bottomViewHeight: Double?
  package var currentPage = 0
  package var pageOffset = 0.0

  package init() {}

  /// The alignment of a floating toolbar.
  package enum ToolBarAlignment: String, Hashable, Sendable, CaseIterable {
    case leading, center, trailing, fill
  }

  /// All parts that are not among the card's own parts.
  package var parts: [AnyPart] { titleContent + accessory + floatingToolBar + bottomView + backdrop }

  /// The rows in sections; empty for a card without a table.
  package var table: [SheetSection] { rows.isEmpty ? sections : [SheetSection(rows: rows)] }
}

/// Rows of a table that belong together.
package struct SheetSection: Hashable, Sendable {
  package var title: String?
  package var rows: [String] = []

  package init(title: String? = nil, rows: [String] = []) {
    self.title = title
    self.rows = rows
  }

  package static let fields = FieldTable<SheetSection>(needs: [["rows"]]) {
    Field("title", \.title, .text, "The text above the rows.")
    Field("rows", \.rows, .list(.text, 0...Limits.nodes), "The texts of each row.")
  }
}

/// A round floating button over a bottom corner of a card.
package struct SheetFloatingButton: Hashable, Sendable {
  package var color = Color(rgb: 0x00CC66)
  package var image: ImageSource?

  package init() {}

  package static let fields = FieldTable<SheetFloatingButton> {
    Field("color", \.color, .color, "The colour of a button with a plus sign.")
    Field("image", \.image, .image, "A picture instead of that button.")
  }
}
