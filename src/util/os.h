/* os.h -- what POSIX systems and Windows do differently: files, folders, memory, shared libraries,
 * terminals, time. Only these files ask for the system, too: threads.h, and the programs/child and
 * programs/watch, which have functions for POSIX only.
 *
 * Paths and arguments are UTF-8 on Windows, and bytes elsewhere. Functions that return false, NULL
 * or a negative number set errno, unless they say otherwise. */
#ifndef TN_OS_H
#define TN_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <tunip/base.h>

/* ======== process ======== */

/* For the beginning of main(). A closed pipe ends the process. On Windows, the arguments become
 * UTF-8, and streams write the bytes that they get. */
void tn_os_begin(int *argc, char ***argv);

/* For a write that failed: ends the process without a message if nobody reads the pipe any more. On
 * POSIX systems a signal has ended it. */
void tn_os_end_at_closed_pipe(FILE *stream);

enum { TN_OS_REASON = 128 };
/* The text of an error number, in `room` or static. For all threads. */
const char *tn_os_reason(int number, char room[TN_OS_REASON]);

/* Seconds of a clock that nobody sets. */
double tn_os_now(void);
/* At least 1. */
size_t tn_os_processors(void);
/* The folder of this program, with a slash at the end. False without errno if it is unknown. */
bool tn_os_own_folder(char *out, size_t room);

/* ---- the locale ---- */

/* Makes the thread read and write numbers as in C. False, with nothing to leave, without memory. */
typedef struct tn_c_locale {
    void *own, *before;
} tn_c_locale;
bool tn_c_locale_enter(tn_c_locale *locale);
void tn_c_locale_leave(tn_c_locale *locale);

/* ======== paths ======== */

#ifdef _WIN32
#define TN_LIST_SEPARATOR ";" /* of paths in a variable of the environment */
#else
#define TN_LIST_SEPARATOR ":"
#endif

/* Whether a character ends the name of a folder: '/', on Windows '\' too. */
static inline bool tn_is_slash(char c)
{
#ifdef _WIN32
    return c == '/' || c == '\\';
#else
    return c == '/';
#endif
}

/* The part of a path behind its last slash (and behind the colon of a drive). */
const char *tn_base_name(const char *path);
/* Whether a path begins at a root, so that the folder in which a program runs does not matter. */
bool tn_path_is_absolute(const char *path);

/* ======== files ======== */

/* An open file is a number, as in POSIX. */

typedef enum tn_kind {
    TN_IS_MISSING,
    TN_IS_FILE,
    TN_IS_FOLDER,
    TN_IS_LINK,
    TN_IS_PIPE,
    TN_IS_OTHER /* a device, a socket */
} tn_kind;

/* Two descriptions with the same device and number are of the same file. */
typedef struct tn_about {
    tn_kind kind;
    uint64_t size, device, number;
    int64_t seconds; /* of the last change */
    long nanoseconds;
} tn_about;

/* Describes a file. False, with TN_IS_MISSING, if that fails. The second one does not follow a
 * symbolic link. */
bool tn_look(const char *path, tn_about *out);
bool tn_look_at_link(const char *path, tn_about *out);
bool tn_look_open(int file, tn_about *out);
/* The kind alone. */
tn_kind tn_kind_of(const char *path);
bool tn_is_same_file(const tn_about *a, const tn_about *b);
/* Whether the user may run this program. */
bool tn_can_run(const char *path);

/* How to open a file. A program that is started never inherits it. */
enum {
    TN_READ = 0,
    TN_NO_WAIT = 1, /* not for the other end of a pipe */
    TN_NEW = 2,     /* make it for writing; EEXIST if it is there, even as a link */
    TN_PRIVATE = 4, /* a new file is for this user only */
    TN_NO_LINK = 8, /* ELOOP, or another error, for a symbolic link */
};
int tn_os_open(const char *path, unsigned how);
void tn_os_close(int file);
/* The same for a file that was written: false if its bytes are not there. */
bool tn_os_close_written(int file);
/* The number of bytes, which is 0 at the end, or negative. Goes on after signals. */
ptrdiff_t tn_os_read(int file, void *out, size_t size);
/* The same at an offset. Does not move the place from which tn_os_read() reads. */
ptrdiff_t tn_os_read_at(int file, uint64_t offset, void *out, size_t size);
/* Writes all. */
bool tn_os_write(int file, const void *data, size_t size);

/* fopen(). */
FILE *tn_fopen(const char *path, const char *mode);
bool tn_remove(const char *path);
bool tn_remove_folder(const char *path);
/* Makes a folder, or all folders on the way to it. The second one succeeds if it is there. */
bool tn_make_folder(const char *path);
bool tn_make_folders(const char *path);
/* The path without links, in new memory. */
char *tn_real_path(const char *path);

/* ---- temporary files ---- */

enum { TN_TEMPORARY = 512 };
/* An open file for reading and writing that has no name, or loses it when it is closed. */
int tn_open_temporary(void);
/* A new folder, for this user only. */
bool tn_make_temporary_folder(char name[TN_TEMPORARY]);

/* ---- whole or not at all ---- */

/* A file that gets its name when it is complete; a file that was there before keeps its content
 * until then. So a program can write to the file that it reads. A file that cannot be replaced is
 * written in place: it stays, complete or not. A signal that ends the process can leave the part
 * that was written, under another name: FILE.XXXXXX. A new file leaves nothing on Linux, if the
 * file system has files without a name. */
typedef struct tn_new_file {
    FILE *out;
    const char *path; /* not copied */
    char *made;       /* the file that this run made, and removes after a failure; or NULL */
    char *replaced;   /* whose place `made` takes in the end, or NULL */
    bool is_nameless; /* `made` gets its name in the end */
} tn_new_file;

/* False with `error` filled: "PATH: cannot open: ...". */
bool tn_new_file_open(tn_new_file *file, const char *path, tunip_error *error);
/* Closes the file. If `fine`, and all is written, the file gets its name. Otherwise a new file does
 * not stay; `error` says "PATH: cannot write: ...", unless it is filled already. */
tunip_status tn_new_file_close(tn_new_file *file, bool fine, tunip_error *error);

/* ---- folders ---- */

/* An open folder: a list of names, and a place to which files are written, and nothing outside of
 * it. No function follows a symbolic link that has one of the names. */
typedef struct tn_folder tn_folder;
tn_folder *tn_folder_open(const char *path);
tn_folder *tn_folder_enter(const tn_folder *folder, const char *name);
void tn_folder_close(tn_folder *folder); /* or NULL */
/* The next name but "." and "..", until the next call. NULL at the end, and on failure, which sets
 * errno. */
const char *tn_folder_next(tn_folder *folder);
bool tn_folder_make(const tn_folder *folder, const char *name);
/* tn_os_open() for a name. */
int tn_folder_open_file(const tn_folder *folder, const char *name, unsigned how);
bool tn_folder_remove(const tn_folder *folder, const char *name, bool is_folder);

/* ======== memory ======== */

/* Memory of free(), aligned to a power of 2, of which the size is a multiple; on Windows, aligned
 * as that of malloc(). */
void *tn_alloc_aligned(size_t alignment, size_t size);
/* The same, aligned to huge pages and marked for them where there are such pages. */
void *tn_alloc_huge(size_t size);
/* The first `size` bytes of an open file in memory, without reading them; NULL on failure. */
void *tn_map_file(int file, size_t size);
void tn_unmap_file(void *map, size_t size);
/* A hint: these bytes of a mapped file are not needed soon. */
void tn_forget_pages(const void *begin, size_t size);

/* ======== libraries ======== */

/* Loads a shared library; a name without a slash is a file here. NULL with *why, which stays valid
 * until the next call. A library that is kept stays loaded to the end of the process. */
void *tn_library_open(const char *path, bool is_kept, const char **why);
void *tn_library_find(void *library, const char *symbol);
void tn_library_close(void *library);

/* ======== terminals ======== */

bool tn_is_terminal(FILE *stream);
/* The columns of the terminal behind standard output; 0: unknown. */
size_t tn_terminal_columns(void);

#endif
