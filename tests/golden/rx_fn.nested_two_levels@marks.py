(... 10 lines skipped ...)
11         @R.function
12         def deep(c: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
13             return c

14         r: R.Tensor((2, 3), dtype="float32") = deep(a)
                                                  ^^^^
15         return r

16     z: R.Tensor((2, 3), dtype="float32") = outer_fn(x)  # tail  
17     return z