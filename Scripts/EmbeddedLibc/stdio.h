/* What cmark.h needs of the C library where there is none. */
typedef struct FILE FILE;
