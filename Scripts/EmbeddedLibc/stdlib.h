/* What CommonMark needs of the C library where there is none. */
#include <stddef.h>
void free(void *);
