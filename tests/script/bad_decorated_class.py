@T.Select
class Module:
    @T.prim_func
    def f():
        T.evaluate(0)
