metadata = tvm.ir.load_json("""{
  \"root_index\": 3,
  \"nodes\": [
    {
      \"type\": \"ffi.String\",
      \"data\": \"ffi.String\"
    },
    {
      \"type\": \"ffi.String\",
      \"data\": \"l1\\nl2\"
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        1
      ]
    },
    {
      \"type\": \"ffi.Map\",
      \"data\": [
        0,
        2
      ]
    }
  ],
  \"metadata\": {
    \"tvm_version\": \"0.23.0\"
  }
}""")
1 for i in T.serial(4, annotations={"arr": [1, [2, 3], "x", T.float32(0.5)], "b": False, "buf": AB, "f": 2.5, "flt": T.float64(1.25), "i": 7, "map": {"a": {"c": "d"}, "b": 1}, "multi": metadata["ffi.String"][0], "none": None, "tgt": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "", "tag": ""}), "var": u}):
2   AB = T.Buffer((16, 16))
3   u = T.int32()
4   T.evaluate(0)