/* types.c -- the types of older JSON: types with the same key today, and the types of types.def. */
#include "legacy.h"

static const tn_legacy_type rows[] = {
#define X(key_, modern_, fields_) {(key_), (modern_), (fields_)},
#include "types.def"
#undef X
};

/* Built-in values, which have no field table. */
static const struct {
    const char *key;
    const tunip_type *type;
} values[] = {
    {"Array", &tunip_array_type},         {"Map", &tunip_map_type},
    {"runtime.String", &tunip_string_type}, {"runtime.BoxInt", &tunip_int_type},
    {"runtime.BoxFloat", &tunip_float_type}, {"runtime.BoxBool", &tunip_bool_type},
    {"runtime.ShapeTuple", &tunip_shape_type}, {"runtime.NDArray", &tunip_tensor_type},
    {"StrMap", &tunip_map_type},
};

static const tn_legacy_type *find_row(tunip_str key)
{
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (tunip_str_is(key, rows[i].key)) return &rows[i];
    return NULL;
}

static const tn_type_info *find_info(const tn_legacy *l, tunip_str key,
                                     const tn_legacy_type *row)
{
    const tn_registry *registry = l->in.to.registry;
    for (size_t i = 0; i < TUNIP_LEN(values); i++)
        if (tunip_str_is(key, values[i].key)) return tn_registry_info(registry, values[i].type);
    if (row) key = tunip_str_from(row->modern);
    return tn_registry_find(registry, key, TN_LEGACY_VINTAGE);
}

static const tn_legacy_known *add(tn_legacy *l, tunip_str key, size_t at)
{
    const tn_legacy_type *row = find_row(key);
    tn_legacy_known known = {find_info(l, key, row), row};
    if (!known.info || known.info->type == &tunip_opaque_type) {
        tn_assemble_fail(&l->in.to, TUNIP_ERROR_FORMAT, at,
                         "expected the key of a type of TVM v0.%d, got `%.*s`", TN_LEGACY_VINTAGE,
                         key.size < 80 ? (int)key.size : 80, key.data);
        return NULL;
    }
    if (tn_intern_put(&l->keys, key) == TN_NOT_INTERNED ||
        !tn_array_push(&l->types, l->in.to.allocator, known)) {
        tn_read_fail_memory(&l->in);
        return NULL;
    }
    return &l->types.items[l->types.count - 1];
}

const tn_legacy_known *tn_legacy_find(tn_legacy *l, tunip_str key, size_t at)
{
    uint32_t known = tn_intern_find(&l->keys, key);
    return known == TN_NOT_INTERNED ? add(l, key, at) : &l->types.items[known];
}

/* Fields of expressions that v0.23 no longer has are ignored if the type lacks them. */
bool tn_legacy_drops(const tn_legacy_type *row, tunip_str name)
{
    const char *at = row ? row->fields : "";
    for (; (at = strchr(at, '-')); at++)
        if (strncmp(at + 1, name.data, name.size) == 0 && strchr(" ", at[1 + name.size]))
            return true;
    return false;
}

/* ---- saving ---- */

const char *tn_legacy_key(const tunip_type *type)
{
    for (size_t i = 0; i < TUNIP_LEN(values); i++)
        if (values[i].type == type) return values[i].key;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (strcmp(rows[i].modern, type->key) == 0) return rows[i].key;
    return type->key;
}

static const tn_legacy_type *row_of(const tunip_type *type)
{
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (strcmp(rows[i].modern, type->key) == 0) return &rows[i];
    return NULL;
}

static size_t fields_of_row(const tunip_type *type, const char *at, tn_legacy_field *out)
{
    size_t count = 0;
    char name[80];
    for (size_t size; *at && count < TN_MOST_FIELDS; at += size + strspn(at + size, " ")) {
        bool is_dropped = *at == '-';
        at += is_dropped;
        size = strcspn(at, " ");
        if (size >= sizeof name) continue;
        memcpy(name, at, size);
        name[size] = '\0';
        out[count++] =
            (tn_legacy_field){{at, size}, is_dropped ? NULL : tunip_type_field(type, name)};
    }
    return count;
}

/* Own fields come before those of ancestors, up to an ancestor with a row. */
size_t tn_legacy_fields(const tunip_type *type, tn_legacy_field *out)
{
    size_t count = 0;
    for (const tunip_type *at = type; at; at = at->base) {
        const tn_legacy_type *row = row_of(at);
        if (row) return count + fields_of_row(type, row->fields, out + count);
        for (size_t i = 0; i < at->field_count && count < TN_MOST_FIELDS; i++)
            if (!(at->fields[i].flags & TUNIP_FLAG_AGAIN))
                out[count++] = (tn_legacy_field){tunip_str_from(at->fields[i].name),
                                                 &at->fields[i]};
    }
    return count;
}
