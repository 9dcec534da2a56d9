/* elaborate.h -- the inside of an elaborator: the state of the reading of one script. */
#ifndef TN_ELABORATE_H
#define TN_ELABORATE_H

#include <tunip/ext/elaborate.h>

#include "../base/arena.h"
#include "../base/array.h"
#include "../base/intern.h"
#include "../base/stack.h"
#include "words.h"

/* A name and its value. The innermost value of a name hides the others. */
typedef struct tn_bound_name {
    tunip_value value;
    uint32_t name;  /* in `names` */
    uint32_t older; /* the binding that it hides, + 1; or 0 */
} tn_bound_name;

/* A dialect as this script names it. */
typedef struct tn_script_dialect {
    const tn_lexicon *lexicon;
    tunip_str prefix;
    void *state; /* NULL until it is asked for */
} tn_script_dialect;

/* What is told of each complaint: the place and the text. `is_detail`: it belongs to the one
 * before. */
typedef void (*tn_complaint_fn)(void *user, const tunip_doc *doc, bool is_detail, tunip_str text);

/* Parses an expression that stands at `place`, a string of the script; `text` has a NUL behind it.
 * NULL after an error, which was reported. */
typedef const tunip_doc *(*tn_parse_fn)(void *user, tunip_str text, const tunip_doc *place);
/* Reads a saved graph into the graph of the elaborator: its root. NULL after an error, which is in
 * `error`. */
typedef const tunip_node *(*tn_load_fn)(void *user, tunip_str text, tunip_error *error);

enum { TN_RECENT_OWNERS = 64 };

struct tunip_elaborator {
    const tunip_context *context;
    tunip_graph *graph;
    tn_arena arena;
    const tunip_allocator *allocator;
    tn_stack stack;
    tunip_error error; /* the first one that is no complaint: memory, a limit */
    bool folds;

    tn_script_dialect *dialects;
    size_t dialect_count;
    const tn_script_dialect *reading; /* the dialect of the innermost scope, or `outside` */
    const tn_script_dialect *outside; /* the dialect of statements outside of all scopes */
    struct { /* the dialects of recently met types */
        const tunip_type *type;
        const tn_script_dialect *owner;
    } owners[TN_RECENT_OWNERS];

    tn_intern names;
    TN_ARRAY(uint32_t) newest; /* by name: its newest binding + 1; or 0 */
    TN_ARRAY(tn_bound_name) bound;
    TN_ARRAY(tunip_node *) stmts; /* of all open scopes, inner ones last */
    TN_ARRAY(tunip_value) values; /* of lists in the making, inner ones last */
    tunip_scope *top;
    size_t depth_limit;

    tn_complaint_fn complain;
    tn_parse_fn parse;
    tn_load_fn load;
    void *user;
    size_t complaint_count;
    bool has_wrong; /* the last complaint may be extended */
};

/* Memory until the reading ends; on failure the elaborator has its error and the result is NULL. */
void *tn_elaborator_memory(tunip_elaborator *e, size_t size);
void tn_elaborator_fail_memory(tunip_elaborator *e);

/* The dialect with the prefix `name`, or NULL. */
const tn_script_dialect *tn_elaborator_prefix(const tunip_elaborator *e, tunip_str name);
/* The dialect to which a type belongs, or NULL. */
const tn_script_dialect *tn_elaborator_dialect(const tunip_elaborator *e,
                                               const tunip_dialect *dialect);
const tn_script_dialect *tn_elaborator_owner(tunip_elaborator *e, const tunip_node *node);

/* The call of a word with these argument Docs. `self` is absent but for methods. */
tunip_value tn_call_word(tunip_elaborator *e, const tunip_word *word, tunip_value self,
                         const tunip_doc *doc, const tunip_doc *target);

/* Reads statements; scopes that they open for the rest stay open. */
void tn_elaborate_open(tunip_elaborator *e, tunip_docs body);

/* The same for WORD[indices]. */
tunip_value tn_subscript_word(tunip_elaborator *e, const tunip_word *word, tunip_values indices,
                              const tunip_doc *doc);

/* Adds "did you mean ...?" to the last complaint if a known name or word is like `name`. */
void tn_suggest_name(tunip_elaborator *e, tunip_str name);
void tn_suggest_word(tunip_elaborator *e, const tn_script_dialect *dialect, tunip_str name);

/* ---- the whole script ---- */

/* How a script is read. */
typedef struct tn_elaborate_options {
    bool folds;
    tunip_str reading; /* the dialect of a fragment; empty: by the script's imports */
    tn_complaint_fn complain;
    tn_parse_fn parse; /* or NULL: strings hold no expressions */
    tn_load_fn load;   /* or NULL: strings hold no graphs */
    void *user;
} tn_elaborate_options;

/* Makes nodes of a script in `graph` and sets its root. Complaints go to the options' function;
 * `complaints` gets their number. Fails only for want of memory. */
tunip_status tn_elaborate_script(const tunip_context *context, tunip_graph *graph,
                                 tunip_docs script, const tn_elaborate_options *options,
                                 size_t *complaints, tunip_error *error);

#endif
