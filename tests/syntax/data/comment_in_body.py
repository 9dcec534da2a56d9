def f():
    with a:
        b
    # from tvm.script import tir as T
c
