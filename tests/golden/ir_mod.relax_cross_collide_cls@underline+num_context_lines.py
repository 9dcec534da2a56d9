(... 10 lines skipped ...)
11     def helper(y: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
12         return y

13     @R.function
       ^^^^^^^^^^^
14     def main(cls_1: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
15         cls = Module
           ^^^^^^^^^^^^
16         z: R.Tensor((2, 3), dtype="float32") = cls.helper(cls_1)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
17         cls_2 = R.call_tir(cls.prim, (z,), out_sinfo=R.Tensor((2, 3), dtype="float32"))
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
18         u: R.Tensor((2, 3), dtype="float32") = cls.main(cls_2)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
19         return u
           ^^^^^^^^