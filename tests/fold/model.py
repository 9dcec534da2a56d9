"""What TVM's parser makes of an expression, as TVM's sources say.

    evaluate("T.min(T.float32(0.0), T.float32(-0.0))", variables) -> 'T.float32(0.0)'

This is a second implementation of what src/dialects/tir/fold.c, constant.c and numbers.c do. It
follows TVM function by function: src/tir/op/op.cc, src/arith/const_fold.h, include/tvm/tir/op.h,
src/ir/expr.cc and src/tir/ir/expr.cc, and in Python tir/expr.py, script/parser/tir/operation.py and
script/parser/core/evaluator.py. A result is written in the form that tunip reads without --fold:
T.Add(x, 1) is exactly this node. Rejected means that TVM raises an error.

The sources of v0.26 differ in two places, where `vintage` is asked."""

import ast
import math
import operator
import struct

LEAST, MOST = -(2**63), 2**63 - 1
VECTORS_CHOOSE = UINTS_FOLD = 26

vintage = 23


class Rejected(Exception):
    pass


class Undefined(Rejected):
    """tunip refuses it. TVM's result depends on its compiler."""


def need(holds, text="rejected"):
    if not holds:
        raise Rejected(text)


# ---- dtypes: (code, bits, lanes) ----

FLOAT8 = {"e3m4": 31, "e4m3": 448, "e4m3b11fnuz": 30, "e4m3fn": 448, "e4m3fnuz": 448,
          "e5m2": 57344, "e5m2fnuz": 57344, "e8m0fnu": 3.4028236692093846e38}
FLOAT6 = {"e2m3fn": 7.5, "e3m2fn": 28.0}
UNSIGNED = ("e4m3b11fnuz", "e4m3fnuz", "e5m2fnuz", "e8m0fnu")
FLT_MAX = 3.4028234663852886e38
BFLOAT_MAX = 3.895313892515354759047080037148786688e38


def parse_dtype(name):
    base, _, lanes = name.partition("x")
    lanes = int(lanes or 1)
    if base == "bool":
        return ("bool", 8, lanes)
    if base == "handle":
        return ("handle", 64, lanes)
    if base == "void":
        return ("handle", 0, 0)
    head, _, kind = base.partition("_")
    if kind:
        return (kind, int(head[5:]), lanes)
    for code in ("bfloat", "float", "uint", "int"):
        if base.startswith(code):
            return (code, int(base[len(code):]), lanes)
    raise ValueError(name)


def dtype_name(dtype):
    code, bits, lanes = dtype
    tail = f"x{lanes}" if lanes > 1 else ""
    if code in ("bool", "handle"):
        return code + tail
    if code in ("bfloat", "float", "uint", "int"):
        return f"{code}{bits}{tail}"
    return f"float{bits}_{code}{tail}"


def is_integer(t):
    return t[0] in ("int", "uint")


def is_small(t):
    return t[0] in FLOAT8 or t[0] in FLOAT6 or t[0] == "e2m1fn"


def rank(t):
    """TVM casts the operand of the lower rank; None: it casts neither."""
    for found, codes in ((6, ("float",)), (5, ("bfloat",)), (4, FLOAT8), (3, FLOAT6),
                         (2, ("e2m1fn",)), (1, ("int", "uint")), (0, ("bool",))):
        if t[0] in codes:
            return found
    return None


def element(t):
    return (t[0], t[1], 1)


def is_index(t):
    return t in (("int", 32, 1), ("int", 64, 1))


# ---- nodes ----


class Node:
    def __init__(self, kind, dtype, *parts):
        self.kind, self.dtype, self.parts = kind, dtype, parts

    @property
    def value(self):
        return self.parts[0]

    def text(self):
        kind, name = self.kind, dtype_name(self.dtype)
        if kind == "int":
            if self.dtype == ("bool", 8, 1):
                return f"T.bool({bool(self.value)})"
            return str(self.value) if name == "int32" else f"T.{name}({self.value})"
        if kind == "float":
            value = self.value
            shown = f'"{value}"' if math.isinf(value) or math.isnan(value) else repr(value)
            return f"T.{name}({shown})"
        if kind == "var":
            return self.value
        if kind == "string":
            return f'"{self.value}"'
        if kind == "Cast":
            return f'T.Cast("{name}", {self.value.text()})'
        if kind == "Broadcast":
            return f"T.Broadcast({self.value.text()}, {self.parts[1]})"
        if kind == "call":
            args = "".join(", " + part.text() for part in self.parts[1:])
            return f'T.call_intrin("{name}", "{self.parts[0]}"{args})'
        return f"T.{kind}({', '.join(part.text() for part in self.parts)})"


def int_imm(t, value):
    code, bits, lanes = t
    need(lanes == 1 and code in ("int", "uint", "bool"))
    if code == "uint":
        need(value >= 0 and (bits >= 64 or value < 1 << bits))
    elif bits == 1 or code == "bool":
        need(value in (0, 1))
    elif bits < 64:
        need(-(1 << bits - 1) <= value < 1 << bits - 1)
    need(LEAST <= value <= MOST)
    return Node("int", t, value)


def float_imm(t, value):
    code, bits, lanes = t
    value = float(value)
    need(lanes == 1 and (code in ("float", "bfloat") or is_small(t)))
    if not math.isinf(value) and not math.isnan(value):
        bound = None
        if bits == 32:
            bound = FLT_MAX
        elif code == "float" and bits == 16:
            bound = 65504.0
        elif code == "bfloat":
            bound = BFLOAT_MAX
        elif is_small(t):
            bound = FLOAT8.get(code) or FLOAT6.get(code) or 6.0
        if bound is not None:
            need((0 if code in UNSIGNED else -bound) <= value <= bound)
    return Node("float", t, value)


def as_int64(value):
    """static_cast<int64_t>: on x86-64 the least int64 for what does not fit."""
    if isinstance(value, float):
        if math.isnan(value) or not -(2.0**63) <= value < 2.0**63:
            return LEAST
        return int(value)
    return value


def wrapped(value):
    return (value + 2**63) % 2**64 - 2**63


def large_uint(t, value):
    uint32 = ("uint", 32, 1)
    low, high = int_imm(uint32, value & 0xFFFFFFFF), int_imm(uint32, value >> 32)
    return Node("call", t, "tir.large_uint_imm", low, high)


def make_const_scalar(t, value):
    code = t[0]
    if code in ("int", "bool"):
        return int_imm(t, as_int64(value))
    if code == "uint":
        need(not value < 0)
        if isinstance(value, float):
            if value >= 2.0**64:
                raise Undefined("C++ does not define the conversion")
            unsigned = 2**63 if math.isnan(value) else int(value)
        else:
            unsigned = value
        return int_imm(t, as_int64(value)) if unsigned <= MOST else large_uint(t, unsigned)
    need(code in ("float", "bfloat") or is_small(t))
    return float_imm(t, value)


def broadcast(value, lanes):
    need(value.dtype[2] == 1)
    return Node("Broadcast", value.dtype[:2] + (lanes,), value, lanes)


def make_const(t, value):
    if t[2] == 1:
        return make_const_scalar(t, value)
    need(t[2] > 1)
    return broadcast(make_const_scalar(element(t), value), t[2])


def convert(value):
    """A Python value, passed to a function that takes a PrimExpr."""
    if isinstance(value, Node):
        return value
    if isinstance(value, bool):
        return int_imm(("bool", 8, 1), int(value))
    if isinstance(value, int):
        need(LEAST <= value <= MOST)
        return int_imm(("int", 32 if -(2**31) <= value < 2**31 else 64, 1), value)
    if isinstance(value, float):
        return float_imm(("float", 32, 1), value)
    if isinstance(value, str):
        return Node("string", ("handle", 64, 1), value)
    raise Rejected("no expression")


def new_cast(t, value):
    need(t[2] == value.dtype[2])
    return Node("Cast", t, value)


def cast(t, value):
    if value.dtype == t:
        return value
    is_constant = value.kind in ("int", "float")
    if t[2] == 1:
        if is_constant:
            return make_const(t, value.value)
        need(value.dtype[0] != "handle")
        return new_cast(t, value)
    if value.dtype[2] == 1:
        if value.dtype != element(t):
            one = element(t)
            value = make_const(one, value.value) if is_constant else new_cast(one, value)
        need(t[2] > 1)
        return broadcast(value, t[2])
    need(value.dtype[2] == t[2])
    if value.kind == "Broadcast":
        return broadcast(cast(element(t), value.value), value.parts[1])
    if value.kind == "Ramp" and is_integer(t):
        base, stride, lanes = value.parts
        return Node("Ramp", t, cast(element(t), base), cast(element(t), stride), lanes)
    return new_cast(t, value)


def match(a, b):
    """BinaryOpMatchTypes"""
    if a.dtype == b.dtype:
        return a, b
    if a.dtype[2] == 1 and b.dtype[2] > 1:
        a = broadcast(a, b.dtype[2])
    elif b.dtype[2] == 1 and a.dtype[2] > 1:
        b = broadcast(b, a.dtype[2])
    need(a.dtype[2] == b.dtype[2])
    if a.dtype == b.dtype:
        return a, b
    left, right = rank(a.dtype), rank(b.dtype)
    need(left is not None and right is not None)
    if left != right:
        return (cast(b.dtype, a), b) if left < right else (a, cast(a.dtype, b))
    need(a.dtype[0] == b.dtype[0] or left == 1)
    if a.dtype[1] != b.dtype[1]:
        return (cast(b.dtype, a), b) if a.dtype[1] < b.dtype[1] else (a, cast(a.dtype, b))
    return (a, cast(a.dtype, b)) if a.dtype[0] == "uint" else (cast(b.dtype, a), b)


# ---- arith/const_fold.h ----


def imms(a, b):
    """The integers of both, and the floats; None where an operand is no such constant."""
    return [x.value if x.kind == kind else None for kind in ("int", "float") for x in (a, b)]


def repr_int64(value, t):
    value = wrapped(value)
    bits = t[1]
    if bits < 64:
        value &= (1 << bits) - 1
        if t[0] == "int":
            value = (value ^ (1 << bits - 1)) - (1 << bits - 1)
    return value


def single(value):
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def fold_floats(t, compute, a, b):
    """None if the dtype is neither float32 nor float64."""
    def safe(x, y):
        try:
            return compute(x, y)
        except OverflowError:
            return math.inf
    if t[1] == 32:
        return float_imm(t, single(safe(single(a), single(b))))
    if t[1] == 64:
        return float_imm(t, safe(a, b))
    return None


def binary(kind, a, b):
    need(a.dtype == b.dtype)
    return Node(kind, a.dtype, a, b)


def fold_add(a, b):
    pa, pb, fa, fb = imms(a, b)
    t = a.dtype
    if pa is not None and pb is not None:
        return int_imm(t, repr_int64(pa + pb, t))
    if pa == 0:
        return b
    if pb == 0:
        return a
    if fa is not None and fb is not None:
        made = fold_floats(t, operator.add, fa, fb)
        if made:
            return made
    return b if fa == 0 else a if fb == 0 else None


def fold_sub(a, b):
    pa, pb, fa, fb = imms(a, b)
    t = a.dtype
    need(not (pa == 0 and pb is not None and pb > 0 and t[0] == "uint"))
    if pa is not None and pb is not None:
        return int_imm(t, repr_int64(pa - pb, t))
    if pb == 0:
        return a
    if fa is not None and fb is not None:
        made = fold_floats(t, operator.sub, fa, fb)
        if made:
            return made
    return a if fb == 0 else None


def fold_mul(a, b):
    pa, pb, fa, fb = imms(a, b)
    t = a.dtype
    if pa is not None and pb is not None:
        return int_imm(t, repr_int64(pa * pb, t))
    if pa in (0, 1):
        return b if pa == 1 else a
    if pb in (0, 1):
        return a if pb == 1 else b
    if fa is not None and fb is not None:
        made = fold_floats(t, operator.mul, fa, fb)
        if made:
            return made
    if fa in (0, 1):
        return b if fa == 1 else a
    if fb in (0, 1):
        return a if fb == 1 else b
    return None


def truncated(a, b):
    need(not (a == LEAST and b == -1), "TVM crashes")
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def floored(a, b):
    need(not (a == LEAST and b == -1), "TVM crashes")
    return a // b


def fold_quotient(divide, with_floats, a, b):
    pa, pb, fa, fb = imms(a, b)
    t = a.dtype
    if pa is not None and pb is not None:
        need(pb != 0)
        return int_imm(t, repr_int64(divide(pa, pb), t))
    if pa == 0:
        return a
    if pb == 1:
        return a
    need(pb != 0)
    if with_floats and fa is not None and fb is not None:
        need(fb != 0)
        made = fold_floats(t, operator.truediv, fa, fb)
        if made:
            return made
    if fa == 0 and (fb is None or fb != 0):
        return a
    if fb == 1:
        return a
    need(fb != 0)
    return None


def fold_remainder(divide, is_floor, a, b):
    pa, pb, _, _ = imms(a, b)
    t = a.dtype
    if is_floor and vintage >= UINTS_FOLD and t[0] == "uint" and pa is not None and pb is not None:
        need(pb != 0)
        return int_imm(t, pa % pb)
    if not is_index(t):
        return None
    if pa is not None and pb is not None:
        need(pb != 0)
        return int_imm(t, repr_int64(pa - divide(pa, pb) * pb, t))
    if pa == 0:
        return a
    if pb == 1:
        return make_const(t, 0)
    need(pb != 0)
    return None


def fold_choice(choose, a, b):
    pa, pb, fa, fb = imms(a, b)
    if pa is not None and pb is not None:
        return int_imm(a.dtype, choose(pa, pb))
    if fa is not None and fb is not None:
        return float_imm(a.dtype, choose(fa, fb))
    return a if a is b else None


FOLDS = {
    "Add": fold_add,
    "Sub": fold_sub,
    "Mul": fold_mul,
    "Div": lambda a, b: fold_quotient(truncated, True, a, b),
    "FloorDiv": lambda a, b: fold_quotient(floored, True, a, b),
    "Mod": lambda a, b: fold_remainder(truncated, False, a, b),
    "FloorMod": lambda a, b: fold_remainder(floored, True, a, b),
    "Min": lambda a, b: fold_choice(lambda x, y: y if y < x else x, a, b),
    "Max": lambda a, b: fold_choice(lambda x, y: y if x < y else x, a, b),
}


def arithmetic(kind, a, b):
    a, b = match(convert(a), convert(b))
    return FOLDS[kind](a, b) or binary(kind, a, b)


def rounding(kind, a, b):
    a, b = convert(a), convert(b)
    need(is_integer(a.dtype) and is_integer(b.dtype))
    return arithmetic(kind, a, b)


def ceildiv(a, b):
    a, b = convert(a), convert(b)
    need(is_integer(a.dtype) and is_integer(b.dtype))
    a, b = match(a, b)
    total = arithmetic("Sub", arithmetic("Add", a, b), make_const(a.dtype, 1))
    return FOLDS["FloorDiv"](total, b) or binary("FloorDiv", total, b)


BITWISE = {"shift_left": operator.lshift, "shift_right": operator.rshift,
           "bitwise_and": operator.and_, "bitwise_or": operator.or_, "bitwise_xor": operator.xor}


def bits(op, a, b):
    """A Python integer gets the dtype of the other operand, after a cast to C's int."""
    def as_int(value):
        return (value + 2**31) % 2**32 - 2**31
    is_number = [isinstance(x, int) and not isinstance(x, bool) for x in (a, b)]
    if is_number[0]:
        b = convert(b)
        a = make_const(b.dtype, as_int(a))
    elif is_number[1]:
        a = convert(a)
        b = make_const(a.dtype, as_int(b))
    a, b = convert(a), convert(b)
    is_shift = op.startswith("shift")
    codes = ("int", "uint") if is_shift else ("int", "uint", "bool")
    need(a.dtype[0] in codes and b.dtype[0] in codes)
    a, b = match(a, b)
    t = a.dtype
    pa, pb = (x.value if x.kind == "int" else None for x in (a, b))
    if is_index(t):
        if is_shift and pb is not None:
            need(0 <= pb < t[1])
        if pa is not None and pb is not None:
            return int_imm(t, wrapped(BITWISE[op](pa, pb)))
        if is_shift and pb == 0:
            return a
    return Node("call", t, "tir." + op, a, b)


def bitwise_not(x):
    x = convert(x)
    need(is_integer(x.dtype) or x.dtype[0] == "bool")
    return Node("call", x.dtype, "tir.bitwise_not", x)


COMPARE = {"LT": operator.lt, "LE": operator.le, "GT": operator.gt, "GE": operator.ge,
           "EQ": operator.eq, "NE": operator.ne}


def bools_like(t):
    return ("bool", 8, t[2])


def comparison_node(kind, a, b):
    need(a.dtype == b.dtype)
    return Node(kind, bools_like(a.dtype), a, b)


def compare(kind, a, b):
    """op.cc, equal() and others"""
    a, b = match(convert(a), convert(b))
    for imm in ("int", "float"):
        if a.kind == imm and b.kind == imm:
            return int_imm(("bool", 8, 1), int(COMPARE[kind](a.value, b.value)))
    return comparison_node(kind, a, b)


def auto_broadcast(kind, a, b):
    """operation.py: comparisons in a script make plain nodes."""
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return COMPARE[kind](a, b)
    def give(value, other):
        t = element(other.dtype)
        if isinstance(value, int):
            if t[0] in ("int", "uint", "bool"):
                return int_imm(t, int(value))
            need(t[0] == "float")
            return float_imm(t, value)
        return float_imm(t, value)
    if isinstance(a, float):
        a = float_imm(element(b.dtype) if b.dtype[0] == "float" else ("float", 32, 1), a)
    elif isinstance(a, int):
        a = give(a, b)
    if isinstance(b, (int, float)):
        b = give(b, a)
    need(isinstance(a, Node) and isinstance(b, Node))
    if a.dtype[2] != b.dtype[2]:
        need(1 in (a.dtype[2], b.dtype[2]))
        a = broadcast(a, b.dtype[2]) if a.dtype[2] == 1 else a
        b = broadcast(b, a.dtype[2]) if b.dtype[2] == 1 else b
    return comparison_node(kind, a, b)


# ---- functions of one number ----


def rounded(name, compute, x):
    x = convert(x)
    if x.dtype[0] in ("int", "uint", "bool"):
        return x
    if x.kind == "float":
        value = x.value
        if not math.isinf(value) and not math.isnan(value):
            value = math.copysign(float(compute(value)), value)
        return float_imm(x.dtype, value)
    return Node("call", x.dtype, "tir." + name, x)


def nearbyint(value):
    return float(round(value))


def trunc(value):
    return math.ceil(value) if value < 0 else math.floor(value)


def absolute(x):
    x = convert(x)
    code = x.dtype[0]
    if code == "int":
        if x.kind == "int":
            return int_imm(x.dtype, wrapped(abs(x.value)))
        zero = make_const(x.dtype, 0)
        return Node("Select", x.dtype, compare("GE", x, zero), x, arithmetic("Sub", zero, x))
    if x.kind == "float" and code in ("float", "bfloat"):
        return float_imm(x.dtype, abs(x.value))
    if code in ("float", "bfloat"):
        return Node("call", x.dtype, "tir.fabs", x)
    need(code == "uint")
    return x


def isnan(x):
    x = convert(x)
    t = bools_like(x.dtype)
    if is_integer(x.dtype):
        return make_const(t, 0)
    need(x.dtype[0] == "float")
    if x.kind == "float":
        return make_const(t, int(math.isnan(x.value)))
    if x.dtype[1] == 16:
        x = cast(("float", 32, x.dtype[2]), x)
    return Node("call", t, "tir.isnan", x)


def infinity(t):
    need(t[2] == 1 and t[0] == "float" and t[1] in (16, 32, 64))
    return float_imm(t, math.inf)


def logical_and(a, b):
    need(a.dtype[0] == "bool" and b.dtype[0] == "bool")
    if a.kind == "int":
        return b if a.value else a
    if b.kind == "int":
        return a if b.value else b
    need(a.dtype == b.dtype)
    return Node("And", a.dtype, a, b)


def logical_not(a):
    need(a.dtype[0] == "bool")
    if a.kind == "int":
        return int_imm(("bool", 8, 1), int(not a.value))
    return Node("Not", a.dtype, a)


def isinf(x):
    x = convert(x)
    if is_integer(x.dtype):
        return make_const(bools_like(x.dtype), 0)
    need(x.dtype[0] == "float")
    return logical_and(compare("EQ", absolute(x), infinity(x.dtype)), logical_not(isnan(x)))


def isfinite(x):
    x = convert(x)
    return logical_and(logical_not(isinf(x)), logical_not(isnan(x)))


def likely(x):
    x = convert(x)
    return x if x.kind == "int" else Node("call", x.dtype, "tir.likely", x)


def power(x, y):
    x, y = match(convert(x), convert(y))
    need(x.dtype[0] == "float")
    return Node("call", x.dtype, "tir.pow", x, y)


def if_then_else(condition, yes, no):
    condition = convert(condition)
    need(condition.dtype[0] == "bool" and (condition.dtype[2] == 1 or vintage >= VECTORS_CHOOSE))
    yes, no = match(convert(yes), convert(no))
    if condition.kind == "int":
        return yes if condition.value else no
    return Node("call", yes.dtype, "tir.if_then_else", condition, yes, no)


def max_value(name):
    t = parse_dtype(name)
    code, width, lanes = t
    need(lanes == 1)
    if code == "int":
        return int_imm(t, (1 << width - 1) - 1)
    if code == "uint":
        return make_const(t, (1 << width) - 1)
    if code == "float":
        return float_imm(t, {64: 1.7976931348623157e308, 32: FLT_MAX, 16: 65504.0}[width])
    if code == "bfloat":
        return float_imm(t, FLT_MAX)
    need(is_small(t))
    return float_imm(t, FLOAT8.get(code) or FLOAT6.get(code) or 6.0)


def min_value(name):
    t = parse_dtype(name)
    code, width, lanes = t
    need(lanes == 1)
    if code == "int":
        return int_imm(t, -(1 << width - 1))
    if code == "uint":
        return int_imm(t, 0)
    need(code != "bool")
    most = max_value(name)
    return float_imm(t, 0.0 if code in UNSIGNED else -most.value)


def python_cast(value, name):
    return cast(parse_dtype(name), convert(value))


def select(condition, yes, no):
    condition, yes, no = convert(condition), convert(yes), convert(no)
    need(condition.dtype[0] == "bool" and yes.dtype == no.dtype)
    need(condition.dtype[2] in (1, yes.dtype[2]))
    return Node("Select", yes.dtype, condition, yes, no)


def new_int_imm(name, value):
    need(isinstance(value, int))
    return int_imm(parse_dtype(name), value)


def exact_cast(name, value):
    return new_cast(parse_dtype(name), convert(value))


WORDS = {
    "min": lambda a, b: arithmetic("Min", a, b),
    "max": lambda a, b: arithmetic("Max", a, b),
    "truncdiv": lambda a, b: rounding("Div", a, b),
    "truncmod": lambda a, b: arithmetic("Mod", a, b),
    "floordiv": lambda a, b: rounding("FloorDiv", a, b),
    "floormod": lambda a, b: rounding("FloorMod", a, b),
    "ceildiv": ceildiv,
    "shift_left": lambda a, b: bits("shift_left", a, b),
    "shift_right": lambda a, b: bits("shift_right", a, b),
    "bitwise_and": lambda a, b: bits("bitwise_and", a, b),
    "bitwise_or": lambda a, b: bits("bitwise_or", a, b),
    "bitwise_xor": lambda a, b: bits("bitwise_xor", a, b),
    "bitwise_not": bitwise_not,
    "floor": lambda x: rounded("floor", math.floor, x),
    "ceil": lambda x: rounded("ceil", math.ceil, x),
    "round": lambda x: rounded("round", nearbyint, x),
    "nearbyint": lambda x: rounded("nearbyint", nearbyint, x),
    "trunc": lambda x: rounded("trunc", trunc, x),
    "abs": absolute,
    "fabs": absolute,
    "isnan": isnan,
    "isinf": isinf,
    "isfinite": isfinite,
    "likely": likely,
    "pow": power,
    "if_then_else": if_then_else,
    "Select": select,
    "Cast": exact_cast,
    "cast": python_cast,
    "min_value": min_value,
    "max_value": max_value,
    "infinity": lambda name: infinity(parse_dtype(name)),
    "IntImm": new_int_imm,
    "FloatImm": lambda name, value: float_imm(parse_dtype(name), value),
}


def construct(name, value):
    """T.int32(value): func_gen() of ir_builder/tir/ir.py"""
    if isinstance(value, str) and name not in ("bool", "void"):
        try:
            value = float(value)
        except ValueError:
            raise Rejected("no number")
    return cast(parse_dtype(name), convert(value))


# ---- the parser ----

ARITHMETIC = {ast.Add: "Add", ast.Sub: "Sub", ast.Mult: "Mul", ast.Mod: "FloorMod",
              ast.FloorDiv: "FloorDiv"}
BITS = {ast.LShift: "shift_left", ast.RShift: "shift_right", ast.BitAnd: "bitwise_and",
        ast.BitOr: "bitwise_or", ast.BitXor: "bitwise_xor"}
PYTHON = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
          ast.Mod: operator.mod, ast.FloorDiv: operator.floordiv, ast.Div: operator.truediv,
          ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.BitAnd: operator.and_,
          ast.BitOr: operator.or_, ast.BitXor: operator.xor}
COMPARISONS = {ast.Lt: "LT", ast.LtE: "LE", ast.Gt: "GT", ast.GtE: "GE", ast.Eq: "EQ",
               ast.NotEq: "NE"}


def divide(a, b):
    """ExprOp.__truediv__"""
    def is_int(x):
        return isinstance(x, int) or (isinstance(x, Node) and x.dtype[0] == "int")
    need(not (is_int(a) and is_int(b)), "ambiguous")
    return arithmetic("Div", a, b)


def operate(op, a, b):
    kind = type(op)
    if not isinstance(a, Node) and not isinstance(b, Node):
        need(kind not in BITS or not isinstance(a, float) and not isinstance(b, float))
        need(kind not in (ast.LShift, ast.RShift) or b >= 0)
        return PYTHON[kind](a, b)
    if kind is ast.Div:
        return divide(a, b)
    if kind in BITS:
        return bits(BITS[kind], a, b)
    kind = ARITHMETIC[kind]
    return (rounding if kind.startswith("Floor") else arithmetic)(kind, a, b)


def negate(x):
    if not isinstance(x, Node):
        return -x
    return arithmetic("Mul", x, make_const(x.dtype, -1))


def both_or_either(kind, a, b):
    a, b = (int_imm(("bool", 8, 1), int(x)) if isinstance(x, bool) else x for x in (a, b))
    need(isinstance(a, Node) and isinstance(b, Node))
    if a.dtype[2] > 1 or b.dtype[2] > 1:
        return bits("bitwise_and" if kind == "And" else "bitwise_or", a, b)
    need(a.dtype[0] == "bool" and b.dtype[0] == "bool")
    return Node(kind, a.dtype, a, b)


def visit(node, variables):
    def go(child):
        return visit(child, variables)
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return variables[node.id]
    if isinstance(node, ast.BinOp):
        return operate(node.op, go(node.left), go(node.right))
    if isinstance(node, ast.UnaryOp):
        value = go(node.operand)
        if isinstance(node.op, ast.USub):
            return negate(value)
        if isinstance(node.op, ast.Invert):
            return bitwise_not(value) if isinstance(value, Node) else ~value
        if not isinstance(value, Node):
            return not value
        need(value.dtype[0] == "bool")
        return Node("Not", value.dtype, value)
    if isinstance(node, ast.Compare):
        kind = COMPARISONS[type(node.ops[0])]
        return auto_broadcast(kind, go(node.left), go(node.comparators[0]))
    if isinstance(node, ast.BoolOp):
        return both_or_either(type(node.op).__name__, go(node.values[0]), go(node.values[1]))
    if isinstance(node, ast.IfExp):
        condition, yes, no = go(node.test), go(node.body), go(node.orelse)
        if isinstance(condition, bool):
            return yes if condition else no
        need(isinstance(condition, Node))
        return if_then_else(condition, yes, no)
    if isinstance(node, ast.Call):
        args = [go(arg) for arg in node.args]
        if not isinstance(node.func.value, ast.Name) or node.func.value.id != "T":
            need(node.func.attr == "astype")
            return python_cast(go(node.func.value), *args)
        word = node.func.attr
        return WORDS[word](*args) if word in WORDS else construct(word, *args)
    raise ValueError(ast.dump(node))


def evaluate(text, variables):
    """The node that TVM's parser makes of an expression; `variables` has a dtype for each name."""
    made = {name: Node("var", parse_dtype(dtype), name) for name, dtype in variables.items()}
    try:
        return convert(visit(ast.parse(text, mode="eval").body, made)).text()
    except (ZeroDivisionError, OverflowError) as error:
        raise Rejected(str(error))
