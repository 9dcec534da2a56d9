/* os_windows.c -- the functions of os.h on Windows.
 *
 * Windows has names in UTF-16. The C library has functions for both, but those for bytes depend on
 * the code page of the user. So names become UTF-16 here. */
#include "os_own.h"

#ifdef _WIN32

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <locale.h>
#include <process.h>
#include <share.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <wchar.h>
#include <windows.h>

/* In new memory; NULL with errno. Bytes that are not UTF-8 become U+FFFD. */
static wchar_t *widen(const char *text)
{
    int size = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *wide = size > 0 ? malloc((size_t)size * sizeof *wide) : NULL;
    if (wide) MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, size);
    if (!wide) errno = ENOMEM;
    return wide;
}

static char *narrow(const wchar_t *wide)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = size > 0 ? malloc((size_t)size) : NULL;
    if (text) WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL);
    if (!text) errno = ENOMEM;
    return text;
}

/* Sets errno as the functions of the C library do. Returns false. */
static bool fail(void)
{
    static const struct {
        DWORD windows;
        int posix;
    } rows[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},
        {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
        {ERROR_DISK_FULL, ENOSPC},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_NO_DATA, EPIPE},
        {ERROR_BROKEN_PIPE, EPIPE},
    };
    DWORD number = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].windows == number) errno = rows[i].posix;
    return false;
}

/* ---- process ---- */

static void take_arguments(int *argc, char ***argv)
{
    int count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **list = wide ? calloc((size_t)count + 1, sizeof *list) : NULL;
    for (int i = 0; list && i < count; i++)
        if (!(list[i] = narrow(wide[i]))) return;
    if (!list || !count) return;
    LocalFree(wide);
    *argc = count;
    *argv = list; /* to the end of the process */
}

void tn_os_begin(int *argc, char ***argv)
{
    take_arguments(argc, argv);
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
    _setmode(2, _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    for (int i = 0; i < 2; i++) {
        HANDLE screen = GetStdHandle(i ? STD_ERROR_HANDLE : STD_OUTPUT_HANDLE);
        DWORD mode;
        if (GetConsoleMode(screen, &mode))
            SetConsoleMode(screen, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

void tn_os_end_at_closed_pipe(FILE *stream)
{
    enum { AS_A_SHELL_SAYS = 141 }; /* 128 + SIGPIPE */
    if (GetFileType((HANDLE)_get_osfhandle(_fileno(stream))) == FILE_TYPE_PIPE)
        _exit(AS_A_SHELL_SAYS);
}

const char *tn_os_reason(int number, char room[TN_OS_REASON])
{
    if (number == ENOSYS) return "not available on Windows";
    if (strerror_s(room, TN_OS_REASON, number) != 0) room[0] = '\0';
    return room;
}

double tn_os_now(void)
{
    LARGE_INTEGER ticks, frequency;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&frequency);
    return (double)ticks.QuadPart / (double)frequency.QuadPart;
}

size_t tn_os_processors(void)
{
    SYSTEM_INFO about;
    GetSystemInfo(&about);
    return about.dwNumberOfProcessors ? about.dwNumberOfProcessors : 1;
}

bool tn_os_own_folder(char *out, size_t room)
{
    wchar_t wide[4096];
    DWORD size = GetModuleFileNameW(NULL, wide, 4096);
    char *path = size && size < 4096 ? narrow(wide) : NULL;
    size_t length = path ? (size_t)(tn_base_name(path) - path) : 0;
    bool fits = length && length < room;
    if (fits) memcpy(out, path, length);
    if (fits) out[length] = '\0';
    free(path);
    return fits;
}

/* The locale of the process is the C locale, unless it calls setlocale(). */
bool tn_c_locale_enter(tn_c_locale *l)
{
    const char *now = setlocale(LC_NUMERIC, NULL);
    *l = (tn_c_locale){NULL, NULL};
    if (!now || strcmp(now, "C") == 0) return true;
    _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
    size_t size = strlen(now) + 1;
    l->before = malloc(size);
    if (!l->before) return false;
    memcpy(l->before, now, size);
    setlocale(LC_NUMERIC, "C");
    return true;
}

void tn_c_locale_leave(tn_c_locale *l)
{
    if (l->before) setlocale(LC_NUMERIC, l->before);
    free(l->before);
}

/* ---- files ---- */

/* Opens a file, which others may read, replace and remove meanwhile. */
static HANDLE open_handle(const char *path, DWORD access, DWORD how, DWORD flags)
{
    wchar_t *wide = widen(path);
    if (!wide) return INVALID_HANDLE_VALUE;
    HANDLE file = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                              NULL, how, flags | FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) fail();
    free(wide);
    return file;
}

/* Links count as such only for those who ask: a file or a folder in the cloud is one, too. */
static bool describe(HANDLE file, bool shows_links, tn_about *out)
{
    BY_HANDLE_FILE_INFORMATION about;
    DWORD type = GetFileType(file);
    *out = (tn_about){.kind = type == FILE_TYPE_PIPE ? TN_IS_PIPE : TN_IS_OTHER};
    if (type != FILE_TYPE_DISK) return true;
    if (!GetFileInformationByHandle(file, &about)) return fail();
    uint64_t time = (uint64_t)about.ftLastWriteTime.dwHighDateTime << 32 |
                    about.ftLastWriteTime.dwLowDateTime; /* in units of 100 ns */
    DWORD kind = about.dwFileAttributes;
    *out = (tn_about){
        .kind = shows_links && kind & FILE_ATTRIBUTE_REPARSE_POINT ? TN_IS_LINK
                : kind & FILE_ATTRIBUTE_DIRECTORY                  ? TN_IS_FOLDER
                                                                   : TN_IS_FILE,
        .size = (uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow,
        .device = about.dwVolumeSerialNumber,
        .number = (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow,
        .seconds = (int64_t)(time / 10000000),
        .nanoseconds = (long)(time % 10000000 * 100),
    };
    return true;
}

static bool look(const char *path, DWORD flags, tn_about *out)
{
    *out = (tn_about){.kind = TN_IS_MISSING};
    HANDLE file =
        open_handle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags);
    if (file == INVALID_HANDLE_VALUE) return false;
    bool fine = describe(file, flags & FILE_FLAG_OPEN_REPARSE_POINT, out);
    CloseHandle(file);
    return fine;
}

bool tn_look(const char *path, tn_about *out)
{
    return look(path, 0, out);
}

bool tn_look_at_link(const char *path, tn_about *out)
{
    return look(path, FILE_FLAG_OPEN_REPARSE_POINT, out);
}

bool tn_look_open(int file, tn_about *out)
{
    *out = (tn_about){.kind = TN_IS_MISSING};
    HANDLE handle = (HANDLE)_get_osfhandle(file);
    return handle != INVALID_HANDLE_VALUE && describe(handle, false, out);
}

bool tn_can_run(const char *path)
{
    return tn_kind_of(path) == TN_IS_FILE;
}

/* Takes the handle. */
static int number_of(HANDLE file, int flags)
{
    if (file == INVALID_HANDLE_VALUE) return -1;
    int number = _open_osfhandle((intptr_t)file, flags | _O_BINARY | _O_NOINHERIT);
    if (number < 0) CloseHandle(file);
    return number;
}

/* A folder can be opened, and not read, as in POSIX. */
static int open_known(const char *path, unsigned how)
{
    tn_about about;
    DWORD link = how & TN_NO_LINK ? FILE_FLAG_OPEN_REPARSE_POINT : 0;
    HANDLE handle =
        open_handle(path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | link);
    bool is_link = link && handle != INVALID_HANDLE_VALUE && describe(handle, true, &about) &&
                   about.kind == TN_IS_LINK;
    if (!is_link) return number_of(handle, _O_RDONLY);
    CloseHandle(handle);
    errno = ELOOP;
    return -1;
}

int tn_os_open(const char *path, unsigned how)
{
    if (!(how & TN_NEW)) return open_known(path, how);
    return number_of(open_handle(path, GENERIC_WRITE, CREATE_NEW, 0), _O_WRONLY);
}

void tn_os_close(int file)
{
    int number = errno;
    _close(file);
    errno = number;
}

bool tn_os_close_written(int file)
{
    return _close(file) == 0;
}

enum { STEP = 1 << 24 }; /* bytes at once */

ptrdiff_t tn_os_read(int file, void *out, size_t size)
{
    tn_about about;
    int got = _read(file, out, size < STEP ? (unsigned)size : STEP);
    if (got >= 0) return got;
    if (errno == EPIPE) return 0; /* the other end of the pipe is closed */
    if (tn_look_open(file, &about) && about.kind == TN_IS_FOLDER) errno = EISDIR;
    return -1;
}

ptrdiff_t tn_os_read_at(int file, uint64_t offset, void *out, size_t size)
{
    DWORD got = 0;
    OVERLAPPED place = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    HANDLE handle = (HANDLE)_get_osfhandle(file);
    LARGE_INTEGER zero = {.QuadPart = 0}, before;
    bool has_place = SetFilePointerEx(handle, zero, &before, FILE_CURRENT);
    bool fine = ReadFile(handle, out, size < STEP ? (DWORD)size : STEP, &got, &place);
    if (!fine && GetLastError() != ERROR_HANDLE_EOF) return fail() - 1;
    if (has_place) SetFilePointerEx(handle, before, NULL, FILE_BEGIN);
    return got;
}

bool tn_os_write(int file, const void *data, size_t size)
{
    for (const char *at = data; size;) {
        int done = _write(file, at, size < STEP ? (unsigned)size : STEP);
        if (done <= 0) return false;
        at += done;
        size -= (size_t)done;
    }
    return true;
}

FILE *tn_fopen(const char *path, const char *mode)
{
    wchar_t *wide = widen(path), *how = wide ? widen(mode) : NULL;
    FILE *file = how ? _wfopen(wide, how) : NULL;
    free(wide);
    free(how);
    return file;
}

bool tn_remove(const char *path)
{
    wchar_t *wide = widen(path);
    bool done = wide && (DeleteFileW(wide) || fail());
    free(wide);
    return done;
}

bool tn_remove_folder(const char *path)
{
    wchar_t *wide = widen(path);
    bool done = wide && (RemoveDirectoryW(wide) || fail());
    free(wide);
    return done;
}

bool tn_make_folder(const char *path)
{
    wchar_t *wide = widen(path);
    bool done = wide && (CreateDirectoryW(wide, NULL) || fail());
    free(wide);
    return done;
}

char *tn_real_path(const char *path)
{
    wchar_t *wide = widen(path);
    wchar_t *whole = wide ? _wfullpath(NULL, wide, 0) : NULL;
    char *out = whole && tn_kind_of(path) != TN_IS_MISSING ? narrow(whole) : NULL;
    free(wide);
    free(whole);
    return out;
}

/* ---- temporary files ---- */

/* A new name: the number of this process and another number in the folder. An earlier process of
 * this number may have left a file of this name. */
static bool name_unique(const char *folder, char *out, size_t room)
{
    static volatile LONG last;
    int size = snprintf(out, room, "%stunip-%lu-%ld", folder, (unsigned long)GetCurrentProcessId(),
                        (long)InterlockedIncrement(&last));
    if (size > 0 && (size_t)size < room) return true;
    errno = ENAMETOOLONG;
    return false;
}

static bool temporary_name(char name[TN_TEMPORARY])
{
    wchar_t wide[MAX_PATH + 1];
    DWORD size = GetTempPathW(MAX_PATH + 1, wide);
    char *folder = size && size <= MAX_PATH ? narrow(wide) : NULL;
    if (!folder) errno = ENOENT;
    bool fine = folder && name_unique(folder, name, TN_TEMPORARY);
    free(folder);
    return fine;
}

enum { MOST_NAMES = 10000 }; /* that are tried */

int tn_open_temporary(void)
{
    char name[TN_TEMPORARY];
    HANDLE file = INVALID_HANDLE_VALUE;
    errno = EEXIST;
    for (int i = 0; file == INVALID_HANDLE_VALUE && errno == EEXIST && i < MOST_NAMES; i++)
        if (temporary_name(name))
            file = open_handle(name, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW,
                               FILE_FLAG_DELETE_ON_CLOSE);
    return number_of(file, _O_RDWR);
}

bool tn_make_temporary_folder(char name[TN_TEMPORARY])
{
    bool done = false;
    errno = EEXIST;
    for (int i = 0; !done && errno == EEXIST && i < MOST_NAMES; i++)
        done = temporary_name(name) && tn_make_folder(name);
    return done;
}

/* ---- whole or not at all ---- */

/* A file with other names, too, must stay the file of all of them. */
bool tn_os_can_be_replaced(const char *path)
{
    BY_HANDLE_FILE_INFORMATION about;
    HANDLE file = open_handle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT);
    bool fine = file != INVALID_HANDLE_VALUE && GetFileType(file) == FILE_TYPE_DISK &&
                GetFileInformationByHandle(file, &about);
    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
    return fine && about.nNumberOfLinks == 1 &&
           !(about.dwFileAttributes &
             (FILE_ATTRIBUTE_READONLY | FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_DIRECTORY));
}

/* Writes a number into the X at the end of the name. */
int tn_os_open_beside(char *name, const char *old)
{
    enum { DIGITS = 6, MOST = 1000000 };
    static volatile LONG last;
    char *end = name + strlen(name) - DIGITS;
    int file = -1;
    (void)old;
    errno = EEXIST;
    for (int i = 0; file < 0 && errno == EEXIST && i < MOST; i++) {
        unsigned long number = GetCurrentProcessId() * 31 + (DWORD)InterlockedIncrement(&last);
        snprintf(end, DIGITS + 1, "%06lu", number % MOST);
        file = tn_os_open(name, TN_NEW);
    }
    return file;
}

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

int tn_os_copy_of_stream(const char *path)
{
    tn_about about, own;
    if (!tn_look(path, &about) || about.kind != TN_IS_FILE) return -1;
    for (int file = 1; file <= 2; file++)
        if (tn_look_open(file, &own) && own.kind == TN_IS_FILE && tn_is_same_file(&own, &about))
            return _dup(file);
    return -1;
}

FILE *tn_os_stream_of(int file)
{
    FILE *out = _fdopen(file, "wb");
    if (!out) _close(file);
    return out;
}

bool tn_os_replace(const char *made, const char *replaced)
{
    wchar_t *from = widen(made), *to = widen(replaced);
    bool done = from && to && (MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING) || fail());
    free(from);
    free(to);
    return done;
}

/* ---- folders ---- */

struct tn_folder {
    char *path;
    HANDLE search; /* INVALID_HANDLE_VALUE before the first name */
    char name[3 * MAX_PATH + 1];
};

/* In new memory: a path and a name in it. */
static char *join(const char *path, const char *name)
{
    size_t size = strlen(path), room = size + strlen(name) + 2;
    char *out = malloc(room);
    if (out)
        snprintf(out, room, "%s%s%s", path, size && tn_is_slash(path[size - 1]) ? "" : "/", name);
    return out;
}

/* Takes the path. */
static tn_folder *folder_of(char *path, bool follows)
{
    tn_about about;
    tn_folder *folder = path ? malloc(sizeof *folder) : NULL;
    bool fine = folder && (follows ? tn_look(path, &about) : tn_look_at_link(path, &about));
    if (fine && about.kind != TN_IS_FOLDER) fine = false, errno = ENOTDIR;
    if (folder) *folder = (tn_folder){.path = path, .search = INVALID_HANDLE_VALUE};
    if (fine) return folder;
    free(folder);
    free(path);
    return NULL;
}

tn_folder *tn_folder_open(const char *path)
{
    return folder_of(_strdup(path), true);
}

tn_folder *tn_folder_enter(const tn_folder *folder, const char *name)
{
    return folder_of(join(folder->path, name), false);
}

void tn_folder_close(tn_folder *folder)
{
    int number = errno;
    if (!folder) return;
    if (folder->search != INVALID_HANDLE_VALUE) FindClose(folder->search);
    free(folder->path);
    free(folder);
    errno = number;
}

/* Finds the first name, or the next. */
static bool find(tn_folder *folder, WIN32_FIND_DATAW *found)
{
    if (folder->search != INVALID_HANDLE_VALUE) return FindNextFileW(folder->search, found);
    char *pattern = join(folder->path, "*");
    wchar_t *wide = pattern ? widen(pattern) : NULL;
    if (wide) folder->search = FindFirstFileW(wide, found);
    free(pattern);
    free(wide);
    return folder->search != INVALID_HANDLE_VALUE;
}

const char *tn_folder_next(tn_folder *folder)
{
    WIN32_FIND_DATAW found;
    while (find(folder, &found)) {
        const wchar_t *name = found.cFileName;
        if (wcscmp(name, L".") == 0 || wcscmp(name, L"..") == 0) continue;
        WideCharToMultiByte(CP_UTF8, 0, name, -1, folder->name, sizeof folder->name, NULL, NULL);
        return folder->name;
    }
    if (GetLastError() != ERROR_NO_MORE_FILES)
        fail();
    else
        errno = 0;
    return NULL;
}

bool tn_folder_make(const tn_folder *folder, const char *name)
{
    char *path = join(folder->path, name);
    bool done = path && tn_make_folder(path);
    free(path);
    return done;
}

int tn_folder_open_file(const tn_folder *folder, const char *name, unsigned how)
{
    char *path = join(folder->path, name);
    int file = path ? tn_os_open(path, how | TN_NO_LINK) : -1;
    free(path);
    return file;
}

bool tn_folder_remove(const tn_folder *folder, const char *name, bool is_folder)
{
    char *path = join(folder->path, name);
    bool done = path && (is_folder ? tn_remove_folder(path) : tn_remove(path));
    free(path);
    return done;
}

/* ---- memory ---- */

void *tn_alloc_aligned(size_t alignment, size_t size)
{
    (void)alignment;
    return malloc(size);
}

void *tn_alloc_huge(size_t size)
{
    return malloc(size);
}

void *tn_map_file(int file, size_t size)
{
    HANDLE map = CreateFileMappingW((HANDLE)_get_osfhandle(file), NULL, PAGE_READONLY, 0, 0, NULL);
    void *view = map ? MapViewOfFile(map, FILE_MAP_READ, 0, 0, size) : NULL;
    if (!view) fail();
    if (map) CloseHandle(map);
    return view;
}

void tn_unmap_file(void *map, size_t size)
{
    (void)size;
    UnmapViewOfFile(map);
}

void tn_forget_pages(const void *begin, size_t size)
{
    (void)begin, (void)size;
}

/* ---- libraries ---- */

/* LoadLibraryW() looks for a name without a slash elsewhere. */
void *tn_library_open(const char *path, bool is_kept, const char **why)
{
    static char said[64];
    char *whole = tn_real_path(path);
    wchar_t *wide = whole ? widen(whole) : NULL;
    HMODULE library = wide ? LoadLibraryW(wide) : NULL, pinned;
    DWORD number = GetLastError();
    if (library && is_kept) GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN, wide, &pinned);
    snprintf(said, sizeof said, "Windows has the error %lu", (unsigned long)number);
    *why = said;
    free(whole);
    free(wide);
    return library;
}

void *tn_library_find(void *library, const char *symbol)
{
    FARPROC found = GetProcAddress(library, symbol);
    void *out;
    memcpy(&out, &found, sizeof out);
    return out;
}

void tn_library_close(void *library)
{
    FreeLibrary(library);
}

/* ---- terminals ---- */

/* _isatty() is true for the file `nul`, too. */
bool tn_is_terminal(FILE *stream)
{
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(_fileno(stream)), &mode);
}

size_t tn_terminal_columns(void)
{
    CONSOLE_SCREEN_BUFFER_INFO about;
    if (!GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &about)) return 0;
    return (size_t)(about.srWindow.Right - about.srWindow.Left) + 1;
}

#endif
