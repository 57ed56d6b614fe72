// Makes one system call of a program fail once; loaded before the C library. See Scripts/stress
// faults.
//
// MDEDIT_FAULT is NAME:NUMBER:ERROR, where NUMBER counts the calls from 1 and ERROR is an errno. -1
// writes a single byte, and -2 half. -3 cuts the power of the folder's file system before the call,
// so that data not yet forced to the device is lost. -4 kills the program before the call.
// MDEDIT_FAULT_LOG is a file for the names of all calls. With MDEDIT_FAULT_FORGETS, fsync does nothing.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

static __thread int busy;

// Drops all further writes to the file system of the current folder (EXT4_IOC_SHUTDOWN without its
// journal).
static void cutPower(void) {
  int folder = (int)syscall(SYS_openat, AT_FDCWD, ".", O_RDONLY | O_DIRECTORY);
  unsigned int noJournal = 2;
  ioctl(folder, _IOR('X', 125, unsigned int), &noJournal);
  syscall(SYS_close, folder);
}

// Returns the fault for this call of `name`: 0 for none, positive for an errno, negative for a
// short write.
static int fault(const char *name) {
  static int count;
  if (busy) return 0;
  busy = 1;
  const char *log = getenv("MDEDIT_FAULT_LOG"), *wanted = getenv("MDEDIT_FAULT");
  int result = 0;
  if (wanted == NULL && log != NULL) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    syscall(SYS_write, file, name, strlen(name));
    syscall(SYS_write, file, "\n", 1);
    syscall(SYS_close, file);
  }
  size_t length = strlen(name);
  if (wanted != NULL && strncmp(wanted, name, length) == 0 && wanted[length] == ':') {
    int number = 0, error = 0;
    sscanf(wanted + length + 1, "%d:%d", &number, &error);
    if (++count == number) result = error;
    if (result == -4) raise(SIGKILL);
    if (result == -3) {
      cutPower();
      result = 0;
    }
  }
  busy = 0;
  if (result > 0) errno = result;
  return result;
}

// The function of the C library that has this name and the type of this declaration.
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// Defines a function that returns `failed` on a fault, and otherwise calls the C library's.
#define CALL(type, failed, name, parameters, arguments) \
  type name parameters { return fault(#name) ? failed : NEXT(name) arguments; }

CALL(ssize_t, -1, read, (int file, void *bytes, size_t count), (file, bytes, count))
CALL(int, -1, fstat, (int file, struct stat *status), (file, status))
CALL(int, -1, fstatat, (int folder, const char *path, struct stat *status, int flags),
     (folder, path, status, flags))
CALL(int, -1, fchown, (int file, uid_t owner, gid_t group), (file, owner, group))
CALL(int, -1, fchmod, (int file, mode_t mode), (file, mode))
CALL(ssize_t, -1, flistxattr, (int file, char *list, size_t size), (file, list, size))
CALL(ssize_t, -1, fgetxattr, (int file, const char *name, void *value, size_t size),
     (file, name, value, size))
CALL(int, -1, fsetxattr, (int file, const char *name, const void *value, size_t size, int flags),
     (file, name, value, size, flags))
CALL(int, -1, fremovexattr, (int file, const char *name), (file, name))
CALL(int, -1, renameat, (int first, const char *old, int second, const char *new),
     (first, old, second, new))
CALL(int, -1, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
CALL(int, -1, flock, (int file, int operation), (file, operation))
CALL(int, -1, faccessat, (int folder, const char *path, int mode, int flags),
     (folder, path, mode, flags))
CALL(char *, NULL, realpath, (const char *path, char *resolved), (path, resolved))
CALL(DIR *, NULL, fdopendir, (int file), (file))

int fsync(int file) {
  if (getenv("MDEDIT_FAULT_FORGETS") != NULL) return 0;
  return fault("fsync") ? -1 : NEXT(fsync)(file);
}
int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  int mode = va_arg(list, int);
  va_end(list);
  return fault("open") ? -1 : NEXT(open)(path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  int mode = va_arg(list, int);
  va_end(list);
  return fault("openat") ? -1 : NEXT(openat)(folder, path, flags, mode);
}
ssize_t write(int file, const void *bytes, size_t count) {
  int result = fault("write");
  if (result > 0) return -1;
  if (result == -1 && count > 1) count = 1;
  if (result == -2 && count > 1) count /= 2;
  return NEXT(write)(file, bytes, count);
}
// Intercepts the exchange of two names, which is called by its number.
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number == SYS_renameat2 && fault("renameat2")) return -1;
  return NEXT(syscall)(number, a, b, c, d, e, f);
}
