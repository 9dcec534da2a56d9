# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def statements(out: T.Buffer((1,), "int32"), A: T.Buffer((16,), "float32")):
    x: T.int32 = 3
    y = x + 1
    z: T.float32
    z = A[0]
    out = y
    once: T.let[T.int32] = x
    A[0] = z + T.Cast("float32", once)
    half = T.decl_scalar("float32", data=A.data, scope="global", elem_offset=8)
    half = T.float32(1.0)
    for i in T.serial(4, unroll=True):
        A[i] = z
    with T.hint("pipeline", depth="4"):
        T.evaluate(x)
    B = T.alloc_shared((8,), annotations={"buffer_data_alignment": 64, "fast": True})
    C = T.decl_buffer((4,), data=T.address_of(B[4]), scope="shared")
    D = T.decl_buffer((4,), data=C.data, scope="shared")
    D[0] = T.float32(0.0)
    T.tvm_storage_sync("shared")
    last: T.let[T.int32] = 2
