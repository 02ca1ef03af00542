import Foundation
import Glibc
import Synchronization

/// Pictures on the disk, named by their entity tags.
///
/// Files are written to a temporary name and renamed. A picture that cannot be written is drawn again.
final class PictureCache: Sendable {
  private struct Entry {
    var size: Int
    var used: Int
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var bytes = 0
    var clock = 0
  }

  private let folder: String
  private let most: Int
  private let state: Mutex<State>

  /// Opens a folder, and finds the pictures of earlier runs.
  ///
  /// - Parameter most: the largest sum of sizes in bytes.
  init(_ folder: String, most: Int) throws(ServeError) {
    (self.folder, self.most) = (folder, most)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ServeError("the folder of the cache '\(folder)' cannot be created")
    }
    guard access(folder, W_OK) == 0 else {
      throw ServeError("the folder of the cache '\(folder)' cannot be written")
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var found: [(name: String, size: Int, date: Int)] = []
    for name in names {
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
      if name.hasSuffix(".part") {
        // The rest of a run that was ended while it wrote.
        unlink("\(folder)/\(name)")
      } else if let match = name.wholeMatch(of: /([\w-]+)-(\d+)(\.\w+)/), Int(match.2) == Int(status.st_size)
      {
        // A file that was cut, as after a loss of power, has another size than its name.
        found.append((String(match.1 + match.3), Int(status.st_size), Int(status.st_atim.tv_sec)))
      }
    }
    var state = State()
    for entry in found.sorted(by: { $0.date < $1.date }) {
      state.clock += 1
      state.entries[entry.name] = Entry(size: entry.size, used: state.clock)
      state.bytes += entry.size
    }
    self.state = Mutex(state)
  }

  /// The number of bytes of all pictures.
  var bytes: Int { state.withLock { $0.bytes } }

  /// The picture of a name such as `tag.png`; nil if there is none.
  func content(of name: String) -> Data? {
    let size: Int? = state.withLock { state in
      state.clock += 1
      state.entries[name]?.used = state.clock
      return state.entries[name]?.size
    }
    guard let size else { return nil }
    guard let data = FileManager.default.contents(atPath: path(name, size)), data.count == size else {
      // Somebody removed or cut the file.
      state.withLock { state in state.bytes -= state.entries.removeValue(forKey: name)?.size ?? 0 }
      unlink(path(name, size))
      return nil
    }
    return data
  }

  /// Keeps a picture; false if it cannot be written.
  @discardableResult
  func store(_ data: Data, as name: String) -> Bool {
    guard data.count <= most / 4 else { return false }
    let part = "\(folder)/\(UUID().uuidString).part"
    var status = stat()
    guard
      FileManager.default.createFile(atPath: part, contents: data, attributes: [.posixPermissions: 0o600]),
      stat(part, &status) == 0, Int(status.st_size) == data.count, rename(part, path(name, data.count)) == 0
    else {
      unlink(part)
      return false
    }
    let removed: [String] = state.withLock { state in
      state.clock += 1
      state.bytes += data.count - (state.entries[name]?.size ?? 0)
      state.entries[name] = Entry(size: data.count, used: state.clock)
      guard state.bytes > most else { return [] }
      // A tenth more than necessary, so that the entries are not sorted for each picture.
      var removed: [String] = []
      for (other, entry) in state.entries.sorted(by: { $0.value.used < $1.value.used }) {
        if state.bytes <= most - most / 10 || other == name { break }
        state.entries[other] = nil
        state.bytes -= entry.size
        removed.append(path(other, entry.size))
      }
      return removed
    }
    for path in removed { unlink(path) }
    return true
  }

  private func path(_ name: String, _ size: Int) -> String {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    return "\(folder)/\(name[..<dot])-\(size)\(name[dot...])"
  }
}

/// One drawing for several requests of the same picture.
actor Flights {
  private struct Flight {
    var task: Task<Drawn, any Error>
    var passengers: Int
  }

  private var flights: [String: Flight] = [:]

  /// Draws a picture, or waits for the same picture that another request draws.
  ///
  /// The drawing is stopped when no request waits for it any more.
  func draw(_ key: String, _ draw: @escaping @Sendable () async throws -> Drawn) async throws -> Drawn {
    let task: Task<Drawn, any Error>
    if let flight = flights[key] {
      task = flight.task
      flights[key]?.passengers += 1
    } else {
      task = Task { try await draw() }
      flights[key] = Flight(task: task, passengers: 1)
      Task {
        _ = await task.result
        self.land(key, task)
      }
    }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      Task { await self.leave(key, task) }
    }
  }

  private func land(_ key: String, _ task: Task<Drawn, any Error>) {
    if flights[key]?.task == task { flights[key] = nil }
  }

  private func leave(_ key: String, _ task: Task<Drawn, any Error>) {
    guard flights[key]?.task == task else { return }
    flights[key]?.passengers -= 1
    guard flights[key]?.passengers == 0 else { return }
    // A later request starts a new drawing.
    flights[key] = nil
    task.cancel()
  }
}

/// A drawn picture.
struct Drawn: Sendable {
  var data: Data
  var waited: Duration
  /// Milliseconds of layout, of painting and of encoding.
  var (layout, paint, encode): (Double, Double, Double)
  var (width, height): (Int, Int)
  var alt = ""
  var issues: [[String: JSONText]] = []
}
