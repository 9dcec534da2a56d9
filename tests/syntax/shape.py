"""shape.py -- CPython's syntax tree in the normal form of shape.c."""

import ast
import struct

UNARY = {ast.USub: 0, ast.Invert: 1, ast.Not: 2, ast.UAdd: 24}
BINARY = {ast.Add: 3, ast.Sub: 4, ast.Mult: 5, ast.Div: 6, ast.FloorDiv: 7, ast.Mod: 8, ast.Pow: 9,
          ast.LShift: 10, ast.RShift: 11, ast.BitAnd: 12, ast.BitOr: 13, ast.BitXor: 14,
          ast.MatMult: 25}
COMPARE = {ast.Lt: 15, ast.LtE: 16, ast.Eq: 17, ast.NotEq: 18, ast.Gt: 19, ast.GtE: 20,
           ast.Is: 26, ast.IsNot: 27, ast.In: 28, ast.NotIn: 29}
AND, OR, IF_ELSE = 21, 22, 23


class Unsupported(Exception):
    """The tree has a form that Docs have not."""


class Unplaced(Exception):
    """CPython does not say where the parts are: before 3.12, in an f-string."""


def quoted(text):
    return f" {text.encode('utf-8', 'surrogatepass').hex()}\""


def is_constant(node):
    """Whether `a = b = node` is read as `a = node` and `b = a`."""
    kinds = (ast.Tuple, ast.List, ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp,
             ast.Constant, ast.Name)
    return all(isinstance(part, kinds) for part in ast.walk(node) if isinstance(part, ast.expr))


class Shape:
    """Writes the tree of one text."""

    def __init__(self, source, skipped=0):
        self.source = b" " * skipped + source.encode("utf-8")
        self.lines = [skipped]
        at = 0
        while at < len(self.source):
            byte = self.source[at]
            at += 1
            if byte == 13 and self.source[at:at + 1] == b"\n":
                at += 1
            if byte in b"\r\n":
                self.lines.append(at)

    # ---- places ----

    def begin(self, node):
        return self.lines[node.lineno - 1] + node.col_offset

    def end(self, node):
        return self.lines[node.end_lineno - 1] + node.end_col_offset

    def expr(self, kind, node, rest):
        return f"({kind}@{self.begin(node)}-{self.end(node)}{rest})"

    # ---- expressions ----

    def many(self, nodes):
        return "[" + "".join(map(self.visit, nodes)) + "]"

    def one(self, node):
        return self.visit(node) if node else "-"

    def visit(self, node):
        method = getattr(self, "visit_" + type(node).__name__, None)
        if not method:
            raise Unsupported(type(node).__name__)
        return method(node)

    def literal(self, node, value):
        if value is None or isinstance(value, bool):
            text = f" {value}"
        elif isinstance(value, int):
            if not -2 ** 63 <= value < 2 ** 63:
                raise Unsupported("large integer")
            text = f" {value}"
        elif isinstance(value, float):
            text = f" {struct.pack('>d', value).hex()}"
        elif isinstance(value, str):
            text = quoted(value)
        else:
            raise Unsupported(type(value).__name__)
        return self.expr("literal", node, text)

    def visit_Constant(self, node):
        if node.value is ...:
            return self.expr("id", node, quoted("..."))
        return self.literal(node, node.value)

    def visit_Name(self, node):
        return self.expr("id", node, quoted(node.id))

    def visit_Attribute(self, node):
        return self.expr("attr", node, quoted(node.attr) + self.visit(node.value))

    def visit_Subscript(self, node):
        index = node.slice
        elements = index.elts if isinstance(index, ast.Tuple) else []
        is_star = len(elements) == 1 and isinstance(elements[0], ast.Starred) and (
            index.end_col_offset == elements[0].end_col_offset)  # x[*y]
        spread = is_star or len(elements) > 1 or (isinstance(index, ast.Tuple) and not elements)
        return self.expr("index", node,
                         self.visit(node.value) + self.many(index.elts if spread else [index]))

    def visit_Slice(self, node):
        return self.expr("slice", node,
                         self.one(node.lower) + self.one(node.upper) + self.one(node.step))

    def visit_Call(self, node):
        keys = "".join(quoted(keyword.arg or "**") for keyword in node.keywords)
        return self.expr("call", node, keys + self.visit(node.func) + self.many(node.args) +
                         self.many([keyword.value for keyword in node.keywords]))

    def visit_Starred(self, node):
        begin = self.begin(node)
        return self.expr("call", node, f"(id@{begin}-{begin + 1}{quoted('*')})" +
                         self.many([node.value]) + "[]")

    def visit_JoinedStr(self, node):
        raise Unplaced("f-string")

    def visit_UnaryOp(self, node):
        operand = node.operand
        between = self.source[self.begin(node):self.begin(operand)]
        if (isinstance(node.op, ast.USub) and isinstance(operand, ast.Constant) and
                type(operand.value) in (int, float) and b"(" not in between):
            return self.literal(node, -operand.value)
        op = UNARY[type(node.op)]
        return self.expr(f"operation.{op}" if op else "operation", node, self.many([operand]))

    def visit_BinOp(self, node):
        return self.expr(f"operation.{BINARY[type(node.op)]}", node,
                         self.many([node.left, node.right]))

    def visit_BoolOp(self, node):
        op = AND if isinstance(node.op, ast.And) else OR
        text = self.visit(node.values[0])
        for value in node.values[1:]:
            text = f"(operation.{op}[{text}{self.visit(value)}])"
        return text

    def visit_Compare(self, node):
        text, left = None, self.visit(node.left)
        for op, operand in zip(node.ops, node.comparators):
            right = self.visit(operand)
            one = f"(operation.{COMPARE[type(op)]}[{left}{right}])"
            text = f"(operation.{AND}[{text}{one}])" if text else one
            left = right
        return text

    def visit_IfExp(self, node):
        return self.expr(f"operation.{IF_ELSE}", node,
                         self.many([node.test, node.body, node.orelse]))

    def visit_Lambda(self, node):
        names = node.args.args
        stars = (node.args.vararg or node.args.kwarg or node.args.kwonlyargs or
                 node.args.posonlyargs)
        if stars:
            raise Unsupported("star parameters")
        first = len(names) - len(node.args.defaults)
        args = ""
        for number, arg in enumerate(names):
            name = self.expr("id", arg, quoted(arg.arg))
            default = node.args.defaults[number - first] if number >= first else None
            args += f"(assign{name}{self.visit(default)}-)" if default else name
        return self.expr("lambda", node, self.visit(node.body) + f"[{args}]")

    def visit_Tuple(self, node):
        return self.expr("tuple", node, self.many(node.elts))

    def visit_List(self, node):
        return self.expr("list", node, self.many(node.elts))

    def form(self, name, node, args):
        """A call of the raw ID that stands for a form without a Doc of its own."""
        return self.expr("call", node, self.expr("id", node, quoted(name)) + f"[{args}][]")

    def comprehension(self, name, node, elements):
        args = "".join(map(self.visit, elements))
        for clause in node.generators:
            if clause.is_async:
                raise Unsupported("asynchronous comprehension")
            args += self.expr("tuple", clause.target,
                              self.many([clause.target, clause.iter, *clause.ifs]))
        return self.form(name, node, args)

    def visit_Set(self, node):
        return self.form("{}", node, "".join(map(self.visit, node.elts)))

    def visit_ListComp(self, node):
        return self.comprehension("[for]", node, [node.elt])

    def visit_SetComp(self, node):
        return self.comprehension("{for}", node, [node.elt])

    def visit_DictComp(self, node):
        return self.comprehension("{:for}", node, [node.key, node.value])

    def visit_GeneratorExp(self, node):
        return self.comprehension("(for)", node, [node.elt])

    def visit_Dict(self, node):
        if None in node.keys:
            raise Unsupported("star arguments")
        return self.expr("dict", node, self.many(node.keys) + self.many(node.values))

    # ---- statements ----

    def visit_Module(self, node):
        return f"(block{self.many(node.body)})"

    def visit_Expr(self, node):
        return f"(expr_stmt{self.visit(node.value)})"

    def visit_Pass(self, node):
        return ""

    def visit_Import(self, node):
        return ""

    def visit_ImportFrom(self, node):
        if any(name.name == "*" for name in node.names):
            raise Unsupported("star import")
        return ""

    def visit_Break(self, node):
        return f"(expr_stmt{self.expr('id', node, quoted('break'))})"

    def visit_Continue(self, node):
        return f"(expr_stmt{self.expr('id', node, quoted('continue'))})"

    def visit_Assign(self, node):
        first, *others = node.targets
        if others and not (isinstance(first, ast.Name) and is_constant(node.value)):
            raise Unsupported("chained assignment")
        return f"(assign{self.visit(first)}{self.visit(node.value)}-)" + "".join(
            f"(assign{self.visit(other)}{self.visit(first)}-)" for other in others)

    def visit_AnnAssign(self, node):
        if not isinstance(node.target, ast.Name):
            raise Unsupported("annotated target")
        return (f"(assign{self.visit(node.target)}{self.one(node.value)}"
                f"{self.visit(node.annotation)})")

    def visit_AugAssign(self, node):
        target = self.visit(node.target)
        op = f"(operation.{BINARY[type(node.op)]}@{self.begin(node)}-{self.end(node)}"
        return f"(assign{target}{op}[{target}{self.visit(node.value)}])-)"

    def visit_Return(self, node):
        return f"(return{self.one(node.value)})"

    def visit_Assert(self, node):
        return f"(assert{self.visit(node.test)}{self.one(node.msg)})"

    def visit_If(self, node):
        return f"(if{self.visit(node.test)}{self.many(node.body)}{self.many(node.orelse)})"

    def visit_While(self, node):
        return f"(while{self.visit(node.test)}{self.many(node.body)})"

    def visit_For(self, node):
        return f"(for{self.visit(node.target)}{self.visit(node.iter)}{self.many(node.body)})"

    def visit_With(self, node):
        text = self.many(node.body)
        for item in reversed(node.items):
            text = f"(scope{self.one(item.optional_vars)}{self.visit(item.context_expr)}{text})"
            text = f"[{text}]"
        return text[1:-1]

    def name_at(self, node, word):
        """The place of a definition's name, which CPython does not keep."""
        at = self.begin(node) + len(word)
        at = self.source.index(node.name.encode("utf-8"), at)
        return f"(id@{at}-{at + len(node.name.encode('utf-8'))}{quoted(node.name)})"

    def visit_FunctionDef(self, node):
        names = node.args.args
        if node.args.posonlyargs:
            raise Unsupported("positional parameters")
        values = [None] * (len(names) - len(node.args.defaults)) + node.args.defaults
        args = "".join(f"(assign(id@{self.begin(arg)}-{self.begin(arg) + len(arg.arg.encode())}"
                       f"{quoted(arg.arg)}){self.one(value)}{self.one(arg.annotation)})"
                       for arg, value in zip(names, values))
        return (f"(function{self.name_at(node, 'def')}{self.one(node.returns)}[{args}]"
                f"{self.many(node.decorator_list)}{self.many(node.body)})")

    def visit_ClassDef(self, node):
        if node.keywords:
            raise Unsupported("arguments of a class")
        return (f"(class{self.name_at(node, 'class')}{self.many(node.decorator_list)}"
                f"{self.many(node.body)})")
