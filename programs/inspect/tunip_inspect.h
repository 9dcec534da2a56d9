/* tunip_inspect.h -- artifacts: the files that a compiler wrote, as trees and as sets.
 *
 *     tunip_inspection *found = tunip_inspect_open("model.so", &error);
 *     tunip_inspection_write_tree(found, NULL, write, user, &error);
 *     tunip_inspection_show(found, "bytecode.txt", NULL, write, user, &error);
 *     tunip_inspection_free(found);
 *
 * An *inspection* is a file as a tree: the modules of TVM that a shared library or a blob embeds,
 * the members of an archive, their sources, tensors, functions. tunip reads a damaged file as far
 * as possible; tunip_inspection_problem() says what is missing.
 *
 * An *artifact set* holds artifacts: contents with the name of the code generator that made them
 * and of the loader that loads them (the Artifact RFC of TVM). Functions write a set to a folder,
 * an archive or one file, and read it back without loss. */
#ifndef TUNIP_INSPECT_H
#define TUNIP_INSPECT_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- artifacts ---- */

/* One output of a code generator. All members are borrowed, unless a function says that it copies
 * them. */
typedef struct tunip_artifact {
    tunip_str codegen_id; /* the code generator: "c", "llvm", "ethos-n"; or empty */
    tunip_str loader;     /* the name of its loader: "native", "metadata", "relax.VMExecutable",
                             "opencl" */
    tunip_str file_name;  /* unique among the artifacts of its codegen_id; a relative path */
    tunip_str content;
    bool in_memory; /* the artifact exists only in this process: its loader gets the content, which
                       may be empty, and a saved set lists it without content */
    /* Of an artifact in memory: loads it, in place of the loader of its name, which then needs not
     * be registered. `module` is the host module. NULL: the loader loads it. */
    tunip_status (*load)(void *user, const struct tunip_artifact *artifact, void *module,
                         tunip_error *error);
    void *load_user;
} tunip_artifact;

/* A set of artifacts, sorted by codegen_id and file_name. Opaque. One thread at a time may change
 * it. */
typedef struct tunip_artifact_set tunip_artifact_set;

/* An empty set for a target: "opencl -device=adreno", or NULL. NULL when out of memory. */
TUNIP_API tunip_artifact_set *tunip_artifact_set_new(const char *target_key);
/* NULL is fine. */
TUNIP_API void tunip_artifact_set_free(tunip_artifact_set *set);
/* The target, or "". */
TUNIP_API tunip_str tunip_artifact_set_target_key(const tunip_artifact_set *set);

/* Adds an artifact. The set copies the names, but not the content, which must outlive the set.
 * Fails with TUNIP_ERROR_CONFLICT if the set has an artifact with the same codegen_id and
 * file_name. Fails with TUNIP_ERROR_ARGUMENT if the file name is empty or absolute, has a component
 * "", "." or "..", or has control characters or a backslash; if the loader is empty; if a name
 * is not UTF-8; or if it has a function `load` and is not in memory. */
TUNIP_API tunip_status tunip_artifact_set_add(tunip_artifact_set *set,
                                              const tunip_artifact *artifact, tunip_error *error);
/* The same with the content of the file `path`. The function maps the file and does not read it. */
TUNIP_API tunip_status tunip_artifact_set_add_file(tunip_artifact_set *set,
                                                   const tunip_artifact *artifact, const char *path,
                                                   tunip_error *error);
/* The number of artifacts, and an artifact in the order of the set. `index` must be less than the
 * count. */
TUNIP_API size_t tunip_artifact_set_count(const tunip_artifact_set *set);
TUNIP_API const tunip_artifact *tunip_artifact_set_get(const tunip_artifact_set *set, size_t index);
/* The artifact of a code generator with this name; NULL if there is none. */
TUNIP_API const tunip_artifact *tunip_artifact_set_find(const tunip_artifact_set *set,
                                                        const char *codegen_id,
                                                        const char *file_name);
/* Calls `each` for all artifacts, grouped by loader: the loaders in the order of their names, the
 * artifacts of each in the order of the set. Stops when `each` returns false. */
typedef bool (*tunip_artifact_fn)(void *user, const tunip_artifact *artifact);
TUNIP_API bool tunip_artifact_set_each_by_loader(const tunip_artifact_set *set,
                                                 tunip_artifact_fn each, void *user);

/* Registers the dialect `artifact` with a context: the types artifact.ArtifactSet and
 * artifact.Artifact, whose nodes have the size and the hash of a content instead of the content. */
TUNIP_API tunip_status tunip_artifact_register(tunip_context *context, tunip_error *error);
/* A set as a graph, to print, save and compare it. The context needs the dialect. The caller frees
 * the graph with tunip_graph_free(). NULL on failure. */
TUNIP_API tunip_graph *tunip_artifact_set_graph(const tunip_context *context,
                                                const tunip_artifact_set *set, tunip_error *error);

/* ---- on disk ---- */

/* The form of a saved set. */
typedef enum tunip_artifact_form {
    TUNIP_ARTIFACT_FOLDER, /* artifacts.json and a file for each artifact: CODEGEN/FILE_NAME */
    TUNIP_ARTIFACT_TAR,    /* the same files in an archive */
    TUNIP_ARTIFACT_BLOB    /* one file: the list, then the contents */
} tunip_artifact_form;

/* Writes a set. If a folder exists, it must be empty. The function creates files, replaces none,
 * and follows no symbolic links. It lists an artifact in memory without content; `left_out`, which
 * may be NULL, receives the number of such artifacts. After a failure, the function removes the
 * files that it has written. The memory that it takes does not depend on the sizes of the contents.
 * Equal sets give equal bytes. */
TUNIP_API tunip_status tunip_artifact_set_export(const tunip_artifact_set *set, const char *path,
                                                 tunip_artifact_form form, size_t *left_out,
                                                 tunip_error *error);
/* Reads a set in any of the forms, or in a library, and checks all sizes and hashes. Maps the
 * contents and does not read them. NULL on failure, even if only one artifact is damaged. */
TUNIP_API tunip_artifact_set *tunip_artifact_set_load(const char *path, tunip_error *error);
/* Reads the rest of a damaged set. An artifact whose size or hash is wrong keeps its remaining
 * content. An artifact without content is left out. NULL on failure, for example if there is no
 * list of artifacts. */
TUNIP_API tunip_artifact_set *tunip_artifact_set_recover(const char *path, tunip_error *error);
/* A sentence about a damaged artifact of a set that tunip_artifact_set_recover() returned. NULL
 * past the end; a set without such sentences is complete. Borrowed. */
TUNIP_API const char *tunip_artifact_set_problem(const tunip_artifact_set *set, size_t index);

/* ---- loading ---- */

/* A loader: loads all artifacts whose member `loader` is its name, in one call. */
typedef struct tunip_artifact_loader {
    const char *name;
    /* Loads all artifacts of the loader. `module` is the library of the native objects (a handle of
     * dlopen()), or NULL. */
    tunip_status (*load)(void *user, const tunip_artifact *const *artifacts, size_t count,
                         void *module, tunip_error *error);
    void *user;
} tunip_artifact_loader;

/* How to load a set. Zero is the default of every member except `size`. */
typedef struct tunip_load_options {
    size_t size; /* sizeof(tunip_load_options) */
    const tunip_artifact_loader *loaders;
    size_t loader_count;
    bool dry_run;         /* load nothing: only write the plan */
    bool link;            /* make and open the host module, as tunip_artifact_set_open() says */
    const char *compiler; /* the program for `link`: its name, and not a line of a shell. NULL:
                             "cc" */
    const char *library;  /* the shared library to make: a new file, which a failure removes. NULL:
                             a temporary file */
    unsigned timeout;     /* seconds for the compiler. 0: 60 */
    tunip_write_fn write; /* receives the plan, a line for each group; or NULL */
    void *write_user;
} tunip_load_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_LOAD_OPTIONS_INIT {sizeof(tunip_load_options), 0, 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* Loads a set: the loader "metadata" first, then the host module, then the others in the order
 * of their names. With `link`, tunip makes the host module itself: it links the artifacts of the
 * loader "native" (objects, archives and sources in C) into one library. If there are none, the
 * host module is the library that TVM made: the artifact of the loader "_lib". After the
 * artifacts of a loader, those with its name that have a function `load` are loaded. Fails with
 * TUNIP_ERROR_NOT_FOUND if a loader is not registered, before anything is loaded. `*handle`
 * receives the library, for dlsym() and dlclose(); NULL if there is none. */
TUNIP_API tunip_status tunip_artifact_set_open(const tunip_artifact_set *set,
                                               const tunip_load_options *options, void **handle,
                                               tunip_error *error);

/* Links a set into the new shared library `path`, as export_library() of TVM does: the artifacts
 * of the loader "native" become its code. The symbol __tunip_artifacts has all others, grouped
 * by loader, in the form TUNIP_ARTIFACT_BLOB. tunip_artifact_set_load() reads them back; its set
 * has the library itself in place of the native artifacts, with the loader "_lib" and the name
 * "library.so". Of the options, the function uses the compiler and its time; NULL is the
 * defaults. The compiler must assemble a file `.S`. Fails with TUNIP_ERROR_CONFLICT if the set
 * has native artifacts and a library. `left_out` is as in tunip_artifact_set_export(). */
TUNIP_API tunip_status tunip_artifact_set_link(const tunip_artifact_set *set, const char *path,
                                               const tunip_load_options *options, size_t *left_out,
                                               tunip_error *error);
/* Compiles one artifact, just in time, and opens it: a source in C, an object or an archive of
 * objects. Its file name has the extension. `*handle` receives the library, for dlsym() and
 * dlclose(). NULL for `options` is the defaults; `dry_run` is refused. */
TUNIP_API tunip_status tunip_artifact_jit(const tunip_artifact *artifact,
                                          const tunip_load_options *options, void **handle,
                                          tunip_error *error);

/* ---- inspectors ---- */

/* How to show a part. Zero is the default of every member except `size`. */
typedef struct tunip_show_options {
    size_t size;           /* sizeof(tunip_show_options) */
    bool colour;           /* ANSI colours */
    bool raw;              /* the bytes as they are */
    bool no_tools;         /* do not run other programs */
    unsigned timeout;      /* seconds for another program. 0: 10 */
    const char *inspector; /* the name of the inspector that shows the part: "object code", with an
                              output "object code/sections", or with all of them "object code/" and
                              a star. NULL: the most specific inspector */
} tunip_show_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_SHOW_OPTIONS_INIT {sizeof(tunip_show_options), 0, 0, 0, 0, 0}
/* clang-format on */

/* Shows artifacts and their parts: a part has the loader and the code generator of its artifact,
 * and its own name and content. The most specific inspector shows an artifact: a loader counts more
 * than a code generator, a code generator more than the first bytes, these more than the extension.
 * Among equally specific inspectors, the one that was registered last shows it. */
typedef struct tunip_inspector {
    size_t size; /* sizeof(tunip_inspector) */
    const char *name;
    const char *loader;    /* NULL: any */
    const char *codegen;   /* NULL: any */
    tunip_str magic;       /* the first bytes; empty: any */
    const char *extension; /* ".cl"; NULL: any */
    /* Writes the text. TUNIP_ERROR_NOT_FOUND: the inspector cannot show this artifact; tunip asks
     * the next inspector. */
    tunip_status (*show)(const tunip_artifact *artifact, const tunip_show_options *options,
                         tunip_write_fn write, void *user, tunip_error *error);
    const char
        *output; /* "sections": one of several outputs, each a row with the same `name`. It is
                           shown if it is asked for. NULL: what the inspector shows by itself */
} tunip_inspector;

/* Registers an inspector, which must live until the process ends. Registering it again does
 * nothing. A plugin calls this function in its `add`. Do not call it while another thread inspects.
 * Fails with TUNIP_ERROR_LIMIT if too many are registered. */
TUNIP_API tunip_status tunip_inspector_add(const tunip_inspector *inspector, tunip_error *error);
/* The inspectors in the order in which they were registered; NULL past the end. */
TUNIP_API const tunip_inspector *tunip_inspector_at(size_t index);

/* ---- inspections ---- */

/* A file as a tree. Opaque. Immutable: several threads may read it. */
typedef struct tunip_inspection tunip_inspection;

/* Opens a file or a saved folder. A file is mapped: it must not become shorter while the inspection
 * exists. NULL with `error` filled if it cannot be opened or is of no known format. */
TUNIP_API tunip_inspection *tunip_inspect_open(const char *path, tunip_error *error);
/* The same of bytes in memory, which must outlive the inspection. */
TUNIP_API tunip_inspection *tunip_inspect_bytes(const char *name, tunip_str bytes,
                                                tunip_error *error);
/* NULL is fine. */
TUNIP_API void tunip_inspection_free(tunip_inspection *inspection);

/* Whether the first bytes of a file are those of an artifact: a library, a blob, an archive ... */
TUNIP_API bool tunip_inspect_recognises(tunip_str bytes);

/* A sentence about a part that could not be read: "0-c/source.c, byte 12: expected a string". NULL
 * past the end. Borrowed. */
TUNIP_API const char *tunip_inspection_problem(const tunip_inspection *inspection, size_t index);

/* Writes the tree for people, or as JSON. Both have the sizes and hashes of all contents. */
TUNIP_API tunip_status tunip_inspection_write_tree(const tunip_inspection *inspection,
                                                   const tunip_show_options *options,
                                                   tunip_write_fn write, void *user,
                                                   tunip_error *error);
TUNIP_API tunip_status tunip_inspection_write_json(const tunip_inspection *inspection,
                                                   tunip_write_fn write, void *user,
                                                   tunip_error *error);
/* Writes a page in HTML: a drawing of the sizes, and the tree with the text of each part. It needs
 * no server and no network. */
TUNIP_API tunip_status tunip_inspection_write_page(const tunip_inspection *inspection,
                                                   tunip_write_fn write, void *user,
                                                   tunip_error *error);
/* Writes all functions, grouped by the module that has them, with their types and the functions
 * that each one calls. */
TUNIP_API tunip_status tunip_inspection_write_functions(const tunip_inspection *inspection,
                                                        tunip_write_fn write, void *user,
                                                        tunip_error *error);

/* Shows a part. `name` is the path of the part in the tree ("1-opencl/source.cl"), the end of its
 * path if no other path has this end ("source.cl"), or the loader of a module.
 * TUNIP_ERROR_NOT_FOUND: there is no such part, no inspector of the name in `options`, or this
 * inspector cannot show the part; TUNIP_ERROR_CONFLICT: there are several such parts. */
TUNIP_API tunip_status tunip_inspection_show(const tunip_inspection *inspection, const char *name,
                                             const tunip_show_options *options,
                                             tunip_write_fn write, void *user, tunip_error *error);
/* Writes the source map of a text as JSON: for each range of bytes of the text, the part of the
 * file that it shows, and the bytes of this part in the file. The form is that of `tunip print
 * --source-map`. The path of a span is a path in the tree, and may continue into a module:
 * "0-VMExecutable/functions[1]/instructions[3]". `what` selects the text: that of
 * tunip_inspection_write_tree(), of tunip_inspection_write_functions(), or of
 * tunip_inspection_show() with `name` and `options`. The text must not have colours. */
typedef enum tunip_inspect_text {
    TUNIP_INSPECT_TREE,
    TUNIP_INSPECT_FUNCTIONS,
    TUNIP_INSPECT_PART
} tunip_inspect_text;
TUNIP_API tunip_status tunip_inspection_write_map(const tunip_inspection *inspection,
                                                  tunip_inspect_text what, const char *name,
                                                  const tunip_show_options *options,
                                                  tunip_write_fn write, void *user,
                                                  tunip_error *error);
/* Writes all parts to `folder`. If the folder exists, it must be empty. Each part becomes a file
 * with the path of the part in the tree. The function writes nothing outside of the folder. After a
 * failure, it removes the files that it has written. */
TUNIP_API tunip_status tunip_inspection_extract(const tunip_inspection *inspection,
                                                const char *folder, tunip_error *error);
/* The modules and the members of archives as artifacts; their contents belong to the inspection,
 * which must outlive the set. NULL on failure. */
TUNIP_API tunip_artifact_set *tunip_inspection_artifacts(const tunip_inspection *inspection,
                                                         tunip_error *error);

/* Writes which artifacts and symbols of two files differ, and how their texts differ. Sets *differ
 * to whether there is a difference; bytes of a library that belong to no symbol and no artifact
 * count, too. */
TUNIP_API tunip_status tunip_inspection_diff(const tunip_inspection *left,
                                             const tunip_inspection *right,
                                             const tunip_show_options *options, bool *differ,
                                             tunip_write_fn write, void *user, tunip_error *error);
/* The same as a page in HTML, with drawings of the sizes of both files side by side, in which the
 * parts that differ are marked and are links to their differences. Its colours are those of its
 * style, whatever the options say. The names are for the title. */
TUNIP_API tunip_status tunip_inspection_diff_page(const tunip_inspection *left,
                                                  const tunip_inspection *right,
                                                  const tunip_show_options *options,
                                                  const char *left_name, const char *right_name,
                                                  bool *differ, tunip_write_fn write, void *user,
                                                  tunip_error *error);

#ifdef __cplusplus
}
#endif

#endif
