/* mlir.c -- the mlir backend: MLIR text. The rules of the dialect choose every word and blank of an
 * operation, so this backend writes them as they are; it knows regions and blocks (MLIR
 * mlir/lib/IR/AsmPrinter.cpp). */
#include "../backends.h"

/* ---- expressions ---- */

/* A line break inside an operation is indented from the operation; what follows it, a region too,
 * from that line. */
typedef struct mlir_state {
    size_t levels; /* of the line in hand, from the operation */
} mlir_state;

enum { STEP = 2 };

static void set_levels(tunip_writer *w, size_t levels)
{
    mlir_state *s = tunip_writer_state(w);
    if (!s) return;
    for (; s->levels > levels; s->levels--) tunip_write_dedent(w);
    for (; s->levels < levels; s->levels++) tunip_write_indent(w);
}

/* Writes a Doc whose line breaks count from where it stands. */
static void emit_apart(tunip_writer *w, const tunip_doc *doc, tunip_emit_fn emit)
{
    mlir_state *s = tunip_writer_state(w);
    size_t levels = s ? s->levels : 0;
    if (s) s->levels = 0;
    emit(w, doc);
    set_levels(w, 0);
    if (s) s->levels = levels;
}

/* The blanks after a line break inside an operation, or SIZE_MAX if the text is no such break. */
static size_t count_blanks(tunip_str text)
{
    if (!text.size || *text.data != '\n') return SIZE_MAX;
    for (size_t i = 1; i < text.size; i++)
        if (text.data[i] != ' ') return SIZE_MAX;
    return text.size - 1;
}

/* A type of several lines. */
static void write_lines(tunip_writer *w, tunip_str text)
{
    if (!text.size || !memchr(text.data, '\n', text.size)) {
        tunip_write(w, text.data, text.size);
        return;
    }
    const mlir_state *s = tunip_writer_state(w);
    size_t levels = s ? s->levels : 0, begin = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] != '\n') continue;
        tunip_write(w, text.data + begin, i - begin);
        set_levels(w, 0);
        tunip_write_newline(w);
        begin = i + 1;
    }
    if (text.size > begin) tunip_write(w, text.data + begin, text.size - begin);
    set_levels(w, levels);
}

/* A name, or text as it is. */
static void emit_id(tunip_writer *w, const tunip_doc *doc)
{
    tunip_str text = ((const tunip_doc_id *)doc)->name;
    size_t blanks = doc->sub == TUNIP_ID_RAW ? count_blanks(text) : SIZE_MAX;
    if (blanks == SIZE_MAX) {
        write_lines(w, text);
        return;
    }
    set_levels(w, blanks / STEP);
    tunip_write_newline(w);
    if (blanks % STEP) tunip_write_char(w, ' ');
}

static void emit_tuple(tunip_writer *w, const tunip_doc *doc)
{
    tunip_docs parts = ((const tunip_doc_tuple *)doc)->elements;
    for (size_t i = 0; i < parts.count; i++) tunip_emit(w, parts.items[i]);
}

/* MLIR has no other forms. */
static void refuse(tunip_writer *w, const tunip_doc *doc)
{
    tunip_writer_fail(w, "the language has no form for Docs of kind %u", (unsigned)doc->kind);
}

/* ---- statements ---- */

static void emit_comment(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_comment(w, "// ", ((const tunip_doc_stmt *)doc)->comment);
}

static void emit_expr_stmt(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_remark(w, "// ", doc);
    emit_apart(w, ((const tunip_doc_expr_stmt *)doc)->expr, tunip_emit);
}

static void emit_operations(tunip_writer *w, tunip_docs operations)
{
    tunip_write_indent(w);
    for (size_t i = 0; i < operations.count; i++) {
        tunip_write_newline(w);
        tunip_emit(w, operations.items[i]);
    }
    tunip_write_dedent(w);
}

/* A block: its label stands as far to the left as the operation around it. */
static void emit_scope(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_scope *block = (const tunip_doc_scope *)doc;
    tunip_write_remark(w, "// ", doc);
    emit_apart(w, block->rhs, tunip_emit);
    emit_operations(w, block->body);
}

/* A region: operations of a first block without a label, then blocks. */
static void emit_region(tunip_writer *w, tunip_docs body)
{
    size_t i = 0;
    while (i < body.count && body.items[i]->kind != TUNIP_DOC_SCOPE) i++;
    tunip_write_char(w, '{');
    emit_operations(w, tunip_docs_view(body.items, i));
    for (; i < body.count; i++) {
        tunip_write_newline(w);
        tunip_emit(w, body.items[i]);
    }
    tunip_write_newline(w);
    tunip_write_char(w, '}');
}

static void emit_block(tunip_writer *w, const tunip_doc *doc)
{
    tunip_docs body = ((const tunip_doc_block *)doc)->body;
    if (doc->role == TUNIP_ROLE_GROUP)
        emit_region(w, body);
    else
        tunip_emit_lines(w, body);
}

static const tunip_emit_fn emitters[] = {
#define X(KIND, ident, class_) [TUNIP_DOC_##KIND] = emit_##ident,
#define emit_literal           tunip_emit_literal
#define emit_attr              refuse
#define emit_index             refuse
#define emit_slice             refuse
#define emit_call              refuse
#define emit_operation         refuse
#define emit_lambda            refuse
#define emit_list              refuse
#define emit_dict              refuse
#define emit_assign            refuse
#define emit_if                refuse
#define emit_while             refuse
#define emit_for               refuse
#define emit_assert            refuse
#define emit_return            refuse
#define emit_function          refuse
#define emit_class             refuse
#define emit_doc_string        emit_comment
#include <tunip/ext/doc_kinds.def>
#undef X
};

const tunip_backend tunip_backend_mlir = {
    .abi = TUNIP_BACKEND_ABI,
    .size = sizeof(tunip_backend),
    .name = "mlir",
    .summary = "MLIR text, in the form that the file has",
    .emit = emitters,
    .kind_count = TUNIP_DOC__COUNT,
    .flags = TUNIP_BACKEND_NO_HEADER | TUNIP_BACKEND_OWN,
    .state_size = sizeof(mlir_state),
    .indent_spaces = STEP,
    .comment = "  // ",
};
