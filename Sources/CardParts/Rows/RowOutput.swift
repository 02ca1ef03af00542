import CardRaster

/// A file that is made for each row.
public struct RowOutput: Sendable {
  /// Its name.
  public var name: OutputName
  /// What it is: of an e-mail, its pictures.
  public var order: PictureOrder
  /// By how much it has more pixels in a point than was asked for.
  public var factor: Double
  /// How it becomes an e-mail; nil for a picture.
  public var mail: MailSettings?

  /// Makes an output.
  public init(name: OutputName, order: PictureOrder, factor: Double = 1, mail: MailSettings? = nil) {
    (self.name, self.order, self.factor, self.mail) = (name, order, factor, mail)
  }

  /// The names of all files that it makes of a row.
  ///
  /// - Throws: an issue of the row when it has no name.
  func names(of row: DataRow, appearance: Appearance) throws(DeckIssue) -> [String] {
    let name = try name.name(of: row, appearance: appearance)
    return mail?.fileNames(of: name, order.format) ?? [name]
  }
}

/// A file of a row.
public struct RowFile: Sendable {
  /// Its name.
  public let name: String
  /// Its bytes; empty when it was there and is left as it is.
  public let bytes: [UInt8]
  /// How many bytes it has.
  public let size: Int
  /// Pixels in a row; 0 for a file that is left as it is.
  public let width: Int
  /// Rows of pixels; 0 for a file that is left as it is.
  public let height: Int
}

/// What became of a row.
public struct RowResult: Sendable {
  /// Where the row stands.
  public let place: RowPlace
  /// Its files; empty for a row that is broken.
  public var files: [RowFile] = []
  /// Errors of a broken row, else warnings.
  public var issues: [DeckIssue] = []
  /// What the picture says to those who cannot see it.
  public var alt = ""
  /// Where taps on the picture go, as `inspect` tells it.
  public var regions: [JSONNode] = []
  /// Whether its files are those of an earlier run.
  public var isKept = false
  /// The files that were read for it, below the deck's folder.
  public var reads: [String] = []

  /// Whether it could not be drawn.
  public var isBroken: Bool { issues.contains { $0.severity == .error } }
}
