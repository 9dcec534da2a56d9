/* target_import.c -- makes a target of its configuration, or of a string such as "cuda -arch=sm_80"
 * (TVM src/target/target.cc, FromRawString, FromConfig; target_kind.cc; parsers/). TVM asks the
 * machine for options that are not given; this file takes those of a TVM without such a device. */
#include <stdlib.h>
#include <string.h>

#include <tunip/ext/elaborate.h>
#include <tunip/ext/ir_rules.h>

#include "target_kind.h"
#include "target_tag.h"

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
    i->kind = ir_target_kind_find(text);
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

static void add_text(importer *i, const char *name, const char *value)
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
        if (strcmp(rows[k].kind, i->kind->name) == 0) add_text(i, rows[k].option, rows[k].value);
    if (strcmp(i->kind->name, "llvm") == 0 && !tunip_map_get(i->target->attrs, "mcpu"))
        add_text(i, "mtriple", "");
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
