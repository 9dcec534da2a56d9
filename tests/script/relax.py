from tvm.script import relax as R
from tvm.script import tir as T


@R.function
def forms(
    c: R.Prim("bool"),
    t: R.Tuple(R.Tensor((2,), "float32"), R.Tensor(ndim=2)),
    s: R.Shape(["m", 4]),
    o: R.Object,
) -> R.Object:
    m = T.int64()
    a = t[0]
    if c:
        r = R.add(a, a)
    else:
        r = R.multiply(a, a)
    q = R.match_cast(o, R.Tensor((m, 4), "float32"))
    e = R.call_packed("f", q, sinfo_args=[R.Tensor((m, 4), "float32")])
    u = R.call_dps_packed("g", (e,), out_sinfo=R.Tensor((m, 4), "float32"))
    k: R.Shape([m, 4]) = R.shape([m, 4])
    z = (r, u, k)
    return z
