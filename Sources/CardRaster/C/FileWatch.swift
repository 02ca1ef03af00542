internal import Glibc

/// Waits for changes of files, which may be missing.
///
/// It watches the folders of the files with inotify, because editors save by renaming, which ends a watch of the
/// file itself. Files in folders that cannot be watched are compared twice a second.
package final class FileWatch {
  /// A folder that cannot be watched.
  package struct Refusal: Hashable, Sendable {
    package let folder: String
    package let reason: String
    /// Whether the system's limit is exhausted.
    package let isLimit: Bool
  }

  /// The facts by which a change is found without inotify.
  private struct Signature: Hashable {
    var inode: ino_t = 0
    var size: off_t = 0
    var (seconds, nanoseconds) = (0, 0)
  }

  private let descriptor: Int32
  /// The watched paths by the name to look for in each folder, by the watch of the folder.
  private var names: [Int32: [String: Set<String>]] = [:]
  /// The folders of which every file is watched, by their watches.
  private var folders: [Int32: String] = [:]
  private var paths: Set<String> = []
  /// The files of folders that cannot be watched.
  private var polled: [String: Signature] = [:]

  /// - Throws: `RasterError.library` if the system allows no further watcher.
  package init() throws(RasterError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else {
      throw .library(
        operation: "watching files",
        reason: errno == EMFILE
          ? "all watchers of the system are in use (fs.inotify.max_user_instances)"
          : SystemError.reason(errno))
    }
  }

  deinit { close(descriptor) }

  private static let events = UInt32(
    IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB
      | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR)

  /// Watches these files and no others.
  ///
  /// - Parameters:
  ///   - folders: Folders of which every file is watched, except in folders inside them.
  ///   - start: The time since which new files must not have changed, in seconds of the system's clock.
  /// - Returns: The folders that cannot be watched, and the new files that have changed since `start`.
  package func watch(
    _ paths: Set<String>, folders: Set<String> = [], since start: Double
  ) -> (refused: [Refusal], changed: Set<String>) {
    var refused: [Refusal] = []
    var names: [Int32: [String: Set<String>]] = [:]
    var polled: [String: Signature] = [:]
    let before = Set(self.names.keys).union(self.folders.keys)
    func add(_ folder: String) -> Int32? {
      let watch = inotify_add_watch(descriptor, folder, Self.events)
      if watch >= 0 { return watch }
      let isLimit = errno == ENOSPC
      let refusal = Refusal(
        folder: folder, reason: isLimit ? "all watches of the system are in use" : SystemError.reason(errno),
        isLimit: isLimit)
      if !refused.contains(refusal) { refused.append(refusal) }
      return nil
    }
    for path in paths.sorted() {
      let (folder, name) = Self.place(of: path)
      if let watch = add(folder) {
        names[watch, default: [:]][name, default: []].insert(path)
      } else {
        polled[path] = Self.signature(of: path)
      }
    }
    self.folders = [:]
    for folder in folders.sorted() {
      if let watch = add(folder) {
        self.folders[watch] = folder
      } else {
        polled[folder] = Self.signature(of: folder)
      }
    }
    for watch in before where names[watch] == nil && self.folders[watch] == nil {
      inotify_rm_watch(descriptor, watch)
    }
    // Clocks of file systems are behind the system's clock by up to a tick.
    let changed = paths.subtracting(self.paths).filter { path in
      let signature = Self.signature(of: path)
      return Double(signature.seconds) + Double(signature.nanoseconds) / 1e9 > start - 0.01
    }
    (self.names, self.paths, self.polled) = (names, paths, polled)
    return (refused, changed)
  }

  /// The nearest existing folder of a path, and the name to look for in it.
  private static func place(of path: String) -> (folder: String, name: String) {
    var (folder, name) = (FilePath.directory(of: path), FilePath.name(of: path))
    var status = stat()
    while folder != "/", stat(folder, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
      (folder, name) = (FilePath.directory(of: folder), FilePath.name(of: folder))
    }
    return (folder, name)
  }

  private static func signature(of path: String) -> Signature {
    var status = stat()
    guard stat(path, &status) == 0 else { return Signature() }
    return Signature(
      inode: status.st_ino, size: status.st_size, seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }

  /// Waits until a file changes, and until no file has changed for a while.
  ///
  /// - Parameters:
  ///   - quiet: The time without a change, in seconds; determined at the first change.
  ///   - longest: The maximum time after the first change, in seconds.
  ///   - isStopped: Called twice a second.
  /// - Returns: The changed files; empty if it was stopped.
  package func wait(quiet: @autoclosure () -> Double, longest: Double, isStopped: () -> Bool = { false })
    -> Set<String>
  {
    var (first, pauses): (Double?, Double) = (nil, 0)
    var changed: Set<String> = []
    while !isStopped() {
      let pause = first.map { max(0, min(pauses, $0 + longest - ChildProcess.now)) } ?? 0.5
      var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&end, 1, Int32((pause * 1000).rounded(.up)))
      let more = count > 0 ? receive() : polledChanges()
      changed.formUnion(more)
      if !more.isEmpty {
        if first == nil { (first, pauses) = (ChildProcess.now, quiet()) }
      } else if first != nil, count == 0 {
        return changed
      }
      if let first, ChildProcess.now >= first + longest { return changed }
    }
    return []
  }

  private func polledChanges() -> Set<String> {
    var changed: Set<String> = []
    for (path, known) in polled {
      let signature = Self.signature(of: path)
      if signature != known {
        polled[path] = signature
        changed.insert(path)
      }
    }
    return changed
  }

  /// Reads all events, and returns the watched files that they are about.
  private func receive() -> Set<String> {
    var changed: Set<String> = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return changed }
      buffer.withUnsafeBytes { bytes in
        var offset = 0
        let head = MemoryLayout<inotify_event>.size
        while offset + head <= count {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let text = bytes[(offset + head)..<min(count, offset + head + Int(event.len))].prefix { $0 != 0 }
          offset += head + Int(event.len)
          // Lost events and changes of a folder itself may be about any file.
          let ofFolder = UInt32(IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)
          let name = String(decoding: text, as: UTF8.self)
          if event.mask & ofFolder != 0 { changed.formUnion(paths.union(folders.values)) }
          if let known = names[event.wd]?[name] { changed.formUnion(known) }
          if let folder = folders[event.wd], !name.isEmpty { changed.insert("\(folder)/\(name)") }
        }
      }
    }
  }
}
