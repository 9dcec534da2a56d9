@I.ir_module
class Module:
    @I.ir_module
    class Inner:
        pass

    @T.prim_func
    def first(x: T.int32):
        @T.prim_func
        def inner():
            T.evaluate(0)

        T.evaluate(x)

    @R.function
    def second():
        @T.prim_func
        def inner():
            T.evaluate(0)

        return R.const(0)
