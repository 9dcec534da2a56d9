@R.function
def devices(x: R.Tensor((8,), "float32")):
    with R.dataflow():
        a = R.hint_on_device(x, tvm.cpu())
        b = R.hint_on_device(a, tvm.cuda(1))
        c = R.hint_on_device(b, tvm.vulkan(dev_id=2))
        R.output(c)
    return c
