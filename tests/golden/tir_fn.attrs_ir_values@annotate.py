# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@T.prim_func
def main(x: T.int32):
    Q = T.Buffer((16, 16))
    T.func_attr({"buf": Q, "dict": {"q": 1}, "expr": x + 1, "gv": other, "imap": T.index_map(lambda i: (i, 1)), "layout": metadata["tir.Layout"][0], "op": I.Op("tir.exp"), "rng": T.Range(0, 4), "shape": (1, 2, 3), "sinfo": R.Tensor((T.int64(2),), dtype="float32"), "type": T.int8})
    T.evaluate(0)  # x = 1

# Metadata omitted. Use show_meta=True in script() method to show it.