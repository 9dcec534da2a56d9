/* lexer.re -- the tokens of Python. lexer.c is made from this file by re2c; the build regenerates
 * it with the target `regen`. layout.c has indentation, brackets and comments. */
#include "../../../util/memory.h"
#include "lexer.h"

static tn_py_kind fault(tn_py_lexer *lexer, tn_py_fault which)
{
    lexer->fault = which;
    return PY_BAD;
}

/* Behind a number, Python allows these words without a blank: `1if x else 2`. */
static bool is_number_end(const char *at)
{
    static const char *const words[] = {"and", "else", "for", "if", "in", "is", "or", "not"};
    if (!tunip_is_name_part(*at)) return true;
    for (size_t i = 0; i < TUNIP_LEN(words); i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0) return true;
    return false;
}

static TN_APART tn_py_kind number(tn_py_lexer *lexer, tn_py_kind kind)
{
    if (is_number_end(lexer->cursor)) return kind;
    while (tunip_is_name_part(*lexer->cursor)) lexer->cursor++;
    return fault(lexer, PY_FAULT_NUMBER);
}

/* The end of a string of several lines, whose opening quotes end at `at`; NULL if there is none. */
static const char *text_end(const tn_py_lexer *lexer, const char *at)
{
    char quote = at[-1];
    for (; at < lexer->limit; at++) {
        if (*at == '\\' && at + 1 < lexer->limit)
            at++;
        else if (*at == quote && at[1] == quote && at[2] == quote)
            return at + 3;
    }
    return NULL;
}

/* Up to the line end, or to the quote of the string that was not closed. */
static const char *line_end(const char *at, const char *limit)
{
    while (at < limit && *at != '\n' && *at != '\r') at++;
    return at;
}

/* Whether the string from `at` to `cursor` is the first two of three quotes. */
static bool opens_text(const char *at, const char *cursor)
{
    while (*at != '\'' && *at != '"') at++;
    return cursor - at == 2 && *cursor == *at;
}

/* The rest of a string of several lines. */
static tn_py_kind text(tn_py_lexer *lexer)
{
    const char *end = text_end(lexer, lexer->cursor + 1);
    lexer->is_plain = false;
    lexer->cursor = end ? end : lexer->limit;
    return end ? PY_STRING : fault(lexer, PY_FAULT_TEXT);
}

/* A string up to the cursor, which may be the first two of three quotes. */
static TN_APART tn_py_kind string(tn_py_lexer *lexer, bool is_plain)
{
    lexer->is_plain = is_plain;
    return opens_text(lexer->at, lexer->cursor) ? text(lexer) : PY_STRING;
}

/* A string that is not closed. */
static TN_APART tn_py_kind open_string(tn_py_lexer *lexer)
{
    lexer->cursor = line_end(lexer->cursor, lexer->limit);
    return fault(lexer, PY_FAULT_STRING);
}

/* An f-string, whose quotes open at the cursor. */
static TN_APART tn_py_kind format_string(tn_py_lexer *lexer)
{
    const char *at = lexer->cursor;
    char quote = at[-1];
    lexer->is_plain = false;
    if (at[0] == quote && at[1] == quote) {
        at = text_end(lexer, at + 2);
        lexer->cursor = at ? at : lexer->limit;
        return at ? PY_STRING : fault(lexer, PY_FAULT_TEXT);
    }
    for (; at < lexer->limit && *at != quote && *at != '\n'; at++)
        if (*at == '\\' && at + 1 < lexer->limit) at++;
    bool is_closed = at < lexer->limit && *at == quote;
    lexer->cursor = is_closed ? at + 1 : at;
    return is_closed ? PY_STRING : fault(lexer, PY_FAULT_STRING);
}

static inline tn_py_kind opens(tn_py_lexer *lexer, const char *cursor, tn_py_kind kind)
{
    lexer->cursor = cursor;
    return tn_py_open(lexer, kind);
}

static inline tn_py_kind closes(tn_py_lexer *lexer, const char *cursor, tn_py_kind kind,
                                char opener)
{
    lexer->cursor = cursor;
    return tn_py_close(lexer, kind, opener);
}

/* In brackets, the first byte that is no blank and no line end. */
static const char *skip_blanks(const tn_py_lexer *lexer, const char *at)
{
    if (!lexer->brackets.count) return at;
    for (;; at++) {
        bool is_joined = *at == '\\' && (at[1] == '\n' || at[1] == '\r');
        if (!is_joined && !memchr(" \t\f\r\n", *at, 5)) return at;
    }
}

/* The token after comments, the first of which ends at the cursor. */
static TN_APART tn_py_kind after_comments(tn_py_lexer *lexer)
{
    const char *at = lexer->cursor;
    for (;;) {
        tn_py_add_comment(lexer, at);
        at = skip_blanks(lexer, at);
        if (*at != '#') break;
        lexer->at = at;
        while (*at && *at != '\n' && *at != '\r') at++;
    }
    lexer->cursor = at;
    return tn_py_next(lexer);
}

/* The first token of a line, or the change of the indentation before it. */
static TN_APART tn_py_kind first_of_line(tn_py_lexer *lexer)
{
    tn_py_kind layout = tn_py_begin_line(lexer);
    return layout == PY__COUNT ? tn_py_next(lexer) : layout;
}

/* All calls here are the last things that it does, so it needs no stack. */
tn_py_kind tn_py_next(tn_py_lexer *lexer)
{
    if (lexer->pending || lexer->at_line) return first_of_line(lexer);
    const char *YYCURSOR = lexer->cursor;
    const char *YYMARKER;
    if (*YYCURSOR == ' ') YYCURSOR++; /* most tokens that have blanks before them have one */
    tn_py_kind token;
/*!re2c
    re2c:define:YYCTYPE = "unsigned char";
    re2c:yyfill:enable = 0;
    re2c:yych:conversion = 1;

    eol     = "\r"? "\n" | "\r";
    first   = [A-Za-z_];
    part    = [A-Za-z0-9_];
    high    = [\x80-\xff];
    any     = "\\" ("\r\n" | [^\x00]);
    one     = [^\\\r\n\x00'] | any;
    two     = [^\\\r\n\x00"] | any;
    plain1  = [\x20-\x7f] \ ['\\];
    plain2  = [\x20-\x7f] \ ["\\];
    prefix  = 'r' | 'u' | 'b' | 'rb' | 'br';
    format  = 'f' | 'rf' | 'fr';

    digits  = [0-9] ("_"? [0-9])*;
    decimal = [1-9] ("_"? [0-9])*;
    zero    = "0" ("_"? "0")*;
    hex     = "0" 'x' ("_"? [0-9a-fA-F])+;
    octal   = "0" 'o' ("_"? [0-7])+;
    binary  = "0" 'b' ("_"? [01])+;
    power   = 'e' [+-]? digits;
    float   = digits "." digits? power? | "." digits power? | digits power;
*/
    for (;;) {
        lexer->at = YYCURSOR;
/*!re2c
        [ \t\f]+                { continue; }
        "#" [^\r\n\x00]*        { lexer->cursor = YYCURSOR; return after_comments(lexer); }
        "\\" eol                { continue; }
        eol {
            if (lexer->brackets.count) continue;
            lexer->at_line = true;
            lexer->has_tokens = false;
            token = PY_NEWLINE;
            break;
        }

        "False"                 { token = PY_FALSE; break; }
        "None"                  { token = PY_NONE; break; }
        "True"                  { token = PY_TRUE; break; }
        "and"                   { token = PY_AND; break; }
        "as"                    { token = PY_AS; break; }
        "assert"                { token = PY_ASSERT; break; }
        "async"                 { token = PY_ASYNC; break; }
        "await"                 { token = PY_AWAIT; break; }
        "break"                 { token = PY_BREAK; break; }
        "class"                 { token = PY_CLASS; break; }
        "continue"              { token = PY_CONTINUE; break; }
        "def"                   { token = PY_DEF; break; }
        "del"                   { token = PY_DEL; break; }
        "elif"                  { token = PY_ELIF; break; }
        "else"                  { token = PY_ELSE; break; }
        "except"                { token = PY_EXCEPT; break; }
        "finally"               { token = PY_FINALLY; break; }
        "for"                   { token = PY_FOR; break; }
        "from"                  { token = PY_FROM; break; }
        "global"                { token = PY_GLOBAL; break; }
        "if"                    { token = PY_IF; break; }
        "import"                { token = PY_IMPORT; break; }
        "in"                    { token = PY_IN; break; }
        "is"                    { token = PY_IS; break; }
        "lambda"                { token = PY_LAMBDA; break; }
        "nonlocal"              { token = PY_NONLOCAL; break; }
        "not"                   { token = PY_NOT; break; }
        "or"                    { token = PY_OR; break; }
        "pass"                  { token = PY_PASS; break; }
        "raise"                 { token = PY_RAISE; break; }
        "return"                { token = PY_RETURN; break; }
        "try"                   { token = PY_TRY; break; }
        "while"                 { token = PY_WHILE; break; }
        "with"                  { token = PY_WITH; break; }
        "yield"                 { token = PY_YIELD; break; }

        first part*             { lexer->is_plain = true; token = PY_NAME; break; }
        (first | high) (part | high)* { lexer->is_plain = false; token = PY_NAME; break; }

        decimal | zero | hex | octal | binary
                                { lexer->cursor = YYCURSOR; return number(lexer, PY_INT); }
        "0" ("_"? [0-9])+       { token = fault(lexer, PY_FAULT_ZERO); break; }
        float                   { lexer->cursor = YYCURSOR; return number(lexer, PY_FLOAT); }
        (digits | float) 'j'    { lexer->cursor = YYCURSOR; return number(lexer, PY_IMAGINARY); }

        ['] plain1* ['] | ["] plain2* ["] {
            lexer->cursor = YYCURSOR;
            return string(lexer, true);
        }
        prefix? (['] one* ['] | ["] two* ["]) {
            lexer->cursor = YYCURSOR;
            return string(lexer, false);
        }
        prefix? ['"]            {
            lexer->cursor = YYCURSOR;
            return open_string(lexer);
        }
        format ['"]             { lexer->cursor = YYCURSOR; return format_string(lexer); }

        "("                     { return opens(lexer, YYCURSOR, PY_OPEN_ROUND); }
        "["                     { return opens(lexer, YYCURSOR, PY_OPEN_SQUARE); }
        "{"                     { return opens(lexer, YYCURSOR, PY_OPEN_CURLY); }
        ")"                     { return closes(lexer, YYCURSOR, PY_CLOSE_ROUND, '('); }
        "]"                     { return closes(lexer, YYCURSOR, PY_CLOSE_SQUARE, '['); }
        "}"                     { return closes(lexer, YYCURSOR, PY_CLOSE_CURLY, '{'); }
        ","                     { token = PY_COMMA; break; }
        ":"                     { token = PY_COLON; break; }
        ";"                     { token = PY_SEMICOLON; break; }
        "."                     { token = PY_DOT; break; }
        "..."                   { token = PY_ELLIPSIS; break; }
        "->"                    { token = PY_ARROW; break; }
        "="                     { token = PY_ASSIGN; break; }
        ":="                    { token = PY_WALRUS; break; }
        "+"                     { token = PY_PLUS; break; }
        "-"                     { token = PY_MINUS; break; }
        "*"                     { token = PY_STAR; break; }
        "/"                     { token = PY_SLASH; break; }
        "//"                    { token = PY_DOUBLE_SLASH; break; }
        "%"                     { token = PY_PERCENT; break; }
        "@"                     { token = PY_MATRIX; break; }
        "**"                    { token = PY_POWER; break; }
        "<<"                    { token = PY_SHIFT_LEFT; break; }
        ">>"                    { token = PY_SHIFT_RIGHT; break; }
        "&"                     { token = PY_AMPERSAND; break; }
        "|"                     { token = PY_PIPE; break; }
        "^"                     { token = PY_CARET; break; }
        "~"                     { token = PY_TILDE; break; }
        "<"                     { token = PY_LT; break; }
        "<="                    { token = PY_LE; break; }
        "=="                    { token = PY_EQ; break; }
        "!="                    { token = PY_NE; break; }
        ">"                     { token = PY_GT; break; }
        ">="                    { token = PY_GE; break; }
        "+="                    { token = PY_ADD_ASSIGN; break; }
        "-="                    { token = PY_SUB_ASSIGN; break; }
        "*="                    { token = PY_MUL_ASSIGN; break; }
        "/="                    { token = PY_DIV_ASSIGN; break; }
        "//="                   { token = PY_FLOOR_DIV_ASSIGN; break; }
        "%="                    { token = PY_MOD_ASSIGN; break; }
        "@="                    { token = PY_MATRIX_ASSIGN; break; }
        "**="                   { token = PY_POWER_ASSIGN; break; }
        "<<="                   { token = PY_SHIFT_LEFT_ASSIGN; break; }
        ">>="                   { token = PY_SHIFT_RIGHT_ASSIGN; break; }
        "&="                    { token = PY_AND_ASSIGN; break; }
        "|="                    { token = PY_OR_ASSIGN; break; }
        "^="                    { token = PY_XOR_ASSIGN; break; }

        "\\"                    { token = fault(lexer, PY_FAULT_CONTINUATION); break; }
        [\x00] {
            bool at_end = YYCURSOR > lexer->limit;
            lexer->cursor = YYCURSOR - at_end;
            return at_end ? tn_py_end(lexer) : fault(lexer, PY_FAULT_NUL);
        }
        *                       { token = fault(lexer, PY_FAULT_CHARACTER); break; }
*/
    }
    lexer->cursor = YYCURSOR;
    return token;
}
