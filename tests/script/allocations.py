from tvm.script import tir as T


@T.prim_func
def allocations():
    with T.allocate_const([1.0, -3.0, 16384], "float16", [3]) as halves:
        with T.allocate_const([0.1, 2, True], "float32", [3]) as singles:
            with T.allocate_const([[1, 2], [3, 4]], "uint8", [4]) as bytes_:
                T.evaluate(0)
