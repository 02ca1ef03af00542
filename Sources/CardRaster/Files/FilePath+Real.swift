import Glibc

extension FilePath {
  /// The path without links, dots and empty steps, seen from the root of the file system; nil when nothing is there.
  ///
  /// A link at the end stays: it is the name under which somebody knows the file.
  package static func real(_ path: String) -> String? {
    guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
      guard stat(path, &status) == 0, let folder = resolved(directory(of: path)) else { return nil }
      return join(folder, name(of: path))
    }
    return resolved(path)
  }

  /// The path by which a file is the same however it is spelled, with all links followed; it may be missing.
  package static func identity(_ path: String) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else { return path }
    if let found = resolved(path) { return found }
    let folder = directory(of: path)
    return join(folder == path ? folder : identity(folder), name(of: path))
  }

  /// The way from one folder to a path below it, both as `real` gives them; nil when it lies elsewhere.
  ///
  /// Empty for the folder itself.
  package static func relative(_ path: String, to folder: String) -> String? {
    if path.utf8.elementsEqual(folder.utf8) { return "" }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    guard path.utf8.starts(with: start.utf8) else { return nil }
    return String(path.utf8.dropFirst(start.utf8.count))
  }

  /// The path with all links followed, without dots and empty steps; nil when nothing is there, and `errno` says why.
  ///
  /// The corresponding C function is `realpath`.
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
