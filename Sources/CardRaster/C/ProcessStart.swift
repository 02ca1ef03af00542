internal import Glibc

/// Starting other programs, and waiting for their end.
enum ProcessStart {
  /// The object of a descriptor in the new process.
  enum Source {
    /// The same as a descriptor of this process.
    case descriptor(Int32)
    /// `/dev/null`.
    case nothing
    /// Nothing: it is closed.
    case closed
  }

  /// Starts a program.
  ///
  /// The corresponding C functions are `posix_spawn` and, without a path, `posix_spawnp`.
  ///
  /// - Parameters:
  ///   - words: its name and its arguments.
  ///   - path: its file; nil to look for the name in `PATH`.
  ///   - variables: its environment.
  ///   - files: its descriptors that differ from those of this process.
  ///   - flags: attributes, such as `POSIX_SPAWN_SETPGROUP`; signals are reset to their defaults.
  static func spawn(
    _ words: [String], path: String? = nil, variables: [String] = Subprocess.variables,
    _ files: [(descriptor: Int32, source: Source)], flags: Int32 = 0
  ) throws(SocketPair.SystemFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, source) in files {
      switch source {
      case .descriptor(let own): posix_spawn_file_actions_adddup2(&actions, own, descriptor)
      case .nothing:
        let mode = descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
      case .closed: posix_spawn_file_actions_addclose(&actions, descriptor)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var process = pid_t()
    let code = withStrings(words) { words in
      withStrings(variables) { variables in
        guard let path else {
          return words[0].map { posix_spawnp(&process, $0, &actions, &attributes, words, variables) }
            ?? EINVAL
        }
        return posix_spawn(&process, path, &actions, &attributes, words, variables)
      }
    }
    guard code == 0 else { throw SocketPair.SystemFailure(code: code) }
    return process
  }

  /// Waits for the end of a process.
  ///
  /// The corresponding C function is `waitpid`.
  ///
  /// - Returns: its exit status, or 128 and the number of the signal that ended it.
  @discardableResult
  static func wait(for process: pid_t) -> Int32 {
    var code: Int32 = 0
    while waitpid(process, &code, 0) < 0, errno == EINTR {}
    let signal = code & 0x7F
    return signal == 0 ? (code >> 8) & 0xFF : 128 + signal
  }

  /// Passes strings as in C: a list of pointers that ends with a null pointer.
  static func withStrings<R>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
  ) -> R {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
