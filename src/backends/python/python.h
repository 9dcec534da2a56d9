/* python.h -- shared by the files of the Python backend. */
#ifndef TN_PYTHON_H
#define TN_PYTHON_H

#include <tunip/ext/backend.h>

/* One function per Doc kind: tn_python_emit_call() and so on. */
#define X(KIND, ident, class_) void tn_python_emit_##ident(tunip_writer *w, const tunip_doc *doc);
#include <tunip/ext/doc_kinds.def>
#undef X

void tn_python_emit_metadata(tunip_writer *w, tunip_str saved);
void tn_python_emit_metadata_file(tunip_writer *w, tunip_str name);

/* Forms that Python shares with most languages. */
#define tn_python_emit_tuple tunip_emit_tuple
#define tn_python_emit_list  tunip_emit_list
#define tn_python_emit_dict  tunip_emit_dict
#define tn_python_emit_block tunip_emit_block

/* Whether a literal begins with a minus sign. */
bool tn_python_has_sign(const tunip_doc *doc);

/* Emits a Doc, in parentheses unless it is a name, a call or the like. */
void tn_python_emit_operand(tunip_writer *w, const tunip_doc *doc);

/* Writes the comment of a statement with a body above the statement. */
static inline void tn_python_write_comment_above(tunip_writer *w, const tunip_doc_stmt *stmt)
{
    if (stmt->comment.size) tunip_write_remark(w, "# ", &stmt->base);
}
/* Emits `docs` with commas between them and without brackets. */
static inline void tn_python_emit_list_of(tunip_writer *w, tunip_docs docs)
{
    tunip_emit_joined(w, docs, ", ");
}

#endif
