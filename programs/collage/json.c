/* json.c -- reads JSON as a tree. */
#include "json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

typedef struct reader {
    tunip_json json;
    tunip_json_token token; /* the next one */
    tn_arena *memory;
    const cg_file *file;
    unsigned depth;
} reader;

enum { MOST_DEPTH = 200 };

static void advance(reader *r)
{
    r->token = tunip_json_next(&r->json);
}

static void set_place(const cg_file *file, size_t offset)
{
    tunip_error *e = file->error;
    if (!e) return;
    tunip_source_locate(file->source, offset, &e->line, &e->column);
    e->offset = offset;
}

static bool fail_syntax(reader *r, const char *expected)
{
    char got[TUNIP_JSON_DESCRIPTION_SIZE];
    tunip_json_describe(&r->json, r->token, got);
    tunip_error_set(r->file->error, TUNIP_ERROR_SYNTAX, "expected %s, got %s", expected, got);
    set_place(r->file, (size_t)(r->json.at - r->json.begin));
    return false;
}

static bool read_text(reader *r, tunip_str *out)
{
    tunip_json_flaw flaw;
    tunip_str token = tunip_json_text(&r->json);
    char *text = tn_arena_zalloc(r->memory, token.size + 1);
    if (!text) return false;
    size_t size = tunip_json_decode(token, text, &flaw);
    if (size == SIZE_MAX) return fail_syntax(r, "a string with valid escapes");
    *out = (tunip_str){text, size};
    return true;
}

static cg_value *read_value(reader *r);

static bool read_member(reader *r, cg_value *value, bool is_object)
{
    cg_member member = {{NULL, 0}, NULL};
    if (is_object) {
        if (!tunip_json_is_string(r->token)) return fail_syntax(r, "a key");
        if (!read_text(r, &member.key)) return false;
        advance(r);
        if (r->token != TUNIP_JSON_COLON) return fail_syntax(r, "`:`");
        advance(r);
    }
    member.value = read_value(r);
    return member.value && CG_PUSH(r->memory, value->members, value->count, member);
}

static bool read_members(reader *r, cg_value *value)
{
    bool is_object = value->kind == TUNIP_JSON_OPEN_OBJECT;
    tunip_json_token close = is_object ? TUNIP_JSON_CLOSE_OBJECT : TUNIP_JSON_CLOSE_ARRAY;
    if (++r->depth > MOST_DEPTH) return fail_syntax(r, "fewer lists and objects in each other");
    advance(r);
    while (r->token != close) {
        if (!read_member(r, value, is_object)) return false;
        if (r->token == close) break;
        if (r->token != TUNIP_JSON_COMMA)
            return fail_syntax(r, is_object ? "`,` or `}`" : "`,` or `]`");
        advance(r);
        if (r->token == close) return fail_syntax(r, "another element");
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
        fine = fail_syntax(r, "a value");
    else
        tunip_json_float(&r->json, r->token, &value->number);
    if (fine) advance(r);
    return fine ? value : NULL;
}

bool cg_file_parse(cg_file *file, tn_arena *memory)
{
    reader r = {.memory = memory, .file = file};
    tunip_json_init(&r.json, tunip_source_text(file->source));
    advance(&r);
    const cg_value *value = read_value(&r);
    if (value && r.token != TUNIP_JSON_END) return fail_syntax(&r, "the end of the file");
    if (!value) tn_no_memory(file->error);
    file->root = value;
    return value != NULL;
}

bool cg_file_open(cg_file *file, tn_arena *memory, tunip_context *context, const char *path,
                  tunip_error *error)
{
    *file = (cg_file){.path = path, .error = error};
    file->source = tunip_source_open(context, path, error);
    return file->source && cg_file_parse(file, memory);
}

void cg_file_close(cg_file *file)
{
    tunip_source_free(file->source);
    file->source = NULL;
}

bool cg_file_fail(const cg_file *file, const cg_value *at, const char *format, ...)
{
    char message[sizeof file->error->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (file->error && file->error->code != TUNIP_OK) return false;
    tunip_error_set(file->error, TUNIP_ERROR_FORMAT, "%s", message);
    set_place(file, at->at);
    return false;
}

/* The text begins behind a quote. If it has escapes, only the place of the quote is known. */
bool cg_file_fail_inside(const cg_file *file, const cg_value *at)
{
    tunip_str all = tunip_source_text(file->source);
    size_t inside = file->error ? file->error->offset : 0;
    bool is_plain = inside <= at->text.size && all.size - at->at > inside + 1 &&
                    memcmp(all.data + at->at + 1, at->text.data, inside) == 0;
    set_place(file, at->at + (is_plain ? inside + 1 : 0));
    return false;
}

/* ---- shapes ---- */

#define MOST_COUNT 1e9

const cg_shape cg_any_text = {
    .expected = "a text that is not empty", .kinds = CG_JSON_TEXT, .least = 1};
const cg_shape cg_any_flag = {.expected = "true or false", .kinds = CG_JSON_FLAG};
const cg_shape cg_any_count = {
    .expected = "a whole number from 0 to 1000000000", .kinds = CG_JSON_COUNT, .most = MOST_COUNT};
const cg_shape cg_any_seconds = {
    .expected = "seconds, 0 or more", .kinds = CG_JSON_NUMBER, .most = INFINITY};
const cg_shape cg_any_object = {.expected = "an object", .kinds = CG_JSON_OBJECT};

static unsigned kind_of(tunip_json_token token)
{
    static const struct {
        tunip_json_token token;
        unsigned kinds;
    } rows[] = {
        {TUNIP_JSON_STRING, CG_JSON_TEXT},     {TUNIP_JSON_INT, CG_JSON_COUNT | CG_JSON_NUMBER},
        {TUNIP_JSON_FLOAT, CG_JSON_NUMBER},    {TUNIP_JSON_INFINITY, CG_JSON_NUMBER},
        {TUNIP_JSON_TRUE, CG_JSON_FLAG},       {TUNIP_JSON_FALSE, CG_JSON_FLAG},
        {TUNIP_JSON_OPEN_ARRAY, CG_JSON_LIST}, {TUNIP_JSON_OPEN_OBJECT, CG_JSON_OBJECT},
        {TUNIP_JSON_NULL, CG_JSON_NULL}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (rows[i].token == token) return rows[i].kinds;
    return 0;
}

static bool has_range(const cg_value *value, const cg_shape *shape)
{
    unsigned kinds = kind_of(value->kind);
    if (kinds & CG_JSON_NUMBER)
        return value->number >= shape->least && value->number <= shape->most;
    if (kinds & CG_JSON_TEXT) return (double)value->text.size >= shape->least;
    return !(kinds & CG_JSON_LIST) || (double)value->count >= shape->least;
}

/* `key` is that of the member which is or holds the value. */
static bool fail_kind(const cg_file *file, const cg_value *value, const cg_shape *shape,
                      tunip_str key)
{
    char got[TUNIP_JSON_DESCRIPTION_SIZE];
    tunip_str text = tunip_source_text(file->source);
    tunip_json json;
    tunip_json_init(&json, (tunip_str){text.data + value->at, text.size - value->at});
    tunip_json_describe(&json, tunip_json_next(&json), got);
    bool is_empty = value->kind == TUNIP_JSON_OPEN_ARRAY && !value->count;
    return cg_file_fail(file, value, "%s%.*s%sexpected %s, got %s", key.size ? "`" : "",
                        key.size < 60 ? (int)key.size : 60, key.size ? key.data : "",
                        key.size ? "`: " : "", shape->expected, is_empty ? "an empty list" : got);
}

static bool check(const cg_file *file, const cg_value *value, const cg_shape *shape, tunip_str key);

static const cg_field *find_field(const cg_shape *shape, tunip_str key)
{
    for (size_t i = 0; i < shape->field_count; i++)
        if (tunip_str_is(key, shape->fields[i].key)) return &shape->fields[i];
    return NULL;
}

static bool fail_member(const cg_file *file, const cg_member *member, const cg_shape *shape)
{
    char known[200] = "";
    size_t size = 0;
    for (size_t i = 0; i < shape->field_count && size + 1 < sizeof known; i++) {
        int put = snprintf(known + size, sizeof known - size, "%s%s", i ? ", " : "",
                           shape->fields[i].key);
        size += put > 0 ? (size_t)put : 0;
    }
    return cg_file_fail(file, member->value, "there is no member `%.*s` here (%s)",
                        member->key.size < 60 ? (int)member->key.size : 60, member->key.data,
                        known);
}

static bool check_object(const cg_file *file, const cg_value *value, const cg_shape *shape)
{
    for (size_t i = 0; i < value->count; i++) {
        const cg_member *m = &value->members[i];
        const cg_field *field = find_field(shape, m->key);
        if (!field && shape->is_open) continue;
        if (!field) return fail_member(file, m, shape);
        if (cg_json_get(value, field->key) != m->value && m->value->kind != TUNIP_JSON_NULL)
            return cg_file_fail(file, m->value, "the member `%s` is here twice", field->key);
        if (!check(file, m->value, field->shape, m->key)) return false;
    }
    for (size_t i = 0; i < shape->field_count; i++)
        if (shape->fields[i].is_needed && !cg_json_get(value, shape->fields[i].key))
            return cg_file_fail(file, value, "the member `%s` is missing", shape->fields[i].key);
    return true;
}

static bool check(const cg_file *file, const cg_value *value, const cg_shape *shape, tunip_str key)
{
    if (!(kind_of(value->kind) & shape->kinds) || !has_range(value, shape))
        return fail_kind(file, value, shape, key);
    if (value->kind == TUNIP_JSON_OPEN_OBJECT && shape->fields)
        return check_object(file, value, shape);
    for (size_t i = 0; shape->each && i < value->count; i++) {
        tunip_str inner = value->members[i].key;
        if (!check(file, value->members[i].value, shape->each, inner.data ? inner : key))
            return false;
    }
    return true;
}

bool cg_file_check(const cg_file *file, const cg_value *value, const cg_shape *shape)
{
    return check(file, value, shape, (tunip_str){NULL, 0});
}

/* ---- members ---- */

const cg_value *cg_json_get(const cg_value *value, const char *key)
{
    for (size_t i = 0; value && i < value->count; i++)
        if (tunip_str_is(value->members[i].key, key))
            return value->members[i].value->kind == TUNIP_JSON_NULL ? NULL
                                                                    : value->members[i].value;
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

size_t cg_json_count(const cg_value *value, const char *key, size_t otherwise)
{
    double number = cg_json_number(value, key, (double)otherwise);
    return number >= 0 && number <= MOST_COUNT ? (size_t)number : otherwise;
}

bool cg_json_true(const cg_value *value, const char *key)
{
    const cg_value *member = cg_json_get(value, key);
    return member && member->kind == TUNIP_JSON_TRUE;
}
