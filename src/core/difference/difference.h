/* difference.h -- between the files that show differences: where the edits stand in both texts, and
 * which line stands for which. */
#ifndef TN_DIFFERENCE_H
#define TN_DIFFERENCE_H

#include <tunip/difference.h>

#include "../printed.h"

enum { TN_LEFT, TN_RIGHT, TN_SIDES };

#define TN_NOWHERE SIZE_MAX

/* Where an edit stands on one side. The numbers are of spans of the source map, or TN_NOWHERE. */
typedef struct tn_spot {
    size_t span;      /* what is printed of it, or of the nearest node above it */
    size_t statement; /* the innermost around it, or itself */
    size_t function;  /* the outermost around it, or itself */
    bool exact;
} tn_spot;

typedef enum tn_line_kind {
    TN_LINE_SAME,
    TN_LINE_CHANGED,
    TN_LINE_WHOLE, /* added or removed as a whole: it needs no marks */
    TN_LINE_MOVED
} tn_line_kind;

/* A part of a line that has changed. */
typedef struct tn_mark {
    size_t begin, end;
    size_t edit;
    bool labelled; /* what it says needs words */
} tn_mark;

/* One line of the view: of both sides, or TN_NOWHERE. */
typedef struct tn_row {
    size_t line[TN_SIDES];
    bool same; /* nothing differs in it */
} tn_row;

typedef TN_ARRAY(tn_row) tn_rows;
typedef TN_ARRAY(tn_mark) tn_mark_list;

typedef struct tn_text_side {
    tunip_printed *printed;
    tn_spot *spots;       /* of each edit, then of each rename */
    unsigned char *kinds; /* of each line: tn_line_kind */
    tn_mark_list marks;   /* in the order of the text */
} tn_text_side;

struct tunip_difference {
    tunip_context *context;
    const tunip_allocator *allocator;
    tunip_script script;
    tn_text_side sides[TN_SIDES];
    tn_rows rows;
    tunip_difference_counts counts;
};

static inline const tunip_edit *tn_edit_at(const tunip_difference *d, size_t index)
{
    size_t edits = d->script.edit_count;
    return index < edits ? &d->script.edits[index] : &d->script.renames[index - edits];
}

static inline const tunip_path *tn_edit_path(const tunip_edit *edit, int side)
{
    return side == TN_LEFT ? edit->lhs_path : edit->rhs_path;
}

static inline bool tn_path_is_missing(const tunip_path *path)
{
    return path->depth &&
           (path->step == TUNIP_STEP_ATTR_MISSING || path->step == TUNIP_STEP_ITEM_MISSING ||
            path->step == TUNIP_STEP_KEY_MISSING);
}

static inline const tunip_span *tn_span_at(const tn_text_side *side, size_t span)
{
    return &side->printed->render.spans.items[span];
}

static inline size_t tn_line_count(const tn_text_side *side)
{
    return side->printed->lines.count;
}

/* The line, from 0, of a byte. */
size_t tn_line_of(const tn_text_side *side, size_t offset);
/* The text of a line without its end. */
tn_range tn_line_range(const tn_text_side *side, size_t line);

/* The line that a statement is best known by: that of its head. */
size_t tn_head_line(const tn_text_side *side, size_t span);
/* The name of the function whose span it is, as printed. */
tunip_str tn_function_name(const tn_text_side *side, size_t span);

/* Each fills its part of the difference; false when out of memory. */
bool tn_spots_find(tunip_difference *d, int side);
bool tn_marks_make(tunip_difference *d);
bool tn_rows_make(tunip_difference *d);
bool tn_counts_make(tunip_difference *d);

/* ---- output ---- */

enum { TN_OUT_ROOM = 4096 };

typedef struct tn_out {
    tunip_write_fn write;
    void *user;
    size_t used;
    bool refused;
    char buffer[TN_OUT_ROOM];
} tn_out;

void tn_out_put(tn_out *out, const char *data, size_t size);
void tn_out_text(tn_out *out, const char *text);
void tn_out_format(tn_out *out, const char *format, ...) TUNIP_PRINTF(2, 3);
void tn_out_fill(tn_out *out, char c, size_t count);
void tn_out_flush(tn_out *out);

/* ---- views ---- */

typedef struct tn_viewer {
    const tunip_difference *difference;
    tunip_view view; /* with defaults filled in */
    tn_out *out;
} tn_viewer;

/* Rows from `begin` to before `end`; *at is where to look for it. False when there is none. */
typedef struct tn_hunk {
    size_t begin, end;
} tn_hunk;
bool tn_hunk_next(const tn_viewer *v, size_t *at, tn_hunk *hunk);

void tn_view_unified(tn_viewer *v);
void tn_view_side_by_side(tn_viewer *v);
void tn_view_names(tn_viewer *v);
void tn_view_hunk_head(tn_viewer *v, const tn_hunk *hunk);
void tn_view_summary(tn_viewer *v);

/* The marks of a line: from *begin to before the result. */
size_t tn_marks_of_line(const tn_text_side *side, size_t line, size_t *begin);
/* What a labelled mark says. */
void tn_view_label(tn_viewer *v, int side, const tn_mark *mark);

#endif
