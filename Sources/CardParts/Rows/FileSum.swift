import CardRaster

/// Sums of what files hold.
enum FileSum {
  /// How much of a file is in memory.
  private static let piece = 1 << 20

  /// The sum of a file of any size, which another content does not have; nil for what is no file.
  static func of(_ path: String) -> String? {
    // A pipe would be waited for.
    guard FileTree.isFile(path), let source = try? ByteSource(path: path) else { return nil }
    var sums = ""
    while true {
      guard let bytes = try? source.next(atMost: piece) else { return nil }
      if bytes.isEmpty { return SHA256.hex(Array(sums.utf8)) }
      sums += SHA256.hex(bytes)
    }
  }
}
