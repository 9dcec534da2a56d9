/* tvm.h -- TVM's saved graphs: the state of a reader, and tensors. */
#ifndef TN_TVM_H
#define TN_TVM_H

#include <tunip/ext/format.h>

#include "../../../ir/assemble.h"
#include "../../../util/json.h"
#include "../../../util/memory.h"
#include "../../../util/source.h"
#include "../../../util/threads.h"

/* ======== reader ======== */

/* The state of the saved-graph reader. It reads JSON, and the assembler makes the nodes
 * (ir/assemble.h). */

/* The types met last, by their keys: most nodes have one of a few dozen types. */
enum { TN_RECENT_TYPES = 128 };
typedef struct tn_recent_type {
    tunip_str key;
    const tn_type_info *info;
    bool is_value; /* a built-in value, which has no field table */
} tn_recent_type;

/* The bytes after a part of a file, which a worker reads. */
typedef struct tn_next_part {
    size_t job; /* the worker's; 0: there is none */
    int file;
    size_t from, size; /* in the file */
    size_t got;        /* fewer than `size` if that failed */
    tn_bytes bytes;    /* after room for the rest of the part before */
} tn_next_part;

/* A file that is read piece by piece (window.c): `json` is a scanner of a part of it, which ends
 * with a NUL. Places in this part are no places in the file. */
typedef struct tn_window {
    size_t size; /* how many bytes to read at once; 0: `json` is a scanner of the whole text */
    int file;
    const struct tn_file *noted; /* it has to stay as it was noted */
    size_t next, end;            /* in the file: the byte after the part, the end of the file */
    tn_bytes bytes;              /* the part, and perhaps unused bytes before it */
    tunip_error error;           /* of the file, or of memory */
    tn_worker *worker;           /* reads `ahead`; or NULL */
    tn_next_part ahead;
} tn_window;

typedef struct tn_reader {
    tunip_json json;
    tunip_json_token token; /* the one at json.at, not yet used */
    tn_assembler to;
    struct { /* the last dtypes, which repeat, by the length and the end of their text */
        tunip_str text;
        tunip_dtype dtype;
    } dtypes[8];
    tn_recent_type types[TN_RECENT_TYPES];
    const tunip_field *field;    /* the one being read, for messages; or NULL */
    const tunip_type *owner;     /* of `field` */
    const tunip_source *origins; /* the source, if origins are to be recorded; or NULL */
    tn_window window;
} tn_reader;

/* The functions of the format (tvm.c, save.c). */
tunip_status tn_read_tvm_json(const tunip_input *input);
tunip_status tn_write_tvm_json(const tunip_output *output);

/* ---- failing (tvm.c): all of these return false ---- */

static inline bool tn_read_failed(const tn_reader *r)
{
    return r->to.status != TUNIP_OK;
}
static inline bool tn_read_fail_memory(tn_reader *r)
{
    return tn_assemble_fail_memory(&r->to);
}
/* "expected <format>, got <the token at `at`>", with the field being read. */
bool tn_read_reject(tn_reader *r, size_t at, const char *format, ...) TUNIP_PRINTF(3, 4);
/* The same of the token not yet used. */
bool tn_read_unexpected(tn_reader *r, const char *what);

/* The version in the metadata of a file: 26 for "0.26.dev0"; 0 if there is none. */
unsigned tn_read_stated_vintage(tunip_str text);
/* The same of a file that is not read yet: finds it near the end. */
unsigned tn_read_late_vintage(const tunip_source *source);
/* The version whose types the file has: `stated` if it may be that, or if all versions may. */
unsigned tn_read_guessed_vintage(const tn_registry *registry, tunip_str text, unsigned stated);
/* The next key of a type between `*at` and `end`, after which `*at` stands then; {NULL, 0} if there
 * is none. `mark` is the name of its member, in quotes. */
tunip_str tn_read_next_key(tunip_str mark, const char **at, const char *end);

/* Appends to the error of a failed read the version of TVM that wrote the file, unless tunip reads
 * that version. */
void tn_read_note_version(const tunip_input *input, tunip_status status);

/* Describes the token at `at` in messages of the assembler. */
void tn_read_describe(const void *reader, size_t at, char *out, size_t size);

/* Fills the line, the column and the end of the token at error->offset. */
void tn_read_locate(const tn_reader *r, tunip_str text, tunip_error *error);

/* ---- windows (window.c) ---- */

/* Begins to read a file in windows. If `worker` is not NULL, it reads bytes before they are needed.
 * It must have ended before tn_window_close(). */
bool tn_window_open(tn_reader *r, const tunip_source *source, tn_worker *worker);
void tn_window_close(tn_reader *r);

/* Whether nothing follows the window in the file. */
static inline bool tn_window_is_last(const tn_reader *r)
{
    return r->window.next == r->window.end;
}

/* Moves the window on to the current token, which is read again. */
bool tn_window_slide(tn_reader *r);

/* Moves the window on if few bytes are left in it: between two nodes. */
enum { TN_WINDOW_REST = 16 }; /* a sixteenth */
static inline bool tn_window_pass(tn_reader *r)
{
    bool many = (size_t)(r->json.limit - r->json.at) > r->window.size / TN_WINDOW_REST;
    return many || tn_window_is_last(r) || tn_window_slide(r);
}

/* After the failed read of the node at `*at`: if the node does not end in the window, goes back to
 * it in a larger window, and changes `*at`. Otherwise returns false. */
bool tn_window_retry(tn_reader *r, size_t *at);

/* ---- tokens ---- */

/* Skips a value of any kind, inside of `depth` others. */
bool tn_read_skip(tn_reader *r, int depth);

/* The offset of the token that is not used yet. */
static inline size_t tn_read_at(const tn_reader *r)
{
    return (size_t)(r->json.at - r->json.begin);
}

static inline void tn_read_advance(tn_reader *r)
{
    int punctuation = tn_json_punctuation[(unsigned char)*r->json.cursor];
    if (punctuation) { /* half of the tokens */
        r->json.at = r->json.cursor++;
        r->token = (tunip_json_token)(punctuation - 1);
    } else {
        r->token = tn_json_next(&r->json);
    }
}
bool tn_read_unexpected_token(tn_reader *r, tunip_json_token expected);
bool tn_read_no_comma(tn_reader *r, tunip_json_token close);

static inline bool tn_read_expect(tn_reader *r, tunip_json_token token)
{
    if (r->token != token) return tn_read_unexpected_token(r, token);
    tn_read_advance(r);
    return true;
}

/* Between the elements of an array or object: whether another one follows. `first` is true before
 * the first one; `close` ends the list and is consumed. */
static inline bool tn_read_more(tn_reader *r, bool first, tunip_json_token close)
{
    if (tn_read_failed(r)) return false;
    bool ends = r->token == close;
    if (first && !ends) return true;
    if (!ends && r->token != TUNIP_JSON_COMMA) return tn_read_no_comma(r, close);
    tn_read_advance(r);
    return !ends;
}

/* Reads an integer at the cursor as TVM writes it: an index, or a number that is not negative,
 * directly followed by the token that ends the value. This token becomes the current one. Nearly
 * all integers have this form. Returns false, with nothing read, if the text has another form. A
 * NUL ends the text. */
static inline bool tn_read_usual_index(tn_reader *r, size_t *out)
{
    enum { MOST_DIGITS = 18 }; /* so many always fit */
    const char *begin = r->json.cursor, *at = begin;
    size_t number = 0;
    for (unsigned digit; (digit = (unsigned)(unsigned char)*at - '0') <= 9; at++)
        number = number * 10 + digit;
    size_t digits = (size_t)(at - begin);
    if (digits - 1 >= MOST_DIGITS || (digits > 1 && *begin == '0')) return false;
    int token = tn_json_punctuation[(unsigned char)*at] - 1;
    if (token != TUNIP_JSON_COMMA && token != TUNIP_JSON_CLOSE_OBJECT &&
        token != TUNIP_JSON_CLOSE_ARRAY)
        return false;
    r->token = (tunip_json_token)token;
    r->json.at = at;
    r->json.cursor = at + 1;
    *out = number;
    return true;
}

/* ---- scalars (values.c): each reads one token ---- */

bool tn_read_int(tn_reader *r, const char *what, int64_t *out);
bool tn_read_float(tn_reader *r, const char *what, double *out);
bool tn_read_bool(tn_reader *r, const char *what, bool *out);
bool tn_read_dtype(tn_reader *r, const char *what, tunip_dtype *out);
/* The index of a node, read before or not. */
bool tn_read_index(tn_reader *r, const char *what, size_t *out);
/* A view of the file, or of decoded text in the graph. */
bool tn_read_string(tn_reader *r, const char *what, tunip_str *out);
/* The same, but the string is in memory of the graph. */
bool tn_read_own_string(tn_reader *r, const char *what, tunip_str *out);

/* ---- nodes: each reads the data and makes the node ---- */

/* A built-in value (values.c). */
bool tn_read_value(tn_reader *r, const tunip_type *type, tunip_node **out);
/* An object of a registered type (tvm.c). */
bool tn_read_object(tn_reader *r, const tn_type_info *info, tunip_node **out);
/* An object of an unregistered type (tvm.c); `at` is the place of `key`. */
bool tn_read_opaque(tn_reader *r, tunip_str key, size_t at, tunip_node **out);

/* ======== tensor ======== */

/* The bytes TVM saves a tensor as (TVM include/tvm/runtime/tensor.h, SaveDLTensor): a
 * header, the shape, the size of the elements, the elements. */

/* Fills `out`, whose header is set. Its elements are a view of `bytes`, its shape lies in `arena`.
 * On TUNIP_ERROR_FORMAT `expected` describes the missing part of `bytes`. */
tunip_status tn_tensor_decode(tn_arena *arena, tunip_str bytes, tunip_tensor *out,
                              const char **expected);

size_t tn_tensor_encoded_size(const tunip_tensor *tensor);

/* Writes that many bytes. The device is not saved: it becomes the CPU. */
void tn_tensor_encode(const tunip_tensor *tensor, char *out);

#endif
