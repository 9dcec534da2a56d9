from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((4,), "float32")):
    for i in range(4):
        tvm.ir.make_node("tir.BufferStore", buffer=A, indices=[i], value=T.float32(0.5))
