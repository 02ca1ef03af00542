import Glibc

/// The turn to change files of a folder, which one process or thread at a time has.
///
/// A file that is read, changed and put back by another one cannot be locked itself: whoever waits for it would get the one
/// that was replaced. A folder stays what it is, and nothing is left in it.
package enum FolderLock {
  /// Does something in turn, after waiting for those who came before.
  ///
  /// The turn ends with the process too, however that ends. A folder that is missing or cannot be opened, and a file system
  /// that knows no locks, let everybody go on at once. Inside of it nobody waits for the same folder again.
  ///
  /// - Parameter folder: the folder's path; links are followed.
  package static func holding<Value, Failure: Error>(
    _ folder: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let descriptor = folder.utf8.contains(0) ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }
}
