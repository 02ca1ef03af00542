import Glibc

/// Lists and creates folders, and removes files.
///
/// Guarantees: below the given folder, no symbolic link is followed.
package enum FileTree {
  /// A file, link or other object below a folder; not a folder itself.
  package struct Entry: Hashable, Sendable {
    /// The type of an entry.
    package enum Kind: Hashable, Sendable {
      /// A regular file.
      case file
      /// A symbolic link to a file, a folder or nothing.
      case link
      /// A pipe, a socket or a device.
      case other
      /// A file or folder whose name is not valid UTF-8; the invalid bytes in its path are replaced.
      case invalidName
    }

    /// The path relative to the listed folder, with slashes.
    package let path: String
    /// The type of the entry.
    package let kind: Kind
    /// The size of a file in bytes.
    package var size = 0
  }

  /// All entries below a folder except folders, in byte order of their paths.
  ///
  /// - Parameters:
  ///   - folder: the folder to list.
  ///   - skips: whether to skip a folder, given by its path relative to the listed one.
  ///   - allowsInvalidNames: whether a name that is not valid UTF-8 is an entry instead of an error.
  /// - Throws: `RasterError.file` if a folder is missing or cannot be read, or a name is not valid UTF-8;
  ///   `RasterError.limit` for more than `Limits.folderEntries` entries or deeper than `Limits.folderDepth`.
  package static func entries(
    below folder: String, allowsInvalidNames: Bool = false, skips: (String) -> Bool = { _ in false }
  ) throws(RasterError) -> [Entry] {
    try checkPath(folder)
    var found: [Entry] = []
    var count = 0
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw folderError(folder) }
    try list(descriptor, folder, "", depth: 0, allowsInvalidNames, skips, &count, &found)
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The type of the object at a path, without following a link at its end; nil if nothing exists there.
  ///
  /// - Throws: `RasterError.file` if the type cannot be determined.
  package static func kind(of path: String) throws(RasterError) -> Entry.Kind? {
    try checkPath(path)
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else {
        throw .file(path: path, reason: SystemError.reason(errno))
      }
      return nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFLNK: return .link
    default: return .other
    }
  }

  /// Whether a path is a folder or a link to one.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return !path.utf8.contains(0) && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a path is a regular file or a link to one.
  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return !path.utf8.contains(0) && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Checks that a path is a regular file or missing, not a pipe, a socket, a device or a folder.
  ///
  /// - Throws: `RasterError.file`.
  package static func checkIsNoPipe(_ path: String) throws(RasterError) {
    guard try kind(of: path) == .other else { return }
    throw .file(path: path, reason: isFolder(path) ? SystemError.reason(EISDIR) : SystemError.noFile)
  }

  /// Whether a path is an empty folder; false if that cannot be determined.
  package static func isEmptyFolder(_ path: String) -> Bool {
    guard !path.utf8.contains(0), let directory = opendir(path) else { return false }
    defer { closedir(directory) }
    // Two entries are the folder itself and its parent.
    return (0...2).allSatisfy { number in (readdir(directory) != nil) == (number < 2) }
  }

  /// Creates a folder and its missing parents; an existing folder is left as it is.
  ///
  /// - Throws: `RasterError.file`.
  package static func makeFolder(_ path: String) throws(RasterError) {
    try checkPath(path)
    if isFolder(path) { return }
    let above = FilePath.directory(of: trimmed(path))
    if above != "." && above != "/" { try makeFolder(above) }
    // Another process may create the same folder at this moment.
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw .file(path: path, reason: SystemError.reason(errno))
    }
    guard isFolder(path) else { throw .file(path: path, reason: "it is not a folder") }
  }

  /// Creates the folders that a file below a folder needs, and returns the file's path.
  ///
  /// - Parameters:
  ///   - file: a path relative to the folder without `.` and `..` components.
  ///   - root: the folder, which is created too; links in its own path are followed.
  /// - Throws: `RasterError.file`, also if a component below `root` is a symbolic link: it would lead out of
  ///   the folder.
  @discardableResult
  package static func makeFolders(for file: String, below root: String) throws(RasterError) -> String {
    try makeFolder(root.isEmpty ? "." : root)
    let path = try place(of: file, below: root)
    try makeFolder(FilePath.directory(of: path))
    return path
  }

  /// The path of a file below a folder; the file and its folders may be missing.
  ///
  /// - Throws: `RasterError.file` for a path that leaves the folder by `..`, by a leading slash or by a link.
  package static func place(of file: String, below root: String) throws(RasterError) -> String {
    try checkPath(file)
    let steps = file.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var path = root
    for (number, step) in steps.enumerated() {
      guard !step.isEmpty, !step.elementsEqual(".".utf8), !step.elementsEqual("..".utf8) else {
        throw .file(path: file, reason: "it is not a path below its folder")
      }
      path = FilePath.join(path, String(Substring(step)))
      if number < steps.count - 1, try kind(of: path) == .link {
        throw .file(path: path, reason: "it is a symbolic link, which may point outside the folder")
      }
    }
    return path
  }

  /// The path, without links, of a file that was found in a folder instead of being named by the user.
  ///
  /// - Throws: `RasterError.file` if a link leads out of that folder and out of the current one.
  package static func found(_ path: String, in folder: String) throws(RasterError) -> String {
    try checkPath(path)
    guard let real = FilePath.resolved(path) else {
      throw .file(path: path, reason: SystemError.reason(errno))
    }
    guard [folder, "."].contains(where: { FilePath.relative(real, to: FilePath.identity($0)) != nil }) else {
      throw .file(path: path, reason: "a symbolic link points outside '\(folder)'")
    }
    return real
  }

  /// Opens a folder below another one, component by component; missing ones are created.
  ///
  /// A link on the way may lead to another place below that folder. A link that appears during the call is
  /// not followed.
  ///
  /// - Returns: a path-only descriptor (`O_PATH`), which the caller closes.
  /// - Throws: `RasterError.file`, also if a link leads out of the folder.
  static func openFolder(_ path: String, below root: String) throws(RasterError) -> Int32 {
    try makeFolder(root.isEmpty ? "." : root)
    guard let rest = FilePath.relative(FilePath.identity(path), to: FilePath.identity(root)) else {
      throw .file(path: path, reason: "a symbolic link points outside '\(root)'")
    }
    let place = descend(rest, from: root, makesFolders: true)
    guard place >= 0 else { throw .file(path: path, reason: SystemError.reason(errno)) }
    return place
  }

  /// Opens a file without following a link anywhere in its path.
  ///
  /// - Parameter path: as `realpath` returns it.
  /// - Returns: a descriptor, or -1 with the reason in `errno`.
  static func openWithoutLinks(_ path: String, _ flags: Int32) -> Int32 {
    let folder = descend(FilePath.directory(of: path), from: "/", makesFolders: false)
    guard folder >= 0 else { return -1 }
    let file = openat(folder, FilePath.name(of: path), flags | O_NOFOLLOW)
    let code = errno
    close(folder)
    errno = code
    return file
  }

  /// Walks down from a folder and opens the last component.
  ///
  /// Returns -1 with the reason in `errno` if a component is missing, a link or not a folder.
  private static func descend(_ steps: String, from root: String, makesFolders: Bool) -> Int32 {
    // The first flag is `O_PATH`: it refers to a place without opening it.
    let flags = 0o10_000_000 | O_DIRECTORY | O_CLOEXEC
    var place = open(root.isEmpty ? "." : root, flags)
    for step in steps.utf8.split(separator: UInt8(ascii: "/")) where place >= 0 {
      let name = String(Substring(step))
      var next = openat(place, name, flags | O_NOFOLLOW)
      if next < 0, errno == ENOENT, makesFolders, mkdirat(place, name, 0o755) == 0 || errno == EEXIST {
        next = openat(place, name, flags | O_NOFOLLOW)
      }
      let code = errno
      close(place)
      (place, errno) = (next, code)
    }
    return place
  }

  /// Removes a file or a link, not the target of the link; returns whether it existed.
  ///
  /// - Throws: `RasterError.file` if it exists and cannot be removed, such as a folder.
  @discardableResult
  package static func removeFile(_ path: String) throws(RasterError) -> Bool {
    try checkPath(path)
    if unlink(path) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else {
      throw .file(path: path, reason: SystemError.reason(errno))
    }
    return false
  }

  /// Removes an empty folder; returns whether it is gone.
  @discardableResult
  package static func removeEmptyFolder(_ path: String) -> Bool {
    !path.isEmpty && !path.utf8.contains(0) && rmdir(path) == 0
  }

  /// Removes the folders of a path below another one, from the innermost, as long as they are empty.
  package static func removeEmptyFolders(of path: String, below folder: String) {
    var inner = FilePath.directory(of: path)
    while inner != "." {
      removeEmptyFolder(FilePath.join(folder, inner))
      inner = FilePath.directory(of: inner)
    }
  }

  /// Lists an open folder and closes it.
  private static func list(
    _ descriptor: Int32, _ path: String, _ below: String, depth: Int, _ allowsInvalidNames: Bool,
    _ skips: (String) -> Bool, _ count: inout Int, _ found: inout [Entry]
  ) throws(RasterError) {
    guard let directory = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      throw .file(path: path, reason: SystemError.reason(code))
    }
    defer { closedir(directory) }
    guard depth < Limits.folderDepth else {
      throw .limit(
        what: "the depth of the folders below '\(path)'", value: Double(depth + 1),
        limit: Double(Limits.folderDepth))
    }
    while true {
      errno = 0
      guard let entry = readdir(directory) else {
        guard errno == 0 else { throw .file(path: path, reason: SystemError.reason(errno)) }
        return
      }
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard bytes != [UInt8(ascii: ".")], bytes != Array("..".utf8) else { continue }
      count += 1
      try RasterError.checkLimit(
        "the number of files and folders in one folder", count, most: Limits.folderEntries)
      guard let name = String(validating: bytes, as: UTF8.self) else {
        guard allowsInvalidNames else {
          throw .file(path: path, reason: "it contains a name that is not valid UTF-8")
        }
        found.append(Entry(path: below + String(decoding: bytes, as: UTF8.self), kind: .invalidName))
        continue
      }
      var status = stat()
      guard fstatat(dirfd(directory), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        // A file that was removed since the folder was read.
        if errno == ENOENT { continue }
        throw .file(path: "\(path)/\(name)", reason: SystemError.reason(errno))
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        if skips(below + name) { continue }
        let inner = openat(dirfd(directory), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard inner >= 0 else { throw .file(path: "\(path)/\(name)", reason: SystemError.reason(errno)) }
        try list(
          inner, FilePath.join(path, name), "\(below)\(name)/", depth: depth + 1, allowsInvalidNames, skips,
          &count, &found)
      case S_IFREG: found.append(Entry(path: below + name, kind: .file, size: Int(status.st_size)))
      case S_IFLNK: found.append(Entry(path: below + name, kind: .link))
      default: found.append(Entry(path: below + name, kind: .other))
      }
    }
  }

  private static func checkPath(_ path: String) throws(RasterError) {
    guard !path.isEmpty else { throw .file(path: path, reason: "the path is empty") }
    guard !path.utf8.contains(0) else { throw .file(path: path, reason: "the path holds a zero byte") }
  }

  private static func folderError(_ path: String) -> RasterError {
    switch errno {
    case ENOENT: .file(path: path, reason: "no such folder")
    case ENOTDIR: .file(path: path, reason: "it is not a folder")
    case let code: .file(path: path, reason: SystemError.reason(code))
    }
  }

  /// A path without trailing slashes.
  private static func trimmed(_ path: String) -> String {
    var text = path[...]
    while text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") { text = text.dropLast() }
    return String(text)
  }
}
