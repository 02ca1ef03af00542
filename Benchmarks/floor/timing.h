// How the programs of this folder measure.

#ifndef TIMING_H
#define TIMING_H

#include <time.h>

// Milliseconds since some moment.
static inline double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1000 + (double)time.tv_nsec / 1e6;
}

// The order of `qsort` for numbers.
static inline int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

#endif
