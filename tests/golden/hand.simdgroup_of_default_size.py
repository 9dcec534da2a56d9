# from tvm.script import tir as T

@T.prim_func
def main():
    A = T.handle("float32", "global")
    T.make_filled_simdgroup_matrix(A, 0, T.float32(1.0))