metadata = tvm.ir.load_json("""{
  \"root_index\": 8,
  \"nodes\": [
    {
      \"type\": \"ffi.String\",
      \"data\": \"tir.StringImm\"
    },
    {
      \"type\": \"None\"
    },
    {
      \"type\": \"ffi.String\",
      \"data\": \"x\\ny\"
    },
    {
      \"type\": \"tir.StringImm\",
      \"data\": {
        \"span\": 1,
        \"dtype\": \"handle\",
        \"value\": 2
      }
    },
    {
      \"type\": \"tir.StringImm\",
      \"data\": {
        \"span\": 1,
        \"dtype\": \"handle\",
        \"value\": 2
      }
    },
    {
      \"type\": \"ffi.String\",
      \"data\": \"z\\n\"
    },
    {
      \"type\": \"tir.StringImm\",
      \"data\": {
        \"span\": 1,
        \"dtype\": \"handle\",
        \"value\": 5
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        3,
        4,
        6
      ]
    },
    {
      \"type\": \"ffi.Map\",
      \"data\": [
        0,
        7
      ]
    }
  ],
  \"metadata\": {
    \"tvm_version\": \"0.23.0\"
  }
}""")
1 T.call_extern("int32", metadata["tir.StringImm"][0])
2 T.call_extern("int32", metadata["tir.StringImm"][1])
3 T.call_extern("int32", metadata["tir.StringImm"][2])
4 T.call_extern("int32", "w")