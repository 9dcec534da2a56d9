/* constant_items.c -- walks through the items of constants, and subscripts of constants. */
#include "../ir/kinds.h"
#include "constant.h"

/* ---- items ---- */

static tunip_value *new_items(tunip_elaborator *e, size_t count)
{
    if (!tn_elaborator_spend(e, count, NULL)) return NULL;
    return tn_elaborator_memory(e, (count + 1) * sizeof(tunip_value));
}

static tunip_values characters_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_str rest = value->text;
    size_t count = tn_count_characters(rest);
    tunip_value *items = new_items(e, count);
    for (size_t i = 0; items && i < count; i++) {
        size_t size = tn_size_of_characters(rest, 1);
        items[i] = tn_new_str((tunip_str){rest.data, size});
        items[i].doc = value->doc;
        rest = (tunip_str){rest.data + size, rest.size - size};
    }
    return (tunip_values){items, count};
}

static tunip_values keys_of(tunip_elaborator *e, const tunip_value *value)
{
    size_t count = value->items.count / 2;
    tunip_value *items = new_items(e, count);
    for (size_t i = 0; items && i < count; i++) items[i] = value->items.items[2 * i];
    return (tunip_values){items, count};
}

static tunip_values nodes_of(tunip_elaborator *e, const tunip_array *array, const tunip_doc *doc)
{
    tunip_value *items = new_items(e, array->count);
    for (size_t i = 0; items && i < array->count; i++)
        items[i] = tunip_value_node(array->items[i], doc);
    return (tunip_values){items, array->count};
}

bool tn_iterate(tunip_elaborator *e, const tunip_value *value, tunip_values *out)
{
    const tunip_array *array = NULL;
    switch (value->kind) {
    case TUNIP_VALUE_LIST:
    case TUNIP_VALUE_ITERATOR:
    case TUNIP_VALUE_SET:
        *out = value->items;
        return true;
    case TUNIP_VALUE_DICT:
        *out = keys_of(e, value);
        return true;
    case TUNIP_VALUE_STR:
        *out = characters_of(e, value);
        return true;
    case TUNIP_VALUE_NODE:
        array = TUNIP_AS(tunip_array, value->node);
        if (array) *out = nodes_of(e, array, value->doc);
        return array != NULL;
    default:
        return false;
    }
}

/* ---- subscripts ---- */

/* The range of a slice: the items start, start + step, ... */
typedef struct range {
    int64_t start, step;
    size_t count;
} range;

/* A part of a slice. It counts from the end if it is negative, and ends at the bounds. */
static bool read_bound(const tunip_value *part, int64_t size, int64_t least, int64_t otherwise,
                       int64_t *out)
{
    *out = otherwise;
    if (part->kind == TUNIP_VALUE_ABSENT || part->kind == TUNIP_VALUE_NONE) return true;
    if (!tn_is_whole(part)) return false;
    int64_t most = size + least, bound = tn_int_of(part);
    if (bound < 0) bound += size;
    *out = bound < least ? least : bound > most ? most : bound;
    return true;
}

static bool read_slice(const tunip_value *slice, size_t count, range *out)
{
    const tunip_value *parts = slice->items.items;
    int64_t size = (int64_t)count, stop, step = 1;
    bool has_step = parts[2].kind != TUNIP_VALUE_ABSENT && parts[2].kind != TUNIP_VALUE_NONE;
    if (has_step && !tn_is_whole(&parts[2])) return false;
    if (has_step) step = tn_int_of(&parts[2]);
    if (!step || step == INT64_MIN) return false;
    bool is_back = step < 0;
    int64_t least = is_back ? -1 : 0;
    if (!read_bound(&parts[0], size, least, is_back ? size - 1 : 0, &out->start)) return false;
    if (!read_bound(&parts[1], size, least, is_back ? -1 : size, &stop)) return false;
    int64_t distance = is_back ? out->start - stop : stop - out->start;
    int64_t stride = is_back ? -step : step;
    out->step = step;
    out->count = distance > 0 ? (size_t)((distance - 1) / stride) + 1 : 0;
    return true;
}

static tunip_value slice_of(tunip_elaborator *e, const tunip_value *self, const tunip_value *slice,
                            const tunip_doc *doc)
{
    range part;
    tunip_values items;
    if (!tn_iterate(e, self, &items) || !read_slice(slice, items.count, &part))
        return tunip_complain(e, doc, "the parts of this slice must be integers, and its step "
                                      "must not be 0");
    tunip_value *chosen = items.items || !items.count ? new_items(e, part.count) : NULL;
    if (!chosen) return tunip_value_wrong(doc);
    size_t size = 0;
    for (size_t i = 0; i < part.count; i++) {
        chosen[i] = items.items[part.start + (int64_t)i * part.step];
        if (self->kind == TUNIP_VALUE_STR) size += chosen[i].text.size;
    }
    if (self->kind != TUNIP_VALUE_STR)
        return tn_with_items(e, TUNIP_VALUE_LIST, (tunip_values){chosen, part.count}, doc);
    char *text = tn_new_text(e, size, doc), *at = text;
    if (!text) return tunip_value_wrong(doc);
    for (size_t i = 0; i < part.count; i++) {
        memcpy(at, chosen[i].text.data, chosen[i].text.size);
        at += chosen[i].text.size;
    }
    *at = '\0';
    return tn_new_str((tunip_str){text, size});
}

static tunip_value dict_item(tunip_elaborator *e, const tunip_value *self, const tunip_value *key,
                             const tunip_doc *doc)
{
    size_t at = tn_dict_find(self->items, key);
    if (at < self->items.count) return self->items.items[at + 1];
    if (key->kind == TUNIP_VALUE_STR)
        return tunip_complain(e, doc, "the dict has no key `%.*s`", (int)key->text.size,
                              key->text.data);
    return tunip_complain(e, doc, "the dict has no such key");
}

static tunip_value item_at(tunip_elaborator *e, const tunip_value *self, int64_t index,
                           const tunip_doc *doc)
{
    bool is_text = self->kind == TUNIP_VALUE_STR;
    size_t count = is_text ? tn_count_characters(self->text) : self->items.count;
    int64_t at = index < 0 ? index + (int64_t)count : index;
    if (at < 0 || at >= (int64_t)count)
        return tunip_complain(e, doc, "%s of %zu items has no item %lld",
                              tunip_value_describe(e, self), count, (long long)index);
    if (!is_text) return self->items.items[at];
    size_t begin = tn_size_of_characters(self->text, (size_t)at);
    tunip_str rest = {self->text.data + begin, self->text.size - begin};
    return tn_new_str((tunip_str){rest.data, tn_size_of_characters(rest, 1)});
}

/* The integer that a value is as an index, as a node of an integer is, too. */
static bool read_index(const tunip_value *index, int64_t *out)
{
    if (tn_is_whole(index)) *out = tn_int_of(index);
    return tn_is_whole(index);
}

tunip_value tn_constant_item(tunip_elaborator *e, const tunip_value *self, const tunip_value *index,
                             const tunip_doc *doc)
{
    tunip_value value = tn_absent();
    int64_t at;
    if (self->kind == TUNIP_VALUE_DICT)
        value = dict_item(e, self, index, doc);
    else if (self->kind != TUNIP_VALUE_LIST && self->kind != TUNIP_VALUE_STR)
        return value;
    else if (index->kind == TUNIP_VALUE_SLICE)
        value = slice_of(e, self, index, doc);
    else if (read_index(index, &at))
        value = item_at(e, self, at, doc);
    else
        return tunip_complain(e, doc, "%s has no item at %s", tunip_value_describe(e, self),
                              tunip_value_describe(e, index));
    value.doc = doc;
    return value;
}
