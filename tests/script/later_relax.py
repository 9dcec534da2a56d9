# from tvm.script import tirx as T
# from tvm.script import relax as R

@R.function
def main(n: T.int64, x: R.Tensor((n + 1,), dtype="float32"),
         y: R.Tensor((2, 3, 8, 8), dtype="float32"),
         rois: R.Tensor((4, 5), dtype="float32")) -> R.Any:
    m: T.int64 = n + 1
    k: T.int64 = 4
    is_zero: T.bool = R.equal(n, 0)
    sorted: R.Tuple(R.Tensor(dtype="float32", ndim=1),
                    R.Tensor(dtype="int64", ndim=1)) = R.unique(
        x, True, False, True, False, -1)
    vague: R.Any = R.add(x, x)
    grid: R.Tensor((2, 2, 16, 16), dtype="float32") = R.image.affine_grid(
        y, R.shape([16, 16]), align_corners=True)
    cut: R.Tensor((4, 3, 2, 2), dtype="float32") = R.vision.roi_align(
        y, rois, pooled_size=[2, 2], spatial_scale=1.0, sample_ratio=2, aligned=False,
        layout="NCHW", mode="avg")
    own: R.Tensor = T.custom_op.f(x, y)
    moved: R.Tensor((m,), dtype="float32") = R.layout_transform(
        x, index_map=T.index_map(lambda i0: (i0 // 4,)), pad_value=None)
    return (m, k, is_zero, sorted, vague, grid, cut, own, moved)
