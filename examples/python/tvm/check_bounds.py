"""Needs TVM. A pass that looks at the live module and reports what it finds: loads and stores with
a constant index past the end of the buffer. Then the differences that another pass makes."""

import tvm
from tvm.script import tir as T

import tunip
import tunip.tvm


@T.prim_func
def scale(A: T.Buffer((16,), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(8):
        if i < 16:
            B[i] = A[i] * T.float32(2)
    B[8] = A[16]


@tvm.transform.module_pass(opt_level=0)
class CheckBounds:
    """Prints an error with an excerpt of the module for each access."""

    def transform_module(self, module, context):
        found = tunip.Diagnostics()

        def check(node):
            if not isinstance(node, (tvm.tir.BufferLoad, tvm.tir.BufferStore)):
                return
            for index, size in zip(node.indices, node.buffer.shape):
                if isinstance(index, tvm.tir.IntImm) and index.value >= size.value:
                    found.error(f"element {index.value} of {node.buffer.name}, which has "
                                f"{size.value}", code="bounds").at(node)

        for function in module.functions.values():
            tvm.tir.stmt_functor.post_order_visit(function.body, check)
        if found:
            print(found.render(module, name="module"))
        return module


module = tvm.IRModule({"scale": scale})
CheckBounds()(module)

simplified = tvm.tir.transform.Simplify()(module)
print(tunip.diff(module, simplified).text(lhs_name="before", rhs_name="after Simplify"))

with tunip.tvm.install():
    try:
        tvm.ir.assert_structural_equal(module, simplified)
    except ValueError as error:
        print(str(error).splitlines()[0])
