/* scripts.c -- finds the scripts in a file of Python. */
#include "scripts.h"

#include <string.h>

#include <tunip/ext/dialect.h>
#include <tunip/ext/elaborate.h>

#include "../../../util/text.h"
#include "lexer.h"

typedef struct search {
    const tunip_context *context;
    tunip_str text;
    tn_python *python;
    const tunip_allocator *allocator;
    tn_arena bodies;                  /* Docs of bodies that were skipped */
    TN_ARRAY(const tunip_doc *) todo; /* a stack */
    TN_ARRAY(tunip_str) imports;      /* `from a import b as c`, each for one name */
    tn_scripts *out;
    bool failed;
} search;

/* ---- decorators ---- */

/* Whether a dialect has a decorator of this name. */
static bool has_decorator(const tunip_dialect *dialect, tunip_str name)
{
    const tunip_vocabulary *words = dialect->vocabulary;
    if (!words) return false;
    bool has_class_word = words->size > offsetof(tunip_vocabulary, class_word);
    if (has_class_word && words->class_word && tunip_str_is(name, words->class_word)) return true;
    for (size_t k = 0; k < words->word_count; k++)
        if (words->words[k].declare && tunip_str_is(name, words->words[k].name)) return true;
    return false;
}

/* The word at `at`, up to a blank. */
static tunip_str word_at(tunip_str text, size_t at)
{
    size_t end = at;
    while (end < text.size && text.data[end] != ' ') end++;
    return (tunip_str){text.data + at, end - at};
}

/* The name that an import defines: the last one, but the first one of `import a.b`. */
static tunip_str imported_name(tunip_str import)
{
    static const char plain[] = "import ";
    size_t at = import.size;
    while (at && import.data[at - 1] != ' ') at--;
    tunip_str name = {import.data + at, import.size - at};
    bool is_plain = at == sizeof plain - 1 && memcmp(import.data, plain, at) == 0;
    const char *dot = is_plain ? memchr(name.data, '.', name.size) : NULL;
    if (dot) name.size = (size_t)(dot - name.data);
    return name;
}

/* Whether a dotted name has the part. */
static bool has_part(tunip_str dotted, tunip_str part)
{
    for (size_t begin = 0, i = 0; i <= dotted.size; i++) {
        if (i < dotted.size && dotted.data[i] != '.') continue;
        if (tunip_str_equal((tunip_str){dotted.data + begin, i - begin}, part)) return true;
        begin = i + 1;
    }
    return false;
}

/* Whether the file imports the name from another package than the dialect. `from .x import T` may
 * be anything. */
static bool is_foreign(const search *s, const tunip_dialect *dialect, tunip_str name)
{
    tunip_str own = dialect->import ? tunip_str_from(dialect->import) : (tunip_str){"", 0};
    tunip_str package = own.size ? word_at(own, strcspn(own.data, " ") + 1) : own;
    const char *dot = package.size ? memchr(package.data, '.', package.size) : NULL;
    if (dot) package.size = (size_t)(dot - package.data);
    for (size_t i = s->imports.count; package.size && i-- > 0;) {
        tunip_str import = s->imports.items[i];
        if (!tunip_str_equal(imported_name(import), name)) continue;
        tunip_str module = word_at(import, word_at(import, 0).size + 1);
        return module.size && *module.data != '.' && !has_part(module, package);
    }
    return false;
}

/* Whether `first`, up to its first dot, and `word` are a decorator of a dialect: "tvm.script" and
 * "ir_module". `first` is empty for a word alone. Behind the usual prefix of a dialect, any word is
 * one: it may be misspelt. */
static bool is_decorator_name(const search *s, tunip_str first, tunip_str word)
{
    const tunip_dialect *dialect;
    const char *dot = first.size ? memchr(first.data, '.', first.size) : NULL;
    if (dot) first.size = (size_t)(dot - first.data);
    for (size_t i = 0; (dialect = tunip_context_dialect(s->context, i)); i++) {
        bool fits = first.size && dialect->prefix && tunip_str_is(first, dialect->prefix);
        if ((fits || has_decorator(dialect, word)) &&
            !is_foreign(s, dialect, first.size ? first : word))
            return true;
    }
    return false;
}

static bool is_decorator(const search *s, const tunip_doc *doc)
{
    tunip_str first = {"", 0}, word = {"", 0};
    if (doc->kind == TUNIP_DOC_CALL) doc = ((const tunip_doc_call *)doc)->callee;
    if (doc->kind == TUNIP_DOC_ATTR) word = ((const tunip_doc_attr *)doc)->name;
    while (doc->kind == TUNIP_DOC_ATTR) doc = ((const tunip_doc_attr *)doc)->value;
    if (doc->kind == TUNIP_DOC_ID) first = ((const tunip_doc_id *)doc)->name;
    return word.size ? is_decorator_name(s, first, word)
                     : is_decorator_name(s, (tunip_str){"", 0}, first);
}

static tunip_docs decorators_of(const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_FUNCTION) return ((const tunip_doc_function *)doc)->decorators;
    if (doc->kind == TUNIP_DOC_CLASS) return ((const tunip_doc_class *)doc)->decorators;
    return tunip_docs_none();
}

/* Whether a definition has a decorator of a dialect; a statement that could not be read, in its
 * first line. */
static bool is_decorated(const search *s, const tunip_doc *doc)
{
    tunip_docs decorators = decorators_of(doc);
    for (size_t i = 0; i < decorators.count; i++)
        if (is_decorator(s, decorators.items[i])) return true;
    if (!tn_doc_is_broken(doc)) return false;
    tunip_str text = s->text;
    size_t begin = tn_doc_place(doc).begin + 1, at = begin, word = begin;
    if (at > text.size || text.data[at - 1] != '@') return false;
    for (; at < text.size && (tunip_is_name_part(text.data[at]) || text.data[at] == '.'); at++)
        if (text.data[at] == '.') word = at + 1;
    tunip_str first = {text.data + begin, word > begin ? word - 1 - begin : 0};
    return is_decorator_name(s, first, (tunip_str){text.data + word, at - word});
}

/* ---- definitions without decorators ---- */

static bool is_definition(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_FUNCTION || doc->kind == TUNIP_DOC_CLASS;
}

/* Whether a definition is a class with bases, for which Docs have no place. It is Python, but its
 * functions may be scripts. */
static bool has_bases(const search *s, const tunip_doc *doc)
{
    if (doc->kind != TUNIP_DOC_CLASS) return false;
    size_t at = tn_doc_place(((const tunip_doc_class *)doc)->name).end;
    while (at < s->text.size && memchr(" \t\\\r\n", s->text.data[at], 5)) at++;
    return at < s->text.size && s->text.data[at] == '(';
}

/* Whether a class is a module of scripts and functions of Python. */
static bool has_texts(const search *s, const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_CLASS &&
           tn_python_has_texts(tn_python_text_word(s->context),
                               ((const tunip_doc_class *)doc)->body);
}

/* Whether a class has nothing but scripts: a class of tests has methods, too. */
static bool is_class_of_scripts(const search *s, const tunip_doc *doc)
{
    const tunip_doc_class *class = (const tunip_doc_class *)doc;
    size_t scripts = 0;
    if (doc->kind != TUNIP_DOC_CLASS || class->decorators.count) return false;
    for (size_t i = 0; i < class->body.count; i++) {
        const tunip_doc *inner = class->body.items[i];
        bool is_script = is_decorated(s, inner);
        if (!is_script && (is_definition(inner) || tn_doc_is_broken(inner))) return false;
        scripts += is_script;
    }
    return scripts > 0;
}

/* Whether a name is the usual prefix of a dialect. */
static bool is_prefix(const search *s, tunip_str name)
{
    const tunip_dialect *dialect;
    for (size_t i = 0; (dialect = tunip_context_dialect(s->context, i)); i++)
        if (dialect->prefix && tunip_str_is(name, dialect->prefix) && !is_foreign(s, dialect, name))
            return true;
    return false;
}

/* Whether a name in the bytes is the usual prefix of a dialect, with a dot behind it. Strings and
 * comments have no names. */
static bool has_prefix(search *s, size_t begin, size_t end)
{
    tn_py_lexer lexer;
    tunip_str rest = {s->text.data + begin, s->text.size - begin}, name = {"", 0};
    tn_py_kind kind = PY_NEWLINE, before;
    bool found = false, fine = tn_py_lexer_init(&lexer, rest, s->allocator);
    while (fine && !found && kind != PY_END && lexer.cursor < s->text.data + end) {
        before = kind;
        kind = tn_py_next(&lexer);
        found = kind == PY_DOT && name.size && is_prefix(s, name);
        name = kind == PY_NAME && before != PY_DOT
                   ? (tunip_str){lexer.at, (size_t)(lexer.cursor - lexer.at)}
                   : (tunip_str){"", 0};
    }
    s->failed |= !fine || lexer.failed;
    tn_py_lexer_free(&lexer);
    return found;
}

/* ---- the walk ---- */

/* The statements inside of a statement of Python: two lists, because `if` has two. */
static void bodies_of(const tunip_doc *doc, tunip_docs out[2])
{
    out[0] = out[1] = tunip_docs_none();
    switch (doc->kind) {
    case TUNIP_DOC_FUNCTION:
        out[0] = ((const tunip_doc_function *)doc)->body;
        break;
    case TUNIP_DOC_CLASS:
        out[0] = ((const tunip_doc_class *)doc)->body;
        break;
    case TUNIP_DOC_IF:
        out[0] = ((const tunip_doc_if *)doc)->else_branch;
        out[1] = ((const tunip_doc_if *)doc)->then_branch;
        break;
    case TUNIP_DOC_FOR:
        out[0] = ((const tunip_doc_for *)doc)->body;
        break;
    case TUNIP_DOC_WHILE:
        out[0] = ((const tunip_doc_while *)doc)->body;
        break;
    case TUNIP_DOC_SCOPE:
        out[0] = ((const tunip_doc_scope *)doc)->body;
        break;
    case TUNIP_DOC_BLOCK:
        out[0] = ((const tunip_doc_block *)doc)->body;
        break;
    default:
        break;
    }
}

/* A body that the parser skipped is read if a decorator may stand in it. */
static tunip_docs read_body(search *s, tunip_docs body)
{
    if (!s->python || body.count != 1 || !tn_doc_is_unread(body.items[0])) return body;
    tn_script_place place = tn_doc_place(body.items[0]);
    if (!memchr(s->text.data + place.begin, '@', place.end - place.begin)) return tunip_docs_none();
    body = tn_python_read_body(s->python, &s->bodies, body.items[0]);
    s->failed |= s->bodies.failed;
    return body;
}

static void keep_import(search *s, const tunip_doc *doc)
{
    if (doc->kind != TUNIP_DOC_COMMENT || doc->sub != TUNIP_ROLE_HEADER) return;
    s->failed |= !tn_array_push(&s->imports, s->allocator, ((const tunip_doc_stmt *)doc)->comment);
}

static void push_bodies(search *s, const tunip_doc *doc)
{
    tunip_docs bodies[2];
    bodies_of(doc, bodies);
    for (size_t k = 0; k < TUNIP_LEN(bodies); k++) {
        tunip_docs body = read_body(s, bodies[k]);
        for (size_t i = 0; i < body.count && !s->failed; i++) keep_import(s, body.items[i]);
        for (size_t i = body.count; i-- > 0 && !s->failed;)
            s->failed |= !tn_array_push(&s->todo, s->allocator, body.items[i]);
    }
}

static void visit(search *s, const tunip_doc *doc)
{
    bool is_script = is_decorated(s, doc) || is_class_of_scripts(s, doc);
    if (is_script && (!has_bases(s, doc) || has_texts(s, doc)))
        s->failed |= !tn_array_push(&s->out->items, s->allocator, tn_doc_place(doc));
    else
        push_bodies(s, doc);
}

/* Whether a statement is a comment, or a string that stands alone, such as a docstring. */
static bool is_text(const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_COMMENT || doc->kind == TUNIP_DOC_DOC_STRING) return true;
    const tunip_doc_expr_stmt *stmt = (const tunip_doc_expr_stmt *)doc;
    return doc->kind == TUNIP_DOC_EXPR_STMT && stmt->expr->kind == TUNIP_DOC_LITERAL;
}

/* Whether a statement may stand beside the definition of a script: a constant, a comment. */
static bool is_plain(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_ASSIGN || is_text(doc);
}

/* Completes the result for a file with one outermost definition, or none. */
static void judge_whole(search *s, tunip_docs body)
{
    tn_scripts *out = s->out;
    const tunip_doc *only = NULL;
    size_t definitions = 0, others = 0;
    for (size_t i = 0; i < body.count; i++) {
        const tunip_doc *doc = body.items[i];
        bool is_defined = is_definition(doc) || is_decorated(s, doc);
        if (!is_defined) others += !is_plain(doc);
        if (!is_defined) continue;
        only = doc;
        definitions++;
    }
    for (size_t i = 0; i < body.count && !only && !out->items.count; i++) {
        tn_script_place place = tn_doc_place(body.items[i]);
        if (!is_text(body.items[i])) out->is_one |= has_prefix(s, place.begin, place.end);
    }
    if (!only) return;
    tn_script_place place = tn_doc_place(only);
    bool is_alone = definitions == 1 && !others;
    bool is_bare = only->kind == TUNIP_DOC_FUNCTION && !decorators_of(only).count;
    if (is_alone && !out->items.count && is_bare && has_prefix(s, place.begin, place.end))
        s->failed |= !tn_array_push(&out->items, s->allocator, place);
    out->is_one = is_alone && out->items.count == 1 && out->items.items[0].begin == place.begin;
}

bool tn_scripts_find(const tunip_context *context, tunip_str text, tn_python *python,
                     const tunip_doc *block, const tunip_allocator *allocator, tn_scripts *out)
{
    search s = {
        .context = context, .text = text, .python = python, .allocator = allocator, .out = out};
    tn_arena_init(&s.bodies, allocator);
    push_bodies(&s, block);
    while (!s.failed && s.todo.count) visit(&s, s.todo.items[--s.todo.count]);
    judge_whole(&s, ((const tunip_doc_block *)block)->body);
    tn_array_free(&s.todo, allocator);
    tn_array_free(&s.imports, allocator);
    tn_arena_free(&s.bodies);
    return !s.failed;
}

void tn_scripts_free(tn_scripts *scripts, const tunip_allocator *allocator)
{
    tn_array_free(&scripts->items, allocator);
}
