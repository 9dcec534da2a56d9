@I.ir_module
class Module:
    @T.prim_func
    def good(A: T.Buffer((4,), "float32")):
        A[0] = 1.0

    @T.prim_func
    def broken_head(A: T.Buffer((4,), "float32":
        for i in range(4):
            A[i] = 1.0 +
        A[0] = 2.0

    @T.prim_func
    def broken_body(A: T.Buffer((4,), "float32")):
        for i in range(4:
            A[i] = 1.0
        A[0] = f(
            1,
            2,
        ) + * 3
        A[1] = 2.0
        with T.block("x") as:
            A[2] = 3.0
        A[3] = 4.0

    @T.prim_func
    def also_good(A: T.Buffer((4,), "float32")):
        A[0] = 1.0
