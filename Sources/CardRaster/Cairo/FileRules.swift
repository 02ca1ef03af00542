internal import CCairo
internal import Glibc

/// Takes from the running process all files but those that it names; there is no way back.
///
/// How it works: the kernel holds the rules (Landlock, Linux 5.13 and later), also over each thread and process that is started
/// afterwards. Files that are open stay open. Guarantees, where `enter` gives true: nothing else is opened, made, changed,
/// removed or started, whatever a library does; from Linux 6.7 on no connection over TCP is made, from 6.12 on no signal is
/// sent to another process and no socket without a name is reached.
package struct FileRules: Equatable, Sendable {
  /// Files and folders that may be read, with all that is below.
  package var reading: [String]
  /// Folders whose programs and libraries may also be run.
  package var running: [String]
  /// Folders in which files may be made, replaced and removed.
  package var writing: [String]
  /// Whether folders may be made there too, and empty ones removed.
  package var makesFolders = false

  /// Makes rules of what a process needs besides.
  ///
  /// What is not there is left out. Every process may read and run what the system has for all (`/usr`, `/lib`), what lies
  /// beside its program and Swift's libraries, read what the kernel tells of it and of the processors, and use `/dev/null`.
  package init(reading: [String] = [], running: [String] = [], writing: [String] = []) {
    (self.reading, self.running, self.writing) = (reading, running, writing)
  }

  /// Takes effect, for this thread and all that it starts; the first thing a program does that has one thread.
  ///
  /// The corresponding C functions are `landlock_create_ruleset`, `landlock_add_rule` and `landlock_restrict_self`.
  ///
  /// - Returns: false where the kernel has no such rules, or has them switched off; nothing has happened then.
  /// - Throws: `RasterError.library` where the kernel has them and refuses these.
  package func enter() throws(RasterError) -> Bool {
    let version = cs_landlock_version()
    guard version >= 1 else { return false }
    let handled = Right.known(to: version)
    // Files, connections (bind and connect by TCP), what else is reached (sockets without names, signals).
    let rights: [UInt64] = [handled.rawValue, 3, 3]
    let count = version >= 6 ? 3 : version >= 4 ? 2 : 1
    let ruleset = Int32(cs_landlock_ruleset(rights, UInt(count * 8)))
    guard ruleset >= 0 else { throw Self.refusal }
    defer { close(ruleset) }
    let making = makesFolders ? Right.writing.union([.makeFolder, .removeFolder]) : .writing
    let places =
      (Self.ofAll.reading + reading).map { ($0, Right.reading) }
      + (Self.ofAll.running + running).map { ($0, Right.reading.union(.execute)) }
      + writing.map { ($0, making) } + [("/dev/null", Right.reading.union(.writeFile))]
    for (path, rights) in places { Self.allow(rights.intersection(handled), at: path, in: ruleset) }
    guard cs_prctl(PR_SET_NO_NEW_PRIVS, 1) == 0, cs_landlock_enter(ruleset) == 0 else { throw Self.refusal }
    return true
  }

  /// Whether the kernel has such rules; nothing happens.
  package static var areKnown: Bool { cs_landlock_version() >= 1 }

  private static var refusal: RasterError {
    .library(
      operation: "entering the sandbox", reason: "the kernel refuses its rules (\(SystemError.reason(errno)))"
    )
  }

  /// What every process may do.
  private static let ofAll = FileRules(
    reading: ["/proc", "/sys/devices/system/cpu", "/dev/urandom", "/dev/zero", "/etc/ld.so.cache"],
    running: ["/usr", "/lib", "/lib64"]
      + [RunningProgram.folder, libraryFolder("swift_retain"), libraryFolder("cairo_version")].compactMap {
        $0
      })

  /// Where the library of a function lies: those of Swift, if the program was not linked with all of them, and those that a
  /// distribution brings along.
  ///
  /// The corresponding C functions are `dlsym` and `dladdr`.
  private static func libraryFolder(_ function: String) -> String? {
    guard let function = dlsym(nil, function), let path = cs_library_of(function) else { return nil }
    return FilePath.directory(of: String(cString: path))
  }

  private static func allow(_ rights: Right, at path: String, in ruleset: Int32) {
    // `O_PATH`, which names a place and opens nothing.
    let place = open(path, 0o10_000_000 | O_CLOEXEC)
    guard place >= 0 else { return }
    defer { close(place) }
    var status = stat()
    guard fstat(place, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    _ = cs_landlock_allow(ruleset, (isFolder ? rights : rights.intersection(.ofFiles)).rawValue, place)
  }

  /// What may be done with a file or folder: `LANDLOCK_ACCESS_FS_…`.
  private struct Right: OptionSet {
    let rawValue: UInt64

    static let execute = Right(rawValue: 1 << 0)
    static let writeFile = Right(rawValue: 1 << 1)
    static let readFile = Right(rawValue: 1 << 2)
    static let readFolder = Right(rawValue: 1 << 3)
    static let removeFolder = Right(rawValue: 1 << 4)
    static let removeFile = Right(rawValue: 1 << 5)
    static let makeFolder = Right(rawValue: 1 << 7)
    static let makeFile = Right(rawValue: 1 << 8)
    static let truncate = Right(rawValue: 1 << 14)

    static let reading: Right = [.readFile, .readFolder]
    static let writing: Right = [.writeFile, .removeFile, .makeFile, .truncate]
    /// Those that a file can have.
    static let ofFiles: Right = [.execute, .writeFile, .readFile, .truncate]

    /// All that a version of the kernel's rules knows, and refuses where no rule allows it.
    static func known(to version: Int) -> Right {
      // 1: the first 13; 2: another folder for a file; 3: cutting a file; 5: commands to devices.
      let count: UInt64 = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13
      return Right(rawValue: (1 << count) - 1)
    }
  }
}
