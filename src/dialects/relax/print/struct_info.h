/* struct_info.h -- parts that several kinds of struct info share. */
#ifndef RELAX_STRUCT_INFO_H
#define RELAX_STRUCT_INFO_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* The shape of a tensor: a tuple if its dimensions are known, otherwise the expression; NULL if it
 * has none. `path` is the path of the struct info. */
const tunip_doc *relax_tensor_shape(tunip_docsifier *d, const tunip_relax_tensor_struct_info *info,
                                    const tunip_path *path);

/* "kind:index:scope" of a virtual device. */
const tunip_doc *relax_vdevice_name(tunip_docsifier *d, const tunip_ir_vdevice *device,
                                    const tunip_path *path);

#endif
