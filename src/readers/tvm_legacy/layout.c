/* layout.c -- writes JSON in the layout of dmlc. */
#include "layout.h"

void tn_layout_init(tn_layout *out, tunip_write_fn write, void *user)
{
    out->write = write;
    out->user = user;
    out->status = TUNIP_OK;
    out->depth = out->used = 0;
}

static void flush(tn_layout *out)
{
    if (out->used && out->status == TUNIP_OK && out->write(out->buffer, out->used, out->user) != 0)
        out->status = TUNIP_ERROR_CANCELLED;
    out->used = 0;
}

tunip_status tn_layout_end(tn_layout *out)
{
    flush(out);
    return out->status;
}

void tn_layout_raw(tn_layout *out, tunip_str text)
{
    if (text.size > sizeof out->buffer - out->used) flush(out);
    if (text.size > sizeof out->buffer) {
        if (out->status == TUNIP_OK && out->write(text.data, text.size, out->user) != 0)
            out->status = TUNIP_ERROR_CANCELLED;
        return;
    }
    if (text.size) memcpy(out->buffer + out->used, text.data, text.size);
    out->used += text.size;
}

static void put(tn_layout *out, char c)
{
    tn_layout_raw(out, (tunip_str){&c, 1});
}

static void new_line(tn_layout *out)
{
    if (!out->depth || !out->levels[out->depth - 1].has_lines) return;
    put(out, '\n');
    for (size_t i = 0; i < 2 * out->depth; i++) put(out, ' ');
}

void tn_layout_open(tn_layout *out, char bracket, bool has_lines)
{
    put(out, bracket);
    out->levels[out->depth].has_lines = has_lines;
    out->levels[out->depth].has_items = false;
    out->depth++;
}

void tn_layout_close(tn_layout *out, char bracket)
{
    out->depth--;
    if (out->levels[out->depth].has_lines && out->levels[out->depth].has_items) {
        put(out, '\n');
        for (size_t i = 0; i < 2 * out->depth; i++) put(out, ' ');
    }
    put(out, bracket);
}

void tn_layout_item(tn_layout *out)
{
    if (out->levels[out->depth - 1].has_items) tn_layout_raw(out, (tunip_str){", ", 2});
    out->levels[out->depth - 1].has_items = true;
    new_line(out);
}

void tn_layout_key_view(tn_layout *out, tunip_str key)
{
    tn_layout_item(out);
    put(out, '"');
    tn_layout_raw(out, key);
    tn_layout_raw(out, (tunip_str){"\": ", 3});
}

void tn_layout_key(tn_layout *out, const char *key)
{
    tn_layout_key_view(out, tunip_str_from(key));
}

/* dmlc escapes only these. */
void tn_layout_string(tn_layout *out, tunip_str text)
{
    static const char from[] = "\r\n\\\t\"", to[] = "rn\\t\"";
    size_t begin = 0;
    if (!text.size) text.data = ""; /* instead of NULL */
    put(out, '"');
    for (size_t i = 0; i < text.size; i++) {
        const char *special = text.data[i] ? strchr(from, text.data[i]) : NULL;
        if (!special) continue;
        tn_layout_raw(out, (tunip_str){text.data + begin, i - begin});
        tn_layout_raw(out, (tunip_str){(const char[]){'\\', to[special - from]}, 2});
        begin = i + 1;
    }
    tn_layout_raw(out, (tunip_str){text.data + begin, text.size - begin});
    put(out, '"');
}
