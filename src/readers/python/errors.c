/* errors.c -- messages of syntax errors. */
#include <stdarg.h>
#include <stdio.h>

#include "parse.h"

enum { MESSAGE = 256 };

static const struct {
    tn_place place;
    tunip_doc_id id;
} no_doc = {.id = {.base = {.kind = TUNIP_DOC_ID}, .name = {"", 0}}};

const tunip_doc *const tn_py_no_doc = &no_doc.id.base;

static const char *const spellings[PY__COUNT] = {
#define X(TOKEN, spelling, bind, operator) [PY_##TOKEN] = spelling,
#include "tokens.def"
#undef X
};

void tn_py_break(tn_py *p)
{
    if (!p->is_broken) p->broken_kind = p->kind;
    p->is_broken = true;
    p->kind = PY_STOP;
}

const tunip_doc *tn_py_fail_memory(tn_py *p)
{
    p->failed = true;
    tn_py_break(p);
    return tn_py_no_doc;
}

tunip_diagnostic *tn_py_error(tn_py *p, uint32_t begin, uint32_t end, const char *format, ...)
{
    char message[MESSAGE];
    if (p->is_full || p->is_broken) return NULL;
    p->is_full = ++p->error_count >= p->options.max_errors;
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    tunip_diagnostic *d =
        tunip_diagnostics_add(p->diagnostics, TUNIP_SEVERITY_ERROR, "syntax", message);
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, begin, end, NULL);
    return d;
}

/* Brackets that are still open where a line begins were forgotten, more often than not. */
static bool report_open_bracket(tn_py *p)
{
    if (!p->lexer.brackets.count || p->is_broken) return false;
    uint32_t open = p->lexer.brackets.items[p->lexer.brackets.count - 1];
    tunip_diagnostic *d =
        tn_py_error(p, open, open + 1, "'%c' was never closed", p->lexer.begin[open]);
    if (p->kind != PY_END)
        tunip_diagnostic_at_span(d, TUNIP_LABEL_SECONDARY, tn_py_at(p), tn_py_end_of(p),
                                 "it should be closed before this");
    tn_py_break(p);
    return true;
}

/* Whether the lines behind the bracket that was opened last look as if it had been forgotten: a line
 * that begins with the current token, and not to the right of the line of the bracket. */
static bool is_bracket_forgotten(const tn_py *p)
{
    const tn_py_lexer *lexer = &p->lexer;
    if (!lexer->brackets.count) return false;
    if (p->kind == PY_END) return true;
    const char *open = lexer->begin + lexer->brackets.items[lexer->brackets.count - 1];
    return tn_py_is_first(lexer) && !memchr(")]}", *lexer->at, 3) &&
           tn_py_indentation(lexer, lexer->at) <= tn_py_indentation(lexer, open);
}

static const char *spelling(const tn_py *p, char *room, size_t size)
{
    tunip_str token = tn_py_token(p);
    if (p->kind != PY_NAME || token.size >= size - 2) return spellings[p->kind];
    snprintf(room, size, "'%.*s'", (int)token.size, token.data);
    return room;
}

void tn_py_expected(tn_py *p, const char *expected)
{
    char room[48];
    if (p->is_broken) return;
    if (is_bracket_forgotten(p) && report_open_bracket(p)) return;
    tn_py_error(p, tn_py_at(p), tn_py_end_of(p), "expected %s, found %s", expected,
                spelling(p, room, sizeof room));
    tn_py_break(p);
}

void tn_py_unsupported(tn_py *p, uint32_t begin, const char *what)
{
    if (p->is_broken) return;
    uint32_t end = p->kind == PY_NEWLINE || p->kind == PY_END ? p->previous_end : tn_py_end_of(p);
    tn_py_error(p, begin, end, "%s are not supported here", what);
    tn_py_break(p);
}

/* ---- faults of tokens ---- */

static const char *const fault_messages[] = {
    [PY_FAULT_NUL] = "a NUL character is not part of a script",
    [PY_FAULT_CONTINUATION] = "unexpected character after the line continuation '\\'",
    [PY_FAULT_CUT] = "the text ends behind the line continuation '\\'",
    [PY_FAULT_NUMBER] = "invalid number",
    [PY_FAULT_ZERO] = "a decimal number cannot begin with 0; octal numbers begin with 0o",
    [PY_FAULT_STRING] = "the string has no closing quote",
    [PY_FAULT_TEXT] = "the string has no closing triple quotes",
    [PY_FAULT_FORMAT] = "f-strings are not supported here",
    [PY_FAULT_DEDENT] = "the indentation matches that of no line above",
    [PY_FAULT_TABS] = "the indentation mixes tabs and blanks, so its depth is ambiguous",
};

static void report_character(tn_py *p)
{
    char c = *p->lexer.at;
    if (c > ' ' && c < 0x7f)
        tn_py_error(p, tn_py_at(p), tn_py_end_of(p), "unexpected character '%c'", c);
    else
        tn_py_error(p, tn_py_at(p), tn_py_end_of(p), "unexpected character U+%04X",
                    (unsigned)(unsigned char)c);
}

static void report_bracket(tn_py *p)
{
    const tn_py_lexer *lexer = &p->lexer;
    uint32_t at = tn_py_at(p);
    if (lexer->fault == PY_FAULT_CLOSE) {
        tn_py_error(p, at, at + 1, "unmatched '%c'", *lexer->at);
        return;
    }
    uint32_t open = lexer->brackets.items[lexer->brackets.count - 1];
    tunip_diagnostic *d = tn_py_error(p, at, at + 1, "closing '%c' does not match opening '%c'",
                                      *lexer->at, lexer->begin[open]);
    tunip_diagnostic_at_span(d, TUNIP_LABEL_SECONDARY, open, open + 1, "opened here");
}

void tn_py_report_fault(tn_py *p)
{
    tn_py_fault fault = p->lexer.fault;
    if (fault == PY_FAULT_CLOSE || fault == PY_FAULT_MISMATCH)
        report_bracket(p);
    else if (fault == PY_FAULT_CHARACTER)
        report_character(p);
    else
        tn_py_error(p, tn_py_at(p), tn_py_end_of(p), "%s", fault_messages[fault]);
    if (fault == PY_FAULT_DEDENT || fault == PY_FAULT_TABS)
        tn_py_advance(p); /* the line is read as well as possible */
    else
        tn_py_break(p);
}
