/* vm.c -- executables of the virtual machines of Relax and Relay. */
#include "vm.h"

#include <stdio.h>
#include <stdlib.h>

#include "bytes.h"
#include "tree.h"

/* ======== relax vm ======== */

/* Executables of Relax, v0.19 to v0.26. */

/* ---- the parsed form ---- */

typedef enum constant_kind { TENSOR, SHAPE, STRING, INT, FLOAT, DTYPE } constant_kind;

typedef struct relax_constant {
    constant_kind kind;
    in_tensor tensor;
    tunip_str bytes; /* of a string; the numbers of a shape */
    int64_t number;
    double real;
    tunip_dtype dtype;
} relax_constant;

typedef struct relax_executable {
    in_vm vm;
    relax_constant *constants;
    size_t constant_count;
    tunip_str offsets, words; /* 64-bit numbers */
    unsigned vintage;
} relax_executable;

enum { PACKED = 0, VM = 1, TIR = 2 };
enum { CALL = 1, RET = 2, GOTO = 3, IF = 4 };
enum { ARG_REGISTER, ARG_IMMEDIATE, ARG_CONSTANT, ARG_FUNCTION };
static const int64_t void_register = (int64_t)1 << 54, vm_register = ((int64_t)1 << 54) + 1;

/* ---- reading ---- */

static void read_relax_function(in_reader *r, in_function *f)
{
    static const char *const kinds[] = {"packed", "vm", "tir"};
    size_t begin = r->at;
    f->tag = (int32_t)in_u32(r, "the kind of a function");
    f->name = in_string(r, "the name of a function");
    f->begin = in_i64(r, "the first instruction of a function");
    f->end = in_i64(r, "the end of a function");
    f->arguments = in_i64(r, "the number of arguments of a function");
    f->registers = in_i64(r, "the number of registers of a function");
    f->params = in_strings(r, "the parameters of a function");
    f->kind = f->tag >= 0 && f->tag <= TIR ? kinds[f->tag] : "unknown";
    f->bytes = (tunip_str){r->data.data + begin, r->at - begin};
}

static void read_relax_functions(in_tree *tree, in_reader *r, relax_executable *e)
{
    enum { LEAST = 52 };
    size_t count = in_count(r, LEAST, "the number of functions");
    e->vm.functions = tn_arena_array(&tree->arena, count + 1, sizeof *e->vm.functions);
    for (size_t i = 0; e->vm.functions && i < count && !r->trouble; i++) {
        read_relax_function(r, &e->vm.functions[i]);
        if (!r->trouble) e->vm.function_count++;
    }
}

/* Constants that live in a memory scope other than the default one. */
static void read_scopes(in_tree *tree, in_node *node, in_reader *r)
{
    in_text text = {.spans = NULL};
    size_t count = in_count(r, 16, "the number of memory scopes");
    for (size_t i = 0; i < count && !r->trouble; i++) {
        long long number = in_i64(r, "the number of a constant");
        tunip_str scope = in_string(r, "a memory scope");
        in_say(&text, "%lld ", number);
        in_put(&text, scope);
        in_puts(&text, "\n");
    }
    if (text.raw.bytes.count)
        in_add(tree, node, IN_PART, (tunip_str){"scopes.txt", 10}, "text",
               in_copy(&tree->arena, in_str(&text)));
    in_text_free(&text);
}

/* The tags of v0.19 and the type indices of tvm-ffi, which later versions write. */
static bool kind_of(uint32_t tag, unsigned vintage, constant_kind *kind)
{
    static const struct {
        uint32_t v19, later;
        constant_kind kind;
    } rows[] = {
        {0, 70, TENSOR}, {1, 5, DTYPE}, {2, 69, SHAPE}, {3, 65, STRING}, {4, 1, INT}, {5, 3, FLOAT},
    };
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        if (tag != (vintage == 19 ? rows[i].v19 : rows[i].later)) continue;
        *kind = rows[i].kind;
        return true;
    }
    return false;
}

static void read_constant(in_reader *r, relax_constant *c)
{
    uint64_t bits;
    switch (c->kind) {
    case TENSOR:
        c->tensor = in_read_tensor(r);
        break;
    case SHAPE:
        c->bytes = in_bytes(r, 8 * (uint64_t)in_count(r, 8, "a shape"), "a shape");
        break;
    case STRING:
        c->bytes = in_string(r, "a string constant");
        break;
    case INT:
        c->number = in_i64(r, "an integer constant");
        break;
    case FLOAT:
        bits = in_u64(r, "a constant");
        memcpy(&c->real, &bits, sizeof c->real);
        break;
    case DTYPE:
        c->dtype = in_read_dtype(r);
    }
}

static void read_relax_constants(in_tree *tree, in_reader *r, relax_executable *e)
{
    enum { LEAST = 8 };
    size_t count = in_count(r, LEAST, "the number of constants");
    e->constants = tn_arena_array(&tree->arena, count + 1, sizeof *e->constants);
    for (size_t i = 0; e->constants && i < count && !r->trouble; i++) {
        uint32_t tag = in_u32(r, "the kind of a constant");
        if (!kind_of(tag, e->vintage, &e->constants[i].kind)) {
            r->at -= r->trouble ? 0 : 4;
            in_fail(r, "a known kind of constant");
        }
        read_constant(r, &e->constants[i]);
        if (!r->trouble) e->constant_count++;
    }
}

static tunip_str read_words(in_reader *r, const char *what)
{
    return in_bytes(r, 8 * (uint64_t)in_count(r, 8, what), what);
}

/* ---- text ---- */

typedef struct writing {
    const relax_executable *e;
    in_text *out;
    size_t words_left; /* the functions of a damaged file may overlap */
} writing;

static bool word_at(const relax_executable *e, int64_t index, int64_t *out)
{
    if (index < 0 || (uint64_t)index >= e->words.size / 8) return false;
    *out = in_i64_at(e->words, (size_t)index);
    return true;
}

typedef struct relax_instruction {
    int64_t opcode, operands[3];
    int64_t args, arg_count; /* the index of the first argument; of calls */
    tunip_str bytes;
} relax_instruction;

/* The instruction of an index; false if it is damaged. */
static bool fetch(const relax_executable *e, int64_t index, relax_instruction *in)
{
    static const int counts[] = {0, 3, 1, 1, 2};
    if (index < 0 || (uint64_t)index >= e->offsets.size / 8) return false;
    int64_t at = in_i64_at(e->offsets, (size_t)index);
    *in = (relax_instruction){.opcode = 0};
    if (!word_at(e, at, &in->opcode) || in->opcode < CALL || in->opcode > IF) return false;
    for (int i = 0; i < counts[in->opcode]; i++)
        if (!word_at(e, at + 1 + i, &in->operands[i])) return false;
    uint64_t words = e->words.size / 8, size = 1 + (uint64_t)counts[in->opcode];
    in->args = at + (int64_t)size;
    in->arg_count = in->opcode == CALL ? in->operands[2] : 0;
    if (in->arg_count < 0 || (uint64_t)in->arg_count > words - (uint64_t)in->args) return false;
    size += (uint64_t)in->arg_count;
    in->bytes = (tunip_str){e->words.data + 8 * at, 8 * (size_t)size};
    return true;
}

static tunip_str name_of(const relax_executable *e, int64_t index)
{
    if (index < 0 || (uint64_t)index >= e->vm.function_count) return (tunip_str){NULL, 0};
    tunip_str name = e->vm.functions[index].name;
    return name.data ? name : (tunip_str){"", 0};
}

static void pad(in_text *out, size_t begin, size_t width)
{
    while (out->raw.bytes.count - begin < width && !out->raw.failed) in_puts(out, " ");
}

static void put_register(in_text *out, int64_t number)
{
    if (number == void_register)
        in_puts(out, "%void");
    else if (number == vm_register)
        in_puts(out, "%vm");
    else
        in_say(out, "%%%lld", (long long)number);
}

static void put_name(const relax_executable *e, in_text *out, int64_t index)
{
    tunip_str name = name_of(e, index);
    if (name.data)
        in_put(out, name);
    else
        in_say(out, "unknown_func_index(%lld)", (long long)index);
}

/* The kind of an argument is in the highest 8 bits, its value in the others, with its sign. */
static int64_t value_of(int64_t word, unsigned *kind)
{
    uint64_t bits = (uint64_t)word;
    *kind = (unsigned)(bits >> 56);
    return (int64_t)((bits & 0x00FFFFFFFFFFFFFFull) ^ 0x0080000000000000ull) - 0x0080000000000000;
}

static void put_call(const relax_executable *e, in_text *out, const relax_instruction *in)
{
    enum { NAME = 16, ARGUMENTS = 12 };
    in_puts(out, "call  ");
    size_t begin = out->raw.bytes.count;
    put_name(e, out, in->operands[1]);
    pad(out, begin, NAME);
    in_puts(out, " in: ");
    begin = out->raw.bytes.count;
    for (int64_t i = 0; i < in->arg_count; i++) {
        if (i) in_puts(out, ", ");
        int64_t word = in_i64_at(e->words, (size_t)(in->args + i));
        unsigned kind;
        int64_t value = value_of(word, &kind);
        switch (kind) {
        case ARG_REGISTER:
            put_register(out, value);
            break;
        case ARG_IMMEDIATE:
            in_say(out, "i%lld", (long long)value);
            break;
        case ARG_CONSTANT:
            in_say(out, "c[%lld]", (long long)value);
            break;
        case ARG_FUNCTION:
            in_puts(out, "f[");
            put_name(e, out, value);
            in_puts(out, "]");
            break;
        default:
            in_say(out, "<an argument of the unknown kind %u>", kind);
        }
    }
    pad(out, begin, ARGUMENTS);
    in_puts(out, " dst: ");
    put_register(out, in->operands[0]);
}

static void put_relax_instruction(const relax_executable *e, in_text *out,
                                  const relax_instruction *in)
{
    in_puts(out, "  ");
    switch (in->opcode) {
    case CALL:
        put_call(e, out, in);
        break;
    case RET:
        in_puts(out, "ret   ");
        put_register(out, in->operands[0]);
        break;
    case GOTO:
        in_say(out, "goto  %lld", (long long)in->operands[0]);
        break;
    default:
        in_puts(out, "If    ");
        put_register(out, in->operands[0]);
        in_say(out, ", %lld", (long long)in->operands[1]);
    }
}

typedef void put_fn(const relax_executable *e, in_text *out, const relax_instruction *in);

static void put_body(writing *w, const in_function *f, const char *indent, put_fn *put)
{
    for (int64_t i = f->begin; i < f->end && !w->out->raw.failed; i++) {
        relax_instruction in;
        bool fine = fetch(w->e, i, &in);
        size_t words = fine ? 1 + (size_t)in.arg_count : 1;
        if (!fine || words > w->words_left) {
            in_say(w->out, "%s<instruction %lld is damaged>\n", indent, (long long)i);
            return;
        }
        w->words_left -= words;
        size_t span = in_open_span(w->out, "instruction", in.bytes, "instructions[%lld]",
                                   (long long)(i - f->begin));
        put(w->e, w->out, &in);
        in_close_span(w->out, span);
        in_puts(w->out, "\n");
    }
}

static void show_text(const in_tree *tree, const in_node *node, in_text *out)
{
    const relax_executable *e = node->model;
    writing w = {e, out, e->words.size / 8};
    (void)tree;
    for (size_t i = 0; i < e->vm.function_count; i++) {
        const in_function *f = &e->vm.functions[i];
        size_t span = in_open_span(out, "function", f->bytes, "functions[%zu]", i);
        in_puts(out, "@");
        in_put(out, f->name);
        if (f->tag == PACKED) {
            in_puts(out, " packed_func;\n\n");
        } else if (f->tag == TIR) {
            in_say(out, " num_inputs=%lld vm_tir_func;\n\n", (long long)f->arguments);
        } else if (f->tag != VM) {
            in_say(out, " <a function of the unknown kind %d>\n\n", f->tag);
        } else {
            in_puts(out, ":\n");
            put_body(&w, f, "  ", put_relax_instruction);
            in_puts(out, "\n");
        }
        in_close_span(out, span);
    }
}

/* ---- Python ---- */

static void put_py_name(const relax_executable *e, in_text *out, int64_t index)
{
    tunip_str name = name_of(e, index);
    if (!name.data) {
        in_say(out, "ib.unknown_func_index(%lld)", (long long)index);
        return;
    }
    in_puts(out, "\"");
    in_put(out, name);
    in_puts(out, "\"");
}

static void put_py_argument(const relax_executable *e, in_text *out, int64_t word)
{
    unsigned kind;
    int64_t value = value_of(word, &kind);
    static const char *const words[] = {"r", "imm", "c"};
    if (kind == ARG_REGISTER && value == vm_register) {
        in_puts(out, "ib.r(vm)");
    } else if (kind < TUNIP_LEN(words)) {
        in_say(out, "ib.%s(%lld)", words[kind], (long long)value);
    } else if (kind == ARG_FUNCTION) {
        in_puts(out, "ib.f(");
        put_py_name(e, out, value);
        in_puts(out, ")");
    } else {
        in_say(out, "<an argument of the unknown kind %u>", kind);
    }
}

static void put_py_instruction(const relax_executable *e, in_text *out, const relax_instruction *in)
{
    long long first = in->operands[0], second = in->operands[1];
    in_puts(out, "    ib.emit_");
    if (in->opcode == CALL) {
        in_puts(out, "call(");
        put_py_name(e, out, in->operands[1]);
        in_puts(out, ", args=[");
        for (int64_t i = 0; i < in->arg_count; i++) {
            if (i) in_puts(out, ", ");
            put_py_argument(e, out, in_i64_at(e->words, (size_t)(in->args + i)));
        }
        in_puts(out, "]");
        if (in->operands[0] != void_register)
            in_say(out, ", dst=ib.r(%lld)", (long long)in->operands[0]);
        in_puts(out, ")");
    } else if (in->opcode == RET)
        in_say(out, "ret(ib.r(%lld))", first);
    else if (in->opcode == GOTO)
        in_say(out, "goto(%lld)", first);
    else
        in_say(out, "if(ib.r(%lld), %lld)", first, second);
}

static void show_python(const in_tree *tree, const in_node *node, in_text *out)
{
    const relax_executable *e = node->model;
    writing w = {e, out, e->words.size / 8};
    (void)tree;
    in_puts(out, "ib = rx.Builder()\n");
    for (size_t i = 0; i < e->vm.function_count; i++) {
        const in_function *f = &e->vm.functions[i];
        if (f->tag != VM) continue;
        size_t span = in_open_span(out, "function", f->bytes, "functions[%zu]", i);
        in_puts(out, "with ib.function(\"");
        in_put(out, f->name);
        in_say(out, "\", num_inputs=%lld):\n", (long long)f->arguments);
        put_body(&w, f, "    # ", put_py_instruction);
        in_close_span(out, span);
    }
}

/* ---- statistics ---- */

/* TVM writes ", " behind each element, and then goes back two bytes, also in an empty list: an
 * empty shape is "shapetupl]". */
static void go_relax_back(in_text *out)
{
    if (!out->raw.failed) out->raw.bytes.count -= 2;
}

static void put_dims(in_text *out, tunip_str dims)
{
    for (size_t i = 0; i < dims.size / 8; i++) in_say(out, "%lld, ", (long long)in_i64_at(dims, i));
    go_relax_back(out);
    in_puts(out, "], ");
}

static void put_constant(const relax_executable *e, const relax_constant *c, in_text *out)
{
    bool is_void = c->dtype.code == TUNIP_DTYPE_HANDLE && !c->dtype.bits && !c->dtype.lanes;
    switch (c->kind) {
    case TENSOR:
        in_puts(out, c->tensor.dims.size ? "[" : "scalar, ");
        if (c->tensor.dims.size) put_dims(out, c->tensor.dims);
        break;
    case SHAPE:
        in_puts(out, "shapetuple[");
        put_dims(out, c->bytes);
        break;
    case STRING:
        in_puts(out, "\"");
        in_put(out, c->bytes);
        in_puts(out, "\", ");
        break;
    case INT:
        in_say(out, "%lld, ", (long long)c->number);
        break;
    case FLOAT: /* TVM's stats() fails */
        in_say(out, "%.17g, ", c->real);
        break;
    case DTYPE:
        if (e->vintage == 19 && is_void)
            in_puts(out, "void");
        else
            in_put_dtype(out, c->dtype, e->vintage);
        in_puts(out, ", ");
    }
}

static void show_relax_stats(const in_tree *tree, const in_node *node, in_text *out)
{
    const relax_executable *e = node->model;
    (void)tree;
    in_say(out, "Relax VM executable statistics:\n  Constant pool (# %zu): [", e->constant_count);
    for (size_t i = 0; i < e->constant_count; i++) {
        size_t span = in_open_span(out, "constant", (tunip_str){"", 0}, "constants[%zu]", i);
        put_constant(e, &e->constants[i], out);
        in_close_span(out, span);
    }
    if (e->constant_count) go_relax_back(out);
    in_say(out, "]\n  Globals (#%zu): [", e->vm.function_count);
    for (size_t i = 0; i < e->vm.function_count; i++) {
        in_put(out, e->vm.functions[i].name);
        in_puts(out, ", ");
    }
    if (e->vm.function_count) go_relax_back(out);
    in_puts(out, "]\n");
}

/* ---- all together ---- */

static void each_relax_call(const in_vm *vm, in_call_fn *each, void *user)
{
    const relax_executable *e = (const relax_executable *)vm;
    size_t words_left = e->words.size / 8;
    for (size_t i = 0; i < vm->function_count; i++) {
        const in_function *f = &vm->functions[i];
        relax_instruction in;
        for (int64_t at = f->begin; f->tag == VM && at < f->end && fetch(e, at, &in); at++) {
            if (words_left-- == 0) return;
            tunip_str callee =
                in.opcode == CALL ? name_of(e, in.operands[1]) : (tunip_str){NULL, 0};
            if (callee.data) each(user, f->name, callee);
        }
    }
}

static void add_relax_constants(in_tree *tree, in_node *node, const relax_executable *e)
{
    for (size_t i = 0; i < e->constant_count; i++) {
        const relax_constant *c = &e->constants[i];
        char name[32];
        size_t size = (size_t)snprintf(name, sizeof name, "constant-%zu", i);
        if (c->kind == TENSOR) in_add_tensor(tree, node, (tunip_str){name, size}, &c->tensor);
    }
}

void in_expand_relax(in_tree *tree, in_node *node, tunip_str code)
{
    relax_executable *e = tn_arena_array(&tree->arena, 1, sizeof *e);
    if (!e) return;
    in_reader r = in_reader_of(code);
    uint64_t magic = in_u64(&r, "the magic number of an executable");
    tunip_str version = in_string(&r, "the version of an executable");
    e->vintage = magic == IN_VM_MAGIC ? 19 : 23;
    if (!r.trouble && magic != IN_VM_MAGIC && magic != IN_VM_MAGIC_V2) {
        r.at = 0;
        in_fail(&r, "the magic number of an executable");
    }
    node->note = tn_arena_say(&tree->arena, "Relax VM %.*s", in_whole(version), version.data);
    read_relax_functions(tree, &r, e);
    if (magic == IN_VM_MAGIC_V2) read_scopes(tree, node, &r);
    read_relax_constants(tree, &r, e);
    e->offsets = read_words(&r, "the offsets of instructions");
    e->words = read_words(&r, "the instructions");
    in_complain_reader(tree, node, &r);
    if (!r.trouble && in_left(&r))
        in_complain(tree, node, r.at, "%zu bytes follow the executable", in_left(&r));
    e->vm.each_call = each_relax_call;
    node->vm = &e->vm;
    in_add_view(tree, node, "bytecode.txt", show_text, e);
    in_add_view(tree, node, "bytecode.py", show_python, e);
    in_add_view(tree, node, "stats.txt", show_relax_stats, e);
    add_relax_constants(tree, node, e);
}

/* ======== relay vm ======== */

/* Executables of the virtual machine of Relay, as of v0.19. */

/* ---- the parsed form ---- */

typedef struct relay_constant {
    bool is_late; /* bound when the executable is loaded */
    tunip_str name;
    in_tensor tensor;
} relay_constant;

typedef struct relay_executable {
    in_vm vm;
    tunip_str *bodies; /* of each function: its instructions, each with its number of words */
    size_t *order;     /* the globals in the order in which stats() lists them */
    size_t order_count;
    relay_constant *constants;
    size_t constant_count;
    tunip_str *globals, *primitives;
    size_t global_count, primitive_count;
} relay_executable;

/* ---- opcodes ---- */

/* How an instruction is written. In `form`, %0 is its first operand; %L are the operands behind the
 * fixed ones, whose number is in the operand `list`; %I and %O are the inputs and outputs among
 * them; %T is the type in the operands from `type` on; %S the size of a storage. */
typedef struct opcode {
    const char *form;
    int fixed;
    int list; /* -1: no list */
    const char *separator;
    int type;
} opcode;

static const opcode opcodes[] = {
    {"move $%1 $%0", 2, -1, "", 0},
    {"ret $%0", 1, -1, "", 0},
    {"invoke $%2 VMFunc[%0]($%L)", 3, 1, ",$", 0},
    {"invoke_closure $%2 $%0($%L)", 3, 1, ",$", 0},
    {"invoke_packed PackedFunc[%0] (in: $%I, out: $%O)", 3, 1, ", $", 0},
    {"alloc_tensor $%6 $%0 $%1 [%L] %T", 7, 5, ", ", 2},
    {"alloc_tensor_reg $%6 $%0 $%1 $%2 %T", 7, -1, "", 3},
    {"alloc_data $%2 tag(%0) [$%L]", 3, 1, ",$", 0},
    {"alloc_closure $%2 VMFunc[%0]($%L)", 3, 1, ",$", 0},
    {"get_field $%2 $%0[%1]", 3, -1, "", 0},
    {"if $%0 $%1 %2 %3", 4, -1, "", 0},
    {"load_const $%2 Const[%0] %1", 3, -1, "", 0},
    {"goto %0", 1, -1, "", 0},
    {"get_tag $%1 $%0", 2, -1, "", 0},
    {"load_consti $%1 %0", 2, -1, "", 0},
    {"fatal", 0, -1, "", 0},
    {"alloc_storage $%7 %S %D %5", 8, 6, ", ", 2},
    {"shape_of $%1 $%0", 2, -1, "", 0},
    {"reshape_tensor $%2 $%0 $%1", 3, -1, "", 0},
    {"device_copy $%3 $%0 %2 %1", 4, -1, "", 0},
    {"kill_register $%0", 1, -1, "", 0},
};

enum { INVOKE = 2, INVOKE_PACKED = 4 };

/* ---- reading ---- */

static size_t read_names(in_tree *tree, in_reader *r, tunip_str **out, const char *what)
{
    size_t count = in_count(r, 8, what);
    *out = tn_arena_array(&tree->arena, count + 1, sizeof **out);
    for (size_t i = 0; *out && i < count && !r->trouble; i++) (*out)[i] = in_string(r, what);
    return *out && !r->trouble ? count : 0;
}

static void read_devices(in_tree *tree, in_node *node, in_reader *r)
{
    in_text text = {.spans = NULL};
    size_t count = in_count(r, 16, "the number of devices");
    for (size_t i = 0; i < count && !r->trouble; i++) {
        unsigned kind = in_u32(r, "a device"), number = in_u32(r, "a device");
        tunip_str scope = in_string(r, "the memory scope of a device");
        in_say(&text, "VM VirtualDevice[%zu]: device type %d, id %d and mem_scope ", i, (int)kind,
               (int)number);
        in_put(&text, scope);
        in_puts(&text, "\n");
    }
    in_u32(r, "the device of the host");
    in_add(tree, node, IN_PART, tunip_str_from("devices.txt"), "text",
           in_copy(&tree->arena, in_str(&text)));
    in_text_free(&text);
}

static void read_relay_constants(in_tree *tree, in_reader *r, relay_executable *e)
{
    size_t count = in_count(r, 12, "the number of constants");
    e->constants = tn_arena_array(&tree->arena, count + 1, sizeof *e->constants);
    for (size_t i = 0; e->constants && i < count && !r->trouble; i++) {
        relay_constant *c = &e->constants[i];
        uint32_t tag = in_u32(r, "the kind of a constant");
        if (tag > 1) in_fail(r, "a kind of constant: 0 or 1");
        c->is_late = tag == 1;
        if (c->is_late)
            c->name = in_string(r, "the name of a constant");
        else
            c->tensor = in_read_tensor(r);
        if (!r->trouble) e->constant_count++;
    }
    in_bytes(r, 8 * (uint64_t)in_count(r, 8, "the devices of constants"),
             "the devices of constants");
}

/* The attributes of primitives: a map of maps. */
static void read_attributes(in_tree *tree, in_node *node, in_reader *r)
{
    in_text text = {.spans = NULL};
    size_t count = in_count(r, 16, "the attributes of primitives");
    for (size_t i = 0; i < count && !r->trouble; i++) {
        unsigned long long primitive = in_u64(r, "the number of a primitive");
        size_t keys = in_count(r, 16, "the attributes of a primitive");
        for (size_t k = 0; k < keys && !r->trouble; k++) {
            tunip_str key = in_string(r, "the name of an attribute");
            tunip_str value = in_string(r, "the value of an attribute");
            in_say(&text, "%llu ", primitive);
            in_put(&text, key);
            in_puts(&text, " = ");
            in_put(&text, value);
            in_puts(&text, "\n");
        }
    }
    if (text.raw.bytes.count)
        in_add(tree, node, IN_PART, tunip_str_from("attributes.txt"), "text",
               in_copy(&tree->arena, in_str(&text)));
    in_text_free(&text);
}

/* A decimal number in a string. */
static int64_t number_of(tunip_str digits, in_reader *r)
{
    char text[24] = "";
    char *end;
    if (digits.size && digits.size < sizeof text) memcpy(text, digits.data, digits.size);
    long long value = strtoll(text, &end, 10);
    if (!*text || end != text + digits.size) in_fail(r, "a number in digits");
    return value;
}

static void read_relay_function(in_reader *r, in_function *f, tunip_str *body)
{
    size_t start = r->at;
    if (in_u64(r, "a function") != 3) in_fail(r, "a function: three strings");
    f->name = in_string(r, "the name of a function");
    f->registers = number_of(in_string(r, "the number of registers"), r);
    f->end = number_of(in_string(r, "the number of instructions"), r);
    f->kind = "vm";
    f->params = in_strings(r, "the parameters of a function");
    f->arguments = (int64_t)tn_le(f->params.data, f->params.size ? 8 : 0);
    in_bytes(r, 8 * (uint64_t)in_count(r, 8, "the devices of parameters"), "a device");
    size_t begin = r->at;
    for (int64_t i = 0; i < f->end && !r->trouble; i++)
        if (in_bytes(r, 8 * (uint64_t)in_count(r, 8, "an instruction"), "an instruction").size < 16)
            in_fail(r, "an instruction of two words or more");
    *body = (tunip_str){r->data.data + begin, r->trouble ? 0 : r->at - begin};
    f->bytes = (tunip_str){r->data.data + start, r->at - start};
}

static bool is_global(const relay_executable *e, size_t index, tunip_str name)
{
    return index < e->global_count && tunip_str_equal(e->globals[index], name);
}

/* The place of a function is that of its name among the globals: in all files of TVM, the place
 * that it has anyway. */
static size_t place_of(const relay_executable *e, tunip_str name, size_t otherwise)
{
    enum { MOST = 1000 }; /* a search takes linear time */
    if (is_global(e, otherwise, name) || otherwise >= MOST) return otherwise;
    for (size_t i = 0; i < e->vm.function_count; i++)
        if (is_global(e, i, name)) return e->vm.functions[i].kind ? otherwise : i;
    return otherwise;
}

static void read_relay_functions(in_tree *tree, in_reader *r, relay_executable *e)
{
    size_t count = in_count(r, 48, "the number of functions");
    e->vm.functions = tn_arena_array(&tree->arena, count + 1, sizeof *e->vm.functions);
    e->bodies = tn_arena_array(&tree->arena, count + 1, sizeof *e->bodies);
    if (!e->vm.functions || !e->bodies) return;
    e->vm.function_count = count;
    for (size_t i = 0; i < count && !r->trouble; i++) {
        in_function f = {.kind = NULL};
        tunip_str body;
        read_relay_function(r, &f, &body);
        size_t at = place_of(e, f.name, i);
        if (e->vm.functions[at].kind) at = i;
        e->vm.functions[at] = f;
        e->bodies[at] = body;
    }
}

/* ---- bytecode ---- */

typedef struct relay_instruction {
    const opcode *op;
    int64_t code;
    tunip_str operands; /* 64-bit numbers */
    size_t count;
    size_t list; /* the number of operands behind the fixed ones */
} relay_instruction;

static int64_t operand(const relay_instruction *in, size_t index)
{
    return in_i64_at(in->operands, index);
}

/* The next instruction of a body; its operands have a hash and the opcode in front. False if the
 * opcode or the number of operands is wrong. */
static bool next_instruction(in_reader *r, relay_instruction *in)
{
    tunip_str words = in_bytes(r, 8 * (uint64_t)in_count(r, 8, "an instruction"), "it");
    *in = (relay_instruction){.op = NULL};
    if (words.size < 16) return false;
    in->code = in_i64_at(words, 1);
    in->operands = (tunip_str){words.data + 16, words.size - 16};
    in->count = in->operands.size / 8;
    if (in->code < 0 || in->code >= (int64_t)TUNIP_LEN(opcodes)) return false;
    const opcode *op = &opcodes[in->code];
    if (in->count < (size_t)op->fixed) return false;
    int64_t list = op->list < 0 ? 0 : operand(in, (size_t)op->list);
    if (list < 0 || (uint64_t)list != in->count - (size_t)op->fixed) return false;
    if (in->code == INVOKE_PACKED && (operand(in, 2) < 0 || operand(in, 2) > list)) return false;
    in->op = op;
    in->list = (size_t)list;
    return true;
}

static void put_list(in_text *out, const relay_instruction *in, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        in_say(out, "%s%lld", i > begin ? in->op->separator : "",
               (long long)operand(in, (size_t)in->op->fixed + i));
}

/* The bytecode writes the types of tensors without the names that later versions have. */
static void put_type(in_text *out, const relay_instruction *in)
{
    static const char *const names[] = {"int", "uint", "float", "", "bfloat"};
    uint64_t code = (uint8_t)operand(in, (size_t)in->op->type);
    unsigned bits = (uint8_t)operand(in, (size_t)in->op->type + 1);
    unsigned lanes = (uint16_t)operand(in, (size_t)in->op->type + 2);
    in_say(out, "%s%u", code < TUNIP_LEN(names) ? names[code] : "", bits);
    if (lanes != 1) in_say(out, "x%u", lanes);
}

static void put_hint(in_text *out, const relay_instruction *in)
{
    size_t at = (size_t)in->op->type;
    tunip_dtype dtype = {(uint8_t)operand(in, at), (uint8_t)operand(in, at + 1),
                         (int16_t)operand(in, at + 2)};
    if (dtype.bits) in_put_dtype(out, dtype, 19);
}

static void put_storage(in_text *out, const relay_instruction *in)
{
    if (!in->list) {
        in_say(out, "$%lld %lld", (long long)operand(in, 0), (long long)operand(in, 1));
        return;
    }
    in_puts(out, "[");
    put_list(out, in, 0, in->list);
    in_puts(out, "]");
}

static void put_relay_instruction(in_text *out, const relay_instruction *in)
{
    for (const char *c = in->op->form; *c; c++) {
        if (*c != '%') {
            in_put(out, (tunip_str){c, 1});
            continue;
        }
        size_t inputs = in->code == INVOKE_PACKED ? in->list - (size_t)operand(in, 2) : in->list;
        switch (*++c) {
        case 'L':
        case 'I':
            put_list(out, in, 0, inputs);
            break;
        case 'O':
            put_list(out, in, inputs, in->list);
            break;
        case 'T':
            put_type(out, in);
            break;
        case 'D':
            put_hint(out, in);
            break;
        case 'S':
            put_storage(out, in);
            break;
        default:
            in_say(out, "%lld", (long long)operand(in, (size_t)(*c - '0')));
        }
    }
}

static void put_line(in_text *out, size_t number, const relay_instruction *in)
{
    enum { WIDTH = 40 };
    size_t begin = out->raw.bytes.count;
    in_say(out, "%2zu: %lld ", number, (long long)in->code);
    for (size_t i = 0; i < in->count; i++) in_say(out, "%lld ", (long long)operand(in, i));
    while (out->raw.bytes.count - begin < WIDTH && !out->raw.failed) in_puts(out, " ");
    in_puts(out, "  # ");
    if (in->op)
        put_relay_instruction(out, in);
    else
        in_puts(out, "<damaged>");
}

static void put_params(in_text *out, tunip_str params)
{
    in_reader r = in_reader_of(params);
    uint64_t count = in_u64(&r, "parameters");
    for (uint64_t i = 0; i < count && !r.trouble; i++) {
        if (i) in_puts(out, ", ");
        in_put(out, in_string(&r, "a parameter"));
    }
}

static void show_bytecode(const in_tree *tree, const in_node *node, in_text *out)
{
    const relay_executable *e = node->model;
    (void)tree;
    for (size_t i = 0; i < e->vm.function_count; i++) {
        const in_function *f = &e->vm.functions[i];
        size_t span = in_open_span(out, "function", f->bytes, "functions[%zu]", i);
        in_say(out, "VM Function[%zu]: ", i);
        in_put(out, f->name);
        in_puts(out, "(");
        put_params(out, f->params);
        in_say(out, ")\n# reg file size = %lld\n# instruction count = %lld\n",
               (long long)f->registers, (long long)f->end);
        in_puts(out, "opcode, fields # inst(text):\n");
        in_reader r = in_reader_of(e->bodies[i]);
        relay_instruction in;
        for (size_t k = 0; in_left(&r); k++) {
            size_t begin = r.at;
            next_instruction(&r, &in);
            tunip_str bytes = {r.data.data + begin, r.at - begin};
            size_t line = in_open_span(out, "instruction", bytes, "instructions[%zu]", k);
            put_line(out, k, &in);
            in_close_span(out, line);
            in_puts(out, "\n");
        }
        in_puts(out, "\n");
        in_close_span(out, span);
    }
    in_puts(out, "\n"); /* the text of TVM ends with two empty lines */
}

static void each_relay_call(const in_vm *vm, in_call_fn *each, void *user)
{
    const relay_executable *e = (const relay_executable *)vm;
    for (size_t i = 0; i < vm->function_count; i++) {
        in_reader r = in_reader_of(e->bodies[i]);
        relay_instruction in;
        while (in_left(&r)) {
            if (!next_instruction(&r, &in)) continue;
            uint64_t callee = in.count ? (uint64_t)operand(&in, 0) : 0;
            if (in.code == INVOKE_PACKED && callee < e->primitive_count)
                each(user, vm->functions[i].name, e->primitives[callee]);
            if (in.code == INVOKE && callee < vm->function_count)
                each(user, vm->functions[i].name, vm->functions[callee].name);
        }
    }
}

/* As get_primitives() of TVM. */
static void show_primitives(const in_tree *tree, const in_node *node, in_text *out)
{
    const relay_executable *e = node->model;
    (void)tree;
    for (size_t i = 0; i < e->primitive_count; i++) {
        size_t span = in_open_span(out, "primitive", e->primitives[i], "primitives[%zu]", i);
        in_say(out, "VM PackedFunc[%zu]: ", i);
        in_put(out, e->primitives[i]);
        in_close_span(out, span);
        in_puts(out, "\n");
    }
}

/* ---- statistics ---- */

/* Goes back two bytes, as TVM does, and writes over what was there. */
static void go_relay_back(in_text *out)
{
    if (!out->raw.failed && out->raw.bytes.count >= 2) out->raw.bytes.count -= 2;
}

static void put_shapes(const relay_executable *e, in_text *out)
{
    for (size_t i = 0; i < e->constant_count; i++) {
        const relay_constant *c = &e->constants[i];
        in_puts(out, c->is_late ? "late, " : c->tensor.ndim ? "[" : "scalar, ");
        for (uint32_t k = 0; k < c->tensor.ndim; k++)
            in_say(out, "%s%lld", k ? ", " : "", (long long)in_i64_at(c->tensor.dims, k));
        if (c->tensor.ndim) in_puts(out, "], \n");
    }
    if (e->constant_count) go_relay_back(out);
}

static void show_relay_stats(const in_tree *tree, const in_node *node, in_text *out)
{
    const relay_executable *e = node->model;
    (void)tree;
    in_puts(out, "Relay VM executable statistics:\n");
    in_say(out, "  Constant shapes (# %zu): [", e->constant_count);
    put_shapes(e, out);
    in_say(out, "]\n  Globals (#%zu): [", e->order_count);
    for (size_t i = 0; i < e->order_count; i++) {
        in_puts(out, "(\"");
        in_put(out, e->globals[e->order[i]]);
        in_say(out, "\", %zu), ", e->order[i]);
    }
    if (e->order_count) go_relay_back(out);
    in_say(out, "]\n  Primitive ops (#%zu): [", e->primitive_count);
    for (size_t i = 0; i < e->primitive_count; i++) {
        in_put(out, e->primitives[i]);
        in_puts(out, ", ");
    }
    if (e->primitive_count) go_relay_back(out);
    in_puts(out, "]\n");
}

/* ---- all together ---- */

bool in_is_relay(tunip_str code)
{
    in_reader r = in_reader_of(code);
    uint64_t magic = in_u64(&r, "the magic number");
    /* the version of TVM: three numbers; that of Relax has two */
    tunip_str version = in_string(&r, "the version");
    size_t dots = 0;
    for (size_t i = 0; i < version.size; i++) dots += version.data[i] == '.';
    return !r.trouble && magic == IN_VM_MAGIC && dots >= 2;
}

static void add_relay_constants(in_tree *tree, in_node *node, const relay_executable *e)
{
    for (size_t i = 0; i < e->constant_count; i++) {
        char name[32];
        size_t size = (size_t)snprintf(name, sizeof name, "constant-%zu", i);
        const relay_constant *c = &e->constants[i];
        if (!c->is_late) in_add_tensor(tree, node, (tunip_str){name, size}, &c->tensor);
    }
}

void in_expand_relay(in_tree *tree, in_node *node, tunip_str code)
{
    relay_executable *e = tn_arena_array(&tree->arena, 1, sizeof *e);
    if (!e) return;
    in_reader r = in_reader_of(code);
    if (in_u64(&r, "the magic number of an executable") != IN_VM_MAGIC)
        in_fail(&r, "the magic number of an executable");
    tunip_str version = in_string(&r, "the version of an executable");
    node->note = tn_arena_say(&tree->arena, "Relay VM %.*s", in_whole(version), version.data);
    read_devices(tree, node, &r);
    e->global_count = read_names(tree, &r, &e->globals, "the names of functions");
    read_relay_constants(tree, &r, e);
    e->primitive_count = read_names(tree, &r, &e->primitives, "the names of primitives");
    read_attributes(tree, node, &r);
    read_relay_functions(tree, &r, e);
    e->order = in_unordered(&tree->arena, e->globals, e->global_count, &e->order_count);
    if (!e->order) tree->arena.failed = true;
    in_complain_reader(tree, node, &r);
    e->vm.each_call = each_relay_call;
    node->vm = &e->vm;
    in_add_view(tree, node, "bytecode.txt", show_bytecode, e);
    in_add_view(tree, node, "stats.txt", show_relay_stats, e);
    in_add_view(tree, node, "primitives.txt", show_primitives, e);
    add_relay_constants(tree, node, e);
}
