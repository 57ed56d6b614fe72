#ifndef C_COMMON_MARK_SHIM_H
#define C_COMMON_MARK_SHIM_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmark.h>

/* A place for all that libcmark allocates while it parses a small source, given back as a whole.

   A fourth of libcmark's time on a few hundred bytes is malloc and free. libcmark's allocator has
   no context, so the region in use is the thread's. What does not fit is the heap's. */
typedef struct {
  char *start;
  char *next;
  char *end;
} parse_region;

/* The bytes before a block, which hold its size and keep it aligned. */
#define PARSE_REGION_HEADER 16

static inline parse_region *current_parse_region(void) {
  static _Thread_local parse_region region;
  return &region;
}

static inline int is_in_parse_region(const void *block) {
  const parse_region *region = current_parse_region();
  return (const char *)block >= region->start && (const char *)block < region->end;
}

/* libcmark's own allocator does not return without memory either. */
static inline void *given_by_heap(void *block) {
  if (block == NULL) abort();
  return block;
}

static inline void *parse_region_calloc(size_t count, size_t size) {
  parse_region *region = current_parse_region();
  size_t room = (size_t)(region->end - region->next);
  /* As a division, so that no product overflows. */
  if (size != 0 && count > room / size) return given_by_heap(calloc(count, size));
  size_t length = (count * size + PARSE_REGION_HEADER - 1) & ~(size_t)(PARSE_REGION_HEADER - 1);
  if (length + PARSE_REGION_HEADER > room) return given_by_heap(calloc(count, size));
  char *block = region->next + PARSE_REGION_HEADER;
  memcpy(region->next, &length, sizeof length);
  memset(block, 0, length);
  region->next = block + length;
  return block;
}

static inline void *parse_region_realloc(void *block, size_t size) {
  if (block == NULL) return parse_region_calloc(1, size);
  if (!is_in_parse_region(block)) return given_by_heap(realloc(block, size));
  size_t length;
  memcpy(&length, (char *)block - PARSE_REGION_HEADER, sizeof length);
  if (size <= length) return block;
  void *larger = parse_region_calloc(1, size);
  memcpy(larger, block, length);
  return larger;
}

static inline void parse_region_free(void *block) {
  if (!is_in_parse_region(block)) free(block);
}

/* Parses `source` into memory that is lent: `size` bytes at `memory`, aligned to 16, which must stay
   until the document has been freed by free_parsed_in_region. One such document a thread. */
static inline cmark_node *parse_in_region(
    const char *source, size_t length, int options, char *memory, size_t size) {
  static cmark_mem allocator = {parse_region_calloc, parse_region_realloc, parse_region_free};
  parse_region *region = current_parse_region();
  region->start = region->next = memory;
  region->end = memory + size;
  cmark_parser *parser = cmark_parser_new_with_mem(options, &allocator);
  cmark_parser_feed(parser, source, length);
  cmark_node *document = cmark_parser_finish(parser);
  cmark_parser_free(parser);
  return document;
}

static inline void free_parsed_in_region(cmark_node *document) {
  cmark_node_free(document);
  parse_region *region = current_parse_region();
  region->start = region->next = region->end = NULL;
}

#endif
