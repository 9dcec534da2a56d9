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
    TUNIP_JSON_STRING,  /* a string of ASCII without escapes: its value is between the quotes */
    TUNIP_JSON_ENCODED, /* any other string. Its escapes and its encoding are not checked yet: see
                           tunip_json_decode() */
    TUNIP_JSON_INT,
    TUNIP_JSON_FLOAT,
    TUNIP_JSON_TRUE,
    TUNIP_JSON_FALSE,
    TUNIP_JSON_NULL,
    TUNIP_JSON_NAN, /* NaN, Infinity and -Infinity are not JSON (RFC 8259), but TVM writes them */
    TUNIP_JSON_INFINITY,
    TUNIP_JSON_MINUS_INFINITY,
    /* the tokens below are syntax errors */
    TUNIP_JSON_OPEN_STRING, /* a string without a closing quote; the cursor is at the end of the
                               text */
    /* a string with a raw control character; the cursor is at this character */
    TUNIP_JSON_CONTROL,
    TUNIP_JSON_BAD /* any other character that begins no token */
} tunip_json_token;

/* A scanner. It allocates nothing and needs no freeing. Copy the struct to look ahead. */
typedef struct tunip_json {
    const char *begin;  /* of the text */
    const char *cursor; /* the end of the last token */
    const char *limit;  /* the end of the text, where a NUL is */
    const char *at;     /* the beginning of the last token */
} tunip_json;

/* Begins to scan `text`, which must outlive the scanner. The byte after its end must be a NUL, as
 * it is after the text of a source. */
TUNIP_API void tunip_json_init(tunip_json *json, tunip_str text);

/* Scans the next token: the bytes from json->at to json->cursor. At the end of the text, each call
 * returns TUNIP_JSON_END. Skips white space. Does not check the order of tokens. */
TUNIP_API tunip_json_token tunip_json_next(tunip_json *json);

/* The bytes of the last token. */
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

/* Describes the last token for messages: "`{`", "the end of the file", "12". Long tokens are
 * truncated. `out` has TUNIP_JSON_DESCRIPTION_SIZE bytes. */
TUNIP_API void tunip_json_describe(const tunip_json *json, tunip_json_token token, char *out);

/* Values that are skipped nest at most this deep. */
enum { TUNIP_JSON_SKIP_DEPTH = 1000 };

/* Skips a value of any kind. `*token` is the first token of the value, the last one that `json`
 * scanned. Afterwards `*token` is the token after the value. Checks the order of tokens, but not
 * the escapes of strings. Returns NULL on success. Otherwise returns a description of the token
 * that was expected in place of `*token`, for a message: "a value", "`,` or `]`", "a value that
 * nests less deep". */
TUNIP_API const char *tunip_json_skip(tunip_json *json, tunip_json_token *token);

/* ---- the values of tokens ---- */

/* A malformed escape. */
typedef struct tunip_json_flaw {
    size_t begin, end; /* in bytes from the opening quote */
    char message[80];  /* "expected four hexadecimal digits, got \\u12" */
} tunip_json_flaw;

/* Decodes a string token: `string` is the token with its quotes. Writes the value and a NUL to
 * `out`, which has string.size bytes and may not overlap `string`. Returns the size of the value in
 * bytes; the value itself may contain NULs. Does not check UTF-8: see tunip_utf8_valid(). If an
 * escape is malformed, fills `flaw` and returns SIZE_MAX. */
TUNIP_API size_t tunip_json_decode(tunip_str string, char *out, tunip_json_flaw *flaw);

/* The value of a TUNIP_JSON_INT. Returns false, with *out unchanged, if it does not fit into 64
 * bits. */
TUNIP_API bool tunip_json_int(tunip_str token, int64_t *out);

/* The value of `token`, the last token of `json`, as the nearest double. Does not depend on the
 * locale. Returns TUNIP_ERROR_LIMIT if the number is larger than all doubles, and
 * TUNIP_ERROR_ARGUMENT if the token is not a number. */
TUNIP_API tunip_status tunip_json_float(const tunip_json *json, tunip_json_token token,
                                        double *out);

/* ---- writing ---- */

/* How to write. Zero is the default of every member except `size`; initialise with
 * TUNIP_JSON_STYLE_INIT. Options without `size`, or with nonzero members that this version does not
 * know, fail with TUNIP_ERROR_ARGUMENT. */
typedef struct tunip_json_style {
    size_t size;      /* sizeof(tunip_json_style) */
    size_t lines;     /* each value at this depth or less has a line of its own, indented by two
                         blanks for each level; deeper values share a line */
    size_t max_bytes; /* writing more fails with TUNIP_ERROR_LIMIT. 0: no limit */
    bool saved;       /* write byte for byte as tvm-ffi saves graphs: each value on a line of its
                         own, and strings with the escapes of tvm-ffi, which keep every byte from
                         0x80 on. Otherwise strings have the escapes of TUNIP_ESCAPE_JSON, which are
                         safe on a terminal */
} tunip_json_style;

/* The defaults. */
/* clang-format off */
#define TUNIP_JSON_STYLE_INIT {sizeof(tunip_json_style), 0, 0, false}
/* clang-format on */

/* Writes JSON through a callback, in chunks, with commas, indentation and escapes. Opaque. All
 * functions accept a NULL writer, and do nothing after a failure: so only the status of
 * tunip_json_writer_end() needs a check. One thread at a time may use a writer. */
typedef struct tunip_json_writer tunip_json_writer;

/* Makes a writer. `allocator` is copied; NULL means malloc. `style` NULL means the defaults: each
 * outermost value is one line. Returns NULL with `error` filled when out of memory or if `style` is
 * invalid. */
TUNIP_API tunip_json_writer *tunip_json_writer_new(const tunip_allocator *allocator,
                                                   const tunip_json_style *style,
                                                   tunip_write_fn write, void *user,
                                                   tunip_error *error);

/* Writes the buffered rest and frees the writer. Returns the first failure: TUNIP_ERROR_MEMORY
 * (also for a NULL writer), TUNIP_ERROR_LIMIT, TUNIP_ERROR_CANCELLED if `write` returned nonzero,
 * or TUNIP_ERROR_ARGUMENT. After a failure the output is incomplete. */
TUNIP_API tunip_status tunip_json_writer_end(tunip_json_writer *w, tunip_error *error);

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
/* A number as its text writes it in JSON, for numbers that no type of C holds. Another text is
 * TUNIP_ERROR_ARGUMENT. */
TUNIP_API void tunip_json_put_number(tunip_json_writer *w, tunip_str text);
TUNIP_API void tunip_json_put_bool(tunip_json_writer *w, bool value);
TUNIP_API void tunip_json_put_null(tunip_json_writer *w);
/* A string: the text form of the last step of a path ("<root>" for the root). */
TUNIP_API void tunip_json_put_step(tunip_json_writer *w, const tunip_path *path);

/* Ends the line after an outermost value. */
TUNIP_API void tunip_json_end_line(tunip_json_writer *w);

#ifdef __cplusplus
}
#endif
#endif
