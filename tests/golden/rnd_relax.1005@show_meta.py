metadata = tvm.ir.load_json("""{
  \"root_index\": 10,
  \"nodes\": [
    {
      \"type\": \"ffi.String\",
      \"data\": \"relax.expr.Constant\"
    },
    {
      \"type\": \"None\"
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 1,
        \"dtype\": \"int64\",
        \"value\": 2
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        2
      ]
    },
    {
      \"type\": \"relax.ShapeStructInfo\",
      \"data\": {
        \"span\": 1,
        \"values\": 3,
        \"ndim\": 1
      }
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {
        \"span\": 1,
        \"struct_info_\": 4,
        \"values\": 3
      }
    },
    {
      \"type\": \"relax.TensorStructInfo\",
      \"data\": {
        \"span\": 1,
        \"shape\": 5,
        \"dtype\": \"float16\",
        \"vdevice\": 1,
        \"ndim\": 1
      }
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIQAQACAAAAAAAAAAQAAAAAAAAAAAAAPA==\"
    },
    {
      \"type\": \"relax.expr.Constant\",
      \"data\": {
        \"span\": 1,
        \"struct_info_\": 6,
        \"data\": 7
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        8
      ]
    },
    {
      \"type\": \"ffi.Map\",
      \"data\": [
        0,
        9
      ]
    }
  ],
  \"metadata\": {
    \"tvm_version\": \"0.23.0\"
  }
}""")
# from tvm.script import tir as T
# from tvm.script import relax as R

@R.function(pure=False)
def main(p0: R.Tensor(("T_1", "T_1", "T_1"), dtype="float16")) -> R.Tensor(("T_1", "T_1", "T_1"), dtype="float16"):
    T_1 = T.int64()
    R.func_attr({"num_input": 3})
    gv: R.Tensor((T_1, T_1, T_1), dtype="float16") = R.multiply(p0, p0)
    gv_1: R.Tensor((T_1, T_1, T_1), dtype="float16") = R.exp(p0)
    cls_1: R.Tensor((T_1, T_1, T_1), dtype="float16") = R.nn.softmax(p0, axis=-1)
    gv_2: R.Tensor((T_1, T_1, T_1), dtype="float16") = R.negative(gv_1)
    cls_2: R.Tensor((T_1, T_1, T_1), dtype="float16") = R.nn.relu(cls_1)
    gv_3: R.Tensor((T_1, T_1, T_1), dtype="float16") = p0
    R_1: R.Tensor((T_1, T_1, T_1), dtype="float16") = R.tanh(gv_1)
    cls_3: R.Tensor((T_1, T_1, T_1), dtype="float16") = R.add(gv_1, metadata["relax.expr.Constant"][0])
    with R.dataflow():
        cls_4: R.Tensor((T_1, T_1, T_1), dtype="float16") = R.multiply(gv, R.const(-2.0, "float16"))
        R.output()
    return cls_1