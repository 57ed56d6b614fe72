/* Documents on several threads: one for each, and one shared by all. */
#include <markdown_editing.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { THREADS = 4, ROUNDS = 400 };

static mde_document *shared;

/* Toggles each word of a text and returns a checksum of the results. */
static unsigned long work(int rounds) {
  static const char text[] = "one *two* `three` [four](u) <b>five</b> &amp; six_seven 日本語\n\n> - a\n";
  unsigned long sum = 0;
  for (int round = 0; round < rounds; round++) {
    mde_document *document = mde_open(text, strlen(text), NULL);
    for (int32_t command = 0; command < 3; command++) {
      mde_range range = {(round * 7) % 40, (round * 7) % 40 + 3 + round % 20};
      mde_state(document, MDE_UTF16, &range, 1);
      if (mde_plan(document, MDE_UTF16, command, MDE_TOGGLE, NULL, 0, &range, 1) == MDE_OK) mde_apply(document);
      mde_text(document, MDE_UTF8, 0, mde_length(document, MDE_UTF8));
      for (const char *byte = mde_result(document); *byte != 0; byte++) {
        sum = sum * 31 + (unsigned char)*byte;
      }
    }
    mde_close(document);
  }
  return sum;
}

static void *alone(void *result) {
  *(unsigned long *)result = work(ROUNDS);
  return NULL;
}

static void *together(void *wrong) {
  for (int round = 0; round < 20 * ROUNDS; round++) {
    int32_t code = mde_replace(shared, MDE_UTF8, MDE_EDIT, 0, 0, "x", 1);
    if (code != MDE_OK && code != MDE_ERROR_BUSY) *(int *)wrong += 1;
    mde_document *other = mde_open("y", 1, NULL);
    if (other == NULL || mde_close(other) != MDE_OK || mde_close(other) == MDE_OK) *(int *)wrong += 1;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  unsigned long sums[THREADS];
  /* The threads run first, so that they initialize everything that the library makes at first
     use. */
  for (int index = 0; index < THREADS; index++) {
    CHECK(pthread_create(&threads[index], NULL, alone, &sums[index]) == 0);
  }
  for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
  unsigned long sum = work(ROUNDS);
  for (int index = 0; index < THREADS; index++) CHECK(sums[index] == sum);

  shared = mde_open("a", 1, NULL);
  int wrong[THREADS] = {0};
  for (int index = 0; index < THREADS; index++) {
    CHECK(pthread_create(&threads[index], NULL, together, &wrong[index]) == 0);
  }
  for (int index = 0; index < THREADS; index++) {
    pthread_join(threads[index], NULL);
    CHECK(wrong[index] == 0);
  }
  CHECK(mde_length(shared, MDE_UTF8) > 1);
  CHECK(mde_close(shared) == MDE_OK);
  return checked("threads");
}
