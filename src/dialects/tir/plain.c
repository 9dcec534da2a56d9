/* plain.c -- the text of a layout at the root: layouts have no script form (token "plain"). */
#include "rules.h"

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/arith.h>
#include <tunip/tvm/te.h>

static tunip_str name_of(const tunip_tir_layout *layout)
{
    tunip_str name = tunip_string_value(layout ? layout->name : NULL);
    return name.size ? name : tunip_str_from("");
}

TIR_RULE(plain_bijective_layout)
{
    const tunip_tir_bijective_layout *pair = (const tunip_tir_bijective_layout *)node;
    tunip_str from = name_of(pair->src_layout), to = name_of(pair->dst_layout);
    tunip_str text = tunip_doc_format(d, "BijectiveLayout(%.*s->%.*s)", (int)from.size, from.data,
                                      (int)to.size, to.data);
    return tunip_doc_raw_new(d, text, path);
}

/* A number, or the symbol for infinity. */
static const tunip_doc *write_bound(tunip_docsifier *d, int64_t value, const tunip_path *path)
{
    if (value == INT64_MAX) return tunip_doc_raw_new(d, tunip_str_from("pos_inf"), path);
    if (value == -INT64_MAX) return tunip_doc_raw_new(d, tunip_str_from("neg_inf"), path);
    return tunip_doc_int(d, value, path);
}

TIR_RULE(plain_const_int_bound)
{
    const tunip_arith_const_int_bound *bound = (const tunip_arith_const_int_bound *)node;
    const tunip_path *min = tunip_path_attr(d, path, "min_value");
    const tunip_path *max = tunip_path_attr(d, path, "max_value");
    const tunip_doc *open = tunip_doc_raw_new(d, tunip_str_from("ConstIntBound["), NULL);
    const tunip_doc *least = write_bound(d, bound->min_value, min);
    const tunip_doc *comma = tunip_doc_raw_new(d, tunip_str_from(","), NULL);
    const tunip_doc *most = write_bound(d, bound->max_value, max);
    const tunip_doc *close = tunip_doc_raw_new(d, tunip_str_from("]"), NULL);
    return tunip_doc_joined_new(d, TUNIP_DOCS(d, open, least, comma, most, close));
}

/* Tensor(shape=[4], op.name=A) */
TIR_RULE(plain_tensor)
{
    const tunip_te_tensor *tensor = (const tunip_te_tensor *)node;
    const tunip_te_operation *op = TUNIP_AS_A(tunip_te_operation, tensor->op);
    const tunip_path *name = tunip_path_attr(d, tunip_path_attr(d, path, "op"), "name");
    const tunip_doc *open = tunip_doc_raw_new(d, tunip_str_from("Tensor(shape="), NULL);
    const tunip_doc *shape =
        tunip_docsify_plain(d, tensor->shape, tunip_path_attr(d, path, "shape"));
    const tunip_doc *comma = tunip_doc_raw_new(d, tunip_str_from(", op.name="), NULL);
    const tunip_doc *text = tunip_doc_raw_new(d, tunip_string_value(op ? op->name : NULL), name);
    const tunip_doc *close = tunip_doc_raw_new(d, tunip_str_from(")"), NULL);
    return tunip_doc_joined_new(d, TUNIP_DOCS(d, open, shape, comma, text, close));
}
