import Glibc
import Testing

/// A temporary folder for a test, removed afterwards.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    var name = Array(((root.isEmpty ? "/tmp" : root) + "/cardshot-test-XXXXXX").utf8CString)
    let made = mkdtemp(&name) != nil
    try #require(made)
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.empty(path) }

  private static func empty(_ path: String) {
    for name in names(in: path) {
      let inner = path + "/" + name
      // A link to a folder is removed, not followed.
      if unlink(inner) != 0 { empty(inner) }
    }
    rmdir(path)
  }

  /// The names in the folder.
  package var names: [String] { Self.names(in: path) }

  private static func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { found.append(name) }
    }
    return found.sorted()
  }
}
