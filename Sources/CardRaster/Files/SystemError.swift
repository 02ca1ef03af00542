import Glibc

/// Sentences for system errors; the system's own sentences depend on the locale.
enum SystemError {
  /// The reason for a path that must be a regular file and is not.
  static let noFile = "it is a pipe or a device, not a file"

  /// A short reason without a full stop.
  static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file"
    case EACCES, EPERM: "permission denied"
    case EISDIR: "it is a folder, not a file"
    case ENOTDIR: "a part of its path is not a folder"
    case ELOOP: "too many symbolic links"
    case ENAMETOOLONG: "the name is too long"
    case ENOSPC: "no space is left on the device"
    case EDQUOT: "the user's share of the device is used up"
    case EFBIG: "it would be larger than a file may be here"
    case EBADF: "it is closed"
    case EBUSY, ETXTBSY: "it is in use"
    case ENOMEM: "there is no memory"
    case EAGAIN: "the system has no more to give at this moment"
    case ENOEXEC: "it is no program"
    case EXDEV, ENODEV, EOPNOTSUPP: "the file system cannot do that"
    case ESTALE: "the file has gone from its server"
    case ETIMEDOUT: "its server does not answer"
    case EROFS: "the file system is read-only"
    case EMFILE, ENFILE: "too many open files"
    case EPIPE: "the reader has gone"
    case EIO: "the device reported an error"
    case ENXIO: "it is a socket or a device that is not there"
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
