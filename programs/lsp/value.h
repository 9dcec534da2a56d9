/* value.h -- values of a JSON text that is known to be well-formed. */
#ifndef LSP_VALUE_H
#define LSP_VALUE_H

#include <string.h>
#include <tunip.h>

#include "../../src/util/memory.h"

/* A value, borrowed from its message. Zero is a value that is missing; so is every value in it. */
typedef struct lsp_value {
    tunip_json_token token; /* its first one */
    tunip_str text;         /* of this token */
    const char *limit;      /* the end of the message */
} lsp_value;

/* The value of a whole text, after which a NUL stands. Returns a description of the place where the
 * text is not JSON; NULL on success. */
const char *lsp_value_parse(tunip_str text, lsp_value *out);

/* A member of an object; the value at the end of a path such as "textDocument.uri". */
lsp_value lsp_value_get(lsp_value object, const char *path);

/* Calls `each` for the items of an array, until it returns false. */
void lsp_value_each(lsp_value array, bool (*each)(lsp_value item, void *user), void *user);

/* A string in the arena with a NUL behind it; {NULL, 0} if the value is no string of valid UTF-8,
 * and when out of memory. */
tunip_str lsp_value_string(lsp_value value, tn_arena *arena);

/* A number that is not negative; false for any other value. */
bool lsp_value_size(lsp_value value, size_t *out);

/* Writes a text that is JSON as one value. */
void lsp_put_json(tunip_json_writer *w, tunip_str text);

static inline bool lsp_value_is(lsp_value value, tunip_json_token token)
{
    return value.limit && value.token == token;
}

#endif
