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
    gv_3: R.Tensor((T_1, T_1, T_1), dtype="float16") = p0  # note
    R_1: R.Tensor((T_1, T_1, T_1), dtype="float16") = R.tanh(gv_1)
    cls_3: R.Tensor((T_1, T_1, T_1), dtype="float16") = R.add(gv_1, metadata["relax.expr.Constant"][0])
    with R.dataflow():
        cls_4: R.Tensor((T_1, T_1, T_1), dtype="float16") = R.multiply(gv, R.const(-2.0, "float16"))
        R.output()
    return cls_1

# Metadata omitted. Use show_meta=True in script() method to show it.