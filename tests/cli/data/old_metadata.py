# from tvm.script import tirx as T

metadata = tvm.ir.load_json("""{
  "root_index": 6,
  "nodes": [
    {"type": "ffi.String", "data": "tir.SeqStmt"},
    {"type": "None"},
    {"type": "ffi.Array", "data": []},
    {"type": "tir.Evaluate", "data": {"span": 1, "value": 7}},
    {"type": "tir.BufferRealize", "data": {"span": 1, "buffer": 1, "bounds": 2, "condition": 7, "body": 3}},
    {"type": "ffi.Array", "data": [8]},
    {"type": "ffi.Map", "data": [0, 5]},
    {"type": "ir.IntImm", "data": {"span": 1, "dtype": "int32", "value": 2}},
    {"type": "tir.SeqStmt", "data": {"span": 1, "seq": 9}}, {"type":"ffi.Array","data":[4,3]}
  ],
  "metadata": {"tvm_version": "0.23.0"}
}""")
@T.prim_func
def f():
    T.func_attr({"x": metadata["tir.SeqStmt"][0]})
    T.evaluate(0)
    a = T.allocate([16], "int32")
    T.evaluate(0)
