@I.ir_module
class Refused:
    @T.prim_func
    def lt64(A: T.Buffer((16,), "bool"), n: T.int32, m: T.int64):
        A[0] = n < m

    @T.prim_func
    def ge_u(A: T.Buffer((16,), "bool"), n: T.int32, m: T.uint32):
        A[0] = n >= m

    @T.prim_func
    def ltf(A: T.Buffer((16,), "bool"), n: T.int32, m: T.float32):
        A[0] = n < m

    @T.prim_func
    def ltword(A: T.Buffer((16,), "bool"), n: T.int32, m: T.int64):
        A[0] = T.LT(n, m)

    @T.prim_func
    def andword(A: T.Buffer((16,), "bool"), n: T.int32, m: T.int64):
        A[0] = T.And(n, m)

    @T.prim_func
    def addword(A: T.Buffer((16,), "int32"), n: T.int32, m: T.int64):
        A[0] = T.Add(n, m)

    @T.prim_func
    def neword(A: T.Buffer((16,), "bool"), n: T.int32, m: T.int64):
        A[0] = T.NE(n, 3.5)

    @T.prim_func
    def notword(A: T.Buffer((16,), "bool"), n: T.int32, m: T.int64):
        A[0] = T.Not(n)

    @T.prim_func
    def veclanes(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0:4] = T.Ramp(0, 1, 4) + T.Ramp(0, 1, 8)

    @T.prim_func
    def vecstore(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0:8] = T.Ramp(0, 1, 4)

    @T.prim_func
    def handle_add(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0] = A.data + n

    @T.prim_func
    def buf_add(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0] = A + n

    @T.prim_func
    def list_add(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0] = [1, 2] + n

    @T.prim_func
    def slice_aug(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0:4] += 1

    @T.prim_func
    def too_many(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0] = A[1, 2]

    @T.prim_func
    def too_few(A: T.Buffer((16, 4), "int32"), n: T.int32):
        A[0, 0] = A[1]

    @T.prim_func
    def sub_int(A: T.Buffer((16, 4), "int32"), n: T.int32):
        A[0, 0] = n[1]

    @T.prim_func
    def mem(A: T.Buffer((16, 4), "int32"), n: T.int32):
        A[0, 0] = A.foo

    @T.prim_func
    def mem2(A: T.Buffer((16, 4), "int32"), n: T.int32):
        A[0, 0] = n.foo

    @T.prim_func
    def shape_idx(A: T.Buffer((16, 4), "int32"), n: T.int32):
        A[0, 0] = A.shape[2]

    @T.prim_func
    def call_n(A: T.Buffer((16, 4), "int32"), n: T.int32):
        A[0, 0] = n(3)

    @T.prim_func
    def call_buf(A: T.Buffer((16, 4), "int32"), n: T.int32):
        A[0, 0] = A(3, 3)

    @T.prim_func
    def dup_kw(A: T.Buffer((16, 4), "int32"), n: T.int32):
        A[0, 0] = T.max(n, 3, a=n)

    @T.prim_func
    def buf_bad_dtype(A: T.Buffer((16, 4), "int3x"), n: T.int32):
        A[0, 0] = n

    @T.prim_func
    def buf_bad_dtype2(A: T.Buffer((16, 4), "i"), n: T.int32):
        A[0, 0] = n

    @T.prim_func
    def buf_noshape(A: T.Buffer(), n: T.int32):
        T.evaluate(n)

    @T.prim_func
    def buf_type(A: T.Buffer((16, 4), "int32", buffer_type="foo"), n: T.int32):
        A[0, 0] = n

    @T.prim_func
    def buf_dtype_int(A: T.Buffer((16, 4), 32), n: T.int32):
        A[0, 0] = n

    @T.prim_func
    def buf_align(A: T.Buffer((16, 4), "int32", align="x"), n: T.int32):
        A[0, 0] = n

    @T.prim_func
    def buf_scope(A: T.Buffer((16, 4), "int32", scope=3), n: T.int32):
        A[0, 0] = n

    @T.prim_func
    def buf_strides(A: T.Buffer((16, 4), "int32", strides=4), n: T.int32):
        A[0, 0] = n

    @T.prim_func
    def alloc_extents(n: T.int32):
        a = T.allocate(4, "int32", "global")
        T.evaluate(a)

    @T.prim_func
    def alloc_missing(n: T.int32):
        a = T.allocate([4])
        T.evaluate(a)

    @T.prim_func
    def decl_bad(A: T.Buffer((16, 4), "int32"), n: T.int32):
        a = T.decl_buffer((4,), "int32", data=A)
        a[0] = n

    @T.prim_func
    def launch_bad(n: T.int32):
        tx = T.launch_thread(3, 8)
        T.evaluate(tx)

    @T.prim_func
    def launch_n(n: T.int32):
        tx = T.launch_thread("threadIdx.x")
        T.evaluate(tx)

    @T.prim_func
    def env_twice(n: T.int32):
        tx = T.env_thread("threadIdx.x")
        T.launch_thread(tx, 8)
        T.launch_thread(n, 16)
        T.evaluate(tx)

    @T.prim_func
    def attr_bad(n: T.int32):
        T.attr(n, 3, 4)
        T.evaluate(n)

    @T.prim_func
    def attr_missing(n: T.int32):
        T.attr(n, "x")
        T.evaluate(n)

    @T.prim_func
    def evaluate_buf(A: T.Buffer((16, 4), "int32"), n: T.int32):
        T.evaluate(A)

    @T.prim_func
    def evaluate_none(A: T.Buffer((16, 4), "int32"), n: T.int32):
        T.evaluate()

    @T.prim_func
    def range_step(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(0, 16, n):
            A[i] = n

    @T.prim_func
    def range_step0(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(0, 16, 0):
            A[i] = n

    @T.prim_func
    def range_step1(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(16, 0, -1):
            A[i] = n

    @T.prim_func
    def range_none(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in range():
            A[i] = n

    @T.prim_func
    def range_mix(A: T.Buffer((16,), "int32"), n: T.int32, m: T.int64):
        for i in range(n, m):
            A[i] = n

    @T.prim_func
    def serial_ann(A: T.Buffer((16,), "int32"), n: T.int32, m: T.int64):
        for i in T.serial(16, annotations=3):
            A[i] = n

    @T.prim_func
    def thread_none(A: T.Buffer((16,), "int32"), n: T.int32, m: T.int64):
        for i in T.thread_binding(16):
            A[i] = n

    @T.prim_func
    def thread_pos(A: T.Buffer((16,), "int32"), n: T.int32, m: T.int64):
        for i in T.thread_binding(0, 16, end=3):
            A[i] = n

    @T.prim_func
    def fstr(A: T.Buffer((16,), "int32"), n: T.int32, m: T.int64):
        with T.block(f"a{3}"):
            A[0] = q

    @T.prim_func
    def cast_missing(A: T.Buffer((16,), "int32"), n: T.int32, m: T.int64):
        A[0] = T.cast(m)

    @T.prim_func
    def cast_int(A: T.Buffer((16,), "int32"), n: T.int32, m: T.int64):
        A[0] = T.cast(m, 32)

    @T.prim_func
    def cast_buf(A: T.Buffer((16,), "int32"), n: T.int32, m: T.int64):
        A[0] = T.cast(A, "int32")

    @T.prim_func
    def cast_swap(A: T.Buffer((16,), "int32"), n: T.int32, m: T.int64):
        A[0] = T.Cast(m, "int32")

    @T.prim_func
    def astype_bad(A: T.Buffer((16,), "int32"), n: T.int32, m: T.int64):
        A[0] = m.astype("bogus")

    @T.prim_func
    def exp_str(A: T.Buffer((16,), "float32"), n: T.int32, m: T.int64):
        A[0] = T.exp("x")

    @T.prim_func
    def exp_none(A: T.Buffer((16,), "float32"), n: T.int32, m: T.int64):
        A[0] = T.exp()

    @T.prim_func
    def exp_buf(A: T.Buffer((16,), "float32"), n: T.int32, m: T.int64):
        A[0] = T.exp(A)

    @T.prim_func
    def call_extern0(A: T.Buffer((16,), "float32"), n: T.int32, m: T.int64):
        T.evaluate(T.call_extern("int32"))

    @T.prim_func
    def call_extern1(A: T.Buffer((16,), "float32"), n: T.int32, m: T.int64):
        T.evaluate(T.call_extern("f", "int32", n))

    @T.prim_func
    def comm1(A: T.Buffer((16,), "float32"), n: T.int32):
        T.attr(T.comm_reducer(lambda x, y: x + y, [0, 0]), "reduce_scope", 0)
        T.evaluate(n)

    @T.prim_func
    def imap2(A: T.Buffer((16,), "float32"), n: T.int32):
        T.func_attr({"m": T.index_map(lambda i: "x")})
        T.evaluate(n)

    @T.prim_func
    def imap3(A: T.Buffer((16,), "float32"), n: T.int32):
        T.func_attr({"m": T.index_map(3)})
        T.evaluate(n)

    @T.prim_func
    def let1(A: T.Buffer((16,), "float32"), n: T.int32):
        A[0] = T.Let(n, where={3: n})

    @T.prim_func
    def letstmt(A: T.Buffer((16,), "float32"), n: T.int32):
        with T.LetStmt(A) as x:
            A[0] = x

    @T.prim_func
    def letstmt2(A: T.Buffer((16,), "float32"), n: T.int32):
        with T.LetStmt(n, T.float32) as x:
            A[0] = x

    @T.prim_func
    def shuffle(A: T.Buffer((16,), "float32"), n: T.int32):
        A[0] = T.Shuffle([n, 1.5], [0])

    @T.prim_func
    def bcast(A: T.Buffer((16,), "float32"), n: T.int32):
        A[0:4] = T.Broadcast(n, n)

    @T.prim_func
    def bcast1(A: T.Buffer((16,), "float32"), n: T.int32):
        A[0:4] = T.Broadcast(n, 1)

    @T.prim_func
    def ramp2(A: T.Buffer((16,), "float32"), n: T.int32):
        A[T.Ramp(0, 1, -4)] = 1.0
