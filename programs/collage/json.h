/* json.h -- a file of JSON as a tree, and the shapes that files must have. */
#ifndef COLLAGE_JSON_H
#define COLLAGE_JSON_H

#include "memory.h"

typedef struct cg_value cg_value;

typedef struct cg_member {
    tunip_str key;
    const cg_value *value;
} cg_member;

struct cg_value {
    tunip_json_token kind; /* of its first token; strings are TUNIP_JSON_STRING */
    tunip_str text;        /* of a string, decoded */
    double number;
    cg_member *members; /* of an object; the elements of an array have no keys */
    size_t count;
    size_t at; /* the offset in the file */
};

/* A file that is being read. An error has the line and the column; who reports it adds the path. */
typedef struct cg_file {
    const char *path;
    tunip_source *source;
    const cg_value *root;
    tunip_error *error;
} cg_file;

/* Opens and parses a file. False after an error; cg_file_close() in any case. The tree lives in
 * `memory`, and needs the file only for errors. */
bool cg_file_open(cg_file *file, tn_arena *memory, tunip_context *context, const char *path,
                  tunip_error *error);
/* The same for a source that somebody else opened. */
bool cg_file_parse(cg_file *file, tn_arena *memory);
void cg_file_close(cg_file *file);

/* Sets an error at a value of the file, and returns false. */
bool cg_file_fail(const cg_file *file, const cg_value *at, const char *format, ...)
    TUNIP_PRINTF(3, 4);
/* Moves an error whose offset is one in the text of a string to its place in the file. */
bool cg_file_fail_inside(const cg_file *file, const cg_value *at);

/* ---- shapes ---- */

typedef enum cg_json_kind {
    CG_JSON_TEXT = 1,
    CG_JSON_COUNT = 2, /* a whole number */
    CG_JSON_NUMBER = 4,
    CG_JSON_FLAG = 8,
    CG_JSON_LIST = 16,
    CG_JSON_OBJECT = 32,
    CG_JSON_NULL = 64
} cg_json_kind;

/* The form of a value. A zeroed shape lets nothing through. */
typedef struct cg_shape {
    const char *expected;          /* "seconds, 0 or more": for messages */
    unsigned kinds;                /* of cg_json_kind */
    double least, most;            /* of numbers; of texts and lists only `least`, the size */
    const struct cg_field *fields; /* of an object; NULL: it has any keys */
    size_t field_count;
    bool is_open;                /* an object may have other members, too */
    const struct cg_shape *each; /* of a list, or of an object with any keys; NULL: anything */
} cg_shape;

/* A member of an object. */
typedef struct cg_field {
    const char *key;
    const cg_shape *shape;
    bool is_needed;
} cg_field;

#define CG_FIELDS(table) .fields = (table), .field_count = TUNIP_LEN(table)

/* Shapes that many files need. */
extern const cg_shape cg_any_text, cg_any_flag, cg_any_count, cg_any_seconds, cg_any_object;

/* Whether a value has the shape; if not, sets an error at the first place that differs. */
bool cg_file_check(const cg_file *file, const cg_value *value, const cg_shape *shape);

/* ---- members ---- */

/* The member of an object. NULL if there is none, or it is null. */
const cg_value *cg_json_get(const cg_value *value, const char *key);
/* The text of a member, or empty; its number, or `otherwise`; whether it is true. */
tunip_str cg_json_text(const cg_value *value, const char *key);
double cg_json_number(const cg_value *value, const char *key, double otherwise);
size_t cg_json_count(const cg_value *value, const char *key, size_t otherwise);
bool cg_json_true(const cg_value *value, const char *key);

#endif
