// The engine of libFuzzer, which the compiler links with `-sanitize=fuzzer` and has no header for.
#ifndef CARDSHOT_CFUZZER_H
#define CARDSHOT_CFUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*run)(const uint8_t *bytes, size_t count));

#endif
