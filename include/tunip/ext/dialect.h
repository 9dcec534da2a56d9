/* dialect.h -- for authors of dialects: types, docsify rules, frames, variables.
 *
 * This header is for extensions: its layout may change between minor versions, and
 * TUNIP_DIALECT_ABI guards it. The built-in dialects use only public headers, too.
 * <tunip/ext/ir_rules.h> and <tunip/ext/tir_rules.h> have helpers that they share with others.
 *
 * The model is TVM's IRDocsifier (include/tvm/script/printer/ir_docsifier.h). A rule turns a node
 * into a Doc, and asks the docsifier for the Docs of the node's children. A frame owns the
 * statements of an open scope and the variables defined in it. Dispatch tokens are on a stack; the
 * topmost one selects the rules.
 *
 * Conventions of all functions here. Ownership: callers free nothing; Docs, paths and texts live as
 * long as the print, or, inside a unit (tunip_frame_add_unit()), as long as the unit. Errors: when
 * memory runs out, the print keeps the error. The functions then return values that other functions
 * accept, so a rule need not check. NULL: `d`, frames, Docs, dialects and C strings must not be
 * NULL unless the comment allows it; nodes and paths may always be NULL.
 *
 * No C++ exception and no longjmp() may leave a rule, a creator, an action of a frame, a codec or a
 * tunip_parts_fn: the library holds locks and memory at that point, and may run such a function on
 * another thread, where an exception would end the process. Catch exceptions inside; then call
 * tunip_report() or return NULL.
 *
 * Threads: a docsifier belongs to one print, and one thread at a time calls the rules of a print.
 * Several prints may call one rule at once, so a rule keeps mutable state in tunip_job_state() or
 * in a frame. (A print may continue on another thread while the first one waits: see
 * tunip_allocator.) */
#ifndef TUNIP_DIALECT_H
#define TUNIP_DIALECT_H

#include <tunip/ext/doc.h>
#include <tunip/ext/scratch.h>
#include <tunip/ext/setting.h>
#include <tunip/graph.h>
#include <tunip/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the layouts in this header. tunip_dialect and its rows may grow at their ends
 * without a new version: see tunip_row_sizes. */
#define TUNIP_DIALECT_ABI 2u

/* ---- asking for Docs ---- */

/* The Doc of `node`, reached by `path`, under the current dispatch token. Never NULL: a NULL node
 * becomes None. A node inside itself or without a rule becomes a visible placeholder and an issue
 * of the report. */
TUNIP_API const tunip_doc *tunip_docsify(tunip_docsifier *d, const void *node,
                                         const tunip_path *path);

/* Like tunip_docsify(), but in the style of TVM's ReprPrinter. Use this for nodes inside a root
 * that TVM does not print as a script, such as a target. If TVM prints a node inside such a root as
 * a script, this node becomes a separate script. NULL is "(nullptr)". */
TUNIP_API const tunip_doc *tunip_docsify_plain(tunip_docsifier *d, const void *node,
                                               const tunip_path *path);

/* The Docs of an array's items, with the paths path[0], path[1], ...; none for NULL. */
TUNIP_API tunip_docs tunip_docsify_items(tunip_docsifier *d, const tunip_array *array,
                                         const tunip_path *path);

/* The Doc of a member: TUNIP_SUB(d, loop, extent, path) has the path `path.extent`. */
#define TUNIP_SUB(d, node, member, path)                                                           \
    tunip_docsify((d), (node)->member, tunip_path_attr((d), (path), #member))

/* The same for a required child: NULL becomes None and an issue of the report. */
#define TUNIP_CHILD(d, node, member, path)                                                         \
    tunip_docsify_child((d), (node)->member, tunip_path_attr((d), (path), #member))

/* The Doc of a field of any kind, at `path` extended by its name. A missing required node becomes
 * None and an issue of the report. */
TUNIP_API const tunip_doc *tunip_docsify_field(tunip_docsifier *d, const tunip_node *node,
                                               const tunip_field *field, const tunip_path *path);

/* Paths: each function returns a new path. When out of memory they return `parent`. In prints
 * without a source map all paths are NULL, which stays NULL. */
TUNIP_API const tunip_path *tunip_path_root(tunip_docsifier *d);
TUNIP_API const tunip_path *tunip_path_attr_slow(tunip_docsifier *d, const tunip_path *parent,
                                                 const char *name);
TUNIP_API const tunip_path *tunip_path_item_slow(tunip_docsifier *d, const tunip_path *parent,
                                                 size_t index);
TUNIP_API const tunip_path *tunip_path_key_slow(tunip_docsifier *d, const tunip_path *parent,
                                                const void *key);
TUNIP_API const tunip_path *tunip_path_key_missing_slow(tunip_docsifier *d,
                                                        const tunip_path *parent, const void *key);
static inline const tunip_path *tunip_path_attr(tunip_docsifier *d, const tunip_path *parent,
                                                const char *name)
{
    return parent ? tunip_path_attr_slow(d, parent, name) : NULL;
}
static inline const tunip_path *tunip_path_item(tunip_docsifier *d, const tunip_path *parent,
                                                size_t index)
{
    return parent ? tunip_path_item_slow(d, parent, index) : NULL;
}
static inline const tunip_path *tunip_path_key(tunip_docsifier *d, const tunip_path *parent,
                                               const void *key)
{
    return parent ? tunip_path_key_slow(d, parent, key) : NULL;
}
static inline const tunip_path *tunip_path_key_missing(tunip_docsifier *d, const tunip_path *parent,
                                                       const void *key)
{
    return parent ? tunip_path_key_missing_slow(d, parent, key) : NULL;
}

/* Returns `path`, which one of the functions above has just made. Records that TVM's printer uses
 * the path `printed` in its place: for example `x.indices.indices` for `x.indices`. The option
 * `underline` uses TVM's path; everything else uses the true path. */
TUNIP_API const tunip_path *tunip_path_as(tunip_docsifier *d, const tunip_path *path,
                                          const tunip_path *printed);
/* The path of a node that a rule made from the node at `path`, for example the end of a range, made
 * from its start and its extent. Docs at this path or below have no path, because the graph has no
 * such node. */
TUNIP_API const tunip_path *tunip_path_made(tunip_docsifier *d, const tunip_path *path);

/* Adds one more path to a Doc that this rule has just made, and returns it. */
TUNIP_API const tunip_doc *tunip_doc_at(tunip_docsifier *d, const tunip_doc *doc,
                                        const tunip_path *path);

/* Attaches the annotations of the print options for `path` to a statement, and returns it.
 * tunip_docsify() does this for its own node. A rule calls this for further nodes that its Doc
 * represents. */
TUNIP_API const tunip_doc *tunip_doc_annotate(tunip_docsifier *d, const tunip_doc *doc,
                                              const tunip_path *path);

/* Zeroed memory; NULL when out of memory. The memory of tunip_job_alloc() lives as long as the
 * current Doc: inside a unit (tunip_frame_add_unit()) only as long as the unit. The memory of
 * tunip_job_keep() lives until the print ends: use it for data that tunip_job_state() points to
 * across units. */
TUNIP_API void *tunip_job_alloc(tunip_docsifier *d, size_t size);
TUNIP_API void *tunip_job_keep(tunip_docsifier *d, size_t size);

/* The memory of tunip_job_alloc(), for functions that do not need the docsifier. Never NULL. */
TUNIP_API tunip_scratch *tunip_job_scratch(tunip_docsifier *d);

/* The node in the usual version of TVM (TUNIP_VINTAGE_USUAL), for functions that compute with nodes
 * of this version only. Returns `node` itself if the root is of this version or of an older one.
 * Otherwise converts `node` and all that it reaches, each node once in a print: two nodes that
 * share a variable share it in their results, too. A node of which only the later version has the
 * type stays itself, for example the attributes of a new operator. Returns NULL if `node` is NULL,
 * if the usual version cannot express it, and when out of memory; the print then fails. The result
 * lives until the print ends. `node` is a part of the graph that is printed. */
TUNIP_API const tunip_node *tunip_job_usual(tunip_docsifier *d, const tunip_node *node);

/* tunip_walk() with memory of the job; `walker->allocator` is ignored. When out of memory, the
 * print fails, so a rule checks for TUNIP_WALK_NO_MEMORY only if it must not use a partial
 * answer. */
TUNIP_API tunip_walk_end tunip_job_walk(tunip_docsifier *d, const tunip_node *root,
                                        const tunip_walker *walker);

/* A hint: `node` and the nodes below it will be printed soon. tunip loads them into the processor's
 * cache while other nodes are printed, which saves a fourth of the time for a large module.
 * Another call replaces `node`. NULL: nothing is known. */
TUNIP_API void tunip_job_expect(const tunip_docsifier *d, const void *node);

/* The options of the print; never NULL. The settings of a dialect for this print: the struct that
 * its setting rows describe; NULL only for an unregistered dialect. Neither changes during the
 * print. */
TUNIP_API const tunip_print_options *tunip_job_options(const tunip_docsifier *d);
TUNIP_API const void *tunip_job_settings(const tunip_docsifier *d,
                                         const struct tunip_dialect *dialect);
/* Per-job storage of a dialect, zeroed, of size `state_size` of the dialect. NULL only for an
 * unregistered dialect. If `state_size` is 0, the print fails with TUNIP_ERROR_RULE. */
TUNIP_API void *tunip_job_state(tunip_docsifier *d, const struct tunip_dialect *dialect);

/* Adds an issue to the report, under the name of the dialect whose rule is running. The message is
 * copied. */
TUNIP_API void tunip_report(tunip_docsifier *d, tunip_issue_kind kind, const tunip_path *path,
                            const char *format, ...) TUNIP_PRINTF(4, 5);

/* ---- names ---- */

/* A name from the IR for a function, an operator and the like (tunip_define() names variables). A
 * name that is not a valid identifier is reported at `path`. Control characters and bytes that are
 * not UTF-8 are escaped. tunip_doc_name() returns an ID with that text. */
TUNIP_API tunip_str tunip_name_text(tunip_docsifier *d, tunip_str text, const tunip_path *path);
TUNIP_API const tunip_doc *tunip_doc_name(tunip_docsifier *d, tunip_str text,
                                          const tunip_path *path);

/* ---- prefixes ---- */

/* `PREFIX.name` of the dialect (T.grid): marks the dialect as used, so that its import line
 * appears in the header. */
TUNIP_API const tunip_doc *tunip_prefixed_str(tunip_docsifier *d,
                                              const struct tunip_dialect *dialect, tunip_str name);
static inline const tunip_doc *tunip_prefixed(tunip_docsifier *d,
                                              const struct tunip_dialect *dialect, const char *name)
{
    return tunip_prefixed_str(d, dialect, tunip_str_from(name));
}

/* PREFIX.name(args). */
TUNIP_API const tunip_doc *tunip_prefixed_call_str(tunip_docsifier *d,
                                                   const struct tunip_dialect *dialect,
                                                   tunip_str name, tunip_docs args);
static inline const tunip_doc *tunip_prefixed_call(tunip_docsifier *d,
                                                   const struct tunip_dialect *dialect,
                                                   const char *name, tunip_docs args)
{
    return tunip_prefixed_call_str(d, dialect, tunip_str_from(name), args);
}

/* Returns a root function or class with the import lines of the dialects used so far above it. */
TUNIP_API const tunip_doc *tunip_with_header(tunip_docsifier *d, const tunip_doc *doc);

/* ---- frames ---- */

/* Makes a Doc on demand. */
typedef const tunip_doc *(*tunip_creator_fn)(tunip_docsifier *d, const void *user);

/* A frame is an open scope. Embed it as the first member of a larger struct to add data. Frames
 * live on the C stack of the rule that opens them: the function that enters a frame also leaves it,
 * and the innermost frame is left first. Entering an open frame again, leaving a frame that is not
 * the innermost, or defining a variable in a frame that was left is an error of the rule: the print
 * fails with TUNIP_ERROR_RULE, and the message names the rule. */
typedef struct tunip_frame {
    const struct tunip_dialect *dialect; /* whose frame this is */
    struct tunip_frame *outer;
    const tunip_node *node;  /* the node whose contents this scope prints, or NULL */
    const tunip_doc *around; /* see tunip_frame_announce(); or NULL */
    const tunip_doc **stmts;
    size_t stmt_count;
    size_t stmt_room;
    struct tunip_frame_action *actions; /* run on leaving, last added first */
} tunip_frame;

/* Opens a scope of `dialect` for the contents of `node`, which may be NULL. */
TUNIP_API void tunip_frame_enter(tunip_docsifier *d, tunip_frame *frame,
                                 const struct tunip_dialect *dialect, const void *node);
/* Runs the exit actions: removes the frame's variables, frees their names and pops dispatch tokens.
 * The statements stay readable. */
TUNIP_API void tunip_frame_leave(tunip_docsifier *d, tunip_frame *frame);
/* The innermost frame. Never NULL inside a rule, because the print itself has an open frame. */
TUNIP_API tunip_frame *tunip_frame_top(const tunip_docsifier *d);
/* The innermost frame of a dialect, or NULL (the RFC's GetFrame<T>). */
TUNIP_API tunip_frame *tunip_frame_of(const tunip_docsifier *d,
                                      const struct tunip_dialect *dialect);
/* Appends a statement or a block. The statements of a block stay together; an empty block is
 * ignored. */
TUNIP_API void tunip_frame_add(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *stmt);
/* Appends the statement that make(d, user) returns, as a unit: for example a function of a module.
 * `node` is the node that the unit prints, such as the function; NULL if it prints several. No
 * later code may read the Docs inside it. When a print needs only the text of the unit, it renders
 * the unit immediately and reuses the memory of its Docs. So it needs memory for the Docs of one
 * unit at a time. make() may be called several times for one unit; then only the last Doc counts.
 * With tunip_print_options.threads, several threads may make units, each with a docsifier of its
 * own. The library may make a unit later than this call. So `user` must live until the frame is
 * left or tunip_frame_body() is called. */
TUNIP_API void tunip_frame_add_unit(tunip_docsifier *d, tunip_frame *frame, const void *node,
                                    tunip_creator_fn make, const void *user);
/* Tells the library early which statement will contain the frame's statements: `around` is a
 * provisional Doc of that statement, without its body. The final Doc of the statement must use the
 * prefix of its dialect. Without this call, the Docs of units are kept until the end for backends
 * that need to know the enclosing statement. */
TUNIP_API void tunip_frame_announce(tunip_docsifier *d, tunip_frame *frame,
                                    const tunip_doc *around);
/* The statements so far, preceded by `first` unless it is NULL. */
TUNIP_API tunip_docs tunip_frame_body(tunip_docsifier *d, tunip_frame *frame,
                                      const tunip_doc *first);
/* Makes `token` the dispatch token until the frame is left (the RFC's WithDispatchToken). A token
 * that no rule and no root uses selects the default rules. */
TUNIP_API void tunip_frame_token(tunip_docsifier *d, tunip_frame *frame, const char *token);

/* ---- variables ---- */

/* Defines `node` under a name made unique from `hint` in `frame`, and returns its ID. A node that
 * is already defined keeps its name, so that ill-formed IR prints, too. For NULL the name is only
 * reserved until the frame is left. The name never equals a dialect's prefix, the module's alias or
 * a name in use. */
TUNIP_API const tunip_doc *tunip_define(tunip_docsifier *d, tunip_frame *frame, const void *node,
                                        tunip_str hint);

/* The same for a variable whose definition some backends write before all other statements of
 * `frame`: a free variable. The builder backend, for example, first makes all free variables. So
 * the name also differs from the names in inner scopes that were left before. */
TUNIP_API const tunip_doc *tunip_define_ahead(tunip_docsifier *d, tunip_frame *frame,
                                              const void *node, tunip_str hint);

/* Guesses that the text needs no name for `node` in `frame`, which may save the rule a walk over
 * the contents. If the guess is wrong, because a rule looks for the definition of the node or
 * defines it, the library makes the unit again (tunip_frame_add_unit()). Returns false if the
 * library does not guess now, for example because it makes the unit again: then the rule has to
 * walk over what the unit prints. Earlier guesses stay; they do no harm. */
TUNIP_API bool tunip_guess_unused(tunip_docsifier *d, tunip_frame *frame, const void *node);

/* Records that the text defines `node` but gives it no name, for example a parameter that prints as
 * its buffer. Later text cannot refer to the node. If it needs the node, it has to define it again,
 * and a backend with TUNIP_BACKEND_AGAIN sees a second definition. */
TUNIP_API void tunip_define_unnamed(tunip_docsifier *d, const void *node);

/* Defines `node` by an expression: `creator` makes a new Doc at each use. Example: a buffer's data
 * pointer prints as `A.data`. `user` must live until the frame is left. */
TUNIP_API void tunip_define_as(tunip_docsifier *d, tunip_frame *frame, const void *node,
                               tunip_creator_fn creator, const void *user);

/* Whether some open frame defines the variable. */
TUNIP_API bool tunip_is_defined(const tunip_docsifier *d, const void *node);
/* Whether the variable is visible to statements of `frame`: the frame that defines it is `frame` or
 * encloses it. */
TUNIP_API bool tunip_is_visible(const tunip_docsifier *d, const void *node,
                                const tunip_frame *frame);
/* A Doc for a defined variable, or NULL. */
TUNIP_API const tunip_doc *tunip_variable(tunip_docsifier *d, const void *node);

/* Sets `root` as the tree in which the two functions below look for variables (TVM's
 * SetCommonPrefix). The analysis runs at their first call. */
TUNIP_API void tunip_uses_root(tunip_docsifier *d, const void *root);
/* The innermost open frame that encloses all uses of `variable` below the uses root; NULL when it
 * does not occur there or no frame fits. */
TUNIP_API tunip_frame *tunip_uses_frame(tunip_docsifier *d, const void *variable);
/* Whether all uses of `variable` lie inside `node`. */
TUNIP_API bool tunip_uses_within(tunip_docsifier *d, const void *variable, const void *node);

/* metadata["type.key"][index] for a node that is printed only in the metadata section. Each node
 * has one entry; equal strings share one. NULL is None. The backend writes the section:
 * emit_metadata of <tunip/ext/backend.h>. */
TUNIP_API const tunip_doc *tunip_metadata(tunip_docsifier *d, const void *node,
                                          const tunip_path *path);

/* Like tunip_metadata(), but uses `type_key` instead of the key of the node's type. For types that
 * have another name in an older version of TVM. `type_key` must live as long as the print. */
TUNIP_API const tunip_doc *tunip_metadata_as(tunip_docsifier *d, const void *node,
                                             const char *type_key, const tunip_path *path);

/* The name of the current function or module, set by an enclosing module or by the option `name`;
 * {NULL, 0} if neither sets one. A pushed name must live until it is popped. */
TUNIP_API tunip_str tunip_binding_name(const tunip_docsifier *d);
TUNIP_API void tunip_binding_push(tunip_docsifier *d, tunip_str name);
TUNIP_API void tunip_binding_pop(tunip_docsifier *d);

/* ---- rules ---- */

/* Makes the Doc of `node`, which is not NULL and of the rule's type or a descendant. Any node field
 * may be NULL. A node field that is not NULL holds a node of the type that the field table
 * declares. If the rule returns NULL, returns a Doc of another print or does not leave a frame, the
 * print shows a placeholder and reports an issue. It does the same for a node inside itself. A Doc
 * of another print is recognised by its address, and only when it is the returned Doc itself, so
 * the check can miss one. */
typedef const tunip_doc *(*tunip_rule_fn)(tunip_docsifier *d, const tunip_node *node,
                                          const tunip_path *path);

/* How a rule makes a Doc. */
typedef enum tunip_rule_form {
    TUNIP_RULE_CUSTOM,   /* .fn decides */
    TUNIP_RULE_CALL,     /* PREFIX.name(fields): see `fields` below */
    TUNIP_RULE_NAME,     /* PREFIX.name */
    TUNIP_RULE_FORWARD,  /* the Doc of the one field */
    TUNIP_RULE_METADATA, /* metadata["type.key"][index] */
    /* the text in .name, with a field in place of each "{}". Under the token "plain", which is for
     * roots that TVM does not print as a script, the fields are plain text, too; under another
     * token, each field has its own rule */
    TUNIP_RULE_TEXT,
    /* for variables: tunip_variable() if the node is defined; otherwise .fn decides */
    TUNIP_RULE_VARIABLE,
    /* for constants: .fn decides, by nothing but the fields of the node and the settings. So equal
     * nodes may share a Doc: a number, or a call of PREFIX.name with one. Beside fields with
     * TUNIP_FLAG_IGNORE, the type has one integer or float, and at most one dtype. */
    TUNIP_RULE_CONSTANT
} tunip_rule_form;

/* A row: how nodes of `type`, and of descendants without a row of their own, become Docs under
 * `token` ("" for any token). `fields` lists the arguments of a call: names of fields, separated by
 * spaces ("base stride lanes"). "key=field" is a keyword argument. Registration fails if the type
 * has no such field. */
typedef struct tunip_rule {
    const tunip_type *type;
    const char *token;
    tunip_rule_form form;
    const char *name;
    const char *fields;
    tunip_rule_fn fn;
} tunip_rule;

/* A print that starts at a node of exactly this type begins with the dispatch token `token`, in a
 * frame of the dialect. A root of a type without a row prints in a plain form, in the style of
 * TVM's ReprPrinter. */
typedef struct tunip_root {
    const tunip_type *type;
    const char *token;
    bool free_variables; /* declare the root's free variables */
    /* Whether the row is for this node of the type; NULL: for all. Several rows may share a type if
     * all but one of them have this function. */
    bool (*takes)(const tunip_node *node);
} tunip_root;

/* ---- what a text leaves out ---- */

/* The fields that the text of a node shows, for nodes of `type` and of descendants without a row.
 * All other fields that equality compares are omitted. An omitted field is no loss if a reader
 * infers the same value. A TUNIP_BACKEND_EXACT backend rejects a node that loses a field, and names
 * the field. For a type without a row, every field that is not empty counts as lost. So a dialect
 * without accounts is safe: a TUNIP_BACKEND_EXACT backend then rejects its nodes. */
typedef struct tunip_account {
    const tunip_type *type;
    const char *shown;   /* the fields that the text shows, separated by spaces; "*" for all. The
                            check also descends into fields with TUNIP_FLAG_IGNORE. */
    const char *implied; /* the fields that `lost` checks; or NULL. A field in neither list is lost
                            unless it is zero, NULL or an empty container. */
    /* Returns the name of a field for which a reader would infer another value, or which no
     * constructor accepts together with the others; NULL if there is none. Node fields may be NULL.
     * `lost` itself may be NULL: then the text implies no field. */
    const char *(*lost)(tunip_docsifier *d, const tunip_node *node);
} tunip_account;

/* For `lost` functions: whether the walk over the graph, in the order of fields, met `node` before
 * the node being checked. For example, if a variable occurs before the node that defines it, a
 * reader would make two variables of it. False for NULL. */
TUNIP_API bool tunip_account_met(const tunip_docsifier *d, const void *node);
/* For `lost` functions: whether the check is about a text that is parsed, and not about a program
 * of a TUNIP_BACKEND_EXACT backend. A parser evaluates calls such as `T.min(1, 2)`; a program calls
 * a constructor. */
TUNIP_API bool tunip_account_of_text(const tunip_docsifier *d);
/* For `lost` functions: claims that `node`, a part of the node being checked, occurs nowhere else.
 * Use it for parts that the text does not show, or that it can show in this form only inside this
 * node. Returns false if the claim is already wrong: the walk met `node` before, or another node
 * claimed it. If the walk meets `node` later, it reports a loss there. True for NULL. */
TUNIP_API bool tunip_account_claim(tunip_docsifier *d, const void *node);
/* For `lost` functions: whether tunip_account_claim() was called for `node`. */
TUNIP_API bool tunip_account_is_claimed(const tunip_docsifier *d, const void *node);

/* ---- operators ---- */

struct tunip_elaborator;
struct tunip_value;
struct tunip_word_call;

/* A row: an operator that a dialect adds to the one that it extends. A call of the operator prints
 * as a word of that dialect: {"tl.tileop.copy", "copy", "src dst", "handle", NULL} as T.copy(A, B)
 * and not as T.tl.tileop.copy(A, B). Scripts are read by the same row. */
typedef struct tunip_op_row {
    const char *name;   /* the name of the operator in the IR: "tl.tileop.copy" */
    const char *word;   /* its name in scripts, without the prefix: "copy" */
    const char *params; /* as in tunip_word: "src dst", or "*args". Only the last one may be
                           optional, because the arguments in the IR have no names. */
    const char *dtype;  /* the dtype of a call, which the text does not show: "int32", "void";
                           "arg 0", that of the argument with this number; "named 0", the one that
                           this argument, a string, names. "first" or "last": the text shows the
                           dtype, as the first or the last argument. */
    /* Reads a call with keywords: T.copy(A, B, eviction=1). NULL: keywords are only the names of
     * parameters. */
    struct tunip_value (*keywords)(struct tunip_elaborator *e, const struct tunip_word_call *call);
} tunip_op_row;

/* For rules of a dialect that others extend: the row of the operator `name`; NULL if no dialect
 * has one. */
TUNIP_API const tunip_op_row *tunip_job_op(const tunip_docsifier *d, tunip_str name);

/* ---- the dialect ---- */

/* The sizes of the rows of a dialect's tables, in bytes. From these sizes and the size of the
 * dialect itself, the library finds the version of this header with which the dialect was compiled.
 * A dialect may have been compiled with an earlier one, whose structs were shorter: members that it
 * lacks count as zero. It may have been compiled with a later one if the members that this library
 * does not know are zero. */
typedef struct tunip_row_sizes {
    uint16_t rule, root, account, op;
} tunip_row_sizes;

/* clang-format off */
/* The sizes of this version. */
#define TUNIP_ROW_SIZES                                                                            \
    {sizeof(tunip_rule), sizeof(tunip_root), sizeof(tunip_account), sizeof(tunip_op_row)}

/* The first members of a dialect, in C: {TUNIP_DIALECT_HEAD, .name = "npu", ...}. */
#define TUNIP_DIALECT_HEAD \
    .abi = TUNIP_DIALECT_ABI, .size = sizeof(tunip_dialect), .row_sizes = TUNIP_ROW_SIZES

/* A table of a dialect, and its length: TUNIP_ROWS(rule, my_rules) initialises `rules` and
 * `rule_count`; likewise for type, root, setting, account and op. */
#define TUNIP_ROWS(kind, rows) .kind##s = (rows), .kind##_count = TUNIP_LEN(rows)
/* clang-format on */

/* A name of the dialect, or its `import`, that newer versions of TVM write differently: from v0.26
 * on, T.block is T.sblock. The library uses the row when it prints nodes of those versions. */
typedef struct tunip_renaming {
    const char *name;
    const char *written;
    unsigned since; /* the first version with the newer name: 26 is v0.26 */
} tunip_renaming;

/* A dialect, for tunip_context_add_dialect(). It must outlive the contexts it is registered with,
 * and must not change meanwhile. The same dialect may be registered with several contexts. A table
 * is NULL when its count is 0. */
typedef struct tunip_dialect {
    uint32_t abi;  /* TUNIP_DIALECT_ABI, always first */
    uint32_t size; /* sizeof(tunip_dialect) */
    tunip_row_sizes row_sizes;
    const char *name; /* "tir"; also a dispatch token */
    const char
        *prefix; /* "T": the default of the setting "<name>.prefix" / "<name>_prefix"; or NULL */
    const char *import; /* the header's comment with %s for the prefix:
                           "from tvm.script import tir as %s"; or NULL */
    tunip_type *const *types;
    size_t type_count;
    const tunip_rule *rules;
    size_t rule_count;
    const tunip_root *roots;
    size_t root_count;
    const tunip_setting_row *settings;
    size_t setting_count;
    size_t settings_size; /* settings_size and state_size: at most 16 MB each */
    size_t state_size;
    const tunip_account *accounts; /* of any types */
    size_t account_count;
    /* the words and functions that read scripts of the dialect, in addition to the rows of
     * `rules`: see <tunip/ext/elaborate.h>; or NULL */
    const struct tunip_vocabulary *vocabulary;
    const tunip_renaming *renamings;
    size_t renaming_count;
    const struct tunip_conversion *conversions; /* to other versions of TVM: see
                                                   <tunip/ext/convert.h> */
    size_t conversion_count;
    /* The name of a dialect to which this one adds words and operators: "tir". That dialect must be
     * registered before, and `prefix` is NULL: the words of this dialect have the prefix of the
     * other one. When a script uses this prefix, the dialects that extend it are asked first, the
     * last registered one before all others; see `tunip dialects`. NULL: none. */
    const char *extends;
    /* The words that other dialects with this prefix have, too, separated by spaces: "ptx_mma".
     * Registration fails if this dialect has such a word and does not list it. A call that does not
     * fit the parameters of this dialect's word is one of the overridden word. NULL: none. */
    const char *overrides;
    const tunip_op_row *ops; /* only with `extends` */
    size_t op_count;
} tunip_dialect;

/* ---- missing children ---- */

/* tunip_docsify() for a required node: see TUNIP_CHILD. */
static inline const tunip_doc *tunip_docsify_child(tunip_docsifier *d, const void *node,
                                                   const tunip_path *path)
{
    if (!node) tunip_report(d, TUNIP_ISSUE_NULL, path, "something is missing");
    return tunip_docsify(d, node, path);
}

/* ---- nodes that rules make ---- */

/* tunip_docsify() for a node that a rule made from `origin`, the node at `path`. The Doc has that
 * path; the Docs inside it have none. If `node` is `origin` itself, the result is an ordinary
 * Doc. */
static inline const tunip_doc *tunip_docsify_made(tunip_docsifier *d, const void *node,
                                                  const void *origin, const tunip_path *path)
{
    if (node == origin) return tunip_docsify_child(d, node, path);
    const tunip_path *made = tunip_path_made(d, path);
    return tunip_doc_at(d, tunip_docsify_child(d, node, made), path);
}

#ifdef __cplusplus
}
#endif
#endif
