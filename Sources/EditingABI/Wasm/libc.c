/* The parts of a C library that the engine and libcmark need, for wasm32 without a host: no
   imports. */
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Memory: the sizes of blocks are powers of two and three quarters of them. Each size has a
   list of free blocks; new blocks come from the end of the linear memory. Each block has a header
   of 16 bytes, which begins with its class. */

#define HEADER 16
#define CLASSES 56
#define PAGE 65536

typedef struct block {
  struct block *next;
} block;

extern unsigned char __heap_base;
static uintptr_t heap_end;
static block *free_blocks[CLASSES];

/* The length of the blocks of a class, with the header: 32, 48, 64, 96, 128… */
static size_t class_length(int number) {
  size_t power = (size_t)32 << (number / 2);
  return number % 2 == 0 ? power : power + power / 2;
}

static int class_of(size_t length) {
  if (length <= 32) return 0;
  int power = 31 - __builtin_clz((unsigned)length - 1);
  int number = (power - 5) * 2;
  return length <= class_length(number + 1) ? number + 1 : number + 2;
}

static void *new_block(size_t length) {
  if (heap_end == 0) heap_end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t start = heap_end;
  size_t pages = __builtin_wasm_memory_size(0);
  size_t wanted = (size_t)(((uint64_t)start + length + PAGE - 1) / PAGE);
  /* The last page is never used: an end at 4 GB would wrap to 0, and the heap would overwrite
     itself. */
  if (wanted >= 65536) return NULL;
  if (wanted > pages && __builtin_wasm_memory_grow(0, wanted - pages) == SIZE_MAX) return NULL;
  heap_end = start + length;
  return (void *)start;
}

void *malloc(size_t size) {
  if (size > (size_t)1 << 30) return NULL;
  int number = class_of(size + HEADER);
  block *found = free_blocks[number];
  if (found != NULL) {
    free_blocks[number] = found->next;
  } else {
    found = new_block(class_length(number));
    if (found == NULL) return NULL;
  }
  *(int *)found = number;
  return (char *)found + HEADER;
}

void free(void *memory) {
  if (memory == NULL) return;
  block *freed = (block *)((char *)memory - HEADER);
  int number = *(int *)freed;
  freed->next = free_blocks[number];
  free_blocks[number] = freed;
}

void *calloc(size_t count, size_t size) {
  size_t length;
  if (__builtin_mul_overflow(count, size, &length)) return NULL;
  void *memory = malloc(length);
  return memory == NULL ? NULL : memset(memory, 0, length);
}

void *realloc(void *memory, size_t size) {
  if (memory == NULL) return malloc(size);
  size_t room = class_length(*(int *)((char *)memory - HEADER)) - HEADER;
  if (size <= room) return memory;
  void *larger = malloc(size);
  if (larger == NULL) return NULL;
  memcpy(larger, memory, room);
  free(memory);
  return larger;
}

/* Every block is aligned to 16 bytes; Swift needs no more. */
int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment > HEADER) return 22;
  *memory = malloc(size);
  return *memory == NULL ? 12 : 0;
}

/* ---- Bytes. -fno-builtin keeps these functions from calling themselves; the first three are
   single instructions. */

void *memcpy(void *to, const void *from, size_t count) {
  return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count) {
  return __builtin_memmove(to, from, count);
}

void *memset(void *memory, int byte, size_t count) {
  return __builtin_memset(memory, byte, count);
}

void *memchr(const void *memory, int byte, size_t count) {
  const unsigned char *next = memory;
  for (; count > 0; next++, count--) {
    if (*next == (unsigned char)byte) return (void *)next;
  }
  return NULL;
}

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  for (; count > 0; a++, b++, count--) {
    if (*a != *b) return *a - *b;
  }
  return 0;
}

size_t strlen(const char *text) {
  const char *end = text;
  while (*end != 0) end++;
  return (size_t)(end - text);
}

int strncmp(const char *left, const char *right, size_t count) {
  for (; count > 0; left++, right++, count--) {
    if (*left != *right) return (unsigned char)*left - (unsigned char)*right;
    if (*left == 0) break;
  }
  return 0;
}

int strcmp(const char *left, const char *right) { return strncmp(left, right, SIZE_MAX); }

char *strchr(const char *text, int byte) {
  for (;; text++) {
    if (*text == (char)byte) return (char *)text;
    if (*text == 0) return NULL;
  }
}

/* ---- Order: a heap sort, since a list of definitions may be long and already sorted. libcmark
   sorts references by label, then by age, so no two are equal. */

static void exchange(char *left, char *right, size_t size) {
  for (; size > 0; left++, right++, size--) {
    char byte = *left;
    *left = *right;
    *right = byte;
  }
}

static void sift(
    char *base, size_t at, size_t count, size_t size, int (*order)(const void *, const void *)) {
  for (size_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && order(base + child * size, base + (child + 1) * size) < 0) child++;
    if (order(base + at * size, base + child * size) >= 0) return;
    exchange(base + at * size, base + child * size, size);
  }
}

void qsort(
    void *base, size_t count, size_t size, int (*order)(const void *, const void *)) {
  for (size_t at = count / 2; at-- > 0;) sift(base, at, count, size, order);
  while (count-- > 1) {
    exchange(base, (char *)base + count * size, size);
    sift(base, 0, count, size, order);
  }
}

void *bsearch(
    const void *key, const void *base, size_t count, size_t size,
    int (*order)(const void *, const void *)) {
  const char *start = base;
  while (count > 0) {
    const char *middle = start + count / 2 * size;
    int found = order(key, middle);
    if (found == 0) return (void *)middle;
    if (found > 0) {
      start = middle + size;
      count -= count / 2 + 1;
    } else {
      count /= 2;
    }
  }
  return NULL;
}

/* ---- Text: libcmark prints numbers and words into small buffers, only with %d and %s. */

int snprintf(char *buffer, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  size_t length = 0;
  for (; *format != 0; format++) {
    char digits[12];
    const char *text = format;
    size_t count = 1;
    if (*format == '%' && format[1] == 's') {
      text = va_arg(arguments, const char *);
      count = strlen(text);
      format++;
    } else if (*format == '%') {
      if (*++format != 'd') abort();
      int number = va_arg(arguments, int);
      unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
      char *next = digits + sizeof digits;
      do *--next = (char)('0' + rest % 10); while ((rest /= 10) > 0);
      if (number < 0) *--next = '-';
      text = next;
      count = (size_t)(digits + sizeof digits - next);
    }
    for (; count > 0; text++, count--, length++) {
      if (length + 1 < size) buffer[length] = *text;
    }
  }
  va_end(arguments);
  if (size > 0) buffer[length < size ? length : size - 1] = 0;
  return (int)length;
}

/* Without a host, there is no output or input. */
FILE *stderr;
int fprintf(FILE *file, const char *format, ...) { return (void)file, (void)format, 0; }
size_t fread(void *memory, size_t size, size_t count, FILE *file) {
  return (void)memory, (void)size, (void)count, (void)file, 0;
}
int feof(FILE *file) { return (void)file, 1; }

_Noreturn void abort(void) { __builtin_trap(); }

/* ---- Symbols that the compiler needs. */

uintptr_t __stack_chk_guard = 0x5bd1e995;
_Noreturn void __stack_chk_fail(void) { abort(); }

/* A fixed seed for hashing, since there is no source of random numbers. No result depends on it. */
void arc4random_buf(void *buffer, size_t size) { memset(buffer, 0x5A, size); }

/* The product of two 128-bit numbers, in parts of 64 bits. */
typedef struct {
  uint64_t low, high;
} wide;

wide __multi3(uint64_t low, uint64_t high, uint64_t otherLow, uint64_t otherHigh) {
  uint64_t a = low & UINT32_MAX, b = low >> 32, c = otherLow & UINT32_MAX, d = otherLow >> 32;
  uint64_t cross = (a * c >> 32) + (b * c & UINT32_MAX) + (a * d & UINT32_MAX);
  wide product = {
      (a * c & UINT32_MAX) | cross << 32,
      b * d + (b * c >> 32) + (a * d >> 32) + (cross >> 32) + low * otherHigh + high * otherLow};
  return product;
}
