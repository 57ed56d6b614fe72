/* Replaces utf8.c and houdini_html_u.c of libcmark 0.30, for the library and the WebAssembly
   module. libcmark's tables of case folding and of character references take 190 kB; these take 25
   kB. pack.c writes the tables from libcmark's own data when the library is built.
   Tests/Embedding/tables.c compares the functions with libcmark's. */
#include <stddef.h>
#include <stdint.h>

#include "packed_tables.h"

typedef struct cmark_strbuf cmark_strbuf;
void cmark_strbuf_grow(cmark_strbuf *, int32_t);
void cmark_strbuf_put(cmark_strbuf *, const unsigned char *, int32_t);
void cmark_strbuf_putc(cmark_strbuf *, int);

#include "functions.h"

static void put_unknown(cmark_strbuf *out) {
  cmark_strbuf_put(out, (const unsigned char *)"\xEF\xBF\xBD", 3);
}

/* The length of a UTF-8 sequence with this first byte; 0 if no sequence begins with it. */
static int32_t length_by(uint8_t first) {
  if (first < 0x80) return 1;
  if (first < 0xC0) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF8 ? 4 : 0;
}

/* The scalar of a UTF-8 sequence. */
static int32_t scalar_of(const uint8_t *text, int32_t length) {
  if (length == 1) return text[0];
  int32_t scalar = text[0] & (0x7F >> length);
  for (int32_t i = 1; i < length; i++) scalar = scalar << 6 | (text[i] & 0x3F);
  return scalar;
}

static int is_scalar(int32_t value, int32_t length) {
  static const int32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
  return value >= least[length] && value < 0x110000 && (value < 0xD800 || value >= 0xE000);
}

/* The length of the UTF-8 sequence at the start. If it is invalid, the negated length of the part
   to replace by one U+FFFD. */
static int32_t valid(const uint8_t *text, int32_t size) {
  int32_t length = length_by(text[0]);
  if (length == 0) return -1;
  if (length > size) return -size;
  for (int32_t i = 1; i < length; i++) {
    if ((text[i] & 0xC0) != 0x80) return -i;
  }
  return is_scalar(scalar_of(text, length), length) ? length : -length;
}

/* Appends a line, with U+FFFD in place of NUL and of invalid UTF-8. */
void cmark_utf8proc_check(cmark_strbuf *out, const uint8_t *line, int32_t size) {
  int32_t start = 0, i = 0;
  while (i < size) {
    if (line[i] < 0x80 && line[i] != 0) {
      i++;
      continue;
    }
    int32_t length = line[i] == 0 ? -1 : valid(line + i, size - i);
    if (length > 0) {
      i += length;
      continue;
    }
    if (i > start) cmark_strbuf_put(out, line + start, i - start);
    put_unknown(out);
    i -= length;
    start = i;
  }
  if (i > start) cmark_strbuf_put(out, line + start, i - start);
}

int cmark_utf8proc_iterate(const uint8_t *text, int32_t size, int32_t *scalar) {
  *scalar = -1;
  if (size == 0) return -1;
  int32_t length = valid(text, size);
  if (length < 0) return -1;
  *scalar = scalar_of(text, length);
  return length;
}

void cmark_utf8proc_encode_char(int32_t scalar, cmark_strbuf *out) {
  uint8_t bytes[4] = {(uint8_t)scalar};
  /* libcmark writes a byte for U+FFFE and U+FFFF, too, which is not UTF-8. */
  if (scalar < 0x80 || (scalar | 1) == 0xFFFF) {
    cmark_strbuf_put(out, bytes, 1);
    return;
  }
  if (scalar >= 0x110000) {
    put_unknown(out);
    return;
  }
  int32_t length = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  for (int32_t i = length - 1; i > 0; i--) {
    bytes[i] = 0x80 | (scalar & 0x3F);
    scalar >>= 6;
  }
  bytes[0] = (uint8_t)(0xF00 >> length | scalar);
  cmark_strbuf_put(out, bytes, length);
}

/* Appends the case folding of a scalar, which has one to three scalars. */
static void put_folded(int32_t scalar, cmark_strbuf *out) {
  size_t low = 0, high = sizeof folds / sizeof folds[0];
  while (low < high) {
    size_t middle = (low + high) / 2;
    const fold_run *run = &folds[middle];
    if (scalar > run->last) {
      low = middle + 1;
    } else if (scalar < run->first) {
      high = middle;
    } else if (run->step == 0) {
      const uint16_t *parts = long_folds[run->value + (scalar - run->first)];
      for (int i = 0; i < 3 && parts[i] != 0; i++) cmark_utf8proc_encode_char(parts[i], out);
      return;
    } else {
      if ((scalar - run->first) % run->step == 0) scalar += run->value;
      break;
    }
  }
  cmark_utf8proc_encode_char(scalar, out);
}

void cmark_utf8proc_case_fold(cmark_strbuf *out, const uint8_t *text, int32_t size) {
  while (size > 0) {
    int32_t scalar;
    int32_t length = cmark_utf8proc_iterate(text, size, &scalar);
    if (length < 0) {
      put_unknown(out);
      length = 1;
    } else {
      put_folded(scalar, out);
    }
    text += length;
    size -= length;
  }
}

int cmark_utf8proc_is_space(int32_t scalar) {
  return scalar == 9 || scalar == 10 || scalar == 12 || scalar == 13 || scalar == 0x20 || scalar == 0xA0 ||
         scalar == 0x1680 || (scalar >= 0x2000 && scalar <= 0x200A) || scalar == 0x202F || scalar == 0x205F ||
         scalar == 0x3000;
}

int cmark_utf8proc_is_punctuation(int32_t scalar) {
  size_t low = 0, high = sizeof punctuation / sizeof punctuation[0];
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (scalar > punctuation[middle][1]) low = middle + 1;
    else high = middle;
  }
  return low < sizeof punctuation / sizeof punctuation[0] && scalar >= punctuation[low][0];
}

/* Appends the value of a named reference; returns whether there is one. The names with the same
   first letter are sorted. The entry of each has a byte with two numbers: the bytes shared with the
   name before, and the bytes of the value. Then follow its other bytes, the last with the highest
   bit set, and the value. */
static int put_named(const uint8_t *name, int32_t length, cmark_strbuf *out) {
  int letter = name[0] - 'A';
  if (letter < 0 || letter >= LETTERS) return 0;
  const uint8_t *entry = references + reference_starts[letter];
  const uint8_t *end = references + reference_starts[letter + 1];
  int32_t matched = 0;
  while (entry < end) {
    int32_t shared = *entry >> 3, count = *entry & 7;
    entry++;
    if (shared < matched) return 0;
    int is_last = 0;
    for (; !is_last; entry++) {
      is_last = *entry >> 7;
      if (shared++ == matched && matched < length && name[matched] == (*entry & 0x7F)) {
        matched++;
      }
    }
    if (shared == length && matched == length) {
      cmark_strbuf_put(out, entry, count);
      return 1;
    }
    entry += count;
  }
  return 0;
}

static int is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

/* The value of a hexadecimal digit; negative for any other byte. */
static int digit(uint8_t byte) {
  if (is_digit(byte)) return byte - '0';
  byte |= 0x20;
  return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/* Appends the scalar of `#65;` or `#x41;` and returns the length of the reference; 0 for any other
   text. */
static int32_t put_numeric(const uint8_t *text, int32_t size, cmark_strbuf *out) {
  int base = (text[1] | 0x20) == 'x' ? 16 : 10;
  int32_t first = base == 16 ? 2 : 1, most = base == 16 ? 6 : 7, i = first, scalar = 0;
  for (; i < size && (base == 16 ? digit(text[i]) >= 0 : is_digit(text[i])); i++) {
    scalar = scalar * base + digit(text[i]);
    if (scalar > 0x110000) scalar = 0x110000;
  }
  if (i == first || i - first > most || i >= size || text[i] != ';') return 0;
  if (scalar == 0 || !is_scalar(scalar, 1)) scalar = 0xFFFD;
  cmark_utf8proc_encode_char(scalar, out);
  return i + 1;
}

int32_t houdini_unescape_ent(cmark_strbuf *out, const uint8_t *text, int32_t size) {
  if (size >= 3 && text[0] == '#') return put_numeric(text, size, out);
  if (size > 32) size = 32;
  for (int32_t i = 2; i < size && text[i] != ' '; i++) {
    if (text[i] == ';') return put_named(text, i, out) ? i + 1 : 0;
  }
  return 0;
}

/* Appends text with its references replaced. If it has no ampersand, appends nothing and returns
   0. */
int houdini_unescape_html(cmark_strbuf *out, const uint8_t *text, int32_t size) {
  int32_t start = 0;
  for (int32_t i = 0; i < size;) {
    if (text[i++] != '&') continue;
    if (start == 0) cmark_strbuf_grow(out, size);
    if (i - 1 > start) cmark_strbuf_put(out, text + start, i - 1 - start);
    int32_t length = houdini_unescape_ent(out, text + i, size - i);
    if (length == 0) cmark_strbuf_putc(out, '&');
    i += length;
    start = i;
  }
  if (start == 0 && size > 0) return 0;
  if (size > start) cmark_strbuf_put(out, text + start, size - start);
  return 1;
}

void houdini_unescape_html_f(cmark_strbuf *out, const uint8_t *text, int32_t size) {
  if (!houdini_unescape_html(out, text, size)) cmark_strbuf_put(out, text, size);
}
