/* Compares the functions of packed.c with libcmark's: every scalar, every name of a reference and names beside
   it, and texts put together at random. */
#define cmark_utf8proc_case_fold packed_case_fold
#define cmark_utf8proc_encode_char packed_encode_char
#define cmark_utf8proc_iterate packed_iterate
#define cmark_utf8proc_check packed_check
#define cmark_utf8proc_is_space packed_is_space
#define cmark_utf8proc_is_punctuation packed_is_punctuation
#define houdini_unescape_ent packed_unescape_ent
#define houdini_unescape_html packed_unescape_html
#define houdini_unescape_html_f packed_unescape_html_f
#include "packed.c"
#undef cmark_utf8proc_case_fold
#undef cmark_utf8proc_encode_char
#undef cmark_utf8proc_iterate
#undef cmark_utf8proc_check
#undef cmark_utf8proc_is_space
#undef cmark_utf8proc_is_punctuation
#undef houdini_unescape_ent
#undef houdini_unescape_html
#undef houdini_unescape_html_f

#include <cmark.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cmark_strbuf {
  cmark_mem *memory;
  unsigned char *bytes;
  int32_t capacity, size;
};
void cmark_strbuf_init(cmark_mem *, cmark_strbuf *, int32_t);
#include "functions.h"

static cmark_strbuf ours, theirs;
static long compared;

static void same(long a, long b, const char *what, const uint8_t *text, int32_t size) {
  compared++;
  if (a == b && ours.size == theirs.size && memcmp(ours.bytes, theirs.bytes, (size_t)ours.size) == 0) {
    ours.size = theirs.size = 0;
    return;
  }
  fprintf(stderr, "packed: %s differs for", what);
  for (int32_t i = 0; i < size; i++) fprintf(stderr, " %02x", text[i]);
  fputs("\n", stderr);
  exit(1);
}

/* Runs every text function that libcmark uses on a text. */
static void compare(const uint8_t *text, int32_t size) {
  int32_t a = 0, b = 0;
  packed_check(&ours, text, size);
  cmark_utf8proc_check(&theirs, text, size);
  same(0, 0, "check", text, size);
  packed_unescape_html_f(&ours, text, size);
  houdini_unescape_html_f(&theirs, text, size);
  same(0, 0, "unescape_html", text, size);
  same(packed_unescape_ent(&ours, text, size), houdini_unescape_ent(&theirs, text, size), "unescape_ent", text, size);
  same(packed_iterate(text, size, &a), cmark_utf8proc_iterate(text, size, &b), "iterate", text, size);
  same(a, b, "the scalar", text, size);
  packed_case_fold(&ours, text, size);
  cmark_utf8proc_case_fold(&theirs, text, size);
  same(0, 0, "case_fold", text, size);
}

static void compare_scalars(void) {
  for (int32_t scalar = 0; scalar < 0x110000; scalar++) {
    uint8_t bytes[5] = {0};
    packed_encode_char(scalar, &ours);
    cmark_utf8proc_encode_char(scalar, &theirs);
    int32_t size = ours.size;
    memcpy(bytes, ours.bytes, (size_t)(size < 5 ? size : 5));
    same(packed_is_space(scalar), cmark_utf8proc_is_space(scalar), "is_space", bytes, size);
    same(packed_is_punctuation(scalar) != 0, cmark_utf8proc_is_punctuation(scalar) != 0, "is_punctuation", bytes, size);
    compare(bytes, size);
  }
}

static unsigned random_below(unsigned limit) {
  static uint64_t state = 7;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % limit;
}

/* Compares each name in the table with and without a semicolon, shortened, extended, and with
   another letter. */
static int compare_names(void) {
  uint8_t text[40];
  int32_t shared, size, count = 0;
  for (const uint8_t *entry = references; entry < references + sizeof references; count++) {
    shared = *entry >> 3;
    int32_t stands_for = *entry++ & 7;
    for (size = shared;; entry++) {
      text[size++] = *entry & 0x7F;
      if (*entry & 0x80) break;
    }
    entry += 1 + stands_for;
    for (int32_t length = 0; length <= size; length++) {
      uint8_t kept = text[length];
      text[length] = ';';
      compare(text, length + 1);
      text[length] = (uint8_t)('A' + random_below(58));
      uint8_t next = text[length + 1];
      text[length + 1] = ';';
      compare(text, length + 2);
      text[length + 1] = next;
      text[length] = kept;
    }
  }
  return count;
}

static void compare_random(long texts) {
  static const char *const parts[] = {"&", "#", ";", "x", "X", "amp", "lt;", "&nGt;", "&NotEqualTilde;", "9", "1114111",
                                      "1114112", "D800", "\xC3", "\xA9", "\xE2\x82", "\xF0\x9F\x98\x80", "\xED\xA0\x80",
                                      "\xF4\x90\x80\x80", "\xC0\x80", "\xFF", "\xC4\xB0", " ", "f", "\xE1\xBA\x9E"};
  for (long i = 0; i < texts; i++) {
    uint8_t text[200];
    int32_t size = 0;
    for (unsigned left = random_below(9); left > 0; left--) {
      const char *part = parts[random_below(sizeof parts / sizeof parts[0])];
      size_t length = strlen(part);
      memcpy(text + size, part, length);
      size += (int32_t)length;
      if (random_below(20) == 0) text[size++] = (uint8_t)random_below(256);
    }
    compare(text, size);
  }
}

int main(void) {
  cmark_strbuf_init(cmark_get_default_mem_allocator(), &ours, 64);
  cmark_strbuf_init(cmark_get_default_mem_allocator(), &theirs, 64);
  compare_scalars();
  int names = compare_names();
  compare_random(1000000);
  printf("packed: %d names, %ld comparisons with libcmark, none differs\n", names, compared);
  return 0;
}
