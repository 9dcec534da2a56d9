# Formats count characters, as Python does.
NAME = "éa"


@T.prim_func
def formats():
    T.evaluate(T.call_extern("int32", f"{NAME:.1}|{NAME:>4}|{NAME:ü^5}|{'x':04}|{-5:ü=4}"))
    T.evaluate(T.call_extern("int32", f"{True}|{True:3}|{True!s:5}|{5:3}|{5!s:3}|{-5:04}"))
