/* words.c -- the words of a script: their tables, calls of them, and messages about words that
 * no table lists. */
#include "words.h"

#include <limits.h>
#include <stdio.h>

#include "../ir/registry.h"
#include "../ir/visit.h"
#include "../util/distance.h"
#include "constant.h"
#include "elaborate.h"
#include "script.h"

/* ======== words ======== */

/* Splitting the rows of words, and collecting those of a dialect. */

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
    return tn_no_memory(error);
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
    for (size_t i = 0; i < word->count; i++)
        if (!params[i].is_optional) word->required = i + 1;
    tn_param *copy = tn_arena_alloc(arena, word->count * sizeof *copy);
    if (!copy) {
        no_memory(error);
        return NULL;
    }
    memcpy(copy, params, word->count * sizeof *copy);
    word->params = copy;
    return word;
}

static tunip_status add_word(tn_lexicon *lexicon, tn_arena *arena, const tunip_allocator *allocator,
                             const tunip_word *row, tunip_error *error)
{
    tunip_str name = tunip_str_from(row->name);
    if (!row->since && tn_lexicon_find(lexicon, name)) {
        if (row->rule)
            return TUNIP_OK; /* a type and its descendant print alike; the first counts */
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT, "%s has the word %s twice",
                               lexicon->dialect->name, row->name);
    }
    const tn_word *word = tn_word_compile(arena, lexicon->dialect, row, error);
    if (!word) return error ? error->code : TUNIP_ERROR_ARGUMENT;
    bool added = row->since ? tn_intern_put(&lexicon->later_names, name) != TN_NOT_INTERNED &&
                                  tn_array_push(&lexicon->later, allocator, word)
                            : tn_intern_put(&lexicon->names, name) != TN_NOT_INTERNED &&
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
        status = add_word(lexicon, arena, allocator, &script->words[i], error);
    for (size_t i = 0; i < dialect->rule_count && status == TUNIP_OK; i++) {
        const tunip_rule *rule = &dialect->rules[i];
        if (rule->form != TUNIP_RULE_CALL && rule->form != TUNIP_RULE_NAME) continue;
        tunip_word row = {.name = rule->name, .rule = rule};
        row.params = rule->form == TUNIP_RULE_CALL ? rule->fields ? rule->fields : "" : NULL;
        if (tn_lexicon_find(lexicon, tunip_str_from(row.name)))
            continue; /* the script's own word */
        status = add_word(lexicon, arena, allocator, &row, error);
    }
    return status;
}

/* ---- words that a dialect adds to another one ---- */

/* The parameters of an operator whose calls may have other keywords, too. */
static const char *with_keywords(tn_arena *arena, const char *params)
{
    static const char any[] = " **";
    size_t size = strlen(params);
    char *text = tn_arena_alloc(arena, size + sizeof any);
    if (!text) return NULL;
    memcpy(text, params, size);
    memcpy(text + size, any, sizeof any);
    return text;
}

static tunip_status add_op(tn_lexicon *lexicon, tn_arena *arena, const tunip_allocator *allocator,
                           const tunip_op_row *op, tunip_word_fn read, tunip_error *error)
{
    tunip_word row = {.name = op->word, .read = read, .data = (intptr_t)op};
    row.params = op->keywords ? with_keywords(arena, op->params) : op->params;
    if (!row.params) return no_memory(error);
    return add_word(lexicon, arena, allocator, &row, error);
}

tunip_status tn_lexicon_extend(tn_lexicon *host, tn_lexicon *lexicon, tn_arena *arena,
                               const tunip_allocator *allocator, const tunip_dialect *whole,
                               tunip_error *error)
{
    tunip_status status = TUNIP_OK;
    if (lexicon->later.count)
        return tunip_error_set(
            error, TUNIP_ERROR_ARGUMENT,
            "dialect `%s`: the word %s has `since`, and the dialect extends another", whole->name,
            lexicon->later.items[0]->word.name);
    for (size_t i = 0; i < whole->op_count && status == TUNIP_OK; i++)
        status = add_op(lexicon, arena, allocator, &whole->ops[i],
                        host->dialect->vocabulary->read_op, error);
    if (status != TUNIP_OK) return status;
    for (size_t i = 0; i < lexicon->words.count; i++)
        ((tn_word *)(uintptr_t)lexicon->words.items[i])->added = lexicon;
    lexicon->host = host;
    lexicon->next = host->extensions;
    host->extensions = lexicon;
    return TUNIP_OK;
}

const tn_word *tn_lexicon_added(const tn_lexicon *first, tunip_str name)
{
    for (; first; first = first->next) {
        const tn_word *word = tn_lexicon_find(first, name);
        if (word) return word;
    }
    return NULL;
}

void tn_lexicon_free(tn_lexicon *lexicon)
{
    tn_array_free(&lexicon->words, lexicon->names.allocator);
    tn_array_free(&lexicon->later, lexicon->names.allocator);
    tn_intern_free(&lexicon->later_names);
    tn_intern_free(&lexicon->names);
}

/* ======== call ======== */

/* Calls of words: binds arguments to parameters, and makes the nodes that rows
 * describe. */

/* ---- the signature of a word, for messages ---- */

/* Adds the parameters, with commas: "its parameters are (start, stop=, step=)". */
static void list_params(tunip_elaborator *e, const tn_word *word)
{
    char text[400];
    size_t size = 0;
    const char *params = word->word.params ? word->word.params : "";
    for (; *params && size + 3 < sizeof text; params++) {
        if (*params == ' ') text[size++] = ',';
        text[size++] = *params;
    }
    text[size] = '\0';
    tunip_complain_also(e, NULL, "its parameters are (%s)", text);
}

/* Reports a mistake in a call: `text` has the name of the word and `name` for its two fields. */
static void complain_call(tunip_elaborator *e, const tn_word *word, const tunip_doc *doc,
                          const char *text, tunip_str name)
{
    tunip_complain(e, doc, text, tn_word_title(e, &word->word), (int)name.size, name.data);
    list_params(e, word);
}

/* ---- binding ---- */

/* A call being bound. */
typedef struct binding {
    tunip_elaborator *e;
    const tn_word *word;
    tunip_word_call *call;
    tunip_value *args; /* of each parameter: those of `call` */
    tn_intern others;  /* the keys that are no parameters, if the word takes any */
    size_t total;      /* of the arguments */
    bool is_wrong;
} binding;

/* Makes the arguments of all parameters, absent from number `first` on. */
static bool make_args(binding *b, size_t first)
{
    size_t count = b->word->count;
    b->args = tn_elaborator_memory(b->e, count * sizeof *b->args);
    for (size_t i = first; b->args && i < count; i++) b->args[i] = (tunip_value){0};
    b->call->args = b->args;
    b->is_wrong = !b->args;
    return b->args != NULL;
}

static void refuse_further(binding *b, const tunip_value *value, size_t given, const tunip_doc *doc)
{
    size_t most = b->word->positional;
    tunip_complain(b->e, value->doc ? value->doc : doc,
                   most ? TUNIP_BREAKS_ARGUMENTS
                       "%s takes at most %zu argument%s without a name, got %zu"
                        : TUNIP_BREAKS_ARGUMENTS "%s takes no argument without a name",
                   tn_word_title(b->e, &b->word->word), most, most == 1 ? "" : "s", given);
    list_params(b->e, b->word);
    b->is_wrong = true;
}

static void bind_values(binding *b, tunip_values values, const tunip_doc *doc)
{
    size_t count = values.count < b->word->positional ? values.count : b->word->positional;
    if (!make_args(b, count)) return;
    for (size_t i = 0; i < count; i++) b->args[i] = values.items[i];
    if (b->word->takes_rest)
        b->call->rest = (tunip_values){values.items + count, values.count - count};
    else if (values.count > count)
        refuse_further(b, &values.items[count], values.count, doc);
    b->total += tn_total_of(values.items, values.count);
    for (size_t i = 0; i < values.count; i++)
        b->is_wrong |= values.items[i].kind == TUNIP_VALUE_WRONG;
}

/* Reads the arguments without keys. If there are no more than parameters, they become the
 * arguments in place. */
static void bind_positional(binding *b, const tunip_doc_call *doc)
{
    size_t given = doc->args.count;
    if (given > b->word->positional || tn_has_star(doc->args)) {
        tunip_values values = tn_elaborate_items(b->e, doc->args);
        if (values.items)
            bind_values(b, values, &doc->base);
        else
            b->is_wrong = true;
        return;
    }
    if (!make_args(b, given)) return;
    for (size_t i = 0; i < given; i++) {
        tn_elaborate_to(b->e, doc->args.items[i], &b->args[i]);
        b->total += b->args[i].total;
        b->is_wrong |= b->args[i].kind == TUNIP_VALUE_WRONG;
    }
}

/* The place of a parameter; word->count if there is none. */
static size_t find_param(const tn_word *word, tunip_str key)
{
    size_t i = 0;
    while (i < word->count && !tunip_str_equal(word->params[i].name, key)) i++;
    return i;
}

static void bind_keyword(binding *b, tunip_str key, tunip_value value, const tunip_doc *doc)
{
    key = tn_older_name(b->e, b->word->dialect, key, doc);
    size_t i = find_param(b->word, key), others = b->others.count;
    bool is_param = i < b->word->count, is_twin = is_param && b->args[i].kind != TUNIP_VALUE_ABSENT;
    if (is_param) {
        b->args[i] = value;
    } else if (!b->word->takes_any) {
        complain_call(b->e, b->word, doc, TUNIP_BREAKS_ARGUMENTS "%s has no parameter `%.*s`", key);
        b->is_wrong = true;
    } else if (tn_intern_borrow(&b->others, key) == TN_NOT_INTERNED) {
        tn_elaborator_fail_memory(b->e);
    } else {
        is_twin = b->others.count == others;
    }
    if (!is_twin) return;
    complain_call(b->e, b->word, doc, TUNIP_BREAKS_ARGUMENTS "%s gets the argument `%.*s` twice",
                  key);
    b->is_wrong = true;
}

/* Binds the items of `options` in f(**options). */
static void bind_options(binding *b, const tunip_value *options, const tunip_doc *doc)
{
    if (options->kind == TUNIP_VALUE_WRONG) return;
    bool is_dict = options->kind == TUNIP_VALUE_DICT;
    const tunip_value *key = options->items.items;
    size_t left = is_dict ? options->items.count : 0;
    for (; left && key->kind == TUNIP_VALUE_STR; left -= 2, key += 2)
        bind_keyword(b, key->text, key[1], doc);
    if (is_dict && !left) return;
    const char *rule = is_dict ? "a key of the dict behind `**` must be a string"
                               : "a dict of arguments follows `**`";
    tunip_complain(b->e, doc, TUNIP_BREAKS_ARGUMENTS "%s, not %s", rule,
                   tunip_value_describe(b->e, is_dict ? key : options));
    b->is_wrong = true;
}

/* "the value if false"; NULL if the name of the parameter says it. */
static const char *meaning_of(const tn_word *word, tunip_str param)
{
    const tunip_vocabulary *script = word->dialect->vocabulary;
    bool has_meanings = script && script->size > offsetof(tunip_vocabulary, meaning_count);
    for (size_t i = 0; has_meanings && i < script->meaning_count; i++) {
        const tunip_meaning *meaning = &script->meanings[i];
        if (strcmp(meaning->word, word->word.name) == 0 && tunip_str_is(param, meaning->param))
            return meaning->words;
    }
    return NULL;
}

static void complain_of_missing(const binding *b, size_t param, const tunip_doc *doc)
{
    static const char *const ordinals[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
    tunip_str name = b->word->params[param].name;
    const char *title = tn_word_title(b->e, &b->word->word), *words = meaning_of(b->word, name);
    const char *quote = words ? "" : "`";
    int size = words ? (int)strlen(words) : (int)name.size;
    if (param < TUNIP_LEN(ordinals) && param < b->word->positional)
        tunip_complain(b->e, doc, TUNIP_BREAKS_ARGUMENTS "%s needs a %s argument (%s%.*s%s)", title,
                       ordinals[param], quote, size, words ? words : name.data, quote);
    else
        tunip_complain(b->e, doc, TUNIP_BREAKS_ARGUMENTS "%s needs the argument `%.*s`", title,
                       (int)name.size, name.data);
    list_params(b->e, b->word);
}

static void require_all(binding *b, const tunip_doc *doc)
{
    for (size_t i = 0; i < b->word->required && !b->is_wrong; i++) {
        if (b->args[i].kind != TUNIP_VALUE_ABSENT || b->word->params[i].is_optional) continue;
        complain_of_missing(b, i, doc);
        b->is_wrong = true;
    }
}

/* Lists the arguments with keywords; `values` are those of the Doc. */
static void list_named(binding *b, const tunip_doc_call *doc, const tunip_value *values)
{
    size_t count = 0;
    for (size_t i = 0; i < doc->values.count; i++) {
        bool is_dict = tunip_str_equal(doc->keys[i], tn_options_key);
        count += is_dict ? values[i].items.count / 2 : 1;
    }
    tunip_value *named = tn_elaborator_memory(b->e, (count + 1) * sizeof *named);
    tunip_str *names = tn_elaborator_memory(b->e, (count + 1) * sizeof *names);
    if (!named || !names) return;
    b->call->named = (tunip_values){named, count};
    b->call->names = names;
    for (size_t i = 0; i < doc->values.count; i++) {
        bool is_dict = tunip_str_equal(doc->keys[i], tn_options_key);
        const tunip_value *items = values[i].items.items;
        for (size_t k = 0; is_dict && k < values[i].items.count; k += 2) {
            *names++ = items[k].text;
            *named++ = items[k + 1];
        }
        if (is_dict) continue;
        *names++ = doc->keys[i];
        *named++ = values[i];
    }
}

static void bind(binding *b, const tunip_doc_call *doc)
{
    size_t count = b->word->takes_any ? doc->values.count : 0;
    tunip_value *given = count ? tn_elaborator_memory(b->e, count * sizeof *given) : NULL;
    bind_positional(b, doc);
    if (!b->args || (count && !given)) return;
    if (given) tn_intern_init(&b->others, &b->e->arena, b->e->allocator);
    for (size_t i = 0; i < doc->values.count; i++) {
        b->e->lambda_depth++; /* in TVM, Python evaluates it, as it does lambdas */
        tunip_value value = tunip_elaborate(b->e, doc->values.items[i]);
        b->e->lambda_depth--;
        b->total += value.total;
        b->is_wrong |= value.kind == TUNIP_VALUE_WRONG;
        if (given) given[i] = value;
        if (tunip_str_equal(doc->keys[i], tn_options_key))
            bind_options(b, &value, doc->values.items[i]);
        else
            bind_keyword(b, doc->keys[i], value, doc->values.items[i]);
    }
    if (given) tn_intern_free(&b->others);
    if (given && !b->is_wrong) list_named(b, doc, given);
    require_all(b, &doc->base);
}

/* ---- nodes of rows ---- */

static void set_scalar(tunip_elaborator *e, void *at, const tunip_field *field,
                       const tunip_value *value)
{
    switch (field->kind) {
    case TUNIP_KIND_INT:
        *(int64_t *)at = tunip_value_to_int(e, value, 0);
        return;
    case TUNIP_KIND_BOOL:
        *(bool *)at = tunip_value_to_bool(e, value, false);
        return;
    case TUNIP_KIND_FLOAT:
        if (value->kind == TUNIP_VALUE_FLOAT)
            *(double *)at = value->real;
        else
            *(double *)at = (double)tunip_value_to_int(e, value, 0);
        return;
    case TUNIP_KIND_DTYPE:
        *(tunip_dtype *)at = tunip_value_to_dtype(e, value, (tunip_dtype){0});
        return;
    case TUNIP_KIND_NODE:
        return;
    }
}

static void set_field(tunip_elaborator *e, tunip_node *node, const tunip_field *field,
                      const tunip_value *value)
{
    void *at = (char *)node + field->offset;
    if (field->kind != TUNIP_KIND_NODE)
        set_scalar(e, at, field, value);
    else if (field->expects == &tunip_array_type)
        *(tunip_array **)at = tunip_value_to_array(e, value, field->item);
    else if (field->expects == &tunip_map_type || field->expects == &tunip_string_type ||
             !field->expects)
        *(tunip_node **)at = tunip_value_to_data(e, value);
    else
        *(void **)at = tunip_value_to_node(e, value, field->expects);
}

/* Computes the fields that follow from other fields: by the dialect, or by the completion of the
 * type. */
static bool complete(tunip_elaborator *e, tunip_node *node, const tunip_doc *doc)
{
    const tn_script_dialect *owner = tn_elaborator_owner(e, node);
    const tunip_vocabulary *script = owner ? owner->lexicon->dialect->vocabulary : NULL;
    if (script && script->complete) return script->complete(e, node, doc);
    bool fine = tunip_node_complete(e->graph, node);
    if (!fine) tn_check_graph(e, doc);
    return fine;
}

/* The node of a TUNIP_RULE_CALL or _NAME row. */
static tunip_value make_node(tunip_elaborator *e, const tn_word *word, const tunip_value *args,
                             const tunip_doc *doc)
{
    size_t before = e->complaint_count;
    tunip_node *node = tunip_node_new(e->graph, word->word.rule->type);
    if (!node) {
        tn_elaborator_fail_memory(e);
        return tunip_value_wrong(doc);
    }
    for (size_t i = 0; i < word->count; i++)
        if (args[i].kind != TUNIP_VALUE_ABSENT) set_field(e, node, word->params[i].field, &args[i]);
    if (e->complaint_count != before || !complete(e, node, doc)) return tunip_value_wrong(doc);
    return tunip_value_node(node, doc);
}

/* ---- calls ---- */

/* Notes the place of a wrong value without a message. If there is none until the end, the script
 * would lose a statement silently. */
static void note_unreported(tunip_elaborator *e, const tunip_doc *doc)
{
    if (e->complaint_count || e->unreported || !doc) return;
    e->unreported = tn_script_doc(&e->kept, sizeof *doc, doc->kind, 0, tn_doc_place(doc));
}

/* A function or method on constants, with an argument that it does not take. */
static tunip_value refuse_constant(const binding *b)
{
    const tunip_value *self = &b->call->self, *value = b->args;
    const char *name = b->word->word.name + 1;
    if (self->kind != TUNIP_VALUE_ABSENT)
        return tunip_complain(b->e, b->call->doc, "`%s` of %s cannot be computed here", name,
                              tunip_value_describe(b->e, self));
    if (!b->word->positional) value = b->call->rest.count ? b->call->rest.items : self;
    return tunip_complain(b->e, b->call->doc, "`%s` of %s cannot be computed here", name,
                          tunip_value_describe(b->e, value));
}

/* Reads a word with its own dialect as the innermost one. In TVM's parser, the dialect of the word
 * decides the meaning of literals and lambdas among its arguments: in a Relax function, the 4 in
 * T.index_map(lambda i: i // 4) is a literal of tensor IR. */
static tunip_value finish_call(const binding *b)
{
    tunip_elaborator *e = b->e;
    const tn_word *word = b->word;
    const tunip_doc *doc = b->call->doc;
    if (b->is_wrong || e->error.code != TUNIP_OK) return tunip_value_wrong(doc);
    size_t before = e->complaint_count;
    const tn_script_dialect *around = e->reading, *own = tn_elaborator_dialect(e, word->dialect);
    const tunip_vocabulary *script = own ? own->lexicon->dialect->vocabulary : NULL;
    if ((e->folds || e->since) && script && script->convert) e->reading = own;
    tunip_value value =
        word->word.read ? word->word.read(e, b->call) : make_node(e, word, b->call->args, doc);
    e->reading = around;
    if (TN_RARELY(value.kind == TUNIP_VALUE_WRONG)) note_unreported(e, doc);
    /* a node with an argument that does not fit: its use would cause a second message */
    bool is_wrong = e->complaint_count != before && !b->call->target;
    if (is_wrong && value.kind == TUNIP_VALUE_NODE) return tunip_value_wrong(doc);
    if (value.kind == TUNIP_VALUE_ABSENT && word->dialect == &tn_no_dialect)
        return refuse_constant(b);
    if (!value.doc) value.doc = doc;
    return tn_with_operands(e, value, b->total + b->call->self.total, doc);
}

/* Whether the arguments have places among the parameters of a word. */
static bool takes_arguments(const tn_word *word, const tunip_doc_call *doc)
{
    size_t given = doc->args.count, all = given;
    if (tn_has_star(doc->args)) return true;
    if (given > word->positional && !word->takes_rest) return false;
    for (size_t i = 0; i < doc->values.count; i++) {
        if (tunip_str_equal(doc->keys[i], tn_options_key)) return true;
        bool is_param = find_param(word, doc->keys[i]) < word->count;
        if (!is_param && !word->takes_any) return false;
        all += is_param;
    }
    return all >= word->required;
}

/* The word that a call means: the first one that takes its arguments among a word and those that it
 * overrides; the word itself if there is none. */
static const tn_word *word_meant(tunip_elaborator *e, const tn_word *word, const tunip_doc *doc)
{
    const tn_word *meant = word;
    while (meant && meant->added && !takes_arguments(meant, (const tunip_doc_call *)doc))
        meant = tn_word_overridden(e, meant, doc);
    return meant ? meant : word;
}

tunip_value tn_call_word(tunip_elaborator *e, const tunip_word *row, tunip_value self,
                         const tunip_doc *doc, const tunip_doc *target)
{
    if (((const tn_word *)row)->added && row->params && doc->kind == TUNIP_DOC_CALL)
        row = &word_meant(e, (const tn_word *)row, doc)->word;
    tunip_word_call call = {.word = row, .doc = doc, .self = self, .target = target};
    binding b = {.e = e, .word = (const tn_word *)row, .call = &call};
    if (row->params && doc->kind == TUNIP_DOC_CALL) {
        const tunip_doc *around = e->expr;
        if (target) e->expr = doc; /* a decorator */
        bind(&b, (const tunip_doc_call *)doc);
        e->expr = around;
    } else {
        make_args(&b, 0);
    }
    return finish_call(&b);
}

/* The call of a word with these values for its first parameters. */
static tunip_value call_with(tunip_elaborator *e, const tn_word *word, tunip_value self,
                             tunip_values values, const tunip_doc *doc)
{
    tunip_word_call call = {.word = &word->word, .doc = doc, .self = self};
    binding b = {.e = e, .word = word, .call = &call};
    bind_values(&b, values, doc);
    if (b.args) require_all(&b, doc);
    return finish_call(&b);
}

tunip_value tn_call_values(tunip_elaborator *e, const tunip_word *row, tunip_value self,
                           tunip_values values, const tunip_doc *doc)
{
    return call_with(e, (const tn_word *)row, self, values, doc);
}

tunip_value tunip_call_word(tunip_elaborator *e, const tunip_dialect *dialect, const char *name,
                            tunip_values args, const tunip_doc *doc)
{
    const tn_script_dialect *known = tn_elaborator_dialect(e, dialect);
    const tn_word *word = known ? tn_lexicon_find(known->lexicon, tunip_str_from(name)) : NULL;
    tunip_value none = {.kind = TUNIP_VALUE_ABSENT};
    if (word) return call_with(e, word, none, args, doc);
    return tunip_complain(e, doc, TUNIP_BREAKS_UNDEFINED_NAME "%s has no function `%s`",
                          dialect->name, name);
}

/* T.Buffer[(8,), "float32"] is T.Buffer((8,), "float32"). */
tunip_value tn_subscript_word(tunip_elaborator *e, const tunip_word *row, tunip_value self,
                              tunip_values indices, const tunip_doc *doc)
{
    if (indices.count == 1 && indices.items[0].kind == TUNIP_VALUE_LIST)
        indices = indices.items[0].items;
    return call_with(e, (const tn_word *)row, self, indices, doc);
}

/* ======== describe ======== */

/* Words for messages: what the script says at a place, and what a value is. A message
 * speaks of the script, so no type of a node is named. */

/* ---- the script's own text ---- */

enum { LONGEST_SPELLING = 40 };

const char *tunip_doc_spelling(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_str script = tunip_source_text(e->script->input->source);
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
    "nothing",  "a mistake", "None",    "a bool",  "an integer",  "a float",
    "a string", "a node",    "a list",  "a dict",  "a slice",     "a lambda",
    "a word",   "a method",  "a scope", "an open", "an iterator", "a set"};

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

/* ======== suggest ======== */

/* "did you mean ...?": the known name that is nearest to an unknown one. */

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
        tunip_complain(e, &id->base, TUNIP_BREAKS_UNDEFINED_NAME "`%.*s` is not defined",
                       (int)id->name.size, id->name.data);
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
    const tn_word *newer = tn_lexicon_later(lexicon, name, UINT_MAX);
    if (newer && e->until) {
        tunip_complain_also(e, NULL,
                            "TVM has it since v0.%u, and other words are of TVM before v0.%u",
                            newer->word.since, e->until);
        return;
    }
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
