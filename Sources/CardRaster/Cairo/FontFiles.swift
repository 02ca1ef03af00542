internal import CCairo
internal import Glibc

/// Looks at font files before a library opens them.
enum FontFiles {
  /// The size of a regular file in bytes; messages name the file, and not the folders of the machine.
  ///
  /// - Throws: `RasterError.file` when there is none, or when it is a folder, a device or a pipe.
  ///
  /// The corresponding C function is `stat`.
  static func size(of path: String) throws(RasterError) -> Int {
    guard !path.utf8.contains(0) else { throw .file(path: path, reason: "the name holds a NUL byte") }
    let name = FilePath.name(of: path)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .file(path: name, reason: SystemError.reason(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .file(path: name, reason: "it is not a regular file")
    }
    return Int(status.st_size)
  }

  /// Checks that a file is one that HarfBuzz reads, by its first four bytes; FreeType reads more than that.
  ///
  /// The signatures are those of the OpenType specification, "Organization of an OpenType Font", and Apple's `true`.
  ///
  /// - Throws: `RasterError.file` for fonts of other kinds, such as WOFF, and for what is no font.
  static func checkIsOpenType(_ path: String) throws(RasterError) {
    let start = try FileReading.beginning(path: path, count: 4)
    let signatures: [[UInt8]] = [[0, 1, 0, 0], Array("OTTO".utf8), Array("ttcf".utf8), Array("true".utf8)]
    guard !signatures.contains(start) else { return }
    let isPacked = start == Array("wOFF".utf8) || start == Array("wOF2".utf8)
    throw .file(
      path: FilePath.name(of: path),
      reason: isPacked
        ? "it is packed for the web (WOFF); unpack it to TrueType or OpenType"
        : "it is neither a TrueType nor an OpenType font")
  }

  /// Whether letters of a file have colours that are not drawn: in outlines (COLR, SVG), not in pictures of fixed sizes.
  ///
  /// The tables are those of the OpenType specification; of a collection the first font is not looked for.
  static func hasColoredOutlines(_ path: String) throws(RasterError) -> Bool {
    let start = try FileReading.beginning(path: path, count: 12 + 16 * 100)
    guard start.count > 12 else { return false }
    let count = Int(start[4]) << 8 | Int(start[5])
    let tags = Set(
      (0..<min(count, 100)).compactMap { index -> String? in
        let place = 12 + 16 * index
        return place + 4 <= start.count ? String(decoding: start[place..<place + 4], as: UTF8.self) : nil
      })
    return !tags.isDisjoint(with: ["COLR", "SVG "]) && tags.isDisjoint(with: ["CBDT", "sbix"])
  }

  /// The font files in a folder and below it, sorted by path; an empty list when there is no such folder.
  ///
  /// Symbolic links to folders are not followed, so that a loop ends. The corresponding C function is `readdir`.
  static func all(below folder: String, depth: Int = 8) -> [String] {
    guard depth > 0, let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var files: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        files += all(below: path, depth: depth - 1)
      } else if isFont(name), let size = try? size(of: path), size <= Limits.fontBytes {
        files.append(path)
      }
    }
    return files.sorted()
  }

  private static func isFont(_ name: String) -> Bool {
    let ending = name.split(separator: ".").last?.lowercased()
    return ["ttf", "otf", "ttc", "otc"].contains(ending)
  }
}
