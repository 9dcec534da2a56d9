/* script.c -- a script from its Docs to a graph: its imports, its settings, its version of
 * TVM, its definitions. */
#include "script.h"

#include <limits.h>
#include <stdio.h>

#include "../ir/graph.h"
#include "../ir/vintage.h"
#include "../library/context.h"
#include "elaborate.h"
#include "read.h"

static void narrow(tunip_elaborator *e, tunip_str name, unsigned since, unsigned until,
                   const tunip_doc *doc);

/* ======== script ======== */

/* The statements in place of a syntax error, and in place of a body that has not been
 * read yet. */

const char tn_broken_name[] = "";

bool tn_doc_is_broken(const tunip_doc *stmt)
{
    if (stmt->kind != TUNIP_DOC_EXPR_STMT) return false;
    const tunip_doc *expr = ((const tunip_doc_expr_stmt *)stmt)->expr;
    return expr && expr->kind == TUNIP_DOC_ID &&
           ((const tunip_doc_id *)expr)->name.data == tn_broken_name;
}

const tunip_str tn_options_key = {"**", 2};

const char tn_set_items[] = "{}";
const char tn_list_for[] = "[for]";
const char tn_set_for[] = "{for}";
const char tn_dict_for[] = "{:for}";
const char tn_generator_for[] = "(for)";

const tunip_doc *tn_doc_star(const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    if (doc->kind != TUNIP_DOC_CALL || call->callee->kind != TUNIP_DOC_ID) return NULL;
    bool is_star = call->callee->sub == TUNIP_ID_RAW && call->args.count == 1 &&
                   tunip_str_is(((const tunip_doc_id *)call->callee)->name, "*");
    return is_star ? call->args.items[0] : NULL;
}

bool tn_has_star(tunip_docs docs)
{
    for (size_t i = 0; i < docs.count; i++)
        if (docs.items[i]->kind == TUNIP_DOC_CALL && tn_doc_star(docs.items[i])) return true;
    return false;
}

const tunip_doc_id tn_unread_body = {.base = {.kind = TUNIP_DOC_ID, .sub = TUNIP_ID_RAW},
                                     .name = {"", 0}};

const tunip_doc *const tn_unread_args[1] = {&tn_unread_body.base};

bool tn_doc_is_unread(const tunip_doc *stmt)
{
    return stmt->kind == TUNIP_DOC_EXPR_STMT &&
           ((const tunip_doc_expr_stmt *)stmt)->expr == &tn_unread_body.base;
}

/* ======== script ======== */

/* A whole script: its imports, its definition or fragment, the root of the graph. */

/* ---- imports ---- */

/* Cuts a text from the beginning of another. */
static bool cut(tunip_str *text, const char *head, size_t size)
{
    if (text->size < size || memcmp(text->data, head, size) != 0) return false;
    *text = (tunip_str){text->data + size, text->size - size};
    return true;
}

/* Reads the prefix from a line such as "from tvm.script import tir as T". The module may also be
 * the parser in it, which TVM's own tests import: "from tvm.script.parser import tir as T". */
static bool takes_prefix(tn_script_dialect *dialect, const char *import, tunip_str line)
{
    static const char parser[] = ".parser";
    const char *hole = import ? strstr(import, "%s") : NULL;
    const char *end = hole ? strstr(import, " import ") : NULL;
    size_t head = hole ? (size_t)(hole - import) : 0, module = end ? (size_t)(end - import) : 0;
    tunip_str prefix = line;
    if (!head || !cut(&prefix, import, module)) return false;
    cut(&prefix, parser, sizeof parser - 1);
    if (!cut(&prefix, import + module, head - module) || !prefix.size) return false;
    size_t size = strcspn(prefix.data, " \t\r\n#");
    dialect->prefix.data = prefix.data;
    dialect->prefix.size = size < prefix.size ? size : prefix.size;
    return true;
}

/* Cuts the word `before` with what precedes it from the text; the rest stays. Empty without it. */
static tunip_str cut_before(tunip_str *text, const char *before)
{
    size_t size = 0, width = strlen(before);
    while (size + width <= text->size && memcmp(text->data + size, before, width) != 0) size++;
    if (size + width > text->size) return (tunip_str){NULL, 0};
    tunip_str head = {text->data, size};
    *text = (tunip_str){text->data + size + width, text->size - size - width};
    return head;
}

/* The header of printed text has more lines in some versions. If a header lacks the lines of a
 * version, an older one printed it. Scripts that people write need no such line. */
static void note_header(tunip_elaborator *e, const tunip_dialect *dialect, unsigned since,
                        const tunip_doc *doc)
{
    enum { HEADER = 1024 }; /* longer than any header */
    tunip_str text = tunip_source_text(e->script->input->source);
    size_t begin = tn_doc_place(doc).begin, end = begin + HEADER;
    if (begin >= text.size || text.data[begin] != '#') return;
    tunip_str head = {text.data + begin, (end < text.size ? end : text.size) - begin};
    for (size_t i = 0; i < dialect->renaming_count; i++) {
        const tunip_renaming *row = &dialect->renamings[i];
        const char *more = row->since > since ? strchr(row->written, '\n') : NULL;
        bool has_row = more && strcmp(row->name, dialect->import) == 0;
        if (!has_row) continue;
        if (cut_before(&head, more + 1).data)
            narrow(e, tunip_str_from(more + 1), row->since, 0, doc);
        else
            tunip_hint_older(e, row->since);
    }
}

static bool is_import(tunip_elaborator *e, tn_script_dialect *dialect, tunip_str line,
                      const tunip_doc *doc)
{
    const tunip_dialect *own = dialect->lexicon->dialect;
    unsigned since = 0;
    const char *newer = tn_newer_import(own, &since);
    bool is_newer = newer && takes_prefix(dialect, newer, line);
    if (!is_newer && !takes_prefix(dialect, own->import, line)) return false;
    tn_note_import(e, own, is_newer, doc);
    if (is_newer) note_header(e, own, since, doc);
    return true;
}

/* Keeps the name that an import such as `from a.b import c as d` defines. */
static void keep_import(tunip_elaborator *e, tunip_str line)
{
    static const char from[] = "from ";
    tunip_str rest = {line.data + sizeof from - 1, line.size - sizeof from + 1};
    if (line.size < sizeof from || memcmp(line.data, from, sizeof from - 1) != 0) return;
    tunip_str module = cut_before(&rest, " import ");
    tunip_str word = cut_before(&rest, " as ");
    if (!word.data) word = rest;
    char *path = tn_arena_alloc(&e->kept, module.size + word.size + 2);
    if (!module.size || !path) return;
    memcpy(path, module.data, module.size);
    path[module.size] = '.';
    memcpy(path + module.size + 1, word.data, word.size);
    path[module.size + 1 + word.size] = '\0';
    tn_script_import import = {rest, {path, module.size + 1 + word.size}};
    if (!tn_array_push(&e->imports, e->allocator, import)) tn_elaborator_fail_memory(e);
}

/* Reads an import line. The last imported dialect reads fragments. */
static void read_comment(tunip_elaborator *e, tunip_str text, const tunip_doc *doc)
{
    while (text.size) {
        const char *newline = memchr(text.data, '\n', text.size);
        tunip_str line = {text.data, newline ? (size_t)(newline - text.data) : text.size};
        for (size_t k = 0; k < e->dialect_count; k++) {
            tn_script_dialect *dialect = &e->dialects[k];
            const tunip_vocabulary *words = dialect->lexicon->dialect->vocabulary;
            if (is_import(e, dialect, line, doc) && dialect > e->outside && words &&
                words->fragment)
                e->outside = dialect;
        }
        keep_import(e, line);
        tn_read_remark(e, line, doc);
        size_t used = line.size + (newline != NULL);
        text = (tunip_str){text.data + used, text.size - used};
    }
}

/* ---- metadata ---- */

static const tunip_doc_literal *str_literal(const tunip_doc *doc)
{
    bool is_text = doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_STR;
    return is_text ? (const tunip_doc_literal *)doc : NULL;
}

/* The name in `open("name").read()`; NULL for another expression. */
static const tunip_doc_literal *opened_file(const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    if (doc->kind != TUNIP_DOC_CALL || call->args.count || call->values.count) return NULL;
    const tunip_doc_attr *callee = (const tunip_doc_attr *)call->callee;
    if (callee->base.kind != TUNIP_DOC_ATTR || !tunip_str_is(callee->name, "read")) return NULL;
    call = (const tunip_doc_call *)callee->value;
    if (call->base.kind != TUNIP_DOC_CALL || call->args.count != 1 || call->values.count)
        return NULL;
    const tunip_doc_id *open = (const tunip_doc_id *)call->callee;
    bool is_open = open->base.kind == TUNIP_DOC_ID && tunip_str_is(open->name, "open");
    return is_open ? str_literal(call->args.items[0]) : NULL;
}

/* What `metadata = tvm.ir.load_json("...")` loads; NULL for another statement. */
static const tunip_doc *metadata_of(const tunip_doc *doc)
{
    const tunip_doc_assign *stmt = (const tunip_doc_assign *)doc;
    if (doc->kind != TUNIP_DOC_ASSIGN || stmt->lhs->kind != TUNIP_DOC_ID || !stmt->rhs ||
        stmt->rhs->kind != TUNIP_DOC_CALL)
        return NULL;
    const tunip_doc_call *call = (const tunip_doc_call *)stmt->rhs;
    const tunip_doc_attr *callee = (const tunip_doc_attr *)call->callee;
    if (!tunip_str_is(((const tunip_doc_id *)stmt->lhs)->name, "metadata") ||
        callee->base.kind != TUNIP_DOC_ATTR || !tunip_str_is(callee->name, "load_json") ||
        call->args.count != 1)
        return NULL;
    const tunip_doc *loaded = call->args.items[0];
    return str_literal(loaded) || opened_file(loaded) ? loaded : NULL;
}

/* The section is in the text, or in a file beside it. */
static void read_metadata(tunip_elaborator *e, const tunip_doc *doc, const tunip_doc *loaded)
{
    const tunip_doc_literal *text = str_literal(loaded), *file = opened_file(loaded);
    const tunip_node *root = text ? tn_script_load(e->script, text->value.text, loaded)
                                  : tn_script_load_file(e->script, file->value.text, loaded);
    tunip_name_set(e, tunip_str_from("metadata"), tunip_value_node(root, doc));
}

/* Reads comments, imports and the metadata section. Returns the statements after them. */
static tunip_docs read_preamble(tunip_elaborator *e, tunip_docs script)
{
    for (; script.count; script.items++, script.count--) {
        const tunip_doc *doc = script.items[0];
        const tunip_doc *loaded = metadata_of(doc);
        if (doc->kind == TUNIP_DOC_COMMENT)
            read_comment(e, ((const tunip_doc_comment *)doc)->stmt.comment, doc);
        else if (loaded)
            read_metadata(e, doc, loaded);
        else if (tn_defines_node(doc))
            tn_read_node(e, doc);
        else if (doc->kind != TUNIP_DOC_DOC_STRING)
            break;
    }
    return script;
}

/* ---- the root ---- */

static bool is_definition(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_CLASS || doc->kind == TUNIP_DOC_FUNCTION;
}

static bool is_remark(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_COMMENT || doc->kind == TUNIP_DOC_DOC_STRING;
}

static bool is_header(tunip_docs body)
{
    for (size_t i = 0; i < body.count; i++)
        if (!is_remark(body.items[i])) return false;
    return true;
}

/* Whether all statements give names to texts of several lines, as source = """..."""
 * does. They are no fragment: the texts may be scripts, for which the format `log` searches. */
static bool has_only_texts(const tunip_elaborator *e, tunip_docs body)
{
    tunip_str source = tunip_source_text(e->script->input->source);
    for (size_t i = 0; i < body.count; i++) {
        if (is_remark(body.items[i])) continue;
        if (body.items[i]->kind != TUNIP_DOC_ASSIGN) return false;
        const tunip_doc_assign *stmt = (const tunip_doc_assign *)body.items[i];
        bool is_string = stmt->lhs->kind == TUNIP_DOC_ID && stmt->rhs &&
                         stmt->rhs->kind == TUNIP_DOC_LITERAL &&
                         stmt->rhs->sub == TUNIP_LITERAL_STR;
        if (!is_string) return false;
        tunip_str text = ((const tunip_doc_literal *)stmt->rhs)->value.text;
        tn_script_place place = tn_doc_place(stmt->rhs);
        bool has_lines = text.size && place.end <= source.size &&
                         memchr(text.data, '\n', text.size) &&
                         memchr(source.data + place.begin, '\n', place.end - place.begin);
        if (!has_lines) return false;
    }
    return !is_header(body);
}

/* Calls `finish` of all dialects, because each may have guessed values. */
static void finish(tunip_elaborator *e)
{
    for (size_t i = 0; i < e->dialect_count; i++) {
        const tunip_vocabulary *script = e->dialects[i].lexicon->dialect->vocabulary;
        if (script && script->size > offsetof(tunip_vocabulary, finish) && script->finish)
            script->finish(e);
    }
}

/* Reads statements that are in no scope. The last one may be an expression; then its value is the
 * value of the script. */
static const tunip_node *read_fragment(tunip_elaborator *e, tunip_docs script)
{
    tunip_value last = {.kind = TUNIP_VALUE_ABSENT};
    while (script.count && is_remark(script.items[script.count - 1])) script.count--;
    const tunip_doc *end = script.count ? script.items[script.count - 1] : NULL;
    bool is_value = end && end->kind == TUNIP_DOC_EXPR_STMT;
    size_t before = e->complaint_count;
    tunip_scope *outer = e->top;
    tunip_docs body = {script.items, script.count - is_value};
    tn_elaborate_open(e, body);
    e->guesses = is_header(body);
    if (is_value) last = tn_elaborate_effect(e, ((const tunip_doc_expr_stmt *)end)->expr);
    if (e->guesses) finish(e);
    const tunip_vocabulary *reading = e->reading ? e->reading->lexicon->dialect->vocabulary : NULL;
    bool is_effect = !is_header(body) && !e->script->is_value && reading &&
                     !(e->top == outer && reading->ends_in_value);
    if (is_effect && last.kind > TUNIP_VALUE_WRONG && reading->evaluate) {
        reading->evaluate(e, last);
        last.kind = TUNIP_VALUE_ABSENT;
    }
    while (e->top != outer) tunip_scope_leave(e, e->top);
    if (e->complaint_count != before || e->error.code != TUNIP_OK) return NULL;
    if (last.kind == TUNIP_VALUE_WORD && last.word->rule && !last.word->params)
        last =
            tn_call_word(e, last.word, (tunip_value){.kind = TUNIP_VALUE_ABSENT}, last.doc, NULL);
    const tunip_vocabulary *outside = e->outside ? e->outside->lexicon->dialect->vocabulary : NULL;
    if (outside && outside->fragment)
        return outside->fragment(e, e->stmts.items, e->stmts.count, &last);
    return last.kind == TUNIP_VALUE_NODE && !e->stmts.count ? last.node : NULL;
}

static void complain_of_second(tunip_elaborator *e, const tunip_doc *first, const tunip_doc *second)
{
    tunip_complain(e, tn_definition_name(second),
                   TUNIP_BREAKS_REPEATED
                   "a script has one module or one function, and a second one begins here");
    tunip_complain_also(e, tn_definition_name(first), "the first one");
    tunip_complain_also(e, NULL, "the format `log` reads each of them");
}

/* Whether an annotation is a type of Python, such as `int` or `typing.Final[int]`, and not one of a
 * dialect. */
static bool is_python_type(const tunip_elaborator *e, const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_INDEX) doc = ((const tunip_doc_index *)doc)->value;
    while (doc->kind == TUNIP_DOC_ATTR) doc = ((const tunip_doc_attr *)doc)->value;
    return doc->kind == TUNIP_DOC_ID && !tn_elaborator_prefix(e, ((const tunip_doc_id *)doc)->name);
}

/* Whether a statement is NAME = VALUE or NAME: TYPE = VALUE between definitions. */
static bool is_setting(const tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_assign *stmt = (const tunip_doc_assign *)doc;
    return doc->kind == TUNIP_DOC_ASSIGN && stmt->rhs &&
           (!stmt->annotation || is_python_type(e, stmt->annotation));
}

/* Whether a Doc is the prefix of the dialect that reads modules: `I`. */
static bool is_module_prefix(const tunip_elaborator *e, const tunip_doc *doc)
{
    if (doc->kind != TUNIP_DOC_ID) return false;
    const tn_script_dialect *known = tn_elaborator_prefix(e, ((const tunip_doc_id *)doc)->name);
    return known && tn_reads_classes(known);
}

/* Whether a call is I.dynamic("n", dtype="int32"). */
static bool is_dynamic(const tunip_elaborator *e, const tunip_doc_call *call)
{
    const tunip_doc_attr *callee = (const tunip_doc_attr *)call->callee;
    return call->callee->kind == TUNIP_DOC_ATTR && tunip_str_is(callee->name, "dynamic") &&
           is_module_prefix(e, callee->value);
}

/* n = TypeVar("n") declares a symbolic variable for signatures, as TVM v0.27 writes it, and so does
 * n = I.dynamic("n"). */
static bool is_type_var(const tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_assign *stmt = (const tunip_doc_assign *)doc;
    const tunip_doc_call *call = (const tunip_doc_call *)stmt->rhs;
    if (stmt->lhs->kind != TUNIP_DOC_ID || call->base.kind != TUNIP_DOC_CALL) return false;
    const tunip_doc *callee = call->callee;
    tunip_str name = callee->kind == TUNIP_DOC_ID     ? ((const tunip_doc_id *)callee)->name
                     : callee->kind == TUNIP_DOC_ATTR ? ((const tunip_doc_attr *)callee)->name
                                                      : (tunip_str){"", 0};
    return tunip_str_is(name, "TypeVar") || is_dynamic(e, call);
}

/* The dtype in such a call; NULL if it does not say. The further arguments of TypeVar are types of
 * Python: TypeVar("K", str, bytes) may belong to the code around the script. */
static const tunip_doc *dtype_in(const tunip_elaborator *e, const tunip_doc_call *call)
{
    if (!is_dynamic(e, call)) return NULL;
    for (size_t i = 0; i < call->values.count; i++)
        if (tunip_str_is(call->keys[i], "dtype")) return call->values.items[i];
    return call->args.count > 1 ? call->args.items[1] : NULL;
}

static void keep_type_var(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    tn_type_var *made = tn_arena_alloc(&e->kept, sizeof *made);
    if (!made) {
        tn_elaborator_fail_memory(e);
        return;
    }
    *made = (tn_type_var){stmt->lhs, dtype_in(e, (const tunip_doc_call *)stmt->rhs), e->type_vars};
    e->type_vars = made;
}

/* Reads the dtype of a symbolic variable: int, T.int32, "int32". Complains of any other. */
static tunip_dtype read_int(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_dtype dtype = TUNIP_INT(64);
    if (!doc) return dtype;
    const tunip_doc_literal *literal = (const tunip_doc_literal *)doc;
    bool is_text = doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_STR;
    tunip_str name = doc->kind == TUNIP_DOC_ID     ? ((const tunip_doc_id *)doc)->name
                     : doc->kind == TUNIP_DOC_ATTR ? ((const tunip_doc_attr *)doc)->name
                     : is_text                     ? literal->value.text
                                                   : (tunip_str){"", 0};
    bool is_python = doc->kind == TUNIP_DOC_ID && tunip_str_is(name, "int");
    bool is_dtype = doc->kind != TUNIP_DOC_ID && tunip_dtype_parse(name, &dtype);
    if (is_python || (is_dtype && dtype.code == TUNIP_DTYPE_INT && dtype.lanes == 1)) return dtype;
    tunip_complain(e, doc, "a type parameter is an integer: `int`, or a dtype such as `T.int32`");
    return TUNIP_INT(64);
}

/* The variable that a statement before the function declares. */
static const tn_type_var *type_var(const tunip_elaborator *e, size_t i)
{
    const tn_type_var *at = e->type_vars;
    for (; at && i; i--) at = at->next;
    return at;
}

/* The type parameter in the brackets of a function; NULL: it is broken, or there is none. */
static const tunip_doc_assign *bracketed(const tunip_doc_function *doc, size_t i)
{
    const tunip_doc *param = i < doc->type_params.count ? doc->type_params.items[i] : NULL;
    return param && param->kind == TUNIP_DOC_ASSIGN ? (const tunip_doc_assign *)param : NULL;
}

const tunip_doc *tunip_type_param(tunip_elaborator *e, const tunip_doc_function *doc, size_t i)
{
    enum { SINCE = 26 }; /* TVM v0.27, which is read as v0.26 */
    if (i < doc->type_params.count) {
        const tunip_doc_assign *param = bracketed(doc, i);
        if (!param) return NULL;
        tunip_note_vintage(e, SINCE, param->lhs);
        return param->lhs;
    }
    const tn_type_var *at = type_var(e, i - doc->type_params.count);
    if (at) tunip_hint_vintage(e, SINCE);
    return at ? at->id : NULL;
}

tunip_dtype tunip_type_param_dtype(tunip_elaborator *e, const tunip_doc_function *doc, size_t i)
{
    const tunip_doc_assign *param = bracketed(doc, i);
    if (i < doc->type_params.count) return read_int(e, param ? param->annotation : NULL);
    const tn_type_var *at = type_var(e, i - doc->type_params.count);
    return read_int(e, at ? at->dtype : NULL);
}

static void read_setting(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    if (is_type_var(e, &stmt->stmt.base))
        keep_type_var(e, stmt);
    else
        tunip_elaborate_target(e, stmt->lhs, tunip_elaborate(e, stmt->rhs));
}

static bool has_definition(tunip_docs script)
{
    for (size_t i = 0; i < script.count; i++)
        if (is_definition(script.items[i])) return true;
    return false;
}

/* Handles a definition after the definition `first`. As in TVM, a function after a class is
 * ignored, and all other definitions are refused. */
static void read_further(tunip_elaborator *e, const tunip_doc *first, const tunip_doc *doc)
{
    if (!e->folds || first->kind != TUNIP_DOC_CLASS || doc->kind != TUNIP_DOC_FUNCTION) {
        complain_of_second(e, first, doc);
        return;
    }
    tunip_warn(e, doc, "the script has a class, and this function stands outside of it");
    tunip_elaborate_definition(e, doc, false);
}

/* Whether a definition has a decorator: then definitions without one belong to the surrounding
 * Python code. */
static bool has_decorators(tunip_docs script)
{
    for (size_t i = 0; i < script.count; i++)
        if (is_definition(script.items[i]) && tn_decorators(script.items[i]).count) return true;
    return false;
}

/* Complains about the first statement beside a definition that is no assignment, as TVM's
 * parser does. The names that such statements define are unknown below. */
static void refuse_strays(tunip_elaborator *e, tunip_docs script)
{
    const tunip_doc *stray = NULL;
    for (size_t i = 0; i < script.count && !stray; i++) {
        const tunip_doc *doc = script.items[i];
        bool is_expected = is_definition(doc) || is_remark(doc) || is_setting(e, doc);
        e->is_broken |= tn_doc_is_broken(doc);
        if (!is_expected && !tn_doc_is_broken(doc)) stray = doc;
    }
    if (!stray) return;
    tunip_complain(e, stray, "beside a definition, a script may have only assignments");
    tunip_complain_also(e, NULL, "the format `log` ignores such statements");
    e->is_broken = true;
}

/* Reads a script of definitions and the values that they use. */
static const tunip_node *read_definitions(tunip_elaborator *e, tunip_docs script)
{
    bool skips_bare = !e->folds && has_decorators(script);
    const tunip_doc *first = NULL;
    const tunip_node *root = NULL;
    refuse_strays(e, script);
    e->is_alone = true;
    for (size_t i = 0; i < script.count; i++)
        if (script.items[i]->kind == TUNIP_DOC_CLASS) e->is_alone = false;
    for (size_t i = 0; i < script.count; i++) {
        const tunip_doc *doc = script.items[i];
        const tunip_doc_assign *stmt = (const tunip_doc_assign *)doc;
        if (is_setting(e, doc)) read_setting(e, stmt);
        if (!is_definition(doc) || (skips_bare && !tn_decorators(doc).count)) continue;
        if (first) {
            read_further(e, first, doc);
            continue;
        }
        first = doc;
        tunip_value value = tunip_elaborate_definition(e, doc, false);
        if (value.kind == TUNIP_VALUE_NODE) root = value.node;
    }
    if (root) tunip_elaborate_link(e, NULL, root);
    return root;
}

/* ---- origins ---- */

/* Some nodes are not made at a place of the script: results of folding, and nodes of the metadata.
 * The origin of such a node is the first expression whose value it is. */
static tunip_value value_at(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_origin known;
    const tunip_doc *before = tunip_elaborator_stand(e, doc);
    tunip_value value = e->express(e, doc);
    tunip_elaborator_stand(e, before);
    if (value.kind == TUNIP_VALUE_NODE && !tunip_graph_origin(e->graph, value.node, &known))
        tunip_elaborator_move(e, value.node, doc);
    return value;
}

static void read_stmt_at(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc *before = tunip_elaborator_stand(e, doc);
    tn_read_stmt(e, doc);
    tunip_elaborator_stand(e, before);
}

/* ---- opening and closing ---- */

/* Whether the dialect reads scripts of this language; NULL is the common one. */
static bool reads_language(const tunip_vocabulary *script, const char *language)
{
    const char *own = script->size > offsetof(tunip_vocabulary, express) ? script->language : NULL;
    return own && language ? strcmp(own, language) == 0 : own == language;
}

void tn_script_set_vintage(tunip_elaborator *e, unsigned vintage)
{
    e->script->vintage = vintage;
    e->since = vintage > TN_VINTAGE_USUAL ? vintage : 0;
    e->until = vintage + 1;
}

static bool open(tunip_elaborator *e, tn_script_reader *r)
{
    const tunip_context *context = r->input->context;
    const char *language = r->language;
    *e = (tunip_elaborator){.context = context,
                            .graph = r->input->graph,
                            .allocator = tn_context_allocator(context),
                            .folds = !language && r->input->options->fold,
                            .value_of = tn_value_of,
                            .express = tn_value_of,
                            .operate = tn_operate,
                            .read_stmt = r->input->origins ? read_stmt_at : tn_read_stmt,
                            .script = r,
                            .source = r->input->origins ? r->input->source : NULL};
    if (r->vintage) tn_script_set_vintage(e, r->vintage);
    tn_arena_init(&e->arena, e->allocator);
    tn_arena_init(&e->kept, e->allocator);
    tn_intern_init(&e->names, &e->kept, e->allocator);
    tn_validity_init(&e->checks.validity, e->allocator);
    tn_stack_init(&e->stack);
    e->dialect_count = context->lexicons.count;
    e->dialects = tunip_elaborator_alloc(e, e->dialect_count * sizeof *e->dialects);
    for (size_t i = 0; e->dialects && i < e->dialect_count; i++) {
        const tn_lexicon *lexicon = &context->lexicons.items[i];
        const uint64_t *number = tn_map_get(&context->dispatch.number_of, lexicon->dialect);
        const tn_dispatch *dispatch = &context->dispatch;
        e->dialects[i] = (tn_script_dialect){
            .dialect = lexicon->dialect,
            .lexicon = lexicon,
            .settings = number ? dispatch->dialects.items[*number].settings : NULL,
            .prefix = number ? dispatch->dialects.items[*number].prefix : (tunip_str){NULL, 0}};
        const tunip_vocabulary *script = lexicon->dialect->vocabulary;
        bool is_own = script && reads_language(script, language);
        if (!e->outside && is_own && (script->fragment || language)) e->outside = &e->dialects[i];
    }
    e->has_leaves = !language && !e->source && !r->input->options->uses;
    if (language && e->outside)
        e->value_of = e->express = e->outside->lexicon->dialect->vocabulary->express;
    e->reading = e->outside;
    return e->dialects != NULL;
}

static void set_constants(tunip_elaborator *e)
{
    const tn_constant *all = e->script->constants;
    for (size_t i = 0; all && i < e->script->input->options->define_count; i++) {
        const tn_constant *constant = e->constant = &all[i];
        tunip_name_set(e, constant->name, tunip_elaborate(e, constant->value));
    }
    e->constant = NULL;
    if (e->source) e->value_of = value_at;
}

static void close(tunip_elaborator *e)
{
    tn_array_free(&e->imports, e->allocator);
    tn_array_free(&e->unknown_words, e->allocator);
    tn_array_free(&e->newest, e->allocator);
    tn_array_free(&e->failed, e->allocator);
    tn_array_free(&e->bound, e->allocator);
    tn_array_free(&e->stmts, e->allocator);
    tn_array_free(&e->values, e->allocator);
    tn_array_free(&e->placeholders, e->allocator);
    tn_array_free(&e->early, e->allocator);
    tn_checks_close(e);
    tn_intern_free(&e->names);
    tn_arena_free(&e->kept);
    tn_arena_free(&e->arena);
}

tunip_status tn_script_elaborate(tn_script_reader *r, const tunip_doc *block)
{
    enum { LEAST = 1 << 20, FOR_BYTE = 32 };
    tunip_elaborator e;
    tunip_graph *graph = r->input->graph;
    tunip_docs script = ((const tunip_doc_block *)block)->body;
    const tunip_node *root = NULL;
    tunip_status status =
        tn_context_read_words((tunip_context *)(uintptr_t)r->input->context, r->input->error);
    if (status != TUNIP_OK) return status;
    if (open(&e, r)) {
        e.script_size = script.count ? tn_doc_place(script.items[script.count - 1]).end : 0;
        e.effort = LEAST + FOR_BYTE * e.script_size; /* usual scripts need less than 1 for a byte */
        tunip_docs rest = read_preamble(&e, script);
        if (r->language) tn_read_remarks(&e, script.count ? script.items[0] : NULL);
        if (!r->language) tn_survey(&e, rest);
        e.reading = e.outside;
        set_constants(&e);
        if (r->language)
            root = e.outside ? e.outside->lexicon->dialect->vocabulary->script(&e, rest) : NULL;
        else if (r->is_node)
            root = tn_read_root(&e, rest);
        else
            root = has_definition(rest)       ? read_definitions(&e, rest)
                   : has_only_texts(&e, rest) ? NULL
                                              : read_fragment(&e, rest);
        tn_check_graph(&e, script.count ? script.items[script.count - 1] : NULL);
        if (!root && !r->is_node && !e.complaint_count && !e.is_broken && !e.broken_function &&
            e.error.code == TUNIP_OK)
            tunip_complain(&e, script.count ? script.items[script.count - 1] : NULL,
                           TUNIP_BREAKS_UNDEFINED_NAME "there is nothing to read in this script");
    }
    unsigned vintage = r->is_node ? 0 : tn_script_vintage(&e);
    bool is_final = r->language || !vintage; /* otherwise it is checked after the conversion */
    if (is_final && e.unreported && !e.complaint_count && !e.is_broken && !e.broken_function &&
        e.error.code == TUNIP_OK)
        tunip_complain(&e, e.unreported,
                       TUNIP_BREAKS_ARGUMENTS "this call does not take these arguments");
    if (is_final && !r->is_node && !e.complaint_count && e.error.code == TUNIP_OK)
        tn_check_rest(&e, root, script.count ? script.items[0] : NULL);
    if (!r->language && vintage > r->vintage) r->vintage = vintage;
    if (r->is_node) r->vintage = 0; /* the nodes are of their version already */
    if (!r->versions.is_settled) r->versions.last = vintage;
    if (tunip_graph_status(graph) == TUNIP_ERROR_MEMORY || e.arena.failed || e.kept.failed)
        tn_elaborator_fail_memory(&e);
    status = e.error.code;
    if (status != TUNIP_OK) *r->input->error = e.error;
    tunip_graph_set_root(graph, (void *)(uintptr_t)root);
    bool is_sound = !e.has_nodes && !r->is_node;
    if (status == TUNIP_OK && !e.complaint_count && is_sound) tn_graph_set_verified(graph);
    close(&e);
    return status;
}

/* ======== vintage ======== */

/* Finds the version of TVM of a script from its words: T.sblock is a word of v0.26,
 * T.block a word of older versions. The rows that rename words in prints (tunip_renaming) are read
 * in reverse here. */

/* A word that the version of the script lacks. It is read, because its row has both names. */
static void note_other(tunip_elaborator *e, tunip_str name, unsigned since, unsigned until,
                       const tunip_doc *doc)
{
    unsigned vintage = e->script->vintage ? e->script->vintage : TN_VINTAGE_USUAL;
    if (e->script->versions.was_noted) return;
    e->script->versions.was_noted = true;
    tunip_warn(e, doc,
               "`%.*s` is of %s v0.%u, and other words are of %s version: the script is read as "
               "that of v0.%u (--vintage names another)",
               (int)name.size, name.data, since ? "TVM" : "TVM before", since ? since : until,
               since ? "an older" : "a newer", vintage);
}

/* Narrows the versions of the script to those from `since` on and before `until`. If none is left,
 * the script is read again as that of most words. */
static void narrow(tunip_elaborator *e, tunip_str name, unsigned since, unsigned until,
                   const tunip_doc *doc)
{
    tn_script_versions *versions = &e->script->versions;
    bool fits = (!e->until || since < e->until) && (!until || e->since < until);
    bool was_fine = !e->until || e->since < e->until;
    if (versions->is_settled && !fits) {
        note_other(e, name, since, until, doc);
        return;
    }
    versions->newer += since != 0;
    versions->older += until != 0;
    if (since > e->since) e->since = since;
    if (until && (!e->until || until < e->until)) e->until = until;
    if (!was_fine || fits) return;
    versions->is_mixed = true;
    tunip_complain(e, doc, "`%.*s` is of %s v0.%u, and the rest is of %s version", (int)name.size,
                   name.data, since ? "TVM" : "TVM before", since ? since : until,
                   since ? "an older" : "a newer");
}

/* narrow() for a word that older versions do not have under any name. */
static void require_version(tunip_elaborator *e, tunip_str name, unsigned since,
                            const tunip_doc *doc)
{
    tn_script_versions *versions = &e->script->versions;
    if (since > versions->newest) versions->newest = since;
    narrow(e, name, since, 0, doc);
}

bool tn_script_settle(tn_script_reader *r)
{
    tn_script_versions found = r->versions;
    unsigned given = r->input->options->vintage, least = tn_vintage_from(found.newest);
    bool is_other = found.first && found.last && found.first != found.last && !given;
    if (!is_other && (!found.is_mixed || (given && given < found.newest))) return false;
    r->versions = (tn_script_versions){.is_settled = true};
    if (given)
        r->vintage = given;
    else if (!found.is_mixed)
        r->vintage = found.last;
    else if (found.newest || found.newer >= found.older)
        r->vintage = least > tn_vintage_newest() ? least : tn_vintage_newest();
    else
        r->vintage = TN_VINTAGE_USUAL;
    return true;
}

tunip_str tn_older_name(tunip_elaborator *e, const tunip_dialect *dialect, tunip_str name,
                        const tunip_doc *doc)
{
    for (size_t i = 0; i < dialect->renaming_count; i++) {
        const tunip_renaming *row = &dialect->renamings[i];
        bool is_older = tunip_str_is(name, row->name), is_newer = tunip_str_is(name, row->written);
        if (!is_older && !is_newer) continue;
        narrow(e, name, is_newer ? row->since : 0, is_newer ? 0 : row->since, doc);
        return tunip_str_from(row->name);
    }
    return name;
}

/* Whether the dialect describes the word itself, as older versions have it. */
static bool is_described(tunip_elaborator *e, const tunip_vocabulary *script, tunip_str name)
{
    tunip_word row = {.name = NULL};
    return script && script->find_word && script->find_word(e, name, &row) && !row.since;
}

/* A word that only newer versions have. A script that is folded and imports the tensor IR of an
 * older version is of that version. */
static const tn_word *find_newer(tunip_elaborator *e, const tn_lexicon *lexicon, tunip_str name,
                                 const tunip_doc *doc)
{
    bool is_older = e->folds && !e->since && e->until;
    const tn_word *newer = is_older ? NULL : tn_lexicon_later(lexicon, name, UINT_MAX);
    if (!newer || is_described(e, lexicon->dialect->vocabulary, name)) return NULL;
    require_version(e, name, newer->word.since, doc);
    return newer;
}

static bool has_param(const tn_word *word, tunip_str name)
{
    for (size_t i = 0; i < word->count; i++)
        if (tunip_str_equal(word->params[i].name, name)) return true;
    return false;
}

void tn_note_keyword(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name,
                     tunip_str key, const tunip_doc *doc)
{
    const tn_word *older = tn_lexicon_find(dialect->lexicon, name);
    const tn_word *newer = tn_lexicon_later(dialect->lexicon, name, UINT_MAX);
    key = tn_older_name(e, dialect->lexicon->dialect, key, doc);
    if (older && newer && !has_param(older, key) && has_param(newer, key))
        require_version(e, key, newer->word.since, doc);
}

/* A word that the dialect describes, though none of its rows lists it. */
static const tn_word *find_described(tunip_elaborator *e, const tunip_dialect *dialect,
                                     tunip_str name, const tunip_doc *doc)
{
    const tunip_vocabulary *script = dialect->vocabulary;
    tunip_word row = {.name = NULL};
    if (!script || !script->find_word || !script->find_word(e, name, &row)) return NULL;
    if (row.since) require_version(e, name, row.since, doc);
    tunip_error error = {0};
    row.name = tn_arena_str(&e->kept, name).data; /* messages end at a NUL */
    const tn_word *word = row.name ? tn_word_compile(&e->kept, dialect, &row, &error) : NULL;
    if (!word) tn_elaborator_fail_memory(e);
    return word;
}

/* A row of the dialect: that of the version of the script. */
static const tn_word *find_listed(tunip_elaborator *e, const tn_lexicon *lexicon, tunip_str name,
                                  const tunip_doc *doc)
{
    const tn_word *known =
        e->since ? tn_lexicon_later(lexicon, name, tunip_elaborator_vintage(e)) : NULL;
    if (!known) known = tn_lexicon_find(lexicon, name);
    return known ? known : find_newer(e, lexicon, name, doc);
}

/* A word of the dialect alone. */
static const tn_word *find_own(tunip_elaborator *e, const tn_script_dialect *dialect,
                               tunip_str name, const tunip_doc *doc)
{
    const tn_word *known = find_listed(e, dialect->lexicon, name, doc);
    return known ? known : find_described(e, dialect->lexicon->dialect, name, doc);
}

const tn_word *tn_method_find(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name,
                              const tunip_doc *doc)
{
    const tn_lexicon *added = dialect->lexicon->extensions;
    const tn_word *word = added ? tn_lexicon_added(added, name) : NULL;
    return word ? word : find_listed(e, dialect->lexicon, name, doc);
}

const tn_word *tn_word_find(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name,
                            const tunip_doc *doc)
{
    name = tn_older_name(e, dialect->lexicon->dialect, name, doc);
    const tn_lexicon *added = dialect->lexicon->extensions;
    const tn_word *word = added ? tn_lexicon_added(added, name) : NULL;
    if (!word) word = find_own(e, dialect, name, doc);
    for (; !word && added; added = added->next) word = find_described(e, added->dialect, name, doc);
    return word;
}

const tn_word *tn_word_overridden(tunip_elaborator *e, const tn_word *word, const tunip_doc *doc)
{
    tunip_str name = tunip_str_from(word->word.name);
    const tn_word *next = tn_lexicon_added(word->added->next, name);
    const tn_script_dialect *host = tn_elaborator_dialect(e, word->added->host->dialect);
    return next ? next : host ? find_own(e, host, name, doc) : NULL;
}

const tn_word *tn_word_keep(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name)
{
    const tunip_vocabulary *script = dialect->lexicon->dialect->vocabulary;
    bool has_hook = script && script->size > offsetof(tunip_vocabulary, unknown) && script->unknown;
    if (!has_hook || e->folds || !e->script->input->options->keep_unknown) return NULL;
    tunip_word row = {.name = NULL};
    tunip_error error = {0};
    tunip_str kept = tn_arena_str(&e->kept, name);
    if (!kept.data || !script->unknown(e, kept, &row)) return NULL;
    return tn_word_compile(&e->kept, dialect->lexicon->dialect, &row, &error);
}

const char *tn_newer_import(const tunip_dialect *dialect, unsigned *since)
{
    const char *newer = NULL;
    for (size_t i = 0; dialect->import && i < dialect->renaming_count; i++) {
        const tunip_renaming *row = &dialect->renamings[i];
        if (strcmp(row->name, dialect->import) != 0 || (newer && row->since >= *since)) continue;
        *since = row->since;
        newer = row->written;
    }
    return newer;
}

void tn_note_import(tunip_elaborator *e, const tunip_dialect *dialect, bool is_newer,
                    const tunip_doc *doc)
{
    unsigned since = 0;
    if (!tn_newer_import(dialect, &since)) return;
    narrow(e, tunip_str_from(dialect->name), is_newer ? since : 0, is_newer ? 0 : since, doc);
}

/* The newest version that has all words, if newer ones have them, too. Otherwise the first one. */
static unsigned version_of(const tunip_elaborator *e)
{
    unsigned until = e->until;
    if (!e->since) return 0;
    if (!until && e->hinted_until > e->since) until = e->hinted_until;
    return until ? tn_vintage_from(e->since) : tn_vintage_newest();
}

unsigned tunip_elaborator_vintage(const tunip_elaborator *e)
{
    unsigned version = version_of(e);
    if (version && !e->script->versions.first) e->script->versions.first = version;
    return version;
}

void tunip_note_vintage(tunip_elaborator *e, unsigned since, const tunip_doc *doc)
{
    require_version(e, tunip_str_from("this"), since, doc);
}

/* A word is named as the script writes it: `T.cuda.copy_64b`. */
void tunip_note_older(tunip_elaborator *e, unsigned until, const tunip_doc *doc)
{
    char room[96];
    size_t at = sizeof room;
    const tunip_doc *inner = doc;
    for (; inner->kind == TUNIP_DOC_ATTR; inner = ((const tunip_doc_attr *)inner)->value) {
        tunip_str step = ((const tunip_doc_attr *)inner)->name;
        if (step.size + 1 > at) break;
        memcpy(room + (at -= step.size), step.data, step.size);
        room[--at] = '.';
    }
    tunip_str prefix = {NULL, 0}, name = tunip_str_from("this");
    if (inner->kind == TUNIP_DOC_ID) prefix = ((const tunip_doc_id *)inner)->name;
    if (prefix.size && prefix.size <= at && inner != doc) {
        memcpy(room + (at -= prefix.size), prefix.data, prefix.size);
        name = (tunip_str){room + at, sizeof room - at};
    }
    narrow(e, name, 0, until, doc);
}

void tunip_hint_older(tunip_elaborator *e, unsigned until)
{
    if (!e->hinted_until || until < e->hinted_until) e->hinted_until = until;
}

unsigned tunip_elaborator_until(const tunip_elaborator *e)
{
    bool is_hinted = e->hinted_until && !e->since && (!e->until || e->hinted_until < e->until);
    return is_hinted ? e->hinted_until : e->until;
}

void tunip_hint_vintage(tunip_elaborator *e, unsigned since)
{
    if (since > e->hinted) e->hinted = since;
}

unsigned tn_script_vintage(const tunip_elaborator *e)
{
    bool is_open = !e->since && !e->until && !e->folds;
    return is_open ? e->hinted : version_of(e);
}

/* ======== survey ======== */

/* Searches a script without imports before it is read. The words in it show which
 * dialect reads a fragment, and which version of TVM wrote it. */

enum { MOST_DEPTH = 64 };

typedef struct survey {
    tunip_elaborator *e;
    int depth;
} survey;

static void look(survey *s, const tunip_doc *doc);

static void look_at_all(survey *s, tunip_docs docs)
{
    for (size_t i = 0; i < docs.count; i++) look(s, docs.items[i]);
}

/* ---- words ---- */

/* Notes a prefix. Of all dialects whose prefixes occur in a fragment, the last registered one reads
 * it. */
static void note_prefix(tunip_elaborator *e, const tn_script_dialect *found)
{
    const tunip_vocabulary *script = found ? found->lexicon->dialect->vocabulary : NULL;
    if (found > e->outside && script && script->fragment) e->outside = found;
}

/* The dialect whose prefix an ATTR begins with, and the rest of its name in `room`: "axis.spatial"
 * of T.axis.spatial. NULL if there is none. */
static const tn_script_dialect *spelled(tunip_elaborator *e, const tunip_doc *doc, char *room,
                                        size_t size, tunip_str *name)
{
    size_t at = size;
    for (; doc->kind == TUNIP_DOC_ATTR; doc = ((const tunip_doc_attr *)doc)->value) {
        tunip_str step = ((const tunip_doc_attr *)doc)->name;
        if (step.size + 1 > at) return NULL;
        if (at < size) room[--at] = '.';
        memcpy(room + (at -= step.size), step.data, step.size);
    }
    *name = (tunip_str){room + at, size - at};
    return doc->kind == TUNIP_DOC_ID ? tn_elaborator_prefix(e, ((const tunip_doc_id *)doc)->name)
                                     : NULL;
}

/* Records the version of TVM to which a word and its keywords belong. */
static void note_word(tunip_elaborator *e, const tunip_doc *word, const tunip_doc_call *call)
{
    char room[64];
    tunip_str name;
    bool is_known = e->folds || e->since || e->until;
    const tn_script_dialect *dialect = is_known ? NULL : spelled(e, word, room, sizeof room, &name);
    if (!dialect || !name.size) return;
    tn_word_find(e, dialect, name, word);
    for (size_t i = 0; call && i < call->values.count; i++)
        tn_note_keyword(e, dialect, name, call->keys[i], call->values.items[i]);
}

/* ---- Docs ---- */

static void look_at_expr(survey *s, const tunip_doc *doc)
{
    switch ((tunip_doc_kind)doc->kind) {
    case TUNIP_DOC_ID:
        note_prefix(s->e, tn_elaborator_prefix(s->e, ((const tunip_doc_id *)doc)->name));
        return;
    case TUNIP_DOC_ATTR:
        note_word(s->e, doc, NULL);
        look(s, ((const tunip_doc_attr *)doc)->value);
        return;
    case TUNIP_DOC_CALL:
        note_word(s->e, ((const tunip_doc_call *)doc)->callee, (const tunip_doc_call *)doc);
        look(s, ((const tunip_doc_call *)doc)->callee);
        look_at_all(s, ((const tunip_doc_call *)doc)->args);
        look_at_all(s, ((const tunip_doc_call *)doc)->values);
        return;
    case TUNIP_DOC_INDEX:
        look(s, ((const tunip_doc_index *)doc)->value);
        look_at_all(s, ((const tunip_doc_index *)doc)->indices);
        return;
    case TUNIP_DOC_OPERATION:
        look_at_all(s, ((const tunip_doc_operation *)doc)->operands);
        return;
    case TUNIP_DOC_SLICE:
        look(s, ((const tunip_doc_slice *)doc)->start);
        look(s, ((const tunip_doc_slice *)doc)->stop);
        return;
    case TUNIP_DOC_TUPLE:
    case TUNIP_DOC_LIST:
        look_at_all(s, ((const tunip_doc_tuple *)doc)->elements);
        return;
    default:
        return;
    }
}

static void look(survey *s, const tunip_doc *doc)
{
    if (!doc || s->depth == MOST_DEPTH) return;
    s->depth++;
    if (doc->kind == TUNIP_DOC_ASSIGN) {
        look(s, ((const tunip_doc_assign *)doc)->rhs);
        look(s, ((const tunip_doc_assign *)doc)->annotation);
    } else if (doc->kind == TUNIP_DOC_EXPR_STMT) {
        look(s, ((const tunip_doc_expr_stmt *)doc)->expr);
    } else if (doc->kind == TUNIP_DOC_IF) {
        look_at_all(s, ((const tunip_doc_if *)doc)->then_branch);
        look_at_all(s, ((const tunip_doc_if *)doc)->else_branch);
    } else if (doc->kind == TUNIP_DOC_FOR) {
        look(s, ((const tunip_doc_for *)doc)->rhs);
        look_at_all(s, ((const tunip_doc_for *)doc)->body);
    } else if (doc->kind == TUNIP_DOC_SCOPE) {
        look(s, ((const tunip_doc_scope *)doc)->rhs);
        look_at_all(s, ((const tunip_doc_scope *)doc)->body);
    } else {
        look_at_expr(s, doc);
    }
    s->depth--;
}

void tn_survey(tunip_elaborator *e, tunip_docs script)
{
    survey s = {.e = e};
    look_at_all(&s, script);
}
