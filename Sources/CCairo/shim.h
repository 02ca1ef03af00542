// The C libraries of CardRaster/C, as one module.
// A static inline stands here only for a macro that Swift cannot see.
#ifndef CARDSHOT_CCAIRO_SHIM_H
#define CARDSHOT_CCAIRO_SHIM_H

// Types of the C library belong to Swift's own module of it, in whichever order a compiler meets both: a file that knows
// `stat` from there need not know this module.
#ifdef __clang__
#pragma clang module import SwiftGlibc
#endif

#include <cairo.h>
#include <cairo-pdf.h>
#include <cmark.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_BITMAP_H
#include FT_MODULE_H
#include FT_MULTIPLE_MASTERS_H
#include FT_TRUETYPE_TABLES_H
#include <gif_lib.h>
#include <hb-ot.h>
#include <hb.h>
#include <isa-l/igzip_lib.h>
#include <lcms2.h>
#include <libdeflate.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <pango/pango.h>
#include <png.h>
#include <sqlite3.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <turbojpeg.h>
#include <unistd.h>
#include <webp/decode.h>
#include <webp/encode.h>
#include <webp/mux.h>
#include <zint.h>
#include <zlib.h>

// Two large arrays of zint_symbol, which Swift would see as tuples of thousands of values.
static inline int cs_zint_module(const struct zint_symbol *symbol, int row, int column) {
  return symbol->encoded_data[row][column >> 3] >> (column & 7) & 1;
}

static inline float cs_zint_row_height(const struct zint_symbol *symbol, int row) { return symbol->row_height[row]; }

// The rectangle of librsvg, which is opened at run time (LibRSVG.swift); its own header needs include folders that
// pangocairo's pkg-config file does not name (gdk-pixbuf).
typedef struct { double x, y, width, height; } CSRsvgRectangle;

static inline void cs_object_unref(gpointer object) { g_object_unref(object); }
static inline gpointer cs_object_ref(gpointer object) { return (g_object_ref)(object); }

// The formats of pixels of Little CMS are sums of macros, which Swift does not import.
static const cmsUInt32Number cs_lcms_rgba = TYPE_RGBA_8, cs_lcms_rgb = TYPE_RGB_8, cs_lcms_grey = TYPE_GRAY_8,
                             cs_lcms_cmyk = TYPE_CMYK_8, cs_lcms_cmyk_inverted = TYPE_CMYK_8_REV;

// The typed attributes of Pango are one macro-checked family in C; Swift sees no common base of their structs.
static inline PangoAttribute *cs_attribute_between(PangoAttribute *attribute, guint start, guint end) {
  attribute->start_index = start;
  attribute->end_index = end;
  return attribute;
}

// sqlite3_db_config takes any number of arguments, which Swift cannot call.
static inline int cs_sqlite3_switch(sqlite3 *db, int option, int value) {
  return sqlite3_db_config(db, option, value, NULL);
}

// prctl and syscall take any number of arguments too.
static inline int cs_prctl(int option, unsigned long value) { return prctl(option, value, 0UL, 0UL, 0UL); }

// Swift hides fork, since a copy of a process with several threads has but one of them.
static inline int cs_fork(void) { return fork(); }

// A filter of system calls for all threads of the process.
static inline long cs_seccomp(const struct sock_fprog *program) {
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, program);
}

// The limits of a process, soft and hard; glibc's own is hidden without _GNU_SOURCE.
static inline long cs_limits(int process, int resource, const unsigned long long *set, unsigned long long *found) {
  return syscall(SYS_prlimit64, process, resource, set, found);
}

// Memory that is used as a file; glibc's own is hidden without _GNU_SOURCE. 1 is MFD_CLOEXEC.
static inline int cs_memory_file(void) { return (int)syscall(SYS_memfd_create, "cardshot", 1U); }

// Closes all descriptors from a number on; an old kernel does not know it.
static inline long cs_close_from(unsigned int first) { return syscall(SYS_close_range, first, ~0U, 0); }

// The kernel's rules of files, whose structs and numbers old headers lack; the numbers are the same on all machines.
static inline long cs_landlock_version(void) { return syscall(444, NULL, 0UL, 1UL); }
static inline long cs_landlock_ruleset(const unsigned long long *rights, unsigned long size) {
  return syscall(444, rights, size, 0UL);
}
static inline long cs_landlock_allow(int ruleset, unsigned long long rights, int place) {
  struct {
    unsigned long long rights;
    int place;
  } __attribute__((packed)) rule = {rights, place};
  return syscall(445, ruleset, 1UL, &rule, 0UL);
}
static inline long cs_landlock_enter(int ruleset) { return syscall(446, ruleset, 0UL); }

// The path of the library that an address lies in; glibc's own struct is hidden without _GNU_SOURCE.
extern int cs_dladdr(const void *address, const void **answer) __asm__("dladdr");
static inline const char *cs_library_of(const void *address) {
  const void *answer[4] = {NULL, NULL, NULL, NULL};
  return cs_dladdr(address, answer) ? (const char *)answer[0] : NULL;
}

#endif
