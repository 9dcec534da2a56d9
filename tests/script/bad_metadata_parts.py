# from tvm.script import ir as I
# from tvm.script import tir as T
metadata = tvm.ir.load_json("""{"root_index": 1, "nodes": [
    {"type": "None"}, {"type": "ffi.Map", "data": [2, 3, 6, 7]},
    {"type": "ffi.String", "data": "tir.BufferRegion"}, {"type": "ffi.Array", "data": [4]},
    {"type": "tir.BufferRegion", "data": {"buffer": 0, "region": 5}},
    {"type": "ffi.Array", "data": []}, {"type": "ffi.String", "data": "tir.BufferLoad"},
    {"type": "ffi.Array", "data": [8]},
    {"type": "tir.BufferLoad",
     "data": {"span": 0, "dtype": "int32", "buffer": 0, "indices": 5, "predicate": 0}}]}""")

@I.ir_module
class Module:
    @T.prim_func
    def f(A: T.Buffer((4,), "int32")):
        A[0] = metadata["tir.BufferRegion"][0]
        with T.block("b"):
            T.reads(metadata["tir.BufferRegion"][0])
            T.writes(metadata["tir.BufferLoad"][0])
            B = T.match_buffer(metadata["tir.BufferRegion"][0], (4,))
