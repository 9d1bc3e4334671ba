/* Stands between a program and the C library (LD_PRELOAD), and has the Nth call that changes a file fail, or ends the
 * program there as `kill -9` would.
 *
 * FAULT_AT     which call, from 1; 0 or nothing: none
 * FAULT_KIND   ENOSPC (the default), EIO, SHORT (a write writes half, the next one fails with ENOSPC), KILL
 * FAULT_COUNT  a file that the number of calls is written to when the program ends
 *
 * Calls on pipes, sockets and terminals are not counted. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static long at;
static int kind; /* 0: an error, 1: half, 2: the end */
static int error_code = ENOSPC;
static long calls;

__attribute__((constructor)) static void begin(void) {
    const char *told = getenv("FAULT_AT");
    at = told ? atol(told) : 0;
    told = getenv("FAULT_KIND");
    if (told && !strcmp(told, "EIO")) error_code = EIO;
    if (told && !strcmp(told, "SHORT")) kind = 1;
    if (told && !strcmp(told, "KILL")) kind = 2;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_COUNT");
    if (!path) return;
    char text[32];
    int length = snprintf(text, sizeof text, "%ld\n", calls);
    long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file >= 0) {
        syscall(SYS_write, file, text, length);
        syscall(SYS_close, file);
    }
}

/* 0: goes on; 1: fails; 2: half of it, if it can be halved. */
static int now(void) {
    long call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    if (at == 0 || call < at || (kind != 1 && call > at) || call > at + 1) return 0;
    if (kind == 2) syscall(SYS_kill, getpid(), SIGKILL);
    if (kind == 1 && call == at) return 2;
    errno = error_code;
    return 1;
}

static int is_file(int file) {
    struct stat there;
    return fstat(file, &there) == 0 && S_ISREG(there.st_mode);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t length) {
    int how = is_file(file) ? now() : 0;
    if (how == 1) return -1;
    return syscall(SYS_write, file, bytes, how == 2 && length > 1 ? length / 2 : length);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t place) {
    int how = is_file(file) ? now() : 0;
    if (how == 1) return -1;
    return syscall(SYS_pwrite64, file, bytes, how == 2 && length > 1 ? length / 2 : length, place);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    if (is_file(file) && now() == 1) return -1;
    return syscall(SYS_writev, file, parts, count);
}

int fsync(int file) { return now() == 1 ? -1 : (int)syscall(SYS_fsync, file); }
int fdatasync(int file) { return now() == 1 ? -1 : (int)syscall(SYS_fdatasync, file); }
int ftruncate64(int file, off64_t length) {
    return now() == 1 ? -1 : (int)syscall(SYS_ftruncate, file, length);
}
int rename(const char *from, const char *to) {
    return now() == 1 ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
int posix_fallocate64(int file, off64_t place, off64_t length) {
    return now() == 1 ? errno : NEXT(posix_fallocate64)(file, place, length);
}

/* Files that are opened to be written. */
int open64(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    if ((flags & O_ACCMODE) != O_RDONLY && strncmp(path, "/dev/", 5) && now() == 1) return -1;
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
