# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@R.function
def main(A: R.Tensor(("n + T.Cast(\"int64\", m)", "n * 2"), dtype="float32")) -> R.Any:
    n = T.int64()
    m = T.int32()
    return A
