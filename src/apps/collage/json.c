/* json.c -- reads JSON as a tree. */
#include "json.h"

typedef struct reader {
    tunip_json json;
    tunip_json_token token; /* the next one */
    cg_memory *memory;
    tunip_error *error;
    unsigned depth;
} reader;

enum { MOST_DEPTH = 200 };

static void advance(reader *r)
{
    r->token = tunip_json_next(&r->json);
}

static bool fail(reader *r, const char *expected)
{
    char got[TUNIP_JSON_DESCRIPTION_SIZE];
    size_t line = 1, column = 1;
    for (const char *c = r->json.begin; c < r->json.at; c++) {
        column = *c == '\n' ? 1 : column + 1;
        line += *c == '\n';
    }
    tunip_json_describe(&r->json, r->token, got);
    tunip_error_set(r->error, TUNIP_ERROR_SYNTAX, "expected %s, got %s", expected, got);
    if (r->error) {
        r->error->line = line;
        r->error->column = column;
        r->error->offset = (size_t)(r->json.at - r->json.begin);
    }
    return false;
}

static bool read_text(reader *r, tunip_str *out)
{
    tunip_json_flaw flaw;
    tunip_str token = tunip_json_text(&r->json);
    char *text = cg_alloc(r->memory, token.size + 1);
    if (!text) return false;
    size_t size = tunip_json_decode(token, text, &flaw);
    if (size == SIZE_MAX) return fail(r, "a string with valid escapes");
    *out = (tunip_str){text, size};
    return true;
}

static cg_value *read_value(reader *r);

static bool read_member(reader *r, cg_value *value, bool is_object)
{
    cg_member member = {{NULL, 0}, NULL};
    if (is_object) {
        if (!tunip_json_is_string(r->token)) return fail(r, "a key");
        if (!read_text(r, &member.key)) return false;
        advance(r);
        if (r->token != TUNIP_JSON_COLON) return fail(r, "`:`");
        advance(r);
    }
    member.value = read_value(r);
    return member.value && CG_PUSH(r->memory, value->members, value->count, member);
}

static bool read_members(reader *r, cg_value *value)
{
    bool is_object = value->kind == TUNIP_JSON_OPEN_OBJECT;
    tunip_json_token close = is_object ? TUNIP_JSON_CLOSE_OBJECT : TUNIP_JSON_CLOSE_ARRAY;
    if (++r->depth > MOST_DEPTH) return fail(r, "fewer lists and objects in each other");
    advance(r);
    while (r->token != close) {
        if (!read_member(r, value, is_object)) return false;
        if (r->token == close) break;
        if (r->token != TUNIP_JSON_COMMA) return fail(r, is_object ? "`,` or `}`" : "`,` or `]`");
        advance(r);
        if (r->token == close) return fail(r, "another element");
    }
    r->depth--;
    return true;
}

/* Leaves the token behind the value as the next one. */
static cg_value *read_value(reader *r)
{
    cg_value *value = CG_NEW(r->memory, cg_value, 1);
    if (!value) return NULL;
    *value = (cg_value){.kind = r->token, .at = (size_t)(r->json.at - r->json.begin)};
    bool fine = true;
    if (tunip_json_is_string(r->token)) {
        value->kind = TUNIP_JSON_STRING;
        fine = read_text(r, &value->text);
    } else if (r->token == TUNIP_JSON_OPEN_OBJECT || r->token == TUNIP_JSON_OPEN_ARRAY)
        fine = read_members(r, value);
    else if (!tunip_json_is_scalar(r->token))
        fine = fail(r, "a value");
    else
        tunip_json_float(&r->json, r->token, &value->number);
    if (fine) advance(r);
    return fine ? value : NULL;
}

const cg_value *cg_json_read(cg_memory *memory, tunip_str text, tunip_error *error)
{
    reader r = {.memory = memory, .error = error};
    tunip_json_init(&r.json, text);
    advance(&r);
    const cg_value *value = read_value(&r);
    if (value && r.token != TUNIP_JSON_END) {
        fail(&r, "the end of the file");
        return NULL;
    }
    if (!value) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return value;
}

const cg_value *cg_json_get(const cg_value *value, const char *key)
{
    for (size_t i = 0; value && i < value->count; i++)
        if (tunip_str_is(value->members[i].key, key)) return value->members[i].value;
    return NULL;
}

tunip_str cg_json_text(const cg_value *value, const char *key)
{
    const cg_value *member = cg_json_get(value, key);
    return member ? member->text : (tunip_str){NULL, 0};
}

double cg_json_number(const cg_value *value, const char *key, double otherwise)
{
    const cg_value *member = cg_json_get(value, key);
    bool is_number = member && (member->kind == TUNIP_JSON_INT || member->kind == TUNIP_JSON_FLOAT);
    return is_number ? member->number : otherwise;
}

bool cg_json_true(const cg_value *value, const char *key)
{
    const cg_value *member = cg_json_get(value, key);
    return member && member->kind == TUNIP_JSON_TRUE;
}
