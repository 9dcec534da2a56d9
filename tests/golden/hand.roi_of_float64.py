# from tvm.script import tir as T
# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((2, 4, 4, 3), dtype="float32")) -> R.Tensor((2, 4, 4, 3), dtype="float32"):
    y: R.Tensor((2, 4, 4, 3), dtype="float32") = R.image.resize2d(x, R.shape([4, 4]), roi=[T.float32(0.0), T.float64(0.0), T.float32(0.0), T.float32(0.0)], layout="NHWC", method="linear", coordinate_transformation_mode="half_pixel", rounding_method="round", cubic_alpha=-0.5, cubic_exclude=0, extrapolation_value=0.0, out_dtype="void")
    return y