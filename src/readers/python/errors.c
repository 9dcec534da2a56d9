/* errors.c -- messages of syntax errors. */
#include <stdarg.h>
#include <stdio.h>

#include "hint.h"
#include "parse.h"

static const struct {
    tn_script_place place;
    tunip_doc_id id;
} no_doc = {.id = {.base = {.kind = TUNIP_DOC_ID}, .name = {"", 0}}};

const tunip_doc *const tn_py_no_doc = &no_doc.id.base;

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

void tn_py_label(const tn_py *p, tunip_diagnostic *d, uint32_t begin, uint32_t end,
                 const char *message)
{
    if (!p->options.place.end)
        tunip_diagnostic_at_span(d, TUNIP_LABEL_SECONDARY, begin, end, message);
}

/* The first label. */
static void mark(const tn_py *p, tunip_diagnostic *d, uint32_t begin, uint32_t end)
{
    tn_script_place place = p->options.place.end ? p->options.place : (tn_script_place){begin, end};
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, place.begin, place.end, NULL);
}

static tunip_diagnostic *add(tn_py *p, const char *code, uint32_t begin, uint32_t end,
                             const char *message)
{
    if (p->is_full || p->is_broken) return NULL;
    p->is_full = ++p->error_count >= p->options.max_errors;
    tunip_diagnostic *d =
        tunip_diagnostics_add(p->diagnostics, TUNIP_SEVERITY_ERROR, code, message);
    mark(p, d, begin, end);
    return d;
}

tunip_diagnostic *tn_py_error(tn_py *p, uint32_t begin, uint32_t end, const char *format, ...)
{
    char message[TN_PY_MESSAGE];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return add(p, "syntax", begin, end, message);
}

void tn_py_warn(tn_py *p, uint32_t begin, uint32_t end, const char *message)
{
    tunip_diagnostic *d =
        tunip_diagnostics_add(p->diagnostics, TUNIP_SEVERITY_WARNING, "syntax", message);
    mark(p, d, begin, end);
}

static const char *spelling(const tn_py *p, char *room, size_t size)
{
    tunip_str token = tn_py_token(p);
    if (p->kind != PY_NAME || token.size >= size - 2) return tn_py_spelling(p->kind);
    snprintf(room, size, "`%.*s`", (int)token.size, token.data);
    return room;
}

/* Delays the error, because the end of the statement may show a better reason, such as a missing
 * bracket. */
void tn_py_expected(tn_py *p, const char *expected)
{
    char room[48];
    tn_py_delayed *late = &p->delayed;
    if (p->is_broken) return;
    late->begin = tn_py_at(p);
    late->end = tn_py_end_of(p);
    snprintf(late->message, sizeof late->message, "expected %s, found %s", expected,
             spelling(p, room, sizeof room));
    late->is_set = true;
    late->hint = tn_py_find_hint(&p->lexer, p->kind, p->lexer.begin + p->statement, &late->keyword);
    tn_py_break(p);
}

void tn_py_expected_behind(tn_py *p, uint32_t begin, const char *expected)
{
    bool is_behind = p->lexer.brackets.count && tn_py_is_first(&p->lexer) && !p->is_broken &&
                     tn_py_begins_expr(p->kind);
    uint32_t end = p->previous_end;
    tn_py_expected(p, expected);
    if (!is_behind) return;
    p->delayed.begin = begin;
    p->delayed.end = end;
}

void tn_py_unsupported(tn_py *p, uint32_t begin, const char *what)
{
    char message[TN_PY_MESSAGE];
    if (p->is_broken) return;
    uint32_t end = p->kind == PY_NEWLINE || p->kind == PY_END ? p->previous_end : tn_py_end_of(p);
    snprintf(message, sizeof message, "%s are not supported here", what);
    add(p, "unsupported", begin, end, message);
    tn_py_break(p);
}

void tn_py_unsupported_statement(tn_py *p, const char *what)
{
    char message[TN_PY_MESSAGE];
    if (!p->around.end) {
        tn_py_unsupported(p, tn_py_at(p), what);
        return;
    }
    if (p->is_broken) return;
    snprintf(message, sizeof message, "%s are not supported here", what);
    tunip_diagnostic *d = add(p, "unsupported", p->around.begin, p->around.end, message);
    tn_py_label(p, d, tn_py_at(p), tn_py_end_of(p), "this one");
    tn_py_break(p);
}

/* ---- faults of tokens ---- */

static const char *const fault_messages[] = {
    [PY_FAULT_NUL] = "a NUL character is not part of a script",
    [PY_FAULT_CONTINUATION] = "unexpected character after the line continuation `\\`",
    [PY_FAULT_CUT] = "the text ends after the line continuation `\\`",
    [PY_FAULT_NUMBER] = "invalid number",
    [PY_FAULT_ZERO] = "a decimal number cannot begin with 0; octal numbers begin with 0o",
    [PY_FAULT_STRING] = "the string has no closing quote",
    [PY_FAULT_TEXT] = "the string has no closing triple quotes",
    [PY_FAULT_DEDENT] = "the indentation matches that of no line above",
    [PY_FAULT_TABS] = "the indentation mixes tabs and blanks, so its depth is ambiguous",
};

static tunip_diagnostic *report_character(tn_py *p, uint32_t at)
{
    char c = p->lexer.begin[at - p->options.origin];
    if (c > ' ' && c < 0x7f) {
        tunip_diagnostic *d = tn_py_error(p, at, at + 1, "unexpected character `%c`", c);
        const char *hint = tn_py_character_hint(c);
        if (hint) tunip_diagnostic_note(d, TUNIP_SEVERITY_HELP, hint);
        return d;
    }
    return tn_py_error(p, at, at + 1, "unexpected character U+%04X", (unsigned)(unsigned char)c);
}

static tunip_diagnostic *report_mismatch(tn_py *p, uint32_t at, uint32_t open)
{
    const char *text = p->lexer.begin;
    uint32_t origin = p->options.origin;
    tunip_diagnostic *d = tn_py_error(p, at, at + 1, "closing `%c` does not match opening `%c`",
                                      text[at - origin], text[open]);
    tn_py_label(p, d, origin + open, origin + open + 1, "opened here");
    return d;
}

static tunip_diagnostic *report(tn_py *p, const tn_py_malformed *token)
{
    uint32_t at = token->begin;
    switch (token->fault) {
    case PY_FAULT_CLOSE:
        return tn_py_error(p, at, at + 1, "unmatched `%c`", p->lexer.begin[at - p->options.origin]);
    case PY_FAULT_MISMATCH:
        return report_mismatch(p, at, token->opener);
    case PY_FAULT_CHARACTER:
        return report_character(p, at);
    default:
        return tn_py_error(p, at, token->end, "%s", fault_messages[token->fault]);
    }
}

static tunip_diagnostic *report_open(tn_py *p, const char *bracket)
{
    uint32_t at = tn_py_locate(p, bracket);
    return tn_py_error(p, at, at + 1, "`%c` was never closed", *bracket);
}

static void add_hints(const tn_py *p, tunip_diagnostic *d)
{
    char text[32];
    if (p->delayed.hint) tunip_diagnostic_note(d, TUNIP_SEVERITY_HELP, p->delayed.hint);
    if (!p->delayed.keyword) return;
    snprintf(text, sizeof text, "did you mean `%s`?", p->delayed.keyword);
    tunip_diagnostic_note(d, TUNIP_SEVERITY_HELP, text);
}

void tn_py_report_delayed(tn_py *p, const tn_py_malformed *malformed, const uint32_t *open)
{
    tn_py_delayed *late = &p->delayed;
    tunip_diagnostic *d = NULL;
    if (!late->is_set) return;
    late->is_set = false;
    if (malformed)
        d = report(p, malformed);
    else if (open)
        d = report_open(p, p->lexer.begin + *open);
    else
        add_hints(p, tn_py_error(p, late->begin, late->end, "%s", late->message));
    if (d && late->begin < tn_py_locate(p, p->lexer.limit))
        tn_py_label(p, d, late->begin, late->end, late->message);
}

void tn_py_report_fault(tn_py *p)
{
    tn_py_malformed token = tn_py_malformed_token(p);
    report(p, &token);
    if (token.fault == PY_FAULT_DEDENT || token.fault == PY_FAULT_TABS)
        tn_py_advance(p); /* the line is read as well as possible */
    else
        tn_py_break(p);
}
