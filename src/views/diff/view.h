/* view.h -- both sides of a diff as paired lines; shared by all output forms. */
#ifndef TN_DIFF_VIEW_H
#define TN_DIFF_VIEW_H

#include <tunip/diff_lines.h>
#include <tunip/source_map.h>

#include "../../ir/path.h"
#include "../../print/print.h"
#include "../../util/tables.h"
#include "../../util/text.h"

#define TN_NO_LINE SIZE_MAX

enum { TN_LHS, TN_RHS, TN_SIDES };

/* The state of a line. ORDER: a larger value overrides a smaller one. */
typedef enum tn_diff_mark {
    TN_UNMARKED,
    TN_MAY_DIFFER, /* the line or a neighbouring line has an edit */
    TN_DIFFERS     /* an edit is in the line */
} tn_diff_mark;

/* The place of an edit, or of its nearest printed ancestor. */
typedef struct tn_diff_spot {
    tn_range range;
    size_t name; /* the start of the name that is defined there; otherwise the start of the range */
    bool exact;  /* the node of the edit itself is printed there */
    bool expression; /* the Doc is an expression */
} tn_diff_spot;

/* An occurrence of a variable in the text. */
typedef struct tn_diff_name {
    tn_range range;
    const tunip_node *node;
} tn_diff_name;

/* A line that comes from a place in the user's program. */
typedef struct tn_diff_site {
    uint64_t hash;
    size_t line;
    tunip_site site;
} tn_diff_site;

/* Why two lines are partners. */
typedef enum tn_diff_reason {
    TN_REASON_NONE,
    TN_REASON_SPAN,     /* only they come from this place in the user's program */
    TN_REASON_FUNCTION, /* they define a function that the edit script pairs */
    TN_REASON_EDIT,     /* the edit script pairs their nodes */
    TN_REASON_TEXT,     /* they have the same text, except for names */
    TN_REASON_ALIKE     /* they have much in common */
} tn_diff_reason;

/* How the lines of two partners differ. */
typedef enum tn_diff_fate {
    TN_FATE_SAME,
    TN_FATE_RENAMED, /* only names of variables changed, in the same way wherever they occur */
    TN_FATE_CHANGED  /* the meaning changed */
} tn_diff_fate;

/* A run of bytes of one colour; it begins where the run before it ends. */
typedef struct tn_colour_run {
    size_t end;
    char sequence[8]; /* that begins the colour; "" for plain text */
} tn_colour_run;

/* Lines are numbered from 0. */
typedef struct tn_diff_side {
    const tunip_node *root;
    tn_set mapped;     /* the nodes with edits below them: their functions have source maps */
    tn_set passed;     /* steps of the paths that lead to them */
    tunip_error error; /* while it is printed */
    tunip_printed *printed;
    tunip_source_map *map;
    tn_tracer tracer; /* finds and caches paths of the source map */
    tunip_str text;
    size_t line_count;
    size_t main;     /* the span of the function or class, or TUNIP_NO_SPAN */
    uint8_t *marks;  /* for each line a tn_diff_mark */
    tn_ranges parts; /* the differing parts of lines, in the order of the text */
    tn_ranges kept; /* the inner nodes of wraps or unwraps on this side, in the order of the text */
    TN_ARRAY(tn_colour_run) syntax; /* the colours of the text; none without colours */
    TN_ARRAY(tn_diff_site) sites;   /* in the order of the lines */
    TN_ARRAY(tn_diff_name) names;   /* in functions with source maps, in the order of the text */
    tn_follower follower;
    size_t *partner;    /* for each line the line of the other side that corresponds to it, or
                        TN_NO_LINE */
    size_t *statements; /* for each span its statement; NULL until needed */
    uint8_t *reasons;   /* of each partner a tn_diff_reason */
    uint8_t *fates;     /* of each line with a partner a tn_diff_fate; set after `partner` */
    bool *moves;        /* for each line: it is at another place than its partner */
    bool *heads;        /* for each line: a function or class is defined there */
    bool *mapped_lines; /* for each line: it is in a function with a source map */
} tn_diff_side;

/* A row of the output: a line of one side, or a pair of lines. */
typedef struct tn_diff_row {
    size_t line[TN_SIDES];
    bool changed; /* the meaning changed, or only one side has the line */
    bool renamed; /* as TN_FATE_RENAMED */
} tn_diff_row;

/* An edit that is printed nowhere, and the lines of the function that has it. */
typedef struct tn_diff_silent {
    size_t side, first, end;
} tn_diff_silent;

/* The names of a renamed variable. */
typedef struct tn_diff_renaming {
    tunip_str from, to;
} tn_diff_renaming;

typedef struct tn_diff_view {
    tunip_context *context;
    const tunip_allocator *allocator;
    const tunip_script *script;
    tunip_diff_options options; /* with defaults filled in */
    tn_diff_side sides[TN_SIDES];
    TN_ARRAY(tn_diff_row) rows;
    struct tn_paired_operations *operations; /* MLIR: of both sides (operation_links.c); or NULL */
    TN_ARRAY(tunip_link) links;              /* if `wants_links` */
    bool wants_links;
    TN_ARRAY(tn_diff_silent) silent;
    tn_set contested; /* variables of the left side that stand for different variables in different
                         lines: they are not only renamed */
    TN_ARRAY(tn_diff_renaming) renamings; /* in the order of the old names */
    tn_map entries;                       /* path -> its function entry */
    tn_text *out;
    tunip_error error;
} tn_diff_view;

void tn_diff_view_fail(tn_diff_view *v);
static inline bool tn_diff_view_failed(const tn_diff_view *v)
{
    return v->error.code != TUNIP_OK;
}

/* A copy of the options that are given, with defaults filled in. */
tunip_status tn_diff_options_take(tunip_diff_options *options, const tunip_diff_options *given,
                                  tunip_error *error);

/* Prepares a view, which may fail. In any case the caller ends with tn_diff_view_close(). */
void tn_diff_view_init(tn_diff_view *v, tunip_context *context, const tunip_script *script,
                       const tunip_diff_options *options);
/* Prints both sides, finds the edits in them, and pairs the lines. */
void tn_diff_view_open(tn_diff_view *v);
void tn_diff_view_close(tn_diff_view *v);

/* ---- lines (view.c) ---- */

/* The range of a line without its newline. */
tn_range tn_diff_line(const tn_diff_side *side, size_t line);
tunip_str tn_diff_line_text(const tn_diff_side *side, size_t line);
/* The text without its leading blanks. */
tunip_str tn_diff_trimmed(tunip_str text);
/* The line that contains a byte. */
size_t tn_diff_line_of(const tn_diff_side *side, size_t offset);
/* The first line of a statement that begins at `offset`; for a function, the line after its
 * decorators. */
size_t tn_diff_head_line(const tn_diff_side *side, size_t offset);

/* Whether a line has more than a bracket or a short word. */
bool tn_diff_says_something(const tn_diff_side *side, size_t line);
/* Whether only blanks precede a place in its line. */
bool tn_diff_begins_line(const tn_diff_side *side, size_t offset);
/* The line of the other side of a moved statement that begins in `line`; TN_NO_LINE if none
 * does. */
size_t tn_diff_moved(const tn_diff_side *side, size_t line);

/* The numbers of tunip_diff_lines_counts() (pair.c). */
tunip_line_counts tn_diff_count_rows(const tn_diff_view *v);

/* ---- variables (names.c) ---- */

/* Finds `names`, `heads` and `mapped_lines`. */
void tn_diff_find_names(tn_diff_view *v, size_t side);
/* Finds `sites` (view.c). */
void tn_diff_find_sites(tn_diff_view *v, size_t side);
/* The index of the first site of a line, or of a later line. */
size_t tn_diff_first_site(const tn_diff_side *side, size_t line);
bool tn_diff_is_mapped(const tn_diff_side *side, size_t line);
void tn_diff_sort_renamings(tn_diff_view *v);
/* The hash of a line without its indentation; on the left side, renamed words have their new
 * names. */
uint64_t tn_diff_renamed_hash(const tn_diff_view *v, size_t side, size_t line);

/* ---- where paths are printed (view.c) ---- */

/* Finds the spans of a path of the script. When out of memory, marks the view as failed and returns
 * false. */
bool tn_diff_find(tn_diff_view *v, size_t side, const tunip_path *path, tunip_found *found);

/* Finds the place where a path or its nearest ancestor is printed. False if there is none; also
 * when out of memory, which marks the view as failed. */
bool tn_diff_place(tn_diff_view *v, size_t side, const tunip_path *path, tn_diff_spot *spot);

/* Whether the edit replaced a whole statement by another one. */
bool tn_diff_replaces(tn_diff_view *v, const tunip_edit *edit);

/* ---- the functions that need source maps (view.c) ---- */

/* Adds to `mapped` of both sides the nodes near the root on the way to each edit: all functions
 * with edits are among them. */
void tn_diff_map_edits(tn_diff_view *v);
/* Adds the functions without source maps in which lines differ nevertheless, for example in the
 * name of another function. Returns whether there are any. */
bool tn_diff_map_rows(tn_diff_view *v);

/* ---- functions (view.c) ----
 *
 * A function is an entry of a map that is a field of the root. Edits are in the order of functions:
 * first those of the left side, then those that only the right side has. */

enum { TN_FUNCTION_DEPTH = 2 };

/* The function entry that contains `path`, or NULL. */
const tunip_path *tn_diff_function_of(tn_diff_view *v, const tunip_path *path);
/* The name of the key of a function; empty if the key has no name. */
tunip_str tn_diff_key_name(const tunip_path *path);
/* The kind of an edit if it is a whole function; TUNIP_EDIT_CHANGE for an edit inside a
 * function. */
tunip_edit_kind tn_diff_fate_of(const tunip_edit *edit);
/* Whether an edit of an unprinted string follows the new name of its function. Example: the
 * attribute `global_symbol` changes together with the name. */
bool tn_diff_follows_name(tn_diff_view *v, const tunip_edit *edit);

/* ---- lines with edits (view.c) ---- */

void tn_diff_mark_edits(tn_diff_view *v);

/* The index of the first part that begins at or after `offset`. */
size_t tn_diff_first_part(const tn_diff_side *side, size_t offset);

/* ---- hunks (text.c) ---- */

/* Calls `each` for every run of rows to show. */
void tn_diff_each_hunk(tn_diff_view *v, void (*each)(tn_diff_view *v, size_t begin, size_t end));
/* "@@ -3,4 +3,5 @@ def main(...):" */
void tn_diff_put_heading(tn_diff_view *v, size_t begin, size_t end);

/* ---- the forms ---- */

void tn_diff_put_unified(tn_diff_view *v);
void tn_diff_put_patch(tn_diff_view *v);
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
/* Switches to a colour. Writes nothing without the option `colour`. */
void tn_diff_put_colour(tn_diff_view *v, tn_diff_colour colour);

#endif
