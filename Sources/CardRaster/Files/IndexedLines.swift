import Glibc

/// The lines of a file with their positions, so that a line can be read again.
package final class IndexedLines {
  /// The position of a line in the file.
  package struct Place {
    let offset: Int64
    let count: Int32
  }

  private let path: String
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Throws: `RasterError.file`, also for a pipe or a device.
  package init(path: String) throws(RasterError) {
    self.path = path
    guard !path.utf8.contains(0) else { throw .file(path: path, reason: "the path holds a zero byte") }
    // Without O_NONBLOCK this would block on a pipe without a writer.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .file(path: path, reason: SystemError.reason(errno)) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .file(path: path, reason: SystemError.noFile)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Passes each complete line to a closure and stops at the first line longer than `most` bytes.
  ///
  /// - Throws: `RasterError.file` if the file cannot be read, and the errors of `take`.
  package func all(atMost most: Int, _ take: ([UInt8], Place) throws(RasterError) -> Void) throws(RasterError)
  {
    var reader = PieceReader(try ByteSource(path: path))
    var offset = 0
    while let end = try reader.lineEnd(from: 0, atMost: most) {
      try take(Array(reader[0..<end]), Place(offset: Int64(offset), count: Int32(clamping: end)))
      reader.discard(end + 1)
      offset += end + 1
    }
  }

  /// The bytes of a line; nil if the file has become shorter.
  package func line(at place: Place) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(place.count)) { buffer, filled in
      while filled < buffer.count {
        let got = pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled,
          off_t(place.offset) + off_t(filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
    }
    return bytes.count == Int(place.count) ? bytes : nil
  }
}
