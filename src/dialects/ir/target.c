/* target.c -- targets: their kinds, tags and texts, and devices. */
#include "target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tunip/ext/elaborate.h>
#include <tunip/ext/ir_rules.h>

#include "ir.h"

/* ======== target ======== */

/* Converts a target to its configuration (TVM src/target/target.cc, Export). */

/* Adds an entry to a map that has room for it. */
static void set(tunip_docsifier *d, tunip_map *map, const char *key, void *value)
{
    tunip_string *name = tunip_ir_temporary(tunip_job_scratch(d), &tunip_string_type);
    if (!name) return;
    name->value = tunip_str_from(key);
    map->entries[map->count++] = (tunip_map_entry){&name->base, value};
}

/* Real targets have a host, and the host has none. The limit ends the long chains of ill-formed
 * data. */
enum { MOST_HOSTS = 8 };

static tunip_map *export_config(tunip_docsifier *d, const tunip_ir_target *target, int hosts)
{
    size_t attr_count = tunip_map_count(target->attrs);
    tunip_map *map = tunip_ir_temporary(tunip_job_scratch(d), &tunip_map_type);
    if (!map) return NULL;
    map->entries = tunip_job_alloc(d, (attr_count + 4) * sizeof *map->entries);
    if (!map->entries) return NULL;
    set(d, map, "kind", target->kind ? target->kind->name : NULL);
    set(d, map, "tag", target->tag);
    set(d, map, "keys", target->keys);
    const tunip_ir_target *host = TUNIP_AS(tunip_ir_target, target->host);
    if (host && hosts) set(d, map, "host", export_config(d, host, hosts - 1));
    for (size_t i = 0; i < attr_count; i++) map->entries[map->count++] = target->attrs->entries[i];
    return map;
}

tunip_map *tunip_ir_target_export(tunip_docsifier *d, const tunip_ir_target *target)
{
    return target ? export_config(d, target, MOST_HOSTS) : NULL;
}

/* ======== target kind ======== */

/* Looks up kinds of targets and their options (TVM src/target/target_kind.cc). */

static const ir_target_kind kinds[] = {
#define X(name, since, keys, ints, bools, strings, arrays, defaults, implied)                      \
    {name, since, keys, ints, bools, strings, arrays, defaults, implied},
#include "target_kinds.def"
#undef X
};

const ir_target_kind *ir_target_kind_find(tunip_str name, unsigned version)
{
    const ir_target_kind *found = NULL;
    for (size_t i = 0; i < TUNIP_LEN(kinds); i++)
        if (tunip_str_is(name, kinds[i].name) && kinds[i].since <= version) found = &kinds[i];
    return found;
}

tunip_str ir_next_name(const char **list)
{
    *list += strspn(*list, " ");
    tunip_str name = {*list, strcspn(*list, " ")};
    *list += name.size;
    return name;
}

bool ir_has_name(const char *list, tunip_str name)
{
    for (tunip_str one; (one = ir_next_name(&list)).size;)
        if (tunip_str_equal(one, name)) return true;
    return false;
}

bool ir_starts_with(tunip_str text, const char *start)
{
    size_t size = strlen(start);
    return text.size >= size && memcmp(text.data, start, size) == 0;
}

bool ir_starts_with_one(tunip_str text, const char *const *starts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (ir_starts_with(text, starts[i])) return true;
    return false;
}

ir_option_type ir_option_type_of(const ir_target_kind *kind, tunip_str name)
{
    if (ir_has_name("target_device_type from_device", name) || ir_has_name(kind->ints, name))
        return IR_OPTION_INT;
    if (ir_has_name("device model tag", name) || ir_has_name(kind->strings, name))
        return IR_OPTION_STRING;
    if (ir_has_name("keys libs", name) || ir_has_name(kind->arrays, name)) return IR_OPTION_STRINGS;
    return ir_has_name(kind->bools, name) ? IR_OPTION_BOOL : IR_OPTION_UNKNOWN;
}

ir_processor ir_processor_of(const ir_target_kind *kind, tunip_str mcpu, tunip_str mtriple)
{
    static const char *const m_profile[] = {"cortex-m0", "cortex-m3",  "cortex-m55",  "cortex-m4",
                                            "cortex-m7", "cortex-m33", "cortex-m35p", "cortex-m85"};
    if (strcmp(kind->name, "llvm") != 0 && strcmp(kind->name, "c") != 0) return IR_NO_ARM;
    if (ir_starts_with_one(mcpu, m_profile, TUNIP_LEN(m_profile))) return IR_ARM_M;
    bool is_arm = ir_starts_with(mtriple, "arm") && !ir_starts_with(mcpu, "cortex-m");
    return is_arm || ir_starts_with(mtriple, "aarch64") ? IR_ARM_A : IR_NO_ARM;
}

/* ======== target tag ======== */

/* Looks up tags of targets (TVM v0.23 src/target/tag.cc). */

static const struct {
    const char *name;
    const char *target; /* NULL: a GPU of CUDA, with the members below */
    const char *arch;
    unsigned registers, cache;
} tags[] = {
#define TAG(name, target)                  {name, target, NULL, 0, 0},
#define CUDA(name, arch, registers, cache) {name, NULL, arch, registers, cache},
#include "target_tags.def"
#undef CUDA
#undef TAG
};

const char *ir_target_of_tag(tunip_scratch *scratch, tunip_str name)
{
    enum { ROOM = 256 };
    char cache[40] = "";
    size_t i = 0;
    while (i < TUNIP_LEN(tags) && !tunip_str_is(name, tags[i].name)) i++;
    if (i == TUNIP_LEN(tags) || tags[i].target) return i < TUNIP_LEN(tags) ? tags[i].target : NULL;
    char *text = tunip_scratch_alloc(scratch, ROOM);
    if (!text) return NULL;
    if (tags[i].cache) snprintf(cache, sizeof cache, " -l2_cache_size_bytes=%u", tags[i].cache);
    snprintf(text, ROOM,
             "cuda -keys=cuda,gpu -arch=%s -max_shared_memory_per_block=49152 "
             "-max_threads_per_block=1024 -thread_warp_size=32 -registers_per_block=%u%s",
             tags[i].arch, tags[i].registers, cache);
    return text;
}

/* ======== target text ======== */

/* Converts a target to a string from which TVM can make it (TVM
 * src/target/target.cc, TargetNode::str): `cuda -keys=cuda,gpu -arch=sm_75`. A target at the root
 * prints as this string, which omits its host. */

/* The words of the string so far. */
typedef struct words {
    tunip_docsifier *d;
    const tunip_doc **docs; /* with room for all */
    size_t count;
} words;

static bool open_words(words *w, tunip_docsifier *d, size_t most)
{
    *w = (words){.d = d, .docs = tunip_docs_new(d, most)};
    return w->docs;
}

static void add_doc(words *w, const tunip_doc *doc)
{
    w->docs[w->count++] = doc;
}

static void add_text(words *w, tunip_str text, const tunip_path *path)
{
    if (text.size) add_doc(w, tunip_doc_raw_new(w->d, text, path));
}

static void add_word(words *w, const char *word)
{
    add_text(w, tunip_str_from(word), NULL);
}

static const tunip_doc *join(const words *w)
{
    return tunip_doc_joined_new(w->d, tunip_docs_view(w->docs, w->count));
}

/* ---- strings ---- */

/* Returns `text` with a backslash before each quote and backslash, and in quotes if it contains
 * `special`. */
static tunip_str escape(tunip_docsifier *d, tunip_str text, char special)
{
    bool quotes = text.size && memchr(text.data, special, text.size);
    char *out = tunip_job_alloc(d, 2 * text.size + 2);
    if (!out) return (tunip_str){"", 0};
    size_t size = 0;
    if (quotes) out[size++] = '\'';
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '\'' || text.data[i] == '\\') out[size++] = '\\';
        out[size++] = text.data[i];
    }
    if (quotes) out[size++] = '\'';
    return (tunip_str){out, size};
}

/* Converts a value that is not an array to text. False if the string has no syntax for it. */
static bool write_atom(tunip_docsifier *d, const tunip_node *value, tunip_str *out)
{
    const tunip_int *number = TUNIP_AS(tunip_int, value);
    const tunip_bool *truth = TUNIP_AS(tunip_bool, value);
    if (number)
        *out = tunip_doc_format(d, "%lld", (long long)number->value);
    else if (truth)
        *out = tunip_str_from(truth->value ? "1" : "0");
    else if (tunip_is(value, &tunip_string_type))
        *out = escape(d, tunip_string_value(value), ' ');
    else
        return false;
    return true;
}

/* ---- attributes ---- */

/* A value for which the string has no syntax. TVM fails here. */
static const tunip_doc *write_odd(tunip_docsifier *d, const tunip_node *value,
                                  const tunip_path *path)
{
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "the text form of a target has no syntax for a %s",
                 value ? value->type->key : "None");
    return tunip_docsify_plain(d, value, path);
}

static const tunip_doc *write_atom_doc(tunip_docsifier *d, const tunip_node *value, bool is_item,
                                       const tunip_path *path)
{
    tunip_str text;
    if (!write_atom(d, value, &text)) return write_odd(d, value, path);
    return tunip_doc_raw_new(d, is_item ? escape(d, text, ',') : text, path);
}

/* Writes the items with commas between them. An item that contains a comma is quoted, so its
 * escapes are escaped once more. */
static const tunip_doc *write_items(tunip_docsifier *d, const tunip_array *items,
                                    const tunip_path *path)
{
    words w;
    if (!open_words(&w, d, 2 * items->count + 1)) return tunip_doc_none(d, path);
    for (size_t i = 0; i < items->count; i++) {
        if (i) add_word(&w, ",");
        add_doc(&w, write_atom_doc(d, items->items[i], true, tunip_path_item(d, path, i)));
    }
    return tunip_doc_at(d, join(&w), path);
}

static bool is_empty_string(const tunip_node *value)
{
    return tunip_is(value, &tunip_string_type) && !tunip_string_value(value).size;
}

/* An attribute with an empty value is omitted. */
static bool is_shown(const tunip_node *value)
{
    const tunip_array *items = TUNIP_AS(tunip_array, value);
    if (items) return items->count > 1 || (items->count && !is_empty_string(items->items[0]));
    return value && !is_empty_string(value);
}

static bool key_before(const void *a, const void *b)
{
    const tunip_map_entry *x = a, *y = b;
    return ir_compare_text(tunip_string_value(x->key), tunip_string_value(y->key)) < 0;
}

static void add_attribute(words *w, const tunip_map_entry *entry, const tunip_path *path)
{
    const tunip_array *items = TUNIP_AS(tunip_array, entry->value);
    add_word(w, "-");
    add_text(w, tunip_string_value(entry->key), NULL);
    add_word(w, "=");
    add_doc(w, items ? write_items(w->d, items, path)
                     : write_atom_doc(w->d, entry->value, false, path));
}

static const tunip_doc *write_attributes(tunip_docsifier *d, const tunip_map *attrs,
                                         const tunip_path *path)
{
    words w;
    size_t count = tunip_map_count(attrs);
    const void **entries = tunip_job_alloc(d, (2 * count + 1) * sizeof *entries);
    if (!entries || !open_words(&w, d, 5 * count + 1)) return tunip_doc_none(d, path);
    for (size_t i = 0; i < count; i++) entries[i] = &attrs->entries[i];
    ir_sort(entries, count, entries + count, key_before);
    for (size_t i = 0; i < count; i++) {
        const tunip_map_entry *entry = entries[i];
        if (!is_shown(entry->value)) continue;
        if (w.count) add_word(&w, " ");
        add_attribute(&w, entry, tunip_path_key(d, path, entry->key));
    }
    return tunip_doc_at(d, join(&w), path);
}

/* ---- targets ---- */

static const tunip_doc *write_keys(tunip_docsifier *d, const tunip_array *keys,
                                   const tunip_path *path)
{
    words w;
    if (!open_words(&w, d, 2 * keys->count + 1)) return tunip_doc_none(d, path);
    for (size_t i = 0; i < keys->count; i++) {
        if (i) add_word(&w, ",");
        add_text(&w, tunip_string_value(keys->items[i]), tunip_path_item(d, path, i));
    }
    return tunip_doc_at(d, join(&w), path);
}

const tunip_doc *ir_plain_target(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    enum { MOST = 5 };
    const tunip_ir_target *target = (const tunip_ir_target *)node;
    words w;
    if (!open_words(&w, d, MOST)) return tunip_doc_none(d, path);
    const tunip_string *name = target->kind ? target->kind->name : NULL;
    add_text(&w, tunip_string_value(name), tunip_path_attr(d, path, "kind"));
    if (tunip_array_count(target->keys)) {
        add_word(&w, " -keys=");
        add_doc(&w, write_keys(d, target->keys, tunip_path_attr(d, path, "keys")));
    }
    add_word(&w, " "); /* TVM writes this blank even if nothing follows */
    add_doc(&w, write_attributes(d, target->attrs, tunip_path_attr(d, path, "attrs")));
    return join(&w);
}

/* ======== target import ======== */

/* Makes a target of its configuration, or of a string such as "cuda -arch=sm_80"
 * (TVM src/target/target.cc, FromRawString, FromConfig; target_kind.cc; parsers/). TVM asks the
 * machine for options that are not given; this file takes those of a TVM without such a device. */

/* A target in the making. */
typedef struct importer {
    tunip_elaborator *e;
    const tunip_doc *doc;
    const ir_target_kind *kind; /* NULL: not known */
    tunip_ir_target *target;
    bool says_keys;
    bool completes; /* adds the options that TVM's parser adds */
} importer;

static tunip_graph *graph_of(const importer *i)
{
    return tunip_elaborator_graph(i->e);
}

static tunip_string *text_new(const importer *i, const char *text)
{
    return tunip_string_new(graph_of(i), text);
}

static tunip_str option_of(const importer *i, const char *name)
{
    const tunip_string *text = TUNIP_AS(tunip_string, tunip_map_get(i->target->attrs, name));
    return tunip_string_value(text);
}

/* ---- options ---- */

static bool set_kind(importer *i, tunip_string *name)
{
    tunip_ir_target_kind *kind = tunip_node_new(graph_of(i), &tunip_ir_target_kind_type);
    tunip_str text = tunip_string_value(name);
    if (!kind) return false;
    kind->name = name;
    kind->default_keys = tunip_array_new(graph_of(i), 0, NULL);
    i->target->kind = kind;
    i->kind = ir_target_kind_find(text, tunip_elaborator_vintage(i->e));
    if (i->kind || !i->completes) return true;
    tunip_complain(i->e, i->doc, "no kind and no tag of a target is called `%.*s`", (int)text.size,
                   text.data);
    return false;
}

static tunip_node *target_of(const importer *i, tunip_node *value)
{
    return tunip_is(value, &tunip_ir_target_type)
               ? value
               : (tunip_node *)tunip_ir_target_import(i->e, value, i->doc);
}

/* The devices of a composite target. */
static tunip_array *targets_of(const importer *i, const tunip_array *list)
{
    tunip_array *made = tunip_array_new(graph_of(i), 0, NULL);
    for (size_t k = 0; k < tunip_array_count(list); k++)
        tunip_ir_append(i->e, made, target_of(i, list->items[k]));
    return made;
}

static bool set_option(importer *i, tunip_string *key, tunip_node *value)
{
    tunip_str name = tunip_string_value(key);
    if (tunip_str_is(name, "kind")) return true;
    if (tunip_str_is(name, "tag") && tunip_is(value, &tunip_string_type)) {
        i->target->tag = (tunip_string *)value;
    } else if (tunip_str_is(name, "keys") && tunip_is(value, &tunip_array_type)) {
        i->target->keys = (tunip_array *)value;
        i->says_keys = true;
    } else if (tunip_str_is(name, "host")) {
        i->target->host = target_of(i, value);
        return i->target->host;
    } else if (i->kind && strcmp(i->kind->name, "composite") == 0 &&
               tunip_str_is(name, "devices")) {
        tunip_ir_put(i->e, i->target->attrs, key, targets_of(i, TUNIP_AS(tunip_array, value)));
    } else if (i->completes && i->kind && !ir_option_type_of(i->kind, name)) {
        tunip_complain(i->e, i->doc, "a target of the kind `%s` has no option `%.*s`",
                       i->kind->name, (int)name.size, name.data);
        return false;
    } else {
        const tunip_int *number = TUNIP_AS(tunip_int, value);
        bool is_bool =
            i->completes && i->kind && number && ir_option_type_of(i->kind, name) == IR_OPTION_BOOL;
        if (is_bool) value = (tunip_node *)tunip_bool_new(graph_of(i), number->value != 0);
        tunip_ir_put(i->e, i->target->attrs, key, value);
    }
    return true;
}

/* ---- strings ---- */

/* A list with commas between its items. */
static tunip_node *split_items(const importer *i, tunip_str text)
{
    tunip_array *items = tunip_array_new(graph_of(i), 0, NULL);
    for (size_t at = 0; at <= text.size;) {
        const char *comma = at < text.size ? memchr(text.data + at, ',', text.size - at) : NULL;
        size_t end = comma ? (size_t)(comma - text.data) : text.size;
        tunip_str item = tunip_graph_copy(graph_of(i), (tunip_str){text.data + at, end - at});
        tunip_ir_append(i->e, items, tunip_string_new_view(graph_of(i), item));
        at = end + 1;
    }
    return (tunip_node *)items;
}

static int64_t parse_number(tunip_str text)
{
    char copy[24];
    if (tunip_str_is(text, "true") || tunip_str_is(text, "True")) return 1;
    size_t size = text.size < sizeof copy - 1 ? text.size : sizeof copy - 1;
    memcpy(copy, text.data, size);
    copy[size] = '\0';
    return strtoll(copy, NULL, 10);
}

/* The value of an option, as its type reads the text. */
static tunip_node *parse_value(const importer *i, tunip_str name, tunip_str text)
{
    switch (ir_option_type_of(i->kind, name)) {
    case IR_OPTION_INT:
        return (tunip_node *)tunip_int_new(graph_of(i), parse_number(text));
    case IR_OPTION_BOOL:
        return (tunip_node *)tunip_bool_new(graph_of(i), parse_number(text) != 0);
    case IR_OPTION_STRINGS:
        return split_items(i, text);
    case IR_OPTION_STRING:
    case IR_OPTION_UNKNOWN:
        break;
    }
    return (tunip_node *)tunip_string_new_view(graph_of(i), tunip_graph_copy(graph_of(i), text));
}

/* Cuts the next word off, without its quotes and backslashes, into `room`, which is as long as the
 * text. Empty at the end. */
static tunip_str next_word(tunip_str *text, char *room)
{
    size_t at = 0, size = 0;
    bool is_quoted = false;
    while (at < text->size && text->data[at] == ' ') at++;
    for (; at < text->size && (is_quoted || text->data[at] != ' '); at++) {
        if (text->data[at] == '\'')
            is_quoted = !is_quoted;
        else if (text->data[at] != '\\' || ++at < text->size)
            room[size++] = text->data[at];
    }
    *text = (tunip_str){text->data + at, text->size - at};
    return (tunip_str){room, size};
}

/* `-key=value`, `-key value` or `-key`. */
static bool read_option(importer *i, tunip_str word, tunip_str *rest, char *room)
{
    tunip_str value = {"1", 1};
    while (word.size && word.data[0] == '-') word = (tunip_str){word.data + 1, word.size - 1};
    const char *equals = word.size ? memchr(word.data, '=', word.size) : NULL;
    tunip_str after = *rest, next = next_word(&after, room);
    if (equals) {
        size_t size = (size_t)(equals - word.data);
        value = (tunip_str){equals + 1, word.size - size - 1};
        word.size = size;
    } else if (next.size && next.data[0] != '-') {
        value = next;
        *rest = after;
    }
    tunip_str name = tunip_graph_copy(graph_of(i), word);
    return set_option(i, tunip_string_new_view(graph_of(i), name), parse_value(i, name, value));
}

static bool read_string(importer *i, tunip_str text)
{
    const char *tagged = ir_target_of_tag(tunip_elaborator_scratch(i->e), text);
    if (tagged) text = tunip_str_from(tagged);
    char *room = tunip_elaborator_alloc(i->e, 2 * (text.size + 1)), *more = room + text.size + 1;
    if (!room) return false;
    tunip_str word = tunip_graph_copy(graph_of(i), next_word(&text, room));
    if (!set_kind(i, tunip_string_new_view(graph_of(i), word))) return false;
    while ((word = next_word(&text, room)).size)
        if (!read_option(i, word, &text, more)) return false;
    return true;
}

/* ---- configurations ---- */

static bool read_map(importer *i, const tunip_map *map)
{
    const tunip_node *kind = tunip_map_get(map, "kind");
    if (!tunip_is(kind, &tunip_string_type)) {
        tunip_complain(i->e, i->doc, "a target needs a kind");
        return false;
    }
    if (!set_kind(i, (tunip_string *)(uintptr_t)kind)) return false;
    for (size_t k = 0; k < tunip_map_count(map); k++)
        if (!set_option(i, (tunip_string *)map->entries[k].key, map->entries[k].value))
            return false;
    return true;
}

/* ---- options that TVM's parser adds ---- */

static void import_add_text(importer *i, const char *name, const char *value)
{
    if (tunip_map_get(i->target->attrs, name)) return;
    tunip_ir_put(i->e, i->target->attrs, text_new(i, name), text_new(i, value));
}

/* Options that depend on the machine. */
static void add_machine(importer *i)
{
    static const struct {
        const char *kind, *option, *value;
    } rows[] = {{"cuda", "arch", "sm_50"},
                {"nvptx", "mtriple", "nvptx64-nvidia-cuda"},
                {"nvptx", "mcpu", "sm_50"},
                {"rocm", "mtriple", "amdgcn-amd-amdhsa-hcc"},
                {"rocm", "mcpu", "gfx900"}};
    for (size_t k = 0; k < TUNIP_LEN(rows); k++)
        if (strcmp(rows[k].kind, i->kind->name) == 0)
            import_add_text(i, rows[k].option, rows[k].value);
    if (strcmp(i->kind->name, "llvm") == 0 && !tunip_map_get(i->target->attrs, "mcpu"))
        import_add_text(i, "mtriple", "");
}

static void add_defaults(importer *i)
{
    const char *list = i->kind->defaults;
    for (tunip_str one; (one = ir_next_name(&list)).size;) {
        const char *equals = memchr(one.data, '=', one.size);
        if (!equals) continue;
        tunip_str name = {one.data, (size_t)(equals - one.data)};
        tunip_str value = {equals + 1, one.size - name.size - 1};
        tunip_string *key = tunip_string_new_view(graph_of(i), name);
        if (!tunip_map_get(i->target->attrs, tunip_graph_copy(graph_of(i), name).data))
            tunip_ir_put(i->e, i->target->attrs, key, parse_value(i, name, value));
    }
}

static void add_key(importer *i, tunip_array *keys, tunip_str key)
{
    for (size_t k = 0; k < tunip_array_count(keys); k++)
        if (tunip_str_equal(tunip_string_value((tunip_string *)keys->items[k]), key)) return;
    tunip_ir_append(i->e, keys, tunip_string_new_view(graph_of(i), key));
}

/* Keys as written, of an ARM processor, of the device, of the kind: each once. */
static void add_keys(importer *i, ir_processor processor)
{
    tunip_array *keys = tunip_array_new(graph_of(i), 0, NULL), *written = i->target->keys;
    bool is_whole = i->says_keys || processor != IR_NO_ARM;
    for (size_t k = 0; k < tunip_array_count(written); k++)
        if (tunip_is(written->items[k], &tunip_string_type))
            add_key(i, keys, tunip_string_value((tunip_string *)written->items[k]));
    const char *list = processor != IR_NO_ARM ? "arm_cpu cpu" : "";
    for (tunip_str one; (one = ir_next_name(&list)).size;) add_key(i, keys, one);
    if (option_of(i, "device").size) add_key(i, keys, option_of(i, "device"));
    list = is_whole ? "" : i->kind->keys;
    for (tunip_str one; (one = ir_next_name(&list)).size;) add_key(i, keys, one);
    i->target->keys = keys;
}

static void add_feature(importer *i, const char *name, bool value)
{
    tunip_ir_put(i->e, i->target->features, text_new(i, name), tunip_bool_new(graph_of(i), value));
}

static void add_features(importer *i, ir_processor processor)
{
    static const char *const dsp[] = {"cortex-m55", "cortex-m4",   "cortex-m7",
                                      "cortex-m33", "cortex-m35p", "cortex-m85"};
    static const char *const mve[] = {"cortex-m55", "cortex-m85"};
    tunip_str cpu = option_of(i, "mcpu");
    if (strcmp(i->kind->name, "test") == 0) add_feature(i, "is_test", true);
    if (processor != IR_ARM_M) return;
    add_feature(i, "has_dsp", ir_starts_with_one(cpu, dsp, TUNIP_LEN(dsp)));
    add_feature(i, "has_mve", ir_starts_with_one(cpu, mve, TUNIP_LEN(mve)));
}

/* Sets the options that others imply: "option:other=value". They have defaults already. */
static void set_implied(importer *i)
{
    tunip_map *attrs = i->target->attrs;
    const char *list = i->kind->implied;
    for (tunip_str one; (one = ir_next_name(&list)).size;) {
        const char *end = one.data + one.size, *colon = memchr(one.data, ':', one.size);
        const char *equals = colon ? memchr(colon, '=', (size_t)(end - colon)) : NULL;
        if (!equals) continue;
        tunip_str option = {one.data, (size_t)(colon - one.data)};
        tunip_str other = {colon + 1, (size_t)(equals - colon) - 1};
        tunip_str text = {equals + 1, (size_t)(end - equals) - 1};
        const char *copy = tunip_graph_copy(graph_of(i), option).data;
        const tunip_bool *answer = copy ? TUNIP_AS(tunip_bool, tunip_map_get(attrs, copy)) : NULL;
        tunip_node *value = answer && answer->value ? parse_value(i, other, text) : NULL;
        for (size_t k = 0; value && k < tunip_map_count(attrs); k++)
            if (tunip_str_equal(tunip_string_value((tunip_string *)attrs->entries[k].key), other))
                attrs->entries[k].value = value;
    }
}

/* The parser of the kind computes the features, which no text shows. */
static void complete(importer *i)
{
    ir_processor processor =
        ir_processor_of(i->kind, option_of(i, "mcpu"), option_of(i, "mtriple"));
    if (i->completes) add_machine(i);
    add_features(i, processor);
    if (!i->completes) return;
    add_keys(i, processor);
    add_defaults(i);
    set_implied(i);
}

tunip_ir_target *tunip_ir_target_import(tunip_elaborator *e, const tunip_node *config,
                                        const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_string *text = TUNIP_AS(tunip_string, config);
    importer i = {.e = e, .doc = doc, .completes = text || tunip_elaborator_folds(e)};
    i.target = tunip_node_new(graph, &tunip_ir_target_type);
    if (!i.target) return NULL;
    i.target->tag = tunip_string_new(graph, "");
    i.target->keys = tunip_array_new(graph, 0, NULL);
    i.target->attrs = tunip_map_new(graph, 0, NULL);
    i.target->features = tunip_map_new(graph, 0, NULL);
    bool is_read = text ? read_string(&i, tunip_string_value(text))
                        : read_map(&i, TUNIP_AS(tunip_map, config));
    if (!is_read) return NULL;
    if (i.kind) complete(&i);
    return i.target;
}

/* ======== device ======== */

/* Virtual devices. Relax refers to a device by the kind of its target and by its number
 * among the devices of this kind that were printed before, as in "cuda:1"; so a print counts
 * them. */

/* Records that `device` was printed. */
static void remember(tunip_docsifier *d, const tunip_ir_vdevice *device)
{
    ir_state *state = tunip_job_state(d, &tunip_dialect_ir);
    ir_printed_device *printed = tunip_job_keep(d, sizeof *printed);
    if (!printed) return;
    printed->device = device;
    ir_printed_device **end = state->last_device ? &state->last_device->next : &state->devices;
    *end = printed;
    state->last_device = printed;
}

static tunip_str kind_of(const tunip_ir_vdevice *device)
{
    const tunip_ir_target *target = device->target;
    return tunip_string_value(target && target->kind ? target->kind->name : NULL);
}

int64_t tunip_ir_vdevice_index(tunip_docsifier *d, const tunip_ir_vdevice *device)
{
    const ir_state *state = tunip_job_state(d, &tunip_dialect_ir);
    int64_t index = 0;
    for (const ir_printed_device *at = state ? state->devices : NULL; at; at = at->next) {
        if (at->device == device) return index;
        index += tunip_str_equal(kind_of(at->device), kind_of(device));
    }
    return -1;
}

const tunip_doc *ir_docsify_vdevice(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_ir_vdevice *device = (const tunip_ir_vdevice *)node;
    remember(d, device);
    const tunip_map *target = tunip_ir_target_export(d, device->target);
    const tunip_path *target_path = tunip_path_as(d, tunip_path_attr(d, path, "target"), path);
    const tunip_doc *config =
        target ? tunip_docsify_made(d, target, NULL, target_path) : tunip_doc_none(d, target_path);
    const tunip_doc *id =
        tunip_doc_int(d, device->vdevice_id, tunip_path_attr(d, path, "vdevice_id"));
    const tunip_doc *scope = tunip_doc_str(d, tunip_string_value(device->memory_scope),
                                           tunip_path_attr(d, path, "memory_scope"));
    return tunip_prefixed_call(d, &tunip_dialect_ir, "vdevice", TUNIP_DOCS(d, config, id, scope));
}
