/* doc_stmts.c -- constructors of statements. */
#include "doc_new.h"

TN_AGAIN(tunip_doc_assign_new,
         (tunip_docsifier * d, tunip_role role, const tunip_doc *lhs, const tunip_doc *rhs,
          const tunip_doc *annotation),
         (d, role, lhs, rhs, annotation))
const tunip_doc *tunip_doc_assign_new(tunip_docsifier *d, tunip_role role, const tunip_doc *lhs,
                                      const tunip_doc *rhs, const tunip_doc *annotation)
{
    TN_NEW_OR(assign, ASSIGN, (int)role, tunip_doc_assign_new_again(d, role, lhs, rhs, annotation));
    doc->stmt.comment = (tunip_str){NULL, 0};
    doc->lhs = lhs;
    doc->rhs = rhs;
    doc->annotation = annotation;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_if_new(tunip_docsifier *d, const tunip_doc *predicate,
                                  tunip_docs then_branch, tunip_docs else_branch)
{
    TN_NEW_STMT(if, IF, TUNIP_ROLE_NONE);
    doc->predicate = predicate;
    doc->then_branch = then_branch;
    doc->else_branch = else_branch;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_while_new(tunip_docsifier *d, const tunip_doc *predicate,
                                     tunip_docs body)
{
    TN_NEW_STMT(while, WHILE, TUNIP_ROLE_NONE);
    doc->predicate = predicate;
    doc->body = body;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_for_new(tunip_docsifier *d, const tunip_doc *lhs, const tunip_doc *rhs,
                                   tunip_docs body)
{
    TN_NEW_STMT(for, FOR, TUNIP_ROLE_NONE);
    doc->lhs = lhs;
    doc->rhs = rhs;
    doc->body = body;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_scope_new(tunip_docsifier *d, const tunip_doc *lhs, const tunip_doc *rhs,
                                     tunip_docs body)
{
    TN_NEW_STMT(scope, SCOPE, TUNIP_ROLE_NONE);
    doc->lhs = lhs;
    doc->rhs = rhs;
    doc->body = body;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_expr_stmt_new(tunip_docsifier *d, tunip_role role, const tunip_doc *expr)
{
    TN_NEW_STMT(expr_stmt, EXPR_STMT, role);
    doc->expr = expr;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_assert_new(tunip_docsifier *d, const tunip_doc *test,
                                      const tunip_doc *message)
{
    TN_NEW_STMT(assert, ASSERT, TUNIP_ROLE_NONE);
    doc->test = test;
    doc->message = message;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_return_new(tunip_docsifier *d, const tunip_doc *value)
{
    TN_NEW_STMT(return, RETURN, TUNIP_ROLE_NONE);
    doc->value = value;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_function_new(tunip_docsifier *d, const tunip_doc *name, tunip_docs args,
                                        tunip_docs decorators, const tunip_doc *return_type,
                                        tunip_docs body)
{
    TN_NEW_STMT(function, FUNCTION, TUNIP_ROLE_NONE);
    doc->name = name;
    doc->args = args;
    doc->decorators = decorators;
    doc->return_type = return_type;
    doc->body = body;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_class_new(tunip_docsifier *d, const tunip_doc *name,
                                     tunip_docs decorators, tunip_docs body)
{
    TN_NEW_STMT(class, CLASS, TUNIP_ROLE_NONE);
    doc->name = name;
    doc->decorators = decorators;
    doc->body = body;
    return &doc->stmt.base;
}

const tunip_doc *tn_doc_comment_new(tunip_docsifier *d, tunip_role role, tunip_str text)
{
    TN_NEW_STMT(comment, COMMENT, role);
    doc->stmt.comment = text;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_comment_new(tunip_docsifier *d, tunip_str text)
{
    return tn_doc_comment_new(d, TUNIP_ROLE_NONE, text);
}

const tunip_doc *tunip_doc_implied_new(tunip_docsifier *d, tunip_str text)
{
    return tn_doc_comment_new(d, TUNIP_ROLE_IMPLIED, text);
}

const tunip_doc *tunip_doc_doc_string_new(tunip_docsifier *d, tunip_str text)
{
    TN_NEW_STMT(doc_string, DOC_STRING, TUNIP_ROLE_NONE);
    doc->stmt.comment = text;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_block_new(tunip_docsifier *d, tunip_docs body)
{
    TN_NEW_STMT(block, BLOCK, TUNIP_ROLE_NONE);
    doc->body = body;
    return &doc->stmt.base;
}

const tunip_doc *tunip_doc_group_new(tunip_docsifier *d, tunip_docs body)
{
    TN_NEW_STMT(block, BLOCK, TUNIP_ROLE_GROUP);
    doc->body = body;
    return &doc->stmt.base;
}
