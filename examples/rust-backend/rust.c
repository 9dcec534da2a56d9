/* rust.c -- Docs as Rust, a plugin for tunip. docs/writing-a-backend.md walks through it.
 *
 * The text is for people who read Rust; the modules T, I and R do not exist. The role of an
 * assignment decides how it prints: it binds a name, stores into memory or allocates. */
#include <stdio.h>
#include <tunip/ext/plugin.h>

typedef struct rust_settings {
    bool types; /* annotate bound names with their types, if known */
} rust_settings;

/* ---- expressions ---- */

static void emit_text(tunip_writer *w, tunip_str text)
{
    char escape[8];
    tunip_write_char(w, '"');
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        bool plain = c >= 0x20 && c != '"' && c != '\\' && c != 0x7f;
        snprintf(escape, sizeof escape, plain ? "%c" : "\\u{%x}", c);
        tunip_write_text(w, escape);
    }
    tunip_write_char(w, '"');
}

static void emit_number(tunip_writer *w, double value)
{
    char text[400];
    snprintf(text, sizeof text, "%.17g", value);
    tunip_write_text(w, text);
    if (!strpbrk(text, ".en")) tunip_write_text(w, ".0");
}

static void emit_literal(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_literal *literal = (const tunip_doc_literal *)doc;
    char text[32];
    if (doc->sub == TUNIP_LITERAL_INT)
        snprintf(text, sizeof text, "%lld", (long long)literal->value.integer);
    if (doc->sub == TUNIP_LITERAL_NONE) tunip_write_text(w, "None");
    if (doc->sub == TUNIP_LITERAL_BOOL)
        tunip_write_text(w, literal->value.boolean ? "true" : "false");
    if (doc->sub == TUNIP_LITERAL_INT) tunip_write_text(w, text);
    if (doc->sub == TUNIP_LITERAL_FLOAT) emit_number(w, literal->value.real);
    if (doc->sub == TUNIP_LITERAL_STR) emit_text(w, literal->value.text);
}

static void emit_id(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_str(w, ((const tunip_doc_id *)doc)->name);
}

/* The prefix of a dialect is a module: T::exp. Members of values follow a point: A.data. */
static void emit_attr(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_attr *attr = (const tunip_doc_attr *)doc;
    bool module = attr->value->kind == TUNIP_DOC_ID && !attr->value->path;
    tunip_emit(w, attr->value);
    tunip_write_text(w, module ? "::" : ".");
    tunip_write_str(w, attr->name);
}

static void emit_index(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_index *index = (const tunip_doc_index *)doc;
    tunip_emit(w, index->value);
    bool several = index->indices.count != 1;
    tunip_emit_within(w, several ? "[[" : "[", index->indices, several ? "]]" : "]");
}

static void emit_slice(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_slice *slice = (const tunip_doc_slice *)doc;
    tunip_emit(w, slice->start);
    tunip_write_text(w, "..");
    tunip_emit(w, slice->stop);
}

/* Rust has no keyword arguments, so the keyword becomes a comment. */
static void emit_call(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    tunip_emit(w, call->callee);
    tunip_write_char(w, '(');
    tunip_emit_joined(w, call->args, ", ");
    for (size_t i = 0; i < call->values.count; i++) {
        if (i || call->args.count) tunip_write_text(w, ", ");
        tunip_write_text(w, "/* ");
        tunip_write_str(w, call->keys[i]);
        tunip_write_text(w, " */ ");
        tunip_emit(w, call->values.items[i]);
    }
    tunip_write_char(w, ')');
}

/* The text before, between and after the operands of each operator. */
/* clang-format off */
static const struct {
    const char *before, *between, *behind;
} operators[TUNIP_OP__COUNT] = {
    [TUNIP_OP_NEGATE] = {"-", "", ""}, [TUNIP_OP_INVERT] = {"!", "", ""},
    [TUNIP_OP_NOT] = {"!", "", ""}, [TUNIP_OP_ADD] = {"", " + ", ""},
    [TUNIP_OP_SUB] = {"", " - ", ""}, [TUNIP_OP_MUL] = {"", " * ", ""},
    [TUNIP_OP_DIV] = {"", " / ", ""}, [TUNIP_OP_FLOOR_DIV] = {"", ".div_euclid(", ")"},
    [TUNIP_OP_MOD] = {"", ".rem_euclid(", ")"}, [TUNIP_OP_POW] = {"", ".pow(", ")"},
    [TUNIP_OP_SHIFT_LEFT] = {"", " << ", ""}, [TUNIP_OP_SHIFT_RIGHT] = {"", " >> ", ""},
    [TUNIP_OP_BIT_AND] = {"", " & ", ""}, [TUNIP_OP_BIT_OR] = {"", " | ", ""},
    [TUNIP_OP_BIT_XOR] = {"", " ^ ", ""}, [TUNIP_OP_LT] = {"", " < ", ""},
    [TUNIP_OP_LE] = {"", " <= ", ""}, [TUNIP_OP_EQ] = {"", " == ", ""},
    [TUNIP_OP_NE] = {"", " != ", ""}, [TUNIP_OP_GT] = {"", " > ", ""},
    [TUNIP_OP_GE] = {"", " >= ", ""}, [TUNIP_OP_AND] = {"", " && ", ""},
    [TUNIP_OP_OR] = {"", " || ", ""},
};
/* clang-format on */

/* An operand that is an operation gets parentheses, so that no table of precedences is needed. */
static void emit_operand(tunip_writer *w, const tunip_doc *doc)
{
    bool parentheses = doc && doc->kind == TUNIP_DOC_OPERATION;
    if (parentheses) tunip_write_char(w, '(');
    tunip_emit(w, doc);
    if (parentheses) tunip_write_char(w, ')');
}

static void emit_choice(tunip_writer *w, const tunip_doc *const *operands)
{
    static const char *const around[] = {"if ", " { ", " } else { "};
    for (size_t i = 0; i < TUNIP_LEN(around); i++) {
        tunip_write_text(w, around[i]);
        tunip_emit(w, operands[i]);
    }
    tunip_write_text(w, " }");
}

static void emit_operation(tunip_writer *w, const tunip_doc *doc)
{
    tunip_docs operands = ((const tunip_doc_operation *)doc)->operands;
    bool choice = doc->sub == TUNIP_OP_IF_ELSE && operands.count == 3;
    if (choice) emit_choice(w, operands.items);
    if (doc->sub >= TUNIP_OP__COUNT) tunip_writer_fail(w, "no operator %u", (unsigned)doc->sub);
    if (choice || doc->sub >= TUNIP_OP__COUNT) return;
    tunip_write_text(w, operators[doc->sub].before);
    for (size_t i = 0; i < operands.count; i++) {
        if (i) tunip_write_text(w, operators[doc->sub].between);
        emit_operand(w, operands.items[i]);
    }
    tunip_write_text(w, operators[doc->sub].behind);
}

static void emit_lambda(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_lambda *lambda = (const tunip_doc_lambda *)doc;
    tunip_emit_within(w, "|", lambda->args, "| ");
    tunip_emit(w, lambda->body);
}

/* Tuples and lists. */
static void emit_tuple(tunip_writer *w, const tunip_doc *doc)
{
    tunip_docs elements = ((const tunip_doc_tuple *)doc)->elements;
    bool is_tuple = doc->kind == TUNIP_DOC_TUPLE;
    const char *close = elements.count == 1 ? ",)" : ")";
    tunip_emit_within(w, is_tuple ? "(" : "[", elements, is_tuple ? close : "]");
}

static void emit_dict(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_dict *dict = (const tunip_doc_dict *)doc;
    tunip_write_text(w, "HashMap::from([");
    for (size_t i = 0; i < dict->keys.count; i++) {
        tunip_write_text(w, i ? ", (" : "(");
        tunip_emit(w, dict->keys.items[i]);
        tunip_write_text(w, ", ");
        tunip_emit(w, dict->values.items[i]);
        tunip_write_char(w, ')');
    }
    tunip_write_text(w, "])");
}

/* ---- statements ---- */

/* Writes the comment of a statement, its keyword, and its first Doc. */
static void emit_head(tunip_writer *w, const tunip_doc *doc, const char *keyword,
                      const tunip_doc *first)
{
    tunip_write_remark(w, "// ", doc);
    tunip_write_text(w, keyword);
    tunip_emit(w, first);
}

static void emit_braces(tunip_writer *w, tunip_docs body)
{
    tunip_emit_body(w, " {", body, "}");
}

/* A store is a plain assignment. Most other roles bind names. */
static const char *keyword_of(tunip_role role)
{
    if (role == TUNIP_ROLE_STORE || role == TUNIP_ROLE_META || role == TUNIP_ROLE_PARAM) return "";
    return role == TUNIP_ROLE_ALLOC ? "let mut " : "let ";
}

static void emit_assign(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    const rust_settings *settings = tunip_writer_settings(w);
    bool is_param = doc->role == TUNIP_ROLE_PARAM;
    if (!is_param) tunip_write_remark(w, "// ", doc);
    tunip_write_text(w, keyword_of((tunip_role)doc->role));
    tunip_emit(w, assign->lhs);
    if (is_param || settings->types) tunip_emit_behind(w, ": ", assign->annotation);
    tunip_emit_behind(w, " = ", assign->rhs);
    if (!is_param) tunip_write_char(w, ';');
}

static void emit_if(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_if *branch = (const tunip_doc_if *)doc;
    emit_head(w, doc, "if ", branch->predicate);
    emit_braces(w, branch->then_branch);
    if (!branch->else_branch.count) return;
    tunip_write_text(w, " else");
    emit_braces(w, branch->else_branch);
}

static void emit_while(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_while *loop = (const tunip_doc_while *)doc;
    emit_head(w, doc, "while ", loop->predicate);
    emit_braces(w, loop->body);
}

static void emit_for(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_for *loop = (const tunip_doc_for *)doc;
    emit_head(w, doc, "for ", loop->lhs);
    tunip_write_text(w, " in ");
    tunip_emit(w, loop->rhs);
    emit_braces(w, loop->body);
}

/* A scope becomes a macro, because Rust has no `with`. */
static void emit_scope(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_scope *scope = (const tunip_doc_scope *)doc;
    emit_head(w, doc, "with!(", scope->rhs);
    tunip_emit_behind(w, " => ", scope->lhs);
    tunip_write_text(w, ",");
    emit_braces(w, scope->body);
    tunip_write_text(w, ");");
}

static void emit_expr_stmt(tunip_writer *w, const tunip_doc *doc)
{
    emit_head(w, doc, "", ((const tunip_doc_expr_stmt *)doc)->expr);
    tunip_write_char(w, ';');
}

static void emit_assert(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assert *assertion = (const tunip_doc_assert *)doc;
    emit_head(w, doc, "assert!(", assertion->test);
    tunip_emit_behind(w, ", \"{}\", ", assertion->message);
    tunip_write_text(w, ");");
}

static void emit_return(tunip_writer *w, const tunip_doc *doc)
{
    emit_head(w, doc, "return ", ((const tunip_doc_return *)doc)->value);
    tunip_write_char(w, ';');
}

static void emit_attributes(tunip_writer *w, tunip_docs decorators)
{
    for (size_t i = 0; i < decorators.count; i++) {
        tunip_write_text(w, "#[");
        tunip_emit(w, decorators.items[i]);
        tunip_write_char(w, ']');
        tunip_write_newline(w);
    }
}

static void emit_function(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    tunip_write_remark(w, "// ", doc);
    emit_attributes(w, function->decorators);
    tunip_write_text(w, "fn ");
    tunip_emit(w, function->name);
    tunip_emit_within(w, "(", function->args, ")");
    tunip_emit_behind(w, " -> ", function->return_type);
    emit_braces(w, function->body);
    tunip_write_blank_line(w);
}

static void emit_class(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_class *module = (const tunip_doc_class *)doc;
    tunip_write_remark(w, "// ", doc);
    emit_attributes(w, module->decorators);
    tunip_write_text(w, "mod ");
    tunip_emit(w, module->name);
    emit_braces(w, module->body);
}

static void emit_comment(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_comment(w, "// ", ((const tunip_doc_comment *)doc)->stmt.comment);
}

/* ---- the backend: a function for every kind of Doc ---- */

static const tunip_emit_fn emit[] = {
#define X(KIND, ident, class_) [TUNIP_DOC_##KIND] = emit_##ident,
#define emit_doc_string        emit_comment
#define emit_list              emit_tuple
#define emit_block             tunip_emit_block
#include <tunip/ext/doc_kinds.def>
#undef X
};

static const tunip_setting_row rows[] = {
    {"types", NULL, TUNIP_SETTING_BOOL, offsetof(rust_settings, types), "true",
     "annotate bound names with their types"},
};

static const tunip_backend rust = {
    .abi = TUNIP_BACKEND_ABI,
    .size = sizeof(tunip_backend),
    .name = "rust",
    .summary = "Rust, for people to read",
    .emit = emit,
    .kind_count = TUNIP_LEN(emit),
    .settings = rows,
    .setting_count = TUNIP_LEN(rows),
    .settings_size = sizeof(rust_settings),
};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    return tunip_context_add_backend(context, &rust, error);
}

TUNIP_PLUGIN(.name = "rust", .version = "0.1", .add = add);
