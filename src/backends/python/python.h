/* python.h -- shared by the files of the Python backend. */
#ifndef TN_PYTHON_H
#define TN_PYTHON_H

#include <tunip/ext/backend.h>

/* One function per Doc kind: tn_python_emit_call() and so on. */
#define X(KIND, ident, class_) void tn_python_emit_##ident(tunip_writer *w, const tunip_doc *doc);
#include <tunip/ext/doc_kinds.def>
#undef X

void tn_python_emit_metadata(tunip_writer *w, tunip_str saved);

/* Forms that Python shares with most languages. */
#define tn_python_emit_tuple tunip_emit_tuple
#define tn_python_emit_list  tunip_emit_list
#define tn_python_emit_dict  tunip_emit_dict
#define tn_python_emit_block tunip_emit_block

/* In parentheses unless it binds as tightly as a name. */
void tn_python_emit_operand(tunip_writer *w, const tunip_doc *doc);

/* Text as comments, a line each. */
static inline void tn_python_write_comment(tunip_writer *w, tunip_str text)
{
    tunip_write_comment(w, "# ", text);
}
/* The comment of a statement that has a block stands above it. */
static inline void tn_python_write_comment_above(tunip_writer *w, const tunip_doc_stmt *stmt)
{
    if (stmt->comment.size) tunip_write_remark(w, "# ", &stmt->base);
}
/* `docs` with commas in between, no brackets around them. */
static inline void tn_python_emit_list_of(tunip_writer *w, tunip_docs docs)
{
    tunip_emit_joined(w, docs, ", ");
}

#endif
