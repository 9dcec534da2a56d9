"""A file of Python with scripts in it: only these are read."""
import numpy as np
from tvm.script import ir as I, relax as R, tir as T

N = 16


def helper(x):
    return x + 1


@T.prim_func
def add(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in T.serial(n):
        with T.block("add"):
            vi = T.axis.spatial(n, i)
            B[vi] = A[vi] + T.float32(N)  # π, and 𝄞: A[vi]


@I.ir_module
class Module:
    @T.prim_func
    def scale(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            B[i] = A[i] * T.float32(2)

    @R.function
    def main(x: R.Tensor((16,), dtype="float32")) -> R.Tensor((16,), dtype="float32"):
        cls = Module
        with R.dataflow():
            y = R.add(x, x)
            z = R.call_tir(cls.scale, (y,), out_sinfo=R.Tensor((16,), dtype="float32"))
            R.output(z)
        return z


class TestScripts:
    def test_bounds(self):
        assert helper(1) == 2

        @T.prim_func
        def inner(A: T.Buffer((16,), "float32")):
            A[99] = T.float32(1)
            A[0] = T.flaot32(1)

        print(inner)


if __name__ == "__main__":
    add.show()
