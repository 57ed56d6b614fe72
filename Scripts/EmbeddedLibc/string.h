/* What CommonMark needs of the C library where there is none. */
#include <stddef.h>
size_t strlen(const char *);
void *memchr(const void *, int, size_t);
