/* stmt.c -- statements, their blocks and their comments. */
#include "python.h"

/* ---- comments ---- */

/* Removes the first line from `text` and returns it. As with std::getline, a newline at the end
 * does not begin another line. */
static tunip_str take_line(tunip_str *text)
{
    const char *newline = memchr(text->data, '\n', text->size);
    size_t size = newline ? (size_t)(newline - text->data) : text->size;
    size_t taken = newline ? size + 1 : size;
    tunip_str line = {text->data, size};
    text->data += taken;
    text->size -= taken;
    return line;
}

/* Empty lines of a doc string have no indentation. TVM does not record them as lines. */
static void write_doc_string(tunip_writer *w, tunip_str text)
{
    tunip_write_aside_begin(w);
    tunip_write_text(w, "\"\"\"");
    while (text.size) {
        tunip_str line = take_line(&text);
        if (line.size)
            tunip_write_newline(w);
        else
            tunip_write_blank_line(w);
        tunip_write_str(w, line);
    }
    tunip_write_newline(w);
    tunip_write_text(w, "\"\"\"");
    tunip_write_aside_end(w);
}

void tn_python_emit_comment(tunip_writer *w, const tunip_doc *doc)
{
    tn_python_write_comment(w, ((const tunip_doc_comment *)doc)->stmt.comment);
}

void tn_python_emit_doc_string(tunip_writer *w, const tunip_doc *doc)
{
    tunip_str text = ((const tunip_doc_doc_string *)doc)->stmt.comment;
    if (text.size) write_doc_string(w, text);
}

static bool fits_behind(tunip_str comment)
{
    return comment.size && !memchr(comment.data, '\n', comment.size);
}

/* The comment of a simple statement follows it on the same line. TVM refuses a comment of several
 * lines; tunip writes it above the statement. */
static void begin_simple(tunip_writer *w, const tunip_doc_stmt *stmt)
{
    if (!fits_behind(stmt->comment)) tn_python_write_comment_above(w, stmt);
}

static void end_simple(tunip_writer *w, const tunip_doc_stmt *stmt)
{
    if (!fits_behind(stmt->comment)) return;
    tunip_write_aside_begin(w);
    tunip_write_text(w, "  # ");
    tunip_write_str(w, stmt->comment);
    tunip_write_aside_end(w);
}

/* ---- simple statements ---- */

/* As in TVM, a tuple on the left has no parentheses, and a tuple of one element no comma. */
void tn_python_emit_assign(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    begin_simple(w, &assign->stmt);
    tunip_emit_bare(w, assign->lhs, 1);
    tunip_emit_behind(w, ": ", assign->annotation);
    if (assign->rhs) tunip_write_text(w, " = ");
    bool is_default = assign->stmt.base.role == TUNIP_ROLE_PARAM;
    tunip_emit_bare(w, assign->rhs, is_default ? SIZE_MAX : 2);
    end_simple(w, &assign->stmt);
}

void tn_python_emit_expr_stmt(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_expr_stmt *stmt = (const tunip_doc_expr_stmt *)doc;
    begin_simple(w, &stmt->stmt);
    tunip_emit(w, stmt->expr);
    end_simple(w, &stmt->stmt);
}

void tn_python_emit_assert(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assert *assertion = (const tunip_doc_assert *)doc;
    begin_simple(w, &assertion->stmt);
    tunip_write_text(w, "assert ");
    tunip_emit(w, assertion->test);
    tunip_emit_behind(w, ", ", assertion->message);
    end_simple(w, &assertion->stmt);
}

void tn_python_emit_return(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_return *stmt = (const tunip_doc_return *)doc;
    begin_simple(w, &stmt->stmt);
    tunip_write_text(w, stmt->value ? "return " : "return");
    tunip_emit(w, stmt->value);
    end_simple(w, &stmt->stmt);
}

/* ---- statements with blocks ---- */

/* Comments alone are no block. An empty comment is a blank line. */
static bool has_comments_only(tunip_docs body)
{
    bool has_text = false;
    for (size_t i = 0; i < body.count; i++) {
        const tunip_doc *doc = body.items[i];
        if (!doc || doc->kind != TUNIP_DOC_COMMENT) return false;
        has_text |= ((const tunip_doc_comment *)doc)->stmt.comment.size > 0;
    }
    return has_text;
}

/* Writes the colon, and below it, indented, the doc string and the statements. */
static void emit_documented_body(tunip_writer *w, tunip_str doc_string, tunip_docs body)
{
    tunip_write_char(w, ':');
    tunip_write_indent(w);
    if (doc_string.size) {
        tunip_write_newline(w);
        write_doc_string(w, doc_string);
    }
    tunip_write_newline(w);
    tunip_emit_lines(w, body);
    bool lacks_block = has_comments_only(body);
    if (lacks_block) tunip_write_newline(w);
    if (lacks_block || !body.count) tunip_write_text(w, "pass");
    tunip_write_dedent(w);
}

static void emit_body(tunip_writer *w, tunip_docs body)
{
    emit_documented_body(w, (tunip_str){NULL, 0}, body);
}

void tn_python_emit_if(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_if *branch = (const tunip_doc_if *)doc;
    tn_python_write_comment_above(w, &branch->stmt);
    tunip_write_text(w, "if ");
    tunip_emit(w, branch->predicate);
    emit_body(w, branch->then_branch);
    if (!branch->else_branch.count) return;
    tunip_write_newline(w);
    tunip_write_text(w, "else");
    emit_body(w, branch->else_branch);
}

void tn_python_emit_while(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_while *loop = (const tunip_doc_while *)doc;
    tn_python_write_comment_above(w, &loop->stmt);
    tunip_write_text(w, "while ");
    tunip_emit(w, loop->predicate);
    emit_body(w, loop->body);
}

void tn_python_emit_for(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_for *loop = (const tunip_doc_for *)doc;
    tn_python_write_comment_above(w, &loop->stmt);
    tunip_write_text(w, "for ");
    bool is_tuple = loop->lhs && loop->lhs->kind == TUNIP_DOC_TUPLE;
    tunip_emit_bare(w, loop->lhs, 1);
    tunip_write_text(w, is_tuple && tunip_tuple_size(loop->lhs) == 1 ? ", in " : " in ");
    tunip_emit(w, loop->rhs);
    emit_body(w, loop->body);
}

void tn_python_emit_scope(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_scope *scope = (const tunip_doc_scope *)doc;
    tn_python_write_comment_above(w, &scope->stmt);
    /* `with (a, b):` has two items; a tuple needs parentheses of its own. */
    bool is_tuple = !scope->lhs && scope->rhs && scope->rhs->kind == TUNIP_DOC_TUPLE &&
                    tunip_tuple_size(scope->rhs);
    tunip_write_text(w, is_tuple ? "with (" : "with ");
    tunip_emit(w, scope->rhs);
    if (is_tuple) tunip_write_char(w, ')');
    tunip_emit_behind(w, " as ", scope->lhs);
    emit_body(w, scope->body);
}

/* ---- definitions ---- */

static void emit_decorators(tunip_writer *w, tunip_docs decorators)
{
    for (size_t i = 0; i < decorators.count; i++) {
        tunip_write_char(w, '@');
        tunip_emit(w, decorators.items[i]);
        tunip_write_newline(w);
    }
}

/* Fails if a parameter has a comment, because Python has no syntax for it. */
static void refuse_comments(tunip_writer *w, tunip_docs args)
{
    for (size_t i = 0; i < args.count; i++) {
        const tunip_doc *arg = args.items[i];
        if (arg && arg->kind == TUNIP_DOC_ASSIGN && ((const tunip_doc_stmt *)arg)->comment.size)
            tunip_writer_fail(w, "a parameter cannot have a comment");
    }
}

void tn_python_emit_function(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_function *function = (const tunip_doc_function *)doc;
    emit_decorators(w, function->decorators);
    tunip_write_text(w, "def ");
    tunip_emit(w, function->name);
    refuse_comments(w, function->args);
    tunip_emit_within(w, "(", function->args, ")");
    tunip_emit_behind(w, " -> ", function->return_type);
    emit_documented_body(w, function->stmt.comment, function->body);
    tunip_write_blank_line(w);
}

void tn_python_emit_class(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_class *class_ = (const tunip_doc_class *)doc;
    emit_decorators(w, class_->decorators);
    tunip_write_text(w, "class ");
    tunip_emit(w, class_->name);
    emit_documented_body(w, class_->stmt.comment, class_->body);
}
