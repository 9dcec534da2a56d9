/* base.h -- strings, statuses, errors and memory: what every other header of tunip stands on.
 *
 * Units everywhere in the API: byte offsets are 0-based and ranges half-open [begin, end);
 * lines and columns are 1-based. Strings are {pointer, size} views in UTF-8; they need no
 * terminating NUL and may contain NUL bytes. */
#ifndef TUNIP_BASE_H
#define TUNIP_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TUNIP_API               __attribute__((visibility("default")))
#define TUNIP_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define TUNIP_API
#define TUNIP_PRINTF(at, first)
#endif

/* The number of rows of a table. */
#define TUNIP_LEN(array) (sizeof(array) / sizeof((array)[0]))

/* A borrowed run of bytes. {NULL, 0} is the empty string. Who lends it says for how long. */
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

/* Whether `view` spells the NUL-terminated `text`. */
static inline bool tunip_str_is(tunip_str view, const char *text)
{
    return tunip_str_equal(view, tunip_str_from(text));
}

/* The length in bytes of the longest prefix that is valid UTF-8. */
TUNIP_API size_t tunip_utf8_valid(tunip_str text);

/* Whether `text` is a keyword of Python, and so no name there. */
TUNIP_API bool tunip_is_keyword(tunip_str text);

/* How a call ended. */
typedef enum tunip_status {
    TUNIP_OK = 0,
    TUNIP_ERROR_MEMORY,    /* the allocator returned NULL */
    TUNIP_ERROR_ARGUMENT,  /* the caller passed something no call accepts */
    TUNIP_ERROR_IO,        /* a file could not be read or written */
    TUNIP_ERROR_SYNTAX,    /* input that is not JSON */
    TUNIP_ERROR_FORMAT,    /* JSON that is not a saved graph of known shape */
    TUNIP_ERROR_LIMIT,     /* a limit of the options or of the machine was reached */
    TUNIP_ERROR_CONFLICT,  /* two registrations claim the same name, type key or rule */
    TUNIP_ERROR_NOT_FOUND, /* no backend, dialect, setting or type of that name */
    TUNIP_ERROR_CANCELLED, /* a write callback refused */
    TUNIP_ERROR_RULE       /* a docsify rule or a backend reported a failure */
} tunip_status;

/* What went wrong and where. Lives wherever the caller puts it and needs no freeing. Functions
 * that take a `tunip_error *` accept NULL, fill it only on failure, and keep the *first* error
 * when it is already set: initialise it with TUNIP_ERROR_INIT. Never empty on failure. */
typedef struct tunip_error {
    tunip_status code;
    size_t line;   /* in the input, 0 when the error has no place in a file */
    size_t column; /* in bytes, 1-based; 0 as above */
    size_t offset; /* in bytes from the start of the input */
    size_t end;    /* likewise, where the token ends that was not expected; 0 as above */
    char message[320];
    char path[160]; /* the access path of the IR node concerned, or "" */
} tunip_error;

/* No error yet. */
/* clang-format off */
#define TUNIP_ERROR_INIT {TUNIP_OK, 0, 0, 0, 0, "", ""}
/* clang-format on */

/* A short English name of a status: "out of memory", "bad argument", ... Static storage. */
TUNIP_API const char *tunip_status_name(tunip_status status);

/* Records an error unless `error` already holds one or is NULL; returns `code`. Thread rule: the
 * caller owns `error`. */
TUNIP_API tunip_status tunip_error_set(tunip_error *error, tunip_status code, const char *format,
                                       ...) TUNIP_PRINTF(3, 4);

/* Memory comes from these three functions. `old_size` and `size` are in bytes; `free` and
 * `realloc` get the size that was asked for. They may be called by several threads at once when
 * several threads print. `alloc` and `realloc` return NULL on failure.
 *
 * These functions, write callbacks, docsify rules and the callbacks of walks may run on a thread of
 * the library's own while the caller's waits for it: what is nested too deep for one stack goes on
 * on another, one at a time. So they find other thread-locals there, and must not ask for a lock
 * that the calling thread holds. */
typedef struct tunip_allocator {
    void *(*alloc)(void *ctx, size_t size);
    void *(*realloc)(void *ctx, void *ptr, size_t old_size, size_t size);
    void (*free)(void *ctx, void *ptr, size_t size);
    void *ctx;
} tunip_allocator;

/* Receives consecutive chunks of output. Returns 0 to go on; anything else stops the print with
 * TUNIP_ERROR_CANCELLED. */
typedef int (*tunip_write_fn)(const char *data, size_t size, void *user);

/* For whom text is escaped that comes from files, plugins or users. Characters that do something to
 * a terminal or show nothing never stay: controls (C0, DEL and C1), format characters, among them
 * those that turn the direction of text, separators of lines, marks with nothing to combine with,
 * bytes that are no UTF-8. */
typedef enum tunip_escape_style {
    TUNIP_ESCAPE_LINE, /* for people, within a line: "\n", "\x1b", "\u202e", "\xff" */
    TUNIP_ESCAPE_TEXT, /* for people: the same, but newlines and tabs stay */
    TUNIP_ESCAPE_JSON  /* between the quotes of a JSON string: "\n", "\u001b"; what is no UTF-8
                          becomes U+FFFD */
} tunip_escape_style;

/* Writes `text` with such escapes, in parts. Error messages, issues, paths and names may hold
 * anything that was in a file: show them through this. Returns 0, or stops and returns what `write`
 * returned when that is something else. */
TUNIP_API int tunip_escape(tunip_str text, tunip_escape_style style, tunip_write_fn write,
                           void *user);

#ifdef __cplusplus
}
#endif
#endif
