/* Random calls, right and wrong ones mixed: every answer is a code of the header, and a call that
   answers an error has changed nothing.

     random [SEED [CALLS]] */
#include <inttypes.h>
#include <markdown_editing.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static uint64_t state;

static uint32_t below(uint32_t limit) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 33) % limit;
}

static const char *const pieces[] = {"a", "b c", "*", "**", "_", "`", "``", "\n", "\n\n", "> ", "- ",
  "[x](y)", "&amp;", "\\", "<b>", "日", "😀", "é", "# ", "    ", "| a | b |\n| - | - |\n", "- [ ] ", "```\n", "\xFF", "\xE6\x97", "1. ", "~~"};

/* Writes random text, which is sometimes not valid UTF-8. */
static size_t make_text(char *buffer) {
  size_t length = 0;
  for (uint32_t count = below(9); count > 0; count--) {
    uint32_t index = below(sizeof pieces / sizeof *pieces);
    if (index >= 23 && index <= 24 && below(8) > 0) continue;
    memcpy(buffer + length, pieces[index], strlen(pieces[index]));
    length += strlen(pieces[index]);
  }
  buffer[length] = 0;
  return length;
}

/* Returns a number that is usually valid. */
static int32_t number(int32_t limit) {
  if (below(40) == 0) return (int32_t)(below(UINT32_MAX) * 2u + below(2));
  return (int32_t)below((uint32_t)limit + 1);
}

/* Adds in two's complement, because a wrong number may be any. */
static int32_t plus(int32_t first, int32_t second) { return (int32_t)((uint32_t)first + (uint32_t)second); }

static int32_t make_ranges(mde_document *document, mde_range ranges[4]) {
  int32_t length = mde_length(document, MDE_UTF8), count = 1 + (below(4) == 0 ? (int32_t)below(4) : 0);
  int32_t start = 0;
  for (int32_t index = 0; index < 4; index++) {
    ranges[index].start = below(3) == 0 ? number(length) : plus(start, number(5));
    ranges[index].end = below(40) == 0 ? number(length) : plus(ranges[index].start, number(6));
    start = ranges[index].end;
  }
  return below(60) == 0 ? number(3) - 1 : count < 4 ? count : 4;
}

static char *copy_of(mde_document *document) {
  if (mde_text(document, MDE_UTF8, 0, mde_length(document, MDE_UTF8)) != MDE_OK) return NULL;
  size_t length = (size_t)mde_result_length(document);
  char *copy = malloc(length + 1);
  memcpy(copy, mde_result(document), length + 1);
  return copy;
}

static int32_t call(mde_document *document) {
  char text[256];
  mde_range ranges[4];
  int32_t lengths[] = {number(4), number(4), number(4), number(4)};
  size_t length = make_text(text);
  int32_t count = make_ranges(document, ranges), unit = number(2);
  switch (below(13)) {
    case 0: return mde_replace(document, unit, number(2), ranges[0].start, ranges[0].end, text, length);
    case 1: return mde_replace_all(document, unit, number(2), ranges, lengths, count, text, length);
    case 2: return mde_select(document, unit, ranges, count);
    case 3: return mde_state(document, unit, ranges, count);
    case 4: return mde_apply(document);
    case 5: return mde_undo(document, unit);
    case 6: return mde_redo(document, unit);
    case 7: return mde_set_option(document, number(11), number(2));
    case 8: return mde_html_blocks(document, number(7), unit);
    case 9: {
      int32_t limit = mde_length(document, unit);
      int32_t from = below(4) == 0 ? number(1 << 20) : limit > 0 ? number(limit) : 0;
      int32_t code = mde_tokens(document, unit, from, below(2) == 0 ? limit : from);
      return code < 0 ? code : mde_changes(document, unit);
    }
    case 10: return below(8) == 0 ? mde_set_text(document, text, length) : mde_selections(document, unit);
    default: {
      /* Half of them are marks, which come first. */
      int32_t command = number(below(2) == 0 ? 4 : mde_catalogue_count() - 1);
      const char *argument = below(3) == 0 ? NULL : text;
      int32_t code =
          mde_plan(document, unit, command, number(2), argument, argument ? length : 0, ranges, count);
      if (code == MDE_OK && below(2) == 0) code = mde_apply(document);
      return code;
    }
  }
}

int main(int argc, char **argv) {
  uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  long calls = argc > 2 ? strtol(argv[2], NULL, 10) : 20000;
  state = seed * 0x9E3779B97F4A7C15u + 1;
  mde_document *document = mde_open("", 0, NULL);
  long errors = 0;
  for (long index = 0; index < calls; index++) {
    /* Long texts find nothing that short ones do not. */
    if (mde_length(document, MDE_UTF8) > 400) CHECK(mde_set_text(document, "", 0) == MDE_OK);
    char *before = copy_of(document);
    int32_t code = call(document);
    CHECK(code <= MDE_REFUSED && code >= MDE_ERROR_FULL);
    if (code != MDE_OK) {
      errors += code < 0;
      CHECK(strlen(mde_message(document)) > 0);
      char *after = copy_of(document);
      CHECK(strcmp(before, after) == 0);
      free(after);
    }
    free(before);
  }
  CHECK(mde_close(document) == MDE_OK);
  printf("seed %" PRIu64 ": %ld calls, %ld of them wrong\n", seed, calls, errors);
  return checked("random");
}
