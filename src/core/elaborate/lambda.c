/* lambda.c -- Docs that are read when they are used: lambdas, and expressions in strings. */
#include "../script/script.h"
#include "elaborate.h"

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

tunip_value tunip_elaborate_lambda(tunip_elaborator *e, const tunip_value *lambda,
                                   const tunip_value *args, size_t count)
{
    const tunip_doc_lambda *doc = (const tunip_doc_lambda *)lambda->lambda;
    if (doc->args.count != count)
        return tunip_complain(e, lambda->doc,
                              "expected a function of %zu parameters, got one of %zu", count,
                              doc->args.count);
    if (!may_call(e, lambda)) return tunip_value_wrong(lambda->doc);
    size_t first = e->bound.count;
    for (size_t i = 0; i < count; i++) tunip_elaborate_target(e, doc->args.items[i], args[i]);
    size_t end = e->bound.count;
    e->lambda_depth++;
    tunip_value value = tunip_elaborate(e, doc->body);
    e->lambda_depth--;
    /* a lambda that it returns may use its parameters; a name that it made may be used later */
    if (e->folds && value.kind != TUNIP_VALUE_LAMBDA && e->bound.count == end)
        tn_forget_names(e, first);
    return value;
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
