import Glibc
internal import Synchronization

/// The files that have a temporary name at the moment, which a signal must not leave behind.
///
/// Signal handlers are installed with the first temporary name. Only file systems that do not support unnamed
/// files need such names; see `Interruption`.
package enum TemporaryFiles {
  private static let names = Mutex<Set<String>>([])
  private static let isAsked = Atomic(false)

  /// Makes the program remove temporary files when a signal ends it.
  ///
  /// It installs signal handlers, so only executables call it.
  package static func removeWhenInterrupted() { isAsked.store(true, ordering: .relaxed) }

  /// Creates a file under a free name.
  ///
  /// A signal cannot come between creating the file and recording its name.
  ///
  /// - Parameters:
  ///   - stem: the start of the name; a number follows.
  ///   - make: creates a file; returns an error number, `EEXIST` for a name that is taken.
  /// - Returns: the name, or the last error number.
  static func make(_ stem: String, make: (String) -> Int32) -> (name: String?, code: Int32) {
    if isAsked.load(ordering: .relaxed) { Interruption.watch() }
    return names.withLock { names in
      for number in 0..<10_000 {
        let name = stem + String(number)
        let code = make(name)
        if code == 0 { names.insert(name) }
        if code != EEXIST { return (code == 0 ? name : nil, code) }
      }
      return (nil, EEXIST)
    }
  }

  /// Forgets the name of a file that was renamed or removed.
  static func forget(_ name: String) { names.withLock { _ = $0.remove(name) } }

  /// Removes all temporary files, then runs a closure; no new name is given out until the closure ends.
  static func removeAll(then end: () -> Void) {
    names.withLock { names in
      for name in names { unlink(name) }
      end()
    }
  }
}
