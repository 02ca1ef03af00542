import CardRaster

/// What a card of a sheet has beside its parts.
struct SheetCard: Sendable {
  /// What stands at the top of a card.
  enum TitleStyle: String, Hashable, Sendable, CaseIterable {
    /// Title and subtitle.
    case standard = "default"
    /// Parts of its own.
    case custom
    /// Parts of its own, below which the card's content goes on.
    case customExtended
    /// Nothing.
    case none
  }

  /// How the rows of a table look.
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

  /// Where a floating bar of buttons stands.
  enum ToolBarAlignment: String, Hashable, Sendable, CaseIterable {
    case leading, center, trailing, fill
  }

  /// All parts that are not among the card's own.
  var parts: [AnyPart] { titleContent + accessory + floatingToolBar + bottomView + backdrop }

  /// The rows in their sections; none for a card that is no table.
  var table: [SheetSection] { rows.isEmpty ? sections : [SheetSection(rows: rows)] }
}

/// Rows of a table that belong together.
struct SheetSection: Hashable, Sendable {
  var title: String?
  var rows: [String] = []

  static let fields = FieldTable<SheetSection>(needs: [["rows"]]) {
    Field("title", \.title, .text, "Words above the rows.")
    Field("rows", \.rows, .list(.text, 0...Limits.nodes), "The words of each row.")
  }
}

/// A round button over the lower corner of a card.
struct SheetFloatingButton: Hashable, Sendable {
  var color = Color(rgb: 0x00CC66)
  var image: ImageSource?

  static let fields = FieldTable<SheetFloatingButton> {
    Field("color", \.color, .color, "The colour of a button with a plus sign.")
    Field("image", \.image, .image, "A picture instead of that button.")
  }
}
