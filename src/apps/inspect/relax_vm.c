/* relax_vm.c -- executables of Relax, v0.19 to v0.26. */
#include <stdio.h>

#include "spans.h"
#include "tensor.h"
#include "vm.h"

/* ---- the parsed form ---- */

typedef enum constant_kind { TENSOR, SHAPE, STRING, INT, FLOAT, DTYPE } constant_kind;

typedef struct constant {
    constant_kind kind;
    in_tensor tensor;
    tunip_str bytes; /* of a string; the numbers of a shape */
    int64_t number;
    double real;
    tunip_dtype dtype;
} constant;

typedef struct executable {
    in_vm vm;
    constant *constants;
    size_t constant_count;
    tunip_str offsets, words; /* 64-bit numbers */
    unsigned vintage;
} executable;

enum { PACKED = 0, VM = 1, TIR = 2 };
enum { CALL = 1, RET = 2, GOTO = 3, IF = 4 };
enum { ARG_REGISTER, ARG_IMMEDIATE, ARG_CONSTANT, ARG_FUNCTION };
static const int64_t void_register = (int64_t)1 << 54, vm_register = ((int64_t)1 << 54) + 1;

/* ---- reading ---- */

static void read_function(in_reader *r, in_function *f)
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

static void read_functions(in_tree *tree, in_reader *r, executable *e)
{
    enum { LEAST = 52 };
    size_t count = in_count(r, LEAST, "the number of functions");
    e->vm.functions = in_alloc(&tree->arena, count + 1, sizeof *e->vm.functions);
    for (size_t i = 0; e->vm.functions && i < count && !r->trouble; i++) {
        read_function(r, &e->vm.functions[i]);
        if (!r->trouble) e->vm.function_count++;
    }
}

/* Constants that live in a memory scope other than the default one. */
static void read_scopes(in_tree *tree, in_node *node, in_reader *r)
{
    in_text text = {.data = NULL};
    size_t count = in_count(r, 16, "the number of memory scopes");
    for (size_t i = 0; i < count && !r->trouble; i++) {
        long long number = in_i64(r, "the number of a constant");
        tunip_str scope = in_string(r, "a memory scope");
        in_say(&text, "%lld ", number);
        in_put(&text, scope);
        in_puts(&text, "\n");
    }
    if (text.size)
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

static void read_constant(in_reader *r, constant *c)
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

static void read_constants(in_tree *tree, in_reader *r, executable *e)
{
    enum { LEAST = 8 };
    size_t count = in_count(r, LEAST, "the number of constants");
    e->constants = in_alloc(&tree->arena, count + 1, sizeof *e->constants);
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
    const executable *e;
    in_text *out;
    size_t words_left; /* the functions of a damaged file may overlap */
} writing;

static bool word_at(const executable *e, int64_t index, int64_t *out)
{
    if (index < 0 || (uint64_t)index >= e->words.size / 8) return false;
    *out = in_i64_at(e->words, (size_t)index);
    return true;
}

typedef struct instruction {
    int64_t opcode, operands[3];
    int64_t args, arg_count; /* the index of the first argument; of calls */
    tunip_str bytes;
} instruction;

/* The instruction of an index; false if it is damaged. */
static bool fetch(const executable *e, int64_t index, instruction *in)
{
    static const int counts[] = {0, 3, 1, 1, 2};
    if (index < 0 || (uint64_t)index >= e->offsets.size / 8) return false;
    int64_t at = in_i64_at(e->offsets, (size_t)index);
    *in = (instruction){.opcode = 0};
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

static tunip_str name_of(const executable *e, int64_t index)
{
    if (index < 0 || (uint64_t)index >= e->vm.function_count) return (tunip_str){NULL, 0};
    tunip_str name = e->vm.functions[index].name;
    return name.data ? name : (tunip_str){"", 0};
}

static void pad(in_text *out, size_t begin, size_t width)
{
    while (out->size - begin < width && !out->failed) in_puts(out, " ");
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

static void put_name(const executable *e, in_text *out, int64_t index)
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

static void put_argument(const executable *e, in_text *out, int64_t word)
{
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

static void put_call(const executable *e, in_text *out, const instruction *in)
{
    enum { NAME = 16, ARGUMENTS = 12 };
    in_puts(out, "call  ");
    size_t begin = out->size;
    put_name(e, out, in->operands[1]);
    pad(out, begin, NAME);
    in_puts(out, " in: ");
    begin = out->size;
    for (int64_t i = 0; i < in->arg_count; i++) {
        if (i) in_puts(out, ", ");
        put_argument(e, out, in_i64_at(e->words, (size_t)(in->args + i)));
    }
    pad(out, begin, ARGUMENTS);
    in_puts(out, " dst: ");
    put_register(out, in->operands[0]);
}

static void put_instruction(const executable *e, in_text *out, const instruction *in)
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

typedef void put_fn(const executable *e, in_text *out, const instruction *in);

static void put_body(writing *w, const in_function *f, const char *indent, put_fn *put)
{
    for (int64_t i = f->begin; i < f->end && !w->out->failed; i++) {
        instruction in;
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
    const executable *e = node->model;
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
            put_body(&w, f, "  ", put_instruction);
            in_puts(out, "\n");
        }
        in_close_span(out, span);
    }
}

/* ---- Python ---- */

static void put_py_name(const executable *e, in_text *out, int64_t index)
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

static void put_py_argument(const executable *e, in_text *out, int64_t word)
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

static void put_py_call(const executable *e, in_text *out, const instruction *in)
{
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
}

static void put_py_instruction(const executable *e, in_text *out, const instruction *in)
{
    long long first = in->operands[0], second = in->operands[1];
    in_puts(out, "    ib.emit_");
    if (in->opcode == CALL)
        put_py_call(e, out, in);
    else if (in->opcode == RET)
        in_say(out, "ret(ib.r(%lld))", first);
    else if (in->opcode == GOTO)
        in_say(out, "goto(%lld)", first);
    else
        in_say(out, "if(ib.r(%lld), %lld)", first, second);
}

static void show_python(const in_tree *tree, const in_node *node, in_text *out)
{
    const executable *e = node->model;
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
static void go_back(in_text *out)
{
    if (!out->failed) out->size -= 2;
}

static void put_dims(in_text *out, tunip_str dims)
{
    for (size_t i = 0; i < dims.size / 8; i++) in_say(out, "%lld, ", (long long)in_i64_at(dims, i));
    go_back(out);
    in_puts(out, "], ");
}

static void put_constant(const executable *e, const constant *c, in_text *out)
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

static void show_stats(const in_tree *tree, const in_node *node, in_text *out)
{
    const executable *e = node->model;
    (void)tree;
    in_say(out, "Relax VM executable statistics:\n  Constant pool (# %zu): [", e->constant_count);
    for (size_t i = 0; i < e->constant_count; i++) {
        size_t span = in_open_span(out, "constant", (tunip_str){"", 0}, "constants[%zu]", i);
        put_constant(e, &e->constants[i], out);
        in_close_span(out, span);
    }
    if (e->constant_count) go_back(out);
    in_say(out, "]\n  Globals (#%zu): [", e->vm.function_count);
    for (size_t i = 0; i < e->vm.function_count; i++) {
        in_put(out, e->vm.functions[i].name);
        in_puts(out, ", ");
    }
    if (e->vm.function_count) go_back(out);
    in_puts(out, "]\n");
}

/* ---- all together ---- */

static void each_call(const in_vm *vm, in_call_fn *each, void *user)
{
    const executable *e = (const executable *)vm;
    size_t words_left = e->words.size / 8;
    for (size_t i = 0; i < vm->function_count; i++) {
        const in_function *f = &vm->functions[i];
        instruction in;
        for (int64_t at = f->begin; f->tag == VM && at < f->end && fetch(e, at, &in); at++) {
            if (words_left-- == 0) return;
            tunip_str callee =
                in.opcode == CALL ? name_of(e, in.operands[1]) : (tunip_str){NULL, 0};
            if (callee.data) each(user, f->name, callee);
        }
    }
}

static void add_constants(in_tree *tree, in_node *node, const executable *e)
{
    for (size_t i = 0; i < e->constant_count; i++) {
        const constant *c = &e->constants[i];
        char name[32];
        size_t size = (size_t)snprintf(name, sizeof name, "constant-%zu", i);
        if (c->kind == TENSOR) in_add_tensor(tree, node, (tunip_str){name, size}, &c->tensor);
    }
}

void in_expand_relax(in_tree *tree, in_node *node, tunip_str code)
{
    executable *e = in_alloc(&tree->arena, 1, sizeof *e);
    if (!e) return;
    in_reader r = in_reader_of(code);
    uint64_t magic = in_u64(&r, "the magic number of an executable");
    tunip_str version = in_string(&r, "the version of an executable");
    e->vintage = magic == IN_VM_MAGIC ? 19 : 23;
    if (!r.trouble && magic != IN_VM_MAGIC && magic != IN_VM_MAGIC_V2) {
        r.at = 0;
        in_fail(&r, "the magic number of an executable");
    }
    node->note = in_format(&tree->arena, "Relax VM %.*s", in_whole(version), version.data);
    read_functions(tree, &r, e);
    if (magic == IN_VM_MAGIC_V2) read_scopes(tree, node, &r);
    read_constants(tree, &r, e);
    e->offsets = read_words(&r, "the offsets of instructions");
    e->words = read_words(&r, "the instructions");
    in_complain_reader(tree, node, &r);
    if (!r.trouble && in_left(&r))
        in_complain(tree, node, r.at, "%zu bytes follow the executable", in_left(&r));
    e->vm.each_call = each_call;
    node->vm = &e->vm;
    in_add_view(tree, node, "bytecode.txt", show_text, e);
    in_add_view(tree, node, "bytecode.py", show_python, e);
    in_add_view(tree, node, "stats.txt", show_stats, e);
    add_constants(tree, node, e);
}
