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
# from tvm.script import tir as T

@T.prim_func
def main(a: T.handle("float32", "global"), b: T.handle("int8", "global"), c: T.handle("float16", "shared"), d: T.handle(T.handle("int32", "global"), "global"), t: T.handle(metadata["ir.TensorMapType"][0], "grid_constant"), tp: None):
    T.evaluate(0)