/* view.h -- both sides of a diff as paired lines; shared by all output forms. */
#ifndef TN_DIFF_VIEW_H
#define TN_DIFF_VIEW_H

#include <tunip/diff_text.h>
#include <tunip/source_map.h>

#include "../../core/base/text.h"
#include "../../core/ir/follow.h"
#include "../../core/printed.h"

#define TN_NO_LINE SIZE_MAX

enum { TN_LHS, TN_RHS, TN_SIDES };

/* The state of a line. ORDER: a later value overrides earlier ones. */
typedef enum tn_diff_mark {
    TN_UNMARKED,
    TN_MAY_DIFFER, /* it or a neighbouring line has an edit */
    TN_DIFFERS     /* an edit is in it */
} tn_diff_mark;

/* The place of an edit, or of its nearest printed ancestor. */
typedef struct tn_diff_spot {
    tn_range range;
    size_t name;     /* the start of the name defined there, if any */
    bool exact;      /* it is the edit itself */
    bool expression; /* no statement */
} tn_diff_spot;

/* Lines are numbered from 0. */
typedef struct tn_diff_side {
    tunip_printed *printed;
    tunip_source_map *map;
    tn_tracer tracer; /* in the map: paths of edits share what leads to them */
    tunip_str text;
    size_t line_count;
    size_t main;     /* span of the function or class the text is about, or TUNIP_NO_SPAN */
    uint8_t *marks;  /* of each line: tn_diff_mark */
    tn_ranges parts; /* what differs within a line, in the order of the text */
    tn_ranges kept;  /* what is inside of something that only this side has, in that order */
    tn_follower follower;
    size_t *statements; /* for each span its parent; NULL until needed */
    size_t *moved; /* for each line: the line on the other side of an element that moved, from 1; or
                      0 */
} tn_diff_side;

/* A line of either side or one of both; `changed` when an edit is in one of them. */
typedef struct tn_diff_row {
    size_t line[TN_SIDES];
    bool changed;
} tn_diff_row;

typedef struct tn_diff_view {
    tunip_context *context;
    const tunip_allocator *allocator;
    const tunip_script *script;
    tunip_diff_options options; /* with defaults filled in */
    tn_diff_side sides[TN_SIDES];
    TN_ARRAY(tn_diff_row) rows;
    tn_map entries; /* path -> its function entry (summary.c) */
    tn_text *out;
    tunip_error error;
} tn_diff_view;

void tn_diff_view_fail(tn_diff_view *v);
static inline bool tn_diff_view_failed(const tn_diff_view *v)
{
    return v->error.code != TUNIP_OK;
}

/* Prints both sides, finds the edits in them, and pairs the lines. */
void tn_diff_view_open(tn_diff_view *v);
void tn_diff_view_close(tn_diff_view *v);

/* ---- lines (lines.c) ---- */

/* The bytes of a line without its end. */
tn_range tn_diff_line(const tn_diff_side *side, size_t line);
tunip_str tn_diff_line_text(const tn_diff_side *side, size_t line);
/* Without the blanks in front. */
tunip_str tn_diff_trimmed(tunip_str text);
/* The line that a byte is in. */
size_t tn_diff_line_of(const tn_diff_side *side, size_t offset);
/* The first line, behind decorators, of a function or other statement that begins at `offset`. */
size_t tn_diff_head_line(const tn_diff_side *side, size_t offset);

/* ---- where paths are printed (place.c) ---- */

/* The spans of a path of the script. Returns false when out of memory, and marks the view as
 * failed. */
bool tn_diff_find(tn_diff_view *v, size_t side, const tunip_path *path, tunip_found *found);

/* The place where a path is printed. False when it is not printed, or when out of memory, as the
 * view then knows. */
bool tn_diff_place(tn_diff_view *v, size_t side, const tunip_path *path, tn_diff_spot *spot);

/* ---- functions (functions.c) ----
 *
 * A function is an entry, by its key, of a map right below a root. Edits come function by function:
 * those of the left side in its order, then those that only the right side has. */

enum { TN_FUNCTION_DEPTH = 2 };

/* The function entry that contains `path`, or NULL. */
const tunip_path *tn_diff_function_of(tn_diff_view *v, const tunip_path *path);
/* The name of its key; empty: the key has none. */
tunip_str tn_diff_key_name(const tunip_path *path);
/* The kind of an edit of a whole function; TUNIP_EDIT_CHANGE for an edit inside of one. */
tunip_edit_kind tn_diff_fate_of(const tunip_edit *edit);
/* Whether a text that is not printed, as an attribute with the name of its function, has changed as
 * the name did: the new name shows it. */
bool tn_diff_follows_name(tn_diff_view *v, const tunip_edit *edit);

/* ---- the lines edits are in (mark.c) ---- */

void tn_diff_mark_edits(tn_diff_view *v);

/* The first part that ends in or after a line. */
size_t tn_diff_first_part(const tn_diff_side *side, size_t offset);

/* ---- hunks (hunks.c) ---- */

/* Calls `each` for every run of rows to show. */
void tn_diff_each_hunk(tn_diff_view *v, void (*each)(tn_diff_view *v, size_t begin, size_t end));
/* "@@ -3,4 +3,5 @@ def main(...):" */
void tn_diff_put_heading(tn_diff_view *v, size_t begin, size_t end);

/* ---- the forms ---- */

void tn_diff_put_unified(tn_diff_view *v);
void tn_diff_put_side_by_side(tn_diff_view *v);
void tn_diff_put_json(tn_diff_view *v);
void tn_diff_put_names(tn_diff_view *v);
void tn_diff_put_summary(tn_diff_view *v);

typedef enum tn_diff_colour {
    TN_PLAIN,
    TN_RED,
    TN_GREEN,
    TN_CYAN,
    TN_RED_PART,
    TN_GREEN_PART
} tn_diff_colour;
/* Nothing without colours. */
void tn_diff_put_colour(tn_diff_view *v, tn_diff_colour colour);

#endif
