from tvm.script import relax as R
from tvm.script import tir as T


@R.function
def main(x: R.Tensor(("n", 2, 8, 8), "float32")):
    n = T.int64()
    y = R.nn.max_pool2d(x, pool_size=[n, n])
    return y
