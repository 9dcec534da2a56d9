/* builder.c -- the builder backend: writes a Python program that rebuilds the IR with calls of
 * TVM's IRBuilder (v0.23.0, python/tvm/script/ir_builder). `ib.get()` returns the IR.
 *
 * The roles of statements give the information that a parser of the script would infer. So this
 * backend knows the API but no dialect. */
#include "builder.h"

#include "../backends.h"

/* ---- the whole ---- */

/* Whether a prefix is a name that the program and the dialects before do not use. */
static bool is_free(const tunip_namespace *spaces, size_t index)
{
    tunip_str prefix = spaces[index].prefix;
    for (size_t i = 0; i < index; i++)
        if (spaces[i].used && tunip_str_equal(spaces[i].prefix, prefix)) return false;
    return tn_builder_is_name(prefix) && !tn_builder_is_reserved(prefix);
}

static void write_imports(tunip_writer *w)
{
    size_t count;
    const tunip_namespace *spaces = tunip_writer_namespaces(w, &count);
    tunip_write_text(w, "from contextlib import ExitStack");
    tunip_write_newline(w);
    tunip_write_newline(w);
    tunip_write_text(w, "import tvm");
    tunip_write_newline(w);
    tunip_write_text(w, "from tvm.script.ir_builder import IRBuilder");
    for (size_t i = 0; i < count; i++) {
        if (!spaces[i].used) continue;
        if (!is_free(spaces, i))
            tunip_writer_fail(w, "%.*s as the prefix of a dialect cannot be built",
                              (int)spaces[i].prefix.size, spaces[i].prefix.data);
        tunip_write_text(w, ", ");
        tunip_write_text(w, spaces[i].dialect);
        tunip_write_text(w, " as ");
        tunip_write_str(w, spaces[i].prefix);
    }
    tunip_write_newline(w);
    tunip_write_newline(w);
}

static void emit_root(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_with with = {.variable = "ib"};
    tunip_docs body = {&doc, 1};
    if (doc->kind == TUNIP_DOC_BLOCK) body = ((const tunip_doc_block *)doc)->body;
    if (tn_builder_count_results(body) > 1)
        tunip_writer_fail(w, "several statements outside of a function cannot be built");
    bool is_rootless = false;
    for (size_t i = 0; i < body.count; i++)
        is_rootless = is_rootless || tn_builder_is_rootless(body.items[i]);
    write_imports(w);
    if (is_rootless) tn_builder_write_rootless(w);
    tn_builder_with_begin(w, &with);
    tunip_write_text(w, is_rootless ? "Rootless()" : "IRBuilder()");
    tn_builder_with_body(w, &with);
    tn_builder_write_body(w, body);
    tn_builder_with_end(w, &with);
}

/* ---- the table ---- */

static const tunip_emit_fn stmt_emitters[] = {
#define X(KIND, ident) [TUNIP_DOC_##KIND] = tn_builder_emit_##ident,
    TN_BUILDER_STMTS(X)
#undef X
};

/* A dialect may use a statement as an argument, such as the node of an attribute. */
static void emit_stmt(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_state *state = tn_builder_state_of(w);
    if (!state->expects_stmt)
        tunip_writer_fail(w, "a statement inside an expression cannot be built");
    state->expects_stmt = false;
    stmt_emitters[doc->kind](w, doc);
}

static const tunip_emit_fn emitters[] = {
#define X(KIND, ident) [TUNIP_DOC_##KIND] = tn_builder_emit_##ident,
    TN_BUILDER_EXPRS(X)
#undef X
#define X(KIND, ident) [TUNIP_DOC_##KIND] = emit_stmt,
        TN_BUILDER_STMTS(X)
#undef X
            [TUNIP_DOC_LAMBDA] = tn_python_emit_lambda,
    [TUNIP_DOC_COMMENT] = tn_python_emit_comment,
    [TUNIP_DOC_DOC_STRING] = tn_python_emit_doc_string,
};

/* The section goes before the imports. */
static void emit_metadata(tunip_writer *w, tunip_str saved)
{
    tunip_write_text(w, "import tvm\n\n");
    tn_python_emit_metadata(w, saved);
    tunip_write_text(w, "\n");
}

const tunip_backend tunip_backend_builder = {
    .abi = TUNIP_BACKEND_ABI,
    .size = sizeof(tunip_backend),
    .name = "builder",
    .summary = "a Python program for TVM's IRBuilder that makes the IR again",
    .emit = emitters,
    .kind_count = TUNIP_DOC__COUNT,
    .emit_metadata = emit_metadata,
    .emit_root = emit_root,
    .state_size = sizeof(tn_builder_state),
    .is_reserved = tn_builder_is_reserved,
    .flags = TUNIP_BACKEND_METADATA | TUNIP_BACKEND_DEFAULTS | TUNIP_BACKEND_AGAIN |
             TUNIP_BACKEND_EXACT | TUNIP_BACKEND_SHARED,
    .emit_member = tn_builder_emit_member,
    .vintage = 23,
    .comment = "  # ",
};
