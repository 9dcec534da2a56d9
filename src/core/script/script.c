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
