/* assign.c -- assignments: the calls for each role of an assignment, and the names of the assigned
 * variables. */
#include "builder.h"

/* ---- names ---- */

static void write_name_string(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_char(w, '"');
    if (doc->kind == TUNIP_DOC_ID)
        tn_builder_write_defined(w, doc);
    else
        tunip_writer_fail(w, "an assignment to something without a name cannot be built");
    tunip_write_char(w, '"');
}

static void write_names(tunip_writer *w, tunip_docs targets)
{
    tunip_write_text(w, "IRBuilder.name_many([");
    for (size_t i = 0; i < targets.count; i++) {
        if (i) tunip_write_text(w, ", ");
        write_name_string(w, targets.items[i]);
    }
    tunip_write_text(w, "], [");
    tn_python_emit_list_of(w, targets);
    tunip_write_text(w, "])");
}

static void write_name(tunip_writer *w, const tunip_doc *target)
{
    tunip_write_text(w, "IRBuilder.name(");
    write_name_string(w, target);
    tunip_write_text(w, ", ");
    tn_builder_write_defined(w, target);
    tunip_write_char(w, ')');
}

void tn_builder_write_naming(tunip_writer *w, const tunip_doc *target)
{
    const tunip_doc_tuple *tuple = (const tunip_doc_tuple *)target;
    bool is_tuple = target->kind == TUNIP_DOC_TUPLE;
    tunip_write_newline(w);
    if (is_tuple && tuple->elements.count != 1)
        write_names(w, tuple->elements);
    else
        write_name(w, is_tuple ? tuple->elements.items[0] : target);
}

/* ---- assignments ---- */

typedef void (*assign_fn)(tunip_writer *w, const tunip_doc_assign *assign);

static void write_plain(tunip_writer *w, const tunip_doc_assign *assign)
{
    tunip_emit_bare(w, assign->lhs, 0);
    tunip_write_text(w, " = ");
    tunip_emit_bare(w, assign->rhs, 0);
}

/* The result of a call is a new object, so it can get the name. */
static void write_named(tunip_writer *w, const tunip_doc_assign *assign)
{
    write_plain(w, assign);
    if (assign->rhs->kind == TUNIP_DOC_CALL || assign->rhs->kind == TUNIP_DOC_TUPLE)
        tn_builder_write_naming(w, assign->lhs);
}

/* Writes a variable that is only declared. */
static void write_declared(tunip_writer *w, const tunip_doc_assign *assign)
{
    tunip_emit(w, assign->lhs);
    tunip_write_text(w, " = ");
    tn_builder_write_home(w, &assign->stmt.base, "Var");
    tunip_write_char(w, '(');
    write_name_string(w, assign->lhs);
    tunip_write_text(w, ", ");
    tn_builder_write_made(w, assign->annotation);
    tunip_write_char(w, ')');
}

/* A variable without a value may be that of a binding without a name. */
static void write_definition(tunip_writer *w, const tunip_doc_assign *assign)
{
    if (!assign->rhs && tn_builder_state_of(w)->facts.has_unnamed)
        tunip_writer_fail(w, "a variable that an unnamed binding may define cannot be built");
    if (assign->rhs)
        write_named(w, assign);
    else
        write_declared(w, assign);
}

static void write_let(tunip_writer *w, const tunip_doc_assign *assign)
{
    const tunip_doc *type = tn_builder_type_of(assign);
    tn_builder_write_defined(w, assign->lhs);
    tunip_write_text(w, " = ");
    tn_builder_write_enter(w);
    tn_builder_write_own(w, &assign->stmt.base, "LetStmt");
    tunip_write_char(w, '(');
    tunip_emit(w, assign->rhs);
    if (type) tunip_write_text(w, ", var=");
    if (type) tn_builder_write_made(w, type);
    tunip_write_text(w, "))");
    tn_builder_write_naming(w, assign->lhs);
}

static void write_entered(tunip_writer *w, const tunip_doc_assign *assign)
{
    const tunip_doc *lhs = assign->lhs;
    const tunip_doc *rhs = tn_builder_open_scope(w, &lhs, assign->rhs);
    if (lhs) tunip_emit(w, lhs);
    if (lhs) tunip_write_text(w, " = ");
    tn_builder_write_enter(w);
    tunip_emit(w, rhs);
    tunip_write_char(w, ')');
    tn_builder_write_naming(w, assign->lhs);
}

static void write_indices(tunip_writer *w, const tunip_doc *doc)
{
    tn_python_emit_list_of(w, ((const tunip_doc_index *)doc)->indices);
}

static void write_store(tunip_writer *w, const tunip_doc_assign *assign)
{
    const tunip_doc_index *place = (const tunip_doc_index *)assign->lhs;
    if (assign->lhs->kind != TUNIP_DOC_INDEX) {
        tunip_writer_fail(w, "a store to something other than an element cannot be built");
        return;
    }
    tn_builder_write_own(w, &assign->stmt.base, "buffer_store");
    tunip_write_char(w, '(');
    tunip_emit(w, place->value);
    tunip_write_text(w, ", ");
    tunip_emit(w, assign->rhs);
    tunip_write_text(w, ", [");
    tunip_emit_as(w, assign->lhs, write_indices);
    tunip_write_text(w, "])");
}

void tn_builder_check_inside(tunip_writer *w)
{
    if (!tn_builder_state_of(w)->function)
        tunip_writer_fail(w, "a binding outside of a function cannot be built");
}

static void write_bind(tunip_writer *w, const tunip_doc_assign *assign)
{
    tn_builder_check_inside(w);
    tn_builder_check_bound(w, assign->rhs);
    tunip_emit(w, assign->lhs);
    tunip_write_text(w, " = ");
    tn_builder_write_own(w, &assign->stmt.base, "emit");
    tunip_write_char(w, '(');
    tn_builder_write_node(w, &assign->stmt.base, assign->rhs);
    if (assign->annotation) tunip_write_text(w, ", ");
    tunip_emit(w, assign->annotation);
    tunip_write_char(w, ')');
    tn_builder_write_naming(w, assign->lhs);
}

/* A match_buffer of a parameter, or of a region in a block. */
static void write_match(tunip_writer *w, const tunip_doc_assign *assign)
{
    const tn_builder_state *state = tn_builder_state_of(w);
    if (!state->function && state->blocks <= 1)
        tunip_writer_fail(w, "a match_buffer outside of a block cannot be built");
    write_named(w, assign);
}

static const assign_fn assigns[TUNIP_ROLE__COUNT] = {
    [TUNIP_ROLE_LET] = write_let,       [TUNIP_ROLE_STORE] = write_store,
    [TUNIP_ROLE_ALLOC] = write_named,   [TUNIP_ROLE_DEFINE] = write_definition,
    [TUNIP_ROLE_MATCH] = write_match,   [TUNIP_ROLE_AXIS] = write_named,
    [TUNIP_ROLE_ENTER] = write_entered, [TUNIP_ROLE_BIND] = write_bind,
};

void tn_builder_emit_assign(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    assign_fn write = doc->role < TUNIP_ROLE__COUNT ? assigns[doc->role] : NULL;
    bool is_declared = doc->role == TUNIP_ROLE_DEFINE && assign->annotation;
    tn_python_write_comment_above(w, &assign->stmt);
    if (!write || !(assign->rhs || is_declared))
        tunip_writer_fail(w, "an assignment without a role cannot be built");
    else
        write(w, assign);
}
