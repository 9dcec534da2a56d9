"""Modules with known histories: each step edits one function, and each line knows the step that
made it."""

import copy
import random

STEPS = 12
FUNCTIONS = 5


class Line:
    """A statement: a store, or a loop with a body of at least two statements. A loop with a single
    loop in it would be printed as one line of both."""

    def __init__(self, text, step, body=None):
        self.text, self.step, self.body = text, step, body


class Pipeline:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0
        self.functions = {f"f{i}": self.new_body(0, 2) for i in range(FUNCTIONS)}

    def number(self):
        self.count += 1
        return self.count

    def new_store(self, step):
        return Line(f"A[{self.number()}] = T.float32({self.random.randrange(100)}.0)", step)

    def new_body(self, step, depth):
        body = [self.new_store(step) for _ in range(self.random.randint(3, 6))]
        if depth:
            for _ in range(self.random.randint(1, 2)):
                body.insert(self.random.randint(0, len(body)), self.new_loop(step, depth - 1))
        return body

    def new_loop(self, step, depth):
        number = self.number()
        return Line(f"for i{number} in range({number + 1}):", step, self.new_body(step, depth))

    def bodies(self, body):
        yield body
        for line in body:
            if line.body:
                yield from self.bodies(line.body)

    def edit(self, step):
        kind = self.random.choice(["insert", "delete", "change", "extent", "move", "wrap",
                                   "function", "nothing"])
        body = self.random.choice(list(self.bodies(self.functions[
            self.random.choice(sorted(self.functions))])))
        at = self.random.randrange(len(body))
        if kind == "insert":
            line = self.random.choice([self.new_store(step), self.new_loop(step, 0)])
            body.insert(at, line)
        elif kind == "delete" and len(body) > 3:
            del body[at]
        elif kind == "change" and not body[at].body:
            body[at] = Line(f"{body[at].text.split(' = ')[0]} = T.float32({100 + step}.0)", step)
        elif kind == "extent" and body[at].body:
            body[at] = Line(f"for i{self.number()} in range({1000 + step}):", step, body[at].body)
        elif kind == "move" and len(body) > 5 and not body[0].body:
            line = body.pop(0)
            line.step = step
            body.append(line)
        elif kind == "wrap" and len(body) > 4:
            number = self.number()
            body[1:3] = [Line(f"for i{number} in range({number + 1}):", step, body[1:3])]
        elif kind == "function":
            self.functions[f"g{step}"] = self.new_body(step, 1)

    def steps(self):
        """The functions after each step."""
        yield copy.deepcopy(self.functions)
        for step in range(1, STEPS):
            self.edit(step)
            yield copy.deepcopy(self.functions)


def lines_of(body, indent=8):
    for line in body:
        yield " " * indent + line.text, line.step
        if line.body:
            yield from lines_of(line.body, indent + 4)


def script_of(functions):
    lines = ["from tvm.script import ir as I", "from tvm.script import tir as T", "",
             "@I.ir_module", "class Module:"]
    for name in sorted(functions):
        lines += ["    @T.prim_func",
                  f'    def {name}(A: T.Buffer((1000,), "float32")):']
        lines += [text for text, _ in lines_of(functions[name])]
    return "\n".join(lines) + "\n"
