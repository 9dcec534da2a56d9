/* plain.c -- what a layout that is a root prints as: layouts have no script form (token "plain").
 */
#include "rules.h"

#include <tunip/tvm/tir.h>

static tunip_str name_of(const tir_layout *layout)
{
    tunip_str name = tunip_string_value(layout ? layout->name : NULL);
    return name.size ? name : tunip_str_from("");
}

TIR_RULE(plain_bijective_layout)
{
    const tir_bijective_layout *pair = (const tir_bijective_layout *)node;
    tunip_str from = name_of(pair->src_layout), to = name_of(pair->dst_layout);
    tunip_str text = tunip_doc_format(d, "BijectiveLayout(%.*s->%.*s)", (int)from.size, from.data,
                                      (int)to.size, to.data);
    return tunip_doc_raw_new(d, text, path);
}
