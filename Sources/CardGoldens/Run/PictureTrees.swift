import CardParts
import CardRaster

/// A picture file in a tree.
struct TreeFile: Sendable {
  /// The folder that was given.
  var root: String
  /// The path below it.
  var path: String
  /// The size in bytes when the tree was listed.
  var size: Int

  var full: String { FilePath.join(root, path) }

  /// Reads the file; a link must not lead out of the tree.
  func read() throws(RasterError) -> [UInt8] {
    try FileReading.read(path: full, foundIn: root, limit: Limits.imageBytes)
  }
}

/// The files of one tree.
private struct TreeListing {
  private(set) var files: [TreeFile] = []
  /// The paths of pictures of other formats.
  private(set) var others: [String] = []
  /// Paths that are not valid UTF-8, with the invalid bytes replaced.
  private(set) var invalid: [String] = []

  /// The extensions of pictures that cannot be compared, which is reported.
  private static let otherEndings: Set = ["gif", "svg", "avif", "bmp", "tif", "tiff", "heic", "jxl"]

  /// Lists a folder, except the folder of failures and those of other programs.
  init(_ root: String, failures: String) throws(DeckError) {
    let excluded = FilePath.real(failures)
    let real = FilePath.real(root) ?? root
    let entries = try DeckError.wrapping(
      try FileTree.entries(below: root, allowsInvalidNames: true) { path in
        let name = FilePath.name(of: path)
        return name == ".git" || name == "node_modules" || FilePath.join(real, path) == excluded
      })
    for entry in entries {
      let ending = FilePath.pathExtension(of: entry.path)
      if entry.kind == .invalidName {
        // A name without an extension may be that of a folder.
        if ending.isEmpty || GoldenFiles.endings.contains(ending) { invalid.append(entry.path) }
      } else if GoldenFiles.endings.contains(ending) {
        let size = entry.kind == .link ? AppendOnlyFile.size(of: FilePath.join(root, entry.path)) : entry.size
        files.append(TreeFile(root: root, path: entry.path, size: size ?? 0))
      } else if Self.otherEndings.contains(ending) {
        others.append(FilePath.join(root, entry.path))
      }
    }
  }
}

/// One picture of a review: its expected file, its actual file, or both.
struct ReviewedPicture: Sendable {
  /// The path by which the files belong together; patterns of settings match it.
  var key: String
  /// The unique name, derived from the key.
  var name = GoldenName.blank
  var expected: TreeFile?
  var actual: TreeFile?
  /// The path of the expected file below its tree, whether or not it exists.
  var target: String
  /// Whether approving can write `target`, which is unknown if a tool only copied the expected picture.
  var hasTarget = true
  /// The expected file below its tree that has another name and the content of `actual`.
  var movedFrom: String?
  /// The reason why the files cannot be opened.
  var problem: String?
}

/// The pictures of two trees, matched by their names in a layout.
struct PictureTrees {
  private(set) var pictures: [ReviewedPicture] = []
  /// The paths of pictures of other formats.
  private(set) var others: [String] = []
  /// The layout, which is detected if there is only one folder.
  let layout: ReviewLayout
  /// Whether no file of either tree is a picture.
  let areEmpty: Bool

  /// Lists both trees and matches their pictures, by name and by content.
  ///
  /// - Throws: a `DeckError` if a folder cannot be read, or if the layout of a single folder is unknown.
  init(_ request: GoldenRequest, actual: String) throws(DeckError) {
    let isOne = request.goldens == actual
    let ours = try TreeListing(request.goldens, failures: request.failures)
    let theirs = isOne ? ours : try TreeListing(actual, failures: request.failures)
    let layout =
      isOne && request.layout == .mirrored ? try Self.detect(ours.files, in: actual) : request.layout
    self.layout = layout
    others = ours.others + (isOne ? [] : theirs.others)
    let lastRun = theirs.files.compactMap { layout.run(of: $0.path) }.max {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    var found = KeyedPictures(layout)
    // The copy in the results of a tool, if the snapshots are in the other folder.
    var results = KeyedPictures(layout)
    for file in ours.files where !isOne {
      if layout.isCopy {
        found.add(file, file.path, .expected)
      } else if let (side, key) = layout.side(of: file.path), side == .expected {
        found.add(file, key, .expected)
      }
    }
    for file in theirs.files {
      guard let (side, key) = layout.side(of: file.path) else { continue }
      if let run = layout.run(of: file.path), run != lastRun { continue }
      if isOne {
        found.add(file, key, side)
      } else if layout.isCopy {
        results.add(file, key, side)
      } else if side == .actual || layout.actual.isEmpty {
        found.add(file, key, .actual)
      }
    }
    for path in Set(ours.invalid + theirs.invalid) {
      found.addProblem(path, "the name is not valid UTF-8; rename the file or folder")
    }
    pictures = found.sorted
    areEmpty = pictures.isEmpty && results.sorted.isEmpty
    addResults(results.sorted)
    if layout.isPartial {
      // The tool writes only failures.
      pictures.removeAll { $0.actual == nil && $0.problem == nil }
    } else {
      matchMoved()
    }
    if isOne, layout.isCopy { for number in pictures.indices { pictures[number].hasTarget = false } }
    pictures = Self.named(pictures)
  }

  /// The layout of the only folder: the one that pairs most pictures.
  private static func detect(_ files: [TreeFile], in folder: String) throws(DeckError) -> ReviewLayout {
    var best: (count: Int, layout: ReviewLayout)?
    for layout in ReviewLayout.known where layout.fitsOneFolder {
      var sides: [String: Set<ReviewLayout.Side>] = [:]
      for file in files {
        if let (side, key) = layout.side(of: file.path) { sides[key, default: []].insert(side) }
      }
      let count = sides.values.count { $0.count == 2 }
      if count > best?.count ?? 0 { best = (count, layout) }
    }
    guard let best else {
      throw DeckError(
        message: "no layout of another tool was recognised in '\(folder)'",
        hint: "give two folders, or a layout with --layout")
    }
    return best.layout
  }

  /// The pictures with names that are unique on every system, also where the case of letters does not count.
  private static func named(_ pictures: [ReviewedPicture]) -> [ReviewedPicture] {
    var used: Set<String> = []
    return pictures.map { picture in
      var picture = picture
      // A path may have characters that names of goldens cannot have.
      let plain = (try? GoldenName(picture.key)) ?? GoldenName(nearest: picture.key) ?? .unnamed
      picture.name = plain
      var number = 2
      while !used.insert(picture.name.collisionKey).inserted {
        let file = "(\(number)) \(FilePath.name(of: plain.text))"
        picture.name =
          GoldenName(nearest: FilePath.join(FilePath.directory(of: plain.text), file))
          ?? GoldenName(nearest: "unnamed \(number)") ?? .unnamed
        number += 1
      }
      return picture
    }.sorted { $0.name < $1.name }
  }
}

/// Pictures by their keys; two keys are equal if their bytes are.
private struct KeyedPictures {
  private let layout: ReviewLayout
  private var pictures: [[UInt8]: ReviewedPicture] = [:]

  init(_ layout: ReviewLayout) { self.layout = layout }

  mutating func add(_ file: TreeFile, _ key: String, _ side: ReviewLayout.Side) {
    let id = Array(key.utf8)
    var picture = pictures[id] ?? ReviewedPicture(key: key, target: layout.expectedPath(key))
    switch side {
    case .expected: (picture.expected, picture.target) = (file, file.path)
    case .actual: picture.actual = file
    }
    pictures[id] = picture
  }

  /// Adds a file that cannot be opened.
  mutating func addProblem(_ path: String, _ problem: String) {
    pictures[Array(path.utf8) + [0]] = ReviewedPicture(key: path, target: path, problem: problem)
  }

  /// The pictures by the components of their keys, so that `a/x` is before `a-retry1/x`.
  var sorted: [ReviewedPicture] {
    pictures.map { (steps: $0.key.split(separator: UInt8(ascii: "/")), picture: $0.value) }.sorted { a, b in
      a.steps.lexicographicallyPrecedes(b.steps) { $0.lexicographicallyPrecedes($1) }
    }.map(\.picture)
  }
}

/// Matching by content.
extension PictureTrees {
  /// Adds the results of a tool that copies the expected picture into the folder of results.
  ///
  /// The copy leads to the snapshot, which approving replaces. Of several runs of a test the last one counts.
  private mutating func addResults(_ results: [ReviewedPicture]) {
    guard !results.isEmpty else { return }
    var contents = FileContents()
    for (number, picture) in pictures.enumerated() {
      if let file = picture.expected { contents.add(file, number) }
    }
    for result in results {
      guard let actual = result.actual else { continue }
      if let place = snapshot(of: result, contents.equals(of: result.expected ?? actual)) {
        pictures[place].actual = actual
      } else {
        var result = result
        result.hasTarget = false
        pictures.append(result)
      }
    }
  }

  /// The picture of the snapshot that a result belongs to, among those with the same content.
  ///
  /// It is the one whose path has the longest common start with that of the result. Tools replace slashes.
  private func snapshot(of result: ReviewedPicture, _ found: [Int]) -> Int? {
    func letters(_ path: String) -> [UInt8] {
      path.utf8.map { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") ? UInt8(ascii: "-") : $0 }
    }
    let (file, whole) = (FilePath.name(of: result.key), letters(result.key))
    let stem = file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex)
    let named = found.filter { FilePath.name(of: pictures[$0].target).hasPrefix(stem) }
    // A new snapshot has no copy, and other tests may have an equal one.
    let candidates = named.isEmpty && result.expected != nil ? found : named
    let rated = candidates.map { number in
      (number, zip(letters(pictures[number].target), whole).prefix { $0 == $1 }.count)
    }
    guard let best = rated.max(by: { $0.1 < $1.1 }), rated.count(where: { $0.1 == best.1 }) == 1 else {
      return nil
    }
    return best.0
  }

  /// Pairs expected and actual files that have the same content under different names.
  private mutating func matchMoved() {
    var contents = FileContents()
    for (number, picture) in pictures.enumerated() where picture.actual == nil {
      if let file = picture.expected { contents.add(file, number) }
    }
    var gone: Set<Int> = []
    for (number, picture) in pictures.enumerated() where picture.expected == nil {
      guard let file = picture.actual else { continue }
      guard let place = contents.equals(of: file).first(where: { !gone.contains($0) }) else { continue }
      pictures[number].movedFrom = pictures[place].target
      gone.insert(place)
    }
    pictures = pictures.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
  }
}

/// Finds files with equal content.
///
/// Only files of equal size are read, each once. A Git LFS pointer counts as the file that it replaces.
private struct FileContents {
  private struct Item {
    var file: TreeFile
    var number: Int
    var digest: String?
  }

  private var items: [Int: [Item]] = [:]

  mutating func add(_ file: TreeFile, _ number: Int) {
    let pointer = Self.pointer(file)
    items[pointer?.size ?? file.size, default: []].append(
      Item(file: file, number: number, digest: pointer?.digest))
  }

  /// The numbers of the files with the same content.
  mutating func equals(of file: TreeFile) -> [Int] {
    let pointer = Self.pointer(file)
    let size = pointer?.size ?? file.size
    guard var same = items[size], let digest = pointer?.digest ?? Self.digest(file) else { return [] }
    for index in same.indices where same[index].digest == nil {
      same[index].digest = Self.digest(same[index].file) ?? ""
    }
    items[size] = same
    return same.filter { $0.digest == digest }.map(\.number)
  }

  private static func pointer(_ file: TreeFile) -> GitLFSPointer? {
    guard file.size < GitLFSPointer.mostBytes, let bytes = try? file.read() else { return nil }
    return GitLFSPointer(bytes)
  }

  /// The hash of a file; nil if it cannot be read, which is reported when the picture is compared.
  private static func digest(_ file: TreeFile) -> String? {
    guard let bytes = try? file.read() else { return nil }
    return SHA256.hex(bytes)
  }
}

/// The text that Git LFS stores instead of a file, until the file is downloaded.
struct GitLFSPointer: Equatable {
  /// The size below which a file may be a pointer.
  static let mostBytes = 1024
  /// The SHA-256 hash of the file.
  let digest: String
  /// The size of the file in bytes.
  let size: Int

  /// Parses a pointer; nil for other files.
  init?(_ bytes: [UInt8]) {
    guard bytes.count < Self.mostBytes, bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8)
    else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    func value(_ mark: String) -> String? {
      lines.first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
    }
    digest = value("oid sha256:") ?? ""
    size = value("size ").flatMap { Int($0) } ?? 0
  }
}

extension GoldenName {
  /// The name of a file whose name has no valid character.
  static let unnamed = (try? GoldenName("unnamed")) ?? .blank
}
