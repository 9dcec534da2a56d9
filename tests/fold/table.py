"""The expressions of the table: operators, dtypes and special values.

`python3 table.py` writes table.tsv: each expression, and the result that model.py computes."""

import pathlib
import random

import model

TABLE = pathlib.Path(__file__).resolve().parent / "table.tsv"

VARIABLES = {
    "b": "bool", "i8": "int8", "i32": "int32", "i64": "int64", "u8": "uint8", "u32": "uint32",
    "u64": "uint64", "h": "float16", "f": "float32", "d": "float64", "bf": "bfloat16",
    "e4": "float8_e4m3fn", "v": "int32x4", "w": "float32x4",
}

INTEGERS = "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()
FLOATS = "float16 float32 float64 bfloat16".split()
SMALL = """float8_e3m4 float8_e4m3 float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2
    float8_e5m2fnuz float8_e8m0fnu float6_e2m3fn float6_e3m2fn float4_e2m1fn""".split()
VECTORS = "int32x4 int8x8 uint8x16 float32x4 float16x8 float8_e4m3fnx4".split()

LARGEST = 2**63 - 1


def items(text):
    """The parts of a text between bars."""
    return [part.strip() for part in text.split("|")]


def pairs(text):
    """Pairs of operands: "i32 1 | 1 i8"."""
    return [tuple(part.split()) for part in text.split("|")]


def special(dtype):
    """Constants of a dtype as they stand in a script."""
    code, bits, _ = model.parse_dtype(dtype)
    if code == "bool":
        values = [False, True]
    elif code == "int":
        values = [0, 1, -1, 7, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1]
    elif code == "uint":
        values = [0, 1, 7, min(2**bits - 1, LARGEST)]
    else:
        values = [0.0, -0.0, 1.0, -2.5, '"nan"', '"inf"', '"-inf"']
        values += [3e38] if bits == 32 else []
    return [f"T.{dtype}({value})" for value in values]


def variable(dtype):
    return next((name for name, known in VARIABLES.items() if known == dtype), None)


def apply(op, a, b):
    return f"T.{op}({a}, {b})" if op[0].isalpha() else f"{a} {op} {b}"


# ---- dtypes called on constants of every kind ----

NUMBERS = items("""0 | 1 | -1 | 2.0 | 2.5 | -2.5 | -0.0 | 0.5 | -0.5 | 127 | 128 | -129 | 255 | 256
    | 65535 | 65505.0 | 70000 | 2147483647 | 2147483648 | -2147483649 | 4294967296 | 1e10 | 1e19
    | 2e19 | -1e19 | 3.4e38 | 1e39 | True | False | "nan" | "inf" | "-inf" | "2.5" | "Infinity"
    | " -7 " | "1e3" | "two" | "" | 9223372036854775807 | -9223372036854775808
    | 9223372036854775808""")
NESTED = items("""T.float32(2.5) | T.float64(-2.5) | T.int64(T.float32(7.5)) | T.int32(200)
    | T.int32(-1) | T.bool(True) | T.uint8(T.float16(255.5)) | T.float32("nan") | T.float64(5e9)
    | i32 | f | b | bf | i32 + 1 | f * 2.0 | v | w | v < 0""")
SMALL_NUMBERS = items("""0 | -0.0 | -1 | 0.3 | 6 | 6.5 | 7.5 | 28 | 29 | 30.5 | 31.5 | 448 | 449
    | 57344 | 60000 | "nan" | "-inf" | 3.4e38 | True""")


def constructors():
    wide = INTEGERS + ["bool", "float16", "float32"]
    others = "float64 bfloat16 float8_e4m3fn float8_e5m2fnuz void".split()
    for dtype in wide + others + VECTORS:
        for value in (NUMBERS if dtype in wide else NUMBERS[::3]) + NESTED:
            yield f"T.{dtype}({value})"
    for dtype in SMALL:
        for value in SMALL_NUMBERS:
            yield f"T.{dtype}({value})"
    for dtype in "int8 uint16 float16 bool int32x4 float32".split():
        for value in "2.5 i32 T.float32(2.5) 300 -1 b True".split():
            yield f'T.cast({value}, "{dtype}")'
        for value in "i32 b f T.float32(2.5) T.bool(True)".split():
            yield f'{value}.astype("{dtype}")'
    for dtype, value in pairs("""int8 128 | int8 -128 | uint8 -1 | bool 2 | int32 2147483648
                              | float32 3 | int32 2.5"""):
        yield f'T.IntImm("{dtype}", {value})'
    for dtype, value in pairs("float16 70000.0 | float64 1e300 | float32 1e39 | int32 1.0"):
        yield f'T.FloatImm("{dtype}", {value})'


def limits():
    for dtype in INTEGERS + FLOATS + SMALL + ["bool", "int32x4", "handle"]:
        for word in ("min_value", "max_value", "infinity"):
            yield f'T.{word}("{dtype}")'


# ---- operators ----

INFIX = "+ - * / // %".split()
CALLS = "min max truncdiv truncmod floordiv floormod ceildiv".split()
BITS = "shift_left shift_right bitwise_and bitwise_or bitwise_xor".split()
BIT_SIGNS = "<< >> & | ^".split()
COMPARE = "< <= > >= == !=".split()


def of_one_dtype(ops, dtypes, whole):
    """Operators on two constants, and on a constant and a variable. `whole` has the dtypes of
    which all pairs are taken."""
    for op in ops:
        for dtype in dtypes:
            constants, name = special(dtype), variable(dtype)
            for i, a in enumerate(constants):
                for k, b in enumerate(constants):
                    if dtype in whole or (i * 2 + k + len(op)) % 3 == 0:
                        yield apply(op, a, b)
            for constant in constants[:3]:
                yield apply(op, name, constant)
                yield apply(op, constant, name)
            yield apply(op, name, name)


def operations():
    dtypes = "int8 int32 int64 uint8 uint32 uint64 bool".split()
    yield from of_one_dtype(INFIX + ["min", "max", "truncdiv", "truncmod", "ceildiv"], dtypes,
                            ["int32", "uint8"])
    yield from of_one_dtype(INFIX + ["min", "max", "truncmod"], FLOATS, ["float32"])


def bits():
    others = """T.int32(0) T.int32(1) T.int32(31) T.int32(32) T.int32(-1) 1 -1 0 4294967295 i32 u8 b
        True 1.5 v""".split()
    for op in BITS:
        for dtype in "int8 int32 int64 uint8 uint64 bool float32".split():
            for i, b in enumerate(others + [f"T.{dtype}(1)"]):
                a = special(dtype)[i % 2] if i % 3 else variable(dtype)
                yield apply(op, a, b)
                yield apply(op, b, a)
    for sign in BIT_SIGNS:
        for a, b in pairs("""i32 1 | 1 i8 | i8 300 | i64 8589934593 | T.int32(1) 31
                          | T.int64(1) 63 | T.int64(1) 64 | b T.bool(True) | u8 -1 | v 3"""):
            yield f"{a} {sign} {b}"
    for value in "i8 u8 b f T.int32(5) T.bool(True) v".split():
        yield f"~{value}"
        yield f"T.bitwise_not({value})"


def mixed():
    """Operands of different dtypes."""
    dtypes = """bool int8 int32 int64 uint8 uint32 uint64 float16 float32 float64 bfloat16
        float8_e4m3fn""".split()
    for i, first in enumerate(dtypes):
        for k, second in enumerate(dtypes):
            if first == second:
                continue
            a, b = special(first), special(second)
            op = (INFIX + CALLS)[(i * 5 + k) % 13]
            yield apply(op, a[-1], variable(second))
            yield apply(op, variable(second), a[1])
            yield apply("+", a[1], b[-1])
            yield apply("min", a[-1], b[0])
            yield apply("*", a[2 % len(a)], b[-1])
    for op in INFIX + CALLS:
        for a, b in pairs("""v 2 | 2 v | w 0.0 | v w | v i32 | v T.int32x4(0)
                          | T.int32x4(0) T.int32x4(1) | v T.int8x8(1) | (v<0) 1 | i32 2 | i8 300
                          | 2.5 i32 | u8 2.5 | f 0 | f -0.0 | h 1 | i32 0 | u8 0 | i32 "x" """):
            yield apply(op, a, b)


def comparisons():
    for op in COMPARE:
        for a, b in pairs("""T.int32(1) T.int32(2) | i32 1 | 1 i8 | i8 300 | u8 -1 | i32 2.5
                          | h 70000 | h 1.0 | 2.5 f | bf 2.5 | bf 1 | i32 i64 | v 1 | b True
                          | f i32 | 1.5 i32 | w 2.5 | b 2"""):
            yield f"{a} {op} {b}"


def unary():
    values = items('-2.5 | 0.5 | 1.5 | 2.5 | -0.5 | -0.0 | "nan" | "inf" | "-inf" | 1e30')
    for word in "floor ceil round nearbyint trunc abs fabs isnan isinf isfinite likely".split():
        for dtype in FLOATS + ["float8_e4m3fn"]:
            for value in values if dtype == "float32" else values[:7:2]:
                yield f"T.{word}(T.{dtype}({value}))"
        for dtype in "int8 int32 int64 uint8 bool".split():
            for value in special(dtype)[1:]:
                yield f"T.{word}({value})"
        for value in [*VARIABLES, *"3 -3 2.5 True v*2 T.int32x4(-1) 1e39".split()]:
            yield f"T.{word}({value})"
    for name in VARIABLES:
        yield f"-{name}"
    for dtype in INTEGERS + FLOATS + ["bool", "float8_e5m2fnuz"]:
        yield f"-{special(dtype)[-1]}"
        yield f"-{special(dtype)[0]}"


def choices():
    for condition in items("T.bool(True) | T.bool(False) | b | True | i32 | (v < 0) | 1 | i32 < 2"):
        for yes, no in pairs("i32 2 | 1 2.5 | i8 i64 | T.uint8(1) T.int8(-1) | i32 v"):
            yield f"T.if_then_else({condition}, {yes}, {no})"
            yield f"{yes} if {condition} else {no}"
            yield f"T.Select({condition}, {yes}, {no})"
    for a, b in pairs("""f 2 | f 2.0 | i32 2 | h f | T.float32(2) T.float32(3) | 2 f | bf 2 | w 2
                      | i32 2.5 | d f | 1e39 f"""):
        yield f"T.pow({a}, {b})"
    for a, b in pairs("""b T.bool(True) | T.bool(False) b | b True | i32 b | (v<0) (v<1)"""):
        yield f"{a} and {b}"
        yield f"{a} or {b}"
    for value in "b T.bool(True) i32 (v<0)".split():
        yield f"not {value}"
    for dtype, value in pairs("int32 2.5 | int8 300 | float32 i32 | int32x4 1 | bool 2.5"):
        yield f'T.Cast("{dtype}", {value})'


def rows():
    parts = constructors, limits, operations, bits, mixed, comparisons, unary, choices
    return dict.fromkeys(text for part in parts for text in part())


# ---- random expressions ----

LITERALS = "0 1 -1 2 3 100 300 2.5 0.0 1.0 -7 2147483647".split()
ROUNDINGS = "floor ceil round nearbyint trunc abs isnan isinf".split()


def leaf(rng):
    kind = rng.random()
    if kind < 0.3:
        return rng.choice(list(VARIABLES))
    if kind < 0.45:
        return rng.choice(LITERALS)
    usual = ["int32"] * 6 + ["float32"] * 4
    return rng.choice(special(rng.choice(INTEGERS + FLOATS + usual + ["bool", "float8_e4m3fn"])))


def expression(rng, depth):
    if depth == 0 or rng.random() < 0.12:
        return leaf(rng)
    a, b = (expression(rng, depth - 1) for _ in range(2))
    kind = rng.random()
    if kind < 0.42:
        return f"({a} {rng.choice(INFIX)} {b})"
    if kind < 0.66:
        return f"T.{rng.choice(CALLS if kind < 0.58 else BITS)}({a}, {b})"
    if kind < 0.72:
        return f"T.{rng.choice(ROUNDINGS)}({a})"
    if kind < 0.88:
        dtype = rng.choice(INTEGERS + FLOATS + ["bool", "int32", "int32x4", "float32"])
        return f"T.{dtype}({a})"
    if kind < 0.94:
        return f"T.if_then_else({a} {rng.choice(COMPARE)} {b}, {b}, {a})"
    return f"(-{a})"


def random_rows(seed, count):
    """`count` expressions, of which TVM refuses half at most."""
    rng = random.Random(seed)
    made, refused = 0, 0
    while made < count:
        text = expression(rng, rng.choice([1, 2, 2, 3]))
        is_refused = result_of(text) == "rejected"
        if is_refused and refused > count // 2:
            continue
        made += 1
        refused += is_refused
        yield text


def result_of(text):
    try:
        return model.evaluate(text, VARIABLES)
    except model.Rejected:
        return "rejected"


def is_defined(text):
    try:
        model.evaluate(text, VARIABLES)
    except model.Undefined:
        return False
    except model.Rejected:
        pass
    return True


if __name__ == "__main__":
    TABLE.write_text("".join(f"{text}\t{result_of(text)}\n" for text in rows()), encoding="utf-8")
