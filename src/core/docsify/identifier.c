/* identifier.c -- names of functions and operators, which are written unchanged. Unlike names of
 * variables they are not made legal, as in TVM. But invalid identifiers are reported, and hidden
 * characters are escaped. */
#include <tunip/ext/dialect.h>

#include "../base/glyph.h"
#include "docs.h"
#include "names.h"

/* `text` with its hidden characters escaped. */
static tunip_str make_visible(tunip_docsifier *d, tunip_str text)
{
    char *out = tunip_job_alloc(d, TN_ESCAPE_ROOM * text.size + 1), *to = out;
    if (!out) return (tunip_str){"", 0};
    for (size_t at = 0; at < text.size;) {
        tn_glyph glyph = tn_glyph_at(text, at);
        if (glyph.escaped)
            to += tn_glyph_escape(text, at, to);
        else
            to = (char *)memcpy(to, text.data + at, glyph.size) + glyph.size;
        at += glyph.size;
    }
    return (tunip_str){out, (size_t)(to - out)};
}

tunip_str tunip_name_text(tunip_docsifier *d, tunip_str text, const tunip_path *path)
{
    if (tn_is_name(text)) return text;
    text = make_visible(d, text);
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "\"%.*s\" is not a name that a parser takes",
                 (int)text.size, text.data ? text.data : "");
    return text;
}

const tunip_doc *tunip_doc_name(tunip_docsifier *d, tunip_str text, const tunip_path *path)
{
    return tn_doc_id_new(d, TUNIP_ID_OPEN, tunip_name_text(d, text, path), path);
}
