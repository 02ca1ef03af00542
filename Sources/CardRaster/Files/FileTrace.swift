internal import Synchronization

/// Records the files that this process reads or looks for, so that a watcher knows what a run depends on.
package enum FileTrace {
  private static let recorded = Mutex<Set<String>?>(nil)

  /// Starts recording.
  package static func start() { recorded.withLock { $0 = [] } }

  /// The absolute paths so far, including those of missing files; empty if nothing is recorded.
  package static var paths: Set<String> { recorded.withLock { $0 ?? [] } }

  /// Records a path, which may be relative to the working directory.
  static func note(_ path: String) {
    recorded.withLock { paths in
      guard paths != nil else { return }
      paths?.insert(FilePath.absolute(path))
    }
  }
}
