/* The parts of the C library that libcmark needs, for wasm32. */
#include <stdarg.h>
#include <stddef.h>
typedef struct FILE FILE;
extern FILE *stderr;
int snprintf(char *, size_t, const char *, ...);
int fprintf(FILE *, const char *, ...);
size_t fread(void *, size_t, size_t, FILE *);
int feof(FILE *);
