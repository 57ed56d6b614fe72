/* libcmark's assertions are for its own tests. */
#define assert(condition) ((void)0)
