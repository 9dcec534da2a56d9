/* elaborate.h -- the internals of an elaborator: its state while it reads one script. */
#ifndef TN_ELABORATE_H
#define TN_ELABORATE_H

#include <tunip/diagnostic.h>
#include <tunip/ext/elaborate.h>
#include <tunip/ext/format.h>

#include "../ir/valid.h"
#include "../util/memory.h"
#include "../util/mix.h"
#include "../util/tables.h"
#include "../util/threads.h"
#include "uses.h"
#include "words.h"

/* Lists of values or of names that are nested deeper are refused. */
enum { TN_MOST_NESTED = 1000 };

/* A name and its value. The innermost value of a name hides the others. */
typedef struct tn_bound_name {
    tunip_value value;
    uint32_t name;  /* in `names` */
    uint32_t older; /* the binding that it hides, + 1; or 0 */
} tn_bound_name;

/* A dialect, with the prefix that this script gives it. */
typedef struct tn_script_dialect {
    const tunip_dialect *dialect;
    const tn_lexicon *lexicon;
    const void *settings; /* tunip_elaborator_settings() */
    tunip_str prefix;
    void *state; /* NULL until it is asked for */
} tn_script_dialect;

/* A constant that the script may use, and its value. */
typedef struct tn_constant {
    tunip_str name;
    const tunip_doc *value;
} tn_constant;

/* ---- the reading of one script ---- */

typedef struct tn_script_reader tn_script_reader;
typedef bool (*tn_peek_fn)(const tunip_doc *stmt, void *user);

/* A language whose reader skips parts of the text and reads them when elaborate asks for them. */
typedef struct tn_grammar {
    /* Parses the expression in a string of the script, which is at `place`. A NUL follows `text`.
     * Returns NULL after a complaint. */
    const tunip_doc *(*parse)(tn_script_reader *r, tunip_str text, const tunip_doc *place);
    /* A copy of a function whose parameters were skipped, with its parameters, in `arena`. NULL
     * when out of memory. Called when the function is read, and before that when it is
     * declared, if its word needs the signature for that. */
    const tunip_doc *(*function)(tn_script_reader *r, tn_arena *arena, const tunip_doc *unread,
                                 bool declares);
    /* `body` parses the body of a function that the reader skipped (read/script.h), with
     * Docs in `arena`. `peek` parses its first statements, until `each` returns false. */
    tunip_docs (*body)(tn_script_reader *r, tn_arena *arena, const tunip_doc *unread);
    void (*peek)(tn_script_reader *r, tn_arena *arena, const tunip_doc *unread, tn_peek_fn each,
                 void *user);
} tn_grammar;

/* The versions of TVM that the words of a script are of. */
typedef struct tn_script_versions {
    unsigned newest;     /* the last version that added a word without an older name; or 0 */
    size_t older, newer; /* how many words have their older, their newer name */
    bool is_mixed;       /* no version has all words */
    unsigned first;      /* the version that the first words had to be read as; 0: any */
    unsigned last;       /* the version of all words */
    bool is_settled;     /* the reader's `vintage` is that of most words: others are no mistakes */
    bool was_noted;      /* there was a warning about such a word */
} tn_script_versions;

/* A name in a comment of a lossless text: `name` in the text is `text` in the IR; or, if `path` is
 * not NULL, the node there has the name `text`. */
typedef struct tn_restored_name {
    tunip_str name, text;
    const char *path;
    const tunip_doc *doc;   /* the comment with the path */
    const tunip_node *node; /* at the path, once it was found */
} tn_restored_name;

/* A comment about objects: the node at `path` is the one at `first`; if that is NULL, it is a copy
 * of its own. */
typedef struct tn_restored_object {
    const tunip_path *path, *first;
    const tunip_doc *doc;
} tn_restored_object;

/* The reading of one script: its reader fills it in, and elaborate works with it. The
 * wishes of the library's caller are in input->options. */
struct tn_script_reader {
    const tunip_input *input;
    tunip_diagnostics *diagnostics;
    size_t first;                 /* the number of those before this reading */
    tn_arena *arena;              /* of the Docs */
    const char *metadata;         /* the name of the format of the metadata section */
    const char *language;         /* as tunip_vocabulary.language; NULL: the common one, which has
                                     versions and can be folded */
    const tn_grammar *grammar;    /* NULL: nothing was skipped */
    const tn_constant *constants; /* names that the script may use: input->options->define_count;
                                     or NULL */
    tn_worker *worker; /* checks the nodes of functions; NULL: the caller's thread does */
    unsigned vintage;  /* the version of TVM: 26 is v0.26; 0: unknown */
    tn_script_versions versions;
    bool can_repeat; /* without origins, a graph with a grave flaw is no complaint, but
                                     sets is_flawed: its place is known if the script is read again
                                     with origins. If false, it is a complaint at the first
                                     statement */
    bool is_flawed;
    TN_ARRAY(tn_restored_name) restored; /* freed by tn_script_restore_end() */
    TN_ARRAY(tn_restored_object) objects;
    bool is_value;          /* its last statement is an expression, whose value is the root */
    bool is_node;           /* the script is one expression: its value is the root, as it is */
    bool is_refused;        /* the version of the script cannot express some of its nodes */
    tunip_diagnostic *last; /* the complaint that may get details */
};

/* The kinds of complaints. A TN_DETAIL belongs to the complaint before it. A TN_ELSEWHERE is not
 * about a place in the script. */
typedef enum tn_complaint { TN_COMPLAINT, TN_WARNING, TN_DETAIL, TN_ELSEWHERE } tn_complaint;

/* Adds a complaint of a rule to the diagnostics. `around` is the statement or expression at which
 * TVM's parser reports this mistake; NULL if it is the same place. */
void tn_script_complain(tn_script_reader *r, const tunip_doc *doc, const tunip_doc *around,
                        tn_complaint kind, const char *rule, tunip_str text);

/* Reads the text of a metadata section into the graph; NULL with a complaint. */
const tunip_node *tn_script_load(tn_script_reader *r, tunip_str text, const tunip_doc *doc);

/* The same for the file of this name: beside the source, or in the options of the read. */
const tunip_node *tn_script_load_file(tn_script_reader *r, tunip_str name, const tunip_doc *doc);

/* ---- lossless texts (nodes.c) ---- */

/* Reads a comment above a script, if it is one of those of a lossless text. */
void tn_read_remark(tunip_elaborator *e, tunip_str line, const tunip_doc *doc);
/* The same for a language that has no Docs for its comments: `// tunip: ...` in the first lines. */
void tn_read_remarks(tunip_elaborator *e, const tunip_doc *doc);
/* Gives the nodes below the root of the graph the names that these comments list, and makes those
 * one object that were one. */
tunip_status tn_script_restore(tn_script_reader *r);
void tn_script_restore_end(tn_script_reader *r);
/* Whether an expression is `tvm.ir.make_node(...)`, and its value. */
bool tn_makes_node(const tunip_doc *doc);
tunip_value tn_new_node(tunip_elaborator *e, const tunip_doc_call *doc);
/* Whether a statement is `name = tvm.ir.make_node(...)`, and reads it: it makes no statement in the
 * IR. */
bool tn_defines_node(const tunip_doc *doc);
void tn_read_node(tunip_elaborator *e, const tunip_doc *doc);
/* The root of a script that is one expression; NULL is None, or follows a complaint. */
const tunip_node *tn_read_root(tunip_elaborator *e, tunip_docs script);
/* A node in the oldest version, which the words of scripts know; NULL with an error. */
const tunip_node *tn_script_as_older(tn_script_reader *r, const tunip_node *root,
                                     tunip_error *error);
/* Sets the version of the script, as the options do. */
void tn_script_set_vintage(tunip_elaborator *e, unsigned vintage);

/* ---- elaborators ---- */

/* The node in place of metadata["KEY"][index]. */
typedef struct tn_script_placeholder {
    tunip_str key;
    int64_t index;
    tunip_node *node;
} tn_script_placeholder;

/* A name that an import gives to a module, or to a name in it: `Tx` in
 * `from tvm.script.tirx import tile as Tx`. */
typedef struct tn_script_import {
    tunip_str name;
    tunip_str path; /* tvm.script.tirx.tile */
} tn_script_import;

enum { TN_RECENT_OWNERS = 256, TN_RECALLED_NAMES = 256 };

/* A name that was looked up recently. The reader stores each name once, so its address identifies
 * it. */
typedef struct tn_recalled_name {
    tunip_str name;
    uint32_t number; /* in `names` */
} tn_recalled_name;

/* A word that was looked up recently, such as T.grid; the addresses of both names identify it. */
typedef struct tn_recent_word {
    tunip_str prefix, name;
    const tn_word *word;
} tn_recent_word;

/* A function that was read, and the part of the graph's memory that has its nodes. */
typedef struct tn_read_function {
    const tunip_node *root;
    const char *begin;
    size_t size;
} tn_read_function;

/* The function that was read last, and where the memory of the graph ended before it. */
typedef struct tn_last_function {
    const tunip_node *root;
    tn_arena_mark memory;
} tn_last_function;

enum { TN_CHECK_BATCH = 32, TN_CHECK_BATCHES = 4 };

typedef struct tn_check_batch {
    tn_validity *validity;
    tn_read_function functions[TN_CHECK_BATCH];
    size_t count;
    size_t job; /* of the worker, which checks them */
} tn_check_batch;

typedef struct tn_checks {
    tn_validity validity;  /* the worker's, until `last_job` is done */
    tn_last_function last; /* is not checked yet */
    tn_check_batch batches[TN_CHECK_BATCHES];
    size_t current, last_job;
    TN_ARRAY(const tunip_node *) again; /* nodes that were linked, perhaps after a check */
} tn_checks;

/* A name that stands for a symbolic variable in the signatures after it. */
typedef struct tn_type_var {
    const tunip_doc *id;
    const tunip_doc *dtype; /* NULL: int64 */
    struct tn_type_var *next;
} tn_type_var;

struct tunip_elaborator {
    const tunip_context *context;
    tunip_graph *graph;
    tn_arena arena; /* rewound after each outermost function */
    tn_arena kept;  /* memory that lasts until the reading ends */
    const tunip_allocator *allocator;
    tn_stack stack;
    tunip_error error; /* the first error that is not a mistake in the script: memory, a limit */
    const tunip_doc *unreported; /* at a call that gave a wrong value without a message; or NULL */
    const tunip_doc *owner;      /* the Doc of whose value a member was read last; or NULL */
    TN_ARRAY(tn_script_import) imports;
    bool has_nodes;    /* some are written field by field: no word has checked these fields */
    size_t node_depth; /* of those that are being read */
    bool is_alone;     /* the script has functions and no class: they may stem from a module */
    bool folds;
    bool graph_failed; /* an operand did not fit; this was reported. No more nodes can be made */
    bool guesses;      /* the script is a single expression: the dialect may guess the values of
                             unknown names */
    bool in_function;  /* a function is being read */
    const tunip_doc_function *function; /* the innermost one, or NULL */
    size_t function_complaints;         /* before it was read */
    tn_checks checks;                   /* of the nodes made */

    tn_script_dialect *dialects;
    size_t dialect_count;
    const tn_script_dialect *reading; /* the dialect of the innermost scope, or `outside` */
    const tn_script_dialect *outside; /* the dialect of statements outside of all scopes */
    struct {                          /* the dialects of recently met types, by their id */
        const tunip_type *type;
        const tn_script_dialect *owner;
    } owners[TN_RECENT_OWNERS];

    /* expr.c and stmt.c, which call tunip_elaborate() and tunip_elaborate_body() themselves */
    tunip_value (*value_of)(tunip_elaborator *e, const tunip_doc *doc);
    tunip_value (*express)(tunip_elaborator *e, const tunip_doc *doc); /* of this language */
    void (*read_stmt)(tunip_elaborator *e, const tunip_doc *doc);
    /* an operator on any two values, which belongs to the call `doc` */
    tunip_value (*operate)(tunip_elaborator *e, tunip_operator op, const tunip_value *operands,
                           const tunip_doc *doc);
    bool has_leaves; /* names and literals need no call of `value_of` */

    tn_recalled_name recent_names[TN_RECALLED_NAMES]; /* by address */
    tn_recent_word recent_words[TN_RECALLED_NAMES];
    const tn_word **constant_words; /* tn_constant_word(); or NULL */
    tn_intern names;
    TN_ARRAY(uint32_t) newest; /* by name: its newest binding + 1; or 0 */
    TN_ARRAY(tn_bound_name) bound;
    TN_ARRAY(tunip_node *) stmts; /* of all open scopes, inner ones last */
    TN_ARRAY(tunip_value) values; /* of incomplete lists, inner ones last */
    TN_ARRAY(tn_script_placeholder) placeholders;
    tunip_docs ahead;                  /* the body of the statement whose header is being read */
    TN_ARRAY(const tunip_doc *) early; /* its declarations that were read with the header */
    tunip_scope *top;
    size_t entered; /* the number of scopes that were entered so far */
    size_t depth_limit;

    tn_script_reader *script;
    const tunip_source *source;  /* record the origins of nodes in it; NULL: record none */
    const tn_constant *constant; /* whose value is being read; or NULL */
    const tunip_doc *here;       /* the origin of new nodes, if origins are recorded */
    unsigned since, until;       /* the versions of TVM that the words allow; `until` 0: no end */
    tn_type_var
        *type_vars; /* the names of statements such as n = TypeVar("n"), the last one first */
    unsigned hinted_until; /* the version that does not write the script; 0: any may */
    unsigned hinted;       /* the version that wrote the script, if no word decides it; or
                                    0 */
    size_t complaint_count;
    const tunip_doc *stmt; /* the statement or definition being read, or the call of a lambda */
    const tunip_doc *next; /* the statement after it in the innermost body; NULL at its end */
    const tunip_doc *expr; /* the innermost expression whose parts are known, or `stmt` */
    size_t lambda_depth;
    size_t script_size;      /* in bytes */
    const tunip_doc *opener; /* of the scope whose names are read; NULL: an assignment */
    bool opens_loop;
    const tunip_doc *called;  /* the callee of the call that is read; NULL for that of a scope */
    const tunip_doc *opening; /* the call that opens a scope, or decorates */
    TN_ARRAY(tunip_str) unknown_words; /* of which there was a warning */
    size_t effort;                     /* left: see tn_elaborator_spend() */
    bool is_silent; /* the last complaint was not reported, so it takes no details */
    bool is_broken; /* a statement outside of functions, or the signature of a function, had a
                       syntax error: names may be unknown because of that */
    size_t broken_function;  /* 1 + function_count when a statement in a function had one; or 0 */
    size_t wrong_scopes;     /* that are open: their heads could not be read */
    size_t function_count;   /* of the outermost functions that were read */
    TN_ARRAY(size_t) failed; /* by name: 1 + function_count when it failed last, or 0 */
};

void tn_elaborator_fail_memory(tunip_elaborator *e);
/* `doc`, or if it is NULL or of another text, the Doc of the script that is being read. */
const tunip_doc *tn_known_place(const tunip_elaborator *e, const tunip_doc *doc);
/* Memory that lasts until the outermost function has been read. NULL on failure; the elaborator
 * then keeps the error. */
static inline void *tn_elaborator_memory(tunip_elaborator *e, size_t size)
{
    void *memory = tn_arena_alloc(&e->arena, size);
    if (!memory) tn_elaborator_fail_memory(e);
    return memory;
}

/* Counts work that a short text can ask for endlessly: bytes of called lambdas and of computed
 * strings, items of lists that are used again. False if the script asks for too much, which is
 * reported once, at `doc` or if it is NULL at the current expression. */
bool tn_elaborator_refuse_effort(tunip_elaborator *e, const tunip_doc *doc);
static inline bool tn_elaborator_spend(tunip_elaborator *e, size_t amount, const tunip_doc *doc)
{
    if (amount >= e->effort) return tn_elaborator_refuse_effort(e, doc);
    e->effort -= amount;
    return true;
}

/* Complains at `doc`, once, if a node could not be made because its operands do not fit. */
void tn_check_graph(tunip_elaborator *e, const tunip_doc *doc);

/* ---- checks of nodes ---- */

void tn_checks_close(tunip_elaborator *e);

/* Makes sure that a function that has just been read is checked. `before` is where the memory of
 * the graph ended before it was read. */
void tn_check_function(tunip_elaborator *e, const tunip_node *root, tn_arena_mark before);
/* Records that a node is being linked, which changes it. */
void tn_check_linked(tunip_elaborator *e, const tunip_node *node);
/* Checks all other nodes below the root. Words of a dialect may make nodes that do not fit. The
 * complaint about such a node is at its origin, or at `doc` if no origins were recorded. */
void tn_check_rest(tunip_elaborator *e, const tunip_node *root, const tunip_doc *doc);

/* ---- names ---- */

/* The place of a name in a table of recent ones. */
static inline size_t tn_recent_slot(tunip_str name)
{
    return (size_t)(tn_mix_address(name.data) >> 56) % TN_RECALLED_NAMES;
}

static inline bool tn_is_recent(tunip_str known, tunip_str name)
{
    return known.data == name.data && known.size == name.size;
}

/* Finds the number of a name. A name that has no value gets a number, too: most of them are
 * prefixes, which occur often. False when out of memory. */
bool tn_recall_name(tunip_elaborator *e, tunip_str name, tn_recalled_name *recent);

/* Whether a syntax error may be the reason for a mistake here. */
static inline bool tn_is_broken(const tunip_elaborator *e)
{
    return e->is_broken || e->broken_function == 1 + e->function_count;
}

/* Records a syntax error. */
static inline void tn_set_broken(tunip_elaborator *e)
{
    if (e->in_function)
        e->broken_function = 1 + e->function_count;
    else
        e->is_broken = true;
}

/* Records that a name got a wrong value or is not defined: its uses in the same function cause no
 * further message. */
void tn_name_fail(tunip_elaborator *e, tunip_str name);
/* Forgets the names that are bound from number `first` on. */
void tn_forget_names(tunip_elaborator *e, size_t first);
/* Records a failure for the names that are bound from number `first` on. */
void tn_names_fail(tunip_elaborator *e, size_t first);
/* Whether a name failed, or is a parameter that has no value because of a mistake. */
bool tn_name_has_failed(const tunip_elaborator *e, tunip_str name);

/* tunip_name_get() for the name of a Doc. */
static inline const tunip_value *tn_doc_name_get(tunip_elaborator *e, tunip_str name)
{
    tn_recalled_name *recent = &e->recent_names[tn_recent_slot(name)];
    if (!tn_is_recent(recent->name, name) && !tn_recall_name(e, name, recent)) return NULL;
    uint32_t newest = e->newest.items[recent->number];
    return newest ? &e->bound.items[newest - 1].value : NULL;
}

/* Whether the caller wants the places of names. */
static inline bool tn_notes_uses(const tunip_elaborator *e)
{
    return e->script->input->options->uses != NULL;
}

/* Record that the name which is bound next is defined by the current statement, or where its value
 * comes from; that an ID stands for a bound value; and that a Doc spells a word. */
void tn_note_bound(tunip_elaborator *e, tunip_str name, const tunip_value *value);
void tn_note_reference(tunip_elaborator *e, const tunip_doc_id *id, const tunip_value *bound);
void tn_note_word(tunip_elaborator *e, const tunip_word *row, const tunip_doc *doc);

/* The name in the rows of a dialect for a word or a keyword of the script, which may be the name of
 * a newer version of TVM. Records the version of the name. */
tunip_str tn_older_name(tunip_elaborator *e, const tunip_dialect *dialect, tunip_str name,
                        const tunip_doc *doc);
/* The word `name` of a dialect in the version of the script; NULL if it has none, and when out of
 * memory. */
const tn_word *tn_word_find(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name,
                            const tunip_doc *doc);
/* The same for a method, whose name begins with a dot. */
const tn_word *tn_method_find(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name,
                              const tunip_doc *doc);
/* The word that an added word overrides: one of another dialect that extends the same one, or of
 * that one itself. NULL: none. */
const tn_word *tn_word_overridden(tunip_elaborator *e, const tn_word *word, const tunip_doc *doc);
/* The word for the calls of a name that the dialect does not have; NULL if they are errors. */
const tn_word *tn_word_keep(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name);
/* Records that a call of the word `name` has the keyword `key`, which a row of a newer version may
 * have added. */
void tn_note_keyword(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name,
                     tunip_str key, const tunip_doc *doc);
/* The version of a script that has been read: that of its words, otherwise the hinted version; 0
 * means the oldest one. */
unsigned tn_script_vintage(const tunip_elaborator *e);
/* Finds the dialect that reads a fragment without imports, and the version of TVM, from the words
 * of the script. */
void tn_survey(tunip_elaborator *e, tunip_docs script);
/* The import line of newer versions and the first of them; NULL if it is the same. */
const char *tn_newer_import(const tunip_dialect *dialect, unsigned *since);
/* Records that the script imports a dialect with the import line of newer or of older versions. */
void tn_note_import(tunip_elaborator *e, const tunip_dialect *dialect, bool is_newer,
                    const tunip_doc *doc);

/* The dialect with the prefix `name`, or NULL. */
const tn_script_dialect *tn_elaborator_prefix(const tunip_elaborator *e, tunip_str name);
/* Whether the dialect has the word that reads classes, as that of modules has. */
bool tn_reads_classes(const tn_script_dialect *dialect);

/* The entry of a dialect in `dialects`, or NULL. Most of the time it is `reading`; the first
 * function looks through all. */
const tn_script_dialect *tn_elaborator_other(const tunip_elaborator *e,
                                             const tunip_dialect *dialect);
static inline const tn_script_dialect *tn_elaborator_dialect(const tunip_elaborator *e,
                                                             const tunip_dialect *dialect)
{
    bool is_reading = e->reading && e->reading->dialect == dialect;
    return is_reading ? e->reading : tn_elaborator_other(e, dialect);
}

/* The dialect to which the type of a node belongs, or NULL. */
const tn_script_dialect *tn_elaborator_owner(tunip_elaborator *e, const tunip_node *node);

/* Calls a word with these argument Docs. `self` is absent except for methods. */
tunip_value tn_call_word(tunip_elaborator *e, const tunip_word *word, tunip_value self,
                         const tunip_doc *doc, const tunip_doc *target);

/* Makes the place of `doc` the origin of a node that was made in the current statement. */
void tn_move_new(tunip_elaborator *e, const tunip_node *node, const tunip_doc *doc);

/* The node `value` of the expression `doc`, whose operands have `total` operands. Names and lambdas
 * share nodes, so a short script can make a node with 2^40 nodes below it, and each walk through
 * them would be endless. So it is refused, as lists are. */
enum { TN_MOST_SHARED = 1 << 16, TN_MOST_COUNTED = (1 << 20) - 1 };
bool tn_shares_too_much(const tunip_elaborator *e, size_t total, const tunip_doc *doc);
static inline tunip_value tn_with_operands(tunip_elaborator *e, tunip_value value, size_t total,
                                           const tunip_doc *doc)
{
    bool is_tree = value.kind == TUNIP_VALUE_NODE &&
                   !(value.node->type->flags & TUNIP_TYPE_VARIABLE); /* walks do not enter a use */
    if (!is_tree) return value;
    if (total > TN_MOST_SHARED && tn_shares_too_much(e, total, doc))
        return tunip_complain(e, doc, "the operands here have too many operands: %zu", total);
    value.total = (total + 1 < TN_MOST_COUNTED ? total + 1 : TN_MOST_COUNTED) & TN_MOST_COUNTED;
    return value;
}
/* The sum of the totals. */
static inline size_t tn_total_of(const tunip_value *values, size_t count)
{
    size_t total = 0;
    for (size_t i = 0; i < count; i++) total += values[i].total;
    return total;
}

/* The value of an expression; elaborator.operate; reads a statement. */
tunip_value tn_operate(tunip_elaborator *e, tunip_operator op, const tunip_value *operands,
                       const tunip_doc *doc);
tunip_value tn_value_of(tunip_elaborator *e, const tunip_doc *doc);
void tn_read_stmt(tunip_elaborator *e, const tunip_doc *doc);

/* The value of an expression that is a statement: absent if it has none. */
tunip_value tn_elaborate_effect(tunip_elaborator *e, const tunip_doc *doc);

/* Stores tunip_elaborate() in *out. */
void tn_elaborate_to(tunip_elaborator *e, const tunip_doc *doc, tunip_value *out);

/* Pushes a value onto a stack. tn_take_values() makes a list of the `count` values from `first` on;
 * the items of the list are NULL when out of memory. The stack is needed because inner lists are
 * made while an outer list is incomplete. */
void tn_push_value(tunip_elaborator *e, tunip_value value);
tunip_values tn_take_values(tunip_elaborator *e, size_t first, size_t count);

static inline bool tn_has_wrong(tunip_values values)
{
    for (size_t i = 0; i < values.count; i++)
        if (values.items[i].kind == TUNIP_VALUE_WRONG) return true;
    return false;
}

/* The values of arguments or items; `*x` stands for the items of x. NULL items when out of memory.
 * A value may be wrong. */
tunip_values tn_elaborate_items(tunip_elaborator *e, tunip_docs docs);

/* Reads statements. Scopes that they open for the rest of the body stay open. */
void tn_elaborate_open(tunip_elaborator *e, tunip_docs body);

/* The same for WORD[indices]. */
tunip_value tn_subscript_word(tunip_elaborator *e, const tunip_word *word, tunip_value self,
                              tunip_values indices, const tunip_doc *doc);

/* Reads the declaration of a name that a header uses and its body declares, as printed loops do:
 * `for i in T.grid(n): n = T.int32()`. False if there is none. */
bool tn_read_ahead(tunip_elaborator *e, tunip_str name);

/* The placeholder for metadata["KEY"][index] in a script without its metadata section, if the
 * options ask for one; absent for any other expression. */
tunip_value tn_placeholder_of(tunip_elaborator *e, const tunip_doc_index *doc);

/* Evaluates an operator on literals as Python does. Absent if an operand is not a literal, or if
 * the result is not a literal. */
tunip_value tn_constant_operation(tunip_elaborator *e, const tunip_doc_operation *doc,
                                  const tunip_value *operands);
/* Sets *out to the truth value of a literal in Python. Returns false if the value is not a
 * literal. */
bool tn_constant_truth(const tunip_value *value, bool *out);

/* A message of a check of nodes, without the keys of types. */
const char *tn_with_nouns(tunip_elaborator *e, tunip_str text);

/* The name of a word for messages: "T.grid", or "`astype`" for a method. */
const char *tn_word_title(tunip_elaborator *e, const tunip_word *row);

/* The beginning of a sentence about a value: "`A` is a buffer and", or "a buffer". */
const char *tn_value_introduce(tunip_elaborator *e, const tunip_value *value, const tunip_doc *doc);

/* Reports that a name is not defined. */
tunip_value tn_refuse_name(tunip_elaborator *e, const tunip_doc_id *id);
/* Whether the value of `doc` is a function outside of the script: without --fold, an undefined name
 * stands for one. Where no function can stand, the name is just not defined. */
bool tn_is_outsider(tunip_elaborator *e, const tunip_value *value, const tunip_doc *doc);

/* Adds "did you mean ...?" to the last complaint if a word of the dialect is similar to `name`. */
void tn_suggest_word(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name);
/* The same of a dtype. */
void tn_suggest_dtype(tunip_elaborator *e, tunip_str name);
/* Adds the decorators for functions to the last complaint: the words that declare functions. */
void tn_suggest_decorator(tunip_elaborator *e);

/* The name of a function or a class; `doc` itself for another Doc. */
static inline const tunip_doc *tn_definition_name(const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_CLASS) return ((const tunip_doc_class *)doc)->name;
    return doc->kind == TUNIP_DOC_FUNCTION ? ((const tunip_doc_function *)doc)->name : doc;
}

/* The decorators of a function or a class. */
static inline tunip_docs tn_decorators(const tunip_doc *definition)
{
    return definition->kind == TUNIP_DOC_CLASS
               ? ((const tunip_doc_class *)definition)->decorators
               : ((const tunip_doc_function *)definition)->decorators;
}

#endif
