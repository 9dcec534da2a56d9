/* json.h -- reading JSON as a stream of tokens, and writing it. The library reads and writes all of
 * its JSON with these functions.
 *
 *     tunip_json json;
 *     tunip_json_init(&json, tunip_source_text(source));
 *     for (tunip_json_token t; (t = tunip_json_next(&json)) != TUNIP_JSON_END;)
 *         ... json.at - json.begin is the offset of the token, for tunip_source_locate() ...
 *
 *     tunip_json_writer *w = tunip_json_writer_new(NULL, NULL, write, user);
 *     tunip_json_open(w, '{');
 *     tunip_json_key(w, "answer");
 *     tunip_json_put_int(w, 42);
 *     tunip_json_close(w, '}');
 *     return tunip_json_writer_end(w, &error); */
#ifndef TUNIP_JSON_H
#define TUNIP_JSON_H

#include <tunip/path.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- tokens ---- */

/* The kinds of tokens. */
typedef enum tunip_json_token {
    TUNIP_JSON_END,
    TUNIP_JSON_OPEN_OBJECT,
    TUNIP_JSON_CLOSE_OBJECT,
    TUNIP_JSON_OPEN_ARRAY,
    TUNIP_JSON_CLOSE_ARRAY,
    TUNIP_JSON_COMMA,
    TUNIP_JSON_COLON,
    TUNIP_JSON_STRING,  /* ASCII without escapes: the text between the quotes is the value */
    TUNIP_JSON_ENCODED, /* a string with escapes or other than ASCII bytes, which are not checked:
                           see tunip_json_decode() */
    TUNIP_JSON_INT,
    TUNIP_JSON_FLOAT,
    TUNIP_JSON_TRUE,
    TUNIP_JSON_FALSE,
    TUNIP_JSON_NULL,
    TUNIP_JSON_NAN, /* NaN, Infinity and -Infinity are not JSON (RFC 8259), but TVM writes them */
    TUNIP_JSON_INFINITY,
    TUNIP_JSON_MINUS_INFINITY,
    /* from here on it is not JSON */
    TUNIP_JSON_OPEN_STRING, /* no closing quote; the cursor is at the end of the text */
    TUNIP_JSON_CONTROL,     /* a string up to a control character, where the cursor is */
    TUNIP_JSON_BAD
} tunip_json_token;

/* A scanner. It needs no memory, and no end. Copy it to look ahead. */
typedef struct tunip_json {
    const char *begin;
    const char *cursor; /* behind the last token */
    const char *limit;  /* where the NUL is */
    const char *at;     /* the last token */
} tunip_json;

/* Scans `text`, which must have a NUL behind it, as that of a source has, and must outlive the
 * scanner. */
TUNIP_API void tunip_json_init(tunip_json *json, tunip_str text);

/* Scans a token: json->at up to json->cursor. At the end of the text it stays there. White space is
 * skipped; the order of tokens is not checked. */
TUNIP_API tunip_json_token tunip_json_next(tunip_json *json);

/* The token scanned last, as it stands in the text. */
static inline tunip_str tunip_json_text(const tunip_json *json)
{
    tunip_str text = {json->at, (size_t)(json->cursor - json->at)};
    return text;
}

static inline bool tunip_json_is_string(tunip_json_token token)
{
    return token == TUNIP_JSON_STRING || token == TUNIP_JSON_ENCODED;
}

static inline bool tunip_json_is_scalar(tunip_json_token token)
{
    return token >= TUNIP_JSON_STRING && token <= TUNIP_JSON_MINUS_INFINITY;
}

/* A description of any token fits into this size. */
enum { TUNIP_JSON_DESCRIPTION_SIZE = 64 };

/* Describes the token scanned last for messages: "`{`", "the end of the file", "12"; long ones are
 * cut. `out` has TUNIP_JSON_DESCRIPTION_SIZE bytes. */
TUNIP_API void tunip_json_describe(const tunip_json *json, tunip_json_token token, char *out);

/* ---- the values of tokens ---- */

/* A malformed escape. */
typedef struct tunip_json_flaw {
    size_t begin, end; /* in bytes from the opening quote */
    char message[80];  /* "expected four hexadecimal digits, got \\u12" */
} tunip_json_flaw;

/* Decodes a string token, with its quotes, into `out` of string.size bytes, which may not overlap
 * it; adds a NUL. Returns the size of the value, which may hold NULs. Bytes from 0x80 on stay as
 * they are: tunip_utf8_valid() tells whether they are UTF-8. Returns SIZE_MAX with `flaw` filled
 * when an escape is malformed. */
TUNIP_API size_t tunip_json_decode(tunip_str string, char *out, tunip_json_flaw *flaw);

/* The value of a TUNIP_JSON_INT. False, with *out unchanged, when it does not fit into 64 bits. */
TUNIP_API bool tunip_json_int(tunip_str token, int64_t *out);

/* The double nearest to a number, in any locale. TUNIP_ERROR_LIMIT: it is beyond all doubles.
 * TUNIP_ERROR_ARGUMENT: the token is no number. `json` has just scanned `token`. */
TUNIP_API tunip_status tunip_json_float(const tunip_json *json, tunip_json_token token,
                                        double *out);

/* ---- writing ---- */

/* How to write. Zero is the default of every member except `size`; initialise with
 * TUNIP_JSON_STYLE_INIT. Options without `size`, or with nonzero members that this version does not
 * know, fail with TUNIP_ERROR_ARGUMENT. */
typedef struct tunip_json_style {
    size_t size;      /* sizeof(tunip_json_style) */
    size_t lines;     /* values nested no deeper than this stand on lines of their own, two blanks
                         further to the right at each level */
    size_t max_bytes; /* writing more is TUNIP_ERROR_LIMIT. 0: no limit */
    bool saved;       /* byte for byte as tvm-ffi saves graphs: all values on lines of their own,
                         also the end of an empty list; strings with the escapes of tvm-ffi, which
                         keep every byte from 0x80 on. Otherwise strings have the escapes of
                         TUNIP_ESCAPE_JSON, because people may look at the file */
} tunip_json_style;

/* The defaults. */
/* clang-format off */
#define TUNIP_JSON_STYLE_INIT {sizeof(tunip_json_style), 0, 0, false}
/* clang-format on */

/* Writes JSON through a callback, in chunks, with commas, indentation and escapes. Opaque. All
 * functions accept NULL, and do nothing after a failure, so that only the end needs a check. */
typedef struct tunip_json_writer tunip_json_writer;

/* `allocator` is copied; NULL means malloc. `style` NULL is the default: one line for each value at
 * the outermost level. NULL when out of memory or if `style` is invalid, with `error` filled. */
TUNIP_API tunip_json_writer *tunip_json_writer_new(const tunip_allocator *allocator,
                                                   const tunip_json_style *style,
                                                   tunip_write_fn write, void *user,
                                                   tunip_error *error);

/* Writes the rest and frees the writer. The first failure: TUNIP_ERROR_MEMORY (also for NULL),
 * TUNIP_ERROR_LIMIT, or TUNIP_ERROR_CANCELLED if `write` returned nonzero; then the output is
 * incomplete. */
TUNIP_API tunip_status tunip_json_writer_end(tunip_json_writer *w, tunip_error *error);

/* TUNIP_OK, or the first failure so far. */
TUNIP_API tunip_status tunip_json_writer_status(const tunip_json_writer *w);

/* Begins or ends an object or a list: '{' and '}', '[' and ']'. */
TUNIP_API void tunip_json_open(tunip_json_writer *w, char bracket);
TUNIP_API void tunip_json_close(tunip_json_writer *w, char bracket);

/* The key of the value that follows. */
TUNIP_API void tunip_json_key(tunip_json_writer *w, const char *key);
TUNIP_API void tunip_json_key_view(tunip_json_writer *w, tunip_str key);

/* Values. NaN and infinities become NaN, Infinity and -Infinity. */
TUNIP_API void tunip_json_put_string(tunip_json_writer *w, tunip_str text);
TUNIP_API void tunip_json_put_int(tunip_json_writer *w, int64_t value);
TUNIP_API void tunip_json_put_size(tunip_json_writer *w, size_t value);
TUNIP_API void tunip_json_put_float(tunip_json_writer *w, double value);
TUNIP_API void tunip_json_put_bool(tunip_json_writer *w, bool value);
TUNIP_API void tunip_json_put_null(tunip_json_writer *w);
/* A string: the text form of a path (tunip_path_text()); bytes in base 64 (RFC 4648). */
TUNIP_API void tunip_json_put_path(tunip_json_writer *w, const tunip_path *path);
TUNIP_API void tunip_json_put_base64(tunip_json_writer *w, tunip_str bytes);

/* Ends the line behind a value at the outermost level. */
TUNIP_API void tunip_json_end_line(tunip_json_writer *w);

#ifdef __cplusplus
}
#endif
#endif
