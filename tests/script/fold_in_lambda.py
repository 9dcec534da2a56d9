from tvm.script import tir as T


@T.prim_func
def f(n: T.int32):
    with T.attr(
        T.comm_reducer(
            lambda x, y: T.if_then_else(T.int32(1) < T.int32(2), x, y),
            [T.int32(0)],
        ),
        "reduce_scope",
        T.reinterpret("handle", T.uint64(0)),
    ):
        T.evaluate(n)
    with T.attr(
        T.comm_reducer(
            lambda x, y: T.if_then_else(T.float32(0) >= T.float32("nan"), x, y),
            [T.int32(0)],
        ),
        "reduce_scope",
        T.reinterpret("handle", T.uint64(0)),
    ):
        T.evaluate(n)
