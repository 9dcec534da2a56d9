/* relax_types_v24.h -- The nodes of the graph-level IR of TVM v0.24, as far as they differ from
 * those of v0.23 and v0.26. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_RELAX_TYPES_V24_H
#define TUNIP_RELAX_TYPES_V24_H

#include <tunip/tvm/tirx_types_v24.h>
#include <tunip/tvm/relax_attrs_v26.h>
#include <tunip/tvm/relax_pattern_v26.h>

#ifdef __cplusplus
extern "C" {
#endif

/* relax.attrs.Conv1DAttrs */
typedef tunip_relax_conv1d_attrs tunip_relax_conv1d_attrs_v24;

/* relax.attrs.Conv1DTransposeAttrs */
typedef tunip_relax_conv1d_transpose_attrs tunip_relax_conv1d_transpose_attrs_v24;

/* relax.attrs.Conv2DAttrs */
typedef tunip_relax_conv2d_attrs tunip_relax_conv2d_attrs_v24;

/* relax.attrs.Conv2DTransposeAttrs */
typedef tunip_relax_conv2d_transpose_attrs tunip_relax_conv2d_transpose_attrs_v24;

/* relax.attrs.Conv3DAttrs */
typedef tunip_relax_conv3d_attrs tunip_relax_conv3d_attrs_v24;

/* relax.attrs.LayoutTransformAttrs */
typedef tunip_relax_layout_transform_attrs tunip_relax_layout_transform_attrs_v24;

/* relax.expr.ExternFunc */
typedef tunip_relax_extern_func tunip_relax_extern_func_v24;

/* relax.TensorStructInfo */
typedef tunip_relax_tensor_struct_info tunip_relax_tensor_struct_info_v24;

/* relax.DTensorStructInfo */
typedef tunip_relax_dtensor_struct_info tunip_relax_dtensor_struct_info_v24;

/* relax.attrs.Conv3DTransposeAttrs */
typedef struct tunip_relax_conv3d_transpose_attrs_v24 {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[int] */
    tunip_array *padding; /* ffi.Array[int] */
    tunip_array *output_padding; /* ffi.Array[int] */
    tunip_array *dilation; /* ffi.Array[int] */
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype out_dtype;
} tunip_relax_conv3d_transpose_attrs_v24;

/* relax.attrs.Resize3DAttrs */
typedef struct tunip_relax_resize3d_attrs_v24 {
    tunip_ir_attrs base;
    tunip_array *roi; /* ffi.Array[ir.FloatImm] */
    tunip_string *layout;
    tunip_string *method;
    tunip_string *coordinate_transformation_mode;
    tunip_string *rounding_method;
    double cubic_alpha;
    int64_t cubic_exclude;
    double extrapolation_value;
    tunip_dtype out_dtype;
} tunip_relax_resize3d_attrs_v24;

TUNIP_API extern tunip_type tunip_relax_conv1d_attrs_v24_type;
TUNIP_API extern tunip_type tunip_relax_conv1d_transpose_attrs_v24_type;
TUNIP_API extern tunip_type tunip_relax_conv2d_attrs_v24_type;
TUNIP_API extern tunip_type tunip_relax_conv2d_transpose_attrs_v24_type;
TUNIP_API extern tunip_type tunip_relax_conv3d_attrs_v24_type;
TUNIP_API extern tunip_type tunip_relax_layout_transform_attrs_v24_type;
TUNIP_API extern tunip_type tunip_relax_extern_func_v24_type;
TUNIP_API extern tunip_type tunip_relax_tensor_struct_info_v24_type;
TUNIP_API extern tunip_type tunip_relax_dtensor_struct_info_v24_type;
TUNIP_API extern tunip_type tunip_relax_conv3d_transpose_attrs_v24_type;
TUNIP_API extern tunip_type tunip_relax_resize3d_attrs_v24_type;

#ifdef __cplusplus
}
#endif
#endif
