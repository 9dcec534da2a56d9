#!/usr/bin/env python3
"""Writes the C code of the built-in node types: structs, field tables and lists, from schema/.

usage: make_types.py ROOT [--check]

schema/tvm-0.23.json holds the facts of TVM's reflection: for each type its base, its kind of
structural equality, and its fields with their declared types. schema/tvm-0.23.overlay.json adds
what the reflection lacks: names that C cannot spell, flags of fields, the equality of types for
which TVM has none, the file of each type, what constructors take and compute, and the versions of
TVM that have a type or field. With --check nothing is written, and the exit status is 1 if a file
is not up to date.

schema/tvm-0.26.json and its overlay hold the same for the next version. A type that is the same in
both has one descriptor. Another one has a descriptor of its own, but shares the struct of its *kin*
in the older version, which means the same, if every field has a member there: tirx.For is kin of
tir.For. The overlay's `kin` names the kin whose key is another; `own` lists types without kin;
`fresh` lists types that are the same in both and print differently.

schema/tvm-0.24.json and tvm-0.25.json hold what changed since the version that `from` names: keys
that were `renamed` (a key that ends in a dot stands for all that begin with it), types that are
gone (`without`), and types that are new or have other fields (`types`). These versions lie between
the two main ones. A type that is the same as in v0.23 or v0.26 has their descriptor. Any other one
is kin of the type of v0.23 that it comes from, if its fields have members there. The overlay's
`extended` lists types whose struct begins with that of the kin and has more members, and `later`
lists types that are kin of the type of v0.26 with the same key.

schema/tvm-0.19.json holds only the types that no later version has; tunip does not convert them to
other versions. Its fields may name types of v0.23. A fourth member of a field is the default of an
attribute, as TVM states it.
"""

import json
import pathlib
import re
import sys

KNOWN = (pathlib.Path(__file__).resolve().parents[1]
         / "include/tunip/vintages.def").read_text(encoding="utf-8")
# The versions with a schema: the first one, the last one, and those between them.
VINTAGES = tuple(f"0.{minor}" for minor in re.findall(r"^X\((\d+)\)$", KNOWN, re.M))
# A version whose own types are in no other one. It uses types of the first one of VINTAGES.
ASIDE, = (f"0.{minor}" for minor in re.findall(r"^APART\((\d+)\)$", KNOWN, re.M))
COLUMNS = 100

# Declared types of plain fields: the member's C type and the macro of its row.
SCALARS = {"int": ("int64_t ", "INT"), "float": ("double ", "FLOAT"), "bool": ("bool ", "BOOL"),
           "DataType": ("tunip_dtype ", "DTYPE")}
# Values that a field may point to.
VALUES = {"DataType": "tunip_dtype_value", "ffi.String": "tunip_string",
          "std::string": "tunip_string", "ffi.Tensor": "tunip_tensor",
          "ffi.Shape": "tunip_shape", "int": "tunip_int", "float": "tunip_float",
          "bool": "tunip_bool", "ffi.Function": "tunip_any", "Any": "tunip_any",
          "ffi.Array": "tunip_array", "ffi.Map": "tunip_map"}
EQUALITIES = {"unsupported": "UNSUPPORTED", "none": "UNSUPPORTED", "tree": "TREE",
              "free_var": "FREE_VAR", "dag": "DAG", "const_tree": "CONST_TREE",
              "unique_instance": "UNIQUE"}
# In the order in which flags are written.
FLAGS = {"def": "DEF", "ignore": "IGNORE", "optional": "OPTIONAL", "aside": "ASIDE",
         "default": "DEFAULT", "again": "AGAIN", "text": "TEXT", "name": "NAME",
         "location": "LOCATION"}


def snake(name):
    """BatchNormAttrs -> batch_norm_attrs, Conv2DAttrs -> conv2d_attrs, ToVDeviceAttrs ->
    to_vdevice_attrs."""
    for whole in ("NLL", "NNPACK", "RMS", "PRelu", "TIR", "VDevice", "TopK", "ND", "1D", "2D",
                  "3D"):
        name = name.replace(whole, whole.capitalize() if whole[0].isalpha() else whole.lower())
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def version(text):
    """(0, 23) for "0.23"; nothing for an empty text."""
    if text and not re.fullmatch(r"\d+\.\d+", text):
        sys.exit(f"vintages: `{text}` is no version")
    return tuple(map(int, text.split("."))) if text else None


def renamed(names, key):
    """The key after a change of names: that of the longest name that it is or begins with."""
    fitting = [name for name in names
               if key == name or (name.endswith(".") and key.startswith(name))]
    best = max(fitting, key=len, default="")
    return names[best] + key[len(best):] if best else key


def changed(types, change, origins):
    """The types of the next version. `origins` gets the first key of each."""
    def new(text):
        return re.sub(r"[\w.]+", lambda match: renamed(change["renamed"], match[0]), text)
    made = {}
    for key, entry in types.items():
        if any(new(key) == gone or (gone.endswith(".") and new(key).startswith(gone))
               for gone in change["without"]):
            continue
        origins[new(key)] = origins.get(key, key)
        fields = [[name, new(declared), *rest] for name, declared, *rest in entry["fields"]]
        made[new(key)] = {**entry, "base": new(entry["base"]), "fields": fields}
    # A new type stands before the first one that names it.
    fresh = [key for key in change["types"] if key not in made]
    for key in fresh:
        origins.pop(key, None)
    return {**{key: change["types"][key] for key in fresh if not change["types"][key]["fields"]
               and change["types"][key]["base"] == "ffi.Object"}, **made, **change["types"]}


class Schema:
    """The facts and the overlay of one vintage. `older` is the schema of the first one, whose types
    may be kin. `others` are those whose descriptors this one may share, the best one first."""

    def __init__(self, folder, vintage, older=None, others=()):
        self.vintage_name, self.older, self.newer = vintage, older, []
        self.others = others or ((older,) if older else ())
        facts = json.loads((folder / f"tvm-{vintage}.json").read_text(encoding="utf-8"))
        overlay = json.loads((folder / f"tvm-{vintage}.overlay.json").read_text(encoding="utf-8"))
        self.aside = overlay.get("aside", False)
        self.between = "from" in facts
        self.origins = {}
        if self.between:
            before = next(other for other in self.others if other.vintage_name == facts["from"])
            self.origins = dict(before.origins)
            facts = changed(before.types, facts, self.origins)
        self.types = facts
        if self.aside:
            self.types = {**older.types, **self.types}
        elif older:
            older.newer.append(self)
        self.kin_names, self.own = overlay.get("kin", {}), set(overlay.get("own", []))
        self.told_apart = set(overlay.get("fresh", []))
        self.later, self.extended = overlay.get("later", []), overlay.get("extended", [])
        self.units = overlay["units"]
        self.prefixes = overlay["prefixes"]
        self.structs = overlay.get("structs", {})
        self.shared = overlay.get("shared", {})
        self.members = overlay.get("members", {})
        self.unions = overlay.get("unions", {})
        self.flags = overlay["flags"]
        self.any = set(overlay.get("any", []))
        self.equalities = overlay.get("equalities", {})
        self.type_flags = overlay.get("type_flags", {})
        self.codecs = overlay.get("codecs", {})
        self.parts = overlay.get("parts", {})
        self.docs = overlay.get("docs", {})
        self.completions = overlay.get("completions", {})
        self.constructors = overlay.get("constructors", {})
        self.vintages = overlay.get("vintages", {})
        self.check_vintages()
        self.owners = self.find_owners()
        self.fresh = {key for key in self.types if self.owners[key] is self}

    def find_owners(self):
        """The schema whose descriptor each type has."""
        owners = dict.fromkeys(self.types, self)
        for other in reversed(self.others):
            fresh = self.differing(other)
            owners.update({key: other.owners[key] for key in self.types if key not in fresh})
        return owners

    def differing(self, other):
        """The types that are not the same as in another vintage, with all that they refer to."""
        fresh = {key for key in self.types if self.types[key] != other.types.get(key)}
        if self.between and not other.between:  # kin that means something else
            fresh |= {key for key in self.types if key in other.types and
                      other.kin(key) not in (None, self.origins.get(key))}
        fresh |= self.told_apart
        while True:
            more = {key for key in set(self.types) - fresh if self.mentions(key) & fresh}
            if not more:
                return fresh
            fresh |= more

    def mentions(self, key):
        """The types that the base and the fields of a type name."""
        declared = [field[1] for field in self.types[key]["fields"]]
        names = set(re.findall(r"[\w.]+", " ".join([*declared, self.types[key]["base"]])))
        return names & set(self.types)

    def kin(self, key):
        """The type of another vintage with the same struct and the same meaning, or None."""
        if not self.older or key in self.own or key not in self.fresh:
            return None
        named = self.kin_names.get(key, self.origins.get(key, key))
        top, _, rest = key.partition(".")
        if named not in self.kin_schema(key).types:
            named = f"{self.kin_names.get(top, top)}.{rest}"
        if named not in self.kin_schema(key).types:
            return None
        return named if key in self.extended or \
            all(self.kin_field(key, named, field) for field in self.types[key]["fields"]) else None

    def kin_schema(self, key):
        """The schema of the kin of a type."""
        return self.others[1] if key in self.later else self.older

    def kin_field(self, key, kin, field):
        """The kin's field whose member holds this field; None if there is none of its C type."""
        name = self.members.get(f"{kin}.{field[0]}", field[0])
        made = Field(self, "", *field)
        own = [f for f in fields_of(self.kin_schema(key), kin) if name in (f.name, f.member)]
        union = self.older.unions.get(f"{kin}.{name}")
        if own and union and "*" in made.ctype:
            own[0].member, own[0].ctype = union, "tunip_node *"
        if own and (own[0].ctype == made.ctype or "*" in own[0].ctype and "*" in made.ctype):
            return own[0]
        return None

    def check_vintages(self):
        """Each row names a type or a field and says in which versions of TVM it exists."""
        here = version(self.vintage_name)
        for place, row in self.vintages.items():
            key, _, name = place.rpartition(".")
            named = {field[0] for field in self.types.get(key, {"fields": []})["fields"]}
            if place not in self.types and name not in named:
                sys.exit(f"vintages: {place} is no type and no field")
            if not row or set(row) - {"since", "until"}:
                sys.exit(f"vintages: {place} may have `since` and `until`, not {sorted(row)}")
            since, until = (version(row.get(word, "")) for word in ("since", "until"))
            if since and until and since >= until:
                sys.exit(f"vintages: {place} ends before it begins")
            if (since and since > here) or (until and until <= here):
                sys.exit(f"vintages: {place} is in tvm-{self.vintage_name}.json and not in that "
                         "version")

    def vintage(self, place):
        """A comment for the struct of a type or field that is not in all versions; or nothing."""
        row = self.vintages.get(place, {})
        return " ".join(f"{word} TVM {row[word]}" for word in ("since", "until") if word in row)

    def struct(self, key):
        """tunip_tir_for for tir.For; tunip_ir_range_v26 for a second descriptor of ir.Range."""
        if key not in self.fresh:
            return self.owners[key].struct(key)
        suffix = "_v" + self.vintage_name.partition(".")[2]
        if self.older and key in self.older.types:
            return self.older.struct(key) + suffix
        if key in self.structs:
            return self.structs[key]
        top, last = key.rpartition(".")[0].partition(".")[0], key.rpartition(".")[2]
        return f"tunip_{self.prefixes[top]}_{snake(last)}" + (suffix if self.between else "")

    def keys_of(self, unit):
        """The types of a unit, in the order of the schema: a base stands before its descendants."""
        return [key for key in self.types if key in self.fresh and self.unit_of(key) is unit]

    def unit_of(self, key):
        """The unit with the longest prefix of the key."""
        fitting = [(len(prefix), n) for n, unit in enumerate(self.units)
                   for prefix in unit["keys"] if key.startswith(prefix)]
        return self.units[max(fitting)[1]] if fitting else None


def descriptor(struct):
    """The name of the descriptor of a struct."""
    return "tunip_dtype_type" if struct == "tunip_dtype_value" else f"{struct}_type"


class Field:
    """A row of a field table, with the member that it describes."""

    def __init__(self, schema, key, name, declared, equality="", default=None):
        place = f"{key}.{name}"
        optional = re.fullmatch(r"Optional\[(.*)\]", declared)
        if optional:
            declared = optional[1]
        self.name, self.is_kin, self.default = name, False, default
        self.flags = {flag for flag in (equality, "optional" if optional else "") if flag}
        self.flags |= set(schema.flags.get(place, "").split())
        if schema.aside and declared == "std::string":
            self.flags.add("text")
        if equality == "ignore" and name in ("name", "name_hint"):
            self.flags.add("name")
        if equality == "ignore" and declared == "ir.Span":
            self.flags.add("location")
        self.member = schema.members.get(place, name.strip("_"))
        self.key_type = self.item_type = ""
        self.declared = declared
        if declared in SCALARS and not optional:
            self.ctype, self.macro = SCALARS[declared]
        else:
            self.point_to(schema, "Any" if place in schema.any else declared)

    def take_place_of(self, kin):
        """Lies where a field of the kin lies, with its flags for walks."""
        self.member, self.ctype, self.is_kin = kin.member, kin.ctype, True
        self.flags |= kin.flags & {"aside", "optional", "default"}

    def point_to(self, schema, declared):
        """A field that is a pointer to a node."""
        container = re.fullmatch(r"(ffi\.Array|ffi\.Map)\[(.*)\]", declared)
        if container:
            count = 1 if container[1] == "ffi.Array" else 2
            parts = [self.c_type(schema, re.sub(r"\[.*", "", part))
                     for part in container[2].split(", ", count - 1)]
            self.item_type, self.key_type = parts[-1], parts[0] if count == 2 else ""
            self.ctype = VALUES[container[1]] + " *"
            self.macro = "ARRAY" if count == 1 else "MAP"
            return
        target = self.c_type(schema, declared)
        self.item_type = target
        # A reader of a field of an abstract type must check the node's type first.
        is_open = "abstract" in type_flags(schema, declared) or declared == "ir.Span"
        if target == "tunip_any":
            self.ctype, self.macro = "tunip_node *", "ANY"
        elif is_open:
            self.ctype, self.macro = "tunip_node *", "ABSTRACT"
        else:
            self.ctype, self.macro = f"{target} *", "NODE"

    @staticmethod
    def c_type(schema, declared):
        if declared in VALUES:
            return VALUES[declared]
        if declared not in schema.types:
            sys.exit(f"no C type is known for {declared}")
        return schema.struct(declared)

    def note(self, schema, key):
        """The comment of the member: what its C type does not show."""
        kind = self.declared if self.macro in ("ABSTRACT", "ARRAY", "MAP") else ""
        if kind == "ffi.Object":
            kind = "any node"
        if "optional" in self.flags:
            kind = f"{kind} or NULL" if kind else "or NULL"
        place = f"{key}.{self.name}"
        return "; ".join(filter(None, (kind, schema.docs.get(place), schema.vintage(place))))

    def row(self, struct):
        flags = " | ".join(f"TUNIP_FLAG_{c}" for f, c in FLAGS.items() if f in self.flags) or "0"
        member = f"base.{self.member}" if "again" in self.flags else self.member
        types = {"ABSTRACT": [self.item_type], "NODE": [self.item_type], "ARRAY": [self.item_type],
                 "MAP": [self.key_type, self.item_type]}.get(self.macro, [])
        if member == self.name and not self.is_kin and "tunip_dtype_value" not in types:
            return f"TUNIP_FIELD_{self.macro}({', '.join([struct, member, *types, flags])}),"
        return self.full_row(struct, member, flags)

    def full_row(self, struct, member, flags):
        """A row whose name is not that of the member."""
        kinds = {"INT": "INT", "FLOAT": "FLOAT", "BOOL": "BOOL", "DTYPE": "DTYPE"}
        expects = {"ARRAY": "tunip_array", "MAP": "tunip_map", "ANY": ""}.get(self.macro,
                                                                              self.item_type)
        item = self.item_type if self.macro in ("ARRAY", "MAP") else ""
        pointers = [f"&{descriptor(name)}" if name else "NULL"
                    for name in (expects, self.key_type, item)]
        if self.macro in kinds:
            pointers = ["NULL"] * 3
        parts = [f'"{self.name}"', struct, member, self.ctype.strip(),
                 f"TUNIP_KIND_{kinds.get(self.macro, 'NODE')}", flags, *pointers]
        return f"TUNIP_FIELD_ROW({', '.join(parts)}),"


def fields_of(schema, key):
    made = [Field(schema, key, *field) for field in schema.types[key]["fields"]]
    kin = schema.kin(key)
    if kin:
        for field, declared in zip(made, schema.types[key]["fields"]):
            place = schema.kin_field(key, kin, declared)
            if place:
                field.take_place_of(place)
            if place and key in schema.extended:
                field.member = f"kin.{field.member}"
    return made


def find_field(schema, key, name):
    """A type's own or inherited field, and the member that holds it: `base.dtype`."""
    prefix, owner = "", key
    while owner:
        for field in fields_of(schema, owner):
            if field.name == name:
                return field, prefix + field.member
        prefix, owner = prefix + "base.", schema.types[owner]["base"]
    sys.exit(f"{key} has no field {name}")


# ---- layout ----

def wrapped(line, indent, continuation):
    """The line, broken at commas where it is too long."""
    lines, rest = [], " " * indent + line
    while len(rest) > COLUMNS:
        at = rest.rfind(", ", continuation, COLUMNS)
        if at < 0:
            at = rest.rfind(" = ", continuation, COLUMNS) + 1
        if at <= 0:
            at = rest.rfind(" | ", continuation, COLUMNS - 1) + 1
        if at <= 0:
            break
        lines.append(rest[:at + 1])
        rest = " " * continuation + rest[at + 2:]
    return [*lines, rest]


def comment(text, indent=0):
    """A comment, as many lines as it takes."""
    words, lines, line = text.split(), [], "/*"
    for word in words:
        if len(line) + 1 + len(word) > COLUMNS - indent:
            lines.append(line)
            line = " *"
        line += " " + word
    lines.append(line + " */" if len(line) + 3 <= COLUMNS else line + "\n */")
    return lines


# ---- what constructors compute ----

# The dtypes of fixed results.
FIXED = {"handle": "{TUNIP_DTYPE_HANDLE, 64, 1}"}


def completion_row(schema, key, text):
    """The members of a tunip_completion: "bool a, same a b, finish f"."""
    struct = shared_struct(schema, key) or schema.struct(key)

    def at(name):
        return f"offsetof({struct}, {find_field(schema, key, name)[1]})"
    for clause in text.split(", "):
        word, *names = clause.split()
        if word in ("like", "bool"):
            yield f".result = TUNIP_RESULT_{word.upper()}"
            yield f".of = {at(names[0])}"
        elif word in ("same", "conditions"):
            yield f".{word} = {{{', '.join(map(at, names))}}}"
        elif word == "fixed":
            yield ".result = TUNIP_RESULT_FIXED"
            yield f".fixed = {FIXED[names[0]]}"
        elif word == "finish":
            yield f".finish = {names[0]}"
        else:
            sys.exit(f"{key}: `{clause}` is no part of a completion")
    expr = schema.struct("ir.PrimExpr")
    if text.startswith("finish"):
        return
    yield f".expr = &{expr}_type"
    yield f".dtype = offsetof({expr}, dtype)"


def completion_lines(schema, key):
    """The row of a type, unless an earlier type of the same struct has the same."""
    text = schema.completions.get(key)
    first = completion_owner(schema, key)
    if text and first == key:
        yield f"static const tunip_completion {schema.struct(key)}_completion = {{"
        yield from wrapped(", ".join(completion_row(schema, key, text)) + "};", 4, 4)


def completion_owner(schema, key):
    """The first type with the struct and the completion of this one."""
    struct = shared_struct(schema, key) or schema.struct(key)
    return next(other for other in schema.types
                if (shared_struct(schema, other) or schema.struct(other)) == struct
                and schema.completions.get(other) == schema.completions.get(key))


def completion_of(schema, key):
    if key not in schema.completions:
        return "NULL"
    return f"&{schema.struct(completion_owner(schema, key))}_completion"


# ---- constructors ----

def parameter(field, name):
    """The parameter of a constructor for a field."""
    if field.ctype == "tunip_string *":
        return f"const char *{name}"
    if field.ctype == "tunip_node *":
        return f"void *{name}"
    return field.ctype + name


def constructor(schema, key):
    """The prototype without its semicolon."""
    struct = schema.struct(key)
    parts = ["tunip_graph *graph"]
    for name in schema.constructors[key].split():
        field, _ = find_field(schema, key, name)
        parts.append(parameter(field, field.member))
    return f"{struct} *{struct}_new({', '.join(parts)})"


def constructor_lines(schema, key):
    struct = schema.struct(key)
    yield from wrapped(constructor(schema, key), 0, 4)
    yield "{"
    yield from wrapped(f"{struct} *made = tunip_node_new(graph, &{struct}_type);", 4, 8)
    names = schema.constructors[key].split()
    if names:
        yield "    if (!made) return NULL;"
    for name in names:
        field, member = find_field(schema, key, name)
        text = field.ctype == "tunip_string *"
        value = f"tunip_string_new(graph, {field.member})" if text else field.member
        yield f"    made->{member} = {value};"
    yield "    return tunip_node_complete(graph, made);"
    yield "}"


def constructors_of(schema, unit):
    return [key for key in schema.keys_of(unit) if key in schema.constructors]


def builders(schema, dialect):
    """The file with a dialect's constructors."""
    units = [unit for unit in schema.units if unit["dialect"] == dialect]
    lines = comment(f"build.c -- constructors of the {dialect} dialect: they set the fields and "
                    "complete the node. Made by tools/make_types.py from schema/.")
    lines += ["/* clang-format off */"]
    lines += [f"#include <{unit['header'].removeprefix('include/').replace('_types', '')}>"
              for unit in units if constructors_of(schema, unit)]
    for unit in units:
        for key in constructors_of(schema, unit):
            lines += ["", *constructor_lines(schema, key)]
    return "\n".join(lines) + "\n"


# ---- headers ----

def struct_lines(schema, key, name):
    entry = schema.types[key]
    kin = schema.kin(key)
    if kin and key not in schema.extended:
        yield f"typedef {schema.kin_schema(key).struct(kin)} {name};"
        return
    base = schema.kin_schema(key).struct(kin) if kin else \
        schema.struct(entry["base"]) if entry["base"] else "tunip_node"
    yield f"typedef struct {name} {{"
    yield f"    {base} {'kin' if kin else 'base'};"
    for field in fields_of(schema, key):
        if "again" not in field.flags and not field.is_kin:
            note = field.note(schema, key)
            yield from union_lines(schema, key, field) or \
                [f"    {field.ctype}{field.member};" + (f" /* {note} */" if note else "")]
    yield f"}} {name};"


def union_lines(schema, key, field):
    """The members of a field that holds a node in a later version of TVM, and the node."""
    node = schema.unions.get(f"{key}.{field.name}")
    return node and ["    union {", f"        {field.ctype}{field.member};",
                     f"        tunip_node *{node}; /* in TVM v0.26 */", "    };"]


def shared_struct(schema, key):
    """The struct that several types share, if this one does."""
    return next((name for name, entry in schema.shared.items() if key in entry["types"]), None)


def declared_lines(schema, keys):
    """The structs and typedefs of a header."""
    done = set()
    for key in keys:
        shared = shared_struct(schema, key)
        if shared and shared not in done:
            done.add(shared)
            yield from comment(schema.shared[shared]["doc"])
            yield from struct_lines(schema, key, shared)
            yield ""
        if shared:
            yield f"typedef {shared} {schema.struct(key)}; /* {key} */"
            if key == schema.shared[shared]["types"][-1]:
                yield ""
            continue
        note = ", ".join(filter(None, (schema.docs.get(key), schema.vintage(key))))
        yield from comment(f"{key}: {note}" if note else key)
        yield from struct_lines(schema, key, schema.struct(key))
        yield ""


def forward(schema, keys, text):
    """Structs that a header mentions before it defines them, or that a later header defines."""
    own = {schema.struct(key) for key in schema.types}
    needed = []
    for match in re.finditer(r"^    (\w+) \*\w+;", text, re.M):
        name = match[1]
        defined = text.find(f"}} {name};")
        here = name in {schema.struct(key) for key in keys}
        if name in own and (defined > match.start() or (not here and later(schema, name, keys))):
            needed.append(name)
    return [f"typedef struct {name} {name};" for name in dict.fromkeys(needed)]


def later(schema, name, keys):
    """Whether a unit behind that of `keys` defines the struct."""
    place = {schema.struct(key): schema.units.index(schema.unit_of(key)) for key in schema.types
             if not schema.aside or key in schema.fresh}
    if name not in place:
        return False
    return place[name] > schema.units.index(schema.unit_of(keys[0]))


def header(schema, unit):
    keys = schema.keys_of(unit)
    file = pathlib.PurePath(unit["header"])
    guard = unit["guard"]
    body = "\n".join(declared_lines(schema, keys))
    names = forward(schema, keys, body)
    api = "TUNIP_API extern" if file.parts[0] == "include" else "extern"
    lines = comment(f"{file.name} -- {unit['about']} Made by tools/make_types.py from schema/.")
    includes = [unit["include"], *unit.get("includes", [])]
    lines += [f"#ifndef {guard}", f"#define {guard}", "",
              *[f"#include <{name}>" for name in includes], ""]
    lines += ["#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
    lines += [*names, ""] if names else []
    lines += [body]
    lines += [f"{api} tunip_type {schema.struct(key)}_type;" for key in keys]
    made = constructors_of(schema, unit)
    if made:
        lines += ["", *comment("Constructors, as those of TVM: see \"making nodes\" in "
                               "<tunip/tvm/ir.h>. The arguments are fields; the others get what "
                               "TVM's constructors give them.")]
    for key in made:
        lines += wrapped(f"TUNIP_API {constructor(schema, key)};", 0, 4)
    lines += ["", "#ifdef __cplusplus", "}", "#endif", "#endif"]
    return "\n".join(lines) + "\n"


# ---- field tables ----

def type_flags(schema, key):
    """The flags of a type; kin has the same."""
    if key not in schema.types:
        return ""
    if key not in schema.fresh:
        return type_flags(schema.owners[key], key)
    kin = schema.kin(key)
    kin_flags = type_flags(schema.kin_schema(key), kin) if kin else ""
    return schema.type_flags.get(key, kin_flags)


def table_lines(schema, key):
    entry = schema.types[key]
    name = schema.struct(key)
    shared = shared_struct(schema, key)
    table = shared or name
    fields = fields_of(schema, key)
    if fields and (not shared or key == schema.shared[shared]["types"][0]):
        yield f"static const tunip_field {table}_fields[] = {{"
        for field in fields:
            yield from wrapped(field.row(table), 4, 14)
        yield "};"
    yield from completion_lines(schema, key)
    base = f"&{schema.struct(entry['base'])}_type" if entry["base"] else "NULL"
    flags = " | ".join(f"TUNIP_TYPE_{flag.upper()}"
                       for flag in type_flags(schema, key).split()) or "0"
    codecs = schema.codecs if not schema.older else {**schema.older.codecs, **schema.codecs}
    codec = f"&{codecs[key]}" if key in codecs else "NULL"
    rows = f"{table}_fields, TUNIP_LEN({table}_fields)" if fields else "NULL, 0"
    equality = schema.equalities.get(key, entry["equality"])
    kin = schema.kin(key)
    parts = schema.parts.get(key, "NULL")
    if kin and schema.between:
        parts = schema.kin_schema(key).parts.get(kin, parts)
    kin_type = f"&{schema.kin_schema(key).struct(kin)}_type" if kin else "NULL"
    yield from wrapped(f'TUNIP__VINTAGE_TYPE({name}, "{key}", {base}, {rows}, '
                       f"{EQUALITIES[equality]}, {flags}, {codec}, {parts}, "
                       f"{completion_of(schema, key)}, {kin_type}, {since_of(schema, key)}, "
                       f"{until_of(schema, key)});", 0, 4)
    yield ""


def number(vintage):
    """26 for 0.26."""
    return int(vintage.partition(".")[2])


def since_of(schema, key):
    """The first vintage with the descriptor of a type; 0 if the oldest one has it."""
    first = next(other for other in schema.all if other.owners.get(key) is schema) \
        if not schema.aside else None
    return number(first.vintage_name) if first and first.older else 0


def until_of(schema, key):
    """The first vintage that has the type no longer, or another one under its key; 0 if none."""
    if schema.aside:
        return number(schema.older.vintage_name)
    having = [other.owners.get(key) is schema for other in schema.all]
    first = having.index(True)
    if False not in having[first:]:
        return 0
    end = having.index(False, first)
    if True in having[end:]:
        sys.exit(f"{key}: v{schema.all[end].vintage_name} lacks the type, a later version has it")
    return number(schema.all[end].vintage_name)


def source(schema, unit):
    keys = schema.keys_of(unit)
    file = pathlib.PurePath(unit["source"])
    lines = comment(f"{file.name} -- field tables of {unit['header'].rpartition('/')[2]}. Made by "
                    "tools/make_types.py from schema/.")
    lines += ["/* clang-format off */"]
    lines += [f'#include "{name}"' if name.endswith(".h") and not name.startswith("tunip")
              else f"#include <{name}>" for name in unit["source_includes"]]
    if unit.get("list") and schema.newer:
        lines += [f"#include <{other['header'].removeprefix('include/')}>"
                  for newer in schema.newer for other in newer.units
                  if other["dialect"] == unit["dialect"]]
    lines += [""]
    for key in keys:
        lines += table_lines(schema, key)
    if unit.get("list"):
        lines += [f"tunip_type *const {unit['list']}_types[{unit['list'].upper()}_TYPE_COUNT] = {{",
                  "#define X(t) &t##_type,", '#include "types.def"', "#undef X", "};"]
    return "\n".join(lines).rstrip("\n") + "\n"


def types_of(schemas, dialect):
    """The structs of all types of a dialect, of all vintages."""
    return [schema.struct(key) for schema in schemas for key in schema.types
            if key in schema.fresh and schema.unit_of(key)["dialect"] == dialect]


def listing(schemas, dialect):
    lines = comment("types.def -- the types that the dialect registers: X(struct). Define X before "
                    "including. A base stands before its descendants. Made by tools/make_types.py "
                    "from schema/.")
    lines += [f"X({struct})" for struct in types_of(schemas, dialect)]
    return "\n".join(lines) + "\n"


def tables(schemas, root, dialect):
    """The header that declares a dialect's lists of types and of accounts."""
    top = dialect.upper()
    rows = next((root / "src/dialects" / dialect).rglob("accounts.def"), None)
    accounts = len(re.findall(r"^X\(", rows.read_text(encoding="utf-8"), re.M)) if rows else 0
    lines = comment(f"tables.h -- the lists of the {dialect} dialect: its types, bases first "
                    "(types.def), and the fields that its text shows (accounts.def). Made by "
                    "tools/make_types.py.")
    lines += [f"#ifndef {top}_TABLES_H", f"#define {top}_TABLES_H", "",
              "#include <tunip/ext/dialect.h>", "",
              f"enum {{ {top}_TYPE_COUNT = {len(types_of(schemas, dialect))}, "
              f"{top}_ACCOUNT_COUNT = {accounts} }};", "",
              f"extern tunip_type *const {dialect}_types[{top}_TYPE_COUNT];"]
    if rows:
        lines += [f"extern const tunip_account {dialect}_accounts[{top}_ACCOUNT_COUNT];"]
    lines += ["", "#endif"]
    return "\n".join(lines) + "\n"


def defaults(schema):
    """The defaults of attributes; the rows of a type stand together."""
    lines = comment("defaults.def -- the defaults of attributes: X(struct, field, default). The "
                    "rows of a type stand together. Made by tools/make_types.py from schema/.")
    lines += ["/* clang-format off */"]
    lines += [f'X({schema.struct(key)}, "{field.name}", "{field.default}")'
              for key in schema.types if key in schema.fresh
              for field in fields_of(schema, key) if field.default is not None]
    return "\n".join(lines) + "\n"


def outputs(schemas, root):
    for schema in schemas:
        for unit in schema.units:
            yield unit["header"], header(schema, unit)
            yield unit["source"], source(schema, unit)
        if schema.aside:
            dialect = schema.units[0]["dialect"]
            yield f"src/dialects/{dialect}/generated/defaults.def", defaults(schema)
    units = [unit for schema in schemas for unit in schema.units]
    for dialect in dict.fromkeys(unit["dialect"] for unit in units):
        yield f"src/dialects/{dialect}/generated/types.def", listing(schemas, dialect)
        yield f"src/dialects/{dialect}/generated/tables.h", tables(schemas, root, dialect)
    for dialect in dict.fromkeys(unit["dialect"] for unit in schemas[0].units):
        yield f"src/dialects/{dialect}/generated/build.c", builders(schemas[0], dialect)


def read_schemas(folder):
    """The first version, the last one, those between them, and the one aside: a type stands behind
    those that it refers to."""
    first = Schema(folder, VINTAGES[0])
    last = Schema(folder, VINTAGES[-1], first)
    between = []
    for vintage in VINTAGES[1:-1]:
        between.append(Schema(folder, vintage, first, (first, last, *reversed(between))))
    for schema in (first, last, *between):
        schema.all = (first, *between, last)
    return [first, last, *between, Schema(folder, ASIDE, first)]


def main():
    root = pathlib.Path(sys.argv[1])
    stale = []
    for name, text in outputs(read_schemas(root / "schema"), root):
        path = root / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if "--check" not in sys.argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"{name}: {'not up to date' if '--check' in sys.argv else 'written'}")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
