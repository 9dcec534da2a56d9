/* parse.h -- the reader of MLIR text.
 *
 * The syntax that all of MLIR shares is parsed exactly. Each dialect writes the rest of an
 * operation with C++ of its own; this rest becomes a list of pieces (<tunip/mlir.h>). An operation
 * begins
 *   - where a region or a file begins, and behind the label of a block;
 *   - at the first token of a line, outside of all brackets, if the line before does not end in
 *     `,`, `:`, `=`, `->` or an opening bracket, and if this token is
 *       the first of `%a, %b:2 = `,
 *       a string before `(`,
 *       a word with a dot,
 *       a word that is an operation without its dialect: `return`, `module`, ...,
 *       or any other word, in a region that has operations without a dialect.
 * It ends where the next one begins, at the label of a block, or where its region ends.
 *
 * A brace opens a dictionary, a region, or a list of words: see brace.c. A value among the pieces
 * is a use if the name is visible. If not, it belongs to the operation if that has a region (it is
 * an argument of the region) or declares a symbol, and is defined later if not: see scope.c. Where
 * nothing defines it, it is an error, unless the operation's own syntax may: see mlir_unknown. */
#ifndef TUNIP_READERS_MLIR_PARSE_H
#define TUNIP_READERS_MLIR_PARSE_H

#include <tunip/mlir.h>

#include "../../../util/memory.h"
#include "../../../util/tables.h"
#include "../../../util/threads.h"
#include "../../read.h"
#include "../../uses.h"
#include "lexer.h"

/* The value that a name means. */
typedef struct mlir_value_binding {
    tunip_mlir_value *value;
    size_t pending;  /* number + 1 in `pending` of a value that no one has defined yet; or 0 */
    uint32_t region; /* that the definition is in */
} mlir_value_binding;

/* The block that a name means. */
typedef struct mlir_label_binding {
    tunip_mlir_label *label;
    uint32_t region;
    bool is_defined;
} mlir_label_binding;

/* The meanings of a text at the place of the parser. */
typedef struct mlir_binding {
    tunip_string *word;
    mlir_value_binding value;
    mlir_label_binding block;
    tunip_mlir_form *forms[2];     /* pretty and generic, with this text as layout */
    uint32_t stamp;                /* the last dictionary with this key */
    uint32_t alias;                /* number + 1 in `aliases`; or 0 */
    tunip_mlir_location *location; /* of this text, in the part in hand */
} mlir_binding;

/* Bindings as they were before a scope changed them: a scope of values is an operation or a region,
 * one of blocks is a region. */
typedef struct mlir_value_undo {
    uint32_t id;
    mlir_value_binding before;
} mlir_value_undo;
typedef struct mlir_label_undo {
    uint32_t id;
    mlir_label_binding before;
} mlir_label_undo;

/* A value of the open operation whose definition is not known yet, or that its syntax defines. */
typedef struct mlir_pending {
    uint32_t id;
    tunip_mlir_value *value;
    size_t begin, end; /* the first use */
    int64_t number;    /* the greatest that a use has, `%0#3` */
    size_t number_begin, number_end;
    const tunip_string *definer; /* the operation whose syntax may define it; or NULL */
    bool is_head;                /* among the pieces of the operation itself */
    bool is_defined;
    bool is_result; /* `%0#1`, which no argument is */
} mlir_pending;

/* A name that an operation gives to a result, and the brace that opens the region around it. */
typedef struct mlir_definition {
    size_t open; /* 1 + the offset of the brace; 0: outside of all regions */
    uint32_t id;
} mlir_definition;

/* A value among the pieces of an operation, if its name is not visible, is
 *   - a mistake, unless it is defined later: in the generic form, in an operation of MLIR's own
 *     dialects or without a dialect, and in the list of operands that may follow the name,
 *     `x.y %a, %b`;
 *   - elsewhere, a value that the syntax of an unknown dialect defines, as in
 *     `x.y @f(%a) -> %b as i32`, unless it is defined later. A print chooses numbers, so a name
 *     that is a number is a mistake, too;
 *   - an argument of a declaration: `func.func private @f(%a: i32)`. */
typedef enum mlir_unknown { MLIR_MISTAKE, MLIR_PERHAPS_DEFINED, MLIR_ARGUMENT } mlir_unknown;

/* The operation in hand. */
typedef struct mlir_head {
    const tunip_string *name; /* or NULL: the generic form */
    size_t pending;           /* the first in `pending` */
    bool has_symbol;          /* it has named itself */
    bool declares;            /* behind a word such as `private` */
    bool is_list;             /* so far there are only operands */
    size_t symbol_use;        /* 1 + the number in tunip_uses of its symbol; or 0 */
    size_t angles, angle;     /* open brackets as in `x<%a>`, and the begin of the last one */
} mlir_head;

/* A use of a block whose label may follow. */
typedef struct mlir_jump {
    uint32_t id;
    tunip_mlir_label *label;
    size_t begin, end;
} mlir_jump;

/* A location whose span is not made yet. */
typedef struct mlir_spanned {
    tunip_mlir_span **to;
    const tunip_mlir_location *location;
} mlir_spanned;

/* A result of an operation that has not ended. */
typedef struct mlir_named {
    tunip_str name;
    size_t begin;
    int64_t count;
} mlir_named;

/* A hash of a list of tokens, of which that of two lists in a row can be computed. */
typedef struct mlir_sum {
    uint64_t hash, power;
} mlir_sum;

typedef struct mlir_alias {
    uint32_t id;
    tunip_str text;
    bool is_location, is_open;
    mlir_sum sum;       /* of the expanded text; zero: unknown */
    tunip_str expanded; /* or NULL: unknown */
    uint32_t span;      /* the number of the last span that has its sites */
} mlir_alias;

/* An error. Errors are reported at the end, in the order of the text: that a value is not defined
 * is known only where its region ends. */
enum { MLIR_MOST_ERRORS = 20, MLIR_MESSAGE = 256 };

typedef struct mlir_error {
    size_t begin, end, number; /* the number in the order in which they were found */
    char message[MLIR_MESSAGE];
} mlir_error;

typedef struct mlir_parser {
    const tunip_input *input;
    tunip_graph *graph;
    const tunip_allocator *allocator;
    tunip_str text;    /* ends where the part of the file ends */
    size_t begin;      /* of the part */
    mlir_token token;  /* the next one */
    mlir_token before; /* the last one that was taken */
    size_t end;        /* of what was taken: the end of an attribute, not of its first token */
    size_t column;     /* of the first token of its line */
    tn_stack stack;
    tn_arena *arena; /* until the end of the read */
    tn_intern names;
    TN_ARRAY(mlir_binding) bindings; /* by number in `names` */
    TN_ARRAY(mlir_value_undo) undo;
    TN_ARRAY(mlir_label_undo) label_undo;
    TN_ARRAY(mlir_pending) pending;
    TN_ARRAY(mlir_jump) jumps;
    TN_ARRAY(mlir_definition) definitions; /* of the whole part, sorted; see mlir_is_defined() */
    bool has_definitions;
    TN_ARRAY(size_t) open; /* the braces of the regions around the token, as in mlir_definition */
    uint32_t region;       /* the number of the region in hand */
    uint32_t region_count; /* numbers given so far */
    mlir_head head;
    bool is_bare; /* the operations of the region in hand have no dialect */
    uint32_t dictionary_count;
    /* stacks: each operation adds at the end and takes its items off */
    TN_ARRAY(tunip_node *) nodes;
    TN_ARRAY(tunip_node *) blocks; /* and definitions of aliases */
    TN_ARRAY(tunip_node *) locations;
    TN_ARRAY(mlir_named) results;
    TN_ARRAY(mlir_spanned) spanned;
    TN_ARRAY(tunip_mlir_span) sites; /* of the location that is being read */
    uint32_t span_count;             /* spans begun so far */
    size_t location_end;             /* of the last location that was taken */
    TN_ARRAY(char) gaps;
    TN_ARRAY(char) scratch;
    tn_intern attributes; /* by spelling */
    TN_ARRAY(tunip_mlir_attribute *) attribute_nodes;
    TN_ARRAY(tunip_mlir_attribute *) aliased; /* attributes that mention an alias */
    TN_ARRAY(mlir_alias) aliases;
    size_t expanded;                         /* bytes of all aliases */
    TN_ARRAY(tunip_mlir_location *) located; /* all locations of the part in hand */
    TN_ARRAY(tunip_node *) comments;
    size_t comments_end;
    bool failed; /* out of memory, or too many errors: stop */
    bool is_out_of_memory;
    size_t errors;
    mlir_error found[MLIR_MOST_ERRORS];
} mlir_parser;

/* parser.c */
/* Reads the next token; or the one at or after `end`. */
void mlir_next(mlir_parser *p);
void mlir_go_to(mlir_parser *p, size_t end);
/* Keeps the comments between two tokens. */
void mlir_take_comments(mlir_parser *p, size_t begin, size_t end);
static inline bool mlir_at(const mlir_parser *p, const char *punct)
{
    return mlir_is(p->text, &p->token, punct);
}
void mlir_fail(mlir_parser *p, size_t begin, size_t end, const char *format, ...)
    TUNIP_PRINTF(4, 5);
/* The token in hand is wrong. */
void mlir_fail_token(mlir_parser *p);
void mlir_report_errors(mlir_parser *p);
/* Stops the parse. */
void mlir_no_memory(mlir_parser *p);

/* Words: the number of a text, and its node, one for each text */
uint32_t mlir_id(mlir_parser *p, tunip_str text);
tunip_string *mlir_word(mlir_parser *p, tunip_str text);

/* scope.c */
/* Records a name for an editor. */
void mlir_note(mlir_parser *p, tunip_use_kind kind, size_t begin, size_t size, const void *node);
/* The value of a token `%x` or `%x#1` among the pieces of an operation. */
tunip_node *mlir_use(mlir_parser *p, const mlir_token *token, mlir_unknown unknown);
/* A new value for a result or an argument of a block. */
tunip_mlir_value *mlir_define(mlir_parser *p, tunip_str name, size_t begin, int64_t count);
tunip_mlir_label *mlir_jump_to(mlir_parser *p, const mlir_token *token);
tunip_mlir_label *mlir_label(mlir_parser *p, const mlir_token *token);
void mlir_leave(mlir_parser *p, size_t undo, size_t pending);
/* Whether a line of the regions around the token begins with the definition of a name, before or
 * behind the token. */
bool mlir_is_defined(mlir_parser *p, uint32_t id);
/* Reports a use of a result that the value does not have, now that it is defined. */
void mlir_check_uses(mlir_parser *p, const mlir_pending *item);
/* Reports values and blocks that nothing has defined; as warnings if an operation may. */
void mlir_report_pending(mlir_parser *p, size_t pending);
void mlir_report_jumps(mlir_parser *p, size_t jumps);
/* Leaves the scope of the blocks of a region. */
void mlir_leave_blocks(mlir_parser *p, size_t undo);

/* attribute.c */
/* The attribute or type that the token begins, with what follows it in angle brackets; NULL if it
 * is a plain word. Takes its tokens. `column` is that of the operation. */
tunip_mlir_attribute *mlir_attribute(mlir_parser *p, size_t column);
/* The attribute of a string with characters that MLIR escapes, so that `"\t"` and `"\09"` are the
 * same. NULL, at the token, for any other string. */
tunip_mlir_attribute *mlir_escaped_string(mlir_parser *p, size_t column);
/* Whether the token and the next one begin `#name =` or `!name =`. Then takes the definition. */
tunip_string *mlir_alias_definition(mlir_parser *p);
/* Whether an operation or a definition goes on in the next line, because this is the last token of
 * a line. */
bool mlir_goes_on(tunip_str text, const mlir_token *last);
/* The text of [begin, end); in its usual form if it has several lines. */
tunip_string *mlir_one_line(mlir_parser *p, size_t begin, size_t end);
/* The same with its lines, without carriage returns. */
tunip_string *mlir_lines(mlir_parser *p, size_t begin, size_t end);
mlir_alias *mlir_find_alias(const mlir_parser *p, tunip_str name);
/* Whether the token is the name of an alias. */
bool mlir_is_alias(tunip_str text, const mlir_token *token);
/* Replaces the aliases in all attributes by their definitions. */
void mlir_expand_aliases(mlir_parser *p);
/* The end of what the bracket at `from` opens; 0 if it is never closed, or if it encloses values
 * and `plain` is set. */
size_t mlir_skip_brackets(tunip_str text, size_t from, bool plain);

/* location.c */
/* The location at [begin, end), one node for each text. */
tunip_mlir_location *mlir_location(mlir_parser *p, size_t begin, size_t end);
/* The sum of what an alias stands for; false if its token stands for itself. */
bool mlir_sum_alias(mlir_parser *p, mlir_alias *alias, int depth, mlir_sum *sum);
/* Finds the meanings of all locations. */
void mlir_resolve_locations(mlir_parser *p);

/* span.c */
/* Notes that a span is to be made of a location. */
void mlir_note_location(mlir_parser *p, tunip_mlir_span **to, const tunip_node *location);
/* The same for the last value among the pieces, if no bracket or comma is between. */
void mlir_note_argument(mlir_parser *p, const tunip_mlir_location *location);
/* Makes the spans of a file, after all aliases are known. */
void mlir_make_spans(mlir_parser *p);

/* brace.c */
/* Whether the name of an operation has a dialect, or usually stands without it. */
bool mlir_has_usual_name(tunip_str name);
/* Whether the name of an operation has a dialect that is none of MLIR's own. */
bool mlir_is_foreign(tunip_str name);
typedef enum mlir_brace { MLIR_REGION, MLIR_DICTIONARY, MLIR_WORDS } mlir_brace;
mlir_brace mlir_classify_brace(const mlir_parser *p);
/* Whether the token begins an operation, if an operation may begin there. */
bool mlir_starts_operation(const mlir_parser *p, const mlir_token *token);

/* parse.c */
/* Adds the piece that the token begins; takes its tokens. */
void mlir_piece(mlir_parser *p, size_t column);
tunip_mlir_file *mlir_parse_file(mlir_parser *p);

#endif
