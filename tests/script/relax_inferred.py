@I.ir_module
class Module:
    I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2))]})

    @R.function
    def main(x: R.Tensor((4, 16), "float32"), w: R.Tensor((16, "k"), "float32"), s: R.Shape(["i"])):
        i = T.int64()
        k = T.int64()
        called = Module.untyped(x)
        joined = R.concat([w, w, R.zeros((16, 3), "float32")], axis=1)
        twice = R.concat((w, w), axis=1)
        product = R.matmul(x, joined)
        part = R.strided_slice(x, [1], [i * 4], [(i + 1) * 4], assume_inbound=True)
        repeated = R.repeat(w, 3, axis=1)
        flat = R.repeat(x, 2)
        tiled = R.tile(w, (2, 1, 2))
        dims = R.shape_to_tensor(s)
        return (called, joined, twice, product, part, repeated, flat, tiled, dims)

    @R.function
    def views(x: R.Tensor((4, 16), "float32"), y: R.Tensor(ndim=2, dtype="uint8"), z: R.Tensor):
        a = R.memory.view(x, R.shape([64]), relative_byte_offset=R.prim_value(0))
        b = R.memory.view(x, dtype="uint32")
        c = R.memory.view(y, None, None)
        d = R.matmul(x, z)
        e = R.matmul(y, R.zeros((3,), "uint8"))
        return (a, b, c, d, e)

    @R.function
    def defaults(
        x: R.Tensor((2, 8, 8, 3), "float32"),
        y: R.Tensor((4,), "float32"),
        at: R.Tensor((2,), "int32"),
    ):
        a = R.image.resize2d(x, (16, 16), layout="NHWC")
        b = R.cumsum(y, axis=0, exclusive=None)
        c = R.cumsum(y, axis=0, exclusive=1)
        d = R.grad.take_backward(y, y, at, axis=0)
        return (a, b, c, d)

    @R.function
    def shared(x: R.DTensor((4, 4), "float32", "mesh[0]", "R")):
        a = R.dist.annotate_sharding(x, device_mesh="mesh[0]", placement="S[0]")
        return a

    @R.function
    def untyped(x: R.Tensor((4, 16), "float32")):
        return R.add(x, x)
