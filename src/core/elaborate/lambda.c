/* lambda.c -- Docs that are read when they are used: lambdas, and expressions in strings. */
#include "../script/script.h"
#include "constant.h"

/* ---- lambdas ---- */

/* Lambdas may call themselves, or call others twice. Beyond these limits no call is evaluated, so
 * that a short script does not take endless time. Python allows a depth of 1,000, too. */
static bool may_call(tunip_elaborator *e, const tunip_value *lambda)
{
    enum { MOST_DEPTH = 1000, EFFORT = 16 };
    tn_script_place body = tn_doc_place(((const tunip_doc_lambda *)lambda->lambda)->body);
    if (e->lambda_depth < MOST_DEPTH)
        return tn_elaborator_spend(e, EFFORT + (body.end - body.begin), lambda->doc);
    if (e->effort) tunip_complain(e, lambda->doc, "lambdas call lambdas too often");
    e->effort = 0;
    return false;
}

/* The name of a parameter, and its default value or NULL. */
static const tunip_doc *split_parameter(const tunip_doc *parameter, const tunip_doc **otherwise)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)parameter;
    bool has_default = parameter->kind == TUNIP_DOC_ASSIGN;
    *otherwise = has_default ? assign->rhs : NULL;
    return has_default ? assign->lhs : parameter;
}

/* The number of arguments that a lambda needs. */
static size_t count_required(const tunip_doc_lambda *doc)
{
    size_t count = 0;
    while (count < doc->args.count && doc->args.items[count]->kind != TUNIP_DOC_ASSIGN) count++;
    return count;
}

static tunip_value refuse_count(tunip_elaborator *e, const tunip_value *lambda, size_t count)
{
    const tunip_doc_lambda *doc = (const tunip_doc_lambda *)lambda->lambda;
    return tunip_complain(e, lambda->doc, "expected a function of %zu parameters, got one of %zu",
                          count, doc->args.count);
}

/* Evaluates the default values of the parameters whose arguments are absent. */
static const tunip_value *with_defaults(tunip_elaborator *e, const tunip_doc_lambda *doc,
                                        const tunip_value *args, size_t count)
{
    tunip_value *all = tn_elaborator_memory(e, (doc->args.count + 1) * sizeof *all);
    e->lambda_depth++;
    for (size_t i = 0; all && i < doc->args.count; i++) {
        const tunip_doc *otherwise;
        split_parameter(doc->args.items[i], &otherwise);
        all[i] = i < count ? args[i] : tn_absent();
        if (all[i].kind == TUNIP_VALUE_ABSENT && otherwise) all[i] = tunip_elaborate(e, otherwise);
    }
    e->lambda_depth--;
    return all;
}

tunip_value tunip_elaborate_lambda(tunip_elaborator *e, const tunip_value *lambda,
                                   const tunip_value *args, size_t count)
{
    const tunip_doc_lambda *doc = (const tunip_doc_lambda *)lambda->lambda;
    if (count > doc->args.count || count < count_required(doc))
        return refuse_count(e, lambda, count);
    if (!may_call(e, lambda)) return tunip_value_wrong(lambda->doc);
    size_t first = e->bound.count;
    if (count_required(doc) < doc->args.count) args = with_defaults(e, doc, args, count);
    for (size_t i = 0; args && i < doc->args.count; i++) {
        const tunip_doc *otherwise, *name = split_parameter(doc->args.items[i], &otherwise);
        tunip_elaborate_target(e, name, args[i]);
    }
    size_t end = e->bound.count;
    e->lambda_depth++;
    tunip_value value = tunip_elaborate(e, doc->body);
    e->lambda_depth--;
    /* a lambda that it returns may use its parameters; a name that it made may be used later */
    if (e->folds && value.kind != TUNIP_VALUE_LAMBDA && e->bound.count == end)
        tn_forget_names(e, first);
    return value;
}

/* The place of the parameter with this name; the number of parameters if there is none. */
static size_t find_parameter(const tunip_doc_lambda *doc, tunip_str key)
{
    for (size_t i = 0; i < doc->args.count; i++) {
        const tunip_doc *otherwise, *name = split_parameter(doc->args.items[i], &otherwise);
        if (name->kind == TUNIP_DOC_ID && tunip_str_equal(((const tunip_doc_id *)name)->name, key))
            return i;
    }
    return doc->args.count;
}

tunip_value tn_lambda_value(tunip_elaborator *e, const tunip_value *lambda,
                            const tunip_doc_call *doc)
{
    const tunip_doc_lambda *function = (const tunip_doc_lambda *)lambda->lambda;
    tunip_values args = tn_elaborate_items(e, doc->args);
    size_t most = function->args.count;
    if (!args.items || tn_has_wrong(args)) return tunip_value_wrong(&doc->base);
    if (!doc->values.count) return tunip_elaborate_lambda(e, lambda, args.items, args.count);
    if (args.count > most) return refuse_count(e, lambda, args.count);
    tunip_value *all = tn_elaborator_memory(e, (most + 1) * sizeof *all);
    if (!all) return tunip_value_wrong(&doc->base);
    for (size_t i = 0; i < most; i++) all[i] = i < args.count ? args.items[i] : tn_absent();
    for (size_t i = 0; i < doc->values.count; i++) {
        size_t at = find_parameter(function, doc->keys[i]);
        if (at == most || all[at].kind != TUNIP_VALUE_ABSENT)
            return tunip_complain(e, doc->values.items[i],
                                  at == most ? "the lambda has no parameter `%.*s`"
                                             : "the parameter `%.*s` gets two values",
                                  (int)doc->keys[i].size, doc->keys[i].data);
        all[at] = tunip_elaborate(e, doc->values.items[i]);
        if (all[at].kind == TUNIP_VALUE_WRONG) return all[at];
    }
    for (size_t i = 0; i < count_required(function); i++)
        if (all[i].kind == TUNIP_VALUE_ABSENT) return refuse_count(e, lambda, args.count);
    return tunip_elaborate_lambda(e, lambda, all, most);
}

/* ---- expressions in strings ---- */

tunip_value tunip_elaborate_text(tunip_elaborator *e, const tunip_value *text)
{
    const tn_elaborate_options *options = e->options;
    const tunip_doc *place = tn_known_place(e, text->doc);
    if (text->kind != TUNIP_VALUE_STR || !options->parse) return *text;
    char *copy = tn_arena_alloc(&e->kept, text->text.size + 1); /* for recent_names */
    if (!copy) {
        tn_elaborator_fail_memory(e);
        return tunip_value_wrong(text->doc);
    }
    if (text->text.size) memcpy(copy, text->text.data, text->text.size);
    copy[text->text.size] = '\0';
    const tunip_doc *doc = options->parse(options->user, (tunip_str){copy, text->text.size}, place);
    if (doc) return tunip_elaborate(e, doc);
    e->complaint_count++;
    return tunip_value_wrong(text->doc);
}
