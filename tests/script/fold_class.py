@not_evaluated
class Holder:
    "a doc string"
    ...

    @T.prim_func
    def f(n: T.int32) -> T.int32:
        return n


@T.prim_func
def after_class(A: T.Buffer((8,), "int32")):
    A[0] = 1
