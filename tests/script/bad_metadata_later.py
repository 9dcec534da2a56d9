# from tvm.script import tirx as T
metadata = tvm.ir.load_json("""{"root_index": 1, "nodes": [
    {"type": "None"}, {"type": "ffi.Map", "data": [2, 3]},
    {"type": "ffi.String", "data": "tirx.BufferLoad"}, {"type": "ffi.Array", "data": [4]},
    {"type": "tirx.BufferLoad",
     "data": {"span": 0, "ty": 5, "buffer": 6, "indices": 7, "predicate": 0}},
    {"type": "ir.PrimType", "data": {"span": 0, "dtype": "int32"}},
    {"type": "ir.Var", "data": {"span": 0, "ty": 5, "name": 8}},
    {"type": "ffi.Array", "data": []}, {"type": "ffi.String", "data": "n"}]}""")

@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    with T.sblock("b"):
        T.reads(metadata["tirx.BufferLoad"][0])
        A[0] = metadata["tirx.BufferLoad"][0]
