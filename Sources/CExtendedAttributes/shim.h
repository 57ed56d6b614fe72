#include <errno.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

// renameat2(2) with RENAME_EXCHANGE by its number: not every C library declares the function.
static inline int mdedit_exchange(int folder, const char *first, int other, const char *second) {
#ifdef SYS_renameat2
  return (int)syscall(SYS_renameat2, folder, first, other, second, 1 << 1);
#else
  errno = ENOSYS;
  return -1;
#endif
}
