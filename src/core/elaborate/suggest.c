/* suggest.c -- "did you mean ...?": the known name that is nearest to an unknown one. */
#include <stdio.h>

#include "../../util/distance.h"
#include "elaborate.h"

/* Keeps `name` in *best if it is nearer to `wanted` than any name before. The same name is
 * no better: its place does not take it, or it stands for something undefined. */
static void consider(tunip_str wanted, tunip_str name, tunip_str *best, size_t *least)
{
    size_t d = tn_edit_distance(wanted, name, *least);
    if (!d || d >= *least || d >= name.size) return;
    *least = d;
    *best = name;
}

static size_t tolerance(tunip_str name)
{
    return 1 + (name.size + 2) / 4;
}

/* Each complaint is compared with all names. */
enum { MOST_COMPLAINTS = 100 };

void tunip_suggest_name(tunip_elaborator *e, tunip_str name)
{
    tunip_str best = {NULL, 0};
    if (e->complaint_count > MOST_COMPLAINTS) return;
    size_t least = tolerance(name);
    for (size_t i = e->bound.count; i-- > 0;) {
        const tn_bound_name *bound = &e->bound.items[i];
        if (bound->value.kind > TUNIP_VALUE_WRONG)
            consider(name, tn_intern_text(&e->names, bound->name), &best, &least);
    }
    if (best.data) tunip_complain_also(e, NULL, "did you mean `%.*s`?", (int)best.size, best.data);
}

tunip_value tn_refuse_name(tunip_elaborator *e, const tunip_doc_id *id)
{
    if (tunip_str_is(id->name, "...")) {
        tunip_complain(e, &id->base, "`...` is not allowed here");
        tunip_complain_also(e, NULL, "a shortened text cannot be read");
        return tunip_value_wrong(&id->base);
    }
    tunip_value wrong =
        tunip_complain(e, &id->base, "`%.*s` is not defined", (int)id->name.size, id->name.data);
    tn_name_fail(e, id->name);
    if (tunip_str_is(id->name, "metadata"))
        tunip_complain_also(e, NULL,
                            "the text lacks its metadata section: print it with show_meta");
    else
        tunip_suggest_name(e, id->name);
    return wrong;
}

bool tn_is_outsider(tunip_elaborator *e, const tunip_value *value, const tunip_doc *doc)
{
    return value->kind == TUNIP_VALUE_NODE && doc->kind == TUNIP_DOC_ID &&
           !tn_doc_name_get(e, ((const tunip_doc_id *)doc)->name);
}

void tunip_suggest_one_of(tunip_elaborator *e, tunip_str name, const char *const *names,
                          size_t count)
{
    tunip_str best = {NULL, 0};
    size_t least = tolerance(name);
    for (size_t i = 0; i < count; i++) consider(name, tunip_str_from(names[i]), &best, &least);
    if (best.data) tunip_complain_also(e, NULL, "did you mean `%.*s`?", (int)best.size, best.data);
}

static const char *const usual_dtypes[] = {
    "float32", "float16", "float64", "bfloat16", "int32",  "int64", "int8",         "int16",
    "uint32",  "uint8",   "uint16",  "uint64",   "handle", "bool",  "float8_e4m3fn"};

void tn_suggest_dtype(tunip_elaborator *e, tunip_str name)
{
    tunip_suggest_one_of(e, name, usual_dtypes, TUNIP_LEN(usual_dtypes));
}

/* The usual dtype whose name lacks its bits, as in T.float, if it is a word of the dialect. */
static tunip_str dtype_without_bits(tunip_elaborator *e, const tunip_vocabulary *script,
                                    tunip_str name)
{
    tunip_word row = {.name = NULL};
    for (size_t i = 0; script && script->find_word && i < TUNIP_LEN(usual_dtypes); i++) {
        tunip_str dtype = tunip_str_from(usual_dtypes[i]);
        size_t bits = strcspn(dtype.data, "0123456789");
        if (bits == name.size && memcmp(dtype.data, name.data, bits) == 0 &&
            script->find_word(e, dtype, &row))
            return dtype;
    }
    return (tunip_str){NULL, 0};
}

/* A search for a word that no row lists: a dialect describes such words, for example the names of
 * dtypes, only one by one. */
typedef struct search {
    tunip_elaborator *e;
    const tunip_vocabulary *script;
    tunip_str name;
    char *word; /* the one that was tried last; has room for one more letter and a NUL */
    size_t size;
} search;

/* Whether `name` with `added` in place of so many letters at `at` is a word. */
static bool is_word_with(search *s, size_t at, size_t removed, tunip_str added)
{
    size_t rest = s->name.size - at - removed;
    memcpy(s->word, s->name.data, at);
    memcpy(s->word + at, added.data, added.size);
    memcpy(s->word + at + added.size, s->name.data + at + removed, rest);
    s->size = at + added.size + rest;
    s->word[s->size] = '\0';
    tunip_word row = {.name = NULL};
    return s->size && s->script->find_word(s->e, (tunip_str){s->word, s->size}, &row);
}

/* Whether a word differs at `at`: by two neighbours that are swapped, by a letter that is too much
 * or another one, or by one that is missing. Digits are not added: they would make some type of
 * T.int. */
static bool is_near_word(search *s, size_t at)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";
    size_t left = s->name.size - at;
    const char swapped[] = {left > 1 ? s->name.data[at + 1] : ' ', left ? s->name.data[at] : ' '};
    if (left > 1 && is_word_with(s, at, 2, (tunip_str){swapped, 2})) return true;
    if (left && is_word_with(s, at, 1, (tunip_str){"", 0})) return true;
    for (const char *letter = letters; *letter; letter++)
        if (is_word_with(s, at, 0, (tunip_str){letter, 1}) ||
            (left && is_word_with(s, at, 1, (tunip_str){letter, 1})))
            return true;
    return false;
}

static tunip_str near_described_word(tunip_elaborator *e, const tunip_vocabulary *script,
                                     tunip_str name)
{
    enum { MOST_LETTERS = 32 };
    search s = {.e = e, .script = script, .name = name};
    bool is_usual = name.size < MOST_LETTERS && !memchr(name.data, '.', name.size);
    if (script && script->find_word && is_usual) s.word = tn_elaborator_memory(e, name.size + 2);
    for (size_t at = 0; s.word && at <= name.size; at++)
        if (is_near_word(&s, at)) return (tunip_str){s.word, s.size};
    return (tunip_str){NULL, 0};
}

/* Whether a word is the name in a namespace: nn.relu is relu. */
static bool is_spelled_in(tunip_str word, tunip_str name)
{
    size_t head = word.size > name.size ? word.size - name.size : 0;
    return head && word.data[head - 1] == '.' && tunip_is_letter(word.data[0]) &&
           memcmp(word.data + head, name.data, name.size) == 0;
}

/* Other words, such as methods, have no prefix: their names do not begin with a letter. */
void tn_suggest_word(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name)
{
    tunip_str best = {NULL, 0};
    if (e->complaint_count > MOST_COMPLAINTS) return;
    size_t least = tolerance(name);
    const tn_lexicon *lexicon = dialect->lexicon;
    for (size_t i = 0; i < lexicon->words.count; i++) {
        tunip_str word = tunip_str_from(lexicon->words.items[i]->word.name);
        if (tunip_is_letter(word.data[0])) consider(name, word, &best, &least);
        if (!is_spelled_in(word, name)) continue;
        best = word;
        least = 0;
        break;
    }
    tunip_str described = dtype_without_bits(e, lexicon->dialect->vocabulary, name);
    if (!described.data && (!best.data || least > 1))
        described = near_described_word(e, lexicon->dialect->vocabulary, name);
    if (described.data) best = described;
    if (best.data)
        tunip_complain_also(e, NULL, "did you mean `%.*s.%.*s`?", (int)dialect->prefix.size,
                            dialect->prefix.data, (int)best.size, best.data);
}

/* The first word of a dialect that declares functions; NULL if there is none. */
static const char *function_word(const tn_lexicon *lexicon)
{
    for (size_t i = 0; i < lexicon->words.count; i++)
        if (lexicon->words.items[i]->word.declare) return lexicon->words.items[i]->word.name;
    return NULL;
}

void tn_suggest_decorator(tunip_elaborator *e)
{
    char text[256];
    int size = 0;
    for (size_t i = 0; i < e->dialect_count && (size_t)size < sizeof text; i++) {
        const tn_script_dialect *dialect = &e->dialects[i];
        const char *word = dialect->prefix.size ? function_word(dialect->lexicon) : NULL;
        if (word)
            size +=
                snprintf(text + size, sizeof text - (size_t)size, "%s`@%.*s.%s`",
                         size ? " or " : "", (int)dialect->prefix.size, dialect->prefix.data, word);
    }
    if (size && (size_t)size < sizeof text)
        tunip_complain_also(e, NULL, "add a decorator above it: %s", text);
}
