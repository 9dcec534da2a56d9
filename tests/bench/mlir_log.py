"""Writes a log of a pass pipeline, as `mlir-opt --mlir-print-ir-after-all` prints it.

usage: mlir_log.py SIZE [function|module|changed] [FUNCTIONS]

SIZE is in MB. With `function`, passes on functions print only the function that they ran on, and
every tenth pass runs on the whole module. With `module`, each dump is the whole module. A pass
changes about every fourth function: it removes an operation or gives it another name. So
`mlir_log.py 100 function > big.log; time tunip history big.log` shows the time for 100 MB.

With `changed`, only the first dump is the whole module, and passes print only the functions that
they changed. In `mlir_log.py 2 changed 600 > many.log; time tunip explorer many.log -o many.html`,
each step of the page is a module of which one function in 600 is new.
"""

import random
import sys

NAMES = ["arith.addf", "arith.mulf", "arith.subf", "arith.divf", "math.sin", "math.fma"]
PASSES = ["CSE (cse)", "Canonicalizer (canonicalize)", "LoopInvariantCodeMotion (licm)"]


def make_function(chance, number):
    body = [["arith.constant", None]]
    for _ in range(chance.randrange(20, 60)):
        body.append([chance.choice(NAMES), chance.randrange(len(body))])
    return {"name": f"kernel_{number}", "body": body}


def change(chance, function):
    body = function["body"]
    at = chance.randrange(1, len(body))
    if chance.random() < 0.3 and len(body) > 10:
        body[at:] = [[name, min(operand, i + at - 1)] for i, (name, operand) in
                     enumerate(body[at + 1:])]
    else:
        body[at][0] = chance.choice(NAMES)


def text_of(function, indent):
    blank = " " * indent
    lines = [f"{blank}func.func @{function['name']}(%arg0: memref<64xf32>, %arg1: index) {{",
             f"{blank}  %0 = arith.constant 1.000000e+00 : f32"]
    for i, (name, operand) in enumerate(function["body"][1:], 1):
        lines.append(f"{blank}  %{i} = {name} %{operand}, %{max(0, i - 1)} fastmath<fast> : f32")
    lines.append(f"{blank}  memref.store %{len(function['body']) - 1}, %arg0[%arg1]"
                 " : memref<64xf32>")
    lines += [f"{blank}  return", f"{blank}}}"]
    return "\n".join(lines) + "\n"


def module_of(functions):
    return "module {\n" + "".join(text_of(f, 2) for f in functions) + "}\n"


def main():
    size, written = int(sys.argv[1]) * 1_000_000, 0
    scope = sys.argv[2] if len(sys.argv) > 2 else "function"
    chance = random.Random(1)
    functions = [make_function(chance, i) for i in range(int(sys.argv[3]) if len(sys.argv) > 3
                                                         else 300)]
    number = 0
    while written < size:
        name = PASSES[number % len(PASSES)]
        is_module = scope == "module" or number % 10 == 0
        if scope == "changed":
            is_module = number == 0
        for function in functions:
            changes = chance.random() < 0.25
            if changes:
                change(chance, function)
            if not is_module and (changes or scope != "changed"):
                written += sys.stdout.write(f"// -----// IR Dump After {name} //----- //\n"
                                            + text_of(function, 0) + "\n")
        if is_module:
            written += sys.stdout.write(f"// -----// IR Dump After {name} //----- //\n"
                                        + module_of(functions) + "\n\n")
        number += 1


main()
