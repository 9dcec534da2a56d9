/* relax_types_v25.h -- The nodes of the graph-level IR of TVM v0.25, as far as they differ from
 * those of v0.23 and v0.26. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_RELAX_TYPES_V25_H
#define TUNIP_RELAX_TYPES_V25_H

#include <tunip/tvm/tirx_types_v25.h>
#include <tunip/tvm/relax_types_v24.h>

#ifdef __cplusplus
extern "C" {
#endif

/* relax.attrs.DistributionAttrs */
typedef tunip_relax_distribution_attrs tunip_relax_distribution_attrs_v25;

/* relax.attrs.ScanopAttrs */
typedef struct tunip_relax_scanop_attrs_v25 {
    tunip_ir_attrs base;
    tunip_int *axis; /* or NULL */
    tunip_dtype dtype;
    bool exclusive;
} tunip_relax_scanop_attrs_v25;

/* relax.expr.Function */
typedef tunip_relax_function tunip_relax_function_v25;

/* relax.expr.ExternFunc */
typedef tunip_relax_extern_func tunip_relax_extern_func_v25;

/* relax.distributed.DeviceMesh */
typedef tunip_relax_device_mesh tunip_relax_device_mesh_v25;

/* relax.DTensorStructInfo */
typedef tunip_relax_dtensor_struct_info tunip_relax_dtensor_struct_info_v25;

TUNIP_API extern tunip_type tunip_relax_distribution_attrs_v25_type;
TUNIP_API extern tunip_type tunip_relax_scanop_attrs_v25_type;
TUNIP_API extern tunip_type tunip_relax_function_v25_type;
TUNIP_API extern tunip_type tunip_relax_extern_func_v25_type;
TUNIP_API extern tunip_type tunip_relax_device_mesh_v25_type;
TUNIP_API extern tunip_type tunip_relax_dtensor_struct_info_v25_type;

#ifdef __cplusplus
}
#endif
#endif
