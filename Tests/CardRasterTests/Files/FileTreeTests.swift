import CardRaster
import Glibc
import TestSupport
import Testing

@Suite("Folders") struct FileTreeTests {
  @Test("Files are listed in byte order, and links are not followed")
  func entriesAreSorted() throws {
    let folder = try TemporaryFolder()
    for path in ["b.txt", "a/z", "a/b/c", "a.txt", "ä", "B"] {
      try FileTree.makeFolders(for: path, below: folder.path)
      try FileWriting.write([1], to: "\(folder.path)/\(path)")
    }
    try FileTree.makeFolder(folder.path + "/empty/inner")
    #expect(symlink("a", folder.path + "/loop") == 0)
    #expect(symlink("..", folder.path + "/a/up") == 0)
    #expect(mkfifo(folder.path + "/pipe", 0o644) == 0)
    let entries = try FileTree.entries(below: folder.path)
    #expect(
      entries.map(\.path) == ["B", "a.txt", "a/b/c", "a/up", "a/z", "b.txt", "loop", "pipe", "ä"])
    #expect(entries.filter { $0.kind == .link }.map(\.path) == ["a/up", "loop"])
    #expect(entries.filter { $0.kind == .other }.map(\.path) == ["pipe"])
    #expect(folder.names.count == 8)
  }

  @Test("A folder that cannot be listed is an error, never an empty list")
  func faultsAreTold() throws {
    let folder = try TemporaryFolder()
    try FileWriting.write([1], to: folder.path + "/file")
    #expect(message { _ = try FileTree.entries(below: "") }.hasSuffix("the path is empty"))
    #expect(
      message { _ = try FileTree.entries(below: folder.path + "/none") }.hasSuffix("no such folder"))
    #expect(
      message { _ = try FileTree.entries(below: folder.path + "/file") }.hasSuffix("it is not a folder"))
    let odd = (Array(folder.path.utf8) + Array("/a".utf8) + [0xFF, 0]).map { CChar(bitPattern: $0) }
    #expect(mkdir(odd, 0o755) == 0)
    #expect(
      message { _ = try FileTree.entries(below: folder.path) }.hasSuffix(
        "it contains a name that is not valid UTF-8"))
    #expect(rmdir(odd) == 0)
  }

  @Test("Folders nested too deeply are an error")
  func depthIsLimited() throws {
    let folder = try TemporaryFolder()
    let deep = Array(repeating: "d", count: Limits.folderDepth - 1).joined(separator: "/")
    try FileTree.makeFolder("\(folder.path)/\(deep)")
    #expect(try FileTree.entries(below: folder.path).isEmpty)
    try FileTree.makeFolder("\(folder.path)/\(deep)/d")
    #expect(message { _ = try FileTree.entries(below: folder.path) }.contains("more than the limit of 64"))
  }

  @Test("A folder is created with its parents, also by several tasks at once")
  func foldersAreMade() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 { group.addTask { try FileTree.makeFolder("\(path)/a/b/c/") } }
      try await group.waitForAll()
    }
    #expect(FileTree.isFolder(path + "/a/b/c"))
    try FileWriting.write([1], to: path + "/file")
    #expect(message { try FileTree.makeFolder(path + "/file/inner") } != "no error")
    #expect(message { try FileTree.makeFolder(path + "/file") }.hasSuffix("it is not a folder"))
    #expect(folder.names == ["a", "file"])
  }

  @Test(
    "A path that would leave its folder is rejected",
    arguments: ["../x", "a/../../x", "/etc/x", "", "a//b", "./a", "a/", "a/./b", "link/x", "a\0b"])
  func placesAreBelow(_ path: String) throws {
    let folder = try TemporaryFolder()
    try FileTree.makeFolder(folder.path + "/inside")
    #expect(symlink("/tmp", folder.path + "/inside/link") == 0)
    #expect(message { _ = try FileTree.place(of: path, below: folder.path + "/inside") } != "no error")
    #expect(message { _ = try FileTree.makeFolders(for: path, below: folder.path + "/inside") } != "no error")
    #expect(folder.names == ["inside"])
  }

  @Test("Removing a file works once, removing a link keeps its target, and a folder is not removed")
  func filesAreRemoved() throws {
    let folder = try TemporaryFolder()
    try FileWriting.write([1], to: folder.path + "/file")
    #expect(symlink("file", folder.path + "/link") == 0)
    #expect(try FileTree.kind(of: folder.path + "/link") == .link)
    #expect(try FileTree.removeFile(folder.path + "/link"))
    #expect(try FileTree.kind(of: folder.path + "/file") == .file)
    #expect(try FileTree.removeFile(folder.path + "/file"))
    #expect(try !FileTree.removeFile(folder.path + "/file"))
    #expect(try FileTree.kind(of: folder.path + "/file") == nil)
    try FileTree.makeFolder(folder.path + "/full/inner")
    #expect(message { _ = try FileTree.removeFile(folder.path + "/full") } != "no error")
    #expect(!FileTree.removeEmptyFolder(folder.path + "/full"))
    #expect(FileTree.removeEmptyFolder(folder.path + "/full/inner"))
    #expect(try FileTree.kind(of: folder.path) == .other)
  }

  /// A link that replaces a folder or a file after the check is not followed.
  @Test("Links out of a folder are rejected for reading and for writing")
  func nothingOutsideIsReached() throws {
    let (folder, outside) = (try TemporaryFolder(), try TemporaryFolder())
    let (top, other) = (folder.path, try #require(FilePath.real(outside.path)))
    try FileWriting.write([1], to: "\(other)/file")
    for path in ["in/a/file", "in/b/file"] {
      try FileWriting.writeFile([2], to: "\(top)/\(path)", below: "\(top)/in")
    }
    #expect(symlink("a", "\(top)/in/near") == 0 && symlink(other, "\(top)/in/far") == 0)
    #expect(symlink("\(other)/file", "\(top)/in/b/link") == 0 && symlink("gone", "\(top)/in/gone") == 0)
    let real = try #require(FilePath.real(top)) + "/in"
    #expect(try FileReading.read(resolved: "\(real)/a/file", limit: 9) == [2])
    for path in ["\(real)/near/file", "\(real)/far/file", "\(real)/b/link"] {
      #expect(throws: RasterError.self) { try FileReading.read(resolved: path, limit: 9) }
    }
    #expect(try FileReading.read(path: "\(top)/in/near/file", foundIn: "\(top)/in", limit: 9) == [2])
    #expect(try FileReading.read(path: "\(top)/in/b/link", foundIn: nil, limit: 9) == [1])
    for path in ["far/file", "b/link"] {
      let found = message {
        _ = try FileReading.read(path: "\(top)/in/\(path)", foundIn: "\(top)/in", limit: 9)
      }
      #expect(found.hasSuffix("a symbolic link points outside '\(top)/in'"), "\(found)")
    }
    try FileWriting.writeFile([3], to: "\(top)/in/near/new/file", below: "\(top)/in")
    #expect(try FileReading.read(path: "\(top)/in/a/new/file", limit: 9) == [3])
    // A link instead of the file is replaced; a link instead of a folder is not followed.
    try FileWriting.writeFile([3], to: "\(top)/in/b/link", below: "\(top)/in")
    for path in ["far/file", "far/new/file", "gone/file", "../file"] {
      #expect(throws: RasterError.self) {
        try FileWriting.writeFile([4], to: "\(top)/in/\(path)", below: "\(top)/in")
      }
    }
    #expect(outside.names == ["file"])
    #expect(try FileReading.read(path: "\(other)/file", limit: 9) == [1])
  }
}
