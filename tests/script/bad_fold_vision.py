# Calls that TVM refuses.
from tvm.script import tirx as T
from tvm.script import relax as R

@R.function
def vision(
    x: R.Tensor((3,), "float32"),
    wide: R.Tensor((1, 3, 4), "float32"),
    boxes: R.Tensor((1, 10, 6), "float32"),
    two: R.Tensor((2,), "int32"),
    indices: R.Tensor((1, 10), "int32"),
    image: R.Tensor((1, 3, 10, 6), "float32"),
    rois: R.Tensor((4, 4), "float32"),
    classes: R.Tensor((1, 3, 10), "float32"),
    offsets: R.Tensor((1, 44), "float32"),
    corners: R.Tensor((1, 10, 4), "float32"),
    fine: R.Tensor((4, 5), "float32"),
    flat: R.Tensor((1, 2, 3), "float32"),
    five: R.Tensor((5,), "int64"),
    seven: R.Tensor((7,), "int64"),
    plane: R.Tensor(dtype="float32", ndim=3),
    scale: R.Tensor((4,), "float32"),
    other: R.Tensor((5,), "float32"),
    any: R.Tensor(dtype="float32"),
):
    a = R.nn.batch_flatten(x)
    b = R.image.affine_grid(wide, (7, 8))
    c = R.vision.get_valid_counts(boxes, 0.5, 0, 6)
    d = R.vision.non_max_suppression(boxes, two, indices)
    e = R.vision.roi_pool(image, rois, 7, 1.0)
    f = R.vision.multibox_transform_loc(classes, offsets, corners)
    g = R.hamming_window(0, True, 0.5, 0.25, "float32")
    h = R.index_tensor(wide, (five, seven))
    h1 = R.index_tensor(wide, (x,))
    d1 = R.vision.non_max_suppression(boxes, two, indices, coord_start=3)
    d2 = R.vision.get_valid_counts(boxes, 0.5, -2)
    e1 = R.vision.roi_align(image, fine, 7, 1.0, mode="sum")
    e2 = R.image.affine_grid(flat, (5,))
    f1 = R.vision.multibox_transform_loc(classes, fine, corners)
    i = R.nn.conv2d(plane, image)
    k = R.repeat(plane, 2, axis=3)
    l = R.gather_nd(plane, five, batch_dims=1)
    m = R.stack((wide, corners, plane))
    n = R.nn.layer_norm(boxes, scale, scale, axes=-1)
    j = R.nn.layer_norm(any, scale, other, axes=-1)
    return x
