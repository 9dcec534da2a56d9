/* recover.c -- which error to report, and where reading continues after it. */
#include <stdarg.h>
#include <stdio.h>

#include "../../../util/diagnostic.h"
#include "lexer.h"
#include "parse.h"

/* ======== errors ======== */

/* Messages of syntax errors. */

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
    const tn_py_lexer *lexer = &p->lexer;
    size_t open = lexer->brackets.count;
    if (p->is_broken) return;
    *late = (tn_py_delayed){.is_set = true, .is_colon = p->kind == PY_COLON};
    if (open) late->open = lexer->begin + lexer->brackets.items[open - 1];
    tn_py_hint hint = tn_py_find_hint(lexer, p->kind, tn_py_pointer(p, p->statement));
    late->begin = tn_py_locate(p, hint.begin);
    late->end = tn_py_end_of(p);
    late->hint = hint.text;
    late->keyword = hint.keyword;
    if (hint.message)
        snprintf(late->message, sizeof late->message, "%s", hint.message);
    else
        snprintf(late->message, sizeof late->message, "expected %s, found %s", expected,
                 spelling(p, room, sizeof room));
    tn_py_break(p);
}

/* Whether the bytes are a single name. */
static bool is_name(const char *at, const char *end)
{
    while (at < end && tunip_is_name_part(*at)) at++;
    return at == end;
}

void tn_py_expected_behind(tn_py *p, uint32_t begin, const char *expected)
{
    char text[TN_PY_MESSAGE / 2];
    if (p->is_broken) return;
    uint32_t end = p->previous_end;
    /* `b "x"` may be a prefix of a string that is none */
    bool is_prefix = p->kind == PY_STRING && !tn_py_is_first(&p->lexer) &&
                     is_name(tn_py_pointer(p, begin), tn_py_pointer(p, end));
    bool is_behind =
        p->lexer.brackets.count && begin < end && tn_py_begins_expr(p->kind) && !is_prefix;
    snprintf(text, sizeof text, is_behind ? "%s after this" : "%s", expected);
    tn_py_expected(p, text);
    p->delayed.may_close = true;
    if (!is_behind) return;
    p->delayed.begin = begin;
    p->delayed.end = end;
}

static tunip_diagnostic *refuse(tn_py *p, uint32_t begin, const char *what)
{
    char message[TN_PY_MESSAGE];
    uint32_t end = p->kind == PY_NEWLINE || p->kind == PY_END ? p->previous_end : tn_py_end_of(p);
    snprintf(message, sizeof message, "%s are not supported here", what);
    return add(p, "unsupported", begin, end, message);
}

void tn_py_unsupported(tn_py *p, uint32_t begin, const char *what)
{
    if (p->is_broken) return;
    refuse(p, begin, what);
    tn_py_break(p);
}

void tn_py_unsupported_statement(tn_py *p, const char *what)
{
    if (p->is_broken) return;
    tunip_diagnostic *d = refuse(p, tn_py_at(p), what);
    if (p->around.end) tn_diagnostic_note_tvm(d, p->options.folded, p->around.begin);
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

static bool is_same_line(const char *at, const char *later)
{
    return later <= at || !memchr(at, '\n', (size_t)(later - at));
}

/* Whether a bracket that was never closed is the reason of the delayed error. */
static bool explains(const tn_py *p, const char *bracket)
{
    const tn_py_delayed *late = &p->delayed;
    const char *error = tn_py_pointer(p, late->begin), *rest = tn_py_pointer(p, late->end);
    bool is_cut = rest + strspn(rest, " \t\r\n") == p->lexer.limit; /* the text ends here */
    if (is_cut && !late->is_colon) return true;
    if (bracket > error) return false;
    return !is_same_line(bracket, error) || (late->may_close && !late->is_colon);
}

/* The bracket to report if the one at `open` was never closed. In the parameters of a function, it
 * is the one before a colon: later brackets closed it, as they would close the function's.
 *
 *     a: T.Buffer((16,),
 *     b: T.Buffer((16,)),
 */
static const char *missing_bracket(const tn_py *p, const uint32_t *open)
{
    const tn_py_delayed *late = &p->delayed;
    const char *bracket = open ? p->lexer.begin + *open : NULL;
    if (!bracket || !late->is_colon || !late->open || late->open < bracket) return bracket;
    return is_same_line(late->open, tn_py_pointer(p, late->begin)) ? bracket : late->open;
}

/* `is_open`: the statement ended with an open bracket. */
static void report_expected(tn_py *p, bool is_open)
{
    char text[32];
    const tn_py_delayed *late = &p->delayed;
    tunip_diagnostic *d = tn_py_error(p, late->begin, late->end, "%s", late->message);
    uint32_t open = late->open ? tn_py_locate(p, late->open) : 0;
    if (is_open && late->open && late->is_colon)
        tn_py_label(p, d, open, open + 1, "this bracket is open");
    if (late->hint) tunip_diagnostic_note(d, TUNIP_SEVERITY_HELP, late->hint);
    if (!late->keyword) return;
    snprintf(text, sizeof text, "did you mean `%s`?", late->keyword);
    tunip_diagnostic_note(d, TUNIP_SEVERITY_HELP, text);
}

void tn_py_report_delayed(tn_py *p, const tn_py_malformed *malformed, const uint32_t *open)
{
    tn_py_delayed *late = &p->delayed;
    tunip_diagnostic *d = NULL;
    const char *bracket = missing_bracket(p, open);
    if (!late->is_set) return;
    late->is_set = false;
    if (malformed)
        d = report(p, malformed);
    else if (bracket && explains(p, bracket))
        d = report_open(p, bracket);
    else
        report_expected(p, open != NULL);
    if (d && late->begin < tn_py_locate(p, p->lexer.limit))
        tn_py_label(p, d, late->begin, late->end, late->message);
}

void tn_py_report_fault(tn_py *p)
{
    tn_py_malformed token = tn_py_malformed_token(p);
    bool is_indentation = token.fault == PY_FAULT_DEDENT || token.fault == PY_FAULT_TABS;
    if (token.fault == PY_FAULT_TABS) token.begin = tn_py_locate(p, tn_py_line(&p->lexer));
    report(p, &token);
    if (is_indentation) {
        p->misplaced = p->lexer.at;
        tn_py_advance(p); /* the line is read as well as possible */
    } else {
        tn_py_break(p);
    }
}

/* ======== recover ======== */

/* Where reading continues after an error. */

/* How a statement with an error ended. */
typedef struct ending {
    tn_py_kind kind;           /* of the token after it */
    bool has_open;             /* a bracket was not closed */
    uint32_t open;             /* the innermost one */
    bool has_fault;            /* the rest of the statement has another error */
    tn_py_malformed malformed; /* the first one */
} ending;

static bool is_closer(tn_py_kind kind)
{
    return kind == PY_CLOSE_ROUND || kind == PY_CLOSE_SQUARE || kind == PY_CLOSE_CURLY;
}

/* Whether a line that begins with this token belongs to the statement before it. */
static bool is_continuation(tn_py_kind kind)
{
    return is_closer(kind) || kind == PY_BAD || kind == PY_ELSE || kind == PY_ELIF ||
           kind == PY_EXCEPT || kind == PY_FINALLY;
}

/* Whether a closing bracket is probably missing: the current token begins a line, and a statement,
 * or its column is not to the right of the statement's column. */
static bool is_forgotten(const tn_py_lexer *lexer, tn_py_kind kind, uint32_t column)
{
    if (!lexer->brackets.count || kind == PY_END || is_closer(kind)) return false;
    return tn_py_begins_statement(lexer, kind) ||
           (tn_py_is_first(lexer) && tn_py_indentation(lexer, lexer->at) <= column);
}

static tn_py_kind next(tn_py *p, ending *e)
{
    tn_py_kind kind = tn_py_next(&p->lexer);
    if (kind == PY_BAD && !e->has_fault) {
        e->has_fault = true;
        e->malformed = tn_py_malformed_token(p);
    }
    return kind;
}

/* Goes back to the first line after an open bracket that probably begins a statement: an operator
 * may have joined it to the line before, as the `@` of a decorator. False if there is none. */
static bool go_back(tn_py_lexer *lexer, uint32_t column)
{
    const char *at = lexer->begin + lexer->brackets.items[lexer->brackets.count - 1];
    while ((at = memchr(at, '\n', (size_t)(lexer->at - at)))) {
        at++;
        const char *first = at + strspn(at, " \t");
        bool is_blank = strchr("\r\n#)]}", *first);
        if (is_blank || tn_py_indentation(lexer, first) > column) continue;
        lexer->at = first;
        return true;
    }
    return false;
}

/* Goes to the first token after the line of the current one. */
static tn_py_kind skip_line(tn_py *p, tn_py_kind kind, uint32_t column, ending *e)
{
    tn_py_lexer *lexer = &p->lexer;
    while (kind != PY_NEWLINE && kind != PY_END && !is_forgotten(lexer, kind, column))
        kind = next(p, e);
    if (lexer->brackets.count) {
        e->has_open = true;
        e->open = lexer->brackets.items[lexer->brackets.count - 1];
        if (go_back(lexer, column)) kind = PY_NEWLINE;
        tn_py_leave_brackets(lexer);
        if (kind != PY_END) tn_py_restart_line(lexer);
    }
    if (kind == PY_END) lexer->has_tokens = false;
    return next(p, e);
}

/* Skips the block whose INDENT is the current token. */
static tn_py_kind skip_indented(tn_py *p, ending *e)
{
    tn_py_kind kind = PY_INDENT;
    for (size_t depth = 0; kind != PY_END; kind = tn_py_next(&p->lexer)) {
        if (kind == PY_INDENT) depth++;
        if (kind == PY_DEDENT && --depth == 0) return next(p, e);
    }
    return kind;
}

/* Skips the lines after a statement in this column that are indented more, and the lines that
 * continue it. */
static void skip_rest(tn_py *p, tn_py_kind kind, uint32_t column, ending *e)
{
    for (;;) {
        if (kind == PY_INDENT)
            kind = skip_indented(p, e);
        else if (kind != PY_END && kind != PY_DEDENT &&
                 (is_continuation(kind) || tn_py_indentation(&p->lexer, p->lexer.at) > column))
            kind = skip_line(p, kind, column, e);
        else
            break;
    }
    e->kind = kind;
}

void tn_py_skip_rest(tn_py *p, uint32_t column)
{
    ending e = {.kind = PY_END};
    p->lexer.is_lenient = true;
    skip_rest(p, p->kind, column, &e);
    p->lexer.is_lenient = false;
    p->kind = e.kind;
}

const tunip_doc *tn_py_new_broken(tn_py *p, uint32_t begin)
{
    p->previous_end = begin;
    TN_PY_NEW(p, id, ID, TUNIP_ID_RAW, begin);
    doc->name = (tunip_str){tn_broken_name, 0};
    return tn_py_new_expr_stmt(p, begin, &doc->base);
}

void tn_py_recover(tn_py *p, size_t base, uint32_t begin)
{
    uint32_t column = tn_py_indentation(&p->lexer, tn_py_pointer(p, begin));
    ending e = {.kind = PY_END};
    p->lexer.is_lenient = true;
    if (!p->failed && !p->is_full)
        skip_rest(p, skip_line(p, p->broken_kind, column, &e), column, &e);
    p->lexer.is_lenient = false;
    p->is_broken = false;
    tn_py_report_delayed(p, e.has_fault ? &e.malformed : NULL, e.has_open ? &e.open : NULL);
    p->kind = p->is_full ? PY_END : e.kind;
    p->keys.count = 0;
    if (base < p->list.count) p->list.count = base;
    p->comment_count = p->lexer.comments.count;
    tn_py_push(p, tn_py_new_broken(p, begin));
}
