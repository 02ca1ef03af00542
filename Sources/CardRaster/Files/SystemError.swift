import Glibc

/// The sentences for system errors, which are ours: the system's own depend on the locale.
enum SystemError {
  /// A short reason without a full stop.
  static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file"
    case EACCES, EPERM: "permission denied"
    case EISDIR: "it is a folder, not a file"
    case ENOTDIR: "a part of its path is not a folder"
    case ELOOP: "too many symbolic links"
    case ENAMETOOLONG: "the name is too long"
    case ENOSPC, EDQUOT: "no space is left on the device"
    case EROFS: "the file system is read-only"
    case EMFILE, ENFILE: "too many open files"
    case EPIPE: "the reader has gone"
    case EIO: "the device reported an error"
    case ENXIO: "it is a socket or a device that is not there"
    default: "system error \(code)"
    }
  }
}
