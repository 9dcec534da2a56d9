/* python.c -- scripts as a format: from a text to Docs, and from Docs to a graph. */
#include "python.h"

#include <stdio.h>

#include "../../../ir/graph.h"
#include "../../../library/context.h"
#include "../../../util/diagnostic.h"
#include "../../read.h"
#include "parse.h"

/* ======== chain ======== */

/* Chains of comparisons: `a < b < c` is `a < b and b < c`, and both uses of b are one
 * Doc. */

tunip_operator tn_py_parse_comparison_operator(tn_py *p, tunip_operator first)
{
    tn_py_advance(p);
    if (first == TUNIP_OP_IS && tn_py_accept(p, PY_NOT)) return TUNIP_OP_IS_NOT;
    if (first == TUNIP_OP_NOT_IN) tn_py_expect(p, PY_IN, "`in` after `not`");
    return first;
}

void tn_py_repeat_operand(tn_py *p, uint32_t begin, uint32_t middle, size_t before)
{
    enum { MOST = 1 << 10, MOST_TIMES = 16 };
    size_t once = p->previous_end - middle, size = once + (p->repeated - before);
    p->repeated += size;
    if (size <= MOST + MOST_TIMES * once) return;
    tn_py_unsupported(p, begin, "chains of comparisons that are nested so deeply");
}

/* ======== field ======== */

/* The replacement fields of f-strings. f"a{x:>4}" becomes "a{:>4}".format(x): the text
 * of the expression is parsed like that of a file of its own. */

void tn_py_put(tn_py *p, const char *data, size_t size)
{
    if (!tn_array_reserve(&p->text, &p->arena->allocator, size)) {
        tn_py_fail_memory(p);
        return;
    }
    if (size) memcpy(p->text.items + p->text.count, data, size);
    p->text.count += size;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/* The end of a string in an expression: its closing quote, or `end`. */
static const char *skip_string(const char *at, const char *end)
{
    char quote = *at++;
    while (at < end && *at != quote) at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at;
}

/* The end of the expression at `at`: a '}', ':' or '!' outside of brackets, or `end`. */
static const char *expression_end(const char *at, const char *end)
{
    size_t depth = 0;
    for (; at < end; at++) {
        bool is_unequal = *at == '!' && at + 1 < end && at[1] == '=';
        if (*at == '\'' || *at == '"') {
            at = skip_string(at, end);
            if (at == end) break;
        } else if (strchr("([{", *at)) {
            depth++;
        } else if (!depth && strchr("}:!", *at) && !is_unequal) {
            break;
        } else if (depth && strchr(")]}", *at)) {
            depth--;
        }
    }
    return at;
}

/* Parses an expression and pushes it. Its names refer to a copy of its text, which lives as long as
 * other names. */
static void push_expression(tn_py *p, const char *at, const char *end)
{
    while (at < end && is_blank(*at)) at++;
    while (end > at && is_blank(end[-1])) end--;
    uint32_t begin = tn_py_locate(p, at);
    tunip_str text = tn_arena_str(p->names_arena, (tunip_str){at, (size_t)(end - at)});
    tn_python_options options = {
        .origin = begin, .place = p->options.place, .is_strict = p->options.is_strict};
    size_t before = tunip_diagnostics_count(p->diagnostics);
    const tunip_doc_block *block =
        text.data
            ? (const tunip_doc_block *)p->parse(p->names_arena, text, &options, p->diagnostics)
            : NULL;
    bool is_one = block && block->body.count == 1 &&
                  block->body.items[0]->kind == TUNIP_DOC_EXPR_STMT &&
                  !tn_doc_is_broken(block->body.items[0]);
    if (is_one) {
        tn_py_push(p, ((const tunip_doc_expr_stmt *)block->body.items[0])->expr);
        return;
    }
    if (!block && p->names_arena->failed) tn_py_fail_memory(p);
    if (tunip_diagnostics_count(p->diagnostics) == before)
        tn_py_error(p, begin, begin + (uint32_t)(end - at), "expected an expression");
    p->error_count++;
    tn_py_break(p);
}

static void python_fail(tn_py *p, const char *at, const char *message)
{
    uint32_t begin = tn_py_locate(p, at);
    tn_py_error(p, begin, begin + 1, "%s", message);
    tn_py_break(p);
}

/* The last `=` of f"{x = }", after which the field has its own text before its value; or NULL. */
static const char *find_equals(const char *at, const char *end)
{
    while (end > at && is_blank(end[-1])) end--;
    bool is_equals = end - at > 1 && end[-1] == '=' && !strchr("=!<>", end[-2]);
    return is_equals ? end - 1 : NULL;
}

static void put_literal(tn_py *p, const char *at, const char *end)
{
    for (; at < end; at++) {
        if (*at == '{' || *at == '}') tn_py_put(p, at, 1);
        tn_py_put(p, at, 1);
    }
}

/* Appends a field. `is_inner`: a field in the format of another field. As in Python, its own format
 * has no fields. */
static const char *put_field(tn_py *p, const char *at, const char *end, bool is_inner)
{
    const char *open = at, *stop = expression_end(at + 1, end);
    const char *equals = find_equals(at + 1, stop);
    if (equals) put_literal(p, at + 1, stop);
    push_expression(p, at + 1, equals ? equals : stop);
    tn_py_put(p, "{", 1);
    at = stop;
    if (equals && at < end && *at == '}') tn_py_put(p, "!r", 2);
    if (at < end && *at == '!') {
        at += 2;
        bool is_known = at < end && strchr("rsa", at[-1]) && (*at == ':' || *at == '}');
        if (!is_known) python_fail(p, stop, "expected !r, !s or !a");
        tn_py_put(p, stop, 2);
    }
    while (at < end && *at != '}' && !p->is_broken) {
        if (*at == '{' && !is_inner)
            at = put_field(p, at, end, true);
        else
            tn_py_put(p, at++, 1);
    }
    if (at >= end && !p->is_broken) python_fail(p, open, "the `{` is not closed");
    tn_py_put(p, "}", 1);
    return at < end ? at + 1 : end;
}

const char *tn_py_put_field(tn_py *p, const char *at, const char *end)
{
    return put_field(p, at, end, false);
}

/* ======== python ======== */

/* Reads a text: the parser's state, before and after. */

enum { MAX_ERRORS = 100 };

/* `place`: as in tn_python_options. */
static bool is_text(tunip_str text, tn_script_place place, tunip_diagnostics *diagnostics)
{
    const char *message = NULL;
    size_t valid = 0;
    if (text.size >= UINT32_MAX)
        message = "a script of 4 GB or more is not supported";
    else if ((valid = tunip_utf8_valid(text)) < text.size)
        message = "this byte is not UTF-8";
    if (!message) return true;
    tunip_diagnostic *d =
        tunip_diagnostics_add(diagnostics, TUNIP_SEVERITY_ERROR, "syntax", message);
    size_t end = valid + (valid < text.size);
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, place.end ? place.begin : valid,
                             place.end ? place.end : end, NULL);
    return false;
}

/* Parses the text, with Docs in the parser's arena; the parser stays open. */
static const tunip_doc *parse(tn_py *p, tunip_str text)
{
    tn_arena *arena = p->names_arena = p->arena;
    tunip_doc_block *block = NULL;
    p->parse = tn_python_parse;
    if (!p->options.max_errors) p->options.max_errors = MAX_ERRORS;
    tn_py_names_init(&p->names, &arena->allocator);
    tn_stack_init(&p->stack);
    p->source = (uintptr_t)text.data - p->options.origin;
    bool begun = tn_py_lexer_init(&p->lexer, text, &arena->allocator);
    if (begun) {
        tn_py_advance(p);
        while (tn_py_parse_next(p, 0)) continue;
        tn_py_push_comments(p, 0);
        tunip_docs body = tn_py_take(p, 0);
        block =
            tn_script_doc(arena, sizeof *block, TUNIP_DOC_BLOCK, TUNIP_ROLE_NONE,
                          (tn_script_place){p->options.origin, tn_py_locate(p, p->lexer.limit)});
        if (block) block->stmt.comment = (tunip_str){"", 0};
        if (block) block->body = body;
    }
    arena->failed |= !begun || p->failed || p->lexer.failed;
    return arena->failed ? NULL : &block->stmt.base;
}

void tn_python_close(tn_python *p)
{
    if (!p) return;
    const tunip_allocator *a = &p->names_arena->allocator;
    tn_py_lexer_free(&p->lexer);
    tn_py_names_free(&p->names);
    tn_array_free(&p->list, a);
    tn_array_free(&p->keys, a);
    tn_array_free(&p->text, a);
    tn_array_free(&p->unread, a);
    tn_array_free(&p->functions, a);
}

const tunip_doc *tn_python_parse(tn_arena *arena, tunip_str text, const tn_python_options *options,
                                 tunip_diagnostics *diagnostics)
{
    tn_script_place place = options ? options->place : (tn_script_place){0, 0};
    if (!is_text(text, place, diagnostics)) return NULL;
    tn_py p = {.arena = arena, .diagnostics = diagnostics};
    if (options) p.options = *options;
    const tunip_doc *block = parse(&p, text);
    tn_python_close(&p);
    return block;
}

tn_python *tn_python_open(tn_arena *arena, tunip_str text, const tn_python_options *options,
                          tunip_diagnostics *diagnostics, const tunip_doc **block)
{
    *block = NULL;
    if (!is_text(text, (tn_script_place){0, 0}, diagnostics)) return NULL;
    tn_py *p = tn_arena_alloc(arena, sizeof *p);
    if (!p) return NULL;
    *p = (tn_py){.arena = arena, .diagnostics = diagnostics, .defers = true};
    if (options) p->options = *options;
    *block = parse(p, text);
    if (*block) return p;
    tn_python_close(p);
    return NULL;
}

/* ======== format ======== */

/* Scripts as a format: Python to Docs, and Docs to nodes. */

/* ---- sniffing ---- */

/* Whether a single capital letter precedes a dot and a letter: "T.int32". */
static bool has_prefix(tunip_str head)
{
    for (size_t i = 0; i + 2 < head.size; i++) {
        const char *at = head.data + i;
        if (at[0] < 'A' || at[0] > 'Z' || at[1] != '.' || !tunip_is_letter(at[2])) continue;
        if (!i || !tunip_is_letter(at[-1])) return true;
    }
    return false;
}

/* Whether a statement computes something: "hello" and "[1, 2]" may be anything. */
static bool is_telling(const tunip_doc *stmt)
{
    static const uint8_t plain[] = {TUNIP_DOC_ID, TUNIP_DOC_LITERAL, TUNIP_DOC_LIST,
                                    TUNIP_DOC_TUPLE, TUNIP_DOC_DICT};
    if (stmt->kind != TUNIP_DOC_EXPR_STMT) return stmt->kind != TUNIP_DOC_COMMENT;
    const tunip_doc *expr = ((const tunip_doc_expr_stmt *)stmt)->expr;
    for (size_t i = 0; i < TUNIP_LEN(plain); i++)
        if (!expr || expr->kind == plain[i]) return false;
    return true;
}

/* Whether a text without any word of a dialect is Python: "x + 1". */
static bool is_fragment(tunip_str text)
{
    tn_arena arena;
    tn_arena_init(&arena, NULL);
    bool fits = false;
    tunip_diagnostics *errors = tunip_diagnostics_new(NULL, NULL);
    tunip_str copy = tn_arena_str(&arena, text);
    const tunip_doc_block *block =
        copy.data ? (const tunip_doc_block *)tn_python_parse(&arena, copy, NULL, errors) : NULL;
    for (size_t i = 0; block && errors && i < block->body.count; i++)
        fits = fits || is_telling(block->body.items[i]);
    if (tunip_diagnostics_count(errors)) fits = false;
    tunip_diagnostics_free(errors);
    tn_arena_free(&arena);
    return fits;
}

/* A script begins with a comment, a decorator or a word; a fragment may begin with anything, and is
 * recognised by its words or by its syntax. */
static tunip_sniff sniff(tunip_str head)
{
    static const char *const starts[] = {
        "# from ", "# tunip: lossless", "from ", "import ", "class ", "def ", "@", "metadata = "};
    for (size_t i = 0; i < TUNIP_LEN(starts); i++) {
        size_t size = strlen(starts[i]);
        if (head.size >= size && memcmp(head.data, starts[i], size) == 0) return TUNIP_SNIFF_LIKELY;
    }
    if (*head.data == '{') return TUNIP_SNIFF_NO;
    return has_prefix(head) || is_fragment(head) ? TUNIP_SNIFF_MAYBE : TUNIP_SNIFF_NO;
}

/* ---- reading ---- */

typedef struct script_reader {
    tn_script_reader base;
    tn_python *python;      /* reads the bodies of functions when they are asked for */
    tn_python_ahead *ahead; /* or before that; NULL without threads */
} script_reader;

static bool is_quote(char c)
{
    return c == '"' || c == '\'';
}

/* Finds the text of a string in the source, after "r" and the quotes. If it is not there, because
 * the string has escapes or was computed, the place of the text is that of the string. */
static void find_text(const tn_script_reader *r, tunip_str text, const tunip_doc *string,
                      tn_python_options *options)
{
    enum { MOST_QUOTES = 4 };
    tunip_str source = tunip_source_text(r->input->source);
    tn_script_place place = tn_doc_place(string);
    options->origin = place.begin + 1;
    for (; options->origin <= place.begin + MOST_QUOTES; options->origin++)
        if (options->origin + text.size < place.end && place.end <= source.size &&
            is_quote(source.data[options->origin - 1]) &&
            memcmp(source.data + options->origin, text.data, text.size) == 0)
            return;
    options->origin = 0;
    options->place = place;
}

/* The expression in a string. */
static const tunip_doc *parse_text(tn_script_reader *r, tunip_str text, const tunip_doc *string)
{
    tn_python_options options = {0};
    find_text(r, text, string, &options);
    const tunip_doc *block = tn_python_parse(r->arena, text, &options, r->diagnostics);
    tunip_docs body = block ? ((const tunip_doc_block *)block)->body : (tunip_docs){NULL, 0};
    bool is_one = body.count == 1 && body.items[0]->kind == TUNIP_DOC_EXPR_STMT;
    if (!is_one && block)
        tn_script_complain(r, string, NULL, TN_COMPLAINT, "syntax",
                           tunip_str_from("expected an expression"));
    if (!is_one || tn_doc_is_broken(body.items[0])) return NULL;
    return ((const tunip_doc_expr_stmt *)body.items[0])->expr;
}

static tunip_docs read_body(tn_script_reader *base, tn_arena *arena, const tunip_doc *unread)
{
    const script_reader *r = (const script_reader *)base;
    return tn_python_body_ahead(r->python, r->ahead, arena, unread);
}

static const tunip_doc *read_function(tn_script_reader *base, tn_arena *arena,
                                      const tunip_doc *unread, bool declares)
{
    const script_reader *r = (const script_reader *)base;
    return tn_python_function_ahead(r->python, r->ahead, arena, unread, declares);
}

static void peek(tn_script_reader *base, tn_arena *arena, const tunip_doc *unread, tn_peek_fn each,
                 void *user)
{
    tn_python_peek(((script_reader *)base)->python, arena, unread, each, user);
}

static const tn_grammar grammar = {parse_text, read_function, read_body, peek};

/* The constants of the options: each value is an expression of its own. NULL with a diagnostic. */
static const tn_constant *read_defines(tn_script_reader *r, tn_arena *arena)
{
    const tunip_read_options *options = r->input->options;
    tn_constant *constants =
        tn_arena_zalloc(arena, (options->define_count + 1) * sizeof *constants);
    for (size_t i = 0; constants && i < options->define_count; i++) {
        const tunip_constant *define = &options->defines[i];
        tunip_diagnostics *found = tunip_diagnostics_new(NULL, NULL);
        tunip_str text = tn_arena_str(arena, tunip_str_from(define->value));
        const tn_python_options python = {.place = TN_NOWHERE};
        const tunip_doc_block *block =
            found && text.data
                ? (const tunip_doc_block *)tn_python_parse(arena, text, &python, found)
                : NULL;
        bool fine = block && !tunip_diagnostics_count(found) && block->body.count == 1 &&
                    block->body.items[0]->kind == TUNIP_DOC_EXPR_STMT;
        tunip_diagnostics_free(found);
        if (!fine) {
            char message[200];
            snprintf(message, sizeof message, "%s: `%s` is not an expression", define->name,
                     define->value);
            tunip_diagnostics_add(r->diagnostics, TUNIP_SEVERITY_ERROR, "define", message);
            return NULL;
        }
        constants[i].name = tunip_str_from(define->name);
        constants[i].value = ((const tunip_doc_expr_stmt *)block->body.items[0])->expr;
    }
    return constants;
}

/* The findings of a reading that ask for another one: mistakes without a place, see is_refused and
 * is_flawed of tn_script_reader; or words of several versions. Then the next reading begins with
 * the version that most of them have. */
typedef struct reading {
    bool refusals, flaw, is_mixed;
    unsigned vintage;
    tn_script_versions versions;
} reading;

const char *tn_python_text_word(const tunip_context *context)
{
    const tunip_dialect *dialect;
    for (size_t i = 0; (dialect = tunip_context_dialect(context, i)); i++) {
        const tunip_vocabulary *words = dialect->vocabulary;
        bool has_member = words && words->size > offsetof(tunip_vocabulary, text_word);
        if (has_member && words->text_word) return words->text_word;
    }
    return NULL;
}

static tunip_status read_with(const tunip_input *input, tunip_diagnostics *diagnostics,
                              reading *found)
{
    tunip_str text = tunip_source_text(input->source);
    tn_arena arena;
    tn_arena_init(&arena, tn_context_allocator(input->context));
    arena.share = 8;                    /* it is held while the graph grows */
    tn_arena_expect(&arena, text.size); /* a function that is skipped takes about 500 bytes */
    tn_arena_expect(&input->graph->arena, 8 * text.size); /* nodes take 8 to 16 times the text */
    script_reader r = {
        .base = {.input = input,
                 .diagnostics = diagnostics,
                 .first = tunip_diagnostics_count(diagnostics),
                 .arena = &arena,
                 .metadata = tunip_format_tvm_json.name,
                 .grammar = &grammar,
                 .vintage = found->vintage ? found->vintage : input->options->vintage,
                 .versions = found->versions,
                 .can_repeat = true}};
    const tunip_doc *block;
    const tn_python_options python = {.folded = input->options->fold ? input->source : NULL,
                                      .text_word = tn_python_text_word(input->context)};
    r.python = tn_python_open(&arena, text, &python, diagnostics, &block);
    if (block) r.base.constants = read_defines(&r.base, &arena);
    tunip_status status = TUNIP_OK;
    if (r.base.constants) {
        tn_worker worker;
        bool has_worker =
            input->options->threads > 1 && tn_python_is_long(r.python) && tn_worker_start(&worker);
        if (has_worker) r.ahead = tn_python_ahead_new(r.python, &worker);
        if (has_worker) r.base.worker = &worker;
        status = tn_script_elaborate(&r.base, block);
        if (has_worker) tn_worker_end(&worker);
        tn_python_ahead_free(r.ahead);
        if (status == TUNIP_OK) tn_python_read_rest(r.python, &arena);
    }
    if (status == TUNIP_OK) status = tn_script_first_error(&r.base);
    if (status == TUNIP_OK && !r.base.constants) arena.failed = true;
    if (status == TUNIP_OK && r.base.constants && !r.base.is_flawed)
        status = tn_script_as_newer(&r.base);
    if (status == TUNIP_OK && !r.base.is_flawed) status = tn_script_restore(&r.base);
    status = tn_script_end(&r.base, status);
    *found = (reading){.refusals = r.base.is_refused, .flaw = r.base.is_flawed};
    found->is_mixed = tn_script_settle(&r.base);
    found->vintage = r.base.versions.is_settled ? r.base.vintage : 0;
    found->versions = r.base.versions;
    tn_python_close(r.python);
    tn_script_restore_end(&r.base);
    tn_arena_free(&arena);
    return status;
}

/* Reads the script again, and records the places of nodes, to report a flaw, or the nodes that its
 * version cannot express. */
static tunip_status read_again(const tunip_input *input, tunip_diagnostics *diagnostics,
                               reading *found)
{
    tunip_input again = *input;
    tunip_read_options options = *input->options;
    tunip_status status = TUNIP_ERROR_MEMORY;
    again.origins = true;
    again.options = &options;
    options.uses = NULL; /* the first reading recorded them, with nodes that stay */
    again.graph = tunip_graph_new(input->context, input->error);
    if (again.graph) status = read_with(&again, diagnostics, found);
    tunip_graph_free(again.graph);
    return status;
}

static tunip_status read_script(const tunip_input *input)
{
    const tunip_allocator *allocator = tn_context_allocator(input->context);
    tunip_diagnostics *diagnostics = input->diagnostics;
    reading found = {.vintage = 0};
    if (!diagnostics) diagnostics = tunip_diagnostics_new(allocator, input->error);
    if (!diagnostics) return TUNIP_ERROR_MEMORY;
    size_t before = tunip_diagnostics_count(diagnostics);
    tunip_status status = read_with(input, diagnostics, &found);
    if (found.is_mixed) {
        tn_diagnostics_cut(diagnostics, before);
        *input->error = (tunip_error)TUNIP_ERROR_INIT;
        status = read_with(input, diagnostics, &found);
    }
    if (found.flaw) {
        tn_diagnostics_cut(diagnostics, before); /* they come again */
        status = read_again(input, diagnostics, &found);
        if (status == TUNIP_OK)
            status = tunip_error_set(input->error, TUNIP_ERROR_ARGUMENT, "the script is not valid");
    } else if (found.refusals && !input->origins) {
        /* this reading repeats all other messages, so they are dropped */
        tunip_diagnostics *dropped = tunip_diagnostics_new(allocator, input->error);
        status = dropped ? read_again(input, dropped, &found) : TUNIP_ERROR_MEMORY;
        tunip_diagnostics_free(dropped);
    }
    if (diagnostics != input->diagnostics) tunip_diagnostics_free(diagnostics);
    return status;
}

const tunip_format tunip_format_python = {
    .abi = TUNIP_FORMAT_ABI,
    .size = sizeof(tunip_format),
    .name = "python",
    .summary = "scripts in Python's syntax, as the backend of this name writes them (TVMScript)",
    .suffix = ".py",
    .sniff = sniff,
    .read = read_script,
};
