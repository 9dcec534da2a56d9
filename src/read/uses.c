/* uses.c -- collections of names and their places, and the words of dialects. */
#include "uses.h"

#include <limits.h>

#include "../library/context.h"
#include "../util/source.h"
#include "elaborate.h"
#include "script.h"

/* ---- the collection ---- */

tunip_uses *tunip_uses_new(const tunip_allocator *allocator, tunip_error *error)
{
    tunip_allocator own = allocator ? *allocator : tn_malloc;
    tunip_uses *uses = own.alloc(own.ctx, sizeof *uses);
    if (!uses) {
        tn_no_memory(error);
        return NULL;
    }
    memset(uses, 0, sizeof *uses);
    uses->allocator = own;
    return uses;
}

void tunip_uses_free(tunip_uses *uses)
{
    if (!uses) return;
    tunip_allocator own = uses->allocator;
    tn_array_free(&uses->items, &own);
    tn_array_free(&uses->bound, &own);
    tunip_graph_free(uses->graph);
    own.free(own.ctx, uses, sizeof *uses);
}

tunip_status tunip_uses_status(const tunip_uses *uses)
{
    return uses && uses->failed ? TUNIP_ERROR_MEMORY : TUNIP_OK;
}

size_t tunip_uses_count(const tunip_uses *uses)
{
    return uses ? uses->items.count : 0;
}

const tunip_use *tunip_uses_get(const tunip_uses *uses, size_t index)
{
    return index < tunip_uses_count(uses) ? &uses->items.items[index] : NULL;
}

const tunip_graph *tunip_uses_graph(const tunip_uses *uses)
{
    return uses ? uses->graph : NULL;
}

size_t tn_uses_add(tunip_uses *uses, tunip_use use)
{
    if (!uses) return 0;
    if (use.kind == TUNIP_USE_DEFINITION) use.definition = uses->items.count + 1;
    if (tn_array_push(&uses->items, &uses->allocator, use)) return uses->items.count;
    uses->failed = true;
    return 0;
}

void tn_uses_keep(tunip_uses *uses, tunip_graph *graph)
{
    tunip_graph_free(uses->graph);
    uses->graph = graph;
}

/* ---- elaborators ---- */

/* Whether a name stands at `at` as a word of its own: the `n` of "n", not that of T.int64. */
static bool is_word_at(tunip_str text, size_t at, tunip_str name)
{
    size_t end = at + name.size;
    return memcmp(text.data + at, name.data, name.size) == 0 &&
           !(at && tunip_is_name_part(text.data[at - 1])) &&
           !(end < text.size && tunip_is_name_part(text.data[end]));
}

/* Narrows the place of a Doc to the name in it: the member of an ATTR is its last part, and a
 * symbol may be in quotes. False if the text does not have the name there. */
static bool narrow(const tunip_elaborator *e, const tunip_doc *doc, tunip_str name, tunip_use *use)
{
    if (!doc || !name.size || tn_doc_is_nowhere(doc)) return false;
    tn_script_place place = tn_doc_place(doc);
    tunip_str text = tunip_source_text(e->script->input->source);
    if (place.end > text.size || place.begin + name.size > place.end) return false;
    bool is_last = doc->kind == TUNIP_DOC_ATTR;
    size_t count = place.end - place.begin - name.size + 1;
    for (size_t i = 0; i < count; i++) {
        size_t at = is_last ? place.begin + count - 1 - i : place.begin + i;
        if (!is_word_at(text, at, name)) continue;
        use->begin = at;
        use->end = at + name.size;
        return true;
    }
    return false;
}

/* The ID of a name among the targets of a statement or the parameters of a function. */
static const tunip_doc *find_target(const tunip_doc *doc, tunip_str name, int depth)
{
    enum { MOST_DEPTH = 20 };
    const tunip_doc *found = NULL;
    tunip_docs items = {NULL, 0};
    if (!doc || depth > MOST_DEPTH) return NULL;
    switch (doc->kind) {
    case TUNIP_DOC_ID:
        return tunip_str_equal(((const tunip_doc_id *)doc)->name, name) ? doc : NULL;
    case TUNIP_DOC_ASSIGN:
        return find_target(((const tunip_doc_assign *)doc)->lhs, name, depth + 1);
    case TUNIP_DOC_FOR:
        return find_target(((const tunip_doc_for *)doc)->lhs, name, depth + 1);
    case TUNIP_DOC_SCOPE:
        return find_target(((const tunip_doc_scope *)doc)->lhs, name, depth + 1);
    case TUNIP_DOC_CLASS:
        return find_target(((const tunip_doc_class *)doc)->name, name, depth + 1);
    case TUNIP_DOC_FUNCTION:
        if (!tn_doc_has_unread_args(doc)) items = ((const tunip_doc_function *)doc)->args;
        break;
    case TUNIP_DOC_TUPLE:
    case TUNIP_DOC_LIST:
        items = ((const tunip_doc_tuple *)doc)->elements;
        break;
    default:
        break;
    }
    for (size_t i = 0; !found && i < items.count; i++)
        found = find_target(items.items[i], name, depth + 1);
    if (!found && doc->kind == TUNIP_DOC_FUNCTION)
        found = find_target(((const tunip_doc_function *)doc)->name, name, depth + 1);
    return found;
}

static const tunip_node *node_of(const tunip_value *value)
{
    bool has_node = value->kind == TUNIP_VALUE_NODE || value->kind == TUNIP_VALUE_OPEN;
    return has_node ? value->node : NULL;
}

void tn_note_bound(tunip_elaborator *e, tunip_str name, const tunip_value *value)
{
    tunip_uses *uses = e->script->input->options->uses;
    tunip_use use = {.kind = TUNIP_USE_DEFINITION, .node = node_of(value)};
    size_t number = e->bound.count, definition = 0; /* of the name that comes next */
    bool is_found = !e->constant &&
                    (narrow(e, find_target(e->stmt, name, 0), name, &use) ||
                     narrow(e, find_target((const tunip_doc *)e->function, name, 0), name, &use) ||
                     narrow(e, value->doc, name, &use));
    if (is_found) definition = tn_uses_add(uses, use);
    while (uses->bound.count <= number)
        if (!tn_array_push(&uses->bound, &uses->allocator, 0)) {
            uses->failed = true;
            return;
        }
    uses->bound.items[number] = definition;
}

void tn_note_reference(tunip_elaborator *e, const tunip_doc_id *id, const tunip_value *bound)
{
    tunip_uses *uses = e->script->input->options->uses;
    const char *at = (const char *)bound - offsetof(tn_bound_name, value);
    size_t number = (size_t)((const tn_bound_name *)(const void *)at - e->bound.items);
    tunip_use use = {.kind = TUNIP_USE_REFERENCE, .node = node_of(bound)};
    if (number < uses->bound.count) use.definition = uses->bound.items[number];
    if (!e->constant && narrow(e, &id->base, id->name, &use)) tn_uses_add(uses, use);
}

void tn_note_word(tunip_elaborator *e, const tunip_word *row, const tunip_doc *doc)
{
    const tn_word *word = (const tn_word *)row;
    tunip_use use = {.kind = TUNIP_USE_WORD, .dialect = word->dialect};
    if (word->added) use.dialect = word->added->host->dialect;
    if (e->constant || tn_doc_is_nowhere(doc)) return;
    tn_script_place place = tn_doc_place(doc);
    use.begin = place.begin;
    use.end = place.end;
    const tn_script_dialect *dialect = tn_elaborator_other(e, word->dialect);
    tunip_str name = tunip_str_from(row->name);
    /* a word that no row lists, such as a dtype, lives as long as the elaborator */
    if (dialect && (tn_lexicon_find(dialect->lexicon, name) == word ||
                    tn_lexicon_later(dialect->lexicon, name, UINT_MAX) == word))
        use.word = row;
    tn_uses_add(e->script->input->options->uses, use);
}

void tunip_elaborator_note(tunip_elaborator *e, tunip_use_kind kind, tunip_str name,
                           const tunip_doc *doc, const void *node)
{
    tunip_use use = {.kind = kind, .node = node};
    if (!e->script->input->options->uses || e->constant || !node) return;
    if (narrow(e, doc, name, &use)) tn_uses_add(e->script->input->options->uses, use);
}

/* ---- words ---- */

void tunip_word_describe(const tunip_word *word, tunip_word_info *out)
{
    const tunip_rule *rule = word->rule;
    *out = (tunip_word_info){.name = tunip_str_from(word->name),
                             .params = word->params,
                             .type = rule && rule->type ? rule->type->key : NULL,
                             .since = word->since};
}

/* Word number *index of a lexicon, or NULL, with their number taken off *index. */
static const tn_word *word_at(const tn_lexicon *lexicon, size_t *index)
{
    size_t older = lexicon->words.count, all = older + lexicon->later.count;
    if (*index < older) return lexicon->words.items[*index];
    if (*index < all) return lexicon->later.items[*index - older];
    *index -= all;
    return NULL;
}

bool tunip_word_get(const tunip_context *context, const tunip_dialect *dialect, size_t index,
                    tunip_word_info *out)
{
    if (tn_context_read_words((tunip_context *)(uintptr_t)context, NULL) != TUNIP_OK) return false;
    const tn_lexicon *own = NULL;
    for (size_t i = 0; i < context->lexicons.count && !own; i++)
        if (context->lexicons.items[i].dialect == dialect) own = &context->lexicons.items[i];
    const tn_word *word = NULL;
    for (const tn_lexicon *at = own ? own->extensions : NULL; at && !word; at = at->next)
        word = word_at(at, &index);
    if (own && !word) word = word_at(own, &index);
    if (word) tunip_word_describe(&word->word, out);
    return word != NULL;
}

const char *tunip_word_summary(const tunip_dialect *dialect, tunip_str name)
{
    const tunip_vocabulary *words = dialect->vocabulary;
    bool has_notes = words && words->size > offsetof(tunip_vocabulary, note_count);
    for (size_t i = 0; has_notes && i < words->note_count; i++)
        if (tunip_str_is(name, words->notes[i].name)) return words->notes[i].summary;
    return NULL;
}
