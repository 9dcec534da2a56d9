/* binary.c -- a + b, or T.Add(a, b) if TVM's parser makes another node of a + b. */
#include "fold.h"
#include "rules.h"

typedef struct sides {
    const tunip_doc *a;
    const tunip_doc *b;
} sides;

static sides docsify_sides(tunip_docsifier *d, const tunip_node *a, const tunip_node *b,
                           const tunip_path *path)
{
    sides docs;
    docs.a = tir_docsify(d, a, tunip_path_attr(d, path, "a"));
    docs.b = tir_docsify(d, b, tunip_path_attr(d, path, "b"));
    return docs;
}

static const tunip_doc *write_binary(tunip_docsifier *d, sides docs, bool sugar, tunip_operator op,
                                     const char *name)
{
    if (sugar) return tunip_doc_operation_new(d, op, TUNIP_DOCS(d, docs.a, docs.b));
    return TIR_CALL(d, name, docs.a, docs.b);
}

#define X(ident, name, op)                                                                         \
    TIR_RULE(ident)                                                                                \
    {                                                                                              \
        const tunip_tir_##ident *expr = (const tunip_tir_##ident *)node;                           \
        sides docs = docsify_sides(d, expr->a, expr->b, path);                                     \
        bool sugar = tir_is_kept(TUNIP_OP_##op, expr->a, expr->b);                                 \
        return write_binary(d, docs, sugar, TUNIP_OP_##op, name);                                  \
    }
#include "binary.def"
#undef X

/* Unlike the other operators, a division prints as a / b even if a reader would cast an operand. */
TIR_RULE(div)
{
    const tunip_tir_div *div = (const tunip_tir_div *)node;
    sides docs = docsify_sides(d, div->a, div->b, path);
    return write_binary(d, docs, tir_is_division(d, div->a, div->b), TUNIP_OP_DIV, "Div");
}
