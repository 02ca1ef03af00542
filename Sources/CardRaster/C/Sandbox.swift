internal import CCairo
internal import Glibc

/// Removes permissions that the process does not need any more; this cannot be undone.
///
/// Guarantees, as far as the kernel supports them: no file is opened, created or written, no program started,
/// and data are sent only over open descriptors. No memory becomes executable. A crash leaves nothing behind.
enum Sandbox {
  /// Limits files, memory and core dumps, and makes the process end with the thread that started it.
  ///
  /// The corresponding C functions are `setrlimit` and `prctl`.
  ///
  /// - Parameter memory: the additional address space that the process may use, in bytes.
  /// - Returns: the current address space of the process, in bytes; nil if the system rejects any limit.
  static func limit(memory: Int) -> Int? {
    let now = addressSpace
    // With no descriptor number below 3 free, nothing can be opened, even without a filter.
    let limits: [(__rlimit_resource, UInt)] = [
      (RLIMIT_CORE, 0), (RLIMIT_FSIZE, 0), (RLIMIT_NOFILE, UInt(STDERR_FILENO + 1)),
    ]
    guard limits.allSatisfy({ ProcessLimit.set($0, $1, isFinal: true) }),
      ProcessLimit.set(RLIMIT_AS, UInt(now + memory)),
      cs_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL)) == 0, cs_prctl(PR_SET_DUMPABLE, 0) == 0
    else { return nil }
    return now
  }

  /// Denies all system calls except those for drawing in memory; false if the kernel has no filters.
  ///
  /// The corresponding C functions are `prctl` with `PR_SET_NO_NEW_PRIVS` and `seccomp`.
  static func filterCalls() -> Bool {
    guard var program = CallFilter.program, cs_prctl(PR_SET_NO_NEW_PRIVS, 1) == 0 else { return false }
    let count = UInt16(program.count)
    return program.withUnsafeMutableBufferPointer { instructions in
      var whole = sock_fprog(len: count, filter: instructions.baseAddress)
      return cs_seccomp(&whole) == 0
    }
  }

  /// The address space of the process in bytes; 0 if unknown.
  private static var addressSpace: Int {
    let text = (try? FileReading.read(path: "/proc/self/statm", limit: 4096)) ?? []
    let pages = String(decoding: text.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    return (Int(pages) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

/// The system call filter (seccomp), as a program of the kernel's packet filter.
///
/// Each call is looked up in a list. A call that is not in it fails with a permission error, so that a
/// library that can do without it continues.
private enum CallFilter {
  /// Calls that are allowed with any arguments: memory, threads, time, and open descriptors.
  private static let allowed: [Int32] = [
    SYS_read, SYS_write, SYS_close, SYS_lseek, SYS_fstat, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk,
    SYS_futex, SYS_sched_yield, SYS_sched_getaffinity, SYS_set_robust_list, SYS_rseq, SYS_rt_sigaction,
    SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall, SYS_gettid, SYS_getpid,
    SYS_exit, SYS_exit_group, SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep,
    SYS_gettimeofday, SYS_getrandom, SYS_sysinfo,
  ]

  /// The architecture that the call numbers belong to; nil if it is not supported.
  private static var machine: UInt32? {
    // `AUDIT_ARCH_X86_64` and `AUDIT_ARCH_AARCH64`.
    #if arch(x86_64)
    return 0xC000_003E
    #elseif arch(arm64)
    return 0xC000_00B7
    #else
    return nil
    #endif
  }

  /// The program; nil for an unsupported architecture.
  static var program: [sock_filter]? {
    guard let machine else { return nil }
    var code: [sock_filter] = []
    code += [
      load(offsetOfMachine), skip(ifEqual: machine), answer(UInt32(SECCOMP_RET_KILL_PROCESS)), load(0),
    ]
    for call in allowed { code += [skip(unlessEqual: UInt32(call)), answer(UInt32(SECCOMP_RET_ALLOW))] }
    // A thread of this process, but no other process. The arguments of the newer call cannot be inspected: it
    // is reported as missing, as on an old kernel, and the C library uses the older one.
    code += unless(SYS_clone, [load(low(0)), skip(ifAny: threads), refuse, allow])
    code += unless(SYS_clone3, [answer(UInt32(SECCOMP_RET_ERRNO) | UInt32(ENOSYS))])
    // Memory for data.
    for call in [SYS_mmap, SYS_mprotect] {
      code += unless(call, [load(low(2)), skip(ifAny: UInt32(PROT_EXEC)), allow, refuse])
    }
    // Reading a limit, not changing one.
    code += unless(
      SYS_prlimit64, [load(low(2)), skip(ifEqual: 0), refuse, load(high(2)), skip(ifEqual: 0), refuse, allow])
    // A signal to itself: that is how a process aborts.
    code += unless(SYS_tgkill, [load(low(0)), skip(ifEqual: UInt32(getpid())), refuse, allow])
    code.append(refuse)
    return code
  }

  /// `CLONE_THREAD`.
  private static let threads: UInt32 = 0x10000

  // `struct seccomp_data`: the number of the call, the architecture, the instruction pointer, six arguments
  // of 64 bits.
  private static let offsetOfMachine: UInt32 = 4
  private static func low(_ argument: UInt32) -> UInt32 { 16 + 8 * argument }
  private static func high(_ argument: UInt32) -> UInt32 { low(argument) + 4 }

  private static var allow: sock_filter { answer(UInt32(SECCOMP_RET_ALLOW)) }
  private static var refuse: sock_filter { answer(UInt32(SECCOMP_RET_ERRNO) | UInt32(EPERM)) }

  /// Some steps for one call; all other calls skip them.
  private static func unless(_ call: Int32, _ steps: [sock_filter]) -> [sock_filter] {
    [load(0), jump(BPF_JEQ, UInt32(call), yes: 0, no: UInt8(steps.count))] + steps
  }

  private static func load(_ offset: UInt32) -> sock_filter {
    sock_filter(code: UInt16(BPF_LD | BPF_W | BPF_ABS), jt: 0, jf: 0, k: offset)
  }

  private static func answer(_ value: UInt32) -> sock_filter {
    sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: value)
  }

  /// Skips the next step if a value equals this one.
  private static func skip(ifEqual value: UInt32) -> sock_filter { jump(BPF_JEQ, value, yes: 1, no: 0) }
  private static func skip(unlessEqual value: UInt32) -> sock_filter { jump(BPF_JEQ, value, yes: 0, no: 1) }
  /// Skips the next step if a value has any of these bits.
  private static func skip(ifAny bits: UInt32) -> sock_filter { jump(BPF_JSET, bits, yes: 1, no: 0) }

  private static func jump(_ condition: Int32, _ value: UInt32, yes: UInt8, no: UInt8) -> sock_filter {
    sock_filter(code: UInt16(BPF_JMP | condition | BPF_K), jt: yes, jf: no, k: value)
  }
}
