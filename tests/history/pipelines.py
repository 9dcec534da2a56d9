"""Modules with known histories: each step makes one edit, and each line knows the steps that may
have changed it last. There is more than one if the edit moves a line without moving its text."""

import copy
import random
import re

STEPS = 12
FUNCTIONS = 5
NAME = r"\b{}\b"


class Line:
    """A statement: a definition, a store, or a loop with a body of at least two statements. A loop
    with a single loop in it would be printed as one line of both."""

    def __init__(self, text, step, body=None, loops=()):
        self.text, self.steps, self.body = text, {step}, body
        self.loops = list(loops)  # the variable and the extent of each loop

    def mentions(self, name):
        return re.search(NAME.format(name), self.text) is not None


def each_line(body):
    for line in body:
        yield line
        yield from each_line(line.body or [])


def replace(body, name, by, steps=None):
    """Puts another term in place of a variable."""
    for line in each_line(body):
        if line.mentions(name):
            line.text = re.sub(NAME.format(name), by, line.text)
            line.steps = steps or line.steps
            line.loops = [(by if n == name else n, extent) for n, extent in line.loops]


def fold(line):
    """Adds up the numbers of an index, as tunip prints it: `i * 2 + 3 * 2 + 5`, `i * 2 + 11`."""
    terms = re.match(r"A\[(.*?)\]", line.text).group(1).split(" + ")
    numbers = [term for term in terms if not re.search("[a-z]", term)]
    total = sum(int(a) * int(b or 1) for a, _, b in (n.partition(" * ") for n in numbers))
    index = " + ".join([term for term in terms if term not in numbers] + [str(total)])
    line.text = re.sub(r"A\[.*?\]", f"A[{index}]", line.text)


def loop(loops, step, body):
    names, extents = zip(*loops)
    domain = f"T.grid({', '.join(map(str, extents))})" if len(loops) > 1 else f"range({extents[0]})"
    return Line(f"for {', '.join(names)} in {domain}:", step, body, loops)


class Pipeline:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0
        self.functions = {f"f{i}": self.new_body(0, 2) for i in range(FUNCTIONS)}
        self.away = None  # a function that was dropped: its name, its body, the step

    def number(self):
        self.count += 1
        return self.count

    # ---- statements ----

    def new_store(self, step, loops=()):
        """Each store has a place of its own, also after its loops are unrolled."""
        index = " + ".join([f"{name} * 2" for name, _ in loops] + [str(self.number() * 1000)])
        return Line(f"A[{index}] = T.float32({self.random.randrange(100)}.0)", step)

    def new_body(self, step, depth, loops=()):
        body = [self.new_store(step, self.random.choice([loops, loops[-1:]]))
                for _ in range(self.random.randint(3, 6))]
        if depth:
            for _ in range(self.random.randint(1, 2)):
                at = self.random.randint(0, len(body))
                body.insert(at, self.new_loop(step, depth - 1, loops))
        return body

    def new_loop(self, step, depth, around=()):
        inner = [(f"i{self.number()}", self.random.randint(2, 9))
                 for _ in range(self.random.choice([1, 1, 2, 3]))]
        return loop(inner, step, self.new_body(step, depth, [*around, *inner]))

    def bodies(self, body):
        yield body
        for line in body:
            if line.body:
                yield from self.bodies(line.body)

    def choose_body(self):
        return self.random.choice(list(self.bodies(self.functions[
            self.random.choice(sorted(self.functions))])))

    def choose_loop(self, fits):
        """A loop with the list that it is in; None if no loop fits."""
        found = [(body, line) for name in sorted(self.functions)
                 for body in self.bodies(self.functions[name])
                 for line in body if line.body and fits(line)]
        return self.random.choice(found) if found else (None, None)

    # ---- edits of a list of statements ----

    def insert(self, step):
        body = self.choose_body()
        line = self.random.choice([self.new_store(step), self.new_loop(step, 0)])
        body.insert(self.random.randrange(len(body)), line)

    def delete(self, step):
        body = self.choose_body()
        if len(body) > 3:
            line = body.pop(self.random.randrange(len(body)))
            if " = B[" in line.text:
                replace(body, line.text.split(":")[0], "B[0]", {step})

    def change(self, step):
        stores = [line for line in self.choose_body() if line.text.startswith("A[")]
        if stores:
            line = self.random.choice(stores)
            line.text = f"{line.text.split(' = ')[0]} = T.float32({100 + step}.0)"
            line.steps = {step}

    def move(self, step):
        body = self.choose_body()
        if len(body) > 5 and body[0].text.startswith("A["):
            line = body.pop(0)
            line.steps = {step}
            body.append(line)

    def wrap(self, step):
        body = self.choose_body()
        if len(body) > 4 and " = B[" not in "".join(line.text for line in body[1:3]):
            body[1:3] = [loop([(f"i{self.number()}", 1000 + step)], step, body[1:3])]

    def define(self, step):
        """A variable, used in the stores after it."""
        body = self.choose_body()
        at = self.random.randrange(len(body))
        name = f"v{self.number()}"
        stores = [line for line in body[at:] if line.text.startswith("A[")][:2]
        if stores:
            body.insert(at, Line(f"{name}: T.float32 = B[{self.number()}]", step))
        for line in stores:
            line.text = f"{line.text.split(' = ')[0]} = {name} * T.float32(3.0)"
            line.steps = {step}

    def inline(self, step):
        """Puts a variable's value in the place of its uses."""
        bodies = [b for name in sorted(self.functions) for b in self.bodies(self.functions[name])]
        for body in bodies:
            for line in [line for line in body if " = B[" in line.text and len(body) > 3][:1]:
                body.remove(line)
                replace(body, line.text.split(":")[0], line.text.split(" = ")[1], {step})
                return

    # ---- edits of loops ----

    def extent(self, step):
        body, line = self.choose_loop(lambda line: True)
        if line:
            loops = [(line.loops[0][0], 1000 + step), *line.loops[1:]]
            body[body.index(line)] = loop(loops, step, line.body)

    def permute(self, step):
        """The lines that use the variables count as changed if the variables trade places."""
        body, line = self.choose_loop(lambda line: len(line.loops) > 1)
        if line:
            for inner in each_line(line.body):
                if any(inner.mentions(name) for name, _ in line.loops):
                    inner.steps = inner.steps | {step}
            body[body.index(line)] = loop(line.loops[1:] + line.loops[:1], step, line.body)

    def rename(self, _):
        """Changes no meaning."""
        _, line = self.choose_loop(lambda line: True)
        if line:
            replace([line], self.random.choice(line.loops)[0], f"r{self.number()}")

    def split(self, step):
        body, line = self.choose_loop(lambda line: True)
        if line:
            (name, extent), names = line.loops[0], (f"i{self.number()}", f"i{self.number()}")
            replace(line.body, name, f"({names[0]} * 4 + {names[1]})", {step})
            inner = [(names[0], extent), (names[1], 4), *line.loops[1:]]
            body[body.index(line)] = loop(inner, step, line.body)

    def fuse(self, step):
        body, line = self.choose_loop(lambda line: len(line.loops) > 1)
        if line:
            (a, n), (b, m) = line.loops[:2]
            name = f"i{self.number()}"
            replace(line.body, a, f"{name} // {m}", {step})
            replace(line.body, b, f"{name} % {m}", {step})
            body[body.index(line)] = loop([(name, n * m), *line.loops[2:]], step, line.body)

    def unroll(self, step):
        """Unrolls a loop of stores which all use its variable."""
        body, line = self.choose_loop(
            lambda line: len(line.loops) == 1 and line.loops[0][1] < 10
            and all(not inner.body and inner.mentions(line.loops[0][0]) for inner in line.body))
        if line:
            at, copies = body.index(line), []
            for turn in range(line.loops[0][1]):
                copies += copy.deepcopy(line.body)
                replace(copies[-len(line.body):], line.loops[0][0], str(turn), {step})
            for line in copies:
                fold(line)
            body[at:at + 1] = copies

    # ---- edits of functions ----

    def function(self, step):
        self.functions[f"g{step}"] = self.new_body(step, 1)

    def twin(self, step):
        """A function with the same statements as another one."""
        twin = copy.deepcopy(self.functions[self.random.choice(sorted(self.functions))])
        for line in each_line(twin):
            line.steps = {step}
        self.functions[f"g{step}"] = twin

    def move_out(self, step, to):
        """Moves the last statements of a function to another one."""
        body = self.functions[self.random.choice(sorted(self.functions.keys() - {to}))]
        if len(body) > 4 and " = B[" not in "".join(line.text for line in each_line(body)):
            moved = body[-2:]
            del body[-2:]
            for line in each_line(moved):
                line.steps = {step}
            self.functions.setdefault(to, []).extend(moved)

    def outline(self, step):
        self.move_out(step, f"g{step}")

    def move_over(self, step):
        self.move_out(step, self.random.choice(sorted(self.functions)))

    def drop(self, step):
        """A function that is away in this step, and perhaps in the next one."""
        name = self.random.choice(sorted(self.functions))
        self.away = name, self.functions.pop(name), step + self.random.randint(1, 2)

    def nothing(self, _):
        pass

    KINDS = (insert, delete, change, move, wrap, define, inline, extent, permute, rename, split,
             fuse, unroll, function, twin, outline, move_over, drop, nothing)

    def edit(self, step):
        if self.away and self.away[2] == step:
            self.functions[self.away[0]] = self.away[1]
            self.away = None
        elif not self.away:
            self.random.choice(self.KINDS)(self, step)

    def steps(self):
        """The functions after each step."""
        yield copy.deepcopy(self.functions)
        for step in range(1, STEPS):
            self.edit(step)
            yield copy.deepcopy(self.functions)


def lines_of(body, indent=8):
    for line in body:
        yield " " * indent + line.text, line.steps
        if line.body:
            yield from lines_of(line.body, indent + 4)


def permutation(seed):
    """The functions before and after the loops of one line changed places."""
    pipeline = Pipeline(seed)
    pipeline.functions["f0"].append(loop([("p", 3), ("q", 4)], 0, pipeline.new_body(
        0, 0, [("p", 3), ("q", 4)])))
    before = copy.deepcopy(pipeline.functions)
    pipeline.permute(1)
    return before, pipeline.functions


def script_of(functions):
    buffer = 'T.Buffer((1000,), "float32")'
    lines = ["from tvm.script import ir as I", "from tvm.script import tir as T", "",
             "@I.ir_module", "class Module:"]
    for name in sorted(functions):
        lines += ["    @T.prim_func",
                  f'    def {name}(A: {buffer}, B: {buffer}):']
        lines += [text for text, _ in lines_of(functions[name])]
    return "\n".join(lines) + "\n"
