/* dtype.c -- variables and numbers that no function of the API named like a dtype makes: they are
 * made as the nodes they are. */
#include "builder.h"

#include <float.h>
#include <math.h>

/* Whether a name is that of a dtype which the API has no function for. */
static bool is_unnamed(tunip_str name)
{
    tunip_dtype dtype;
    return name.size && !tn_builder_find(name) && !tunip_str_is(name, "bool") &&
           tunip_dtype_parse(name, &dtype);
}

bool tn_builder_is_unnamed_dtype(tunip_writer *w, const tunip_doc *doc)
{
    return is_unnamed(tn_builder_word_of(doc)) &&
           tn_builder_is_known(tunip_writer_namespace(w, doc));
}

/* PREFIX.node("name", */
static void write_node(tunip_writer *w, const tunip_doc *doc, const char *node, tunip_str name)
{
    tn_builder_write_own(w, doc, node);
    tunip_write_char(w, '(');
    tn_builder_write_string(w, name);
    tunip_write_text(w, ", ");
}

/* IRBuilder.name() names it later. */
static void write_var(tunip_writer *w, const tunip_doc *doc, bool is_size)
{
    write_node(w, doc, is_size ? "SizeVar" : "Var", (tunip_str){"", 0});
    tn_builder_write_string(w, tn_builder_word_of(doc));
    tunip_write_char(w, ')');
}

bool tn_builder_write_unnamed_type(tunip_writer *w, const tunip_doc *type)
{
    if (!tn_builder_is_unnamed_dtype(w, type)) return false;
    write_var(w, type, false);
    return true;
}

/* The API's functions without a width make 32-bit floats. */
static bool is_too_large(const tunip_doc_literal *number)
{
    double value = fabs(number->value.real);
    return number->base.sub == TUNIP_LITERAL_FLOAT && isfinite(value) && value > (double)FLT_MAX;
}

/* The node of a number that PREFIX.dtype() does not make; or NULL. */
static const char *number_node(tunip_writer *w, const tunip_doc_call *call)
{
    const tunip_doc_literal *number = (const tunip_doc_literal *)call->args.items[0];
    tunip_dtype dtype;
    if (number->base.kind != TUNIP_DOC_LITERAL) return NULL;
    bool is_float = number->base.sub == TUNIP_LITERAL_FLOAT;
    if (is_too_large(number) && tunip_dtype_parse(tn_builder_word_of(&call->base), &dtype))
        return "FloatImm";
    if (!tn_builder_is_unnamed_dtype(w, &call->base)) return NULL;
    if (is_float) return "FloatImm";
    return number->base.sub == TUNIP_LITERAL_INT ? "IntImm" : NULL;
}

bool tn_builder_write_unnamed(tunip_writer *w, const tunip_doc_call *call)
{
    bool is_size = call->values.count == 1 && tunip_str_is(call->keys[0], "is_size_var");
    bool is_var = !call->args.count && (is_size || !call->values.count);
    if (is_var && tn_builder_is_unnamed_dtype(w, &call->base)) {
        write_var(w, &call->base, is_size);
        return true;
    }
    bool is_number = call->args.count == 1 && !call->values.count;
    const char *node = is_number ? number_node(w, call) : NULL;
    if (!node) return false;
    write_node(w, &call->base, node, tn_builder_word_of(&call->base));
    tunip_emit(w, call->args.items[0]);
    tunip_write_char(w, ')');
    return true;
}
