/* rows.h -- written by make_rows.py from operators.tsv and types.tsv. */
/* clang-format off */
typedef struct tl_layout {
    tunip_node base;
    tunip_array *input_size;
    tunip_array *forward_index;
} tl_layout;
static const tunip_field tl_layout_fields[] = {
    TUNIP_FIELD_ARRAY(tl_layout, input_size, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ARRAY(tl_layout, forward_index, tunip_ir_prim_expr, 0),
};
static TUNIP_TYPE(tl_layout, "tl.Layout", NULL, TREE, 0, NULL);

typedef struct tl_fragment {
    tl_layout base;
    tunip_node *forward_thread;
    tunip_node *replicate_size;
    tunip_node *thread_range;
} tl_fragment;
static const tunip_field tl_fragment_fields[] = {
    TUNIP_FIELD_ABSTRACT(tl_fragment, forward_thread, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tl_fragment, replicate_size, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ANY(tl_fragment, thread_range, 0),
};
static TUNIP_TYPE(tl_fragment, "tl.Fragment", &tl_layout_type, TREE, 0, NULL);

typedef struct tl_cute_inttuple {
    tunip_node base;
} tl_cute_inttuple;
static TUNIP_BARE_TYPE(tl_cute_inttuple, "tl.cute.IntTuple", NULL, TREE, 0);

typedef struct tl_cute_inttupleconst {
    tl_cute_inttuple base;
    int64_t value;
} tl_cute_inttupleconst;
static const tunip_field tl_cute_inttupleconst_fields[] = {
    TUNIP_FIELD_INT(tl_cute_inttupleconst, value, 0),
};
static TUNIP_TYPE(tl_cute_inttupleconst, "tl.cute.IntTupleConst", &tl_cute_inttuple_type, TREE, 0,
        NULL);

typedef struct tl_cute_inttupleprimexpr {
    tl_cute_inttuple base;
    tunip_node *value;
} tl_cute_inttupleprimexpr;
static const tunip_field tl_cute_inttupleprimexpr_fields[] = {
    TUNIP_FIELD_ABSTRACT(tl_cute_inttupleprimexpr, value, tunip_ir_prim_expr, 0),
};
static TUNIP_TYPE(tl_cute_inttupleprimexpr, "tl.cute.IntTuplePrimExpr", &tl_cute_inttuple_type,
        TREE, 0, NULL);

typedef struct tl_cute_inttuplescaledbasis {
    tl_cute_inttuple base;
    tl_cute_inttuple *value;
    tunip_array *basis;
} tl_cute_inttuplescaledbasis;
static const tunip_field tl_cute_inttuplescaledbasis_fields[] = {
    TUNIP_FIELD_NODE(tl_cute_inttuplescaledbasis, value, tl_cute_inttuple, 0),
    TUNIP_FIELD_ARRAY(tl_cute_inttuplescaledbasis, basis, tunip_any, 0),
};
static TUNIP_TYPE(tl_cute_inttuplescaledbasis, "tl.cute.IntTupleScaledBasis",
        &tl_cute_inttuple_type, TREE, 0, NULL);

typedef struct tl_cute_inttupletuple {
    tl_cute_inttuple base;
    tunip_array *fields;
} tl_cute_inttupletuple;
static const tunip_field tl_cute_inttupletuple_fields[] = {
    TUNIP_FIELD_ARRAY(tl_cute_inttupletuple, fields, tl_cute_inttuple, 0),
};
static TUNIP_TYPE(tl_cute_inttupletuple, "tl.cute.IntTupleTuple", &tl_cute_inttuple_type, TREE, 0,
        NULL);

typedef struct tl_cute_layout {
    tunip_node base;
    tl_cute_inttuple *shape;
    tl_cute_inttuple *stride;
} tl_cute_layout;
static const tunip_field tl_cute_layout_fields[] = {
    TUNIP_FIELD_NODE(tl_cute_layout, shape, tl_cute_inttuple, 0),
    TUNIP_FIELD_NODE(tl_cute_layout, stride, tl_cute_inttuple, 0),
};
static TUNIP_TYPE(tl_cute_layout, "tl.cute.Layout", NULL, TREE, 0, NULL);

typedef struct tl_cute_swizzle {
    tunip_node base;
    int64_t b_bits;
    int64_t m_base;
    int64_t s_shift;
} tl_cute_swizzle;
static const tunip_field tl_cute_swizzle_fields[] = {
    TUNIP_FIELD_INT(tl_cute_swizzle, b_bits, 0),
    TUNIP_FIELD_INT(tl_cute_swizzle, m_base, 0),
    TUNIP_FIELD_INT(tl_cute_swizzle, s_shift, 0),
};
static TUNIP_TYPE(tl_cute_swizzle, "tl.cute.Swizzle", NULL, TREE, 0, NULL);

typedef struct tl_cute_composedlayout {
    tunip_node base;
    tl_cute_swizzle *swizzle;
    int64_t offset;
    tl_cute_layout *layout;
} tl_cute_composedlayout;
static const tunip_field tl_cute_composedlayout_fields[] = {
    TUNIP_FIELD_NODE(tl_cute_composedlayout, swizzle, tl_cute_swizzle, 0),
    TUNIP_FIELD_INT(tl_cute_composedlayout, offset, 0),
    TUNIP_FIELD_NODE(tl_cute_composedlayout, layout, tl_cute_layout, 0),
};
static TUNIP_TYPE(tl_cute_composedlayout, "tl.cute.ComposedLayout", NULL, TREE, 0, NULL);

typedef struct tl_swizzlemode {
    tunip_node base;
} tl_swizzlemode;
static TUNIP_BARE_TYPE(tl_swizzlemode, "tl.SwizzleMode", NULL, TREE, 0);

typedef struct tl_gemmwarppolicy {
    tunip_node base;
    int64_t policy_type;
    int64_t m_warp;
    int64_t n_warp;
} tl_gemmwarppolicy;
static const tunip_field tl_gemmwarppolicy_fields[] = {
    TUNIP_FIELD_INT(tl_gemmwarppolicy, policy_type, 0),
    TUNIP_FIELD_INT(tl_gemmwarppolicy, m_warp, 0),
    TUNIP_FIELD_INT(tl_gemmwarppolicy, n_warp, 0),
};
static TUNIP_TYPE(tl_gemmwarppolicy, "tl.GemmWarpPolicy", NULL, TREE, 0, NULL);

typedef struct tl_gemmspwarppolicy {
    tunip_node base;
    int64_t policy_type;
    int64_t m_warp;
    int64_t n_warp;
} tl_gemmspwarppolicy;
static const tunip_field tl_gemmspwarppolicy_fields[] = {
    TUNIP_FIELD_INT(tl_gemmspwarppolicy, policy_type, 0),
    TUNIP_FIELD_INT(tl_gemmspwarppolicy, m_warp, 0),
    TUNIP_FIELD_INT(tl_gemmspwarppolicy, n_warp, 0),
};
static TUNIP_TYPE(tl_gemmspwarppolicy, "tl.GemmSPWarpPolicy", NULL, TREE, 0, NULL);

typedef struct tl_reducetype {
    tunip_node base;
    int64_t type;
} tl_reducetype;
static const tunip_field tl_reducetype_fields[] = {
    TUNIP_FIELD_INT(tl_reducetype, type, 0),
};
static TUNIP_TYPE(tl_reducetype, "tl.ReduceType", NULL, TREE, 0, NULL);

typedef struct tl_tileoperator {
    tunip_node base;
} tl_tileoperator;
static TUNIP_BARE_TYPE(tl_tileoperator, "tl.TileOperator", NULL, TREE, 0);

typedef struct tl_atomicadd {
    tl_tileoperator base;
    tunip_node *src;
    tunip_node *src_value;
    tunip_node *dst;
    tunip_array *src_range;
    tunip_array *dst_range;
    tunip_map *annotations;
} tl_atomicadd;
static const tunip_field tl_atomicadd_fields[] = {
    TUNIP_FIELD_ANY(tl_atomicadd, src, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tl_atomicadd, src_value, tunip_ir_prim_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ANY(tl_atomicadd, dst, 0),
    TUNIP_FIELD_ARRAY(tl_atomicadd, src_range, tunip_any, 0),
    TUNIP_FIELD_ARRAY(tl_atomicadd, dst_range, tunip_any, 0),
    TUNIP_FIELD_MAP(tl_atomicadd, annotations, tunip_string, tunip_any, 0),
};
static TUNIP_TYPE(tl_atomicadd, "tl.AtomicAdd", &tl_tileoperator_type, TREE, 0, NULL);

typedef struct tl_atomicmax {
    tl_tileoperator base;
    tunip_node *src;
    tunip_node *src_value;
    tunip_node *dst;
    tunip_array *src_range;
    tunip_array *dst_range;
    tunip_map *annotations;
} tl_atomicmax;
static const tunip_field tl_atomicmax_fields[] = {
    TUNIP_FIELD_ANY(tl_atomicmax, src, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tl_atomicmax, src_value, tunip_ir_prim_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ANY(tl_atomicmax, dst, 0),
    TUNIP_FIELD_ARRAY(tl_atomicmax, src_range, tunip_any, 0),
    TUNIP_FIELD_ARRAY(tl_atomicmax, dst_range, tunip_any, 0),
    TUNIP_FIELD_MAP(tl_atomicmax, annotations, tunip_string, tunip_any, 0),
};
static TUNIP_TYPE(tl_atomicmax, "tl.AtomicMax", &tl_tileoperator_type, TREE, 0, NULL);

typedef struct tl_atomicmin {
    tl_tileoperator base;
    tunip_node *src;
    tunip_node *src_value;
    tunip_node *dst;
    tunip_array *src_range;
    tunip_array *dst_range;
    tunip_map *annotations;
} tl_atomicmin;
static const tunip_field tl_atomicmin_fields[] = {
    TUNIP_FIELD_ANY(tl_atomicmin, src, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tl_atomicmin, src_value, tunip_ir_prim_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ANY(tl_atomicmin, dst, 0),
    TUNIP_FIELD_ARRAY(tl_atomicmin, src_range, tunip_any, 0),
    TUNIP_FIELD_ARRAY(tl_atomicmin, dst_range, tunip_any, 0),
    TUNIP_FIELD_MAP(tl_atomicmin, annotations, tunip_string, tunip_any, 0),
};
static TUNIP_TYPE(tl_atomicmin, "tl.AtomicMin", &tl_tileoperator_type, TREE, 0, NULL);

typedef struct tl_copy {
    tl_tileoperator base;
    tunip_node *src;
    tunip_node *dst;
    tunip_array *src_range;
    tunip_array *dst_range;
    tunip_node *dst_block;
    tunip_node *src_oob_safe_value;
    tunip_map *annotations;
} tl_copy;
static const tunip_field tl_copy_fields[] = {
    TUNIP_FIELD_ANY(tl_copy, src, 0),
    TUNIP_FIELD_ANY(tl_copy, dst, 0),
    TUNIP_FIELD_ARRAY(tl_copy, src_range, tunip_any, 0),
    TUNIP_FIELD_ARRAY(tl_copy, dst_range, tunip_any, 0),
    TUNIP_FIELD_ABSTRACT(tl_copy, dst_block, tunip_ir_prim_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tl_copy, src_oob_safe_value, tunip_ir_prim_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_MAP(tl_copy, annotations, tunip_string, tunip_any, 0),
};
static TUNIP_TYPE(tl_copy, "tl.Copy", &tl_tileoperator_type, TREE, 0, NULL);

typedef struct tl_cummaxop {
    tl_tileoperator base;
    tunip_node *src;
    tunip_node *dst;
    tunip_node *srcRegion;
    tunip_node *dstRegion;
    int64_t dim;
    bool reverse;
} tl_cummaxop;
static const tunip_field tl_cummaxop_fields[] = {
    TUNIP_FIELD_ANY(tl_cummaxop, src, 0),
    TUNIP_FIELD_ANY(tl_cummaxop, dst, 0),
    TUNIP_FIELD_ANY(tl_cummaxop, srcRegion, 0),
    TUNIP_FIELD_ANY(tl_cummaxop, dstRegion, 0),
    TUNIP_FIELD_INT(tl_cummaxop, dim, 0),
    TUNIP_FIELD_BOOL(tl_cummaxop, reverse, 0),
};
static TUNIP_TYPE(tl_cummaxop, "tl.CumMaxOp", &tl_tileoperator_type, TREE, 0, NULL);

typedef struct tl_cumsumop {
    tl_tileoperator base;
    tunip_node *src;
    tunip_node *dst;
    tunip_node *srcRegion;
    tunip_node *dstRegion;
    int64_t dim;
    bool reverse;
} tl_cumsumop;
static const tunip_field tl_cumsumop_fields[] = {
    TUNIP_FIELD_ANY(tl_cumsumop, src, 0),
    TUNIP_FIELD_ANY(tl_cumsumop, dst, 0),
    TUNIP_FIELD_ANY(tl_cumsumop, srcRegion, 0),
    TUNIP_FIELD_ANY(tl_cumsumop, dstRegion, 0),
    TUNIP_FIELD_INT(tl_cumsumop, dim, 0),
    TUNIP_FIELD_BOOL(tl_cumsumop, reverse, 0),
};
static TUNIP_TYPE(tl_cumsumop, "tl.CumSumOp", &tl_tileoperator_type, TREE, 0, NULL);

typedef struct tl_fill {
    tl_tileoperator base;
    tunip_node *dst;
    tunip_node *value;
    tunip_array *region;
} tl_fill;
static const tunip_field tl_fill_fields[] = {
    TUNIP_FIELD_ANY(tl_fill, dst, 0),
    TUNIP_FIELD_ABSTRACT(tl_fill, value, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ARRAY(tl_fill, region, tunip_any, 0),
};
static TUNIP_TYPE(tl_fill, "tl.Fill", &tl_tileoperator_type, TREE, 0, NULL);

typedef struct tl_finalizereducerop {
    tl_tileoperator base;
    tunip_node *reducer;
    int64_t op;
    int64_t batch;
    bool explicit_plan;
    tunip_array *plan_steps;
    tunip_node *seed;
} tl_finalizereducerop;
static const tunip_field tl_finalizereducerop_fields[] = {
    TUNIP_FIELD_ANY(tl_finalizereducerop, reducer, 0),
    TUNIP_FIELD_INT(tl_finalizereducerop, op, 0),
    TUNIP_FIELD_INT(tl_finalizereducerop, batch, 0),
    TUNIP_FIELD_BOOL(tl_finalizereducerop, explicit_plan, 0),
    TUNIP_FIELD_ARRAY(tl_finalizereducerop, plan_steps, tunip_any, 0),
    TUNIP_FIELD_ABSTRACT(tl_finalizereducerop, seed, tunip_ir_prim_expr, TUNIP_FLAG_OPTIONAL),
};
static TUNIP_TYPE(tl_finalizereducerop, "tl.FinalizeReducerOp", &tl_tileoperator_type, TREE, 0,
        NULL);

typedef struct tl_finalizereducerv2op {
    tl_tileoperator base;
    tunip_node *reducer;
    tunip_node *dst;
} tl_finalizereducerv2op;
static const tunip_field tl_finalizereducerv2op_fields[] = {
    TUNIP_FIELD_ANY(tl_finalizereducerv2op, reducer, 0),
    TUNIP_FIELD_ANY(tl_finalizereducerv2op, dst, 0),
};
static TUNIP_TYPE(tl_finalizereducerv2op, "tl.FinalizeReducerV2Op", &tl_tileoperator_type, TREE, 0,
        NULL);

typedef struct tl_gemm {
    tl_tileoperator base;
    tunip_node *a;
    tunip_node *b;
    tunip_node *c;
    tunip_node *aRegion;
    tunip_node *bRegion;
    tunip_node *cRegion;
    bool transA;
    bool transB;
    int64_t m;
    int64_t n;
    int64_t k;
    int64_t strideA;
    int64_t strideB;
    tunip_node *offsetA;
    tunip_node *offsetB;
    tunip_node *clearAccum;
    tunip_node *mbar;
    tunip_array *cCoords;
    int64_t kPack;
    int64_t wgWait;
    bool isWgmma;
    bool isTcgen05;
    tl_gemmwarppolicy *policy;
    tunip_map *annotations;
} tl_gemm;
static const tunip_field tl_gemm_fields[] = {
    TUNIP_FIELD_ANY(tl_gemm, a, 0),
    TUNIP_FIELD_ANY(tl_gemm, b, 0),
    TUNIP_FIELD_ANY(tl_gemm, c, 0),
    TUNIP_FIELD_ANY(tl_gemm, aRegion, 0),
    TUNIP_FIELD_ANY(tl_gemm, bRegion, 0),
    TUNIP_FIELD_ANY(tl_gemm, cRegion, 0),
    TUNIP_FIELD_BOOL(tl_gemm, transA, 0),
    TUNIP_FIELD_BOOL(tl_gemm, transB, 0),
    TUNIP_FIELD_INT(tl_gemm, m, 0),
    TUNIP_FIELD_INT(tl_gemm, n, 0),
    TUNIP_FIELD_INT(tl_gemm, k, 0),
    TUNIP_FIELD_INT(tl_gemm, strideA, 0),
    TUNIP_FIELD_INT(tl_gemm, strideB, 0),
    TUNIP_FIELD_ABSTRACT(tl_gemm, offsetA, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tl_gemm, offsetB, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tl_gemm, clearAccum, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ANY(tl_gemm, mbar, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tl_gemm, cCoords, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_INT(tl_gemm, kPack, 0),
    TUNIP_FIELD_INT(tl_gemm, wgWait, 0),
    TUNIP_FIELD_BOOL(tl_gemm, isWgmma, 0),
    TUNIP_FIELD_BOOL(tl_gemm, isTcgen05, 0),
    TUNIP_FIELD_NODE(tl_gemm, policy, tl_gemmwarppolicy, 0),
    TUNIP_FIELD_MAP(tl_gemm, annotations, tunip_string, tunip_any, 0),
};
static TUNIP_TYPE(tl_gemm, "tl.Gemm", &tl_tileoperator_type, TREE, 0, NULL);

typedef struct tl_gemmsp {
    tl_tileoperator base;
    tunip_node *A;
    tunip_node *E;
    tunip_node *B;
    tunip_node *C;
    tunip_node *aRegion;
    tunip_node *eRegion;
    tunip_node *bRegion;
    tunip_node *cRegion;
    bool trans_A;
    bool trans_B;
    bool trans_E;
    int64_t M;
    int64_t N;
    int64_t K;
    int64_t stride_A;
    int64_t stride_B;
    int64_t offset_A;
    int64_t offset_B;
    tunip_node *clear_accum;
    int64_t kPack;
    int64_t wg_wait;
    bool isWgmma;
    bool isTcgen05;
    tl_gemmspwarppolicy *policy;
    tunip_map *annotations;
} tl_gemmsp;
static const tunip_field tl_gemmsp_fields[] = {
    TUNIP_FIELD_ANY(tl_gemmsp, A, 0),
    TUNIP_FIELD_ANY(tl_gemmsp, E, 0),
    TUNIP_FIELD_ANY(tl_gemmsp, B, 0),
    TUNIP_FIELD_ANY(tl_gemmsp, C, 0),
    TUNIP_FIELD_ANY(tl_gemmsp, aRegion, 0),
    TUNIP_FIELD_ANY(tl_gemmsp, eRegion, 0),
    TUNIP_FIELD_ANY(tl_gemmsp, bRegion, 0),
    TUNIP_FIELD_ANY(tl_gemmsp, cRegion, 0),
    TUNIP_FIELD_BOOL(tl_gemmsp, trans_A, 0),
    TUNIP_FIELD_BOOL(tl_gemmsp, trans_B, 0),
    TUNIP_FIELD_BOOL(tl_gemmsp, trans_E, 0),
    TUNIP_FIELD_INT(tl_gemmsp, M, 0),
    TUNIP_FIELD_INT(tl_gemmsp, N, 0),
    TUNIP_FIELD_INT(tl_gemmsp, K, 0),
    TUNIP_FIELD_INT(tl_gemmsp, stride_A, 0),
    TUNIP_FIELD_INT(tl_gemmsp, stride_B, 0),
    TUNIP_FIELD_INT(tl_gemmsp, offset_A, 0),
    TUNIP_FIELD_INT(tl_gemmsp, offset_B, 0),
    TUNIP_FIELD_ABSTRACT(tl_gemmsp, clear_accum, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_INT(tl_gemmsp, kPack, 0),
    TUNIP_FIELD_INT(tl_gemmsp, wg_wait, 0),
    TUNIP_FIELD_BOOL(tl_gemmsp, isWgmma, 0),
    TUNIP_FIELD_BOOL(tl_gemmsp, isTcgen05, 0),
    TUNIP_FIELD_NODE(tl_gemmsp, policy, tl_gemmspwarppolicy, 0),
    TUNIP_FIELD_MAP(tl_gemmsp, annotations, tunip_string, tunip_any, 0),
};
static TUNIP_TYPE(tl_gemmsp, "tl.GemmSP", &tl_tileoperator_type, TREE, 0, NULL);

typedef struct tl_im2col {
    tl_tileoperator base;
    tunip_node *srcRegion;
    tunip_node *dstRegion;
    tunip_node *src;
    tunip_node *dst;
    int64_t stride;
    int64_t padding;
    int64_t dilation;
    int64_t kernel;
    int64_t eviction_policy;
} tl_im2col;
static const tunip_field tl_im2col_fields[] = {
    TUNIP_FIELD_ANY(tl_im2col, srcRegion, 0),
    TUNIP_FIELD_ANY(tl_im2col, dstRegion, 0),
    TUNIP_FIELD_ANY(tl_im2col, src, 0),
    TUNIP_FIELD_ANY(tl_im2col, dst, 0),
    TUNIP_FIELD_INT(tl_im2col, stride, 0),
    TUNIP_FIELD_INT(tl_im2col, padding, 0),
    TUNIP_FIELD_INT(tl_im2col, dilation, 0),
    TUNIP_FIELD_INT(tl_im2col, kernel, 0),
    TUNIP_FIELD_INT(tl_im2col, eviction_policy, 0),
};
static TUNIP_TYPE(tl_im2col, "tl.Im2Col", &tl_tileoperator_type, TREE, 0, NULL);

typedef struct tl_parallelop {
    tl_tileoperator base;
    tunip_node *root;
    tl_fragment *loop_layout;
    tunip_node *predicate;
} tl_parallelop;
static const tunip_field tl_parallelop_fields[] = {
    TUNIP_FIELD_ANY(tl_parallelop, root, 0),
    TUNIP_FIELD_NODE(tl_parallelop, loop_layout, tl_fragment, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tl_parallelop, predicate, tunip_ir_prim_expr, TUNIP_FLAG_OPTIONAL),
};
static TUNIP_TYPE(tl_parallelop, "tl.ParallelOp", &tl_tileoperator_type, TREE, 0, NULL);

typedef struct tl_reduceop {
    tl_tileoperator base;
    tunip_node *src;
    tunip_node *dst;
    tunip_node *srcRegion;
    tunip_node *dstRegion;
    int64_t dim;
    tl_reducetype *type;
    bool clear;
    int64_t batch;
    bool nan_propagate;
    tunip_map *annotations;
} tl_reduceop;
static const tunip_field tl_reduceop_fields[] = {
    TUNIP_FIELD_ANY(tl_reduceop, src, 0),
    TUNIP_FIELD_ANY(tl_reduceop, dst, 0),
    TUNIP_FIELD_ANY(tl_reduceop, srcRegion, 0),
    TUNIP_FIELD_ANY(tl_reduceop, dstRegion, 0),
    TUNIP_FIELD_INT(tl_reduceop, dim, 0),
    TUNIP_FIELD_NODE(tl_reduceop, type, tl_reducetype, 0),
    TUNIP_FIELD_BOOL(tl_reduceop, clear, 0),
    TUNIP_FIELD_INT(tl_reduceop, batch, 0),
    TUNIP_FIELD_BOOL(tl_reduceop, nan_propagate, 0),
    TUNIP_FIELD_MAP(tl_reduceop, annotations, tunip_string, tunip_any, 0),
};
static TUNIP_TYPE(tl_reduceop, "tl.ReduceOp", &tl_tileoperator_type, TREE, 0, NULL);

typedef struct tl_reducerinitop {
    tl_tileoperator base;
    tunip_node *reducer;
    tunip_node *seed;
} tl_reducerinitop;
static const tunip_field tl_reducerinitop_fields[] = {
    TUNIP_FIELD_ANY(tl_reducerinitop, reducer, 0),
    TUNIP_FIELD_ABSTRACT(tl_reducerinitop, seed, tunip_ir_prim_expr, TUNIP_FLAG_OPTIONAL),
};
static TUNIP_TYPE(tl_reducerinitop, "tl.ReducerInitOp", &tl_tileoperator_type, TREE, 0, NULL);

typedef struct tl_transpose {
    tl_tileoperator base;
    tunip_node *src;
    tunip_node *dst;
    tunip_array *src_range;
    tunip_array *dst_range;
} tl_transpose;
static const tunip_field tl_transpose_fields[] = {
    TUNIP_FIELD_ANY(tl_transpose, src, 0),
    TUNIP_FIELD_ANY(tl_transpose, dst, 0),
    TUNIP_FIELD_ARRAY(tl_transpose, src_range, tunip_any, 0),
    TUNIP_FIELD_ARRAY(tl_transpose, dst_range, tunip_any, 0),
};
static TUNIP_TYPE(tl_transpose, "tl.Transpose", &tl_tileoperator_type, TREE, 0, NULL);

typedef struct tl_kernellaunchframe {
    tunip_node base;
    tunip_array *frames;
} tl_kernellaunchframe;
static const tunip_field tl_kernellaunchframe_fields[] = {
    TUNIP_FIELD_ARRAY(tl_kernellaunchframe, frames, tunip_any, 0),
};
static TUNIP_TYPE(tl_kernellaunchframe, "tl.KernelLaunchFrame", NULL, TREE, 0, NULL);

typedef struct tl_warpspecializeframe {
    tunip_node base;
    tunip_array *frames;
} tl_warpspecializeframe;
static const tunip_field tl_warpspecializeframe_fields[] = {
    TUNIP_FIELD_ARRAY(tl_warpspecializeframe, frames, tunip_any, 0),
};
static TUNIP_TYPE(tl_warpspecializeframe, "tl.WarpSpecializeFrame", NULL, TREE, 0, NULL);

typedef struct tl_tcgen05copyplan {
    tunip_node base;
    tl_cute_layout *fragment;
    int64_t num_chunks_each_wg;
    tl_cute_layout *rest_domain;
    int64_t num_issues;
    int64_t vals_per_issue;
    int64_t datapaths_per_warp;
} tl_tcgen05copyplan;
static const tunip_field tl_tcgen05copyplan_fields[] = {
    TUNIP_FIELD_NODE(tl_tcgen05copyplan, fragment, tl_cute_layout, 0),
    TUNIP_FIELD_INT(tl_tcgen05copyplan, num_chunks_each_wg, 0),
    TUNIP_FIELD_NODE(tl_tcgen05copyplan, rest_domain, tl_cute_layout, 0),
    TUNIP_FIELD_INT(tl_tcgen05copyplan, num_issues, 0),
    TUNIP_FIELD_INT(tl_tcgen05copyplan, vals_per_issue, 0),
    TUNIP_FIELD_INT(tl_tcgen05copyplan, datapaths_per_warp, 0),
};
static TUNIP_TYPE(tl_tcgen05copyplan, "tl.Tcgen05CopyPlan", NULL, TREE, 0, NULL);

typedef struct tl_tcgen05meta {
    tunip_node base;
    tunip_string *intrinsics_name;
    tl_cute_layout *tv;
    int64_t max_chunks;
} tl_tcgen05meta;
static const tunip_field tl_tcgen05meta_fields[] = {
    TUNIP_FIELD_NODE(tl_tcgen05meta, intrinsics_name, tunip_string, 0),
    TUNIP_FIELD_NODE(tl_tcgen05meta, tv, tl_cute_layout, 0),
    TUNIP_FIELD_INT(tl_tcgen05meta, max_chunks, 0),
};
static TUNIP_TYPE(tl_tcgen05meta, "tl.Tcgen05Meta", NULL, TREE, 0, NULL);

typedef struct tl_wsinstr {
    tunip_node base;
} tl_wsinstr;
static TUNIP_BARE_TYPE(tl_wsinstr, "tl.WSInstr", NULL, TREE, 0);

typedef struct tl_wsopref {
    tl_wsinstr base;
    tunip_string *id;
} tl_wsopref;
static const tunip_field tl_wsopref_fields[] = {
    TUNIP_FIELD_NODE(tl_wsopref, id, tunip_string, 0),
};
static TUNIP_TYPE(tl_wsopref, "tl.WSOpRef", &tl_wsinstr_type, TREE, 0, NULL);

typedef struct tl_wssynckind {
    tunip_node base;
} tl_wssynckind;
static TUNIP_BARE_TYPE(tl_wssynckind, "tl.WSSyncKind", NULL, TREE, 0);

typedef struct tl_wssync {
    tl_wsinstr base;
    tl_wssynckind *kind;
    tunip_string *pipeline;
    int64_t stage;
} tl_wssync;
static const tunip_field tl_wssync_fields[] = {
    TUNIP_FIELD_NODE(tl_wssync, kind, tl_wssynckind, 0),
    TUNIP_FIELD_NODE(tl_wssync, pipeline, tunip_string, 0),
    TUNIP_FIELD_INT(tl_wssync, stage, 0),
};
static TUNIP_TYPE(tl_wssync, "tl.WSSync", &tl_wsinstr_type, TREE, 0, NULL);

typedef struct tl_wspipeline {
    tunip_node base;
    tunip_string *name;
    tunip_array *buffers;
    int64_t depth;
} tl_wspipeline;
static const tunip_field tl_wspipeline_fields[] = {
    TUNIP_FIELD_NODE(tl_wspipeline, name, tunip_string, 0),
    TUNIP_FIELD_ARRAY(tl_wspipeline, buffers, tunip_any, 0),
    TUNIP_FIELD_INT(tl_wspipeline, depth, 0),
};
static TUNIP_TYPE(tl_wspipeline, "tl.WSPipeline", NULL, TREE, 0, NULL);

typedef struct tl_wsrole {
    tunip_node base;
    tunip_string *name;
    int64_t warp_lo;
    int64_t warp_hi;
    int64_t max_nreg;
} tl_wsrole;
static const tunip_field tl_wsrole_fields[] = {
    TUNIP_FIELD_NODE(tl_wsrole, name, tunip_string, 0),
    TUNIP_FIELD_INT(tl_wsrole, warp_lo, 0),
    TUNIP_FIELD_INT(tl_wsrole, warp_hi, 0),
    TUNIP_FIELD_INT(tl_wsrole, max_nreg, 0),
};
static TUNIP_TYPE(tl_wsrole, "tl.WSRole", NULL, TREE, 0, NULL);

typedef struct tl_wsscope {
    tunip_node base;
    tunip_string *id;
    tunip_map *bodies;
} tl_wsscope;
static const tunip_field tl_wsscope_fields[] = {
    TUNIP_FIELD_NODE(tl_wsscope, id, tunip_string, 0),
    TUNIP_FIELD_MAP(tl_wsscope, bodies, tunip_string, tunip_any, 0),
};
static TUNIP_TYPE(tl_wsscope, "tl.WSScope", NULL, TREE, 0, NULL);

typedef struct tl_wsschedule {
    tunip_node base;
    int64_t num_warps;
    tunip_array *roles;
    tunip_array *pipelines;
    tunip_array *scopes;
} tl_wsschedule;
static const tunip_field tl_wsschedule_fields[] = {
    TUNIP_FIELD_INT(tl_wsschedule, num_warps, 0),
    TUNIP_FIELD_ARRAY(tl_wsschedule, roles, tl_wsrole, 0),
    TUNIP_FIELD_ARRAY(tl_wsschedule, pipelines, tl_wspipeline, 0),
    TUNIP_FIELD_ARRAY(tl_wsschedule, scopes, tl_wsscope, 0),
};
static TUNIP_TYPE(tl_wsschedule, "tl.WSSchedule", NULL, TREE, 0, NULL);

/* All types, and the rule of each: they print as items of the metadata section. */
#define TL_TYPES \
    &tl_layout_type, \
    &tl_fragment_type, \
    &tl_cute_inttuple_type, \
    &tl_cute_inttupleconst_type, \
    &tl_cute_inttupleprimexpr_type, \
    &tl_cute_inttuplescaledbasis_type, \
    &tl_cute_inttupletuple_type, \
    &tl_cute_layout_type, \
    &tl_cute_swizzle_type, \
    &tl_cute_composedlayout_type, \
    &tl_swizzlemode_type, \
    &tl_gemmwarppolicy_type, \
    &tl_gemmspwarppolicy_type, \
    &tl_reducetype_type, \
    &tl_tileoperator_type, \
    &tl_atomicadd_type, \
    &tl_atomicmax_type, \
    &tl_atomicmin_type, \
    &tl_copy_type, \
    &tl_cummaxop_type, \
    &tl_cumsumop_type, \
    &tl_fill_type, \
    &tl_finalizereducerop_type, \
    &tl_finalizereducerv2op_type, \
    &tl_gemm_type, \
    &tl_gemmsp_type, \
    &tl_im2col_type, \
    &tl_parallelop_type, \
    &tl_reduceop_type, \
    &tl_reducerinitop_type, \
    &tl_transpose_type, \
    &tl_kernellaunchframe_type, \
    &tl_warpspecializeframe_type, \
    &tl_tcgen05copyplan_type, \
    &tl_tcgen05meta_type, \
    &tl_wsinstr_type, \
    &tl_wsopref_type, \
    &tl_wssynckind_type, \
    &tl_wssync_type, \
    &tl_wspipeline_type, \
    &tl_wsrole_type, \
    &tl_wsscope_type, \
    &tl_wsschedule_type, \

#define TL_RULES \
    {&tl_layout_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_fragment_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_cute_inttuple_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_cute_inttupleconst_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_cute_inttupleprimexpr_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_cute_inttuplescaledbasis_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_cute_inttupletuple_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_cute_layout_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_cute_swizzle_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_cute_composedlayout_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_swizzlemode_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_gemmwarppolicy_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_gemmspwarppolicy_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_reducetype_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_tileoperator_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_atomicadd_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_atomicmax_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_atomicmin_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_copy_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_cummaxop_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_cumsumop_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_fill_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_finalizereducerop_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_finalizereducerv2op_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_gemm_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_gemmsp_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_im2col_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_parallelop_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_reduceop_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_reducerinitop_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_transpose_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_kernellaunchframe_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_warpspecializeframe_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_tcgen05copyplan_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_tcgen05meta_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_wsinstr_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_wsopref_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_wssynckind_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_wssync_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_wspipeline_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_wsrole_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_wsscope_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \
    {&tl_wsschedule_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL}, \


static const tunip_op_row ops[] = {
    {"tl.GemmWarpPolicy", "GemmWarpPolicy", "*args", "handle", NULL},
    {"tl.__cos", "__cos", "*args", "arg 0", NULL},
    {"tl.__exp", "__exp", "*args", "arg 0", NULL},
    {"tl.__exp10", "__exp10", "*args", "arg 0", NULL},
    {"tl.__ffs", "__ffs", "*args", "int32", NULL},
    {"tl.__fns", "__fns", "*args", "uint32", NULL},
    {"tl.__ldg", "__ldg", "*args", "arg 0", NULL},
    {"tl.__log", "__log", "*args", "arg 0", NULL},
    {"tl.__log10", "__log10", "*args", "arg 0", NULL},
    {"tl.__log2", "__log2", "*args", "arg 0", NULL},
    {"tl.__sin", "__sin", "*args", "arg 0", NULL},
    {"tl.__tan", "__tan", "*args", "arg 0", NULL},
    {"tl.abs2", "abs2", "*args", "arg 0", NULL},
    {"tl.access_ptr", "access_ptr", "*args", "handle", NULL},
    {"tl.activemask", "activemask", "*args", "uint64", NULL},
    {"tl.add2", "add2", "*args", "arg 0", NULL},
    {"tl.all_of", "all_of", "*args", "bool", NULL},
    {"tl.all_sync", "all_sync", "*args", "int32", NULL},
    {"tl.annotate_consumer_reg_alloc", "annotate_consumer_reg_alloc", "*args", "handle", NULL},
    {"tl.annotate_producer_reg_dealloc", "annotate_producer_reg_dealloc", "*args", "handle", NULL},
    {"tl.any_of", "any_of", "*args", "bool", NULL},
    {"tl.any_sync", "any_sync", "*args", "int32", NULL},
    {"tl.atomic_add_elem_op", "atomic_add_elem_op", "*args", "handle", NULL},
    {"tl.atomic_add_ret_elem_op", "atomic_add_ret_elem_op", "*args", "handle", NULL},
    {"tl.atomic_addx2_elem_op", "atomic_addx2_elem_op", "*args", "handle", NULL},
    {"tl.atomic_addx2_ret_elem_op", "atomic_addx2_ret_elem_op", "*args", "handle", NULL},
    {"tl.atomic_addx4_elem_op", "atomic_addx4_elem_op", "*args", "handle", NULL},
    {"tl.atomic_addx4_ret_elem_op", "atomic_addx4_ret_elem_op", "*args", "handle", NULL},
    {"tl.atomic_load_elem_op", "atomic_load_elem_op", "*args", "float32", NULL},
    {"tl.atomic_max_elem_op", "atomic_max_elem_op", "*args", "handle", NULL},
    {"tl.atomic_max_ret_elem_op", "atomic_max_ret_elem_op", "*args", "handle", NULL},
    {"tl.atomic_min_elem_op", "atomic_min_elem_op", "*args", "handle", NULL},
    {"tl.atomic_min_ret_elem_op", "atomic_min_ret_elem_op", "*args", "handle", NULL},
    {"tl.atomic_or_elem_op", "atomic_or_elem_op", "*args", "handle", NULL},
    {"tl.atomic_store_elem_op", "atomic_store_elem_op", "*args", "handle", NULL},
    {"tl.ballot", "ballot", "*args", "uint64", NULL},
    {"tl.ballot_sync", "ballot_sync", "*args", "uint64", NULL},
    {"tl.block_rank_in_cluster", "block_rank_in_cluster", "*args", "int32", NULL},
    {"tl.clc_get_first_ctaid_x", "clc_get_first_ctaid_x", "*args", "uint32", NULL},
    {"tl.clc_get_first_ctaid_y", "clc_get_first_ctaid_y", "*args", "uint32", NULL},
    {"tl.clc_get_first_ctaid_z", "clc_get_first_ctaid_z", "*args", "uint32", NULL},
    {"tl.clc_is_canceled", "clc_is_canceled", "*args", "int32", NULL},
    {"tl.clc_try_cancel", "clc_try_cancel", "*args", "void", NULL},
    {"tl.clc_try_cancel_multicast", "clc_try_cancel_multicast", "*args", "void", NULL},
    {"tl.cluster_arrive", "cluster_arrive", "*args", "void", NULL},
    {"tl.cluster_arrive_relaxed", "cluster_arrive_relaxed", "*args", "void", NULL},
    {"tl.cluster_sync", "cluster_sync", "*args", "void", NULL},
    {"tl.cluster_wait", "cluster_wait", "*args", "void", NULL},
    {"tl.cooperative_tensor_fill", "cooperative_tensor_fill", "tile index value rows columns",
        "handle", NULL},
    {"tl.cooperative_tensor_load", "cooperative_tensor_load", "*args", "handle", NULL},
    {"tl.cooperative_tensor_multiply_accumulate", "cooperative_tensor_multiply_accumulate", "*args",
        "handle", NULL},
    {"tl.cooperative_tensor_store", "cooperative_tensor_store", "*args", "handle", NULL},
    {"tl.create_tma_descriptor", "create_tma_descriptor", "*args", "handle", NULL},
    {"tl.create_tma_im2col_descriptor", "create_tma_im2col_descriptor", "*args", "handle", NULL},
    {"tl.deallocate_tmem", "deallocate_tmem", "*args", "handle", NULL},
    {"tl.device_assert", "device_assert", "*args", "void", NULL},
    {"tl.device_assert_with_msg", "device_assert_with_msg", "*args", "void", NULL},
    {"tl.ds_read_tr16_b64", "ds_read_tr16_b64", "*args", "uint32x2", NULL},
    {"tl.ds_read_tr8_b64", "ds_read_tr8_b64", "*args", "uint32x2", NULL},
    {"tl.fast_rcp", "fast_rcp", "*args", "arg 0", NULL},
    {"tl.fence_proxy_async", "fence_proxy_async", "*args", "handle", NULL},
    {"tl.fma2", "fma2", "*args", "arg 0", NULL},
    {"tl.get_lane_idx", "get_lane_idx", "*args", "int32", NULL},
    {"tl.get_warp_group_idx", "get_warp_group_idx", "*args", "int32", NULL},
    {"tl.get_warp_idx", "get_warp_idx", "*args", "int32", NULL},
    {"tl.get_warp_idx_sync", "get_warp_idx_sync", "*args", "int32", NULL},
    {"tl.ieee_add", "ieee_add", "*args", "arg 0", NULL},
    {"tl.ieee_fdiv", "ieee_fdiv", "*args", "arg 0", NULL},
    {"tl.ieee_fmaf", "ieee_fmaf", "*args", "arg 0", NULL},
    {"tl.ieee_frcp", "ieee_frcp", "*args", "arg 0", NULL},
    {"tl.ieee_frsqrt", "ieee_frsqrt", "*args", "arg 0", NULL},
    {"tl.ieee_fsqrt", "ieee_fsqrt", "*args", "arg 0", NULL},
    {"tl.ieee_mul", "ieee_mul", "*args", "arg 0", NULL},
    {"tl.ieee_sub", "ieee_sub", "*args", "arg 0", NULL},
    {"tl.increase_descriptor_offset", "increase_descriptor_offset", "*args", "handle", NULL},
    {"tl.infinity", "infinity", "*args", "named 0", NULL},
    {"tl.initialize_tcgen05_descriptor", "initialize_tcgen05_descriptor", "*args", "handle", NULL},
    {"tl.initialize_wgmma_descriptor", "initialize_wgmma_descriptor", "*args", "handle", NULL},
    {"tl.ldg128", "ldg128", "*args", "uint32x4", NULL},
    {"tl.ldg256", "ldg256", "*args", "uint32x8", NULL},
    {"tl.ldg32", "ldg32", "*args", "uint32", NULL},
    {"tl.ldg64", "ldg64", "*args", "uint32x2", NULL},
    {"tl.lds128", "lds128", "*args", "uint32x4", NULL},
    {"tl.lds32", "lds32", "*args", "uint32", NULL},
    {"tl.lds64", "lds64", "*args", "uint32x2", NULL},
    {"tl.loop_break", "loop_break", "*args", "handle", NULL},
    {"tl.match_all_sync", "match_all_sync", "*args", "uint32", NULL},
    {"tl.match_any_sync", "match_any_sync", "*args", "uint32", NULL},
    {"tl.max2", "max2", "*args", "arg 0", NULL},
    {"tl.max2_nan", "max2_nan", "*args", "arg 0", NULL},
    {"tl.max_nan", "max_nan", "*args", "arg 0", NULL},
    {"tl.mbarrier_expect_tx", "mbarrier_expect_tx", "*args", "handle", NULL},
    {"tl.mbarrier_wait_parity", "mbarrier_wait_parity", "*args", "handle", NULL},
    {"tl.min2", "min2", "*args", "arg 0", NULL},
    {"tl.min2_nan", "min2_nan", "*args", "arg 0", NULL},
    {"tl.min_nan", "min_nan", "*args", "arg 0", NULL},
    {"tl.mul2", "mul2", "*args", "arg 0", NULL},
    {"tl.mvb_stage_index", "mvb_stage_index", "*args", "int32", NULL},
    {"tl.named_barrier_arrive", "named_barrier_arrive", "*args", "handle", NULL},
    {"tl.no_set_max_nreg", "no_set_max_nreg", "*args", "handle", NULL},
    {"tl.pack_b16", "pack_b16", "*args", "int32", NULL},
    {"tl.pack_b8x4", "pack_b8x4", "*args", "int32", NULL},
    {"tl.pdl_sync", "pdl_sync", "*args", "void", NULL},
    {"tl.pdl_trigger", "pdl_trigger", "*args", "void", NULL},
    {"tl.pow_of_int", "pow_of_int", "*args", "arg 0", NULL},
    {"tl.prefetch_tma_descriptor", "prefetch_tma_descriptor", "*args", "handle", NULL},
    {"tl.ptx_arrive_cluster_barrier", "ptx_arrive_cluster_barrier", "*args", "handle", NULL},
    {"tl.ptx_cluster_store", "ptx_cluster_store", "*args", "handle", NULL},
    {"tl.ptx_cp_async", "ptx_cp_async", "dst_ptr src_ptr count predicate=", "void", NULL},
    {"tl.ptx_cp_async_barrier_noinc", "ptx_cp_async_barrier_noinc", "*args", "handle", NULL},
    {"tl.ptx_deallocate_tensor_memory", "ptx_deallocate_tensor_memory", "*args", "handle", NULL},
    {"tl.ptx_fence_barrier_init", "ptx_fence_barrier_init", "*args", "handle", NULL},
    {"tl.ptx_init_tensor_memory", "ptx_init_tensor_memory", "*args", "handle", NULL},
    {"tl.ptx_ldmatrix", "ptx_ldmatrix", "trans num smem_ptr local_ptr", "handle", NULL},
    {"tl.ptx_mma_block_scale", "ptx_mma_block_scale", "*args", "named 0", NULL},
    {"tl.ptx_mma_sm70", "ptx_mma_sm70", "*args", "handle", NULL},
    {"tl.ptx_st_bulk_shared", "ptx_st_bulk_shared", "*args", "handle", NULL},
    {"tl.ptx_stmatrix", "ptx_stmatrix", "*args", "handle", NULL},
    {"tl.ptx_tcgen05_cp_warpx4", "ptx_tcgen05_cp_warpx4", "*args", "void", NULL},
    {"tl.ptx_tcgen05_mma_blockscaled_ss", "ptx_tcgen05_mma_blockscaled_ss", "*args", "handle",
        NULL},
    {"tl.ptx_tcgen05_mma_ss", "ptx_tcgen05_mma_ss", "*args", "handle", NULL},
    {"tl.ptx_tcgen05_mma_ts", "ptx_tcgen05_mma_ts", "*args", "handle", NULL},
    {"tl.ptx_tcgen05_sf_warp_transpose", "ptx_tcgen05_sf_warp_transpose", "*args", "void", NULL},
    {"tl.ptx_wgmma_rs", "ptx_wgmma_rs", "*args", "float32", NULL},
    {"tl.ptx_wgmma_sp_rs", "ptx_wgmma_sp_rs", "*args", "float32", NULL},
    {"tl.ptx_wgmma_sp_ss", "ptx_wgmma_sp_ss", "*args", "float32", NULL},
    {"tl.ptx_wgmma_ss", "ptx_wgmma_ss", "*args", "float32", NULL},
    {"tl.reducer_update", "reducer_update", "*args", "handle", NULL},
    {"tl.region", "region", "*args", "handle", NULL},
    {"tl.rng_init", "rng_init", "*args", "void", NULL},
    {"tl.rng_rand", "rng_rand", "*args", "uint32", NULL},
    {"tl.rng_rand_float", "rng_rand_float", "*args", "float32", NULL},
    {"tl.round_ties_away_from_zero", "round_ties_away_from_zero", "*args", "arg 0", NULL},
    {"tl.set_max_nreg", "set_max_nreg", "*args", "handle", NULL},
    {"tl.shfl_down_sync", "shfl_down_sync", "*args", "arg 1", NULL},
    {"tl.shfl_sync", "shfl_sync", "*args", "arg 1", NULL},
    {"tl.shfl_up_sync", "shfl_up_sync", "*args", "arg 1", NULL},
    {"tl.shfl_xor_sync", "shfl_xor_sync", "*args", "arg 1", NULL},
    {"tl.stg128", "stg128", "*args", "handle", NULL},
    {"tl.stg256", "stg256", "*args", "handle", NULL},
    {"tl.stg32", "stg32", "*args", "handle", NULL},
    {"tl.stg64", "stg64", "*args", "handle", NULL},
    {"tl.sts128", "sts128", "*args", "handle", NULL},
    {"tl.sts32", "sts32", "*args", "handle", NULL},
    {"tl.sts64", "sts64", "*args", "handle", NULL},
    {"tl.sub2", "sub2", "*args", "arg 0", NULL},
    {"tl.sync_grid", "sync_grid", "*args", "handle", NULL},
    {"tl.sync_warp", "sync_warp", "*args", "void", NULL},
    {"tl.syncthreads_and", "syncthreads_and", "*args", "int32", NULL},
    {"tl.syncthreads_count", "syncthreads_count", "*args", "int32", NULL},
    {"tl.syncthreads_or", "syncthreads_or", "*args", "int32", NULL},
    {"tl.tcgen05_after_thread_sync", "tcgen05_after_thread_sync", "*args", "void", NULL},
    {"tl.tcgen05_before_thread_sync", "tcgen05_before_thread_sync", "*args", "void", NULL},
    {"tl.tcgen05_ld", "tcgen05_ld", "*args", "handle", NULL},
    {"tl.tcgen05_mma_arrive", "tcgen05_mma_arrive", "*args", "void", NULL},
    {"tl.tcgen05_st", "tcgen05_st", "*args", "handle", NULL},
    {"tl.tileop.async_copy", "async_copy", "*args", "handle", read_annotated},
    {"tl.tileop.atomicadd", "atomicadd", "*args", "handle", read_annotated},
    {"tl.tileop.atomicmax", "atomicmax", "*args", "handle", read_annotated},
    {"tl.tileop.atomicmin", "atomicmin", "*args", "handle", read_annotated},
    {"tl.tileop.c2d_im2col", "c2d_im2col", "*args", "handle", read_annotated},
    {"tl.tileop.copy", "copy", "*args", "handle", read_annotated},
    {"tl.tileop.cummax", "cummax", "*args", "handle", read_annotated},
    {"tl.tileop.cumsum", "cumsum", "*args", "handle", read_annotated},
    {"tl.tileop.fill", "fill", "*args", "handle", read_annotated},
    {"tl.tileop.finalize_reducer", "finalize_reducer", "*args", "handle", read_annotated},
    {"tl.tileop.finalize_reducer_v2", "finalize_reducer_v2", "*args", "handle", read_annotated},
    {"tl.tileop.gemm", "gemm", "*args", "handle", read_annotated},
    {"tl.tileop.gemm_sp", "gemm_sp", "*args", "handle", read_annotated},
    {"tl.tileop.im2col", "im2col", "*args", "handle", read_annotated},
    {"tl.tileop.reduce", "reduce", "src dst kind dim clear=", "handle", NULL},
    {"tl.tileop.reducer_init", "reducer_init", "*args", "handle", read_annotated},
    {"tl.tileop.tcgen05_gemm", "tcgen05_gemm", "*args", "handle", read_annotated},
    {"tl.tileop.tcgen05_gemm_sp", "tcgen05_gemm_sp", "*args", "handle", read_annotated},
    {"tl.tileop.tma_copy", "tma_copy", "*args", "handle", read_annotated},
    {"tl.tileop.transpose", "transpose", "*args", "handle", read_annotated},
    {"tl.tileop.wgmma_gemm", "wgmma_gemm", "*args", "handle", read_annotated},
    {"tl.tileop.wgmma_gemm_sp", "wgmma_gemm_sp", "*args", "handle", read_annotated},
    {"tl.tl_shuffle_elect", "tl_shuffle_elect", "*args", "bool", NULL},
    {"tl.tma_load", "tma_load", "*args", "handle", NULL},
    {"tl.tma_load_gather4", "tma_load_gather4", "*args", "handle", NULL},
    {"tl.tma_load_im2col", "tma_load_im2col", "*args", "handle", NULL},
    {"tl.tma_load_multicast", "tma_load_multicast", "*args", "handle", NULL},
    {"tl.tma_store", "tma_store", "*args", "handle", NULL},
    {"tl.tma_store_arrive", "tma_store_arrive", "*args", "handle", NULL},
    {"tl.tma_store_cluster", "tma_store_cluster", "*args", "handle", NULL},
    {"tl.tma_store_scatter4", "tma_store_scatter4", "*args", "handle", NULL},
    {"tl.tma_store_wait", "tma_store_wait", "*args", "handle", NULL},
    {"tl.tvm_ffi_call_with_result", "tvm_ffi_call_with_result", "*args", "handle", NULL},
    {"tl.tvm_mfma", "tvm_mfma", "*args", "float32x4", NULL},
    {"tl.tvm_mfma_store", "tvm_mfma_store", "*args", "void", NULL},
    {"tl.tvm_rdna_wmma", "tvm_rdna_wmma", "*args", "float32x8", NULL},
    {"tl.tvm_rdna_wmma_store", "tvm_rdna_wmma_store", "*args", "void", NULL},
    {"tl.wait_wgmma", "wait_wgmma", "*args", "handle", NULL},
    {"tl.warp_reduce_bitand", "warp_reduce_bitand", "*args", "arg 0", NULL},
    {"tl.warp_reduce_bitor", "warp_reduce_bitor", "*args", "arg 0", NULL},
    {"tl.warp_reduce_max", "warp_reduce_max", "*args", "arg 0", NULL},
    {"tl.warp_reduce_min", "warp_reduce_min", "*args", "arg 0", NULL},
    {"tl.warp_reduce_sum", "warp_reduce_sum", "*args", "arg 0", NULL},
    {"tl.warpgroup_arrive", "warpgroup_arrive", "*args", "handle", NULL},
    {"tl.warpgroup_commit_batch", "warpgroup_commit_batch", "*args", "handle", NULL},
    {"tl.warpgroup_fence_operand", "warpgroup_fence_operand", "*args", "handle", NULL},
    {"tl.warpgroup_wait", "warpgroup_wait", "*args", "handle", NULL},
    {"tl.tileop.gemm_py", "gemm_py", "*args", "handle", read_annotated},
    {"tl.tl_gemm", "tl_gemm", "*args", "handle", NULL},
    {"tl.tl_gemm_sp", "tl_gemm_sp", "*args", "handle", NULL},
    {"tl.get_mbarrier", "get_mbarrier", "*args", "handle", NULL},
    {"tl.create_list_of_mbarrier", "create_list_of_mbarrier", "*args", "handle", NULL},
    {"tl.sync_thread_partial", "sync_thread_partial", "*args", "handle", NULL},
};
/* clang-format on */
