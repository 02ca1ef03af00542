// The entry point of the distribution's program: it loads the bundled loader instead of the system's.
//
// The kernel starts a program with the loader whose absolute path is in the program; a program that may be anywhere
// cannot contain one. So it names none, the kernel jumps here, and this code does the kernel's work: it maps
// `../lib/cardshot/ld.so`, relative to the program, and jumps there. `/proc/self/exe` stays the program, which finds
// its fonts by that path and starts itself again to draw SVG pictures.
//
// Environment variables that would load other libraries (LD_…) are removed, and the paths of modules are set, so that
// nothing of the machine is loaded.
//
// Nothing is relocated yet and there is no C library: static data contains no pointers, and all calls are system calls.
#include <elf.h>
#include <stddef.h>
#include <stdint.h>

#define FOLDER "/../lib/cardshot/"
enum { PATH = 4096, MOST_HEADERS = 24, PAGE = 4096 };

extern char __ehdr_start[] __attribute__((visibility("hidden")));
extern void _start(void) __attribute__((visibility("hidden")));

static inline long call(long n, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}
static inline long sys_read(long file, void *to, long count) { return call(0, file, (long)to, count, 0, 0, 0); }
static inline long sys_write(long file, const void *from, long n) { return call(1, file, (long)from, n, 0, 0, 0); }
static inline long sys_open(const char *path) { return call(2, (long)path, 02000000, 0, 0, 0, 0); }
static inline long sys_close(long file) { return call(3, file, 0, 0, 0, 0, 0); }
static inline long sys_mmap(uintptr_t at, long n, long how, long flags, long file, long offset) {
  return call(9, (long)at, n, how, flags, file, offset);
}
static inline long sys_readlink(const char *path, char *to, long n) {
  return call(89, (long)path, (long)to, n, 0, 0, 0);
}

static inline long length(const char *text) {
  long n = 0;
  while (text[n]) n++;
  return n;
}

static inline char *append(char *to, const char *text) {
  while ((*to = *text++)) to++;
  return to;
}

static inline int begins(const char *text, const char *with) {
  while (*with)
    if (*text++ != *with++) return 0;
  return 1;
}

static void give_up(const char *what) {
  sys_write(2, "cardshot: ", 10);
  sys_write(2, what, length(what));
  sys_write(2, "\n", 1);
  call(231, 127, 0, 0, 0, 0, 0);
}

// Maps a shared object by its program headers; returns its base address and, in `entry`, its entry point.
static uintptr_t map(const char *path, uintptr_t *entry) {
  union {
    Elf64_Ehdr head;
    char bytes[1024];
  } start;
  long file = sys_open(path);
  if (file < 0) give_up("the folder lib/cardshot beside the program's own is not there");
  long got = sys_read(file, start.bytes, sizeof start);
  Elf64_Phdr *headers = (Elf64_Phdr *)(start.bytes + start.head.e_phoff);
  if (got < (long)sizeof(Elf64_Ehdr) || start.head.e_phoff + start.head.e_phnum * sizeof(Elf64_Phdr) > (size_t)got)
    give_up("its loader is damaged");
  uintptr_t end = 0;
  for (int i = 0; i < start.head.e_phnum; i++)
    if (headers[i].p_type == PT_LOAD && headers[i].p_vaddr + headers[i].p_memsz > end)
      end = headers[i].p_vaddr + headers[i].p_memsz;
  // Reserves the address range without access rights (PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS).
  long base = sys_mmap(0, end + PAGE, 0, 0x22, -1, 0);
  if (base < 0 && base > -PAGE) give_up("there is no memory for its loader");
  for (int i = 0; i < start.head.e_phnum; i++) {
    Elf64_Phdr *part = &headers[i];
    if (part->p_type != PT_LOAD) continue;
    int how = (part->p_flags & PF_R ? 1 : 0) | (part->p_flags & PF_W ? 2 : 0) | (part->p_flags & PF_X ? 4 : 0);
    uintptr_t first = (base + part->p_vaddr) & -(uintptr_t)PAGE;
    uintptr_t file_end = base + part->p_vaddr + part->p_filesz, memory_end = base + part->p_vaddr + part->p_memsz;
    long skipped = part->p_vaddr & (PAGE - 1);
    // MAP_PRIVATE | MAP_FIXED
    if (sys_mmap(first, part->p_filesz + skipped, how, 0x12, file, part->p_offset - skipped) != (long)first)
      give_up("its loader cannot be mapped");
    if (part->p_memsz == part->p_filesz) continue;
    uintptr_t page_end = (file_end + PAGE - 1) & -(uintptr_t)PAGE;
    // Cleared to the end of the page, as the kernel does: the loader allocates its first memory there.
    for (volatile char *c = (char *)file_end; (uintptr_t)c < page_end; c++) *c = 0;
    if (memory_end > page_end) sys_mmap(page_end, memory_end - page_end, how, 0x32, -1, 0);
  }
  sys_close(file);
  *entry = base + start.head.e_entry;
  return base;
}

// The data for the loader, which replaces that of the kernel.
struct told {
  char folder[PATH], loader[PATH], conversions[PATH];
  Elf64_Phdr headers[MOST_HEADERS];
  uintptr_t entry;
};

// Writes the new block (count, arguments, environment, auxiliary values) to `to`, from the kernel's at `from`.
static void tell(uintptr_t *from, uintptr_t *to, struct told *told) {
  long n = sys_readlink("/proc/self/exe", told->folder, PATH - 256);
  if (n <= 0) give_up("it cannot find itself: is /proc there?");
  while (n > 0 && told->folder[n - 1] != '/') n--;
  told->folder[n > 1 ? n - 1 : n] = 0;
  append(append(append(told->loader, told->folder), FOLDER), "ld.so");
  append(append(append(append(told->conversions, "GCONV_PATH="), told->folder), FOLDER), "gconv");
  uintptr_t base = map(told->loader, &told->entry);

  long count = (long)*from;
  for (long i = 0; i < count + 2; i++) *to++ = *from++;
  for (; *from; from++) {
    const char *variable = (const char *)*from;
    if (begins(variable, "LD_") || begins(variable, "GCONV_PATH=") || begins(variable, "GIO_") ||
        begins(variable, "GDK_PIXBUF_") || begins(variable, "GLIBC_TUNABLES=") || begins(variable, "SWIFT_BACKTRACE="))
      continue;
    *to++ = *from;
  }
  *to++ = (uintptr_t)told->conversions;
  *to++ = (uintptr_t) "GIO_MODULE_DIR=/dev/null";
  *to++ = (uintptr_t) "GDK_PIXBUF_MODULE_FILE=/dev/null";
  // Swift's runtime would search ten places for its crash reporter, which is not part of the distribution.
  *to++ = (uintptr_t) "SWIFT_BACKTRACE=enable=no";
  *to++ = 0;
  from++;

  // The program's own headers, and one with the path of the loader, which the loader requires.
  uintptr_t here = (uintptr_t)__ehdr_start;
  Elf64_Ehdr *head = (Elf64_Ehdr *)here;
  Elf64_Phdr *headers = (Elf64_Phdr *)(here + head->e_phoff);
  int kept = head->e_phnum;
  if (kept >= MOST_HEADERS) give_up("it was linked with too many segments");
  for (int i = 0; i < kept; i++) {
    for (size_t b = 0; b < sizeof *headers; b++) ((volatile char *)&told->headers[i])[b] = ((char *)&headers[i])[b];
    // The loader derives the base address of the program from this one.
    if (headers[i].p_type == PT_PHDR) told->headers[i].p_vaddr = (uintptr_t)told->headers - here;
  }
  told->headers[kept].p_type = PT_INTERP;
  told->headers[kept].p_flags = PF_R;
  told->headers[kept].p_vaddr = (uintptr_t)told->loader - here;
  told->headers[kept].p_memsz = told->headers[kept].p_filesz = length(told->loader) + 1;

  for (;; from += 2, to += 2) {
    to[0] = from[0];
    to[1] = from[1];
    if (from[0] == AT_PHDR) to[1] = (uintptr_t)told->headers;
    if (from[0] == AT_PHNUM) to[1] = kept + 1;
    if (from[0] == AT_BASE) to[1] = base;
    if (from[0] == AT_ENTRY) to[1] = (uintptr_t)_start;
    if (from[0] == AT_NULL) return;
  }
}

__attribute__((noreturn, used, visibility("hidden"))) void cardshot_prepare(uintptr_t *stack) {
  uintptr_t *end = stack + 1;
  while (*end++) {}
  while (*end++) {}
  while (*end) end += 2;
  // These blocks exist as long as the process: the stack continues below them.
  struct told *told = __builtin_alloca(sizeof *told);
  uintptr_t *block = __builtin_alloca_with_align((end - stack + 8) * sizeof *stack, 16 * 8);
  tell(stack, block, told);
  __asm__ volatile("mov %0, %%rsp\n xor %%edx, %%edx\n xor %%ebp, %%ebp\n jmp *%1" : : "r"(block), "r"(told->entry) : "memory");
  __builtin_unreachable();
}

__asm__(
    ".text\n.globl cardshot_start\n.type cardshot_start, @function\n"
    "cardshot_start:\n xor %ebp, %ebp\n mov %rsp, %rdi\n and $-16, %rsp\n call cardshot_prepare\n");
