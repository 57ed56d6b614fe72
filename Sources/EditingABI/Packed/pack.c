/* Writes packed_tables.h, the tables of packed.c, from libcmark's own data. Case folding and
   punctuation come from its functions; character references come from the table of
   houdini_html_u.c, which has ROWS rows. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmark.h>

typedef struct {
  cmark_mem *memory;
  unsigned char *bytes;
  int32_t capacity, size;
} buffer;

void cmark_utf8proc_case_fold(buffer *, const uint8_t *, int32_t);
void cmark_utf8proc_encode_char(int32_t, buffer *);
int cmark_utf8proc_iterate(const uint8_t *, int32_t, int32_t *);
int cmark_utf8proc_is_punctuation(int32_t);
void cmark_strbuf_init(cmark_mem *, buffer *, int32_t);
extern struct {
  unsigned char *name, bytes[8];
} cmark_entities[ROWS];

enum { SCALARS = 0x110000 };

static void fail(const char *what) {
  fprintf(stderr, "pack: %s\n", what);
  exit(1);
}

static int is_surrogate(int32_t scalar) { return scalar >= 0xD800 && scalar < 0xE000; }

/* Stores the case folding of a scalar in `parts` and returns its length. U+FFFE and U+FFFF, which
   libcmark does not encode as UTF-8, are folded to themselves. */
static int folded(int32_t scalar, int32_t *parts) {
  static buffer text, out;
  if (text.memory == NULL) {
    cmark_strbuf_init(cmark_get_default_mem_allocator(), &text, 64);
    cmark_strbuf_init(cmark_get_default_mem_allocator(), &out, 64);
  }
  int count = 0;
  if ((scalar | 1) == 0xFFFF) {
    parts[0] = scalar;
    return 1;
  }
  text.size = out.size = 0;
  cmark_utf8proc_encode_char(scalar, &text);
  cmark_utf8proc_case_fold(&out, text.bytes, text.size);
  for (int32_t i = 0; i < out.size; count++) {
    if (count == 3) fail("a scalar is folded to more than three");
    i += cmark_utf8proc_iterate(out.bytes + i, out.size - i, &parts[count]);
    if (out.size > 4 && parts[count] > 0xFFFF) fail("a part of a long folding has more than 16 bits");
  }
  return count;
}

/* The distance from a scalar to its case folding; 0 if that is the scalar itself, or several
   scalars. */
static int32_t distance(int32_t scalar) {
  int32_t parts[3];
  if (scalar >= SCALARS || is_surrogate(scalar) || folded(scalar, parts) != 1) return 0;
  return parts[0] - scalar;
}

static void write_folds(void) {
  int32_t parts[3];
  int longs = 0;
  puts("typedef struct {\n  int32_t first, last, step, value;\n} fold_run;");
  puts("/* From first to last each step is folded to what stands value behind it; where the step is 0, to what\n"
       "   long_folds has, from value on. */\nstatic const fold_run folds[] = {");
  for (int32_t scalar = 0; scalar < SCALARS; scalar++) {
    if (is_surrogate(scalar)) continue;
    int32_t last = scalar, step = 1, by = distance(scalar);
    if (folded(scalar, parts) > 1) {
      while (last + 1 < SCALARS && folded(last + 1, parts) > 1) last++;
      printf("  {%d, %d, 0, %d},\n", scalar, last, longs);
      longs += last - scalar + 1;
    } else if (by != 0) {
      if (distance(scalar + 1) == 0 && distance(scalar + 2) == by) step = 2;
      while (distance(last + step) == by && (step == 1 || (distance(last + 1) == 0 && folded(last + 1, parts) == 1))) {
        last += step;
      }
      printf("  {%d, %d, %d, %d},\n", scalar, last, step, by);
    }
    scalar = last;
  }
  puts("};\nstatic const uint16_t long_folds[][3] = {");
  for (int32_t scalar = 0; scalar < SCALARS; scalar++) {
    if (is_surrogate(scalar)) continue;
    int count = folded(scalar, parts);
    if (count > 1) printf("  {%d, %d, %d},\n", parts[0], parts[1], count > 2 ? parts[2] : 0);
  }
  puts("};");
}

static void write_punctuation(void) {
  puts("static const int32_t punctuation[][2] = {");
  for (int32_t scalar = 0; scalar < SCALARS; scalar++) {
    if (!cmark_utf8proc_is_punctuation(scalar)) continue;
    int32_t last = scalar;
    while (last + 1 < SCALARS && cmark_utf8proc_is_punctuation(last + 1)) last++;
    printf("  {%d, %d},\n", scalar, last);
    scalar = last;
  }
  puts("};");
}

static void write_references(void) {
  int starts[128] = {0}, size = 0, letter = 0;
  puts("static const uint8_t references[] = {");
  for (int row = 0; row < ROWS; row++) {
    const unsigned char *name = cmark_entities[row].name;
    const unsigned char *before = row == 0 ? (const unsigned char *)"" : cmark_entities[row - 1].name;
    size_t shared = 0, length = strlen((const char *)name), count = strlen((const char *)cmark_entities[row].bytes);
    if (strcmp((const char *)name, (const char *)before) <= 0) fail("names are not in order");
    if (name[0] < 'A' || name[0] > 'z' || length > 31 || count > 7) fail("a reference cannot be packed");
    while (name[shared] == before[shared]) shared++;
    for (; letter <= name[0] - 'A'; letter++) starts[letter] = size;
    printf("  %d, ", (int)(shared << 3 | count));
    for (size_t i = shared; i < length; i++) printf("%d, ", name[i] | (i + 1 == length ? 0x80 : 0));
    for (size_t i = 0; i < count; i++) printf("%d, ", cmark_entities[row].bytes[i]);
    puts("");
    size += (int)(1 + length - shared + count);
  }
  starts[letter] = size;
  printf("};\nenum { LETTERS = %d };\nstatic const uint16_t reference_starts[] = {", letter);
  for (int i = 0; i <= letter; i++) printf("%d, ", starts[i]);
  puts("};");
}

int main(void) {
  puts("#include <stdint.h>");
  write_folds();
  write_punctuation();
  write_references();
  return fflush(stdout) != 0;
}
