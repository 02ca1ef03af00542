import Glibc

/// A file or standard input that is read in chunks from start to end.
///
/// Pipes are supported, folders are not.
package final class ByteSource {
  /// The path as given; `-` for standard input.
  package let path: String
  /// Whether another source can read the same bytes again: only for a regular file.
  package let isLasting: Bool
  private let descriptor: Int32
  private let ownsDescriptor: Bool

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: `RasterError.file` if it is missing, unreadable, or a folder.
  package init(path: String) throws(RasterError) {
    self.path = path
    ownsDescriptor = path != "-"
    if path == "-" {
      descriptor = STDIN_FILENO
    } else {
      guard !path.isEmpty else { throw .file(path: path, reason: "the path is empty") }
      guard !path.utf8.contains(0) else { throw .file(path: path, reason: "the path holds a zero byte") }
      FileTrace.note(path)
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw .file(path: path, reason: SystemError.reason(errno)) }
    }
    // A pipe cannot seek.
    isLasting = path != "-" && lseek(descriptor, 0, SEEK_CUR) >= 0
    if path != "-", FileTree.isFolder(path) {
      throw .file(path: path, reason: "it is a folder, not a file")
    }
  }

  deinit { if ownsDescriptor, descriptor >= 0 { close(descriptor) } }

  /// The next bytes: as many as are available, up to a maximum; empty at the end.
  ///
  /// - Throws: `RasterError.file` if it cannot be read.
  package func next(atMost count: Int = 1 << 16) throws(RasterError) -> [UInt8] {
    try FileReading.next(descriptor, atMost: count, path: path)
  }
}

/// A buffer over a source that reads more bytes on demand.
///
/// Only bytes that were not discarded are in memory.
package struct PieceReader {
  private let source: ByteSource?
  private var bytes: [UInt8] = []
  private var start = 0
  /// Whether the source has reached its end.
  package private(set) var isAtEnd = false

  /// Reads a source from its current position.
  package init(_ source: ByteSource) { self.source = source }

  /// Reads bytes that are in memory.
  package init(_ bytes: [UInt8]) {
    source = nil
    self.bytes = bytes
    isAtEnd = true
  }

  /// The number of bytes in the buffer.
  package var count: Int { bytes.count - start }

  /// The byte at an offset from the start of the buffer.
  package subscript(_ offset: Int) -> UInt8 { bytes[start + offset] }

  /// The bytes in a range of offsets from the start of the buffer.
  package subscript(_ range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[start + range.lowerBound..<start + range.upperBound]
  }

  /// The byte at an offset, read if necessary; nil at the end.
  package mutating func byte(_ offset: Int) throws(RasterError) -> UInt8? {
    while offset >= count { if try !fill() { return nil } }
    return bytes[start + offset]
  }

  /// Reads one more chunk; false at the end.
  package mutating func fill() throws(RasterError) -> Bool {
    guard !isAtEnd, let piece = try source?.next() else { return false }
    if piece.isEmpty {
      isAtEnd = true
      return false
    }
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += piece
    return true
  }

  /// Discards bytes at the start.
  package mutating func discard(_ count: Int) { start += min(count, self.count) }

  /// The offset of the first line feed at or after an offset.
  ///
  /// Returns nil if there is none within `most` bytes or before the end.
  package mutating func lineEnd(from offset: Int, atMost most: Int) throws(RasterError) -> Int? {
    var place = offset
    while true {
      while place < count {
        if bytes[start + place] == 0x0A { return place }
        place += 1
      }
      if count > most { return nil }
      if try !fill() { return nil }
    }
  }
}
