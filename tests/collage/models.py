#!/usr/bin/env python3
"""Writes models as text of Relay, with the types that inference gives them.

usage: models.py bert [LAYERS] | resnet | chain COUNT | lattice COUNT

bert has the operators and shapes of BERT-base, resnet those of ResNet-50. chain repeats a small
network with residual connections, lattice one whose operators have several users. The weights are
parameters.
"""

import sys


class Model:
    def __init__(self, inputs):
        self.params, self.lines, self.types = [], [], {}
        for name, shape in inputs:
            self.param(name, shape)

    @staticmethod
    def tensor(shape):
        return f"Tensor[({', '.join(map(str, shape))}), float32]"

    def param(self, name, shape):
        self.params.append(f"%{name}: {self.tensor(shape)} /* ty={self.tensor(shape)} */")
        self.types[f"%{name}"] = shape
        return f"%{name}"

    def weight(self, *shape):
        return self.param(f"w{len(self.params)}", shape)

    def call(self, op, args, shape, attrs=""):
        name = f"%{len(self.lines)}"
        self.types[name] = shape
        self.lines.append(f"  {name} = {op}({', '.join(args)}{attrs}) "
                          f"/* ty={self.tensor(shape)} */;")
        return name

    def like(self, op, *args):
        return self.call(op, args, self.types[args[0]])

    def write(self):
        result = self.like("nn.relu", f"%{len(self.lines) - 1}")
        last = self.lines.pop().split(" = ", 1)[1].rstrip(";")
        print('#[version = "0.0.5"]')
        print(f"def @main({', '.join(self.params)}) -> {self.tensor(self.types[result])} {{")
        print("\n".join(self.lines))
        print(f"  {last}\n}}")


def dense(m, x, size):
    rows, columns = m.types[x]
    product = m.call("nn.dense", [x, m.weight(size, columns)], (rows, size), ", units=None")
    return m.call("add", [product, m.weight(size)], (rows, size))


def norm(m, x):
    rows, columns = m.types[x]
    mean = m.call("mean", [x], (rows, 1), ", axis=[-1], keepdims=True")
    centred = m.like("subtract", x, mean)
    square = m.like("multiply", centred, centred)
    variance = m.call("mean", [square], (rows, 1), ", axis=[-1], keepdims=True")
    scaled = m.like("multiply", centred, m.like("rsqrt", variance))
    return m.like("add", m.like("multiply", scaled, m.weight(columns)), m.weight(columns))


def heads(m, x, count, length, size):
    split = m.call("reshape", [x], (length, count, size), f", newshape=[{length}, {count}, {size}]")
    return m.call("transpose", [split], (count, length, size), ", axes=[1, 0, 2]")


def attention(m, x, count, length, size):
    q, k, v = (heads(m, dense(m, x, count * size), count, length, size) for _ in range(3))
    scores = m.call("nn.batch_matmul", [q, k], (count, length, length), ", transpose_b=True")
    weights = m.like("nn.softmax", m.like("multiply", scores, m.weight(1)))
    turned = m.call("transpose", [v], (count, size, length), ", axes=[0, 2, 1]")
    mixed = m.call("nn.batch_matmul", [weights, turned], (count, length, size),
                   ", transpose_b=True")
    back = m.call("transpose", [mixed], (length, count, size), ", axes=[1, 0, 2]")
    flat = m.call("reshape", [back], (length, count * size),
                  f", newshape=[{length}, {count * size}]")
    return dense(m, flat, count * size)


def gelu(m, x):
    inner = m.like("erf", m.like("multiply", x, m.weight(1)))
    return m.like("multiply", x, m.like("add", m.like("multiply", inner, m.weight(1)),
                                        m.weight(1)))


def bert(layers=12, length=128, count=12, size=64):
    m = Model([("x", (length, count * size))])
    x = "%x"
    for _ in range(int(layers)):
        x = norm(m, m.like("add", x, attention(m, x, count, length, size)))
        x = norm(m, m.like("add", x, dense(m, gelu(m, dense(m, x, 4 * count * size)),
                                           count * size)))
    m.write()


def conv(m, x, channels, kernel, stride):
    batch, depth, height, width = m.types[x]
    shape = (batch, channels, height // stride, width // stride)
    pad = kernel // 2
    made = m.call("nn.conv2d", [x, m.weight(channels, depth, kernel, kernel)], shape,
                  f", strides=[{stride}, {stride}], padding=[{pad}, {pad}, {pad}, {pad}], "
                  f"channels={channels}, kernel_size=[{kernel}, {kernel}]")
    scaled = m.like("multiply", made, m.weight(channels, 1, 1))
    return m.like("add", scaled, m.weight(channels, 1, 1))


def bottleneck(m, x, channels, stride):
    short = x
    if stride > 1 or m.types[x][1] != 4 * channels:
        short = conv(m, x, 4 * channels, 1, stride)
    y = m.like("nn.relu", conv(m, x, channels, 1, 1))
    y = m.like("nn.relu", conv(m, y, channels, 3, stride))
    return m.like("nn.relu", m.like("add", conv(m, y, 4 * channels, 1, 1), short))


def resnet():
    m = Model([("x", (1, 3, 224, 224))])
    x = m.like("nn.relu", conv(m, "%x", 64, 7, 2))
    x = m.call("nn.max_pool2d", [x], (1, 64, 56, 56),
               ", pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1]")
    for channels, blocks, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
        for block in range(blocks):
            x = bottleneck(m, x, channels, stride if block == 0 else 1)
    m.call("nn.global_avg_pool2d", [x], (1, 2048, 1, 1))
    m.write()


def chain(count):
    m = Model([("x", (64, 64))])
    x = "%x"
    while len(m.lines) + 6 < int(count):
        y = m.like("nn.relu", dense(m, x, 64))
        x = m.like("add", x, m.like("tanh", dense(m, y, 64)))
    while len(m.lines) + 1 < int(count):
        x = m.like("tanh", x)
    m.write()


def lattice(count):
    m = Model([("x", (64, 64))])
    a = b = c = "%x"
    while len(m.lines) + 4 < int(count):
        a, b, c = m.like("add", a, b), m.like("multiply", b, c), m.like("tanh", a)
        c = m.like("maximum", c, m.like("sqrt", b))
    m.like("add", m.like("add", a, b), c)
    m.write()


if __name__ == "__main__":
    {"bert": bert, "resnet": resnet, "chain": chain, "lattice": lattice}[sys.argv[1]](*sys.argv[2:])
