"""tunip_gdb.py -- tunip's nodes in gdb: `print node` shows a node in one line, `tunip-dump node`
prints it as text.

gdb loads this with an installed libtunip.so; elsewhere `source tunip_gdb.py`. Printing nodes reads
their field tables and calls no function of the program, so it works in core files. `tunip-dump`
calls tunip_dump(), which needs a running program.
"""

import gdb
import gdb.printing

LONGEST_KEY = 80
MOST_ANCESTORS = 32
MOST_FIELDS = 64
MOST_TEXT = 40
FIELD_NODE, FIELD_INT, FIELD_FLOAT, FIELD_BOOL, FIELD_DTYPE = range(5)
DTYPES = ("int", "uint", "float", "handle", "bfloat", "complex", "bool")
SCALARS = {FIELD_INT: "int64_t", FIELD_FLOAT: "double", FIELD_BOOL: "bool"}
BOXES = {"int": "int64_t", "float": "double", "bool": "bool"}
CONTAINERS = {"ffi.Array": "[{}]", "ffi.Map": "{{{}}}"}


class NoNode(Exception):
    """The pointer does not lead to a node."""


def read(address, name):
    """The value of the C type `name` at an address."""
    types = {"int64_t": "long long", "bool": "unsigned char", "size_t": "unsigned long"}
    pointer = gdb.lookup_type(types.get(name, name)).pointer()
    return gdb.Value(address).cast(pointer).dereference()


def read_text(data, size):
    return gdb.selected_inferior().read_memory(int(data), size).tobytes().decode("utf-8", "replace")


def key_of(kind):
    """The key of a type; fails for garbage, because a pointer may lead to anything."""
    key = kind["key"].string("ascii", "strict", length=-1) if int(kind["key"]) else ""
    if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
        raise NoNode
    return key


def type_at(address):
    kind = gdb.Value(address).cast(gdb.lookup_type("tunip_node").pointer())["type"]
    if int(kind) == 0:
        raise NoNode
    return kind.dereference()


def fields_of(kind):
    """The rows of a type's table, inherited ones first."""
    lines = [kind]
    while int(lines[-1]["base"]):
        if len(lines) == MOST_ANCESTORS:
            raise NoNode
        lines.append(lines[-1]["base"].dereference())
    for line in reversed(lines):
        for i in range(min(int(line["field_count"]), MOST_FIELDS)):
            yield line["fields"][i]


# ---- one line ----

def dtype_at(address):
    code, bits = int(read(address, "uint8_t")), int(read(address + 1, "uint8_t"))
    lanes = int(read(address + 2, "int16_t"))
    name = DTYPES[code] if code < len(DTYPES) else f"dtype{code}_"
    if (code, bits, lanes) == (3, 0, 0):
        return "void"
    return name + ("" if name == "bool" else str(bits)) + (f"x{lanes}" if lanes != 1 else "")


def child_at(address):
    """A child as a word: the value of a boxed value, otherwise the key of the type."""
    if address == 0:
        return "NULL"
    key = key_of(type_at(address))
    value = address + gdb.lookup_type("tunip_node").sizeof
    if key == "ffi.String":
        size = int(read(value + 8, "size_t"))
        text = read_text(read(value, "size_t"), min(size, MOST_TEXT)) if size else ""
        return '"' + text + ('"...' if size > MOST_TEXT else '"')
    if key in BOXES:
        return scalar(value, BOXES[key])
    if key in CONTAINERS:
        return CONTAINERS[key].format(int(read(value, "size_t")))
    return key


def scalar(address, name):
    value = read(address, name)
    if name == "bool":
        return "true" if int(value) else "false"
    return str(float(value)) if name == "double" else str(int(value))


def field_text(address, row):
    at, kind = address + int(row["offset"]), int(row["kind"])
    if kind == FIELD_NODE:
        return child_at(int(read(at, "size_t")))
    return dtype_at(at) if kind == FIELD_DTYPE else scalar(at, SCALARS[kind])


def shown_fields(address, kind):
    for row in fields_of(kind):
        name = row["name"].string()
        try:
            text = field_text(address, row)
        except (gdb.error, NoNode, KeyError, UnicodeDecodeError):
            text = "?"
        if name != "span" or text != "NULL":
            yield f"{name}={text}"


def summary(address):
    """A node on one line: tir.Add(dtype=int32, a=tir.Var, b=ir.IntImm)."""
    if address == 0:
        return "NULL"
    try:
        kind = type_at(address)
        key = key_of(kind)
        if key in BOXES or key in CONTAINERS or key == "ffi.String":
            return f"{key}({child_at(address)})"
        return f"{key}({', '.join(shown_fields(address, kind))})"
    except (gdb.error, NoNode, UnicodeDecodeError):
        return "no node"


# ---- what gdb sees ----

class NodePrinter:
    """A pointer to a node, as its address and its summary."""

    def __init__(self, value):
        self.address = int(value)

    def to_string(self):
        text = summary(self.address)
        return text if self.address == 0 else f"{self.address:#x} {text}"


def begins_with_node(kind):
    """Whether a struct is a tunip_node or begins with one, at any depth."""
    while kind.code == gdb.TYPE_CODE_STRUCT and kind.name != "tunip_node" and kind.fields():
        kind = kind.fields()[0].type.strip_typedefs()
    return kind.name == "tunip_node"


def node_printer(value):
    kind = value.type.strip_typedefs()
    if kind.code != gdb.TYPE_CODE_PTR:
        return None
    return NodePrinter(value) if begins_with_node(kind.target().strip_typedefs()) else None


node_printer.name = "tunip"
node_printer.enabled = True


def address_of(value):
    """The address of a node that is a struct, a reference or a pointer; None for anything else."""
    kind = value.type.strip_typedefs()
    if kind.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        return address_of(value.referenced_value())
    if kind.code == gdb.TYPE_CODE_STRUCT:
        return int(value.address) if begins_with_node(kind) and value.address else None
    if kind.code == gdb.TYPE_CODE_PTR:
        target = kind.target().strip_typedefs()
        is_other = target.code == gdb.TYPE_CODE_STRUCT and target.fields()
        return None if is_other and not begins_with_node(target) else int(value)
    return int(value) if kind.code == gdb.TYPE_CODE_INT else None


class Dump(gdb.Command):
    """tunip-dump EXPRESSION: prints a node as text, by calling tunip_dump() in the program. The
expression is a node or a pointer to one. Without a running program (a core file, say) it shows the
node in one line."""

    def __init__(self):
        super().__init__("tunip-dump", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        value = gdb.parse_and_eval(argument or "0")
        address = address_of(value)
        if address is None:
            raise gdb.GdbError(f"{argument} is no node: its type is {value.type}")
        text = summary(address)
        if text == "no node":
            raise gdb.GdbError(f"{address:#x}: no node")
        if text == "NULL" or not can_call():
            gdb.write(text + "\n")
        else:
            gdb.parse_and_eval(f"(void)tunip_dump((const tunip_node *){address:#x})")


def can_call():
    """Whether there is a process behind the memory."""
    thread = gdb.selected_thread()
    return thread is not None and gdb.selected_inferior().connection.type == "native"


gdb.printing.register_pretty_printer(gdb.current_objfile(), node_printer, replace=True)
Dump()
