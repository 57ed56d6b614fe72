/* The parts of the C library that the core and libcmark need, for wasm32. */
#include <stddef.h>
void *malloc(size_t);
void free(void *);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
int posix_memalign(void **, size_t, size_t);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(
    const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
_Noreturn void abort(void);
