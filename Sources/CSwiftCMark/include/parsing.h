#ifndef C_COMMON_MARK_PARSING_H
#define C_COMMON_MARK_PARSING_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The one place that knows which of the two libraries it is. */
#if defined(C_COMMON_MARK_IS_PACKAGED)
#include <cmark-gfm.h>
#define C_COMMON_MARK_NAME "swift-cmark"
/* The number is 0x1D00000D for 0.29.0.gfm.13. */
static inline int read_specification(void) { return cmark_version() >> 24; }
/* swift-cmark counts the bytes of a byte order mark among the columns of its line, so it never sees
   one. Where a second mark follows, which is text, the first stays: the second would be taken for
   it. */
static inline size_t bytes_left_out(const char *source, size_t length) {
  if (length < 3 || memcmp(source, "\xEF\xBB\xBF", 3) != 0) return 0;
  return length >= 6 && memcmp(source + 3, "\xEF\xBB\xBF", 3) == 0 ? 0 : 3;
}
#else
#include <cmark.h>
#define C_COMMON_MARK_NAME "libcmark"
/* The number is 0x1E02 for 0.30.2. */
static inline int read_specification(void) { return cmark_version() >> 8 & 0xFF; }
static inline size_t bytes_left_out(const char *source, size_t length) {
  (void)source;
  (void)length;
  return 0;
}
#endif

/* A node, as Swift calls it: swift-cmark shows what is in one, libcmark does not, and Swift imports
   their pointers as two types. */
typedef cmark_node *CMarkNode;

/* A place for all that libcmark allocates while it parses a source, given back as a whole.

   A fourth of libcmark's time is malloc and free. libcmark's allocator has no context, so the region
   in use is the thread's. What does not fit is the heap's. */
typedef struct {
  char *start;
  char *next;
  char *end;
  /* How many blocks are the heap's. */
  size_t outside;
} parse_region;

/* The bytes before a block, which hold its size and keep it aligned. */
#define PARSE_REGION_HEADER 16

static inline parse_region *current_parse_region(void) {
  static _Thread_local parse_region region;
  return &region;
}

static inline int is_in_parse_region(const parse_region *region, const void *block) {
  return (const char *)block >= region->start && (const char *)block < region->end;
}

/* libcmark's own allocator does not return without memory either. */
static inline void *given_by_heap(parse_region *region, void *block) {
  if (block == NULL) abort();
  region->outside += 1;
  return block;
}

/* A block of the region, as long as a multiple of its header; NULL where there is no room. */
static inline char *taken_from_parse_region(parse_region *region, size_t size) {
  size_t room = (size_t)(region->end - region->next);
  if (size > room) return NULL;
  size_t length = (size + PARSE_REGION_HEADER - 1) & ~(size_t)(PARSE_REGION_HEADER - 1);
  if (length + PARSE_REGION_HEADER > room) return NULL;
  char *block = region->next + PARSE_REGION_HEADER;
  memcpy(region->next, &length, sizeof length);
  region->next = block + length;
  return block;
}

static inline void *parse_region_calloc(size_t count, size_t size) {
  parse_region *region = current_parse_region();
  size_t length;
  int fits = !__builtin_mul_overflow(count, size, &length);
  char *block = fits ? taken_from_parse_region(region, length) : NULL;
  if (block == NULL) return given_by_heap(region, calloc(count, size));
  return memset(block, 0, length);
}

static inline void *parse_region_realloc(void *block, size_t size) {
  parse_region *region = current_parse_region();
  size_t length = 0;
  if (block != NULL) {
    if (!is_in_parse_region(region, block)) {
      region->outside -= 1;
      return given_by_heap(region, realloc(block, size));
    }
    memcpy(&length, (char *)block - PARSE_REGION_HEADER, sizeof length);
    if (size <= length) return block;
    /* The last block grows where it is. */
    if ((char *)block + length == region->next) {
      region->next = (char *)block - PARSE_REGION_HEADER;
      if (taken_from_parse_region(region, size) != NULL) return block;
      region->next = (char *)block + length;
    }
  }
  void *larger = taken_from_parse_region(region, size);
  if (larger == NULL) larger = given_by_heap(region, malloc(size));
  if (length > 0) memcpy(larger, block, length);
  return larger;
}

static inline void parse_region_free(void *block) {
  parse_region *region = current_parse_region();
  if (block == NULL || is_in_parse_region(region, block)) return;
  region->outside -= 1;
  free(block);
}

/* Parses `source` into memory that is lent: `size` bytes at `memory`, aligned to 16, which must stay
   until the document has been freed by free_parsed_in_region. One such document a thread. */
static inline cmark_node *parse_in_region(
    const char *source, size_t length, int options, char *memory, size_t size) {
  static cmark_mem allocator = {parse_region_calloc, parse_region_realloc, parse_region_free};
  parse_region *region = current_parse_region();
  region->start = region->next = memory;
  region->end = memory + size;
  region->outside = 0;
  cmark_parser *parser = cmark_parser_new_with_mem(options, &allocator);
  size_t left_out = bytes_left_out(source, length);
  cmark_parser_feed(parser, source + left_out, length - left_out);
  cmark_node *document = cmark_parser_finish(parser);
  cmark_parser_free(parser);
  return document;
}

/* Parses `source` into memory of the heap. */
static inline cmark_node *parse_on_heap(const char *source, size_t length, int options) {
  size_t left_out = bytes_left_out(source, length);
  return cmark_parse_document(source + left_out, length - left_out, options);
}

static inline void free_parsed_in_region(cmark_node *document) {
  parse_region *region = current_parse_region();
  /* What is in the region needs no visit. */
  if (region->outside > 0) cmark_node_free(document);
  region->start = region->next = region->end = NULL;
}

#endif
