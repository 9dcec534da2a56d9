/* type.c -- the requirements on a type and its fields, as two tables of checks. */
#include "type.h"

#include <stdarg.h>
#include <stdio.h>

#include "../base/words.h"

/* The subject of the checks. */
typedef struct subject {
    const tunip_type *type;
    const tunip_field *field; /* or NULL */
    char *fault;
} subject;

static bool refuse(const subject *s, const char *format, ...) TUNIP_PRINTF(2, 3);

/* Returns false, so that a check can return the result. */
static bool refuse(const subject *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->fault, TN_FAULT_SIZE, format, args);
    va_end(args);
    return false;
}

/* ---- fields ---- */

/* ORDER tunip_field_kind */
static const struct {
    size_t size, alignment;
} kinds[] = {
    {sizeof(tunip_node *), _Alignof(tunip_node *)},
    {sizeof(int64_t), _Alignof(int64_t)},
    {sizeof(double), _Alignof(double)},
    {sizeof(bool), _Alignof(bool)},
    {sizeof(tunip_dtype), _Alignof(tunip_dtype)},
};

/* Whether a field has a name. The message names a field without one by its index in the table. */
static bool has_name(const subject *s)
{
    const char *fault = tn_name_fault(s->field->name);
    if (!fault) return true;
    return refuse(s, "the name of field %zu %s", (size_t)(s->field - s->type->fields), fault);
}

static bool has_kind(const subject *s)
{
    if (s->field->kind < TUNIP_LEN(kinds)) return true;
    return refuse(s, "field `%s` is of the unknown kind %d", s->field->name, s->field->kind);
}

static bool has_known_flags(const subject *s)
{
    enum {
        KNOWN = TUNIP_FLAG_DEF | TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE |
                TUNIP_FLAG_DEFAULT | TUNIP_FLAG_AGAIN | TUNIP_FLAG_TEXT
    };
    int unknown = s->field->flags & ~KNOWN;
    if (!unknown) return true;
    return refuse(s, "field `%s` has the unknown flag %d", s->field->name, unknown);
}

static bool lies_inside(const subject *s)
{
    const tunip_field *f = s->field;
    size_t size = kinds[f->kind].size;
    if (f->offset + size <= s->type->size) return true;
    return refuse(s, "field `%s` lies outside of the struct (offset %d, size %zu, struct %u)",
                  f->name, f->offset, size, (unsigned)s->type->size);
}

static bool is_aligned(const subject *s)
{
    const tunip_field *f = s->field;
    if (f->offset % kinds[f->kind].alignment == 0) return true;
    return refuse(s, "field `%s` is not aligned (offset %d)", f->name, f->offset);
}

/* The type, `type` or an ancestor, that declares the field of this name first. */
static const tunip_field *find_field(const tunip_type *type, const char *name)
{
    for (; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++)
            if (!(type->fields[i].flags & TUNIP_FLAG_AGAIN) &&
                strcmp(type->fields[i].name, name) == 0)
                return &type->fields[i];
    return NULL;
}

static bool repeats_well(const subject *s)
{
    const tunip_field *f = s->field;
    const tunip_field *first = find_field(s->type->base, f->name);
    if (!(f->flags & TUNIP_FLAG_AGAIN))
        return !first || refuse(s, "field `%s` is inherited already", f->name);
    if (first && first->offset == f->offset && first->kind == f->kind) return true;
    return refuse(s, "field `%s` is listed again, and %s", f->name,
                  first ? "differs from the first time" : "not inherited");
}

/* The size of the part of the struct that belongs to the base or the header. */
static bool lies_behind_base(const subject *s)
{
    const tunip_field *f = s->field;
    const tunip_type *base = s->type->base;
    size_t begin = base ? base->size : sizeof(tunip_node);
    if (f->flags & TUNIP_FLAG_AGAIN || f->offset >= begin) return true;
    return refuse(s, "field `%s` lies in the %s (offset %d, size of that %zu)", f->name,
                  base ? "base" : "header", f->offset, begin);
}

static bool stands_alone(const subject *s)
{
    const tunip_field *f = s->field;
    size_t end = f->offset + kinds[f->kind].size;
    for (const tunip_field *other = s->type->fields; other < f; other++) {
        if (strcmp(other->name, f->name) == 0)
            return refuse(s, "field `%s` appears twice", f->name);
        bool apart = other->offset >= end || other->offset + kinds[other->kind].size <= f->offset;
        if (!apart) return refuse(s, "fields `%s` and `%s` overlap", other->name, f->name);
    }
    return true;
}

static bool expects_as_its_kind(const subject *s)
{
    const tunip_field *f = s->field;
    bool expects = f->expects || f->key || f->item;
    if (f->kind == TUNIP_KIND_NODE || !expects) return true;
    return refuse(s, "field `%s` holds no node, and says which node it expects", f->name);
}

typedef bool (*check_fn)(const subject *s);

/* In this order: a check may rely on those before it. */
static const check_fn field_checks[] = {
    has_name,     has_kind,         has_known_flags, lies_inside,         is_aligned,
    repeats_well, lies_behind_base, stands_alone,    expects_as_its_kind,
};

/* ---- types ---- */

static bool has_key(const subject *s)
{
    const char *fault = tn_key_fault(s->type->key);
    if (fault) return refuse(s, "its key %s", fault);
    if (strcmp(s->type->key, "None") != 0) return true;
    return refuse(s, "its key is what saved graphs call NULL");
}

static bool has_header(const subject *s)
{
    const tunip_type *type = s->type;
    if (type->size < sizeof(tunip_node))
        return refuse(s, "its struct of %u bytes has no room for a tunip_node",
                      (unsigned)type->size);
    if (!type->base || type->size >= type->base->size) return true;
    return refuse(s, "its struct of %u bytes has no room for that of its base `%s`, of %u",
                  (unsigned)type->size, type->base->key, (unsigned)type->base->size);
}

/* Whether the base is not tunip_opaque. Descendants of tunip_opaque would be treated as the opaque
 * nodes of readers. */
static bool has_usual_base(const subject *s)
{
    if (s->type->base != &tunip_opaque_type) return true;
    return refuse(s, "its base is that of unregistered types");
}

static bool has_equality(const subject *s)
{
    if (s->type->equality <= TUNIP_EQ_UNIQUE) return true;
    return refuse(s, "its equality is the unknown number %d", s->type->equality);
}

static bool has_known_type_flags(const subject *s)
{
    int unknown = s->type->flags & ~(TUNIP_TYPE_VARIABLE | TUNIP_TYPE_ABSTRACT);
    return !unknown || refuse(s, "it has the unknown flag %d", unknown);
}

static bool has_whole_codec(const subject *s)
{
    const tunip_codec *codec = s->type->codec;
    if (!codec || (codec->from_text && codec->to_text)) return true;
    return refuse(s, "its codec lacks a function");
}

static bool has_way_out(const subject *s)
{
    if (!s->type->codec || s->type->codec->to_text) return true;
    return refuse(s, "its codec makes no text");
}

static bool has_table(const subject *s)
{
    if (!s->type->field_count || s->type->fields) return true;
    return refuse(s, "it has %d fields and no table of them", s->type->field_count);
}

static bool has_valid_fields(const subject *s)
{
    for (size_t i = 0; i < s->type->field_count; i++) {
        const subject inner = {s->type, &s->type->fields[i], s->fault};
        for (size_t k = 0; k < TUNIP_LEN(field_checks); k++)
            if (!field_checks[k](&inner)) return false;
    }
    return true;
}

static const check_fn type_checks[] = {
    has_key,         has_header, has_usual_base,   has_equality, has_known_type_flags,
    has_whole_codec, has_table,  has_valid_fields,
};

/* The checks that matter for reading nodes of an unregistered type. */
static const check_fn use_checks[] = {has_key, has_way_out, has_equality, has_table,
                                      has_valid_fields};

static bool run(const subject *s, const check_fn *checks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!checks[i](s)) return false;
    return true;
}

bool tn_type_is_valid(const tunip_type *type, char fault[TN_FAULT_SIZE])
{
    const subject s = {.type = type, .fault = fault};
    return run(&s, type_checks, TUNIP_LEN(type_checks));
}

bool tn_type_line_is_valid(const tunip_type *type, char fault[TN_FAULT_SIZE])
{
    enum { MOST_ANCESTORS = 64 };
    const tunip_type *line[MOST_ANCESTORS];
    size_t count = 0;
    for (; type && !type->id; type = type->base) {
        if (count == MOST_ANCESTORS) {
            snprintf(fault, TN_FAULT_SIZE, "it has more than %d ancestors", MOST_ANCESTORS);
            return false;
        }
        line[count++] = type;
    }
    while (count) {
        const subject s = {.type = line[--count], .fault = fault};
        if (!run(&s, use_checks, TUNIP_LEN(use_checks))) return false;
    }
    return true;
}
