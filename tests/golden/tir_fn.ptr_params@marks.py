1 # from tvm.script import tir as T
2 
3 @T.prim_func
  ^^^^^^^^^^^^
4 def main(a: T.handle("float32", "global"), b: T.handle("int8", "global"), c: T.handle("float16", "shared"), d: T.handle(T.handle("int32", "global"), "global"), t: T.handle(metadata["ir.TensorMapType"][0], "grid_constant"), tp: None):
  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
5     T.evaluate(0)  # aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa

      ^^^^^^^^^^^^^
6 # Metadata omitted. Use show_meta=True in script() method to show it.