/* ops.c -- what TVM registers of an operator: its attributes and parameters. */
#include "ops.h"

#include <tunip/tvm/relax_attrs_v26.h>

/* The attributes that the function for an operator makes, and the parameters of the function; other
 * functions make none. */
typedef struct op_attrs {
    const char *op;
    const tunip_type *attrs; /* NULL: none */
    const char *params;
    const char *read; /* the word that reads it; "op" if its parameters are those of the call */
} op_attrs;

static const op_attrs all_attrs[] = {
#define X(op, attrs, read, params) {op, attrs, params, #read},
#include "ops.def"
#undef X
};

bool relax_has_op(tunip_str name)
{
    static const char *const later[] = {
#define X(op, attrs, read, params) op,
#include "later_ops.def"
#undef X
    };
    return TUNIP_IR_FIND_ROW(name, all_attrs) || TUNIP_IR_FIND_ROW(name, later);
}

bool relax_has_attrs_of(const tunip_relax_call *call, tunip_str op)
{
    const op_attrs *row = TUNIP_IR_FIND_ROW(op, all_attrs);
    const tunip_type *attrs = row ? row->attrs : NULL;
    return call->attrs ? call->attrs->type == attrs : !attrs;
}

bool relax_is_plain_op(tunip_str op)
{
    const op_attrs *row = TUNIP_IR_FIND_ROW(op, all_attrs);
    return row && strcmp(row->read, "op") == 0;
}

static bool is_attribute(const tunip_type *attrs, tunip_str name)
{
    for (size_t i = 0; attrs && i < attrs->field_count; i++)
        if (tunip_str_is(name, attrs->fields[i].name)) return true;
    return false;
}

/* A parameter that is no attribute is an argument, which may be missing if it has a default. */
bool relax_has_arg_count(const tunip_relax_call *call)
{
    tunip_str op = tunip_string_value(((const tunip_ir_op *)call->op)->name);
    const op_attrs *row = TUNIP_IR_FIND_ROW(op, all_attrs);
    size_t least = 0, most = 0, count = tunip_array_count(call->args);
    for (const char *at = row ? row->params : ""; *at; at += strspn(at, " ")) {
        tunip_str word = {at, strcspn(at, " ")};
        size_t name = strcspn(at, "= ");
        at += word.size;
        if (tunip_str_is(word, "*")) break;
        if (*word.data == '*') return true;
        if (is_attribute(row->attrs, (tunip_str){word.data, name})) continue;
        least += name == word.size;
        most++;
    }
    return !row || (count >= least && count <= most);
}
