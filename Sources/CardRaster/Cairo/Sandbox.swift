internal import CCairo
internal import Glibc

/// Takes from the running process what it does not need any more; there is no way back.
///
/// Guarantees, as far as the kernel is able: no file is opened, made or written, no program started, nothing sent but over
/// descriptors that are open; no memory becomes code; nothing is left behind by a crash.
enum Sandbox {
  /// Limits files, memory and what is left behind, and lets the process end with the thread that started it.
  ///
  /// The corresponding C functions are `setrlimit` and `prctl`.
  ///
  /// - Parameter memory: how much address space more than now the process may have, in bytes.
  /// - Returns: the address space that the process has now, in bytes; nil when the system refuses any of it.
  static func limit(memory: Int) -> Int? {
    let now = addressSpace
    // With no number below 3 free, nothing can be opened, even where there is no filter.
    let limits: [(__rlimit_resource, UInt)] = [
      (RLIMIT_CORE, 0), (RLIMIT_FSIZE, 0), (RLIMIT_NOFILE, UInt(STDERR_FILENO + 1)),
    ]
    guard limits.allSatisfy({ ProcessLimit.set($0, $1, isFinal: true) }),
      ProcessLimit.set(RLIMIT_AS, UInt(now + memory)),
      cs_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL)) == 0, cs_prctl(PR_SET_DUMPABLE, 0) == 0
    else { return nil }
    return now
  }

  /// Refuses all system calls but those that drawing in memory needs; false where the kernel has no filters.
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

  /// The address space of the process in bytes; 0 when the system does not tell.
  private static var addressSpace: Int {
    let text = (try? FileReading.read(path: "/proc/self/statm", limit: 4096)) ?? []
    let pages = String(decoding: text.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    return (Int(pages) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

/// The filter of system calls, as a program of the kernel's packet filter.
///
/// Each call is looked up in a list; what is not in it fails as forbidden, so that a library that can do without goes on.
private enum CallFilter {
  /// Calls that are allowed whatever their arguments are: memory, threads, time, and descriptors that are open.
  private static let allowed: [Int32] = [
    SYS_read, SYS_write, SYS_close, SYS_lseek, SYS_fstat, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk,
    SYS_futex, SYS_sched_yield, SYS_sched_getaffinity, SYS_set_robust_list, SYS_rseq, SYS_rt_sigaction,
    SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall, SYS_gettid, SYS_getpid,
    SYS_exit, SYS_exit_group, SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep,
    SYS_gettimeofday, SYS_getrandom, SYS_sysinfo,
  ]

  /// The kind of machine whose numbers these are; nil where none are known.
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

  /// The program; nil for a machine whose calls are not known.
  static var program: [sock_filter]? {
    guard let machine else { return nil }
    var code: [sock_filter] = []
    code += [
      load(offsetOfMachine), skip(ifEqual: machine), answer(UInt32(SECCOMP_RET_KILL_PROCESS)), load(0),
    ]
    for call in allowed { code += [skip(unlessEqual: UInt32(call)), answer(UInt32(SECCOMP_RET_ALLOW))] }
    // A thread of this process, but no other process. The arguments of the newer call cannot be seen: as on an old
    // kernel it is not there, and the C library takes the older one.
    code += unless(SYS_clone, [load(low(0)), skip(ifAny: threads), refuse, allow])
    code += unless(SYS_clone3, [answer(UInt32(SECCOMP_RET_ERRNO) | UInt32(ENOSYS))])
    // Memory for data.
    for call in [SYS_mmap, SYS_mprotect] {
      code += unless(call, [load(low(2)), skip(ifAny: UInt32(PROT_EXEC)), allow, refuse])
    }
    // To ask for a limit, not to change one.
    code += unless(
      SYS_prlimit64, [load(low(2)), skip(ifEqual: 0), refuse, load(high(2)), skip(ifEqual: 0), refuse, allow])
    // A signal to itself: that is how a process gives up.
    code += unless(SYS_tgkill, [load(low(0)), skip(ifEqual: UInt32(getpid())), refuse, allow])
    code.append(refuse)
    return code
  }

  /// `CLONE_THREAD`.
  private static let threads: UInt32 = 0x10000

  // `struct seccomp_data`: the number of the call, the kind of machine, a place in the code, six arguments of 64 bits.
  private static let offsetOfMachine: UInt32 = 4
  private static func low(_ argument: UInt32) -> UInt32 { 16 + 8 * argument }
  private static func high(_ argument: UInt32) -> UInt32 { low(argument) + 4 }

  private static var allow: sock_filter { answer(UInt32(SECCOMP_RET_ALLOW)) }
  private static var refuse: sock_filter { answer(UInt32(SECCOMP_RET_ERRNO) | UInt32(EPERM)) }

  /// Some steps for one call; all others go past them.
  private static func unless(_ call: Int32, _ steps: [sock_filter]) -> [sock_filter] {
    [load(0), jump(BPF_JEQ, UInt32(call), yes: 0, no: UInt8(steps.count))] + steps
  }

  private static func load(_ offset: UInt32) -> sock_filter {
    sock_filter(code: UInt16(BPF_LD | BPF_W | BPF_ABS), jt: 0, jf: 0, k: offset)
  }

  private static func answer(_ value: UInt32) -> sock_filter {
    sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: value)
  }

  /// Goes past the next step when a value is this one.
  private static func skip(ifEqual value: UInt32) -> sock_filter { jump(BPF_JEQ, value, yes: 1, no: 0) }
  private static func skip(unlessEqual value: UInt32) -> sock_filter { jump(BPF_JEQ, value, yes: 0, no: 1) }
  /// Goes past the next step when a value has one of these bits.
  private static func skip(ifAny bits: UInt32) -> sock_filter { jump(BPF_JSET, bits, yes: 1, no: 0) }

  private static func jump(_ condition: Int32, _ value: UInt32, yes: UInt8, no: UInt8) -> sock_filter {
    sock_filter(code: UInt16(BPF_JMP | condition | BPF_K), jt: yes, jf: no, k: value)
  }
}
