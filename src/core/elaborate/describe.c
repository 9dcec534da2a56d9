/* describe.c -- words for messages: what the script says at a place, and what a value is. A message
 * speaks of the script, so no type of a node is named. */
#include <stdio.h>

#include "../script/script.h"
#include "elaborate.h"

/* ---- the script's own text ---- */

enum { LONGEST_SPELLING = 40 };

const char *tunip_doc_spelling(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_str script = e->options->text;
    if (!doc || e->constant || tn_doc_is_nowhere(doc)) return NULL;
    tn_script_place place = tn_doc_place(doc);
    if (place.end > script.size || place.begin >= place.end ||
        place.end - place.begin > LONGEST_SPELLING)
        return NULL;
    tunip_str text = {script.data + place.begin, place.end - place.begin};
    if (memchr(text.data, '\n', text.size) || memchr(text.data, '`', text.size)) return NULL;
    char *copy = tn_elaborator_memory(e, text.size + 1);
    if (!copy) return NULL;
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    return copy;
}

static const char *make_text(tunip_elaborator *e, const char *format, const char *first,
                             const char *second)
{
    size_t size = strlen(format) + strlen(first) + strlen(second) + 1;
    char *text = tn_elaborator_memory(e, size);
    if (text) snprintf(text, size, format, first, second);
    return text ? text : "";
}

/* ---- nodes ---- */

/* Nodes of all dialects. */
static const tunip_noun shared[] = {
    {&tunip_array_type, "a list"},      {&tunip_map_type, "a dict"},
    {&tunip_string_type, "a string"},   {&tunip_int_type, "an integer"},
    {&tunip_float_type, "a float"},     {&tunip_bool_type, "a bool"},
    {&tunip_tensor_type, "a constant"},
};

static const char *find_noun(const tunip_noun *nouns, size_t count, const tunip_type *type)
{
    for (size_t i = 0; i < count; i++)
        if (nouns[i].type == type || (type->kin && nouns[i].type == type->kin))
            return nouns[i].words;
    return NULL;
}

const char *tunip_type_noun(tunip_elaborator *e, const tunip_type *type)
{
    for (const tunip_type *t = type; t; t = t->base) {
        const char *noun = find_noun(shared, TUNIP_LEN(shared), t);
        for (size_t i = 0; !noun && i < e->dialect_count; i++) {
            const tunip_vocabulary *script = e->dialects[i].lexicon->dialect->vocabulary;
            bool has_nouns = script && script->size > offsetof(tunip_vocabulary, noun_count);
            if (has_nouns) noun = find_noun(script->nouns, script->noun_count, t);
        }
        if (noun) return noun;
    }
    return type ? make_text(e, "a `%s`%s", type->key, "") : "a value";
}

/* The length of the key of a type that `text` begins with, such as "tir.Buffer". */
static size_t key_size(tunip_str text)
{
    size_t size = 0;
    while (size < text.size && (tunip_is_name_part(text.data[size]) || text.data[size] == '.'))
        size++;
    while (size && text.data[size - 1] == '.') size--;
    return size;
}

/* A message of a check of nodes, which names types by their keys, with nouns instead: without
 * "tir.For: " at its beginning, and with "a buffer" for "tir.Buffer". */
const char *tn_with_nouns(tunip_elaborator *e, tunip_str text)
{
    enum { LONGEST_NOUN = 48 };
    char *out = tn_elaborator_memory(e, (text.size + 1) * LONGEST_NOUN);
    size_t at = 0, made = 0;
    while (out && at < text.size) {
        size_t size = key_size((tunip_str){text.data + at, text.size - at});
        tunip_str word = {text.data + at, size};
        const tunip_type *type = size ? tunip_context_type(e->context, word) : NULL;
        bool is_head = type && !at && size < text.size && text.data[size] == ':';
        if (is_head) {
            at = size + 2;
            continue;
        }
        if (!size) size = 1;
        word = type ? tunip_str_from(tunip_type_noun(e, type)) : (tunip_str){word.data, size};
        if (word.size > LONGEST_NOUN * size) word.size = LONGEST_NOUN * size;
        memcpy(out + made, word.data, word.size);
        made += word.size;
        at += size;
    }
    if (!out) return "";
    out[made] = '\0';
    return out;
}

/* ---- words ---- */

const char *tn_word_title(tunip_elaborator *e, const tunip_word *row)
{
    const tn_word *word = (const tn_word *)row;
    const tn_script_dialect *own = tn_elaborator_dialect(e, word->dialect);
    const char *name = row->name;
    if (!tunip_is_letter(*name) || !own || !own->prefix.size)
        return make_text(e, "`%s`%s", name + strspn(name, ".@="), "");
    char prefix[16];
    snprintf(prefix, sizeof prefix, "%.*s", (int)own->prefix.size, own->prefix.data);
    return make_text(e, "%s.%s", prefix, name);
}

/* ---- values ---- */

/* ORDER tunip_value_kind */
static const char *const kind_names[] = {
    "nothing", "a mistake", "None",    "a bool",   "an integer", "a float",  "a string", "a node",
    "a list",  "a dict",    "a slice", "a lambda", "a word",     "a method", "a scope",  "an open",
    "an iterator", "a set"};

const char *tunip_value_describe(tunip_elaborator *e, const tunip_value *value)
{
    switch (value->kind) {
    case TUNIP_VALUE_NODE:
        return tunip_type_noun(e, value->node->type);
    case TUNIP_VALUE_OPEN:
        return make_text(e, "%s that is not complete yet%s", tunip_type_noun(e, value->node->type),
                         "");
    case TUNIP_VALUE_WORD:
        return tn_word_title(e, value->word);
    case TUNIP_VALUE_METHOD:
        return make_text(e, "the method %s%s", tn_word_title(e, value->method->word), "");
    case TUNIP_VALUE_SCOPE:
        return value->scope->kind->name;
    default:
        return kind_names[value->kind];
    }
}

/* Whether the description is not the spelling itself. */
static bool says_more(const tunip_value *value)
{
    return value->kind > TUNIP_VALUE_NONE && value->kind != TUNIP_VALUE_WORD &&
           value->kind != TUNIP_VALUE_METHOD && value->kind != TUNIP_VALUE_SCOPE;
}

const char *tn_value_introduce(tunip_elaborator *e, const tunip_value *value, const tunip_doc *doc)
{
    const char *noun = tunip_value_describe(e, value);
    const char *spelling = says_more(value) ? tunip_doc_spelling(e, doc) : NULL;
    return spelling ? make_text(e, "`%s` is %s and", spelling, noun) : noun;
}

tunip_value tunip_complain_target(tunip_elaborator *e, const tunip_doc *target)
{
    const char *spelling = tunip_doc_spelling(e, target);
    if (spelling) return tunip_complain(e, target, "cannot assign to `%s`", spelling);
    return tunip_complain(e, target, "cannot assign to this");
}

/* Of `n` after `n = T.int64`, which should be a call. */
static tunip_value complain_uncalled(tunip_elaborator *e, const tunip_value *value,
                                     const char *expected)
{
    const tunip_doc_id *id = (const tunip_doc_id *)value->doc;
    tunip_value wrong = tunip_complain(e, value->doc, "`%.*s` is %s, not %s", (int)id->name.size,
                                       id->name.data, tunip_value_describe(e, value), expected);
    tunip_complain_also(e, NULL, "it is not called: add `()` where `%.*s` is assigned",
                        (int)id->name.size, id->name.data);
    tunip_name_set(e, id->name, wrong);
    return wrong;
}

static bool is_uncalled(tunip_elaborator *e, const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_WORD && value->doc->kind == TUNIP_DOC_ID &&
           tn_doc_name_get(e, ((const tunip_doc_id *)value->doc)->name);
}

tunip_value tunip_complain_instead(tunip_elaborator *e, const tunip_value *value,
                                   const char *expected)
{
    if (tn_is_outsider(e, value, value->doc))
        return tn_refuse_name(e, (const tunip_doc_id *)value->doc);
    if (expected && is_uncalled(e, value)) return complain_uncalled(e, value, expected);
    const char *noun = tunip_value_describe(e, value);
    const char *spelling = says_more(value) ? tunip_doc_spelling(e, value->doc) : NULL;
    if (!expected)
        return tunip_complain(e, value->doc, "%s cannot stand here",
                              tn_value_introduce(e, value, value->doc));
    if (spelling)
        return tunip_complain(e, value->doc, "`%s` is %s, not %s", spelling, noun, expected);
    return tunip_complain(e, value->doc, "expected %s, got %s", expected, noun);
}
