/* metadata.c -- the nodes that are printed only in the metadata section, and this section. */
#include "metadata.h"

#include <tunip/ext/dialect.h>
#include <tunip/read.h>

#include "../ir/graph.h"
#include "../library/context.h"
#include "doc.h"
#include "docsifier.h"
#include "names.h"
#include "writer.h"

/* ======== metadata ======== */

/* Nodes that are printed only in the metadata section. */

static tn_metadata_group *find_group(tunip_docsifier *d, const char *key)
{
    for (size_t i = 0; i < d->metadata->groups.count; i++)
        if (strcmp(d->metadata->groups.items[i].key, key) == 0)
            return &d->metadata->groups.items[i];
    tn_metadata_group group = {.key = key};
    if (!tn_array_push(&d->metadata->groups, tn_job_allocator(d), group)) return NULL;
    return &d->metadata->groups.items[d->metadata->groups.count - 1];
}

/* The key of an entry. Strings are identified by content, so equal strings share an interned
 * key. */
static const void *identity(tunip_docsifier *d, const tunip_node *node)
{
    if (!tunip_is(node, &tunip_string_type)) return node;
    uint32_t text = tn_names_enter(d->names, tunip_string_value(node));
    return text == TN_NOT_INTERNED ? NULL : tn_names_text(d->names, text).data;
}

/* The place that the text gives to a node which it lacks; NULL for any other node. */
static const tunip_int *given_place(const tunip_node *node)
{
    bool is_opaque = tunip_is_a(node, &tunip_opaque_type);
    const tunip_opaque *opaque = (const tunip_opaque *)node;
    return is_opaque && tn_is_missing(opaque) ? (const tunip_int *)opaque->fields->value : NULL;
}

/* The node's place in its group, entered when it is new; false when out of memory. */
static bool enter(tunip_docsifier *d, const tunip_node *node, const char *type_key, size_t *index)
{
    d->metadata->wanted |= d->metadata->ahead;
    if (d->metadata->ahead) return true;
    const tunip_int *given = given_place(node);
    const void *key = identity(d, node);
    tn_metadata_group *group = key ? find_group(d, type_key) : NULL;
    bool added;
    uint64_t *at = group ? tn_map_put(&d->metadata->index, key, &added) : NULL;
    if (!at) return false;
    if (added) {
        *at = group->nodes.count;
        if (!tn_array_push(&group->nodes, tn_job_allocator(d), node)) return false;
    }
    *index = given ? (size_t)given->value : (size_t)*at;
    return true;
}

const tunip_doc *tunip_metadata(tunip_docsifier *d, const void *node, const tunip_path *path)
{
    const tunip_type *type = node ? ((const tunip_node *)node)->type : NULL;
    return tunip_metadata_as(d, node, type ? type->key : "", path);
}

const tunip_doc *tunip_metadata_as(tunip_docsifier *d, const void *any, const char *type_key,
                                   const tunip_path *path)
{
    const tunip_node *node = any;
    size_t index = 0;
    if (!node) return tunip_doc_none(d, path);
    if (!enter(d, node, type_key, &index)) {
        tn_job_no_memory(d);
        return &tn_doc_failed.base;
    }
    if (!d->metadata->shown)
        tunip_report(d, TUNIP_ISSUE_METADATA, path, "%s left to the metadata section",
                     node->type->key);
    const tunip_doc *key = tunip_doc_str(d, tunip_str_from(type_key), NULL);
    const tunip_doc *number = tunip_doc_int(d, (int64_t)index, NULL);
    const tunip_doc *all = tunip_doc_id_new(d, (tunip_str)TUNIP_STR("metadata"), NULL);
    return tunip_doc_index_new(d, tunip_doc_index_new(d, all, TUNIP_DOCS(d, key)),
                               TUNIP_DOCS(d, number));
}

/* ---- the section ---- */

/* A node in memory of the job; NULL when out of memory. */
static void *make(tunip_docsifier *d, tunip_type *type)
{
    tunip_node *node = tunip_job_alloc(d, type->size);
    if (node) node->type = type;
    return node;
}

static tunip_map_entry group_entry(tunip_docsifier *d, const tn_metadata_group *group)
{
    tunip_map_entry entry = {NULL, NULL};
    tunip_string *key = make(d, &tunip_string_type);
    tunip_array *nodes = make(d, &tunip_array_type);
    if (!key || !nodes) return entry;
    key->value = tunip_str_from(group->key);
    nodes->count = group->nodes.count;
    nodes->items = (tunip_node **)(uintptr_t)group->nodes.items;
    entry = (tunip_map_entry){&key->base, &nodes->base};
    return entry;
}

/* TVM keeps the groups in a C++ hash map, whose order is the reverse of first use as long as no two
 * keys share a bucket. */
const tunip_map *tn_metadata_map(tunip_docsifier *d)
{
    size_t count = d->metadata->groups.count;
    tunip_map *map = make(d, &tunip_map_type);
    if (!map) return NULL;
    map->entries = tunip_job_alloc(d, count * sizeof *map->entries);
    map->count = map->entries ? count : 0;
    for (size_t i = 0; i < map->count; i++)
        map->entries[i] = group_entry(d, &d->metadata->groups.items[count - 1 - i]);
    return tn_job_failed(d) ? NULL : map;
}

/* ======== show metadata ======== */

/* The metadata section of a text: the saved graph of the nodes that the text
 * refers to as metadata[...]. */

typedef TN_ARRAY(char) saved_text;

typedef struct collector {
    saved_text text;
    const tunip_allocator *allocator;
} collector;

static int collect(const char *data, size_t size, void *user)
{
    collector *c = user;
    if (!tn_array_reserve(&c->text, c->allocator, size)) return 1;
    memcpy(c->text.items + c->text.count, data, size);
    c->text.count += size;
    return 0;
}

/* Saves `map` into `c`. Its nodes alone may be of several versions: that of the text counts. */
static tunip_status save(const tunip_docsifier *d, const tunip_map *map, const char *format,
                         collector *c, tunip_error *error)
{
    tunip_error failure = TUNIP_ERROR_INIT;
    unsigned version = d->vintage > TN_VINTAGE_LAST_LEGACY ? d->vintage : 0; /* 0: as they say */
    tunip_status status =
        tunip_save_for(d->context, format, version, &map->base, collect, c, &failure);
    if (status == TUNIP_ERROR_CANCELLED) return tn_no_memory(error);
    if (status != TUNIP_OK && error && error->code == TUNIP_OK) *error = failure;
    return status;
}

/* A node that cannot be saved does not make the print fail. */
static tunip_status leave_out_metadata(tunip_docsifier *d, const tunip_error *reason,
                                       tunip_error *error)
{
    tunip_report(d, TUNIP_ISSUE_METADATA, NULL, "the metadata section is left out: %s",
                 reason->message);
    return tn_job_failed(d)
               ? tunip_error_set(error, d->memory.error.code, "%s", d->memory.error.message)
               : TUNIP_OK;
}

/* Puts the saved graph into the text, or the name of its file. */
static tunip_status show(tunip_printed *p, tunip_str saved, tunip_error *error)
{
    const char *file = p->docsifier.options->metadata_file;
    if (!file) return tn_render_metadata(&p->render, saved, NULL, error);
    p->metadata.bytes.count = 0;
    tn_text_put_str(&p->metadata, saved);
    if (p->metadata.failed) return tn_no_memory(error);
    return tn_render_metadata(&p->render, saved, file, error);
}

tunip_status tn_show_metadata(tunip_printed *p, tunip_error *error)
{
    tunip_docsifier *d = &p->docsifier;
    collector c = {.allocator = p->render.allocator};
    const tunip_map *map = tn_metadata_map(d);
    if (!map) return tunip_error_set(error, d->memory.error.code, "%s", d->memory.error.message);
    tunip_error failure = TUNIP_ERROR_INIT;
    const char *format = p->render.backend->metadata_format;
    tunip_status status = save(d, map, format ? format : "tvm-json", &c, &failure);
    if (status == TUNIP_OK)
        status = show(p, (tunip_str){c.text.items, c.text.count}, error);
    else if (status == TUNIP_ERROR_FORMAT || status == TUNIP_ERROR_ARGUMENT)
        status = leave_out_metadata(d, &failure, error);
    else if (error)
        *error = failure;
    tn_array_free(&c.text, c.allocator);
    return status;
}

/* ======== preamble ======== */

/* The metadata section. It precedes a text, or follows it, and its lines have no
 * numbers. */

static tunip_status emit(tn_render *section, tunip_str saved, const char *file, tunip_error *error)
{
    tn_writer writer;
    tn_stack stack;
    tn_stack_init(&stack);
    bool fine = tn_writer_init(&writer, section, &stack, error);
    if (fine && file)
        section->backend->emit_metadata_file(&writer.base, tunip_str_from(file));
    else if (fine)
        section->backend->emit_metadata(&writer.base, saved);
    section->size = writer.status == TUNIP_OK ? tn_writer_offset(&writer) : 0;
    if (writer.status == TUNIP_OK && !tn_render_clean(section)) tn_writer_fail_memory(&writer);
    if (writer.status != TUNIP_OK) tn_render_free(section);
    return writer.status;
}

static tunip_status append(tn_render *render, tunip_str section, tunip_error *error)
{
    void *text = render->text;
    size_t size = render->size + section.size;
    if (size + 1 > render->room &&
        !tn_array_grow(&text, &render->room, size + 1, 1, render->allocator))
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory while rendering");
    render->text = text;
    memcpy(render->text + render->size, section.data, section.size);
    render->text[size] = '\0';
    render->size = size;
    return TUNIP_OK;
}

tunip_status tn_render_prepend(tn_render *render, tunip_str section, tunip_error *error)
{
    void *text = render->text;
    size_t size = render->size + section.size;
    if (size + 1 > render->room &&
        !tn_array_grow(&text, &render->room, size + 1, 1, render->allocator))
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory while rendering");
    render->text = text;
    memmove(render->text + section.size, render->text, render->size + 1);
    memcpy(render->text, section.data, section.size);
    render->size = size;
    tn_source_map_shift(render, section.size);
    return TUNIP_OK;
}

tunip_status tn_render_metadata(tn_render *render, tunip_str saved, const char *file,
                                tunip_error *error)
{
    if (!render->backend->emit_metadata) return TUNIP_OK;
    tn_render section = {.backend = render->backend,
                         .settings = render->settings,
                         .allocator = render->allocator,
                         .max_bytes = render->max_bytes,
                         .spent = render->size};
    tunip_status status = emit(&section, saved, file, error);
    if (status != TUNIP_OK) return status;
    bool is_last = render->backend->flags & TUNIP_BACKEND_METADATA_LAST;
    tunip_str text = {section.text, section.size};
    status = is_last ? append(render, text, error) : tn_render_prepend(render, text, error);
    tn_render_free(&section);
    return status;
}
