@I.ir_module
class Refused:
    @T.prim_func
    def opq1(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.block("b"):
                vi = T.axis.spatial(16, i)
                T.evaluate(T.call_extern("int32", "f", A.data))

    @T.prim_func
    def opq2(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        with T.block("root"):
            for i in range(16):
                with T.block("b"):
                    vi = T.axis.spatial(16, i)
                    T.evaluate(T.call_extern("int32", "f", A.data))

    @T.prim_func
    def opq3(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        T.evaluate(0)
        with T.block("b"):
            T.evaluate(T.call_extern("int32", "f", A.data))

    @T.prim_func
    def cmp1(A: T.Buffer((16,), "bool"), n: T.int32):
        A[0] = n < 1.5

    @T.prim_func
    def cmp2(A: T.Buffer((16,), "bool"), n: T.int32):
        A[0] = 1.5 < n

    @T.prim_func
    def cmp3(A: T.Buffer((16,), "bool"), n: T.int8):
        A[0] = 300 < n

    @T.prim_func
    def cmp4(A: T.Buffer((16,), "bool"), n: T.bool):
        A[0] = n == 2

    @T.prim_func
    def cmp5(A: T.Buffer((16,), "bool"), n: T.float32):
        A[0] = n < "a"

    @T.prim_func
    def cmp7(A: T.Buffer((16,), "bool"), n: T.int32):
        A[0] = T.Select(condition=n < q, true_value=True, false_value=False)

    @T.prim_func
    def and1(A: T.Buffer((16,), "bool"), n: T.int32):
        A[0] = n < 3 and 3

    @T.prim_func
    def and2(A: T.Buffer((16,), "bool"), n: T.int32):
        A[0] = n and n

    @T.prim_func
    def not1(A: T.Buffer((16,), "bool"), n: T.int32):
        A[0] = not n

    @T.prim_func
    def ifexp(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0] = 1 if n else 2

    @T.prim_func
    def ifexp2(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0] = 1 if 3 else 2

    @T.prim_func
    def ite1(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0] = T.if_then_else(n, 1, 2)

    @T.prim_func
    def ite3(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0] = T.if_then_else(n > 1, 1, 2, 3)

    @T.prim_func
    def if_str(A: T.Buffer((16,), "int32"), n: T.int32):
        if "abc":
            A[0] = 1

    @T.prim_func
    def if_none(A: T.Buffer((16,), "int32"), n: T.int32):
        if None:
            A[0] = 1

    @T.prim_func
    def if_buf(A: T.Buffer((16,), "int32"), n: T.int32):
        if A:
            A[0] = 1

    @T.prim_func
    def if_int(A: T.Buffer((16,), "int32"), n: T.int32):
        if 3:
            A[0] = 1

    @T.prim_func
    def for_list(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in [1, 2, 3]:
            A[i] = 1

    @T.prim_func
    def for_buf(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in A:
            A[i] = 1

    @T.prim_func
    def for_int(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in 4:
            A[i] = 1

    @T.prim_func
    def for_enum(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in enumerate(A):
            A[i] = 1

    @T.prim_func
    def for_two(A: T.Buffer((16,), "int32"), n: T.int32):
        for i, j in range(4):
            A[i] = 1

    @T.prim_func
    def for_three(A: T.Buffer((16,), "int32"), n: T.int32):
        for i, j, k in T.grid(4, 4):
            A[i] = 1

    @T.prim_func
    def for_dup(A: T.Buffer((16,), "int32"), n: T.int32):
        for i, i in T.grid(4, 4):
            A[i] = 1

    @T.prim_func
    def with_int(A: T.Buffer((16,), "int32"), n: T.int32):
        with 3:
            A[0] = 1

    @T.prim_func
    def stmt_list(A: T.Buffer((16,), "int32"), n: T.int32):
        [1, 2]

    @T.prim_func
    def stmt_ell(A: T.Buffer((16,), "int32"), n: T.int32):
        ...

    @T.prim_func
    def stmt_buf(A: T.Buffer((16,), "int32"), n: T.int32):
        A

    @T.prim_func
    def stmt_slice(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0:4]

    @T.prim_func
    def stmt_float(A: T.Buffer((16,), "int32"), n: T.int32):
        1.5

    @T.prim_func
    def stmt_lambda(A: T.Buffer((16,), "int32"), n: T.int32):
        lambda x: x

    @T.prim_func
    def ret_none(n: T.int32) -> T.int32:
        return None

    @T.prim_func
    def ret_bare(n: T.int32) -> T.int32:
        return

    @T.prim_func
    def ret_tuple(n: T.int32) -> T.int32:
        return n, n

    @T.prim_func
    def ret_buf(A: T.Buffer((16,), "int32"), n: T.int32):
        return A

    @T.prim_func
    def assert1(A: T.Buffer((16,), "int32"), n: T.int32):
        assert n

    @T.prim_func
    def assert2(A: T.Buffer((16,), "int32"), n: T.int32):
        assert n, "x"
        A[0] = 1

    @T.prim_func
    def assert3(A: T.Buffer((16,), "int32"), n: T.int32):
        assert n > 1, 3
        A[0] = 1

    @T.prim_func
    def attr_assign(A: T.Buffer((16,), "int32"), n: T.int32):
        A.x = 3

    @T.prim_func
    def chain(A: T.Buffer((16,), "int32"), n: T.int32):
        a = b = n

    @T.prim_func
    def redefine(A: T.Buffer((16,), "int32"), n: T.int32):
        n = 3
        A[0] = n

    @T.prim_func
    def redefine2(A: T.Buffer((16,), "int32"), n: T.int32):
        x = n + 1
        x = n + 2
        A[0] = x

    @T.prim_func
    def unpack(A: T.Buffer((16,), "int32"), n: T.int32):
        x, y = n + 1
        A[0] = x

    @T.prim_func
    def unpack2(A: T.Buffer((16,), "int32"), n: T.int32):
        x, y = n + 1, n + 2, n + 3
        A[0] = x

    @T.prim_func
    def ann_nonvar(A: T.Buffer((16,), "int32"), n: T.int32):
        x: 3 = n
        A[0] = x

    @T.prim_func
    def ann_buf(A: T.Buffer((16,), "int32"), n: T.int32):
        x: T.Buffer((4,), "int32") = n
        A[0] = n

    @T.prim_func
    def ann_int(A: T.Buffer((16,), "int32"), n: T.int32):
        x: int = n
        A[0] = x

    @T.prim_func
    def badann(A: 3, n: T.int32):
        T.evaluate(n)

    @T.prim_func
    def strann(A: "int32", n: T.int32):
        T.evaluate(n)

    @T.prim_func
    def retann(n: T.int32) -> 3:
        T.evaluate(n)

    @T.prim_func
    def retann2(n: T.int32) -> "int32":
        T.evaluate(n)

    @T.prim_func
    def kwblock(A: T.Buffer((16,), "int32")):
        with T.block(nam="b"):
            A[0] = 1

    @T.prim_func
    def blockint(A: T.Buffer((16,), "int32")):
        with T.block(3):
            A[0] = 1

    @T.prim_func
    def axis_out(A: T.Buffer((16,), "int32")):
        for i in range(16):
            vi = T.axis.spatial(16, i)
            A[vi] = 1

    @T.prim_func
    def axis_in_loop(A: T.Buffer((16,), "int32")):
        with T.block("b"):
            for i in range(16):
                vi = T.axis.spatial(16, i)
                A[vi] = 1

    @T.prim_func
    def axis_after_let(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(16):
            with T.block("b"):
                x = n + 1
                vi = T.axis.spatial(16, i)
                A[vi] = x

    @T.prim_func
    def remap_bad(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(16):
            with T.block("b"):
                vi = T.axis.remap("X", [i])
                A[vi] = 1

    @T.prim_func
    def remap_count(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(16):
            with T.block("b"):
                vi = T.axis.remap("SS", [i])
                A[vi] = 1

    @T.prim_func
    def remap_expr(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(16):
            with T.block("b"):
                vi = T.axis.remap("S", [i + 1])
                A[vi] = 1

    @T.prim_func
    def remap_n(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(16):
            with T.block("b"):
                vi = T.axis.remap("S", [n])
                A[vi] = 1

    @T.prim_func
    def reads_out(A: T.Buffer((16,), "int32"), n: T.int32):
        T.reads(A[0])
        A[0] = 1

    @T.prim_func
    def reads_int(A: T.Buffer((16,), "int32"), n: T.int32):
        with T.block("b"):
            T.reads(3)
            A[0] = 1

    @T.prim_func
    def reads_buf(A: T.Buffer((16,), "int32"), n: T.int32):
        with T.block("b"):
            T.reads(A)
            A[0] = 1

    @T.prim_func
    def where_out(A: T.Buffer((16,), "int32"), n: T.int32):
        T.where(n > 1)
        A[0] = 1

    @T.prim_func
    def init_out(A: T.Buffer((16,), "int32"), n: T.int32):
        with T.init():
            A[0] = 1

    @T.prim_func
    def func_attr_loop(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(4):
            T.func_attr({"a": 1})
            A[0] = 1

    @T.prim_func
    def func_attr_twice(A: T.Buffer((16,), "int32"), n: T.int32):
        T.func_attr({"a": 1})
        T.func_attr({"a": 1})
        A[0] = 1

    @T.prim_func
    def func_attr_list(A: T.Buffer((16,), "int32"), n: T.int32):
        T.func_attr(["a", 1])
        A[0] = 1

    @T.prim_func
    def func_attr_intkey(A: T.Buffer((16,), "int32"), n: T.int32):
        T.func_attr({3: 1})
        A[0] = 1

    @T.prim_func
    def block_attr_twice(A: T.Buffer((16,), "int32"), n: T.int32):
        with T.block("b"):
            T.block_attr({"a": 1})
            T.block_attr({"a": 2})
            A[0] = 1

    @T.prim_func
    def alloc_loop(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(4):
            B = T.alloc_buffer((4,), "int32")
            B[0] = 1

    @T.prim_func
    def alloc_let(A: T.Buffer((16,), "int32"), n: T.int32):
        x = n + 1
        B = T.alloc_buffer((4,), "int32")
        B[0] = x

    @T.prim_func
    def match_let(a: T.handle, n: T.int32):
        x = n + 1
        B = T.match_buffer(a, (4,), "int32")
        B[0] = x

    @T.prim_func
    def match_var(a: T.handle, n: T.int32):
        v = T.int32()
        B = T.match_buffer(v, (4,), "int32")
        B[0] = n

    @T.prim_func
    def match_int(a: T.handle, n: T.int32):
        B = T.match_buffer(3, (4,), "int32")
        B[0] = n

    @T.prim_func
    def match_noshape(a: T.handle, n: T.int32):
        B = T.match_buffer(a)
        B[0] = n

    @T.prim_func
    def match_out(A: T.Buffer((16,), "int32"), n: T.int32):
        B = T.match_buffer(A[0:4], (4,), "int32")
        B[0] = n

    @T.prim_func
    def match_dims(A: T.Buffer((16, 16), "int32"), n: T.int32):
        with T.block("b"):
            B = T.match_buffer(A[0:4, 0:4], (4,), "int32")
            B[0] = n

    @T.prim_func
    def match_ext(A: T.Buffer((16, 16), "int32"), n: T.int32):
        with T.block("b"):
            B = T.match_buffer(A[0:4, 0:4], (4, 8), "int32")
            B[0, 0] = n

    @T.prim_func
    def match_n(A: T.Buffer((16, 16), "int32"), n: T.int32):
        with T.block("b"):
            B = T.match_buffer(A[n:n+4, n:n*2], (4, 8), "int32")
            B[0, 0] = n

    @T.prim_func
    def match_scope(A: T.Buffer((16, 16), "int32"), n: T.int32):
        with T.block("b"):
            B = T.match_buffer(A[0:4, 0:4], (4, 4), "int32", scope="shared")
            B[0, 0] = n
