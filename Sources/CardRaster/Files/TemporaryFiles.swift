import Glibc
internal import Synchronization

/// Files that have a temporary name at this moment, which a signal must not leave behind.
///
/// Handlers of signals are set with the first temporary name, which only file systems need that cannot make a file without
/// a name; see `Interruption`.
package enum TemporaryFiles {
  private static let names = Mutex<Set<String>>([])
  private static let isAsked = Atomic(false)

  /// Makes the program remove them when it is interrupted or told to end; for programs, as it sets handlers of signals.
  package static func removeWhenInterrupted() { isAsked.store(true, ordering: .relaxed) }

  /// Makes a file under a name that is free.
  ///
  /// No signal comes between making the file and noting its name.
  ///
  /// - Parameters:
  ///   - stem: what the names begin with; a number follows.
  ///   - make: makes a file; gives an error number, `EEXIST` for a name that is taken.
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

  /// Forgets a name that has gone.
  static func forget(_ name: String) { names.withLock { _ = $0.remove(name) } }

  /// Removes all of them; nobody gets a new name while something else is done then.
  static func removeAll(then end: () -> Void) {
    names.withLock { names in
      for name in names { unlink(name) }
      end()
    }
  }
}
