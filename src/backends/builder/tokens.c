/* tokens.c -- the smallest parts of a program: strings, numbered variables, brackets. */
#include "builder.h"

static bool is_plain(char c)
{
    return (unsigned char)c >= ' ' && c != 0x7F && c != '"' && c != '\\';
}

static void write_escaped(tunip_writer *w, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    if (c == '"' || c == '\\')
        tunip_write(w, (const char[]){'\\', (char)c}, 2);
    else
        tunip_write(w, (const char[]){'\\', 'x', hex[c >> 4], hex[c & 15]}, 4);
}

/* Characters beyond ASCII as they are: escapes of their bytes would be other characters. */
void tn_builder_write_string(tunip_writer *w, tunip_str text)
{
    if (tunip_utf8_valid(text) != text.size)
        tunip_writer_fail(w, "a string that is not UTF-8 cannot be built");
    tunip_write_char(w, '"');
    for (size_t at = 0; at < text.size;) {
        size_t run = at;
        while (run < text.size && is_plain(text.data[run])) run++;
        tunip_write(w, text.data + at, run - at);
        if (run < text.size) write_escaped(w, (unsigned char)text.data[run++]);
        at = run;
    }
    tunip_write_char(w, '"');
}

void tn_builder_write_variable(tunip_writer *w, const char *name, size_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    for (; number; number /= 10) digits[--at] = (char)('0' + number % 10);
    tunip_write_text(w, name);
    tunip_write(w, digits + at, sizeof digits - at);
}

/* Half of what Python's tokenizer takes: an argument may have brackets of its own. */
enum { MOST_CALLS = 100 };

bool tn_builder_enter(tunip_writer *w)
{
    if (++tn_builder_state_of(w)->calls <= MOST_CALLS) return true;
    tunip_writer_fail(w, "an expression nested deeper than %d calls cannot be built", MOST_CALLS);
    return false;
}

void tn_builder_leave(tunip_writer *w)
{
    tn_builder_state_of(w)->calls--;
}

bool tn_builder_write_open(tunip_writer *w)
{
    tunip_write_char(w, '(');
    return tn_builder_enter(w);
}

void tn_builder_write_close(tunip_writer *w)
{
    tn_builder_leave(w);
    tunip_write_char(w, ')');
}
