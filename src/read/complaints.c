/* complaints.c -- the changes that repair what messages are about. */
#include "complaints.h"

#include "../util/distance.h"
#include "../util/text.h"

/* The word in "did you mean `x`?"; empty for other advice. */
static tunip_str suggested(tunip_str text)
{
    static const char head[] = "did you mean `", tail[] = "`?";
    size_t front = sizeof head - 1, back = sizeof tail - 1;
    bool fits = text.size > front + back && memcmp(text.data, head, front) == 0 &&
                memcmp(text.data + text.size - back, tail, back) == 0;
    return fits ? (tunip_str){text.data + front, text.size - front - back} : (tunip_str){"", 0};
}

static bool is_word_part(char c)
{
    return tunip_is_name_part(c) || c == '.';
}

/* Adds the replacement of the only similar word between two places of the text. If several words
 * are similar, nobody knows which one is meant. A suggestion with fewer dots is for the end of a
 * dotted name. */
static void add_fix(tunip_diagnostic *d, const tunip_label *label, tunip_str text, tunip_str wanted,
                    const char *message)
{
    size_t most = 1 + (wanted.size + 2) / 3, begin = 0, end = 0, similar = 0;
    bool has_dot = memchr(wanted.data, '.', wanted.size) != NULL;
    for (size_t i = label->begin; i < label->end && i < text.size;) {
        size_t from = i;
        while (i < text.size &&
               (has_dot ? is_word_part(text.data[i]) : tunip_is_name_part(text.data[i])))
            i++;
        tunip_str word = {text.data + from, i - from};
        size_t d_word = word.size ? tn_edit_distance(word, wanted, most) : most;
        if (d_word && d_word < most) {
            similar++;
            begin = from;
            end = i;
        }
        if (!word.size) i++;
    }
    if (similar == 1) tunip_diagnostic_add_fix(d, begin, end, wanted.data, message, true);
}

void tn_diagnostics_add_fixes(tunip_diagnostics *diagnostics, size_t first,
                              const tunip_source *source)
{
    const tunip_remark *note;
    for (size_t i = first; i < tunip_diagnostics_count(diagnostics); i++) {
        tunip_diagnostic *d = (tunip_diagnostic *)(uintptr_t)tunip_diagnostics_get(diagnostics, i);
        const tunip_label *label = tunip_diagnostic_label(d, 0);
        if (!label || label->at != TUNIP_AT_SPAN || tunip_diagnostic_fix(d, 0)) continue;
        for (size_t k = 0; (note = tunip_diagnostic_remark(d, k)); k++) {
            tunip_str wanted = suggested(note->text);
            char word[128];
            if (!wanted.size || wanted.size >= sizeof word) continue;
            memcpy(word, wanted.data, wanted.size);
            word[wanted.size] = '\0';
            add_fix(d, label, tunip_source_text(source), (tunip_str){word, wanted.size},
                    note->text.data);
        }
    }
}
