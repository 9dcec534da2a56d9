/* base.h -- strings, statuses, errors and memory. Every other header of tunip includes this one.
 *
 * Units everywhere in the API: byte offsets are 0-based and ranges half-open [begin, end); lines
 * and columns are 1-based. Strings are {pointer, size} views in UTF-8; they need no terminating NUL
 * and may contain NUL bytes. */
#ifndef TUNIP_BASE_H
#define TUNIP_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__MINGW32__) /* exports all; its printf() may be that of older versions of Windows */
#define TUNIP_API
#define TUNIP_PRINTF(at, first) __attribute__((format(gnu_printf, at, first)))
#elif defined(__GNUC__)
#define TUNIP_API               __attribute__((visibility("default")))
#define TUNIP_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define TUNIP_API
#define TUNIP_PRINTF(at, first)
#endif

/* The number of elements of an array. */
#define TUNIP_LEN(array) (sizeof(array) / sizeof((array)[0]))

/* A borrowed run of bytes. {NULL, 0} is the empty string. Each function that returns a tunip_str
 * documents how long it stays valid. */
typedef struct tunip_str {
    const char *data;
    size_t size;
} tunip_str;

/* A view of a string literal. For static initialisers of tunip_str. */
#define TUNIP_STR(literal)                                                                         \
    {                                                                                              \
        "" literal, sizeof(literal) - 1                                                            \
    }

/* A view of a NUL-terminated string; NULL gives the empty view. */
static inline tunip_str tunip_str_from(const char *text)
{
    tunip_str view = {text, text ? strlen(text) : 0};
    return view;
}

static inline bool tunip_str_equal(tunip_str a, tunip_str b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* Whether `view` equals the NUL-terminated `text`. */
static inline bool tunip_str_is(tunip_str view, const char *text)
{
    return tunip_str_equal(view, tunip_str_from(text));
}

/* Whether the view begins or ends with the text; either may be all of it. */
static inline bool tunip_str_begins(tunip_str view, const char *with)
{
    size_t size = with ? strlen(with) : 0;
    return view.size >= size && (size == 0 || memcmp(view.data, with, size) == 0);
}

static inline bool tunip_str_ends(tunip_str view, const char *with)
{
    size_t size = with ? strlen(with) : 0;
    return view.size >= size &&
           (size == 0 || memcmp(view.data + (view.size - size), with, size) == 0);
}

/* A digit of ASCII, in any locale. */
static inline bool tunip_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The first character of an ASCII name: a letter or an underscore. */
static inline bool tunip_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Whether a byte may be a part of a name: a letter, a digit, an underscore, or any byte outside of
 * ASCII (a part of a longer UTF-8 character). */
static inline bool tunip_is_name_part(char c)
{
    return tunip_is_letter(c) || tunip_is_digit(c) || (unsigned char)c >= 0x80;
}

/* The length in bytes of the longest prefix that is valid UTF-8. */
TUNIP_API size_t tunip_utf8_valid(tunip_str text);

/* Whether `text` is a Python keyword. A keyword cannot be used as a name in Python. */
TUNIP_API bool tunip_is_keyword(tunip_str text);

/* The result of a call. */
typedef enum tunip_status {
    TUNIP_OK = 0,
    TUNIP_ERROR_MEMORY,   /* the allocator returned NULL */
    TUNIP_ERROR_ARGUMENT, /* an argument is invalid */
    TUNIP_ERROR_IO,       /* a file could not be read or written */
    TUNIP_ERROR_SYNTAX,   /* input with invalid syntax, such as broken JSON */
    TUNIP_ERROR_FORMAT,   /* input that is not a graph, or in no known format */
    TUNIP_ERROR_LIMIT,    /* a limit of the options or of the machine was reached */
    /* two registrations claim the same name, type key or rule; or two formats fit a text equally
     * well */
    TUNIP_ERROR_CONFLICT,
    TUNIP_ERROR_NOT_FOUND, /* no backend, dialect, format, setting or type of that name */
    TUNIP_ERROR_CANCELLED, /* a write callback returned nonzero */
    TUNIP_ERROR_RULE       /* a docsify rule or a backend reported a failure */
} tunip_status;

/* An error: its status, its message and its place. The caller owns the struct, which needs no
 * freeing. Functions that take a `tunip_error *` accept NULL. They fill the struct only on failure,
 * and only if it does not hold an error yet. So initialise the struct with TUNIP_ERROR_INIT. On
 * failure the message is never empty. */
typedef struct tunip_error {
    tunip_status code;
    size_t line;   /* in the input, 0 when the error has no place in a file */
    size_t column; /* in bytes, 1-based; 0 as above */
    size_t offset; /* in bytes from the start of the input */
    /* the end of the unexpected token, in bytes from the start of the input; 0 if there is none */
    size_t end;
    char message[320];
    char path[160]; /* the access path of the affected IR node, or "" */
} tunip_error;

/* The initial value of a tunip_error: no error. */
/* clang-format off */
#define TUNIP_ERROR_INIT {TUNIP_OK, 0, 0, 0, 0, "", ""}
/* clang-format on */

/* A short English name of a status: "out of memory", "bad argument", ... Static storage. */
TUNIP_API const char *tunip_status_name(tunip_status status);

/* Records an error unless `error` is NULL or already holds one. Returns `code`. Not synchronised:
 * one thread at a time may use `error`. */
TUNIP_API tunip_status tunip_error_set(tunip_error *error, tunip_status code, const char *format,
                                       ...) TUNIP_PRINTF(3, 4);

/* The library takes all memory from these three functions. `old_size` and `size` are in bytes;
 * `free` and `realloc` receive the size that was requested. `alloc` and `realloc` return NULL on
 * failure. When several threads print, or when one print uses several threads (`threads` in the
 * options), these threads call the functions at the same time.
 *
 * The library may call these functions, write callbacks, docsify rules and the callbacks of walks
 * on another thread while the caller's thread waits. It does so because deeply nested IR needs more
 * stack than one thread has. Only one of these threads runs at a time. With the option `threads`,
 * several docsify rules may run at the same time, each with a docsifier of its own. Write callbacks
 * never run at the same time. A callback may run on another thread than the caller, so it must not
 * rely on thread-local variables of the caller, and must not take a lock that the caller holds. */
typedef struct tunip_allocator {
    void *(*alloc)(void *ctx, size_t size);
    void *(*realloc)(void *ctx, void *ptr, size_t old_size, size_t size);
    void (*free)(void *ctx, void *ptr, size_t size);
    void *ctx;
} tunip_allocator;

/* Receives consecutive chunks of output; `data` is valid only during the call, and has no NUL at
 * its end. Returns 0 to continue; any other value stops the output, and the function that writes
 * returns TUNIP_ERROR_CANCELLED. */
typedef int (*tunip_write_fn)(const char *data, size_t size, void *user);

/* How to escape text that comes from files, plugins or users. All styles escape characters that
 * control a terminal or are invisible: control characters (C0, DEL and C1), format characters
 * (including those that change the direction of text), line and paragraph separators, combining
 * marks without a base character, unassigned code points, and bytes that are not UTF-8. */
typedef enum tunip_escape_style {
    TUNIP_ESCAPE_LINE, /* for people, on one line: "\n", "\x1b", "\u202e", "\xff" */
    TUNIP_ESCAPE_TEXT, /* for people: the same, but newlines and tabs are kept */
    TUNIP_ESCAPE_JSON  /* inside the quotes of a JSON string: "\n", "\u001b"; bytes that are not
                          UTF-8 become U+FFFD */
} tunip_escape_style;

/* Writes `text` with escapes, in one or more chunks. Error messages, issues, paths and names can
 * contain any bytes of an input file: use this function to display them. Returns 0. If `write`
 * returns another value, stops and returns that value. */
TUNIP_API int tunip_escape(tunip_str text, tunip_escape_style style, tunip_write_fn write,
                           void *user);

/* Calls fn(user, 0), ..., fn(user, count - 1), each once, on at most `threads` threads: the calling
 * thread, and as many new threads as the system can start. Returns when all calls have returned.
 * Use it to read several files at the same time. On a system without threads, the calls run one
 * after the other. */
TUNIP_API void tunip_parallel(size_t threads, size_t count, void (*fn)(void *user, size_t index),
                              void *user);

#ifdef __cplusplus
}
#endif
#endif
