metadata = tvm.ir.load_json("""{
  \"root_index\": 43,
  \"nodes\": [
    {
      \"type\": \"ffi.String\",
      \"data\": \"tir.Layout\"
    },
    {
      \"type\": \"ffi.String\",
      \"data\": \"NCHW\"
    },
    {
      \"type\": \"None\"
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\",
        \"value\": 0
      }
    },
    {
      \"type\": \"ffi.String\",
      \"data\": \"N_shape\"
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\"
      }
    },
    {
      \"type\": \"tir.Var\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\",
        \"name\": 4,
        \"type_annotation\": 5
      }
    },
    {
      \"type\": \"ir.Range\",
      \"data\": {
        \"min\": 3,
        \"extent\": 6,
        \"span\": 2
      }
    },
    {
      \"type\": \"ffi.String\",
      \"data\": \"N\"
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\"
      }
    },
    {
      \"type\": \"tir.Var\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\",
        \"name\": 8,
        \"type_annotation\": 9
      }
    },
    {
      \"type\": \"ffi.String\",
      \"data\": \"\"
    },
    {
      \"type\": \"tir.IterVar\",
      \"data\": {
        \"dom\": 7,
        \"var\": 10,
        \"iter_type\": 0,
        \"thread_tag\": 11
      }
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\",
        \"value\": 0
      }
    },
    {
      \"type\": \"ffi.String\",
      \"data\": \"C_shape\"
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\"
      }
    },
    {
      \"type\": \"tir.Var\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\",
        \"name\": 14,
        \"type_annotation\": 15
      }
    },
    {
      \"type\": \"ir.Range\",
      \"data\": {
        \"min\": 13,
        \"extent\": 16,
        \"span\": 2
      }
    },
    {
      \"type\": \"ffi.String\",
      \"data\": \"C\"
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\"
      }
    },
    {
      \"type\": \"tir.Var\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\",
        \"name\": 18,
        \"type_annotation\": 19
      }
    },
    {
      \"type\": \"tir.IterVar\",
      \"data\": {
        \"dom\": 17,
        \"var\": 20,
        \"iter_type\": 0,
        \"thread_tag\": 11
      }
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\",
        \"value\": 0
      }
    },
    {
      \"type\": \"ffi.String\",
      \"data\": \"H_shape\"
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\"
      }
    },
    {
      \"type\": \"tir.Var\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\",
        \"name\": 23,
        \"type_annotation\": 24
      }
    },
    {
      \"type\": \"ir.Range\",
      \"data\": {
        \"min\": 22,
        \"extent\": 25,
        \"span\": 2
      }
    },
    {
      \"type\": \"ffi.String\",
      \"data\": \"H\"
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\"
      }
    },
    {
      \"type\": \"tir.Var\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\",
        \"name\": 27,
        \"type_annotation\": 28
      }
    },
    {
      \"type\": \"tir.IterVar\",
      \"data\": {
        \"dom\": 26,
        \"var\": 29,
        \"iter_type\": 0,
        \"thread_tag\": 11
      }
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\",
        \"value\": 0
      }
    },
    {
      \"type\": \"ffi.String\",
      \"data\": \"W_shape\"
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\"
      }
    },
    {
      \"type\": \"tir.Var\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\",
        \"name\": 32,
        \"type_annotation\": 33
      }
    },
    {
      \"type\": \"ir.Range\",
      \"data\": {
        \"min\": 31,
        \"extent\": 34,
        \"span\": 2
      }
    },
    {
      \"type\": \"ffi.String\",
      \"data\": \"W\"
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\"
      }
    },
    {
      \"type\": \"tir.Var\",
      \"data\": {
        \"span\": 2,
        \"dtype\": \"int32\",
        \"name\": 36,
        \"type_annotation\": 37
      }
    },
    {
      \"type\": \"tir.IterVar\",
      \"data\": {
        \"dom\": 35,
        \"var\": 38,
        \"iter_type\": 0,
        \"thread_tag\": 11
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        12,
        21,
        30,
        39
      ]
    },
    {
      \"type\": \"tir.Layout\",
      \"data\": {
        \"name\": 1,
        \"axes\": 40
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        41
      ]
    },
    {
      \"type\": \"ffi.Map\",
      \"data\": [
        0,
        42
      ]
    }
  ],
  \"metadata\": {
    \"tvm_version\": \"0.23.0\"
  }
}""")
1 # from tvm.script import ir as I
2 # from tvm.script import tir as T
3 # from tvm.script import relax as R
4 
5 @T.prim_func
6 def main(x: T.int32):
7   Q = T.Buffer((16, 16))
8   T.func_attr({"buf": Q, "dict": {"q": 1}, "expr": x + 1, "gv": other, "imap": T.index_map(lambda i: (i, 1)), "layout": metadata["tir.Layout"][0], "op": I.Op("tir.exp"), "rng": T.Range(0, 4), "shape": (1, 2, 3), "sinfo": R.Tensor((T.int64(2),), dtype="float32"), "type": T.int8})
9   T.evaluate(0)