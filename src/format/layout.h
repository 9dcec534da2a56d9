/* layout.h -- lines of a script: where they break, and the blanks between their tokens.
 *
 * The layout is that of Black 23.1 (https://black.readthedocs.io, "The Black code style"), so that
 * the text that TVM's .show() gives is the same. leaves.c makes the logical lines of the reader's
 * tokens, and split.c breaks a line that is too long. */
#ifndef TN_LAYOUT_H
#define TN_LAYOUT_H

#include <tunip/base.h>

#include "../read/formats/python/lexer.h"
#include "../util/text.h"

/* ======== a script ======== */

/* How to lay out. */
typedef struct tn_layout_options {
    size_t width; /* the longest line, in characters */
    size_t step;  /* blanks of one indentation */
} tn_layout_options;

/* A token or a comment: its bytes in the old text, and where they begin in the new one. */
typedef struct tn_layout_move {
    size_t begin, end;
    size_t to;
} tn_layout_move;
typedef TN_ARRAY(tn_layout_move) tn_layout_moves;

/* Appends the lines of `text` from `begin` to `end` to `out`, broken anew, without a line end after
 * the last one. NUL bytes follow `text`. `begin` is where a line begins, and the first token of the
 * line gives the indentation of the whole. `end` may be the end of the last token that is wanted;
 * comments below it belong to the part if they are indented more than its first line. Stores the
 * end of the part in *used. `moves` may be NULL. False, with `out` unfinished, if the part has a
 * malformed token, and when out of memory, which `out->failed` tells. */
bool tn_layout_text(tunip_str text, size_t begin, size_t end, const tn_layout_options *options,
                    tn_text *out, tn_layout_moves *moves, size_t *used);

/* ======== leaves ======== */

enum { TN_LEAF_COMMENT = PY__COUNT };

/* The number of no leaf. */
#define TN_LEAF_NONE UINT32_MAX

/* The role of a leaf where it stands. */
enum {
    TN_LEAF_UNARY = 1,    /* an operator in front of its operand, or a star of an argument */
    TN_LEAF_LIST = 2,     /* a bracket of a tuple, a list, a dict; not of a call or an index */
    TN_LEAF_INDEX = 4,    /* a bracket of an index */
    TN_LEAF_IMPORTED = 8, /* a bracket around imported names */
    TN_LEAF_TERNARY = 16, /* `if` and `else` of an expression */
    TN_LEAF_CLAUSE = 32,  /* `for` and `if` of a comprehension */
    TN_LEAF_COMPARE = 64, /* `in` and `not` of a comparison */
    TN_LEAF_RESULT = 128, /* a bracket around the type of a function's result */
    TN_LEAF_STAR = 256    /* a star of an argument */
};

/* A token, a comment on a line of its own inside of brackets, or a parenthesis that is written only
 * if the line breaks there. */
typedef struct tn_leaf {
    tunip_str text;    /* in the old text */
    const char *quote; /* written in place of the quotes at both ends of the text; or NULL */
    uint32_t width;    /* its characters */
    uint32_t match;    /* the number of the other bracket, or TN_LEAF_NONE */
    uint32_t depth;    /* the brackets around it in its logical line */
    uint32_t comment, comment_end; /* the comments behind it, in the comments of the lexer */
    uint16_t kind;                 /* tn_py_kind or TN_LEAF_COMMENT */
    uint16_t role;
    uint8_t before;   /* how well the line breaks in front of it; 0: it does not */
    bool has_space;   /* a blank stands in front of it */
    bool is_hidden;   /* a parenthesis that is not written */
    bool is_optional; /* a parenthesis that may be hidden */
    bool has_lines;   /* a string of several lines */
} tn_leaf;
typedef TN_ARRAY(tn_leaf) tn_leaves;

enum {
    TN_BREAK_DOT = 1,
    TN_BREAK_POWER,
    TN_BREAK_MUL = 4,
    TN_BREAK_ADD,
    TN_BREAK_SHIFT,
    TN_BREAK_BIT_AND,
    TN_BREAK_BIT_XOR,
    TN_BREAK_BIT_OR,
    TN_BREAK_COMPARE,
    TN_BREAK_STRING = 12,
    TN_BREAK_LOGIC = 14,
    TN_BREAK_TERNARY = 16,
    TN_BREAK_COMMA = 18,
    TN_BREAK_CLAUSE = 20
};

static inline bool tn_leaf_opens(const tn_leaf *leaf)
{
    return leaf->kind >= PY_OPEN_ROUND && leaf->kind <= PY_OPEN_CURLY;
}

static inline bool tn_leaf_closes(const tn_leaf *leaf)
{
    return leaf->kind >= PY_CLOSE_ROUND && leaf->kind <= PY_CLOSE_CURLY;
}

/* Completes the leaves of a line, of which kind, text and comments are set: adds the parentheses
 * that may be written (into `out`), and finds what each leaf is, and the blanks. */
bool tn_leaves_finish(const tn_leaves *line, tn_leaves *out, const tunip_allocator *allocator);

/* The number of characters of a text. */
uint32_t tn_text_width(tunip_str text);

/* The text of a comment with its '#', without blanks at its end; *is_tight: a blank belongs behind
 * the '#'. */
tunip_str tn_comment_text(tunip_str text, const tn_py_comment *comment, bool *is_tight);

/* ======== split ======== */

/* A line of the result: leaves of the logical line. */
typedef struct tn_piece {
    uint32_t from, to;
    uint32_t depth; /* steps of indentation in addition to those of the logical line */
    bool is_inside; /* of brackets: may break at its delimiters */
    bool must_break;
    bool has_comma; /* a comma is added at its end */
    bool is_part;   /* of a line that was broken at a bracket: its brackets are not looked at */
} tn_piece;
typedef TN_ARRAY(tn_piece) tn_pieces;

/* How many of the leaves in front of a leaf have a property. So a piece of a long line is asked
 * without a look at each of its leaves. */
typedef struct tn_counts {
    uint32_t lines;    /* strings of several lines */
    uint32_t comments; /* on a line of their own */
    uint32_t magic;    /* brackets that end with a comma which says that each item has a line */
    uint32_t optional; /* parentheses that may be hidden */
} tn_counts;

/* A logical line on its way. */
typedef struct tn_split {
    tn_leaves leaves;
    tunip_str text; /* that the comments are in */
    const tn_py_comment *comments;
    size_t width, step, indent; /* `indent`: blanks before the logical line */
    const tunip_allocator *allocator;
    bool failed;                 /* out of memory */
    tn_pieces done;              /* the result */
    tn_pieces queue;             /* parts that are not done yet */
    TN_ARRAY(tn_counts) counts;  /* for each leaf, and for the end */
    TN_ARRAY(uint32_t) optional; /* the parentheses that may be hidden */
    uint8_t *omitted;            /* for each leaf: the search for a bracket passes it by */
    unsigned level;              /* of recursion */
} tn_split;

/* Breaks the leaves into s->done. */
void tn_split_line(tn_split *s);

#endif
