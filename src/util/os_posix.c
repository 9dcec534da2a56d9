/* os_posix.c -- the functions of os.h on POSIX systems. */
#define _DEFAULT_SOURCE     /* madvise(), TIOCGWINSZ */
#define _XOPEN_SOURCE   700 /* realpath() */
#define _DARWIN_C_SOURCE

#include "os_own.h"

#ifndef _WIN32

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <xlocale.h>
#define MODIFIED st_mtimespec
#else
#define MODIFIED st_mtim
#endif

/* ---- process ---- */

void tn_os_begin(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    signal(SIGPIPE, SIG_DFL);
}

void tn_os_end_at_closed_pipe(FILE *stream)
{
    (void)stream;
}

const char *tn_os_reason(int number, char room[TN_OS_REASON])
{
    if (strerror_r(number, room, TN_OS_REASON) != 0) room[0] = '\0';
    return room;
}

double tn_os_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

size_t tn_os_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (size_t)count;
}

bool tn_os_own_folder(char *out, size_t room)
{
#ifdef __APPLE__
    uint32_t size = (uint32_t)room;
    if (_NSGetExecutablePath(out, &size) != 0) return false;
#else
    ssize_t size = readlink("/proc/self/exe", out, room - 1);
    if (size <= 0 || (size_t)size >= room - 1) return false;
    out[size] = '\0';
#endif
    char *slash = strrchr(out, '/');
    if (slash) slash[1] = '\0';
    return slash != NULL;
}

bool tn_c_locale_enter(tn_c_locale *l)
{
    locale_t own = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (own == (locale_t)0) return false;
    l->own = own;
    l->before = uselocale(own);
    return true;
}

void tn_c_locale_leave(tn_c_locale *l)
{
    uselocale(l->before);
    freelocale(l->own);
}

/* ---- files ---- */

static tn_kind kind_of(mode_t mode)
{
    if (S_ISREG(mode)) return TN_IS_FILE;
    if (S_ISDIR(mode)) return TN_IS_FOLDER;
    if (S_ISLNK(mode)) return TN_IS_LINK;
    return S_ISFIFO(mode) ? TN_IS_PIPE : TN_IS_OTHER;
}

static bool describe(const struct stat *from, bool is_there, tn_about *out)
{
    *out = (tn_about){.kind = TN_IS_MISSING};
    if (!is_there) return false;
    *out = (tn_about){.kind = kind_of(from->st_mode),
                      .size = from->st_size > 0 ? (uint64_t)from->st_size : 0,
                      .device = (uint64_t)from->st_dev,
                      .number = (uint64_t)from->st_ino,
                      .seconds = from->MODIFIED.tv_sec,
                      .nanoseconds = from->MODIFIED.tv_nsec};
    return true;
}

bool tn_look(const char *path, tn_about *out)
{
    struct stat about;
    return describe(&about, stat(path, &about) == 0, out);
}

bool tn_look_at_link(const char *path, tn_about *out)
{
    struct stat about;
    return describe(&about, lstat(path, &about) == 0, out);
}

bool tn_look_open(int file, tn_about *out)
{
    struct stat about;
    return describe(&about, fstat(file, &about) == 0, out);
}

bool tn_can_run(const char *path)
{
    return access(path, X_OK) == 0;
}

static int flags_of(unsigned how)
{
    return (how & TN_NEW ? O_WRONLY | O_CREAT | O_EXCL : O_RDONLY) | O_CLOEXEC |
           (how & TN_NO_WAIT ? O_NONBLOCK : 0) | (how & TN_NO_LINK ? O_NOFOLLOW : 0);
}

static mode_t mode_of(unsigned how)
{
    return how & TN_PRIVATE ? 0600 : 0666;
}

int tn_os_open(const char *path, unsigned how)
{
    return open(path, flags_of(how), mode_of(how));
}

void tn_os_close(int file)
{
    int number = errno;
    close(file);
    errno = number;
}

bool tn_os_close_written(int file)
{
    return close(file) == 0;
}

ptrdiff_t tn_os_read(int file, void *out, size_t size)
{
    ssize_t got;
    do got = read(file, out, size);
    while (got < 0 && errno == EINTR);
    return got;
}

ptrdiff_t tn_os_read_at(int file, uint64_t offset, void *out, size_t size)
{
    ssize_t got;
    do got = pread(file, out, size, (off_t)offset);
    while (got < 0 && errno == EINTR);
    return got;
}

bool tn_os_write(int file, const void *data, size_t size)
{
    enum { STEP = 1 << 24 };
    for (const char *at = data; size;) {
        ssize_t done = write(file, at, size < STEP ? size : STEP);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        at += done;
        size -= (size_t)done;
    }
    return true;
}

FILE *tn_fopen(const char *path, const char *mode)
{
    return fopen(path, mode);
}

bool tn_remove(const char *path)
{
    int number = errno;
    bool done = unlink(path) == 0;
    if (done) errno = number;
    return done;
}

bool tn_remove_folder(const char *path)
{
    return rmdir(path) == 0;
}

bool tn_make_folder(const char *path)
{
    return mkdir(path, 0777) == 0;
}

char *tn_real_path(const char *path)
{
    return realpath(path, NULL);
}

/* ---- temporary files ---- */

int tn_open_temporary(void)
{
    char name[] = P_tmpdir "/tunip-XXXXXX";
    int file = mkstemp(name);
    if (file >= 0) unlink(name);
    if (file >= 0) fcntl(file, F_SETFD, FD_CLOEXEC);
    return file;
}

bool tn_make_temporary_folder(char name[TN_TEMPORARY])
{
    static const char pattern[] = P_tmpdir "/tunip-XXXXXX";
    memcpy(name, pattern, sizeof pattern);
    return mkdtemp(name) != NULL;
}

/* ---- whole or not at all ---- */

#if !defined(O_TMPFILE) && defined(__O_TMPFILE) /* the GNU C library hides it */
#define O_TMPFILE __O_TMPFILE
#endif
#ifdef O_TMPFILE
#define OWN_FILES "/proc/self/fd"

int tn_os_open_nameless(const char *path)
{
    const char *name = tn_base_name(path);
    size_t size = (size_t)(name - path);
    if (!*name || strlen(name) > NAME_MAX) return -1;
    char *folder = access(OWN_FILES, F_OK) == 0 ? malloc(size + 2) : NULL;
    if (!folder) return -1;
    memcpy(folder, path, size);
    memcpy(folder + size, ".", 2);
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    free(folder);
    return file;
}

static bool link_to(int file, const char *path)
{
    char own[sizeof OWN_FILES + 32];
    snprintf(own, sizeof own, OWN_FILES "/%d", file);
    return linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

/* For a file that is there meanwhile, which only rename() replaces, and for systems that forbid
 * linkat(). */
static bool copy_to(int file, const char *path)
{
    char *name = tn_name_beside(path);
    if (!name) return false;
    int copy = tn_os_open_beside(name, NULL);
    bool fine = copy >= 0 && lseek(file, 0, SEEK_SET) == 0;
    char part[1 << 14];
    ssize_t taken = 1;
    while (fine && taken > 0) {
        taken = read(file, part, sizeof part);
        fine = taken >= 0 && tn_os_write(copy, part, (size_t)taken);
    }
    if (copy >= 0 && close(copy) != 0) fine = false;
    fine = fine && rename(name, path) == 0;
    int number = errno;
    if (copy >= 0 && !fine) unlink(name);
    errno = number;
    free(name);
    return fine;
}

bool tn_os_give_name(FILE *nameless, const char *path)
{
    if (fflush(nameless) != 0) return false;
    int file = fileno(nameless);
    return link_to(file, path) || copy_to(file, path);
}
#else
int tn_os_open_nameless(const char *path)
{
    (void)path;
    return -1;
}

bool tn_os_give_name(FILE *nameless, const char *path)
{
    (void)nameless, (void)path;
    return false;
}
#endif

bool tn_os_can_be_replaced(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_nlink == 1 &&
           about.st_uid == geteuid() && access(path, W_OK) == 0;
}

/* Gives a new file the group and the mode of the old one. A new group clears bits of the mode. */
static bool make_like(int file, const char *old)
{
    struct stat about, is;
    return stat(old, &is) == 0 && fstat(file, &about) == 0 &&
           (about.st_gid == is.st_gid || fchown(file, (uid_t)-1, is.st_gid) == 0) &&
           fchmod(file, is.st_mode & 07777) == 0;
}

/* Gives a new file the mode that open() would give it. */
static bool make_usual(int file)
{
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(file, 0666 & ~mask) == 0;
}

int tn_os_open_beside(char *name, const char *old)
{
    int file = mkstemp(name);
    if (file < 0 || (old ? make_like(file, old) : make_usual(file))) return file;
    close(file);
    unlink(name);
    return -1;
}

int tn_os_copy_of_stream(const char *path)
{
    struct stat about, own;
    if (stat(path, &about) != 0) return -1;
    for (int file = STDOUT_FILENO; file <= STDERR_FILENO; file++)
        if (fstat(file, &own) == 0 && own.st_dev == about.st_dev && own.st_ino == about.st_ino)
            return dup(file);
    return -1;
}

FILE *tn_os_stream_of(int file)
{
    FILE *out = fdopen(file, "wb");
    if (!out) close(file);
    return out;
}

bool tn_os_replace(const char *made, const char *replaced)
{
    return rename(made, replaced) == 0;
}

/* ---- folders ---- */

struct tn_folder {
    int file;
    DIR *list; /* when the first name is asked for */
};

/* Takes the file. */
static tn_folder *folder_of(int file)
{
    tn_folder *folder = file < 0 ? NULL : malloc(sizeof *folder);
    if (folder) *folder = (tn_folder){.file = file};
    if (!folder && file >= 0) close(file);
    return folder;
}

tn_folder *tn_folder_open(const char *path)
{
    return folder_of(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

tn_folder *tn_folder_enter(const tn_folder *folder, const char *name)
{
    return folder_of(openat(folder->file, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

void tn_folder_close(tn_folder *folder)
{
    int number = errno;
    if (!folder) return;
    if (folder->list) closedir(folder->list);
    close(folder->file);
    free(folder);
    errno = number;
}

const char *tn_folder_next(tn_folder *folder)
{
    if (!folder->list) {
        int copy = openat(folder->file, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        folder->list = copy < 0 ? NULL : fdopendir(copy);
        if (!folder->list && copy >= 0) close(copy);
    }
    const struct dirent *entry = NULL;
    do entry = folder->list ? readdir(folder->list) : NULL;
    while (entry && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
    return entry ? entry->d_name : NULL;
}

bool tn_folder_make(const tn_folder *folder, const char *name)
{
    return mkdirat(folder->file, name, 0777) == 0;
}

int tn_folder_open_file(const tn_folder *folder, const char *name, unsigned how)
{
    return openat(folder->file, name, flags_of(how | TN_NO_LINK), mode_of(how));
}

bool tn_folder_remove(const tn_folder *folder, const char *name, bool is_folder)
{
    return unlinkat(folder->file, name, is_folder ? AT_REMOVEDIR : 0) == 0;
}

/* ---- memory ---- */

enum { HUGE_PAGE = 1 << 21 };

void *tn_alloc_aligned(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

void *tn_alloc_huge(size_t size)
{
    size_t rounded = (size + HUGE_PAGE - 1) & ~(size_t)(HUGE_PAGE - 1);
    if (rounded < size) return NULL;
    void *memory = aligned_alloc(HUGE_PAGE, rounded);
#ifdef MADV_HUGEPAGE
    if (memory) madvise(memory, rounded, MADV_HUGEPAGE); /* a hint: failure does not matter */
#endif
    return memory;
}

void *tn_map_file(int file, size_t size)
{
    void *map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    return map == MAP_FAILED ? NULL : map;
}

void tn_unmap_file(void *map, size_t size)
{
    munmap(map, size);
}

void tn_forget_pages(const void *begin, size_t size)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = ((uintptr_t)begin + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)begin + size) / page * page;
    if (first < end) madvise((void *)first, end - first, MADV_DONTNEED);
}

/* ---- libraries ---- */

#ifndef RTLD_NODELETE
#define RTLD_NODELETE 0
#endif

/* dlopen() would search for a name without a slash. */
void *tn_library_open(const char *path, bool is_kept, const char **why)
{
    size_t room = strlen(path) + sizeof "./";
    char *here = malloc(room);
    *why = "out of memory";
    if (!here) return NULL;
    snprintf(here, room, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *library = dlopen(here, RTLD_NOW | RTLD_LOCAL | (is_kept ? RTLD_NODELETE : 0));
    free(here);
    *why = library ? NULL : dlerror();
    return library;
}

void *tn_library_find(void *library, const char *symbol)
{
    return dlsym(library, symbol);
}

void tn_library_close(void *library)
{
    dlclose(library);
}

/* ---- terminals ---- */

bool tn_is_terminal(FILE *stream)
{
    return isatty(fileno(stream));
}

size_t tn_terminal_columns(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

#endif
