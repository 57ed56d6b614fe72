#include <stdlib.h>
#ifdef __linux__
#include <malloc.h>
#endif
#include <cmark.h>
