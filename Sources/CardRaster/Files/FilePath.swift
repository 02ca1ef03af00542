import Glibc

/// Operations on paths; most look only at the text.
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

  /// The last component of a path: `a/b.png` → `b.png`.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// The extension in lower case: `a/b.PNG` → `png`; empty if the name has none.
  package static func pathExtension(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Whether the extension is that of JSON, or of JSON with comments.
  package static func isJSON(_ path: String) -> Bool { ["json", "jsonc"].contains(pathExtension(of: path)) }

  /// The path without an extension of JSON.
  package static func withoutJSON(_ path: String) -> String {
    isJSON(path) ? String(path.dropLast(pathExtension(of: path).count + 1)) : path
  }

  /// A path relative to a folder: `a` and `b.png` → `a/b.png`; an absolute path stays as it is.
  package static func join(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") || folder.isEmpty || folder == "." { return path }
    return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }
}

extension FilePath {
  /// The absolute path without links, dots and empty components; nil if nothing exists there.
  ///
  /// A link at the end is kept: its name is the one that users know.
  package static func real(_ path: String) -> String? {
    guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
      guard stat(path, &status) == 0, let folder = resolved(directory(of: path)) else { return nil }
      return join(folder, name(of: path))
    }
    return resolved(path)
  }

  /// The path from the root, otherwise unchanged.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = resolved(".") else { return path }
    return join(folder, path)
  }

  /// A canonical path with all links followed, the same for every spelling of a file.
  ///
  /// The file may be missing.
  package static func identity(_ path: String) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else { return path }
    if let found = resolved(path) { return found }
    let folder = directory(of: path)
    return join(folder == path ? folder : identity(folder), name(of: path))
  }

  /// The path relative to a folder, both as `real` returns them; nil if it is not below the folder.
  ///
  /// Empty for the folder itself.
  package static func relative(_ path: String, to folder: String) -> String? {
    if path.utf8.elementsEqual(folder.utf8) { return "" }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    guard path.utf8.starts(with: start.utf8) else { return nil }
    return String(path.utf8.dropFirst(start.utf8.count))
  }

  /// The path with all links followed, without dots and empty components.
  ///
  /// Returns nil with the reason in `errno` if nothing exists there. The corresponding C function is
  /// `realpath`.
  static func resolved(_ path: String) -> String? {
    guard !path.utf8.contains(0) else {
      errno = EINVAL
      return nil
    }
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
