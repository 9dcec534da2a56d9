/* words.c -- splitting the rows of words, and collecting those of a dialect. */
#include "words.h"

#include "../ir/visit.h"

enum { MOST_PARAMS = 32 };

/* Cuts the next word off `*text`; empty at the end. */
static tunip_str next_piece(const char **text)
{
    const char *begin = *text + strspn(*text, " ");
    size_t size = strcspn(begin, " ");
    *text = begin + size;
    return (tunip_str){begin, size};
}

static tunip_status no_memory(tunip_error *error)
{
    return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
}

/* One parameter of a row. In a row of `words`, "x=" is optional; in a row of rules, "key=field"
 * names the field. */
static const char *add_param(tn_word *word, tn_param *params, tunip_str text)
{
    const tunip_rule *rule = word->word.rule;
    if (!rule && tunip_str_is(text, "**")) {
        word->takes_any = true;
        return NULL;
    }
    if (!rule && text.data[0] == '*') {
        word->takes_rest = text.size > 1;
        word->has_star = true;
        return NULL;
    }
    if (word->count == MOST_PARAMS) return "has too many parameters";
    tn_param *param = &params[word->count++];
    *param = (tn_param){.name = text};
    const char *equals = memchr(text.data, '=', text.size);
    tunip_str field = text;
    if (equals) {
        param->name.size = (size_t)(equals - text.data);
        field = (tunip_str){equals + 1, text.size - param->name.size - 1};
    }
    if (!word->has_star) word->positional = word->count;
    if (!rule) {
        param->is_optional = equals != NULL;
        return NULL;
    }
    param->field = tn_type_field(rule->type, field);
    param->is_optional = param->field && param->field->flags & TUNIP_FLAG_DEFAULT;
    return param->field ? NULL : "names a field that its type does not have";
}

static bool is_renamed(const tunip_dialect *dialect, tunip_str name)
{
    for (size_t i = 0; i < dialect->renaming_count; i++)
        if (tunip_str_is(name, dialect->renamings[i].name) ||
            tunip_str_is(name, dialect->renamings[i].written))
            return true;
    return false;
}

const tn_word *tn_word_compile(tn_arena *arena, const tunip_dialect *dialect, const tunip_word *row,
                               tunip_error *error)
{
    tn_param params[MOST_PARAMS];
    tn_word *word = tn_arena_zalloc(arena, sizeof *word);
    if (!word) {
        no_memory(error);
        return NULL;
    }
    word->word = *row;
    word->dialect = dialect;
    const char *rest = row->params ? row->params : "", *fault = NULL;
    for (tunip_str piece = next_piece(&rest); piece.size && !fault; piece = next_piece(&rest))
        fault = add_param(word, params, piece);
    if (fault) {
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "the word %s of %s %s", row->name,
                        dialect->name, fault);
        return NULL;
    }
    for (size_t i = 0; i < word->count; i++) {
        if (!params[i].is_optional) word->required = i + 1;
        params[i].is_renamed = is_renamed(dialect, params[i].name);
    }
    tn_param *copy = tn_arena_alloc(arena, word->count * sizeof *copy);
    if (!copy) {
        no_memory(error);
        return NULL;
    }
    memcpy(copy, params, word->count * sizeof *copy);
    word->params = copy;
    return word;
}

static tunip_status add_later(tn_lexicon *lexicon, tn_arena *arena,
                              const tunip_allocator *allocator, const tunip_word *row,
                              tunip_error *error)
{
    const tn_word *word = tn_word_compile(arena, lexicon->dialect, row, error);
    if (!word) return error ? error->code : TUNIP_ERROR_ARGUMENT;
    tunip_str name = tunip_str_from(row->name);
    bool added = tn_intern_put(&lexicon->later_names, name) != TN_NOT_INTERNED &&
                 tn_array_push(&lexicon->later, allocator, word);
    return added ? TUNIP_OK : no_memory(error);
}

static tunip_status add(tn_lexicon *lexicon, tn_arena *arena, const tunip_allocator *allocator,
                        const tunip_word *row, tunip_error *error)
{
    tunip_str name = tunip_str_from(row->name);
    if (row->since) return add_later(lexicon, arena, allocator, row, error);
    if (tn_lexicon_find(lexicon, name)) {
        if (row->rule)
            return TUNIP_OK; /* a type and its descendant print alike; the first counts */
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT, "%s has the word %s twice",
                               lexicon->dialect->name, row->name);
    }
    const tn_word *word = tn_word_compile(arena, lexicon->dialect, row, error);
    if (!word) return error ? error->code : TUNIP_ERROR_ARGUMENT;
    bool added = tn_intern_put(&lexicon->names, name) != TN_NOT_INTERNED &&
                 tn_array_push(&lexicon->words, allocator, word);
    return added ? TUNIP_OK : no_memory(error);
}

tunip_status tn_lexicon_init(tn_lexicon *lexicon, tn_arena *arena, const tunip_allocator *allocator,
                             const tunip_dialect *dialect, tunip_error *error)
{
    *lexicon = (tn_lexicon){.dialect = dialect};
    tn_intern_init(&lexicon->names, arena, allocator);
    tn_intern_init(&lexicon->later_names, arena, allocator);
    const tunip_vocabulary *script = dialect->vocabulary;
    tunip_status status = TUNIP_OK;
    for (size_t i = 0; script && i < script->word_count && status == TUNIP_OK; i++)
        status = add(lexicon, arena, allocator, &script->words[i], error);
    for (size_t i = 0; i < dialect->rule_count && status == TUNIP_OK; i++) {
        const tunip_rule *rule = &dialect->rules[i];
        if (rule->form != TUNIP_RULE_CALL && rule->form != TUNIP_RULE_NAME) continue;
        tunip_word row = {.name = rule->name, .rule = rule};
        row.params = rule->form == TUNIP_RULE_CALL ? rule->fields ? rule->fields : "" : NULL;
        if (tn_lexicon_find(lexicon, tunip_str_from(row.name)))
            continue; /* the script's own word */
        status = add(lexicon, arena, allocator, &row, error);
    }
    return status;
}

void tn_lexicon_free(tn_lexicon *lexicon)
{
    tn_array_free(&lexicon->words, lexicon->names.allocator);
    tn_array_free(&lexicon->later, lexicon->names.allocator);
    tn_intern_free(&lexicon->later_names);
    tn_intern_free(&lexicon->names);
}
