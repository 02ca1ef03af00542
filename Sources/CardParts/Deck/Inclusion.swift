import CardRaster

/// Assembles a deck from several files: `{ "$include": "file.json" }` anywhere in it, and `extends`.
///
/// A table (`.csv`, `.jsonl`) is included as a list of objects.
///
/// All paths are relative to the deck's folder, also those in included files, and files outside the folder
/// are not read. Each file is read once. There is one instance for each loaded deck.
final class Inclusion {
  /// The content of a file with its includes.
  private struct Content {
    var node: JSONNode
    /// The number of values.
    var size: Int
    /// The nesting depth.
    var depth: Int
  }

  private let folder: String?
  private let file: String
  private let log: IssueLog
  private var known: [String: Content] = [:]
  /// The files being read, the outermost first.
  private var open: [String] = []
  /// The files that were read, by their names in the deck; positions refer to them by index.
  private(set) var files: [String] = []

  /// The number of values in the deck and all files that were read.
  private var values: Int
  /// The number of bytes in the files that were read.
  private var bytes = 0
  /// Whether a limit is exceeded; no further file is read then.
  private var isFull = false
  /// The notation of numbers and dates in tables; nil for that of JSON.
  private var format: CellFormat?

  /// Creates the inclusion for a deck.
  ///
  /// - Parameter values: The number of values in the deck itself.
  init(folder: String?, file: String, log: IssueLog, values: Int) {
    self.folder = folder
    self.file = file
    self.log = log
    self.values = values
  }

  /// The key of an object that is replaced with the content of a file.
  static let key = "$include"
  /// The key of a deck that extends another deck.
  static let deckKey = "extends"

  /// Whether the deck includes files; a deck of one file is unchanged.
  static func isNeeded(_ node: JSONNode) -> Bool { node[deckKey] != nil || mentions(node) }

  private static func mentions(_ node: JSONNode) -> Bool {
    switch node.value {
    case .array(let elements): elements.contains(where: mentions)
    case .object(let members): members.contains { $0.key == key || mentions($0.value) }
    case .null, .bool, .number, .string: false
    }
  }

  /// The deck with all includes resolved; errors are logged.
  func whole(_ root: JSONNode) -> JSONNode {
    format = root["rowsLocale"]?.plainText.flatMap { DeckLocale($0) }.map(CellFormat.init)
    return content(root, .root, isDeck: true)?.node ?? root
  }

  /// A value with its includes resolved; nil after logging an error.
  private func content(_ node: JSONNode, _ path: JSONPath, isDeck: Bool = false) -> Content? {
    var result = Content(node: node, size: 1, depth: 1)
    var isWhole = true
    func take(_ inner: Content) {
      result.size += inner.size
      result.depth = max(result.depth, inner.depth + 1)
    }
    switch node.value {
    case .array(var elements):
      for number in elements.indices {
        guard let inner = content(elements[number], path.index(number)) else {
          isWhole = false
          continue
        }
        elements[number] = inner.node
        take(inner)
      }
      result.node.value = .array(elements)
    case .object(var members):
      let asking = isDeck ? Self.deckKey : Self.key
      let question = members.first { $0.key == asking }
      members.removeAll { $0.key == asking }
      for number in members.indices {
        guard let inner = content(members[number].value, path.key(members[number].key)) else {
          isWhole = false
          continue
        }
        members[number].value = inner.node
        take(inner)
      }
      result.node.value = .object(members)
      if let question {
        guard isWhole, let base = file(question.value, path.key(asking), isDeck: isDeck) else { return nil }
        result.node = members.isEmpty && !isDeck ? base.node : base.node.merged(with: result.node)
        result.size += base.size
        result.depth = max(result.depth, base.depth)
      }
    case .null, .bool, .number, .string: break
    }
    guard isWhole else { return nil }
    guard result.size <= Limits.jsonValues else {
      error(node, path, "with its included files, the deck has more than \(Limits.jsonValues) values")
      return nil
    }
    guard result.depth <= Limits.jsonDepth else {
      error(
        node, path, "with included files, values are nested deeper than the limit of \(Limits.jsonDepth)")
      return nil
    }
    return result
  }

  private func file(_ node: JSONNode, _ path: JSONPath, isDeck: Bool) -> Content? {
    guard case .string(let name) = node.value else {
      error(node, path, "expected the path of a JSON file, found \(node.briefText)")
      return nil
    }
    guard let folder else {
      error(node, path, "a deck without a folder cannot include files; give the folder with 'folder:'")
      return nil
    }
    do throws(RasterError) {
      let real = try SafeFolder(folder).resolve(name)
      let key = isDeck ? "deck \(real)" : real
      if let known = known[key] { return known }
      if let number = open.firstIndex(of: real) {
        let others = open.count - number > 1 ? ", through other files" : ""
        error(node, path, "'\(name)' includes itself\(others)")
        return nil
      }
      guard open.count < Limits.inclusionDepth else {
        error(node, path, "files include each other more than \(Limits.inclusionDepth) deep")
        return nil
      }
      guard !isFull else { return nil }
      guard files.count < Limits.includedFiles else {
        return refuse(node, path, "the deck includes more than \(Limits.includedFiles) files")
      }
      let bytes = try FileReading.read(resolved: real, limit: Limits.jsonBytes)
      self.bytes += bytes.count
      guard self.bytes <= Limits.includedBytes else {
        let most = "\(Limits.includedBytes >> 20) MiB"
        return refuse(node, path, "the included files have more than \(most) together")
      }
      open.append(real)
      defer { open.removeLast() }
      files.append(name)
      let content = scanned(bytes, name, isDeck: isDeck)
      if let content { known[key] = content }
      return content
    } catch .file(_, let reason) {
      // The message must not reveal the absolute path.
      error(node, path, RasterError.file(path: name, reason: reason).message)
      return nil
    } catch let failure {
      error(node, path, failure.message)
      return nil
    }
  }

  /// Reports that a limit is exceeded.
  private func refuse(_ node: JSONNode, _ path: JSONPath, _ message: String) -> Content? {
    isFull = true
    error(node, path, message)
    return nil
  }

  private func scanned(_ bytes: [UInt8], _ name: String, isDeck: Bool) -> Content? {
    var root: JSONNode?
    do throws(DeckError) {
      root =
        isDeck
        ? nil
        : try DataFile.table(bytes, file: name)?.marked { node in
          values += 1
          if node.isCell { node.cellFormat = format }
        }
    } catch {
      for issue in error.issues { log.add(issue) }
      return nil
    }
    if root == nil { root = JSONScanner.scan(bytes, file: name, log: log, values: &values) }
    isFull = values > Limits.jsonValues
    guard let root else { return nil }
    let node = root.inFile(Int32(clamping: files.count))
    if isDeck {
      guard case .object = node.value else {
        error(node, .root, "a deck must be an object, found \(node.kindText)")
        return nil
      }
    }
    return content(node, .root, isDeck: isDeck)
  }

  private func error(_ node: JSONNode, _ path: JSONPath, _ message: String) {
    let number = Int(node.place?.fileNumber ?? 0)
    log.add(
      DeckIssue(
        .error, file: number > 0 ? files[number - 1] : file, place: node.place, path: path, message: message))
  }
}

extension JSONNode {
  /// The value with all positions in the file with this index.
  fileprivate func inFile(_ number: Int32) -> JSONNode {
    marked({ $0.place?.fileNumber = number }, keys: { $0?.fileNumber = number })
  }
}
