"""Mistakes that mypy and pyright find by the stubs: run.py expects an error in each line with a
comment `error`, and in no other line."""

import tunip

node = tunip.read("module.json")
node.script(indent_spaces=2, obj_to_underline=[node])
node.script(tir_prefx=1)                            # error
node.script(indent_spaces="2")                      # error
tunip.read(3)                                       # error
tunip.diff(node, "a")                               # error
tunip.parse("x", defines={"N": 4})
tunip.parse("x", defines={"N": [4]})                # error
loop = tunip.tir.For(node, 0, 16, body=node)
tunip.tir.For(node, 0, 16, bdy=node)                # error
print(tunip.tir.Fro)                                # error
for found in node.walk("tir.For"):
    found.script()
for path, found in node.walk("tir.For", paths=True):
    print(path.upper(), found.script())
for pair in node.walk("tir.For", paths=True):
    pair.script()                                   # error
b = tunip.builder.Builder()
with b.prim_func("main"):
    with b.for_("i", 16) as i:
        b.store(b.buffer("A", (16,)), i, i + 1)
    b.for_("i", 16, knd="parallel")                 # error
    b.store("A", i, 1)                              # error
