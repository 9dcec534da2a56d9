# from tvm.script import tirx as T
metadata = tvm.ir.load_json("""{"root_index": 1, "nodes": [
    {"type": "None"}, {"type": "ffi.Map", "data": [2, 3]},
    {"type": "ffi.String", "data": "tirx.Return"}, {"type": "ffi.Array", "data": [4]},
    {"type": "tirx.Return", "data": {"span": 0, "value": 0}}]}""")

@T.prim_func
def f():
    metadata["tirx.Return"][0]
