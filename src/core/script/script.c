/* script.c -- the statement that stands for a syntax error. */
#include "script.h"

const char tn_broken_name[] = "";

bool tn_doc_is_broken(const tunip_doc *stmt)
{
    if (stmt->kind != TUNIP_DOC_EXPR_STMT) return false;
    const tunip_doc *expr = ((const tunip_doc_expr_stmt *)stmt)->expr;
    return expr && expr->kind == TUNIP_DOC_ID &&
           ((const tunip_doc_id *)expr)->name.data == tn_broken_name;
}

const tunip_doc *tn_doc_star(const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    if (doc->kind != TUNIP_DOC_CALL || call->callee->kind != TUNIP_DOC_ID) return NULL;
    bool is_star = call->callee->sub == TUNIP_ID_RAW && call->args.count == 1 &&
                   tunip_str_is(((const tunip_doc_id *)call->callee)->name, "*");
    return is_star ? call->args.items[0] : NULL;
}
