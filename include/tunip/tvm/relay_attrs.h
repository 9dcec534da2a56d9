/* relay_attrs.h -- The attributes of Relay operators. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_RELAY_ATTRS_H
#define TUNIP_RELAY_ATTRS_H

#include <tunip/tvm/relay_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* relay.attrs.AdaptivePool1DAttrs */
typedef struct tunip_relay_adaptive_pool1d_attrs {
    tunip_ir_attrs base;
    tunip_array *output_size; /* ffi.Array[Any] or NULL */
    tunip_string *layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
} tunip_relay_adaptive_pool1d_attrs;

/* relay.attrs.AdaptivePool2DAttrs */
typedef struct tunip_relay_adaptive_pool2d_attrs {
    tunip_ir_attrs base;
    tunip_array *output_size; /* ffi.Array[Any] or NULL */
    tunip_string *layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
} tunip_relay_adaptive_pool2d_attrs;

/* relay.attrs.AdaptivePool3DAttrs */
typedef struct tunip_relay_adaptive_pool3d_attrs {
    tunip_ir_attrs base;
    tunip_array *output_size; /* ffi.Array[Any] or NULL */
    tunip_string *layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
} tunip_relay_adaptive_pool3d_attrs;

/* relay.attrs.AffineGridAttrs */
typedef struct tunip_relay_affine_grid_attrs {
    tunip_ir_attrs base;
    tunip_array *target_shape; /* ffi.Array[Any] or NULL */
} tunip_relay_affine_grid_attrs;

/* relay.attrs.AllClassNonMaximumSuppressionAttrs */
typedef struct tunip_relay_all_class_non_maximum_suppression_attrs {
    tunip_ir_attrs base;
    tunip_string *output_format; /* or NULL */
} tunip_relay_all_class_non_maximum_suppression_attrs;

/* relay.attrs.AllocStorageAttrs */
typedef struct tunip_relay_alloc_storage_attrs {
    tunip_ir_attrs base;
    tunip_dtype dtype;
    tunip_node *virtual_device; /* or NULL */
} tunip_relay_alloc_storage_attrs;

/* relay.attrs.AllocTensorAttrs */
typedef struct tunip_relay_alloc_tensor_attrs {
    tunip_ir_attrs base;
    tunip_dtype dtype;
    tunip_node *const_shape; /* or NULL */
    tunip_array *assert_shape; /* ffi.Array[Any] or NULL */
} tunip_relay_alloc_tensor_attrs;

/* relay.attrs.ArangeAttrs */
typedef struct tunip_relay_arange_attrs {
    tunip_ir_attrs base;
    tunip_node *start; /* or NULL */
    tunip_node *stop; /* or NULL */
    tunip_node *step; /* or NULL */
    tunip_dtype dtype;
} tunip_relay_arange_attrs;

/* relay.attrs.ArgReduceAttrs */
typedef struct tunip_relay_arg_reduce_attrs {
    tunip_ir_attrs base;
    tunip_array *axis; /* ffi.Array[Any] or NULL */
    bool keepdims;
    bool select_last_index;
    bool exclude;
} tunip_relay_arg_reduce_attrs;

/* relay.attrs.ArgsortAttrs */
typedef struct tunip_relay_argsort_attrs {
    tunip_ir_attrs base;
    int64_t axis;
    bool is_ascend;
    tunip_dtype dtype;
} tunip_relay_argsort_attrs;

/* relay.attrs.AutoSchedulerLayoutTransformAttrs */
typedef struct tunip_relay_auto_scheduler_layout_transform_attrs {
    tunip_ir_attrs base;
    tunip_string *src_layout; /* or NULL */
    tunip_string *dst_layout; /* or NULL */
} tunip_relay_auto_scheduler_layout_transform_attrs;

/* relay.attrs.AvgPool1DAttrs */
typedef struct tunip_relay_avg_pool1d_attrs {
    tunip_ir_attrs base;
    tunip_array *pool_size; /* ffi.Array[Any] or NULL */
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_string *layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    bool ceil_mode;
    bool count_include_pad;
} tunip_relay_avg_pool1d_attrs;

/* relay.attrs.AvgPool2DAttrs */
typedef struct tunip_relay_avg_pool2d_attrs {
    tunip_ir_attrs base;
    tunip_array *pool_size; /* ffi.Array[Any] or NULL */
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_string *layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    bool ceil_mode;
    bool count_include_pad;
} tunip_relay_avg_pool2d_attrs;

/* relay.attrs.AvgPool3DAttrs */
typedef struct tunip_relay_avg_pool3d_attrs {
    tunip_ir_attrs base;
    tunip_array *pool_size; /* ffi.Array[Any] or NULL */
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_string *layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    bool ceil_mode;
    bool count_include_pad;
} tunip_relay_avg_pool3d_attrs;

/* relay.attrs.BatchMatmulAttrs */
typedef struct tunip_relay_batch_matmul_attrs {
    tunip_ir_attrs base;
    tunip_dtype out_dtype;
    bool transpose_a;
    bool transpose_b;
} tunip_relay_batch_matmul_attrs;

/* relay.attrs.BatchNormAttrs */
typedef struct tunip_relay_batch_norm_attrs {
    tunip_ir_attrs base;
    int64_t axis;
    double epsilon;
    bool center;
    bool scale;
} tunip_relay_batch_norm_attrs;

/* relay.attrs.BatchToSpaceNDAttrs */
typedef struct tunip_relay_batch_to_space_nd_attrs {
    tunip_ir_attrs base;
    tunip_array *block_shape; /* ffi.Array[Any] or NULL */
    tunip_array *crops; /* ffi.Array[Any] or NULL */
} tunip_relay_batch_to_space_nd_attrs;

/* relay.attrs.BiasAddAttrs */
typedef struct tunip_relay_bias_add_attrs {
    tunip_ir_attrs base;
    int64_t axis;
} tunip_relay_bias_add_attrs;

/* relay.attrs.BinaryConv2DAttrs */
typedef struct tunip_relay_binary_conv2d_attrs {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_array *kernel_size; /* ffi.Array[Any] or NULL */
    tunip_node *channels; /* or NULL */
    int64_t activation_bits;
    int64_t weight_bits;
    tunip_string *data_layout; /* or NULL */
    tunip_string *kernel_layout; /* or NULL */
    tunip_dtype pack_dtype;
    tunip_dtype out_dtype;
    bool unipolar;
} tunip_relay_binary_conv2d_attrs;

/* relay.attrs.BinaryDenseAttrs */
typedef struct tunip_relay_binary_dense_attrs {
    tunip_ir_attrs base;
    tunip_node *units; /* or NULL */
    int64_t data_bits;
    int64_t weight_bits;
    tunip_dtype pack_dtype;
    tunip_dtype out_dtype;
    bool unipolar;
} tunip_relay_binary_dense_attrs;

/* relay.attrs.BitPackAttrs */
typedef struct tunip_relay_bit_pack_attrs {
    tunip_ir_attrs base;
    int64_t bits;
    int64_t pack_axis;
    int64_t bit_axis;
    tunip_dtype pack_type;
    tunip_string *name; /* or NULL */
} tunip_relay_bit_pack_attrs;

/* relay.attrs.BroadcastAttrs */
typedef struct tunip_relay_broadcast_attrs {
    tunip_ir_attrs base;
    int64_t lhs_axis;
    int64_t rhs_axis;
} tunip_relay_broadcast_attrs;

/* relay.attrs.CallLoweredAttrs */
typedef struct tunip_relay_call_lowered_attrs {
    tunip_ir_attrs base;
    tunip_map *metadata; /* ffi.Map[ffi.String, Any] or NULL */
} tunip_relay_call_lowered_attrs;

/* relay.attrs.CastAttrs */
typedef struct tunip_relay_cast_attrs {
    tunip_ir_attrs base;
    tunip_dtype dtype;
} tunip_relay_cast_attrs;

/* relay.attrs.CastHintAttrs */
typedef struct tunip_relay_cast_hint_attrs {
    tunip_ir_attrs base;
    tunip_dtype dtype;
} tunip_relay_cast_hint_attrs;

/* relay.attrs.ClipAttrs */
typedef struct tunip_relay_clip_attrs {
    tunip_ir_attrs base;
    double a_min;
    double a_max;
} tunip_relay_clip_attrs;

/* relay.attrs.CompilerAttrs */
typedef struct tunip_relay_compiler_attrs {
    tunip_ir_attrs base;
    tunip_string *compiler; /* or NULL */
} tunip_relay_compiler_attrs;

/* relay.attrs.ConcatenateAttrs */
typedef struct tunip_relay_concatenate_attrs {
    tunip_ir_attrs base;
    int64_t axis;
} tunip_relay_concatenate_attrs;

/* relay.attrs.Conv1DAttrs */
typedef struct tunip_relay_conv1d_attrs {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    int64_t groups;
    tunip_node *channels; /* or NULL */
    tunip_array *kernel_size; /* ffi.Array[Any] or NULL */
    tunip_string *data_layout; /* or NULL */
    tunip_string *kernel_layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    tunip_dtype out_dtype;
} tunip_relay_conv1d_attrs;

/* relay.attrs.Conv1DTransposeAttrs */
typedef struct tunip_relay_conv1d_transpose_attrs {
    tunip_ir_attrs base;
    tunip_node *channels; /* or NULL */
    tunip_array *kernel_size; /* ffi.Array[Any] or NULL */
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *output_padding; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    int64_t groups;
    tunip_string *data_layout; /* or NULL */
    tunip_string *kernel_layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    tunip_dtype out_dtype;
} tunip_relay_conv1d_transpose_attrs;

/* relay.attrs.Conv2DAttrs */
typedef struct tunip_relay_conv2d_attrs {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    int64_t groups;
    tunip_node *channels; /* or NULL */
    tunip_array *kernel_size; /* ffi.Array[Any] or NULL */
    tunip_string *data_layout; /* or NULL */
    tunip_string *kernel_layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    tunip_dtype out_dtype;
} tunip_relay_conv2d_attrs;

/* relay.attrs.Conv2DTransposeAttrs */
typedef struct tunip_relay_conv2d_transpose_attrs {
    tunip_ir_attrs base;
    tunip_node *channels; /* or NULL */
    tunip_array *kernel_size; /* ffi.Array[Any] or NULL */
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *output_padding; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    int64_t groups;
    tunip_string *data_layout; /* or NULL */
    tunip_string *kernel_layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    tunip_dtype out_dtype;
} tunip_relay_conv2d_transpose_attrs;

/* relay.attrs.Conv2DWinogradAttrs */
typedef struct tunip_relay_conv2d_winograd_attrs {
    tunip_ir_attrs base;
    int64_t tile_size;
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    int64_t groups;
    tunip_node *channels; /* or NULL */
    tunip_array *kernel_size; /* ffi.Array[Any] or NULL */
    tunip_string *data_layout; /* or NULL */
    tunip_string *kernel_layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    tunip_dtype out_dtype;
} tunip_relay_conv2d_winograd_attrs;

/* relay.attrs.Conv2DWinogradNNPACKWeightTransformAttrs */
typedef struct tunip_relay_conv2d_winograd_nnpack_weight_transform_attrs {
    tunip_ir_attrs base;
    int64_t convolution_algorithm;
    tunip_dtype out_dtype;
} tunip_relay_conv2d_winograd_nnpack_weight_transform_attrs;

/* relay.attrs.Conv3DAttrs */
typedef struct tunip_relay_conv3d_attrs {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    int64_t groups;
    tunip_node *channels; /* or NULL */
    tunip_array *kernel_size; /* ffi.Array[Any] or NULL */
    tunip_string *data_layout; /* or NULL */
    tunip_string *kernel_layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    tunip_dtype out_dtype;
} tunip_relay_conv3d_attrs;

/* relay.attrs.Conv3DTransposeAttrs */
typedef struct tunip_relay_conv3d_transpose_attrs {
    tunip_ir_attrs base;
    tunip_node *channels; /* or NULL */
    tunip_array *kernel_size; /* ffi.Array[Any] or NULL */
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *output_padding; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    int64_t groups;
    tunip_string *data_layout; /* or NULL */
    tunip_string *kernel_layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    tunip_dtype out_dtype;
} tunip_relay_conv3d_transpose_attrs;

/* relay.attrs.Conv3DWinogradAttrs */
typedef struct tunip_relay_conv3d_winograd_attrs {
    tunip_ir_attrs base;
    int64_t tile_size;
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    int64_t groups;
    tunip_node *channels; /* or NULL */
    tunip_array *kernel_size; /* ffi.Array[Any] or NULL */
    tunip_string *data_layout; /* or NULL */
    tunip_string *kernel_layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    tunip_dtype out_dtype;
} tunip_relay_conv3d_winograd_attrs;

/* relay.attrs.ConvGemmWeightTransformAttrs */
typedef struct tunip_relay_conv_gemm_weight_transform_attrs {
    tunip_ir_attrs base;
    int64_t tile_N;
    int64_t tile_K;
} tunip_relay_conv_gemm_weight_transform_attrs;

/* relay.attrs.ConvWinogradWeightTransformAttrs */
typedef struct tunip_relay_conv_winograd_weight_transform_attrs {
    tunip_ir_attrs base;
    int64_t tile_size;
} tunip_relay_conv_winograd_weight_transform_attrs;

/* relay.attrs.CorrelationAttrs */
typedef struct tunip_relay_correlation_attrs {
    tunip_ir_attrs base;
    int64_t kernel_size;
    int64_t max_displacement;
    int64_t stride1;
    int64_t stride2;
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    bool is_multiply;
    tunip_string *layout; /* or NULL */
} tunip_relay_correlation_attrs;

/* relay.attrs.CropAndResizeAttrs */
typedef struct tunip_relay_crop_and_resize_attrs {
    tunip_ir_attrs base;
    tunip_array *crop_size; /* ffi.Array[Any] or NULL */
    tunip_string *layout; /* or NULL */
    tunip_string *method; /* or NULL */
    double extrapolation_value;
    tunip_dtype out_dtype;
} tunip_relay_crop_and_resize_attrs;

/* relay.attrs.DFTAttrs */
typedef struct tunip_relay_dftattrs {
    tunip_ir_attrs base;
    tunip_node *inverse; /* or NULL */
} tunip_relay_dftattrs;

/* relay.attrs.DebugAttrs */
typedef struct tunip_relay_debug_attrs {
    tunip_ir_attrs base;
    tunip_node *debug_func; /* or NULL */
} tunip_relay_debug_attrs;

/* relay.attrs.DeformableConv2DAttrs */
typedef struct tunip_relay_deformable_conv2d_attrs {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    int64_t deformable_groups;
    int64_t groups;
    tunip_node *channels; /* or NULL */
    tunip_array *kernel_size; /* ffi.Array[Any] or NULL */
    tunip_string *data_layout; /* or NULL */
    tunip_string *kernel_layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    tunip_dtype out_dtype;
} tunip_relay_deformable_conv2d_attrs;

/* relay.attrs.DenseAttrs */
typedef struct tunip_relay_dense_attrs {
    tunip_ir_attrs base;
    tunip_node *units; /* or NULL */
    tunip_dtype out_dtype;
} tunip_relay_dense_attrs;

/* relay.attrs.DensePackAttrs */
typedef struct tunip_relay_dense_pack_attrs {
    tunip_ir_attrs base;
    tunip_node *units; /* or NULL */
    tunip_dtype out_dtype;
    tunip_string *weight_layout; /* or NULL */
} tunip_relay_dense_pack_attrs;

/* relay.attrs.DequantizeAttrs */
typedef struct tunip_relay_dequantize_attrs {
    tunip_ir_attrs base;
    tunip_dtype out_dtype;
    int64_t axis;
} tunip_relay_dequantize_attrs;

/* relay.attrs.DeviceCopyAttrs */
typedef struct tunip_relay_device_copy_attrs {
    tunip_ir_attrs base;
    tunip_node *src_virtual_device; /* or NULL */
    tunip_node *dst_virtual_device; /* or NULL */
} tunip_relay_device_copy_attrs;

/* relay.attrs.DilateAttrs */
typedef struct tunip_relay_dilate_attrs {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    double dilation_value;
} tunip_relay_dilate_attrs;

/* relay.attrs.Dilation2DAttrs */
typedef struct tunip_relay_dilation2d_attrs {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_array *dilations; /* ffi.Array[Any] or NULL */
    tunip_string *data_layout; /* or NULL */
    tunip_string *kernel_layout; /* or NULL */
    tunip_dtype out_dtype;
} tunip_relay_dilation2d_attrs;

/* relay.attrs.DropoutAttrs */
typedef struct tunip_relay_dropout_attrs {
    tunip_ir_attrs base;
    double rate;
} tunip_relay_dropout_attrs;

/* relay.attrs.DynExpandDimsAttrs */
typedef struct tunip_relay_dyn_expand_dims_attrs {
    tunip_ir_attrs base;
    int64_t num_newaxis;
} tunip_relay_dyn_expand_dims_attrs;

/* relay.attrs.EinsumAttrs */
typedef struct tunip_relay_einsum_attrs {
    tunip_ir_attrs base;
    tunip_string *equation; /* or NULL */
} tunip_relay_einsum_attrs;

/* relay.attrs.ExpandDimsAttrs */
typedef struct tunip_relay_expand_dims_attrs {
    tunip_ir_attrs base;
    int64_t axis;
    int64_t num_newaxis;
} tunip_relay_expand_dims_attrs;

/* relay.attrs.FIFOBufferAttrs */
typedef struct tunip_relay_fifobuffer_attrs {
    tunip_ir_attrs base;
    int64_t axis;
} tunip_relay_fifobuffer_attrs;

/* relay.attrs.FixedPointMultiplyAttrs */
typedef struct tunip_relay_fixed_point_multiply_attrs {
    tunip_ir_attrs base;
    int64_t multiplier;
    int64_t shift;
} tunip_relay_fixed_point_multiply_attrs;

/* relay.attrs.FixedPointMultiplyPerAxisAttrs */
typedef struct tunip_relay_fixed_point_multiply_per_axis_attrs {
    tunip_ir_attrs base;
    bool is_lshift_required;
    bool is_rshift_required;
    tunip_array *axes; /* ffi.Array[Any] or NULL */
} tunip_relay_fixed_point_multiply_per_axis_attrs;

/* relay.attrs.GatherAttrs */
typedef struct tunip_relay_gather_attrs {
    tunip_ir_attrs base;
    tunip_node *axis; /* or NULL */
} tunip_relay_gather_attrs;

/* relay.attrs.GatherNDAttrs */
typedef struct tunip_relay_gather_nd_attrs {
    tunip_ir_attrs base;
    tunip_node *batch_dims; /* or NULL */
    tunip_node *index_rank; /* or NULL */
} tunip_relay_gather_nd_attrs;

/* relay.attrs.GetValidCountsAttrs */
typedef struct tunip_relay_get_valid_counts_attrs {
    tunip_ir_attrs base;
    tunip_node *score_threshold; /* or NULL */
    int64_t id_index;
    int64_t score_index;
} tunip_relay_get_valid_counts_attrs;

/* relay.attrs.GlobalPool2DAttrs */
typedef struct tunip_relay_global_pool2d_attrs {
    tunip_ir_attrs base;
    tunip_string *layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
} tunip_relay_global_pool2d_attrs;

/* relay.attrs.GridSampleAttrs */
typedef struct tunip_relay_grid_sample_attrs {
    tunip_ir_attrs base;
    tunip_string *method; /* or NULL */
    tunip_string *layout; /* or NULL */
    tunip_string *padding_mode; /* or NULL */
    bool align_corners;
} tunip_relay_grid_sample_attrs;

/* relay.attrs.GroupNormAttrs */
typedef struct tunip_relay_group_norm_attrs {
    tunip_ir_attrs base;
    int64_t num_groups;
    int64_t axis;
    double epsilon;
    bool center;
    bool scale;
} tunip_relay_group_norm_attrs;

/* relay.attrs.InitOpAttrs */
typedef struct tunip_relay_init_op_attrs {
    tunip_ir_attrs base;
    tunip_array *shape; /* ffi.Array[Any] or NULL */
    tunip_dtype dtype;
} tunip_relay_init_op_attrs;

/* relay.attrs.InstanceNormAttrs */
typedef struct tunip_relay_instance_norm_attrs {
    tunip_ir_attrs base;
    int64_t axis;
    double epsilon;
    bool center;
    bool scale;
} tunip_relay_instance_norm_attrs;

/* relay.attrs.L2NormalizeAttrs */
typedef struct tunip_relay_l2_normalize_attrs {
    tunip_ir_attrs base;
    double eps;
    tunip_array *axis; /* ffi.Array[Any] or NULL */
} tunip_relay_l2_normalize_attrs;

/* relay.attrs.LRNAttrs */
typedef struct tunip_relay_lrnattrs {
    tunip_ir_attrs base;
    int64_t size;
    int64_t axis;
    double bias;
    double alpha;
    double beta;
} tunip_relay_lrnattrs;

/* relay.attrs.LayerNormAttrs */
typedef struct tunip_relay_layer_norm_attrs {
    tunip_ir_attrs base;
    int64_t axis;
    double epsilon;
    bool center;
    bool scale;
} tunip_relay_layer_norm_attrs;

/* relay.attrs.LayoutTransformAttrs */
typedef struct tunip_relay_layout_transform_attrs {
    tunip_ir_attrs base;
    tunip_string *src_layout; /* or NULL */
    tunip_string *dst_layout; /* or NULL */
} tunip_relay_layout_transform_attrs;

/* relay.attrs.LeakyReluAttrs */
typedef struct tunip_relay_leaky_relu_attrs {
    tunip_ir_attrs base;
    double alpha;
} tunip_relay_leaky_relu_attrs;

/* relay.attrs.MatmulAttrs */
typedef struct tunip_relay_matmul_attrs {
    tunip_ir_attrs base;
    tunip_node *units; /* or NULL */
    tunip_dtype out_dtype;
    bool transpose_a;
    bool transpose_b;
} tunip_relay_matmul_attrs;

/* relay.attrs.MatrixSetDiagAttrs */
typedef struct tunip_relay_matrix_set_diag_attrs {
    tunip_ir_attrs base;
    int64_t k1;
    int64_t k2;
    bool super_diag_right_align;
    bool sub_diag_right_align;
} tunip_relay_matrix_set_diag_attrs;

/* relay.attrs.MaxPool1DAttrs */
typedef struct tunip_relay_max_pool1d_attrs {
    tunip_ir_attrs base;
    tunip_array *pool_size; /* ffi.Array[Any] or NULL */
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_string *layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    bool ceil_mode;
} tunip_relay_max_pool1d_attrs;

/* relay.attrs.MaxPool2DAttrs */
typedef struct tunip_relay_max_pool2d_attrs {
    tunip_ir_attrs base;
    tunip_array *pool_size; /* ffi.Array[Any] or NULL */
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_string *layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    bool ceil_mode;
} tunip_relay_max_pool2d_attrs;

/* relay.attrs.MaxPool3DAttrs */
typedef struct tunip_relay_max_pool3d_attrs {
    tunip_ir_attrs base;
    tunip_array *pool_size; /* ffi.Array[Any] or NULL */
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_array *dilation; /* ffi.Array[Any] or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_string *layout; /* or NULL */
    tunip_string *out_layout; /* or NULL */
    bool ceil_mode;
} tunip_relay_max_pool3d_attrs;

/* relay.attrs.MeshgridAttrs */
typedef struct tunip_relay_meshgrid_attrs {
    tunip_ir_attrs base;
    tunip_string *indexing; /* or NULL */
} tunip_relay_meshgrid_attrs;

/* relay.attrs.MetaRefAttrs */
typedef struct tunip_relay_meta_ref_attrs {
    tunip_ir_attrs base;
    tunip_string *node_type_key; /* or NULL */
    int64_t node_index;
} tunip_relay_meta_ref_attrs;

/* relay.attrs.MetaScheduleLayoutTransformAttrs */
typedef struct tunip_relay_meta_schedule_layout_transform_attrs {
    tunip_ir_attrs base;
    tunip_node *index_map; /* or NULL */
} tunip_relay_meta_schedule_layout_transform_attrs;

/* relay.attrs.MirrorPadAttrs */
typedef struct tunip_relay_mirror_pad_attrs {
    tunip_ir_attrs base;
    tunip_string *mode; /* or NULL */
    tunip_array *pad_width; /* ffi.Array[Any] or NULL */
} tunip_relay_mirror_pad_attrs;

/* relay.attrs.MultiBoxPriorAttrs */
typedef struct tunip_relay_multi_box_prior_attrs {
    tunip_ir_attrs base;
    tunip_array *sizes; /* ffi.Array[Any] or NULL */
    tunip_array *ratios; /* ffi.Array[Any] or NULL */
    tunip_array *steps; /* ffi.Array[Any] or NULL */
    tunip_array *offsets; /* ffi.Array[Any] or NULL */
    bool clip;
} tunip_relay_multi_box_prior_attrs;

/* relay.attrs.MultiBoxTransformLocAttrs */
typedef struct tunip_relay_multi_box_transform_loc_attrs {
    tunip_ir_attrs base;
    bool clip;
    double threshold;
    tunip_array *variances; /* ffi.Array[Any] or NULL */
    bool keep_background;
} tunip_relay_multi_box_transform_loc_attrs;

/* relay.attrs.MultinomialAttrs */
typedef struct tunip_relay_multinomial_attrs {
    tunip_ir_attrs base;
    tunip_node *num_samples; /* or NULL */
} tunip_relay_multinomial_attrs;

/* relay.attrs.NLLLossAttrs */
typedef struct tunip_relay_nll_loss_attrs {
    tunip_ir_attrs base;
    tunip_string *reduction; /* or NULL */
    int64_t ignore_index;
} tunip_relay_nll_loss_attrs;

/* relay.attrs.NdarraySizeAttrs */
typedef struct tunip_relay_ndarray_size_attrs {
    tunip_ir_attrs base;
    tunip_dtype dtype;
} tunip_relay_ndarray_size_attrs;

/* relay.attrs.NonMaximumSuppressionAttrs */
typedef struct tunip_relay_non_maximum_suppression_attrs {
    tunip_ir_attrs base;
    bool force_suppress;
    int64_t top_k;
    int64_t coord_start;
    int64_t score_index;
    int64_t id_index;
    bool return_indices;
    bool invalid_to_bottom;
} tunip_relay_non_maximum_suppression_attrs;

/* relay.attrs.NormalAttrs */
typedef struct tunip_relay_normal_attrs {
    tunip_ir_attrs base;
    tunip_array *out_shape; /* ffi.Array[Any] or NULL */
    tunip_dtype out_dtype;
} tunip_relay_normal_attrs;

/* relay.attrs.OnDeviceAttrs */
typedef struct tunip_relay_on_device_attrs {
    tunip_ir_attrs base;
    tunip_node *virtual_device; /* or NULL */
    bool constrain_result;
    bool constrain_body;
} tunip_relay_on_device_attrs;

/* relay.attrs.OneHotAttrs */
typedef struct tunip_relay_one_hot_attrs {
    tunip_ir_attrs base;
    int64_t depth;
    int64_t axis;
    tunip_dtype dtype;
} tunip_relay_one_hot_attrs;

/* relay.attrs.PReluAttrs */
typedef struct tunip_relay_prelu_attrs {
    tunip_ir_attrs base;
    int64_t axis;
} tunip_relay_prelu_attrs;

/* relay.attrs.PadAttrs */
typedef struct tunip_relay_pad_attrs {
    tunip_ir_attrs base;
    tunip_array *pad_width; /* ffi.Array[Any] or NULL */
    tunip_string *pad_mode; /* or NULL */
} tunip_relay_pad_attrs;

/* relay.attrs.ProposalAttrs */
typedef struct tunip_relay_proposal_attrs {
    tunip_ir_attrs base;
    tunip_array *scales; /* ffi.Array[Any] or NULL */
    tunip_array *ratios; /* ffi.Array[Any] or NULL */
    int64_t feature_stride;
    double threshold;
    int64_t rpn_pre_nms_top_n;
    int64_t rpn_post_nms_top_n;
    int64_t rpn_min_size;
    bool iou_loss;
} tunip_relay_proposal_attrs;

/* relay.attrs.QuantizeAttrs */
typedef struct tunip_relay_quantize_attrs {
    tunip_ir_attrs base;
    tunip_dtype out_dtype;
    int64_t axis;
} tunip_relay_quantize_attrs;

/* relay.attrs.ROIAlignAttrs */
typedef struct tunip_relay_roialign_attrs {
    tunip_ir_attrs base;
    tunip_array *pooled_size; /* ffi.Array[Any] or NULL */
    double spatial_scale;
    int64_t sample_ratio;
    tunip_string *layout; /* or NULL */
    tunip_string *mode; /* or NULL */
} tunip_relay_roialign_attrs;

/* relay.attrs.ROIPoolAttrs */
typedef struct tunip_relay_roipool_attrs {
    tunip_ir_attrs base;
    tunip_array *pooled_size; /* ffi.Array[Any] or NULL */
    double spatial_scale;
    tunip_string *layout; /* or NULL */
} tunip_relay_roipool_attrs;

/* relay.attrs.ReduceAttrs */
typedef struct tunip_relay_reduce_attrs {
    tunip_ir_attrs base;
    tunip_array *axis; /* ffi.Array[Any] or NULL */
    bool keepdims;
    bool exclude;
} tunip_relay_reduce_attrs;

/* relay.attrs.RegularNonMaximumSuppressionAttrs */
typedef struct tunip_relay_regular_non_maximum_suppression_attrs {
    tunip_ir_attrs base;
    int64_t max_detections_per_class;
    int64_t max_detections;
    int64_t num_classes;
    double iou_threshold;
    double score_threshold;
} tunip_relay_regular_non_maximum_suppression_attrs;

/* relay.attrs.RepeatAttrs */
typedef struct tunip_relay_repeat_attrs {
    tunip_ir_attrs base;
    tunip_node *repeats; /* or NULL */
    tunip_node *axis; /* or NULL */
} tunip_relay_repeat_attrs;

/* relay.attrs.RequantizeAttrs */
typedef struct tunip_relay_requantize_attrs {
    tunip_ir_attrs base;
    int64_t axis;
    tunip_string *rounding; /* or NULL */
    tunip_string *compute_dtype; /* or NULL */
    tunip_dtype out_dtype;
} tunip_relay_requantize_attrs;

/* relay.attrs.ReshapeAttrs */
typedef struct tunip_relay_reshape_attrs {
    tunip_ir_attrs base;
    tunip_array *newshape; /* ffi.Array[Any] or NULL */
    bool allowzero;
} tunip_relay_reshape_attrs;

/* relay.attrs.ReshapeLikeAttrs */
typedef struct tunip_relay_reshape_like_attrs {
    tunip_ir_attrs base;
    int64_t lhs_begin;
    tunip_node *lhs_end; /* or NULL */
    int64_t rhs_begin;
    tunip_node *rhs_end; /* or NULL */
} tunip_relay_reshape_like_attrs;

/* relay.attrs.ReshapeTensorAttrs */
typedef struct tunip_relay_reshape_tensor_attrs {
    tunip_ir_attrs base;
    tunip_array *newshape; /* ffi.Array[Any] or NULL */
} tunip_relay_reshape_tensor_attrs;

/* relay.attrs.Resize1DAttrs */
typedef struct tunip_relay_resize1d_attrs {
    tunip_ir_attrs base;
    tunip_array *size; /* ffi.Array[Any] or NULL */
    tunip_array *roi; /* ffi.Array[Any] or NULL */
    tunip_string *layout; /* or NULL */
    tunip_string *method; /* or NULL */
    tunip_string *coordinate_transformation_mode; /* or NULL */
    tunip_string *rounding_method; /* or NULL */
    double cubic_alpha;
    int64_t cubic_exclude;
    double extrapolation_value;
    tunip_dtype out_dtype;
} tunip_relay_resize1d_attrs;

/* relay.attrs.Resize2DAttrs */
typedef struct tunip_relay_resize2d_attrs {
    tunip_ir_attrs base;
    tunip_array *size; /* ffi.Array[Any] or NULL */
    tunip_array *roi; /* ffi.Array[Any] or NULL */
    tunip_string *layout; /* or NULL */
    tunip_string *method; /* or NULL */
    tunip_string *coordinate_transformation_mode; /* or NULL */
    tunip_string *rounding_method; /* or NULL */
    double cubic_alpha;
    int64_t cubic_exclude;
    double extrapolation_value;
    tunip_dtype out_dtype;
} tunip_relay_resize2d_attrs;

/* relay.attrs.Resize3DAttrs */
typedef struct tunip_relay_resize3d_attrs {
    tunip_ir_attrs base;
    tunip_array *size; /* ffi.Array[Any] or NULL */
    tunip_array *roi; /* ffi.Array[Any] or NULL */
    tunip_string *layout; /* or NULL */
    tunip_string *method; /* or NULL */
    tunip_string *coordinate_transformation_mode; /* or NULL */
    tunip_string *rounding_method; /* or NULL */
    double cubic_alpha;
    int64_t cubic_exclude;
    double extrapolation_value;
    tunip_dtype out_dtype;
} tunip_relay_resize3d_attrs;

/* relay.attrs.ReverseAttrs */
typedef struct tunip_relay_reverse_attrs {
    tunip_ir_attrs base;
    tunip_node *axis; /* or NULL */
} tunip_relay_reverse_attrs;

/* relay.attrs.ReverseSequenceAttrs */
typedef struct tunip_relay_reverse_sequence_attrs {
    tunip_ir_attrs base;
    tunip_node *seq_axis; /* or NULL */
    tunip_node *batch_axis; /* or NULL */
} tunip_relay_reverse_sequence_attrs;

/* relay.attrs.ScanopAttrs */
typedef struct tunip_relay_scanop_attrs {
    tunip_ir_attrs base;
    tunip_node *axis; /* or NULL */
    tunip_dtype dtype;
    tunip_node *exclusive; /* or NULL */
} tunip_relay_scanop_attrs;

/* relay.attrs.ScatterElementsAttrs */
typedef struct tunip_relay_scatter_elements_attrs {
    tunip_ir_attrs base;
    tunip_node *axis; /* or NULL */
    tunip_string *reduction; /* or NULL */
} tunip_relay_scatter_elements_attrs;

/* relay.attrs.ScatterNDAttrs */
typedef struct tunip_relay_scatter_nd_attrs {
    tunip_ir_attrs base;
    tunip_string *mode; /* or NULL */
} tunip_relay_scatter_nd_attrs;

/* relay.attrs.SearchSortedAttrs */
typedef struct tunip_relay_search_sorted_attrs {
    tunip_ir_attrs base;
    bool right;
    tunip_dtype dtype;
} tunip_relay_search_sorted_attrs;

/* relay.attrs.SequenceMaskAttrs */
typedef struct tunip_relay_sequence_mask_attrs {
    tunip_ir_attrs base;
    double mask_value;
    int64_t axis;
} tunip_relay_sequence_mask_attrs;

/* relay.attrs.ShapeFuncAttrs */
typedef struct tunip_relay_shape_func_attrs {
    tunip_ir_attrs base;
    tunip_array *is_input; /* ffi.Array[Any] or NULL */
} tunip_relay_shape_func_attrs;

/* relay.attrs.ShapeOfAttrs */
typedef struct tunip_relay_shape_of_attrs {
    tunip_ir_attrs base;
    tunip_dtype dtype;
} tunip_relay_shape_of_attrs;

/* relay.attrs.SimulatedQuantizeAttrs */
typedef struct tunip_relay_simulated_quantize_attrs {
    tunip_ir_attrs base;
    int64_t axis;
} tunip_relay_simulated_quantize_attrs;

/* relay.attrs.SliceLikeAttrs */
typedef struct tunip_relay_slice_like_attrs {
    tunip_ir_attrs base;
    tunip_array *axes; /* ffi.Array[Any] or NULL */
} tunip_relay_slice_like_attrs;

/* relay.attrs.SlidingWindowAttrs */
typedef struct tunip_relay_sliding_window_attrs {
    tunip_ir_attrs base;
    int64_t axis;
    tunip_array *window_shape; /* ffi.Array[Any] or NULL */
    tunip_array *strides; /* ffi.Array[Any] or NULL */
} tunip_relay_sliding_window_attrs;

/* relay.attrs.SoftmaxAttrs */
typedef struct tunip_relay_softmax_attrs {
    tunip_ir_attrs base;
    int64_t axis;
} tunip_relay_softmax_attrs;

/* relay.attrs.SpaceToBatchNDAttrs */
typedef struct tunip_relay_space_to_batch_nd_attrs {
    tunip_ir_attrs base;
    tunip_array *block_shape; /* ffi.Array[Any] or NULL */
    tunip_array *paddings; /* ffi.Array[Any] or NULL */
    double pad_value;
} tunip_relay_space_to_batch_nd_attrs;

/* relay.attrs.SparseConv2DAttrs */
typedef struct tunip_relay_sparse_conv2d_attrs {
    tunip_ir_attrs base;
    tunip_string *layout; /* or NULL */
    tunip_array *kernel_size; /* ffi.Array[Any] or NULL */
} tunip_relay_sparse_conv2d_attrs;

/* relay.attrs.SparseDenseAttrs */
typedef struct tunip_relay_sparse_dense_attrs {
    tunip_ir_attrs base;
    bool sparse_lhs;
} tunip_relay_sparse_dense_attrs;

/* relay.attrs.SparseToDenseAttrs */
typedef struct tunip_relay_sparse_to_dense_attrs {
    tunip_ir_attrs base;
    tunip_array *output_shape; /* ffi.Array[Any] or NULL */
} tunip_relay_sparse_to_dense_attrs;

/* relay.attrs.SparseTransposeAttrs */
typedef struct tunip_relay_sparse_transpose_attrs {
    tunip_ir_attrs base;
} tunip_relay_sparse_transpose_attrs;

/* relay.attrs.SplitAttrs */
typedef struct tunip_relay_split_attrs {
    tunip_ir_attrs base;
    tunip_node *indices_or_sections; /* or NULL */
    int64_t axis;
} tunip_relay_split_attrs;

/* relay.attrs.SqueezeAttrs */
typedef struct tunip_relay_squeeze_attrs {
    tunip_ir_attrs base;
    tunip_array *axis; /* ffi.Array[Any] or NULL */
} tunip_relay_squeeze_attrs;

/* relay.attrs.StackAttrs */
typedef struct tunip_relay_stack_attrs {
    tunip_ir_attrs base;
    tunip_node *axis; /* or NULL */
} tunip_relay_stack_attrs;

/* relay.attrs.StftAttrs */
typedef struct tunip_relay_stft_attrs {
    tunip_ir_attrs base;
    int64_t n_fft;
    int64_t hop_length;
    int64_t win_length;
    bool normalized;
    bool onesided;
} tunip_relay_stft_attrs;

/* relay.attrs.StridedSliceAttrs */
typedef struct tunip_relay_strided_slice_attrs {
    tunip_ir_attrs base;
    tunip_array *begin; /* ffi.Array[Any] or NULL */
    tunip_array *end; /* ffi.Array[Any] or NULL */
    tunip_array *strides; /* ffi.Array[Any] or NULL */
    tunip_string *slice_mode; /* or NULL */
    tunip_array *axes; /* ffi.Array[Any] or NULL */
} tunip_relay_strided_slice_attrs;

/* relay.attrs.SubPixelAttrs */
typedef struct tunip_relay_sub_pixel_attrs {
    tunip_ir_attrs base;
    int64_t block_size;
    tunip_string *layout; /* or NULL */
    tunip_string *mode; /* or NULL */
} tunip_relay_sub_pixel_attrs;

/* relay.attrs.TakeAttrs */
typedef struct tunip_relay_take_attrs {
    tunip_ir_attrs base;
    tunip_node *batch_dims; /* or NULL */
    tunip_node *axis; /* or NULL */
    tunip_string *mode; /* or NULL */
} tunip_relay_take_attrs;

/* relay.attrs.ThreefryGenerateAttrs */
typedef struct tunip_relay_threefry_generate_attrs {
    tunip_ir_attrs base;
    tunip_array *out_shape; /* ffi.Array[Any] or NULL */
} tunip_relay_threefry_generate_attrs;

/* relay.attrs.TileAttrs */
typedef struct tunip_relay_tile_attrs {
    tunip_ir_attrs base;
    tunip_array *reps; /* ffi.Array[Any] or NULL */
} tunip_relay_tile_attrs;

/* relay.attrs.TopkAttrs */
typedef struct tunip_relay_topk_attrs {
    tunip_ir_attrs base;
    tunip_node *k; /* or NULL */
    int64_t axis;
    tunip_string *ret_type; /* or NULL */
    bool is_ascend;
    tunip_dtype dtype;
} tunip_relay_topk_attrs;

/* relay.attrs.TransposeAttrs */
typedef struct tunip_relay_transpose_attrs {
    tunip_ir_attrs base;
    tunip_array *axes; /* ffi.Array[Any] or NULL */
} tunip_relay_transpose_attrs;

/* relay.attrs.TriluAttrs */
typedef struct tunip_relay_trilu_attrs {
    tunip_ir_attrs base;
    bool upper;
} tunip_relay_trilu_attrs;

/* relay.attrs.TupleGetItemAttrs */
typedef struct tunip_relay_tuple_get_item_attrs {
    tunip_ir_attrs base;
    int64_t index;
} tunip_relay_tuple_get_item_attrs;

/* relay.attrs.UniformAttrs */
typedef struct tunip_relay_uniform_attrs {
    tunip_ir_attrs base;
    tunip_array *out_shape; /* ffi.Array[Any] or NULL */
    tunip_dtype out_dtype;
} tunip_relay_uniform_attrs;

/* relay.attrs.UniqueAttrs */
typedef struct tunip_relay_unique_attrs {
    tunip_ir_attrs base;
    bool sorted;
    bool return_counts;
} tunip_relay_unique_attrs;

/* relay.attrs.UpSampling3DAttrs */
typedef struct tunip_relay_up_sampling3d_attrs {
    tunip_ir_attrs base;
    double scale_d;
    double scale_h;
    double scale_w;
    tunip_string *layout; /* or NULL */
    tunip_string *method; /* or NULL */
    tunip_string *coordinate_transformation_mode; /* or NULL */
} tunip_relay_up_sampling3d_attrs;

/* relay.attrs.UpSamplingAttrs */
typedef struct tunip_relay_up_sampling_attrs {
    tunip_ir_attrs base;
    double scale_h;
    double scale_w;
    tunip_string *layout; /* or NULL */
    tunip_string *method; /* or NULL */
    bool align_corners;
} tunip_relay_up_sampling_attrs;

/* relay.attrs.VarianceAttrs */
typedef struct tunip_relay_variance_attrs {
    tunip_ir_attrs base;
    tunip_array *axis; /* ffi.Array[Any] or NULL */
    bool keepdims;
    bool exclude;
    bool unbiased;
} tunip_relay_variance_attrs;

/* relay.attrs.WithFuncIdAttrs */
typedef struct tunip_relay_with_func_id_attrs {
    tunip_ir_attrs base;
    int64_t fid;
} tunip_relay_with_func_id_attrs;

/* relay.attrs.YoloReorgAttrs */
typedef struct tunip_relay_yolo_reorg_attrs {
    tunip_ir_attrs base;
    tunip_node *stride; /* or NULL */
} tunip_relay_yolo_reorg_attrs;

/* attrs.TestAttrs */
typedef struct tunip_relay_test_attrs {
    tunip_ir_attrs base;
    int64_t axis;
    tunip_string *name; /* or NULL */
    tunip_array *padding; /* ffi.Array[Any] or NULL */
    tunip_node *func; /* or NULL */
} tunip_relay_test_attrs;

TUNIP_API extern tunip_type tunip_relay_adaptive_pool1d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_adaptive_pool2d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_adaptive_pool3d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_affine_grid_attrs_type;
TUNIP_API extern tunip_type tunip_relay_all_class_non_maximum_suppression_attrs_type;
TUNIP_API extern tunip_type tunip_relay_alloc_storage_attrs_type;
TUNIP_API extern tunip_type tunip_relay_alloc_tensor_attrs_type;
TUNIP_API extern tunip_type tunip_relay_arange_attrs_type;
TUNIP_API extern tunip_type tunip_relay_arg_reduce_attrs_type;
TUNIP_API extern tunip_type tunip_relay_argsort_attrs_type;
TUNIP_API extern tunip_type tunip_relay_auto_scheduler_layout_transform_attrs_type;
TUNIP_API extern tunip_type tunip_relay_avg_pool1d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_avg_pool2d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_avg_pool3d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_batch_matmul_attrs_type;
TUNIP_API extern tunip_type tunip_relay_batch_norm_attrs_type;
TUNIP_API extern tunip_type tunip_relay_batch_to_space_nd_attrs_type;
TUNIP_API extern tunip_type tunip_relay_bias_add_attrs_type;
TUNIP_API extern tunip_type tunip_relay_binary_conv2d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_binary_dense_attrs_type;
TUNIP_API extern tunip_type tunip_relay_bit_pack_attrs_type;
TUNIP_API extern tunip_type tunip_relay_broadcast_attrs_type;
TUNIP_API extern tunip_type tunip_relay_call_lowered_attrs_type;
TUNIP_API extern tunip_type tunip_relay_cast_attrs_type;
TUNIP_API extern tunip_type tunip_relay_cast_hint_attrs_type;
TUNIP_API extern tunip_type tunip_relay_clip_attrs_type;
TUNIP_API extern tunip_type tunip_relay_compiler_attrs_type;
TUNIP_API extern tunip_type tunip_relay_concatenate_attrs_type;
TUNIP_API extern tunip_type tunip_relay_conv1d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_conv1d_transpose_attrs_type;
TUNIP_API extern tunip_type tunip_relay_conv2d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_conv2d_transpose_attrs_type;
TUNIP_API extern tunip_type tunip_relay_conv2d_winograd_attrs_type;
TUNIP_API extern tunip_type tunip_relay_conv2d_winograd_nnpack_weight_transform_attrs_type;
TUNIP_API extern tunip_type tunip_relay_conv3d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_conv3d_transpose_attrs_type;
TUNIP_API extern tunip_type tunip_relay_conv3d_winograd_attrs_type;
TUNIP_API extern tunip_type tunip_relay_conv_gemm_weight_transform_attrs_type;
TUNIP_API extern tunip_type tunip_relay_conv_winograd_weight_transform_attrs_type;
TUNIP_API extern tunip_type tunip_relay_correlation_attrs_type;
TUNIP_API extern tunip_type tunip_relay_crop_and_resize_attrs_type;
TUNIP_API extern tunip_type tunip_relay_dftattrs_type;
TUNIP_API extern tunip_type tunip_relay_debug_attrs_type;
TUNIP_API extern tunip_type tunip_relay_deformable_conv2d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_dense_attrs_type;
TUNIP_API extern tunip_type tunip_relay_dense_pack_attrs_type;
TUNIP_API extern tunip_type tunip_relay_dequantize_attrs_type;
TUNIP_API extern tunip_type tunip_relay_device_copy_attrs_type;
TUNIP_API extern tunip_type tunip_relay_dilate_attrs_type;
TUNIP_API extern tunip_type tunip_relay_dilation2d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_dropout_attrs_type;
TUNIP_API extern tunip_type tunip_relay_dyn_expand_dims_attrs_type;
TUNIP_API extern tunip_type tunip_relay_einsum_attrs_type;
TUNIP_API extern tunip_type tunip_relay_expand_dims_attrs_type;
TUNIP_API extern tunip_type tunip_relay_fifobuffer_attrs_type;
TUNIP_API extern tunip_type tunip_relay_fixed_point_multiply_attrs_type;
TUNIP_API extern tunip_type tunip_relay_fixed_point_multiply_per_axis_attrs_type;
TUNIP_API extern tunip_type tunip_relay_gather_attrs_type;
TUNIP_API extern tunip_type tunip_relay_gather_nd_attrs_type;
TUNIP_API extern tunip_type tunip_relay_get_valid_counts_attrs_type;
TUNIP_API extern tunip_type tunip_relay_global_pool2d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_grid_sample_attrs_type;
TUNIP_API extern tunip_type tunip_relay_group_norm_attrs_type;
TUNIP_API extern tunip_type tunip_relay_init_op_attrs_type;
TUNIP_API extern tunip_type tunip_relay_instance_norm_attrs_type;
TUNIP_API extern tunip_type tunip_relay_l2_normalize_attrs_type;
TUNIP_API extern tunip_type tunip_relay_lrnattrs_type;
TUNIP_API extern tunip_type tunip_relay_layer_norm_attrs_type;
TUNIP_API extern tunip_type tunip_relay_layout_transform_attrs_type;
TUNIP_API extern tunip_type tunip_relay_leaky_relu_attrs_type;
TUNIP_API extern tunip_type tunip_relay_matmul_attrs_type;
TUNIP_API extern tunip_type tunip_relay_matrix_set_diag_attrs_type;
TUNIP_API extern tunip_type tunip_relay_max_pool1d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_max_pool2d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_max_pool3d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_meshgrid_attrs_type;
TUNIP_API extern tunip_type tunip_relay_meta_ref_attrs_type;
TUNIP_API extern tunip_type tunip_relay_meta_schedule_layout_transform_attrs_type;
TUNIP_API extern tunip_type tunip_relay_mirror_pad_attrs_type;
TUNIP_API extern tunip_type tunip_relay_multi_box_prior_attrs_type;
TUNIP_API extern tunip_type tunip_relay_multi_box_transform_loc_attrs_type;
TUNIP_API extern tunip_type tunip_relay_multinomial_attrs_type;
TUNIP_API extern tunip_type tunip_relay_nll_loss_attrs_type;
TUNIP_API extern tunip_type tunip_relay_ndarray_size_attrs_type;
TUNIP_API extern tunip_type tunip_relay_non_maximum_suppression_attrs_type;
TUNIP_API extern tunip_type tunip_relay_normal_attrs_type;
TUNIP_API extern tunip_type tunip_relay_on_device_attrs_type;
TUNIP_API extern tunip_type tunip_relay_one_hot_attrs_type;
TUNIP_API extern tunip_type tunip_relay_prelu_attrs_type;
TUNIP_API extern tunip_type tunip_relay_pad_attrs_type;
TUNIP_API extern tunip_type tunip_relay_proposal_attrs_type;
TUNIP_API extern tunip_type tunip_relay_quantize_attrs_type;
TUNIP_API extern tunip_type tunip_relay_roialign_attrs_type;
TUNIP_API extern tunip_type tunip_relay_roipool_attrs_type;
TUNIP_API extern tunip_type tunip_relay_reduce_attrs_type;
TUNIP_API extern tunip_type tunip_relay_regular_non_maximum_suppression_attrs_type;
TUNIP_API extern tunip_type tunip_relay_repeat_attrs_type;
TUNIP_API extern tunip_type tunip_relay_requantize_attrs_type;
TUNIP_API extern tunip_type tunip_relay_reshape_attrs_type;
TUNIP_API extern tunip_type tunip_relay_reshape_like_attrs_type;
TUNIP_API extern tunip_type tunip_relay_reshape_tensor_attrs_type;
TUNIP_API extern tunip_type tunip_relay_resize1d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_resize2d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_resize3d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_reverse_attrs_type;
TUNIP_API extern tunip_type tunip_relay_reverse_sequence_attrs_type;
TUNIP_API extern tunip_type tunip_relay_scanop_attrs_type;
TUNIP_API extern tunip_type tunip_relay_scatter_elements_attrs_type;
TUNIP_API extern tunip_type tunip_relay_scatter_nd_attrs_type;
TUNIP_API extern tunip_type tunip_relay_search_sorted_attrs_type;
TUNIP_API extern tunip_type tunip_relay_sequence_mask_attrs_type;
TUNIP_API extern tunip_type tunip_relay_shape_func_attrs_type;
TUNIP_API extern tunip_type tunip_relay_shape_of_attrs_type;
TUNIP_API extern tunip_type tunip_relay_simulated_quantize_attrs_type;
TUNIP_API extern tunip_type tunip_relay_slice_like_attrs_type;
TUNIP_API extern tunip_type tunip_relay_sliding_window_attrs_type;
TUNIP_API extern tunip_type tunip_relay_softmax_attrs_type;
TUNIP_API extern tunip_type tunip_relay_space_to_batch_nd_attrs_type;
TUNIP_API extern tunip_type tunip_relay_sparse_conv2d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_sparse_dense_attrs_type;
TUNIP_API extern tunip_type tunip_relay_sparse_to_dense_attrs_type;
TUNIP_API extern tunip_type tunip_relay_sparse_transpose_attrs_type;
TUNIP_API extern tunip_type tunip_relay_split_attrs_type;
TUNIP_API extern tunip_type tunip_relay_squeeze_attrs_type;
TUNIP_API extern tunip_type tunip_relay_stack_attrs_type;
TUNIP_API extern tunip_type tunip_relay_stft_attrs_type;
TUNIP_API extern tunip_type tunip_relay_strided_slice_attrs_type;
TUNIP_API extern tunip_type tunip_relay_sub_pixel_attrs_type;
TUNIP_API extern tunip_type tunip_relay_take_attrs_type;
TUNIP_API extern tunip_type tunip_relay_threefry_generate_attrs_type;
TUNIP_API extern tunip_type tunip_relay_tile_attrs_type;
TUNIP_API extern tunip_type tunip_relay_topk_attrs_type;
TUNIP_API extern tunip_type tunip_relay_transpose_attrs_type;
TUNIP_API extern tunip_type tunip_relay_trilu_attrs_type;
TUNIP_API extern tunip_type tunip_relay_tuple_get_item_attrs_type;
TUNIP_API extern tunip_type tunip_relay_uniform_attrs_type;
TUNIP_API extern tunip_type tunip_relay_unique_attrs_type;
TUNIP_API extern tunip_type tunip_relay_up_sampling3d_attrs_type;
TUNIP_API extern tunip_type tunip_relay_up_sampling_attrs_type;
TUNIP_API extern tunip_type tunip_relay_variance_attrs_type;
TUNIP_API extern tunip_type tunip_relay_with_func_id_attrs_type;
TUNIP_API extern tunip_type tunip_relay_yolo_reorg_attrs_type;
TUNIP_API extern tunip_type tunip_relay_test_attrs_type;

#ifdef __cplusplus
}
#endif
#endif
