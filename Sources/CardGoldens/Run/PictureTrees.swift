import CardParts
import CardRaster

/// A picture file in a tree.
struct TreeFile: Hashable, Sendable {
  /// The folder that was given.
  var root: String
  /// The path below it.
  var path: String

  var full: String { FilePath.join(root, path) }

  /// Reads the file; a link must not lead out of the tree.
  func read() throws(RasterError) -> [UInt8] {
    try FileReading.read(path: full, foundIn: root, limit: Limits.imageBytes)
  }

  /// The extensions of pictures that cannot be compared, which is reported.
  static let others: Set<String> = ["gif", "svg", "avif", "bmp", "tif", "tiff", "heic", "jxl"]
}

/// One picture of a review: its expected file, its actual file, or both.
struct ReviewedPicture: Sendable {
  var name: GoldenName
  var expected: TreeFile?
  var actual: TreeFile?
  /// The path of the expected file below its tree, whether or not it exists.
  var target: String
  /// The expected file below its tree that has another name and the content of `actual`.
  var movedFrom: String?
}

/// The pictures of two trees, matched by their names in a layout.
struct PictureTrees {
  private(set) var pictures: [ReviewedPicture] = []
  /// The paths of pictures of other formats.
  private(set) var others: [String] = []
  /// The layout, which is detected if there is only one folder.
  private(set) var layout: ReviewLayout

  /// Lists both trees and matches their pictures by name.
  ///
  /// - Throws: a `DeckError` if a folder cannot be read, or no file is a picture.
  init(_ request: GoldenRequest, actual: String) throws(DeckError) {
    layout = request.layout
    let isOne = request.goldens == actual
    let excluded = FilePath.real(request.failures)
    var others: [String] = []
    func list(_ root: String) throws(DeckError) -> [TreeFile] {
      let real = FilePath.real(root) ?? root
      let entries = try DeckError.wrapping(
        try FileTree.entries(below: root) { path in
          let name = FilePath.name(of: path)
          return name == ".git" || name == "node_modules" || FilePath.join(real, path) == excluded
        })
      return entries.compactMap { entry in
        let ending = FilePath.pathExtension(of: entry.path)
        if TreeFile.others.contains(ending) { others.append(FilePath.join(root, entry.path)) }
        return GoldenFiles.endings.contains(ending) ? TreeFile(root: root, path: entry.path) : nil
      }
    }
    let ours = try list(request.goldens)
    let theirs = isOne ? ours : try list(actual)
    self.others = others
    if isOne, layout == .mirrored { layout = try Self.detect(ours, in: actual) }
    // The keys are paths of files, which are equal if their bytes are.
    var found: [[UInt8]: ReviewedPicture] = [:]
    var copies: [[UInt8]: TreeFile] = [:]
    func put(_ file: TreeFile, _ key: String, _ side: ReviewLayout.Side) {
      let id = Array(key.utf8)
      var picture = found[id] ?? ReviewedPicture(name: .blank, target: layout.expectedPath(key))
      if side == .expected {
        (picture.expected, picture.target) = (file, file.path)
      } else if layout.hasRuns, let other = picture.actual,
        other.path.utf8.lexicographicallyPrecedes(file.path.utf8) == false
      {
        return
      } else {
        picture.actual = file
      }
      found[id] = picture
    }
    for file in ours {
      if isOne || !layout.expected.isEmpty, let (side, key) = layout.side(of: file.path) {
        if isOne || side == .expected { put(file, key, side) }
      } else if !isOne, layout.side(of: file.path)?.side ?? .expected == .expected || layout.isCopy {
        put(file, layout.top == nil ? file.path : layout.side(of: file.path)?.key ?? file.path, .expected)
      }
    }
    if !isOne {
      for file in theirs {
        guard let (side, key) = layout.side(of: file.path) else { continue }
        if layout.actual.isEmpty || side == .actual {
          put(file, key, .actual)
        } else {
          copies[Array(key.utf8)] = file
        }
      }
    }
    pictures = named(found)
    if layout.isCopy, !isOne {
      matchCopies(copies.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.value, $0.key) })
    }
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
        DeckIssue(
          .error, file: "", message: "no layout of another tool was recognised in '\(folder)'",
          hint: "give two folders, or a layout with --layout"))
    }
    return best.layout
  }

  /// The pictures with unique names, sorted.
  private func named(_ found: [[UInt8]: ReviewedPicture]) -> [ReviewedPicture] {
    var used: Set<String> = []
    return found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, picture in
      var picture = picture
      let path = String(decoding: key, as: UTF8.self)
      // A name may have characters that names of goldens cannot have.
      let plain = (try? GoldenName(path)) ?? GoldenName(nearest: path) ?? .unnamed
      picture.name = plain
      var number = 2
      while !used.insert(picture.name.collisionKey).inserted {
        picture.name = GoldenName(nearest: "copy \(number) of \(plain.text)") ?? .unnamed
        number += 1
      }
      return picture
    }.sorted { $0.name < $1.name }
  }
}

/// Matching by content.
extension PictureTrees {
  /// Replaces names of a tool's own copies by the expected files with the same bytes.
  private mutating func matchCopies(_ copies: [(file: TreeFile, key: [UInt8])]) {
    var places: [String: [Int]] = [:]
    for (number, picture) in pictures.enumerated() where picture.expected != nil && picture.actual == nil {
      if let digest = Self.digest(picture.expected) { places[digest, default: []].append(number) }
    }
    var unpaired: [[UInt8]: Int] = [:]
    for (number, picture) in pictures.enumerated() where picture.expected == nil {
      unpaired[Array(picture.name.text.utf8)] = number
    }
    var done: Set<Int> = []
    for (file, key) in copies {
      guard let digest = Self.digest(file), let found = places[digest], let number = unpaired[key] else {
        continue
      }
      // Of several files with the same content, it is the one whose name starts like that of the copy.
      let name = FilePath.name(of: String(decoding: key, as: UTF8.self))
      let stem = name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)
      let near = found.first { FilePath.name(of: pictures[$0].target).hasPrefix(stem) }
      guard let place = near ?? (found.count == 1 ? found.first : nil) else { continue }
      pictures[place].actual = pictures[number].actual
      done.insert(number)
    }
    pictures = pictures.enumerated().filter { !done.contains($0.offset) }.map(\.element)
  }

  /// Pairs expected and actual files that have the same content under different names.
  mutating func matchMoved() {
    guard !layout.isPartial else { return }
    var gone: [String: [Int]] = [:]
    for (number, picture) in pictures.enumerated() where picture.actual == nil {
      if let digest = Self.digest(picture.expected) { gone[digest, default: []].append(number) }
    }
    guard !gone.isEmpty else { return }
    var done: Set<Int> = []
    for (number, picture) in pictures.enumerated() where picture.expected == nil {
      guard let digest = Self.digest(picture.actual), let place = gone[digest]?.first else { continue }
      gone[digest]?.removeFirst()
      pictures[number].movedFrom = pictures[place].target
      done.insert(place)
    }
    pictures = pictures.enumerated().filter { !done.contains($0.offset) }.map(\.element)
  }

  /// Removes expected pictures without a partner, if the tool writes only failures.
  mutating func removeUnpaired() {
    if layout.isPartial { pictures.removeAll { $0.actual == nil } }
  }

  /// The hash of a file; nil if it cannot be read, which is reported when the picture is compared.
  private static func digest(_ file: TreeFile?) -> String? {
    guard let file, let bytes = try? file.read() else { return nil }
    return GitLFSPointer(bytes)?.digest ?? SHA256.hex(bytes)
  }
}

/// The text that Git LFS stores instead of a file, until the file is downloaded.
struct GitLFSPointer: Equatable {
  /// The SHA-256 hash of the file.
  let digest: String

  /// Parses a pointer; nil for other files.
  init?(_ bytes: [UInt8]) {
    guard bytes.count < 1024, bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) else {
      return nil
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let mark = "oid sha256:"
    digest = lines.first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) } ?? ""
  }
}

extension GoldenName {
  /// The name of a file whose name has no valid character.
  static let unnamed = (try? GoldenName("unnamed")) ?? .blank
}
