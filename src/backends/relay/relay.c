/* relay.c -- the relay backend: the text of Relay, as TVM's astext() writes it (TVM v0.19
 * src/relay/printer). Expressions look like calls in C. A scope is a list of bindings that end in
 * semicolons, followed by a value. */
#include <stdio.h>

#include "../backends.h"

/* ---- literals ---- */

/* Six digits, as a C++ stream writes them in the C locale. */
static void write_float(tunip_writer *w, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%g", value);
    for (char *at = text; *at; at++)
        if (*at == ',') *at = '.';
    tunip_write_text(w, text);
}

static const char *suffix_of(tunip_dtype dtype)
{
    if (dtype.code == TUNIP_DTYPE_FLOAT)
        return dtype.bits == 16 ? "f16" : dtype.bits == 64 ? "f64" : "f";
    return dtype.bits == 16 ? "i16" : dtype.bits == 64 ? "i64" : "";
}

/* Escapes all bytes except visible ASCII characters. */
static void write_string(tunip_writer *w, tunip_str text)
{
    static const char from[] = "\"\\\t\r\n", to[] = "\"\\trn", digits[] = "0123456789ABCDEF";
    tunip_write_char(w, '"');
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        const char *special = c ? strchr(from, c) : NULL;
        if (special)
            tunip_write(w, (const char[]){'\\', to[special - from]}, 2);
        else if (c >= ' ' && c <= '~')
            tunip_write_char(w, (char)c);
        else
            tunip_write(w, (const char[]){'\\', 'x', digits[c >> 4], digits[c & 15]}, 4);
    }
    tunip_write_char(w, '"');
}

static void emit_literal(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_literal *literal = (const tunip_doc_literal *)doc;
    switch ((tunip_literal)doc->sub) {
    case TUNIP_LITERAL_NONE:
        tunip_write_text(w, "None");
        return;
    case TUNIP_LITERAL_BOOL:
        tunip_write_text(w, literal->value.boolean ? "True" : "False");
        return;
    case TUNIP_LITERAL_INT:
        tunip_write_int(w, literal->value.integer);
        tunip_write_text(w, suffix_of(literal->value.typed.dtype));
        return;
    case TUNIP_LITERAL_FLOAT:
        write_float(w, literal->value.real);
        tunip_write_text(w, suffix_of(literal->value.typed.dtype));
        return;
    default:
        write_string(w, literal->value.text);
    }
}

/* ---- expressions ---- */

static void emit_id(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_str(w, ((const tunip_doc_id *)doc)->name);
}

static void emit_attr(tunip_writer *w, const tunip_doc *doc)
{
    tunip_emit(w, ((const tunip_doc_attr *)doc)->value);
    tunip_write_char(w, '.');
    tunip_write_str(w, ((const tunip_doc_attr *)doc)->name);
}

/* The type in metadata[TYPE][0]; NULL for another Doc. */
static const tunip_doc_literal *metadata_key(const tunip_doc *doc)
{
    const tunip_doc_index *group = (const tunip_doc_index *)((const tunip_doc_index *)doc)->value;
    if (group->base.kind != TUNIP_DOC_INDEX || group->value->kind != TUNIP_DOC_ID ||
        !tunip_str_is(((const tunip_doc_id *)group->value)->name, "metadata"))
        return NULL;
    const tunip_doc *key = group->indices.items[0];
    bool is_text = key->kind == TUNIP_DOC_LITERAL && key->sub == TUNIP_LITERAL_STR;
    return is_text ? (const tunip_doc_literal *)key : NULL;
}

static void emit_index(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_literal *key = metadata_key(doc);
    if (key) { /* a node that the library put there, and not a rule */
        tunip_write_text(w, "meta[");
        tunip_write_str(w, key->value.text);
        tunip_write_char(w, ']');
        tunip_emit_within(w, "[", ((const tunip_doc_index *)doc)->indices, "]");
        return;
    }
    tunip_emit(w, ((const tunip_doc_index *)doc)->value);
    tunip_emit_within(w, "[", ((const tunip_doc_index *)doc)->indices, "]");
}

static void write_key(tunip_writer *w, tunip_str key)
{
    tunip_write_str(w, key);
}

static void emit_call(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    tunip_emit(w, call->callee);
    tunip_write_char(w, '(');
    tunip_emit_arguments(w, call, true, write_key);
    tunip_write_char(w, ')');
}

/* The remarks about an expression become a comment after it. */
static void emit_tuple(tunip_writer *w, const tunip_doc *doc)
{
    tunip_docs elements = ((const tunip_doc_tuple *)doc)->elements;
    tunip_emit_tuple(w, doc);
    if (doc->sub != TUNIP_TUPLE_NOTED) return;
    tunip_write_aside_begin(w);
    tunip_write_text(w, " /*");
    for (size_t i = 1; i < elements.count; i++) tunip_emit_behind(w, " ", elements.items[i]);
    tunip_write_text(w, " */");
    tunip_write_aside_end(w);
}

/* Relay has no operators, slices, lambdas and loops. */
static void refuse(tunip_writer *w, const tunip_doc *doc)
{
    tunip_writer_fail(w, "the language has no form for Docs of kind %u", (unsigned)doc->kind);
}

/* ---- statements ---- */

static void emit_comment(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_comment(w, "// ", ((const tunip_doc_stmt *)doc)->comment);
}

/* The value of a binding. Statements are in parentheses, except after a `let`, as in TVM. */
static void emit_bound(tunip_writer *w, const tunip_doc *doc, tunip_role role)
{
    if (!doc || doc->kind != TUNIP_DOC_BLOCK || role == TUNIP_ROLE_LET)
        tunip_emit(w, doc);
    else
        tunip_emit_body(w, "(", ((const tunip_doc_block *)doc)->body, ")");
}

/* Parameters and attributes share a line; other statements are bindings. */
static void emit_assign(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    bool is_part = doc->role == TUNIP_ROLE_PARAM || doc->role == TUNIP_ROLE_META;
    if (!is_part) tunip_write_remark(w, "// ", doc);
    if (doc->role == TUNIP_ROLE_LET) tunip_write_text(w, "let ");
    if (doc->role == TUNIP_ROLE_DEFINE) tunip_write_text(w, "free_var ");
    tunip_emit(w, assign->lhs);
    tunip_emit_behind(w, ": ", assign->annotation);
    if (assign->rhs) tunip_write_text(w, doc->role == TUNIP_ROLE_META ? "=" : " = ");
    emit_bound(w, assign->rhs, (tunip_role)doc->role);
    if (!is_part) tunip_write_char(w, ';');
}

static void emit_expr_stmt(tunip_writer *w, const tunip_doc *doc)
{
    bool is_declaration = doc->role == TUNIP_ROLE_DEFINE;
    tunip_write_remark(w, "// ", doc);
    if (is_declaration) tunip_write_text(w, "free_var ");
    tunip_emit(w, ((const tunip_doc_expr_stmt *)doc)->expr);
    if (is_declaration) tunip_write_char(w, ';');
}

static void emit_return(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_remark(w, "// ", doc);
    tunip_emit(w, ((const tunip_doc_return *)doc)->value);
}

static void emit_if(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_if *branch = (const tunip_doc_if *)doc;
    tunip_write_remark(w, "// ", doc);
    tunip_emit_behind(w, "if (", branch->predicate);
    tunip_emit_body(w, ") {", branch->then_branch, "} else {");
    tunip_emit_body(w, "", branch->else_branch, "}");
}

/* One clause: PATTERN => { ... }, */
static void emit_clause(tunip_writer *w, const tunip_doc_scope *scope)
{
    tunip_emit(w, scope->rhs);
    tunip_emit_body(w, " => {", scope->body, "},");
}

/* A head, which includes a brace, and the body: the tensor IR, whose text is plain text. */
static void emit_plain(tunip_writer *w, const tunip_doc_scope *scope)
{
    tunip_write_remark(w, "// ", &scope->stmt.base);
    tunip_emit(w, scope->lhs);
    tunip_emit_body(w, "", scope->body, NULL);
}

/* match (DATA) { clauses } */
static void emit_scope(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_scope *scope = (const tunip_doc_scope *)doc;
    if (!scope->lhs || !scope->rhs) {
        (scope->lhs ? emit_plain : emit_clause)(w, scope);
        return;
    }
    tunip_write_remark(w, "// ", doc);
    tunip_emit(w, scope->lhs);
    tunip_emit_behind(w, " (", scope->rhs);
    tunip_write_text(w, ") {");
    tunip_write_indent(w);
    tunip_write_newline(w);
    tunip_emit_lines(w, scope->body);
    tunip_write_dedent(w);
    tunip_write_newline(w);
    tunip_write_char(w, '}');
}

static bool is_global(const tunip_doc *name)
{
    return name && name->kind == TUNIP_DOC_ID && ((const tunip_doc_id *)name)->name.size &&
           *((const tunip_doc_id *)name)->name.data == '@';
}

/* def @name[types](params) -> type { ... }, or fn (...) ... */
static void emit_function(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    tunip_write_remark(w, "// ", doc);
    if (is_global(function->name)) tunip_write_text(w, "def ");
    tunip_emit(w, function->name);
    if (!is_global(function->name)) tunip_write_char(w, ' ');
    if (function->decorators.count) tunip_emit_within(w, "[", function->decorators, "]");
    tunip_emit_within(w, "(", function->args, ")");
    tunip_emit_behind(w, " -> ", function->return_type);
    tunip_emit_body(w, " {", function->body, "}");
}

/* type Name[vars] { constructors } */
static void emit_class(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_class *type = (const tunip_doc_class *)doc;
    tunip_write_remark(w, "// ", doc);
    tunip_emit_behind(w, "type ", type->name);
    tunip_write_text(w, " {");
    tunip_write_indent(w);
    for (size_t i = 0; i < type->body.count; i++) {
        tunip_write_newline(w);
        tunip_emit(w, type->body.items[i]);
        tunip_write_char(w, ',');
    }
    if (!type->body.count) tunip_write_newline(w);
    tunip_write_dedent(w);
    tunip_write_newline(w);
    tunip_write_char(w, '}');
}

/* A module: its members end in a newline each, with an empty line between. */
static void emit_block(tunip_writer *w, const tunip_doc *doc)
{
    tunip_docs body = ((const tunip_doc_block *)doc)->body;
    if (doc->role != TUNIP_ROLE_GROUP) {
        tunip_emit_lines(w, body);
        return;
    }
    for (size_t i = 0; i < body.count; i++) {
        if (i) tunip_write_newline(w);
        tunip_emit(w, body.items[i]);
        tunip_write_newline(w);
    }
}

/* ---- the whole ---- */

static void write_notice(tunip_writer *w)
{
    static const char *const lines[] = {
        "/* For debugging purposes the metadata section has been omitted.",
        " * If you would like to see the full metadata section you can set the ",
        " * option to `True` when invoking `astext`. ", " */"};
    tunip_write_aside_begin(w);
    for (size_t i = 0; i < TUNIP_LEN(lines); i++) {
        if (i) tunip_write_newline(w);
        tunip_write_text(w, lines[i]);
    }
    tunip_write_aside_end(w);
}

static void emit_root(tunip_writer *w, const tunip_doc *doc)
{
    bool is_block = doc->kind == TUNIP_DOC_BLOCK;
    tunip_docs body = is_block ? ((const tunip_doc_block *)doc)->body : tunip_docs_view(&doc, 1);
    tunip_write_text(w, "#[version = \"0.0.5\"]");
    if (!body.count) tunip_write_newline(w);
    for (size_t i = 0; i < body.count; i++) {
        const tunip_doc *item = body.items[i];
        tunip_write_newline(w);
        if (item->kind == TUNIP_DOC_COMMENT && item->role == TUNIP_ROLE_META)
            write_notice(w);
        else
            tunip_emit(w, item);
    }
}

static void emit_metadata(tunip_writer *w, tunip_str saved)
{
    tunip_write_text(w, "\n#[metadata]\n");
    tunip_write_str(w, saved);
}

static const tunip_emit_fn emitters[] = {
#define X(KIND, ident, class_) [TUNIP_DOC_##KIND] = emit_##ident,
#define emit_slice             refuse
#define emit_operation         refuse
#define emit_lambda            refuse
#define emit_while             refuse
#define emit_for               refuse
#define emit_assert            refuse
#define emit_list              tunip_emit_list
#define emit_dict              tunip_emit_dict
#define emit_doc_string        emit_comment
#include <tunip/ext/doc_kinds.def>
#undef X
};

const tunip_backend tunip_backend_relay = {
    .abi = TUNIP_BACKEND_ABI,
    .size = sizeof(tunip_backend),
    .name = "relay",
    .summary = "the text of Relay, the graph-level IR of TVM up to v0.20",
    .emit = emitters,
    .kind_count = TUNIP_DOC__COUNT,
    .emit_metadata = emit_metadata,
    .emit_root = emit_root,
    .flags = TUNIP_BACKEND_NO_HEADER | TUNIP_BACKEND_DECLARES | TUNIP_BACKEND_METADATA_LAST |
             TUNIP_BACKEND_KEEPS_END | TUNIP_BACKEND_OWN,
    .indent_spaces = 2,
    .metadata_format = "tvm-legacy",
};
