"""A debugger session: runs a graph up to the first NaN, and repairs its input.

    python debug_session.py graph.json model.so params.bin
"""

import math
import sys

import tunip

with tunip.debugger.Debugger(*sys.argv[1:4]) as debugger:
    debugger.set_input("x", [1, 2, -5, 0])
    debugger.break_on("nan")
    stop = debugger.run()
    assert stop.node is not None
    node = debugger.nodes[stop.node]
    print(f"node {node.number}, {node.name}, made {debugger.get_output(node.number).tolist()}")
    number, output = node.inputs[0]
    value = debugger.get_output(number, output).tolist()
    print(f"of {value}, the output {output} of {debugger.nodes[number].name}")
    debugger.inject(number, [max(one, 0.5) for one in value], output)
    debugger.goto(node.number)
    while debugger.run().next is not None:
        print("stopped again")
    assert all(math.isfinite(one) for one in debugger.get_output(node.number).tolist())
    print("no NaN is left in", node.name)
