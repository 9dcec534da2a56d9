/* target_text.c -- converts a target to a string from which TVM can make it (TVM
 * src/target/target.cc, TargetNode::str): `cuda -keys=cuda,gpu -arch=sm_75`. A target at the root
 * prints as this string, which omits its host. */
#include "order.h"
#include "rules.h"

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
