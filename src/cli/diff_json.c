/* diff_json.c -- a difference as JSON, for tools:
 *
 *     {"version": 1, "equal": false, "lhs": "a.json", "rhs": "b.json",
 *      "counts": {"functions_changed": 1, ...},
 *      "edits": [{"kind": "change", "lhs": PLACE, "rhs": PLACE}, ...], "renames": [...]}
 *
 * where PLACE is {"path": "<root>.body", "missing": false, "type": "tir.For", "text": RANGE}, and
 * RANGE {"exact": true, "begin": BYTE, "end": BYTE, "line": N, "column": N} or null. */
#include "diff_json.h"

#include <stdlib.h>
#include <string.h>

/* ---- strings ---- */

/* The length of the UTF-8 character at `text`, or 0. */
static size_t character(const char *text, size_t size)
{
    const unsigned char *at = (const unsigned char *)text;
    unsigned char first = at[0];
    size_t length = first < 0x80   ? 1
                    : first < 0xC2 ? 0
                    : first < 0xE0 ? 2
                    : first < 0xF0 ? 3
                    : first < 0xF5 ? 4
                                   : 0;
    if (length > size) return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xC0) != 0x80) return 0;
    bool overlong = (first == 0xE0 && at[1] < 0xA0) || (first == 0xF0 && at[1] < 0x90);
    bool no_character = (first == 0xED && at[1] > 0x9F) || (first == 0xF4 && at[1] > 0x8F);
    return overlong || no_character ? 0 : length;
}

/* Bytes that are no UTF-8 become U+FFFD. */
static void put_string(FILE *out, const char *text, size_t size)
{
    fputc('"', out);
    for (size_t at = 0, length; at < size; at += length ? length : 1) {
        unsigned char c = (unsigned char)text[at];
        length = character(text + at, size - at);
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20 || c == 0x7F)
            fprintf(out, "\\u%04x", (unsigned)c);
        else if (length)
            fwrite(text + at, 1, length, out);
        else
            fputs("\\ufffd", out);
    }
    fputc('"', out);
}

static void put_path(FILE *out, const tunip_path *path)
{
    char buffer[512];
    size_t size = tunip_path_text(path, buffer, sizeof buffer);
    char *text = size < sizeof buffer ? buffer : malloc(size + 1);
    if (text && text != buffer) tunip_path_text(path, text, size + 1);
    put_string(out, text ? text : buffer, text ? size : sizeof buffer - 1);
    if (text != buffer) free(text);
}

/* ---- places ---- */

static bool is_missing(const tunip_path *path)
{
    return path->depth &&
           (path->step == TUNIP_STEP_ATTR_MISSING || path->step == TUNIP_STEP_ITEM_MISSING ||
            path->step == TUNIP_STEP_KEY_MISSING);
}

static void put_range(FILE *out, const tunip_printed *printed, const tunip_edit_range *range)
{
    size_t line, column;
    tunip_printed_locate(printed, range->begin, &line, &column);
    fprintf(out, "{\"exact\": %s, \"begin\": %zu, \"end\": %zu, \"line\": %zu, \"column\": %zu}",
            range->exact ? "true" : "false", range->begin, range->end, line, column);
}

static void put_place(FILE *out, const tunip_path *path, const tunip_node *node,
                      const tunip_printed *printed, const tunip_edit_range *range)
{
    fputs("{\"path\": ", out);
    put_path(out, path);
    fprintf(out, ", \"missing\": %s, \"type\": ", is_missing(path) ? "true" : "false");
    if (node)
        put_string(out, node->type->key, strlen(node->type->key));
    else
        fputs("null", out);
    fputs(", \"text\": ", out);
    if (range)
        put_range(out, printed, range);
    else
        fputs("null", out);
    fputc('}', out);
}

/* ---- edits ---- */

static void put_edit(FILE *out, const tunip_difference *d, const tunip_edit *edit, size_t index)
{
    tunip_edit_range lhs, rhs;
    bool left = tunip_difference_lhs_range(d, index, &lhs);
    bool right = tunip_difference_rhs_range(d, index, &rhs);
    fprintf(out, "{\"kind\": \"%s\", \"lhs\": ", tunip_edit_kind_name(edit->kind));
    put_place(out, edit->lhs_path, edit->lhs, tunip_difference_lhs(d), left ? &lhs : NULL);
    fputs(", \"rhs\": ", out);
    put_place(out, edit->rhs_path, edit->rhs, tunip_difference_rhs(d), right ? &rhs : NULL);
    if (edit->field) {
        fputs(", \"field\": ", out);
        put_string(out, edit->field->name, strlen(edit->field->name));
    }
    fputc('}', out);
}

/* `first` is the number of the first of the edits. */
static void put_edits(FILE *out, const tunip_difference *d, const tunip_edit *edits, size_t count,
                      size_t first)
{
    fputc('[', out);
    for (size_t i = 0; i < count && !ferror(out); i++) {
        fputs(i ? ",\n  " : "\n  ", out);
        put_edit(out, d, &edits[i], first + i);
    }
    fputc(']', out);
}

static void put_counts(FILE *out, const tunip_difference_counts *n)
{
    fprintf(out,
            "{\"functions_changed\": %zu, \"functions_added\": %zu, \"functions_removed\": %zu, "
            "\"functions_renamed\": %zu,\n  \"statements_changed\": %zu, \"statements_added\": "
            "%zu, \"statements_removed\": %zu, \"statements_moved\": %zu}",
            n->functions_changed, n->functions_added, n->functions_removed, n->functions_renamed,
            n->statements_changed, n->statements_added, n->statements_removed, n->statements_moved);
}

void cli_write_diff_json(FILE *out, const tunip_difference *d, const char *lhs, const char *rhs)
{
    const tunip_script *script = tunip_difference_script(d);
    tunip_difference_counts counts = tunip_difference_count(d);
    fprintf(out,
            "{\"version\": 1, \"equal\": %s, \"lhs\": ", script->edit_count ? "false" : "true");
    put_string(out, lhs, strlen(lhs));
    fputs(", \"rhs\": ", out);
    put_string(out, rhs, strlen(rhs));
    fputs(",\n \"counts\": ", out);
    put_counts(out, &counts);
    fputs(",\n \"edits\": ", out);
    put_edits(out, d, script->edits, script->edit_count, 0);
    fputs(",\n \"renames\": ", out);
    put_edits(out, d, script->renames, script->rename_count, script->edit_count);
    fputs("}\n", out);
}
