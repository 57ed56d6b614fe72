/* A check that reports where it failed, and continues. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int check_count, check_failures;

#define CHECK(condition)                                                  \
  do {                                                                    \
    check_count++;                                                        \
    if (!(condition)) {                                                   \
      check_failures++;                                                   \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);     \
    }                                                                     \
  } while (0)

/* Prints the summary at the end of main. */
static inline int checked(const char *what) {
  printf("%s: %d checks, %d failures\n", what, check_count, check_failures);
  return check_failures > 0 || check_count == 0;
}

#endif
