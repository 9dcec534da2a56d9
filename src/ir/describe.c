/* describe.c -- the requirements on a type and its fields, and on the texts that describe
 * dialects, backends and formats. */
#include "describe.h"

#include <stdarg.h>
#include <stdio.h>

#include "../util/unicode.h"

/* ======== type ======== */

/* The requirements on a type and its fields, as two tables of checks. */

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
                TUNIP_FLAG_DEFAULT | TUNIP_FLAG_AGAIN | TUNIP_FLAG_TEXT | TUNIP_FLAG_NAME |
                TUNIP_FLAG_LOCATION | TUNIP_FLAG_ALIAS | TUNIP_FLAG_LAYOUT | TUNIP_FLAG_COMMENT
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
    int unknown = s->type->flags & ~(TUNIP_TYPE_VARIABLE | TUNIP_TYPE_ABSTRACT | TUNIP_TYPE_ADDED);
    return !unknown || refuse(s, "it has the unknown flag %d", unknown);
}

/* Such a type is saved field by field under the key of its base. */
static bool has_fields_to_add(const subject *s)
{
    const tunip_type *type = s->type;
    if (!(type->flags & TUNIP_TYPE_ADDED)) return true;
    if (!type->base || type->base->flags & (TUNIP_TYPE_ABSTRACT | TUNIP_TYPE_ADDED))
        return refuse(s, "it adds fields to no type that nodes have");
    if (type->codec || type->base->codec) return refuse(s, "it adds fields, and has a codec");
    return type->field_count || refuse(s, "it adds no field");
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
    has_key,         has_header, has_usual_base,   has_equality,      has_known_type_flags,
    has_whole_codec, has_table,  has_valid_fields, has_fields_to_add,
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

/* ======== registration ======== */

/* The checks of a type before it is registered: its description, and the types
 * that it refers to. */

static const char *printable(const char *key)
{
    return tn_key_fault(key) ? "?" : key;
}

static tunip_status check_base(const tn_registry *registry, const tunip_type *type,
                               const char *owner, tunip_error *error)
{
    const tn_type_info *base = type->base ? tn_registry_info(registry, type->base) : NULL;
    if (type->base && !base)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "%s registers the type %s, whose base %s is not registered", owner,
                               printable(type->key), printable(type->base->key));
    if (base && base->type != type->base)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "%s registers the type %s, whose base is another %s than that of "
                               "%s: is tunip linked in twice?",
                               owner, printable(type->key), type->base->key, base->owner);
    const tn_type_info *added = base && base->added && type->flags & TUNIP_TYPE_ADDED
                                    ? tn_registry_info(registry, base->added)
                                    : NULL;
    if (added)
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT,
                               "dialects `%s` and `%s` both add fields to the type %s (`%s`, `%s`)",
                               added->owner, owner, base->type->key, added->type->key,
                               printable(type->key));
    return TUNIP_OK;
}

tunip_status tn_verify_type(const tn_registry *registry, const tunip_type *type, const char *owner,
                            tunip_error *error)
{
    char fault[TN_FAULT_SIZE];
    tunip_str key = tunip_str_from(type->key);
    const tn_type_info *there = tn_registry_info(registry, type);
    if (key.size && there)
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT, "%s and %s both register the type %s",
                               there->owner, owner, type->key);
    tunip_status status = check_base(registry, type, owner, error);
    if (status != TUNIP_OK || tn_type_is_valid(type, fault)) return status;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "dialect `%s`: type `%s`: %s", owner,
                           printable(type->key), fault);
}

/* ---- types that fields name ---- */

static tunip_status refuse_reference(const tn_registry *registry, const tunip_type *type,
                                     const tunip_field *field, const tunip_type *named,
                                     const char *owner, tunip_error *error)
{
    const tn_type_info *there = tn_registry_info(registry, named);
    if (there)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "dialect `%s`: type `%s`: field `%s` names another `%s` than that "
                               "of %s: is it defined twice?",
                               owner, type->key, field->name, named->key, there->owner);
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                           "dialect `%s`: type `%s`: field `%s` names the type `%s`, which is not "
                           "registered",
                           owner, type->key, field->name, printable(named->key));
}

tunip_status tn_verify_references(const tn_registry *registry, const tunip_type *type,
                                  const char *owner, tunip_error *error)
{
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        const tunip_type *const named[] = {field->expects, field->key, field->item};
        for (size_t k = 0; k < TUNIP_LEN(named); k++)
            if (named[k] && named[k] != &tunip_any_type && !tn_registry_has(registry, named[k]))
                return refuse_reference(registry, type, field, named[k], owner, error);
    }
    return TUNIP_OK;
}

/* ======== description ======== */

/* The checks of descriptions, as rows: each struct is described as lists of texts,
 * tables and sizes, and a few common rules check them all. */

/* Larger than the state or settings of any real dialect or backend. */
enum { LARGEST_STATE = 1 << 24 };

/* The description being checked. */
typedef struct owner {
    const char *what; /* "dialect" */
    const char *name;
    tunip_error *error;
} owner;

/* ---- the rules ---- */

typedef struct text_row {
    const char *member;
    const char *text;
    const char *(*fault)(const char *text);
    bool optional; /* may be NULL */
} text_row;

static tunip_status check_texts(const owner *o, const text_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (rows[i].optional && !rows[i].text) continue;
        const char *fault = rows[i].fault(rows[i].text);
        if (fault)
            return tunip_error_set(o->error, TUNIP_ERROR_ARGUMENT, "%s `%s`: its %s %s", o->what,
                                   o->name, rows[i].member, fault);
    }
    return TUNIP_OK;
}

typedef struct table_row {
    const char *member;
    const void *rows;
    size_t count;
} table_row;

static tunip_status check_tables(const owner *o, const table_row *tables, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (tables[i].count && !tables[i].rows)
            return tunip_error_set(o->error, TUNIP_ERROR_ARGUMENT,
                                   "%s `%s`: it has %zu %s and no table of them", o->what, o->name,
                                   tables[i].count, tables[i].member);
    return TUNIP_OK;
}

typedef struct size_row {
    const char *member;
    size_t size;
} size_row;

static tunip_status check_sizes(const owner *o, const size_row *sizes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (sizes[i].size > LARGEST_STATE)
            return tunip_error_set(o->error, TUNIP_ERROR_ARGUMENT,
                                   "%s `%s`: its %s is %zu, at most %d bytes are allowed", o->what,
                                   o->name, sizes[i].member, sizes[i].size, LARGEST_STATE);
    return TUNIP_OK;
}

/* ---- descriptions ---- */

tunip_status tn_check_abi(const char *what, const char *name, uint32_t abi, uint32_t here,
                          bool fits, tunip_error *error)
{
    if (abi != here)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "%s %s was built for ABI %u, this is ABI %u", what, name, abi, here);
    if (fits) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                           "%s %s is of another size than in this ABI %u: was it built with other "
                           "headers?",
                           what, name, here);
}

tunip_status tn_verify_name(const char *what, const char *name, tunip_error *error)
{
    const char *fault = tn_name_fault(name);
    if (!fault) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "the name of a %s %s", what, fault);
}

tunip_status tn_verify_dialect(const tunip_dialect *dialect, tunip_error *error)
{
    const owner o = {"dialect", dialect->name, error};
    const text_row texts[] = {{"import", dialect->import, tn_line_fault, true}};
    const table_row tables[] = {
        {"types", dialect->types, dialect->type_count},
        {"rules", dialect->rules, dialect->rule_count},
        {"roots", dialect->roots, dialect->root_count},
        {"settings", dialect->settings, dialect->setting_count},
    };
    const size_row sizes[] = {
        {"settings_size", dialect->settings_size},
        {"state_size", dialect->state_size},
    };
    tunip_status status = check_texts(&o, texts, TUNIP_LEN(texts));
    if (status == TUNIP_OK) status = check_tables(&o, tables, TUNIP_LEN(tables));
    return status == TUNIP_OK ? check_sizes(&o, sizes, TUNIP_LEN(sizes)) : status;
}

static const char *const kind_names[] = {
#define X(KIND, ident, class_) #KIND,
#include <tunip/ext/doc_kinds.def>
#undef X
};

static tunip_status check_kinds(const tunip_backend *backend, tunip_error *error)
{
    for (size_t i = 0; i < TUNIP_DOC__COUNT; i++)
        if (i >= backend->kind_count || !backend->emit[i])
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "backend %s cannot emit %s",
                                   backend->name, kind_names[i]);
    return TUNIP_OK;
}

static tunip_status check_numbers(const tunip_backend *backend, tunip_error *error)
{
    const uint32_t unknown = backend->flags & ~(uint32_t)TUNIP_BACKEND__KNOWN;
    if (unknown)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "backend `%s`: it has the unknown flag 0x%x", backend->name,
                               (unsigned)unknown);
    if (backend->indent_spaces < 0)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "backend `%s`: its indent_spaces is %d",
                               backend->name, backend->indent_spaces);
    return TUNIP_OK;
}

tunip_status tn_verify_backend(const tunip_backend *backend, tunip_error *error)
{
    const owner o = {"backend", backend->name, error};
    const text_row texts[] = {{"summary", backend->summary, tn_line_fault, true}};
    const table_row tables[] = {
        {"kinds", (const void *)backend->emit, backend->kind_count},
        {"settings", backend->settings, backend->setting_count},
    };
    const size_row sizes[] = {
        {"settings_size", backend->settings_size},
        {"state_size", backend->state_size},
    };
    tunip_status status = check_texts(&o, texts, TUNIP_LEN(texts));
    if (status == TUNIP_OK) status = check_tables(&o, tables, TUNIP_LEN(tables));
    if (status == TUNIP_OK) status = check_kinds(backend, error);
    if (status == TUNIP_OK) status = check_sizes(&o, sizes, TUNIP_LEN(sizes));
    return status == TUNIP_OK ? check_numbers(backend, error) : status;
}

tunip_status tn_verify_format(const tunip_format *format, tunip_error *error)
{
    const owner o = {"format", format->name, error};
    const text_row texts[] = {{"summary", format->summary, tn_line_fault, true}};
    if (!format->read && !format->write)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "format `%s`: it has no function to read or write with",
                               format->name);
    if (format->sniff && !format->read)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "format `%s`: it has a `sniff` but no `read`", format->name);
    return check_texts(&o, texts, TUNIP_LEN(texts));
}

tunip_status tn_verify_plugin(const tunip_plugin *plugin, const char *path, tunip_error *error)
{
    const owner o = {"plugin", path, error};
    const text_row texts[] = {{"name", plugin->name, tn_name_fault, false},
                              {"version", plugin->version, tn_line_fault, true}};
    if (!plugin->name || !plugin->add)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "plugin %s: it has no %s", path,
                               plugin->name ? "function to register with" : "name");
    return check_texts(&o, texts, TUNIP_LEN(texts));
}

/* ======== sized ======== */

/* Completes descriptions that were compiled with a shorter struct. The size of a struct
 * is in the struct; the size of a row is in the dialect whose table has it. */

/* The members up to `member`, which every version has. */
#define LEAST(type, member) (offsetof(type, member) + sizeof(((type *)0)->member))

static bool is_zero(const void *bytes, size_t from, size_t size)
{
    for (const char *at = bytes; from < size; from++)
        if (at[from]) return false;
    return true;
}

/* A larger value cannot be a size. */
enum { LARGEST = 4096 };

/* Whether `given` of `size` bytes has `least` of them, and nothing that is unknown here. */
static bool fits(const void *given, size_t size, size_t least, size_t here)
{
    return size >= least && size <= LARGEST && size % sizeof(void *) == 0 &&
           is_zero(given, here, size);
}

static void take(void *out, size_t here, const void *given, size_t size)
{
    memset(out, 0, here);
    memcpy(out, given, size < here ? size : here);
}

/* ---- tables ---- */

/* A table of a dialect: where it is in the struct, and the sizes of its rows. */
typedef struct table {
    size_t rows, count; /* the offsets of the members */
    size_t given;       /* the offset of the size in the dialect */
    size_t least, here;
} table;

#define TABLE(member, count, size, type, last)                                                     \
    {                                                                                              \
        offsetof(tunip_dialect, member), offsetof(tunip_dialect, count),                           \
            offsetof(tunip_dialect, row_sizes.size), LEAST(type, last), sizeof(type)               \
    }

static const table tables[] = {
    TABLE(rules, rule_count, rule, tunip_rule, fields),
    TABLE(roots, root_count, root, tunip_root, token),
    TABLE(accounts, account_count, account, tunip_account, implied),
    TABLE(ops, op_count, op, tunip_op_row, dtype),
};

static const void *rows_of(const tunip_dialect *dialect, const table *t)
{
    const void *rows;
    memcpy(&rows, (const char *)dialect + t->rows, sizeof rows);
    return rows;
}

static size_t count_of(const tunip_dialect *dialect, const table *t)
{
    return *(const size_t *)(const void *)((const char *)dialect + t->count);
}

static size_t row_size(const tunip_dialect *dialect, const table *t)
{
    return *(const uint16_t *)(const void *)((const char *)dialect + t->given);
}

/* Whether a dialect of `size` bytes has the table, and rows in it. */
static bool has_rows(const tunip_dialect *dialect, const table *t)
{
    return dialect->size >= t->count + sizeof(size_t) && count_of(dialect, t) &&
           rows_of(dialect, t);
}

static bool rows_fit(const tunip_dialect *dialect, const table *t)
{
    const char *rows = rows_of(dialect, t);
    size_t size = row_size(dialect, t);
    for (size_t i = 0; i < count_of(dialect, t); i++)
        if (!fits(rows + i * size, size, t->least, t->here)) return false;
    return true;
}

static bool widen(tn_arena *arena, tunip_dialect *whole, const table *t)
{
    const char *rows = rows_of(whole, t);
    size_t size = row_size(whole, t), count = count_of(whole, t);
    if (count > SIZE_MAX / t->here) return false;
    char *out = tn_arena_alloc(arena, count * t->here);
    if (!out) return false;
    for (size_t i = 0; i < count; i++) take(out + i * t->here, t->here, rows + i * size, size);
    memcpy((char *)whole + t->rows, &out, sizeof out);
    return true;
}

/* ---- dialects and backends ---- */

bool tn_dialect_fits(const tunip_dialect *dialect)
{
    enum { EVERY = LEAST(tunip_dialect, rule_count) };
    if (!fits(dialect, dialect->size, EVERY, sizeof *dialect)) return false;
    for (size_t i = 0; i < TUNIP_LEN(tables); i++)
        if (has_rows(dialect, &tables[i]) && !rows_fit(dialect, &tables[i])) return false;
    return true;
}

const tunip_dialect *tn_whole_dialect(tn_arena *arena, const tunip_dialect *dialect)
{
    bool is_whole = dialect->size == sizeof *dialect;
    for (size_t i = 0; i < TUNIP_LEN(tables); i++)
        is_whole &=
            !has_rows(dialect, &tables[i]) || row_size(dialect, &tables[i]) == tables[i].here;
    if (is_whole) return dialect;
    tunip_dialect *whole = tn_arena_alloc(arena, sizeof *whole);
    if (!whole) return NULL;
    take(whole, sizeof *whole, dialect, dialect->size);
    whole->size = sizeof *whole;
    for (size_t i = 0; i < TUNIP_LEN(tables); i++)
        if (has_rows(whole, &tables[i]) && !widen(arena, whole, &tables[i])) return NULL;
    whole->row_sizes = (tunip_row_sizes)TUNIP_ROW_SIZES;
    return whole;
}

bool tn_backend_fits(const tunip_backend *backend)
{
    enum { EVERY = LEAST(tunip_backend, emit_metadata) };
    return fits(backend, backend->size, EVERY, sizeof *backend);
}

tunip_backend *tn_whole_backend(tn_arena *arena, const tunip_backend *backend)
{
    tunip_backend *whole = tn_arena_alloc(arena, sizeof *whole);
    if (!whole) return NULL;
    take(whole, sizeof *whole, backend, backend->size);
    whole->size = sizeof *whole;
    return whole;
}
