// Runs a program once and tells how long it took and how much memory it had, as one JSON object.
//
//   process COMMAND …
//
// A program of its own, because Linux counts the memory of whoever starts a program to the peak of that program.

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "timing.h"

extern char **environ;

static double milliseconds(struct timeval time) { return (double)time.tv_sec * 1000 + (double)time.tv_usec / 1000; }

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: process COMMAND …\n");
    return 64;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  pid_t child;
  const double start = now();
  if (posix_spawnp(&child, argv[1], &actions, NULL, argv + 1, environ)) {
    fprintf(stderr, "process: '%s' cannot be started\n", argv[1]);
    return 2;
  }
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) < 0) return 2;
  printf("{\"wall_ms\": %.3f, \"cpu_ms\": %.3f, \"peak_mb\": %.2f, \"status\": %d}\n", now() - start,
         milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime), (double)usage.ru_maxrss / 1024,
         WIFEXITED(status) ? WEXITSTATUS(status) : 128);
  return 0;
}
