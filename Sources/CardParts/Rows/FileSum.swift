import CardRaster

/// Computes digests of files.
enum FileSum {
  /// The number of bytes that are read at once.
  private static let piece = 1 << 20

  /// The digest of a file of any size; nil if the path is not a file.
  static func of(_ path: String) -> String? {
    // Reading a pipe would block.
    guard FileTree.isFile(path), let source = try? ByteSource(path: path) else { return nil }
    var sums = ""
    while true {
      guard let bytes = try? source.next(atMost: piece) else { return nil }
      if bytes.isEmpty { return SHA256.hex(Array(sums.utf8)) }
      sums += SHA256.hex(bytes)
    }
  }
}
