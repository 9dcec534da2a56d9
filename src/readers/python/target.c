/* target.c -- targets of assignments, loops and comprehensions, and the Docs of assignments. */
#include "parse.h"

const char *tn_py_target_name(const tunip_doc *doc)
{
    switch (doc->kind) {
    case TUNIP_DOC_LITERAL:
        return "a literal";
    case TUNIP_DOC_CALL:
        return "a call";
    case TUNIP_DOC_LAMBDA:
        return "a lambda";
    case TUNIP_DOC_DICT:
        return "a dict";
    case TUNIP_DOC_ID:
        return "`...`";
    default:
        return "an expression";
    }
}

bool tn_py_is_target(const tunip_doc *doc)
{
    return (doc->kind == TUNIP_DOC_ID && doc->sub == TUNIP_ID_NAME) ||
           doc->kind == TUNIP_DOC_ATTR || doc->kind == TUNIP_DOC_INDEX;
}

void tn_py_check_target(tn_py *p, const tunip_doc *target)
{
    size_t base = p->list.count;
    if (p->is_broken) return;
    tn_py_push(p, target);
    while (p->list.count > base && !p->is_broken) {
        const tunip_doc *doc = p->list.items[--p->list.count];
        if (doc->kind == TUNIP_DOC_TUPLE || doc->kind == TUNIP_DOC_LIST) {
            tunip_docs elements = ((const tunip_doc_tuple *)doc)->elements;
            for (size_t i = elements.count; i > 0; i--) tn_py_push(p, elements.items[i - 1]);
        } else if (tn_doc_star(doc)) {
            tn_py_push(p, tn_doc_star(doc));
        } else if (!tn_py_is_target(doc)) {
            tn_script_place at = tn_doc_place(doc);
            tunip_diagnostic *d =
                tn_py_error(p, at.begin, at.end, "cannot assign to %s", tn_py_target_name(doc));
            if (p->kind == PY_ASSIGN)
                tunip_diagnostic_note(d, TUNIP_SEVERITY_HELP, "`==` compares two values");
            tn_py_break(p);
        }
    }
    p->list.count = base;
}

const tunip_doc *tn_py_new_assign(tn_py *p, tunip_role role, uint32_t begin, const tunip_doc *lhs,
                                  const tunip_doc *annotation, const tunip_doc *rhs)
{
    TN_PY_NEW(p, assign, ASSIGN, role, begin);
    doc->stmt.comment = (tunip_str){"", 0};
    doc->lhs = lhs;
    doc->rhs = rhs;
    doc->annotation = annotation;
    return &doc->stmt.base;
}
