/* A check that reports where it failed, and continues. */
#ifndef CHECK_H
#define CHECK_H

#include <markdown_editing.h>
#include <stdio.h>
#include <string.h>

static int check_count, check_failures;

#define CHECK(condition)                                                  \
  do {                                                                    \
    check_count++;                                                        \
    if (!(condition)) {                                                   \
      check_failures++;                                                   \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);     \
    }                                                                     \
  } while (0)

static inline int has_text(mde_document *document, const char *text) {
  int32_t length = mde_length(document, MDE_UTF8);
  return mde_text(document, MDE_UTF8, 0, length) == MDE_OK &&
         length == mde_result_length(document) && strcmp(mde_result(document), text) == 0;
}

/* Prints the summary at the end of main. */
static inline int checked(const char *what) {
  printf("%s: %d checks, %d failures\n", what, check_count, check_failures);
  return check_failures > 0 || check_count == 0;
}

#endif
