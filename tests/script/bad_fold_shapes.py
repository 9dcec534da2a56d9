@I.ir_module
class Refused:
    @R.function
    def broadcast(x: R.Tensor((4, 8), "float32"), w: R.Tensor((7, 8), "float32")):
        z = R.add(x, w)
        return z

    @R.function
    def plus(x: R.Tensor((4, 8), "float32"), w: R.Tensor((7, 8), "float32")):
        z = x + w
        return z

    @R.function
    def largest(x: R.Tensor((4, 8), "float32"), w: R.Tensor((2, 7, 8), "float32")):
        z = R.maximum(x, w)
        return z

    @R.function
    def compared(x: R.Tensor((4, 8), "float32"), w: R.Tensor((4, 3), "float32")):
        z = R.equal(x, w)
        return z

    @R.function
    def chosen(c: R.Tensor((3, 1), "bool"), x: R.Tensor((4, 8), "int8"), w: R.Tensor((8,), "int8")):
        z = R.where(c, x, w)
        return z

    @R.function
    def batches(x: R.Tensor((2, 4, 8), "float32"), w: R.Tensor((3, 8, 4), "float32")):
        z = R.matmul(x, w)
        return z

    @R.function
    def joined(x: R.Tensor((4, 8), "float32"), w: R.Tensor((7, 8), "float32")):
        z = R.concat((x, w), axis=1)
        return z

    @R.function
    def joined_axis(x: R.Tensor((4, 8), "float32")):
        z = R.concat((x, x), axis=2)
        return z

    @R.function
    def joined_flat(x: R.Tensor((4, 8), "float32")):
        z = R.concat((x, x), axis=None)
        return z

    @R.function
    def joined_dtypes(x: R.Tensor((4,), "float32"), w: R.Tensor((4,), "float16")):
        z = R.concat((x, w), axis=0)
        return z

    @R.function
    def squeezed(x: R.Tensor((4, 1), "float32")):
        z = R.squeeze(x, axis=2)
        return z

    @R.function
    def expanded(x: R.Tensor((4, 8), "float32")):
        z = R.expand_dims(x, axis=7)
        return z

    @R.function
    def permuted(x: R.Tensor((4, 8), "float32")):
        z = R.permute_dims(x, [0, 0])
        return z

    @R.function
    def permuted_less(x: R.Tensor((4, 8), "float32")):
        z = R.permute_dims(x, [0])
        return z

    @R.function
    def total(x: R.Tensor((4, 8), "float32")):
        z = R.sum(x, axis=4)
        return z

    @R.function
    def mean(x: R.Tensor((4, 8), "float32")):
        z = R.mean(x, axis=-3)
        return z

    @R.function
    def twice(x: R.Tensor((4, 8), "float32")):
        z = R.max(x, axis=[1, -1])
        return z

    @R.function
    def best(x: R.Tensor((4, 8), "float32")):
        z = R.argmax(x, axis=2)
        return z

    @R.function
    def flipped(x: R.Tensor((4, 8), "float32")):
        z = R.flip(x, axis=2)
        return z

    @R.function
    def split(x: R.Tensor((4, 8), "float32")):
        z = R.split(x, 3, axis=5)
        return z

    @R.function
    def taken(x: R.Tensor((4, 8), "float32"), i: R.Tensor((2,), "int64")):
        z = R.take(x, i, axis=2)
        return z

    @R.function
    def taken_flat(x: R.Tensor((4, 8), "float32"), i: R.Tensor((2,), "int64")):
        z = R.take(x, i)
        return z

    @R.function
    def repeated(x: R.Tensor((4, 8), "float32")):
        z = R.repeat(x, 2, axis=2)
        return z

    @R.function
    def image(x: R.Tensor((4, 8), "float32"), w: R.Tensor((3, 8), "float32")):
        z = R.nn.conv2d(x, w)
        return z

    @R.function
    def pool(x: R.Tensor((4, 8, 8), "float32")):
        z = R.nn.max_pool2d(x)
        return z

    @R.function
    def annotated(x: R.Tensor((4, 8), "float32"), w: R.Tensor((7, 8), "float32")):
        z: R.Tensor((4, 8), "float32") = R.add(x, w)
        return z
