 1 # from tvm.script import ir as I
 2 # from tvm.script import tir as T
 3 # from tvm.script import relax as R
 4 
 5 @T.prim_func
 6 def main(x: T.int32):
 7     Q = T.Buffer((16, 16))
 8     T.func_attr({"buf": Q, "dict": {"q": 1}, "expr": x + 1, "gv": other, "imap": T.index_map(lambda i: (i, 1)), "layout": metadata["tir.Layout"][0], "op": I.Op("tir.exp"), "rng": T.Range(0, 4), "shape": (1, 2, 3), "sinfo": R.Tensor((T.int64(2),), dtype="float32"), "type": T.int8})
                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 9     T.evaluate(0)

10 # Metadata omitted. Use show_meta=True in script() method to show it.