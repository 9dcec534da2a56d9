1 # from tvm.script import tir as T
2 
3 @T.prim_func(private=True)
  ^^^^^^^^^^^^^^^^^^^^^^^^^^
4 def main():
  ^^^^^^^^^^^
5     T.func_attr({"a": 1, "tir.noalias": True})
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
6     T.evaluate(0)
      ^^^^^^^^^^^^^