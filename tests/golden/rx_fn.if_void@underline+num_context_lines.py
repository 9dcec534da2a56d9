 1 # from tvm.script import relax as R
 2 
 3 @R.function(pure=False, private=True)
   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 4 def main(cond: R.Tensor((), dtype="bool"), x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 5     if cond:
       ^^^^^^^^
 6         _: R.Tuple = R.print(x, format=R.str("t"))
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 7         z: R.Tuple = R.tuple()
           ^^^^^^^^^^^^^^^^^^^^^^
 8     else:
       ^^^^^
 9         _: R.Tuple = R.print(x, format=R.str("f"))
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
10         z: R.Tuple = R.tuple()
           ^^^^^^^^^^^^^^^^^^^^^^
11     return x
       ^^^^^^^^