import Glibc

/// Sentences for system errors; the system's own sentences depend on the locale.
enum SystemError {
  /// The reason for a path that must be a regular file and is not.
  static let noFile = "it is a pipe or a device, not a file"

  /// A short reason without a full stop.
  static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "no such file"
    case EACCES, EPERM: "permission denied"
    case EISDIR: "it is a folder, not a file"
    case ENOTDIR: "a part of its path is not a folder"
    case ELOOP: "too many symbolic links"
    case ENAMETOOLONG: "the name is too long"
    case ENOSPC: "no space is left on the device"
    case EDQUOT: "the disk quota is exceeded"
    case EFBIG: "the file would exceed the maximum file size"
    case EBADF: "it is closed"
    case EBUSY, ETXTBSY: "it is in use"
    case ENOMEM: "out of memory"
    case EAGAIN: "the system is temporarily out of resources"
    case ENOEXEC: "it is not a program"
    case EXDEV, ENODEV, EOPNOTSUPP: "the file system does not support this"
    case ESTALE: "the file no longer exists on its server"
    case ETIMEDOUT: "its server does not respond"
    case EROFS: "the file system is read-only"
    case EMFILE, ENFILE: "too many open files"
    case EPIPE: "the reader has closed the pipe"
    case EIO: "the device reported an error"
    case ENXIO: "it is a socket, or a device that does not exist"
    default: "system error \(code)"
    }
  }
}

extension RasterError {
  /// Whether the failure affects other files too: the disk is full, broken or read-only.
  package var isOfDisk: Bool {
    guard case .file(_, let reason) = self else { return false }
    return [ENOSPC, EDQUOT, EROFS, EIO].contains { SystemError.reason($0) == reason }
  }
}
