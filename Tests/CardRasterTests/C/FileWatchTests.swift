import Foundation
import TestSupport
import Testing

@testable import CardRaster

/// A watch reports changes of its files, however they are written, and of no other files.
@Suite struct FileWatchTests {
  private func write(_ text: String, _ path: String) throws {
    try FileWriting.write(Array(text.utf8), to: path)
  }

  /// Whether the files change when the body runs; a change is waited for, its absence only for a moment.
  private func changes(_ watch: FileWatch, waits: Int = 40, _ body: () throws -> Void) throws -> Bool {
    try body()
    var left = waits
    return !watch.wait(quiet: 0.01, longest: 1) {
      left -= 1
      return left < 0
    }.isEmpty
  }

  private func watched(_ paths: [String]) throws -> FileWatch {
    let watch = try FileWatch()
    #expect(watch.watch(Set(paths), since: .infinity).refused == [])
    return watch
  }

  @Test func everyWayOfWritingIsSeen() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/deck.json"
    try write("1", path)
    let watch = try watched([path])
    #expect(try changes(watch) { try write("2", path) }, "renamed over the file")
    #expect(
      try changes(watch) {
        let handle = try #require(FileHandle(forWritingAtPath: path))
        handle.seekToEndOfFile()
        handle.write(Data("3".utf8))
        try handle.close()
      }, "written in place")
    #expect(try changes(watch) { try FileManager.default.removeItem(atPath: path) }, "removed")
    #expect(try changes(watch) { try write("4", path) }, "created again")
    #expect(
      try changes(watch) {
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      })
  }

  @Test func otherFilesAreIgnored() throws {
    let folder = try TemporaryFolder()
    try write("1", folder.path + "/deck.json")
    let watch = try watched([folder.path + "/deck.json"])
    #expect(try !changes(watch, waits: 2) { try write("x", folder.path + "/out.png") })
    #expect(
      try !changes(watch, waits: 2) { _ = try FileReading.read(path: folder.path + "/deck.json", limit: 10) })
  }

  @Test func missingFilesAndFoldersMayAppear() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a/b/photo.png"
    let watch = try watched([path])
    #expect(try changes(watch) { try FileTree.makeFolder(folder.path + "/a") })
    // A new run would look for the file again.
    _ = watch.watch([path], since: .infinity)
    #expect(try changes(watch) { try FileTree.makeFolder(folder.path + "/a/b") })
    _ = watch.watch([path], since: .infinity)
    #expect(try changes(watch) { try write("x", path) })
  }

  @Test func aFolderThatIsReplacedIsSeen() throws {
    let folder = try TemporaryFolder()
    try FileTree.makeFolder(folder.path + "/a")
    try write("1", folder.path + "/a/deck.json")
    let watch = try watched([folder.path + "/a/deck.json"])
    #expect(
      try changes(watch) {
        try FileManager.default.moveItem(atPath: folder.path + "/a", toPath: folder.path + "/b")
      })
  }

  @Test func changesBeforeTheWatchAreFound() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/deck.json"
    try write("1", path)
    let watch = try FileWatch()
    #expect(watch.watch([path], since: 0).changed == [path])
    // Known files are watched already.
    #expect(watch.watch([path], since: 0).changed == [])
    #expect(try FileWatch().watch([path], since: .infinity).changed == [])
  }

  @Test func foldersThatCannotBeWatchedAreCompared() throws {
    // The superuser may read every folder, and a file is never a folder.
    let folder = try TemporaryFolder()
    try FileTree.makeFolder(folder.path + "/closed")
    let path = folder.path + "/closed/deck.json"
    try write("1", path)
    try FileManager.default.setAttributes([.posixPermissions: 0o300], ofItemAtPath: folder.path + "/closed")
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: folder.path + "/closed")
    }
    let watch = try FileWatch()
    let refused = watch.watch([path], since: .infinity).refused
    if getuid() != 0 {
      #expect(
        refused == [
          FileWatch.Refusal(folder: folder.path + "/closed", reason: "permission denied", isLimit: false)
        ])
    }
    #expect(try changes(watch) { try write("22", path) })
  }

  @Test func foldersReportEveryFile() throws {
    let folder = try TemporaryFolder()
    let watch = try FileWatch()
    #expect(watch.watch([], folders: [folder.path], since: .infinity).refused == [])
    try write("x", folder.path + "/new.json")
    var left = 40
    let changed = watch.wait(quiet: 0.01, longest: 1) {
      left -= 1
      return left < 0
    }
    #expect(changed.contains(folder.path + "/new.json"))
  }

  @Test func manyChangesAreOneWait() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/deck.json"
    let watch = try watched([path])
    #expect(
      try changes(watch) {
        for number in 0..<20_000 { try write("\(number)", folder.path + "/other-\(number % 50)") }
        try write("x", path)
      })
    #expect(try !changes(watch, waits: 2) {})
  }
}
