@T.prim_func
def f():
    T.func_attr({"a": T.target("plain"), "b": T.target("llvm -opt=3")})
    T.func_attr({"c": T.target({"keys": []}), "d": T.target("llvm", host="cuda -fast")})
