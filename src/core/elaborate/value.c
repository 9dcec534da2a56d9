/* value.c -- values of expressions, and conversions of values to nodes. */
#include "../base/compiler.h"
#include "../ir/kinds.h"
#include "../script/script.h"
#include "elaborate.h"

/* A value that shares nothing has fewer parts than the script has bytes, and constants have no
 * names to share. Counting ends at TN_MOST_COUNTED: so many parts are fine in an expression whose
 * own text is as long. */
bool tn_shares_too_much(const tunip_elaborator *e, size_t total, const tunip_doc *doc)
{
    tn_script_place place = doc ? tn_doc_place(doc) : TN_NOWHERE;
    size_t most = TN_MOST_SHARED + e->script_size;
    if (most >= TN_MOST_COUNTED) most = TN_MOST_COUNTED - 1;
    return total > most && total > place.end - place.begin && !e->constant;
}

/* ---- nodes ---- */

/* The dialect that makes nodes from literals: the dialect of the current scope, otherwise that of
 * the wanted type. Only the dialect of the type knows the meaning of a lambda. */
static const tunip_vocabulary *converter(tunip_elaborator *e, const tunip_value *value,
                                         const tunip_type *type)
{
    const tunip_vocabulary *reading = e->reading ? e->reading->lexicon->dialect->vocabulary : NULL;
    if (reading && reading->convert && value->kind != TUNIP_VALUE_LAMBDA) return reading;
    tunip_node wanted = {.type = type};
    const tn_script_dialect *owner = type ? tn_elaborator_owner(e, &wanted) : NULL;
    return owner ? owner->lexicon->dialect->vocabulary : NULL;
}

/* The dialect of a word, such as R.Tensor among the types of T.Tuple. */
static const tunip_vocabulary *word_owner(const tunip_value *value)
{
    bool is_word = value->kind == TUNIP_VALUE_WORD;
    return is_word ? ((const tn_word *)value->word)->dialect->vocabulary : NULL;
}

/* The node of a value that is no node of the wanted type. */
static TN_APART void *convert(tunip_elaborator *e, const tunip_value *value, const tunip_type *type)
{
    const tunip_vocabulary *script = converter(e, value, type);
    const tunip_doc *before = tunip_elaborator_stand(e, value->doc ? value->doc : e->here);
    size_t complaints = e->complaint_count;
    tunip_node *node = script && script->convert ? script->convert(e, value, type) : NULL;
    const tunip_vocabulary *own = node ? NULL : word_owner(value);
    if (own && own != script && own->convert) node = own->convert(e, value, type);
    tunip_elaborator_stand(e, before);
    if (!tn_may_be(node, type)) node = NULL; /* callers cast it to the struct of `type` */
    bool is_said = e->complaint_count > complaints || e->error.code != TUNIP_OK;
    if (!node && value->kind != TUNIP_VALUE_NONE && !is_said)
        tunip_complain_instead(e, value, type ? tunip_type_noun(e, type) : NULL);
    return node;
}

void *tunip_value_to_node(tunip_elaborator *e, const tunip_value *value, const tunip_type *type)
{
    if (value->kind == TUNIP_VALUE_NODE && tn_may_be(value->node, type)) return value->node;
    return value->kind > TUNIP_VALUE_WRONG ? convert(e, value, type) : NULL;
}

tunip_array *tunip_values_to_array(tunip_elaborator *e, tunip_values values, const tunip_type *type)
{
    if (!tn_elaborator_spend(e, values.count, NULL)) values.count = 0;
    void **items = tn_elaborator_memory(e, values.count * sizeof *items);
    for (size_t i = 0; items && i < values.count; i++)
        items[i] = tunip_value_to_node(e, &values.items[i], type);
    return items ? tunip_array_new(e->graph, values.count, items) : NULL;
}

tunip_array *tunip_value_to_array(tunip_elaborator *e, const tunip_value *value,
                                  const tunip_type *type)
{
    if (value->kind == TUNIP_VALUE_LIST) return tunip_values_to_array(e, value->items, type);
    if (value->kind == TUNIP_VALUE_NODE && value->node->type == &tunip_array_type)
        return (tunip_array *)value->node;
    if (value->kind > TUNIP_VALUE_WRONG) tunip_complain_instead(e, value, "a list");
    return tunip_array_new(e->graph, 0, NULL);
}

/* ---- data ---- */

bool tunip_value_has_names(tunip_elaborator *e, const tunip_value *value)
{
    for (size_t i = 0; value->kind == TUNIP_VALUE_DICT && i < value->items.count; i += 2) {
        const tunip_value *key = &value->items.items[i];
        if (key->kind == TUNIP_VALUE_STR || key->kind == TUNIP_VALUE_NODE) continue;
        tunip_complain(e, key->doc, "the keys of attributes are strings, not %s",
                       tunip_value_describe(e, key));
        return false;
    }
    return true;
}

/* The number of items, of which each becomes a node again at each use; 0 if they are too many. */
static size_t items_of(tunip_elaborator *e, const tunip_value *value)
{
    return tn_elaborator_spend(e, value->items.count, value->doc) ? value->items.count : 0;
}

static tunip_node *dict_to_data(tunip_elaborator *e, const tunip_value *value)
{
    size_t count = items_of(e, value);
    void **entries = tn_elaborator_memory(e, count * sizeof *entries);
    for (size_t i = 0; entries && i < count; i++)
        entries[i] = tunip_value_to_data(e, &value->items.items[i]);
    return entries ? (tunip_node *)tunip_map_new(e->graph, count / 2, entries) : NULL;
}

static tunip_node *list_to_data(tunip_elaborator *e, const tunip_value *value)
{
    size_t count = items_of(e, value);
    void **items = tn_elaborator_memory(e, count * sizeof *items);
    for (size_t i = 0; items && i < count; i++)
        items[i] = tunip_value_to_data(e, &value->items.items[i]);
    return items ? (tunip_node *)tunip_array_new(e->graph, count, items) : NULL;
}

tunip_node *tunip_value_to_data(tunip_elaborator *e, const tunip_value *value)
{
    switch (value->kind) {
    case TUNIP_VALUE_ABSENT:
    case TUNIP_VALUE_WRONG:
    case TUNIP_VALUE_NONE:
        return NULL;
    case TUNIP_VALUE_BOOL:
        return (tunip_node *)tunip_bool_new(e->graph, value->boolean);
    case TUNIP_VALUE_INT:
        return (tunip_node *)tunip_int_new(e->graph, value->integer);
    case TUNIP_VALUE_FLOAT:
        return (tunip_node *)tunip_float_new(e->graph, value->real);
    case TUNIP_VALUE_STR:
        return (tunip_node *)tunip_string_new_view(e->graph, value->text);
    case TUNIP_VALUE_LIST:
        return list_to_data(e, value);
    case TUNIP_VALUE_DICT:
        return dict_to_data(e, value);
    default:
        return tunip_value_to_node(e, value, NULL);
    }
}

/* ---- plain values ---- */

static void mismatch(tunip_elaborator *e, const tunip_value *value, const char *expected)
{
    if (value->kind > TUNIP_VALUE_WRONG) tunip_complain_instead(e, value, expected);
}

int64_t tunip_value_to_int(tunip_elaborator *e, const tunip_value *value, int64_t otherwise)
{
    if (value->kind == TUNIP_VALUE_INT) return value->integer;
    if (value->kind == TUNIP_VALUE_BOOL) return value->boolean;
    mismatch(e, value, "an integer");
    return otherwise;
}

bool tunip_value_to_bool(tunip_elaborator *e, const tunip_value *value, bool otherwise)
{
    if (value->kind == TUNIP_VALUE_BOOL) return value->boolean;
    if (value->kind == TUNIP_VALUE_INT) return value->integer != 0;
    mismatch(e, value, "True or False");
    return otherwise;
}

tunip_str tunip_value_to_str(tunip_elaborator *e, const tunip_value *value, const char *otherwise)
{
    if (value->kind == TUNIP_VALUE_STR) return value->text;
    if (value->kind == TUNIP_VALUE_NODE && tunip_is(value->node, &tunip_string_type))
        return tunip_string_value(value->node);
    mismatch(e, value, "a string");
    return tunip_str_from(otherwise);
}

tunip_dtype tunip_value_to_dtype(tunip_elaborator *e, const tunip_value *value,
                                 tunip_dtype otherwise)
{
    tunip_dtype dtype;
    if (value->kind == TUNIP_VALUE_STR && tunip_dtype_parse(value->text, &dtype)) return dtype;
    if (value->kind == TUNIP_VALUE_STR) {
        tunip_complain(e, value->doc, "there is no dtype `%.*s`", (int)value->text.size,
                       value->text.data);
        tn_suggest_dtype(e, value->text);
        return otherwise;
    }
    mismatch(e, value, "a dtype");
    return otherwise;
}
