metadata = tvm.ir.load_json("""{
  \"root_index\": 4,
  \"nodes\": [
    {
      \"type\": \"ffi.String\",
      \"data\": \"ir.TensorMapType\"
    },
    {
      \"type\": \"None\"
    },
    {
      \"type\": \"ir.TensorMapType\",
      \"data\": {
        \"span\": 1
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        2
      ]
    },
    {
      \"type\": \"ffi.Map\",
      \"data\": [
        0,
        3
      ]
    }
  ],
  \"metadata\": {
    \"tvm_version\": \"0.23.0\"
  }
}""")
1 # from tvm.script import tir as T
2 
3 @T.prim_func
4 def main(a: T.handle("float32", "global"), b: T.handle("int8", "global"), c: T.handle("float16", "shared"), d: T.handle(T.handle("int32", "global"), "global"), t: T.handle(metadata["ir.TensorMapType"][0], "grid_constant"), tp: None):
5   T.evaluate(0)