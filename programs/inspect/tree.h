/* tree.h -- a file as a tree of nodes: containers, modules, their parts, views made of them, and
 * tensors. */
#ifndef INSPECT_TREE_H
#define INSPECT_TREE_H

#include <tunip/node.h>

#include "bytes.h"

/* ======== tree ======== */

/* A file as a tree of nodes: containers, modules, their parts, and views made of them.
 *
 * Nodes are memory of the tree's arena; their data are bytes of the mapped file, never copies. */

typedef enum in_role {
    IN_CONTAINER, /* a file or a member of one: its children are what it holds */
    IN_MODULE,    /* a module of TVM as it was saved: its loader is its kind */
    IN_PART,      /* a run of bytes within a module or a file: a source, a tensor */
    IN_VIEW       /* text made of a module: its bytecode, its statistics */
} in_role;

typedef struct in_node in_node;

typedef struct in_symbol {
    tunip_str name;
    const char *kind; /* "blob", "function", "data" */
    uint64_t size, value;
    tunip_str content; /* its bytes in the file, as far as they are there */
} in_symbol;

/* In the order of their names. */
typedef struct in_symbols {
    const in_symbol *items;
    size_t count;
} in_symbols;

typedef struct in_tree in_tree;

/* Writes the text of a view or of a node. */
typedef void in_show_fn(const in_tree *tree, const in_node *node, in_text *out);

struct in_node {
    in_role role;
    size_t number;     /* among all nodes: higher than that of its parent */
    tunip_str name;    /* unique among the children of its parent */
    tunip_str kind;    /* of a module its loader; otherwise "elf", "tar", "json", "tensor" ... */
    tunip_str note;    /* a few words for people: "float32[16, 4]"; or empty */
    tunip_str data;    /* in the mapped file; of a view empty */
    tunip_str head;    /* bytes that stand in front of the data in a file of their own */
    bool is_missing;   /* no data: a module that is the library itself, a link */
    in_show_fn *show;  /* of a view: makes its text. Of others: or NULL, and the dispatch decides */
    const void *model; /* what `show` reads; the module's parsed form */
    bool is_source;    /* the text that inspect_source() of TVM gives for its module */
    in_node *parent, *first, *last, *next;
    struct in_module *module;              /* of an IN_MODULE */
    const struct tunip_artifact *artifact; /* of a saved set; or NULL */
    const struct in_vm *vm;                /* of an executable; or NULL */
    const in_symbols *symbols;             /* of a library or an object file; or NULL */
    const in_symbols *regions;             /* of an ELF file: its headers and sections; or NULL */
};

/* A link in an archive: its data are the name of the member that it means. */
static inline bool in_is_link(const in_node *node)
{
    return tunip_str_is(node->kind, "link");
}

/* The members that only modules have. */
typedef struct in_module {
    size_t number;     /* among all modules of the tree */
    size_t index;      /* in a walk of the imports from the root, 0 for the root */
    in_node **imports; /* borrowed, in order */
    size_t import_count;
    bool is_exportable; /* its code is linked into the library */
    bool is_reached;    /* by the walk from the root */
} in_module;

/* A sentence about what could not be read, and where. */
typedef struct in_problem {
    const in_node *node;
    size_t offset; /* into the node's data */
    tunip_str text;
} in_problem;

/* Memory of malloc() that is freed with the tree. */
typedef struct in_memory {
    struct in_memory *next;
    char *data;
} in_memory;

struct in_tree {
    tn_arena arena;
    in_node *root;   /* the file */
    in_node **names; /* all nodes by parent and name; a power of two of them, or none */
    size_t name_count, name_room;
    const tunip_str *maps; /* mapped files, of which in_drop() lets pages go */
    size_t map_count;
    in_node **modules;
    size_t module_count, module_room;
    in_problem *problems;
    size_t problem_count, problem_room, problems_left_out;
    in_symbols symbols; /* of the first library */
    unsigned vintage;   /* of the first blob: 19, 23; 0: none */
    tunip_str imports;  /* of all modules, as JSON; or empty */
    size_t depth;       /* of containers in containers while reading */
    size_t unpacked;    /* bytes that were unpacked into memory */
    in_memory *memory;  /* of unpacked data */
    bool only_symbols;  /* do not read the modules of a library */
    tunip_str embedded; /* the set of artifacts in the last library; or without data */
};

/* Adds a child. A name that a sibling has already gets a number behind it. NULL when out of
 * memory. */
in_node *in_add(in_tree *tree, in_node *parent, in_role role, tunip_str name, const char *kind,
                tunip_str data);
in_node *in_add_view(in_tree *tree, in_node *parent, const char *name, in_show_fn *show,
                     const void *model);

/* Appends to the list of all modules. */
bool in_keep_module(in_tree *tree, in_node *node);

/* Adds a problem. Of very many, only the first are kept. */
void in_complain(in_tree *tree, const in_node *node, size_t offset, const char *format, ...)
    TUNIP_PRINTF(4, 5);
/* The trouble of a reader, if it has any: "expected WHAT". */
void in_complain_reader(in_tree *tree, const in_node *node, const in_reader *reader);

/* The names from the root's child to the node, with slashes. */
void in_put_path(in_text *out, const in_node *node);
/* The next node in a walk of all, parents first; NULL behind the last one. */
in_node *in_walk(const in_tree *tree, const in_node *node);
/* Whether `path` names a node: its path, the end of it, or the loader of a module. `is_whole` says
 * whether it is the whole path. */
bool in_is_called(const in_node *node, tunip_str path, bool *is_whole);
/* The node with this path, or the only one whose path ends in it. `count` is the number of nodes
 * that fit. */
in_node *in_find(const in_tree *tree, tunip_str path, size_t *count);
in_node *in_child_called(const in_tree *tree, const in_node *parent, tunip_str name);
in_node *in_child(const in_node *node, const char *name);

/* Takes memory of malloc(), and frees it with the tree. Returns its bytes; without data when out of
 * memory. */
tunip_str in_keep_memory(in_tree *tree, char *data, size_t size);

/* Lets go of the pages of bytes that were used, so that a large file takes little memory. Bytes
 * that are no part of the mapped file stay. */
void in_drop(const in_tree *tree, tunip_str bytes);

void in_tree_free(in_tree *tree);

/* ======== tensor ======== */

/* Saved tensors: their shape, their type, statistics of their elements. */

typedef struct in_tensor {
    tunip_dtype dtype;
    uint32_t ndim;
    tunip_str dims; /* 64-bit numbers */
    tunip_str data;
} in_tensor;

/* Reads a tensor as SaveDLTensor of TVM writes it. */
in_tensor in_read_tensor(in_reader *r);
/* The spelling of a type: that of v0.19 differs from the later ones. */
void in_put_dtype(in_text *out, tunip_dtype dtype, unsigned vintage);
tunip_dtype in_read_dtype(in_reader *r);
/* Shape, type and statistics, a line for each. */
in_show_fn in_show_tensor;

/* Lets a node show a tensor. */
void in_show_as_tensor(in_tree *tree, in_node *node, const in_tensor *tensor);
/* Adds a node for a tensor. */
in_node *in_add_tensor(in_tree *tree, in_node *parent, tunip_str name, const in_tensor *tensor);
/* Reads a list of tensors behind their names, as in a file of parameters. */
void in_read_params(in_tree *tree, in_node *parent, in_reader *r, tunip_str names, uint64_t count);
/* The nodes of a file of parameters. */
void in_expand_params(in_tree *tree, in_node *node);

#endif
