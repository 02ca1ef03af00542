// Fault injection for tests: a library that is preloaded (LD_PRELOAD); the environment selects the faults.
//
//   FAULT_NAMELESS=1                    files without a name cannot be made (O_TMPFILE)
//   FAULT_WRITE=n                       the n-th write to a regular file fails, as on a full disk
//   FAULT_WRITE=n FAULT_SIGNAL=s        the n-th write to a regular file writes half, then the signal s is sent
//   FAULT_OPEN=name FAULT_SIGNAL=s      when a file of this name is first opened, the signal s is sent: a crash signal
//                                       to the process that opens it, any other to the program that was started
//   FAULT_ALLOC=n FAULT_LIBRARY=libx.   the n-th allocation of a library fails
//   FAULT_ALLOC=n FAULT_FROM=a FAULT_TO=b   the same for the code between two addresses (hexadecimal) of the program
//   FAULT_CUT=name                      a file of this name is truncated when it is first read
//   FAULT_LANDLOCK=1                    the kernel does not have Landlock; 2: it has Landlock but rejects rules
//   FAULT_LIMITS=1                      the kernel rejects limits of processes
//   FAULT_PROBE=path                    each write to a regular file tries to open this one
//   FAULT_COUNT=path                    the numbers of writes, allocations, files opened by the probe, and threads
//                                       started are written to this file at the end
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static long wanted_write, wanted_allocation, writes, allocations, opened, threads;
static pid_t program;
static int wanted_signal, has_no_nameless, has_no_landlock, has_no_limits, count_file = -1;
static const char *library, *cut, *probe, *announced;
static uintptr_t low, high;

static long number(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : 0;
}

// The first object in the list is the program itself; the addresses may be those of a library linked into it.
static int find_code(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  low = info->dlpi_addr + strtoul(getenv("FAULT_FROM"), NULL, 16);
  high = info->dlpi_addr + strtoul(getenv("FAULT_TO"), NULL, 16);
  return 1;
}

static int find_library(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  const char *name = strrchr(info->dlpi_name, '/');
  if (!name || strncmp(name + 1, library, strlen(library))) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_X)) continue;
    low = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    high = low + info->dlpi_phdr[i].p_memsz;
  }
  return 1;
}

// Sends the signal: a crash signal to the current process, a termination signal to the program that was
// started.
static void announce(void) {
  int is_crash = wanted_signal == SIGILL || wanted_signal == SIGABRT || wanted_signal == SIGSEGV;
  kill(is_crash ? getpid() : program, wanted_signal);
}

__attribute__((constructor)) static void begin(void) {
  program = getpid();
  const char *path = getenv("FAULT_COUNT");
  if (path) count_file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  library = getenv("FAULT_LIBRARY");
  cut = getenv("FAULT_CUT");
  announced = getenv("FAULT_OPEN");
  probe = getenv("FAULT_PROBE");
  has_no_nameless = number("FAULT_NAMELESS") != 0;
  has_no_landlock = (int)number("FAULT_LANDLOCK");
  has_no_limits = number("FAULT_LIMITS") != 0;
  wanted_signal = (int)number("FAULT_SIGNAL");
  wanted_write = number("FAULT_WRITE");
  wanted_allocation = number("FAULT_ALLOC");
  writes = allocations = 0;
  if (wanted_signal) {
    // The parent process may block or ignore signals.
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    signal(wanted_signal, SIG_DFL);
  }
  if (library) dl_iterate_phdr(find_library, NULL);
  if (getenv("FAULT_FROM") && getenv("FAULT_TO")) dl_iterate_phdr(find_code, NULL);
}

// Some libraries are opened when they are needed.
void *dlopen(const char *name, int mode) {
  static void *(*next)(const char *, int);
  if (!next) next = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
  void *opened = next(name, mode);
  if (library && !high) dl_iterate_phdr(find_library, NULL);
  return opened;
}

__attribute__((destructor)) static void end(void) {
  if (count_file >= 0) dprintf(count_file, "%ld %ld %ld %ld\n", writes, allocations, opened, threads);
}

// MARK: memory

static int refuses(void *caller) {
  uintptr_t place = (uintptr_t)caller;
  if (place < low || place >= high) return 0;
  return __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED) == wanted_allocation;
}

#define REFUSED (refuses(__builtin_return_address(0)) ? (errno = ENOMEM, 1) : 0)

void *malloc(size_t size) { return REFUSED ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return REFUSED ? NULL : __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) { return REFUSED ? NULL : __libc_realloc(memory, size); }
void *memalign(size_t unit, size_t size) { return REFUSED ? NULL : __libc_memalign(unit, size); }
void *aligned_alloc(size_t unit, size_t size) { return REFUSED ? NULL : __libc_memalign(unit, size); }
int posix_memalign(void **memory, size_t unit, size_t size) {
  if (REFUSED) return ENOMEM;
  *memory = __libc_memalign(unit, size);
  return *memory ? 0 : ENOMEM;
}

// MARK: threads

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (!next) next = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create");
  __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
  return next(thread, attributes, body, argument);
}

// MARK: files

static int is_file(int file) {
  struct stat status;
  return file > 2 && file != count_file && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

static void maybe_open(void) {
  if (!probe) return;
  int error = errno, file = (int)syscall(SYS_openat, AT_FDCWD, probe, O_RDONLY | O_CLOEXEC, 0);
  if (file >= 0) {
    __atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED);
    close(file);
  }
  errno = error;
}

ssize_t write(int file, const void *bytes, size_t count) {
  if (probe && is_file(file)) maybe_open();
  if (is_file(file) && __atomic_add_fetch(&writes, 1, __ATOMIC_RELAXED) == wanted_write) {
    if (!wanted_signal) {
      errno = ENOSPC;
      return -1;
    }
    long written = syscall(SYS_write, file, bytes, count / 2 + 1);
    announce();
    sleep(20);
    return written;
  }
  return syscall(SYS_write, file, bytes, count);
}

static void maybe_cut(int file) {
  char path[4096], link[64];
  if (!cut) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  long count = readlink(link, path, sizeof path - 1);
  if (count <= 0) return;
  path[count] = 0;
  const char *name = strrchr(path, '/');
  if (name && !strcmp(name + 1, cut)) {
    cut = NULL;
    if (truncate(path, 100)) perror("truncate");
  }
}

ssize_t read(int file, void *bytes, size_t count) {
  maybe_cut(file);
  return syscall(SYS_read, file, bytes, count);
}

ssize_t pread64(int file, void *bytes, size_t count, off_t offset) {
  maybe_cut(file);
  return syscall(SYS_pread64, file, bytes, count, offset);
}
ssize_t pread(int file, void *bytes, size_t count, off_t offset) { return pread64(file, bytes, count, offset); }

static int open_file(int folder, const char *path, int flags, mode_t mode) {
  if (has_no_nameless && (flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  int file = (int)syscall(SYS_openat, folder, path, flags, mode);
  const char *name = strrchr(path, '/');
  if (announced && !strcmp(name ? name + 1 : path, announced)) {
    announced = NULL;
    announce();
    // The signal is handled by another thread, which needs time to run.
    usleep(200000);
  }
  return file;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return open_file(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return open_file(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return open_file(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return open_file(folder, path, flags, mode);
}

// The calls of Landlock and prlimit use syscall, since the C library does not declare them.
long syscall(long call, ...) {
  static long (*next)(long, long, long, long, long, long, long);
  long words[6];
  va_list rest;
  va_start(rest, call);
  for (int i = 0; i < 6; i++) words[i] = va_arg(rest, long);
  va_end(rest);
  int is_refused = (has_no_landlock == 2 && call == 446) || (has_no_limits && call == SYS_prlimit64 && words[2]);
  if (is_refused) {
    errno = EPERM;
    return -1;
  }
  if (has_no_landlock == 1 && call >= 444 && call <= 446) {
    errno = ENOSYS;
    return -1;
  }
  if (!next) next = (long (*)(long, long, long, long, long, long, long))dlsym(RTLD_NEXT, "syscall");
  return next(call, words[0], words[1], words[2], words[3], words[4], words[5]);
}
