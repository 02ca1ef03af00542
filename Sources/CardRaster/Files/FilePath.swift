/// Parts of a path, by its text alone.
package enum FilePath {
  /// The folder of a path: `a/b.png` → `a`, `b.png` → `.`, `/b.png` → `/`.
  package static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    var end = slash
    while end > path.utf8.startIndex, path.utf8[path.utf8.index(before: end)] == UInt8(ascii: "/") {
      end = path.utf8.index(before: end)
    }
    return end == path.utf8.startIndex ? "/" : String(path[..<end])
  }

  /// The last part of a path: `a/b.png` → `b.png`.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// The letters after the last dot of the name, in lower case: `a/b.PNG` → `png`; empty when there are none.
  package static func pathExtension(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// A path seen from a folder: `a` and `b.png` → `a/b.png`; an absolute path stays as it is.
  package static func join(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") || folder.isEmpty || folder == "." { return path }
    return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }
}
