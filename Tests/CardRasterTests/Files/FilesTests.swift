import Foundation
import Glibc
import TestSupport
import Testing

@testable import CardRaster

@Suite struct FileReadingTests {
  @Test func aWrittenFileIsReadBack() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try FileWriting.write(bytes, to: folder.path + "/a.bin")
    #expect(try FileReading.read(path: folder.path + "/a.bin", limit: 300_000) == bytes)
    try FileWriting.write([], to: folder.path + "/a.bin")
    #expect(try FileReading.read(path: folder.path + "/a.bin", limit: 0).isEmpty)
    #expect(folder.names == ["a.bin"])
  }

  @Test func aFileAboveTheLimitIsAnError() throws {
    let folder = try TemporaryFolder()
    try FileWriting.write([1, 2, 3], to: folder.path + "/a.bin")
    #expect(throws: RasterError.limit(what: "the size of 'a.bin' in bytes", value: 3, limit: 2)) {
      try FileReading.read(path: folder.path + "/a.bin", limit: 2)
    }
  }

  @Test func onlyFilesWithAnEndAreRead() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o644) == 0)
    #expect(message { _ = try FileReading.read(path: pipe, limit: 10) }.hasSuffix("it is a pipe, not a file"))
    #expect(
      message { _ = try FileReading.read(path: folder.path, limit: 10) }.hasSuffix(
        "it is a folder, not a file"))
    #expect(
      message { _ = try FileReading.read(path: "/dev/zero", limit: 10) }.hasSuffix(
        "it is a device, not a file"))
    #expect(
      message { _ = try FileReading.read(path: folder.path + "/no", limit: 10) }.hasSuffix("no such file"))
    #expect(message { _ = try FileReading.read(path: "", limit: 10) }.hasSuffix("empty"))
    #expect(message { _ = try FileReading.read(path: "a\0b", limit: 10) }.hasSuffix("zero byte"))
  }

  /// Standard input may be such a pipe, since other processes share it.
  @Test func aNonBlockingPipeIsWaitedFor() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    let (reader, writer) = (ends[0], ends[1])
    defer { close(reader) }
    let sender = Thread {
      usleep(20_000)
      _ = write(writer, "abc", 3)
      usleep(20_000)
      close(writer)
    }
    sender.start()
    #expect(try FileReading.readAll(reader, path: "-", expected: 0, limit: 10) == Array("abc".utf8))
  }
}

@Suite struct FileWritingTests {
  @Test func aFailureLeavesNothingBehind() throws {
    let folder = try TemporaryFolder()
    try #require(mkdir(folder.path + "/inner", 0o755) == 0)
    #expect(message { try FileWriting.write([1], to: folder.path + "/inner") }.hasSuffix("not a file"))
    #expect(message { try FileWriting.write([1], to: folder.path + "/no/a.png") }.hasSuffix("does not exist"))
    #expect(message { try FileWriting.write([1], to: folder.path + "/inner/") }.hasSuffix("not a file"))
    let long = String(repeating: "a", count: 300)
    #expect(message { try FileWriting.write([1], to: "\(folder.path)/\(long)") }.hasSuffix("too long"))
    #expect(folder.names == ["inner"])
  }

  @Test func aNewFileReplacesTheOld() throws {
    let folder = try TemporaryFolder()
    try FileWriting.write([1, 2, 3, 4], to: folder.path + "/a.png")
    try FileWriting.write([5], to: folder.path + "/a.png")
    #expect(try FileReading.read(path: folder.path + "/a.png", limit: 9) == [5])
    #expect(folder.names == ["a.png"])
  }

  @Test func aDeviceIsWrittenInPlace() throws {
    try FileWriting.write([1], to: "/dev/null")
    #expect(
      message { try FileWriting.write([1], to: "/dev/full") }.hasSuffix("no space is left on the device"))
  }
}

/// Files of lines; opening one never blocks.
@Suite struct LineFileTests {
  @Test func aPipeIsNotWaitedFor() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o644) == 0)
    #expect(message { _ = try AppendOnlyFile(path: pipe) }.hasSuffix("no process reads from the pipe"))
    #expect(message { _ = try IndexedLines(path: pipe) }.hasSuffix("it is a pipe or a device, not a file"))
    #expect(message { _ = try IndexedLines(path: "/dev/zero") }.hasSuffix("not a file"))
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let file = try AppendOnlyFile(path: pipe)
    try file.appendLine("a line")
    try file.flush()
    #expect(try FileReading.next(reader, atMost: 100, path: pipe) == Array("a line\n".utf8))
  }
}

@Suite struct SafeFolderTests {
  @Test func filesBelowTheFolderAreFound() throws {
    let folder = try TemporaryFolder()
    try #require(mkdir(folder.path + "/assets", 0o755) == 0)
    try FileWriting.write([1], to: folder.path + "/assets/a.png")
    try #require(symlink("assets/a.png", folder.path + "/link.png") == 0)
    let safe = try SafeFolder(folder.path)
    let real = try safe.resolve("assets/a.png")
    #expect(real.hasSuffix("/assets/a.png"))
    #expect(try safe.resolve("./assets/../assets/a.png") == real)
    #expect(try safe.resolve("link.png") == real)
  }

  @Test func nothingOutsideTheFolderIsFound() throws {
    let outside = try TemporaryFolder()
    let folder = try TemporaryFolder()
    try FileWriting.write([1], to: outside.path + "/secret")
    try #require(symlink(outside.path + "/secret", folder.path + "/file") == 0)
    try #require(symlink(outside.path, folder.path + "/folder") == 0)
    let safe = try SafeFolder(folder.path)
    let name = FilePath.name(of: outside.path)
    #expect(message { _ = try safe.resolve("file") }.contains("symbolic link points outside"))
    for itself in [".", "./", "./."] {
      #expect(message { _ = try safe.resolve(itself) }.hasSuffix("it is a folder, not a file"))
    }
    #expect(message { _ = try safe.resolve("folder/secret") }.contains("symbolic link points outside"))
    #expect(message { _ = try safe.resolve("../\(name)/secret") }.contains("'..' leads"))
    #expect(message { _ = try safe.resolve("a/../../\(name)/secret") }.contains("'..' leads"))
    #expect(message { _ = try safe.resolve(outside.path + "/secret") }.contains("absolute"))
    #expect(message { _ = try safe.resolve("") }.contains("empty"))
    #expect(message { _ = try safe.resolve("a\0b") }.contains("zero byte"))
    #expect(message { _ = try safe.resolve("missing.png") }.contains("no such file"))
    // A sibling folder whose name has the same prefix is outside, too.
    try #require(mkdir(folder.path + "-more", 0o755) == 0)
    try FileWriting.write([1], to: folder.path + "-more/x")
    try #require(symlink(folder.path + "-more/x", folder.path + "/alike") == 0)
    #expect(message { _ = try safe.resolve("alike") }.contains("symbolic link points outside"))
    unlink(folder.path + "-more/x")
    rmdir(folder.path + "-more")
  }

  @Test func aFolderMustBeAFolder() throws {
    #expect(message { _ = try SafeFolder("/dev/null") }.hasSuffix("it is not a folder"))
    #expect(message { _ = try SafeFolder("/no/such") }.hasSuffix("no such file"))
  }
}

@Suite struct FilePathTests {
  @Test(arguments: [
    ("a/b.png", "a", "b.png"), ("b.png", ".", "b.png"), ("/b.png", "/", "b.png"), ("a//b.png", "a", "b.png"),
    ("/a/b/", "/a/b", ""), ("", ".", ""),
  ]) func hasAFolderAndAName(path: String, directory: String, name: String) {
    #expect(FilePath.directory(of: path) == directory)
    #expect(FilePath.name(of: path) == name)
  }

  @Test(arguments: [("a/b.PNG", "png"), ("b", ""), (".hidden", ""), ("a.b/c", ""), ("x.tar.gz", "gz")])
  func hasAnExtension(path: String, expected: String) {
    #expect(FilePath.pathExtension(of: path) == expected)
  }

  @Test func isJoinedToAFolder() {
    #expect(FilePath.join("a", "b") == "a/b")
    #expect(FilePath.join("a/", "b") == "a/b")
    #expect(FilePath.join(".", "b") == "b")
    #expect(FilePath.join("a", "/b") == "/b")
  }
}
