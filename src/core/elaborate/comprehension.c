/* comprehension.c -- sets and comprehensions, which Python computes: TVM's parser gets only their
 * items.
 *
 * TVM's parser (script/parser/core/evaluator.py) evaluates the element of a comprehension before
 * Python does, once, with the names outside of it. Only an element that is a single name changes
 * from item to item; and that name must be defined outside, too. In a lambda Python alone evaluates
 * the element. */
#include "../script/script.h"
#include "constant.h"

typedef struct comprehension {
    tunip_elaborator *e;
    const tunip_doc *doc;
    tunip_docs elements; /* one, or a key and a value */
    tunip_docs clauses;
    tunip_value early[2]; /* values of elements that are evaluated once; else absent */
    size_t count;         /* of the values that were pushed */
} comprehension;

/* Whether TVM's parser leaves the element to Python. The name need only be defined: it may be that
 * of a function, which has no value. */
static bool is_late(tunip_elaborator *e, const tunip_doc *element)
{
    if (element->kind != TUNIP_DOC_ID) return e->lambda_depth != 0;
    tunip_str name = ((const tunip_doc_id *)element)->name;
    return e->lambda_depth || tn_elaborator_prefix(e, name) ||
           tunip_elaborate(e, element).kind != TUNIP_VALUE_WRONG;
}

/* False after a complaint. */
static bool evaluate_early(comprehension *c)
{
    for (size_t i = 0; i < c->elements.count; i++) {
        bool is_name = c->elements.items[i]->kind == TUNIP_DOC_ID;
        if (is_late(c->e, c->elements.items[i])) continue;
        if (is_name) return false;
        c->early[i] = tunip_elaborate(c->e, c->elements.items[i]);
        if (c->early[i].kind == TUNIP_VALUE_WRONG) return false;
    }
    return true;
}

/* A name of a clause. Unlike an assignment it gives no name to a node. */
static void set_name(tunip_elaborator *e, const tunip_doc *target, tunip_value value)
{
    if (target->kind == TUNIP_DOC_ID)
        tunip_name_set(e, ((const tunip_doc_id *)target)->name, value);
    else
        tunip_complain(e, target, "a comprehension gives values to names only");
}

static bool push_elements(comprehension *c)
{
    for (size_t i = 0; i < c->elements.count; i++) {
        tunip_value value = c->early[i];
        if (value.kind == TUNIP_VALUE_ABSENT) value = tunip_elaborate(c->e, c->elements.items[i]);
        tn_push_value(c->e, value);
        c->count++;
        if (value.kind == TUNIP_VALUE_WRONG) return false;
    }
    return true;
}

/* Whether all conditions hold, into *out; false after a complaint. */
static bool check_conditions(tunip_elaborator *e, tunip_docs parts, bool *out)
{
    *out = true;
    for (size_t i = 2; i < parts.count && *out; i++) {
        tunip_value value = tunip_elaborate(e, parts.items[i]);
        if (value.kind == TUNIP_VALUE_WRONG) return false;
        if (tn_constant_truth(&value, out)) continue;
        tunip_complain_instead(e, &value, "a condition that can be computed here");
        return false;
    }
    return true;
}

/* Walks through the items of the clauses from number `at` on; false after a complaint. */
static bool walk(comprehension *c, size_t at)
{
    enum { EFFORT = 16 };
    tunip_elaborator *e = c->e;
    tunip_values items;
    if (at == c->clauses.count) return push_elements(c);
    tunip_docs parts = ((const tunip_doc_tuple *)c->clauses.items[at])->elements;
    tunip_value list = tunip_elaborate(e, parts.items[1]);
    if (list.kind == TUNIP_VALUE_WRONG) return false;
    if (!tn_iterate(e, &list, &items)) {
        tunip_complain_instead(e, &list, "items");
        return false;
    }
    bool fine = items.items || !items.count;
    for (size_t i = 0; fine && i < items.count; i++) {
        size_t first = e->bound.count, complaints = e->complaint_count;
        bool fits = false;
        tunip_elaborate_targets(e, parts.items[0], items.items[i], set_name);
        fine = tn_elaborator_spend(e, EFFORT, c->doc) && e->complaint_count == complaints &&
               check_conditions(e, parts, &fits) && (!fits || walk(c, at + 1));
        tn_forget_names(e, first);
    }
    return fine;
}

static tunip_value comprehension_value(tunip_elaborator *e, const tunip_doc_call *doc,
                                       tunip_value_kind kind)
{
    size_t elements = kind == TUNIP_VALUE_DICT ? 2 : 1, first = e->values.count;
    const tunip_doc *const *args = doc->args.items;
    comprehension c = {.e = e, .doc = &doc->base, .elements = {args, elements}};
    c.clauses = (tunip_docs){args + elements, doc->args.count - elements};
    if (!evaluate_early(&c)) return tunip_value_wrong(&doc->base);
    e->lambda_depth++;
    bool fine = walk(&c, 0);
    e->lambda_depth--;
    tunip_values values = tn_take_values(e, first, c.count);
    if (!fine) return tunip_value_wrong(&doc->base);
    if (kind == TUNIP_VALUE_DICT) return tn_new_dict(e, values, &doc->base);
    if (kind == TUNIP_VALUE_SET) return tn_new_set(e, values, &doc->base);
    return tn_with_items(e, kind, values, &doc->base);
}

tunip_value tn_form_value(tunip_elaborator *e, const tunip_doc_call *doc)
{
    static const struct {
        const char *name, *plural;
        tunip_value_kind kind;
    } forms[] = {{tn_set_items, "sets", TUNIP_VALUE_SET},
                 {tn_list_for, "comprehensions", TUNIP_VALUE_LIST},
                 {tn_set_for, "comprehensions", TUNIP_VALUE_SET},
                 {tn_dict_for, "comprehensions", TUNIP_VALUE_DICT},
                 {tn_generator_for, "comprehensions", TUNIP_VALUE_ITERATOR}};
    const char *name = ((const tunip_doc_id *)doc->callee)->name.data;
    for (size_t i = 0; i < TUNIP_LEN(forms); i++) {
        if (name != forms[i].name) continue;
        if (!e->folds)
            return tunip_complain(e, &doc->base, "%s are not supported here", forms[i].plural);
        if (i) return comprehension_value(e, doc, forms[i].kind);
        return tn_new_set(e, tn_elaborate_items(e, doc->args), &doc->base);
    }
    return tn_absent();
}
