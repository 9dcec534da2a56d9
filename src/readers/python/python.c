/* python.c -- reads a text: the parser's state, before and after. */
#include "python.h"

#include "parse.h"

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

static void close(tn_py *p)
{
    const tunip_allocator *a = &p->names_arena->allocator;
    tn_py_lexer_free(&p->lexer);
    tn_py_names_free(&p->names);
    tn_array_free(&p->list, a);
    tn_array_free(&p->keys, a);
    tn_array_free(&p->text, a);
    tn_array_free(&p->unread, a);
    tn_array_free(&p->functions, a);
}

static const tunip_doc *parse(tn_py *p)
{
    tn_py_parse_file(p);
    tunip_docs body = tn_py_take(p, 0);
    tunip_doc_block *block =
        tn_script_doc(p->arena, sizeof *block, TUNIP_DOC_BLOCK, TUNIP_ROLE_NONE,
                      (tn_script_place){p->options.origin, tn_py_locate(p, p->lexer.limit)});
    if (!block || p->failed || p->lexer.failed) return NULL;
    block->stmt.comment = (tunip_str){"", 0};
    block->body = body;
    return &block->stmt.base;
}

/* The Docs of the text, in the parser's arena; the parser stays open. */
static const tunip_doc *open(tn_py *p, tunip_str text)
{
    tn_arena *arena = p->names_arena = p->arena;
    p->parse = tn_python_parse;
    if (!p->options.max_errors) p->options.max_errors = MAX_ERRORS;
    tn_py_names_init(&p->names, &arena->allocator);
    tn_stack_init(&p->stack);
    p->source = (uintptr_t)text.data - p->options.origin;
    bool begun = tn_py_lexer_init(&p->lexer, text, &arena->allocator);
    const tunip_doc *block = begun ? parse(p) : NULL;
    arena->failed |= !begun || p->failed || p->lexer.failed;
    return arena->failed ? NULL : block;
}

const tunip_doc *tn_python_parse(tn_arena *arena, tunip_str text, const tn_python_options *options,
                                 tunip_diagnostics *diagnostics)
{
    tn_script_place place = options ? options->place : (tn_script_place){0, 0};
    if (!is_text(text, place, diagnostics)) return NULL;
    tn_py p = {.arena = arena, .diagnostics = diagnostics};
    if (options) p.options = *options;
    const tunip_doc *block = open(&p, text);
    close(&p);
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
    *block = open(p, text);
    if (*block) return p;
    close(p);
    return NULL;
}

void tn_python_close(tn_python *python)
{
    if (python) close(python);
}
