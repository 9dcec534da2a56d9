# from tvm.script import tir as T

@T.prim_func
def exact(x: T.int32, c: T.bool, h: T.handle):
    T.call_packed("f", x)
    T.call_packed("f", T.if_then_else(T.bool(True), x, 2))
    T.tvm_thread_context(h)
    T.shift_left(1, 4)
    T.exp(x)
    T.floor(T.float32(2.5))
    T.if_then_else(c, x, 0)
    T.create_barriers(x)
    T.attr("n", "key", x)
    t = T.launch_thread("threadIdx.x", 4)
    T.evaluate(x + 1)