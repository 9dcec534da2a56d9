# from tvm.script import tir as T

@T.prim_func(private=True)
def main():
    with T.Assert(T.bool(True), metadata["tir.StringImm"][0]):
        T.call_extern("int32", "f", 1)
    T.call_extern("int32", "f", 2)

# Metadata omitted. Use show_meta=True in script() method to show it.