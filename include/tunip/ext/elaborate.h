/* elaborate.h -- for authors of dialects whose scripts can be read back: from Docs to nodes.
 *
 * This header is for extensions, as <tunip/ext/dialect.h> is, and TUNIP_DIALECT_ABI guards it, too.
 *
 * Elaboration is the mirror of docsify. A reader of a language turns a script into Docs and knows
 * no dialect; the elaborator walks these Docs, finds the words of the dialects in them (`T.Ramp`),
 * and lets the dialects make nodes. The model is TVM's IRBuilder (include/tvm/script/ir_builder):
 * a word such as T.block opens a scope; the statements inside add nodes to it; when the scope ends,
 * its dialect makes one node of them and adds it to the scope around.
 *
 * Words come from two tables of a dialect. Each TUNIP_RULE_CALL and TUNIP_RULE_NAME row of its
 * rules is a word: T.Ramp(base, stride, lanes) is read back as it was printed. Other
 * words are rows of tunip_vocabulary.words, with the parameters they take and a function.
 *
 * Conventions. Errors: tunip_complain() reports a problem at a Doc and returns a value of the kind
 * TUNIP_VALUE_WRONG. Values made of a wrong value are wrong, too, without another complaint, so
 * that one mistake is reported once. Memory: when it runs out, functions return NULL or wrong
 * values; the elaborator keeps the error. Ownership: nodes belong to the graph; values, scopes and
 * lists of values live until the outermost function around them has been read. Threads: an
 * elaborator belongs to one thread; tables of words are const. */
#ifndef TUNIP_ELABORATE_H
#define TUNIP_ELABORATE_H

#include <string.h>

#include <tunip/ext/dialect.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The reading of one script. */
typedef struct tunip_elaborator tunip_elaborator;

/* ---- values ---- */

/* The kinds of values of an expression in a script. */
typedef enum tunip_value_kind {
    TUNIP_VALUE_ABSENT, /* an argument that is not given */
    TUNIP_VALUE_WRONG,  /* a mistake, which was reported */
    TUNIP_VALUE_NONE,
    TUNIP_VALUE_BOOL,
    TUNIP_VALUE_INT,
    TUNIP_VALUE_FLOAT,
    TUNIP_VALUE_STR,
    TUNIP_VALUE_NODE,   /* `node`, which is not NULL */
    TUNIP_VALUE_LIST,   /* `items`, of a list or a tuple */
    TUNIP_VALUE_DICT,   /* `items`: key, value, key, value, ... */
    TUNIP_VALUE_SLICE,  /* `items`: start, stop, step; each may be absent */
    TUNIP_VALUE_LAMBDA, /* `lambda`: see tunip_elaborate_lambda() */
    TUNIP_VALUE_WORD,   /* `word`: T.int32, T.grid, T.axis */
    TUNIP_VALUE_METHOD, /* `word`, called on the value items[0]: A.access_ptr */
    TUNIP_VALUE_SCOPE   /* `scope`, not yet entered: T.grid(4, 4), T.block("B") */
} tunip_value_kind;

typedef struct tunip_value tunip_value;
typedef struct tunip_scope tunip_scope;

/* A list of values. */
typedef struct tunip_values {
    const tunip_value *items;
    size_t count;
} tunip_values;

/* The value of an expression. Zero is an absent value. */
struct tunip_value {
    tunip_value_kind kind;
    const tunip_doc *doc; /* where it is written, for messages */
    union {
        bool boolean;
        int64_t integer;
        double real;
        tunip_str text;
        tunip_node *node;
        tunip_values items;
        tunip_scope *scope;
        const tunip_doc *lambda; /* the Doc of a function without a name */
    };
    const struct tunip_word *word;
    bool is_meta; /* an assignment only gives it a name */
};

/* ---- words ---- */

/* A call of a word, its arguments bound to its parameters. Also a word that is used without a call:
 * then `values` are absent. */
typedef struct tunip_word_call {
    const struct tunip_word *word;
    const tunip_doc *doc;    /* the CALL; the INDEX of T.Buffer[(8,)]; the name without a call */
    const tunip_value *args; /* by the order of the parameters; absent ones have that kind */
    tunip_values rest;       /* the arguments of the parameter "*name" */
    tunip_value self;        /* the value whose method it is; else absent */
    const tunip_doc *target; /* the FUNCTION or CLASS that the word decorates; else NULL */
} tunip_word_call;

/* Reads a call of a word. Returns an absent value if it stands for nothing, such as T.reads(). */
typedef tunip_value (*tunip_word_fn)(tunip_elaborator *e, const tunip_word_call *call);

/* A row: a word of a dialect. */
typedef struct tunip_word {
    const char
        *name; /* without the prefix: "grid", "axis.spatial". ".access_ptr" is a method of the
                         dialect's nodes, and "=range" is written without a prefix. */
    const char
        *params; /* "start stop= annotations= step=": the parameters, separated by spaces; one
                           with "=" may be left out. "*extents" takes all further positional
                           arguments; those behind it need their keyword. "**" takes any further
                           keyword. NULL: the word is not called; `read` returns its value. */
    tunip_word_fn read;     /* NULL: `rule` describes the word */
    intptr_t data;          /* for `read` */
    tunip_word_fn declare;  /* of a decorator: the node that stands for the function before it is
                              read, because others call it; or NULL */
    const tunip_rule *rule; /* set by tunip: the TUNIP_RULE_CALL or _NAME row that it comes from */
} tunip_word;

/* ---- scopes ---- */

/* How a scope behaves. */
typedef struct tunip_scope_kind {
    const char *name;                                       /* for messages: "a block" */
    const struct tunip_dialect *dialect;                    /* reads the statements inside */
    void (*enter)(tunip_elaborator *e, tunip_scope *scope); /* it has just been opened; or NULL */
    /* Its statements were read: returns the node for the scope around, or NULL. */
    void *(*leave)(tunip_elaborator *e, tunip_scope *scope);
    bool is_loop;                                          /* opened by `for`, not by `with` */
    void (*left)(tunip_elaborator *e, tunip_scope *scope); /* it has been left, and its names are
                                                              forgotten: may set names in the scope
                                                              around; or NULL */
} tunip_scope_kind;

/* An open scope. Embed it as the first member of a larger struct. */
struct tunip_scope {
    const tunip_scope_kind *kind;
    tunip_scope *outer;   /* set on entering */
    const tunip_doc *doc; /* the Doc that opens it */
    tunip_value as;       /* the value for the target of `for` or `with ... as` */
    bool is_rest;         /* opened by a statement, for all that follow it in the scope around */
    size_t first_stmt, first_name, first_in_body; /* private */
};

/* A zeroed scope of `size` bytes, not yet entered. NULL when out of memory. */
TUNIP_API void *tunip_scope_new(tunip_elaborator *e, const tunip_scope_kind *kind, size_t size,
                                const tunip_doc *doc);
/* Enters and leaves a scope by hand. The statements between belong to it. */
TUNIP_API void tunip_scope_enter(tunip_elaborator *e, tunip_scope *scope);
TUNIP_API void tunip_scope_leave(tunip_elaborator *e, tunip_scope *scope);
/* Leaves a scope, and returns its node instead of adding it. */
TUNIP_API tunip_value tunip_scope_result(tunip_elaborator *e, tunip_scope *scope,
                                         const tunip_doc *doc);
/* Enters a scope that lasts to the end of the current one. */
TUNIP_API void tunip_scope_enter_rest(tunip_elaborator *e, tunip_scope *scope);
/* The innermost scope; NULL outside of all. The innermost of a kind, or NULL. */
TUNIP_API tunip_scope *tunip_scope_top(const tunip_elaborator *e);
TUNIP_API tunip_scope *tunip_scope_of(const tunip_elaborator *e, const tunip_scope_kind *kind);
/* Adds a node to the innermost scope. NULL is ignored. */
TUNIP_API void tunip_scope_add(tunip_elaborator *e, void *node);
/* The nodes that were added to the innermost scope so far. */
TUNIP_API tunip_node **tunip_scope_nodes(const tunip_elaborator *e, size_t *count);

/* ---- names ---- */

/* Gives `name` a value until the innermost scope is left. */
TUNIP_API void tunip_name_set(tunip_elaborator *e, tunip_str name, tunip_value value);
/* The value of a name; NULL if it has none. Valid until the next name is set. */
TUNIP_API const tunip_value *tunip_name_get(const tunip_elaborator *e, tunip_str name);
/* Whether the name got its value in the innermost scope. */
TUNIP_API bool tunip_name_is_here(const tunip_elaborator *e, tunip_str name);
/* The same, but a scope that lasts to the end of another one counts as a part of it. */
TUNIP_API bool tunip_name_is_in_body(const tunip_elaborator *e, tunip_str name);

/* ---- the elaborator ---- */

/* The graph that receives the nodes. */
TUNIP_API tunip_graph *tunip_elaborator_graph(const tunip_elaborator *e);
/* The memory of this graph. */
static inline tunip_scratch *tunip_elaborator_scratch(const tunip_elaborator *e)
{
    return tunip_graph_scratch(tunip_elaborator_graph(e));
}
/* Whether the script is read as TVM reads it: constants are folded, omitted parts are worked
 * out. */
TUNIP_API bool tunip_elaborator_folds(const tunip_elaborator *e);
/* Whether an error was found so far, in any part of the script: it will be refused. Nodes may then
 * lack parts that they must have, so code that walks over nodes asks first. */
TUNIP_API bool tunip_elaborator_is_wrong(const tunip_elaborator *e);
/* Whether the expression being read stands in a lambda or behind a keyword. TVM's parser leaves
 * these to Python, whose operators find a common dtype of their operands. */
TUNIP_API bool tunip_elaborator_in_lambda(const tunip_elaborator *e);
/* The settings of a dialect, as tunip_job_settings(). */
TUNIP_API const void *tunip_elaborator_settings(const tunip_elaborator *e,
                                                const struct tunip_dialect *dialect);
/* Storage of a dialect for one reading, zeroed, of tunip_vocabulary.state_size bytes. */
TUNIP_API void *tunip_elaborator_state(tunip_elaborator *e, const struct tunip_dialect *dialect);
/* Zeroed memory until the outermost function around has been read, or the whole script outside of
 * functions; NULL when out of memory. For longer, use tunip_graph_alloc(). */
TUNIP_API void *tunip_elaborator_alloc(tunip_elaborator *e, size_t size);

/* ---- origins ---- */

/* From now on, new nodes stand at `doc` in the source (tunip_graph_origin()). Returns the Doc at
 * which they stood until now, to go back to it. Only needed where a node should stand at something
 * else than the innermost expression or statement that is being read. */
TUNIP_API const tunip_doc *tunip_elaborator_stand(tunip_elaborator *e, const tunip_doc *doc);
/* The node stands at `doc`. NULL is ignored. */
TUNIP_API void tunip_elaborator_move(tunip_elaborator *e, const void *node, const tunip_doc *doc);

/* ---- reading ---- */

/* The value of an expression. An absent one for NULL. */
TUNIP_API tunip_value tunip_elaborate(tunip_elaborator *e, const tunip_doc *doc);
/* The same of an expression at which TVM's parser reports all unknown names in it, rather than at
 * the statement: an annotation of Relax. */
TUNIP_API tunip_value tunip_elaborate_alone(tunip_elaborator *e, const tunip_doc *doc);
/* The values of several expressions; NULL when out of memory. */
TUNIP_API tunip_value *tunip_elaborate_all(tunip_elaborator *e, tunip_docs docs);
/* Reads statements into the innermost scope. */
TUNIP_API void tunip_elaborate_body(tunip_elaborator *e, tunip_docs body);
/* Calls `each` for the statements of a body, until it returns false, without reading them. A
 * dialect must not look at the items of a function's body itself: they may not be parsed yet. The
 * statements live until the function has been read. */
typedef bool (*tunip_stmt_fn)(tunip_elaborator *e, const tunip_doc *stmt, void *user);
TUNIP_API void tunip_elaborate_peek(tunip_elaborator *e, tunip_docs body, tunip_stmt_fn each,
                                    void *user);
/* Reads statements in a scope of their own. */
TUNIP_API void tunip_elaborate_in(tunip_elaborator *e, tunip_scope *scope, tunip_docs body);
/* The value of a lambda's body for the values of its parameters. */
TUNIP_API tunip_value tunip_elaborate_lambda(tunip_elaborator *e, const tunip_value *lambda,
                                             const tunip_value *args, size_t count);
/* Gives the target of an assignment its value: `x`, or `x, y` with as many items. */
TUNIP_API void tunip_elaborate_target(tunip_elaborator *e, const tunip_doc *target,
                                      tunip_value value);
/* Assigns a value to one target, which is neither a tuple nor a list. */
typedef void (*tunip_target_fn)(tunip_elaborator *e, const tunip_doc *target, tunip_value value);
/* The same, but `set` gives each single target its value. */
TUNIP_API void tunip_elaborate_targets(tunip_elaborator *e, const tunip_doc *target,
                                       tunip_value value, tunip_target_fn set);
/* The value of an expression that stands in a string of the script. */
TUNIP_API tunip_value tunip_elaborate_text(tunip_elaborator *e, const tunip_value *text);
/* Calls tunip_vocabulary.link of all dialects. */
TUNIP_API void tunip_elaborate_link(tunip_elaborator *e, tunip_node *reference,
                                    const tunip_node *definition);
/* Reads a decorated function or class by the word of its decorator. `declare`: calls
 * tunip_word.declare instead; the result is absent if the word has no such function. */
TUNIP_API tunip_value tunip_elaborate_definition(tunip_elaborator *e, const tunip_doc *doc,
                                                 bool declare);

/* Calls a word of any dialect, from rows of its tables, with these values for its first
 * parameters. */
TUNIP_API tunip_value tunip_call_word(tunip_elaborator *e, const struct tunip_dialect *dialect,
                                      const char *name, tunip_values args, const tunip_doc *doc);

/* ---- values to nodes ---- */

static inline tunip_value tunip_value_wrong(const tunip_doc *doc)
{
    tunip_value value;
    memset(&value, 0, sizeof value);
    value.kind = TUNIP_VALUE_WRONG;
    value.doc = doc;
    return value;
}

/* NULL makes a wrong value. */
static inline tunip_value tunip_value_node(const void *node, const tunip_doc *doc)
{
    tunip_value value = tunip_value_wrong(doc);
    if (node) value.kind = TUNIP_VALUE_NODE;
    value.node = (tunip_node *)(uintptr_t)node;
    return value;
}

static inline tunip_value tunip_value_scope(void *scope, const tunip_doc *doc)
{
    tunip_value value = tunip_value_wrong(doc);
    if (scope) value.kind = TUNIP_VALUE_SCOPE;
    value.scope = (tunip_scope *)scope;
    return value;
}

/* "an integer", "a tir.Buffer": for messages. Lives as long as a value. */
TUNIP_API const char *tunip_value_describe(tunip_elaborator *e, const tunip_value *value);

/* The value as a node of `type` or of a type derived from it; NULL: of any type. Literals become
 * nodes by tunip_vocabulary.convert of the dialect that is being read. Returns NULL for None, and,
 * with a complaint, for a value that cannot be such a node. */
TUNIP_API void *tunip_value_to_node(tunip_elaborator *e, const tunip_value *value,
                                    const tunip_type *type);
/* An array of such nodes, from a list or from `values`. Never NULL, except when out of memory. */
TUNIP_API tunip_array *tunip_value_to_array(tunip_elaborator *e, const tunip_value *value,
                                            const tunip_type *type);
TUNIP_API tunip_array *tunip_values_to_array(tunip_elaborator *e, tunip_values values,
                                             const tunip_type *type);
/* Plain data, as attributes hold it: strings, boxed numbers, arrays, maps with string keys, nodes.
 * NULL for None. */
TUNIP_API tunip_node *tunip_value_to_data(tunip_elaborator *e, const tunip_value *value);
/* Whether the keys of a dict are strings, as those of attributes must be; false after a complaint.
 * True for a value of another kind. */
TUNIP_API bool tunip_value_has_names(tunip_elaborator *e, const tunip_value *value);
/* These return `otherwise` for an absent value and, with a complaint, for one of another kind. */
TUNIP_API int64_t tunip_value_to_int(tunip_elaborator *e, const tunip_value *value,
                                     int64_t otherwise);
TUNIP_API bool tunip_value_to_bool(tunip_elaborator *e, const tunip_value *value, bool otherwise);
TUNIP_API tunip_str tunip_value_to_str(tunip_elaborator *e, const tunip_value *value,
                                       const char *otherwise);
TUNIP_API tunip_dtype tunip_value_to_dtype(tunip_elaborator *e, const tunip_value *value,
                                           tunip_dtype otherwise);

/* Sets *out to whether Python takes a literal for true. Returns false if the value is no literal,
 * or if constants are not folded. */
TUNIP_API bool tunip_value_truth(const tunip_elaborator *e, const tunip_value *value, bool *out);

/* ---- complaints ---- */

/* Reports an error at a Doc; returns a wrong value. */
TUNIP_API tunip_value tunip_complain(tunip_elaborator *e, const tunip_doc *doc, const char *format,
                                     ...) TUNIP_PRINTF(3, 4);
/* Reports a warning: the script is read all the same. */
TUNIP_API void tunip_warn(tunip_elaborator *e, const tunip_doc *doc, const char *format, ...)
    TUNIP_PRINTF(3, 4);
/* Adds a second place, or a help line (with `doc` NULL), to the last complaint or
 * warning. */
TUNIP_API void tunip_complain_also(tunip_elaborator *e, const tunip_doc *doc, const char *format,
                                   ...) TUNIP_PRINTF(3, 4);

/* Adds "did you mean ...?" to the last complaint if a known name is like `name`. */
TUNIP_API void tunip_suggest_name(tunip_elaborator *e, tunip_str name);

/* ---- a dialect's script ---- */

/* How the scripts of a dialect are read. A function may be NULL: then such text is refused where
 * this dialect reads. */
typedef struct tunip_vocabulary {
    size_t size; /* sizeof(tunip_vocabulary) */
    const tunip_word *words;
    size_t word_count;
    size_t state_size;
    const char
        *aliases; /* other names of the prefix, separated by spaces: "tir tvm.tir"; or NULL */
    /* A word that no row lists, such as a dtype: false if it is none. */
    bool (*find_word)(tunip_elaborator *e, tunip_str name, tunip_word *out);

    /* Statements, in a scope of this dialect. */
    void (*assign)(tunip_elaborator *e, const tunip_doc_assign *stmt);
    void (*evaluate)(tunip_elaborator *e, tunip_value value);
    void (*branch)(tunip_elaborator *e, const tunip_doc_if *stmt);
    void (*repeat)(tunip_elaborator *e, const tunip_doc_while *stmt);
    void (*require)(tunip_elaborator *e, const tunip_doc_assert *stmt);
    void (*give_back)(tunip_elaborator *e, const tunip_doc_return *stmt);
    void (*note)(tunip_elaborator *e, const tunip_doc_comment *stmt);
    /* The value of a scope, such as a loop variable, gets the name that the script gives it. */
    void (*name)(tunip_elaborator *e, const tunip_value *value, tunip_str name);

    /* Expressions: operators on values of which one is a node of this dialect, or on literals alone
     * in a scope of this dialect; members, subscripts and calls of nodes of this dialect. An absent
     * result means that the dialect has no such operator, member, subscript or call. */
    tunip_value (*operate)(tunip_elaborator *e, const tunip_doc_operation *doc,
                           const tunip_value *operands);
    tunip_value (*member)(tunip_elaborator *e, const tunip_value *value, tunip_str name,
                          const tunip_doc *doc);
    tunip_value (*subscript)(tunip_elaborator *e, const tunip_value *value, tunip_values indices,
                             const tunip_doc *doc);
    tunip_value (*call)(tunip_elaborator *e, const tunip_value *callee, const tunip_doc_call *doc);

    /* A value that is no node, as a node of `type` or a descendant; NULL if it cannot be one. */
    tunip_node *(*convert)(tunip_elaborator *e, const tunip_value *value, const tunip_type *type);
    /* Fills the fields of a new node that follow from the others, such as an expression's dtype.
     * False, after a complaint at `doc`, if the others do not go together. */
    bool (*complete)(tunip_elaborator *e, tunip_node *node, const tunip_doc *doc);
    /* The value to assume for an undefined name in a script that is only an expression. A warning
     * names the assumption. */
    tunip_value (*guess)(tunip_elaborator *e, tunip_str name, const tunip_doc *doc);
    /* Fills the fields of `reference` that follow from the definition to which it refers.
     * `reference` may be NULL; the definition may be of any dialect, or only a declaration. */
    void (*link)(tunip_elaborator *e, tunip_node *reference, const tunip_node *definition);
    /* The value of a function that nothing in the script defines, such as lib.f. Absent: the name
     * is a mistake. */
    tunip_value (*outsider)(tunip_elaborator *e, tunip_str name, const tunip_doc *doc);
    /* The last expression of a fragment is its value, also behind statements. */
    bool ends_in_value;
    /* Subscripts of a list go to `subscript`, as those of a node do, unless constants are
     * folded. */
    bool keeps_lists;
    /* Makes the node of a script that is no definition: of the nodes of its statements, and the
     * value of its last expression, which may be absent. */
    tunip_node *(*fragment)(tunip_elaborator *e, tunip_node **nodes, size_t count,
                            const tunip_value *last);
    const char
        *class_word; /* the word of `words` that reads a class without a decorator; or NULL */
} tunip_vocabulary;

#ifdef __cplusplus
}
#endif
#endif
