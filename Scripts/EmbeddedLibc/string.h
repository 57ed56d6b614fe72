/* What CommonMark needs of the C library where there is none. */
#include <stddef.h>
size_t strlen(const char *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
void *memchr(const void *, int, size_t);
