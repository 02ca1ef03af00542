import Glibc

/// An exclusive lock on a folder, held while files in it are changed.
///
/// A file that is read, changed and replaced cannot be locked itself: a waiting process would lock the file
/// that was replaced. The folder stays the same, and the lock leaves no file in it.
package enum FolderLock {
  /// Runs a closure while holding the lock, after waiting for it.
  ///
  /// The lock is released when the process ends, however it ends. If the folder is missing or cannot be
  /// opened, or if the file system does not support locks, the closure runs without a lock. The closure must
  /// not lock the same folder again.
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
