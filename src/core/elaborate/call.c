/* call.c -- calls of words: binds arguments to parameters, and makes the nodes that rows
 * describe. */
#include "../ir/kinds.h"
#include "../script/script.h"
#include "constant.h"

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
                   most ? "%s takes at most %zu argument%s without a name, got %zu"
                        : "%s takes no argument without a name",
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

/* The value of an argument with a key. In TVM, Python evaluates it, as it does lambdas. */
static tunip_value keyword_value(binding *b, const tunip_doc *doc)
{
    b->e->lambda_depth++;
    tunip_value value = tunip_elaborate(b->e, doc);
    b->e->lambda_depth--;
    b->total += value.total;
    if (value.kind == TUNIP_VALUE_WRONG) b->is_wrong = true;
    return value;
}

static void bind_keyword(binding *b, tunip_str key, tunip_value value, const tunip_doc *doc)
{
    size_t i = find_param(b->word, key);
    if (i == b->word->count || b->word->params[i].is_renamed) {
        key = tn_older_name(b->e, b->word->dialect, key, doc);
        i = find_param(b->word, key);
    }
    if (i < b->word->count) {
        if (b->args[i].kind != TUNIP_VALUE_ABSENT) {
            complain_call(b->e, b->word, doc, "%s gets the argument `%.*s` twice", key);
            b->is_wrong = true;
        }
        b->args[i] = value;
        return;
    }
    if (b->word->takes_any) return;
    complain_call(b->e, b->word, doc, "%s has no parameter `%.*s`", key);
    b->is_wrong = true;
}

/* Binds the items of `options` in f(**options). */
static void bind_options(binding *b, const tunip_value *options, const tunip_doc *doc)
{
    if (options->kind == TUNIP_VALUE_WRONG) return;
    bool fits = options->kind == TUNIP_VALUE_DICT && !b->word->takes_any;
    for (size_t i = 0; fits && i < options->items.count; i += 2) {
        fits = options->items.items[i].kind == TUNIP_VALUE_STR;
        if (fits) bind_keyword(b, options->items.items[i].text, options->items.items[i + 1], doc);
    }
    if (fits) return;
    tunip_complain(b->e, doc, "a dict of arguments follows `**`, not %s",
                   tunip_value_describe(b->e, options));
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
        tunip_complain(b->e, doc, "%s needs a %s argument (%s%.*s%s)", title, ordinals[param],
                       quote, size, words ? words : name.data, quote);
    else
        tunip_complain(b->e, doc, "%s needs the argument `%.*s`", title, (int)name.size, name.data);
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

static void bind(binding *b, const tunip_doc_call *doc)
{
    size_t count = b->word->takes_any ? doc->values.count : 0;
    tunip_value *named = count ? tn_elaborator_memory(b->e, count * sizeof *named) : NULL;
    bind_positional(b, doc);
    if (!b->args || (count && !named)) return;
    for (size_t i = 0; i < doc->values.count; i++) {
        tunip_value value = keyword_value(b, doc->values.items[i]);
        if (named) named[i] = value;
        if (tunip_str_equal(doc->keys[i], tn_options_key))
            bind_options(b, &value, doc->values.items[i]);
        else
            bind_keyword(b, doc->keys[i], value, doc->values.items[i]);
    }
    b->call->named = (tunip_values){named, count};
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

/* Reads a word with its own dialect as the innermost one. In TVM's parser, the dialect of the word
 * decides the meaning of literals and lambdas among its arguments: in a Relax function, the 4 in
 * T.index_map(lambda i: i // 4) is a literal of tensor IR. */
static tunip_value read_word(tunip_elaborator *e, const tn_word *word, const tunip_word_call *call)
{
    const tn_script_dialect *before = e->reading;
    const tn_script_dialect *own = tn_elaborator_dialect(e, word->dialect);
    const tunip_vocabulary *script = own ? own->lexicon->dialect->vocabulary : NULL;
    if ((e->folds || e->since) && script && script->convert) e->reading = own;
    tunip_value value =
        word->word.read ? word->word.read(e, call) : make_node(e, word, call->args, call->doc);
    e->reading = before;
    return value;
}

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

static tunip_value finish_call(const binding *b)
{
    tunip_elaborator *e = b->e;
    const tunip_doc *doc = b->call->doc;
    if (b->is_wrong || e->error.code != TUNIP_OK) return tunip_value_wrong(doc);
    size_t before = e->complaint_count;
    tunip_value value = read_word(e, b->word, b->call);
    if (TN_RARELY(value.kind == TUNIP_VALUE_WRONG)) note_unreported(e, doc);
    /* a node with an argument that does not fit: its use would cause a second message */
    bool is_wrong = e->complaint_count != before && !b->call->target;
    if (is_wrong && value.kind == TUNIP_VALUE_NODE) return tunip_value_wrong(doc);
    if (value.kind == TUNIP_VALUE_ABSENT && b->word->dialect == &tn_no_dialect)
        return refuse_constant(b);
    if (!value.doc) value.doc = doc;
    return tn_with_operands(e, value, b->total + b->call->self.total, doc);
}

tunip_value tn_call_word(tunip_elaborator *e, const tunip_word *row, tunip_value self,
                         const tunip_doc *doc, const tunip_doc *target)
{
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
    return tunip_complain(e, doc, "%s has no function `%s`", dialect->name, name);
}

/* T.Buffer[(8,), "float32"] is T.Buffer((8,), "float32"). */
tunip_value tn_subscript_word(tunip_elaborator *e, const tunip_word *row, tunip_value self,
                              tunip_values indices, const tunip_doc *doc)
{
    if (indices.count == 1 && indices.items[0].kind == TUNIP_VALUE_LIST)
        indices = indices.items[0].items;
    return call_with(e, (const tn_word *)row, self, indices, doc);
}
