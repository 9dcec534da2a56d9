import typing
from tvm.script import tir as T

M = N = K = 4
LANES: int = 2
DTYPE: typing.Final[str] = "float32"
M, N = [K, M * LANES]


@T.prim_func
def f(A: T.Buffer((M, N, K), DTYPE)):
    A[0, 0, 0] = 1.0
