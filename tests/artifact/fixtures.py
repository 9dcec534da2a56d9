"""Small blobs of our own, byte by byte: every loader, every opcode, every kind of constant.

The texts beside them are those that TVM gives for the same bytes.
"""

import json
import struct

VOID, VM = 1 << 54, (1 << 54) + 1


# ---- the encoding of dmlc streams ----

def u64(*numbers):
    return struct.pack(f"<{len(numbers)}Q", *(n & (1 << 64) - 1 for n in numbers))


def u32(*numbers):
    return struct.pack(f"<{len(numbers)}I", *(n & (1 << 32) - 1 for n in numbers))


def text(value):
    data = value.encode() if isinstance(value, str) else value
    return u64(len(data)) + data


def several(items):
    return u64(len(items)) + b"".join(items)


def texts(*values):
    return several([text(value) for value in values])


def words(*numbers):
    return u64(len(numbers)) + u64(*numbers)


def dtype(code, bits, lanes=1):
    return struct.pack("<BBH", code, bits, lanes)


def tensor(shape, code, bits, data):
    return (u64(0xDD5E40F096B4A13F, 0) + u32(1, 0, len(shape)) + dtype(code, bits) + u64(*shape)
            + text(data))


# ---- blobs ----

def imports(tree):
    rows = [0]
    for children in tree:
        rows.append(rows[-1] + len(children))
    return words(*rows) + words(*(child for children in tree for child in children))


def blob19(modules, tree=None):
    """Pairs of a loader and its bytes; the loader _lib has none."""
    records = [text(key) + body for key, body in modules]
    if tree is not None:
        records.append(text("_import_tree") + imports(tree))
    return text(several(records))


def blob23(modules, tree):
    body = imports(tree)
    for key, data in modules:
        body += text(key) + (b"" if key == "_lib" else text(data))
    return text(body)


def kernel(name, types, tags, extra=None):
    """A function of a device; v0.23 has a tag for each argument, too."""
    body = text(name) + text(name) + several([dtype(*t) for t in types]) + texts(*tags)
    return body if extra is None else body + u64(len(extra)) + u32(*extra)


# ---- executables of Relax ----

def argument(kind, value):
    return kind << 56 | value & (1 << 56) - 1


def function(kind, name, begin, end, arguments, registers, *params):
    return u32(kind) + text(name) + u64(begin, end, arguments, registers) + texts(*params)


FUNCTIONS = [
    function(1, "main", 0, 6, 2, 5, "x", "a name"),
    function(0, "vm.builtin.copy", 0, 0, -2, 0),
    function(2, "tir_function", 0, 0, 3, 4),
    function(1, "empty", 6, 6, 0, 0),
    function(0, "a_name_that_is_longer_than_its_column", 0, 0, -2, 0),
]
CODE = [
    [1, VOID, 1, 2, argument(0, 0), argument(1, -3)],
    [1, 3, 4, 4, argument(0, VM), argument(2, 7), argument(3, 2), argument(3, 99)],
    [1, VM, 77, 0],
    [4, 3, 2],
    [3, -3],
    [2, 3],
]


def code_section():
    offsets, flat = [], []
    for instruction in CODE:
        offsets.append(len(flat))
        flat += instruction
    return words(*offsets) + words(*flat)


def constants(tags):
    """Tensor, scalar, shape, empty shape, string, integer, type."""
    t, shape, string, integer, kind = tags
    return several([
        u32(t) + tensor([2, 3], 2, 32, bytes(24)),
        u32(t) + tensor([], 0, 64, u64(5)),
        u32(shape) + words(4, -1),
        u32(shape) + words(),
        u32(string) + text('a "quoted"\nstring'),
        u32(integer) + u64(-7),
        u32(kind) + dtype(2, 16, 4),
    ])


def relax(version):
    magic = u64(0xD225DE2F4214151E if version == 23 else 0xD225DE2F4214151D)
    scopes = several([u64(0) + text("global.texture")]) if version == 23 else b""
    tags = (70, 69, 65, 1, 5) if version == 23 else (0, 2, 3, 4, 1)
    return (magic + text("0.14") + several(FUNCTIONS) + scopes + constants(tags)
            + code_section())


RELAX_TEXT = """\
@main:
  call  vm.builtin.copy  in: %0, i-3      dst: %void
  call  a_name_that_is_longer_than_its_column in: %vm, c[7], f[tir_function], \
f[unknown_func_index(99)] dst: %3
  call  unknown_func_index(77) in:              dst: %vm
  If    %3, 2
  goto  -3
  ret   %3

@vm.builtin.copy packed_func;

@tir_function num_inputs=3 vm_tir_func;

@empty:

@a_name_that_is_longer_than_its_column packed_func;

"""
RELAX_PYTHON = """\
ib = rx.Builder()
with ib.function("main", num_inputs=2):
    ib.emit_call("vm.builtin.copy", args=[ib.r(0), ib.imm(-3)])
    ib.emit_call("a_name_that_is_longer_than_its_column", args=[ib.r(vm), ib.c(7), \
ib.f("tir_function"), ib.f(ib.unknown_func_index(99))], dst=ib.r(3))
    ib.emit_call(ib.unknown_func_index(77), args=[], dst=ib.r(18014398509481985))
    ib.emit_if(ib.r(3), 2)
    ib.emit_goto(-3)
    ib.emit_ret(ib.r(3))
with ib.function("empty", num_inputs=0):
"""
RELAX_STATS = """\
Relax VM executable statistics:
  Constant pool (# 7): [[2, 3], scalar, shapetuple[4, -1], shapetupl], "a "quoted"
string", -7, float16x4]
  Globals (#5): [main, vm.builtin.copy, tir_function, empty, \
a_name_that_is_longer_than_its_column]
"""


# ---- executables of Relay ----

RELAY_CODE = [
    ([0, 1, 2], "move $2 $1"),
    ([2, 1, 2, 3, 4, 5], "invoke $3 VMFunc[1]($4,$5)"),
    ([2, 1, 0, 3], "invoke $3 VMFunc[1]($)"),
    ([3, 9, 1, 3, 4], "invoke_closure $3 $9($4)"),
    ([4, 0, 3, 1, 6, 7, 8], "invoke_packed PackedFunc[0] (in: $6, $7, out: $8)"),
    ([4, 1, 0, 0], "invoke_packed PackedFunc[1] (in: $, out: $)"),
    ([5, 1, 2, 2, 16, 4, 2, 3, 10, 20], "alloc_tensor $3 $1 $2 [10, 20] float16x4"),
    ([5, 1, 2, 4, 16, 1, 0, 3], "alloc_tensor $3 $1 $2 [] bfloat16"),
    ([6, 1, 2, 7, 1, 8, 1, 3], "alloc_tensor_reg $3 $1 $2 $7 uint8"),
    ([7, 5, 2, 3, 1, 2], "alloc_data $3 tag(5) [$1,$2]"),
    ([8, 1, 1, 3, 2], "alloc_closure $3 VMFunc[1]($2)"),
    ([9, 4, 1, 3], "get_field $3 $4[1]"),
    ([10, 1, 2, 1, 5], "if $1 $2 1 5"),
    ([11, 3, 1, 2], "load_const $2 Const[3] 1"),
    ([12, -4], "goto -4"),
    ([13, 4, 3], "get_tag $3 $4"),
    ([14, -8, 3], "load_consti $3 -8"),
    ([15], "fatal"),
    ([16, 9, 64, 2, 32, 1, 0, 0, 3], "alloc_storage $3 $9 64 float32 0"),
    ([16, 9, 64, 1, 1, 1, 1, 2, 3, 4, 5], "alloc_storage $3 [4, 5] bool 1"),
    ([17, 4, 3], "shape_of $3 $4"),
    ([18, 4, 5, 3], "reshape_tensor $3 $4 $5"),
    ([19, 4, 0, 1, 3], "device_copy $3 $4 1 0"),
    ([20, 3], "kill_register $3"),
    ([1, 3], "ret $3"),
]


def relay():
    body = u64(0xD225DE2F4214151D) + text("0.19.0")
    body += several([u32(1, 0) + text(""), u32(2, 1) + text("global")]) + u32(0)
    body += texts("main", "other")
    body += several([u32(0) + tensor([], 0, 64, u64(5)), u32(0) + tensor([1, 2], 2, 32, bytes(8)),
                     u32(1) + text("late")])
    body += words(0, 0, 1)
    body += texts("first", "second")
    body += several([u64(0) + several([text("key") + text("value")])])
    code = several([])  # a function without instructions
    other = texts("other", "0", "0") + code + words()
    main = texts("main", "10", str(len(RELAY_CODE))) + texts("x", "y") + words(0, 1)
    main += b"".join(words(12345, *row) for row, _ in RELAY_CODE)
    return body + several([main, other])


# SHA-256 of the order of these names in a std::unordered_map of libstdc++, as stats() writes it.
ORDER = "cf720b12178947793a1a1182e4ce670ed18701193df2410905244083a5cf5cba"


def relay_names(count):
    return [f"main_{i * 7919 % 100003}" for i in range(count)]


def relay_many(names):
    """An executable that has only the names of functions."""
    return (u64(0xD225DE2F4214151D) + text("0.19.0") + several([]) + u32(0) + texts(*names)
            + several([]) + words() + texts() + several([]) + several([]))


def relay_text():
    lines = ["VM Function[0]: main(x, y)", "# reg file size = 10",
             f"# instruction count = {len(RELAY_CODE)}", "opcode, fields # inst(text):"]
    for number, (row, words_of_it) in enumerate(RELAY_CODE):
        fields = f"{number:2}: " + "".join(f"{word} " for word in row)
        lines.append(f"{fields:<40}  # {words_of_it}")
    lines += ["", "VM Function[1]: other()", "# reg file size = 0", "# instruction count = 0",
              "opcode, fields # inst(text):", "", "", ""]
    return "\n".join(lines)


# ---- libraries of other systems ----

def u16(*numbers):
    return struct.pack(f"<{len(numbers)}H", *numbers)


def name16(name):
    return name.encode().ljust(16, b"\0")


def macho(blob, symbol, machine=0x01000007, bits=64, order="<"):
    """A library of macOS: a section with code, one with the blob and a number behind it, one
    without content, and symbols: two functions, data, a local one, an undefined one, one of a
    debugger."""
    def many(kind, *numbers):
        return struct.pack(f"{order}{len(numbers)}{kind}", *numbers)

    def integers(*numbers):
        return many("I", *numbers)

    def addresses(*numbers):
        return many("Q" if bits == 64 else "I", *numbers)

    word = bits // 8
    code, data = b"\xc3" * 16, blob + u64(7)
    names = b"\0" + b"".join(f"_{n}\0".encode() for n in ("f", "g", symbol, "n", "zero", "local"))
    at = {n: names.index(f"_{n}\0".encode()) for n in ("f", "g", symbol, "n", "zero", "local")}
    rows = [("f", 15, 1, 0x1000), ("g", 15, 1, 0x100C), (symbol, 15, 2, 0x2000),
            ("n", 15, 2, 0x2000 + len(blob)), ("zero", 15, 3, 0x9000), ("local", 14, 1, 0x1004),
            ("f", 1, 0, 0), ("g", 0x24, 1, 0x1000)]
    length = 40 + 4 * word + 3 * (56 + 3 * word)
    start = 24 + word + length + 24
    symbols = start + len(code) + len(data)

    def section(name, segment, address, size, offset, flags):
        return (name16(name) + name16(segment) + addresses(address, size)
                + integers(offset, 0, 0, 0, flags, *[0] * (word // 4 + 1)))

    segment = (integers(0x19 if bits == 64 else 1, length) + name16("__TEXT")
               + addresses(0x1000, 0x9000, 0, symbols) + integers(5, 5, 3, 0))
    segment += section("__text", "__TEXT", 0x1000, len(code), start, 0x80000400)
    segment += section("__const", "__TEXT", 0x2000, len(data), start + len(code), 0)
    segment += section("__bss", "__DATA", 0x9000, 64, 0, 1)
    table = integers(2, 24, symbols, len(rows), symbols + (8 + word) * len(rows), len(names))
    header = integers(0xFEEDFACF if bits == 64 else 0xFEEDFACE, machine, 3, 6, 2, length + 24, 0)
    header += integers(0) if bits == 64 else b""
    entries = b"".join(integers(at[n]) + bytes([kind, number]) + many("H", 0) + addresses(value)
                       for n, kind, number, value in rows)
    return header + segment + table + code + data + entries + names


def fat(*slices, bits=32):
    """Files for several machines; the table is big-endian."""
    row = ">2I2QII" if bits == 64 else ">5I"
    place, table, body = 8 + struct.calcsize(row) * len(slices), b"", b""
    for machine, content in slices:
        padding = [0] if bits == 64 else []
        table += struct.pack(row, machine, 3, place + len(body), len(content), 0, *padding)
        body += content
    return struct.pack(">2I", 0xCAFEBABF if bits == 64 else 0xCAFEBABE, len(slices)) + table + body


def coff(blob, symbol, machine=0x8664):
    """An object file of Windows: a section with code, one with the blob, one without content, and
    symbols: two functions, one of them with a long name, the blob, data, a local and an undefined
    one."""
    prefix = "_" if machine == 0x14C else ""
    code, strings = b"\xc3" * 16, b""
    start = 20 + 3 * 40
    symbols = start + len(code) + len(blob)
    rows = b""
    listed = [(".text", 0, 1, 3), ("f", 0, 1, 2), ("f_long_name", 12, 1, 2), (symbol, 0, 2, 2),
              ("zero", 0, 3, 2), ("local", 4, 1, 3), ("ext", 0, 0, 2)]
    for name, value, section, kind in listed:
        name = (prefix + name).encode()
        if len(name) > 8:
            name, strings = u32(0, 4 + len(strings)), strings + name + b"\0"
        more = name.startswith(b".")  # a section has a second record
        rows += name.ljust(8, b"\0") + u32(value) + u16(section, 0) + bytes([kind, more])
        rows += bytes(18 * more)

    def section(name, size, offset, flags):
        return name.encode().ljust(8, b"\0") + u32(0, 0, size, offset, 0, 0, 0, flags)

    head = u16(machine, 3) + u32(0, symbols, len(rows) // 18) + u16(0, 0)
    head += section(".text", len(code), start, 0x60000020)
    head += section(".rdata", len(blob), start + len(code), 0x40000040)
    head += section(".bss", 64, 0, 0xC0000080)
    return head + code + blob + rows + u32(4 + len(strings)) + strings


def pe(blob, symbol, bits=64):
    """A library of Windows: a section with code, one with the blob and the exports."""
    names = sorted(["f", "g", symbol])
    address = {"f": 0x1000, "g": 0x100C, symbol: 0x2000}
    base = 0x2000 + len(blob)
    functions, table, numbers = base + 40, base + 52, base + 64
    strings = b"lib.dll\0" + b"".join(n.encode() + b"\0" for n in names)
    place = numbers + 6
    exports = u32(0, 0, 0, place, 1, 3, 3, functions, table, numbers)
    exports += u32(*(address[n] for n in reversed(names)))
    exports += u32(*(place + strings.index(n.encode() + b"\0", 8) for n in names))
    exports += u16(2, 1, 0) + strings
    data, code = blob + exports, b"\xc3" * 16
    directory = 112 if bits == 64 else 96
    optional = u16(0x20B if bits == 64 else 0x10B).ljust(directory - 4, b"\0")
    optional += u32(16, base, len(exports)).ljust(4 + 16 * 8, b"\0")
    start = 64 + 24 + len(optional) + 2 * 40

    def section(name, at, content, offset, flags):
        return (name.encode().ljust(8, b"\0") + u32(len(content), at, len(content), offset, 0, 0, 0)
                + u32(flags))

    head = b"MZ".ljust(0x3C, b"\0") + u32(64)
    machine = 0x8664 if bits == 64 else 0x14C
    head += b"PE\0\0" + u16(machine, 2) + u32(0, 0, 0) + u16(len(optional), 0x2022) + optional
    head += section(".text", 0x1000, code, start, 0x60000020)
    head += section(".rdata", 0x2000, data, start + len(code), 0x40000040)
    return head + code + data


# ---- a large blob ----

def big(size):
    """The bytes around the elements of a tensor."""
    head = text("GraphExecutorFactory") + text(GRAPH) + u64(1) + texts("p0")
    head += u64(0xDD5E40F096B4A13F, 0) + u32(1, 0, 1) + dtype(2, 32) + u64(size // 4, size)
    tail = text("default") + text("_lib") + text("_import_tree") + imports([[1], []])
    return u64(8 + len(head) + size + len(tail), 3) + head, tail


# ---- all ----

DEVICE = text("cl") + several([kernel("k", [(3, 64), (0, 32)], ["blockIdx.x"])])
DEVICE23 = text("ptx") + several([kernel("k", [(3, 64), (0, 32)], ["blockIdx.x"], [0, 0])])
CL = "__kernel void k() {}\n"
PARAMS = u64(1) + texts("p0") + tensor([2], 0, 8, b"\x01\xff")
GRAPH = '{"nodes": [{"op": "tvm_op", "name": "f", "attrs": {"func_name": "fused"}}]}'
SPIRV = u32(0) + u64(5) + u32(0x07230203, 0x10000, 0, 1, 0)


def case(place, name, blob, tree=None, **files):
    folder = place / name
    folder.mkdir(parents=True)
    (folder / "blob.bin").write_bytes(blob)
    if tree:
        (folder / "tree.json").write_text(json.dumps(tree))
    for key, value in files.items():
        (folder / key.replace("__", ".").replace("_minus_", "-")).write_text(value)


def leaf(kind, *children):
    return {"kind": kind, "imports": list(children)}


def make_all(place):
    """A folder for each blob, as in the data of TVM."""
    views = {"bytecode__txt": RELAX_TEXT, "bytecode__py": RELAX_PYTHON, "stats__txt": RELAX_STATS}
    case(place, "relax23", blob23([("relax.VMExecutable", relax(23)), ("_lib", b"")], [[1], []]),
         leaf("relax.VMExecutable", leaf("c")), **views)
    case(place, "relax19", blob19([("relax.Executable", text(relax(19))), ("_lib", b"")],
                                  [[1], []]), leaf("relax.Executable", leaf("c")), **views)
    case(place, "relay", blob19([("VMExecutable", text(relay())), ("_lib", b"")], [[1], []]),
         leaf("VMExecutable", leaf("c")), bytecode__txt=relay_text())
    case(place, "no-tree", blob19([("opencl", DEVICE + text(CL)),
                                   ("cuda", text("ptx") + u64(0) + text("// ptx"))]),
         leaf("c", leaf("opencl"), leaf("cuda")),
         **{"source_minus_1_minus_opencl__txt": CL, "source_minus_2_minus_cuda__txt": "// ptx"})
    shared = blob23([("_lib", b""), ("cuda", DEVICE23 + text("//")),
                     ("metal", text("1") + several([text("k") + text("kernel")]) + u64(0)
                      + text("metal"))], [[1, 2], [2], []])
    case(place, "shared", shared)
    library = blob19([("opencl", DEVICE + text(CL))])
    tree = {"kind": "c", "dso_exportable": True, "imports": [
        {"kind": "opencl", "source": len(CL), "imports": []}]}
    listed = "__tvm_dev_mblob blob\nf function\ng function\n"
    case(place, "macho", macho(library, "__tvm_dev_mblob"), tree, symbols__txt=listed
         + "n data\nzero data\n", source_minus_1_minus_opencl__txt=CL)
    case(place, "pe", pe(library, "__tvm_dev_mblob"), tree, symbols__txt=listed,
         source_minus_1_minus_opencl__txt=CL)
    case(place, "pe32", pe(library, "__tvm_dev_mblob", 32), tree, symbols__txt=listed)
    later = blob23([("_lib", b""), ("cuda", DEVICE23 + text("//"))], [[1], []])
    case(place, "macho23", macho(later, "__tvm_ffi__library_bin", 0x0100000C),
         leaf("c", leaf("cuda")))
    case(place, "pe23", pe(later, "__tvm_ffi__library_bin"), leaf("c", leaf("cuda")))
    case(place, "fat", fat((0x01000007, macho(library, "__tvm_dev_mblob")),
                           (0x0100000C, macho(library, "__tvm_dev_mblob", 0x0100000C))))
    case(place, "fat64", fat((7, macho(library, "__tvm_dev_mblob", 7, 32)),
                             (18, macho(library, "__tvm_dev_mblob", 18, 32, ">")), bits=64))
    for name, content in [("macho32", macho(library, "__tvm_dev_mblob", 7, 32)),
                          ("macho32big", macho(library, "__tvm_dev_mblob", 18, 32, ">")),
                          ("macho64big", macho(library, "__tvm_dev_mblob", 18, 64, ">"))]:
        case(place, name, content, tree, symbols__txt=listed + "n data\nzero data\n",
             source_minus_1_minus_opencl__txt=CL)
    for name, machine in [("coff", 0x8664), ("coff32", 0x14C)]:
        case(place, name, coff(library, "__tvm_dev_mblob", machine), tree,
             symbols__txt="__tvm_dev_mblob blob\nf function\nf_long_name function\nzero data\n",
             source_minus_1_minus_opencl__txt=CL)
    # The format says nothing about the code: it is a source if it is text.
    metal = text("metallib") + several([kernel("k", [], [], [])]) + text("// Function: k\n")
    cubin = text("cubin") + several([kernel("k", [], [], [])]) + text(b"\x7fELF\x02\x00")
    case(place, "formats", blob23([("_lib", b""), ("metal", metal), ("cuda", cubin)],
                                  [[1, 2], [], []]),
         {"kind": "c", "imports": [{"kind": "metal", "source": 15, "imports": []},
                                   {"kind": "cuda", "source": 0, "imports": []}]},
         **{"source_minus_1_minus_metal__txt": "// Function: k\n"})
    every = [
        ("GraphExecutorFactory", text(GRAPH) + PARAMS + text("default")),
        ("AotExecutorFactory", PARAMS + text("default")),
        ("c", text("int x;\n") + text("c") + texts("f") + texts()),
        ("static_library", text(b"\x7fELF") + texts("f", "g")),
        ("const_loader", texts("c0") + u64(1) + tensor([1], 2, 64, u64(0)) + texts("f")
         + u64(1) + texts("c0")),
        ("metadata_module", b""),
        ("opencl", DEVICE + text(CL)),
        ("opencl", several([kernel("k", [], [])]) + several([text("k") + SPIRV])),
        ("hip", DEVICE + text("code")),
        ("hexagon", DEVICE + text("code")),
        ("hex", DEVICE + text("code")),
        ("metal", text("1") + several([text("k") + text("kernel")]) + u64(0) + text("metal")),
        ("webgpu", several([kernel("k", [(3, 64)], [], [0])]) + several([text("k") + text("fn")])),
        ("vulkan", text("spirv") + u64(0) + several([text("k") + SPIRV])),
        ("coreml", text("symbol") + text("model")),
        ("torch", text("symbol") + text("module")),
        ("mrvl_hw", text("symbol") + text("{}") + text("code") + u32(1, 2, 3)),
        ("mrvl_sim", text("symbol") + text("{}") + text("code")),
        ("VitisAIRuntime", text("module") + text("") + text("symbol") + texts("c0")),
        ("tensorrt", text("symbol") + text("{}") + texts()),
        ("dnnl_json", text("symbol") + text(GRAPH) + texts("c0")),
    ]
    children = [list(range(2, len(every) + 1))] + [[] for _ in every[1:]]
    modules = [every[0], ("_lib", b"")] + every[1:]
    tree = leaf(every[0][0], leaf("c", *(leaf(kind) for kind, _ in every[1:])))
    case(place, "every19", blob19(modules, [[1], *children]), tree)
    case(place, "every23", blob23(modules, [[1], *children]), tree)
