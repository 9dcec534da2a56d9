@I.ir_module
class Module:
    @R.function
    def longer(x: R.Tensor(("n",), "float32")):
        n = T.int64()
        y = R.memory.view(x, R.shape([n + 2]))
        return y

    @R.function
    def wider(x: R.Tensor((8,), "uint8")):
        y = R.memory.view(x, dtype=R.dtype("float16"))
        return y

    @R.function
    def moved(x: R.Tensor):
        y = R.memory.view(x, relative_byte_offset=8)
        return y

    @R.function
    def ends_late(x: R.Tensor((8,), "uint8")):
        y = R.memory.view(x, R.shape([4]), relative_byte_offset=5)
        return y
