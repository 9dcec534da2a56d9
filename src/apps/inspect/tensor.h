/* tensor.h -- saved tensors: their shape, their type, statistics of their elements. */
#ifndef INSPECT_TENSOR_H
#define INSPECT_TENSOR_H

#include <tunip/node.h>

#include "tree.h"

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
/* "float32[16, 4]" */
void in_put_tensor_type(in_text *out, const in_tensor *tensor, unsigned vintage);
/* Shape, type and statistics, a line for each. */
in_show_fn in_show_tensor;

/* Adds a node for a tensor. */
in_node *in_add_tensor(in_tree *tree, in_node *parent, tunip_str name, const in_tensor *tensor);
/* Reads a list of tensors behind their names, as in a file of parameters. */
void in_read_params(in_tree *tree, in_node *parent, in_reader *r, tunip_str names, uint64_t count);
/* The nodes of a file of parameters. */
void in_expand_params(in_tree *tree, in_node *node);

#endif
