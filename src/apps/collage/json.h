/* json.h -- a file of JSON as a tree. */
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

/* NULL after an error, which has the place. */
const cg_value *cg_json_read(cg_memory *memory, tunip_str text, tunip_error *error);

/* The member of an object, or NULL. */
const cg_value *cg_json_get(const cg_value *value, const char *key);
/* The text of a member, or empty; its number, or `otherwise`; whether it is true. */
tunip_str cg_json_text(const cg_value *value, const char *key);
double cg_json_number(const cg_value *value, const char *key, double otherwise);
bool cg_json_true(const cg_value *value, const char *key);

#endif
