/* script.c -- the statements in place of a syntax error, and in place of a body that has not been
 * read yet. */
#include "script.h"

const char tn_broken_name[] = "";

bool tn_doc_is_broken(const tunip_doc *stmt)
{
    if (stmt->kind != TUNIP_DOC_EXPR_STMT) return false;
    const tunip_doc *expr = ((const tunip_doc_expr_stmt *)stmt)->expr;
    return expr && expr->kind == TUNIP_DOC_ID &&
           ((const tunip_doc_id *)expr)->name.data == tn_broken_name;
}

const tunip_str tn_options_key = {"**", 2};

const char tn_set_items[] = "{}";
const char tn_list_for[] = "[for]";
const char tn_set_for[] = "{for}";
const char tn_dict_for[] = "{:for}";
const char tn_generator_for[] = "(for)";

const tunip_doc *tn_doc_star(const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    if (doc->kind != TUNIP_DOC_CALL || call->callee->kind != TUNIP_DOC_ID) return NULL;
    bool is_star = call->callee->sub == TUNIP_ID_RAW && call->args.count == 1 &&
                   tunip_str_is(((const tunip_doc_id *)call->callee)->name, "*");
    return is_star ? call->args.items[0] : NULL;
}

bool tn_has_star(tunip_docs docs)
{
    for (size_t i = 0; i < docs.count; i++)
        if (docs.items[i]->kind == TUNIP_DOC_CALL && tn_doc_star(docs.items[i])) return true;
    return false;
}

const tunip_doc_id tn_unread_body = {.base = {.kind = TUNIP_DOC_ID, .sub = TUNIP_ID_RAW},
                                     .name = {"", 0}};

const tunip_doc *const tn_unread_args[1] = {&tn_unread_body.base};

bool tn_doc_is_unread(const tunip_doc *stmt)
{
    return stmt->kind == TUNIP_DOC_EXPR_STMT &&
           ((const tunip_doc_expr_stmt *)stmt)->expr == &tn_unread_body.base;
}
