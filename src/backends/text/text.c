/* text.c -- the text backend: any IR for people to read and to grep, in no language in particular.
 *
 * It is the backend to read first: a function for each kind of Doc, first expressions, then
 * statements. A construct is a line, types stand behind names, nothing is aligned. What a statement
 * does is its first word, by the role that its author gave it (tunip/doc.h). */
#include "../backends.h"

typedef struct text_settings {
    bool braces; /* around blocks, which are indented in any case */
} text_settings;

/* ---- names and literals ---- */

/* What variables are not called. */
static bool is_reserved(tunip_str name)
{
    static const tunip_str words[] = {TUNIP_STR("none"), TUNIP_STR("true"), TUNIP_STR("false"),
                                      TUNIP_STR("nan"), TUNIP_STR("inf")};
    for (size_t i = 0; i < TUNIP_LEN(words); i++)
        if (tunip_str_equal(name, words[i])) return true;
    return false;
}

/* What was text before it became a Doc is an ID, too: lines, numbers, "<cycle>". */
static bool is_text(tunip_str name)
{
    char c = *name.data;
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c & 0x80;
    return !letter || memchr(name.data, '\n', name.size);
}

static void emit_id(tunip_writer *w, const tunip_doc *doc)
{
    tunip_str name = ((const tunip_doc_id *)doc)->name;
    if (doc->sub == TUNIP_ID_PREFIX)
        tunip_write_str(w, name);
    else if (name.size && is_text(name))
        tunip_write_lines(w, "", name);
    else
        tunip_write_name(w, name);
}

static void emit_literal(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_literal *literal = (const tunip_doc_literal *)doc;
    if (doc->sub == TUNIP_LITERAL_NONE) tunip_write_text(w, "none");
    if (doc->sub == TUNIP_LITERAL_BOOL)
        tunip_write_text(w, literal->value.boolean ? "true" : "false");
    if (doc->sub == TUNIP_LITERAL_INT) tunip_write_int(w, literal->value.integer);
    if (doc->sub == TUNIP_LITERAL_FLOAT) tunip_write_float(w, literal->value.real);
    if (doc->sub == TUNIP_LITERAL_STR) tunip_write_quoted(w, literal->value.text, '"');
    if (doc->sub == TUNIP_LITERAL_QUOTED) tunip_emit(w, ((const tunip_doc_quoted *)doc)->expr);
    if (doc->sub > TUNIP_LITERAL_QUOTED) tunip_writer_fail(w, "no literal %u", (unsigned)doc->sub);
}

/* ---- operations ---- */

/* How tightly an operator binds its operands; behind it none binds as loosely. */
/* clang-format off */
static const struct {
    int bind;
    const char *text;
} operators[TUNIP_OP__COUNT] = {
    [TUNIP_OP_IF_ELSE] = {1, ""}, [TUNIP_OP_OR] = {2, " or "}, [TUNIP_OP_AND] = {3, " and "},
    [TUNIP_OP_NOT] = {4, "not "}, [TUNIP_OP_EQ] = {5, " == "}, [TUNIP_OP_NE] = {5, " != "},
    [TUNIP_OP_LT] = {5, " < "}, [TUNIP_OP_LE] = {5, " <= "}, [TUNIP_OP_GT] = {5, " > "},
    [TUNIP_OP_GE] = {5, " >= "}, [TUNIP_OP_BIT_OR] = {6, " | "}, [TUNIP_OP_BIT_XOR] = {7, " ^ "},
    [TUNIP_OP_BIT_AND] = {8, " & "}, [TUNIP_OP_SHIFT_LEFT] = {9, " << "},
    [TUNIP_OP_SHIFT_RIGHT] = {9, " >> "}, [TUNIP_OP_ADD] = {10, " + "},
    [TUNIP_OP_SUB] = {10, " - "}, [TUNIP_OP_MUL] = {11, " * "}, [TUNIP_OP_DIV] = {11, " / "},
    [TUNIP_OP_FLOOR_DIV] = {11, " // "}, [TUNIP_OP_MOD] = {11, " % "},
    [TUNIP_OP_NEGATE] = {12, "-"}, [TUNIP_OP_INVERT] = {12, "~"}, [TUNIP_OP_POW] = {13, " ** "},
};
/* clang-format on */

enum { BIND_LEAST = 0, BIND_RANGE = 10, BIND_ATOM = 14 };

static int bind_of(const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_LAMBDA) return BIND_LEAST;
    if (doc->kind != TUNIP_DOC_OPERATION || doc->sub >= TUNIP_OP__COUNT) return BIND_ATOM;
    return operators[doc->sub].bind;
}

/* In parentheses unless it binds at least so tightly. */
static void emit_operand(tunip_writer *w, const tunip_doc *doc, int least)
{
    bool parentheses = doc && bind_of(doc) < least;
    if (parentheses) tunip_write_char(w, '(');
    tunip_emit(w, doc);
    if (parentheses) tunip_write_char(w, ')');
}

static void emit_operation(tunip_writer *w, const tunip_doc *doc)
{
    static const char *const choice[] = {"if ", " then ", " else "};
    tunip_docs operands = ((const tunip_doc_operation *)doc)->operands;
    bool chooses = doc->sub == TUNIP_OP_IF_ELSE;
    if (doc->sub >= TUNIP_OP__COUNT || operands.count > TUNIP_LEN(choice)) {
        tunip_writer_fail(w, "no operator %u of %zu operands", (unsigned)doc->sub, operands.count);
        return;
    }
    for (size_t i = 0; i < operands.count; i++) {
        bool between = i || operands.count == 1;
        if (chooses || between) tunip_write_text(w, chooses ? choice[i] : operators[doc->sub].text);
        emit_operand(w, operands.items[i], operators[doc->sub].bind + (chooses || i));
    }
}

/* ---- other expressions ---- */

static void emit_attr(tunip_writer *w, const tunip_doc *doc)
{
    emit_operand(w, ((const tunip_doc_attr *)doc)->value, BIND_ATOM);
    tunip_write_char(w, '.');
    tunip_write_name(w, ((const tunip_doc_attr *)doc)->name);
}

static void emit_within(tunip_writer *w, const char *open, tunip_docs docs, const char *close)
{
    tunip_write_text(w, open);
    tunip_emit_joined(w, docs, ", ");
    tunip_write_text(w, close);
}

static void emit_index(tunip_writer *w, const tunip_doc *doc)
{
    emit_operand(w, ((const tunip_doc_index *)doc)->value, BIND_ATOM);
    emit_within(w, "[", ((const tunip_doc_index *)doc)->indices, "]");
}

static void emit_slice(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_slice *slice = (const tunip_doc_slice *)doc;
    emit_operand(w, slice->start, BIND_RANGE);
    tunip_write_text(w, "..");
    emit_operand(w, slice->stop, BIND_RANGE);
    if (slice->step) tunip_write_text(w, " by ");
    emit_operand(w, slice->step, BIND_RANGE);
}

static void emit_keywords(tunip_writer *w, const char *before, const tunip_doc_call *call)
{
    for (size_t i = 0; i < call->values.count; i++) {
        tunip_write_text(w, i ? ", " : before);
        tunip_write_name(w, call->keys[i]);
        tunip_write_char(w, '=');
        tunip_emit(w, call->values.items[i]);
    }
}

static void emit_call(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    emit_operand(w, call->callee, BIND_ATOM);
    emit_within(w, "(", call->args, "");
    emit_keywords(w, call->args.count ? ", " : "", call);
    tunip_write_char(w, ')');
}

static void emit_lambda(tunip_writer *w, const tunip_doc *doc)
{
    emit_within(w, "(", ((const tunip_doc_lambda *)doc)->args, ") => ");
    tunip_emit(w, ((const tunip_doc_lambda *)doc)->body);
}

static void emit_elements(tunip_writer *w, const tunip_doc *doc)
{
    emit_within(w, "", ((const tunip_doc_tuple *)doc)->elements, "");
}

static void emit_tuple(tunip_writer *w, const tunip_doc *doc)
{
    tunip_docs elements = ((const tunip_doc_tuple *)doc)->elements;
    emit_within(w, "(", elements, elements.count == 1 ? ",)" : ")");
}

static void emit_list(tunip_writer *w, const tunip_doc *doc)
{
    emit_within(w, "[", ((const tunip_doc_list *)doc)->elements, "]");
}

static void emit_dict(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_dict *dict = (const tunip_doc_dict *)doc;
    tunip_write_char(w, '{');
    for (size_t i = 0; i < dict->keys.count && i < dict->values.count; i++) {
        if (i) tunip_write_text(w, ", ");
        tunip_emit(w, dict->keys.items[i]);
        tunip_write_text(w, ": ");
        tunip_emit(w, dict->values.items[i]);
    }
    tunip_write_char(w, '}');
}

/* ---- simple statements ---- */

/* An aside: no underline reaches into it. */
static void emit_comment(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_aside_begin(w);
    tunip_write_lines(w, "# ", ((const tunip_doc_stmt *)doc)->comment);
    tunip_write_aside_end(w);
}

/* The comment of any other statement stands above it. */
static void emit_remark(tunip_writer *w, const tunip_doc *doc)
{
    if (!((const tunip_doc_stmt *)doc)->comment.size) return;
    emit_comment(w, doc);
    tunip_write_newline(w);
}

static void emit_head(tunip_writer *w, const tunip_doc *doc, const char *word,
                      const tunip_doc *first)
{
    emit_remark(w, doc);
    tunip_write_text(w, word);
    tunip_emit(w, first);
}

static void emit_behind(tunip_writer *w, const char *before, const tunip_doc *doc)
{
    if (doc) tunip_write_text(w, before);
    tunip_emit(w, doc);
}

static size_t count_names(const tunip_doc *doc)
{
    bool tuple = doc && doc->kind == TUNIP_DOC_TUPLE;
    return tuple ? ((const tunip_doc_tuple *)doc)->elements.count : 1;
}

/* Several names, and as many values, go without parentheses. */
static void emit_bare(tunip_writer *w, const tunip_doc *doc)
{
    if (count_names(doc) > 1)
        tunip_emit_as(w, doc, emit_elements);
    else
        tunip_emit(w, doc);
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

/* What is remarked about a parameter has no place within a line. */
static void emit_assign(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    if (doc->role != TUNIP_ROLE_PARAM) emit_remark(w, doc);
    tunip_write_text(w, word_of(doc));
    emit_bare(w, assign->lhs);
    emit_behind(w, ": ", assign->annotation);
    if (assign->rhs) tunip_write_text(w, " = ");
    if (count_names(assign->lhs) > 1)
        emit_bare(w, assign->rhs);
    else
        tunip_emit(w, assign->rhs);
}

static void emit_expr_stmt(tunip_writer *w, const tunip_doc *doc)
{
    const char *word = doc->role == TUNIP_ROLE_BIND ? "do " : word_of(doc);
    emit_head(w, doc, word, ((const tunip_doc_expr_stmt *)doc)->expr);
}

static void emit_assert(tunip_writer *w, const tunip_doc *doc)
{
    emit_head(w, doc, "assert ", ((const tunip_doc_assert *)doc)->test);
    emit_behind(w, ", ", ((const tunip_doc_assert *)doc)->message);
}

static void emit_return(tunip_writer *w, const tunip_doc *doc)
{
    emit_head(w, doc, "return ", ((const tunip_doc_return *)doc)->value);
}

/* ---- statements with bodies ---- */

static void emit_lines(tunip_writer *w, tunip_docs body)
{
    for (size_t i = 0; i < body.count; i++) {
        if (i) tunip_write_newline(w);
        tunip_emit(w, body.items[i]);
    }
}

static void emit_block(tunip_writer *w, const tunip_doc *doc)
{
    emit_lines(w, ((const tunip_doc_block *)doc)->body);
}

static void emit_body(tunip_writer *w, tunip_docs body)
{
    const text_settings *settings = tunip_writer_settings(w);
    if (settings->braces) tunip_write_text(w, " {");
    tunip_write_indent(w);
    if (body.count) tunip_write_newline(w);
    emit_lines(w, body);
    tunip_write_dedent(w);
    if (!settings->braces) return;
    tunip_write_newline(w);
    tunip_write_char(w, '}');
}

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

static void emit_scope(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_scope *scope = (const tunip_doc_scope *)doc;
    emit_head(w, doc, "scope ", scope->lhs);
    tunip_write_text(w, scope->lhs ? " = " : "");
    tunip_emit(w, scope->rhs);
    emit_body(w, scope->body);
}

/* ---- loops: a call with a number for each variable, or two for one, says how far they run ---- */

static void emit_nothing(tunip_writer *w, const tunip_doc *doc)
{
    (void)w;
    (void)doc;
}

/* What kind of loop it is; for the plain one there is no word. */
static void emit_ranges(tunip_writer *w, const tunip_doc *doc, const char *begin, const char *next)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    const tunip_doc *kind = call->callee;
    bool plain =
        kind->kind == TUNIP_DOC_ID && tunip_str_is(((const tunip_doc_id *)kind)->name, "range");
    if (plain)
        tunip_emit_as(w, kind, emit_nothing);
    else
        emit_operand(w, kind, BIND_ATOM);
    tunip_write_text(w, plain ? "" : " ");
    for (size_t i = 0; i < call->args.count; i++) {
        tunip_write_text(w, i ? next : begin);
        emit_operand(w, call->args.items[i], BIND_RANGE);
    }
    emit_keywords(w, ", ", call);
}

static void emit_range(tunip_writer *w, const tunip_doc *doc)
{
    emit_ranges(w, doc, "", "..");
}

static void emit_extents(tunip_writer *w, const tunip_doc *doc)
{
    emit_ranges(w, doc, "0..", ", 0..");
}

static bool is_number(const tunip_doc *doc)
{
    if (!doc) return false;
    if (doc->kind == TUNIP_DOC_LITERAL) return doc->sub == TUNIP_LITERAL_INT;
    return doc->kind < TUNIP_DOC_LAMBDA;
}

/* NULL: the call is like any other expression. */
static tunip_emit_fn range_form(const tunip_doc_for *loop)
{
    const tunip_doc_call *call = (const tunip_doc_call *)loop->rhs;
    size_t names = count_names(loop->lhs);
    if (!call || call->base.kind != TUNIP_DOC_CALL || !call->callee || !names) return NULL;
    for (size_t i = 0; i < call->args.count; i++)
        if (!is_number(call->args.items[i])) return NULL;
    if (call->args.count == names) return emit_extents;
    return names == 1 && call->args.count == 2 ? emit_range : NULL;
}

static void emit_for(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_for *loop = (const tunip_doc_for *)doc;
    tunip_emit_fn form = range_form(loop);
    emit_head(w, doc, "for ", NULL);
    emit_bare(w, loop->lhs);
    tunip_write_text(w, " in ");
    if (form)
        tunip_emit_as(w, loop->rhs, form);
    else
        tunip_emit(w, loop->rhs);
    emit_body(w, loop->body);
}

/* ---- definitions ---- */

static void emit_decorators(tunip_writer *w, tunip_docs decorators)
{
    for (size_t i = 0; i < decorators.count; i++) emit_behind(w, " @", decorators.items[i]);
}

static void emit_function(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    tunip_docs args = function->args;
    for (size_t i = 0; i < args.count; i++)
        if (args.items[i] && args.items[i]->kind == TUNIP_DOC_ASSIGN) emit_remark(w, args.items[i]);
    emit_head(w, doc, "func ", function->name);
    emit_within(w, "(", args, ")");
    emit_behind(w, " -> ", function->return_type);
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
#define emit_doc_string        emit_comment
#include <tunip/doc_kinds.def>
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
    .summary = "any IR for people to read, in no language in particular",
    .emit = emitters,
    .kind_count = TUNIP_DOC__COUNT,
    .emit_metadata = emit_metadata,
    .settings = rows,
    .setting_count = TUNIP_LEN(rows),
    .settings_size = sizeof(text_settings),
    .is_reserved = is_reserved,
    .flags = TUNIP_BACKEND_NO_HEADER,
};
