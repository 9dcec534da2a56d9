/* docs.c -- calls with keywords, and names of dtypes. */
#include "frame.h"

const tunip_doc *tir_args_call(tunip_docsifier *d, const tunip_doc *callee, const tir_args *args)
{
    tunip_docs docs = tunip_docs_copy(d, args->count, args->args);
    size_t count = args->key_count;
    tunip_str *keys = count ? tunip_job_alloc(d, count * sizeof *keys) : NULL;
    if (!keys) return tunip_doc_call_new(d, callee, docs, NULL, tunip_docs_none());
    for (size_t i = 0; i < count; i++) keys[i] = args->keys[i];
    return tunip_doc_call_new(d, callee, docs, keys, tunip_docs_copy(d, count, args->values));
}

/* The names of the most common dtypes, which then need no memory. */
static const struct {
    tunip_dtype dtype;
    const char *name;
} common_names[] = {
    {{TUNIP_DTYPE_FLOAT, 32, 1}, "float32"}, {{TUNIP_DTYPE_INT, 64, 1}, "int64"},
    {{TUNIP_DTYPE_INT, 32, 1}, "int32"},     {{TUNIP_DTYPE_BOOL, 8, 1}, "bool"},
    {{TUNIP_DTYPE_FLOAT, 16, 1}, "float16"}, {{TUNIP_DTYPE_HANDLE, 64, 1}, "handle"},
    {{TUNIP_DTYPE_HANDLE, 0, 0}, "void"},    {{TUNIP_DTYPE_INT, 8, 1}, "int8"},
    {{TUNIP_DTYPE_UINT, 8, 1}, "uint8"},     {{TUNIP_DTYPE_FLOAT, 64, 1}, "float64"},
};

const char *tir_dtype_name(tunip_docsifier *d, tunip_dtype dtype)
{
    for (size_t i = 0; i < TUNIP_LEN(common_names); i++)
        if (tunip_dtype_equal(common_names[i].dtype, dtype)) return common_names[i].name;
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_str text = {name, tunip_dtype_name(dtype, name)};
    text = tunip_doc_text(d, text);
    return text.data ? text.data : "";
}

static bool is_string_node(const tunip_node *node)
{
    const tunip_array *list = TUNIP_AS(tunip_array, node);
    for (size_t i = 0; i < tunip_array_count(list); i++)
        if (tunip_is(list->items[i], &tunip_tir_string_imm_type)) return true;
    return tunip_is(node, &tunip_tir_string_imm_type);
}

const tunip_doc *tir_mark_strings(tunip_docsifier *d, const tunip_doc *call, const tunip_map *map)
{
    for (size_t i = 0; i < tunip_map_count(map); i++)
        if (is_string_node(map->entries[i].value))
            return tunip_doc_partial_new(d, call, "string_node", tunip_doc_bool(d, true, NULL));
    return call;
}

/* Stops at a variable that is not defined, and at a string, which may belong to a node in the
 * metadata section. */
static tunip_walk_action check_named(const tunip_node *node, void *user)
{
    if (node->type->flags & TUNIP_TYPE_VARIABLE)
        return tunip_is_defined(user, node) ? TUNIP_WALK_SKIP : TUNIP_WALK_STOP;
    return tunip_is(node, &tunip_string_type) ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

const tunip_doc *tir_omitted(tunip_docsifier *d, const void *node, const tunip_path *path)
{
    tunip_walker walker = {.enter = check_named, .user = d, .skip = TUNIP_FLAG_IGNORE};
    if (tunip_job_walk(d, node, &walker) == TUNIP_WALK_DONE) return tunip_docsify(d, node, path);
    return tunip_doc_raw_new(d, tunip_str_from("..."), path);
}
