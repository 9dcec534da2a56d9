/* python.c -- the modules in a file of Python: its scripts; and those in its strings, such as
 *
 *     source = """
 *     @T.prim_func
 *     def f():
 *         T.evaluate(0)
 *     """
 *
 * Each string is searched as a log is. */
#include "log.h"

#include <string.h>

#include "../../../util/text.h"
#include "../../../util/unicode.h"
#include "../python/lexer.h"

/* ---- scripts ---- */

bool tn_log_is_python(tunip_str text)
{
    static const char *const starts[] = {"#",   "@",       "class ", "def ",      "\"\"\"",
                                         "'''", "import ", "from ",  "metadata ="};
    for (size_t i = 0; i < TUNIP_LEN(starts); i++)
        if (tunip_str_begins(text, starts[i])) return true;
    /* a name and an operator that a log has not: "INFO - message" is a line of many */
    static const char *const operators[] = {" = ", " == ", " != ", " / ", " // ", " * "};
    size_t size = 0;
    while (size < text.size &&
           (text.data[size] == '_' || (text.data[size] >= 'A' && text.data[size] <= 'z')))
        size++;
    for (size_t i = 0; size && i < TUNIP_LEN(operators); i++)
        if (tunip_str_begins(tn_line_cut(text, size), operators[i])) return true;
    return false;
}

/* The same for a whole text, with what may precede its first line. */
static bool begins_as_python(tunip_str text)
{
    size_t blanks = tn_mark_size(text);
    blanks += strspn(text.data + blanks, " \t\r\n");
    return tn_log_is_python((tunip_str){text.data + blanks, text.size - blanks});
}

/* Whether a text with errors is Python nevertheless: the errors are in scripts, or no string and no
 * bracket is left open. A line of a log may hide a script behind it: "can't open (". */
static bool has_whole_tokens(tn_arena *arena, tunip_str text, const tn_scripts *scripts,
                             const tunip_diagnostics *errors)
{
    const tunip_diagnostic *d;
    tn_py_lexer lexer;
    size_t outside = 0, bad = 0;
    for (size_t i = 0; (d = tunip_diagnostics_get(errors, i)); i++) {
        const tunip_label *label = tunip_diagnostic_label(d, 0);
        bool is_inside = tunip_diagnostic_severity(d) != TUNIP_SEVERITY_ERROR;
        for (size_t k = 0; label && !is_inside && k < scripts->items.count; k++) {
            tn_script_place place = scripts->items.items[k];
            is_inside = label->begin >= place.begin &&
                        label->begin <= tn_block_end(text, place.begin, place.end);
        }
        outside += !is_inside;
    }
    if (!outside) return true;
    bool fine = tn_py_lexer_init(&lexer, text, &arena->allocator);
    for (tn_py_kind kind = PY_NEWLINE; fine && !lexer.failed && !bad && kind != PY_END;) {
        kind = tn_py_next(&lexer);
        bad += kind == PY_BAD;
    }
    fine = fine && !lexer.failed && !bad;
    tn_py_lexer_free(&lexer);
    return fine;
}

bool tn_log_scripts(tn_arena *arena, const tunip_context *context, tunip_str text, tn_scripts *room,
                    const tn_scripts **scripts)
{
    const tunip_allocator *a = &arena->allocator;
    const tunip_doc *block;
    tn_arena docs;
    *scripts = NULL;
    if (!begins_as_python(text)) return true;
    tn_arena_init(&docs, a);
    tunip_diagnostics *errors = tunip_diagnostics_new(a, NULL);
    const tn_python_options options = {.text_word = tn_python_text_word(context)};
    tn_python *python = errors ? tn_python_open(&docs, text, &options, errors, &block) : NULL;
    bool fine = errors && !docs.failed;
    if (python) fine = tn_scripts_find(context, text, python, block, a, room);
    bool is_whole = python && fine && has_whole_tokens(arena, text, room, errors);
    if (is_whole) *scripts = room;
    tn_python_close(python);
    tunip_diagnostics_free(errors);
    tn_arena_free(&docs);
    return fine;
}

/* ---- strings ---- */

/* The bytes between the quotes of a string of several lines; empty for any other string. */
static tunip_str inside(const tn_py_lexer *lexer)
{
    enum { QUOTES = 3 };
    const char *begin = lexer->at, *end = lexer->cursor;
    while (begin < end && *begin != '"' && *begin != '\'') begin++; /* r"" */
    bool is_text = end - begin >= 2 * QUOTES && begin[1] == *begin && begin[2] == *begin;
    tunip_str text = {begin + QUOTES, is_text ? (size_t)(end - begin) - 2 * QUOTES : 0};
    return text.size && memchr(text.data, '\n', text.size) ? text : (tunip_str){"", 0};
}

static void shift_span(tn_log_span *span, uint32_t by)
{
    if (span->begin == span->end) return;
    span->begin += by;
    span->end += by;
}

/* Moves the places of a module, which was found in a part of the log, to the log. */
static bool shift(tn_arena *arena, tn_log_module *m, uint32_t by)
{
    tn_log_piece *pieces = tn_arena_alloc(arena, (m->piece_count + 1) * sizeof *pieces);
    if (!pieces) return false;
    for (size_t i = 0; i < m->piece_count; i++)
        pieces[i] = (tn_log_piece){m->pieces[i].text, m->pieces[i].source + by};
    m->pieces = pieces;
    m->begin += by;
    m->end += by;
    shift_span(&m->cut, by);
    shift_span(&m->rest, by);
    return true;
}

bool tn_log_strings(tn_arena *arena, tunip_str log, tn_log *out)
{
    TN_ARRAY(tn_log_module) modules = {NULL, 0, 0};
    const tunip_allocator *allocator = &arena->allocator;
    tn_py_lexer lexer;
    *out = (tn_log){.modules = NULL};
    if (!begins_as_python(log)) return true;
    bool fine = tn_py_lexer_init(&lexer, log, allocator);
    for (tn_py_kind kind = PY_NEWLINE; fine && !lexer.failed && kind != PY_END;) {
        tn_log found;
        kind = tn_py_next(&lexer);
        tunip_str text = kind == PY_STRING ? inside(&lexer) : (tunip_str){"", 0};
        fine = !text.size || tn_log_modules(arena, text, NULL, &found);
        for (size_t i = 0; fine && text.size && i < found.count; i++)
            fine = shift(arena, &found.modules[i], (uint32_t)(text.data - log.data)) &&
                   tn_array_push(&modules, allocator, found.modules[i]);
    }
    fine = fine && !lexer.failed;
    size_t size = modules.count * sizeof *modules.items;
    out->modules = fine ? tn_arena_alloc(arena, size ? size : 1) : NULL;
    if (out->modules && size) memcpy(out->modules, modules.items, size);
    out->count = out->modules ? modules.count : 0;
    tn_array_free(&modules, allocator);
    tn_py_lexer_free(&lexer);
    return out->modules != NULL;
}
