/* node.c -- names in their namespaces, and values in places that require a node. */
#include "builder.h"

/* ---- names ---- */

tunip_str tn_builder_word_of(const tunip_doc *doc)
{
    if (!doc) return (tunip_str){NULL, 0}; /* the decorator of a function that has none */
    if (doc->kind == TUNIP_DOC_CALL) doc = ((const tunip_doc_call *)doc)->callee;
    const tunip_doc_attr *attr = (const tunip_doc_attr *)doc;
    bool is_word = doc->kind == TUNIP_DOC_ATTR && tn_builder_is_prefix(attr->value);
    return is_word ? attr->name : (tunip_str){NULL, 0};
}

void tn_builder_write_home(tunip_writer *w, const tunip_doc *doc, const char *name)
{
    const tunip_namespace *space = tunip_writer_namespace(w, doc);
    if (!tn_builder_is_known(space)) tunip_writer_fail(w, "%s is not in the IRBuilder's API", name);
    tunip_write_text(w, "tvm.");
    tunip_write_text(w, space ? space->dialect : "");
    tunip_write_char(w, '.');
    tunip_write_text(w, name);
}

/* A dialect whose prefix occurs nowhere is not imported. */
void tn_builder_write_own(tunip_writer *w, const tunip_doc *doc, const char *name)
{
    const tunip_namespace *space = tunip_writer_namespace(w, doc);
    if (!space || !space->used) {
        tn_builder_write_home(w, doc, name);
        return;
    }
    tn_builder_state *state = tn_builder_state_of(w);
    if (space != state->known && !tn_builder_is_known(space))
        tunip_writer_fail(w, "%.*s.%s is not in the IRBuilder's API", (int)space->prefix.size,
                          space->prefix.data, name);
    state->known = space;
    tunip_write_str(w, space->prefix);
    tunip_write_char(w, '.');
    tunip_write_text(w, name);
}

/* A function outside of the module is a GlobalVar of its name, made at its first use. */
static void write_open(tunip_writer *w, const tunip_doc *doc)
{
    static const char variable[] = "global";
    tn_builder_state *state = tn_builder_state_of(w);
    tunip_str name = ((const tunip_doc_id *)doc)->name;
    if (state->facts.flows)
        tunip_writer_fail(
            w, "a function outside of the module, used in a dataflow block, cannot be built");
    for (size_t i = 0; i < state->open_count; i++) {
        if (!tunip_str_equal(state->open[i], name)) continue;
        tn_builder_write_variable(w, variable, i + 1);
        return;
    }
    if (state->open_count == TN_BUILDER_MOST_OPEN) {
        tunip_writer_fail(w,
                          "calls of more than %d functions outside of the module cannot be built",
                          TN_BUILDER_MOST_OPEN);
        return;
    }
    state->open[state->open_count++] = name;
    tunip_write_char(w, '(');
    tn_builder_write_variable(w, variable, state->open_count);
    tunip_write_text(w, " := ");
    tn_builder_write_home(w, doc, "GlobalVar");
    tunip_write_char(w, '(');
    tn_builder_write_string(w, name);
    tunip_write_text(w, "))");
}

/* Faster than memchr(), because names are short. */
static bool has_dot(tunip_str name)
{
    size_t at = 0;
    while (at < name.size && name.data[at] != '.') at++;
    return at < name.size;
}

/* Hints make names that begin with a digit. */
void tn_builder_emit_id(tunip_writer *w, const tunip_doc *doc)
{
    tunip_str name = ((const tunip_doc_id *)doc)->name;
    if (doc->sub == TUNIP_ID_OPEN) {
        write_open(w, doc);
        return;
    }
    if (doc->sub == TUNIP_ID_AGAIN)
        tunip_writer_fail(
            w, "variable %.*s, which is defined nowhere or more than once, cannot be built",
            (int)name.size, name.size ? name.data : "");
    if (doc->sub == TUNIP_ID_TYPED && !tn_builder_state_of(w)->says_type)
        tunip_writer_fail(w, "the explicit type of variable %.*s cannot be built", (int)name.size,
                          name.size ? name.data : "");
    const tunip_doc_id *local = tn_builder_state_of(w)->local;
    if (local && tunip_str_equal(local->name, name))
        tunip_writer_fail(w, "a local function that calls itself cannot be built");
    if (tunip_is_keyword(name))
        tunip_writer_fail(w, "%.*s as a name cannot be built", (int)name.size, name.data);
    if (has_dot(name))
        tunip_writer_fail(w, "%.*s is not in the IRBuilder's API", (int)name.size, name.data);
    if (name.size && tunip_is_digit(name.data[0])) tunip_write_text(w, "v_");
    tunip_write_str(w, name);
}

void tn_builder_write_defined(tunip_writer *w, const tunip_doc *target)
{
    tn_builder_state *state = tn_builder_state_of(w);
    state->says_type = true;
    tunip_emit(w, target);
    state->says_type = false;
}

const tunip_doc *tn_builder_type_of(const tunip_doc_assign *assign)
{
    const tunip_doc *lhs = assign->lhs;
    bool is_typed = lhs->kind == TUNIP_DOC_ID && lhs->sub == TUNIP_ID_TYPED;
    return is_typed ? ((const tunip_doc_typed_id *)lhs)->type : assign->annotation;
}

const tunip_doc *tn_builder_exact(const tunip_doc *doc)
{
    bool is_replaced = doc->kind == TUNIP_DOC_CALL && doc->sub == TUNIP_CALL_REPLACED;
    return is_replaced ? ((const tunip_doc_partial_call *)doc)->value : NULL;
}

/* ---- values that must be nodes ---- */

void tn_builder_write_nodes(tunip_writer *w, const tunip_doc *doc, tunip_docs exprs)
{
    for (size_t i = 0; i < exprs.count; i++) {
        if (i) tunip_write_text(w, ", ");
        if (exprs.items[i]->kind == TUNIP_DOC_TUPLE)
            tn_builder_write_node(w, doc, exprs.items[i]);
        else
            tunip_emit(w, exprs.items[i]);
    }
}

static void write_tuple(tunip_writer *w, const tunip_doc *doc, const tunip_doc *tuple)
{
    tunip_docs elements = ((const tunip_doc_tuple *)tuple)->elements;
    tn_builder_write_own(w, doc, "tuple");
    bool fits = tn_builder_write_open(w);
    for (size_t i = 0; fits && i < elements.count; i++) {
        if (i) tunip_write_text(w, ", ");
        tn_builder_write_node(w, doc, elements.items[i]);
    }
    tn_builder_write_close(w);
}

/* Writes an element as a node, because Python would evaluate the subscript of a tuple or shape. */
static void write_element(tunip_writer *w, const tunip_doc *doc, const tunip_doc_index *index)
{
    tn_builder_write_own(w, doc, "TupleGetItem");
    tunip_write_char(w, '(');
    tn_builder_write_node(w, doc, index->value);
    tunip_write_text(w, ", ");
    tn_python_emit_list_of(w, index->indices);
    tunip_write_char(w, ')');
}

static void write_constant(tunip_writer *w, const tunip_doc *doc, const tunip_doc *number)
{
    tn_builder_write_own(w, doc, "const");
    tunip_write_char(w, '(');
    tunip_emit(w, number);
    tunip_write_char(w, ')');
}

void tn_builder_write_node(tunip_writer *w, const tunip_doc *doc, const tunip_doc *expr)
{
    const tunip_doc_index *index = (const tunip_doc_index *)expr;
    bool is_number = expr->kind == TUNIP_DOC_LITERAL && expr->sub != TUNIP_LITERAL_NONE &&
                     expr->sub != TUNIP_LITERAL_STR && expr->sub != TUNIP_LITERAL_QUOTED;
    if (expr->kind == TUNIP_DOC_TUPLE)
        write_tuple(w, doc, expr);
    else if (expr->kind == TUNIP_DOC_INDEX &&
             (index->value->kind == TUNIP_DOC_TUPLE || index->value->kind == TUNIP_DOC_CALL))
        write_element(w, doc, index);
    else if (is_number)
        write_constant(w, doc, expr);
    else
        tunip_emit(w, expr);
}

tunip_dtype tn_builder_node_dtype(const tunip_doc *doc)
{
    static const tunip_dtype none;
    bool is_number = doc->kind == TUNIP_DOC_LITERAL &&
                     (doc->sub == TUNIP_LITERAL_BOOL || doc->sub == TUNIP_LITERAL_INT ||
                      doc->sub == TUNIP_LITERAL_FLOAT);
    return is_number ? ((const tunip_doc_literal *)doc)->value.typed.dtype : none;
}

/* A dialect that is not imported has no PREFIX.int64(): HOME.IntImm("int64", number). */
void tn_builder_write_boxed(tunip_writer *w, const tunip_doc *doc)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype dtype = tn_builder_node_dtype(doc);
    const tunip_namespace *space = tunip_writer_namespace(w, doc);
    tunip_dtype_name(dtype, name);
    if (space && space->used)
        tn_builder_write_own(w, doc, dtype.code == TUNIP_DTYPE_BOOL ? "boolean" : name);
    else
        tn_builder_write_home(w, doc, doc->sub == TUNIP_LITERAL_FLOAT ? "FloatImm" : "IntImm");
    tunip_write_char(w, '(');
    if (!space || !space->used) {
        tn_builder_write_string(w, tunip_str_from(name));
        tunip_write_text(w, ", ");
    }
    tn_python_emit_literal(w, doc);
    tunip_write_char(w, ')');
}

void tn_builder_write_number(tunip_writer *w, const tunip_doc *doc, bool is_usual)
{
    if (tn_builder_node_dtype(doc).bits && !is_usual)
        tunip_emit_as(w, doc, tn_builder_write_boxed);
    else
        tunip_emit(w, doc);
}

/* An integer of Python becomes a node of 32 bits, unless its place requires another dtype. */
static void write_operand(tunip_writer *w, const tunip_doc *doc)
{
    tunip_dtype dtype = tn_builder_node_dtype(doc);
    tn_builder_write_number(w, doc, dtype.code == TUNIP_DTYPE_INT && dtype.bits == 32);
}

void tn_builder_write_operator(tunip_writer *w, const tunip_doc *doc, const char *name,
                               tunip_docs operands)
{
    tn_builder_write_own(w, doc, name);
    tn_builder_write_open(w);
    for (size_t i = 0; i < operands.count; i++) {
        if (i) tunip_write_text(w, ", ");
        write_operand(w, operands.items[i]);
    }
    tn_builder_write_close(w);
}

void tn_builder_write_message(tunip_writer *w, const tunip_doc *message)
{
    if (!message) {
        tunip_write_text(w, "\"\"");
        return;
    }
    tunip_emit(w, message);
    if (message->kind != TUNIP_DOC_LITERAL) tunip_write_text(w, ".value");
}
