# Forms of Python that people write and no printer does.
SIZE = 4
SIZE = SIZE * 2
SHAPE, DTYPE = (SIZE, 2), "float32"


@some.decorator
@T.prim_func
def python(A: T.Buffer(SHAPE, DTYPE), B: T.Buffer((2, 3, 4), "int32")):
    T.func_attr({f"block_{1 + 1}": "a{}" f"{SIZE:>4}|{'x':<3}|{SIZE:03d}|{SIZE:x}{{" "}"})
    for i, *rest in T.grid(2, 3, 4):
        B[i, rest[0], rest[1]] = i
    for axes in T.grid(*SHAPE):
        with T.block(f"store_{SIZE}"):
            vi, vj = T.axis.remap("SS", axes)
            A[vi, vj] = 1.0
    else:
        A[0, 0] = 2.0
    while B[0, 0, 0] < 3:
        B[0, 0, 0] = 3
    else:
        B[0, 0, 0] = 4
