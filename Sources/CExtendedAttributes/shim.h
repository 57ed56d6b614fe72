#include <errno.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#define MDEDIT_NOREPLACE (1 << 0)
#define MDEDIT_EXCHANGE (1 << 1)

// renameat2(2) by its number: not every C library declares the function.
static inline int mdedit_rename(int folder, const char *name, int other, const char *target, int flags) {
#ifdef SYS_renameat2
  return (int)syscall(SYS_renameat2, folder, name, other, target, flags);
#else
  errno = ENOSYS;
  return -1;
#endif
}
