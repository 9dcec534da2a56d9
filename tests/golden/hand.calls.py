# from tvm.script import relax as R

@R.function
def calls(x: R.Tensor(dtype="float32", ndim=2), f: R.Callable(ret=R.Tensor(dtype="float32", ndim=2), purity=True), g: R.Callable(purity=True), h: R.Callable((R.Tensor(dtype="float32", ndim=2), R.Object), R.Tensor(dtype="float32", ndim=2), False)) -> R.Tensor(dtype="float32", ndim=2):
    y1: R.Tensor(dtype="float32", ndim=2) = R.call_pure_packed("vendor.band", x, sinfo_args=(R.Tensor(dtype="float32", ndim=2),))
    y2: R.Tensor(dtype="float32", ndim=2) = vendor.band(x, y1)
    y3: R.Tensor(dtype="float32", ndim=2) = f(x)
    y4: R.Tensor(dtype="float32", ndim=2) = R.invoke_closure(y3, y2, sinfo_args=(R.Tensor(dtype="float32", ndim=2),))
    y5: R.Tensor(dtype="float32", ndim=2) = R.nn.relu(y4)
    return y5