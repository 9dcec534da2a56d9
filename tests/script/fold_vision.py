# Operators of v0.26, and others that have boxes or windows.
from tvm.script import tirx as T
from tvm.script import relax as R

@R.function
def vision(
    x: R.Tensor(("n", 3, 4), "float32"),
    image: R.Tensor((1, 3, 10, 6), "float32"),
    solid: R.Tensor((1, 3, 4, 5, 6), "float32"),
    kernel: R.Tensor((3, 8, 2, 2, 2), "float32"),
    rows: R.Tensor(dtype="float32", ndim=3),
    boxes: R.Tensor((1, 10, 6), "float32"),
    counts: R.Tensor((1,), "int32"),
    indices: R.Tensor((1, 10), "int32"),
    rois: R.Tensor((4, 5), "float32"),
    classes: R.Tensor((1, 3, 10), "float32"),
    corners: R.Tensor((1, 10, 4), "float32"),
    most: R.Tensor((1,), "int64"),
    limit: R.Tensor((1,), "float32"),
    offsets: R.Tensor((1, 40), "float32"),
    matrices: R.Tensor((1, 2, 3), "float32"),
    column: R.Tensor((5, 1), "int64"),
    line: R.Tensor((7,), "int64"),
    tall: R.Tensor((4, 3), "float32"),
    scale: R.Tensor((3,), "float32"),
):
    n = T.int64()
    a = R.nn.batch_flatten(x)
    a1 = R.nn.batch_flatten(rows)
    b = R.image.resize3d(solid, (7, 8, 9))
    b1 = R.image.resize3d(solid, 7)
    c = R.image.affine_grid(matrices, (7, 8))
    c1 = R.image.affine_grid(rows, (7, 8, 9))
    d = R.nn.conv3d_transpose(solid, kernel, strides=2, padding=1)
    e = R.vision.get_valid_counts(boxes, 0.5)
    e1 = R.vision.get_valid_counts(rows, 0.5)
    f = R.vision.non_max_suppression(boxes, counts, indices)
    f1 = R.vision.non_max_suppression(boxes, counts, indices, return_indices=False)
    f2 = R.vision.non_max_suppression(boxes, counts, indices, soft_nms_sigma=0.5)
    g = R.vision.all_class_non_max_suppression(corners, classes, most, limit, limit)
    g1 = R.vision.all_class_non_max_suppression(
        corners, classes, most, limit, limit, output_format="tensorflow"
    )
    h = R.vision.roi_align(image, rois, 7, 1.0)
    h1 = R.vision.roi_align(image, rois, (7, 5), 1.0, layout="NHWC", mode="max")
    h2 = R.vision.roi_pool(image, rois, (7, 5), 1.0)
    i = R.vision.multibox_transform_loc(classes, offsets, corners)
    j = R.hamming_window(8, True, 0.5, 0.25, "float32")
    l = R.nn.layer_norm(tall, scale, scale, axes=-1)
    l1 = R.nn.rms_norm(tall, scale, axes=[-1])
    k = R.index_tensor(x, (column, line))
    return x
