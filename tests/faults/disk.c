/* A disk that fails where it is told: stands before the C library (LD_PRELOAD) and counts what a process asks
 * of files under one folder. Python and SQLite both go through it. Only the process that armed it is counted.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* What happens at the operation; tests/faults/program.py holds the same numbers. */
enum { NOTHING, KILL, TEAR, FAIL, FAIL_FROM, SHORTEN };

static char folder[PATH_MAX];
static size_t folder_length;
static pid_t owner;
static int action, at, number, told;
static volatile int seen;

void disk_arm(const char *under, int what, int when, int error, int tell) {
    snprintf(folder, sizeof folder, "%s/", under);
    folder_length = strlen(folder);
    action = what;
    at = when;
    number = error;
    told = tell;
    seen = 0;
    owner = getpid();
}

int disk_seen(void) { return seen; }

static int counts(const char *path) { return owner && getpid() == owner && strncmp(path, folder, folder_length) == 0; }

static const char *of_name(int base, const char *path, char *room) {
    if (path == NULL) return "";
    if (path[0] == '/') return path;
    char link[64], here[PATH_MAX];
    snprintf(link, sizeof link, base == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", base);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, here, sizeof here - 1);
    if (length < 0) return "";
    here[length] = 0;
    int wanted = snprintf(room, PATH_MAX, "%s/%s", here, path);
    return wanted < PATH_MAX ? room : "";
}

static const char *of_handle(int handle, char *room) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, room, PATH_MAX - 1);
    if (length < 0) return "";
    room[length] = 0;
    return room;
}

/* A disk that is full or read-only goes on giving what it has. */
static int takes_room(const char *kind) {
    static const char *const kinds[] = {"open-to-write", "write", "fsync", "truncate", "mkdir", "rename"};
    for (size_t each = 0; each < sizeof kinds / sizeof *kinds; each++)
        if (strcmp(kind, kinds[each]) == 0) return 1;
    return 0;
}

/* Count an operation; return what is to be done about it. KILL does not return. */
static int step(const char *kind, const char *path) {
    if (!counts(path)) return NOTHING;
    int now = __sync_add_and_fetch(&seen, 1);
    if (told >= 0) {
        char line[PATH_MAX + 40];
        int length = snprintf(line, sizeof line, "%s %s\n", kind, path + folder_length);
        if (syscall(SYS_write, told, line, (size_t)length) != length) syscall(SYS_kill, owner, SIGABRT);
    }
    if (at == 0 || now < at) return NOTHING;
    if (now > at && (action != FAIL_FROM || !takes_room(kind))) return NOTHING;
    if (action == KILL) syscall(SYS_kill, owner, SIGKILL);
    return action;
}

static int fails(const char *kind, const char *path) {
    int what = step(kind, path);
    if (what != FAIL && what != FAIL_FROM) return 0;
    errno = number;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPENS(name)                                                                                       \
    int name(const char *path, int flags, ...) {                                                         \
        va_list more;                                                                                     \
        va_start(more, flags);                                                                            \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0;                         \
        va_end(more);                                                                                     \
        char room[PATH_MAX];                                                                              \
        const char *kind = (flags & (O_WRONLY | O_RDWR | O_CREAT)) ? "open-to-write" : "open";            \
        if (fails(kind, of_name(AT_FDCWD, path, room))) return -1;                                        \
        return REAL(name)(path, flags, mode);                                                             \
    }
OPENS(open)
OPENS(open64)

#define OPENS_AT(name)                                                                                    \
    int name(int base, const char *path, int flags, ...) {                                               \
        va_list more;                                                                                     \
        va_start(more, flags);                                                                            \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0;                         \
        va_end(more);                                                                                     \
        char room[PATH_MAX];                                                                              \
        const char *kind = (flags & (O_WRONLY | O_RDWR | O_CREAT)) ? "open-to-write" : "open";            \
        if (fails(kind, of_name(base, path, room))) return -1;                                            \
        return REAL(name)(base, path, flags, mode);                                                       \
    }
OPENS_AT(openat)
OPENS_AT(openat64)

/* Half of the bytes reach the file: then the process ends (TEAR), or is told how many did (SHORTEN). */
#define TRANSFERS(name, kind, head, tail)                                                                 \
    ssize_t name head {                                                                                   \
        char room[PATH_MAX];                                                                              \
        int what = step(kind, of_handle(handle, room));                                                   \
        if (what == FAIL || what == FAIL_FROM) {                                                          \
            errno = number;                                                                               \
            return -1;                                                                                    \
        }                                                                                                 \
        if ((what == TEAR || what == SHORTEN) && size > 1) size /= 2;                                     \
        ssize_t done = REAL(name) tail;                                                                   \
        if (what == TEAR) syscall(SYS_kill, owner, SIGKILL);                                              \
        return done;                                                                                      \
    }
TRANSFERS(write, "write", (int handle, const void *from, size_t size), (handle, from, size))
TRANSFERS(pwrite, "write", (int handle, const void *from, size_t size, off_t off), (handle, from, size, off))
TRANSFERS(pwrite64, "write", (int handle, const void *from, size_t size, off64_t off), (handle, from, size, off))
TRANSFERS(read, "read", (int handle, void *into, size_t size), (handle, into, size))
TRANSFERS(pread, "read", (int handle, void *into, size_t size, off_t off), (handle, into, size, off))
TRANSFERS(pread64, "read", (int handle, void *into, size_t size, off64_t off), (handle, into, size, off))

#define ON_HANDLE(name, kind, head, tail)                                                                 \
    int name head {                                                                                       \
        char room[PATH_MAX];                                                                              \
        if (fails(kind, of_handle(handle, room))) return -1;                                              \
        return REAL(name) tail;                                                                           \
    }
ON_HANDLE(fsync, "fsync", (int handle), (handle))
ON_HANDLE(fdatasync, "fsync", (int handle), (handle))
ON_HANDLE(ftruncate, "truncate", (int handle, off_t size), (handle, size))
ON_HANDLE(ftruncate64, "truncate", (int handle, off64_t size), (handle, size))

/* Linux gives the handle back whatever close says. */
int close(int handle) {
    char room[PATH_MAX];
    int bad = fails("close", of_handle(handle, room));
    int done = REAL(close)(handle);
    if (!bad) return done;
    errno = number;
    return -1;
}

#define ON_NAME(name, kind, head, base, path, tail)                                                       \
    int name head {                                                                                       \
        char room[PATH_MAX];                                                                              \
        if (fails(kind, of_name(base, path, room))) return -1;                                            \
        return REAL(name) tail;                                                                           \
    }
ON_NAME(unlink, "unlink", (const char *path), AT_FDCWD, path, (path))
ON_NAME(unlinkat, "unlink", (int base, const char *path, int flags), base, path, (base, path, flags))
ON_NAME(rmdir, "rmdir", (const char *path), AT_FDCWD, path, (path))
ON_NAME(mkdir, "mkdir", (const char *path, mode_t mode), AT_FDCWD, path, (path, mode))
ON_NAME(mkdirat, "mkdir", (int base, const char *path, mode_t mode), base, path, (base, path, mode))
ON_NAME(rename, "rename", (const char *path, const char *to), AT_FDCWD, path, (path, to))
ON_NAME(renameat, "rename", (int base, const char *path, int there, const char *to), base, path, (base, path, there, to))
ON_NAME(renameat2, "rename", (int base, const char *path, int there, const char *to, unsigned flags), base, path,
        (base, path, there, to, flags))

/* A clock that is wrong by some seconds, and by more of them each time it is asked. */
static time_t wrong_by, each_time;

void disk_clock(long seconds, long more) {
    wrong_by = seconds;
    each_time = more;
}

static time_t wrong(void) { return __sync_add_and_fetch(&wrong_by, each_time); }

int clock_gettime(clockid_t clock, struct timespec *now) {
    int done = (int)syscall(SYS_clock_gettime, clock, now);
    if (done == 0 && clock == CLOCK_REALTIME) now->tv_sec += wrong();
    return done;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int done = (int)syscall(SYS_gettimeofday, now, zone);
    if (done == 0) now->tv_sec += wrong();
    return done;
}

time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into != NULL) *into = now.tv_sec;
    return now.tv_sec;
}
