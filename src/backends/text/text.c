/* text.c -- the text backend: writes any IR for people to read and search, in no particular
 * language.
 *
 * Read this backend first: it has a function for each kind of Doc, expressions first, then
 * statements. The library writes the forms that most languages share (tunip/ext/backend.h). A
 * construct is a line, types follow names, and nothing is aligned. The first word of a line is the
 * role of the statement (tunip/ext/doc.h). */
#include "../backends.h"

typedef struct text_settings {
    bool braces; /* put blocks in braces; they are indented in any case */
} text_settings;

/* ---- expressions ---- */

static void emit_id(tunip_writer *w, const tunip_doc *doc)
{
    tunip_emit_id(w, doc);
    if (doc->sub == TUNIP_ID_TYPED)
        tunip_emit_behind(w, ": ", ((const tunip_doc_typed_id *)doc)->type);
}

static void emit_operand(tunip_writer *w, const tunip_doc *doc, int least)
{
    tunip_emit_operand(w, tunip_usual_operators, doc, least);
}

static void emit_operation(tunip_writer *w, const tunip_doc *doc)
{
    static const char *const words[] = {"if ", " then ", " else "};
    tunip_docs operands = ((const tunip_doc_operation *)doc)->operands;
    bool chooses = doc->sub == TUNIP_OP_IF_ELSE && operands.count == TUNIP_LEN(words);
    if (!chooses) tunip_emit_operation(w, tunip_usual_operators, doc);
    for (size_t i = 0; chooses && i < operands.count; i++) {
        tunip_write_text(w, words[i]);
        emit_operand(w, operands.items[i], tunip_usual_operators[doc->sub].bind + 1);
    }
}

static void emit_attr(tunip_writer *w, const tunip_doc *doc)
{
    emit_operand(w, ((const tunip_doc_attr *)doc)->value, TUNIP_BIND_ATOM);
    tunip_write_char(w, '.');
    tunip_write_name(w, ((const tunip_doc_attr *)doc)->name);
}

static void emit_index(tunip_writer *w, const tunip_doc *doc)
{
    emit_operand(w, ((const tunip_doc_index *)doc)->value, TUNIP_BIND_ATOM);
    tunip_emit_within(w, "[", ((const tunip_doc_index *)doc)->indices, "]");
}

/* start..stop by step. `word` is a Doc that the dots represent, such as the name `range`; or
 * NULL. */
static void emit_range(tunip_writer *w, const tunip_doc *start, const tunip_doc *word,
                       const tunip_doc *stop, const tunip_doc *step)
{
    int least = tunip_usual_operators[TUNIP_OP_ADD].bind;
    emit_operand(w, start, least);
    tunip_write_as(w, word, "..");
    emit_operand(w, stop, least);
    if (step) tunip_write_text(w, " by ");
    emit_operand(w, step, least);
}

/* Shows the number of elements of a range if its ends do not imply it. */
static void emit_slice(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_slice *slice = (const tunip_doc_slice *)doc;
    emit_range(w, slice->start, NULL, slice->stop, slice->step);
    if (doc->sub == TUNIP_SLICE_RANGE) tunip_emit_behind(w, " of ", slice->lanes);
}

/* The exact expression follows a call that is not exact. */
static void emit_call(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    emit_operand(w, call->callee, TUNIP_BIND_ATOM);
    tunip_write_char(w, '(');
    tunip_emit_arguments(w, call, true, tunip_write_name);
    tunip_write_char(w, ')');
    if (doc->sub > TUNIP_CALL_PARTIAL)
        tunip_emit_behind(w, " as ", ((const tunip_doc_partial_call *)call)->value);
}

static void emit_lambda(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_lambda *lambda = (const tunip_doc_lambda *)doc;
    tunip_emit_within(w, "(", lambda->args, ")");
    tunip_emit_behind(w, ": ", lambda->arg_type);
    tunip_write_text(w, " => ");
    tunip_emit(w, lambda->body);
}

/* ---- simple statements ---- */

static void emit_body(tunip_writer *w, tunip_docs body)
{
    bool braces = ((const text_settings *)tunip_writer_settings(w))->braces;
    tunip_emit_body(w, braces ? " {" : "", body, braces ? "}" : NULL);
}

/* Statements among the parts of a text, such as a region of MLIR, are a body. */
static void emit_tuple(tunip_writer *w, const tunip_doc *doc)
{
    tunip_docs parts = ((const tunip_doc_tuple *)doc)->elements;
    bool is_joined = doc->sub == TUNIP_TUPLE_JOINED;
    if (!is_joined) tunip_emit_tuple(w, doc);
    for (size_t i = 0; is_joined && i < parts.count; i++) {
        const tunip_doc *part = parts.items[i];
        if (part && part->kind == TUNIP_DOC_BLOCK)
            emit_body(w, tunip_docs_view(&parts.items[i], 1));
        else
            tunip_emit(w, part);
    }
}

static void emit_comment(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_comment(w, "# ", ((const tunip_doc_stmt *)doc)->comment);
}

/* The comment of any other statement stands above it. */
static void emit_head(tunip_writer *w, const tunip_doc *doc, const char *word,
                      const tunip_doc *first)
{
    tunip_write_remark(w, "# ", doc);
    tunip_write_text(w, word);
    tunip_emit(w, first);
}

static const char *word_of(const tunip_doc *doc)
{
    static const char *const words[TUNIP_ROLE__COUNT] = {
        [TUNIP_ROLE_LET] = "let ",       [TUNIP_ROLE_STORE] = "store ",
        [TUNIP_ROLE_DEFINE] = "define ", [TUNIP_ROLE_ALLOC] = "alloc ",
        [TUNIP_ROLE_MATCH] = "match ",   [TUNIP_ROLE_AXIS] = "axis ",
        [TUNIP_ROLE_META] = "meta ",     [TUNIP_ROLE_EFFECT] = "do ",
        [TUNIP_ROLE_BIND] = "let ",      [TUNIP_ROLE_ENTER] = "enter ",
        [TUNIP_ROLE_OUTPUT] = "output ",
    };
    const char *word = doc->role < TUNIP_ROLE__COUNT ? words[doc->role] : NULL;
    return word ? word : "";
}

/* Parameters share a line, so their comments are omitted. The type of a typed name replaces the
 * annotation, because it includes it. */
static void emit_assign(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    const tunip_doc *lhs = assign->lhs;
    bool typed = lhs && lhs->kind == TUNIP_DOC_ID && lhs->sub == TUNIP_ID_TYPED;
    if (doc->role != TUNIP_ROLE_PARAM) tunip_write_remark(w, "# ", doc);
    tunip_write_text(w, word_of(doc));
    tunip_emit_bare(w, lhs, 2);
    if (typed)
        tunip_write_as(w, assign->annotation, "");
    else
        tunip_emit_behind(w, ": ", assign->annotation);
    if (assign->rhs && assign->rhs->kind == TUNIP_DOC_BLOCK) {
        tunip_write_text(w, " =");
        emit_body(w, (tunip_docs){&assign->rhs, 1});
        return;
    }
    if (assign->rhs) tunip_write_text(w, " = ");
    tunip_emit_bare(w, assign->rhs, tunip_tuple_size(lhs) > 1 ? 2 : SIZE_MAX);
}

static void emit_expr_stmt(tunip_writer *w, const tunip_doc *doc)
{
    const char *word = doc->role == TUNIP_ROLE_BIND ? "do " : word_of(doc);
    emit_head(w, doc, word, ((const tunip_doc_expr_stmt *)doc)->expr);
}

static void emit_assert(tunip_writer *w, const tunip_doc *doc)
{
    emit_head(w, doc, "assert ", ((const tunip_doc_assert *)doc)->test);
    tunip_emit_behind(w, ", ", ((const tunip_doc_assert *)doc)->message);
}

static void emit_return(tunip_writer *w, const tunip_doc *doc)
{
    emit_head(w, doc, "return ", ((const tunip_doc_return *)doc)->value);
}

/* ---- statements with bodies ---- */

static void emit_if(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_if *branch = (const tunip_doc_if *)doc;
    emit_head(w, doc, "if ", branch->predicate);
    emit_body(w, branch->then_branch);
    if (!branch->else_branch.count) return;
    tunip_write_newline(w);
    tunip_write_text(w, "else");
    emit_body(w, branch->else_branch);
}

static void emit_while(tunip_writer *w, const tunip_doc *doc)
{
    emit_head(w, doc, "while ", ((const tunip_doc_while *)doc)->predicate);
    emit_body(w, ((const tunip_doc_while *)doc)->body);
}

/* A call of `range` has the bounds of a loop; the start is 0 by default. */
static void emit_iterator(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    tunip_docs args = call->args;
    const tunip_doc *start = args.count > 1 ? args.items[0] : NULL;
    if (!start) tunip_write_char(w, '0');
    emit_range(w, start, call->callee, args.items[args.count > 1],
               args.count > 2 ? args.items[2] : NULL);
}

/* A range cannot show the property that a call omits. */
static bool is_range(const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    if (!doc || doc->kind != TUNIP_DOC_CALL || doc->sub != TUNIP_CALL_WHOLE) return false;
    if (!call->callee || call->values.count) return false;
    bool plain = call->callee->kind == TUNIP_DOC_ID && call->args.count && call->args.count <= 3;
    return plain && tunip_str_is(((const tunip_doc_id *)call->callee)->name, "range");
}

static void emit_for(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_for *loop = (const tunip_doc_for *)doc;
    emit_head(w, doc, "for ", NULL);
    tunip_emit_bare(w, loop->lhs, 2);
    tunip_write_text(w, " in ");
    if (is_range(loop->rhs))
        tunip_emit_as(w, loop->rhs, emit_iterator);
    else
        tunip_emit(w, loop->rhs);
    emit_body(w, loop->body);
}

static void emit_scope(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_scope *scope = (const tunip_doc_scope *)doc;
    emit_head(w, doc, "scope ", scope->lhs);
    tunip_emit_behind(w, scope->lhs ? " = " : "", scope->rhs);
    emit_body(w, scope->body);
}

static void emit_decorators(tunip_writer *w, tunip_docs decorators)
{
    for (size_t i = 0; i < decorators.count; i++) tunip_emit_behind(w, " @", decorators.items[i]);
}

static void emit_function(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    tunip_docs args = function->args;
    for (size_t i = 0; i < args.count; i++)
        if (args.items[i] && args.items[i]->kind == TUNIP_DOC_ASSIGN)
            tunip_write_remark(w, "# ", args.items[i]);
    emit_head(w, doc, "func ", function->name);
    if (function->type_params.count) tunip_emit_within(w, "[", function->type_params, "]");
    tunip_emit_within(w, "(", args, ")");
    tunip_emit_behind(w, " -> ", function->return_type);
    emit_decorators(w, function->decorators);
    emit_body(w, function->body);
}

static void emit_class(tunip_writer *w, const tunip_doc *doc)
{
    emit_head(w, doc, "class ", ((const tunip_doc_class *)doc)->name);
    emit_decorators(w, ((const tunip_doc_class *)doc)->decorators);
    emit_body(w, ((const tunip_doc_class *)doc)->body);
}

/* ---- the backend: a function for every kind of Doc ---- */

static void emit_metadata(tunip_writer *w, tunip_str saved)
{
    tunip_write_text(w, "metadata ");
    tunip_write_quoted(w, saved, '`');
    tunip_write(w, "\n", 1);
}

static const tunip_emit_fn emitters[] = {
#define X(KIND, ident, class_) [TUNIP_DOC_##KIND] = emit_##ident,
#define emit_literal           tunip_emit_literal
#define emit_list              tunip_emit_list
#define emit_dict              tunip_emit_dict
#define emit_block             tunip_emit_block
#define emit_doc_string        emit_comment
#include <tunip/ext/doc_kinds.def>
#undef X
};

static const tunip_setting_row rows[] = {
    {"braces", NULL, TUNIP_SETTING_BOOL, offsetof(text_settings, braces), "false",
     "put blocks in braces"},
};

const tunip_backend tunip_backend_text = {
    .abi = TUNIP_BACKEND_ABI,
    .size = sizeof(tunip_backend),
    .name = "text",
    .summary = "a notation of any IR for people to read and search",
    .emit = emitters,
    .kind_count = TUNIP_DOC__COUNT,
    .emit_metadata = emit_metadata,
    .settings = rows,
    .setting_count = TUNIP_LEN(rows),
    .settings_size = sizeof(text_settings),
    .is_reserved = tunip_is_literal,
    .flags = TUNIP_BACKEND_NO_HEADER | TUNIP_BACKEND_DECLARES,
    .comment = "  # ",
};
