# from tvm.script import tir as x

@x.prim_func
def main(a: x.handle("float32", "global"), b: x.handle("int8", "global"), c: x.handle("float16", "shared"), d: x.handle(x.handle("int32", "global"), "global"), t: x.handle(metadata["ir.TensorMapType"][0], "grid_constant"), tp: None):
    x.evaluate(0)

# Metadata omitted. Use show_meta=True in script() method to show it.