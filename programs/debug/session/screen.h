/* screen.h -- the parts of the debugger's screen that draw nothing: which nodes it lists, and the
 * line that the user types. */
#ifndef SESSION_SCREEN_H
#define SESSION_SCREEN_H

#include "session.h"

/* ======== columns ======== */

/* Characters take no column, one, or two (tn_utf8_width()), and are not cut. */

/* The bytes with which a text begins that `columns` columns show. */
size_t text_head(tunip_str text, size_t columns);
/* The end of a text that takes at most so many columns. */
tunip_str text_tail(tunip_str text, size_t columns);

/* ======== the list of nodes ======== */

enum { LINE_ROOM = 400 };

typedef enum list_order { LIST_GRAPH, LIST_TIME, LIST_SIZE, LIST_NAME, LIST_ORDERS } list_order;
/* Which nodes are shown: those with a NaN or an infinity, with an injected value, ... */
typedef enum list_kind { LIST_ALL, LIST_BAD, LIST_INJECTED, LIST_BROKEN, LIST_KINDS } list_kind;

typedef struct screen_list {
    const tunip_debugger *d;
    size_t *nodes; /* that are shown, in their order */
    size_t count;
    list_order order;
    list_kind kind;
    char filter[LINE_ROOM]; /* of names: a part, or a pattern with * and ?; "": all */
    char *marks;            /* each node: 'N' a NaN, 'I' an infinity, 'J' injected, ' ' */
    size_t *stamps;         /* each entry: when it was looked at */
    char *states;           /* each entry: 'N', 'I', ' ' */
    size_t prefix;          /* bytes with which all names of functions begin */
} screen_list;

bool list_open(screen_list *list, const tunip_debugger *d, tunip_error *error);
void list_close(screen_list *list);
/* Finds out again what is shown, after the debugger or the settings have changed. */
void list_update(screen_list *list);
/* The place of a node in the list; that of the next one that is shown, or the last one. */
size_t list_place(const screen_list *list, size_t node);
/* "by time, NaN or Inf, *conv*": how the list differs from the graph. */
void list_put_state(const screen_list *list, tn_text *out);

/* Writes the name of a node in at most `width` columns: without the beginning that all names share,
 * and with its end, where names differ. */
void list_put_name(const screen_list *list, size_t node, size_t width, tn_text *out);
/* The time or the size of a node if the list is ordered by it, else nothing. */
void list_put_amount(const screen_list *list, size_t node, tn_text *out);

/* The breakpoint of this node alone, by its number or its name, or NULL. */
const dbg_break *list_break(const tunip_debugger *d, size_t node);
/* Whether a breakpoint names the node, perhaps by a pattern. */
bool list_has_break(const tunip_debugger *d, size_t node);

/* ======== the line ======== */

typedef struct screen_line {
    char text[LINE_ROOM];
    size_t cursor;
    char *history[100]; /* the last lines */
    size_t history_count, history_at;
} screen_line;

void line_begin(screen_line *line, const char *text);
void line_insert(screen_line *line, char c);
void line_erase(screen_line *line);      /* the character before the cursor */
void line_erase_word(screen_line *line); /* the word before the cursor */
void line_move(screen_line *line, int characters);
/* Shows an earlier line (-1) or a later one (1). */
void line_recall(screen_line *line, int step);
/* Adds the line to the history. */
void line_remember(screen_line *line);
void line_close(screen_line *line);
/* Completes the word before the cursor: a command, a node, or a file. Writes the candidates if
 * there are several. */
void line_complete(screen_line *line, const tunip_debugger *d, tn_text *candidates);

#endif
