internal import CCairo
internal import Glibc

/// Restricts the process to an allow-list of files (Landlock); this cannot be undone.
///
/// How it works: the kernel applies the rules (Landlock, Linux 5.13 and later), also to each thread and
/// process that is started afterwards. Open files stay open. Guarantees, if `enter` returns true: nothing
/// else is opened, created, changed, removed or executed, whatever a library does. From Linux 6.7 on no TCP
/// connection is made. From 6.12 on no signal is sent to another process and no unnamed socket is reached.
package struct FileRules: Equatable, Sendable {
  /// Files and folders that may be read, including all contents.
  package var reading: [String]
  /// Folders whose programs and libraries may also be executed.
  package var running: [String]
  /// Folders in which files may be created, replaced and removed.
  package var writing: [String]
  /// Whether folders may be created there too, and empty ones removed.
  package var makesFolders = false

  /// Makes rules from the paths that a process needs in addition to the defaults.
  ///
  /// Missing paths are left out. Every process may read and execute the system's shared files (`/usr`,
  /// `/lib`), the files next to its executable and Swift's libraries. It may also read the kernel's
  /// information about itself and the processors, and use `/dev/null`.
  package init(reading: [String] = [], running: [String] = [], writing: [String] = []) {
    (self.reading, self.running, self.writing) = (reading, running, writing)
  }

  /// Applies the rules to this thread and all threads that it starts; call it first, while there is only one
  /// thread.
  ///
  /// The corresponding C functions are `landlock_create_ruleset`, `landlock_add_rule` and
  /// `landlock_restrict_self`.
  ///
  /// - Returns: false without any effect if the kernel does not support such rules, or has them disabled.
  /// - Throws: `RasterError.library` if the kernel supports them and rejects these.
  package func enter() throws(RasterError) -> Bool {
    let version = cs_landlock_version()
    guard version >= 1 else { return false }
    let handled = Right.known(to: version)
    // Files, connections (bind and connect by TCP), scopes (unnamed sockets, signals).
    let rights: [UInt64] = [handled.rawValue, 3, 3]
    let count = version >= 6 ? 3 : version >= 4 ? 2 : 1
    let ruleset = Int32(cs_landlock_ruleset(rights, UInt(count * 8)))
    guard ruleset >= 0 else { throw Self.sandboxError }
    defer { close(ruleset) }
    let making = makesFolders ? Right.writing.union([.makeFolder, .removeFolder]) : .writing
    let places =
      (Self.ofAll.reading + reading).map { ($0, Right.reading) }
      + (Self.ofAll.running + running).map { ($0, Right.reading.union(.execute)) }
      + writing.map { ($0, making) } + [("/dev/null", Right.reading.union(.writeFile))]
    for (path, rights) in places { Self.allow(rights.intersection(handled), at: path, in: ruleset) }
    guard cs_prctl(PR_SET_NO_NEW_PRIVS, 1) == 0, cs_landlock_enter(ruleset) == 0 else {
      throw Self.sandboxError
    }
    return true
  }

  /// Whether the kernel supports such rules, without applying any.
  package static var areKnown: Bool { cs_landlock_version() >= 1 }

  private static var sandboxError: RasterError {
    .library(
      operation: "entering the sandbox", reason: "the kernel refuses its rules (\(SystemError.reason(errno)))"
    )
  }

  /// The rules for every process.
  private static let ofAll = FileRules(
    reading: ["/proc", "/sys/devices/system/cpu", "/dev/urandom", "/dev/zero", "/etc/ld.so.cache"],
    running: ["/usr", "/lib", "/lib64"]
      + [RunningProgram.folder, libraryFolder("swift_retain"), libraryFolder("cairo_version")].compactMap {
        $0
      })

  /// The folder of the library that contains a function: for Swift's libraries, if the program was not linked
  /// statically, and for those that a distribution bundles.
  ///
  /// The corresponding C functions are `dlsym` and `dladdr`.
  private static func libraryFolder(_ function: String) -> String? {
    guard let function = dlsym(nil, function), let path = cs_library_of(function) else { return nil }
    return FilePath.directory(of: String(cString: path))
  }

  private static func allow(_ rights: Right, at path: String, in ruleset: Int32) {
    // The first flag is `O_PATH`: it refers to a place without opening it.
    let place = open(path, 0o10_000_000 | O_CLOEXEC)
    guard place >= 0 else { return }
    defer { close(place) }
    var status = stat()
    guard fstat(place, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    _ = cs_landlock_allow(ruleset, (isFolder ? rights : rights.intersection(.ofFiles)).rawValue, place)
  }

  /// The access rights of a file or folder: `LANDLOCK_ACCESS_FS_…`.
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
    /// The rights that apply to a file.
    static let ofFiles: Right = [.execute, .writeFile, .readFile, .truncate]

    /// All rights in a version of the kernel's rules; they are denied unless a rule allows them.
    static func known(to version: Int) -> Right {
      // 1: the first 13; 2: moving a file to another folder; 3: truncating a file; 5: ioctl on devices.
      let count: UInt64 = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13
      return Right(rawValue: (1 << count) - 1)
    }
  }
}
