/* What CommonMark needs of the C library where there is none. */
#include <stddef.h>
void free(void *);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
_Noreturn void abort(void);
