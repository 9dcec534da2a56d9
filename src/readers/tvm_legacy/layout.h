/* layout.h -- writes JSON in the layout of dmlc's JSONWriter: an indentation of two blanks for each
 * level, a comma and a blank after an element, lists on one line or with one line for each
 * element. */
#ifndef TN_LAYOUT_H
#define TN_LAYOUT_H

#include <tunip/base.h>

enum { TN_LAYOUT_DEPTH = 16, TN_LAYOUT_BUFFER = 1 << 14 };

typedef struct tn_layout {
    tunip_write_fn write;
    void *user;
    tunip_status status;
    size_t depth;
    struct {
        bool has_lines, has_items;
    } levels[TN_LAYOUT_DEPTH];
    size_t used;
    char buffer[TN_LAYOUT_BUFFER];
} tn_layout;

void tn_layout_init(tn_layout *out, tunip_write_fn write, void *user);
static inline tunip_status tn_layout_status(const tn_layout *out)
{
    return out->status;
}
/* Writes the buffered rest. */
tunip_status tn_layout_end(tn_layout *out);

void tn_layout_open(tn_layout *out, char bracket, bool has_lines);
void tn_layout_close(tn_layout *out, char bracket);
/* Begins an element of an array, and a member of an object. */
void tn_layout_item(tn_layout *out);
void tn_layout_key(tn_layout *out, const char *key);
void tn_layout_key_view(tn_layout *out, tunip_str key);
void tn_layout_string(tn_layout *out, tunip_str text);
void tn_layout_raw(tn_layout *out, tunip_str text);

#endif
