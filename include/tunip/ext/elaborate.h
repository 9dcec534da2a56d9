/* elaborate.h -- for authors of dialects whose scripts can be read back: from Docs to nodes.
 *
 * This header is for extensions, as <tunip/ext/dialect.h> is, and TUNIP_DIALECT_ABI guards it, too.
 *
 * Elaboration is the reverse of docsify. A reader of a language turns a script into Docs and knows
 * no dialect. The elaborator walks these Docs, finds the words of the dialects in them (`T.Ramp`),
 * and calls the dialects, which make nodes. The model is TVM's IRBuilder
 * (include/tvm/script/ir_builder). A word such as T.block opens a scope, and the statements inside
 * add nodes to the scope. When the scope ends, its dialect makes one node of them, and the
 * elaborator adds this node to the enclosing scope.
 *
 * Words come from two tables of a dialect. Each TUNIP_RULE_CALL and TUNIP_RULE_NAME row of its
 * rules is a word: T.Ramp(base, stride, lanes) is read back as it was printed. The other words are
 * rows of tunip_vocabulary.words: a name, parameters and a function.
 *
 * Conventions of all functions here. Errors: tunip_complain() reports an error at a Doc and returns
 * a value of the kind TUNIP_VALUE_WRONG. An expression with a wrong operand or argument is wrong,
 * too, without another message, so that one mistake is reported once. Memory: when it runs out,
 * functions return NULL or wrong values, and the elaborator keeps the error. Ownership: callers
 * free nothing. Nodes belong to the graph. Values, scopes and lists of values live until the
 * outermost function that contains them has been read. NULL: arguments must not be NULL unless the
 * comment allows it. Threads: one thread at a time uses an elaborator; several readings may call
 * the functions of a dialect at once, so a dialect keeps mutable state in tunip_elaborator_state()
 * or in a scope. No C++ exception and no longjmp() may leave a function of a vocabulary. */
#ifndef TUNIP_ELABORATE_H
#define TUNIP_ELABORATE_H

#include <string.h>

#include <tunip/ext/dialect.h>
#include <tunip/uses.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The job of reading one script. */
typedef struct tunip_elaborator tunip_elaborator;

/* ---- values ---- */

/* The kinds of values of an expression in a script. */
typedef enum tunip_value_kind {
    TUNIP_VALUE_ABSENT, /* no value: an argument that is not given, a call that has no result */
    TUNIP_VALUE_WRONG,  /* a mistake that was reported */
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
    TUNIP_VALUE_METHOD, /* `method`: A.access_ptr */
    TUNIP_VALUE_SCOPE,  /* `scope`, not yet entered: T.grid(4, 4), T.block("B") */
    TUNIP_VALUE_OPEN,   /* `node`, which a scope still makes, as `cls` in a module: only its members
                           can be used, because otherwise the node could contain itself */
    TUNIP_VALUE_ITERATOR, /* `items`, of zip(x, y) or reversed(x): no list yet */
    TUNIP_VALUE_SET       /* `items`, each of which is there once */
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
    /* if the script assigns this value to a name, the assignment makes no statement in the IR: `n =
     * T.int64()` only gives the variable its name */
    bool is_meta : 1;
    /* of a list or dict that the script writes: its items, and theirs; of the node of an operator,
     * a subscript or a call: its operands, and theirs. Shared ones count at each use. */
    unsigned total : 20;
    unsigned depth : 11;  /* of a list or dict: 1 more than that of its deepest item */
    const tunip_doc *doc; /* the expression, for messages; or NULL */
    union {
        bool boolean;
        int64_t integer;
        double real;
        tunip_str text;
        tunip_node *node;
        tunip_values items;
        tunip_scope *scope;
        const tunip_doc *lambda; /* a TUNIP_DOC_LAMBDA */
        const struct tunip_word *word;
        const struct tunip_method *method;
    };
};

/* A word that is called as a method of a value. */
typedef struct tunip_method {
    const struct tunip_word *word;
    tunip_value self;
} tunip_method;

/* ---- words ---- */

/* A call of a word, with its arguments bound to its parameters. Also the use of a word without a
 * call; then all arguments are absent. */
typedef struct tunip_word_call {
    const struct tunip_word *word;
    const tunip_doc *doc;    /* the CALL; the INDEX of T.Buffer[(8,)]; or the word alone */
    const tunip_value *args; /* one for each parameter, in the order of the parameters */
    tunip_values rest;       /* the arguments of the parameter "*name" */
    tunip_value self;        /* of a method: the value before the dot; else absent */
    /* The FUNCTION or CLASS that the word decorates; else NULL. A word that reads it enters a scope
     * for its body; a word that enters none is refused as a decorator. */
    const tunip_doc *target;
    /* The arguments with keywords, in their order, if the word has "**"; also those of f(**d). */
    tunip_values named;
    const tunip_str *names; /* the keyword of each of them */
} tunip_word_call;

/* Reads a call of a word. Returns an absent value for a call that has no result, such as T.reads(),
 * which sets a field of the enclosing block. */
typedef tunip_value (*tunip_word_fn)(tunip_elaborator *e, const tunip_word_call *call);

/* A row: a word of a dialect. */
typedef struct tunip_word {
    const char
        *name; /* without the prefix: "grid", "axis.spatial". ".access_ptr" is a method of the
                         dialect's nodes; ".shape[]" is its ".shape" with a subscript, and
                         ".dtype.bits" a member of its ".dtype". "=range" and "=tvm.cpu" are
                         written without a prefix. */
    const char
        *params; /* "start stop= annotations= step=": the parameters, separated by spaces; one
                           with "=" is optional. "*extents" takes all further positional
                           arguments, "*" takes none; the parameters after it are keywords only.
                           "**" accepts any other keyword. NULL: the word is not called; `read`
                           returns its value. */
    tunip_word_fn read;     /* NULL: `rule` describes the word */
    intptr_t data;          /* tunip does not use it: `read` may */
    tunip_word_fn declare;  /* of a decorator: makes a node with the signature of the function,
                               before any body is read, because other functions call it; or NULL */
    bool declares_result;   /* `declare` uses only the name, the decorators and the return type of
                               the function: if it has no return type, its parameters are any Docs,
                               because tunip has not read them yet */
    const tunip_rule *rule; /* set by tunip: the TUNIP_RULE_CALL or _NAME row of this word */
    /* the first version of TVM in which the word has this meaning: 26 is v0.26. 0: the row is for
     * all versions before the `since` of another row with the same name, or for all versions if
     * there is no such row. A dialect that extends another one has only words with 0. */
    unsigned since;
} tunip_word;

/* ---- scopes ---- */

/* A kind of scope: its functions, which the elaborator calls. */
typedef struct tunip_scope_kind {
    const char *name;                    /* for messages: "a block" */
    const struct tunip_dialect *dialect; /* reads the statements inside */
    /* Called when the scope has been entered; or NULL. */
    void (*enter)(tunip_elaborator *e, tunip_scope *scope);
    /* Called after the last statement. Returns the node to add to the enclosing scope; NULL for
     * none. */
    void *(*leave)(tunip_elaborator *e, tunip_scope *scope);
    bool is_loop; /* opened by `for`, not by `with` */
    /* Called when the enclosing scope is the innermost one again, and the names of this scope are
     * gone: it may set names in the enclosing scope. Or NULL. */
    void (*left)(tunip_elaborator *e, tunip_scope *scope);
    /* Called if a name in the target of `for` already has a value, `known`. The function may
     * replace the new value of this name: it stores `known` in `value`, which is scope->as or a
     * part of it. Then the loop uses the existing variable. Not called if the script is read as TVM
     * reads it (tunip_elaborator_folds()). Or NULL. */
    void (*takes)(tunip_elaborator *e, tunip_scope *scope, const tunip_value *known,
                  tunip_value *value);
} tunip_scope_kind;

/* An open scope. Embed it as the first member of a larger struct. */
struct tunip_scope {
    const tunip_scope_kind *kind;
    tunip_scope *outer;   /* set on entering */
    const tunip_doc *doc; /* the Doc that opens it */
    tunip_value as;       /* the value for the target of `for` or `with ... as` */
    bool is_rest;         /* lasts to the end of the enclosing scope: tunip_scope_enter_rest() */
    bool is_taken;        /* private */
    size_t first_stmt, first_name, first_in_body; /* private */
};

/* A zeroed scope of `size` bytes, not yet entered. Returns NULL when out of memory. */
TUNIP_API void *tunip_scope_new(tunip_elaborator *e, const tunip_scope_kind *kind, size_t size,
                                const tunip_doc *doc);
/* Enters and leaves a scope. The elaborator does this for scopes after `for` and `with`; a word
 * does it for others, such as the body of a function. A scope that came as a value must be taken
 * first (tunip_scope_take()). Leaving a scope also leaves the scopes inside it. */
TUNIP_API void tunip_scope_enter(tunip_elaborator *e, tunip_scope *scope);
TUNIP_API void tunip_scope_leave(tunip_elaborator *e, tunip_scope *scope);
/* Leaves a scope, and returns its node as a value at `doc` instead of adding it to the enclosing
 * scope. The value is wrong if leaving reported an error. */
TUNIP_API tunip_value tunip_scope_result(tunip_elaborator *e, tunip_scope *scope,
                                         const tunip_doc *doc);
/* Takes the scope of a value to enter it. Returns false after a complaint at `doc` if it was taken
 * before: a script may use a value several times, but a scope is entered only once. */
TUNIP_API bool tunip_scope_take(tunip_elaborator *e, tunip_scope *scope, const tunip_doc *doc);
/* Enters a scope that lasts to the end of the current one. A scope that came as a value must be
 * taken first. */
TUNIP_API void tunip_scope_enter_rest(tunip_elaborator *e, tunip_scope *scope);
/* The innermost scope; NULL if none is open. The innermost scope of a kind, or NULL. */
TUNIP_API tunip_scope *tunip_scope_top(const tunip_elaborator *e);
TUNIP_API tunip_scope *tunip_scope_of(const tunip_elaborator *e, const tunip_scope_kind *kind);
/* Adds a node to the innermost scope. NULL is ignored. */
TUNIP_API void tunip_scope_add(tunip_elaborator *e, void *node);
/* The nodes that were added to the innermost scope so far, as an array that is valid until the next
 * one is added. */
TUNIP_API tunip_node **tunip_scope_nodes(const tunip_elaborator *e, size_t *count);

/* ---- names ---- */

/* Records for an editor (<tunip/uses.h>) that `name`, which stands in the text of `doc`, means
 * `node`. Names that tunip_name_set() and tunip_elaborate() handle are recorded without this call.
 * Does nothing if no one asked for names, or if `node` is NULL. */
TUNIP_API void tunip_elaborator_note(tunip_elaborator *e, tunip_use_kind kind, tunip_str name,
                                     const tunip_doc *doc, const void *node);

/* Gives `name`, which is copied, a value until the innermost scope is left. */
TUNIP_API void tunip_name_set(tunip_elaborator *e, tunip_str name, tunip_value value);
/* The value of a name; NULL if it has none. Valid until the next name is set. */
TUNIP_API const tunip_value *tunip_name_get(const tunip_elaborator *e, tunip_str name);
/* Whether the name was set in the innermost scope. */
TUNIP_API bool tunip_name_is_here(const tunip_elaborator *e, tunip_str name);
/* Like tunip_name_is_here(), but a scope that tunip_scope_enter_rest() entered counts as a part of
 * the scope around it. */
TUNIP_API bool tunip_name_is_in_body(const tunip_elaborator *e, tunip_str name);

/* ---- the elaborator ---- */

/* The graph that receives the nodes. */
TUNIP_API tunip_graph *tunip_elaborator_graph(const tunip_elaborator *e);
/* The type with a key, for nodes of other dialects: the one of the oldest version. NULL: none. */
TUNIP_API const tunip_type *tunip_elaborator_type(const tunip_elaborator *e, const char *key);
/* The memory of this graph. */
static inline tunip_scratch *tunip_elaborator_scratch(const tunip_elaborator *e)
{
    return tunip_graph_scratch(tunip_elaborator_graph(e));
}
/* Whether the script is read as TVM reads it (tunip_read_options.fold): constants are folded, and
 * omitted parts are inferred. */
TUNIP_API bool tunip_elaborator_folds(const tunip_elaborator *e);
/* Whether an error was reported in any part of the script; the reading will then fail. After an
 * error a node may lack required fields, so code that walks over nodes must call this function
 * first. */
TUNIP_API bool tunip_elaborator_is_wrong(const tunip_elaborator *e);
/* The name of the type parameter number `i` of a function, an ID: those in its brackets, as in
 * `def f[n]`, and then those of all statements `n = TypeVar("n")` or `n = I.dynamic("n")` before
 * it. Each is a symbolic variable that the signature may use. NULL after the last one. Borrowed:
 * lives as long as the elaborator. */
TUNIP_API const tunip_doc *tunip_type_param(tunip_elaborator *e, const tunip_doc_function *doc,
                                            size_t i);
/* Its dtype: int64, unless an annotation such as `T.int32` or the argument `dtype` of I.dynamic
 * says another one. Reports an annotation that is no integer. int64 if there is no parameter with
 * this number. */
TUNIP_API tunip_dtype tunip_type_param_dtype(tunip_elaborator *e, const tunip_doc_function *doc,
                                             size_t i);
/* Records that the words at `doc` exist only in version `since` of TVM (26 is v0.26) and later. If
 * other words of the script exist only in older versions, reports an error. */
TUNIP_API void tunip_note_vintage(tunip_elaborator *e, unsigned since, const tunip_doc *doc);
/* Records that TVM has not had the words at `doc` since version `until`: 13 is v0.13. A script with
 * words of both old and new versions is read as that of most of its words, with a warning, which
 * names a word with its prefix, such as the callee of a call, and calls other Docs `this`. */
TUNIP_API void tunip_note_older(tunip_elaborator *e, unsigned until, const tunip_doc *doc);
/* Records that the script has a form that TVM has not written since version `until`, although newer
 * versions accept it: T.Buffer[(16,), "float32"]. */
TUNIP_API void tunip_hint_older(tunip_elaborator *e, unsigned until);
/* The version since which TVM has not had, or not written, all words of the script that were met so
 * far; 0: any may have written it. The parsers of TVM before v0.15 checked no function, so what an
 * ill-formed function of such a script gets is a warning. */
TUNIP_API unsigned tunip_elaborator_until(const tunip_elaborator *e);
/* Records that the script has a form that TVM writes since version `since`, although older versions
 * accept the form, too: for example R.clip(x, 0, 6), for which v0.23 writes R.prim_value(0). This
 * decides the version of a script whose words exist in all versions, unless the script is read as
 * TVM v0.23 reads it. */
TUNIP_API void tunip_hint_vintage(tunip_elaborator *e, unsigned since);
/* The first version of TVM that has all words of the script that were met so far: 26 is v0.26. 0:
 * no word decides the version, so the script is read as a script of v0.23. */
TUNIP_API unsigned tunip_elaborator_vintage(const tunip_elaborator *e);
/* Whether the expression being read is inside a lambda or a keyword argument. TVM's parser
 * evaluates these with Python's own operators, which convert both operands to a common dtype. */
TUNIP_API bool tunip_elaborator_in_lambda(const tunip_elaborator *e);
/* The settings of a dialect, as tunip_job_settings(). */
TUNIP_API const void *tunip_elaborator_settings(const tunip_elaborator *e,
                                                const struct tunip_dialect *dialect);
/* Storage of a dialect for one reading: zeroed at the beginning, tunip_vocabulary.state_size bytes.
 * NULL when out of memory, and for a dialect without a vocabulary. */
TUNIP_API void *tunip_elaborator_state(tunip_elaborator *e, const struct tunip_dialect *dialect);
/* Zeroed memory that lives until the outermost function has been read; outside of functions, until
 * the whole script has been read. NULL when out of memory. For memory that lives as long as the
 * graph, use tunip_graph_alloc(). */
TUNIP_API void *tunip_elaborator_alloc(tunip_elaborator *e, size_t size);

/* ---- origins ---- */

/* Makes the place of `doc` the origin of the nodes that are made from now on
 * (tunip_graph_origin()). Returns the previous Doc; pass it to a second call to restore it. You
 * need this function only if the origin is not the innermost expression or statement that is being
 * read. */
TUNIP_API const tunip_doc *tunip_elaborator_stand(tunip_elaborator *e, const tunip_doc *doc);
/* Makes the place of `doc` the origin of a node. A NULL node is ignored. */
TUNIP_API void tunip_elaborator_move(tunip_elaborator *e, const void *node, const tunip_doc *doc);

/* ---- reading ---- */

/* The value of an expression; an absent value for NULL. Reports an error for an expression that has
 * no value, such as a call of T.reads(): such a call can only be a statement. */
TUNIP_API tunip_value tunip_elaborate(tunip_elaborator *e, const tunip_doc *doc);
/* The same, but errors about undefined names are reported at this expression. TVM's parser reports
 * an undefined name in a Relax annotation at the annotation, and most other undefined names at the
 * statement. */
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
/* Calls read(e, doc) with enough stack. For Docs that are not expressions, such as types: `read`
 * calls itself through this function. */
typedef tunip_value (*tunip_read_fn)(tunip_elaborator *e, const tunip_doc *doc);
TUNIP_API tunip_value tunip_elaborate_by(tunip_elaborator *e, tunip_read_fn read,
                                         const tunip_doc *doc);
/* The node `index` among those of type `key` in the metadata section of the script; or its
 * placeholder, if the script lacks the section and the options ask for placeholders. */
TUNIP_API tunip_value tunip_elaborate_metadata(tunip_elaborator *e, tunip_str key, int64_t index,
                                               const tunip_doc *doc);
/* Enters `scope`, reads statements in it, and leaves it. Does nothing for a NULL scope. */
TUNIP_API void tunip_elaborate_in(tunip_elaborator *e, tunip_scope *scope, tunip_docs body);
/* The value of a lambda's body when its parameters have the values `args`. */
TUNIP_API tunip_value tunip_elaborate_lambda(tunip_elaborator *e, const tunip_value *lambda,
                                             const tunip_value *args, size_t count);
/* Assigns `value` to the target of an assignment: a name, or a tuple such as `x, y` for a list of
 * as many values. */
TUNIP_API void tunip_elaborate_target(tunip_elaborator *e, const tunip_doc *target,
                                      tunip_value value);
/* Assigns a value to one target, which is neither a tuple nor a list. */
typedef void (*tunip_target_fn)(tunip_elaborator *e, const tunip_doc *target, tunip_value value);
/* The same, but calls `set` for each single target. */
TUNIP_API void tunip_elaborate_targets(tunip_elaborator *e, const tunip_doc *target,
                                       tunip_value value, tunip_target_fn set);
/* The value of an expression that the script writes in quotes: `text` is the string. */
TUNIP_API tunip_value tunip_elaborate_text(tunip_elaborator *e, const tunip_value *text);
/* Calls tunip_vocabulary.link of each dialect. */
TUNIP_API void tunip_elaborate_link(tunip_elaborator *e, tunip_node *reference,
                                    const tunip_node *definition);
/* Reads a function or class by the word of its decorator. With `declare`, only declares it: calls
 * tunip_word.declare, and returns an absent value if the word has no such function. */
TUNIP_API tunip_value tunip_elaborate_definition(tunip_elaborator *e, const tunip_doc *doc,
                                                 bool declare);

/* Calls a word of a dialect: the row with this name in one of its tables. `args` are the values of
 * the first parameters. Messages are about `doc`. */
TUNIP_API tunip_value tunip_call_word(tunip_elaborator *e, const struct tunip_dialect *dialect,
                                      const char *name, tunip_values args, const tunip_doc *doc);

/* ---- values to nodes ---- */

/* A value that cannot be read. The function of a word that returns one writes a message before,
 * with tunip_complain(). If it writes none, the message is that the call does not take its
 * arguments. */
static inline tunip_value tunip_value_wrong(const tunip_doc *doc)
{
    tunip_value value;
    memset(&value, 0, sizeof value);
    value.kind = TUNIP_VALUE_WRONG;
    value.doc = doc;
    return value;
}

/* A node as a value; a wrong value for NULL. */
static inline tunip_value tunip_value_node(const void *node, const tunip_doc *doc)
{
    tunip_value value = tunip_value_wrong(doc);
    if (node) value.kind = TUNIP_VALUE_NODE;
    value.node = (tunip_node *)(uintptr_t)node;
    return value;
}

/* A scope as a value; a wrong value for NULL. */
static inline tunip_value tunip_value_scope(void *scope, const tunip_doc *doc)
{
    tunip_value value = tunip_value_wrong(doc);
    if (scope) value.kind = TUNIP_VALUE_SCOPE;
    value.scope = (tunip_scope *)scope;
    return value;
}

/* Words for messages: "an integer", "a buffer", "T.serial". Live as long as a value. */
TUNIP_API const char *tunip_value_describe(tunip_elaborator *e, const tunip_value *value);

/* The noun of a type (tunip_vocabulary.nouns), "a value" for NULL. Lives as long as a value. */
TUNIP_API const char *tunip_type_noun(tunip_elaborator *e, const tunip_type *type);

/* The text of a Doc in the script, as it is written there, to be quoted with backticks. NULL if it
 * is longer than 40 bytes or a line, and for a Doc of another text. Lives as long as a value. */
TUNIP_API const char *tunip_doc_spelling(tunip_elaborator *e, const tunip_doc *doc);

/* The value as a node of `type` or a descendant; `type` NULL allows any. A literal becomes a node
 * by tunip_vocabulary.convert of the dialect whose scope is open. Returns NULL without an error for
 * None, absent and wrong values; for any other value that cannot be such a node, reports an error
 * and returns NULL. */
TUNIP_API void *tunip_value_to_node(tunip_elaborator *e, const tunip_value *value,
                                    const tunip_type *type);
/* Make an array of such nodes: from the items of a list, or from `values`. A value that is no list
 * gives an empty array; this is an error unless the value is absent or wrong. NULL only when out of
 * memory. */
TUNIP_API tunip_array *tunip_value_to_array(tunip_elaborator *e, const tunip_value *value,
                                            const tunip_type *type);
TUNIP_API tunip_array *tunip_values_to_array(tunip_elaborator *e, tunip_values values,
                                             const tunip_type *type);
/* The value as plain data, as attributes have it: a string, a boxed number, an array, a map, a
 * node. NULL for None, absent and wrong values. */
TUNIP_API tunip_node *tunip_value_to_data(tunip_elaborator *e, const tunip_value *value);
/* Checks that all keys of a dict are strings or nodes, because attributes allow no other keys. If
 * not, reports an error and returns false. Returns true for a value that is not a dict. */
TUNIP_API bool tunip_value_has_names(tunip_elaborator *e, const tunip_value *value);
/* The value as an integer, a boolean, a text or a dtype. These functions return `otherwise` for
 * absent and wrong values. For a value of another kind they report an error and return
 * `otherwise`. */
TUNIP_API int64_t tunip_value_to_int(tunip_elaborator *e, const tunip_value *value,
                                     int64_t otherwise);
TUNIP_API bool tunip_value_to_bool(tunip_elaborator *e, const tunip_value *value, bool otherwise);
TUNIP_API tunip_str tunip_value_to_str(tunip_elaborator *e, const tunip_value *value,
                                       const char *otherwise);
TUNIP_API tunip_dtype tunip_value_to_dtype(tunip_elaborator *e, const tunip_value *value,
                                           tunip_dtype otherwise);

/* Sets *out to the truth value that Python gives a constant: 0 and "" are false. Returns false,
 * with *out unchanged, if the value is no constant, or if constants are not folded
 * (tunip_elaborator_folds()). */
TUNIP_API bool tunip_value_truth(const tunip_elaborator *e, const tunip_value *value, bool *out);

/* ---- errors and warnings ---- */

/* The rule (<tunip/rules.h>, docs/rules.md) of a message, in front of its format:
 *
 *     tunip_complain(e, doc, TUNIP_BREAKS_SHAPE "expected %d indices, got %d", wanted, count);
 *
 * A message without one belongs to the rule `script`. The rule is the code of the diagnostic, and
 * no part of its message. */
/* clang-format off */
#define TUNIP_BREAKS_UNDEFINED_NAME     "\1undefined-name\2"
#define TUNIP_BREAKS_REPEATED           "\1repeated\2"
#define TUNIP_BREAKS_ARGUMENTS          "\1arguments\2"
#define TUNIP_BREAKS_DTYPE              "\1dtype\2"
#define TUNIP_BREAKS_SHAPE              "\1shape\2"
#define TUNIP_BREAKS_LOOP               "\1loop\2"
#define TUNIP_BREAKS_BLOCK              "\1block\2"
#define TUNIP_BREAKS_STRUCT_INFO        "\1struct-info\2"
#define TUNIP_BREAKS_UNDEFINED_VARIABLE "\1undefined-variable\2"
#define TUNIP_BREAKS_LOOP_VARIABLE      "\1loop-variable\2"
#define TUNIP_BREAKS_UNDEFINED_FUNCTION "\1undefined-function\2"
#define TUNIP_BREAKS_GLOBAL_SYMBOL      "\1global-symbol\2"
#define TUNIP_BREAKS_PURITY             "\1purity\2"
#define TUNIP_BREAKS_SYMBOL             "\1symbol\2"
/* clang-format on */

/* Reports that something is missing before or around `doc`, such as the block of an axis. Does the
 * same as tunip_complain(), but is silent after or directly before a syntax error, and inside of a
 * scope whose head could not be read: that is the mistake, and this is what follows from it. */
TUNIP_API tunip_value tunip_complain_missing(tunip_elaborator *e, const tunip_doc *doc,
                                             const char *format, ...) TUNIP_PRINTF(3, 4);

/* Reports an error at a Doc, and returns a wrong value. The message is copied. Reading goes on, to
 * find further errors, and fails in the end. */
TUNIP_API tunip_value tunip_complain(tunip_elaborator *e, const tunip_doc *doc, const char *format,
                                     ...) TUNIP_PRINTF(3, 4);
/* Reports that a value is not what its place takes: "`A` is a buffer, not a dtype". `expected` is a
 * noun: "a dtype"; NULL: no value of this kind has a place here. */
TUNIP_API tunip_value tunip_complain_instead(tunip_elaborator *e, const tunip_value *value,
                                             const char *expected);
/* Reports the target of an assignment, which is no name and takes no value in another way. */
TUNIP_API tunip_value tunip_complain_target(tunip_elaborator *e, const tunip_doc *target);
/* Reports a warning, which does not make the reading fail. */
TUNIP_API void tunip_warn(tunip_elaborator *e, const tunip_doc *doc, const char *format, ...)
    TUNIP_PRINTF(3, 4);
/* Adds a second label at `doc` to the last error or warning; if `doc` is NULL, a help line. */
TUNIP_API void tunip_complain_also(tunip_elaborator *e, const tunip_doc *doc, const char *format,
                                   ...) TUNIP_PRINTF(3, 4);

/* Adds "did you mean ...?" to the last error or warning if a defined name is similar to `name`.
 * Only the first 100 errors of a script get such a line. */
TUNIP_API void tunip_suggest_name(tunip_elaborator *e, tunip_str name);
/* The same for the `count` names of a list. */
TUNIP_API void tunip_suggest_one_of(tunip_elaborator *e, tunip_str name, const char *const *names,
                                    size_t count);

/* ---- a dialect's script ---- */

/* Functions for statements that newer versions of TVM read in another way: the versions from
 * `since` on (26 is v0.26). */
typedef struct tunip_newer_statements {
    unsigned since;
    void (*assign)(tunip_elaborator *e, const tunip_doc_assign *stmt);
} tunip_newer_statements;

/* The words for nodes of a type, and of those descendants that have no words of their own, in
 * messages: "a buffer". */
typedef struct tunip_noun {
    const tunip_type *type;
    const char *words;
} tunip_noun;

/* The meaning of a parameter whose name does not say it, in messages: the parameter `f` of
 * T.if_then_else is "the value if false". */
typedef struct tunip_meaning {
    const char *word;
    const char *param;
    const char *words;
} tunip_meaning;

/* A word in one line, for editors. The name lacks the prefix: "grid", "axis.spatial", and ".vload"
 * for a method. It need not be a row of `words` or of the rules: operators have notes, too. */
typedef struct tunip_word_note {
    const char *name;
    const char *summary; /* without a period; "nested serial loops from 0" */
} tunip_word_note;

/* How the scripts of a dialect are read. Any function may be NULL: then text that needs it is an
 * error in the scopes of this dialect. */
typedef struct tunip_vocabulary {
    size_t size; /* sizeof(tunip_vocabulary) */
    const tunip_word *words;
    size_t word_count;
    size_t state_size; /* of tunip_elaborator_state(), in bytes */
    const char
        *aliases; /* other names of the prefix, separated by spaces: "tir tvm.tir"; or NULL */
    /* Describes a word that no row lists, such as the name of a dtype. Returns false if the dialect
     * has no such word. It changes only *out: a search for the word that a misspelt one may mean
     * calls it for many words that the script does not have. */
    bool (*find_word)(tunip_elaborator *e, tunip_str name, tunip_word *out);

    /* Statements in a scope of this dialect. Each function adds its node to the scope
     * (tunip_scope_add()). */
    void (*assign)(tunip_elaborator *e, const tunip_doc_assign *stmt);
    void (*evaluate)(tunip_elaborator *e, tunip_value value); /* an expression as a statement */
    void (*branch)(tunip_elaborator *e, const tunip_doc_if *stmt);
    void (*repeat)(tunip_elaborator *e, const tunip_doc_while *stmt);
    void (*require)(tunip_elaborator *e, const tunip_doc_assert *stmt);
    void (*give_back)(tunip_elaborator *e, const tunip_doc_return *stmt);
    void (*note)(tunip_elaborator *e, const tunip_doc_comment *stmt);
    /* Gives a node the name to which the script assigns it. For example, the loop variable of
     * `for i in T.serial(8)` gets the name `i`. `value` is tunip_scope.as or a part of it. */
    void (*name)(tunip_elaborator *e, const tunip_value *value, tunip_str name);

    /* Expressions. `operate` reads an operator if one operand is a node of this dialect, or if all
     * operands are literals and the scope is of this dialect. `member`, `subscript` and `call` read
     * members, subscripts and calls of nodes of this dialect, `member` also of an open one. An
     * absent result means that the dialect has no such operator, member, subscript or call, and
     * reports no error. For an operator, the dialects of the other operands and of the scope are
     * asked next; if none has it, tunip reports an error. */
    tunip_value (*operate)(tunip_elaborator *e, const tunip_doc_operation *doc,
                           const tunip_value *operands);
    tunip_value (*member)(tunip_elaborator *e, const tunip_value *value, tunip_str name,
                          const tunip_doc *doc);
    tunip_value (*subscript)(tunip_elaborator *e, const tunip_value *value, tunip_values indices,
                             const tunip_doc *doc);
    tunip_value (*call)(tunip_elaborator *e, const tunip_value *callee, const tunip_doc_call *doc);

    /* Makes a node of `type` or a descendant from a value that is no such node, such as a literal.
     * NULL if it cannot; the library refuses a node of another type. `type` NULL allows any. */
    tunip_node *(*convert)(tunip_elaborator *e, const tunip_value *value, const tunip_type *type);
    /* Computes the fields of a new node that follow from its other fields, such as the dtype of an
     * expression. If the other fields contradict each other, reports an error at `doc` and returns
     * false. */
    bool (*complete)(tunip_elaborator *e, tunip_node *node, const tunip_doc *doc);
    /* The value to assume for an undefined name in a script that is a single expression. The
     * function warns about its assumption (tunip_warn()), at once or in `finish`. */
    tunip_value (*guess)(tunip_elaborator *e, tunip_str name, const tunip_doc *doc);
    /* Computes the fields of `reference` that follow from the function it refers to. `reference`
     * may be NULL. `definition` may be of any dialect, and may be the result of
     * tunip_word.declare. */
    void (*link)(tunip_elaborator *e, tunip_node *reference, const tunip_node *definition);
    /* The value of a function that the script uses but does not define, such as lib.f. An absent
     * value means that the name is undefined. */
    tunip_value (*outsider)(tunip_elaborator *e, tunip_str name, const tunip_doc *doc);
    /* A fragment may end with an expression after other statements. true: this expression is the
     * value of the fragment. false: it is a statement. */
    bool ends_in_value;
    /* Whether `subscript` also reads subscripts of lists. This has no effect if constants are
     * folded: then a subscript of a list is its item. */
    bool keeps_lists;
    /* Makes the node of a script that is a fragment and not a definition. `nodes` are the nodes of
     * its statements; `last` is the value of its last expression, which may be absent. */
    tunip_node *(*fragment)(tunip_elaborator *e, tunip_node **nodes, size_t count,
                            const tunip_value *last);
    const char
        *class_word; /* the word of `words` that reads a class without a decorator; or NULL */
    /* Makes a placeholder for metadata["KEY"][index], if the script has no metadata section. The
     * placeholder must print as metadata["KEY"][index]. Returns NULL for keys of other dialects. */
    tunip_node *(*placeholder)(tunip_elaborator *e, tunip_str key, int64_t index);
    /* Called after a script that is a single expression was read. Warns about assumptions of
     * `guess` that were open until now. */
    void (*finish)(tunip_elaborator *e);
    const tunip_newer_statements *newer; /* or NULL */

    /* For a dialect with a language of its own, which has no words in the scripts of other
     * dialects. `language` is the name of the language, as in the reader of the language. `script`
     * makes the node of a whole script, and `express` makes the value of each expression in it. Of
     * the other functions, the library calls only `convert` and `placeholder`. NULL for other
     * dialects. */
    const char *language;
    tunip_node *(*script)(tunip_elaborator *e, tunip_docs script);
    tunip_value (*express)(tunip_elaborator *e, const tunip_doc *doc);

    /* Words for messages. */
    const tunip_meaning *meanings;
    size_t meaning_count;
    const tunip_noun *nouns;
    size_t noun_count;

    /* The module from which a function that stands alone was cut: `Module` in Module.f. An absent
     * value means that the name is undefined. */
    tunip_value (*outer_module)(tunip_elaborator *e, tunip_str name, const tunip_doc *doc);

    const tunip_word_note *notes; /* each name once */
    size_t note_count;

    /* Describes a word that the dialect does not have, as `find_word` does: its call becomes that
     * of an operator of this name. Only for tunip_read_options.keep_unknown. NULL: such words stay
     * errors. */
    bool (*unknown)(tunip_elaborator *e, tunip_str name, tunip_word *out);

    /* The word of `words` that decorates functions of the script's own language, such as `pyfunc`:
     * their text is not read as a script. It is called with the name and the text, and its value
     * gets this name, as in `name = I.pyfunc("name", "text")`. NULL: none. */
    const char *text_word;

    /* For a dialect that others extend (tunip_dialect.extends). `read_op` reads a call of an
     * operator of such a dialect: `data` of the word is its tunip_op_row. NULL: such dialects have
     * no operators. `has_word` says whether `find_word` describes a word in any version of TVM,
     * so that a registration can name a conflict. NULL: it describes none. */
    tunip_word_fn read_op;
    bool (*has_word)(tunip_str name);
} tunip_vocabulary;

#ifdef __cplusplus
}
#endif
#endif
