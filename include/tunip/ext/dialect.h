/* dialect.h -- for authors of dialects: types, docsify rules, frames, variables.
 *
 * This is the extension tier: its layout may change between minor versions, guarded by
 * TUNIP_DIALECT_ABI. The built-in dialects use this header and nothing else.
 *
 * The model is TVM's IRDocsifier (include/tvm/script/printer/ir_docsifier.h): a rule turns a node
 * into a Doc, asking the docsifier for the Docs of its children; frames own the statements of an
 * open scope and the variables defined in it; the dispatch token on top of a stack decides whose
 * rules apply.
 *
 * What holds of every function here. Nothing that is returned is the caller's to free: Docs, paths
 * and texts live as long as the print, within a unit (tunip_frame_add_unit()) as long as that.
 * Nothing fails visibly: when memory runs out the print has its error, what is returned may be
 * passed on, and a rule need not look. `d`, frames, Docs, dialects and C strings are never NULL
 * where it does not say so; nodes and paths may always be.
 *
 * No C++ exception and no longjmp() may leave a rule, a creator, an action of a frame, a codec or a
 * tunip_parts_fn: there are locks and memory of the library between them and the caller, and other
 * threads' stacks, where an exception ends the process. Catch inside, and say so by tunip_report()
 * or by returning NULL.
 *
 * Threads: a docsifier belongs to one print, and one thread at a time calls the rules of a print.
 * Several prints may call one rule at once, so what rules change is kept in tunip_job_state(), or
 * in a frame. (A print may go on on another thread while the first waits: see tunip_allocator.) */
#ifndef TUNIP_DIALECT_H
#define TUNIP_DIALECT_H

#include <tunip/ext/doc.h>
#include <tunip/ext/setting.h>
#include <tunip/graph.h>
#include <tunip/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of what this header lays out. */
#define TUNIP_DIALECT_ABI 1u

/* ---- asking for Docs ---- */

/* The Doc of `node`, reached by `path`, under the current dispatch token. Never NULL: a NULL node
 * is None, a node inside itself or without a rule becomes a visible placeholder and an entry of
 * the report. */
TUNIP_API const tunip_doc *tunip_docsify(tunip_docsifier *d, const void *node,
                                         const tunip_path *path);

/* The same as TVM's ReprPrinter writes it, for what is inside of a root without a script form: what
 * has a script form is printed as a script of its own, NULL is "(nullptr)". */
TUNIP_API const tunip_doc *tunip_docsify_plain(tunip_docsifier *d, const void *node,
                                               const tunip_path *path);

/* The Docs of an array's items, with the paths path[0], path[1], ...; none for NULL. */
TUNIP_API tunip_docs tunip_docsify_items(tunip_docsifier *d, const tunip_array *array,
                                         const tunip_path *path);

/* The Doc of a member: TUNIP_SUB(d, loop, extent, path) has the path `path.extent`. */
#define TUNIP_SUB(d, node, member, path)                                                           \
    tunip_docsify((d), (node)->member, tunip_path_attr((d), (path), #member))

/* The same for a child that must be there: one that is missing is None, and an entry of the
 * report. */
#define TUNIP_CHILD(d, node, member, path)                                                         \
    tunip_docsify_child((d), (node)->member, tunip_path_attr((d), (path), #member))

/* The Doc of a field, whatever its kind, at `path` extended by its name. A node that must be there
 * and is not is None, and an entry of the report. */
TUNIP_API const tunip_doc *tunip_docsify_field(tunip_docsifier *d, const tunip_node *node,
                                               const tunip_field *field, const tunip_path *path);

/* Paths: each returns a new path; `parent` when out of memory, and in prints without a source map,
 * where all paths are the root's. */
TUNIP_API const tunip_path *tunip_path_root(tunip_docsifier *d);
TUNIP_API const tunip_path *tunip_path_attr(tunip_docsifier *d, const tunip_path *parent,
                                            const char *name);
TUNIP_API const tunip_path *tunip_path_item(tunip_docsifier *d, const tunip_path *parent,
                                            size_t index);
TUNIP_API const tunip_path *tunip_path_key(tunip_docsifier *d, const tunip_path *parent,
                                           const void *key);
TUNIP_API const tunip_path *tunip_path_key_missing(tunip_docsifier *d, const tunip_path *parent,
                                                   const void *key);

/* Returns `path`, just made by one of the functions above, and notes that TVM's printer has
 * `printed` in its place: `x.indices.indices`, where the graph has `x.indices`. The option
 * `underline` goes by TVM's path, everything else by the true one. */
TUNIP_API const tunip_path *tunip_path_as(tunip_docsifier *d, const tunip_path *path,
                                          const tunip_path *printed);
/* The path of a node that is not in the graph because a rule made it from the one at `path`: the
 * end of a range, made from its start and its extent. Docs at this path, and at those that extend
 * it, have no path: what is written there has no place of its own. */
TUNIP_API const tunip_path *tunip_path_made(tunip_docsifier *d, const tunip_path *path);

/* A copy of the Doc with one more path; the Doc itself where nobody asks for paths, or it has that
 * one already. The node that tunip_docsify() is called with needs none of this. */
TUNIP_API const tunip_doc *tunip_doc_at(tunip_docsifier *d, const tunip_doc *doc,
                                        const tunip_path *path);

/* A copy of a statement with the remarks that the options have for `path`; the statement itself
 * when there are none. tunip_docsify()
 * does so for the node it is called with; a rule does for nodes that its Doc stands for as well. */
TUNIP_API const tunip_doc *tunip_doc_annotate(tunip_docsifier *d, const tunip_doc *doc,
                                              const tunip_path *path);

/* Zeroed memory; NULL when out of memory. The first lives as long as the Doc that is being made:
 * within a unit (tunip_frame_add_unit()) not longer than that. The second lives until the print is
 * over, as what `state` points to must when it is to be used by other units. */
TUNIP_API void *tunip_job_alloc(tunip_docsifier *d, size_t size);
TUNIP_API void *tunip_job_keep(tunip_docsifier *d, size_t size);

/* tunip_walk() with memory of the job, whatever `walker->allocator` is. A lack of it is the job's
 * error, so that only a rule that goes on without the answer needs to look for it. */
TUNIP_API tunip_walk_end tunip_job_walk(tunip_docsifier *d, const tunip_node *root,
                                        const tunip_walker *walker);

/* The job's options: never NULL. `settings` of a dialect is the struct its schema describes, never
 * NULL for a dialect that is registered; const while the print runs. */
TUNIP_API const tunip_print_options *tunip_job_options(const tunip_docsifier *d);
TUNIP_API const void *tunip_job_settings(const tunip_docsifier *d,
                                         const struct tunip_dialect *dialect);
/* Per-job storage of a dialect, zeroed, of the size the dialect asks for (`state_size`); NULL only
 * for a dialect that is not registered. Of one without a `state_size` to ask is a failure, with
 * TUNIP_ERROR_RULE. */
TUNIP_API void *tunip_job_state(tunip_docsifier *d, const struct tunip_dialect *dialect);

/* Puts an entry into the report, under the name of the dialect whose rule is at work. The message
 * is copied. */
TUNIP_API void tunip_report(tunip_docsifier *d, tunip_issue_kind kind, const tunip_path *path,
                            const char *format, ...) TUNIP_PRINTF(4, 5);

/* ---- names ---- */

/* A name as the IR has it, for what is not a variable (those are given names by tunip_define()): a
 * function, an operator. What no parser would take is reported at `path`; control characters and
 * what is not UTF-8 come back as escapes. The second is an ID of that text. */
TUNIP_API tunip_str tunip_name_text(tunip_docsifier *d, tunip_str text, const tunip_path *path);
TUNIP_API const tunip_doc *tunip_doc_name(tunip_docsifier *d, tunip_str text,
                                          const tunip_path *path);

/* ---- prefixes ---- */

/* `PREFIX.name` of the dialect (T.grid): marks the dialect as used, so that its import line
 * appears in the header. */
TUNIP_API const tunip_doc *tunip_prefixed(tunip_docsifier *d, const struct tunip_dialect *dialect,
                                          const char *name);

/* PREFIX.name(args). */
TUNIP_API const tunip_doc *tunip_prefixed_call(tunip_docsifier *d,
                                               const struct tunip_dialect *dialect,
                                               const char *name, tunip_docs args);

/* A root function or class with the import lines of the dialects used so far in front. */
TUNIP_API const tunip_doc *tunip_with_header(tunip_docsifier *d, const tunip_doc *doc);

/* ---- frames ---- */

/* Makes a Doc when it is wanted. */
typedef const tunip_doc *(*tunip_creator_fn)(tunip_docsifier *d, const void *user);

/* A frame is an open scope. Embed it as the first member to keep more with it. Frames live on the
 * C stack of the rule that opens them: every enter has its leave in the same function, and the
 * innermost frame is left first. To enter an open frame again, to leave one that is not the
 * innermost, and to define anything in one that was left, is a failure of the rule: the print ends
 * with TUNIP_ERROR_RULE, and the message names the rule. */
typedef struct tunip_frame {
    const struct tunip_dialect *dialect; /* whose frame this is */
    struct tunip_frame *outer;
    const tunip_node *node;  /* the IR whose inside is being printed, or NULL */
    const tunip_doc *around; /* see tunip_frame_announce(); or NULL */
    const tunip_doc **stmts;
    size_t stmt_count;
    size_t stmt_room;
    struct tunip_frame_action *actions; /* run on leaving, last added first */
} tunip_frame;

/* Opens a scope of `dialect` for the inside of `node`, which may be NULL. */
TUNIP_API void tunip_frame_enter(tunip_docsifier *d, tunip_frame *frame,
                                 const struct tunip_dialect *dialect, const void *node);
/* Runs the exit actions: variables of the frame are forgotten, their names free again, dispatch
 * tokens popped. The statements stay readable. */
TUNIP_API void tunip_frame_leave(tunip_docsifier *d, tunip_frame *frame);
/* The innermost frame: never NULL inside of a rule, where at least the print's own is open. */
TUNIP_API tunip_frame *tunip_frame_top(const tunip_docsifier *d);
/* The innermost frame of a dialect, or NULL (the RFC's GetFrame<T>). */
TUNIP_API tunip_frame *tunip_frame_of(const tunip_docsifier *d,
                                      const struct tunip_dialect *dialect);
/* Appends a statement or a block, which stays one; an empty block is nothing. */
TUNIP_API void tunip_frame_add(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *stmt);
/* Appends the statement that make(d, user) returns and that nobody will look into: one of many, as
 * the functions of a module are. When text is all that is wanted, its text is made at once and the
 * memory of its Docs is used again, so that printing takes memory for one unit and not for all. */
TUNIP_API void tunip_frame_add_unit(tunip_docsifier *d, tunip_frame *frame, tunip_creator_fn make,
                                    const void *user);
/* Says what the statements will be the body of, by a Doc that is like it as far as it is known. The
 * prefix of its dialect will occur in it. Where nobody says, Docs of units are kept for backends
 * that want to know. */
TUNIP_API void tunip_frame_announce(tunip_docsifier *d, tunip_frame *frame,
                                    const tunip_doc *around);
/* The statements so far, optionally with `first` (or NULL) before them. */
TUNIP_API tunip_docs tunip_frame_body(tunip_docsifier *d, tunip_frame *frame,
                                      const tunip_doc *first);
/* Has `action(d, user)` run when the frame is left, the latest first. `user` must live until then.
 * An action that memory was too short to note is not run: the print has failed. */
TUNIP_API void tunip_frame_on_leave(tunip_docsifier *d, tunip_frame *frame,
                                    void (*action)(tunip_docsifier *d, void *user), void *user);
/* Makes `token` the dispatch token until the frame is left (the RFC's WithDispatchToken). One that
 * no rule and no root names is the default one. */
TUNIP_API void tunip_frame_token(tunip_docsifier *d, tunip_frame *frame, const char *token);

/* ---- variables ---- */

/* Defines `node` under a name made unique from `hint` in `frame`, and returns its ID. A node that
 * is defined already keeps its name (ill-formed IR prints, too); NULL gets a name that only the
 * frame holds. Prefixes of dialects, the module's alias and names in use are not given. */
TUNIP_API const tunip_doc *tunip_define(tunip_docsifier *d, tunip_frame *frame, const void *node,
                                        tunip_str hint);

/* Defines `node` by a Doc made afresh at each use: a buffer's data pointer prints as `A.data`.
 * `user` must live until the frame is left. */
TUNIP_API void tunip_define_as(tunip_docsifier *d, tunip_frame *frame, const void *node,
                               tunip_creator_fn creator, const void *user);

/* Whether a variable has a name here: some open frame defines it. */
TUNIP_API bool tunip_is_defined(const tunip_docsifier *d, const void *node);
/* The same for statements of `frame`, which may be farther out than the frame that defines it. */
TUNIP_API bool tunip_is_visible(const tunip_docsifier *d, const void *node,
                                const tunip_frame *frame);
/* A Doc for a defined variable, or NULL. */
TUNIP_API const tunip_doc *tunip_variable(tunip_docsifier *d, const void *node);

/* Declares `root` the tree in which free variables are looked for (TVM's SetCommonPrefix). The
 * analysis runs when it is first asked for. */
TUNIP_API void tunip_uses_root(tunip_docsifier *d, const void *root);
/* The innermost open frame that encloses all uses of `variable` below the uses root; NULL when it
 * does not occur there or no frame fits. */
TUNIP_API tunip_frame *tunip_uses_frame(tunip_docsifier *d, const void *variable);
/* Whether all uses of `variable` lie inside `node`. */
TUNIP_API bool tunip_uses_within(tunip_docsifier *d, const void *variable, const void *node);

/* metadata["type.key"][index] for a node that has no text. A node is entered once, a string once
 * for each content. NULL is None. The backend writes the section: emit_metadata of
 * <tunip/ext/backend.h>. */
TUNIP_API const tunip_doc *tunip_metadata(tunip_docsifier *d, const void *node,
                                          const tunip_path *path);

/* The name the current function or module is to have: set by an enclosing module or by the option
 * `name`; empty (`data` NULL) when neither does. One that is pushed must live until it is popped.
 */
TUNIP_API tunip_str tunip_binding_name(const tunip_docsifier *d);
TUNIP_API void tunip_binding_push(tunip_docsifier *d, tunip_str name);
TUNIP_API void tunip_binding_pop(tunip_docsifier *d);

/* The text of `doc` as the job's backend writes it, in memory of the job; empty on failure. */
TUNIP_API tunip_str tunip_doc_render(tunip_docsifier *d, const tunip_doc *doc);

/* ---- rules ---- */

/* Makes the Doc of `node`, which is not NULL and of the rule's type or a descendant. Fields of node
 * kind may hold NULL whatever the type says; those of readers hold nothing else than it says. NULL,
 * a Doc of another print, a frame that was not left and a node inside itself become a placeholder
 * and an entry of the report. A Doc of another print is told when it is returned, by where it lies:
 * not when it is inside of the Doc that is, nor when a Doc of this print has come to lie there. */
typedef const tunip_doc *(*tunip_rule_fn)(tunip_docsifier *d, const tunip_node *node,
                                          const tunip_path *path);

/* What a rule makes of a node. */
typedef enum tunip_rule_form {
    TUNIP_RULE_CUSTOM,   /* .fn decides */
    TUNIP_RULE_CALL,     /* PREFIX.name(fields): see `fields` below */
    TUNIP_RULE_NAME,     /* PREFIX.name */
    TUNIP_RULE_FORWARD,  /* the Doc of the one field */
    TUNIP_RULE_METADATA, /* metadata["type.key"][index] */
    TUNIP_RULE_TEXT /* .name as a text, with the fields in place of each "{}" in turn: for the token
                       "plain", by which roots without a script form print */
} tunip_rule_form;

/* A row: how nodes of `type`, and of descendants without a row of their own, become Docs under
 * `token` ("" for any). `fields` lists a call's arguments by field name, separated by spaces:
 * "base stride lanes"; "key=field" is a keyword argument. A name that is no field of the type is
 * an error at registration. */
typedef struct tunip_rule {
    const tunip_type *type;
    const char *token;
    tunip_rule_form form;
    const char *name;
    const char *fields;
    tunip_rule_fn fn;
} tunip_rule;

/* How a print starts at a node of exactly this type: under `token`, in a frame of the dialect.
 * Types without a row start in a plain form (src/core/docsify/plain.c). */
typedef struct tunip_root {
    const tunip_type *type;
    const char *token;
    bool free_variables; /* declare the root's free variables */
} tunip_root;

/* ---- what a text leaves out ---- */

/* Which fields of nodes of `type`, and of descendants without a row of their own, the text has. All
 * others that count in equality are left out. That is no loss where a reader of the text comes to
 * the same value. Backends that are TUNIP_BACKEND_EXACT refuse a node of which a field is lost, and
 * name the field. No rule needs to say so, and of a type without a row every field that is not
 * empty is lost. */
typedef struct tunip_account {
    const tunip_type *type;
    const char *told;    /* the fields that the text has, with spaces between; "*" for all. One that
                            is TUNIP_FLAG_IGNORE is looked into as the others are. */
    const char *implied; /* those that `lost` looks at; or NULL. What is in neither list is lost
                            unless it is zero, NULL or an empty container. */
    /* The name of a field that a reader would give another value than `node` has, or that no
     * constructor takes beside the others; NULL when there is none. Fields of node kind may hold
     * NULL. NULL for the function: nothing is implied. */
    const char *(*lost)(tunip_docsifier *d, const tunip_node *node);
} tunip_account;

/* ---- the dialect ---- */

/* A dialect, as tunip_context_add_dialect() takes it. All of it outlives the contexts it is
 * registered with, and is not changed meanwhile. The same dialect may be registered with several
 * contexts. A table is NULL when its count is 0. */
typedef struct tunip_dialect {
    uint32_t abi;     /* TUNIP_DIALECT_ABI, always first */
    uint32_t size;    /* sizeof(tunip_dialect) */
    const char *name; /* "tir": also a dispatch token */
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
    size_t settings_size; /* this and the next: at most 16 MB */
    size_t state_size;
    const tunip_account *accounts; /* of any types */
    size_t account_count;
} tunip_dialect;

/* ---- missing children ---- */

/* As tunip_docsify(), of a node that must be there: see TUNIP_CHILD. */
static inline const tunip_doc *tunip_docsify_child(tunip_docsifier *d, const void *node,
                                                   const tunip_path *path)
{
    if (!node) tunip_report(d, TUNIP_ISSUE_NULL, path, "something is missing");
    return tunip_docsify(d, node, path);
}

/* ---- nodes that rules make ---- */

/* As tunip_docsify(), of a node that is not in the graph because a rule made it from `origin`, the
 * node at `path`, and from others: the Doc has that path, what is inside of it has none. When the
 * node is `origin` itself, nothing was made. */
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
