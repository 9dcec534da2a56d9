/* vm.h -- executables of virtual machines. Their views equal the texts of TVM byte for byte:
 * as_text, as_python and stats of Relax, bytecode and stats of Relay. */
#ifndef INSPECT_VM_H
#define INSPECT_VM_H

#include "tree.h"

/* The magic numbers of executables; Relay and Relax of v0.19 share the first. */
#define IN_VM_MAGIC    0xD225DE2F4214151Dull
#define IN_VM_MAGIC_V2 0xD225DE2F4214151Eull

/* Reads the executable `code` and adds its views and constants below the node. */
void in_expand_relax(in_tree *tree, in_node *node, tunip_str code);
void in_expand_relay(in_tree *tree, in_node *node, tunip_str code);
/* Whether an executable is one of Relay. */
bool in_is_relay(tunip_str code);

/* A function of an executable. */
typedef struct in_function {
    tunip_str name;
    const char *kind; /* "vm", "packed", "tir" */
    int32_t tag;      /* the kind as it was saved */
    tunip_str params; /* strings behind their number, or empty */
    int64_t registers, arguments;
    int64_t begin, end; /* instructions */
    tunip_str bytes;    /* as it was saved */
} in_function;

typedef void in_call_fn(void *user, tunip_str caller, tunip_str callee);

/* The first member of the parsed form of an executable: node->vm. */
typedef struct in_vm {
    in_function *functions;
    size_t function_count;
    /* Calls `each` for every call from one function to another. */
    void (*each_call)(const struct in_vm *vm, in_call_fn *each, void *user);
} in_vm;

#endif
