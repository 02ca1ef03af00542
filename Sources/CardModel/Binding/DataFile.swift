/// Data for bindings from a separate file.
package enum DataFile {
  /// Reads a JSON object.
  ///
  /// - Throws: a `DeckError` when the bytes are not JSON, or not an object.
  package static func read(_ bytes: [UInt8], file: String) throws(DeckError) -> JSONNode {
    do throws(DeckIssue) {
      return try DataOverlay.read(bytes, file: file)
    } catch {
      throw DeckError(error)
    }
  }
}
