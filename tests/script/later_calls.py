# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def calls(A: T.Buffer((16,), "float32"), p: T.handle, map: T.TensorMap()):
    T.tile.fill(A[0:16], T.float32(0.0), dispatch="simple", stages=2)
    T.cta.sqrt(A[0:8])
    T.warp.select(A[0:8], A[8:16], T.float32(1.0), lambda i: i < 4)
    with T.tile.compose_op(schedule="A"):
        T.tile.copy(A[0:4], A[4:8])
    T.ptx.cp_async("float32", A.data, 0, A.data, 0, 16)
    T.ptx.cp_async(A.data, A.data, 16)
    T.cuda.func_call("f", A[0], source_code="void f(float x);", return_type="int32")
    T.Call("tirx.call_extern", ["g", A[0]], attrs={"fast": True}, ret_ty="float32")
    T.call_extern("void", "h", A.data)
    T.evaluate(T.cuda.ballot_sync(T.uint32(1)))
    q: T.let[T.handle("float32", "global")] = T.reinterpret(T.handle("float32", "global").ty, p)
    r: T.let[T.handle] = T.call_extern(T.handle().ty, "get")
    s: T.let[T.handle(storage_scope="shared")] = T.call_extern(
        T.handle(storage_scope="shared").ty, "get")
    T.call_packed("use", q, r, s, map, T.address_of(map))
