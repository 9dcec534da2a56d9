/* doc.c -- the doc backend: the Doc tree as it is, for authors of dialects and backends.
 *
 * A Doc is a line; the Docs it is made of stand below it, indented, each behind the name of the
 * member that holds it (tunip/doc.h). What is NULL or empty is left out, except within a list.
 *
 *     line   = [member [KEY] ":"] (doc | "null")
 *     doc    = kind [sub] [role] [value [dtype]] ["#" COMMENT] {"@" path}
 *     kind   = as in doc_kinds.def
 *     sub    = none bool int float str quoted, an operator: negate ... if_else, or open, prefix,
 *              again, typed, vector, partial: what a name, slice or call is besides one
 *     role   = let store ...
 *     value  = of a literal, or the NAME of an id or attr
 *     path   = what it has more than the path of the Doc around it, or "<root>" and all of it
 *
 * NAME, KEY, COMMENT and the value of a str are quoted. */
#include "../backends.h"

typedef struct doc_settings {
    bool paths; /* show them */
} doc_settings;

typedef struct doc_state {
    const tunip_path *around; /* of the Doc around the one to be written, or NULL */
} doc_state;

/* ---- what a Doc is made of ---- */

typedef enum shape {
    NOTHING,
    ONE,   /* const tunip_doc * */
    MANY,  /* tunip_docs */
    KEYED, /* tunip_docs, with keys that are strings: keyword arguments */
    PAIRED /* tunip_docs, each beside one of the next member: a dict's keys and values */
} shape;

typedef struct member {
    const char *name;
    shape shape;
    uint16_t offset;
} member;

enum { MOST_MEMBERS = 5 };

#define HAS(shape, ident, name)                                                                    \
    {                                                                                              \
#name, shape, offsetof(tunip_doc_##ident, name)                                            \
    }

static const member members[TUNIP_DOC__COUNT][MOST_MEMBERS] = {
    [TUNIP_DOC_ATTR] = {HAS(ONE, attr, value)},
    [TUNIP_DOC_INDEX] = {HAS(ONE, index, value), HAS(MANY, index, indices)},
    [TUNIP_DOC_SLICE] = {HAS(ONE, slice, start), HAS(ONE, slice, stop), HAS(ONE, slice, step),
                         HAS(ONE, slice, lanes)},
    [TUNIP_DOC_CALL] = {HAS(ONE, call, callee), HAS(MANY, call, args), HAS(KEYED, call, values)},
    [TUNIP_DOC_OPERATION] = {HAS(MANY, operation, operands)},
    [TUNIP_DOC_LAMBDA] = {HAS(MANY, lambda, args), HAS(ONE, lambda, arg_type),
                          HAS(ONE, lambda, body)},
    [TUNIP_DOC_TUPLE] = {HAS(MANY, tuple, elements)},
    [TUNIP_DOC_LIST] = {HAS(MANY, list, elements)},
    [TUNIP_DOC_DICT] = {HAS(PAIRED, dict, keys), {"values", NOTHING, 0}},
    [TUNIP_DOC_ASSIGN] = {HAS(ONE, assign, lhs), HAS(ONE, assign, annotation),
                          HAS(ONE, assign, rhs)},
    [TUNIP_DOC_IF] = {HAS(ONE, if, predicate), HAS(MANY, if, then_branch),
                      HAS(MANY, if, else_branch)},
    [TUNIP_DOC_WHILE] = {HAS(ONE, while, predicate), HAS(MANY, while, body)},
    [TUNIP_DOC_FOR] = {HAS(ONE, for, lhs), HAS(ONE, for, rhs), HAS(MANY, for, body)},
    [TUNIP_DOC_SCOPE] = {HAS(ONE, scope, lhs), HAS(ONE, scope, rhs), HAS(MANY, scope, body)},
    [TUNIP_DOC_EXPR_STMT] = {HAS(ONE, expr_stmt, expr)},
    [TUNIP_DOC_ASSERT] = {HAS(ONE, assert, test), HAS(ONE, assert, message)},
    [TUNIP_DOC_RETURN] = {HAS(ONE, return, value)},
    [TUNIP_DOC_FUNCTION] = {HAS(MANY, function, decorators), HAS(ONE, function, name),
                            HAS(MANY, function, args), HAS(ONE, function, return_type),
                            HAS(MANY, function, body)},
    [TUNIP_DOC_CLASS] = {HAS(MANY, class, decorators), HAS(ONE, class, name),
                         HAS(MANY, class, body)},
    [TUNIP_DOC_BLOCK] = {HAS(MANY, block, body)},
};

static const void *at(const tunip_doc *doc, size_t offset)
{
    return (const char *)doc + offset;
}

/* ---- the line of a Doc ---- */

/* ORDER tunip_doc_kind */
static const char *const kinds[] = {
#define X(KIND, ident, class_) #ident,
#include <tunip/doc_kinds.def>
#undef X
};

/* ORDER tunip_literal */
static const char *const literals[] = {"none", "bool", "int", "float", "str", "quoted"};

/* ORDER tunip_id */
static const char *const ids[] = {NULL, "open", "prefix", "again", "typed"};

static const char *const operators[TUNIP_OP__COUNT] = {
    [TUNIP_OP_NEGATE] = "negate",
    [TUNIP_OP_INVERT] = "invert",
    [TUNIP_OP_NOT] = "not",
    [TUNIP_OP_ADD] = "add",
    [TUNIP_OP_SUB] = "sub",
    [TUNIP_OP_MUL] = "mul",
    [TUNIP_OP_DIV] = "div",
    [TUNIP_OP_FLOOR_DIV] = "floor_div",
    [TUNIP_OP_MOD] = "mod",
    [TUNIP_OP_POW] = "pow",
    [TUNIP_OP_SHIFT_LEFT] = "shift_left",
    [TUNIP_OP_SHIFT_RIGHT] = "shift_right",
    [TUNIP_OP_BIT_AND] = "bit_and",
    [TUNIP_OP_BIT_OR] = "bit_or",
    [TUNIP_OP_BIT_XOR] = "bit_xor",
    [TUNIP_OP_LT] = "lt",
    [TUNIP_OP_LE] = "le",
    [TUNIP_OP_EQ] = "eq",
    [TUNIP_OP_NE] = "ne",
    [TUNIP_OP_GT] = "gt",
    [TUNIP_OP_GE] = "ge",
    [TUNIP_OP_AND] = "and",
    [TUNIP_OP_OR] = "or",
    [TUNIP_OP_IF_ELSE] = "if_else",
};

static const char *const roles[TUNIP_ROLE__COUNT] = {
    [TUNIP_ROLE_LET] = "let",     [TUNIP_ROLE_STORE] = "store",   [TUNIP_ROLE_DEFINE] = "define",
    [TUNIP_ROLE_ALLOC] = "alloc", [TUNIP_ROLE_MATCH] = "match",   [TUNIP_ROLE_AXIS] = "axis",
    [TUNIP_ROLE_PARAM] = "param", [TUNIP_ROLE_META] = "meta",     [TUNIP_ROLE_EFFECT] = "effect",
    [TUNIP_ROLE_BIND] = "bind",   [TUNIP_ROLE_ENTER] = "enter",   [TUNIP_ROLE_OUTPUT] = "output",
    [TUNIP_ROLE_GROUP] = "group", [TUNIP_ROLE_HEADER] = "header",
};

/* A number that has no name stands for itself. */
static void write_word(tunip_writer *w, const char *const *words, size_t count, unsigned number)
{
    tunip_write_char(w, ' ');
    if (number < count && words[number])
        tunip_write_text(w, words[number]);
    else
        tunip_write_int(w, number);
}

static void write_quoted(tunip_writer *w, tunip_str text)
{
    tunip_write_char(w, ' ');
    tunip_write_quoted(w, text, '"');
}

static void write_dtype(tunip_writer *w, tunip_dtype dtype)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    if (!dtype.bits) return;
    tunip_write_char(w, ' ');
    tunip_write(w, name, tunip_dtype_name(dtype, name));
}

static void write_literal(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_literal *literal = (const tunip_doc_literal *)doc;
    write_word(w, literals, TUNIP_LEN(literals), doc->sub);
    if (doc->sub == TUNIP_LITERAL_STR) write_quoted(w, literal->value.text);
    if (doc->sub == TUNIP_LITERAL_NONE || doc->sub >= TUNIP_LITERAL_STR) return;
    tunip_write_char(w, ' ');
    if (doc->sub == TUNIP_LITERAL_BOOL)
        tunip_write_text(w, literal->value.boolean ? "true" : "false");
    else if (doc->sub == TUNIP_LITERAL_INT)
        tunip_write_int(w, literal->value.integer);
    else
        tunip_write_float(w, literal->value.real);
    write_dtype(w, literal->value.typed.dtype);
}

static void write_id(tunip_writer *w, const tunip_doc *doc)
{
    if (doc->sub) write_word(w, ids, TUNIP_LEN(ids), doc->sub);
    write_quoted(w, ((const tunip_doc_id *)doc)->name);
}

static void write_statement(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_stmt *stmt = (const tunip_doc_stmt *)doc;
    if (doc->role) write_word(w, roles, TUNIP_LEN(roles), doc->role);
    if (!stmt->comment.size) return;
    tunip_write_aside_begin(w);
    tunip_write_text(w, " #");
    write_quoted(w, stmt->comment);
    tunip_write_aside_end(w);
}

/* What a Doc says beside its kind and what it is made of. */
static void write_values(tunip_writer *w, const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_LITERAL)
        write_literal(w, doc);
    else if (doc->kind == TUNIP_DOC_ID)
        write_id(w, doc);
    else if (doc->kind == TUNIP_DOC_SLICE)
        tunip_write_text(w, doc->sub == TUNIP_SLICE_VECTOR ? " vector" : "");
    else if (doc->kind == TUNIP_DOC_CALL)
        tunip_write_text(w, doc->sub == TUNIP_CALL_PARTIAL ? " partial" : "");
    else if (doc->kind == TUNIP_DOC_ATTR)
        write_quoted(w, ((const tunip_doc_attr *)doc)->name);
    else if (doc->kind == TUNIP_DOC_OPERATION)
        write_word(w, operators, TUNIP_LEN(operators), doc->sub);
    else if (tunip_doc_classify(doc) != TUNIP_CLASS_EXPR)
        write_statement(w, doc);
}

static void write_path(tunip_writer *w, const tunip_path *path, const tunip_path *around)
{
    bool below = around && tunip_path_is_prefix(around, path);
    tunip_write_text(w, " @");
    tunip_write_path(w, path, below ? around : NULL);
}

/* Writes the paths of a Doc; returns the one that those of the Docs inside are below. */
static const tunip_path *write_paths(tunip_writer *w, const tunip_doc *doc,
                                     const tunip_path *around)
{
    const doc_settings *settings = tunip_writer_settings(w);
    uint32_t more = doc->more_paths;
    if (!settings->paths || !doc->path) return around;
    for (const tunip_path *path = doc->path; path; path = tunip_writer_next_path(w, &more))
        write_path(w, path, around);
    return doc->path;
}

/* ---- the lines below it ---- */

static void write_member(tunip_writer *w, const char *name, const tunip_str *key,
                         const tunip_doc *doc)
{
    tunip_write_newline(w);
    tunip_write_text(w, name);
    if (key) write_quoted(w, *key);
    tunip_write_text(w, doc ? ": " : ": null");
    tunip_emit(w, doc);
}

static void write_many(tunip_writer *w, const member *m, const tunip_doc *doc)
{
    const tunip_docs *docs = at(doc, m->offset);
    const tunip_str *keys = m->shape == KEYED ? ((const tunip_doc_call *)doc)->keys : NULL;
    const tunip_docs *beside = m->shape == PAIRED ? &((const tunip_doc_dict *)doc)->values : NULL;
    for (size_t i = 0; i < docs->count; i++) {
        write_member(w, m->name, keys ? &keys[i] : NULL, docs->items[i]);
        if (beside && i < beside->count) write_member(w, m[1].name, NULL, beside->items[i]);
    }
}

static void write_members(tunip_writer *w, const tunip_doc *doc)
{
    const member *m = members[doc->kind];
    bool quoted = doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_QUOTED;
    const tunip_doc_partial_call *call = (const tunip_doc_partial_call *)doc;
    bool partial = doc->kind == TUNIP_DOC_CALL && doc->sub == TUNIP_CALL_PARTIAL;
    bool is_typed = doc->kind == TUNIP_DOC_ID && doc->sub == TUNIP_ID_TYPED;
    if (partial) write_member(w, "left_out", &call->key, call->value);
    if (is_typed) write_member(w, "type", NULL, ((const tunip_doc_typed_id *)doc)->type);
    if (quoted) write_member(w, "expr", NULL, ((const tunip_doc_quoted *)doc)->expr);
    for (size_t i = 0; i < MOST_MEMBERS && m[i].shape; i++) {
        const tunip_doc *const *one = at(doc, m[i].offset);
        if (m[i].shape != ONE)
            write_many(w, &m[i], doc);
        else if (*one)
            write_member(w, m[i].name, NULL, *one);
    }
}

static void emit_doc(tunip_writer *w, const tunip_doc *doc)
{
    doc_state *state = tunip_writer_state(w);
    const tunip_path *around = state->around;
    tunip_write_text(w, kinds[doc->kind]);
    write_values(w, doc);
    state->around = write_paths(w, doc, around);
    tunip_write_indent(w);
    write_members(w, doc);
    tunip_write_dedent(w);
    state->around = around;
}

static void emit_metadata(tunip_writer *w, tunip_str saved)
{
    tunip_write_text(w, "metadata ");
    tunip_write_quoted(w, saved, '"');
    tunip_write(w, "\n", 1);
}

/* ---- the backend ---- */

static const tunip_emit_fn emitters[] = {
#define X(KIND, ident, class_) [TUNIP_DOC_##KIND] = emit_doc,
#include <tunip/doc_kinds.def>
#undef X
};

static const tunip_setting_row rows[] = {
    {"paths", NULL, TUNIP_SETTING_BOOL, offsetof(doc_settings, paths), "true",
     "show the access path of what each Doc stands for"},
};

const tunip_backend tunip_backend_doc = {
    .abi = TUNIP_BACKEND_ABI,
    .size = sizeof(tunip_backend),
    .name = "doc",
    .summary = "the Doc tree, for authors of dialects and backends",
    .emit = emitters,
    .kind_count = TUNIP_DOC__COUNT,
    .emit_metadata = emit_metadata,
    .settings = rows,
    .setting_count = TUNIP_LEN(rows),
    .settings_size = sizeof(doc_settings),
    .state_size = sizeof(doc_state),
    .flags = TUNIP_BACKEND_PATHS | TUNIP_BACKEND_DECLARES,
};
