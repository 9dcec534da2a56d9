"""Prints a module that TVM saved, one of its functions, and the node at a place of the text.

    python print_module.py [module.json]
"""

import sys

import tunip

path = sys.argv[1] if len(sys.argv) > 1 else "golden/script.two_prims.json"
module = tunip.read(path)
print(module)

for variable, function in module.functions.items():
    loops = function.find_all("tir.For")
    print(f"{variable.name_hint}: {len(function.params)} parameters, {len(loops)} loops")

printed = module.printed()
offset = printed.text.index("range(4)")
line, column = printed.locate(offset)
print(f"{line}:{column} is {printed.path_at(offset)}, a {printed.node_at(offset).type_key}")
