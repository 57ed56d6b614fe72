// Makes one system call of a program fail once; loaded before the C library. See Scripts/stress
// faults.
//
// MDEDIT_FAULT is NAME:NUMBER:ERROR, where NUMBER counts the calls from 1 and ERROR is an errno. -1
// writes a single byte, and -2 half. -3 cuts the power of the folder's file system before the call,
// so that data not yet forced to the device is lost. MDEDIT_FAULT_LOG is a file for the names of
// all calls. With MDEDIT_FAULT_FORGETS, the device confirms fsync without doing anything.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
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
    if (result == -3) {
      cutPower();
      result = 0;
    }
  }
  busy = 0;
  if (result > 0) errno = result;
  return result;
}

#define NEXT(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  int mode = va_arg(list, int);
  va_end(list);
  if (fault("open")) return -1;
  return NEXT(int, "open", const char *, int, ...)(path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  int mode = va_arg(list, int);
  va_end(list);
  if (fault("openat")) return -1;
  return NEXT(int, "openat", int, const char *, int, ...)(folder, path, flags, mode);
}
ssize_t read(int file, void *bytes, size_t count) {
  if (fault("read")) return -1;
  return NEXT(ssize_t, "read", int, void *, size_t)(file, bytes, count);
}
ssize_t write(int file, const void *bytes, size_t count) {
  int what = fault("write");
  if (what > 0) return -1;
  if (what == -1 && count > 1) count = 1;
  if (what == -2 && count > 1) count /= 2;
  return NEXT(ssize_t, "write", int, const void *, size_t)(file, bytes, count);
}
int fsync(int file) {
  if (getenv("MDEDIT_FAULT_FORGETS") != NULL) return 0;
  return fault("fsync") ? -1 : NEXT(int, "fsync", int)(file);
}
int fstat(int file, struct stat *status) {
  return fault("fstat") ? -1 : NEXT(int, "fstat", int, struct stat *)(file, status);
}
int fstatat(int folder, const char *path, struct stat *status, int flags) {
  if (fault("fstatat")) return -1;
  return NEXT(int, "fstatat", int, const char *, struct stat *, int)(folder, path, status, flags);
}
int fchown(int file, uid_t owner, gid_t group) {
  return fault("fchown") ? -1 : NEXT(int, "fchown", int, uid_t, gid_t)(file, owner, group);
}
int fchmod(int file, mode_t mode) {
  return fault("fchmod") ? -1 : NEXT(int, "fchmod", int, mode_t)(file, mode);
}
ssize_t flistxattr(int file, char *list, size_t size) {
  return fault("flistxattr") ? -1 : NEXT(ssize_t, "flistxattr", int, char *, size_t)(file, list, size);
}
ssize_t fgetxattr(int file, const char *name, void *value, size_t size) {
  if (fault("fgetxattr")) return -1;
  return NEXT(ssize_t, "fgetxattr", int, const char *, void *, size_t)(file, name, value, size);
}
int fsetxattr(int file, const char *name, const void *value, size_t size, int flags) {
  if (fault("fsetxattr")) return -1;
  return NEXT(int, "fsetxattr", int, const char *, const void *, size_t, int)(
      file, name, value, size, flags);
}
int fremovexattr(int file, const char *name) {
  return fault("fremovexattr") ? -1 : NEXT(int, "fremovexattr", int, const char *)(file, name);
}
int renameat(int first, const char *old, int second, const char *new) {
  if (fault("renameat")) return -1;
  return NEXT(int, "renameat", int, const char *, int, const char *)(first, old, second, new);
}
int unlinkat(int folder, const char *path, int flags) {
  return fault("unlinkat") ? -1 : NEXT(int, "unlinkat", int, const char *, int)(folder, path, flags);
}
int flock(int file, int operation) {
  return fault("flock") ? -1 : NEXT(int, "flock", int, int)(file, operation);
}
int faccessat(int folder, const char *path, int mode, int flags) {
  if (fault("faccessat")) return -1;
  return NEXT(int, "faccessat", int, const char *, int, int)(folder, path, mode, flags);
}
char *realpath(const char *path, char *resolved) {
  return fault("realpath") ? NULL : NEXT(char *, "realpath", const char *, char *)(path, resolved);
}
DIR *fdopendir(int file) {
  return fault("fdopendir") ? NULL : NEXT(DIR *, "fdopendir", int)(file);
}
// Intercepts the exchange of two names, which is called by its number.
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number == SYS_renameat2 && fault("renameat2")) return -1;
  return NEXT(long, "syscall", long, ...)(number, a, b, c, d, e, f);
}
